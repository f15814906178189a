"""A text with marks under it: wrapped to the width, underlined, labelled. Knows nothing of statuses or reports.

Only the parts of the text near a mark are laid out, so the cost follows the marks, not the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from quantcheck.wording import safe

Paint = Callable[[str, str], str]
"""(text, style) -> the text in the colour of the style, or the text alone."""

LONGEST = 240
"""Characters shown of one mark."""
SNAP = 24
"""How far a cut may move to fall between words."""


class Mark(NamedTuple):
    """A span of the text, the character that underlines it, its label (may be empty) and its style."""

    start: int
    end: int
    char: str
    label: str
    style: str


class _Row(NamedTuple):
    """Characters `start` to `end` of the text as one row on the screen."""

    start: int
    end: int


def marked(
    text: str, marks: list[Mark], width: int, paint: Paint, context: int = 160, *, gaps: bool = True
) -> list[str]:
    """Return the parts of the text that hold marks, each row with its underline and labels; `…` where text is left out.

    A line of the text is shown whole where it reaches no further than `context` characters from its marks. Without
    `gaps` nothing is said of lines left out, and the text away from the marks is not looked at.
    """
    lines: list[str] = []
    done = 0
    for start, end, inside in _windows(text, sorted(marks), context):
        if gaps and _skips_a_line(text, done, text.rfind("\n", done, start) + 1):
            lines.append("…")
        before = "… " if start and text[start - 1] != "\n" else ""
        after = " …" if end < len(text) and text[end] not in "\r\n" else ""
        lines += _window(text, start, end, inside, width, paint, (before, after))
        done = end
    if gaps and _skips_a_line(text, done, len(text)):
        lines.append("…")
    return lines


def _skips_a_line(text: str, done: int, start: int) -> bool:
    """Say whether a line that is not blank lies wholly between two offsets."""
    first = text.find("\n", done, start) + 1 if done else 0
    return (first > 0 or not done) and bool(text[first:start].strip())


def _windows(text: str, marks: list[Mark], context: int) -> Iterator[tuple[int, int, list[Mark]]]:
    """Yield the stretches of text to show, each with its marks; stretches that nearly touch are one."""
    low = high = -1
    inside: list[Mark] = []
    for mark in marks:
        reach = max(mark.start, min(mark.end, mark.start + LONGEST))
        left, right = _left(text, mark.start, context), _right(text, reach, context)
        if inside and left <= high + SNAP and (mark.start < high or "\n" not in text[high:left]):
            high = max(high, right)
            inside.append(mark)
            continue
        if inside:
            yield low, high, inside
        low, high, inside = left, right, [mark]
    if inside:
        yield low, high, inside


def _left(text: str, start: int, context: int) -> int:
    newline = text.rfind("\n", max(0, start - context), start)
    if newline >= 0 or start <= context:
        return newline + 1
    space = text.find(" ", start - context, min(start, start - context + SNAP))
    return space + 1 if space >= 0 else start - context


def _right(text: str, end: int, context: int) -> int:
    newline = text.find("\n", end, end + context)
    if newline >= 0:
        return newline - 1 if text[newline - 1] == "\r" and newline > end else newline
    if end + context >= len(text):
        return len(text)
    space = text.rfind(" ", max(end, end + context - SNAP), end + context)
    return space if space >= 0 else end + context


def _window(
    text: str, start: int, end: int, marks: list[Mark], width: int, paint: Paint, cut: tuple[str, str]
) -> list[str]:
    lines: list[str] = []
    rows = list(_rows(text, start, end, marks, max(20, width - 4)))
    here: list[Mark] = []
    at = 0
    for number, row in enumerate(rows):
        before = cut[0] if number == 0 else ""
        after = cut[1] if number == len(rows) - 1 else ""
        new = []
        while at < len(marks) and marks[at].start < row.end:
            new.append(marks[at])
            at += 1
        here = [mark for mark in [*here, *new] if mark.end > row.start]
        lines += _draw(text, row, here, new, paint, before, after)
    return lines


def _rows(text: str, start: int, end: int, marks: list[Mark], width: int) -> Iterator[_Row]:
    """Break a stretch into rows: at newlines, else at the last space that fits and lies in no mark, else anywhere."""
    fixed = bytearray(end - start)
    for mark in marks:
        if mark.end - mark.start < width:
            for offset in range(max(mark.start, start), min(mark.end, end)):
                fixed[offset - start] = 1
    begin, at, used, space = start, start, 0, -1
    while at < end:
        char = text[at]
        if char == "\n":
            yield _Row(begin, at)
            begin, at, used, space = at + 1, at + 1, 0, -1
            continue
        used += safe.width(safe.shown(char))
        if used > width and at > begin:
            stop = space + 1 if space >= begin else at
            yield _Row(begin, stop)
            begin = at = stop
            used, space = 0, -1
            continue
        if char == " " and not fixed[at - start]:
            space = at
        at += 1
    if begin < end:
        yield _Row(begin, end)


def _draw(text: str, row: _Row, here: list[Mark], new: list[Mark], paint: Paint, before: str, after: str) -> list[str]:
    """Return a row, its underline, and the lines that hold the labels."""
    shown: list[str] = []
    columns = [safe.width(before)]
    for char in text[row.start : row.end]:
        shown.append(safe.shown(char))
        columns.append(columns[-1] + safe.width(shown[-1]))
    body = before + "".join(shown).rstrip(" ") + after
    if not here:
        return [body]
    under: list[tuple[str, str]] = [(" ", "")] * columns[-1]
    for mark in here:
        low, high = max(mark.start, row.start) - row.start, min(mark.end, row.end) - row.start
        for column in range(columns[low], max(columns[high], columns[low] + 1)):
            if column < len(under):
                under[column] = (mark.char, mark.style)
    labels = [(columns[max(mark.start, row.start) - row.start], mark.label, mark.style) for mark in new if mark.label]
    return [body, _painted(under, paint), *_labels(labels, paint)]


def _labels(labels: list[tuple[int, str, str]], paint: Paint) -> list[str]:
    """Place labels below their columns, from the right; one that would run into the next goes a row down."""
    rows: list[list[tuple[int, str, str]]] = []
    taken: list[int] = []
    for column, label, style in reversed(labels):
        end = column + safe.width(label)
        at = next((index for index, limit in enumerate(taken) if end < limit), len(rows))
        if at == len(rows):
            rows.append([])
            taken.append(0)
        rows[at].append((column, label, style))
        for above in range(at):
            rows[above].append((column, "|", style))
            taken[above] = column
        taken[at] = column
    return [_placed(row, paint) for row in rows]


def _placed(row: list[tuple[int, str, str]], paint: Paint) -> str:
    out, at = "", 0
    for column, label, style in sorted(row):
        if column < at:
            continue
        out += " " * (column - at) + paint(label, style)
        at = column + safe.width(label)
    return out


def _painted(cells: list[tuple[str, str]], paint: Paint) -> str:
    while cells and cells[-1][0] == " ":
        cells.pop()
    out, run, style = "", "", ""
    for char, kind in cells:
        if kind != style:
            out += paint(run, style) if style else run
            run, style = "", kind
        run += char
    return out + (paint(run, style) if style else run)
