"""pint's default registry, in floats, as a second opinion on every conversion that it knows by name."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from math import pi
from pathlib import Path
from typing import Any

import pint
import pytest

from quantcheck.vocabulary.units import compile_units
from quantcheck.vocabulary.vocab import UnitTable

NAMED = tomllib.loads((Path(__file__).parent / "pint_names.toml").read_text(encoding="utf-8"))
TOLERANCE = 1e-9


@pytest.fixture(scope="module")
def judge() -> pint.UnitRegistry[Any]:
    return pint.UnitRegistry()


def factor(judge: pint.UnitRegistry[Any], name: str) -> float:
    unit = judge.parse_units(name)
    zero, one = (judge.Quantity(x, unit).to_base_units().magnitude for x in (0, 1))
    return float(one - zero)


def pint_name(name: str, judge: pint.UnitRegistry[Any]) -> str:
    """Return what pint calls a unit of this name: defined there, or such a unit with a prefix or a power."""
    words = name.split(" ")
    power = f" ** {words.pop()}" if words[-1] in ("2", "3") else ""
    for rest in range(2):
        word = "_".join(words[rest:])
        # without plurals and prefixes that pint guesses: the bare name is defined
        if word in judge._units and (not rest or words[0] in judge._prefixes):
            return "".join(words[:rest]) + word + power
    return ""


def ours(value: Fraction, dimension: tuple[tuple[str, int], ...]) -> float:
    """Return a factor in pint's base units: radians for turns, grams are kilograms in both."""
    size = float(value)
    for name, exponent in dimension:
        size *= {"angle": 2 * pi, "pi": pi, "rotation": 2 * pi, "calendar": 31557600 / 12}.get(name, 1.0) ** exponent
    return size


def test_pint_agrees_with_every_factor_it_knows(table: UnitTable, judge: pint.UnitRegistry[Any]) -> None:
    compared, wrong = 0, []
    for unit, entry in zip(table.units, table.entries, strict=True):
        name = NAMED["name"].get(unit.code) or pint_name(entry.name, judge)
        if not name or unit.code in NAMED["differs"]:
            continue
        compared += 1
        theirs, mine = factor(judge, name), ours(unit.factor, unit.dimension)
        if abs(theirs - mine) > TOLERANCE * abs(mine):
            wrong.append((unit.code, name, theirs, mine))
    assert wrong == []
    assert compared >= 400


def test_every_disagreement_is_still_one(table: UnitTable, judge: pint.UnitRegistry[Any]) -> None:
    by_code = {u.code: u for u in table.units}
    for code, name in NAMED["differs_as"].items():
        unit = by_code[code]
        assert NAMED["differs"][code]
        assert abs(factor(judge, name) - ours(unit.factor, unit.dimension)) > TOLERANCE * float(unit.factor), code


def test_the_judge_is_not_the_registry(tables: dict[str, Any]) -> None:
    """A wrong row is seen: the default registry does not share ours."""
    broken = {**tables, "units/force": {"unit": [dict(r) for r in tables["units/force"]["unit"]]}}
    for row in broken["units/force"]["unit"]:
        if row["name"] == "pound_force":
            row["factor"] = "9.80664"
    wrong = {u.code: u for u in compile_units(broken).units}["[lbf_av]"]
    theirs = factor(pint.UnitRegistry(), "pound_force")
    assert abs(theirs - ours(wrong.factor, wrong.dimension)) > TOLERANCE * theirs
