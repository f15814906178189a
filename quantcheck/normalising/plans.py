"""How a plain point, bound or range is read, listed once for each unit and filled in with its numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as combinations

from quantcheck.building.pieces import Factor, Piece
from quantcheck.normalising.axes import MAX_READINGS, temperature
from quantcheck.normalising.meanings import (
    PERIODS,
    RATIO,
    TEMPERATURE,
    Assignment,
    compound,
    in_whole,
    kind_of,
    unit_of,
)
from quantcheck.normalising.surroundings import Surroundings
from quantcheck.numbers.numerals import Number
from quantcheck.values import Axes, Reading, Unit
from quantcheck.vocabulary.compound import difference, dimension_name
from quantcheck.vocabulary.lexicon import Lexicon


class Settled:
    """A unit with one meaning: what its readings are made of."""

    __slots__ = ("based", "dimension", "kind", "period", "scale", "scaled", "terms", "unit")

    def __init__(self, unit: Unit, scale: Fraction) -> None:
        self.unit = unit
        self.scale = scale
        """What a number is multiplied by to be one of `unit`: 1/100 for cents."""
        self.scaled = scale != 1
        self.based = unit.factor == 1 and not unit.offset
        """Whether a number of `unit` is one of the base unit."""
        (above, below), (over, under) = unit.factor.as_integer_ratio(), unit.offset.as_integer_ratio()
        self.terms = above * under, below * over, below * under
        """Whole numbers a, b and c: n/m of `unit` is (a n + b m) / (c m) of the base unit."""
        self.dimension = dimension_name(unit.dimension)
        self.kind = kind_of(unit)
        self.period = unit.dimension in PERIODS


class Options:
    """What some factors may mean: a settled unit for each choice on their axes, and the axes that vary."""

    __slots__ = ("axis", "choices", "heat", "period")

    def __init__(self, choices: list[tuple[Axes, Settled]]) -> None:
        if (
            len(choices) > 1
            and len({(o.unit.factor, o.unit.offset, o.unit.dimension, o.scale) for _, o in choices}) == 1
        ):
            choices = [((), choices[0][1])]
        self.choices = choices
        named: dict[str, set[str]] = {}
        for axes, _ in choices:
            for name, choice in axes:
                named.setdefault(name, set()).add(choice)
        self.axis = ", ".join(sorted(name for name, found in named.items() if len(found) > 1))
        self.heat = any(o.unit.dimension == TEMPERATURE for _, o in choices)
        self.period = any(o.period for _, o in choices)


def _options(factors: tuple[Factor, ...], lexicon: Lexicon) -> Options | None:
    """Return what some factors may mean, None where that is too much to list; remembered by identity, and by value.

    Meanings that words around settle are made anew each time.
    """
    settled = lexicon.settled
    key = tuple([(id(senses), n) for senses, n in factors])
    known = settled.get(key)
    if known is None:
        if len(settled) > 4096:
            settled.clear()
        known = settled.get(factors)
        made = Options(_list_options(factors) or []) if known is None else known[0]
        # kept with these factors, so that the identities of their meanings are not given to others
        known = settled[key] = settled[factors] = made, factors
    options: Options = known[0]
    return options if options.choices else None


def _list_options(factors: tuple[Factor, ...]) -> list[tuple[Axes, Settled]] | None:
    axes: dict[str, list[str]] = {}
    for senses, _ in factors:
        for sense in senses if len(senses) > 1 else ():
            for axis, choice in sense.axes:
                if choice not in axes.setdefault(axis, []):
                    axes[axis].append(choice)
    if len(factors) == 2 and all(n == 1 for _, n in factors):
        for sense in compound(tuple((f[0][0].unit, f[1]) for f in factors)):
            for axis, choice in sense.axes:
                axes.setdefault(axis, []).append(choice)
    names = sorted(axes)
    count = 1
    for name in names:
        count *= len(axes[name])
    if count > MAX_READINGS:
        return None
    found: list[tuple[Axes, Settled]] = []
    seen: set[tuple[object, Axes]] = set()
    for choices in combinations(*(axes[name] for name in names)):
        assignment = dict(zip(names, choices, strict=True))
        used: Assignment = {}
        unit = unit_of(factors, assignment, used)
        if unit is None:
            continue
        taken: Axes = tuple(sorted(used.items()))
        if count > 1:
            if (unit, taken) in seen:
                continue
            seen.add((unit, taken))
        found.append((taken, Settled(unit, in_whole(factors, assignment))))
    return found


_QUALIFIED = frozenset(("BOUND", "BOUNDP", "APPROX", "APPROXP"))


class Plan:
    """How the readings of a plain point, bound or range are made of its numbers."""

    __slots__ = ("axis", "bound", "changed", "choices", "heat", "high", "lasting", "minus", "modality", "range")

    def __init__(self, piece: Piece, options: Options, high: Settled | None, modality: str, bound: str) -> None:
        self.range = piece.shape == "range"
        self.choices = options.choices
        self.axis = options.axis
        self.high = high
        """The unit of the upper end, where it is another one."""
        self.minus = piece.terms[0].negative, piece.terms[-1].negative
        self.modality = modality
        self.bound = bound
        self.heat = options.heat
        self.changed = "change" in piece.notes
        self.lasting = False
        """Whether the word of the bound may say how long as well (`within 5 minutes`)."""


def plan(piece: Piece, lexicon: Lexicon) -> Plan | None:
    """Return how a plain point, bound or range is read, whose axes are those of one unit; None for all else.

    What `_readings` finds by trying every assignment is listed once for each unit here. No value is looked at.
    """
    terms = piece.terms
    if not ((piece.shape == "point" and len(terms) == 1) or (piece.shape == "range" and len(terms) == 2)):
        return None
    for term in terms:
        if (
            term.number is None or term.other is not None or term.alone is not None or term.solidus or term.divisors
            or term.frequency or term.tod or term.more
        ):  # fmt: skip
            return None
    factors = terms[0].factors
    options = _options(factors, lexicon)
    if options is None:
        return None
    high = None
    if piece.shape == "range" and terms[1].factors is not factors:
        # two units: plain where each means one thing
        behind = _options(terms[1].factors, lexicon)
        if behind is None or len(options.choices) > 1 or len(behind.choices) > 1:
            return None
        if options.choices[0][0] or behind.choices[0][0]:
            return None
        high = behind.choices[0][1]
        if high.unit.dimension != options.choices[0][1].unit.dimension:
            return None
    modality, bound, lasting = "exact", "", False
    if piece.mods:
        if len(piece.mods) > 1 or piece.mods[0][0] not in _QUALIFIED:
            return None
        kind, value = piece.mods[0]
        if kind in ("APPROX", "APPROXP"):
            modality = value[0] if isinstance(value, tuple) else value
        elif piece.shape == "range":
            return None
        else:
            bound = value if isinstance(value, str) else value[0]
            if kind == "BOUND" and value[1].lower() in lexicon.bands:
                if any(o.unit.dimension == RATIO.dimension for _, o in options.choices):
                    return None
            # `over the age of 65` is no time that something takes
            lasting = kind == "BOUND" and value[1].lower() in lexicon.durations and not terms[0].currency
            lasting = lasting and options.period
            if lasting and (len(factors) > 1 or len(options.choices) > 1 or options.choices[0][0]):
                return None
    made = Plan(piece, options, high, modality, bound)
    made.lasting = lasting
    return None if made.heat and high is not None else made


def fill(
    plan: Plan, x: Number, y: Number, start: int, end: int, lexicon: Lexicon, around: Surroundings
) -> tuple[tuple[Reading, ...], str] | None:
    """Return the readings of a plan with its numbers (one twice where it has one); None where it does not settle them.

    The words around tell whether a temperature is a difference.
    """
    difference_ = False
    if plan.heat:
        known = temperature(plan.changed, lexicon, start, end, around)
        if len(known) > 1:
            return None
        difference_ = known[0] == "difference"
    if plan.lasting:
        unit = plan.choices[0][1]
        return (
            _made(plan, unit, (("over", "bound"),), x, y, False),
            _made(plan, unit, (("over", "duration"),), x, y, False, ""),
        ), "over"
    if len(plan.choices) == 1:
        axes, unit = plan.choices[0]
        return (_made(plan, unit, axes, x, y, difference_),), plan.axis
    if not x.value:
        # nothing is nothing in every unit
        return None
    return tuple([_made(plan, unit, axes, x, y, difference_) for axes, unit in plan.choices]), plan.axis


def _end(number: Number, settled: Settled, minus: bool) -> tuple[Fraction, Fraction | None, Fraction]:
    """Return a number in a unit, the place value of its last digit there, and the number in base units."""
    value, step = number.value, number.step
    if settled.scaled:
        value *= settled.scale
        step = None if step is None else step * settled.scale
    if minus:
        value = -value
    if settled.based:
        return value, step, value
    # one fraction of whole numbers takes half the time of a product of two
    (above, below), (a, b, c) = value.as_integer_ratio(), settled.terms
    return value, step, Fraction(a * above + b * below, c * below)


def _made(
    plan: Plan, low: Settled, axes: Axes, x: Number, y: Number, as_difference: bool, bound: str | None = None
) -> Reading:
    """Return the reading of a plan in one of its units."""
    if as_difference and low.unit.dimension == TEMPERATURE:
        low = Settled(difference(low.unit), low.scale)
    unit, name, kind = low.unit, low.dimension, low.kind
    factor = unit.factor
    a, step, base = _end(x, low, plan.minus[0])
    if plan.range:
        high = plan.high or low
        b, last, upper = _end(y, high, plan.minus[1])
        if high is not low:
            b = upper / factor
            last = None if last is None else last * high.unit.factor / factor
        return Reading(
            "range", unit.code, a, b, name, base, upper, True, True, plan.modality, kind, (), axes,
            step, last, x.digits, y.digits, factor,
        )  # fmt: skip
    bound = plan.bound if bound is None else bound
    if not bound:
        return Reading(
            "point", unit.code, a, a, name, base, base, True, True, plan.modality, kind, (), axes,
            step, step, x.digits, x.digits, factor,
        )  # fmt: skip
    closed = bound[1] == "e"
    if bound[0] == "g":
        return Reading(
            "bound", unit.code, a, None, name, base, None, closed, False, plan.modality, kind, (), axes,
            step, None, x.digits, 0, factor,
        )  # fmt: skip
    return Reading(
        "bound", unit.code, None, a, name, None, base, False, closed, plan.modality, kind, (), axes,
        None, step, 0, x.digits, factor,
    )  # fmt: skip
