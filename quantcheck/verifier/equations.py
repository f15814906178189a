"""The equations of a report, for the verifier: sides, members, and the rule or the cause of each verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from quantcheck import report
from quantcheck.verifier.readings import Readings

Faults = Iterator[tuple[str, str]]


def faults(case: report.Case, n: int, readings: Readings) -> Faults:
    """Yield what is wrong with the n-th equation: its sides, and that its verdict has a rule or a cause."""
    equation = case.equations[n]
    if (equation.holds is None) == (equation.why is UNSET):
        yield ".why", "expected a cause exactly where it cannot be decided whether the equation holds"
    if equation.holds is True and equation.by is UNSET:
        yield ".by", "expected the rule by which the equation holds"
    if equation.expected is not UNSET:
        _, found = readings.read(equation.expected, "", ".expected")
        yield from found
    for side in (equation.left, *(equation.right.split(" = ") if equation.right else ())):
        if not side or side != side.strip() or not _stands(side, equation.text):
            yield ".left", "a side does not stand in the equation"
    if not equation.right and equation.left != equation.text:
        yield ".right", "only what is one statement has one side"
    if "=" in equation.text and _digits(equation.left + equation.right) != _digits(equation.text):
        yield ".left", "the sides have not the digits of the equation"
    members = [q for q in case.quantities if q.equation == n]
    if any(not equation.start <= q.start < q.end <= equation.end for q in members):
        yield ".start", "a quantity of the equation lies outside of it"


def _digits(text: str) -> list[str]:
    return sorted(filter(str.isdecimal, text))


def _stands(side: str, text: str) -> bool:
    """Whether a text has this, and no number or word of it is cut at its ends."""
    letter = r"(?![^\W\d_])" if side[-1].isalpha() else ""
    return bool(re.search(rf"(?<![\d.,]){re.escape(side)}(?![\d]|[.,]\d){letter}", text))
