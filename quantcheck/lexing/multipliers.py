"""Multipliers among terminals: words and suffixes behind numbers and money, and powers of ten behind a sign."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from quantcheck.lexing.island import GLUED
from quantcheck.lexing.item import Item
from quantcheck.lexing.lives import Lives
from quantcheck.lexing.marks import SIGNS
from quantcheck.lexing.measures import unit_senses
from quantcheck.lexing.tokens import HYPHENS
from quantcheck.lexing.walk import ENDS, Walk
from quantcheck.numbers import numerals
from quantcheck.numbers.numerals import Number
from quantcheck.values import Sense

PLUS = frozenset("+＋")
LONG_SUFFIXES = frozenset(
    ("k", "bn", "Bn", "BN", "mn", "mln", "bln", "tln", "tn", "trn", "MM", "mio", "mrd", "Mio", "Mrd")
)
_ONE = Fraction(1)
_ZERO = Fraction(0)


class Multipliers(Lives):
    """What multiplies the number or the money in front of it."""

    def _multiplied(self, walk: Walk, item: Item) -> bool:
        """Put a multiplier behind a bracket, and multiply money by the one behind its currency."""
        text, island = item.text, walk.island
        kind, factor = self.lexicon.numerals.words.get(text.lower(), ("", None))
        if factor is None and walk.prev == "UNIT" and text in LONG_SUFFIXES:
            # `5 EUR bn`
            kind, factor = "multiplier", self.lexicon.numerals.suffixes[text]
        if factor is None or kind != "multiplier" or not text.isalpha():
            return False
        if walk.prev == "RP":
            return walk.put("MULT", factor)
        if any(s.unit.kind != "money" for s in island.values[-1]):
            return False
        # `75 USD million`; `$75 USD million`: the sign in front is that of the same money
        for place in (-1, -3) if island.types[-3:-2] == ["CUR"] else (-1,):
            island.values[place] = tuple(_scaled(s, factor) for s in island.values[place])
        island.ends[-1] = item.end
        return walk.skip()

    def _put_multiplier(self, walk: Walk, low: str) -> bool:
        """Put a word behind a number that multiplies it."""
        if low == "dozens" and walk.prev == "NUM":
            return walk.put("MULT", self.lexicon.numerals.words["dozen"][1])
        factor = self._multiplier(walk, walk.at)
        return factor is not None and walk.put("MULT", factor)

    @staticmethod
    def _put_spoken(walk: Walk) -> bool:
        """Let an abbreviation hang that may multiply (`300 cr in all`), unless it begins a name (`5 k-means runs`)."""
        behind = walk.next
        return not (behind is not None and behind.text in SIGNS and behind.glued) and walk.dangle()

    def _put_collective(self, walk: Walk, item: Item, low: str) -> bool:
        """Put a word for so many (`2 gross of nails`); where it ends the phrase, it is not read."""
        several = None if walk.money else self.lexicon.numerals.collective.get(low)
        if several is None:
            return False
        word, stop = self._next_word(item.last)
        if word == "of":
            return walk.put("MULT", several)
        return (stop or word in self.lexicon.closers) and walk.dangle()

    def _multiplier(self, walk: Walk, j: int) -> Fraction | None:
        """Return what a multiplier word or its abbreviation behind a number multiplies by, None for none."""
        items = walk.items
        if j >= len(items):
            return None
        text, numerals_ = items[j].text, self.lexicon.numerals
        kind, value = numerals_.words.get(text.lower(), ("", _ONE))
        if kind in ("multiplier", "hundred", "dozen") and (text.islower() or text.istitle() or text.isupper()):
            return value
        spoken = None if items[j].glued else numerals_.spoken.get(text)
        if spoken is None:
            return None
        if j + 1 < len(items) and "NUM" in walk.kinds[j + 1]:
            number, scale = items[j + 1].lives[0][1][0], items[j + 1].value
            scaled = isinstance(scale, Fraction) or self._multiplier(walk, j + 2) is not None
            return spoken if scaled or number.value > 1000 else None
        money = j + 1 < len(items) and any(s.unit.kind == "money" for s in unit_senses(items[j + 1]))
        word, stop = self._next_word(items[j].last)
        return spoken if money or stop or word == "," else None

    def _hyphened_multiplier(self, walk: Walk) -> bool:
        """Say whether a dash joins a multiplier to its number (`a $5-million deal`)."""
        dash, behind = walk.items[walk.at], walk.next
        if dash.text not in HYPHENS or behind is None:
            return False
        named, scaled = self.lexicon.numerals, self._multiplier(walk, walk.at + 1) is not None
        if not (dash.glued and behind.glued):
            # `$5 - million`, not `5 - k`
            return scaled and behind.text not in named.spoken
        return scaled or (behind.text in named.suffixes and (walk.money or behind.text in LONG_SUFFIXES))

    def _goes_on(self, walk: Walk) -> bool:
        """Take in what a number of digits and words adds to itself (`4 thousand 3 hundred`, `3 hundred and 21`)."""
        items, kinds, island, taken = walk.items, walk.kinds, walk.island, walk.at
        whole: Number = island.values[-2][0]
        factor: Fraction = island.values[-1]
        smallest, added = factor, _ZERO
        while taken < len(items) and smallest >= 100:
            joined = items[taken].text.lower() == "and"
            k = taken + joined
            if k >= len(items) or "NUM" not in kinds[k] or items[k].glued:
                break
            number = items[k].lives[0][1][0]
            in_words = number.forms == ("word", "fraction")
            if joined and smallest > 100 and (in_words or _is_part(walk, k)):
                # `two million and 2 thirds`, `3 thousand and 1/2 miles`: of one, or of a million
                island.values[-2] = (numerals.refused("unread"), None)
                island.ends[-1] = items[k].end
                walk.at = k + 1
                return True
            addend = self._addend(walk, k, joined, smallest)
            if addend is None:
                break
            part, smallest, taken = addend
            added += part
        if taken == walk.at:
            return False
        island.values[-2] = (Number(whole.value * factor + added, None, 0, (*whole.forms, "word")), None)
        island.take_back()
        island.ends[-1] = items[taken - 1].end
        walk.at = taken
        walk.prev = island.types[-1]
        return True

    def _addend(self, walk: Walk, k: int, joined: bool, smallest: Fraction) -> tuple[Fraction, Fraction, int] | None:
        """Return what a number adds to one whose last multiplier is larger, its own multiplier, and the index behind
        it; None where it is a number by itself."""
        items = walk.items
        number = items[k].lives[0][1][0]
        if number.reason or not (number.plain or "word" in number.forms or (joined and _is_part(walk, k))):
            return None
        scale = items[k].value if isinstance(items[k].value, Fraction) else _ONE
        end = k + 1
        while (more := self._multiplier(walk, end)) is not None:
            scale, end = scale * more, end + 1
        part = number.value * scale
        if not 0 < part < smallest or (number.value.denominator != 1 and not joined):
            return None
        if joined and smallest > 1000 and ("word" not in number.forms or walk.money):
            # `5 million and 20 mg`, `$5 million and two hundred people`
            return None
        measured = end < len(items) and "UNIT" in walk.kinds[end]
        if not joined and scale == 1 and (number.digits > 3 or measured):
            return None
        return part, scale, end

    def _power_of_ten(self, walk: Walk, item: Item) -> bool:
        """Put a power of ten (or two) behind a sign of multiplication as what multiplies the number."""
        items, at = walk.items, walk.at
        if at + 2 >= len(items):
            return False
        base, power = items[at + 1], items[at + 2]
        if walk.prev == "NUM" and _lost_power(items[at + 1 : at + 4]):
            # `2.5×10-3`: the superscript was lost
            factor = numerals.power_of_ten(-int(items[at + 3].text))
            walk.island.put("MULT", factor, item.start, items[at + 3].end, "10^")
            return walk.went("MULT", 4)
        if "POW" not in walk.behind(2):
            return False
        if walk.prev in ("NUM", "RP", "MULT") and base.text in ("10", "2"):
            value = power.lives[0][1]
            if isinstance(value, int) and abs(value) <= numerals.MAX_EXPONENT:
                walk.island.put("MULT", Fraction(int(base.text)) ** value, item.start, power.end, "10^")
            elif isinstance(value, int) and walk.prev == "NUM":
                walk.island.values[-1] = (numerals.refused("too_large"), None)
                walk.island.ends[-1] = power.end
            else:
                walk.island.put(GLUED, None, item.start, power.end)
            return walk.went("MULT", 3)
        # `5 × 3^2 mg`: a product with a power of another number
        return walk.prev in ENDS and "NUM" in walk.following and walk.dangle()


def _is_part(walk: Walk, k: int) -> bool:
    """Say whether an item is a fraction in digits with its unit behind it: `1/2 miles`."""
    number: Number = walk.items[k].lives[0][1][0]
    measured = k + 1 < len(walk.kinds) and "UNIT" in walk.kinds[k + 1]
    return number.forms == ("fraction",) and measured


def _lost_power(behind: list[Item]) -> bool:
    """Say whether 10, a minus and one to three digits stand behind a sign, all in one."""
    return (
        len(behind) == 3
        and behind[0].text == "10"
        and all(item.glued for item in behind)
        and behind[1].text in SIGNS
        and behind[2].text.isdecimal()
        and len(behind[2].text) < 4
    )


def _scaled(sense: Sense, factor: Fraction) -> Sense:
    return Sense(msgspec.structs.replace(sense.unit, factor=sense.unit.factor * factor), sense.axes)
