"""From pieces to quantities: every reading, exact, in base units, or the reason why there is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product as combinations

import msgspec

from quantcheck.compound import compound_senses, difference, dimension_name
from quantcheck.lexicon import Lexicon
from quantcheck.numerals import Number
from quantcheck.pieces import Factor, Piece, Term
from quantcheck.values import Axes, Part, Quantity, Reading, Sense, Unit

MAX_READINGS = 64

NUMBER = Unit("1", Fraction(1), (("number", 1),), "number")
RATIO = Unit("1", Fraction(1), (("ratio", 1),), "ratio")
_TEMPERATURE = (("temperature", 1),)
_PERIODS: dict[tuple[tuple[str, int], ...], str] = {(("time", 1),): "time", (("calendar", 1),): "calendar"}
_ZERO = Fraction(0)

Assignment = dict[str, str]

_OF_THE_PIECE = frozenset(("temperature", "over", "accounting", "slash", "grouping"))
"""Axes that belong to the writing of a quantity, not to the spelling of a unit."""


class Refusal(Exception):
    """A piece cannot be read whole; the argument is a form reason."""


class Surroundings:
    """The visible text, and what the readings of a quantity depend on in it."""

    def __init__(self, text: str, sentences: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.sentences = sentences

    def before(self, start: int) -> str:
        """Return up to 60 characters in front of an offset, in lower case, white space reduced to single blanks."""
        return " ".join(self.text[max(0, start - 60) : start].lower().split())

    def after(self, end: int) -> str:
        """Return up to 40 characters behind an offset, in lower case, white space reduced to single blanks."""
        return " ".join(self.text[end : end + 40].lower().split())

    def sentence(self, start: int) -> str:
        """Return the sentence that holds an offset, at most 1,000 characters of it on either side."""
        at = sentence_at(self.sentences, start)
        if at < 0:
            return ""
        a, b = self.sentences[at]
        return self.text[max(a, start - 1000) : min(b, start + 1000)]


def sentence_at(sentences: Sequence[tuple[int, int]], offset: int) -> int:
    """Return the index of the sentence that holds an offset, -1 where none does."""
    low, high = 0, len(sentences)
    while low < high:
        middle = (low + high) // 2
        if sentences[middle][1] <= offset:
            low = middle + 1
        else:
            high = middle
    if low < len(sentences) and sentences[low][0] <= offset:
        return low
    return low - 1


def normalise(piece: Piece, start: int, end: int, lexicon: Lexicon, around: Surroundings) -> Quantity:
    """Return the quantity of a piece that stands at `start` to `end` of the visible text, with every reading of it."""
    quantity = outline(piece, start, end, paired=piece.shape == "pair" and _is_pair(piece, lexicon, start, around))
    if piece.reason:
        return quantity
    made = _plainly(piece, start, end, lexicon, around) if lexicon.listed else None
    if made is not None:
        quantity.readings, quantity.axis = made
        return quantity
    try:
        quantity.readings, quantity.axis = _readings(piece, start, end, lexicon, around)
    except Refusal as refusal:
        quantity.reason = str(refusal.args[0])
    return quantity


def outline(piece: Piece, start: int, end: int, *, paired: bool) -> Quantity:
    """Return the quantity of a piece without its readings."""
    return Quantity(
        start,
        end,
        reason=piece.reason,
        notes=tuple(dict.fromkeys(piece.notes)),
        series=piece.series,
        bare=piece.bare and piece.shape != "ratio" and not paired,
        forms=tuple(sorted(piece.forms - {"bound_sign"})),
    )


def _readings(
    piece: Piece, start: int, end: int, lexicon: Lexicon, around: Surroundings
) -> tuple[tuple[Reading, ...], str]:
    axes = _axes(piece, lexicon, start, end, around)
    names = sorted(axes)
    count = 1
    for name in names:
        count *= len(axes[name])
        if count > MAX_READINGS:
            raise Refusal("too_many_readings")
    found: list[Reading] = []
    seen: set[tuple[object, Axes]] = set()
    settled = {name for name in names if len(axes[name]) == 1 and name in _OF_THE_PIECE}
    for choices in combinations(*(axes[name] for name in names)):
        assignment = dict(zip(names, choices, strict=True))
        reading = _evaluate(piece, assignment, lexicon, start, end, around)
        if reading is not None and settled:
            reading = _with_axes(reading, tuple(pair for pair in reading.axes if pair[0] not in settled))
        if reading is not None and (reading.normal, reading.axes) not in seen:
            seen.add((reading.normal, reading.axes))
            found.append(reading)
    if not found:
        raise Refusal("unread")
    distinct: dict[object, list[Reading]] = {}
    for reading in found:
        distinct.setdefault(reading.normal, []).append(reading)
    if len(found) == 1:
        # a cue has settled it, and settles the other side with it: the reading keeps its axes
        return (found[0],), ""
    if len(distinct) == 1:
        return (_with_axes(found[0], ()),), ""
    named: dict[str, set[str]] = {}
    for reading in found:
        for axis, choice in reading.axes:
            named.setdefault(axis, set()).add(choice)
    varying = [name for name in names if len(named.get(name, ())) > 1]
    return tuple(found), ", ".join(varying)


class Settled:
    """A unit with one meaning: what its readings are made of."""

    __slots__ = ("dimension", "kind", "period", "scale", "unit")

    def __init__(self, unit: Unit, scale: Fraction) -> None:
        self.unit = unit
        self.scale = scale
        """What a number is multiplied by to be one of `unit`: 1/100 for cents."""
        self.dimension = dimension_name(unit.dimension)
        self.kind = _kind(unit)
        self.period = unit.dimension in _PERIODS


class Options:
    """What some factors may mean: a settled unit for each choice on their axes, and the axes that vary."""

    __slots__ = ("axis", "choices", "factors")

    def __init__(self, choices: list[tuple[Axes, Settled]], factors: tuple[Factor, ...]) -> None:
        self.factors = factors
        """Kept so that the identities of its spellings' meanings are not given to others."""
        if len({(o.unit.factor, o.unit.offset, o.unit.dimension, o.scale) for _, o in choices}) == 1 < len(choices):
            choices = [((), choices[0][1])]
        self.choices = choices
        named: dict[str, set[str]] = {}
        for axes, _ in choices:
            for name, choice in axes:
                named.setdefault(name, set()).add(choice)
        self.axis = ", ".join(sorted(name for name, found in named.items() if len(found) > 1))


