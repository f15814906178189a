"""What stands beside an item, as far as it tells what the item is: asked by `lex`, which puts the terminals."""

from __future__ import annotations

import re
from fractions import Fraction

from quantcheck.lexing.figures import Figures
from quantcheck.lexing.island import GLUED, WORD, Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import DASHES, SIGNS
from quantcheck.lexing.measures import SHORT_WORDS, unit_senses
from quantcheck.lexing.tokens import BENIGN, DISTRIBUTIVE, HYPHENS, PERIODS
from quantcheck.values import Sense, Unit
from quantcheck.visible.markup import CITATION

NOTHING = Unit("1", Fraction(1), (("number", 1),), "number")
"""What an amount is per where nothing is: a factor that changes no unit."""
_ELAPSED = frozenset(("after", "in", "within", "until", "before", "every", "last", "next"))
"""Words before a time behind which a clause may begin without a comma (`after 5 minutes a player fell`)."""
_PER_WHOLE = frozenset(("w", "v", "W", "V"))
"""What begins a ratio by weight or volume (`1:4 (w/w)`)."""
_LETTERED = re.compile(r"[(\[]([A-Za-z])[)\]]")
_OF_UNITS = frozenset(("UNIT", "PER", "POW", "MUL", "SQ", "LP", "RP"))
_MASS = (("mass", 1),)


