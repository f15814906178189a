"""Whole numbers in words: the longest run that is one, with its value and the multiplier that ends it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

Kind = tuple[str, Fraction]
"""The class of a number word (`unit`, `teen`, `ten`, `hundred`, `multiplier`, `dozen`, …) and its value."""

ZERO: Final = Fraction(0)
ONE: Final = Fraction(1)
DOZEN: Final = Fraction(12)
SCALES: Final = frozenset(("hundred", "multiplier", "dozen"))
_SMALL: Final = frozenset(("unit", "teen", "ten"))
_LAKHS: Final = frozenset((Fraction(100000), Fraction(10**7)))


class Whole(msgspec.Struct, frozen=True):
    """A cardinal: where it ends, its value and the class of its last word, `unread` for a run that is no one number."""

    end: int
    value: Fraction
    last: str
    shared: Fraction = ONE
    """The multiplier that ends it and could count for the number before it as well (`two to three million`)."""
    scale: Fraction = ONE
    """What `and a half` behind it is a half of."""


class Cardinals:
    """Reads whole numbers by the table of number words; `behind` are multipliers that never begin a number."""

    def __init__(self, table: Mapping[str, Kind], behind: Container[str]) -> None:
        self._table = table
        self._behind = behind

    def longest(self, words: Sequence[str], kinds: Sequence[Kind], start: int, stop: int) -> Whole | None:
        """Read the longest whole number of words[start:stop]; None where none begins at `start`."""
        made = _Sum()
        i = start
        if stop - start > 1 and words[start] in ("a", "an") and kinds[start + 1][0] in SCALES:
            made.current, made.last, i = ONE, "article", start + 1
        used = 0
        while i < stop:
            j = made.behind_joint(words, kinds, i, stop)
            kind, value = kinds[j]
            if kind == "multiplier":
                if not made.last and words[j] in self._behind:
                    break
                taken = made.multiply(value)
            elif kind == "dozen" and made.last not in ("", "multiplier"):
                return Whole(j + 1, (made.current or ZERO) * DOZEN, kind, DOZEN)
            elif kind == "vague" and made.last and words[j][:-1] in self._table:
                return made.counting(j + 1, self._table[words[j][:-1]][1])
            else:
                taken = made.add(kind, value)
            if taken is None:
                return made.refused(j + 1)
            if not taken:
                break
            i = used = j + 1
        return made.whole(used) if used else None

    def all_of(self, words: Sequence[str], kinds: Sequence[Kind], start: int, stop: int) -> Whole | None:
        """Return the cardinal that is all of words[start:stop]; an article alone is one."""
        if stop - start == 1 and words[start] in ("a", "an"):
            return Whole(stop, ONE, "article")
        whole = self.longest(words, kinds, start, stop)
        return whole if whole is not None and whole.end == stop and whole.last != "unread" else None


class _Sum:
    """A cardinal under way: what is closed by multipliers (`total`), and what is below the next one (`current`)."""

    def __init__(self) -> None:
        self.total = ZERO
        self.current: Fraction | None = None
        self.last = ""
        """The class of the last word."""
        self.smallest: Fraction | None = None
        """The multiplier that closed the total last."""
        self.tail: Fraction | None = None
        """The multiplier that ends it, None where something follows."""
        self.compound = False
        """Whether several multipliers closed the total."""
        self.apart: Whole | None = None
        """The number in front of an `and` that may open another one."""

    def behind_joint(self, words: Sequence[str], kinds: Sequence[Kind], i: int, stop: int) -> int:
        """Return the place of the next word, behind a hyphen or an `and` that belongs to the number."""
        if i + 1 >= stop:
            return i
        if words[i] == "-" and self.last:
            return i + 1
        if words[i] == "and" and self.last in ("hundred", "multiplier") and kinds[i + 1][0] in _SMALL:
            if self.last == "multiplier":
                shared = self.tail if self.tail is not None and not self.compound else ONE
                self.apart = Whole(i, self.total, self.last, shared)
            return i + 1
        return i

    def add(self, kind: str, value: Fraction) -> bool:
        """Take a word below a thousand; False where it is none, or does not follow the last one."""
        last = self.last
        if (kind == "unit" and last in ("", "ten", "hundred", "multiplier") and (last != "ten" or value)) or (
            kind in ("teen", "ten") and last in ("", "hundred", "multiplier")
        ):
            self.current = (self.current or ZERO) + value
        elif kind == "hundred" and not last:
            # `hundred dollars`: one of them
            self.current = value
        elif kind == "hundred" and last in ("article", "unit", "teen", "ten") and (self.current or 0) < 100:
            self.current = (self.current or ZERO) * 100
        else:
            return False
        self.tail, self.last = None, kind
        return True

    def multiply(self, value: Fraction) -> bool | None:
        """Take a multiplier; False where it does not follow the last one, None where there are two numbers."""
        if not self.last:
            self.total = value
        elif self.last == "multiplier":
            if self.tail is None or not {self.tail, value} <= _LAKHS or self.tail >= value:
                return False
            self.total, value = self.total * value, self.tail * value
        elif self.smallest is not None and value >= self.smallest:
            # `three million and two million` are two
            return None
        else:
            self.compound = self.compound or self.smallest is not None
            self.total += (self.current or ZERO) * value
        self.tail, self.smallest, self.current, self.last = value, value, None, "multiplier"
        return True

    def counting(self, end: int, value: Fraction) -> Whole:
        """Return the number that a multiplier in the plural ends: `three billions`."""
        if self.smallest is None or self.current is None:
            return Whole(end, (self.total + (self.current or ZERO)) * value, "vague", value)
        if value < self.smallest:
            # in `one million two thousands` there are two of them
            return Whole(end, self.total + self.current * value, "vague")
        # `three million and two millions` are two
        return self.refused(end)

    def refused(self, end: int) -> Whole:
        """Return the number in front of an `and`, or the whole run, which is no one number."""
        return self.apart or Whole(end, ZERO, "unread")

    def whole(self, end: int) -> Whole:
        """Return the number that ends here."""
        value = self.total + (self.current or ZERO)
        if self.tail is not None and not self.compound:
            return Whole(end, value, self.last, self.tail, self.tail)
        return Whole(end, value, self.last, Fraction(100) if self.last == "hundred" and not self.total else ONE)
