"""The words of a table's cells: the heads of row and column are a figure's own, what stands above is inherited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from quantcheck.attachment.context import Context
from quantcheck.attachment.pages import Page, Unit, Words
from quantcheck.attachment.words import Token
from quantcheck.matching.grids import Cell, Table
from quantcheck.patterns.later import later

_VALUE: Final = later(r"[\s$€£¥%()*†‡.,\d—–-]*\Z|n/?[am]\.?\Z", re.IGNORECASE)
_YEAR: Final = later(r"(?:1[5-9]|20)\d\d\*?\Z")

_HEADS: Final = 8
"""Rows of heads above a row of values that are read."""
_LONGEST: Final = 80
"""Words of a head that are read."""


def contexts(page: Page, number: int, units: dict[int, Unit]) -> dict[int, Context]:
    """Return the contexts of the figures in a table of a page; `units` are those of its rows by their first offset."""
    return _Cells(page, number, units).contexts()


class _Cells:
    def __init__(self, page: Page, number: int, units: dict[int, Unit]) -> None:
        self._page = page
        self._table: Table = page.tables[number]
        self._units = units

    def contexts(self) -> dict[int, Context]:
        page = self._page
        made: dict[int, Context] = {}
        heads: list[_Head] = []
        section: Words | None = None
        after_values = False
        for row in self._table.rows:
            values = [c for c, cell in enumerate(row) if self._is_value(cell)]
            if len(values) > 1 and values[0] == 0 and any(c.isalpha() for c in row[0].text):
                # The head of a row may have a figure in its words (`Senior notes at 4%`).
                del values[0]
            if row is self._table.rows[0] and not row[0].text and len(row) > 1:
                # Above the row heads stand column heads, whatever numbers are in them.
                values = []
            filled = [c for c, cell in enumerate(row) if cell.text]
            if not values:
                if filled == [0] and heads:
                    section = self._words(row[0])
                elif filled:
                    if after_values:
                        heads, section = [], None
                    heads = [*heads[1 - _HEADS :], _Head(page, row)]
                    after_values = False
                continue
            after_values = True
            label = [t for cell in row[: values[0]] for t in _tokens(page, cell)][:_LONGEST]
            unit = self._units.get(row[0].start)
            # The number of a note to a head is no figure of the table.
            for c in values:
                for i in page.inside(row[c].start, row[c].end):
                    made[i] = self._context(unit, row[c], c, label, heads, section)
        return made

    def _context(
        self,
        unit: Unit | None,
        cell: Cell,
        c: int,
        label: list[Token],
        heads: Sequence[_Head],
        section: Words | None,
    ) -> Context:
        page = self._page
        own = list(label)
        for head in heads:
            own += head.over(c)
        own += self._outside(cell)
        free = [] if section is None else [section]
        # What heads the column of row heads is said of the whole table.
        free += [head.corner for head in heads if c and head.corner]
        if unit is not None:
            free += [page.words(u) for u in unit.above[::-1]]
            if unit.before is not None:
                free.append(page.words(unit.before))
        return Context(unit, Words(own), free, table=self._table, row_head=Words(label))

    def _is_value(self, cell: Cell) -> bool:
        text = cell.text
        if not text or _YEAR.match(text):
            return False
        if _VALUE.match(text) is not None:
            return True
        # Beside words a bare number is that of a note or a date.
        quantities = self._page.read.quantities
        return any(quantities[i].readings and not quantities[i].bare for i in self._page.inside(cell.start, cell.end))

    def _outside(self, cell: Cell) -> list[Token]:
        """Return the words beside the figures of a cell."""
        if not any(c.isalpha() for c in cell.text):
            return []
        return self._page.free(cell.start, cell.end, self._page.inside(cell.start, cell.end))

    def _words(self, cell: Cell) -> Words:
        return Words(_tokens(self._page, cell))


class _Head:
    """A row of heads: a head reaches right to the next; one that stands alone is over all columns."""

    def __init__(self, page: Page, row: Sequence[Cell]) -> None:
        filled = [c for c, cell in enumerate(row) if cell.text]
        self._over: list[list[Token]] = []
        reach: list[Token] = _tokens(page, row[filled[0]]) if len(filled) == 1 else []
        for c, cell in enumerate(row):
            if c and cell.text:
                reach = _tokens(page, cell)
            self._over.append(reach)
        corner = _tokens(page, row[0]) if len(row) > 1 else []
        self.corner = Words(corner)

    def over(self, c: int) -> list[Token]:
        """Return the words over a column."""
        return self._over[min(c, len(self._over) - 1)]


def _tokens(page: Page, cell: Cell) -> list[Token]:
    return page.tokens(cell.start, cell.end)[:_LONGEST] if cell.text else []
