"""The table against outside sources: UCUM factors, CLDR names, the ambiguous spellings, the look-alike characters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from vocab_oracles import EXPECTED, Rows

import quantcheck
from quantcheck.values import Unit
from quantcheck.vocabulary.vocab import UnitTable, key

UCUM_BASE = {
    "m": ("length", Fraction(1)), "s": ("time", Fraction(1)), "g": ("mass", Fraction(1, 1000)),
    "K": ("temperature", Fraction(1)), "cd": ("luminosity", Fraction(1)),
}  # fmt: skip
"""UCUM's base units that are ours too. Its radian and coulomb are not: angles are turns, charge is ampere second."""


def test_exact_ucum_units_have_the_same_factor(oracle: Rows, codes: dict[str, list[Unit]]) -> None:
    wrong, checked = [], 0
    for row in oracle("ucum_units"):
        if row["status"] != "exact" or row["code"] in EXPECTED["ucum_differs"]:
            continue
        ours = codes.get(EXPECTED["ucum_elsewhere"].get(row["code"], row["code"]))
        if ours is None or not set(row["dims"]) <= set(UCUM_BASE):
            continue
        factor, dimension = Fraction(row["factor"]), []
        for base, exponent in row["dims"].items():
            name, size = UCUM_BASE[base]
            factor *= size**exponent
            dimension.append((name, exponent))
        checked += 1
        if not any(u.factor == factor and u.dimension == tuple(sorted(dimension)) for u in ours):
            wrong.append(row["code"])
    assert wrong == []
    assert checked >= 115


def test_ucum_charge_and_its_derivatives(oracle: Rows, codes: dict[str, list[Unit]]) -> None:
    checked = 0
    for row in oracle("ucum_units"):
        if row["status"] == "exact" and row["dims"].get("C") and row["code"] in codes:
            factor = Fraction(row["factor"]) * Fraction(1, 1000) ** row["dims"].get("g", 0)
            assert codes[row["code"]][0].factor == factor, row["code"]
            checked += 1
    assert checked >= 12


def test_ucum_pi_units(oracle: Rows, codes: dict[str, list[Unit]]) -> None:
    """What is rational times pi in radians is rational in turns, and the other way round."""
    for row in oracle("ucum_units"):
        if row["status"] == "exact_times_pi" and row["code"] in codes and row["dims"] == {"rad": 1}:
            assert codes[row["code"]][0].factor == Fraction(row["factor"]) / 2, row["code"]


def test_cldr_english_names_are_read(oracle: Rows) -> None:
    """Every English spelling of a unit that we have is read behind a number, whole and as a unit."""
    unread = []
    for row in oracle("cldr_units"):
        if row["lang"] not in ("en", "en-GB") or row["unit"] in EXPECTED["cldr_not_read"]:
            continue
        for form in row["forms"]:
            if form in EXPECTED["cldr_form_not_read"]:
                continue
            text = f"The board is 5{form} long." if form in ("′", "″") else f"5 {form}"
            found = quantcheck.parse(text).quantities
            if len(found) != 1 or not found[0].readings or found[0].readings[0].unit == "1":
                unread.append((row["unit"], form))
    assert unread == []


def test_exact_cldr_conversions_are_among_the_readings(oracle: Rows, table: UnitTable) -> None:
    names = {
        row["unit"].partition("-")[2]: row["forms"]
        for row in oracle("cldr_units")
        if row["lang"] == "en" and row["unit"] not in EXPECTED["cldr_not_read"]
    }
    checked = 0
    for row in oracle("cldr_conversions"):
        if not row["exact"] or row["unit"] not in names or row["unit"] in EXPECTED["cldr_factor_differs"]:
            continue
        factor = Fraction(row["factor"]) * (12 if row["base"] == "year" else 1)
        senses = [s for form in names[row["unit"]] for s in table.all_senses.get(key(form), ())]
        assert factor in {s.unit.factor for s in senses}, row["unit"]
        checked += 1
    assert checked >= 85


def test_ambiguous_spellings_have_their_readings_or_a_reason(oracle: Rows, table: UnitTable) -> None:
    for row in oracle("ambiguity"):
        if row["id"] == "A133":  # phrases of temperature differences, for the reader
            continue
        spellings = [
            s for s in row["spellings"] if not any(c.isdigit() for c in s) and " per " not in s and "/" not in s
        ]
        factors = {sense.unit.factor for s in spellings for sense in table.all_senses.get(key(s), ())}
        reason = any(key(s) in table.left_out for s in spellings)
        for reading in row["readings"]:
            if spellings and "factor_to_si" in reading and "radian" not in reading["si_dims"]:
                assert Fraction(reading["factor_to_si"]) in factors or reason, (row["id"], reading["reading"])
        for s in spellings:
            assert key(s) in table.all_senses or key(s) in table.left_out, (row["id"], s)


def test_every_ambiguous_spelling_is_counted(oracle: Rows) -> None:
    assert sum(len(row["spellings"]) for row in oracle("ambiguity")) == 403


LOOK_ALIKE = {
    "micro": ("g", "ug"),
    "angstrom": ("", "Ao"),
    "ohm": ("", "Ohm"),
    "kelvin": ("", "K"),
    "degree Celsius": ("", "Cel"),
    "degree Fahrenheit": ("", "[degF]"),
}
"""By role of a character: what to write behind it, and the code of the whole."""
OPEN = ("degree", "prime", "double prime", "percent", "permille", "per ten thousand", "litre")
"""Roles whose characters are read, alone with several meanings."""


def test_look_alike_characters_read_as_what_they_look_like(oracle: Rows, table: UnitTable) -> None:
    for row in oracle("codepoints"):
        if row["role"] in LOOK_ALIKE:
            behind, code = LOOK_ALIKE[row["role"]]
            assert [s.unit.code for s in table.senses[key(row["text"] + behind)]] == [code], row
        elif row["role"] in OPEN:
            assert key(row["text"]) in table.senses, row
        elif row["role"].endswith(" sign"):
            assert len(table.senses[key(row["text"])]) == 1, row


def test_all_current_currencies_are_read(table: UnitTable, unit_rows: list[dict[str, Any]]) -> None:
    current = [row["code"] for row in unit_rows if "list one (" in row["source"]]
    assert len(set(current)) == 176
    for code in current:
        assert any(s.unit.code == code and s.unit.kind == "money" for s in table.all_senses[code]), code
    named = {row["code"] for row in unit_rows if row["code"] in set(current) and len(row.get("names", ())) > 1}
    assert len(named) >= 50


def test_a_digit_in_a_unit_is_no_name_of_a_thing() -> None:
    """`10 cm H2O` is a pressure, never ten centimetres beside a name."""
    for text, code in (
        ("10 cm H2O", "cm[H2O]"),
        ("10 cmH2O", "cm[H2O]"),
        ("5 tCO2e", "t{CO2e}"),
        ("10 kg CO2e", "kg{CO2e}"),
        ("12 mm H2O", "mm[H2O]"),
    ):
        (quantity,) = quantcheck.parse(text).quantities
        assert [r.unit for r in quantity.readings] == [code], text
