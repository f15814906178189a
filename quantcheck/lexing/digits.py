"""Items of digits: fractions, groups set apart by blanks, and digits that are run together and not read."""

from __future__ import annotations

from fractions import Fraction

from quantcheck.lexing.item import Item
from quantcheck.lexing.tokens import SLASHES
from quantcheck.lexing.worded import Worded
from quantcheck.numbers import numerals
from quantcheck.numbers.numerals import FRACTION_DENOMINATORS, FRACTION_SIGNS, Number
from quantcheck.vocabulary.kinds import is_number

_NARROW_SPACES = "\u00a0\u2007\u2009\u202f\u2008"


class Digits(Worded):
    """The tokens of a text, with the numbers that their digits make."""

    def _figure(self, token: str) -> Number:
        return numerals.digit_run(token)

    def _digits(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        raw = self.raw
        t = raw[k]
        last = k + 1
        other: Number | None = None
        if t in FRACTION_SIGNS:
            number = Number(FRACTION_SIGNS[t], forms=("fraction",))
        else:
            number = self._figure(t)
            if number.plain and not number.reason:
                number, last, other = self._longer(k, b, number)
            if last == k + 1 and not number.reason and number.plain:
                part = self._point_set_apart(number, last)
                if part is not None:
                    number, last = part
            if last == k + 1 and not number.reason and number.shown:
                part = self._part_of(number, last)
                if part is not None:
                    number, last = part
        item = self._make(k, last, glued)
        reach = self._run_together(last)
        if reach > last:
            number = numerals.refused(number.reason or "unread")
            other = None
            item = self._make(k, reach, glued)
        item.lives = (("NUM", (number, other)),)
        return item

    def _point_set_apart(self, number: Number, j: int) -> tuple[Number, int] | None:
        """Return the decimal whose point has a blank on both sides (`6 . 2 %`): told, and not read."""
        raw = self.raw
        if raw[j : j + 3] != [" ", ".", " "] or j + 3 >= len(raw) or not raw[j + 3].isdecimal():
            return None
        if (
            len(raw[j + 3]) > 6
            or number.digits > 12
            or not self.stops.isdisjoint(range(j, j + 4))
            or j + 3 in self.left
        ):
            return None
        value = number.value + Fraction(int(raw[j + 3]), 10 ** len(raw[j + 3]))
        return Number(value, reason="unread"), j + 4

    def _run_together(self, last: int) -> int:
        """Return the raw index behind digits that a sign joins to a number, as is not read (`5;10`, `5.0(1)`)."""
        raw = self.raw
        reach = last
        if raw[reach : reach + 2] == [".", "."]:
            # `5..10 mg`, `5...10 mg`
            dots = reach + 3 if raw[reach + 2 : reach + 3] == ["."] else reach + 2
            if dots < len(raw) and is_number(raw[dots]) and self.stops.isdisjoint(range(reach, dots + 1)):
                reach = dots + 1
        while (
            reach + 1 < len(raw)
            and reach not in self.stops
            and reach not in self.left
            and reach not in self.listed
            and reach + 1 not in self.left
            and len(raw[reach]) == 1
            and is_number(raw[reach + 1])
            and self._joins(reach)
        ):
            reach += 2
            if raw[reach - 2] == "(" and raw[reach : reach + 1] == [")"]:
                reach += 1
        return reach

    def _joins(self, k: int) -> bool:
        """Say whether the sign at a raw index, between two figures, makes them one thing that is not read."""
        raw = self.raw
        sign = raw[k]
        if sign in ".,;!|\\(†‡。！？":
            return True
        if sign in "'’":
            return len(raw[k + 1]) == 3
        if sign in "·⋅∙•":
            # `1·5` is a decimal to some and a product to others; `2·10³` is neither
            return not (raw[k + 1] == "10" and raw[k + 2 : k + 3] and raw[k + 2][0] in "^⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
        return False

    def _longer(self, k: int, b: int, number: Number) -> tuple[Number, int, Number | None]:
        """Extend a run of digits by a fraction or by groups that are set apart with spaces."""
        raw = self.raw
        t = raw[k]
        j = k + 1
        if j < b and raw[j] in FRACTION_SIGNS:
            return Number(number.value + FRACTION_SIGNS[raw[j]], forms=("fraction",)), j + 1, None
        pointed = self._pointed(j, number)
        if pointed is not None:
            return *pointed, None
        if (
            j + 1 < b
            and raw[j].isspace()
            and len(raw[j]) < 3
            and "\n" not in raw[j]
            and j + 1 not in self.left
            and j not in self.stops
        ):
            follow = raw[j + 1]
            if follow in FRACTION_SIGNS:
                return Number(number.value + FRACTION_SIGNS[follow], forms=("fraction",)), j + 2, None
            if (
                j + 3 < b
                and follow.isdecimal()
                and raw[j + 2] in SLASHES
                and raw[j + 3].isdecimal()
                and len(follow) < 5
            ):
                top, below = int(follow), raw[j + 3]
                if len(below) < 5 and 0 < top < int(below) and not self._glued_on(j + 4):
                    return Number(number.value + Fraction(top, int(below)), forms=("fraction",)), j + 4, None
            if follow[0].isdecimal() and self._group(follow) and len(raw[j]) == 1 and len(t) <= 3 and t[0] != "0":
                return self._groups(k, b, number)
            if follow.isdecimal() and len(follow) < 5:
                part = self._part_of(numerals.digit_run(follow), j + 2)
                if part is not None and 0 < part[0].value < 1:
                    # `3 2 fifths`
                    return Number(number.value + part[0].value, forms=part[0].forms), part[1], None
        if j + 1 < b and raw[j] == "-" and raw[j + 1] in FRACTION_SIGNS and number.value >= 1:
            return Number(number.value + FRACTION_SIGNS[raw[j + 1]], forms=("fraction",)), j + 2, None
        if j + 3 < b and raw[j] == "-" and raw[j + 1].isdecimal() and raw[j + 2] in SLASHES and raw[j + 3].isdecimal():
            # `1-1/2 cups`: what goes down to less than one is no range
            parts = numerals.proper(raw[j + 1], raw[j + 3])
            if parts is not None and number.value >= 1 and not self._glued_on(j + 4) and j + 1 not in self.left:
                return Number(number.value + parts, forms=("fraction",)), j + 4, None
        if j + 1 < b and raw[j] in SLASHES and raw[j + 1].isdecimal() and j + 1 not in self.left:
            below = raw[j + 1]
            if len(below) > numerals.MAX_DIGITS:
                return numerals.refused("too_large"), j + 2, None
            bottom = int(below)
            if raw[j] == "⁄" or (
                number.value < bottom
                and bottom in FRACTION_DENOMINATORS
                and number.value > 0
                and not self._glued_on(j + 2)
                and not (k > 1 and raw[k - 1] in SLASHES and is_number(raw[k - 2]))
            ):
                if bottom == 0:
                    return numerals.refused("zero_denominator"), j + 2, None
                return Number(number.value / bottom, forms=("fraction",)), j + 2, None
        return number, k + 1, None

    def _glued_on(self, j: int) -> bool:
        """Say whether a fraction goes on (`1/2/2020`, `1/2.5`)."""
        return j < len(self.raw) and (self.raw[j] in SLASHES and j + 1 < len(self.raw) and is_number(self.raw[j + 1]))

    def _group(self, t: str) -> bool:
        head, comma, tail = t.partition("," if "," in t else ".")
        if not (len(head) == 3 and head.isdecimal() and t.isascii()):
            return False
        # three digits behind a comma may be a group: `1 234,567`
        return not tail or (tail.isdecimal() and (comma == "." or len(tail) < 3))

    def _groups(self, k: int, b: int, number: Number) -> tuple[Number, int, Number | None]:
        raw = self.raw
        parts = [raw[k]]
        j = k + 1
        narrow = True
        while (
            j + 1 < b
            and j not in self.stops
            and len(raw[j]) == 1
            and raw[j] in " " + _NARROW_SPACES
            and self._group(raw[j + 1])
        ):
            if j + 1 in self.left:
                break
            if "." in parts[-1] or "," in parts[-1]:
                break
            narrow = narrow and raw[j] in _NARROW_SPACES
            parts.append(raw[j + 1])
            j += 2
        whole = numerals.spaced(parts)
        if not narrow and len(parts) == 2 and parts[1][0] != "0" and whole.reason == "":
            return whole, j, numerals.digit_run(parts[1])
        return whole, j, None
