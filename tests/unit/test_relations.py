"""Relations of two readings by themselves: one relation at a time, and two at once are none."""

from __future__ import annotations

from fractions import Fraction

import marked
import msgspec
import pytest

from quantcheck.matching import relations

ROUNDED = [
    ("72 %", "72.38 %", True),
    ("72 %", "72 %", False),
    ("2 mg", "1.5 mg", False),
    ("~72 %", "~72.38 %", True),
    ("72..80 %", "72.38..80 %", True),
    ("72..80 %", "72..80 %", False),
    (">=72 %", ">=72.38 %", True),
    ("-72 %", "-72.38 %", True),
    ("-72 %", "72.38 %", False),
    ("0.72 g", "0.7238 g", True),
    ("10 mg", "9.5 mg", True),
    ("10 mg", "9.4 mg", False),
    # and something else besides
    ("~72 %", "72.38 %", False),
    (">=72 %", "72.38 %", False),
    (">=72 %", ">72.38 %", False),
    ("72 %", "72.38 mg", False),
    ("72+-1 %", "72.38+-1 %", False),
    ("72|80 mmHg", "72.38|80 mmHg", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), ROUNDED, ids=[f"{a}, {b}" for a, b, _ in ROUNDED])
def test_rounded(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.rounded(ours, yours) is holds


KINDS = [
    ("30 %", "0.3", True),
    ("30 %", "30", False),
    ("30 %", "0.7", False),
    (">=30 %", ">=0.7", False),
    ("300000 mg/kg", "300000 ppm", True),
    ("3of10 patient", "30 %", True),
    ("3of10 patient", "0.3", True),
    ("3of10 patient", "3of10 child", True),
    ("3of10 patient", "6of20 patient", True),
    ("5 tablet", "5", True),
    ("5 tablet", "6", False),
    ("5 tablet", "5 capsule", False),
    ("~30 %", "0.3", False),
    ("5 mg", "5", False),
    ("30 %", "30 %", False),
    ("5 tablet", "5 tablet", False),
    ("3of10 patient", "0.3 tablet", True),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), KINDS, ids=[f"{a}, {b}" for a, b, _ in KINDS])
