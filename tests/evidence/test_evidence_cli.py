"""The three commands as a user runs them: exit codes, files, both formats, one line for each error."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from evidence_sample import CASES, EXAMPLE, PAGES, QUERY, ROOT, answer_of, write

from quantcheck import cli
from quantcheck.evidence import prompt, sets
from quantcheck.evidence.faults import CODES


def run(*arguments: object) -> int:
    return cli.run([str(argument) for argument in arguments])


@pytest.fixture
def frozen(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    out = tmp_path / "evidence.json"
    assert run("evidence", corpus, "--query", QUERY, "--out", out, "--prompt", tmp_path / "prompt.txt") == 0
    capsys.readouterr()
    return out


def answer_file(frozen: Path, **changes: Any) -> Path:
    answer = msgspec.to_builtins(answer_of(sets.load(frozen)[0]))
    path = frozen.with_name("answer.json")
    path.write_text(json.dumps({**answer, **changes}, indent=1), encoding="utf-8")
    return path


def test_evidence_writes_set_and_prompt(frozen: Path, tmp_path: Path) -> None:
    found = sets.load(frozen)[0]
    assert sets.integrity(found) == []
    assert prompt.render(found) == (tmp_path / "prompt.txt").read_text("utf-8")
    data = json.loads(frozen.read_text())
    wanted = {"label", "chunk_id", "citation", "source_path", "start_line", "end_line", "content_hash", "text"}
    assert wanted <= set(data["items"][0])
    assert data["schema"] == sets.SCHEMA


def test_good_answer(frozen: Path, corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = answer_file(frozen)
    assert run("verify-answer", path, "--evidence", frozen, "--corpus", corpus) == 0
    assert "accepted: 3 of 3 claims accepted." in capsys.readouterr().out


def test_commands_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The block of commands in the documentation runs as it stands, from the root of a clone, and accepts."""
    page = (ROOT / "docs" / "evidence.md").read_text("utf-8")
    lines = [line for line in page.splitlines() if line.startswith("quantcheck ")]
    assert len(lines) == 3
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    assert [run(*shlex.split(line)[1:]) for line in lines] == [0, 0, 0]
    assert "3 of 3 claims accepted" in capsys.readouterr().out


