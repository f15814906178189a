"""What a reading is worth in a computation: an exact value in base units, and its base names with exponents."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from quantcheck.matching.relations import pairs
from quantcheck.values import Reading

PURE: Final = frozenset({"number", "ratio", "percentage_point", "mass_fraction", "volume_fraction", "amount_fraction"})
"""Kinds that are plain factors in a product."""


Dimension = tuple[tuple[str, int], ...]
"""Base names with exponents, sorted."""


class Measure(msgspec.Struct, frozen=True):
    """A value with its base names; `temperature` points have an offset and are only ever subtracted."""

    value: Fraction
    dimension: Dimension
    any_dimension: bool = False
    exact: bool = True
    """False of an irrational value, which stands here with more digits than any figure shows."""

    @property
    def counts(self) -> dict[str, int]:
        """The counters among its base names."""
        return {n: e for n, e in self.dimension if n.startswith("count:")}

    @property
    def rest(self) -> dict[str, int]:
        """The other base names."""
        return {n: e for n, e in self.dimension if not n.startswith("count:")}


def measure(r: Reading) -> Measure | None:
    """Return what a point is worth, or None for what is no point or of no plain kind."""
    low, high = r.base_lower, r.base_upper
    if r.shape not in ("point", "interval") or low is None or (low is not high and low != high):
        return None
    dimension = _names(r.dimension)
    if dimension is None:
        return None
    return Measure((r.lower or Fraction(0)) / 100 if r.dimension == "percentage_point" else low, dimension)


@lru_cache(maxsize=4096)
def _names(dimension: str) -> Dimension | None:
    """Return the base names of a printed dimension without those that are plain factors; None for an interval."""
    names: dict[str, int] = {}
    for name, power in pairs(dimension):
        if name.startswith("per_time:"):
            name, power = name.partition(":")[2], -power
        elif name.startswith("every:"):
            return None
        if name not in PURE:
            names[name] = names.get(name, 0) + power
    return tuple(sorted((n, e) for n, e in names.items() if e))


def agree(whole: Measure, result: Measure) -> bool:
    """Whether a computed value and a stated result are of one dimension.

    Counters that cancel nothing are factors (`2 tablets of 500 mg` is a mass); the result may not bring its own.
    """
    if whole.any_dimension or result.any_dimension:
        return True
    mine, theirs = whole.counts, result.counts
    if whole.rest != result.rest:
        return False
    if not theirs and not result.rest and mine:
        return len(mine) == 1 and set(mine.values()) == {1}
    return all(mine.get(name) == power for name, power in theirs.items())
