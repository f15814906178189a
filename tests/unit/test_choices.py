"""What the readings of a quantity rest on, the digits that they show, and the periods that they are per.

Each text is read with what is listed for its unit and the longer way, by trying every assignment of choices to axes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from quantcheck import load
from quantcheck.normalising import normalise
from quantcheck.reading import compiled
from quantcheck.reading.read import read
from quantcheck.values import Part, Quantity, Reading


@cache
def plainly() -> compiled.Language:
    """A language that remembers and lists nothing."""
    return compiled.decode(compiled.encode(load.language()), remember=False)


def both(text: str) -> tuple[Quantity, Quantity]:
    """Return the first quantity of a text, read shortly and the longer way, which are the same in all."""
    shortly, longer = read(text, load.language()).quantities[0], read(text, plainly()).quantities[0]
    assert shortly == longer
    return shortly, longer


CHOICES = [
    # text, the axes that vary, the choices of each reading
    ("5 mg", "", [""]),
    ("5 oz", "customary, ounce", [
        "ounce=mass", "ounce=troy", "customary=us ounce=fluid", "customary=imperial ounce=fluid",
        "customary=label ounce=fluid",
    ]),
    ("5 oz to 10 oz", "customary, ounce", [
        "ounce=mass", "ounce=troy", "customary=us ounce=fluid", "customary=imperial ounce=fluid",
        "customary=label ounce=fluid",
    ]),
    # one choice is left of an axis: it is noted and does not vary
    ("5 oz to 10 fl oz", "customary", [
        "customary=us ounce=fluid", "customary=imperial ounce=fluid", "customary=label ounce=fluid",
    ]),
    ("1 lb 4 oz", "", ["ounce=mass"]),
    # each end has a unit of its own, and one of these may mean several things
    ("5 oz to 10 lb", "ounce", ["ounce=mass", "ounce=troy"]),
    ("5 lb to 10 oz", "ounce", ["ounce=mass", "ounce=troy"]),
    ("5 mg to 5 oz", "ounce", ["ounce=mass", "ounce=troy"]),
    ("5 pounds 20 pence", "", ["pound=currency"]),
    # what a word near it settles keeps its choice
    ("an acceleration of 5 g", "", ["G=gravity g=gravity"]),
    ("an acceleration of 5 g to 60 m/s2", "", ["G=gravity g=gravity"]),
    ("90 min to 3 H", "", ["H=hour"]),
    ("10 mM to 3 M NaCl", "", ["M=molar"]),
    ("5 kg to 3 pounds", "", ["pound=mass"]),
    ("a warm 5 U", "unit", ["unit=enzyme", "unit=count"]),
    ("a warm 5 oz to 10 lb", "ounce", ["ounce=mass", "ounce=troy"]),
    ("5 oz ± 3 mL", "customary", [
        "customary=us ounce=fluid", "customary=imperial ounce=fluid", "customary=label ounce=fluid",
    ]),
    ("5 U", "unit", ["unit=enzyme", "unit=count"]),
    ("at least 5 U", "unit", ["unit=enzyme", "unit=count"]),
    ("5 to 7 U", "unit", ["unit=enzyme", "unit=count"]),
    ("5 U to 7 U", "unit", ["unit=enzyme", "unit=count"]),
    ("$0.07 per GB-hour", "byte_prefix, solidus", [
        "byte_prefix=decimal solidus=all", "byte_prefix=decimal solidus=first",
        "byte_prefix=binary solidus=all", "byte_prefix=binary solidus=first",
    ]),
    ("12 J/kg K", "solidus", ["solidus=all", "solidus=first"]),
    # force times length, in either order, alone
    ("5 N m", "moment", ["moment=torque", "moment=energy"]),
    ("5 lbf·m", "moment", ["moment=torque", "moment=energy"]),
    ("5 m·lbf", "moment", ["moment=torque", "moment=energy"]),
    ("5 N·in to 5 N·ft", "moment", ["moment=torque", "moment=energy"]),
    ("at least 5 N·ft", "moment", ["moment=torque", "moment=energy"]),
    ("5 lbf/m", "", [""]),
    ("5 lbf·m·s", "", [""]),
    ("5 lbf·m²", "", [""]),
    ("5 lbf²·m", "", [""]),
    # nothing is nothing in every unit of one kind, and is written in the first
    ("0 cups", "", [""]),
    ("0 cups to 0 cups", "", [""]),
    ("0 oz", "customary, ounce", [
        "ounce=mass", "ounce=troy", "customary=us ounce=fluid", "customary=imperial ounce=fluid",
        "customary=label ounce=fluid",
    ]),
    # whichever of several it is, it is the same per itself
    ("5 cups per cup", "", [""]),
    ("It cost $5 or 12 million.", "scale", ["scale=shared", "scale=last"]),
    ("2 250 g", "grouping", ["grouping=one", "grouping=size"]),
    ("(4.2) million", "accounting", ["accounting=negative", "accounting=positive"]),
    ("7/25 km", "slash", ["slash=pair", "slash=division"]),
    ("120/80 mmHg", "", [""]),
    ("BP of 120/80", "pressure", ["pressure=measured", "pressure=bare"]),
    # a word that says how long, or no longer than
    ("within 5 minutes", "over", ["over=bound", "over=duration"]),
    ("within 2 h 5 min", "over", ["over=bound", "over=duration"]),
    ("within 3 months", "over", ["over=bound", "over=duration"]),
    ("within 5 m", "", [""]),
    ("within 5 min/h", "", [""]),
    ("within 5 min²", "", [""]),
    ("over 3 months per cup", "customary", [
        "customary=us", "customary=imperial", "customary=metric", "customary=australian", "customary=label",
        "customary=japanese",
    ]),
    ("at most 5 minutes", "", [""]),
    ("within 95%", "over", ["over=bound", "over=band"]),
    ("at most 95%", "", [""]),
    ("within 5 %/h", "", [""]),
    # a point or a difference
    ("5 °C", "", [""]),
    ("a warm 5 °C", "temperature", ["temperature=point", "temperature=difference"]),
    ("a warm 5 to 7 °C", "temperature", ["temperature=point", "temperature=difference"]),
    ("a warm day of at least 5 °C, or cool", "temperature", ["temperature=point", "temperature=difference"]),
    ("a warm 5 ± 1 °C", "temperature", ["temperature=point", "temperature=difference"]),
    ("5 ± 1 °C", "", [""]),
    ("at least 5 °C", "", [""]),
    ("50 °F to 20 °C", "", [""]),
    ("a warm 50 °F to 20 °C", "temperature", ["temperature=point", "temperature=difference"]),
    ("warming of 5 °C", "", [""]),
    ("the difference between 5 °C and 10 °C", "", [""]),
    ("warming of 5 ± 1 °C", "", [""]),
]  # fmt: skip


def said(reading: Reading) -> str:
    return " ".join(f"{axis}={choice}" for axis, choice in reading.axes)


@pytest.mark.parametrize(("text", "axis", "choices"), CHOICES, ids=[text for text, *_ in CHOICES])
def test_choices(text: str, axis: str, choices: list[str]) -> None:
    for quantity in both(text):
        assert (quantity.axis, [said(r) for r in quantity.readings]) == (axis, choices)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("5 rupees/mil/turn", 32),
        # as many as may be, and more
        ("5 rupees/mil/turn/U", 64),
        ("5 rupees/mil/turn/oz", 0),
        ("5 to 7 rupees/mil/turn/U", 64),
    ],
)
def test_how_many_readings_there_may_be(text: str, count: int) -> None:
    for quantity in both(text):
        assert (quantity.reason, len(quantity.readings)) == ("" if count else "too_many_readings", count)


SHOWN = [
    # text, place value and number of the digits shown at the lower end and the upper
    ("5.0 mg", ("1/10", 2, "1/10", 2)),
    ("five mg", (None, 0, None, 0)),
    ("1,500 mg", ("1", 4, "1", 4)),
    ("1.5 million mg", ("100000", 2, "100000", 2)),
    ("1.50 million USD", ("10000", 3, "10000", 3)),
    ("-5.0 mg", ("1/10", 2, "1/10", 2)),
    ("≥5.0 mg", ("1/10", 2, None, 0)),
    ("<5.0 mg", (None, 0, "1/10", 2)),
    ("5.0 to 10.25 mg", ("1/10", 2, "1/100", 4)),
    # parts of money are digits of the whole
    ("5 cents", ("1/100", 1, "1/100", 1)),
    ("at least 5 cents", ("1/100", 1, None, 0)),
    ("five cents", (None, 0, None, 0)),
    ("5 to 25 cents", ("1/100", 1, "1/100", 2)),
    ("25 cents to 1.50 dollars", ("1/100", 2, "1/100", 3)),
    ("1.50 dollars to 200 cents", ("1/100", 3, "1/100", 3)),
    ("five cents to five dollars", (None, 0, None, 0)),
    ("$5-$10 million", ("1000000", 1, "1000000", 2)),
    # in the unit of the lower end
    ("5.0 mg to 2 g", ("1/10", 2, "1000", 1)),
    ("5 in to 6 ft", ("1", 1, "12", 1)),
    ("five in to six ft", (None, 0, None, 0)),
    ("five lb to 6 lb 4 oz", (None, 0, "1/16", 2)),
    ("5 L to 3 cups", ("1", 1, "473176473/2000000000", 1)),
    ("50 °F to 20 °C", ("1", 2, None, 2)),
    # the last part of several, with the digits of all
    ("5 ft 10 in", ("1/12", 3, "1/12", 3)),
    ("5 ft 10.25 in", ("1/1200", 5, "1/1200", 5)),
    ("at least 5 ft 10 in", ("1/12", 3, None, 0)),
    ("five ft ten in", (None, 1, None, 1)),
    ("1 h 30 min 20 s", ("1/3600", 3, "1/3600", 3)),
    # what is divided is as sharp as that
    ("5 mg/0.60 mL", ("5/3", 1, "5/3", 1)),
    ("five mg/0.60 mL", (None, 0, None, 0)),
    ("50 cents per 2 days", ("1/200", 2, "1/200", 2)),
    ("600.0 mg/24 h", ("1/240", 4, "1/240", 4)),
    ("every 6.0 hours", ("1/10", 2, "1/10", 2)),
    ("5 ± 1.0 mg", ("1/10", 1, "1/10", 1)),
    ("2 of 5 patients", (None, 0, None, 0)),
    ("each morning", (None, 0, None, 0)),
]


@pytest.mark.parametrize(("text", "shown"), SHOWN, ids=[text for text, _ in SHOWN])
def test_digits_shown(text: str, shown: tuple[str | None, int, str | None, int]) -> None:
    for quantity in both(text):
        r = quantity.readings[0]
        steps = [None if step is None else str(step) for step in (r.lower_step, r.upper_step)]
        assert (steps[0], r.lower_digits, steps[1], r.upper_digits) == shown


PERIODS = [
    ("600 mg/24 h", "86400"),
    ("600 mg per 24 h", "86400"),
    ("600 to 700 mg per 24 h", "86400"),
    ("at least 600 mg per 24 h", "86400"),
    ("6 mg per 1 h", "None"),
    ("6 mg per hour", "None"),
    ("6 mg per 2 months", "2"),
    ("6 mg per 2 doses", "None"),
    ("5 mg per 2", "2"),
    ("50 cases per 100,000", "100000"),
    ("50 cases per 100,000 people", "None"),
    ("5 ± 1 mg per 2 h", "7200"),
    ("6 mg per 24 h to 8 mg per day", "86400"),
]


@pytest.mark.parametrize(("text", "period"), PERIODS)
def test_periods(text: str, period: str) -> None:
    for quantity in both(text):
        assert {str(r.period) for r in quantity.readings} == {period}


RATIOS = [
    ("1:1000", (":",)),
    ("1 in 5 people", ("in", "person")),
    ("2 of 5 patients", ("of", "2", "5", "patient")),
    ("2 of 5", ("of", "2", "5", "")),
    ("2 of 5 tablets", ("of", "2", "5", "tablet")),
    ("2 of the 5 mice", ("of", "2", "5", "mice")),
    ("at least 1 in 5 men", ("in", "man")),
    ("one in 5 to one in 10", ("in", "")),
    ("5 mg", ()),
]


@pytest.mark.parametrize(("text", "ratio"), RATIOS)
def test_what_ratios_have_in_common(text: str, ratio: tuple[str, ...]) -> None:
    for quantity in both(text):
        assert {r.ratio for r in quantity.readings} == {ratio}


PLAIN = [
    "5 mg",
    "5 to 6 mg",
    "5 mg to 6 g",
    "-5 mg to 6 g",
    "at least 5 mg",
    "mg of 5 mg or more",
    "about 5 mg",
    "about 5 to 6 mg",
    "5 mg/kg",
    "5 oz",
    "5 to 6 oz",
    "5 lbf·m",
    "5 lbf·m·s",
    "5 °C",
    "at least 5 °C",
    "5 to 6 °C",
    "within 5 minutes",
    "within 5 U",
    "at most 95%",
    "$5",
    "25 cents",
    "0 mg",
    "0 to 6 mg",
]


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_plain_is_listed(text: str) -> None:
    """No assignment is tried for plain points, bounds and ranges, which most quantities are."""

    def refused(*_: object) -> None:
        raise AssertionError(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(normalise, "_readings", refused)
        assert read(text, load.language()).quantities[0].readings


BASES = [
    # text, dimension, ends in base units
    ("5 g", "mass", "1/200", "1/200"),
    ("-5 g", "mass", "-1/200", "-1/200"),
    ("5 kg", "mass", "5", "5"),
    ("at least 5 g", "mass", "1/200", "None"),
    ("at most 5 g", "mass", "None", "1/200"),
    ("5 to 7 g", "mass", "1/200", "7/1000"),
    ("-7 to -5 g", "mass", "-7/1000", "-1/200"),
    ("-7 to 5 g", "mass", "-7/1000", "1/200"),
    ("-7 to 5 kg", "mass", "-7", "5"),
    ("-$7 to -$5", "currency:USD", "-7", "-5"),
    ("-$7 to $5", "currency:USD", "-7", "5"),
    ("minus 7 to minus 5 kg", "mass", "-7", "-5"),
    ("5 mg to 6 g", "mass", "1/200000", "3/500"),
    ("6 g to 7000 mg", "mass", "3/500", "7/1000"),
    ("5 dozen", "number", "60", "60"),
    ("5 h", "time", "18000", "18000"),
    ("5 °C", "temperature", "5563/20", "5563/20"),
    ("50 °F", "temperature", "5663/20", "5663/20"),
    ("50 to 68 °F", "temperature", "5663/20", "5863/20"),
    ("50 °F to 20 °C", "temperature", "5663/20", "5863/20"),
    ("at least 50 °F", "temperature", "5663/20", "None"),
    ("at most 50 °F", "temperature", "None", "5663/20"),
    ("50 ± 18 °F", "temperature", "5463/20", "5863/20"),
    ("a rise of 9 °F", "temperature_difference", "5", "5"),
    ("a rise of 9 to 18 °F", "temperature_difference", "5", "10"),
    ("a rise of at least 9 °F", "temperature_difference", "5", "None"),
    ("25 cents", "currency:USD", "1/4", "1/4"),
    ("25 to 50 cents", "currency:USD", "1/4", "1/2"),
    ("25 cents to 2 dollars", "currency:USD", "1/4", "2"),
    ("at least 25 cents", "currency:USD", "1/4", "None"),
    ("6 g per cent", "mass*currency:USD^-1", "3/5", "3/5"),
    ("6 pence per cent", "currency:GBP*currency:USD^-1", "6", "6"),
    ("5%", "ratio", "1/20", "1/20"),
    ("5 g/kg", "mass_fraction", "1/200", "1/200"),
    ("every 2 hours", "every:time", "7200", "7200"),
    ("every 2 months", "every:calendar", "2", "2"),
    ("twice a minute", "per_time:time", "1/30", "1/30"),
    ("twice a month", "per_time:calendar", "2", "2"),
    ("3 times per dose", "per_time:dose", "3", "3"),
    ("each morning", "per_time:morning", "1", "1"),
    ("within 5 minutes", "time", "None", "300"),
    ("1 h 30 min", "time", "5400", "5400"),
    ("0 ft 6 in", "length", "381/2500", "381/2500"),
    ("-5 ft 6 in", "length", "-4191/2500", "-4191/2500"),
]


@pytest.mark.parametrize(("text", "dimension", "lower", "upper"), BASES, ids=[text for text, *_ in BASES])
def test_ends_in_base_units(text: str, dimension: str, lower: str, upper: str) -> None:
    for quantity in both(text):
        r = quantity.readings[0]
        assert (r.dimension, str(r.base_lower), str(r.base_upper)) == (dimension, lower, upper)
        if dimension != "temperature":
            ends = [(end, base) for end, base in ((r.lower, r.base_lower), (r.upper, r.base_upper)) if end is not None]
            assert [end * (r.factor or 0) for end, _ in ends] == [base for _, base in ends]


PARTS: list[tuple[str, list[tuple[str, str, str]]]] = [
    # text, each part: what is written, its dimension and its ends in base units
    ("50 ± 18 °F", [("50", "temperature", "5663/20"), ("18", "temperature_difference", "10")]),
    ("5 g ± 10%", [("5", "mass", "1/200"), ("10", "ratio", "1/10")]),
    ("120/80 mmHg", [
        ("120", "mass*length^-1*time^-2", "79993432449/5000000"),
        ("80", "mass*length^-1*time^-2", "26664477483/2500000"),
    ]),
    ("5 g + 2 kg", [("5", "mass", "1/200"), ("2", "mass", "2")]),
    ("12 g per 600 mL", [("12", "mass", "3/250"), ("600", "length^3", "3/5000")]),
    ("1 g per day to 60 g per 2 h", [("60", "mass", "3/50"), ("2", "time", "7200")]),
    ("50 cents per 2 h", [("1/2", "currency:USD", "1/2"), ("2", "time", "7200")]),
    ("2 of 5 patients", [("2", "number", "2"), ("5", "number", "5")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "parts"), PARTS, ids=[text for text, _ in PARTS])
def test_parts(text: str, parts: list[tuple[str, str, str]]) -> None:
    for quantity in both(text):
        (reading,) = quantity.readings
        assert [(str(p.lower), p.dimension, str(p.base_lower)) for p in reading.parts] == parts
        assert [(p.upper, p.base_upper) for p in reading.parts] == [(p.lower, p.base_lower) for p in reading.parts]


MODALITIES = [
    ("5 mg", "exact"),
    ("5 mg or more", "exact"),
    ("about 5 mg", "approximate"),
    ("5 mg or so", "approximate"),
    ("5 mg give or take", "approximate"),
    ("5 to 6 mg or so", "approximate"),
    ("5 ± 1 mg or so", "approximate"),
    ("5 ft 6 in or so", "approximate"),
    ("about 5 ± 1 mg", "approximate"),
    ("nearly 5 ± 1 mg", "just_below"),
    ("just over 5 mg", "just_above"),
]


@pytest.mark.parametrize(("text", "modality"), MODALITIES)
def test_modalities(text: str, modality: str) -> None:
    for quantity in both(text):
        assert {r.modality for r in quantity.readings} == {modality}


SHAPES = [
    # text, each reading: shape, unit, kind, modality, choices
    ("5 oz + 6 lb", ["sum [lb_av] physical exact ounce=mass", "sum [lb_av] physical exact ounce=troy"]),
    ("$5 + $6", ["sum USD money exact"]),
    ("5 tablets + 6 tablets", ["sum {tablet} count exact"]),
    ("about 3 × 4 cm", ["product cm physical approximate"]),
    ("3 × 4 × 5 cm", ["product cm physical exact"]),
    ("2 mm × 3 × 4 cm", ["product cm physical exact"]),
    ("2 cm × 3 cm × 4 in", ["product [in_i] physical exact"]),
    ("5 cm × 6 in", ["product [in_i] physical exact"]),
    ("about 120/80 mmHg", ["pair mm[Hg] physical approximate"]),
    ("7/25 USD", ["pair USD money exact slash=pair", "point USD money exact slash=division"]),
    ("about 7/25 U", [
        "pair U physical approximate slash=pair unit=enzyme", "pair {unit} count approximate slash=pair unit=count",
        "point U physical approximate slash=division unit=enzyme",
        "point {unit} count approximate slash=division unit=count",
    ]),
    ("2 250 tablets", ["point {tablet} count exact grouping=one", "product {tablet} count exact grouping=size"]),
    ("about 2 250 g", ["point g physical approximate grouping=one"]),
    ("$5 ± $1", ["tolerance USD money exact"]),
    ("±5 U", ["tolerance U physical exact unit=enzyme", "tolerance {unit} count exact unit=count"]),
    ("about 2 of 5", ["point 1 ratio approximate"]),
    ("at least 2 of 5", ["bound 1 ratio exact"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "readings"), SHAPES, ids=[text for text, _ in SHAPES])
def test_shapes(text: str, readings: list[str]) -> None:
    for quantity in both(text):
        found = quantity.readings
        assert [" ".join([r.shape, r.unit, r.kind, r.modality, said(r)]).strip() for r in found] == readings
        factors = {u.code: u.factor for u in load.language().units.units if u.kind != "money"}
        assert [r.factor for r in found] == [factors.get(r.unit, 1) for r in found]
        assert all(r.lower_closed and r.upper_closed for r in found if r.shape != "bound")


def test_a_count_and_its_size() -> None:
    for quantity in both("2 250 g"):
        count, size = quantity.readings[1].parts
        assert count == Part("1", Fraction(2), Fraction(2), "number", Fraction(2), Fraction(2))
        assert size == Part("g", Fraction(250), Fraction(250), "mass", Fraction(1, 4), Fraction(1, 4))
