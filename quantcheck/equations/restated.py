"""Figures given in words and again in digits, `five (5) mg`: one quantity, and an equation of the two."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from quantcheck.equations.operands import Operands
from quantcheck.equations.trees import Found
from quantcheck.patterns.later import later
from quantcheck.values import Equation, Node, Quantity

_WORDS: Final = 12
"""Words of the longest number in words that is written again in digits."""
_WORD_BEFORE: Final = later(r"(?<![^\s(])[^\s(),.;:!?]{1,20}[ \t]{1,2}\Z")
_RESTATED: Final = later(
    r"\b([^\W\d_]{3,9}(?:[- ][^\W\d_]{3,5})?)\s{0,2}\(\s?(\d[\d,.]{0,12})\s?\)\s{0,2}(?=[^\W\d_]|[µ°%])"
)
_RESTATED_END: Final = re.compile(r"\(\s?\d[\d,.]{0,12}\s?\)\s{0,2}(?=[^\W\d_]|[µ°%])")
"""How `_RESTATED` ends: found several times as fast, for it begins with a bracket."""


def restates(text: str) -> bool:
    """Whether a text may write one figure twice, `five (5) mg`."""
    return _RESTATED_END.search(text) is not None and _RESTATED.search(text) is not None


def restated(text: str, breaks: Sequence[int], operands: Operands) -> Iterator[Found]:
    """Yield `five (5) mg`: one figure, in words and in digits."""
    done = 0
    for m in _RESTATED.finditer(text):
        start, inner, behind = m.start(1), m.start(2), m.end()
        if start < done or not operands.clear(start, behind):
            continue
        k = bisect_right(breaks, start)
        end = min(behind + 40, breaks[k] if k < len(breaks) else len(text))
        word = operands.one(start, m.end(1))
        if word is None or not word.bare or "word" not in word.forms or end <= behind:
            continue
        start, word = _all_of(text, operands, start, m.end(1), max(done, breaks[k - 1] if k else 0), word)
        whole = _spliced(text, operands, m[2], behind, end)
        number = operands.read_text(m[2])
        if whole is None or not word.readings[0].base_lower or len(number) != 1 or not number[0].readings:
            continue
        if not number[0].readings[0].base_lower:
            continue
        whole.start = start
        # of the number alone: a scale behind the bracket is that of both (`five (5) million mg`)
        times = word.readings[0].base_lower / number[0].readings[0].base_lower
        done = whole.end
        sides: tuple[Node, ...] = (("*", ("n", times), ("q", 0)), ("q", 0))
        spans = (start, m.end(1)), (inner, whole.end)
        yield Found(Equation(start, whole.end, sides, ("=",), spans), [whole])


def refuse_unlike(equations: Sequence[Equation], operands: Sequence[Quantity]) -> None:
    """Refuse figures of the evidence whose words and digits differ (`thirty (13) days`); in an answer that is false."""
    for equation in equations:
        match equation.sides:
            case (("*", ("n", times), ("q", place)), ("q", same)) if place == same and times != 1:
                q = operands[place]
                q.readings, q.axis, q.reason = (), "", "unread"


def _all_of(text: str, operands: Operands, start: int, end: int, low: int, word: Quantity) -> tuple[int, Quantity]:
    """Return where the number begins whose last word or two are known, and the number: `one hundred twenty`."""
    at = start
    for _ in range(_WORDS):
        before = _WORD_BEFORE.search(text, max(low, at - 24), at)
        if before is None:
            break
        at = before.start()
        more = operands.one(at, end)
        if more is not None and more.start == at and more.bare and more.readings[0].base_lower:
            start, word = at, more
    return start, word


def _spliced(text: str, operands: Operands, number: str, behind: int, end: int) -> Quantity | None:
    """Return what a number and the unit behind its bracket are together."""
    found = operands.read_text(f"{number} {text[behind:end]}")
    if not found or found[0].start or found[0].bare or found[0].reason or len(found[0].readings) != 1:
        return None
    r = found[0].readings[0]
    if r.shape != "point" or r.modality != "exact":
        return None
    q = found[0]
    q.end = behind + q.end - len(number) - 1
    return q