def _options(factors: tuple[Factor, ...], lexicon: Lexicon) -> Options | None:
    """Return what some factors may mean, None where that is too much to list; remembered by identity."""
    key = tuple((id(senses), n) for senses, n in factors)
    known = lexicon.settled.get(key, False)
    if known is False:
        if len(lexicon.settled) > 4096:
            lexicon.settled.clear()
        made = _list_options(factors)
        known = lexicon.settled[key] = Options([], factors) if made is None else Options(made, factors)
    options: Options = known
    return options if options.choices else None


def _list_options(factors: tuple[Factor, ...]) -> list[tuple[Axes, Settled]] | None:
    axes: dict[str, list[str]] = {}
    for senses, _ in factors:
        for sense in senses if len(senses) > 1 else ():
            for axis, choice in sense.axes:
                if choice not in axes.setdefault(axis, []):
                    axes[axis].append(choice)
    if len(factors) == 2 and all(n == 1 for _, n in factors):
        for sense in _compound(tuple((f[0][0].unit, f[1]) for f in factors)):
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
        unit = _unit(factors, assignment, used)
        if unit is None:
            continue
        taken: Axes = tuple(sorted(used.items()))
        mark = (unit, taken)
        if mark not in seen:
            seen.add(mark)
            found.append((taken, Settled(unit, _in_whole(factors, assignment))))
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
        self.heat = any(o.unit.dimension == _TEMPERATURE for _, o in options.choices)
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
            lasting = lasting and any(o.period for _, o in options.choices)
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
        known = _temperature(plan.changed, lexicon, start, end, around)
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


def _plainly(
    piece: Piece, start: int, end: int, lexicon: Lexicon, around: Surroundings
) -> tuple[tuple[Reading, ...], str] | None:
    found = plan(piece, lexicon)
    if found is None:
        return None
    x, y = piece.terms[0].number, piece.terms[-1].number
    assert x is not None and y is not None
    return fill(found, x, y, start, end, lexicon, around)