def test_kind(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.kind(ours, yours) is holds
    assert relations.kind(yours, ours) is holds


SCHEDULES = [
    ("4/d", "every 6 h", True),
    ("4/d", "every 8 h", False),
    ("~4/d", "every 6 h", False),
    ("2..4/d", "every 6 h", False),
    ("2..4/d", "every 12 h", False),
    ("4/d", "6 h", False),
    ("2/d", "1/d", False),
    ("1 kg", "1/d", False),
    ("1/d", "bedtime", True),
    ("2/d", "bedtime", False),
    ("600 mg/24h", "25 mg/h", True),
    ("600 mg/24h", "600 mg/d", False),
    ("4/d", "every 6 mo", False),
    ("2..3/d", "4/d", False),
    ("600 mg/24h", "30 mg/h", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), SCHEDULES, ids=[f"{a}, {b}" for a, b, _ in SCHEDULES])
def test_schedule(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.schedule(ours, yours) is holds
    assert relations.schedule(yours, ours) is holds


CONVERTED = [
    ("3 wk", "20 d", True),  # a twentieth of it
    ("1 g", "950 mg", False),
    ("1 g", "1050 mg", True),
    ("3 wk", "19 d", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), CONVERTED, ids=[f"{a}, {b}" for a, b, _ in CONVERTED])
def test_one_digit_shown_says_little(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.rounded_conversion(ours, yours) is holds


APPROXIMATE = [
    ("~5 mg", "5 mg", True),
    ("~5 mg", "6 mg", False),
    ("~5 mg", "~5 mg", False),
    ("just_below 5 mg", "just_above 5 mg", False),
    ("just_below 5 mg", "5 mg", True),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), APPROXIMATE, ids=[f"{a}, {b}" for a, b, _ in APPROXIMATE])
def test_approximate(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.approximate(ours, yours) is holds
    assert relations.approximate(yours, ours) is holds


def test_an_approximate_rate_keeps_its_period() -> None:
    rate = marked.quantity("600 mg/24h").readings[0]
    about = msgspec.structs.replace(rate, modality="approximate")
    assert relations.approximate(about, rate) is True
    assert relations.approximate(about, marked.quantity("600 mg/d").readings[0]) is True
    assert relations.approximate(about, marked.quantity("25 mg/h").readings[0]) is False


def test_a_bound_is_no_schedule() -> None:
    rate, interval = (marked.quantity(text).readings[0] for text in ("4/d", "every 6 h"))
    for changed in (
        (msgspec.structs.replace(rate, shape="bound"), interval),
        (rate, msgspec.structs.replace(interval, shape="bound")),
        (msgspec.structs.replace(rate, base_upper=None), interval),
        (rate, msgspec.structs.replace(interval, base_lower=None)),
    ):
        assert relations.schedule(*changed) is False
    assert relations.schedule(rate, msgspec.structs.replace(interval, shape="point")) is True


def test_two_intervals_are_no_schedule_of_each_other() -> None:
    interval = marked.quantity("every 6 h").readings[0]
    long = msgspec.structs.replace(interval, shape="point", base_lower=Fraction(2), base_upper=Fraction(2))
    short = msgspec.structs.replace(interval, base_lower=Fraction(1, 2), base_upper=Fraction(1, 2))
    assert relations.schedule(long, short) is False


def test_a_number_per_time_has_no_other_dimension() -> None:
    assert relations.per("number", "time") == "time^-1"
    assert relations.per("mass", "time") == "mass*time^-1"
    assert relations.per("time", "time") == "time*time^-1"


def test_what_is_denied_is_near_nothing() -> None:
    about = marked.quantity("~5 mg").readings[0]
    denied = msgspec.structs.replace(about, modality="denied")
    assert relations.approximate(about, denied) is False
    assert relations.approximate(denied, about) is False


NOTATIONS = [
    ("5+-1 mg", "4..6 mg", True),
    ("5+-1 mg", "4..7 mg", False),
    ("5+-1 mg", "5+-1 mg", False),
    ("4..6 mg", "4..6 mg", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), NOTATIONS, ids=[f"{a}, {b}" for a, b, _ in NOTATIONS])
def test_notation(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.notation(ours, yours) is holds
    assert relations.notation(yours, ours) is holds


DERIVED = [
    ("10+20 mg", "30 mg", True),
    ("10+20 mg", "31 mg", False),
    ("10+20 mg", "~30 mg", False),
    ("10+20 mg", "20+10 mg", False),
    ("30 mg", "30 mg", False),
    ("0 mg", "0 mg", False),
    ("10+20 mg", ">=30 mg", False),
    ("10+20 mg", "30..30 mg", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), DERIVED, ids=[f"{a}, {b}" for a, b, _ in DERIVED])
def test_derived(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.derived(ours, yours) is holds
    assert relations.derived(yours, ours) is holds


@pytest.mark.parametrize("change", [{"modality": "approximate"}, {"dimension": "length"}, {"base_upper": None}])
def test_parts_that_are_no_points_of_the_sum_have_no_total(change: dict[str, object]) -> None:
    plain = marked.quantity("10+20 mg").readings[0]
    first, *others = plain.parts
    changed = msgspec.structs.replace(plain, parts=(msgspec.structs.replace(first, **change), *others))
    assert relations.sum_key(plain) is not None
    assert relations.sum_key(changed) is None


@pytest.mark.parametrize(("text", "reversed_"), [("6..5 mg", True), ("5..5 mg", False), ("5..6 mg", False)])
def test_reversed(text: str, reversed_: bool) -> None:
    assert relations.reversed_range(marked.quantity(text).readings[0]) is reversed_


@pytest.mark.parametrize(
    ("text", "count"), [("4/d", 3), ("every 6 h", 3), ("bedtime", 0), ("5 mg", 0), ("0/d", 0), ("every 6 mo", 3)]
)
def test_inverted(text: str, count: int) -> None:
    assert len(relations.inverted(marked.quantity(text).readings[0])) == count
