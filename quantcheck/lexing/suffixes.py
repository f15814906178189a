"""Letters and abbreviations behind numbers: what multiplies, what is a unit, and what may be either."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import SIGNS
from quantcheck.lexing.measures import unit_senses
from quantcheck.lexing.multipliers import LONG_SUFFIXES, Multipliers
from quantcheck.lexing.walk import Walk
from quantcheck.values import Sense
from quantcheck.vocabulary.lexicon import suffix_sense

_BILLIONS = frozenset(("bn", "Bn", "BN"))
_CAPITALS = frozenset(("M", "B", "K", "T"))
_GOES_ON = frozenset(("UNIT", "PER", "POW", "NUM"))
"""What goes on with a unit, or with the amount that it ends."""


class Suffixes(Multipliers):
    """What a suffix makes of the number in front of it."""

    def _suffixed(self, walk: Walk, item: Item) -> bool:
        """Put a suffix behind a number as a multiplier, as a unit, or as either."""
        text, numerals = item.text, self.lexicon.numerals
        factor = numerals.suffixes.get(text)
        if factor is not None:
            if self._rises(walk, item):
                return walk.put("MULT", factor)
            measure = self._measure_behind(walk, walk.at) if text != "L" else ()
            if measure:
                # `5m USD`, `3M tonnes`: before the unit of the number a suffix is none
                if text in "mb" and not any(s.unit.kind == "money" for s in measure):
                    # `2m bars`: millions of them, or bars of two metres
                    return walk.dangle()
                return walk.put("MULT", factor)
            if item.glued and not walk.money and text not in LONG_SUFFIXES and self._counts(walk, item, factor):
                return True
        loose = None if walk.money else numerals.loose.get(text)
        if loose is not None and len(senses := self._open(walk, item)) > 1:
            # `1.2b`, `300 G`: what has no one meaning as a unit may multiply as well
            return _put_either(walk, senses, loose)
        return factor is not None and self._abbreviates(walk, item, factor)

    def _counts(self, walk: Walk, item: Item, factor: Fraction) -> bool:
        """Put a glued suffix before what is counted: `5M people`, `2.4m items`."""
        named = self._next_word(item.last)[0]
        if named in self.lexicon.persons:
            # no unit has a number of them
            return walk.put("MULT", factor)
        if item.text in "mb" and len(named) > 3 and named.endswith("s") and named not in self.lexicon.closers:
            # millions of them, or each of so many metres
            return _put_either(walk, unit_senses(item), factor)
        return False

    @staticmethod
    def _abbreviates(walk: Walk, item: Item, factor: Fraction) -> bool:
        """Put a suffix that multiplies by itself (`$5M`, `5bn`), or a capital that may be a unit as well (`5M`)."""
        text = item.text
        long = text in LONG_SUFFIXES and (item.glued or len(text) > 2 or text in _BILLIONS)
        if walk.money or long:
            return walk.put("MULT", factor)
        return text in _CAPITALS and item.glued and _put_either(walk, unit_senses(item), factor)

    def _open(self, walk: Walk, item: Item) -> tuple[Sense, ...]:
        """Return what a symbol behind a number means as a unit where nothing else of a unit follows it."""
        if "UNIT" not in walk.kinds[walk.at] or item.node is None:
            return ()
        behind = walk.behind(1)
        if not behind.isdisjoint(_GOES_ON) or ("MUL" in behind and "UNIT" in walk.behind(2)):
            return ()
        return self._cued(item) if item.node.cued else unit_senses(item)

    def _measure_behind(self, walk: Walk, j: int) -> tuple[Sense, ...]:
        """Return what the number in front of a suffix is a number of: money, or what is named in the plural."""
        items, kinds, k = walk.items, walk.kinds, j + 1
        far = _far_end(walk, j)
        if far:
            # `5m–10m USD`
            return self._measure_behind(walk, far) if items[far].text in self.lexicon.numerals.suffixes else ()
        if k >= len(items) or "UNIT" not in kinds[k]:
            return ()
        if k + 1 < len(items) and "NUM" in kinds[k + 1] and "CUR" in kinds[k]:
            # the sign of another amount
            return ()
        text, senses = items[k].text, unit_senses(items[k])
        plural = items[j].glued and len(text) > 3 and text.islower() and text.endswith("s")
        return senses if plural or all(s.unit.kind == "money" for s in senses) else ()

    def _rises(self, walk: Walk, item: Item) -> bool:
        """Say whether a range goes on to a number with a multiplier that is no less than a suffix (`900m–1bn`)."""
        far = _far_end(walk, walk.at)
        if not far or not item.glued:
            return False
        suffixes, text = self.lexicon.numerals.suffixes, walk.items[far].text
        factor = suffixes[text] if text in LONG_SUFFIXES else self._multiplier(walk, far)
        return factor is not None and factor >= suffixes[item.text]


def _far_end(walk: Walk, j: int) -> int:
    """Return the place behind the second number of a range whose first one stands in front of `j`, 0 for none."""
    items = walk.items
    ranges = j + 3 < len(items) and "NUM" in walk.kinds[j + 2] and items[j + 1].text in (*SIGNS, "—", "to")
    return j + 3 if ranges else 0


def _put_either(walk: Walk, senses: Iterable[Sense], factor: Fraction) -> bool:
    """Put a suffix as a unit that may multiply as well."""
    units = (Sense(s.unit, (*s.axes, ("scale", "unit"))) for s in senses)
    return walk.put("UNIT", (*units, suffix_sense(walk.items[walk.at].text, factor)))
