"""What stands next to an item, as far as lives of items are told by it."""

from __future__ import annotations

from quantcheck.lexing.island import Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.items import Items
from quantcheck.lexing.marks import QUOTES, SIGNS
from quantcheck.lexing.walk import Walk
from quantcheck.values import Sense
from quantcheck.vocabulary.lexicon import ARTICLE
from quantcheck.vocabulary.vocab import REACH

_ABBREVIATED = ("max", "min")
_COUNTING = frozenset(("unit", "teen", "ten"))
_ONE_SIDED = frozenset(("just_above", "just_below"))


class Neighbours(Items):
    """Questions about the tokens and items next to an item."""

    def _power_behind(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether a power stands behind a unit: `kg⁻¹`, `kg-1`."""
        if i + 1 < len(items) and "POW" in kinds[i + 1] and items[i + 1].glued:
            return isinstance(items[i + 1].lives[0][1], int)
        return (
            i + 2 < len(items)
            and (items[i + 1].glued or items[i + 1].text == "−")
            and items[i + 1].text in SIGNS
            and items[i + 2].glued
            and len(items[i + 2].text) == 1
            and items[i + 2].text in "1234"
        )

    def _bracket(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether a bracket groups: its partner is near and a unit, multiplier or power follows that."""
        depth = 0
        for j in range(i + 1, min(i + 14, len(items))):
            if "LP" in kinds[j]:
                depth += 1
            elif "RP" in kinds[j] and depth:
                depth -= 1
            elif "RP" in kinds[j]:
                if j + 1 >= len(items):
                    return False
                after = items[j + 1]
                if (
                    "UNIT" in kinds[j + 1]
                    and after.text not in QUOTES
                    and (after.text != "in" and after.text.lower() not in ("a", "at", "as"))
                ):
                    return True
                if (
                    after.text.lower() in self.lexicon.numerals.words
                    and self.lexicon.numerals.words[after.text.lower()][0] == "multiplier"
                ):
                    return True
                return bool("TIMES" in kinds[j + 1] and j + 2 < len(items) and items[j + 2].text == "10")
        return False

    def _hedged(self, walk: Walk, item: Item, hedge: str) -> int:
        """Return the index of the number that a hedge reaches over an article (`nearly a 10% rise`), or, where it tells
        a side, over words of the table; 0 for none."""
        if item.text.lower() in self.lexicon.placing:
            return 0
        behind = walk.items[walk.at + 1 : walk.at + 3]
        if len(behind) == 2 and behind[0].text.lower() in ("a", "an"):
            word = self.lexicon.numerals.words.get(behind[1].text.lower(), ("",))[0]
            if behind[1].text[0].isdecimal() or word in _COUNTING or "CUR" in walk.behind(2):
                return walk.at + 2
        return self._filled(walk.items, walk.kinds, walk.at) if hedge in _ONE_SIDED else 0

    def _filled(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the number that a bound word reaches over words of the table, 0 for none."""
        joint = i - 2 if i > 1 and items[i - 1].text.lower() == "the" else i - 1
        if joint > 0 and "BOUND" in kinds[joint - 1] and kinds[joint] & {"AND", "RANGE"}:
            # `the minimum and maximum doses are 5 and 10 mg`: which is which, the words behind may say
            return 0
        start = self.lexicon.places["BOUND"].next or frozenset()
        for j in range(i + 1, min(i + 9, len(items))):
            if kinds[j] & start and not (kinds[j] <= ARTICLE):
                # `exceeds a 5 mg tablet`: an article alone may belong to what the figure describes
                return j if any(items[k].text.lower() not in ("a", "an") for k in range(i + 1, j)) else 0
            if "FILL" not in kinds[j]:
                return 0
        return 0

    def _compares(self, item: Item) -> bool:
        """Say whether a comparison goes on behind a bound word (`less or equal than`, `and up to`)."""
        at = self.starts[item.last]
        behind = self.text[at : at + 16].lower().split()
        if behind[:1] == ["to"]:
            return item.text.lower().endswith("up")
        return behind[:1] in (["than"], ["equal"]) or behind[:2] == ["or", "equal"]

    def _bounds_next(self, item: Item, items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether an abbreviation with its point bounds the number behind it (`5 mg, max. 10 mg`)."""
        if not item.text.lower().endswith(_ABBREVIATED) or i + 2 >= len(items):
            return False
        return items[i + 1].text == "." and items[i + 1].glued and bool(kinds[i + 2] & {"NUM", "CUR"})

    def _perhaps_ago(self, last: int) -> bool:
        """Say whether what ends at a raw index may be a time before or after something, and no rate of what is before
        it (`5 mg a day before meals`, `5 hours a day or two`)."""
        word = self._next_word(last)[0]
        if word != "or":
            return word in self.lexicon.perhaps_ago
        behind = [t for t in self.raw[last : last + 5] if not t.isspace()][1:2]
        return bool(behind) and behind[0].lower() in self.lexicon.numerals.words

    def _other_scale(self, nxt: Item | None, prev: str, island: Island) -> bool:
        """Say whether a stroke between a temperature and a word parts it from another scale (`175 °C/gas mark 4`)."""
        if nxt is None or prev != "UNIT" or nxt.text.split()[0].lower() not in self.lexicon.other_scales:
            return False
        return any(s.unit.kind.startswith("temperature") for s in island.values[-1])

    def _indexed(self, item: Item) -> bool:
        """Say whether `max` or `min` is the index of a symbol of one letter (`T max`)."""
        raw, k = self.raw, item.first
        if item.text not in _ABBREVIATED or k < 2 or not raw[k - 1].isspace():
            return False
        return (
            len(raw[k - 2]) == 1
            and raw[k - 2].isalpha()
            and raw[k - 2] not in ("a", "I")
            and (k < 3 or raw[k - 3].isspace())
        )

    def _dotted(self, k: int) -> bool:
        """Say whether a point with a letter glued to it stands at a raw index, as in `s.c.`."""
        return self.raw[k : k + 1] == ["."] and self.raw[k + 1 : k + 2] != [] and self.raw[k + 1].isalpha()

    def _counts_before(self, first: int) -> bool:
        """Say whether a number and a plain word stand right in front (`10,000 steps a day`)."""
        seen = [k for k in range(max(0, first - 8), first) if not self.raw[k].isspace()][-2:]
        if len(seen) < 2 or seen[0] not in self.numeric or seen[1] in self.left:
            return False
        # `$5 for a week` counts nothing
        return self.raw[seen[1]].isalpha() and self.raw[seen[1]].lower() not in self.lexicon.closers

    def _cued(self, item: Item) -> tuple[Sense, ...]:
        """Return the meanings of a spelling that words around it may settle."""
        assert item.node is not None
        before, after = self._words_around(item.first, item.last)
        return self.lexicon.units.cued(item.node.spelling, before, after)

    def _words_around(self, first: int, last: int) -> tuple[list[str], list[str]]:
        """Return the tokens before and behind some tokens in lower case, as far as a cue may stand."""
        raw = self.raw
        before: list[str] = []
        k = first - 1
        while k >= 0 and len(before) < REACH:
            if not raw[k].isspace():
                before.append(raw[k].lower())
            k -= 1
        after: list[str] = []
        k = last
        while k < len(raw) and len(after) < REACH:
            if not raw[k].isspace():
                after.append(raw[k].lower())
            k += 1
        return before[::-1], after

    def settled(self, k: int) -> str:
        """Return the codes of what words around make of the spelling of one token; empty where they settle nothing."""
        node = self.nodes[k]
        assert node is not None
        met = self.lexicon.units.met(node.spelling, *self._words_around(k, k + 1))
        return " ".join(sorted(unit.code for unit in met)) if met else ""