def test_honest_abstention(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = answer_file(frozen, claims=[], abstained=True, abstention_reason="No passage says.")
    assert run("verify-answer", path, "--evidence", frozen) == 0
    assert "an honest abstention" in capsys.readouterr().out


def test_fault_has_place_and_what_stands_there(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = answer_file(frozen)
    path.write_text(path.read_text().replace("rolling boil for 1 minute", "rolling boil for 9 minute"))
    assert run("verify-answer", path, "--evidence", frozen, "--format", "json") == 2
    result = json.loads(capsys.readouterr().out)["result"]
    issue = next(i for i in result["issues"] if i["code"] == "quote-not-in-source")
    line = path.read_text().splitlines()[issue["line"] - 1]
    assert line[issue["column"] - 1 :].startswith('"Bring the water to a rolling boil for 9 minute')
    assert "1 minute" in issue["found"]
    assert run("verify-answer", path, "--evidence", frozen) == 2
    assert f"{path}:{issue['line']}:{issue['column']}: quote-not-in-source" in capsys.readouterr().out


def test_figure_that_is_not_in_the_cited_text(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The quote is real and the figure is not: what gold alone finds elsewhere is found by the core here."""
    path = answer_file(frozen)
    path.write_text(path.read_text().replace('"Boil for 1 minute."', '"Boil for 2 minutes."'))
    assert run("verify-answer", path, "--evidence", frozen) == 2
    assert "contradicted [c1]: 2 minutes: not in the cited passages" in capsys.readouterr().out


def test_figure_of_another_passage_is_misattributed(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = answer_file(frozen)
    path.write_text(path.read_text().replace('"Boil for 1 minute."', '"Boil for 20 minutes."'))
    assert run("verify-answer", path, "--evidence", frozen) == 2
    assert "misattributed [c1]" in capsys.readouterr().out


def test_figure_outside_the_quote_needs_review(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = answer_file(frozen)
    path.write_text(path.read_text().replace('"Boil for 1 minute."', '"High up, boil for 3 minutes."'))
    assert run("verify-answer", path, "--evidence", frozen) == 3
    assert "figure-not-quoted (review) [c1]" in capsys.readouterr().out
    assert run("verify-answer", path, "--evidence", frozen, "--figures", "passage") == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1"),
        ('{"evidence_set_id": "x", "evidence_set_id": "y"}', "twice"),
        ("[]", "expected an object"),
        ('{"evidence_set_id": 5, "claims": [], "abstained": false}', "expected `str`, got `int`"),
        ('{"evidence_set_id": "x", "claims": [], "abstained": "false"}', "expected `bool`, got `str`"),
        ('{"evidence_set_id": "x", "abstained": false}', "claims"),
        ('{"evidence_set_id": "\\ud800", "claims": [], "abstained": false}', "surrogate"),
        ("\xff", "UTF-8"),
    ],
)
def test_unreadable_answer(text: str, message: str, frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = frozen.with_name("bad.json")
    path.write_bytes(text.encode("latin-1"))
    assert run("verify-answer", path, "--evidence", frozen) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and message in captured.err


def test_other_version_and_duplicate_labels(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = answer_file(frozen)
    good = json.loads(frozen.read_text())
    for change, message in (
        ({"schema": "quantcheck.evidence/2"}, "expected schema"),
        ({"items": [good["items"][0]] * 2}, "twice"),
        ({"items": [{**good["items"][0], "label": " "}]}, "expected a label"),
    ):
        frozen.write_text(json.dumps({**good, **change}))
        assert run("verify-answer", path, "--evidence", frozen) == 1
        assert message in capsys.readouterr().err


def test_altered_set(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = answer_file(frozen)
    frozen.write_text(frozen.read_text().replace("for 1 minute", "for 9 minute"))
    assert run("verify-answer", path, "--evidence", frozen) == 2
    line = 1 + next(n for n, text in enumerate(frozen.read_text().splitlines()) if "content_hash" in text)
    assert f"{frozen}:{line}:23: evidence-text-altered" in capsys.readouterr().out


def test_set_made_elsewhere(frozen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A set without an id gets the one that its content determines, and a wrong id is refused."""
    data = json.loads(frozen.read_text())
    wanted = data.pop("evidence_set_id")
    for item in data["items"]:
        del item["content_hash"]
    made = tmp_path / "made.json"
    made.write_text(json.dumps(data))
    assert run("evidence", "--from", made, "--out", tmp_path / "out.json") == 0
    assert json.loads((tmp_path / "out.json").read_text())["evidence_set_id"] == wanted
    made.write_text(json.dumps({**data, "evidence_set_id": "x"}))
    assert run("evidence", "--from", made, "--out", tmp_path / "out2.json") == 1
    assert not (tmp_path / "out2.json").exists()


def test_unreadable_file_is_named_and_the_rest_done(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (corpus / "latin.md").write_bytes(b"5 \xb5g")
    arguments = ("evidence", corpus, "--query", QUERY, "--out", tmp_path / "e.json")
    assert run(*arguments) == 1
    assert "latin.md: line 1, byte 2: expected UTF-8" in capsys.readouterr().err
    assert sets.load(tmp_path / "e.json")[0].items
    assert run(*arguments, "--skip-unreadable") == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["evidence"],
        ["evidence", "nowhere", "--query", "x", "--out", "y"],
        ["evidence", ".", "--query", " ", "--out", "y"],
        ["evidence", ".", "--query", "x"],
        ["evidence", ".", "--query", "x", "--out", "y", "--budget", "0"],
        ["verify-answer", "nowhere", "--evidence", "nowhere"],
        ["verify-answer"],
        ["gold", "--corpus", ".", "--cases", "nowhere", "--output-dir", "y"],
        ["gold"],
    ],
)
def test_usage_errors(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_gold_on_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run("gold", "--corpus", EXAMPLE, "--cases", CASES, "--output-dir", out) == 0
    assert "40 cases: passed" in capsys.readouterr().out
    assert {path.name for path in out.iterdir()} == {
        "answer-grounding-report.json",
        "source-index.json",
        "evidence",
        "prompts",
    }
    # Another process, working folder, hash seed, and path of the corpus.
    second = tmp_path / "second"
    shutil.copytree(EXAMPLE, tmp_path / "copy")
    command = [sys.executable, ROOT / "cli.py", "gold", "--corpus", "copy", "--cases", CASES, "--output-dir", second]
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    done = subprocess.run([*command, "--format", "json"], cwd=tmp_path, env=environment, capture_output=True)
    assert done.stdout == (second / "answer-grounding-report.json").read_bytes()
    for path in out.rglob("*.*"):
        assert path.read_bytes() == (second / path.relative_to(out)).read_bytes()
    assert str(EXAMPLE) not in (out / "answer-grounding-report.json").read_text()


def test_gold_refuses_what_is_not_as_expected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(CASES.read_text("utf-8"))
    data["cases"][0]["expected"] = {"verdict": "refused", "issues": ["claim-uncited"]}
    (tmp_path / "cases.json").write_text(json.dumps(data))
    assert run("gold", "--corpus", EXAMPLE, "--cases", tmp_path / "cases.json", "--output-dir", tmp_path / "o") == 2
    out = capsys.readouterr().out
    assert "boil-how-long: accepted (); expected refused (claim-uncited)" in out
    assert "FAILED" in out


def test_input_reaches_the_terminal_escaped(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(corpus, {"boil \x1b[31m.md": PAGES["water/boil.md"]})
    out = tmp_path / "e.json"
    run("evidence", corpus, "--query", QUERY, "--out", out)
    path = tmp_path / "a.json"
    claim = {
        "claim_id": "\x1b[2J",
        "text": "\x1b]0;x\x07",
        "citations": [{"label": "\x1b", "citation": "", "quote": "\u202e"}],
    }
    path.write_text(json.dumps({"evidence_set_id": "\x1b", "claims": [claim], "abstained": False}))
    assert run("verify-answer", path, "--evidence", out) == 2
    assert not set(capsys.readouterr().out) & set("\x1b\x07\u202e")


def test_a_check_imports_neither_parser_nor_ranker() -> None:
    code = (
        "import sys; import quantcheck.cli, quantcheck.evidence, quantcheck.commands.evidence\n"
        "print(sorted({'markdown_it', 'bm25s', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


def test_every_code_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for code in CODES:
        assert run("explain", code.name) == 0
        assert code.meaning in capsys.readouterr().out


def test_the_page_lists_every_code() -> None:
    page = (ROOT / "docs" / "evidence.md").read_text("utf-8")
    for code in CODES:
        assert f"| `{code.name}` | {code.level} | {code.meaning} |" in page