def _made(
    plan: Plan, low: Settled, axes: Axes, x: Number, y: Number, as_difference: bool, bound: str | None = None
) -> Reading:
    """Return the reading of a plan in one of its units."""
    unit, name, kind = low.unit, low.dimension, low.kind
    if as_difference and unit.dimension == _TEMPERATURE:
        unit = difference(unit)
        name, kind = dimension_name(unit.dimension), unit.kind
    factor = unit.factor
    a, step = x.value, x.step
    if low.scale != 1:
        a *= low.scale
        step = None if step is None else step * low.scale
    if plan.minus[0]:
        a = -a
    base = a * factor if factor != 1 else a
    if unit.offset:
        base += unit.offset
    if plan.range:
        high = plan.high or low
        b, last = y.value, y.step
        if high.scale != 1:
            b *= high.scale
            last = None if last is None else last * high.scale
        if plan.minus[1]:
            b = -b
        if high is low:
            upper = b * factor if factor != 1 else b
            if unit.offset:
                upper += unit.offset
        else:
            upper = b * high.unit.factor
            b = upper / factor
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


def _with_axes(reading: Reading, axes: Axes) -> Reading:
    if reading.axes == axes:
        return reading
    import msgspec

    return msgspec.structs.replace(reading, axes=axes)


def _axes(piece: Piece, lexicon: Lexicon, start: int, end: int, around: Surroundings) -> dict[str, list[str]]:
    """Return the axes that the readings of a piece depend on, each with the choices that occur, in order."""
    axes: dict[str, list[str]] = {}

    def add(axis: str, choice: str) -> None:
        choices = axes.setdefault(axis, [])
        if choice not in choices:
            choices.append(choice)

    for term in piece.terms:
        for senses, _ in (*term.factors, *(f for d in term.divisors for f in d.factors)):
            if len(senses) > 1:
                for sense in senses:
                    for axis, choice in sense.axes:
                        add(axis, choice)
        if term.alone is not None:
            add("scale", "shared")
            add("scale", "last")
        if term.solidus:
            add("solidus", "all")
            add("solidus", "first")
        if term.other is not None and piece.shape == "point" and not term.bare:
            add("grouping", "one")
            add("grouping", "size")
        if len(term.factors) == 2 and all(n == 1 for _, n in term.factors):
            moments = {s.axes for s in _compound(tuple((f[0][0].unit, f[1]) for f in term.factors)) if s.axes}
            for found in sorted(moments):
                for axis, choice in found:
                    add(axis, choice)
        if _may_be_temperature(term) and piece.shape in ("point", "range", "bound", "tolerance"):
            for choice in _temperature("change" in piece.notes, lexicon, start, end, around):
                add("temperature", choice)
    for kind, value in piece.mods:
        if (
            kind == "BOUND"
            and value[1].lower() in lexicon.durations
            and _is_period(piece)
            and not piece.terms[0].currency
        ):
            add("over", "bound")
            add("over", "duration")
        if kind == "BOUND" and value[1].lower() in lexicon.bands and _is_band(piece, lexicon, end, around):
            add("over", "bound")
            add("over", "band")
        if kind == "ACCOUNTING":
            add("accounting", "negative")
            add("accounting", "positive")
    if piece.shape == "pair" and not _is_pair(piece, lexicon, start, around):
        add("slash", "pair")
        add("slash", "division")
    return axes


def _is_period(piece: Piece) -> bool:
    return any(s.unit.dimension in _PERIODS for t in piece.terms for f in t.factors[:1] for s in f[0] if f[1] == 1)


def _is_band(piece: Piece, lexicon: Lexicon, end: int, around: Surroundings) -> bool:
    """Say whether a share may name a band (`within 95% confidence limits`), and is not one of something."""
    if piece.shape != "point" or not piece.terms[0].factors:
        return False
    shares = any(s.unit.dimension == RATIO.dimension for f in piece.terms[0].factors[:1] for s in f[0])
    return shares and lexicon.band_of.isdisjoint(around.after(end).split()[:1])


def _may_be_temperature(term: Term) -> bool:
    return (
        len(term.factors) == 1
        and term.factors[0][1] == 1
        and any(s.unit.dimension == _TEMPERATURE for s in term.factors[0][0])
    )


def _is_pair(piece: Piece, lexicon: Lexicon, start: int, around: Surroundings) -> bool:
    factors = piece.terms[0].factors
    if factors and any(s.unit.code in lexicon.pair_units for s in factors[0][0]):
        return True
    before = around.before(start)
    return not factors and any(cue in before[-30:] for cue in lexicon.pair_cues)


