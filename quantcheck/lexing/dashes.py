"""Dashes, signs and the ties of LaTeX among terminals: what joins, what is the sign of a number, and what hangs."""

from __future__ import annotations

from collections.abc import Callable

from quantcheck.lexing.beside import Beside
from quantcheck.lexing.island import GLUED, WORD
from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import DASHES, SIGNS
from quantcheck.lexing.multipliers import PLUS
from quantcheck.lexing.walk import ENDS, Walk

TIE = "~"
"""The blank of LaTeX where no line ends, when it touches a number and its unit."""
SIGNED = frozenset(("NUM", "CUR"))
_JOINING = frozenset(("RANGE", "AND", "BOUND", "APPROX", "BETWEEN", "FROM"))
RATED_BY = frozenset(("per", "a", "an", "each", "every"))
"""Words that a dash may join to an amount and to what it is per."""
_CONNECTIVES = frozenset(("to", "and", "or"))
_SIGN = frozenset(("SIGN",))
_PARTED = frozenset(("SIGN", "PARTED"))
"""A sign with a blank behind it, where no dash can stand."""


class Dashes(Beside):
    """What the dashes and signs of an island do."""

    def _mark_signs(self, walk: Walk) -> None:
        """Mark the dashes that may be the sign of the number behind them."""
        items, kinds = walk.items, walk.kinds
        for k in range(len(items) - 1):
            text, touched = items[k].text, items[k + 1].glued
            if text in SIGNS:
                if touched:
                    if _opens_figure(walk, k) and (
                        not items[k].glued
                        or (k > 0 and not items[k - 1].text[-1].isalnum() and items[k - 1].text[-1] not in ")]")
                    ):
                        kinds[k] |= _SIGN
                elif kinds[k + 1] & SIGNED:
                    if text == "−" or self._word_in_front(items[k].first) in self.lexicon.before_sign:
                        kinds[k] |= _PARTED
            elif text in PLUS and touched and "NUM" in kinds[k + 1] and k and kinds[k - 1] & _JOINING:
                # `−5 °C to +5 °C`
                kinds[k] |= _SIGN

    def _tied(self, walk: Walk, item: Item) -> bool:
        """Pass a tie between two units, and let it hang before a connector."""
        if not item.glued or walk.prev not in ("UNIT", "POW") or walk.at + 1 == len(walk.items):
            return False
        behind = walk.items[walk.at + 1]
        if not behind.glued:
            return False
        if "UNIT" in walk.following:
            # `10~J~kg$^{-1}$`
            behind.glued = False
            return walk.skip()
        if "NUM" in walk.following and self._tied_on(walk):
            # `5~min~10~s`
            behind.glued = False
            return walk.skip()
        # `5~kg~to~6~kg`
        return behind.text.lower() in _CONNECTIVES and walk.dangle()

    def _tied_on(self, walk: Walk) -> bool:
        """Say whether ties join the unit in front to its number, and the number behind to its unit."""
        start = walk.island.starts[-1]
        before, behind = self.text[start - 1 : start], walk.items[walk.at + 2 : walk.at + 4]
        return before == TIE and len(behind) > 1 and behind[0].text == TIE and "UNIT" in walk.kinds[walk.at + 3]

    def _joined(self, walk: Walk, item: Item) -> bool:
        """Pass a dash or tie that joins number and unit (`30-minute`), or hangs before `to` (`30- to 40-minute`)."""
        if not item.glued or walk.prev not in ("NUM", "MULT", "UNIT") or walk.at + 1 == len(walk.items):
            return False
        behind = walk.items[walk.at + 1]
        word = behind.text.lower()
        if word == "," and walk.prev == "NUM" and self._goes_on_hanging(walk):
            # `5-, 10- and 15-mg`
            return walk.skip()
        if not behind.glued or (word in _CONNECTIVES and self._suspended(walk.items, walk.at + 1)):
            # `30- to 40-minute`, `30-to 40-minute`
            return word in _CONNECTIVES and walk.skip()
        if item.text == TIE and behind.text[0] in DASHES:
            # `20~--~30 km`
            return walk.skip()
        rated = walk.money and word in RATED_BY
        if walk.prev != "UNIT":
            return self._joins_number(walk, behind, word, rated)
        if _halved(walk, word):
            return walk.skip(2)
        if rated:
            return walk.dangle()
        if word == "per":
            return walk.skip()
        if "NUM" in walk.following and self._hyphened(walk.island):
            # `6-foot-2`, `6-foot-2-inch`
            behind.glued = False
            return walk.skip()
        return False

    @staticmethod
    def _goes_on_hanging(walk: Walk) -> bool:
        """Say whether another number with a hyphen follows the comma, over a connective."""
        items, k = walk.items, walk.at + 2
        if k < len(items) and items[k].text.lower() in _CONNECTIVES:
            k += 1
        if k + 1 >= len(items) or "NUM" not in walk.kinds[k]:
            return False
        return items[k + 1].glued and (items[k + 1].text in DASHES or items[k + 1].text in SIGNS)

    def _joins_number(self, walk: Walk, behind: Item, word: str, rated: bool) -> bool:
        following, island = walk.following, walk.island
        if "UNIT" in following and "NUM" not in following and is_wordy(behind.text) and not rated:
            return walk.skip()
        if _halved(walk, word):
            # `half-an-hour`
            return walk.skip(2)
        if walk.prev == "NUM" and self._part_of_one(walk.items, walk.at) and "fraction" in island.values[-1][0].forms:
            # `a quarter-of-an-hour`
            return walk.skip(4)
        # `a $5-a share bid`
        return rated and walk.dangle()

    def _set_apart_hyphen(self, walk: Walk, item: Item) -> bool:
        """Pass a hyphen between blanks (`half - hour`), as texts have it whose tokens were set apart."""
        following = walk.following
        if item.glued or walk.prev not in ("NUM", "MULT") or "UNIT" not in following or "NUM" in following:
            return False
        word = walk.items[walk.at + 1].text
        return word.isalpha() and (word.islower() or _counts_in_words(walk)) and walk.skip()

    def _signed(self, walk: Walk, item: Item) -> bool:
        """Put a number with the sign that touches it, or the sign of an amount of money."""
        if walk.prev in ENDS:
            return False
        if "PARTED" in walk.kinds[walk.at]:
            # `fell to - 5 °C`: no dash can stand there, and as a sign it would touch its number
            return walk.dangle()
        if not _opens_figure(walk, walk.at):
            return False
        if item.glued and item.first > 0 and walk.prev == WORD and self.raw[item.first - 1][-1:].isalnum():
            walk.island.put(GLUED, None, item.start, item.end)
            return walk.went(GLUED)
        if "NUM" in walk.following:
            return self._number(walk, sign=item)
        walk.island.put("NEG", "-", item.start, item.end)
        return walk.went("NEG")

    def _plus(self, walk: Walk, item: Item) -> bool:
        """Put a number with the plus that touches it."""
        if walk.prev in ENDS or "NUM" not in walk.following or not walk.items[walk.at + 1].glued:
            return False
        return self._number(walk, sign=item)

    def _thousands(self, walk: Walk, item: Item) -> bool:
        """Let the comma of thousands whose signs were set apart hang (`$ 1 , 500`)."""
        return walk.prev == "NUM" and self._set_apart(walk.items, walk.kinds, walk.at) and walk.dangle()


