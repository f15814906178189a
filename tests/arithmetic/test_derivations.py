"""Computations offered for figures that stand nowhere, and the bound on those that fit by chance."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from quantcheck import Checker, Policy

TABLE = (
    " | 2019 | 2018\nServices | 243,053 | 246,548\nLicenses | 64,798 | 35,452\nMaintenance | 16,499 | 14,783\n"
    "Total | 324,350 | 296,783"
)


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(Policy(numbers="all"))


CASES = [
    ("What was the average of Services in 2018 and 2019?", "244,800.5", "([243,053] + [246,548]) ÷ 2"),
    ("What was the change in Licenses from 2018 to 2019?", "29,346", "[64,798] − [35,452]"),
    ("What was the percentage change in Licenses?", "82.78%", "([64,798] − [35,452]) ÷ [35,452]"),
    ("What were Services and Maintenance together in 2019?", "259,552", "[243,053] + [16,499]"),
    ("What share of the Total were Services in 2019?", "74.94%", "[243,053] ÷ [324,350]"),
]


@pytest.mark.parametrize(("question", "answer", "formula"), CASES)
def test_derivation(question: str, answer: str, formula: str, checker: Checker) -> None:
    (quantity,) = checker.check(answer, [TABLE], question).quantities
    assert (quantity.status, quantity.reason) == ("unmatched", "derivable")
    assert quantity.derivation
    assert quantity.derivation.formula == formula
    assert 0 < Fraction(quantity.derivation.bound) <= Fraction(1, 20)


def test_what_fits_by_chance_is_withheld(checker: Checker) -> None:
    table = "Item | 2019 | 2018\n" + "\n".join(f"Row {chr(65 + n)} | {10 + 7 * n} | {11 + 5 * n}" for n in range(12))
    (quantity,) = checker.check("9", [table], "What is it?").quantities
    assert quantity.reason != "derivable"
    assert quantity.withheld


@pytest.mark.parametrize("digits", [2, 3, 4])
def test_random_figures_stay_under_the_bound(digits: int, checker: Checker) -> None:
    rng = random.Random(digits)
    tries = 150
    offered = 0
    for _ in range(tries):
        figure = rng.randrange(10 ** (digits - 1), 10**digits)
        (quantity,) = checker.check(
            f"{figure}", [TABLE], "What was the change in Licenses from 2018 to 2019?"
        ).quantities
        offered += quantity.reason == "derivable"
    assert offered <= tries / 20


BOUNDS = ("0", "0.001", "0.05", "0.5", "1")


@pytest.mark.parametrize(("answer", "offered"), [("29,346", 4), ("82.8%", 3), ("1.83", 2), ("2,222", 0)])
def test_the_bound_is_an_option(answer: str, offered: int) -> None:
    """A looser bound offers what a stricter one withholds, and nothing becomes traceable by either."""
    found = [
        Checker(Policy(numbers="all", chance_bound=bound)).check(answer, [TABLE], "What was the change?").quantities[0]
        for bound in BOUNDS
    ]
    assert {q.status for q in found} == {"unmatched"}
    assert [q.reason == "derivable" for q in found] == [False] * (5 - offered) + [True] * offered
    for bound, q in zip(BOUNDS, found, strict=True):
        assert not q.derivation or Fraction(q.derivation.bound) <= Fraction(bound)
        assert bool(q.withheld) == (q.reason != "derivable" and offered > 0)


FOUNDED = "The firm was founded in 1987 and sold in 2011."


def test_elapsed_years(checker: Checker) -> None:
    (quantity,) = checker.check("24 years", [FOUNDED], "How long did it exist?").quantities
    assert quantity.reason == "derivable"
    assert quantity.derivation
    assert quantity.derivation.formula == "([2011] − [1987]) years"
    assert quantity.derivation.expected == "288"


@pytest.mark.parametrize(
    ("answer", "passages"),
    [("25 years", [FOUNDED]), ("24 days", [FOUNDED]), ("24 years", [FOUNDED[:28], FOUNDED[29:]])],
)
def test_no_elapsed_years(answer: str, passages: list[str], checker: Checker) -> None:
    """What is not the difference, no years, or years that stand in two passages."""
    (quantity,) = checker.check(answer, passages, "How long did it exist?").quantities
    assert quantity.reason != "derivable"
