"""Products of units: codes, exact factors, and which kinds cancel and which do not."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quantcheck.values import Unit
from quantcheck.vocabulary.compound import BASE_ORDER, combine, compound_senses, difference, dimension_name, power_code
from quantcheck.vocabulary.vocab import UnitTable

Parts = tuple[tuple[Unit, int], ...]

MADE = {
    # parts -> code, dimension, factor
    "mg/kg": ("mg/kg", "mass_fraction", "1/1000000"),
    "mg/kg/d": ("mg/kg/d", "mass_fraction*time^-1", "1/86400000000"),
    "ug/kg/min": ("ug/kg/min", "mass_fraction*time^-1", "1/60000000000"),
    "mg/dL": ("mg/dL", "mass*length^-3", "1/100"),
    "mL/L": ("mL/L", "volume_fraction", "1/1000"),
    "mm3/m3": ("mm3/m3", "volume_fraction", "1/1000000000"),
    "mg/mg": ("mg/mg", "mass_fraction", "1"),
    "mmol/mol": ("mmol/mol", "amount*amount^-1", "1/1000"),
    "h/d": ("h/d", "time*time^-1", "1/24"),
    "mm/m": ("mm/m", "length*length^-1", "1/1000"),
    "L/km": ("L/km", "length^3*length^-1", "1/1000000"),
    "[mi_i]/[gal_us]": ("[mi_i]/[gal_us]", "length*length^-3", "48000000000/112903"),
    "N/m2": ("N/m2", "mass*length^-1*time^-2", "1"),
    "J/s": ("J/s", "mass*length^2*time^-3", "1"),
    "kg.m/s2": ("kg.m/s2", "mass*length*time^-2", "1"),
    "kW.h": ("kW.h", "mass*length^2*time^-2", "3600000"),
    "L/m2": ("L/m2", "length", "1/1000"),
    "mg/m2": ("mg/m2", "mass*length^-2", "1/1000000"),
    "circ/min": ("circ/min", "rotation", "1/60"),
    "deg/s": ("deg/s", "rotation", "1/360"),
    "rad/s": ("rad/s", "rotation*pi^-1", "1/2"),
    "Cel/min": ("Cel/min", "temperature_difference*time^-1", "1/60"),
    "W/m2/K": ("W/m2/K", "mass*time^-3*temperature_difference^-1", "1"),
    "USD/h": ("USD/h", "currency:USD*time^-1", "1/3600"),
    "{tablet}/d": ("{tablet}/d", "count:tablet*time^-1", "1/86400"),
    "1/min": ("/min", "time^-1", "1/60"),
    "m.m": ("m2", "length^2", "1"),
    "m/m2": ("m/m2", "length^-1", "1"),
    "Hz/s": ("Hz/s", "frequency*time^-1", "1"),
    "meq/L": ("meq/L", "equivalents*length^-3", "1"),
    "[IU]/kg": ("[IU]/kg", "iu*mass^-1", "1"),
    "%/a": ("%/a", "ratio*calendar^-1", "1/1200"),
    "J/kg": ("J/kg", "length^2*time^-2", "1"),
    "N/(N.m)": ("N/(N.m)", "mass*length*time^-2*torque^-1", "1"),
}


def parts_of(text: str, codes: dict[str, list[Unit]]) -> Parts:
    found: list[tuple[Unit, int]] = []
    sign, rest = 1, text
    while rest:
        names = [c for c in codes if rest.startswith(c) and rest[len(c) : len(c) + 1] in ("", ".", "/", "2", "3")]
        longest = max((c for c in names if c != "1" or sign > 0), key=len, default="")
        if rest.startswith("("):
            longest, rest = rest[1 : rest.index(")")], rest[rest.index(")") + 1 :]
            found.append((codes[longest][0], sign))
        else:
            rest = rest[len(longest) :]
            power = int(rest[0]) if rest[:1].isdigit() else 1
            rest = rest[1:] if rest[:1].isdigit() else rest
            found.append((codes[longest][0], sign * power))
        sign, rest = (-1 if rest[:1] == "/" else 1), rest[1:]
    return tuple(found)


@pytest.mark.parametrize("text", MADE)
def test_products(text: str, codes: dict[str, list[Unit]]) -> None:
    code, dimension, factor = MADE[text]
    if text == "kW.h":
        made = combine(((codes["kW"][0], 1), (codes["h"][0], 1)))
    elif text in ("mm3/m3",):
        made = combine(((codes["mm"][0], 3), (codes["m"][0], -3)))
    else:
        made = combine(parts_of(text, codes))
    assert (made.code, dimension_name(made.dimension), str(made.factor)) == (code, dimension, factor)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mg/kg", "ug/g"),
        ("N/m2", "Pa"),
        ("g/L", "mg/mL"),
        ("kg.m2/s2", "J"),
        ("W/A", "V"),
        ("mol/m3", "mmol/L"),
        ("[lbf_av]/[in_i]2", "[psi]"),
        ("circ/min", "{rpm}"),
    ],
)
def test_equal_products(one: str, other: str, codes: dict[str, list[Unit]]) -> None:
    a, b = combine(parts_of(one, codes)), combine(parts_of(other, codes))
    assert (a.factor, a.dimension) == (b.factor, b.dimension)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mg/kg", "[ppm]"),
        ("mg/kg", "mL/L"),
        ("mg/kg", "mg/kg/d"),
        ("h/d", "mm/m"),
        ("L/km", "m2"),
        ("Bq", "Hz"),
        ("{rpm}", "Hz"),
        ("J/kg", "Gy"),
        ("Gy", "Sv"),
        ("mol/s", "kat"),
        ("[mi_i]/[gal_us]", "L/km"),
        ("rad/s", "deg/s"),
        ("N.m", "J"),
        ("%", "%{w/w}"),
        ("meq/L", "mmol/L"),
        ("mL/m2", "mm/m"),
    ],
)
def test_kinds_that_share_si_units_stay_apart(one: str, other: str, codes: dict[str, list[Unit]]) -> None:
    assert combine(parts_of(one, codes)).dimension != combine(parts_of(other, codes)).dimension


def test_force_times_length_is_torque_or_energy(codes: dict[str, list[Unit]]) -> None:
    newton, metre = codes["N"][0], codes["m"][0]
    senses = compound_senses(((newton, 1), (metre, 1)))
    assert [dimension_name(s.unit.dimension) for s in senses] == ["torque", "mass*length^2*time^-2"]
    assert [s.axes for s in senses] == [(("moment", "torque"),), (("moment", "energy"),)]
    assert len(compound_senses(((newton, 1), (metre, -1)))) == 1
    assert len(compound_senses(((codes["J"][0], 1),))) == 1


def test_a_difference_has_no_offset(codes: dict[str, list[Unit]]) -> None:
    unit = difference(codes["[degF]"][0])
    assert (unit.factor, unit.offset, unit.kind) == (Fraction(5, 9), 0, "temperature_difference")


def test_the_order_names_known_dimensions(table: UnitTable) -> None:
    assert set(BASE_ORDER) <= set(table.dimensions)


CODES = ("mg", "kg", "mL", "L", "h", "d", "m", "km", "N", "mol", "USD", "{tablet}", "%", "K", "[IU]", "deg", "By", "mo")


@given(st.lists(st.tuples(st.sampled_from(CODES), st.sampled_from((-2, -1, 1, 2))), min_size=1, max_size=4))
@example([("mL", -1), ("L", 1), ("m", -1)])
def test_the_order_of_factors_changes_no_value(codes: dict[str, list[Unit]], chosen: list[tuple[str, int]]) -> None:
    parts = tuple((codes[code][0], n) for code, n in chosen)
    made = {(combine(p).factor, combine(p).dimension) for p in permutations(parts)}
    factor = Fraction(1)
    for unit, n in parts:
        factor *= unit.factor**n
    assert {f for f, _ in made} == {factor}
    if len({code for code, _ in chosen}) == len(chosen):
        assert len(made) == 1


@pytest.mark.parametrize(
    ("code", "power", "expected"),
    [("m", 1, "m"), ("m", 2, "m2"), ("N.m", 2, "(N.m)2"), ("m/s", 3, "(m/s)3"), ("m3", 2, "(m3)2"), ("m/s", 1, "m/s")],
)
def test_the_code_of_a_power(code: str, power: int, expected: str) -> None:
    assert power_code(code, power) == expected


def test_codes_that_are_products_below_the_line() -> None:
    metre, second = Unit("m", Fraction(1), (("length", 1),)), Unit("s", Fraction(1), (("time", 1),))
    speed = combine(((metre, 1), (second, -1)))
    kilogram = Unit("kg", Fraction(1), (("mass", 1),))
    assert combine(((kilogram, 1), (speed, -1))).code == "kg/(m/s)"
    assert combine(((kilogram, 1), (speed, -2))).code == "kg/(m/s)2"
    assert combine(((second, -1), (metre, -1))).code == "/s/m"


def test_the_names_of_dimensions() -> None:
    assert dimension_name(()) == "number"
    assert dimension_name((("time", -1), ("length", 1))) == "length*time^-1"
    # known names in their order, others behind them by name
    assert dimension_name((("time", 1), ("mass", 1), ("iu", 1), ("count:pill", 1))) == "mass*time*count:pill*iu"
    assert dimension_name((("count:pill", 2), ("iu", 1))) == "count:pill^2*iu"
    # over and under one line, the higher power first
    assert dimension_name((("length", 1), ("length", 3), ("length", -1))) == "length^3*length*length^-1"


def test_what_a_product_begins_with_is_its_kind() -> None:
    tablet, day = (
        Unit("{tablet}", Fraction(1), (("count:tablet", 1),), "count"),
        Unit("d", Fraction(86400), (("time", 1),)),
    )
    euro = Unit("EUR", Fraction(1), (("currency:EUR", 1),), "money")
    gram = Unit("g", Fraction(1, 1000), (("mass", 1),))
    assert combine(((tablet, 1), (day, -1))).kind == "count"
    assert combine(((euro, 1), (tablet, -1))).kind == "money"
    assert combine(((gram, 1), (tablet, -1))).kind == "physical"
    assert combine(((day, -1),)).kind == "physical"
    assert combine(((tablet, -1), (euro, 1))).kind == "money"


def test_multipliers_and_temperatures_in_a_product() -> None:
    million = Unit("1", Fraction(10**6), (("number", 1),), "number")
    one = Unit("1", Fraction(1), (("number", 1),), "number")
    metre, celsius = (
        Unit("m", Fraction(1), (("length", 1),)),
        Unit("Cel", Fraction(1), (("temperature", 1),), "", Fraction(5463, 20)),
    )
    assert combine(((one, 1), (metre, 1))) == metre
    assert combine(((one, 1), (one, 1))) == one
    assert (combine(((million, 1), (metre, 1))).dimension, combine(((million, 1), (metre, 1))).factor) == (
        (("length", 1),),
        10**6,
    )
    assert combine(((metre, 1), (celsius, -1))).dimension == (("length", 1), ("temperature_difference", -1))
    assert combine(((celsius, 1), (metre, -1))).offset == 0
    assert combine(((celsius, 1), (metre, -1))).kind == "physical"
    assert combine(((celsius, 2),)).dimension == (("temperature_difference", 2),)


def test_what_stays_apart_finds_its_like_alone() -> None:
    gram, litre = Unit("g", Fraction(1, 1000), (("mass", 1),)), Unit("L", Fraction(1, 1000), (("length", 3),))
    metre, second = Unit("m", Fraction(1), (("length", 1),)), Unit("s", Fraction(1), (("time", 1),))
    assert combine(((second, 1), (gram, 1), (gram, -1))).dimension == (("mass_fraction", 1), ("time", 1))
    assert combine(((gram, 1), (litre, 1), (litre, -1))).dimension == (("mass", 1), ("volume_fraction", 1))
    assert combine(((gram, 1), (second, 1), (litre, -1))).dimension == (("length", -3), ("mass", 1), ("time", 1))
    assert combine(((litre, 1), (metre, -1), (second, 1))).dimension == (("length", -1), ("length", 3), ("time", 1))
    assert combine(((metre, 1), (litre, -1), (second, -1))).dimension == (("length", -3), ("length", 1), ("time", -1))


def test_an_angle_without_time_is_no_rotation() -> None:
    radian, metre = Unit("rad", Fraction(1, 2), (("angle", 1), ("pi", -1))), Unit("m", Fraction(1), (("length", 1),))
    assert combine(((radian, 1), (metre, 1))).dimension == (("angle", 1), ("length", 1), ("pi", -1))
