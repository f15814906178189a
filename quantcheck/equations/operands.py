"""What stands between the signs of an equation, read as its operands. Knows no sign."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from quantcheck.equations.signs import Words
from quantcheck.values import Quantity
from quantcheck.vocabulary.kinds import FIGURE, OPENS, STATES, Split, having

Leaf = Callable[[int, int], Sequence[Quantity]]
"""Reads a stretch of the text by itself: its quantities, with offsets of the text."""
_STATES = having(STATES)
_OPENING = having(FIGURE, OPENS)


class Operands:
    """Reads the operands in one visible text; spans of what is left alone (`left`) are in order."""

    def __init__(
        self,
        split: Split,
        words: Words,
        left: Sequence[tuple[int, int, str]],
        read: Leaf,
        read_text: Callable[[str], Sequence[Quantity]],
    ) -> None:
        self._text = split.text
        self._split = split
        self._words = words
        self._left = left
        self.read = read
        self.read_text = read_text

    def states(self, start: int, end: int) -> bool:
        """Whether something in a stretch may state that two amounts are equal, between what may be amounts."""
        raw, kinds, words = self._split.raw, self._split.kinds, self._words
        first, last, whole = self._tokens(start, end)
        if not whole:
            return True
        opening = _OPENING.search(kinds, first, last)
        if opening is None:
            return False
        for found in _STATES.finditer(self._split.marks, first, last):
            k = found.start()
            word = raw[k].lower()
            if word in words.gathers:
                return True
            if opening.start() > k or (word in words.appended and raw[k - 2 : k - 1] != [","]):
                continue
            if _OPENING.search(kinds, k + 1, last) is not None:
                return True
        return False

    def may_hold(self, start: int, end: int) -> bool:
        """Whether a quantity may stand in a stretch."""
        first, last, whole = self._tokens(start, end)
        return not whole or _OPENING.search(self._split.kinds, first, last) is not None

    def _tokens(self, start: int, end: int) -> tuple[int, int, bool]:
        """Return the tokens of a stretch, and whether they are whole: part of one may be another by itself."""
        starts = self._split.starts
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
        return first, last, start >= end or (starts[first] == start and starts[last] == end)

    def one(self, start: int, end: int) -> Quantity | None:
        """Return the quantity that a stretch is, all of it, but for what leads up to a result."""
        found, inner = self.within(start, end)
        return self.whole(found, inner, end)

    def within(self, start: int, end: int) -> tuple[Sequence[Quantity], int]:
        """Return the quantities of a stretch, and where it begins behind what leads up to a result."""
        lead = self._words.lead.match(self._text, start, end)
        inner = lead.end() if lead else start
        return self.read(inner, end), inner

    def whole(self, found: Sequence[Quantity], start: int, end: int) -> Quantity | None:
        """Return the one quantity found in a stretch, if it is all of it but for pieces or words behind a result."""
        if len(found) != 1 or found[0].start != start or not self.good(found[0]):
            return None
        if found[0].end != end:
            # `2 boxes`, `500 mg tablet (total)`: pieces of something, and words behind a result
            pieces = self._words.pieces.fullmatch(self._text, found[0].end, end)
            if pieces is None and self._words.behind.match(self._text, found[0].end, end) is None:
                return None
        return found[0] if self.clear(start, end) else None

    def good(self, q: Quantity) -> bool:
        """Whether a quantity is read, and nothing of it is left alone."""
        return not q.reason and self.clear(q.start, q.end)

    def clear(self, start: int, end: int) -> bool:
        """Whether nothing of a stretch is left alone (a date, a reference, a list number)."""
        at = bisect_right(self._left, (end, -1, ""))
        return not (at and self._left[at - 1][1] > start)

    def unit(self, start: int, end: int) -> bool:
        """Whether a stretch behind a bracket or a power begins with a unit: `(2 + 4) g`."""
        found = self.read_text(f"1 {self._text[start : min(end, start + 40)]}")
        return bool(found) and not found[0].start and not found[0].bare