def _temperature(changed: bool, lexicon: Lexicon, start: int, end: int, around: Surroundings) -> list[str]:
    """Return whether a temperature is a point, a difference, or may be both, by the words around it (contract §5)."""
    if changed:
        return ["point"]
    before = around.before(start)
    words = before.split()
    tails = {" ".join(words[-k:]) for k in (1, 2, 3, 4) if len(words) >= k}
    glued = before[-1:] if before else ""
    if tails & lexicon.governing or glued in ("δ", "∆"):
        return ["difference"]
    after = around.after(end)
    if any(after.startswith(word) and not after[len(word) : len(word) + 1].isalpha() for word in lexicon.following):
        return ["difference"]
    if (
        words
        and words[-1] in ("to", "at", "from")
        and not (len(words) > 1 and words[-2].endswith(("warming", "cooling")))
    ):
        return ["point"]
    if lexicon.stems.search(around.sentence(start)):
        return ["point", "difference"]
    return ["point"]


# ---- units


@lru_cache(maxsize=8192)
def _compound(parts: tuple[tuple[Unit, int], ...]) -> tuple[Sense, ...]:
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


def _unit(factors: Sequence[Factor], assignment: Assignment, used: Assignment) -> Unit | None:
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
    made = _compound(tuple(parts))
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


def _in_whole(factors: Sequence[Factor], assignment: Assignment) -> Fraction:
    """Return by what a number is multiplied when such parts and multiples are written as the whole."""
    scale = Fraction(1)
    for senses, n in factors:
        unit = _sense(senses, assignment, {})
        if unit is not None and unit.factor != 1 and _whole_money(unit) != unit:
            scale *= unit.factor**n
    return scale


class _End:
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
        return self.value * self.unit.factor + self.unit.offset


def _end(term: Term, assignment: Assignment, used: Assignment) -> _End | None:
    """Return the value of a term and its unit under an assignment, None where it has none."""
    number = term.number
    assert number is not None
    if term.alone is not None:
        used["scale"] = assignment["scale"]
        if assignment["scale"] == "last":
            number = term.alone
    if term.tod:
        at = Unit(f"/{{{term.tod}}}", Fraction(1), ((f"per_time:{term.tod}", 1),), "frequency")
        return _End(number.value, at, None, 0, None)
    factors = term.factors
    if term.solidus:
        used["solidus"] = assignment["solidus"]
        if assignment["solidus"] == "first":
            factors = term.solidus
    unit = _unit(factors, assignment, used)
    if unit is None:
        return None
    value = number.value + term.more
    step = number.step
    if any(s.unit.kind in ("money", "number") for senses, _ in factors for s in senses):
        scale = _in_whole(factors, assignment)
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
            inner = _unit(divisor.factors, assignment, used)
            if inner is not None and inner.dimension in _PERIODS:
                period = below * inner.factor
    if term.negative:
        value = -value
    if term.frequency:
        counted = _frequency_unit(unit)
        if counted is None:
            return None
        unit = counted
    if term.more:
        step = None
    return _End(value, unit, step, number.digits, period)


def _frequency_unit(unit: Unit) -> Unit | None:
    """Return the unit of a count of times per the denominators of `unit`."""
    dimension = tuple(unit.dimension)
    if dimension == (("time", -1),):
        return Unit(unit.code, unit.factor, (("per_time:time", 1),), "frequency")
    if dimension == (("calendar", -1),):
        return Unit(unit.code, unit.factor, (("per_time:calendar", 1),), "frequency")
    if len(dimension) == 1 and dimension[0][1] == -1 and dimension[0][0].startswith("count:"):
        return Unit(unit.code, unit.factor, ((f"per_time:{dimension[0][0][6:]}", 1),), "frequency")
    return None


def _as_difference(unit: Unit) -> Unit:
    return difference(unit) if unit.dimension == _TEMPERATURE else unit


# ---- readings


