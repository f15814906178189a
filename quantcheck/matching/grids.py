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
_SPANS = later(r"\b(col|row)span\s*=\s*[\"']?\s*(\d{1,9})", re.IGNORECASE)
_RULE = later(r"[\s|:+=-]+\Z")
_MARKUP = later(r"<[^<>]{1,200}>|&nbsp;")
_CITED = later(r"(?<=[\w.%*])\s?\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]")
"""A citation behind what a cell holds."""
_WIDEST = 60
"""A table with a cell over more rows or columns, or with one that spans in a later column, is not read."""
_EDGE = later(r"\A[\s()*†‡§#$€£¥]*\Z")


class Cell(msgspec.Struct):
    """A cell of a table: its text, where it stands, and the quantity that it holds and nothing else, or -1."""

    start: int
    end: int
    text: str
    quantity: int = -1
    spread: bool = False
    """Whether it stands in several columns."""


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
    if cell.spread:
        return
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
    grid = _Grid()
    caption: Cell | None = None
    opened: re.Match[str] | None = None
    for m in _TAG.finditer(text):
        tag = m[2].lower()
        if opened is not None and (tag in ("td", "th", "tr", "table") or (tag == "caption" and m[1])):
            cell = _cell(text, opened.end(), m.start())
            if opened[2].lower() == "caption":
                caption = cell
            else:
                grid.put(cell, opened[0])
            opened = None
        if tag == "table" and grid.rows:
            yield from grid.table(caption)
            grid, caption = _Grid(), None
        elif not m[1]:
            if tag == "tr":
                grid.row()
            elif tag != "table":
                opened = m
    yield from grid.table(caption)


class _Grid:
    """The rows of a table of HTML, its cells in the columns that they stand in."""

    def __init__(self) -> None:
        self.rows: list[list[Cell]] = []
        self._hanging: dict[int, tuple[Cell, int]] = {}
        """By column: a cell of a row above that reaches down, and over how many rows more."""
        self._broken = False

    def row(self) -> None:
        """Begin a row."""
        if self.rows:
            self._hang()
        self.rows.append([])

    def put(self, cell: Cell, tag: str) -> None:
        """Take the next cell of the row, with its tag."""
        if not self.rows or self._broken:
            return
        self._hang()
        spans = {m[1].lower(): int(m[2]) for m in _SPANS.finditer(tag)}
        wide, high = max(1, spans.get("col", 1)), max(1, spans.get("row", 1))
        spread = max(wide, high) > 1 and len(self.rows[-1]) > _WIDEST
        if max(wide, high) > _WIDEST or spread or spans.get("row") == 0:
            self._broken = True
            return
        if wide > 1 and any(map(str.isdigit, cell.text)) and len(self.rows) > 1:
            # a figure under several heads has the unit of none
            cell.spread = True
        row = self.rows[-1]
        for n in range(wide):
            row.append(cell if n == 0 or not cell.spread else _blank(cell))
            if high > 1:
                self._hanging[len(row) - 1] = _below(row[-1]), high - 1

    def table(self, caption: Cell | None) -> Iterator[Table]:
        """Yield the table, if it has rows."""
        rows = [] if self._broken else [row for row in self.rows if row]
        if rows:
            yield Table(rows, caption, captioned=caption is not None)

    def _hang(self) -> None:
        """Put the cells that reach down to where the row has come to."""
        row = self.rows[-1]
        while (hanging := self._hanging.pop(len(row), None)) is not None:
            cell, more = hanging
            if more > 1:
                self._hanging[len(row)] = cell, more - 1
            row.append(cell)


def _blank(cell: Cell) -> Cell:
    return Cell(cell.end, cell.end, "")


def _below(cell: Cell) -> Cell:
    """Return what a cell is in the rows that it reaches down to: a head, or nothing, as its figure stands above."""
    return _blank(cell) if any(map(str.isdigit, cell.text)) else cell
