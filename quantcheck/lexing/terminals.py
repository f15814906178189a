"""From the life of an item to terminals: what each kind of life is put as, by what stands in front and behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from quantcheck.lexing.beside import or_nothing
from quantcheck.lexing.item import Item
from quantcheck.lexing.items import noun_senses
from quantcheck.lexing.paced import pace
from quantcheck.lexing.passed import Passed
from quantcheck.lexing.tokens import DISTRIBUTIVE
from quantcheck.lexing.walk import Walk
from quantcheck.numbers.numerals import Number
from quantcheck.vocabulary.lexicon import Life

QUALIFYING = frozenset(("BETWEEN", "FROM", "BOUND", "APPROX"))
_ONE = (Number(Fraction(1), forms=("word",)), None)
_TWO = (Number(Fraction(2), forms=("word",)), None)
_APIECE = frozenset(("each", "apiece", "a piece", "ea", "ea."))
_FREQUENCIES = frozenset(("DAILY", "TOD"))
_OF_UNITS = frozenset(("UNIT", "POW", "SQ", "MUL", "PER", "LP", "RP"))


class Terminals(Passed):
    """The terminals that the lives of items come to."""

    def _put_life(self, walk: Walk, item: Item, life: Life) -> None:
        """Put an item as the life that was chosen for it."""
        terminal, value = life
        put = _BY_LIFE.get(terminal)
        if put is None:
            walk.put(terminal, value)
        else:
            put(self, walk, item, value)

    def _put_leading_unit(self, walk: Walk, item: Item) -> bool:
        """Put a unit in front of the words that qualify its number behind these (`pH below 7`, `aged over 65`)."""
        items, kinds, at = walk.items, walk.kinds, walk.at
        if "NUM" not in walk.behind(2) or not self._is_led(items, kinds, at):
            return False
        qualifier, number = items[at + 1], items[at + 2]
        terminal, value = next(life for life in qualifier.lives if life[0] in QUALIFYING)
        walk.between = terminal == "BETWEEN"
        if terminal == "FROM" and self._changed(item.first):
            terminal = "CHANGE"
        elif terminal in ("BOUND", "APPROX"):
            value = value, qualifier.text
        walk.island.put(terminal, value, item.start, qualifier.end, qualifier.text)
        senses = next(value for terminal, value in item.lives if terminal in ("CUR", "CURNAME"))
        walk.island.put("CUR", senses, number.start, number.start, item.text)
        return walk.went("CUR", 2)

    def _put_afar(self, walk: Walk, item: Item) -> bool:
        """Put a bound or a hedge that reaches its number over words of the table (`maximum daily dose of 4 g`, `just
        over the 5 mg`, `about a 10% rise`)."""
        lives = dict(item.lives)
        terminal = "BOUND" if "BOUND" in lives else "APPROX"
        if terminal == "BOUND":
            reached = self._filled(walk.items, walk.kinds, walk.at)
        else:
            reached = self._hedged(walk, item, lives["APPROX"])
        if not reached:
            return False
        between = self.text[item.end : walk.items[reached].start].lower().split()
        walk.put(terminal, (lives[terminal], item.text))
        paced = pace(between, self.lexicon)
        if paced:
            walk.paces.append((len(walk.island.types), paced))
        walk.at = reached
        return True

    # ---- by life

    def _put_scaler(self, walk: Walk, item: Item, value: Any) -> None:
        walk.dangle()

    def _put_between(self, walk: Walk, item: Item, value: Any) -> None:
        walk.between = True
        walk.put("CHANGE" if self._differs(item.first) else "BETWEEN", value)

    def _put_and(self, walk: Walk, item: Item, value: Any) -> None:
        if walk.between and value == "and":
            walk.between = False
            if self._dated(walk.island):
                walk.put("AND", value)
            else:
                walk.put("RANGE", "")
        elif walk.prev == "UNIT" and item.text == "or" and self._or_two(walk.items, walk.kinds, walk.at, walk.island):
            # `an hour or two`
            walk.island.types[-2] = "VAGUE"
            walk.island.ends[-1] = walk.items[walk.at + 1].end
            walk.skip(2)
        else:
            walk.put("AND", value)

    def _put_range(self, walk: Walk, item: Item, value: Any) -> None:
        # `up to` may prove to be a bound, where what it stands between is no range
        walk.between = False
        walk.put("RANGE", next((life[1] for life in item.lives if life[0] == "BOUND"), ""))

    def _put_comma(self, walk: Walk, item: Item, value: Any) -> None:
        walk.between = False
        walk.put("COMMA", value)

    def _put_currency(self, walk: Walk, item: Item, value: Any) -> None:
        walk.money = True
        walk.put("CUR", value)

    def _put_from(self, walk: Walk, item: Item, value: Any) -> None:
        walk.put("CHANGE" if self._changed(item.first) else "FROM", value)

    def _put_bound(self, walk: Walk, item: Item, value: Any) -> None:
        walk.put("BOUND", (value, item.text))

    def _put_approx(self, walk: Walk, item: Item, value: Any) -> None:
        walk.put("APPROX", (value, item.text))

    def _put_bound_behind(self, walk: Walk, item: Item, value: Any) -> None:
        self._put_behind(walk, "BOUNDP", value)

    def _put_approx_behind(self, walk: Walk, item: Item, value: Any) -> None:
        self._put_behind(walk, "APPROXP", value)

    def _put_behind(self, walk: Walk, terminal: str, value: Any) -> None:
        """Put what qualifies the number in front, amid it and its unit (`5 or more days`) or what an amount is per
        (`30 minutes or more of sport a week`) where that follows."""
        amid = walk.prev in ("NUM", "MULT") and "UNIT" in walk.following
        if amid and walk.items[walk.at + 1].text not in self.lexicon.rules:
            walk.put("AMID", (terminal, value))
            return
        rate = self._rate_over(walk) if walk.measured and not _divided(walk.island.types) else 0
        if not rate:
            walk.put(terminal, value)
            return
        behind = walk.at + 1
        walk.put("AMID", (terminal, value))
        walk.skip(rate - behind)

    def _rate_over(self, walk: Walk) -> int:
        """Return the index of the `per` right behind an item or over what the amount is of, 0 for none."""
        behind = walk.at + 1
        return behind if "PER" in walk.following else self._rate_behind(walk.items, walk.kinds, behind)

    def _put_amid(self, walk: Walk, item: Item, value: Any) -> None:
        walk.put("AMID", ("APPROXP", value))

    def _put_one(self, walk: Walk, item: Item, value: Any) -> None:
        if walk.prev == "NUM":
            forms = walk.island.values[-1][0].forms
            fraction = "fraction" in forms and "word" in forms and not item.glued
            if fraction or walk.island.texts[-1].lower() == "half":
                walk.skip()
                return
        walk.put("NUM", _ONE)

    def _put_every(self, walk: Walk, item: Item, value: Any) -> None:
        following = walk.following
        other = "OTHER" in following and "UNIT" in walk.behind(2)
        walk.put("EVERY", value)
        if other:
            # `every other day`
            walk.put("NUM", _TWO)
        elif "UNIT" in following and "NUM" not in following:
            walk.island.put("NUM", _ONE, item.end, item.end)
            walk.prev = "NUM"

    def _put_times(self, walk: Walk, item: Item, value: Any) -> None:
        """Put a count of times, with the frequency behind it as one (`once daily`)."""
        behind = walk.items[walk.at + 1] if walk.following & _FREQUENCIES else None
        often = next((life for life in behind.lives if life[0] in _FREQUENCIES), None) if behind is not None else None
        if behind is None or often is None or (often[0] == "TOD" and value != "1"):
            walk.put("TIMESN", value)
            return
        terminal = often[0]
        whole = (value, often[1]) if terminal == "DAILY" else often[1]
        walk.island.put(terminal, whole, item.start, behind.end, self.text[item.start : behind.end])
        walk.went(terminal, 2)

    def _put_daily(self, walk: Walk, item: Item, value: Any) -> None:
        if walk.prev in ("UNIT", "POW") and value[:2] == "1/" and self._per_next(walk.items, walk.at):
            # `5 mg daily per person`: one amount per both
            walk.island.put("PER", "/", item.start, item.start)
            walk.put("UNIT", self.lexicon.periods[value[2:]])
        else:
            walk.put("DAILY", value)

    def _put_rate(self, walk: Walk, item: Item, value: Any) -> None:
        # `per annum` is a sign of division and a unit in one
        senses = self.lexicon.periods.get(value) or noun_senses(value.strip("{}"))
        if item.text.lower() in _APIECE and (walk.prev in ("UNIT", "POW") or walk.money):
            senses = or_nothing(senses)
        walk.island.put("PER", "/", item.start, item.start + 1)
        walk.island.put("UNIT", senses, item.start + 1, item.end, item.text)
        walk.went("UNIT")

    def _put_worth(self, walk: Walk, item: Item, value: Any) -> None:
        # `mg equivalents`: a unit of what has that value
        walk.island.put("MUL", ".", item.start, item.start)
        walk.put("UNIT", noun_senses(value.strip("{}")))

    def _put_odd(self, walk: Walk, item: Item, value: Any) -> None:
        # `40-odd`
        walk.island.types[-1] = "VAGUE"
        walk.island.ends[-1] = item.end
        walk.went("VAGUE")

    def _put_noun(self, walk: Walk, item: Item, value: Any) -> None:
        if walk.prev == "PER":
            sign = walk.island.texts[-1].lower()
            if sign in DISTRIBUTIVE:
                value = self._distributed(value, item, walk.island)
            elif sign.startswith("for ") or (" " in sign and self._attributive(walk.island)):
                # `38 mL of water for each person`: what it is per, or whom it is for; `a seven-year map from each band`
                value = or_nothing(value)
        self._put_unit(walk, item, value)

    def _put_unit(self, walk: Walk, item: Item, value: Any) -> None:
        prev, island = walk.prev, walk.island
        if prev == "NUM" and item.text.lower() in ("quarters", "quarter"):
            value = self._quarters(value, island)
        if item.node is not None and item.node.cued and self._is_whole_unit(walk, item):
            value = self._cued(item)
        if prev == "PER":
            counted = island.texts[-1].lower() in ("a", "an") and island.types[-2] not in ("TIMESN", "TIMESW")
            if counted and self._perhaps_ago(item.last):
                value = or_nothing(value)
        elif prev in ("UNIT", "POW"):
            # a space multiplies where a power follows: mg kg⁻¹ d⁻¹
            island.put("MUL", ".", item.start, item.start)
        walk.put("UNIT", value)

    def _is_whole_unit(self, walk: Walk, item: Item) -> bool:
        """Say whether words around may settle a unit: it stands in no product, and in no quotient but as a name on top
        (`2 pounds per week`)."""
        if walk.prev in ("PER", "MUL", "UNIT", "POW") or "POW" in walk.following:
            return False
        if "PER" in walk.following:
            return len(item.text) > 2 and item.text.isalpha()
        if "MUL" in walk.following and "UNIT" in walk.behind(2):
            # the full stop of a sentence multiplies nothing
            return walk.items[walk.at + 1].text == "." and not walk.items[walk.at + 2].glued
        return not ("UNIT" in walk.following and self._power_behind(walk.items, walk.kinds, walk.at + 1))


def _divided(types: Sequence[str]) -> bool:
    """Say whether the units that end here are per something."""
    return "PER" in takewhile(_OF_UNITS.__contains__, reversed(types))


_BY_LIFE: dict[str, Callable[[Terminals, Walk, Item, Any], None]] = {
    "AMID": Terminals._put_amid,
    "AND": Terminals._put_and,
    "APPROX": Terminals._put_approx,
    "APPROXP": Terminals._put_approx_behind,
    "BETWEEN": Terminals._put_between,
    "BOUND": Terminals._put_bound,
    "BOUNDP": Terminals._put_bound_behind,
    "COMMA": Terminals._put_comma,
    "CUR": Terminals._put_currency,
    "CURNAME": Terminals._put_currency,
    "DAILY": Terminals._put_daily,
    "EVERY": Terminals._put_every,
    "FROM": Terminals._put_from,
    "NOUN": Terminals._put_noun,
    "ODD": Terminals._put_odd,
    "ONE": Terminals._put_one,
    "RANGE": Terminals._put_range,
    "RATE": Terminals._put_rate,
    "SCALER": Terminals._put_scaler,
    "TIMESN": Terminals._put_times,
    "UNIT": Terminals._put_unit,
    "WORTH": Terminals._put_worth,
}
"""How each kind of life is put, but for those that are a terminal as they stand."""
