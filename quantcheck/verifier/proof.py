"""What the verifier knows of values: the normal form of a reported reading, equality, and the named relations.

Written from the contract alone, on rational strings of a report; it shares nothing with the reader and the matcher.
Where the unit stands in the tables is a matter of `ucum`; texts, cases and counts belong to `verify`.
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec
from msgspec import UNSET

from quantcheck import report

SHAPES = frozenset({"point", "range", "bound", "tolerance", "pair", "product", "sum", "interval"})
MODALITIES = frozenset({"exact", "approximate", "just_below", "just_above", "denied"})
COMPOSITE = frozenset({"pair", "product", "sum"})
COMPONENTS = {"pair": 2, "tolerance": 2, "interval": 0}

_RATIONAL = re.compile(r"-?[0-9]{1,4200}(?:/[0-9]{1,4200})?\Z")
_TIME = ("time", "calendar")
_PURE = re.compile(r"(ratio|number|percentage_point|mass_fraction|volume_fraction|count:.*)\Z")


_FACTOR = re.compile(r"([^*^\s]{1,200})(?:\^(-?[0-9]{1,3}))?\Z")


class Unprovable(Exception):
    """A field that cannot be what it claims to be."""


class Part(msgspec.Struct, frozen=True):
    """A component: its dimension and its ends in base units, its unit and its ends as written."""

    unit: str
    dimension: str
    lower: Fraction | None
    upper: Fraction | None
    base_lower: Fraction | None
    base_upper: Fraction | None
    noun: str = ""

    @property
    def normal(self) -> tuple[object, ...]:
        """What must be the same for two components to be equal."""
        return self.dimension, self.base_lower, self.base_upper, self.noun


class Value(msgspec.Struct, frozen=True):
    """A reading of the report with its numbers as Fractions."""

    shape: str
    unit: str
    lower: Fraction | None
    upper: Fraction | None
    dimension: str
    base_lower: Fraction | None
    base_upper: Fraction | None
    lower_closed: bool
    upper_closed: bool
    modality: str
    parts: tuple[Part, ...] = ()
    period: Fraction | None = None
    """The time below the stroke of the unit, in base units."""

    @property
    def bare(self) -> tuple[object, ...]:
        """The normal form without the modality."""
        components: tuple[object, ...] = ()
        if self.shape in COMPOSITE or self.counted:
            components = tuple(part.normal for part in self.parts)
        return (
            self.shape,
            self.dimension,
            self.base_lower,
            self.base_upper,
            self.lower_closed,
            self.upper_closed,
            components,
        )

    @property
    def counted(self) -> bool:
        """Whether this is `3 of 5 patients` or a range of two: a ratio equal only with its numbers and its noun."""
        return len(self.parts) in (2, 4) and self.dimension == "ratio" and all(p.unit == "1" for p in self.parts)

    def as_rate(self) -> Value:
        """Return the same without its numbers: `9 in 10` is `18 in 20`, but for the noun."""
        if not self.counted:
            return self
        parts: list[Part] = []
        for top, below in zip(self.parts[::2], self.parts[1::2], strict=True):
            if top.base_lower is None or not below.base_lower:
                return self
            parts += (_counting(top, top.base_lower / below.base_lower), _counting(below, Fraction(1)))
        return msgspec.structs.replace(self, parts=tuple(parts))

    @property
    def denominator(self) -> Part | None:
        """The denominator that was divided out (`600 mg/24 h`), where there is one."""
        if self.shape in ("point", "range", "bound") and len(self.parts) == 2 and not self.counted:
            return self.parts[1]
        return None


def _counting(part: Part, number: Fraction) -> Part:
    return msgspec.structs.replace(part, lower=number, upper=number, base_lower=number, base_upper=number)


def rational(text: str | None) -> Fraction | None:
    """Return the number of a rational string in lowest terms, refusing every other writing."""
    if text is None:
        return None
    if not _RATIONAL.match(text):
        raise Unprovable(f"{text[:40]!r} is no rational `p/q` or `p`")
    head, _, tail = text.partition("/")
    if tail and not int(tail):
        raise Unprovable(f"{text[:40]!r} divides by zero")
    number = Fraction(int(head), int(tail or 1))
    if str(number) != text:
        raise Unprovable(f"{text[:40]!r} is not in lowest terms")
    return number


def value(reading: report.Reading, period: Fraction | None = None) -> Value:
    """Return a reported reading with its numbers as Fractions; `period` is the time below the stroke of its unit."""
    parts = () if reading.parts is UNSET else tuple(map(_part, reading.parts))
    factors(reading.base.dimension)
    return Value(
        shape=reading.shape,
        unit=reading.unit,
        lower=rational(reading.lower),
        upper=rational(reading.upper),
        dimension=reading.base.dimension,
        base_lower=rational(reading.base.lower),
        base_upper=rational(reading.base.upper),
        lower_closed=reading.lower_closed,
        upper_closed=reading.upper_closed,
        modality=reading.modality,
        parts=parts,
        period=period,
    )


def _part(part: report.Part) -> Part:
    factors(part.base.dimension)
    return Part(
        unit=part.unit,
        dimension=part.base.dimension,
        lower=rational(part.lower),
        upper=rational(part.upper),
        base_lower=rational(part.base.lower),
        base_upper=rational(part.base.upper),
        noun="" if part.noun is UNSET else part.noun,
    )


def form_fault(v: Value) -> str:
    """Return what contradicts the shape of a reading, or nothing.

    A reversed range (its lower end above its upper end) is a form of its own and allowed; a bound has exactly one end.
    """
    if v.shape not in SHAPES:
        return f"shape {v.shape!r} is none of the contract"
    if v.modality not in MODALITIES:
        return f"modality {v.modality!r} is none of the contract"
    if (v.lower is None) != (v.base_lower is None) or (v.upper is None) != (v.base_upper is None):
        return "an end stands in `base` and not in the unit, or the other way round"
    if any((p.lower is None) != (p.base_lower is None) or (p.upper is None) != (p.base_upper is None) for p in v.parts):
        return "an end of a component stands in `base` and not in the unit, or the other way round"
    if len(v.parts) == 1 or (v.shape in COMPONENTS and len(v.parts) != COMPONENTS[v.shape]):
        return f"a {v.shape} has not {len(v.parts)} components"
    if v.shape in ("point", "interval") and (v.shape == "interval") != v.dimension.startswith("every:"):
        return "an interval, and nothing else with one number, is a time between events"
    ends = (v.lower is not None) + (v.upper is not None)
    closed = v.lower_closed and v.upper_closed
    if v.shape in COMPOSITE:
        if ends:
            return f"a {v.shape} has no ends of its own"
        if len(v.parts) < 2:
            return f"a {v.shape} needs its components in `parts`"
        if not closed:
            return f"a {v.shape} is neither open nor closed"
    elif v.shape in ("point", "interval"):
        if ends != 2 or v.lower != v.upper or v.base_lower != v.base_upper:
            return f"a {v.shape} needs one number as both ends"
        if not closed:
            return f"a {v.shape} cannot be open"
    elif v.shape == "bound":
        if ends != 1:
            return "a bound needs exactly one end"
        if (v.lower is None and v.lower_closed) or (v.upper is None and v.upper_closed):
            return "the absent end of a bound is marked closed"
    elif ends != 2:
        return f"a {v.shape} needs both ends"
    if v.shape == "tolerance":
        return _tolerance_fault(v)
    return ""


def _tolerance_fault(v: Value) -> str:
    if len(v.parts) != 2:
        return "a tolerance needs its centre and its half-width in `parts`"
    centre, half = v.parts
    if centre.base_lower is None or half.base_lower is None or v.base_lower is None or v.base_upper is None:
        return "a tolerance needs numbers in centre and half-width"
    if v.base_lower + v.base_upper != 2 * centre.base_lower:
        return "the ends of the tolerance do not lie around its centre"
    width = v.base_upper - v.base_lower
    # A relative half-width (`5 mg ± 10%`) is a ratio of the centre.
    if half.dimension != centre.dimension and half.dimension == "ratio":
        return "" if width == 2 * abs(centre.base_lower) * half.base_lower else "the half-width does not give the ends"
    return "" if width == 2 * half.base_lower else "the half-width does not give the ends"


def same(a: Value, b: Value) -> bool:
    """Whether two readings are equal in shape, dimension, ends, closedness, modality and components.

    A denominator of time with its own number sets a schedule (`600 mg/24 h` and `25 mg/h`): then these must agree too.
    """
    return a.modality == b.modality and a.bare == b.bare and not _schedules_differ(a, b)


def _schedules_differ(a: Value, b: Value) -> bool:
    """Whether one has a denominator of time with its own number, and the other's period is not that."""
    timed = [v for v in (a, b) if v.denominator is not None and v.denominator.dimension in _TIME]
    return bool(timed) and _period(a) != _period(b)