def _evaluate(
    piece: Piece, assignment: Assignment, lexicon: Lexicon, start: int, end: int, around: Surroundings
) -> Reading | None:
    used: Assignment = {a: c for a, c in assignment.items() if a in _OF_THE_PIECE}
    shape = piece.shape
    if shape == "ratio":
        return _ratio(piece, assignment, used, end, around)
    ends: list[_End] = []
    for term in piece.terms:
        made = _end(term, assignment, used)
        if made is None:
            return None
        ends.append(made)
    axes: Axes = tuple(sorted(used.items()))
    if assignment.get("temperature") == "difference":
        for e in ends:
            e.unit = _as_difference(e.unit)
    if piece.mod("NEGP") is not None:
        if any(e.unit.dimension not in (_TEMPERATURE, NUMBER.dimension) or e.value < 0 for e in ends):
            return None
        if piece.mod("NEGP") == "freezing" and any(e.unit.code != "Cel" for e in ends):
            # freezing is zero on one scale only
            return None
        for e in ends:
            e.value = -e.value
    if assignment.get("accounting") == "negative":
        for e in ends:
            e.value = -e.value
    if shape == "pair":
        return _pair(piece, ends, assignment, axes)
    modality, lower_closed, upper_closed, bound = _qualified(piece, assignment)
    if piece.mod("PLUSMINUS") is not None:
        if bound or shape != "point" or len(ends) != 1 or piece.mod("EVERY") is not None:
            raise Refusal("unread")
        half = ends[0]
        half.unit = _as_difference(half.unit)
        return _with_tolerance([_End(_ZERO, half.unit, None, 0, None), half], modality, axes)
    every = piece.mod("EVERY") is not None
    if assignment.get("grouping") == "size":
        return _count_and_size(piece, ends[0], assignment, axes)
    if shape == "product" or shape == "sum":
        if bound or every:
            raise Refusal("unread")
        return _several(shape, ends, modality, axes)
    if shape == "tolerance":
        if bound or every:
            raise Refusal("unread")
        return _with_tolerance(ends, modality, axes)
    if shape == "mixed":
        families = {e.unit.family for e in ends}
        if len(families) != 1 or "" in families or len({e.unit.dimension for e in ends}) != 1:
            return None
        low = high = _total(ends)
        shape = "point"
    elif shape == "range":
        middle = int(piece.scale)
        low = _total(ends[:middle])
        high = _total(ends[middle:])
        if low.unit.dimension != high.unit.dimension:
            return None
        bound = ""
    else:
        low = high = ends[0]
    if every:
        first, last = _every(low), _every(high)
        if first is None or last is None:
            # `every 5 km`, `each 1 °C`: no interval of time, and no amount by itself
            return None
        low, high = first, last
    if bound:
        return _bounded(bound, low, modality, axes)
    parts = _written(piece, assignment) if any(t.divisors for t in piece.terms) else ()
    shown = "interval" if every and shape == "point" else shape
    return _plain(shown, low, high, lower_closed, upper_closed, modality, axes, parts)


def _qualified(piece: Piece, assignment: Assignment) -> tuple[str, bool, bool, str]:
    """Return modality, closedness of a two-sided range and the bound, from what stands before and behind."""
    modality = "exact"
    bound = ""
    bounds = 0
    lower_closed = upper_closed = True
    for kind, value in piece.mods:
        if kind in ("APPROX", "APPROXP"):
            this = value[0] if isinstance(value, tuple) else value
            if modality not in ("exact", this):
                raise Refusal("unread")
            modality = this
        elif kind == "BOUND":
            if assignment.get("over") in ("duration", "band"):
                continue
            bounds += 1
            bound = value[0]
            if piece.shape == "range":
                if value[0][0] == "g":
                    lower_closed = value[0] == "ge"
                else:
                    upper_closed = value[0] == "le"
        elif kind == "BOUNDP":
            bounds += 1
            bound = value if isinstance(value, str) else value[0]
            if piece.shape == "range":
                raise Refusal("unread")
        elif kind == "NEGP" and (piece.shape != "point" or len(piece.terms) != 1):
            raise Refusal("unread")
    if bounds and modality != "exact":
        raise Refusal("bound_and_approximate")
    if bounds > (2 if piece.shape == "range" else 1):
        raise Refusal("unread")
    return modality, lower_closed, upper_closed, bound


def _total(ends: Sequence[_End]) -> _End:
    """Return the sum of the parts of a mixed amount, in the unit of the first."""
    if len(ends) == 1:
        return ends[0]
    first = ends[0]
    value = sum((e.base for e in ends), _ZERO) / first.unit.factor
    last = ends[-1]
    step = None if last.step is None else last.step * last.unit.factor / first.unit.factor
    return _End(value, first.unit, step, max(first.digits, 1) + last.digits, None)


