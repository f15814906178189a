"""Joint readings: an ambiguity is settled once for both sides of a comparison, never once for each.

Knows readings and axes; which readings count as equal or related is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final, NamedTuple

from quantcheck.values import Axes, Reading

LIMIT: Final = 64
"""Joint readings of one compared pair; above it nothing is decided."""
TEMPERATURE: Final = "temperature"

Holds = Callable[[Reading, Reading], bool]


class Outcome(NamedTuple):
    """Whether something holds under every joint reading, or under some; the axis on which that depends.

    `reading` is the second side's first reading for which it holds; `told`: words alone keep the two apart.
    """

    every: bool
    some: bool
    axis: str = ""
    reading: Reading | None = None
    too_many: bool = False
    told: bool = False


NEVER: Final = Outcome(False, False)


def compare(left: Sequence[Reading], right: Sequence[Reading], holds: Holds) -> Outcome:
    """Return whether `holds` is true of the two sides under every joint reading, and under some.

    A reading is free of each axis that it does not name. Readings of one side that no axis tells apart must all agree.
    """
    if len(left) == 1 and len(right) == 1:
        a, b = left[0], right[0]
        if (not (a.axes and b.axes) or a.axes == b.axes) and (not (a.told and b.told) or a.told == b.told):
            # No axis is shared, or each with the same choice, and a lone reading is the only one there is.
            return Outcome(True, True, "", b) if holds(a, b) else NEVER
    known: dict[tuple[int, int], bool] = {}

    def agree(a: Reading, b: Reading) -> bool:
        name = id(a), id(b)
        if name not in known:
            known[name] = holds(a, b)
        return known[name]

    def alike(a: Reading, b: Reading) -> bool:
        return meet(a.told, b.told) and agree(a, b)

    first = next((b for a in left for b in right if meet(a.axes, b.axes) and alike(a, b)), None)
    if first is None:
        apart = next(((a, b) for a in left for b in right if meet(a.axes, b.axes) and agree(a, b)), None)
        return NEVER if apart is None else Outcome(False, True, _told_apart(*apart), apart[1], told=True)
    axes = _axes((*left, *right))
    count = 1
    for choices in axes.values():
        count *= len(choices)
    if count > LIMIT:
        return Outcome(False, True, "", first, too_many=True)
    verdicts = _verdicts(axes, left, right, alike)
    every = all(verdicts.values())
    return Outcome(every, True, "" if every else _deciding(axes, verdicts), first)


def equality(left: Sequence[Reading], right: Sequence[Reading], equal: Holds) -> Outcome:
    """Return `compare` for equality, with what holds for temperatures of which point or difference is undecided.

    An undecided one equals a definite point of the same number in the same unit, since either way it says the same.
    """
    found = compare(left, right, equal)
    if found.every or found.axis != TEMPERATURE or found.too_many:
        return found

    def written_alike(a: Reading, b: Reading) -> bool:
        return equal(a, b) and (a.unit, a.lower, a.upper, a.dimension) == (b.unit, b.lower, b.upper, TEMPERATURE)

    as_points = compare(_points(left), _points(right), written_alike)
    return as_points if as_points.every else found


def _points(side: Sequence[Reading]) -> list[Reading]:
    return [r for r in side if dict(r.axes).get(TEMPERATURE, "point") == "point"]


def meet(a: Axes, b: Axes) -> bool:
    """Whether two readings can be meant together."""
    if not a or not b or a == b:
        return True
    chosen = dict(a)
    return all(chosen.get(axis, choice) == choice for axis, choice in b)


def _told_apart(a: Reading, b: Reading) -> str:
    """Return the axis on which words keep two readings from being meant together."""
    chosen = dict(a.told)
    return next(axis for axis, choice in b.told if chosen.get(axis, choice) != choice)


def _axes(readings: Sequence[Reading]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for reading in readings:
        for axis, choice in reading.axes:
            found.setdefault(axis, set()).add(choice)
    return {axis: sorted(found[axis]) for axis in sorted(found)}


def _verdicts(
    axes: dict[str, list[str]], left: Sequence[Reading], right: Sequence[Reading], holds: Holds
) -> dict[tuple[str, ...], bool]:
    """Return for each joint choice whether it holds; choices under which neither side says anything are left out."""
    names = list(axes)
    verdicts: dict[tuple[str, ...], bool] = {}
    for choice in product(*axes.values()):
        assumed = set(zip(names, choice, strict=True))
        ours = [r for r in left if assumed.issuperset(r.axes)]
        theirs = [r for r in right if assumed.issuperset(r.axes)]
        if ours or theirs:
            verdicts[choice] = bool(ours and theirs) and all(holds(a, b) for a in ours for b in theirs)
    return verdicts


def _deciding(axes: dict[str, list[str]], verdicts: dict[tuple[str, ...], bool]) -> str:
    """Return the first axis a change of which alone changes the verdict, or nothing where no axis does."""
    for n, axis in enumerate(axes):
        seen: dict[tuple[str, ...], bool] = {}
        for choice, verdict in verdicts.items():
            rest = (*choice[:n], *choice[n + 1 :])
            if seen.setdefault(rest, verdict) != verdict:
                return axis
    return ""
