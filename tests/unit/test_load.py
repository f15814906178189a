"""Files, folders and standard input: every case found, every fault told, none raised."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import growth
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cases import table

from quantcheck import cache, load
from quantcheck.intake.cases import Case
from quantcheck.report import Error

GOOD = '{"answer": "5 mg", "passages": ["5 mg"]}'


def row_of(found: Case | Error) -> tuple[str, str, str]:
    if isinstance(found, Error):
        return "error", found.message, found.place
    return (found.problem.status, found.problem.message, found.place) if found.problem else ("ok", "", found.place)


@pytest.mark.parametrize("row", table("bad_input.toml"))
def test_bad_input(row: dict[str, Any]) -> None:
    found = [row_of(f) for f in load.cases(row["data"].encode("latin-1"), row["file"])]
    assert [status for status, _, _ in found] == [f["status"] for f in row["found"]], found
    for (_, message, place), expected in zip(found, row["found"], strict=True):
        assert expected.get("message", "") in message
        assert expected.get("place", place) == place
        assert "\n" not in message


@given(st.binary(max_size=60) | st.text('{}[]",:\\ u0dA8\n\r1answer', max_size=40).map(str.encode), st.booleans())
def test_any_bytes(data: bytes, lines: bool) -> None:
    found = list(load.cases(data, "f.jsonl" if lines else "f.json"))
    assert found
    assert [f.index for f in found if isinstance(f, Case)] == list(range(sum(isinstance(f, Case) for f in found)))
    for f in found:
        row = row_of(f)
        assert row[0] != "ok" or not row[1]
        "".join(row).encode()


@given(st.lists(st.sampled_from([GOOD, "{", "7", '{"answer": 1}', '{"a": 1, "a": 2}', '"x"', "\udce9"]), min_size=1))
def test_lines_are_independent(lines: list[str]) -> None:
    data = "\n".join([GOOD, *lines]).encode("utf-8", "surrogateescape")
    found = list(load.cases(data, "f.jsonl"))
    assert [row_of(f)[0] == "ok" for f in found] == [line == GOOD for line in [GOOD, *lines]]
    assert [row_of(f)[2].split(",")[0] for f in found] == [f"line {n}" for n in range(1, len(lines) + 2)]


def answers(*paths: str | Path, **options: Any) -> list[Any]:
    """Return the ids of cases and the (file, message) of errors."""
    found = load.load(map(str, paths), **options)
    return [f.id if isinstance(f, Case) else (f.file, f.message) for f in found]


def test_files_among_which_some_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(GOOD)
    Path("b.answer.jsonl").write_text(f"{GOOD}\n{GOOD}\n")
    Path("folder.json").mkdir()
    os.mkfifo("pipe.json")
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind("socket.json")
        found = answers("a.json", "no.json", "pipe.json", "socket.json", "/dev/null", "b.answer.jsonl", "x\0y", "")
    assert found == [
        "a",
        ("no.json", "no such file or folder"),
        ("pipe.json", "is a pipe: expected a file"),
        ("socket.json", "is a socket: expected a file"),
        ("/dev/null", "is a device: expected a file"),
        "b#1",
        "b#2",
        ("x\0y", "is no name that a file can have"),
        ("", "no such file or folder"),
    ]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text(GOOD)
    secret.chmod(0)
    assert answers(secret) == [(str(secret), "no permission to read it")]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "Permission denied"), "no permission to read it"),
        (OSError(5, "Input/output error"), "cannot be read: input/output error"),
    ],
)
def test_refusals_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, message: str) -> None:
    """Stands in for a file without permission where the tests run as root, and for a broken disk."""
    file = tmp_path / "a.json"
    file.write_text(GOOD)

    def refuse(*arguments: Any) -> int:
        raise error

    monkeypatch.setattr(os, "open", refuse)
    assert answers(file) == [(str(file), message)]


def test_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b/z.answer.json", "b/a.answer.jsonl", "b.answer.json", "a/c.answer.json", "a/notes.json", "a/x.txt"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(GOOD)
    Path("d.answer.json").mkdir()
    assert answers(".") == ["c", "a", "z", "b", ("./d.answer.json", "is a folder: expected a file")]
    assert [f.file for f in load.load(["b"])] == ["b/a.answer.jsonl", "b/z.answer.json"]
    assert answers("a", "a/c.answer.json", "./a//c.answer.json") == ["c"]


def test_folder_without_answers(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(GOOD)
    assert answers(tmp_path) == [(str(tmp_path), "no answers in this folder: expected *.answer.json or *.answer.jsonl")]


def test_link_to_the_folder_above_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "x.answer.json").write_text(GOOD)
    (tmp_path / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "nowhere.answer.json").symlink_to(tmp_path / "gone")
    assert answers(tmp_path) == [(f"{tmp_path}/nowhere.answer.json", "no such file or folder"), "x"]


def test_standard_input() -> None:
    assert answers("-", stdin=io.BytesIO(GOOD.encode())) == ["stdin"]
    assert answers("-", "-", stdin=io.BytesIO(f"{GOOD}\n{GOOD}".encode())) == ["stdin#1", "stdin#2"]
    assert answers("-", stdin=io.BytesIO(b""))[0][0] == "-"


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    ((file, message),) = answers("-")
    assert (file, message[:30]) == ("-", "standard input cannot be read:")


def test_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.answer.json")
    Path(name).write_text(GOOD)
    (case,) = load.load([str(tmp_path)])
    assert isinstance(case, Case)
    assert case.file.endswith("/caf\\xe9.answer.json")
    assert case.id == "caf\\xe9"


def test_deep_and_wide(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"answer": "a", "passages": [], "x": ' + "[" * 999 + "]" * 999 + "}")
    assert answers(file) == ["a"]
    file.write_text('{"answer": "a", "passages": [], "x": ' + "[" * 1000 + "]" * 1000 + "}")
    (case,) = load.load([str(file)])
    assert row_of(case)[:2] == ("invalid", "nested too deep: expected at most 1,000 levels")


def place_all(data: bytes, name: str) -> None:
    """Load the cases and ask for the place of every hundredth character."""
    for case in load.cases(data, name):
        if isinstance(case, Case) and not case.problem:
            for offset in range(0, len(case.answer), 100):
                case.where.at(offset)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("f.json", lambda n: json.dumps({"answer": "é5 mg " * n, "passages": []})),
        ("f.json", lambda n: json.dumps({"answer": '\n"' * n, "passages": []}, indent=1)),
        ("f.json", lambda n: json.dumps([json.loads(GOOD)] * (n // 8))),
        ("f.jsonl", lambda n: f"{GOOD}\n" * (n // 8)),
        ("f.jsonl", lambda n: "{\n" * n),
        ("f.jsonl", lambda n: GOOD + "\n" + "\udcff\n" * n),
        ("f.json", lambda n: '{"a":' * n),
        ("f.json", lambda n: "[" * n),
        ("f.json", lambda n: '"\\' * n),
        ("f.json", lambda n: '{"x": "' + "\\ud800" * n + '"}'),
        ("f.json", lambda n: '{"x": [' + '{"k": 1},' * n + '{"k": 1, "k": 2}]}'),
        ("f.json", lambda n: '{"x": ' + "[" * 900 + '"",' * n),
        ("f.json", lambda n: "\n" * n + GOOD),
        ("f.json", lambda n: (GOOD.replace(" ", "\n") + "\n") * (n // 8)),
        ("f.json", lambda n: '{"answer": "a", "passages": [], "x": ' + "9" * n + "}"),
    ],
)
def test_linear(name: str, make: Any) -> None:
    data = {n: make(n).encode("utf-8", "surrogateescape") for n in (8_000, 64_000)}
    # Eight times the text; a quadratic step would take sixty-four times as long.
    assert growth.growth(lambda n: place_all(data[n], name), 8_000, 64_000, below=28) < 28


def test_tables_are_found_and_digested() -> None:
    texts = load.tables()
    assert list(texts) == sorted(texts)
    assert any(name.startswith("vocab/units/") and name.endswith(".toml") for name in texts)
    assert all(name.startswith(("grammar/", "vocab/")) for name in texts)
    changed = dict(texts, **{next(iter(texts)): "x"})
    assert load.digest(texts) == load.digest(dict(reversed(texts.items())))
    assert load.digest(texts) != load.digest(changed)
    assert load.digest({"a": "bc"}) != load.digest({"ab": "c"})
    assert load.digest({"a/x": "1", "b/x": "2"}, "a/") == load.digest({"a/x": "1"})


def compiled(seed: int, folder: str) -> list[str]:
    """Return the digest of the compiled language, and which dear packages were imported for it, in a new process."""
    code = (
        "import hashlib, sys, msgspec\n"
        "from quantcheck import load\n"
        "plain = msgspec.json.encode(load.language().plain)\n"
        "print(hashlib.sha256(plain).hexdigest(), *sorted({'lark', 'pint', 'sympy'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), cache.VARIABLE: folder}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_language_is_the_same_whatever_the_seed_and_cheap_the_second_time(tmp_path: Path) -> None:
    digest, *imported = compiled(1, str(tmp_path / "cache"))
    assert imported == ["lark", "pint"]
    assert compiled(2, "off") == [digest, "lark", "pint"]
    assert compiled(3, str(tmp_path / "cache")) == [digest]
    (file,) = (tmp_path / "cache").iterdir()
    file.write_bytes(file.read_bytes()[:-100])
    assert compiled(4, str(tmp_path / "cache")) == [digest, "lark", "pint"]
