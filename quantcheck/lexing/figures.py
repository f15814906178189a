"""Numbers among terminals: their signs and powers, what words add to digits, and what is a power and no number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from quantcheck.lexing.island import DANGLING, Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import QUOTES, SIGNS
from quantcheck.lexing.multipliers import PLUS
from quantcheck.lexing.suffixes import Suffixes
from quantcheck.lexing.walk import Walk
from quantcheck.numbers import numerals
from quantcheck.numbers.numerals import Number

_LENGTH = (("length", 1),)
_OF_UNITS = ("MUL", "PER", "POW")


class Figures(Suffixes):
    """The terminals of numbers."""

    def _number(self, walk: Walk, sign: Item | None = None) -> bool:
        """Put a number, with its sign, power, multiplier and suffix."""
        at = walk.at if sign is None else walk.at + 1
        item = walk.items[at]
        number, other = item.lives[0][1]
        if sign is None:
            if "HOURLY" in walk.following and not number.reason:
                return self._put_hourly(walk, item, number)
            if number.plain and self._put_as_power(walk, item, number):
                return True
        start, end = item.start if sign is None else sign.start, item.end
        walk.at = at + 1
        if "POW" in walk.behind(0):
            power = walk.items[walk.at]
            if isinstance(power.lives[0][1], int):
                number, end = _raised(number, power, sign), power.end
                walk.skip()
        if sign is not None and sign.text not in PLUS and not number.reason:
            number, other = number.negated(), None
        walk.island.put("NUM", (number, other), start, end, self.written(start, end))
        walk.prev = "NUM"
        if isinstance(item.value, Fraction):
            walk.island.put("MULT", item.value, end, end)
            walk.prev = "MULT"
        while walk.at < len(walk.items) and walk.prev != DANGLING and self._goes_with(walk):
            pass
        return True

    def _put_hourly(self, walk: Walk, item: Item, number: Number) -> bool:
        """Put a number and a unit as how often (`4-hourly`, `4-hour intervals`: every four hours)."""
        hourly = walk.items[walk.at + 1]
        period = next(value for terminal, value in hourly.lives if terminal == "HOURLY")
        walk.island.put("EVERY", "every", item.start, item.start)
        walk.island.put("NUM", (number, None), item.start, item.end, item.text)
        walk.island.put("UNIT", self.lexicon.periods[period], hourly.start, hourly.end, hourly.text)
        return walk.went("UNIT", 2)

    # ---- digits that are the power of a unit

    def _put_as_power(self, walk: Walk, item: Item, number: Number) -> bool:
        """Put digits behind a unit as its power, where they are that."""
        if walk.prev == "UNIT":
            return self._put_glued_power(walk, item, number) if item.glued else self._put_lost_power(walk, item)
        return walk.prev == "RANGE" and item.glued and self._put_dashed_power(walk, item, number)

    def _put_lost_power(self, walk: Walk, item: Item) -> bool:
        """Put a power that lost its place, where nothing else can follow: `g/cm 3`."""
        island = walk.island
        if (
            item.text not in ("2", "3")
            or len(island.types) < 2
            or all(s.unit.dimension != _LENGTH for s in island.values[-1])
            or item.start - island.ends[-1] != 1
        ):
            return False
        in_product, text = island.types[-2] in ("PER", "MUL"), island.texts[-1]
        if not in_product and (len(text) > 2 or text[-1] != "m"):
            return False
        sign = walk.next.text if walk.next is not None else ""
        if sign not in ("/", "·") and not self._counts_nothing(item.last, island):
            return False
        if in_product or (sign == "/" and "UNIT" in walk.behind(2)):
            return walk.put("POW", int(item.text))
        # `5 m 2`: that of an area, or a number of its own
        return walk.dangle()

    def _counts_nothing(self, last: int, island: Island) -> bool:
        """Say whether nothing that a digit could count stands behind it."""
        word, stop = self._next_word(last)
        if stop or word == ",":
            return True
        # `1.0 g/cm 3 (Li)`, `5 kg/m 3 and`
        return island.types[-2] == "PER" and (word == "(" or (word in self.lexicon.closers and word not in ("a", "an")))

    def _put_glued_power(self, walk: Walk, item: Item, number: Number) -> bool:
        """Put a digit glued to a symbol of a unit: `m2`."""
        symbol = walk.island.texts[-1]
        if len(item.text) != 1 or number.value not in (2, 3, 4) or len(symbol) > 3 or symbol in QUOTES:
            return False
        if "UNIT" in walk.following and walk.items[walk.at + 1].glued:
            # `2d4h`
            return False
        return walk.put("POW", int(number.value))

    def _put_dashed_power(self, walk: Walk, item: Item, number: Number) -> bool:
        """Put a digit and the dash between it and a symbol of a unit as a power below zero: `s-1`."""
        island, items = walk.island, walk.items
        if island.types[-2] != "UNIT" or len(item.text) != 1:
            return False
        if number.value not in (1, 2, 3, 4) or not island.texts[-2][-1:].isalpha():
            return False
        symbol, dash, gap = island.texts[-2], island.texts[-1], island.starts[-1] - island.ends[-2]
        if len(symbol) > 4 or not (len(symbol) < 4 or _is_symbol(island, -2) or _in_product(island)):
            return False
        if dash not in SIGNS or not (gap == 0 or (gap == 1 and (dash == "−" or _in_product(island)))):
            return False
        if walk.at + 1 < len(items) and items[walk.at + 1].glued and items[walk.at + 1].text.isalpha():
            return False
        start = island.starts[-1]
        island.take_back()
        island.put("POW", -int(number.value), start, item.end)
        return walk.went("POW")

    # ---- what goes with the number in front of it

    def _goes_with(self, walk: Walk) -> bool:
        """Put an item that goes with the number in front of it."""
        if walk.prev == "NUM" and self._hyphened_multiplier(walk):
            walk.skip()
        item = walk.items[walk.at]
        low = item.text.lower()
        if walk.prev == "NUM":
            number: Number = walk.island.values[-1][0]
            take = _BY_WORD.get(low)
            if take is not None and take(walk, item, number):
                return True
            if low in ("and", "&") and self._take_part(walk, number):
                return True
        if "MORE" in walk.kinds[walk.at] and _take_more(walk, item):
            return True
        if walk.prev == "MULT" and walk.island.types[-2] == "NUM" and self._goes_on(walk):
            return True
        if self._put_multiplier(walk, low):
            return True
        if walk.prev not in ("NUM", "MULT"):
            return False
        named = self.lexicon.numerals
        if item.text in named.spoken and not item.glued:
            return self._put_spoken(walk)
        if self._put_collective(walk, item, low):
            return True
        if walk.prev != "NUM" or not (item.text in named.suffixes or item.text in named.loose):
            return False
        return self._suffixed(walk, item)

    def _take_part(self, walk: Walk, number: Number) -> bool:
        """Take in a fraction behind `and`: `1 and 1/2 cups`, `1 and 1/2 million`, `3 and 2 fifths`."""
        if "NUM" not in walk.behind(1) or number.reason:
            return False
        if not (number.plain or (number.forms == ("word",) and number.value.denominator == 1)):
            return False
        part = walk.items[walk.at + 1].lives[0][1][0]
        named = part.forms == ("word", "fraction")
        measured = "UNIT" in walk.behind(2) or self._multiplier(walk, walk.at + 2) is not None
        written = named or (part.forms == ("fraction",) and measured)
        proper = written and part.value < 1 and not part.reason
        if not named and not proper:
            return False
        whole = Number(number.value + part.value, forms=part.forms, reason="" if proper else "unread")
        walk.island.values[-1] = (whole, None)
        walk.island.ends[-1] = walk.items[walk.at + 1].end
        return walk.skip(2)


def _raised(number: Number, power: Item, sign: Item | None) -> Number:
    """Return what a number and the power that touches it come to."""
    exponent: int = power.lives[0][1]
    if abs(exponent) > numerals.MAX_EXPONENT:
        return numerals.refused("too_large")
    if number.plain and number.value == 10:
        return Number(numerals.power_of_ten(exponent), forms=("scientific",))
    if (
        power.text[0] == "^"
        and number.value
        and abs(exponent) <= 64
        and not number.reason
        and not number.forms
        and (sign is None or sign.text in PLUS or exponent % 2)
        and number.digits < 40
        and not _ends_in_ten(number)
    ):
        # a minus in front of an even power may belong to either
        return Number(number.value**exponent, forms=("scientific",))
    # a raised figure behind any other number may be a note mark
    return numerals.refused(number.reason or "unread")


def _ends_in_ten(number: Number) -> bool:
    """Say whether a number may be one that a point multiplies by ten: `2.10^3`."""
    return number.step == Fraction(1, 100) and number.value / number.step % 100 == 10


def _take_again(walk: Walk, item: Item, number: Number) -> bool:
    """Take in a bracket that holds the number once more: `five (5) days`."""
    items, at = walk.items, walk.at
    if at + 2 >= len(items) or items[at + 2].text != ")" or "NUM" not in walk.kinds[at + 1]:
        return False
    again = items[at + 1].lives[0][1][0]
    if again.reason or again.value != number.value or again.plain == number.plain:
        return False
    walk.island.ends[-1] = items[at + 2].end
    return walk.skip(3)


def _take_tens(walk: Walk, item: Item, number: Number) -> bool:
    """Make a number in the plural vague: `10s of km`."""
    behind = walk.next
    plain = number.plain or number.forms == ("grouped",)
    if item.text != "s" or not item.glued or not plain or behind is None or behind.text != "of":
        return False
    walk.island.types[-1] = "VAGUE"
    walk.island.ends[-1] = behind.end
    return walk.went("VAGUE", 2)


def _take_more(walk: Walk, item: Item) -> bool:
    """Take in a half or a quarter behind a number: `5 and a half minutes`, `3 million and a half`."""
    island = walk.island
    place = -1 if walk.prev == "NUM" else -2
    if walk.prev not in ("NUM", "MULT") or island.types[place] != "NUM":
        return False
    number: Number = island.values[place][0]
    if number.reason or number.value.denominator != 1:
        return False
    more = Fraction(next(value for terminal, value in item.lives if terminal == "MORE"))
    if walk.prev == "MULT" and island.values[-1] == 100:
        # `3 hundred and a half`: of one
        more /= 100
    island.values[place] = (Number(number.value + more, None, 0, (*number.forms, "fraction")), None)
    island.ends[-1] = item.end
    return walk.skip()


def _is_symbol(island: Island, k: int) -> bool:
    """Say whether a unit of an island is written as a symbol: `mmol`, `µmol`, not `foot`."""
    text = island.texts[k]
    return text[0] in "µμ" or any(s.unit.code == text for s in island.values[k])


def _in_product(island: Island) -> bool:
    """Say whether the unit in front of a dash stands in a product or quotient of units."""
    return next((kind for kind in reversed(island.types[:-1]) if kind != "UNIT"), "") in _OF_UNITS


_BY_WORD: dict[str, Callable[[Walk, Item, Number], bool]] = {
    "(": _take_again,
    "s": _take_tens,
}
"""What is asked of a word or mark behind a number."""
