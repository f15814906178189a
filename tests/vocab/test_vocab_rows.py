"""The rows themselves: complete, sourced, in one place each, and consistent with one another."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from vocab_oracles import EXPECTED

from quantcheck.values import Unit
from quantcheck.vocabulary.buckets import Packed, Parts
from quantcheck.vocabulary.compound import combine, dimension_name
from quantcheck.vocabulary.units import compile_units
from quantcheck.vocabulary.vocab import UnitTable, VocabularyError, from_plain, key, packed

LEAST_UNITS = 250
LEAST_SPELLINGS = 1200


def test_there_are_enough(table: UnitTable, unit_rows: list[dict[str, Any]]) -> None:
    written = {s for row in unit_rows for field in ("symbols", "names", "points") for s in row.get(field, ())}
    assert len(unit_rows) >= LEAST_UNITS
    assert len(written) >= LEAST_SPELLINGS
    assert len(table.units) >= 4 * LEAST_UNITS
    assert len(table.senses) >= 10 * LEAST_SPELLINGS


def test_every_row_has_a_code_a_factor_and_a_source(unit_rows: list[dict[str, Any]]) -> None:
    for row in unit_rows:
        assert row["code"], row
        assert len(row["source"]) >= 5, row["code"]
        assert isinstance(row.get("factor", "1"), str), row["code"]
        assert row.get("of") or row.get("dimension"), row["code"]
        assert re.fullmatch(r"[a-z][a-z_0-9]*", row["name"]), row["name"]


def test_no_number_of_a_table_is_a_float(tables: dict[str, Any]) -> None:
    def floats(x: object) -> bool:
        if isinstance(x, dict):
            return any(map(floats, x.values()))
        return any(map(floats, x)) if isinstance(x, list) else isinstance(x, float)

    assert [path for path in tables if path.startswith(("units/", "axes", "dimensions")) and floats(tables[path])] == []


def test_no_spelling_stands_twice_in_a_row(unit_rows: list[dict[str, Any]]) -> None:
    for row in unit_rows:
        for field in ("symbols", "names", "points", "prefixes", "squares", "cubes"):
            listed = row.get(field, [])
            assert len(listed) == len(set(listed)), (row["code"], field)


def test_every_reading_of_a_spelling_differs_in_an_axis(table: UnitTable) -> None:
    for spelling, senses in table.all_senses.items():
        for i, a in enumerate(senses):
            for b in senses[i + 1 :]:
                apart = any(dict(b.axes).get(axis, choice) != choice for axis, choice in a.axes)
                assert apart or a.unit == b.unit, spelling


def test_every_axis_is_used_and_has_choices(table: UnitTable) -> None:
    used = {pair for senses in table.all_senses.values() for sense in senses for pair in sense.axes}
    for axis in table.axes.values():
        chosen = {choice for name, choice in used if name == axis.name}
        assert len(chosen) >= 2 or (axis.writing and len(axis.choices) >= 2), axis.name
        assert chosen <= set(axis.choices), axis.name


def test_every_default_settles_something_and_says_why(table: UnitTable, unit_rows: list[dict[str, Any]]) -> None:
    for spelling, why in table.defaults.items():
        assert len(why) > 5
        assert len(table.senses[spelling]) < len(table.all_senses[spelling]), spelling
    settled = {key(s) for s in table.defaults}
    for row in unit_rows:
        for spelling in row.get("default", {}):
            assert key(spelling) in settled, (row["code"], spelling)


def test_what_is_settled_keeps_only_readings_that_differ(table: UnitTable) -> None:
    for spelling, senses in table.senses.items():
        assert {s.unit.code for s in senses} <= {s.unit.code for s in table.all_senses[spelling]}
        if len(senses) == 1 and spelling in table.defaults:
            assert senses[0].axes == (), spelling


def test_every_dimension_is_known(table: UnitTable) -> None:
    for unit in table.units:
        for name, exponent in unit.dimension:
            assert exponent and (
                name in table.dimensions or name.partition(":")[0] in ("count", "currency", "iu", "level")
            )
        assert unit.factor > 0
        assert unit.dimension == tuple(sorted(unit.dimension))


CONSISTENT = """
N = kg.m/s2
Pa = N/m2
J = N.m
W = J/s
V = W/A
Ohm = V/A
S = A/V
F = C/V
Wb = V.s
T = Wb/m2
H = Wb/A
C = A.s
L = dm3
W.h = W.h
km/h = km/h
[mi_i]/h = [mi_i]/h
[kn_i] = [nmi_i]/h
[psi] = [lbf_av]/[in_i]2
lx = lm/m2
mol/L = mol/L
St = cm2/s
kgf = kg.[g]
[slug] = [lbf_av].s2/[ft_i]
[acft_i] = [acr_i].[ft_i]
bit/s = bit/s
{rpm} = circ/min
A.h = A.h
"""


@pytest.mark.parametrize("equation", CONSISTENT.split("\n")[1:-1])
def test_derived_units_are_the_products_they_name(equation: str, codes: dict[str, list[Unit]]) -> None:
    left, right = equation.split(" = ")
    parts: list[tuple[Unit, int]] = []
    for sign, term in re.findall(r"(^|[./])(\[?[^./\]]*\]?(?:\d(?![^./]))?)", right):
        code, power = (term, 1) if term in codes else (term[:-1], int(term[-1]))
        parts.append((codes[code][-1], -power if sign == "/" else power))
    made = combine(tuple(parts))
    unit = next(u for u in codes[left] if u.dimension == made.dimension)
    assert (unit.factor, unit.dimension) == (made.factor, made.dimension)


@pytest.mark.parametrize(("spelling", "code"), EXPECTED["spelling"].items())
def test_case_and_spelling(spelling: str, code: str, table: UnitTable) -> None:
    senses = table.senses.get(key(spelling), ())
    if code:
        assert [s.unit.code for s in senses] == [code]
    else:
        assert len(senses) != 1


def test_no_unlisted_prefix_is_read(table: UnitTable, unit_rows: list[dict[str, Any]], tables: dict[str, Any]) -> None:
    names = [prefix["name"] for prefix in tables["units/prefixes"]["prefix"]]
    listed = {name for row in unit_rows for name in row.get("names", ())}
    checked = 0
    for row in unit_rows:
        for word in row.get("names", ())[:2]:
            for name in names:
                if row.get("prefixes") or name + word in listed:
                    continue
                checked += 1
                senses = table.all_senses.get(key(name + word), ())
                assert all(not s.unit.code.endswith(row["code"]) for s in senses), name + word
    assert checked > 1000


def test_plain_data_and_back(table: UnitTable) -> None:
    again = from_plain(json.loads(json.dumps(table.plain)))
    assert dict(again.senses) == dict(table.senses)
    assert dict(again.all_senses) == dict(table.all_senses)
    shared = {"senses": table.senses, "all_senses": table.all_senses, "units": table.units, "groups": table.groups}
    assert msgspec.structs.replace(again, **shared) == table


def test_packed_and_back(table: UnitTable) -> None:
    data = msgspec.msgpack.encode(packed(table.plain))
    again = from_plain(Parts(*msgspec.msgpack.decode(data, type=tuple[dict[str, memoryview], dict[str, Packed]])))
    assert dict(again.senses) == dict(table.senses)
    assert dict(again.all_senses) == dict(table.all_senses)
    assert list(again.units) == list(table.units)
    assert again.entries == table.entries
    assert "no such spelling" not in again.senses
    assert again.senses.get("no such spelling") is None


def test_the_order_of_rows_and_the_hash_seed_change_nothing(tables: dict[str, Any], table: UnitTable) -> None:
    code = "import sys, json, quantcheck.vocabulary.units as u; print(u.compile_units(json.load(sys.stdin)).digest)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(tables),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        check=True,
    )
    assert run.stdout.strip() == table.digest
    shuffled = copy.deepcopy(tables)
    for path, group in shuffled.items():
        if path.startswith("units/"):
            group.get("unit", []).reverse()
    other = compile_units(shuffled)
    assert {k: set(v) for k, v in other.senses.items()} == {k: set(v) for k, v in table.senses.items()}


BROKEN: dict[str, dict[str, Any]] = {
    "unit row 'x': Object missing required field `source`": {"code": "x", "name": "x", "of": "gram"},
    "unit row 'x': no source": {"code": "x", "name": "x", "of": "gram", "source": ""},
    "unit row 'x': expected a decimal or p/q, not '1e3'": {"factor": "1e3", "of": "gram"},
    "unit row 'x': no unit named 'grain_of_salt'": {"of": "grain_of_salt"},
    "unit row 'x': no dimension 'phlogiston'": {"dimension": "phlogiston"},
    "unit row 'x': expected `of` or `dimension`": {},
    "unit row 'x': no axis 'nowhere' with a choice 'b'": {"of": "gram", "axis": {"nowhere": "b"}},
    "'mg' is mg (milli_gram) and x (x)": {"of": "gram", "symbols": ["mg"]},
    "unit rows named twice: gram": {"of": "gram", "name": "gram"},
    "Expected `str`, got `float`": {"of": "gram", "factor": 0.5},
    "Object contains unknown field `colour`": {"of": "gram", "colour": "red"},
    "unit row 'x': no prefix 'W'": {"of": "gram", "prefixes": ["W"]},
}


@pytest.mark.parametrize("message", BROKEN)
def test_a_broken_row_is_one_line_that_names_it(message: str, tables: dict[str, Any]) -> None:
    row = BROKEN[message]
    if "source" in message:
        complete = row
    else:
        complete = {"code": "x", "name": "x", "source": "nobody at all", **row}
    broken = {**tables, "units/zz": {"unit": [complete]}}
    with pytest.raises(VocabularyError) as error:
        compile_units(broken)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_dimension_names() -> None:
    assert dimension_name((("length", -3), ("mass", 1))) == "mass*length^-3"
    assert dimension_name((("time", -1), ("time", 1))) == "time*time^-1"
    assert dimension_name((("mass_fraction", 1), ("time", -1))) == "mass_fraction*time^-1"
    assert dimension_name((("length", 2), ("mass", 1), ("time", -2))) == "mass*length^2*time^-2"
    assert dimension_name(()) == "number"
    assert dimension_name((("currency:USD", 1), ("time", -1))) == "currency:USD*time^-1"


def test_factors_are_exact(table: UnitTable) -> None:
    by_code = {u.code: u for u in table.units}
    assert by_code["[degF]"].offset == Fraction(45967, 180)
    assert by_code["[in_i]"].factor == Fraction(127, 5000)
    assert by_code["rad"].dimension == (("angle", 1), ("pi", -1))
