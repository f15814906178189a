"""Golden reports: each file of `cases/` checked, its report and its text compared byte for byte.

`QUANTCHECK_ACCEPT=1` rewrites them. The digests of grammar and vocabulary are left out, since every row changes them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest

from quantcheck import cli, schema

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("cases/*.answer.json*"))


def made(case: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Check a file from its own folder, so that no path stands in the report."""
    monkeypatch.chdir(case.parent)
    cli.run(["--format", f"json:{folder / 'report.json'}", "--format", f"text:{folder / 'report.txt'}", case.name])
    return (folder / "report.json").read_text(encoding="utf-8"), (folder / "report.txt").read_text(encoding="utf-8")


def stable(report: str) -> str:
    """Return a report without the digests of the tables."""
    document = json.loads(report)
    document["engine"]["grammar"] = document["engine"]["vocabulary"] = "left out"
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("case", CASES, ids=[case.name.split(".")[0] for case in CASES])
def test_report(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report, text = made(case, tmp_path, monkeypatch)
    jsonschema.validate(json.loads(report), schema.report_schema())
    name = case.name.split(".")[0]
    for expected, found in ((HERE / f"{name}.report.json", stable(report)), (HERE / f"{name}.txt", text)):
        if os.environ.get("QUANTCHECK_ACCEPT"):
            expected.write_text(found, encoding="utf-8")
        assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=[case.name.split(".")[0] for case in CASES])
def test_report_is_proven_by_the_verifier(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made(case, tmp_path, monkeypatch)
    assert cli.run(["verify", str(tmp_path / "report.json"), "--input", case.name]) == 0, capsys.readouterr().out


def test_there_are_cases() -> None:
    assert len(CASES) >= 6
