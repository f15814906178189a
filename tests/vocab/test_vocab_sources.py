"""The table against outside sources: UCUM factors, CLDR names, the ambiguous spellings, the look-alike characters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from conftest import Rows

import quantcheck
from quantcheck.values import Unit
from quantcheck.vocab import UnitTable, key

UCUM_BASE = {
    "m": ("length", Fraction(1)), "s": ("time", Fraction(1)), "g": ("mass", Fraction(1, 1000)),
    "K": ("temperature", Fraction(1)), "cd": ("luminosity", Fraction(1)),
}  # fmt: skip
"""UCUM's base units that are ours too. Its radian and coulomb are not: angles are turns, charge is ampere second."""

ELSEWHERE = {
    # code of UCUM -> code of ours, where a square or cube is spelt out or two codes name one unit
    "[sin_i]": "[in_i]2", "[sft_i]": "[ft_i]2", "[syd_i]": "[yd_i]2", "[cin_i]": "[in_i]3", "[cft_i]": "[ft_i]3",
    "[cyd_i]": "[yd_i]3", "l": "L", "[oz_ap]": "[oz_tr]", "[lb_ap]": "[lb_tr]", "cal": "cal_th", "[smi_us]": "[sct]",
    "mol": "mol",
}  # fmt: skip

OURS_DIFFERS = {
    "a": "a calendar year has no fixed number of days; the Julian year is a_j",
    "mo": "a calendar month has no fixed number of days; the Julian month is mo_j",
    "mol": "UCUM counts particles; amount of substance is a base here",
    "By": "information is a base here, a number in UCUM", "bit": "as By",
    "%": "a ratio is a kind here, a number in UCUM", "[ppth]": "as %", "[ppm]": "as %", "[ppb]": "as %", "[pptr]": "as %",
    "[car_Au]": "as %",
    "Hz": "its own kind", "Bq": "its own kind", "Ci": "its own kind", "Bd": "its own kind", "kat": "its own kind",
    "U": "its own kind", "eq": "its own kind", "osm": "its own kind", "Gy": "its own kind", "Sv": "its own kind",
    "RAD": "its own kind", "REM": "its own kind", "[diop]": "its own kind", "sr": "its own kind", "[degR]": "a point of temperature",
    "[NTU]": "its own kind", "[FNU]": "its own kind", "[HPF]": "its own kind", "[LPF]": "its own kind",
    "lm": "over the steradian", "lx": "over the steradian", "ph": "over the steradian",
    "[cup_m]": "the same 240 mL, read as the US label cup", "m[Hg]": "rounded in UCUM",
    "10*": "a number", "10^": "a number", "rad": "irrational in turns", "C": "ampere second", "u": "measured",
}  # fmt: skip


def test_exact_ucum_units_have_the_same_factor(oracle: Rows, codes: dict[str, list[Unit]]) -> None:
    wrong, checked = [], 0
    for row in oracle("ucum_units"):
        if row["status"] != "exact" or row["code"] in OURS_DIFFERS:
            continue
        ours = codes.get(ELSEWHERE.get(row["code"], row["code"]))
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


CLDR_NOT_READ = {
    "concentr-item": "items is a plain noun", "concentr-part": "parts is a plain noun", "concentr-ofglucose": "no unit",
    "pressure-ofhg": "no unit by itself", "speed-light-speed": "light is a plain noun",
    **dict.fromkeys(
        ("length-rin", "length-sun", "length-shaku-length", "length-shaku-cloth", "length-ken", "length-jo-jp", "length-ri-jp",
         "area-bu-jp", "area-se-jp", "area-cho", "volume-kosaji", "volume-osaji", "volume-cup-jp", "volume-shaku", "volume-sai",
         "volume-to-jp", "volume-koku", "mass-fun"),
        "traditional Japanese unit, named in brackets",
    ),
}  # fmt: skip
CLDR_FORMS_NOT_READ = {
    "#": "a number sign", "mc": "micro", "drdrops": "a slip of CLDR", "q": "every, in q8h", 
    "pm": "a time of day behind a bare hour",
}  # fmt: skip


def test_cldr_english_names_are_read(oracle: Rows) -> None:
    """Every English spelling of a unit that we have is read behind a number, whole and as a unit."""
    unread = []
    for row in oracle("cldr_units"):
        if row["lang"] not in ("en", "en-GB") or row["unit"] in CLDR_NOT_READ:
            continue
        for form in row["forms"]:
            if form in CLDR_FORMS_NOT_READ:
                continue
            found = quantcheck.parse(f"5 {form}").quantities
            if len(found) != 1 or not found[0].readings or found[0].readings[0].unit == "1":
                unread.append((row["unit"], form))
    assert unread == []


def test_ambiguous_spellings_have_their_readings_or_a_reason(oracle: Rows, table: UnitTable) -> None:
    for row in oracle("ambiguity"):
        if row["id"] == "A133":  # phrases of temperature differences, for the reader
            continue
        spellings = [s for s in row["spellings"] if not any(c.isdigit() for c in s) and " per " not in s and "/" not in s]
        factors = {sense.unit.factor for s in spellings for sense in table.all_senses.get(key(s), ())}
        reason = any(key(s) in table.left_out for s in spellings)
        for reading in row["readings"]:
            if spellings and "factor_to_si" in reading and "radian" not in reading["si_dims"]:
                assert Fraction(reading["factor_to_si"]) in factors or reason, (row["id"], reading["reading"])
        for s in spellings:
            assert key(s) in table.all_senses or key(s) in table.left_out, (row["id"], s)


def test_every_ambiguous_spelling_is_counted(oracle: Rows) -> None:
    assert sum(len(row["spellings"]) for row in oracle("ambiguity")) == 403


LOOK_ALIKE = {"micro": "g", "angstrom": "", "ohm": "", "kelvin": "", "degree Celsius": "", "degree Fahrenheit": ""}
ROLE_CODE = {"micro": "ug", "angstrom": "Ao", "ohm": "Ohm", "kelvin": "K", "degree Celsius": "Cel", "degree Fahrenheit": "[degF]"}


def test_look_alike_characters_read_as_what_they_look_like(oracle: Rows, table: UnitTable) -> None:
    for row in oracle("codepoints"):
        if row["role"] in ROLE_CODE:
            senses = table.senses[key(row["text"] + LOOK_ALIKE[row["role"]])]
            assert [s.unit.code for s in senses] == [ROLE_CODE[row["role"]]], row
        elif row["role"] in ("degree", "prime", "double prime", "percent", "permille", "per ten thousand", "litre"):
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
