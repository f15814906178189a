"""Comparatives that tell no end by themselves (`better than 5%`), and those that with a time tell the other one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from quantcheck.context.either import as_bound, chosen, op_of, settle
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless
from quantcheck.values import CLOCKS, Quantity, Reading

REACH = 60
"""Characters before a quantity in which a comparative is looked for."""


class Comparatives:
    """The comparatives whose end the words alone do not tell, compiled."""

    def __init__(self, table: Mapping[str, Any], fill: Iterable[str]) -> None:
        def words(name: str) -> str:
            return any_of(table[name])

        self.unsaid = caseless(
            lambda: (
                rf"(?<![\w-])(?:{words('negations')}\s+)?(?:(?!(?:{words('never')})\b)[^\W\d_]{{2,}}er"
                rf"|{words('irregular')}|(?:more|less|fewer)\s+[^\W\d_]{{3,}}(?:\s+[^\W\d_]+)?)\s+than"
                rf"(?:\s*,[^,;.:!?()\d\n]{{1,40}},)?(?:\s+(?:{any_of(s for s in fill if s.isalpha())}))*"
                r"\s*[(\[:]?\s*\Z"
            )
        )
        self.worse = caseless(lambda: rf"\s*[,(]?\s*or\s+{words('irregular')}\b(?!\s+than)\s*\)?")
        self.past = caseless(lambda: rf"\s+{words('past')}\b")
        self.turned = caseless(lambda: rf"\b{words('clocks')}\b")


def compare(text: str, quantity: Quantity, floor: int, words: Comparatives) -> bool:
    """Read what a comparative of another kind bounds as a bound on either side."""
    found = words.unsaid.search(text, max(floor, quantity.start - REACH), quantity.start)
    if found is not None and words.past.match(text, quantity.end) is None:
        _either(quantity, found.start(), quantity.end, "t")
        return True
    found = words.worse.match(text, quantity.end)
    if found is not None:
        _either(quantity, quantity.start, found.end(), "e")
        return True
    return False


def _either(quantity: Quantity, start: int, end: int, openness: str) -> None:
    if not all(r.shape == "point" for r in quantity.readings):
        quantity.readings, quantity.axis, quantity.reason = (), "", "unread"
    elif any(r.modality != "exact" for r in quantity.readings):
        quantity.supposed = tuple(_sides(quantity, openness))
        quantity.readings, quantity.axis, quantity.reason = (), "", "bound_and_approximate"
    else:
        made = _sides(quantity, openness)
        settle(quantity, made, "comparative")
    quantity.start, quantity.end = start, end


def _sides(quantity: Quantity, openness: str) -> list[Reading]:
    """Return each reading as a bound on either side."""
    made: list[Reading] = []
    for r in quantity.readings:
        made += [
            chosen(as_bound(r, "g" + openness), "comparative", "above"),
            chosen(as_bound(r, "l" + openness), "comparative", "below"),
        ]
    return made


def turn(text: str, quantity: Quantity, words: Comparatives) -> None:
    """Turn a bound on a time that a word of speed tells: what is faster than 10 s takes less."""
    if not any(r.dimension in CLOCKS for r in quantity.readings):
        return
    if words.turned.search(text, quantity.start, quantity.end) is None:
        return
    made = [
        as_bound(r, ("l" if op_of(r)[0] == "g" else "g") + op_of(r)[1])
        if r.shape == "bound" and r.dimension in CLOCKS
        else r
        for r in quantity.readings
    ]
    settle(quantity, made, "")