def _opens_figure(walk: Walk, k: int) -> bool:
    """Say whether a number, or the sign of a currency and a number, touches an item."""
    items, kinds = walk.items, walk.kinds
    if k + 1 == len(items) or not items[k + 1].glued:
        return False
    return "NUM" in kinds[k + 1] or ("CUR" in kinds[k + 1] and k + 2 < len(items) and "NUM" in kinds[k + 2])


def _counts_in_words(walk: Walk) -> bool:
    """Say whether the number in front, perhaps with one multiplier, is written in words."""
    island, place = walk.island, -1 if walk.prev == "NUM" else -2
    return island.types[place] == "NUM" and "word" in island.values[place][0].forms


def _halved(walk: Walk, word: str) -> bool:
    return word in ("a", "an") and walk.island.texts[-1].lower().endswith("half")


def is_wordy(text: str) -> bool:
    """Say whether a dash before a unit joins (`30-minute`, `5-mg`)."""
    return text[:1].isalpha() or text[:1] in "°µμ%"


Rule = Callable[[Dashes, Walk, Item], bool]
BY_MARK: dict[str, tuple[Rule, ...]] = {
    **dict.fromkeys(DASHES, (Dashes._joined,)),
    **dict.fromkeys(SIGNS, (Dashes._joined, Dashes._signed)),
    "-": (Dashes._joined, Dashes._set_apart_hyphen, Dashes._signed),
    **dict.fromkeys(PLUS, (Dashes._plus,)),
    TIE: (Dashes._tied, Dashes._joined),
    ",": (Dashes._thousands,),
}
"""What each mark may be before the lives of its item are asked, in order."""
