"""Readings of each shape, made of their ends, or the reason for none."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from quantcheck.building.pieces import Piece
from quantcheck.normalising.ends import End, part
from quantcheck.normalising.meanings import RATIO, Assignment, as_difference, in_whole, kind_of, unit_of
from quantcheck.normalising.surroundings import Surroundings
from quantcheck.patterns.later import later
from quantcheck.values import Axes, Part, Reading
from quantcheck.vocabulary.compound import dimension_name
from quantcheck.vocabulary.nouns import singular


class Refusal(Exception):
    """A piece cannot be read whole; the argument is a form reason."""


def qualified(piece: Piece, assignment: Assignment) -> tuple[str, bool, bool, str]:
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
            bound = value
            if piece.shape == "range":
                raise Refusal("unread")
        elif kind == "NEGP" and piece.shape != "point":
            raise Refusal("unread")
    if bounds and modality != "exact" and not piece.supposed:
        raise Refusal("bound_and_approximate")
    if bounds > (2 if piece.shape == "range" else 1):
        raise Refusal("unread")
    return modality, lower_closed, upper_closed, bound


def plain(
    shape: str,
    low: End,
    high: End,
    lower_closed: bool,
    upper_closed: bool,
    modality: str,
    axes: Axes,
    parts: tuple[Part, ...] = (),
) -> Reading:
    """Return a point, an interval or a range."""
    unit = low.unit
    upper, last = high.value, high.step
    if high.unit != unit:
        upper = (high.base - unit.offset) / unit.factor
        # what it shows in the lower end's unit, where both scales begin at one place
        last = last * high.unit.factor / unit.factor if last and high.unit.offset == unit.offset else None
    return Reading(
        shape, unit.code, low.value, upper, dimension_name(unit.dimension), low.base, high.base,
        lower_closed, upper_closed, modality, kind_of(unit), parts, axes,
        low.step, last, low.digits, high.digits, unit.factor, (), low.period or high.period,
    )  # fmt: skip


def bounded(bound: str, e: End, modality: str, axes: Axes) -> Reading:
    """Return a bound: `ge`, `gt`, `le` or `lt` its end."""
    lower = bound[0] == "g"
    closed = bound[1] == "e"
    unit = e.unit
    return Reading(
        "bound", unit.code,
        e.value if lower else None, None if lower else e.value,
        dimension_name(unit.dimension),
        e.base if lower else None, None if lower else e.base,
        closed if lower else False, False if lower else closed,
        modality, kind_of(unit), (), axes,
        e.step if lower else None, None if lower else e.step,
        e.digits if lower else 0, 0 if lower else e.digits, unit.factor, (), e.period,
    )  # fmt: skip


def several(shape: str, ends: Sequence[End], modality: str, axes: Axes) -> Reading | None:
    """Return a product of sides or a sum, with its parts, None where these are of different kinds."""
    units = {e.unit.dimension for e in ends}
    if len(units) != 1:
        return None
    unit = ends[-1].unit
    return Reading(
        shape, unit.code, None, None, dimension_name(unit.dimension), None, None,
        modality=modality, kind=kind_of(unit), parts=tuple(part(e) for e in ends), axes=axes, factor=unit.factor,
    )  # fmt: skip


def count_and_size(piece: Piece, whole: End, axes: Axes) -> Reading | None:
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
        part(End(size.value, whole.unit, size.step, size.digits, None)),
    )
    return Reading(
        "product", whole.unit.code, None, None, dimension_name(whole.unit.dimension), None, None,
        kind=kind_of(whole.unit), parts=parts, axes=axes, factor=whole.unit.factor,
    )  # fmt: skip


def with_tolerance(ends: Sequence[End], modality: str, axes: Axes) -> Reading | None:
    """Return a centre with its half-width, which may be a share of it."""
    centre, half = ends
    half = End(abs(half.value), as_difference(half.unit), half.step, half.digits, None)
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
        modality=modality, kind=kind_of(unit), parts=(part(centre), part(half)), axes=axes,
        lower_step=half.step, upper_step=half.step, lower_digits=centre.digits, upper_digits=centre.digits,
        factor=unit.factor, period=centre.period,
    )  # fmt: skip


def pair(piece: Piece, ends: Sequence[End], assignment: Assignment, axes: Axes) -> Reading | None:
    """Return `a/b` as a pair or, by its axis, as the quotient."""
    modality, _, _, bound = qualified(piece, assignment)
    if bound:
        raise Refusal("unread")
    first, second = ends
    if assignment.get("slash") == "division":
        if second.value == 0:
            raise Refusal("zero_denominator")
        unit = second.unit
        top = piece.terms[0].number
        value = Fraction(0) if top is None else (-top.value if piece.terms[0].negative else top.value) / second.value
        return plain(
            "point", End(value, unit, None, 0, None), End(value, unit, None, 0, None), True, True, modality, axes
        )
    unit = second.unit
    return Reading(
        "pair", unit.code, None, None, dimension_name(unit.dimension), None, None,
        modality=modality, kind=kind_of(unit), parts=(part(first), part(second)), axes=axes, factor=unit.factor,
    )  # fmt: skip


def ratio(piece: Piece, assignment: Assignment, used: Assignment, end: int, around: Surroundings) -> Reading:
    """Return `N of M`, `N in M`, `N:M`: one ratio, or a range of two, with the numbers and their noun in the parts."""
    right = piece.terms[-1]
    numbers = [term.number for term in piece.terms if term.number is not None]
    sign, _text = piece.mod("SIGN")
    noun = ""
    if right.factors:
        unit = unit_of(right.factors, assignment, used)
        if unit is None or unit.kind != "count":
            raise Refusal("ratio_unit")
        noun = unit.code.strip("{}")
    elif sign in ("OF", "INR"):
        noun = noun_behind(around.after(end))
    if any(below.value == 0 for below in numbers[1::2]):
        raise Refusal("zero_denominator")
    modality, _, _, bound = qualified(piece, assignment)
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
        End(above.value / below.value, RATIO, None, 0, None)
        for above, below in zip(numbers[::2], numbers[1::2], strict=True)
    ]
    if bound:
        reading = bounded(bound, ends[0], modality, ())
    else:
        shape = "point" if len(ends) == 1 else "range"
        reading = plain(shape, ends[0], ends[-1], True, True, modality, ())
    return msgspec.structs.replace(reading, parts=parts, ratio=relation)


def noun_behind(after: str) -> str:
    """Return the noun behind a ratio, in the singular, empty where none stands there."""
    found = _LETTERS.match(after)
    word = found[0] if found is not None else ""
    if not word.isalpha() or word in _NO_NOUNS:
        return ""
    return singular(word)


_LETTERS = later(r"[^\W\d_]+")


_NO_NOUNS = frozenset(
    [
        "in",
        "them",
        "us",
        "it",
        "whom",
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


def written(piece: Piece, assignment: Assignment) -> tuple[Part, ...]:
    """Return the numbers of a quantity whose denominator has its own, as written (`12 mg` and `0.6 mL`)."""
    parts: list[Part] = []
    used: Assignment = {}
    for term in piece.terms:
        if not term.divisors or term.number is None:
            continue
        head = unit_of(term.factors[: term.head], assignment, used)
        if head is None:
            return ()
        value = term.number.value * in_whole(term.factors, assignment)
        parts.append(part(End(value, head, None, 0, None)))
        for divisor in term.divisors:
            below = unit_of(divisor.factors, assignment, used)
            if below is None:
                return ()
            parts.append(part(End(divisor.number.value, below, None, 0, None)))
    return tuple(parts)
