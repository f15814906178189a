"""The words of a table's cells: the heads of row and column are a figure's own, what stands above is inherited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from quantcheck.attachment.context import Context
from quantcheck.attachment.pages import Page, Unit, Words
from quantcheck.attachment.words import Token
from quantcheck.tables import Cell, Table

_VALUE: Final = re.compile(r"[\s$€£¥%()*†‡.,\d—–-]*\Z|n/?[am]\.?\Z", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?:1[5-9]|20)\d\d\*?\Z")


def contexts(page: Page, number: int, units: dict[int, Unit]) -> dict[int, Context]:
    """Return the contexts of the figures in a table of a page; `units` are those of its rows by their first offset."""
    return _Cells(page, number, units).contexts()


class _Cells:
    def __init__(self, page: Page, number: int, units: dict[int, Unit]) -> None:
        self._page = page
        self._table: Table = page.tables[number]
        self._units = units
        self._said: dict[tuple[int, ...], Words] = {}

    def contexts(self) -> dict[int, Context]:
        page = self._page
        made: dict[int, Context] = {}
        heads: list[Sequence[Cell]] = []
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
                    heads.append(row)
                    after_values = False
                continue
            after_values = True
            label = self._label(row, values[0])
            unit = self._units.get(row[0].start)
            for c, cell in enumerate(row):
                if c not in values:
                    # The number of a note to a head is no figure of the table.
                    continue
                for i in page.inside(cell.start, cell.end):
                    made[i] = self._context(unit, row, c, i, label, heads, section)
        return made

    def _context(
        self,
        unit: Unit | None,
        row: Sequence[Cell],
        c: int,
        figure: int,
        label: list[Token],
        heads: Sequence[Sequence[Cell]],
        section: Words | None,
    ) -> Context:
        page = self._page
        own = list(label)
        for head in heads:
            own += self._tokens(_over(head, c))
        cell = row[c]
        own += self._outside(cell, figure)
        free = [] if section is None else [section]
        # What heads the column of row heads is said of the whole table.
        free += [self._words(head[0]) for head in heads if c and len(head) > 1 and head[0].text]
        if unit is not None:
            free += [page.words(u) for u in unit.above[::-1]]
            if unit.before is not None:
                free.append(page.words(unit.before))
        return Context(unit, Words(own, page.names), free, table=self._table, row_head=Words(label, page.names))

    def _is_value(self, cell: Cell) -> bool:
        text = cell.text
        if not text or _YEAR.match(text):
            return False
        if _VALUE.match(text) is not None:
            return True
        # Beside words a bare number is that of a note or a date.
        quantities = self._page.read.quantities
        return any(quantities[i].readings and not quantities[i].bare for i in self._page.inside(cell.start, cell.end))

    def _label(self, row: Sequence[Cell], first: int) -> list[Token]:
        """Return the words of the cells before the first value of a row."""
        made: list[Token] = []
        for cell in row[:first]:
            made += self._tokens(cell)
        return made

    def _tokens(self, cell: Cell | None) -> list[Token]:
        if cell is None or not cell.text:
            return []
        return self._page.tokens(cell.start, cell.end)

    def _outside(self, cell: Cell, figure: int) -> list[Token]:
        """Return the words beside the figures of a cell."""
        if not any(c.isalpha() for c in cell.text):
            return []
        return self._page.free(cell.start, cell.end, self._page.inside(cell.start, cell.end))

    def _words(self, cell: Cell) -> Words:
        return Words(self._tokens(cell), self._page.names)


def _over(head: Sequence[Cell], c: int) -> Cell | None:
    """Return the head over a column: it reaches right to the next; one that stands alone is over all columns."""
    filled = [k for k, cell in enumerate(head) if cell.text]
    if len(filled) == 1:
        return head[filled[0]]
    before = [k for k in filled if 0 < k <= c]
    return head[before[-1]] if before else None
