"""What the spellings of a unit mean under an assignment of choices to axes, whole or with its powers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from quantcheck.building.pieces import Factor
from quantcheck.values import Sense, Unit
from quantcheck.vocabulary.compound import compound_senses, difference

NUMBER = Unit("1", Fraction(1), (("number", 1),), "number")


RATIO = Unit("1", Fraction(1), (("ratio", 1),), "ratio")


TEMPERATURE = (("temperature", 1),)


PERIODS: dict[tuple[tuple[str, int], ...], str] = {(("time", 1),): "time", (("calendar", 1),): "calendar"}


Assignment = dict[str, str]


@lru_cache(maxsize=8192)
def compound(parts: tuple[tuple[Unit, int], ...]) -> tuple[Sense, ...]:
    """Return the meanings of a compound unit, remembered."""
    return compound_senses(parts)


def _sense(senses: Sequence[Sense], assignment: Assignment, used: Assignment) -> Unit | None:
    """Return the unit that a spelling means under an assignment, if any; notes the axes that it rests on."""
    if len(senses) == 1:
        used.update(senses[0].axes)
        return senses[0].unit
    fitting = [s for s in senses if all(assignment.get(axis) == choice for axis, choice in s.axes)]
    if not fitting:
        return None
    most = max(len(s.axes) for s in fitting)
    chosen = next(s for s in fitting if len(s.axes) == most)
    used.update(chosen.axes)
    return chosen.unit


def unit_of(factors: Sequence[Factor], assignment: Assignment, used: Assignment) -> Unit | None:
    """Return the unit of some factors under an assignment."""
    if not factors:
        return NUMBER
    parts: list[tuple[Unit, int]] = []
    for senses, n in factors:
        unit = _sense(senses, assignment, used)
        if unit is None:
            return None
        parts.append((_whole_money(unit), n))
    if len(parts) == 1 and parts[0][1] == 1:
        return parts[0][0]
    made = compound(tuple(parts))
    if len(made) == 1:
        return made[0].unit
    chosen = next((s for s in made if all(assignment.get(a) == c for a, c in s.axes)), None)
    if chosen is None:
        return None
    used.update(chosen.axes)
    return chosen.unit


@lru_cache(maxsize=512)
def _whole_money(unit: Unit) -> Unit:
    """Return the currency itself for a part or multiple of it that has its code (cents, `MUSD`), 1 for a multiplier."""
    if unit.factor != 1 and unit.kind in ("money", "number") and (unit.code == "1" or unit.code.isalpha()):
        return Unit(unit.code, Fraction(1), unit.dimension, unit.kind, family=unit.family)
    return unit


def in_whole(factors: Sequence[Factor], assignment: Assignment) -> Fraction:
    """Return by what a number is multiplied when such parts and multiples are written as the whole."""
    scale = Fraction(1)
    for senses, n in factors:
        unit = _sense(senses, assignment, {})
        if unit is not None and unit.factor != 1 and _whole_money(unit) != unit:
            scale *= unit.factor**n
    return scale


def kind_of(unit: Unit) -> str:
    """Return the kind of quantity that a unit makes, as reports say it."""
    if unit.kind == "percent" or (unit.kind == "physical" and unit.dimension == RATIO.dimension):
        return "percent" if unit.code == "%" else "ratio"
    return unit.kind


def frequency_unit(unit: Unit) -> Unit | None:
    """Return the unit of a count of times per the denominators of `unit`."""
    dimension = tuple(unit.dimension)
    if dimension == (("time", -1),):
        return Unit(unit.code, unit.factor, (("per_time:time", 1),), "frequency")
    if dimension == (("calendar", -1),):
        return Unit(unit.code, unit.factor, (("per_time:calendar", 1),), "frequency")
    if len(dimension) == 1 and dimension[0][1] == -1 and dimension[0][0].startswith("count:"):
        return Unit(unit.code, unit.factor, ((f"per_time:{dimension[0][0][6:]}", 1),), "frequency")
    return None


def as_difference(unit: Unit) -> Unit:
    """Return the unit itself, or of a unit of temperature that of the difference."""
    return difference(unit) if unit.dimension == TEMPERATURE else unit
