"""SARIF through a validator that is not ours; `SARIF_MULTITOOL` names it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.hosts

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "golden" / "cases"


def validated(folder: Path) -> list[str]:
    """Return what the validator says of the logs in a folder, less its wish for a web site of the tool."""
    done = subprocess.run(
        [os.environ["SARIF_MULTITOOL"], "validate", *sorted(path.name for path in folder.glob("*.sarif"))],
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    said = [line for line in done.stdout.splitlines() if ": error " in line or ": warning " in line]
    assert "Analysis completed successfully." in done.stdout, done.stdout + done.stderr
    return [line for line in said if "does not provide 'informationUri'" not in line]


def made(folder: Path, log: str, *files: str) -> Path:
    command = [sys.executable, "-m", "quantcheck.cli", *files, "--format", f"sarif:{log}", "--format", "text"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return folder / log


def test_logs_are_valid(tmp_path: Path) -> None:
    """The golden cases, each in a log, and one of hostile text and names."""
    for path in CASES.iterdir():
        if "answer" in path.name:
            (tmp_path / path.name).write_bytes(path.read_bytes())
            made(tmp_path, f"{path.name}.sarif", path.name)
    text = "Take [5 mg](http://x) {0} \\ \x07 \u202e <b>9 mg</b> %0A ::error::\n[9]"
    name = "a b%20ü'#?[1].answer.json"
    (tmp_path / name).write_text(json.dumps({"id": "{0}\n[x](y)", "answer": text, "passages": ["6 mg"]}), "utf-8")
    (tmp_path / "broken.answer.json").write_text("{", encoding="utf-8")
    made(tmp_path, "hostile.sarif", name, "broken.answer.json", "missing.answer.json")
    assert validated(tmp_path) == []


def test_the_validator_finds_faults(tmp_path: Path) -> None:
    (tmp_path / "a.answer.json").write_text(json.dumps({"answer": "5 mg", "passages": ["6 mg"]}), encoding="utf-8")
    path = made(tmp_path, "a.sarif", "a.answer.json")
    log = json.loads(path.read_text(encoding="utf-8"))
    log["runs"][0]["results"][0]["bogus"] = True
    path.write_text(json.dumps(log), encoding="utf-8")
    assert any("bogus" in line for line in validated(tmp_path))
