"""What is refused may still be told: `parse` shows what a reader may take it for, and nothing is compared with it."""

from __future__ import annotations

import pytest

from quantcheck import Checker, Policy, load
from quantcheck.reading.read import read

CHECKER = Checker(Policy(numbers="all"))

CASES = [
    # text, reason, what it is taken for: shape, ends, unit
    ("about six hundred or more", "bound_and_approximate", ("bound", "600", "None", "1")),
    ("roughly 30 mg or less", "bound_and_approximate", ("bound", "None", "30", "mg")),
    ("3 yards 4 feet", "mixed", ("point", "13/3", "13/3", "[yd_i]")),
    ("3 yards, 4 feet, 6 in", "mixed", ("point", "9/2", "9/2", "[yd_i]")),
    ("21 35 years", "unread", ("range", "21", "35", "a")),
    ("between 21 35 years", "unread", ("range", "21", "35", "a")),
    ("thirty and five hours", "unread", ("point", "35", "35", "h")),
    ("12 USD 40", "unread", ("point", "62/5", "62/5", "USD")),
    ("outside 5–10 mg", "unread", ("range", "5", "10", "mg")),
    ("not between 5 and 10 mg", "unread", ("range", "5", "10", "mg")),
    ("just 12 dollars 40 more", "unread", ("point", "62/5", "62/5", "USD")),
]

EITHER = [
    # a bound that stands apart from an approximate figure: the bound or the figure
    ("until approximately 40 percent", [("bound", "None", "40"), ("point", "40", "40")]),
    # a bound that may be how long as well
    ("within 5 minutes or so", [("bound", "None", "5"), ("point", "5", "5")]),
]

NOTHING = [
    # a descending pair, more than two figures, a vague amount
    "35 21 years",
    "10 20 30 mg",
    "dozens of boxes",
]


@pytest.mark.parametrize(("text", "reason", "wanted"), CASES, ids=[text for text, _, _ in CASES])
def test_what_is_refused_is_told(text: str, reason: str, wanted: tuple[str, ...]) -> None:
    (quantity,) = read(text, load.language()).quantities
    assert (quantity.reason, quantity.readings) == (reason, ())
    assert [(r.shape, str(r.lower), str(r.upper), r.unit) for r in quantity.supposed] == [wanted]
    (shown,) = CHECKER.parse(text).quantities
    assert (shown.reason, [r.unit for r in shown.readings]) == (reason, [wanted[3]])


@pytest.mark.parametrize(("text", "wanted"), EITHER)
def test_what_may_be_two_things_is_told_as_both(text: str, wanted: list[tuple[str, str, str]]) -> None:
    (quantity,) = read(text, load.language()).quantities
    assert (quantity.reason, quantity.readings) == ("bound_and_approximate", ())
    assert [(r.shape, str(r.lower), str(r.upper)) for r in quantity.supposed] == wanted
    assert {r.modality for r in quantity.supposed} == {"approximate"}


@pytest.mark.parametrize("text", NOTHING)
def test_what_no_reader_can_tell_is_not_supposed(text: str) -> None:
    assert [q.supposed for q in read(text, load.language()).quantities if q.reason] == [()]


@pytest.mark.parametrize("text", [text for text, _, _ in CASES])
def test_nothing_is_compared_with_it(text: str) -> None:
    case = CHECKER.check(text, [text, "600 30 mg, 13 feet, 4.5 yards, 21-35 years, 35 hours and 12 dollars 40"])
    assert [(q.status, q.readings, q.support) for q in case.quantities] == [("ambiguous", [], [])]


def test_read_again_it_is_told_again() -> None:
    """What is remembered of an island keeps nothing of one figure for another."""
    told = [q.supposed for text in ("21 35 years", "35 21 years") * 5 for q in read(text, load.language()).quantities]
    assert [bool(s) for s in told] == [True, False] * 5
