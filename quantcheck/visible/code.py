"""Emphasis marks, code spans and fences."""

from __future__ import annotations

import re
from bisect import bisect_right

from quantcheck.patterns.later import later
from quantcheck.visible.edits import Scan

_FENCE = later(r"(?:\A|(?<=\n))[ \t>]{0,12}(`{3,}|~{3,})[^`\n]*+(?=\n|\Z)")
_TICKS = later(r"`+")
_BLANK_LINE = later(r"\n[ \t\r]*+\n")
_RUN = later(r"\*+|_+|~+|`+")


def marks(scan: Scan, start: int, end: int) -> int:
    """Take a run of marks of emphasis, or a fence of tildes."""
    end = _run(scan, start)
    if scan.text[start] == "~" and end - start > 2 and _FENCE.match(scan.text, line_start(scan, start)):
        return ticks(scan, start, end)
    scan.emphasis.run(start, end)
    return end


def line_start(scan: Scan, at: int) -> int:
    """Return where a line begins on which only blanks and marks of quotation stand before `at`."""
    place = at
    while place and at - place < 13 and scan.text[place - 1] in " \t>":
        place -= 1
    return place


def _run(scan: Scan, start: int) -> int:
    run = _RUN.match(scan.text, start)
    return run.end() if run is not None else start + 1


def ticks(scan: Scan, start: int, end: int) -> int:
    """Take a code span or a fence; ticks that nothing closes, or that open a quotation, are shown."""
    text = scan.text
    end = _run(scan, start)
    if end - start >= 3:
        fence = _FENCE.match(text, line_start(scan, start))
        if fence is not None:
            return _fenced(scan, fence, start)
    if text[start] == "~":
        return end
    if scan.runs is None:
        scan.runs = {}
        for run in _TICKS.finditer(text, start):
            scan.runs.setdefault(run.end() - run.start(), []).append(run.start())
    same = scan.runs.get(end - start, [])
    at = bisect_right(same, start)
    if at == len(same):
        return end
    close = same[at]
    if _BLANK_LINE.search(text, end, close) or _is_quotation(scan, start, end, close):
        return end
    return scan.hide(start, close + end - start, "code")


def _is_quotation(scan: Scan, start: int, end: int, close: int) -> bool:
    """Return whether the marks open quotations that apostrophes close, as in ``so'' and `so'."""
    text, length = scan.text, end - start
    if length == 2:
        return text.find("''", end, close) >= 0
    if length > 1:
        return False
    return text[close - 1].isspace() and not text[end].isspace() and text.find("'", end, close) >= 0


def _fenced(scan: Scan, opening: re.Match[str], start: int) -> int:
    """Hide a fenced block, to the end of the text where nothing closes it."""
    mark = opening.group(1)
    close = re.compile(rf"\n[ \t>]{{0,12}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*+(?=\n|\Z)").search(
        scan.text, opening.end()
    )
    return scan.hide(start, close.end() if close is not None else len(scan.text), "code")
