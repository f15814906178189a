"""What a life of an item needs beside its place between terminals: a condition for each kind that has one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from quantcheck.lexing.island import DANGLING, GLUED, WORD, Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import DASHES, QUOTES, SIGNS
from quantcheck.lexing.measures import (
    ANGLE,
    COUNTABLE,
    MEASURED_ALONE,
    is_power,
    is_word_unit,
    spaced_product,
    unit_senses,
)
from quantcheck.lexing.often import Often
from quantcheck.lexing.tokens import DISTRIBUTIVE, PERIODS, SLASHES
from quantcheck.lexing.walk import ENDS, Walk
from quantcheck.numbers.numerals import Number
from quantcheck.vocabulary.lexicon import ARTICLE

MILD = frozenset(
    ("several", "few", "a few", "couple", "a couple", "handful", "a handful", "the few", "umpteen", "scores")
)
_TILDES = frozenset(("~", "∼", "～", "〜"))
_ALIKE = frozenset("≃≈≅~∼")
_FACTORS = frozenset(("hour", "hours", "mile", "miles", "day", "days", "year", "years"))
_COUNTRIES = ([".", "S"], [".", "K"], [".", "N"])
_BEFORE_UNIT = frozenset(("NUM", "MULT", "RP", "PER", "SQ", "MUL", "VAGUE", "ONE", "AMID"))
_FREQUENCY = frozenset(("PER", "DAILY", "EVERY", "TOD"))
_OPENED = frozenset(("FROM", "CHANGE", "BETWEEN"))
_BEHIND_RANGE = frozenset(("NUM", "CUR", "SIGN", "APPROX", "ONE"))
_OPENING_UNIT = frozenset(("UNIT", "SQ", "POW", "RP"))


class Conditions(Often):
    """Whether a life that has its place also has its other conditions."""

    # ---- units and numbers

    def _unit_fits(self, walk: Walk, item: Item, senses: Any) -> bool:
        if self._names(item):
            return False
        prev = walk.prev
        if prev in (GLUED, DANGLING):
            # a unit behind what is not read belongs to it
            return "CUR" not in walk.kinds[walk.at] or "NUM" not in walk.following
        if prev in _BEFORE_UNIT or (prev == "LP" and walk.island.types[-2:-1] == ["PER"]):
            return self._belongs(walk, item, senses)
        return prev in ("UNIT", "POW") and (
            self._power_behind(walk.items, walk.kinds, walk.at)
            or (spaced_product(item, walk.following, prev, walk.island) and not self._dotted(item.last))
            or (prev == "UNIT" and item.text.lower() in _FACTORS and is_power(walk.island))
        )

    def _names(self, item: Item) -> bool:
        """Say whether a letter begins a name: `35 U.S. firms`, `two K-band radiometers`, `5 T-shirts`."""
        if item.text == "U" and self.raw[item.last : item.last + 2] in _COUNTRIES:
            return True
        if len(item.text) != 1 or item.glued or not item.text.isupper():
            return False
        joint, named = (*self.raw[item.last : item.last + 2], "", "")[:2]
        return joint in DASHES and named.lower() in self.lexicon.lettered

    def _belongs(self, walk: Walk, item: Item, senses: Any) -> bool:
        """Say whether a unit belongs to the number or sign of division in front of it."""
        prev, island = walk.prev, walk.island
        if item.text == "st" and island.texts[-1].endswith("1") and self._next_word(item.last)[0].isalpha():
            return False
        if item.text in QUOTES and not self._quote_is_unit(item, prev, island):
            return False
        priced = island.types[-2:-1] == ["CUR"]
        if "NUM" in walk.following and "CUR" in walk.kinds[walk.at]:
            if prev == "PER":
                # `$5 per $100` is read as nothing, and whole
                return False
            if not item.glued and (priced or walk.items[walk.at + 1].glued):
                # `$ 20 $ 37`, `two $50 bills`: the sign opens an amount of its own
                return False
        if priced and all(s.unit.dimension[0][0].startswith("count:") for s in senses):
            # `a $35 cap`, `$5 tablets`: what the money is of, or for
            return False
        if not walk.money or not item.glued or prev not in ("NUM", "MULT"):
            return True
        return item.text not in self.lexicon.numerals.suffixes

    def _noun_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if walk.prev == "PER":
            return True
        number = -1 if walk.prev == "NUM" else -2
        rated = "PER" in walk.following or walk.island.types[number - 1 : number] == ["PER"]
        return rated and walk.prev in ("NUM", "MULT")

    def _power_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        # m^0 is no unit that anyone writes
        return value in ("2", "3") or (isinstance(value, int) and (value != 0 or walk.prev not in ("UNIT", "POW")))

    def _multiplication_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        behind = walk.next
        joined = behind is not None and behind.glued
        if joined and item.text == "." and walk.prev == "POW":
            if self._power_behind(walk.items, walk.kinds, walk.at + 1):
                return True
        if behind is not None and (behind.text in QUOTES or behind.text == ")"):
            # `“5 mg.”`, `(5 mg.)`
            return False
        if item.text not in ("-", "‑", "."):
            return True
        if behind is None or not (joined and item.glued):
            return False
        if item.text == "." or behind.text.lower() not in _FACTORS:
            return len(behind.text) <= 3
        # `GB-hour`, `ton-miles`, not `4-hour-day`, `3 degree-days`
        senses = walk.island.values[-1] if walk.island.types[-1] == "UNIT" else ()
        return bool(senses) and not any(
            s.unit.dimension in PERIODS or s.unit.dimension == ANGLE or s.unit.kind.startswith("temp") for s in senses
        )

    def _one_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        return self._counts_one(walk, walk.at)

    def _counts_one(self, walk: Walk, at: int) -> bool:
        """Say whether the article at an index is one of the unit behind it (`an hour`)."""
        items, kinds = walk.items, walk.kinds
        article, place = items[at], at + 1
        if place + 1 < len(items) and "AMID" in kinds[place] and "UNIT" in kinds[place + 1]:
            # `a heaping teaspoon`
            place += 1
        if article.glued or place >= len(items) or "UNIT" not in kinds[place]:
            return False
        unit = items[place]
        if not is_word_unit(unit.text) or self._behind_of(article.first):
            return False
        if unit.node is not None and unit.node.spelling in self.lexicon.units.everyday:
            return False
        if "BOUND" in kinds[place] and self._filled(items, kinds, at + 1):
            # `a min single dose of 5 mg`
            return False
        word, stop = self._next_word(unit.last)
        if unit.text == "second" and not stop and word.isalpha() and word not in self.lexicon.after_frequency:
            # `a second opinion`
            return False
        senses = unit_senses(unit)
        if any(s.unit.dimension in PERIODS for s in senses) and self._counts_before(article.first):
            # `10,000 steps a day` says how many, not one day
            return False
        if not senses or any(s.unit.dimension not in COUNTABLE for s in senses if s.unit.kind != "money"):
            return False
        if any(s.unit.dimension in MEASURED_ALONE for s in senses):
            return True
        # `a dollar is`, not `a dollar bill`, `a euro area`
        return stop or word in self.lexicon.closers or not word.isalpha()

    def _vague_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        return item.value not in MILD or bool(walk.following & {"UNIT", "TIMESW"})

    # ---- money

    def _currency_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if "LP" in walk.following:
            return self._bracket(walk.items, walk.kinds, walk.at + 1)
        if item.glued and item.first > 0 and self.raw[item.first - 1][-1:].isalpha() and item.text[:1] in "$£€¥₹":
            return False
        behind = walk.next
        if behind is None or not ("NUM" in walk.following or (behind.text in SIGNS and behind.glued)):
            return False
        if walk.prev not in ("NUM", "MULT"):
            return True
        return not item.glued and (behind.glued or "CUR" in walk.island.types[-3:-1])

    def _currency_name_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if len(item.text) == 1 and item.text.islower():
            # `p 0` is no amount of pence
            return False
        if "NUM" not in walk.following or walk.items[walk.at + 1].glued or "UNIT" in walk.behind(2):
            return False
        return walk.prev not in ("NUM", "MULT", "PER", "UNIT")

    # ---- what an amount is per

    def _per_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if item.text[0].isalpha() and item.text.lower() != "per":
            return self._distributes(walk, item)
        if item.text == "⁄":
            # between numbers it is the sign of a fraction
            return walk.prev in ("UNIT", "POW", "RP")
        if item.text in SLASHES and self._other_scale(walk.next, walk.prev, walk.island):
            return False
        return not ("NUM" in walk.following and walk.prev in ("NUM", "MULT") and "SLASH" in walk.kinds[walk.at])

    def _distributes(self, walk: Walk, item: Item) -> bool:
        """Say whether `a`, `each`, `on each` say what an amount is per: a period, a unit, or any noun."""
        behind, following, prev, low = walk.next, walk.following, walk.prev, item.text.lower()
        if behind is None:
            return False
        if "NUM" in following:
            # `6 mg for each 100 g`
            return prev in ("UNIT", "POW") and low not in DISTRIBUTIVE
        measured = prev in ("UNIT", "POW") or _is_paid(walk.island)
        if not ("BOUNDP" in walk.behind(2) and walk.items[walk.at + 2].text[:2].lower() == "or"):
            word = self._next_word(behind.last)[0]
            often = measured or prev in ("TIMESN", "TIMESW")
            if word in self.lexicon.once_ago or (word in self.lexicon.perhaps_ago and not often):
                return False
        if "UNIT" in following:
            periods = any(s.unit.dimension in PERIODS for s in unit_senses(behind))
            rated = measured and not periods if low in ("each", "every") else measured or periods
            return rated and is_word_unit(behind.text)
        if not measured or "NOUN" not in following:
            return False
        if low in ("a", "an") and behind.text.split()[0].lower() in self.lexicon.never_rated:
            return False
        before = walk.island.values[-1] if walk.island.types[-1] == "UNIT" else ()
        return not any(s.unit.kind.startswith("temperature") for s in before)

    def _rate_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if item.text.lower() != "each":
            return True
        word, stop = self._next_word(item.last)
        if not (stop or word in self.lexicon.closers or walk.following & {"DAILY", "TOD", "TIMESN"}):
            return False
        return walk.prev in ("UNIT", "POW") or _is_paid(walk.island)

    def _worth_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        # `5 mg equivalent to 10 mL`: what has that value follows
        return self._next_word(item.last)[0] not in self.lexicon.not_worth

    def _slash_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if item.text.lower() != "over":
            return True
        if walk.next is None or walk.prev != "NUM" or walk.island.types[-2:-1] == ["CUR"]:
            return False
        if "UNIT" not in walk.behind(2):
            return True
        return any(s.unit.code in self.lexicon.pair_units for s in unit_senses(walk.items[walk.at + 2]))

    # ---- ranges, ratios and shares

    @staticmethod
    def _dated(island: Island) -> bool:
        """Say whether the number in front is the year of the first of two figures (`from 12 in 2010 to 15 in 2020`)."""
        if island.types[-2:] != [WORD, "NUM"] or island.texts[-2].lower() != "in" or _OPENED.isdisjoint(island.types):
            return False
        number: Number = island.values[-1][0]
        return number.plain and 1500 <= number.value <= 2100

    def _range_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if item.text.lower() == "to" and self._dated(walk.island):
            return False
        if item.text.lower() == "up to" and walk.following.isdisjoint(_BEHIND_RANGE):
            return False
        if item.text == "--" and item.glued and walk.next is not None and walk.next.glued:
            # `-10--5 °C`: behind a negative number the second dash is a sign
            return not _is_negative(walk.island)
        if item.text in _TILDES and not item.glued and walk.prev == "NUM":
            # `two ~ 45-day windows`: behind a number in words it says that the figure is rough
            return "word" not in walk.island.values[-1][0].forms
        return True

    def _of_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if item.text.lower().endswith((" a", " an")):
            # `half of a 5 mg tablet`, not `five of a 10 mg batch`, `5 million of a 5 mg batch`
            if walk.prev != "NUM" or "fraction" not in walk.island.values[-1][0].forms:
                return False
        if "CUR" in walk.following:
            # `half of $700` is a share, `$5 million of $60 million` two sums
            return next((t for t in reversed(walk.island.types) if t not in ("NUM", "MULT")), "") != "CUR"
        if "NUM" not in walk.following or walk.items[walk.at + 1].value is not None:
            return True
        whole = walk.items[walk.at + 1].lives[0][1][0]
        if whole.shown and whole.value.denominator > 1 and "UNIT" not in walk.behind(2):
            # `an OD 600 of 0.6`: no number of things is a part of that
            behind = walk.items[walk.at + 2 : walk.at + 3]
            return bool(behind) and behind[0].text.lower() in self.lexicon.numerals.words
        return True

    def _ratio_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        """`1 in 5` is a ratio; a number before `in` and a year (`5 in 2019`) is none."""
        if walk.next is None:
            return False
        number = walk.next.lives[0][1][0]
        first = walk.island.values[-1][0] if walk.island.types[-1] == "NUM" else None
        if first is None or not isinstance(number, Number):
            return False
        if number.plain and 1500 <= number.value <= 2100 and first.value != 1:
            return False
        scale = walk.next.value if isinstance(walk.next.value, Fraction) else 1
        return bool(first.value < number.value * scale)

    def _colon_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        return item.glued and walk.next is not None and walk.next.glued and not _seconds(walk.next.text)

    def _equation_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if walk.prev != "NUM":
            return True
        # `R 2 = 0.18`: the number is the index of a name
        before = self.source_before(walk.island.starts[-1])
        return not (len(walk.island.types) < 2 or walk.island.types[-2] == WORD) or not before

    # ---- how often

    def _daily_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        return self._frequency_stands(item, walk.prev, walk.island)

    def _times_fit(self, walk: Walk, item: Item, value: Any) -> bool:
        # `once or twice daily`
        return ("AND" in walk.following and "TIMESN" in walk.behind(2)) or bool(walk.following & _FREQUENCY)

    def _times_word_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if walk.following.isdisjoint(_FREQUENCY):
            return False
        return "PER" not in walk.following or walk.items[walk.at + 1].text.lower() in ("per", "/", "a", "an")

    def _every_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if walk.prev not in ENDS and _picks_out(item, walk.items, walk.at):
            return False
        behind = walk.next
        if item.text.lower().rstrip(".") != "q" or (behind is not None and behind.glued and item.text[-1] != "."):
            return True
        # `q 6 h`, `q 4-6 h`
        at = walk.at + (4 if "RANGE" in walk.behind(2) else 2)
        period = walk.items[at : at + 1]
        return (
            "NUM" in walk.following
            and bool(period)
            and any(s.unit.dimension in PERIODS for s in unit_senses(period[0]))
        )

    # ---- bounds and signs

    def _approximation_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        return item.text != "C." and not self._hedged(walk, item, value)

    def _bound_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if walk.next is not None and walk.next.text in _ALIKE and self._indexed(item):
            # `T max ≈ 300 K`: the name of a temperature
            return False
        if "ONE" in walk.following and walk.following <= ARTICLE:
            # `more than an hour`, not `more than a dose of 5 mg`
            return self._counts_one(walk, walk.at + 1)
        return True

    def _bound_behind_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if walk.prev == "DAILY" and self._filled(walk.items, walk.kinds, walk.at):
            # `the daily maximum is 5 mg`: it bounds what follows
            return False
        if self._compares(item) or self._bounds_next(item, walk.items, walk.kinds, walk.at):
            return False
        if item.text.endswith(" more") and self._next_word(item.last)[0] in self.lexicon.rather:
            # `less than 3% and more preferably less than 2.6%`
            return False
        if item.text == "+":
            return item.glued or self._next_word(item.last)[1]
        return item.text not in ("min", "Min", "MIN") or walk.prev not in ("NUM", "MULT")

    def _negation_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        behind = slice(walk.at + 1, walk.at + 4)
        if value == "zero":
            return any(s.unit.kind.startswith("temperature") for it in walk.items[behind] for s in unit_senses(it))
        low = item.text.lower()
        if low.endswith(("of", ":", "was", "is")):
            # `a loss of $5 million` is negative, `a loss of 5 kg` is an amount that was lost
            return any(not kind.isdisjoint(("CUR", "CURNAME")) for kind in walk.kinds[walk.at + 1 : walk.at + 5])
        return low != "minus" or walk.prev not in ENDS

    def _negation_behind_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if value not in ("-", "freezing"):
            # `5 °C below 0 °C`, not `10 mg below 0 °C`
            last = walk.island.values[-1] if walk.prev == "UNIT" else ()
            return any(value in (s.unit.code, "degrees") and s.unit.kind.startswith("temperature") for s in last)
        if item.text.rstrip(")]").endswith("0") and walk.next is not None:
            # `10 mg below 0 °C`: the number has a unit of its own
            return "UNIT" not in walk.following or walk.next.text in self.lexicon.rules
        return True

    def _tolerance_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        return walk.prev not in ENDS

    # ---- brackets

    def _opening_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        if walk.prev == "PER" and walk.following & {"UNIT", "SQ"}:
            return any("RP" in kind for kind in walk.kinds[walk.at + 1 : walk.at + 10])
        return bool(walk.following - _OPENING_UNIT) and self._bracket(walk.items, walk.kinds, walk.at)

    def _closing_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        types = walk.island.types
        return "LP" in types[-12:] and types.count("LP") > types.count("RP")

    def _never_fits(self, walk: Walk, item: Item, value: Any) -> bool:
        return False


def _is_paid(island: Island) -> bool:
    """Say whether an amount of money stands in front."""
    return "CUR" in (island.types[-2:-1] or island.types[-3:-2]) or "CUR" in island.types[-3:]


def _is_negative(island: Island) -> bool:
    """Say whether the last number of an island is below zero."""
    at = next((k for k in range(len(island.types) - 1, -1, -1) if island.types[k] == "NUM"), None)
    return at is not None and bool(island.values[at][0].value < 0)


def _picks_out(item: Item, items: list[Item], i: int) -> bool:
    """Say whether `each` or `every` only picks out what follows: `each tablet`, `every cup`, `each 5 mL`.

    Before a period it is an interval; `every 5 km` is one of another kind, which is not read.
    """
    word = item.text.lower()
    if word not in ("each", "every"):
        return False
    behind = items[i + 1 : i + 4]
    if behind and "NUM" in behind[0].kinds and word == "each":
        behind = behind[1:]
    senses = unit_senses(behind[0]) if behind and "UNIT" in behind[0].kinds else ()
    return bool(senses) and not any(s.unit.dimension in PERIODS for s in senses)


def _seconds(text: str) -> bool:
    """Say whether digits are those of seconds and parts of one, as behind a colon (`1:58.35`)."""
    whole, point, parts = text.partition(".")
    return bool(point and parts) and len(whole) == 2 and whole[0] in "012345"


CONDITIONS: dict[str, Callable[[Conditions, Walk, Item, Any], bool]] = {
    "APPROX": Conditions._approximation_fits,
    "BOUND": Conditions._bound_fits,
    "BOUNDP": Conditions._bound_behind_fits,
    "COLON": Conditions._colon_fits,
    "CUR": Conditions._currency_fits,
    "CURNAME": Conditions._currency_name_fits,
    "DAILY": Conditions._daily_fits,
    "EQ": Conditions._equation_fits,
    "EVERY": Conditions._every_fits,
    "INR": Conditions._ratio_fits,
    "LP": Conditions._opening_fits,
    "MUL": Conditions._multiplication_fits,
    "NEG": Conditions._negation_fits,
    "NEGP": Conditions._negation_behind_fits,
    "NOUN": Conditions._noun_fits,
    "OF": Conditions._of_fits,
    "ONE": Conditions._one_fits,
    "PER": Conditions._per_fits,
    "PLUSMINUS": Conditions._tolerance_fits,
    "POW": Conditions._power_fits,
    "RANGE": Conditions._range_fits,
    "RATE": Conditions._rate_fits,
    "RP": Conditions._closing_fits,
    "SLASH": Conditions._slash_fits,
    "TIMESN": Conditions._times_fit,
    "TIMESW": Conditions._times_word_fits,
    "UNIT": Conditions._unit_fits,
    "VAGUE": Conditions._vague_fits,
    "WORTH": Conditions._worth_fits,
    **dict.fromkeys(("ADJECTIVE", "FILL", "NUMWORD", "OTHER", "PLAIN", "SUBSTANCE"), Conditions._never_fits),
}
"""What each kind of life is asked; one that is not here needs its place alone."""
