"""What stands between a number and its unit, or between an amount and what it is per, and is passed over."""

from __future__ import annotations

from collections.abc import Callable

from quantcheck.lexing.dashes import Dashes
from quantcheck.lexing.island import Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.measures import is_substance, is_word_unit
from quantcheck.lexing.walk import Walk

_UNIT = frozenset(("UNIT",))


class Passed(Dashes):
    """Words, brackets and commas that are no terminal where they stand."""

    def _leads_to_unit(self, walk: Walk, item: Item) -> bool:
        """Pass a word between a number and its unit: `five more days`, `half a mile`, `three quarters of an hour`."""
        low = item.text.lower()
        if "UNIT" in walk.following and low in self.lexicon.amid:
            return walk.skip()
        if walk.prev != "NUM":
            return False
        if low in ("a", "an"):
            fraction = "UNIT" in walk.following and _is_fraction(walk.island)
            return fraction and walk.island.values[-1][0].value < 1 and walk.skip()
        if item.text != "of" or not _is_fraction(walk.island):
            return False
        article = walk.following & {"ONE", "PER"} and walk.items[walk.at + 1].text.lower() in ("a", "an")
        unit = 2 if article else 1
        if "UNIT" not in walk.behind(unit) or not is_word_unit(walk.items[walk.at + unit].text):
            return False
        return walk.skip(unit)

    def _rate_apart(self, walk: Walk, item: Item) -> bool:
        """Pass a bracket, comma or dash in front of what an amount is per: `5 mg (per kg)`, `5 mg, for each kg`."""
        items, at = walk.items, walk.at
        bracketed = item.text in "(["
        if not walk.measured or at + 1 == len(items) or not self._rate_opens(items[at + 1], bracketed):
            return False
        if bracketed:
            closing = next((k for k in range(at + 2, min(at + 8, len(items))) if items[k].text in ")]"), 0)
            if closing:
                walk.drop(closing)
        return walk.skip()

    def _rate_or_clause(self, walk: Walk, item: Item) -> bool:
        """Let a semicolon hang in front of what an amount is per, or of another clause (`5 mg; per kg`)."""
        behind = walk.items[walk.at + 1 : walk.at + 2]
        return walk.measured and bool(behind) and self._per_opens(behind[0]) and walk.dangle()

    def _unit_bracketed(self, walk: Walk, item: Item) -> bool:
        """Pass the brackets around the unit of a number (`20 (kg)`), or let them hang where it may be a note."""
        if walk.prev not in ("NUM", "MULT") or "UNIT" not in walk.following:
            return False
        items, kinds, at = walk.items, walk.kinds, walk.at
        closing = self._unit_in_brackets(items, kinds, at)
        if not closing:
            return False
        if self._clearly_unit(items[at + 1], closing - at, walk.island):
            items[closing - 1].end = items[closing].end
            walk.drop(closing)
            return walk.skip()
        if self._lettered(item.start):
            return False
        # `20 (g)`, `2019 (kg)`: it may be the unit, or the letter of a note
        kinds[at] = kinds[closing] = _UNIT
        return walk.dangle()

    def _tolerance_apart(self, walk: Walk, item: Item) -> bool:
        """Pass a bracket or comma in front of a tolerance: `5 m (± 1 cm)`, `5 m, ± 1 cm`."""
        items, at = walk.items, walk.at
        if not self._tolerance_behind(items, walk.kinds, at, walk.island):
            return False
        if item.text == "(":
            closing = next(k for k in range(at + 2, len(items)) if items[k].text == ")")
            items[closing - 1].end = items[closing].end
            walk.drop(closing)
        return walk.skip()

    def _of_what(self, walk: Walk, item: Item) -> bool:
        """Pass what an amount is of, up to what it is per (`2 L of water per day`)."""
        if not item.text.isalpha() and item.first not in self.left:
            return False
        items, kinds, at = walk.items, walk.kinds, walk.at
        rate = (
            self._worth_ahead(items, kinds, at)
            or self._rate_behind(items, kinds, at)
            or self._power_ahead(items, kinds, at)
        )
        if rate > at and self._is_symbol(walk, item):
            # `5 m2 kg/W`: a factor of the unit, which is not read
            return walk.dangle()
        if rate > at:
            return walk.skip(rate - at)
        power = self._power_over(items, at, walk.prev, walk.island)
        if power:
            # `g · kg BW−1 · day−1`: the power of the kilogram
            walk.island.put("POW", -int(items[power].text), items[power - 1].start, items[power].end)
            walk.went("POW", power + 1 - at)
        return power > 0

    def _is_symbol(self, walk: Walk, item: Item) -> bool:
        """Say whether what stands before `per` is the symbol of a unit, and none of a chemical element (`5 mg N/L`)."""
        if "UNIT" not in item.kinds or len(item.text) > 2 or item.text in ("a", "an"):
            return False
        island = walk.island
        last = len(island.types) - 1 - island.types[::-1].index("UNIT") if "UNIT" in island.types else -1
        return item.text not in self.lexicon.elements or last < 0 or not is_substance(island.values[last])


def _is_fraction(island: Island) -> bool:
    """Say whether the number in front is a fraction."""
    return "fraction" in island.values[-1][0].forms


BY_OPENING: dict[str, tuple[Callable[[Passed, Walk, Item], bool], ...]] = {
    "(": (Passed._rate_apart, Passed._unit_bracketed, Passed._tolerance_apart),
    "[": (Passed._rate_apart, Passed._unit_bracketed),
    "<": (Passed._unit_bracketed,),
    ",": (Passed._rate_apart, Passed._tolerance_apart),
    "—": (Passed._rate_apart,),
    "–": (Passed._rate_apart,),
    ";": (Passed._rate_or_clause,),
}
"""What each mark behind an amount may open, in order."""
