"""Numbers in digits: the value, the place of the last digit shown and how many are shown, which decide on rounding."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantcheck import load
from quantcheck.numbers.numerals import MAX_DIGITS, MAX_EXPONENT, Number, digit_run, proper, scaled, spaced, superscript
from quantcheck.reading.read import read

RUNS = [
    # written, value, step, digits, forms, plain
    ("0", "0", "1", 1, "", True),
    ("000", "0", "1", 1, "", True),
    ("007", "7", "1", 1, "", True),
    ("1500", "1500", "1", 4, "", True),
    ("٣٤", "34", "1", 2, "", True),
    ("0.50", "1/2", "1/100", 2, "", False),
    (".25", "1/4", "1/100", 2, "", False),
    (",79", "79/100", "1/100", 2, "", False),
    ("0,500", "1/2", "1/1000", 3, "", False),
    ("00,500", "1/2", "1/1000", 3, "", False),
    ("5,25", "21/4", "1/100", 3, "", False),
    ("12,34", "617/50", "1/100", 4, "", False),
    ("0,2345", "469/2000", "1/10000", 4, "", False),
    ("0.00", "0", "1/100", 1, "", False),
    ("1,500", "1500", "1", 4, "grouped", False),
    ("1,500.5", "3001/2", "1/10", 5, "grouped", False),
    ("1'500", "1500", "1", 4, "grouped", False),
    ("1,00,000", "100000", "1", 6, "grouped", False),
    ("1,00,000.25", "400001/4", "1/100", 8, "grouped", False),
    ("1.234.567", "1234567", "1", 7, "grouped", False),
    ("1.234.567,8", "6172839/5", "1/10", 8, "grouped", False),
    ("1.234,5", "2469/2", "1/10", 5, "grouped", False),
    ("1.5e3", "1500", "100", 2, "scientific", False),
    ("2E+3", "2000", "1000", 1, "scientific", False),
    ("15e-1", "3/2", "1/10", 2, "scientific", False),
    ("15e−1", "3/2", "1/10", 2, "scientific", False),
    ("1,500e0002", "150000", "100", 4, "scientific grouped", False),
]


@pytest.mark.parametrize(("text", "value", "step", "digits", "forms", "plain"), RUNS, ids=[r[0] for r in RUNS])
def test_run(text: str, value: str, step: str, digits: int, forms: str, plain: bool) -> None:
    assert digit_run(text) == Number(Fraction(value), Fraction(step), digits, tuple(forms.split()), plain=plain)


@pytest.mark.parametrize(
    "text",
    ["0,500,000", "1,500,00", "1,2345", "10,00000", "1.2.3", "1,,500", "1'500'00", "5.", "1.234.56"],
)
def test_what_has_no_form_is_not_read(text: str) -> None:
    assert digit_run(text).reason == "unread"


def test_more_scripts_than_one() -> None:
    assert digit_run("1٣").reason == "mixed_scripts"


@pytest.mark.parametrize(
    ("fits", "larger"),
    [
        ("9" * MAX_DIGITS, "9" * (MAX_DIGITS + 1)),
        ("0." + "9" * (MAX_DIGITS - 1), "0." + "9" * MAX_DIGITS),
        ("1," + ",".join(["000"] * 333), "10," + ",".join(["000"] * 333)),
        ("1," + ",".join(["000"] * 333), "1," + ",".join(["000"] * 900)),
        (f"1e{MAX_EXPONENT}", f"1e{MAX_EXPONENT + 1}"),
        (f"1e-{MAX_EXPONENT}", f"1e-{MAX_EXPONENT + 1}"),
        ("1e0005", "1e00005"),
    ],
    ids=["digits", "decimals", "groups", "many groups", "exponent", "negative exponent", "digits of an exponent"],
)
def test_the_limits(fits: str, larger: str) -> None:
    assert digit_run(fits).reason == ""
    assert digit_run(larger).reason == "too_large"


def test_what_is_not_read_is_not_read_times_a_million() -> None:
    assert scaled(digit_run("1.2.3"), Fraction(10**6), "word").reason == "unread"


def test_groups_set_apart() -> None:
    assert spaced(["715", "000"]) == Number(Fraction(715000), Fraction(1), 6, ("grouped",))
    assert spaced(["1", "500.5"]) == Number(Fraction(3001, 2), Fraction(1, 10), 5, ("grouped",))
    assert spaced(["1", *["000"] * 333]).reason == ""
    assert spaced(["10", *["000"] * 333]).reason == "too_large"
    assert spaced(["1", *["000"] * 332, "00.0"]).reason == ""
    assert spaced(["1", *["000"] * 332, "000.0"]).reason == "too_large"


def test_what_is_made_of_a_number_shows_the_same_digits() -> None:
    number = digit_run("1.50")
    assert number.negated() == Number(Fraction(-3, 2), Fraction(1, 100), 3)
    assert digit_run("1,500").negated().forms == ("grouped",)
    million = number.scaled(Fraction(10**6), ("word",))
    assert million == Number(Fraction(1500000), Fraction(10000), 3, ("word",), multiplier=Fraction(10**6))
    twice = million.scaled(Fraction(10), ("word", "scientific"))
    assert twice.forms == ("word", "scientific")
    assert (twice.step, twice.multiplier) == (Fraction(100000), Fraction(10**7))
    assert Number(Fraction(2)).scaled(Fraction(1000), ()).step is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("³", 3), ("⁻³", -3), ("−³", -3), ("-¹²", -12), ("⁺⁴", 4), ("⁻¹⁰⁰⁰", -1000), ("¹⁰⁰⁰⁰⁰", None), ("⁻", None)],
)
def test_superscripts(text: str, value: int | None) -> None:
    assert superscript(text) == value


@pytest.mark.parametrize(
    ("text", "year"),
    [("1500", True), ("2100", True), ("1499", False), ("2101", False), ("2,019", False), ("800", False)],
)
def test_what_may_be_a_year(text: str, year: bool) -> None:
    assert digit_run(text).year is year


@pytest.mark.parametrize(
    ("top", "below", "value"),
    [
        ("1", "2", Fraction(1, 2)),
        ("100", "1000", Fraction(1, 10)),
        ("999", "1000", Fraction(999, 1000)),
        ("3", "13", None),
        ("0", "2", None),
        ("2", "2", None),
        ("3", "2", None),
        ("1", "0", None),
        ("1", "1", None),
        ("00001", "2", None),
        ("1", "00002", None),
    ],
)
def test_what_is_a_proper_fraction(top: str, below: str, value: Fraction | None) -> None:
    assert proper(top, below) == value


@pytest.mark.parametrize(
    ("fits", "larger", "why"),
    [
        (f"10^{MAX_EXPONENT} mg", f"10^{MAX_EXPONENT + 1} mg", "too_large"),
        (f"5 × 10^{MAX_EXPONENT} mg", f"5 × 10^{MAX_EXPONENT + 1} mg", "too_large"),
        (f"5 × 10^-{MAX_EXPONENT} mg", f"5 × 10^-{MAX_EXPONENT + 1} mg", "too_large"),
        ("9" * 39 + "^2 mg", "9" * 40 + "^2 mg", "unread"),
    ],
    ids=["of ten", "behind a sign", "below zero", "of many digits"],
)
def test_the_limits_of_powers(fits: str, larger: str, why: str) -> None:
    assert [q.reason for q in read(fits, load.language()).quantities] == [""]
    assert [q.reason for q in read(larger, load.language()).quantities] == [why]


@pytest.mark.parametrize("text", ["2.5×10-3 mg", "2.5 × 10^3 mg", "2.5 × 10^-3 mg"])
def test_powers_of_ten_are_scientific(text: str) -> None:
    assert [q.forms for q in read(text, load.language()).quantities] == [("scientific",)]
