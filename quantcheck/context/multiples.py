"""Figures that a word before them multiplies (`double the 10 km`): what is multiplied, or the multiple."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from quantcheck.context.either import chosen, settle
from quantcheck.numbers.spelled import Numerals
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless
from quantcheck.values import Quantity, Reading

REACH = 60
"""Characters before a quantity in which such a word is looked for."""
_KINDS = frozenset(("physical", "money", "count", "percent"))


class Multiples:
    """The words that multiply, with what may stand between them and the figure, compiled."""

    def __init__(self, row: Mapping[str, Any], fill: Iterable[str]) -> None:
        self.factors = {word: Fraction(value) for word, value in row["factors"].items()}
        self.times = frozenset(row["times"])
        over = (*row["usual"], *(word for word in fill if word.isalpha()))
        self.before = caseless(
            lambda: (
                rf"(?<![\w.,-])(?:(?P<word>{any_of(self.factors)})"
                rf"|(?P<count>\d{{1,6}}(?:\.\d{{1,6}})?|[a-z]+)[\s-]?{any_of(self.times)})"
                rf"\s+(?:as\s+[^\W\d_]+\s+as|{any_of(row['determiners'])})(?:\s+(?:{any_of(over)}))*\s+\Z"
            )
        )


def multiply(text: str, quantity: Quantity, floor: int, words: Multiples, numerals: Numerals) -> bool:
    """Give a figure that is multiplied its two readings."""
    if not all(r.shape == "point" and r.kind in _KINDS for r in quantity.readings):
        return False
    found = words.before.search(text, max(floor, quantity.start - REACH), quantity.start)
    factor = None if found is None else _factor(found, words, numerals)
    if found is None or factor is None:
        return False
    made: list[Reading] = []
    for r in quantity.readings:
        made += [chosen(r, "multiple", "figure"), chosen(_times(r, factor), "multiple", "times")]
    settle(quantity, made, "multiple")
    quantity.start = found.start()
    return True


def _factor(found: re.Match[str], words: Multiples, numerals: Numerals) -> Fraction | None:
    """Return what a figure is multiplied by, None where it is not said in one word or in digits."""
    count = (found["count"] or "").lower()
    if not count:
        return words.factors[found["word"].lower()]
    if count[0].isdecimal():
        return Fraction(count)
    kind, value = numerals.words.get(count, ("", Fraction(0)))
    return value if kind in ("unit", "teen", "ten", "hundred") and value > 1 else None


def _times(r: Reading, factor: Fraction) -> Reading:
    ends = (r.lower, r.upper, r.base_lower, r.base_upper)
    lower, upper, base_lower, base_upper = (None if end is None else end * factor for end in ends)
    return msgspec.structs.replace(
        r, lower=lower, upper=upper, base_lower=base_lower, base_upper=base_upper, lower_step=None, upper_step=None
    )
