"""The value of a term in its unit: one end of a reading, exact and in base units."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantcheck.building.pieces import Term
from quantcheck.normalising.meanings import PERIODS, Assignment, frequency_unit, in_whole, unit_of
from quantcheck.values import Part, Unit
from quantcheck.vocabulary.compound import dimension_name


class End:
    """One end of a reading: its value in its unit."""

    __slots__ = ("digits", "period", "step", "unit", "value")

    def __init__(
        self, value: Fraction, unit: Unit, step: Fraction | None, digits: int, period: Fraction | None
    ) -> None:
        self.value = value
        self.unit = unit
        self.step = step
        self.digits = digits
        self.period = period

    @property
    def base(self) -> Fraction:
        """The value in base units."""
        return self.value * self.unit.factor + self.unit.offset


def end_of(term: Term, assignment: Assignment, used: Assignment) -> End | None:
    """Return the value of a term and its unit under an assignment, None where it has none."""
    number = term.number
    assert number is not None
    if term.alone is not None:
        used["scale"] = assignment["scale"]
        if assignment["scale"] == "last":
            number = term.alone
    if term.tod:
        at = Unit(f"/{{{term.tod}}}", Fraction(1), ((f"per_time:{term.tod}", 1),), "frequency")
        return End(number.value, at, None, 0, None)
    factors = term.factors
    if term.solidus:
        used["solidus"] = assignment["solidus"]
        if assignment["solidus"] == "first":
            factors = term.solidus
    unit = unit_of(factors, assignment, used)
    if unit is None:
        return None
    value = number.value + term.more
    step = number.step
    if any(s.unit.kind in ("money", "number") for senses, _ in factors for s in senses):
        scale = in_whole(factors, assignment)
        value *= scale
        step = None if step is None else step * scale
    period: Fraction | None = None
    for divisor in term.divisors:
        below = divisor.number.value
        value /= below
        step = None if step is None else step / below
        if not divisor.factors:
            period = below
        elif below != 1:
            # a number of its own under `per` is one figure with it only where it is a time
            inner = unit_of(divisor.factors, assignment, used)
            if inner is not None and inner.dimension in PERIODS:
                period = below * inner.factor
    if term.negative:
        value = -value
    if term.frequency:
        counted = frequency_unit(unit)
        if counted is None:
            return None
        unit = counted
    if term.more:
        step = None
    return End(value, unit, step, number.digits, period)


def total(ends: Sequence[End]) -> End:
    """Return the sum of the parts of a mixed amount, in the unit of the first, whose sign is that of all."""
    if len(ends) == 1:
        return ends[0]
    first = ends[0]
    size = sum((abs(e.base) for e in ends), Fraction(0)) / first.unit.factor
    value = -size if first.value < 0 else size
    last = ends[-1]
    step = None if last.step is None else last.step * last.unit.factor / first.unit.factor
    return End(value, first.unit, step, max(first.digits, 1) + last.digits, None)


def interval(e: End) -> End | None:
    """Return a period as the interval that `every` makes of it, None for what is no period."""
    name = PERIODS.get(e.unit.dimension)
    if name is None:
        return None
    unit = Unit(e.unit.code, e.unit.factor, ((f"every:{name}", 1),), "frequency")
    return End(e.value, unit, e.step, e.digits, None)


def part(e: End) -> Part:
    """Return an end as a part of a reading that has several."""
    return Part(e.unit.code, e.value, e.value, dimension_name(e.unit.dimension), e.base, e.base)
