"""What is shown by the configuration: codes and a baseline, with the command line over them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quantcheck.cli import run

CASES = [
    {"id": "a", "answer": "Take 6 mg [1].", "passages": ["The dose is 5 mg."]},
    {"id": "b", "answer": "Take about 5 mg [4].", "passages": ["The dose is 5 mg."]},
]
"""Found: contradicted, approximate, unresolved_citation."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "cases.json").write_text(json.dumps(CASES))
    monkeypatch.chdir(tmp_path / "below")
    return tmp_path


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(["cases.json", "--format", "json", *arguments])
    return code, json.loads(capsys.readouterr().out).get("shown", {})


def configure(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.quantcheck]\n{text}\n")


def test_codes_of_the_configuration(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys) == (2, {})
    configure(folder, 'select = ["approximate"]')
    code, found = shown(capsys)
    assert (code, found["deselected"], found["ignore"]) == (3, 2, [])
    configure(folder, 'ignore = "contradicted,unresolved_citation"')
    code, found = shown(capsys)
    assert (code, found["deselected"], found["select"]) == (3, 2, [])


def test_the_command_line_stands_in_the_place_of_the_configuration(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(folder, 'select = ["approximate"]\nignore = ["contradicted"]')
    code, found = shown(capsys, "--select", "QC", "--ignore", "approximate")
    assert (code, found["select"], found["deselected"]) == (2, ["QC"], 1)


def test_a_baseline_lies_beside_the_configuration(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(folder, 'baseline = "known.json"')
    assert run(["cases.json", "--quiet"]) == 1
    assert "pyproject.toml: baseline: ../known.json: no such file" in capsys.readouterr().err
    assert run(["cases.json", "--quiet", "--write-baseline", "../known.json"]) == 0
    capsys.readouterr()
    code, found = shown(capsys)
    assert (code, found["baseline"]["file"], found["baseline"]["hidden"]) == (0, "../known.json", 3)
    # Nothing of it is hidden from a baseline that is written anew.
    assert run(["cases.json", "--quiet", "--write-baseline", "other.json"]) == 0
    assert Path("other.json").read_bytes() == Path("../known.json").read_bytes()
    assert run(["cases.json", "--format", "json:../known.json"]) == 1
    capsys.readouterr()


def test_an_absolute_path_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = folder / "known.json"
    assert run(["cases.json", "--quiet", "--write-baseline", str(known)]) == 0
    capsys.readouterr()
    (folder / "other.toml").write_text(f"baseline = '{known}'")
    code, found = shown(capsys, "--config", "../other.toml")
    assert (code, found["baseline"]["file"]) == (0, str(known))
    (folder / "other.toml").write_text("baseline = 'known.json'")
    assert shown(capsys, "--config", "../other.toml")[1]["baseline"]["file"] == "../known.json"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select = 5", "select = 5: expected a list of codes"),
        ("ignore = [5]", "ignore = [5]: expected a list of codes"),
        ("select = ['QC999']", 'select: "QC999" is no code'),
        ("baseline = []", "baseline = []: expected the name of a file"),
        ("basline = 'x'", "did you mean baseline?"),
    ],
)
def test_a_wrong_value_is_told(folder: Path, text: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(folder, text)
    assert run(["cases.json"]) == 1
    error = capsys.readouterr().err
    assert expected in error and "pyproject.toml" in error and error.count("\n") == 1


def test_other_commands_take_no_notice(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(folder, 'select = ["approximate"]\nbaseline = "nowhere.json"\nnumbers = "all"')
    (folder / "text.txt").write_text("12 of them")
    assert run(["parse", "12 of them"]) == 0
    assert "12" in capsys.readouterr().out
