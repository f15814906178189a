"""Equality of two readings, and the named relations between readings that are not equal (contract §5).

Each relation is a predicate of an answer's reading and a source's, one relation at a time: two at once are none.
Which places are worth asking about is the business of `places`; amounts with frequencies are that of `together`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from quantcheck.values import CLOCKS, Reading
from quantcheck.vocabulary.compound import Pairs, dimension_name, merge

PARTED: Final = ("pair", "product", "sum")
"""Shapes whose normal form is that of their parts."""
DAY: Final = Fraction(24 * 60 * 60)
UNIT_PERIODS: Final = {
    "s": Fraction(1),
    "min": Fraction(60),
    "h": Fraction(60 * 60),
    "d": DAY,
    "wk": 7 * DAY,
    "mo": Fraction(1),
    "a": Fraction(12),
}
"""By UCUM code: the period that a compound unit without a number of its own below sets, in seconds or months."""
FRACTIONS: Final = frozenset({"ratio", "mass_fraction", "volume_fraction", "amount_fraction", "number"})
"""Kinds of quantity that are all one number per number and yet never equal to each other."""

Key = tuple[object, ...]
Relation = Callable[[Reading, Reading], bool]


def key(r: Reading) -> Key:
    """Return the normal form but for the period, by which equal readings are looked up.

    Rationals stand in it as their two integers: the hash of a `Fraction` costs more than all the rest.
    """
    low, high = r.base_lower, r.base_upper
    first = (None, None) if low is None else low.as_integer_ratio()
    last = first if high is low else (None, None) if high is None else high.as_integer_ratio()
    parts = r.normal[7] if r.shape in PARTED else ()
    return (r.shape, r.modality, r.dimension, *first, *last, r.lower_closed, r.upper_closed, r.ratio, parts)


def key_of(shape: str, modality: str, dimension: str, low: Fraction, high: Fraction) -> Key:
    """Return the key of a reading with two closed ends and nothing else to it."""
    ends = low.numerator, low.denominator, high.numerator, high.denominator
    return (shape, modality, dimension, *ends, True, True, (), ())


def signature(readings: Iterable[Reading]) -> Key:
    """Return what tells readings apart in whatever may be asked about them: as given, not only as they are equal."""
    return tuple(
        (
            key(r),
            r.unit,
            r.axes,
            r.told,
            None if r.lower is None else r.lower.as_integer_ratio(),
            None if r.upper is None else r.upper.as_integer_ratio(),
            None if r.lower_step is None else r.lower_step.as_integer_ratio(),
            None if r.upper_step is None else r.upper_step.as_integer_ratio(),
            r.lower_digits,
            r.upper_digits,
            r.period,
            tuple((p.unit, p.lower, p.upper, p.base_lower, p.base_upper) for p in r.parts) if r.parts else (),
        )
        for r in readings
    )


def equal(a: Reading, b: Reading) -> bool:
    """Whether two readings have one normal form and, where they set a schedule, one period."""
    return a.dimension == b.dimension and a.shape == b.shape and key(a) == key(b) and same_period(a, b)


def same_period(a: Reading, b: Reading) -> bool:
    """Whether a denominator of time with its own number (`600 mg/24 h`) is that of the other reading too."""
    if a.period == b.period:
        return True
    if a.period is None or b.period is None:
        plain, period = (a, b.period) if a.period is None else (b, a.period)
        return UNIT_PERIODS.get(plain.unit.rpartition("/")[2]) == period
    return False


@lru_cache(maxsize=4096)
def pairs(dimension: str) -> Pairs:
    """Return the base names of a printed dimension with their exponents."""
    found = []
    for factor in dimension.split("*"):
        name, _, exponent = factor.partition("^")
        found.append((name, int(exponent or 1)))
    return merge(found)


@lru_cache(maxsize=4096)
def per(dimension: str, clock: str) -> str:
    """Return the dimension of an amount per time or per month, as the compound unit has it."""
    if dimension == clock:
        # Time per time does not cancel: half an hour a day is no bare number.
        return f"{clock}*{clock}^-1"
    return dimension_name((n, e) for n, e in merge((*pairs(dimension), (clock, -1))) if n != "number")


def approximate(a: Reading, b: Reading) -> bool:
    """Whether the two are equal but for a hedge; just below never agrees with just above."""
    if a.modality == b.modality or {a.modality, b.modality} == {"just_below", "just_above"}:
        return False
    if "denied" in (a.modality, b.modality):
        return False
    return with_modality(key(a), "exact") == with_modality(key(b), "exact") and same_period(a, b)


def with_modality(name: Key, modality: str) -> Key:
    """Return the key of the same with another modality."""
    return (name[0], modality, *name[2:])


def with_shape(name: Key, shape: str) -> Key:
    """Return the key of the same ends in another shape."""
    return (shape, *name[1:])


def rounded_conversion(a: Reading, b: Reading) -> bool:
    """Whether the answer's figure is the source's in another unit, rounded to the digits that it shows."""
    return a.unit != b.unit and _rounds(a, b, least=1)


def rounded(a: Reading, b: Reading) -> bool:
    """Whether the answer's figure is the source's, rounded to two significant digits or more."""
    return a.unit == b.unit and _rounds(a, b, least=2)


def _rounds(a: Reading, b: Reading, *, least: int) -> bool:
    if a.shape in PARTED or a.shape == "tolerance" or not _same_but_ends(a, b) or not same_period(a, b):
        return False
    ends = (
        _end_rounds(a, a.lower, a.base_lower, b.base_lower, a.lower_step, a.lower_digits, least),
        _end_rounds(a, a.upper, a.base_upper, b.base_upper, a.upper_step, a.upper_digits, least),
    )
    return None not in ends and any(ends)


def _same_but_ends(a: Reading, b: Reading) -> bool:
    return (a.shape, a.dimension, a.lower_closed, a.upper_closed, a.modality) == (
        b.shape,
        b.dimension,
        b.lower_closed,
        b.upper_closed,
        b.modality,
    )


def _end_rounds(
    a: Reading,
    shown: Fraction | None,
    base: Fraction | None,
    exact: Fraction | None,
    step: Fraction | None,
    digits: int,
    least: int,
) -> bool | None:
    """Return whether one end is the other's rounded (False: it is the same), or None where it is neither."""
    if base == exact:
        return False
    scale = factor(a)
    if shown is None or base is None or exact is None or not shown or not step or not scale or digits < least:
        return None
    value = shown + (exact - base) / scale
    off = abs(value - shown)
    if value * shown < 0 or off * 2 > abs(step):
        return None
    # A lone digit says little: half a step of it may be half its value.
    return True if digits > 1 or off * 20 <= abs(value) else None


