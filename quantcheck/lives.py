"""What an item is, by its place between terminals: the tables of `vocab/relations.toml` and what goes with them."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from typing import Any

from quantcheck.island import WORD, Island
from quantcheck.items import PERIODS, SLASHES, Item, Items
from quantcheck.later import later
from quantcheck.numerals import Number
from quantcheck.tokens import DISTRIBUTIVE, is_number
from quantcheck.values import Sense

DASHES = frozenset("-−–—‐‑‒")
SIGNS = frozenset("-−–‑‐")
ENDS = frozenset(("NUM", "MULT", "UNIT", "POW", "RP", "BOUNDP", "APPROXP", "DAILY", "TOD", "NEGP", "VAGUE", "MORE"))
_TILDES = frozenset(("~", "∼", "～", "〜"))
QUOTES = frozenset(("'", '"', "’", "”", "′", "″"))
MILD = frozenset(
    ("several", "few", "a few", "couple", "a couple", "handful", "a handful", "the few", "umpteen", "scores")
)
_ARTICLES = frozenset(("ONE", "PER", "FILL"))
_ABBREVIATED = ("max", "min")
_ALIKE = frozenset("≃≈≅~∼")
MEASURED_ALONE = frozenset(((("time", 1),), (("calendar", 1),), (("length", 1),), (("mass", 1),), (("length", 3),)))
"""Before a unit of these an article is 1, whatever stands behind."""
COUNTABLE = MEASURED_ALONE | {(("information", 1),)}
_FACTORS = frozenset(("hour", "hours", "mile", "miles", "day", "days", "year", "years"))
_ANGLE = (("angle", 1),)
_LENGTH = (("length", 1),)
_MASS = (("mass", 1),)
_SECOND = frozenset(((("time", 1),), (("length", 1),)))
"""Dimensions of the second factor of a product in words."""
_ENERGETIC = frozenset(("mass", "time"))
_COUNTRIES = ([".", "S"], [".", "K"], [".", "N"])
_BEFORE_AMOUNT = frozenset(("FILL", "BOUND", "BOUNDP", "APPROX", "EMPH", "FROM", "BETWEEN", "ONE"))
_BESIDE_LINK = frozenset(
    (
        "now",
        "then",
        "still",
        "also",
        "estimated",
        "set",
        "put",
        "kept",
        "to",
        "at",
        "least",
        "most",
        "more",
        "less",
        "than",
    )
)
_CLAUSE = later(r"[;:!?\n]|\.(?=\s)")
SHORT_WORDS = frozenset(
    [
        "in",
        "at",
        "as",
        "us",
        "me",
        "he",
        "it",
        "is",
        "am",
        "pm",
        "ms",
        "mr",
        "dr",
        "st",
        "pt",
        "no",
        "to",
        "so",
        "go",
        "do",
        "we",
        "be",
        "by",
        "my",
        "up",
        "or",
        "on",
        "an",
        "if",
        "of",
    ]
)


class Lives(Items):
    """The items of a text, and the choice between the lives of each."""

    def _choose(
        self, items: list[Item], kinds: list[frozenset[str]], i: int, prev: str, island: Island, money: bool
    ) -> tuple[str, Any] | None:
        item = items[i]
        following = kinds[i + 1] if i + 1 < len(items) else frozenset()
        rules = self.lexicon.rules.get(item.text)
        settled: str | None = None
        if rules is not None:
            settled = self._second_life(item, rules, items, kinds, i, prev, island)
            if settled == WORD:
                return None
        for life in item.lives:
            terminal = life[0]
            if settled is not None and terminal != settled:
                continue
            if settled is None and rules is not None and any(r.as_ == terminal for r in rules):
                continue
            place = self.lexicon.places.get(terminal)
            if place is not None:
                if place.prev is not None and prev not in place.prev:
                    continue
                if place.next is not None and not (place.next & following):
                    continue
                if place.not_next is not None and place.not_next & following:
                    continue
            if self._fits(terminal, life[1], item, items, kinds, i, prev, island, money):
                return life
        return None

    @staticmethod
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

    def _second_life(
        self,
        item: Item,
        rules: list[Any],
        items: list[Item],
        kinds: list[frozenset[str]],
        i: int,
        prev: str,
        island: Island,
    ) -> str | None:
        following = kinds[i + 1] if i + 1 < len(items) else frozenset()
        for rule in rules:
            if rule.prev is not None and prev not in rule.prev:
                continue
            if rule.glued and not item.glued:
                continue
            if rule.rewritten and not self._rewritten(items, kinds, i):
                continue
            if rule.after_unit and not self._after_unit(island, rule.after_unit):
                continue
            if rule.next is not None or rule.next_words:
                if not self._next_fits(rule, item, items, i, following):
                    continue
            return str(rule.as_)
        return None

    @staticmethod
    def _rewritten(items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether a bracket with another length stands behind an item (`12 in (30 cm)`)."""
        if i + 3 >= len(items) or items[i + 1].text != "(" or "NUM" not in kinds[i + 2] or "UNIT" not in kinds[i + 3]:
            return False
        return any(s.unit.dimension == _LENGTH for s in unit_senses(items[i + 3]))

    def _after_unit(self, island: Island, codes: frozenset[str]) -> bool:
        for k in range(len(island.types) - 2, max(-1, len(island.types) - 4), -1):
            if island.types[k] == "UNIT":
                return any(s.unit.code in codes for s in island.values[k])
        return False

    def _next_fits(self, rule: Any, item: Item, items: list[Item], i: int, following: frozenset[str]) -> bool:
        word, stop = self._next_word(item.last)
        if rule.next_words and word in rule.next_words:
            return True
        if rule.next is None:
            return False
        if rule.next & following and not (
            items[i + 1].text.lower() in DISTRIBUTIVE and not rule.next - {"PER"} & following
        ):
            return not (following & {"NUM"}) or "NUM" in rule.next
        if "stop" in rule.next and stop:
            return True
        return bool("dot" in rule.next and self.raw[item.last : item.last + 1] == ["."] and not stop)

    def _fits(
        self,
        terminal: str,
        value: Any,
        item: Item,
        items: list[Item],
        kinds: list[frozenset[str]],
        i: int,
        prev: str,
        island: Island,
        money: bool,
    ) -> bool:
        """Say whether a life that has its place also has its other conditions."""
        following = kinds[i + 1] if i + 1 < len(items) else frozenset()
        nxt = items[i + 1] if i + 1 < len(items) else None
        if terminal == "UNIT" and item.text == "U" and self.raw[item.last : item.last + 2] in _COUNTRIES:
            # `35 U.S. firms`
            return False
        if terminal == "UNIT" and len(item.text) == 1 and item.text.isupper() and not item.glued:
            joint, named = (*self.raw[item.last : item.last + 2], "", "")[:2]
            if joint in DASHES and named.lower() in self.lexicon.lettered:
                # `two K-band radiometers`, `5 T-shirts`
                return False
        if terminal == "UNIT":
            if prev in ("GLUED", "DANGLING"):
                # a unit behind what is not read belongs to it
                return "CUR" not in kinds[i] or "NUM" not in following
            if prev in ("NUM", "MULT", "RP", "PER", "SQ", "MUL", "VAGUE", "ONE", "AMID") or (
                prev == "LP" and island.types[-2:-1] == ["PER"]
            ):
                if item.text == "st" and island.texts[-1].endswith("1") and self._next_word(item.last)[0].isalpha():
                    return False
                if item.text in QUOTES and not self._quote_is_unit(item, prev, island):
                    return False
                if "CUR" in kinds[i] and "NUM" in following and prev == "PER":
                    # `$5 per $100` is read as nothing, and whole
                    return False
                if island.types[-2:-1] == ["CUR"] and all(s.unit.dimension[0][0].startswith("count:") for s in value):
                    # `a $35 cap`, `$5 tablets`: what the money is of, or for
                    return False
                if "CUR" in kinds[i] and "NUM" in following and not item.glued:
                    if island.types[-2:-1] == ["CUR"] or (nxt is not None and nxt.glued):
                        # `$ 20 $ 37`, `two $50 bills`: the sign opens an amount of its own
                        return False
                return not (
                    money and prev in ("NUM", "MULT") and item.glued and item.text in self.lexicon.numerals.suffixes
                )
            return prev in ("UNIT", "POW") and (
                self._power_behind(items, kinds, i)
                or (self._spaced_product(item, following, prev, island) and not self._dotted(item.last))
                or (prev == "UNIT" and item.text.lower() in _FACTORS and _is_power(island))
            )
        if terminal == "NOUN":
            number = -1 if prev == "NUM" else -2
            return prev == "PER" or (
                prev in ("NUM", "MULT") and ("PER" in following or island.types[number - 1 : number] == ["PER"])
            )
        if terminal == "POW":
            # m^0 is no unit that anyone writes
            return value in ("2", "3") or (isinstance(value, int) and (value != 0 or prev not in ("UNIT", "POW")))
        if terminal == "CURNAME":
            return (
                nxt is not None
                and "NUM" in following
                and not nxt.glued
                and prev not in ("NUM", "MULT", "PER", "UNIT")
                and not (i + 2 < len(items) and "UNIT" in kinds[i + 2])
            )
        if terminal == "APPROX" and item.text == "C.":
            return False
        if terminal == "PLUSMINUS":
            return prev not in ENDS
        if terminal == "ADJECTIVE":
            return False
        if terminal == "CUR" and "LP" in following:
            return self._bracket(items, kinds, i + 1)
        if terminal == "CUR":
            if item.glued and item.first > 0 and self.raw[item.first - 1][-1:].isalpha() and item.text[:1] in "$£€¥₹":
                return False
            return (
                nxt is not None
                and ("NUM" in following or (nxt.text in SIGNS and nxt.glued))
                and (
                    prev not in ("NUM", "MULT")
                    or (nxt.glued and not item.glued)
                    or (not item.glued and "CUR" in island.types[-3:-1])
                )
            )
        if terminal == "PER":
            if item.text[0].isalpha() and item.text.lower() != "per":
                bounded = i + 2 < len(items) and "BOUNDP" in kinds[i + 2] and items[i + 2].text[:2].lower() == "or"
                return self._distributes(item, nxt, following, prev, island, bounded)
            if item.text == "⁄":
                # between numbers it is the sign of a fraction
                return prev in ("UNIT", "POW", "RP")
            if item.text in SLASHES and self._other_scale(nxt, prev, island):
                return False
            return not ("SLASH" in kinds[i] and prev in ("NUM", "MULT") and "NUM" in following)
        if terminal == "RATE" and item.text.lower() == "each":
            word, stop = self._next_word(item.last)
            paid = "CUR" in (island.types[-2:-1] or island.types[-3:-2]) or "CUR" in island.types[-3:]
            apart = stop or word in self.lexicon.closers or bool(following & {"DAILY", "TOD", "TIMESN"})
            return apart and (prev in ("UNIT", "POW") or paid)
        if terminal == "WORTH":
            # `5 mg equivalent to 10 mL`: what has that value follows
            return self._next_word(item.last)[0] not in self.lexicon.not_worth
        if terminal == "SLASH":
            if item.text.lower() != "over":
                return True
            behind = items[i + 2] if i + 2 < len(items) else None
            return (
                nxt is not None
                and prev == "NUM"
                and island.types[-2:-1] != ["CUR"]
                and (
                    behind is None
                    or "UNIT" not in kinds[i + 2]
                    or any(s.unit.code in self.lexicon.pair_units for s in unit_senses(behind))
                )
            )
        if terminal == "ONE" and "AMID" in following and i + 2 < len(items) and "UNIT" in kinds[i + 2]:
            # `a heaping teaspoon`
            nxt, following = items[i + 2], kinds[i + 2]
        if terminal == "ONE":
            if item.glued or nxt is None or "UNIT" not in following or not is_word_unit(nxt.text):
                return False
            if self._behind_of(item.first):
                return False
            if nxt.node is not None and nxt.node.spelling in self.lexicon.units.everyday:
                return False
            if "BOUND" in following and self._filled(items, kinds, i + 1):
                # `a min single dose of 5 mg`
                return False
            if nxt.text == "second":
                # `a second opinion`
                word, stop = self._next_word(nxt.last)
                if not stop and word.isalpha() and word not in self.lexicon.after_frequency:
                    return False
            senses = unit_senses(nxt)
            if any(s.unit.dimension in PERIODS for s in senses) and self._counts_before(item.first):
                # `10,000 steps a day` says how many, not one day
                return False
            if not senses or any(s.unit.dimension not in COUNTABLE for s in senses if s.unit.kind != "money"):
                return False
            if any(s.unit.dimension in MEASURED_ALONE for s in senses):
                return True
            # `a dollar is`, not `a dollar bill`, `a euro area`
            word, stop = self._next_word(nxt.last)
            return stop or word in self.lexicon.closers or not word.isalpha()
        if (
            terminal == "MUL"
            and item.text == "."
            and prev == "POW"
            and nxt is not None
            and nxt.glued
            and self._power_behind(items, kinds, i + 1)
        ):
            return True
        if terminal == "MUL":
            if nxt is not None and (nxt.text in QUOTES or nxt.text == ")"):
                # `“5 mg.”`, `(5 mg.)`
                return False
            glued = item.glued and nxt is not None and nxt.glued
            if item.text in ("-", "‑") and glued and nxt is not None and nxt.text.lower() in _FACTORS:
                # `GB-hour`, `ton-miles`, not `4-hour-day`, `3 degree-days`
                senses = island.values[-1] if island.types[-1] == "UNIT" else ()
                return bool(senses) and not any(
                    s.unit.dimension in PERIODS or s.unit.dimension == _ANGLE or s.unit.kind.startswith("temp")
                    for s in senses
                )
            return item.text not in ("-", "‑", ".") or (glued and nxt is not None and len(nxt.text) <= 3)
        if (
            terminal == "RANGE"
            and item.text.lower() == "up to"
            and following.isdisjoint(("NUM", "CUR", "SIGN", "APPROX", "ONE"))
        ):
            return False
        if terminal == "RANGE" and item.text == "--" and item.glued and nxt is not None and nxt.glued:
            # `-10--5 °C`: behind a negative number the second dash is a sign
            return not self._negative(island)
        if terminal == "RANGE" and item.text in _TILDES and not item.glued and prev == "NUM":
            # `two ~ 45-day windows`: behind a number in words it says that the figure is rough
            return "word" not in island.values[-1][0].forms
        if terminal == "OF" and "CUR" in following:
            # `half of $700` is a share, `$5 million of $60 million` two sums
            return next((t for t in reversed(island.types) if t not in ("NUM", "MULT")), "") != "CUR"
        if terminal == "OF" and "NUM" in following and nxt is not None and nxt.value is None:
            measured = i + 2 < len(items) and "UNIT" in kinds[i + 2]
            whole = nxt.lives[0][1][0]
            if whole.shown and whole.value.denominator > 1 and not measured:
                # `an OD 600 of 0.6`: no number of things is a part of that
                return items[i + 2 : i + 3] != [] and items[i + 2].text.lower() in self.lexicon.numerals.words
        if terminal == "INR":
            return nxt is not None and self._ratio_in(island, nxt)
        if terminal == "COLON":
            return item.glued and nxt is not None and nxt.glued and not _seconds(nxt.text)
        if terminal == "DAILY":
            return self._frequency_stands(item, prev, island)
        if terminal == "TIMESN":
            if "AND" in following and i + 2 < len(items) and "TIMESN" in kinds[i + 2]:
                # `once or twice daily`
                return True
            return bool(following & {"PER", "DAILY", "EVERY", "TOD"})
        if terminal == "TIMESW":
            return (
                nxt is not None
                and bool(following & {"PER", "DAILY", "EVERY", "TOD"})
                and ("PER" not in following or nxt.text.lower() in ("per", "/", "a", "an"))
            )
        if terminal == "BOUND" and nxt is not None and nxt.text in _ALIKE and self._indexed(item):
            # `T max ≈ 300 K`: the name of a temperature
            return False
        if terminal == "BOUND" and nxt is not None and following <= _ARTICLES and "ONE" in following:
            # `more than an hour`, not `more than a dose of 5 mg`
            return self._fits("ONE", None, nxt, items, kinds, i + 1, "BOUND", island, money)
        if terminal == "BOUNDP" and prev == "DAILY" and self._filled(items, kinds, i):
            # `the daily maximum is 5 mg`: it bounds what follows
            return False
        if terminal == "BOUNDP" and (self._compares(item) or self._bounds_next(item, items, kinds, i)):
            return False
        if (
            terminal == "BOUNDP"
            and item.text.endswith(" more")
            and self._next_word(item.last)[0] in self.lexicon.rather
        ):
            # `less than 3% and more preferably less than 2.6%`
            return False
        if terminal == "BOUNDP" and item.text == "+":
            return item.glued or self._next_word(item.last)[1]
        if terminal == "BOUNDP" and item.text in ("min", "Min", "MIN"):
            return prev not in ("NUM", "MULT")
        if terminal == "NEG" and value == "zero":
            return any(s.unit.kind.startswith("temperature") for it in items[i + 1 : i + 4] for s in unit_senses(it))
        if terminal == "NEGP" and value not in ("-", "freezing"):
            # `5 °C below 0 °C`, not `10 mg below 0 °C`
            last = island.values[-1] if prev == "UNIT" else ()
            return any(value in (s.unit.code, "degrees") and s.unit.kind.startswith("temperature") for s in last)
        if terminal == "NEGP" and item.text.rstrip(")]").endswith("0") and nxt is not None:
            # `10 mg below 0 °C`: the number has a unit of its own
            return "UNIT" not in following or nxt.text in self.lexicon.rules
        if terminal == "NEG" and item.text.lower().endswith(("of", ":", "was", "is")):
            # `a loss of $5 million` is negative, `a loss of 5 kg` is an amount that was lost
            return any(not k.isdisjoint(("CUR", "CURNAME")) for k in kinds[i + 1 : i + 5])
        if terminal == "NEG" and prev in ENDS and item.text.lower() == "minus":
            return False
        if terminal == "VAGUE":
            return bool(following & {"UNIT", "TIMESW"}) or item.value not in MILD
        if terminal in ("FILL", "OTHER", "SUBSTANCE", "PLAIN"):
            return False
        if terminal == "EVERY":
            if prev not in ENDS and self._picks_out(item, items, i):
                return False
            if item.text.lower().rstrip(".") != "q" or (nxt is not None and nxt.glued and item.text[-1] != "."):
                return True
            behind = items[i + 2] if i + 2 < len(items) else None
            return (
                "NUM" in following
                and behind is not None
                and any(s.unit.dimension in PERIODS for s in unit_senses(behind))
            )
        if terminal == "NUMWORD":
            return False
        if terminal == "LP":
            if prev == "PER" and following & {"UNIT", "SQ"}:
                return any("RP" in kinds[k] for k in range(i + 1, min(i + 10, len(items))))
            return bool(following - {"UNIT", "SQ", "POW", "RP"}) and self._bracket(items, kinds, i)
        if terminal == "RP":
            return any(t == "LP" for t in island.types[-12:]) and island.types.count("LP") > island.types.count("RP")
        if terminal == "EQ" and prev == "NUM":
            # `R 2 = 0.18`: the number is the index of a name
            before = self.source_before(island.starts[-1])
            return not (len(island.types) < 2 or island.types[-2] == WORD) or not before
        return True

    def _distributes(
        self, item: Item, nxt: Item | None, following: frozenset[str], prev: str, island: Island, bounded: bool
    ) -> bool:
        """Say whether `a`, `each`, `on each` say what an amount is per: a period, a unit, or any noun."""
        if nxt is None:
            return False
        if "NUM" in following:
            # `6 mg for each 100 g`
            return prev in ("UNIT", "POW") and item.text.lower() not in DISTRIBUTIVE
        paid = "CUR" in (island.types[-2:-1] or island.types[-3:-2]) or "CUR" in island.types[-3:]
        measured = prev in ("UNIT", "POW") or paid
        if not bounded:
            word = self._next_word(nxt.last)[0]
            often = measured or prev in ("TIMESN", "TIMESW")
            if word in self.lexicon.once_ago or (word in self.lexicon.perhaps_ago and not often):
                return False
        if "UNIT" in following:
            periods = any(s.unit.dimension in PERIODS for s in unit_senses(nxt))
            if item.text.lower() in ("each", "every"):
                return measured and not periods and is_word_unit(nxt.text)
            return is_word_unit(nxt.text) and (periods or measured)
        if not measured or "NOUN" not in following:
            return False
        if item.text.lower() in ("a", "an") and nxt.text.split()[0].lower() in self.lexicon.never_rated:
            return False
        before = island.values[-1] if island.types[-1] == "UNIT" else ()
        return not any(s.unit.kind.startswith("temperature") for s in before)

    def _other_scale(self, nxt: Item | None, prev: str, island: Island) -> bool:
        """Say whether a stroke between a temperature and a word parts it from another scale (`175 °C/gas mark 4`)."""
        if nxt is None or prev != "UNIT" or nxt.text.split()[0].lower() not in self.lexicon.other_scales:
            return False
        return any(s.unit.kind.startswith("temperature") for s in island.values[-1])

    def _perhaps_ago(self, last: int) -> bool:
        """Say whether what ends at a raw index may be a time before or after something, and no rate of what is before
        it (`5 mg a day before meals`, `5 hours a day or two`)."""
        word = self._next_word(last)[0]
        if word != "or":
            return word in self.lexicon.perhaps_ago
        behind = [t for t in self.raw[last : last + 5] if not t.isspace()][1:2]
        return bool(behind) and behind[0].lower() in self.lexicon.numerals.words

    @staticmethod
    def _negative(island: Island) -> bool:
        """Say whether the last number of an island is below zero."""
        at = next((k for k in range(len(island.types) - 1, -1, -1) if island.types[k] == "NUM"), None)
        return at is not None and bool(island.values[at][0].value < 0)

    @staticmethod
    def _spaced_product(item: Item, following: frozenset[str], prev: str, island: Island) -> bool:
        """Say whether a blank between two units multiplies: `7 kg m`, `5 ng h/mL`, `10 J/kg K`, `10 mg/kg day`."""
        if item.glued and not (prev == "POW" or item.text[0] in "°℃℉"):
            return False
        first = len(island.types) - 1
        while first and island.types[first - 1] in ("UNIT", "POW", "PER", "MUL", "LP", "SQ"):
            first -= 1
        divided = "PER" in island.types[first:]
        if item.glued and not divided:
            return False
        if "LP" in island.types[first:]:
            # `W/(m K)`
            return True
        text, senses = island.texts[-1], unit_senses(item)
        if divided and "NUM" not in following:
            if any(s.unit.kind == "temperature" for s in senses):
                # behind energy, power or force `K` is no potassium and no thousand
                measured = island.values[island.types.index("UNIT", first)]
                return len(item.text) > 1 or any(dict(s.unit.dimension).keys() >= _ENERGETIC for s in measured)
            per_mass = prev == "UNIT" and any(s.unit.dimension == _MASS for s in island.values[-1])
            if per_mass and any(s.unit.dimension in PERIODS for s in senses):
                return True
        if prev == "UNIT" and _worded_product(item, following, island):
            return True
        return (
            prev == "UNIT"
            and item.text in _SPACED
            and len(text) <= 3
            and text.isalpha()
            and (text[0] in "µμ" or any(s.unit.code == text for s in island.values[-1]))
        )

    def _dotted(self, k: int) -> bool:
        """Say whether a point with a letter glued to it stands at a raw index, as in `s.c.`."""
        return self.raw[k : k + 1] == ["."] and self.raw[k + 1 : k + 2] != [] and self.raw[k + 1].isalpha()

    def _counts_before(self, first: int) -> bool:
        """Say whether a number and a plain word stand right in front (`10,000 steps a day`)."""
        seen = [k for k in range(max(0, first - 8), first) if not self.raw[k].isspace()][-2:]
        return len(seen) == 2 and self.raw[seen[1]].isalpha() and seen[0] in self.numeric and seen[1] not in self.left

    def _cued(self, item: Item) -> tuple[Sense, ...]:
        """Return the meanings of a spelling that words around it may settle."""
        assert item.node is not None
        raw, reach = self.raw, 40
        before = [t.lower() for t in raw[max(0, item.first - reach) : item.first] if not t.isspace()]
        after = [t.lower() for t in raw[item.last : item.last + reach] if not t.isspace()]
        return self.lexicon.units.cued(item.node.spelling, before, after)

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

    def _ratio_in(self, island: Island, nxt: Item) -> bool:
        """`1 in 5` is a ratio; a number before `in` and a year (`5 in 2019`) is none."""
        number = nxt.lives[0][1][0]
        first = island.values[-1][0] if island.types[-1] == "NUM" else None
        if first is None or not isinstance(number, Number):
            return False
        if number.plain and 1500 <= number.value <= 2100 and first.value != 1:
            return False
        scale = nxt.value if isinstance(nxt.value, Fraction) else 1
        return bool(first.value < number.value * scale)

    def _frequency_stands(self, item: Item, prev: str, island: Island) -> bool:
        attributive = item.text.lower() in self.lexicon.attributive
        if attributive and (prev == "NUM" and "CUR" not in island.types[-2:-1]):
            return False
        if prev in ENDS or prev in ("TIMESN", "TIMESW"):
            return True
        if self._states(item.last):
            return True
        if attributive:
            return False
        if self._next_word(item.last)[0] in self.lexicon.paced:
            # `the daily dose is 5 mg`: a frequency where the amount stands in the same clause
            if any(c.isdecimal() for c in _CLAUSE.split(self.text[item.end : item.end + 70])[0]):
                return True
        if len(item.text) <= 3 and item.text.islower() and item.text in ("bd", "od", "qd", "pa"):
            return False
        if item.last + 1 in self.numeric and not (len(item.text) <= 3 and item.text.isupper()):
            # `Daily 5 mg`, not `an OD 600 of 0.6`
            return True
        clause = _CLAUSE.split(self.text[max(0, item.start - 70) : item.start])[-1]
        words = clause.lower().split()
        amount = any(c.isdecimal() for c in clause) or not self.lexicon.numerals.words.keys().isdisjoint(words)
        if not amount and (not words or words[-1] not in self.lexicon.before_frequency):
            return False
        word, stop = self._next_word(item.last)
        return stop or word in self.lexicon.after_frequency or not word.isalpha()

    def _states(self, k: int) -> bool:
        """Say whether a noun behind `weekly` is said to be an amount: `the weekly run was 10 km`."""
        raw, nodes = self.raw, self.nodes
        words = 0
        linked = False
        for m in range(k, min(k + 24, len(raw))):
            t = raw[m]
            if m in self.stops or m in self.left:
                return False
            if t.isspace():
                continue
            node = nodes[m]
            if m in self.numeric or (node is not None and "CUR" in node.kinds and not t.isalpha()):
                return linked and self._is_amount(m)
            if words and t.lower() in self.lexicon.links:
                linked = True
            elif (
                not t.isalpha()
                or t.lower() in ("and", "or", "but", "that", "which")
                or (linked and not (node is not None and node.kinds & _BEFORE_AMOUNT) and t.lower() not in _BESIDE_LINK)
            ):
                return False
            words += 1
        return False

    def _is_amount(self, m: int) -> bool:
        """Say whether a figure at a raw index is of money or of a unit, and no temperature and no quotient."""
        raw, nodes = self.raw, self.nodes
        node = nodes[m]
        if node is not None and "CUR" in node.kinds:
            return True
        j = m + 1
        words = self.lexicon.numerals.words
        while j < len(raw) and (raw[j].isspace() or j in self.numeric or raw[j].lower() in words or raw[j] in DASHES):
            j += 1
        node = nodes[j] if j < len(raw) else None
        if node is None or not node.measure or raw[j + 1 : j + 2] == ["/"] or raw[j + 2 : j + 3] == ["per"]:
            return False
        return not any(s.unit.kind.startswith("temperature") for t, senses in node.lives if t == "UNIT" for s in senses)

    def _filled(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the number that a bound word reaches over words of the table, 0 for none."""
        joint = i - 2 if i > 1 and items[i - 1].text.lower() == "the" else i - 1
        if joint > 0 and "BOUND" in kinds[joint - 1] and kinds[joint] & {"AND", "RANGE"}:
            # `the minimum and maximum doses are 5 and 10 mg`: which is which, the words behind may say
            return 0
        start = self.lexicon.places["BOUND"].next or frozenset()
        for j in range(i + 1, min(i + 9, len(items))):
            if kinds[j] & start and not (kinds[j] <= _ARTICLES):
                # `exceeds a 5 mg tablet`: an article alone may belong to what the figure describes
                return j if any(items[k].text.lower() not in ("a", "an") for k in range(i + 1, j)) else 0
            if "FILL" not in kinds[j]:
                return 0
        return 0

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


_OPENED = {"”": "“", "’": "‘", "'": "'"}
"""The sign that opens a quotation, by the one that closes it and may be a foot or an inch."""
_SPACED = frozenset(("m", "cm", "mm", "km", "s", "h", "kg", "mol", "J", "Pa"))
"""Symbols that behind another symbol and a blank are the second factor of a product, and nothing else."""


def _worded_product(item: Item, following: frozenset[str], island: Island) -> bool:
    """Say whether two units in words are one: `5 newton seconds`, `5 tonne kilometres`, `5 mg hour per litre`."""
    text, senses = island.texts[-1], unit_senses(item)
    if not is_word_unit(item.text) or any(s.unit.dimension not in _SECOND for s in senses):
        return False
    if any(s.unit.kind != "physical" or s.unit.dimension in (*PERIODS, _ANGLE) for s in island.values[-1]):
        return False
    if "PER" in following and all(s.unit.dimension in PERIODS for s in senses):
        return True
    return len(text) > 2 and is_word_unit(text) and text[-1] != "s" and item.text[-1] == "s"


def is_word_unit(text: str) -> bool:
    """Say whether `a` before this means one of it: a word, or a symbol of two letters that is no word."""
    return (
        text[0].isalpha()
        and (len(text) > 2 or (len(text) == 2 and text.lower() not in SHORT_WORDS))
        and (text[1:].islower() or text in ("mL", "dL", "kL") or (len(text) > 3 and text.isupper()) or text == "DAY")
    )


_POWER = (("length", 2), ("mass", 1), ("time", -3))


def _is_power(island: Island) -> bool:
    """Say whether the last unit is one of power alone, of which hours make energy (`5 kW hours`)."""
    return all(tuple(sorted(s.unit.dimension)) == _POWER for s in island.values[-1])


def _seconds(text: str) -> bool:
    """Say whether digits are those of seconds and parts of one, as behind a colon (`1:58.35`)."""
    whole, point, parts = text.partition(".")
    return bool(point and parts) and len(whole) == 2 and whole[0] in "012345"


def unit_senses(item: Item) -> tuple[Sense, ...]:
    return next((value for terminal, value in item.lives if terminal == "UNIT"), ())