def _period(v: Value) -> Fraction | None:
    below = v.denominator
    return below.base_lower if below is not None and below.dimension in _TIME else v.period


def approximate(a: Value, b: Value) -> bool:
    """Whether two readings are equal but for a hedge; just below never agrees with just above."""
    hedges = {a.modality, b.modality}
    return a.bare == b.bare and len(hedges) > 1 and "denied" not in hedges and hedges != {"just_below", "just_above"}


def notation(a: Value, b: Value) -> bool:
    """Whether a tolerance and a range have the same ends (`5 ± 1 mg`, `4–6 mg`)."""
    return {a.shape, b.shape} == {"tolerance", "range"} and _ends(a) == _ends(b) and a.modality == b.modality


def kind(a: Value, b: Value) -> bool:
    """Whether the numbers agree and only the kind of quantity does not (`0.3` and `30%`, `9 out of 10` and `9/10`)."""
    if a.modality != b.modality:
        return False
    if (a.counted or b.counted) and a.dimension == b.dimension:
        return a.base_lower == b.base_lower and a.base_upper == b.base_upper
    return a.dimension != b.dimension and a.shape == b.shape and _ends(a)[1:] == _ends(b)[1:]


def temperature_difference(a: Value, b: Value) -> bool:
    """Whether a temperature and a difference have one number in one unit, or are equal under one of their readings."""
    if same(a, b):
        return True
    dimensions = {a.dimension, b.dimension} == {"temperature", "temperature_difference"}
    return dimensions and (a.shape, a.unit, a.lower, a.upper) == (b.shape, b.unit, b.lower, b.upper)