def factor(r: Reading) -> Fraction | None:
    """Return one step of a reading's unit in base units, where it is known."""
    if r.factor is not None or r.dimension == "temperature":
        return r.factor
    for written, base in ((r.lower, r.base_lower), (r.upper, r.base_upper)):
        if written and base:
            return base / written
    return None


def notation(a: Reading, b: Reading) -> bool:
    """Whether a tolerance and a range have the same ends (`5 ± 1 mg` and `4–6 mg`)."""
    return {a.shape, b.shape} == {"tolerance", "range"} and with_shape(key(a), "range") == with_shape(key(b), "range")


def kind(a: Reading, b: Reading) -> bool:
    """Whether the numbers are the same and the two kinds of quantity differ (`0.3` and `30%`, `mg/kg` and ppm)."""
    if equal(a, b) or kind_key(a) is None or kind_key(a) != kind_key(b):
        return False
    # Equal but for the kind, or but for the two counts that a quotient was made of.
    return bool(a.ratio or b.ratio) or not (_counts(a) and _counts(b))


def _counts(r: Reading) -> bool:
    return any(name.startswith("count:") for name, _ in pairs(r.dimension))


def kind_key(r: Reading) -> Key | None:
    """Return what two readings that differ in kind alone have in common, or None where no other kind is near.

    A share (`3 of 5`) counts as its quotient, a counter (`5 tablets`) as its number.
    """
    if r.shape in PARTED:
        return None
    near, rest = _near(r.dimension)
    return (rest, *key(r)[3:9], r.shape, r.modality) if near else None


