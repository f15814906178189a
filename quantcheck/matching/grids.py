"""Where tables stand in a text (Markdown, cells joined by bars, HTML): their rows, their cells, and their captions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from quantcheck.patterns.later import later
from quantcheck.values import Quantity, Text

_TAG = later(r"<(/?)(table|tr|td|th|caption)\b[^<>]{0,400}>", re.IGNORECASE)
_RULE = later(r"[\s|:+=-]+\Z")
_MARKUP = later(r"<[^<>]{1,200}>|&nbsp;")
_CITED = later(r"(?<=[\w.%*])\s?\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]")
"""A citation behind what a cell holds."""
_EDGE = later(r"\A[\s()*†‡§#$€£¥]*\Z")


class Cell(msgspec.Struct):
    """A cell of a table: its text, where it stands, and the quantity that it holds and nothing else, or -1."""

    start: int
    end: int
    text: str
    quantity: int = -1


class Table:
    """The rows of one table, each a list of cells, and its caption, or else the line above it, which may be one.

    `foot` is the line below it, where that is not the line above another.
    """

    def __init__(self, rows: list[list[Cell]], caption: Cell | None = None, *, captioned: bool = False) -> None:
        self.rows = rows
        self.caption = caption
        self.captioned = captioned
        self.foot: Cell | None = None

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return max((len(row) for row in self.rows), default=0)


def tables(text: str, read: Text) -> list[Table]:
    """Return the tables of a text, with the quantities that were read in their cells."""
    found = list(_html(text)) if "<t" in text or "<T" in text else []
    if not found and "|" in text:
        found = list(_piped(text))
    starts = [q.start for q in read.quantities]
    for table in found:
        for row in table.rows:
            for cell in row:
                _fill(cell, read.quantities, starts)
    return found


def _fill(cell: Cell, quantities: Sequence[Quantity], starts: Sequence[int]) -> None:
    at = bisect_left(starts, cell.start)
    if at >= len(quantities) or quantities[at].start >= cell.end:
        return
    q = quantities[at]
    if q.end > cell.end or (at + 1 < len(quantities) and quantities[at + 1].start < cell.end):
        return
    base = cell.start
    if _EDGE.match(cell.text[: q.start - base]) and _EDGE.match(cell.text[q.end - base :].replace("%", "")):
        cell.quantity = at


def _cell(text: str, start: int, end: int) -> Cell:
    """Return a cell with its text; tags and citations in it are blanks."""
    shown = text[start:end]
    if "<" in shown or "&" in shown:
        shown = _MARKUP.sub(lambda m: " " * len(m[0]), shown)
    if "]" in shown:
        shown = _CITED.sub(lambda m: " " * len(m[0]), shown)
    led = len(shown) - len(shown.lstrip())
    shown = shown.strip()
    return Cell(start + led, start + led + len(shown), shown)


def _piped(text: str) -> Iterator[Table]:
    rows: list[list[Cell]] = []
    before: Cell | None = None
    last: Table | None = None
    """The table above, until a second line stands below it."""
    place = 0
    led = True
    for line in text.split("\n"):
        end = place + len(line)
        if "|" in line:
            if last is not None:
                if last.foot is before:
                    last.foot = None
                yield last
                last = None
            led = led and line.lstrip().startswith("|")
            if not (_RULE.match(line) and "-" in line):
                rows.append(_cells(text, place, end))
        else:
            if rows:
                last = Table(_unled(rows, led), before)
                rows, led, before = [], True, None
            if line.strip():
                before = _cell(text, place, end)
                if last is not None and last.foot is None:
                    last.foot = before
        place = end + 1
    if last is not None:
        yield last
    if rows:
        yield Table(_unled(rows, led), before)


def _cells(text: str, start: int, end: int) -> list[Cell]:
    cells = []
    while True:
        bar = text.find("|", start, end)
        cells.append(_cell(text, start, bar if bar >= 0 else end))
        if bar < 0:
            return cells
        start = bar + 1


def _unled(rows: list[list[Cell]], led: bool) -> list[list[Cell]]:
    """Drop the empty cells that bars at the edges of a Markdown table leave, unless they are empty heads."""
    if led and all(not row[0].text for row in rows):
        rows = [row[1:] for row in rows]
        if all(row and not row[-1].text for row in rows):
            rows = [row[:-1] for row in rows]
    return [row for row in rows if row]


def _html(text: str) -> Iterator[Table]:
    rows: list[list[Cell]] = []
    caption: Cell | None = None
    opened = -1
    name = ""
    for m in _TAG.finditer(text):
        tag = m[2].lower()
        if opened >= 0 and (tag in ("td", "th", "tr", "table") or (tag == "caption" and m[1])):
            cell = _cell(text, opened, m.start())
            if name == "caption":
                caption = cell
            elif rows:
                rows[-1].append(cell)
            opened = -1
        if tag == "table" and rows:
            yield Table([r for r in rows if r], caption, captioned=caption is not None)
            rows, caption = [], None
        elif not m[1]:
            if tag == "tr":
                rows.append([])
            elif tag != "table":
                opened, name = m.end(), tag
    if any(rows):
        yield Table([r for r in rows if r], caption, captioned=caption is not None)
