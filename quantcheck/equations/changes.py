"""Figures given twice and words of change, between quantities as read: the terminals of `grammar/equation.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

import msgspec

from quantcheck.building.parse import Parser
from quantcheck.equations.nodes import moved
from quantcheck.equations.signs import either
from quantcheck.equations.trees import Stated, Terminal, stated
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.values import Equation, Quantity

REACH: Final = 80
"""Characters in front of a quantity in which its words of change are looked for."""
_CLOSE: Final = later(r"\s*\)")
_FROM: Final = later(r"\s*[,(]?\s*from\s+\Z", re.IGNORECASE)
_BEGINS: Final = later(r"\s*(?:[^\w\s]|([^\W\d_]+)\b)")
_FIRST: Final = ("a", "an", "from", *",(=–—-/")
_LED: Final = later(r"\s+from\s*\Z", re.IGNORECASE)
_REACHING: Final = later(r"\s+to\s*\Z", re.IGNORECASE)
_YEAR: Final = later(r"(?:from )?(?:19|20)\d\d", re.IGNORECASE)
_APART: Final = ("per_time:", "every:")


class Changes(msgspec.Struct, frozen=True):
    """The words of change, compiled."""

    factor: dict[str, Fraction]
    front: re.Pattern[str]
    """What stands in front of a figure: a word of change, with what may follow it."""
    aside: re.Pattern[str]
    """What stands between a change and its amount: `, an increase of`."""
    behind: re.Pattern[str]
    """What stands behind the amount of a change: `a 20% increase`."""
    up: frozenset[str]
    between: frozenset[str]
    """The words and signs with which all begins that may stand between two quantities of an equation."""
    restating: re.Pattern[str]
    """A bracket before a figure that says the same once more."""
    reached: re.Pattern[str]
    """What stands before the value to which something changes."""
    parting: re.Pattern[str]
    """What parts a change from its amount, where the word of change stands behind: `, a 20% increase`."""
    elsewhere: re.Pattern[str]
    """What says that an amount is measured against something else: `up 3% on the year`."""
    span: re.Pattern[str]
    """What stands between two years and the years between them."""

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Changes:
        """Compile `changes` of `vocab/arithmetic.toml`."""
        ways = [*table["up"], *table["down"]]
        first = (*ways, *table["reached"], *table["spans"])

        def front() -> str:
            tail = rf"(?:\s+(?:{any_of(table['tails'])}|the\s+\w+|in\s+\w+))?"
            return rf"({either([*ways, *table['factor']])}){tail}(?:\s+by)?\s*\Z"

        def span() -> str:
            spanned = rf"(?:a\s+)?(?:{any_of(table['spanned'])}\s+of\s+)?"
            return rf"\s*(?:[,(=]|{any_of(table['spans'])}|, or)\s*{spanned}\Z"

        return cls(
            {word: Fraction(n) for word, n in table["factor"].items()},
            later(front, re.IGNORECASE),
            later(lambda: rf"\s*[,(]?\s*(?:an?\s+)?({either(ways)})\s+(?:of|by)?\s*\Z", re.IGNORECASE),
            later(lambda: rf"\s+({either(ways)})(?!\w)", re.IGNORECASE),
            frozenset(table["up"]),
            frozenset((*_FIRST, *(words.split()[0] for words in first))),
            later(lambda: rf"\s*\((?:[=≈~\s]|{any_of(table['restating'])})*\Z", re.IGNORECASE),
            later(lambda: rf"\s*{any_of(table['reached'])}\s+(?:{any_of(table['reached_over'])}\s+)*\Z", re.IGNORECASE),
            later(lambda: rf"\s*(?:[,(–—]|\s-)\s*(?:{any_of(table['aside'])}\s+)?(?:an?\s+)?\Z", re.IGNORECASE),
            later(lambda: rf"\s+{any_of(table['elsewhere'])}\b", re.IGNORECASE),
            later(span, re.IGNORECASE),
        )


class Reader:
    """Looks for stated relations between the quantities of one text."""

    def __init__(self, text: str, quantities: Sequence[Quantity], changes: Changes, parser: Parser) -> None:
        self._text = text
        self._q = quantities
        self._changes = changes
        self._parser = parser

    def equations(self) -> Iterator[Equation]:
        """Yield the equations in order, of quantities that belong to none yet."""
        done = 0
        for i, q in enumerate(self._q):
            if i < done or q.equation >= 0:
                continue
            terminals = self._terminals(i)
            found = next(stated(self._parser, terminals, partial(self._fits, terminals)), None) if terminals else None
            if found is not None:
                yield self._made(found, terminals)
                done = max(terminals[n].value for n in found.operands) + 1
            elif self._reversed(i):
                # from its higher end to its lower: the words leave open what is meant
                yield Equation(q.start, q.end, (("q", i),), (), ((q.start, q.end),))
                done = i + 1

    # ---- terminals

    def _terminals(self, i: int) -> list[Terminal]:
        """Return the terminals of what may be stated from a quantity on; operands are named by their place in all."""
        first = self._gap(i, i + 1)
        if not first:
            return []
        made: list[Terminal] = []
        if first[0] in ("FROM", "TO"):
            made = self._front(i, first[0])
            if not made:
                return []
        made.append(self._operand(i))
        k = i + 1
        gap: tuple[str, int, int] | None = first
        while gap is not None and k < i + 3:
            closing = _CLOSE.match(self._text, self._q[k].end) if gap[0] == "LP" else None
            if gap[0] == "LP" and closing is None:
                break
            made += Terminal(*gap), self._operand(k)
            if gap[0] == "COMMA":
                behind = self._changes.behind.match(self._text, self._q[k].end)
                if behind is not None:
                    made.append(Terminal(self._way(behind[1]), self._q[k].end, behind.end()))
                break
            if closing is not None:
                made.append(Terminal("RP", self._q[k].end, closing.end()))
                break
            k += 1
            gap = self._gap(k - 1, k)
        return made

    def _operand(self, i: int) -> Terminal:
        return Terminal("Q", self._q[i].start, self._q[i].end, i)

    def _front(self, i: int, following: str) -> list[Terminal]:
        """Return the terminals of the words of change in front of a quantity; `rose to 5` needs a `from` behind it."""
        start = self._q[i].start
        low = max(self._q[i - 1].end if i else 0, start - REACH)
        before = self._text[low:start]
        stem = _LED.sub(" ", before)
        to = _REACHING.search(before) if following == "FROM" else None
        if to is not None:
            stem = before[: to.start()]
        word = self._changes.front.search(stem)
        if word is None:
            # `went from $50 to $60`
            return [Terminal("FROM", start, start)] if "change" in self._q[i].notes else []
        factor = self._changes.factor.get(word[1].lower())
        kind = "FACTOR" if factor else self._way(word[1])
        made = [Terminal(kind, low + word.start(), low + word.end(1), factor)]
        if to is not None:
            made.append(Terminal("TO", low + to.start(), start))
        elif stem != before or self._text[start : start + 5].lower() == "from ":
            made.append(Terminal("FROM", start, start))
        return made

    def _gap(self, i: int, k: int) -> tuple[str, int, int] | None:
        """Return the terminal between two quantities, or None where something else stands there."""
        if k >= len(self._q) or self._q[k].equation >= 0:
            return None
        start, end = self._q[i].end, self._q[k].start
        if end - start > REACH:
            return None
        begins = _BEGINS.match(self._text, start, end)
        if begins is None or (begins[1] or begins[0][-1]).lower() not in self._changes.between:
            return None
        gap = self._text[start:end]
        if gap in ("/", " / "):
            return "SLASH", start, end
        if self._changes.span.match(gap) and self._years(i, k):
            return "SPAN", start, end
        for kind, pattern in (("TO", self._changes.reached), ("FROM", _FROM), ("LP", self._changes.restating)):
            if pattern.match(gap):
                return kind, start, end
        aside = self._changes.aside.match(gap)
        behind = self._changes.behind.match(self._text, self._q[k].end) if self._changes.parting.match(gap) else None
        if self._changes.elsewhere.match(self._text, behind.end() if behind else self._q[k].end):
            return None
        if behind is not None:
            return "COMMA", start, end
        if aside is not None and (gap.rstrip().endswith("of") or any(r.kind == "percent" for r in self._q[k].readings)):
            return self._way(aside[1]), start, end
        return None

    def _way(self, word: str) -> str:
        return "UP" if " ".join(word.lower().split()) in self._changes.up else "DOWN"

    def _years(self, i: int, k: int) -> bool:
        """Whether a span of years (`from 2010 to 2018`) and a number of years go together, counted in either way."""
        for span in self._q[i].readings:
            for years in self._q[k].readings:
                if span.shape != "range" or span.unit != "1" or years.unit != "a" or years.lower is None:
                    continue
                if span.lower and span.upper and 1000 <= span.lower <= span.upper <= 2200:
                    return abs(span.upper - span.lower - years.lower) <= 1
        return False

    # ---- equations

    def _fits(self, terminals: Sequence[Terminal], made: Stated) -> bool:
        if made.signs[0] not in ("(", "()"):
            # `rose from 2010 to 2015` names no values, `raised to 5 mg from 2010` one
            ends = [self._q[terminals[n].value] for n in made.operands[:2]]
            years = [bool(_YEAR.fullmatch(self._text, q.start, q.end)) for q in ends]
            return made.signs[0] == "years" or not (all(years) or (any(years) and not all(q.bare for q in ends)))
        a, b = (self._q[terminals[n].value] for n in made.operands)
        return (
            a.sentence == b.sentence
            and not (a.reason or b.reason)
            and any(_two_units(x.unit, x.dimension, y.unit, y.dimension) for x in a.readings for y in b.readings)
        )

    def _made(self, made: Stated, terminals: Sequence[Terminal]) -> Equation:
        sides = tuple(moved(side.node, lambda n: int(terminals[n].value)) for side in made.sides)
        signs = tuple("()" if sign == "(" else sign for sign in made.signs)
        start = min(terminals[made.first].start, *(side.start for side in made.sides))
        end = max(terminals[made.last - 1].end, *(side.end for side in made.sides))
        return Equation(start, end, sides, signs, tuple((side.start, side.end) for side in made.sides))

    def _reversed(self, i: int) -> bool:
        q = self._q[i]
        if self._text[q.start] not in "bB" or self._text[q.start : q.start + 8].lower() != "between ":
            return False
        return any(
            r.shape == "range" and r.base_lower is not None and r.base_upper is not None and r.base_lower > r.base_upper
            for r in q.readings
        )


def _two_units(unit: str, dimension: str, other: str, its: str) -> bool:
    """Whether two readings can be one figure in two units; a frequency beside an amount is none."""
    return dimension == its and unit != other and not dimension.startswith(_APART)