def schedule(a: Value, b: Value) -> bool:
    """Whether two schedules come to the same rate (`4 times a day`, `every 6 hours`), or one is a time of day."""
    if a.bare == b.bare and _schedules_differ(a, b):
        return True
    rates = {_rate(a), _rate(b)}
    if len(rates) == 1 and None not in rates:
        return True
    times = [v for v in (a, b) if v.dimension.startswith("per_time:") and v.dimension[9:] not in _TIME]
    return len(times) == 1 and times[0] is not None


def _rate(v: Value) -> tuple[str, Fraction | None, Fraction | None] | None:
    """Return events per base unit of time of a frequency or an interval, with its clock."""
    lower, upper = v.base_lower, v.base_upper
    head, _, clock = v.dimension.partition(":")
    if head == "per_time":
        return clock, lower, upper
    if head == "every" or v.shape == "interval":
        flipped = (None if upper is None or not upper else 1 / upper, None if lower is None or not lower else 1 / lower)
        return clock or v.dimension, *flipped
    return None


def whole(amount: Value, frequency: Value) -> Value | None:
    """Return an amount per period: so much at a time, so many times per period (`5 mg` and `daily` are `5 mg/d`)."""
    clock = frequency.dimension.removeprefix("per_time:")
    rate = frequency.base_lower
    if clock not in _TIME or frequency.shape != "point" or frequency.modality != "exact" or not rate:
        return None
    times = frequency.lower or Fraction(1)
    return msgspec.structs.replace(
        amount,
        unit=amount.unit + (frequency.unit if frequency.unit.startswith("/") else "/" + frequency.unit),
        lower=_by(amount.lower, times),
        upper=_by(amount.upper, times),
        dimension=f"{amount.dimension}*{clock}^-1",
        base_lower=_by(amount.base_lower, rate),
        base_upper=_by(amount.base_upper, rate),
        parts=tuple(
            msgspec.structs.replace(
                p,
                dimension=f"{p.dimension}*{clock}^-1",
                base_lower=_by(p.base_lower, rate),
                base_upper=_by(p.base_upper, rate),
            )
            for p in amount.parts
        ),
    )


def _by(end: Fraction | None, factor: Fraction) -> Fraction | None:
    return None if end is None else end * factor


def alike(made: Value, other: Value) -> bool:
    """Whether two are equal, however the product in their dimension is written."""
    components = [(vector(p.dimension), p.base_lower, p.base_upper) for p in made.parts]
    if made.shape in COMPOSITE and components != [
        (vector(p.dimension), p.base_lower, p.base_upper) for p in other.parts
    ]:
        return False
    if _schedules_differ(made, other):
        return False
    return (
        made.shape == other.shape
        and made.modality == other.modality
        and _ends(made)[1:] == _ends(other)[1:]
        and vector(made.dimension) == vector(other.dimension)
    )


def factors(dimension: str) -> list[tuple[str, int]]:
    """Return the names and exponents of a written dimension as they stand, refusing what is written in no such way."""
    found = []
    for part in dimension.split("*")[:50]:
        m = _FACTOR.match(part)
        if m is None or m[2] in ("0", "1"):
            raise Unprovable(f"{dimension[:40]!r} is no dimension")
        found.append((m[1], int(m[2] or 1)))
    return found


def vector(dimension: str) -> dict[str, int]:
    """Return a written dimension (`mass*length^-3`) as base names with exponents."""
    out: dict[str, int] = {}
    for name, exponent in factors(dimension):
        if name != "number":
            out[name] = out.get(name, 0) + exponent
    return {name: n for name, n in out.items() if n}