class Beside(Figures):
    """Questions about the items around one item of a text."""

    def _is_led(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether an item is a unit that stands in front of its number, and no money (`pH`, `aged`)."""
        item = items[i]
        if "CUR" in kinds[i]:
            return all(s.unit.code in self.lexicon.prefixed for t, senses in item.lives if t == "CUR" for s in senses)
        if "CURNAME" not in kinds[i] or any(
            s.unit.kind == "money" for t, of in item.lives if t == "CURNAME" for s in of
        ):
            return False
        j = i + 3
        if j + 1 < len(kinds) and kinds[j] & {"RANGE", "AND"} and "NUM" in kinds[j + 1]:
            j += 2
        return j >= len(kinds) or kinds[j].isdisjoint(("UNIT", "MULT")) or items[j].text in SHORT_WORDS

    @staticmethod
    def _rate_opens(item: Item, bracketed: bool) -> bool:
        """Say whether what an amount is per may begin behind a bracket or comma: `per`, `for each`, `(each kg)`."""
        text = item.text.lower()
        return "PER" in item.kinds and text not in ("a", "an") and (bracketed or text not in DISTRIBUTIVE)

    @staticmethod
    def _tolerance_behind(items: list[Item], kinds: list[frozenset[str]], i: int, island: Island) -> bool:
        """Say whether a bracket or a comma opens the tolerance of what stands before it."""
        if i + 2 >= len(items) or "PM" not in kinds[i + 1] or kinds[i + 2].isdisjoint(("NUM", "CUR")):
            return False
        if items[i].text == "(":
            return any(items[k].text == ")" for k in range(i + 2, min(i + 10, len(items))))
        for type_ in reversed(island.types):
            # `±1 mm, ±2 mm` is a series of tolerances
            if type_ in ("PM", "PLUSMINUS"):
                return False
            if type_ in (WORD, "COMMA", "AND"):
                break
        return True

    def _quarters(self, senses: tuple[Sense, ...], island: Island) -> tuple[Sense, ...]:
        """Return the meanings of `quarters` behind a number word of one to three: of a year, or of one."""
        number = island.values[-1][0]
        if "word" not in number.forms or number.value not in (1, 2, 3):
            return senses
        fourth = Sense(Unit("1", Fraction(1, 4), (("number", 1),), "number"), (("quarter", "fraction"),))
        return (*(Sense(s.unit, (*s.axes, ("quarter", "calendar"))) for s in senses), fourth)

    def _distributed(self, senses: tuple[Sense, ...], item: Item, island: Island) -> tuple[Sense, ...]:
        """Return what an amount is per behind `a` or `each`: that noun, or nothing where the noun may open a clause.

        `5 minutes a side` is per side; in `after 5 minutes a man came` it is not.
        """
        noun = item.text.lower()
        money = "CUR" in island.types[-5:-1]
        before = island.values[-2] if island.types[-2] == "UNIT" else ()
        stop = self._next_word(item.last)[1]
        counted = any(s.unit.kind == "count" for s in before)
        end = island.starts[-3] if len(island.starts) > 2 else 0
        since = self.text[max(0, end - 16) : end].split()[-1:]
        elapsed = any(s.unit.dimension in PERIODS for s in before) and since and since[0].lower() in _ELAPSED
        if (
            "PER" not in island.types[-4:-1]
            and len(senses) == 1
            and ((stop and not counted) or (noun in self.lexicon.rated and (stop or money or not elapsed)))
        ):
            return senses
        return or_nothing(senses)

    @staticmethod
    def _attributive(island: Island) -> bool:
        """Say whether a dash joins the unit before the last terminal to its number (`a seven-year map of each`)."""
        start = island.starts[-2]
        return len(island.starts) > 2 and island.source[island.ends[-3] : start] in DASHES

    def _rate_behind(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the `per` that a few plain words stand before, 0 for none."""
        stated = False
        for j in range(i, min(i + 9, len(items))):
            word = items[j].text.lower()
            stated = stated or word in self.lexicon.stating
            if word in ("and", "or", "but") and not (j + 2 < len(items) and items[j + 2].text.lower() == "per"):
                return 0
            if stated and word.endswith(("each", "every", "apiece")):
                return 0
            if j > i and word in ("each", "apiece") and self._next_word(items[j].last)[1]:
                return j
            if j > i and "PER" in kinds[j] and word not in ("a", "an"):
                if (
                    word == "per"
                    or word.endswith(("each", "every"))
                    or "UNIT" in (kinds[j + 1 : j + 2] or [frozenset()])[0]
                ):
                    return j
            elif j > i and "PER" in kinds[j] and j + 1 < len(items) and items[j - 1].text.lower() not in ("and", "or"):
                # `of exercise a day`, not `of water with a pinch of salt`
                if "UNIT" in kinds[j + 1] and any(s.unit.dimension in PERIODS for s in unit_senses(items[j + 1])):
                    return j
            if not items[j].text.isalnum() or "NUM" in kinds[j]:
                return 0
        return 0

    def _power_ahead(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the unit with a power that one or two plain words stand before (`kg−1 body weight
        day−1`), or of the point in front of it; 0 for none."""
        for j in range(i + 1, min(i + 3, len(items))):
            at = j + 1 if items[j].text in "·⋅∙" else j
            if at < len(items) and "UNIT" in kinds[at] and self._power_behind(items, kinds, at):
                return j
            if not items[j].text.isalpha() or "NUM" in kinds[j]:
                return 0
        return 0

    @staticmethod
    def _power_over(items: list[Item], i: int, prev: str, island: Island) -> int:
        """Return the index of the digit of a power below zero that words of the body part from the mass it is of, in a
        product (`g · kg BW−1`); 0 for none."""
        if (
            prev != "UNIT"
            or island.types[-2:-1] != ["MUL"]
            or any(s.unit.dimension != _MASS for s in island.values[-1])
        ):
            return 0
        for j in range(i, min(i + 3, len(items) - 1)):
            if items[j].text in SIGNS and j > i and items[j + 1].glued:
                return j + 1 if items[j + 1].text in ("1", "2") else 0
            if not items[j].text.isalpha() or "NUM" in items[j].kinds:
                return 0
        return 0

    def _worth_ahead(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of what makes a unit another one, over what it is of; 0 for none."""
        for j in range(i + 1, min(i + 6, len(items))):
            if "WORTH" in kinds[j]:
                return j if self._next_word(items[j].last)[0] not in self.lexicon.not_worth else 0
            text = items[j].text
            if text != "-" and (not text.isalnum() or text.lower() in self.lexicon.closers or "NUM" in kinds[j]):
                return 0
        return 0

    @staticmethod
    def _per_next(items: list[Item], i: int) -> bool:
        """Say whether what an amount is per stands behind an item."""
        behind = items[i + 1] if i + 1 < len(items) else None
        return behind is not None and "PER" in behind.kinds and behind.text.lower() not in DISTRIBUTIVE

    def _per_opens(self, item: Item) -> bool:
        """Say whether an item is `per` in front of what an amount may be per."""
        return item.text.lower() == "per" and not self._according(item.last)

    def _unit_in_brackets(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the bracket that closes behind a unit and nothing else, 0 for none."""
        before = self.text[max(0, items[i - 1].start - 2) : items[i - 1].start].rstrip("-")
        if items[i + 1].text in _PER_WHOLE or before[-1:].isalpha():
            # `1:4 (w/w)`, `ki67 (F)`
            return 0
        for j in range(i + 2, min(i + 9, len(items))):
            if items[j].text in (")", "]", ">"):
                return j
            if kinds[j].isdisjoint(_OF_UNITS):
                return 0
        return 0

    @staticmethod
    def _clearly_unit(unit: Item, size: int, island: Island) -> bool:
        """Say whether what stands in brackets behind a number can only be its unit: no letter alone, no year before."""
        number = island.values[-1][0] if island.types[-1] == "NUM" else None
        dated = number is not None and number.plain and 1800 <= number.value < 2100 and "," not in island.texts[-1]
        return not dated and (len(unit.text) > 1 or size > 2 or not unit.text.isalpha())

    def _lettered(self, at: int) -> bool:
        """Say whether another letter in brackets stands near, or the one here is of those that notes begin with."""
        near = _LETTERED.findall(self.text[max(0, at - 60) : at + 80])
        return len(near) > 1 or (bool(near) and near[0] in "abctxABC")

    @staticmethod
    def _set_apart(items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether blanks part a comma from digits in front and three behind, as between thousands."""
        if i + 1 >= len(items) or items[i].glued or items[i + 1].glued or "NUM" not in kinds[i + 1]:
            return False
        before, behind = items[i - 1].text, items[i + 1].text
        return (
            before.isdecimal()
            and len(before) < 4
            and before[0] != "0"
            and len(behind[:3]) == 3
            and behind[:3].isdecimal()
            and not behind[3:4].isdecimal()
        )

    @staticmethod
    def _part_of_one(items: list[Item], i: int) -> bool:
        """Say whether `of a` with hyphens stands between a fraction and its unit, the first at an index."""
        behind = items[i + 1 : i + 4]
        words = [it.text.lower() for it in behind]
        return (
            len(words) == 3
            and words[0] == "of"
            and words[1] in HYPHENS
            and words[2] in ("a", "an")
            and all(it.glued for it in behind)
        )

    @staticmethod
    def _or_two(items: list[Item], kinds: list[frozenset[str]], i: int, island: Island) -> bool:
        """Say whether one of something goes on with `or` and a small number of the same (`a day or two`)."""
        if "NUM" not in kinds[i + 1] or island.types[-2:] != ["NUM", "UNIT"] or not island.texts[-2].isalpha():
            return False
        one, number = island.values[-2][0], items[i + 1].lives[0][1][0]
        behind = kinds[i + 2] if i + 2 < len(items) else frozenset()
        return bool(one.value == 1 < number.value < 10) and behind.isdisjoint(("UNIT", "SQ", "MUL", "PER"))

    @staticmethod
    def _suspended(items: list[Item], i: int) -> bool:
        """Say whether a number that is set apart stands behind a connector (`40-to 49-year`)."""
        return i + 1 < len(items) and not items[i + 1].glued and "NUM" in items[i + 1].kinds

    def _hyphened(self, island: Island) -> bool:
        """Say whether a dash joins the last unit to its number (`6-foot`)."""
        start = island.starts[-1]
        return start > 0 and self.text[start - 1 : start] in DASHES

    def _pointed_off(self, items: list[Item], i: int) -> bool:
        """Say whether a point alone parts an amount from the word, or the one mark, that it touches (`was.5 mg`)."""
        item, raw = items[i], self.raw
        if not item.glued or item.first < 2 or "NUM" not in item.kinds:
            return False
        before = raw[item.first - 2]
        marked = before in ".," and (item.first < 3 or raw[item.first - 3] != ".")
        if raw[item.first - 1] != "." or not (marked or before.isalpha()):
            return False
        return i + 1 < len(items) and "UNIT" in items[i + 1].kinds

    def _differs_by(self, a: int, items: list[Item]) -> bool:
        """Say whether the sign of a difference stands in front of a temperature (`Δ5 °C`)."""
        if self.raw[a - 1] not in "Δ∆" or len(items) < 2 or "NUM" not in items[0].kinds:
            return False
        return any(s.unit.kind.startswith("temperature") for s in unit_senses(items[1]))

    def _clocked(self, items: list[Item], i: int) -> bool:
        """Say whether a number glued to a unit of time goes on with a smaller one, glued too (`1h30m`, `3m20s`)."""
        while 1 < i < len(items) - 1 and items[i - 1].glued and items[i + 1].glued:
            if items[i + 1].text not in self.lexicon.clocked.get(items[i - 1].text, ()):
                return False
            if not (i + 2 < len(items) and items[i + 2].glued and items[i + 2].text.isalnum()):
                return True
            i += 2
        return False

    @staticmethod
    def _power_digit(item: Item, prev: str, island: Island) -> bool:
        """Say whether a digit glued to a unit is read as its power (`m2`)."""
        if not island.texts[-1][-1:].isalnum():
            return True
        return prev == "UNIT" and item.text in ("2", "3", "4") and len(island.texts[-1]) <= 3

    @staticmethod
    def _parts(t: str) -> bool:
        """Say whether a token parts what touches it from a name (`S^2`, `CH-01`)."""
        return t.isspace() or t == CITATION or (t in BENIGN and t not in "-–")

    def _right_edge(self, island: Island, items: list[Item], b: int) -> None:
        raw = self.raw
        if b >= len(raw) or b in self.stops or not items or items[-1].last != b:
            return
        t = raw[b]
        if t == CITATION or b in self.left:
            return
        if t[0] not in BENIGN and not t.isspace():
            island.put(GLUED, None, self.starts[b], self.starts[b + 1], t)


def or_nothing(senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
    """Return what an amount may be per, with the other reading under which it is per nothing."""
    rated = tuple(Sense(s.unit, tuple(sorted((*s.axes, ("article", "per"))))) for s in senses)
    return (*rated, Sense(NOTHING, (("article", "apart"),)))
