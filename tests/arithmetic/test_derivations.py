"""Computations offered for figures that stand nowhere, and the bound on those that fit by chance."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

from quantcheck import Checker, Policy
from quantcheck.verifier import instants

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


MEETING = "The meeting ran from 9:15 to 11:45."
TRIAL = "The trial ran from 3 March to 17 March 2024."
NIGHT = "The train leaves at 22:40 and arrives at 06:15 the next day."

PASSED = [
    (MEETING, "2 hours 30 minutes", "[11:45] − [9:15]"),
    (MEETING, "2.5 hours", "[11:45] − [9:15]"),
    (MEETING, "150 minutes", "[11:45] − [9:15]"),
    ("It was open 9:15–11:45 only.", "2.5 h", "[11:45] − [9:15]"),
    ("It is open from 9:15 am to 2:45 pm.", "5 hours 30 minutes", "[2:45 pm] − [9:15 am]"),
    ("It is open 11:30-2 pm.", "150 minutes", "[2 pm] − [11:30]"),
    (NIGHT, "7 hours 35 minutes", "[06:15] − [22:40] + 24 hours"),
    (TRIAL, "14 days", "[17 March 2024] − [3 March]"),
    ("The trial ran March 3–17, 2024.", "14 days", "[17, 2024] − [March 3]"),
    ("It began on March 3, 2024 and ended on May 17, 2024.", "75 days", "[May 17, 2024] − [March 3, 2024]"),
    ("It began on 2024-02-03; it ended on 2024-03-03.", "29 days", "[2024-03-03] − [2024-02-03]"),
    ("It began on 2023-02-03; it ended on 2023-03-03.", "28 days", "[2023-03-03] − [2023-02-03]"),
    ("It ended on 13/04/2024 and began on 14/03/2024.", "720 hours", "[13/04/2024] − [14/03/2024]"),
]


@pytest.mark.parametrize(("passage", "answer", "formula"), PASSED)
def test_elapsed_time(passage: str, answer: str, formula: str) -> None:
    """The operands are quoted where they stand, and the verifier reads the same in them."""
    given = {"answer": f"It took {answer}.", "question": "How long did it take?", "passages": [passage]}
    found = Checker().check(given["answer"], [passage], given["question"])
    (quantity,) = found.quantities
    assert (quantity.status, quantity.reason) == ("unmatched", "derivable")
    assert quantity.derivation
    assert quantity.derivation.formula == formula
    assert all(o.quote == passage[o.start : o.end] for o in quantity.derivation.operands)
    assert not [f for o in quantity.derivation.operands for f in instants.faults(o, passage, "")]


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        (MEETING, "2 hours 31 minutes"),
        (MEETING, "2.4 hours"),
        (TRIAL, "15 days"),
        (TRIAL, "14 years"),
        ("It began on 3 March and ended on 17 March.", "14 days"),
        ("It began on 03/04/2024 and ended on 17/04/2024.", "14 days"),
        ("It began on 3 March 2023 or 2024 and ended on 30 February 2024.", "14 days"),
        (NIGHT.replace("22:40", "06:15").replace("arrives at 06:15", "arrives at 22:40"), "7 hours 35 minutes"),
    ],
)
def test_no_elapsed_time(passage: str, answer: str) -> None:
    """Not the difference, no year, two ways to read a date, no such day, or the night where the day is meant."""
    (quantity,) = Checker().check(f"It took {answer}.", [passage], "How long did it take?").quantities
    assert quantity.reason != "derivable"


@pytest.mark.parametrize("field", ["lower", "base", "unit", "quote", "dimension"])
def test_a_wrong_moment_is_noticed(field: str) -> None:
    (quantity,) = Checker().check("It took 14 days.", [TRIAL], "How long did it take?").quantities
    assert quantity.derivation
    operand = quantity.derivation.operands[1]
    r = operand.reading
    wrong = {
        "lower": lambda: msgspec.structs.replace(operand, reading=msgspec.structs.replace(r, lower="738947")),
        "base": lambda: msgspec.structs.replace(
            operand,
            reading=msgspec.structs.replace(
                r, lower="738949", upper="738949", base=msgspec.structs.replace(r.base, lower="0", upper="0")
            ),
        ),
        "unit": lambda: msgspec.structs.replace(operand, reading=msgspec.structs.replace(r, unit="h")),
        "quote": lambda: msgspec.structs.replace(operand, quote="4 March"),
        "dimension": lambda: msgspec.structs.replace(
            operand, reading=msgspec.structs.replace(r, base=msgspec.structs.replace(r.base, dimension="time_of_day"))
        ),
    }
    assert not list(instants.faults(operand, TRIAL, ""))
    assert list(instants.faults(wrong[field](), TRIAL, ""))


def test_times_by_chance_are_withheld() -> None:
    times = ", at ".join(f"{h}:{m:02}" for h, m in [(8, 10), (9, 25), (10, 40), (11, 5), (13, 35), (14, 50)])
    (quantity,) = Checker().check("It took 75 minutes.", [f"Buses leave at {times}."], "How long?").quantities
    assert quantity.reason != "derivable"
    assert quantity.withheld


@pytest.mark.parametrize(("answer", "capped"), [("75 minutes", True), ("$75", False)])
def test_more_times_than_are_combined_are_told_of(answer: str, capped: bool) -> None:
    """Of a time only: what else stands nowhere has nothing to do with them."""
    times = ", at ".join(f"{h}:00" for h in range(8, 22))
    (quantity,) = Checker().check(f"It is {answer}.", [f"Buses leave at {times}."], "How long?").quantities
    assert ("derivation_capped" in quantity.notes) == capped


COSTS = "Item | Cost ($)\nRent | 1,250\nFuel | 310\nFood | 475\nPhone | 59"
LISTED = "- Rent: $1,250\n- Fuel: $310\n- Food: $475\n- Phone: $59"


@pytest.mark.parametrize(
    ("answer", "passage", "formula"),
    [
        ("$2,094", COSTS, "[1,250] + [310] + [475] + [59]"),
        ("$523.50", COSTS, "([1,250] + [310] + [475] + [59]) ÷ 4"),
        ("$2,094", LISTED, "[$1,250] + [$310] + [$475] + [$59]"),
        ("$2,094", LISTED.replace("\n- ", ", ")[2:] + ".", "[$1,250] + [$310] + [$475] + [$59]"),
        ("63.6%", "36.4% of the patients were women.", "1 − [36.4%]"),
        ("1,102.5 mg", "The patient weighs 73.5 kg; give 15 mg/kg.", "[73.5 kg] × [15 mg/kg]"),
    ],
)
def test_units_lists_and_shares(answer: str, passage: str, formula: str) -> None:
    (quantity,) = Checker().check(answer, [passage], "What is the total?").quantities
    assert quantity.reason == "derivable"
    assert quantity.derivation
    assert quantity.derivation.formula == formula