def sides(dimension: str) -> dict[tuple[str, bool], int]:
    """Return the exponents of a written dimension by base name, above the stroke and below it, in no order."""
    out: dict[tuple[str, bool], int] = {}
    for name, exponent in factors(dimension):
        out[name, exponent > 0] = out.get((name, exponent > 0), 0) + exponent
    return out


def derived(a: Value, b: Value) -> bool:
    """Whether one is the total of the other, which is a sum."""
    return _total(a, b) or _total(b, a)


def _total(total: Value, parts: Value) -> bool:
    if parts.shape != "sum" or total.shape != "point" or total.modality != parts.modality:
        return False
    ends = [p.base_lower for p in parts.parts]
    return all(p.dimension == total.dimension for p in parts.parts) and total.base_lower == sum(
        (end for end in ends if end is not None), Fraction(0)
    )


def _ends(v: Value) -> tuple[object, ...]:
    return v.dimension, v.base_lower, v.base_upper, v.lower_closed, v.upper_closed


def rounded(
    shown: Value, full: Value, scale: tuple[Fraction, Fraction], steps: tuple[Fraction | None, Fraction | None]
) -> bool:
    """Whether each end of the figure is the other's, rounded to the digits that it shows.

    `scale` is factor and offset of the unit of `shown`; `steps` are the place values of the last digits shown in that
    unit, where None is taken from the number itself.
    """
    if (shown.shape, shown.dimension, shown.modality) != (full.shape, full.dimension, full.modality):
        return False
    if (shown.lower_closed, shown.upper_closed) != (full.lower_closed, full.upper_closed):
        return False
    factor, offset = scale
    moved = False
    ends = ((shown.lower, full.base_lower, steps[0]), (shown.upper, full.base_upper, steps[1]))
    for written, base, step in ends:
        if (written is None) != (base is None):
            return False
        if written is None or base is None:
            continue
        exact = (base - offset) / factor
        moved = moved or exact != written
        if abs(exact - written) * 2 > (step or last_place(written)):
            return False
    return moved


def last_place(number: Fraction) -> Fraction:
    """Return the place value of the last digit that is not zero (of the coarsest writing of a number)."""
    if not number:
        return Fraction(1)
    step = Fraction(1)
    while (number / step).denominator != 1 and step > Fraction(1, 10**12):
        step /= 10
    while (number / (step * 10)).denominator == 1:
        step *= 10
    return step


def differs(kind: str, factor: Fraction | None, a: Value, b: Value) -> bool:
    """Whether the named difference is one between the two; a factor is what the second is multiplied by."""
    if kind == "factor":
        if factor is None or factor in (0, 1):
            return False
        pairs = ((a.base_lower, b.base_lower), (a.base_upper, b.base_upper))
        return all(x is None or y is None or x == y * factor for x, y in pairs)
    if kind == "sign":
        return any(
            x is not None and y is not None and x == -y
            for x, y in (
                (a.base_lower, b.base_lower),
                (a.base_upper, b.base_upper),
                (a.base_lower, b.base_upper),
                # Of a temperature the number as written has the sign.
                *([(a.lower, b.lower)] if a.unit == b.unit else []),
            )
        )
    if kind == "unit":
        return a.unit != b.unit and bool(_written(a) & _written(b))
    if kind == "bound":
        return "bound" in (a.shape, b.shape) or (a.lower_closed, a.upper_closed) != (b.lower_closed, b.upper_closed)
    if kind == "range_end":
        return a.shape != b.shape or bool(_bases(a) & _bases(b))
    if kind == "order":
        return (a.base_lower, a.base_upper) == (b.base_upper, b.base_lower) or reversed_range(a) or reversed_range(b)
    if kind == "approximate":
        return a.modality != b.modality
    if kind == "notation":
        return a.shape != b.shape
    if kind == "rounded":
        return a.base_lower != b.base_lower or a.base_upper != b.base_upper
    return kind == "value" and (a.bare != b.bare)


def reversed_range(value: Value) -> bool:
    """Whether a range runs from its higher end to its lower."""
    return value.shape == "range" and (value.base_lower or 0) > (value.base_upper or 0)


def _bases(value: Value) -> set[Fraction]:
    return {end for end in (value.base_lower, value.base_upper) if end is not None}


def _written(value: Value) -> set[Fraction]:
    """The numbers of a value as they stand in its unit, those of its components where it has no ends of its own."""
    parts = {end for part in value.parts for end in (part.lower, part.upper) if end is not None}
    return {end for end in (value.lower, value.upper) if end is not None} | parts
