"""From pieces to quantities: every reading, exact, in base units, or the reason why there is none."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as combinations

import msgspec

from quantcheck.building.pieces import Piece
from quantcheck.normalising.axes import MAX_READINGS, OF_THE_PIECE, axes_of, is_pair, pressure
from quantcheck.normalising.ends import End, end_of, interval, total
from quantcheck.normalising.meanings import NUMBER, TEMPERATURE, Assignment, as_difference
from quantcheck.normalising.plans import fill, plan
from quantcheck.normalising.readings import (
    Refusal,
    bounded,
    count_and_size,
    pair,
    plain,
    qualified,
    ratio,
    several,
    with_tolerance,
    written,
)
from quantcheck.normalising.surroundings import Surroundings
from quantcheck.values import Axes, Quantity, Reading
from quantcheck.vocabulary.lexicon import Lexicon


def normalise(piece: Piece, start: int, end: int, lexicon: Lexicon, around: Surroundings) -> Quantity:
    """Return the quantity of a piece that stands at `start` to `end` of the visible text, with every reading of it."""
    quantity = outline(piece, start, end, paired=piece.shape == "pair" and is_pair(piece, lexicon, start, around))
    if piece.reason:
        if piece.supposed:
            quantity.supposed = _supposed(piece, start, end, lexicon, around)
        return quantity
    if piece.shape == "pair" and piece.bare:
        pressure(piece, lexicon, start, around)
    made = _plainly(piece, start, end, lexicon, around) if lexicon.listed else None
    if made is not None:
        quantity.readings, quantity.axis = made
        return quantity
    try:
        quantity.readings, quantity.axis = _readings(piece, start, end, lexicon, around)
    except Refusal as refusal:
        quantity.reason = str(refusal.args[0])
        if quantity.reason == "bound_and_approximate":
            quantity.supposed = _supposed(piece, start, end, lexicon, around)
    return quantity


def _supposed(piece: Piece, start: int, end: int, lexicon: Lexicon, around: Surroundings) -> tuple[Reading, ...]:
    """Return what a refused piece may be taken for."""
    piece.supposed = True
    try:
        return _readings(piece, start, end, lexicon, around)[0]
    except Refusal:
        return ()


def outline(piece: Piece, start: int, end: int, *, paired: bool) -> Quantity:
    """Return the quantity of a piece without its readings."""
    return Quantity(
        start,
        end,
        reason=piece.reason,
        notes=tuple(dict.fromkeys(piece.notes)) if piece.notes else (),
        series=piece.series,
        bare=piece.bare and piece.shape != "ratio" and not paired,
        forms=tuple(sorted(piece.forms - {"bound_sign"})) if piece.forms else (),
    )


def _readings(
    piece: Piece, start: int, end: int, lexicon: Lexicon, around: Surroundings
) -> tuple[tuple[Reading, ...], str]:
    axes = axes_of(piece, lexicon, start, end, around)
    names = sorted(axes)
    count = 1
    for name in names:
        count *= len(axes[name])
        if count > MAX_READINGS:
            raise Refusal("too_many_readings")
    found: list[Reading] = []
    seen: set[tuple[object, Axes]] = set()
    settled = {name for name in names if len(axes[name]) == 1 and name in OF_THE_PIECE}
    for choices in combinations(*(axes[name] for name in names)):
        assignment = dict(zip(names, choices, strict=True))
        reading = _evaluate(piece, assignment, end, around)
        if reading is not None and settled:
            reading = _with_axes(reading, tuple((axis, choice) for axis, choice in reading.axes if axis not in settled))
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


def _plainly(
    piece: Piece, start: int, end: int, lexicon: Lexicon, around: Surroundings
) -> tuple[tuple[Reading, ...], str] | None:
    found = plan(piece, lexicon)
    if found is None:
        return None
    x, y = piece.terms[0].number, piece.terms[-1].number
    assert x is not None and y is not None
    return fill(found, x, y, start, end, lexicon, around)


def _evaluate(piece: Piece, assignment: Assignment, end: int, around: Surroundings) -> Reading | None:
    used: Assignment = {a: c for a, c in assignment.items() if a in OF_THE_PIECE}
    shape = piece.shape
    if shape == "ratio":
        return ratio(piece, assignment, used, end, around)
    ends = _ends(piece, assignment, used)
    if ends is None:
        return None
    axes: Axes = tuple(sorted(used.items()))
    if shape == "pair":
        return pair(piece, ends, assignment, axes)
    modality, lower_closed, upper_closed, bound = qualified(piece, assignment)
    if piece.mod("PLUSMINUS") is not None:
        # `within ±5 %` and `up to ±5 %` say no more than the sign; `at least ±5 %` is no interval
        if bound not in ("", "le") or shape != "point" or piece.mod("EVERY") is not None:
            raise Refusal("unread")
        half = ends[0]
        half.unit = as_difference(half.unit)
        return with_tolerance([End(Fraction(0), half.unit, None, 0, None), half], modality, axes)
    every = piece.mod("EVERY") is not None
    if assignment.get("grouping") == "size":
        return count_and_size(piece, ends[0], axes)
    if shape == "product" or shape == "sum":
        if bound or every:
            raise Refusal("unread")
        return several(shape, ends, modality, axes)
    if shape == "tolerance":
        if bound or every:
            raise Refusal("unread")
        return with_tolerance(ends, modality, axes)
    outer = _outer(piece, ends)
    if outer is None:
        return None
    low, high = outer
    if shape == "mixed":
        shape = "point"
    elif shape == "range":
        bound = ""
    if every:
        first, last = interval(low), interval(high)
        if first is None or last is None:
            # `every 5 km`, `each 1 °C`: no interval of time, and no amount by itself
            return None
        low, high = first, last
    if bound:
        return bounded(bound, low, modality, axes)
    parts = written(piece, assignment)
    shown = "interval" if every and shape == "point" else shape
    return plain(shown, low, high, lower_closed, upper_closed, modality, axes, parts)


def _ends(piece: Piece, assignment: Assignment, used: Assignment) -> list[End] | None:
    """Return the value of each number of a piece with its unit and sign, None where they have none together."""
    ends: list[End] = []
    for term in piece.terms:
        made = end_of(term, assignment, used)
        if made is None:
            return None
        ends.append(made)
    if assignment.get("temperature") == "difference":
        for e in ends:
            e.unit = as_difference(e.unit)
    if piece.mod("NEGP") is not None:
        if any(e.unit.dimension not in (TEMPERATURE, NUMBER.dimension) or e.value < 0 for e in ends):
            return None
        if piece.mod("NEGP") == "freezing" and any(e.unit.code != "Cel" for e in ends):
            # freezing is zero on one scale only
            return None
        for e in ends:
            e.value = -e.value
    if assignment.get("accounting") == "negative":
        for e in ends:
            e.value = -e.value
    return ends


def _outer(piece: Piece, ends: list[End]) -> tuple[End, End] | None:
    """Return the lower and the upper end of a piece, the same for a point; None where its parts do not go together."""
    if piece.shape == "mixed":
        families = {e.unit.family for e in ends}
        if len(families) != 1 or "" in families or len({e.unit.dimension for e in ends}) != 1:
            return None
        whole = total(ends)
        return whole, whole
    if piece.shape == "range":
        middle = int(piece.scale)
        low, high = total(ends[:middle]), total(ends[middle:])
        return (low, high) if low.unit.dimension == high.unit.dimension else None
    return ends[0], ends[0]


def _with_axes(reading: Reading, axes: Axes) -> Reading:
    if reading.axes == axes:
        return reading
    return msgspec.structs.replace(reading, axes=axes)
