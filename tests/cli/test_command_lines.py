"""Command-line runs, compared byte for byte: `runs.toml` says what is run, `runs/ID.out` what is seen.

`QUANTCHECK_ACCEPT=1` rewrites the expected files.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RUNS: list[dict[str, Any]] = tomllib.loads((HERE / "runs.toml").read_text(encoding="utf-8"))["case"]


def seen(case: dict[str, Any], folder: Path) -> str:
    """Run the command line in a folder with the files of the case and return what a user sees."""
    for name, content in case.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        path.write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "PYTHONHASHSEED": "random"}
    run = subprocess.run(
        [sys.executable, "-m", "quantcheck.cli", *case["args"]],
        cwd=folder,
        env=environment,
        input=case.get("stdin", "").encode(),
        capture_output=True,
        check=False,
    )
    parts = [f"$ quantcheck {' '.join(map(ascii, case['args']))}", f"exit {run.returncode}"]
    for name, data in (("stdout", run.stdout), ("stderr", run.stderr)):
        if data:
            shown = data.decode().replace(str(folder), "FOLDER")
            parts.append(f"--- {name}\n{shown}".removesuffix("\n"))
    for name in case.get("written", ()):
        path = folder / name
        content = path.read_text(encoding="utf-8") if path.exists() else "not written"
        parts.append(f"--- {name}\n{content}".removesuffix("\n"))
    return "\n".join(parts) + "\n"


@pytest.mark.parametrize("case", RUNS, ids=[case["id"] for case in RUNS])
def test_run(case: dict[str, Any], tmp_path: Path) -> None:
    found = seen(case, tmp_path)
    assert "Traceback" not in found
    expected = HERE / "runs" / f"{case['id']}.out"
    if os.environ.get("QUANTCHECK_ACCEPT"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8"), case["why"]


def test_cases_have_ids_and_reasons() -> None:
    ids = [case["id"] for case in RUNS]
    assert len(ids) == len(set(ids))
    assert all(case["why"] for case in RUNS)
    assert {path.stem for path in (HERE / "runs").glob("*.out")} == set(ids)
