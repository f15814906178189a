"""Compound units: products of units and powers, exactly, without pint. Spellings and tables belong to `vocab`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from quantcheck.values import Sense, Unit

Pairs = tuple[tuple[str, int], ...]

BASE_ORDER = (
    "mass",
    "length",
    "time",
    "calendar",
    "current",
    "temperature",
    "temperature_difference",
    "amount",
    "luminosity",
    "angle",
    "information",
    "ratio",
    "percentage_point",
    "number",
)
_RANK = {name: i for i, name in enumerate(BASE_ORDER)}

NUMBER: Pairs = (("number", 1),)
MASS: Pairs = (("mass", 1),)
VOLUME: Pairs = (("length", 3),)
LENGTH: Pairs = (("length", 1),)
FORCE: Pairs = (("length", 1), ("mass", 1), ("time", -2))
FRACTIONS = {MASS: "mass_fraction", VOLUME: "volume_fraction"}
LEADING_KINDS = ("money", "percent", "percentage_point", "count")


def dimension_name(pairs: Iterable[tuple[str, int]]) -> str:
    """Return the printed form of a dimension: `mass*length^-3`.

    Positive exponents come first, each side in the order of `BASE_ORDER`, whole kinds after it by name.
    """
    ordered = sorted(pairs, key=lambda p: (p[1] < 0, _RANK.get(p[0], len(_RANK)), p[0], -p[1]))
    return "*".join(name if n == 1 else f"{name}^{n}" for name, n in ordered) or "number"


def merge(pairs: Iterable[tuple[str, int]]) -> Pairs:
    """Return the pairs with exponents of one name added up and zeros left out, sorted."""
    total: dict[str, int] = {}
    for name, n in pairs:
        total[name] = total.get(name, 0) + n
    return tuple(sorted((name, n) for name, n in total.items() if n))


def difference(unit: Unit) -> Unit:
    """Return the unit of temperature difference that goes with a unit of temperature."""
    return Unit(unit.code, unit.factor, (("temperature_difference", 1),), "temperature_difference")


def power_code(code: str, n: int) -> str:
    """Return the UCUM code of a unit to a power: `m2`, `(N.m)2`."""
    if n == 1:
        return code
    return f"({code}){n}" if any(c in code for c in "./") or code[-1].isdigit() else f"{code}{n}"


def _code(parts: Sequence[tuple[Unit, int]]) -> str:
    top = ".".join(power_code(u.code, n) for u, n in parts if n > 0)
    below = "".join(
        "/" + power_code(f"({u.code})" if n == -1 and any(c in u.code for c in "./") else u.code, -n)
        for u, n in parts
        if n < 0
    )
    return top + below


@lru_cache(maxsize=4096)
def combine(parts: tuple[tuple[Unit, int], ...]) -> Unit:
    """Return the unit that a product of (unit, exponent) makes.

    What one kind of quantity is per another amount of the same kind does not cancel: mass per mass is
    `mass_fraction`, volume per volume `volume_fraction`, and any other kind per itself, and fuel economy, keep
    both sides (`time*time^-1`), so that they equal only their own kind. Everything else cancels: N/m2 is Pa.
    """
    merged: dict[tuple[Unit, bool], int] = {}
    for unit, n in parts:
        if n and (unit.factor != 1 or unit.dimension != NUMBER):
            merged[unit, n > 0] = merged.get((unit, n > 0), 0) + n
    kept = tuple((u, n) for (u, _), n in merged.items()) or parts[:1]
    if len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    kept = tuple((difference(u) if u.dimension == (("temperature", 1),) else u, n) for u, n in kept)
    factor = Fraction(1)
    for unit, n in kept:
        factor *= unit.factor**n
    powers = [merge((name, e * abs(n)) for name, e in u.dimension if name != "number") for u, n in kept]
    above = [i for i, (_, n) in enumerate(kept) if n > 0]
    below = [i for i, (_, n) in enumerate(kept) if n < 0 and powers[i]]
    apart: list[tuple[str, int]] = []
    # What is of one kind goes together first: which of two stands in front in the code tells nothing.
    for together in (_alike, _economy):
        for i in list(above):
            partner = next((j for j in below if together(powers[i], powers[j])), None)
            if partner is None:
                continue
            above.remove(i)
            below.remove(partner)
            if powers[i] == powers[partner] and powers[i] in FRACTIONS:
                apart.append((FRACTIONS[powers[i]], 1))
            else:
                apart += powers[i]
                apart += [(name, -e) for name, e in powers[partner]]
    rest = [pair for i in above for pair in powers[i]]
    for j in below:
        rest += [(name, -e) for name, e in powers[j]]
    dimension = _rotation(merge(rest))
    first = next((u.kind for u, n in kept if n > 0), "physical")
    return Unit(
        _code(kept),
        factor,
        tuple(sorted((*dimension, *apart))) or NUMBER,
        first if first in LEADING_KINDS else "physical",
    )


def _alike(a: Pairs, b: Pairs) -> bool:
    return a == b


def _economy(a: Pairs, b: Pairs) -> bool:
    """Whether one is a volume and the other a length, as of fuel."""
    return {a, b} == {VOLUME, LENGTH}


def _rotation(pairs: Pairs) -> Pairs:
    """Return `rotation` for an angle per time (turns per second), whatever its power of pi."""
    exponents = dict(pairs)
    if exponents.pop("angle", 0) == 1 and exponents.pop("time", 0) == -1 and set(exponents) <= {"pi"}:
        return tuple(sorted((("rotation", 1), *exponents.items())))
    return pairs


def compound_senses(parts: tuple[tuple[Unit, int], ...]) -> tuple[Sense, ...]:
    """Return the meanings of a compound: one, but for force times length, which is energy or torque."""
    unit = combine(parts)
    if [n for _, n in parts] == [1, 1] and {u.dimension for u, _ in parts} == {FORCE, LENGTH}:
        torque = Unit(unit.code, unit.factor, (("torque", 1),))
        return Sense(torque, (("moment", "torque"),)), Sense(unit, (("moment", "energy"),))
    return (Sense(unit),)
