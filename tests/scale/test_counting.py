"""The line of progress says what it knows and leaves nothing behind."""

from __future__ import annotations

import io

from quantcheck.commands import progress


def test_line() -> None:
    assert progress.line(1500, 50, 200, 10.0) == "1,500 answers, 150 a second, 25%, 0:00:30 left"
    assert progress.line(1500, 200, 200, 10.0).endswith("100%, 0:00:00 left")
    assert progress.line(1500, 50, 0, 10.0) == "1,500 answers, 150 a second"
    assert progress.line(0, 0, 100, 0.0) == "0 answers, 0 a second"


def test_nothing_without_a_terminal() -> None:
    stream = io.StringIO()
    shown = progress.Progress(100, stream)
    shown._last -= 10
    shown.step(1, 50)
    shown.clear()
    assert stream.getvalue() == ""


def test_cleared() -> None:
    stream = io.StringIO()
    shown = progress.Progress(100, stream, shown=True)
    shown.step(1, 50)
    assert stream.getvalue() == ""
    shown._last -= 10
    shown.step(1, 50)
    assert "1 answers" in stream.getvalue()
    shown.clear()
    assert stream.getvalue().endswith("\r\x1b[K")