@lru_cache(maxsize=4096)
def _near(dimension: str) -> tuple[bool, str]:
    """Return whether a dimension has a kind that others are easily taken for, and what else there is to it."""
    names = pairs(dimension)
    plain = [(n, e) for n, e in names if n in FRACTIONS or n.startswith("count:")]
    # `150/µL` says of no thing how many there are, and may be of any
    return bool(plain) or all(e < 0 for _, e in names), dimension_name(p for p in names if p not in plain)


def schedule(a: Reading, b: Reading) -> bool:
    """Whether two schedules come to one rate and are not the same schedule.

    `4 times a day` and `every 6 hours`; `600 mg/24 h` and `25 mg/h`; once a day and a time of day.
    """
    if key(a) == key(b):
        return not same_period(a, b)
    if a.modality != b.modality:
        return False
    return _inverse(a, b) or _inverse(b, a) or _named(a, b) or _named(b, a)


def _inverse(rate: Reading, interval: Reading) -> bool:
    head, _, clock = rate.dimension.partition(":")
    if head != "per_time" or clock not in CLOCKS or interval.dimension != f"every:{clock}":
        return False
    ends = (rate.base_lower, rate.base_upper, interval.base_lower, interval.base_upper)
    if rate.shape not in ("point", "range") or interval.shape not in ("point", "range", "interval") or None in ends:
        return False
    low, high, short, long = (e for e in ends if e is not None)
    return low * long == 1 and high * short == 1


def inverted(r: Reading) -> list[Key]:
    """Return the normal forms that the inverse of a rate or an interval can have."""
    head, _, clock = r.dimension.partition(":")
    if head not in ("per_time", "every") or clock not in CLOCKS or not r.base_lower or not r.base_upper:
        return []
    dimension = f"{'every' if head == 'per_time' else 'per_time'}:{clock}"
    shapes = ("point", "range", "interval")
    return [key_of(shape, r.modality, dimension, 1 / r.base_upper, 1 / r.base_lower) for shape in shapes]


def _named(named: Reading, daily: Reading) -> bool:
    return at_a_time_of_day(named) and once_a_day(daily)


def at_a_time_of_day(r: Reading) -> bool:
    """Whether a frequency is once at a time of day (`at bedtime`)."""
    head, _, name = r.dimension.partition(":")
    return head == "per_time" and name not in CLOCKS and r.shape == "point" and r.base_lower == 1


def once_a_day(r: Reading) -> bool:
    """Whether a frequency is once a day."""
    return r.dimension == "per_time:time" and r.shape == "point" and r.base_lower == 1 / DAY


def derived(a: Reading, b: Reading) -> bool:
    """Whether one is a sum and the other its total."""
    if {a.shape, b.shape} != {"sum", "point"} or a.modality != b.modality:
        return False
    total, point = (sum_key(a), key(b)) if a.shape == "sum" else (sum_key(b), key(a))
    return total == point


def sum_key(r: Reading) -> Key | None:
    """Return the normal form of the total of a sum, or None where its parts do not add up."""
    total = Fraction(0)
    for p in r.parts:
        if p.base_lower is None or p.base_lower != p.base_upper or p.dimension != r.dimension or p.modality != "exact":
            return None
        total += p.base_lower
    return key_of("point", r.modality, r.dimension, total, total)


def reversed_range(r: Reading) -> bool:
    """Whether a range runs from its higher end to its lower."""
    return r.shape == "range" and r.base_lower is not None and r.base_upper is not None and r.base_lower > r.base_upper


RELATIONS: Final[dict[str, Relation]] = {
    "approximate": approximate,
    "rounded_conversion": rounded_conversion,
    "rounded": rounded,
    "notation": notation,
    "kind": kind,
    "schedule": schedule,
    "derived": derived,
}
"""By name, in the order in which they are asked; `same_total` stands before `derived` and belongs to `together`."""
