"""Figures given twice and words of change: equations and orderings that words state between quantities as read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from quantcheck.arithmetic.scan import either, leaves
from quantcheck.values import Equation, Node, Quantity

REACH: Final = 80
"""Characters in front of a quantity in which its words of change are looked for."""
_OPEN: Final = re.compile(r"\s*\((?:=|≈|or|i\.e\.,?|about|approximately|approx\.?|roughly|~|\s)*\Z", re.IGNORECASE)
_CLOSE: Final = re.compile(r"\s*\)")
_TO: Final = re.compile(r"\s*(?:to|up to|down to)\s+(?:(?:a|an|about|only|just|the)\s+)*\Z", re.IGNORECASE)
_AND: Final = re.compile(r"\s*(?:,|and|,\s*and|&)\s*\Z", re.IGNORECASE)
_FROM: Final = re.compile(r"\s+from\s+\Z", re.IGNORECASE)
_RESULT: Final = re.compile(
    r"\s*(?:,|is|=|:|equals|are|of|comes to|gives|makes|was|were|which is|≈|is about)"
    r"(?:\s+(?:a total of|about|therefore|thus|then))?\s*\Z",
    re.IGNORECASE,
)
_APART: Final = ("per_time:", "every:")


class Changes(msgspec.Struct, frozen=True):
    """The words of change, compiled."""

    up: re.Pattern[str]
    down: re.Pattern[str]
    factor: dict[str, Fraction]
    times: re.Pattern[str]
    whole: dict[str, str]
    wholes: re.Pattern[str]
    after: re.Pattern[str]

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Changes:
        """Compile `changes` of `vocab/arithmetic.toml`."""
        tail = r"(?:\s+(?:sharply|slightly|steadily|significantly|further|again|it|them|the\s+\w+|in\s+\w+))?"
        both = either([*table["up"], *table["down"]])
        return cls(
            re.compile(rf"(?:{either(table['up'])}){tail}(?:\s+by)?\s*\Z", re.IGNORECASE),
            re.compile(rf"(?:{either(table['down'])}){tail}(?:\s+by)?\s*\Z", re.IGNORECASE),
            {word: Fraction(n) for word, n in table["factor"].items()},
            re.compile(rf"({either(list(table['factor']))}){tail}\s*\Z", re.IGNORECASE),
            dict(table["whole"]),
            re.compile(rf"({either(list(table['whole']))})\s*\Z", re.IGNORECASE),
            re.compile(rf"\s*[,(]?\s*(?:an?\s+)?({both})\s+(?:of|by)?\s*\Z", re.IGNORECASE),
        )


class Reader:
    """Looks for stated relations between the quantities of one text."""

    def __init__(self, text: str, quantities: Sequence[Quantity], changes: Changes) -> None:
        self._text = text
        self._q = quantities
        self._changes = changes

    def equations(self) -> Iterator[Equation]:
        """Yield the equations in order, of quantities that belong to none yet."""
        done = 0
        for i, q in enumerate(self._q):
            if i < done or q.equation >= 0:
                continue
            found = self._whole(i) or self._change(i) or self._twice(i) or self._reversed(i)
            if found is not None:
                equation, last = found
                done = last + 1
                yield equation

    # ---- two writings

    def _twice(self, i: int) -> tuple[Equation, int] | None:
        k = i + 1
        if not self._free(k) or self._q[i].sentence != self._q[k].sentence:
            return None
        a, b = self._q[i], self._q[k]
        gap = self._text[a.end : b.start]
        opened = len(gap) < 24 and _OPEN.match(gap) is not None
        closing = _CLOSE.match(self._text, b.end) if opened else None
        slash = gap in ("/", " / ") and not opened
        if not (closing or slash) or not a.readings or not b.readings or a.reason or b.reason:
            return None
        if not any(_two_units(x.unit, x.dimension, y.unit, y.dimension) for x in a.readings for y in b.readings):
            return None
        end = closing.end() if closing else b.end
        return self._made((("q", i), ("q", k)), ("()",), a.start, end), k

    # ---- words of change

    def _before(self, i: int) -> str:
        start = self._q[i].start
        low = self._q[i - 1].end if i else 0
        return self._text[max(low, start - REACH) : start]

    def _gap(self, i: int, k: int) -> str:
        return self._text[self._q[i].end : self._q[k].start] if self._free(k) else "\0"

    def _free(self, k: int) -> bool:
        return k < len(self._q) and self._q[k].equation < 0

    def _direction(self, before: str) -> tuple[str, int]:
        """Return whether words of change say up or down, and where they begin."""
        for name, words in (("up", self._changes.up), ("down", self._changes.down)):
            found = words.search(before)
            if found is not None:
                return name, found.start()
        return "", 0

    def _change(self, i: int) -> tuple[Equation, int] | None:
        gap = self._gap(i, i + 1)
        to = _TO.match(gap) is not None
        if not to and _FROM.match(gap) is None:
            # nothing changes from or to here: the words in front need no look
            return None
        before = self._before(i)
        start = self._q[i].start
        stem = re.sub(r"\s+from\s*\Z", " ", before, flags=re.IGNORECASE)
        governed = stem != before or self._text[start : start + 5].lower() == "from "
        if governed and to:
            by = self._changes.times.search(stem)
            if by is not None:
                factor = self._changes.factor[by[1].lower()]
                sides: tuple[Node, ...] = (("*", ("n", factor), ("q", i)), ("q", i + 1))
                return self._made(sides, ("×",), start - len(before) + by.start(), self._q[i + 1].end), i + 1
            direction, verb = self._direction(stem)
            if not direction:
                return None
            begin = start - len(before) + verb
            end = self._q[i + 1].end
            after = self._changes.after.match(self._gap(i + 1, i + 2))
            if after is not None and self._percent(i + 2):
                way = "up" if self._changes.up.search(after[1]) else "down"
                sides = ("q", i), ("q", i + 1), ("q", i + 2)
                return self._made(sides, (way,), begin, self._q[i + 2].end), i + 2
            return self._made((("q", i), ("q", i + 1)), ("<" if direction == "up" else ">",), begin, end), i + 1
        direction, verb = self._direction(before)
        begin = start - len(before) + verb
        if direction and _FROM.match(self._gap(i, i + 1)) and _TO.match(self._gap(i + 1, i + 2)):
            sides = ("q", i + 1), ("q", i + 2), ("q", i)
            return self._made(sides, (direction,), begin, self._q[i + 2].end), i + 2
        if direction and _TO.match(self._gap(i, i + 1)) and _FROM.match(self._gap(i + 1, i + 2)):
            sides = ("q", i + 2), ("q", i + 1), ("q", i)
            return self._made(sides, (direction,), begin, self._q[i + 2].end), i + 2
        return None

    def _percent(self, i: int) -> bool:
        return any(r.kind == "percent" for r in self._q[i].readings)

    # ---- sums in words

    def _whole(self, i: int) -> tuple[Equation, int] | None:
        if _AND.match(self._gap(i, i + 1)) is None:
            return None
        before = self._before(i)
        word = self._changes.wholes.search(before)
        if word is None:
            return None
        kind = self._changes.whole[" ".join(word[1].lower().split())]
        k = i
        while _AND.match(self._gap(k, k + 1)) and "and" not in self._gap(k - 1, k).lower().split() and k - i < 24:
            k += 1
            if "and" in self._gap(k - 1, k).lower():
                break
        if k == i or not _RESULT.match(self._gap(k, k + 1)):
            return None
        members: list[Node] = [("q", n) for n in range(i, k + 1)]
        made = members[0]
        if kind in ("difference", "ratio") and len(members) != 2:
            return None
        sign = {"sum": "+", "average": "+", "product": "*", "difference": "|", "ratio": "/"}[kind]
        for member in members[1:]:
            made = (sign, made, member)
        if kind == "average":
            made = ("/", made, ("n", Fraction(len(members))))
        about = "≈" if re.search("about|≈", self._gap(k, k + 1)) else "="
        start = self._q[i].start - len(before) + word.start()
        return self._made((made, ("q", k + 1)), (about,), start, self._q[k + 1].end), k + 1

    def _reversed(self, i: int) -> tuple[Equation, int] | None:
        """A range from its higher end to its lower: the words leave open what is meant."""
        q = self._q[i]
        if (
            not self._text[q.start : q.start + 8].lower().startswith("between ")
            or "difference" in self._before(i)[-12:]
        ):
            return None
        reversed_ = any(
            r.shape == "range" and r.base_lower is not None and r.base_upper is not None and r.base_lower > r.base_upper
            for r in q.readings
        )
        return (self._made((("q", i),), (), q.start, q.end), i) if reversed_ else None

    def _made(self, sides: tuple[Node, ...], signs: tuple[str, ...], start: int, end: int) -> Equation:
        spans = []
        for side in sides:
            at = [self._q[n] for n in leaves(side)]
            spans.append((min(q.start for q in at), max(q.end for q in at)))
        start = min(start, *(s for s, _ in spans))
        while start < end and self._text[start].isspace():
            start += 1
        return Equation(start, max(end, *(e for _, e in spans)), sides, signs, tuple(spans))


def _two_units(unit: str, dimension: str, other: str, its: str) -> bool:
    """Whether two readings can be one figure in two units; a frequency beside an amount is none."""
    return dimension == its and unit != other and not dimension.startswith(_APART)
