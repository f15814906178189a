"""Quotation marks behind numbers: a foot or an inch, or the end of a quotation."""

from __future__ import annotations

from bisect import bisect_left

from quantcheck.lexing.island import Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.neighbours import Neighbours
from quantcheck.vocabulary.kinds import is_number

_OPENED = {"”": "“", "’": "‘", "'": "'"}
"""The sign that opens a quotation, by the one that closes it and may be a foot or an inch."""


class Quotes(Neighbours):
    """What the quotation marks of a text are."""

    def _quoted(self, item: Item) -> bool:
        """Say whether a quotation is open where a sign stands that may close it (`'Model 5'`); an apostrophe in a word
        neither opens nor closes one, and none outlasts its line."""
        places = self._quotes.get(item.text)
        if places is None:
            raw, opening, places, within = self.raw, _OPENED[item.text], [], False
            for k, t in enumerate(raw):
                if t != opening and t != item.text and "\n" not in t:
                    continue
                worded = k > 0 and raw[k - 1][-1].isalnum()
                if within:
                    turns = "\n" in t or (
                        t == item.text and not (worded and raw[k + 1 : k + 2] and raw[k + 1].isalpha())
                    )
                else:
                    turns = t == opening and not worded and bool(raw[k + 1 : k + 2]) and not raw[k + 1].isspace()
                if turns:
                    places.append(k)
                    within = not within
            self._quotes[item.text] = places
        return bisect_left(places, item.first) % 2 == 1

    def _quote_is_unit(self, item: Item, prev: str, island: Island) -> bool:
        """A quotation mark behind a number is an inch or a foot unless it closes a quotation."""
        if item.text in ("′", "″"):
            return True
        if not item.glued and self._next_word(item.last)[0] not in self.lexicon.sized:
            return False
        if item.text in ("'", "’") and prev == "NUM":
            after = self.raw[item.last : item.last + 1]
            if after and (after[0].isspace() is False and is_number(after[0])):
                return True
        if island.types[-3:-1] == ["UNIT", "TIMES"] and island.texts[-3] == item.text:
            # 5" x 10"
            return True
        if (
            item.text in ('"', "”", "''")
            and len(island.types) >= 3
            and island.types[-2] == "UNIT"
            and island.texts[-2] in ("'", "’", "′")
        ):
            return True
        if item.text in "'’”":
            return not self._quoted(item)
        places = self._quotes.get(item.text)
        if places is None:
            opening, raw = item.text, self.raw
            places = [k for k, t in enumerate(raw) if t == opening]
            self._quotes[item.text] = places
        before = places[: bisect_left(places, item.first)]
        # a quotation does not outlast its paragraph: count from the last line end
        line = self.text.rfind("\n", 0, item.start) + 1
        count = len(before) - bisect_left(before, bisect_left(self.starts, line))
        return count % 2 == 0