def _every(e: _End) -> _End | None:
    name = _PERIODS.get(e.unit.dimension)
    if name is None:
        return None
    unit = Unit(e.unit.code, e.unit.factor, ((f"every:{name}", 1),), "frequency")
    return _End(e.value, unit, e.step, e.digits, None)


def _kind(unit: Unit) -> str:
    if unit.kind in ("physical", "") and unit.dimension == _TEMPERATURE:
        return "temperature"
    if unit.kind == "percent" or (unit.kind == "physical" and unit.dimension == (("ratio", 1),)):
        return "percent" if unit.code == "%" else "ratio"
    return unit.kind or "physical"


def _written(piece: Piece, assignment: Assignment) -> tuple[Part, ...]:
    """Return the numbers of a quantity whose denominator has its own, as written (`12 mg` and `0.6 mL`)."""
    parts: list[Part] = []
    used: Assignment = {}
    for term in piece.terms:
        if not term.divisors or term.number is None:
            continue
        head = _unit(term.factors[: term.head], assignment, used)
        if head is None:
            return ()
        value = term.number.value
        if any(s.unit.kind in ("money", "number") for senses, _ in term.factors for s in senses):
            value *= _in_whole(term.factors, assignment)
        parts.append(_part(_End(value, head, None, 0, None)))
        for divisor in term.divisors:
            below = _unit(divisor.factors, assignment, used)
            if below is None:
                return ()
            parts.append(_part(_End(divisor.number.value, below, None, 0, None)))
    return tuple(parts)


def _plain(
    shape: str,
    low: _End,
    high: _End,
    lower_closed: bool,
    upper_closed: bool,
    modality: str,
    axes: Axes,
    parts: tuple[Part, ...] = (),
) -> Reading:
    unit = low.unit
    upper = high.value if high.unit == unit else (high.base - unit.offset) / unit.factor
    return Reading(
        shape, unit.code, low.value, upper, dimension_name(unit.dimension), low.base, high.base,
        lower_closed, upper_closed, modality, _kind(unit), parts, axes,
        low.step, high.step, low.digits, high.digits, unit.factor, (), low.period or high.period,
    )  # fmt: skip


def _bounded(bound: str, e: _End, modality: str, axes: Axes) -> Reading:
    lower = bound[0] == "g"
    closed = bound[1] == "e"
    unit = e.unit
    return Reading(
        "bound", unit.code,
        e.value if lower else None, None if lower else e.value,
        dimension_name(unit.dimension),
        e.base if lower else None, None if lower else e.base,
        closed if lower else False, False if lower else closed,
        modality, _kind(unit), (), axes,
        e.step if lower else None, None if lower else e.step,
        e.digits if lower else 0, 0 if lower else e.digits, unit.factor, (), e.period,
    )  # fmt: skip


def _part(e: _End) -> Part:
    return Part(e.unit.code, e.value, e.value, dimension_name(e.unit.dimension), e.base, e.base)


def _several(shape: str, ends: Sequence[_End], modality: str, axes: Axes) -> Reading | None:
    units = {e.unit.dimension for e in ends}
    if len(units) != 1:
        return None
    unit = ends[-1].unit
    return Reading(
        shape, unit.code, None, None, dimension_name(unit.dimension), None, None,
        modality=modality, kind=_kind(unit), parts=tuple(_part(e) for e in ends), axes=axes, factor=unit.factor,
    )  # fmt: skip


def _count_and_size(piece: Piece, whole: _End, assignment: Assignment, axes: Axes) -> Reading | None:
    """`2 250 g` as two of 250 g: a count and a size, equal only to the same."""
    term = piece.terms[0]
    size = term.other
    if size is None or piece.mods:
        return None
    number = term.number
    assert number is not None
    count = (number.value - size.value) / 1000
    parts = (
        Part("1", count, count, "number", count, count),
        _part(_End(size.value, whole.unit, size.step, size.digits, None)),
    )
    return Reading(
        "product", whole.unit.code, None, None, dimension_name(whole.unit.dimension), None, None,
        kind=_kind(whole.unit), parts=parts, axes=axes, factor=whole.unit.factor,
    )  # fmt: skip


