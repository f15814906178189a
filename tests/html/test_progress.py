"""The line of progress of a run whose outputs are written at its end."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from report_page import MET

from quantcheck import cli
from quantcheck.commands import progress


class Terminal(io.StringIO):
    """A stream that is a terminal, or is none."""

    def __init__(self, shown: bool) -> None:
        super().__init__()
        self._shown = shown

    def isatty(self) -> bool:
        return self._shown


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("shown", [True, False])
def test_on_a_terminal_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: bool, jobs: str) -> None:
    stream = Terminal(shown)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "EVERY", 0)
    answers = tmp_path / "many.answer.jsonl"
    answers.write_text((json.dumps(MET) + "\n") * 5, encoding="utf-8")
    assert cli.run(["--format", f"html:{tmp_path / 'report.html'}", "--jobs", jobs, str(answers)]) == 0
    assert (tmp_path / "report.html").stat().st_size > 10_000
    if shown:
        assert "answers, " in stream.getvalue() and stream.getvalue().endswith("\r\x1b[K")
    else:
        assert stream.getvalue() == ""
