"""Multipliers among terminals: words and suffixes behind numbers and money, and powers of ten behind a sign."""

from __future__ import annotations

from fractions import Fraction

from quantcheck import numerals
from quantcheck.island import GLUED
from quantcheck.items import Item
from quantcheck.lives import ENDS, SIGNS, Lives
from quantcheck.values import Sense, Unit
from quantcheck.walk import Walk

PLUS = frozenset("+＋")
LONG_SUFFIXES = frozenset(
    ("k", "bn", "Bn", "BN", "mn", "mln", "bln", "tln", "tn", "trn", "MM", "mio", "mrd", "Mio", "Mrd")
)


class Multipliers(Lives):
    """What multiplies the number or the money in front of it."""

    def _multiplied(self, walk: Walk, item: Item) -> bool:
        """Put a multiplier behind a bracket, and multiply money by the one behind its currency."""
        text, island = item.text, walk.island
        kind, factor = self.lexicon.numerals.words.get(text.lower(), ("", None))
        if factor is None and walk.prev == "UNIT" and len(text) > 1 and text in LONG_SUFFIXES:
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
            if not isinstance(value, int) or abs(value) > numerals.MAX_EXPONENT:
                walk.island.put(GLUED, "too_large", item.start, power.end)
            else:
                walk.island.put("MULT", Fraction(int(base.text)) ** value, item.start, power.end, "10^")
            return walk.went("MULT", 3)
        # `5 × 3^2 mg`: a product with a power of another number
        return walk.prev in ENDS and "NUM" in walk.following and walk.dangle()


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
    unit = sense.unit
    return Sense(Unit(unit.code, unit.factor * factor, unit.dimension, unit.kind, unit.offset, unit.family), sense.axes)