def _with_tolerance(ends: Sequence[_End], modality: str, axes: Axes) -> Reading | None:
    centre, half = ends
    half = _End(abs(half.value), _as_difference(half.unit), half.step, half.digits, None)
    if centre.unit.dimension == ends[1].unit.dimension:
        width = half.value if half.unit.code == centre.unit.code else half.base / centre.unit.factor
    elif half.unit.dimension == RATIO.dimension and not centre.unit.offset:
        width = abs(centre.value) * half.base
    else:
        return None
    unit = centre.unit
    low, high = centre.value - width, centre.value + width
    return Reading(
        "tolerance", unit.code, low, high, dimension_name(unit.dimension),
        low * unit.factor + unit.offset, high * unit.factor + unit.offset,
        modality=modality, kind=_kind(unit), parts=(_part(centre), _part(half)), axes=axes,
        lower_step=half.step, upper_step=half.step, lower_digits=centre.digits, upper_digits=centre.digits,
        factor=unit.factor, period=centre.period,
    )  # fmt: skip


def _pair(piece: Piece, ends: Sequence[_End], assignment: Assignment, axes: Axes) -> Reading | None:
    modality, _, _, bound = _qualified(piece, assignment)
    if bound:
        raise Refusal("unread")
    first, second = ends
    if assignment.get("slash") == "division":
        if second.value == 0:
            raise Refusal("zero_denominator")
        unit = second.unit
        value = piece.terms[0].number.value / second.value if piece.terms[0].number else _ZERO
        return _plain(
            "point", _End(value, unit, None, 0, None), _End(value, unit, None, 0, None), True, True, modality, axes
        )
    unit = second.unit
    return Reading(
        "pair", unit.code, None, None, dimension_name(unit.dimension), None, None,
        modality=modality, kind=_kind(unit), parts=(_part(first), _part(second)), axes=axes, factor=unit.factor,
    )  # fmt: skip


def _ratio(piece: Piece, assignment: Assignment, used: Assignment, end: int, around: Surroundings) -> Reading:
    """Return `N of M`, `N in M`, `N:M`: one ratio, or a range of two, with the numbers and their noun in the parts."""
    right = piece.terms[-1]
    numbers = [term.number for term in piece.terms if term.number is not None]
    sign, _text = piece.mod("SIGN")
    noun = ""
    if right.factors:
        unit = _unit(right.factors, assignment, used)
        if unit is None or unit.kind != "count":
            raise Refusal("ratio_unit")
        noun = unit.code.strip("{}")
    elif sign in ("OF", "INR"):
        noun = _noun(around.after(end))
    if any(below.value == 0 for below in numbers[1::2]):
        raise Refusal("zero_denominator")
    modality, _, _, bound = _qualified(piece, assignment)
    relation: tuple[str, ...]
    if sign == "OF":
        relation = ("of", *(str(n.value) for n in numbers), noun)
    elif sign == "INR":
        relation = ("in", noun)
    else:
        relation = (":",)
    parts = tuple(
        Part("1", n.value, n.value, "number", n.value, n.value, noun=noun if i % 2 else "")
        for i, n in enumerate(numbers)
    )
    ends = [
        _End(above.value / below.value, RATIO, None, 0, None)
        for above, below in zip(numbers[::2], numbers[1::2], strict=True)
    ]
    if bound:
        reading = _bounded(bound, ends[0], modality, ())
    else:
        shape = "point" if len(ends) == 1 else "range"
        reading = _plain(shape, ends[0], ends[-1], True, True, modality, ())
    return msgspec.structs.replace(reading, parts=parts, ratio=relation)


def _noun(after: str) -> str:
    """Return the noun behind a ratio, in the singular, empty where none stands there."""
    found = _LETTERS.match(after)
    word = found[0] if found is not None else ""
    if not word.isalpha() or word in _NO_NOUNS:
        return ""
    if word == "people" or word == "persons":
        return "person"
    if word in ("children", "men", "women"):
        return {"children": "child", "men": "man", "women": "woman"}[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


_LETTERS = re.compile(r"[^\W\d_]+")
_NO_NOUNS = frozenset(
    [
        "in",
        "on",
        "at",
        "of",
        "for",
        "with",
        "by",
        "to",
        "from",
        "and",
        "or",
        "but",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "who",
        "that",
        "which",
        "when",
        "while",
        "as",
        "than",
        "per",
        "the",
        "a",
        "an",
    ]
)
