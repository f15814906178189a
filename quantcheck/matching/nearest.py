"""The source quantity nearest to one that was found nowhere, and how the two differ.

Same dimension; same shape before another; then the smallest ratio of the nearest ends; then source order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from quantcheck.matching import relations
from quantcheck.matching.joint import meet
from quantcheck.matching.places import Place, Places, rough
from quantcheck.report import Difference
from quantcheck.values import Reading

FACTORS: Final = 1000
"""Whole multiples up to this are told as a factor; beyond it only powers of ten are."""

Score = tuple[int, int, int, Fraction, int]
"""Another shape, no ratio (one end is zero), the ratio, roughly and as it is, the place's order: the smallest is the
nearest."""


class Found(NamedTuple):
    """The nearest place, its reading, and the reading of the answer that it is nearest to."""

    place: Place
    reading: Reading
    mine: Reading


class _Ends:
    """The distinct sizes of the ends of some readings, each with the first place that has it."""

    def __init__(self, entries: Iterable[tuple[Fraction, Place, Reading]]) -> None:
        first: dict[tuple[int, int], tuple[Fraction, Place, Reading]] = {}
        for end, place, reading in entries:
            top, bottom = end.as_integer_ratio()
            if (size := (abs(top), bottom)) not in first:
                first[size] = end if top >= 0 else -end, place, reading
        self.first = first
        sizes = sorted([(rough(size), size) for size, _, _ in first.values() if size])
        self.rough = [size for size, _ in sizes]
        self.sizes = [size for _, size in sizes]

    def closest(self, end: Fraction) -> Iterator[tuple[int, Fraction, Place, Reading]]:
        """Yield what can be nearest to an end: with its ratio, or marked as having none."""
        size = abs(end)
        if (same := self.first.get(size.as_integer_ratio())) is not None:
            yield 0, Fraction(1), *same[1:]
            return
        if not size or not self.sizes:
            _, place, reading = min(self.first.values(), key=lambda entry: entry[1].order)
            yield 1, Fraction(0), place, reading
            return
        # Integers are compared in no time; fractions only where they are all but equal.
        near = rough(size)
        at = bisect_left(self.rough, near)
        at = bisect_left(self.sizes, size, at, bisect_right(self.rough, near, at))
        for n, ratio in ((at - 1, True), (at, False)):
            if 0 <= n < len(self.sizes):
                other = self.sizes[n]
                yield 0, size / other if ratio else other / size, *self.first[other.as_integer_ratio()][1:]


class Nearest:
    """The places of the passages, or those of the question, by dimension and shape and the size of their ends.

    They are sorted when they are first asked for.
    """

    def __init__(self, places: Places, *, asked: bool) -> None:
        self._places = places
        self._asked = asked
        self._ends: dict[tuple[str, str], _Ends] = {}

    def find(self, readings: Sequence[Reading]) -> Found | None:
        """Return the place nearest to a quantity, or None where no place has its dimension."""
        best: tuple[Score, Found] | None = None
        for mine in readings:
            for score, found in self._scored(mine):
                if best is None or score < best[0]:
                    best = score, found
        return _meant_together(best[1], readings) if best else None

    def _scored(self, mine: Reading) -> Iterator[tuple[Score, Found]]:
        for other, shape in enumerate((mine.shape, "")):
            ends = self._sorted(mine.dimension, shape)
            if not ends.first:
                continue
            for end in _ends(mine):
                for none, ratio, place, reading in ends.closest(end):
                    yield (other, none, rough(ratio), ratio, place.order), Found(place, reading, mine)
            return

    def _sorted(self, dimension: str, shape: str) -> _Ends:
        name = dimension, shape
        found = self._ends.get(name)
        if found is None:
            sources, asked = self._places.sources, self._asked
            found = self._ends[name] = _Ends(
                (end, place, reading)
                for place, reading in self._places.by_dimension.get(dimension, ())
                if sources[place.source].is_question is asked and (not shape or reading.shape == shape)
                for end in _ends(reading)
            )
        return found


def _meant_together(found: Found, readings: Sequence[Reading]) -> Found:
    """Return the place with the two readings, nearest to each other, that can be meant at once (cups are cups)."""
    if len(readings) == 1 == len(found.place.readings):
        return found
    pairs = [
        Found(found.place, theirs, mine)
        for mine in readings
        for theirs in found.place.readings
        if mine.dimension == found.mine.dimension == theirs.dimension and meet(mine.axes, theirs.axes)
    ]
    return min(pairs, key=_distance, default=found)


def _distance(found: Found) -> tuple[bool, Fraction]:
    ours, yours = _ends(found.mine), _ends(found.reading)
    ratios = [max(abs(a / b), abs(b / a)) for a in ours for b in yours if a and b]
    return found.mine.shape != found.reading.shape, min(ratios, default=Fraction(0))


def _ends(r: Reading) -> list[Fraction]:
    if r.base_lower is not None and r.base_lower is r.base_upper:
        return [r.base_lower]
    ends = [end for end in (r.base_lower, r.base_upper) if end is not None]
    ends = ends or [end for p in r.parts for end in (p.base_lower, p.base_upper) if end is not None]
    return list({end.as_integer_ratio(): end for end in ends}.values())


def difference(mine: Reading, theirs: Reading) -> Difference:
    """Return how an answer's reading differs from a source's of the same dimension: the first that applies."""
    plain = _plain_difference(mine, theirs)
    if plain:
        return Difference(plain)  # type: ignore[arg-type]
    factor = _factor(mine, theirs)
    return Difference("factor", str(factor)) if factor is not None else Difference("value")


def _plain_difference(mine: Reading, theirs: Reading) -> str:
    shapes = {mine.shape, theirs.shape}
    ours, yours = _values(mine), _values(theirs)
    shared = any(end in yours for end in ours)
    if len(shapes) == 2:
        if shapes == {"range", "tolerance"} and ours == yours:
            return "notation"
        if not shared:
            return ""
        return "bound" if "bound" in shapes else "range_end" if shapes & {"range", "tolerance"} else "notation"
    if ours == yours:
        if _bounds(mine) != _bounds(theirs):
            return "bound"
        # `about 9 in 10` and `9 of 10`
        return "approximate" if mine.modality != theirs.modality else "notation"
    if len(ours) > 1 and sorted(ours) == sorted(yours):
        return "order"
    if _opposite(mine, theirs, ours, yours):
        return "sign"
    if mine.unit != theirs.unit and _written(mine) == _written(theirs):
        return "unit"
    if shared and mine.shape in ("range", "tolerance"):
        return "range_end"
    return "rounded" if _rounds(mine, theirs) else ""


def _bounds(r: Reading) -> tuple[bool, bool, bool]:
    return r.base_lower is None, r.lower_closed, r.upper_closed


def _values(r: Reading) -> list[tuple[int, int]]:
    """Return the ends in order, twice where they are one, as integers: fractions are slow to compare."""
    ends = [end.as_integer_ratio() for end in (r.base_lower, r.base_upper) if end is not None]
    return ends or [e.as_integer_ratio() for p in r.parts for e in (p.base_lower, p.base_upper) if e is not None]


def _written(r: Reading) -> list[Fraction | None]:
    return [end for p in r.parts for end in (p.lower, p.upper)] if r.shape in relations.PARTED else [r.lower, r.upper]


def _opposite(
    mine: Reading, theirs: Reading, ours_base: list[tuple[int, int]], yours_base: list[tuple[int, int]]
) -> bool:
    """Whether the two differ in sign alone; of temperatures the number as written has the sign."""
    ours, yours = _written(mine), _written(theirs)
    if mine.unit == theirs.unit and len(ours) == len(yours):
        ends = list(zip(ours, yours, strict=True))
        if any(a for a, _ in ends) and all(a is not None and b is not None and _negated(a, b) for a, b in ends):
            return True
    return any(top for top, _ in ours_base) and ours_base == [(-top, bottom) for top, bottom in yours_base]


def _negated(a: Fraction, b: Fraction) -> bool:
    return a.numerator == -b.numerator and a.denominator == b.denominator


def _rounds(mine: Reading, theirs: Reading) -> bool:
    """Whether the answer's figure is the source's rounded, however few digits it shows."""
    if mine.shape in relations.PARTED:
        return False
    scale = relations.factor(mine)
    moved = False
    for a, b, step in (
        (mine.base_lower, theirs.base_lower, mine.lower_step),
        (mine.base_upper, theirs.base_upper, mine.upper_step or mine.lower_step),
    ):
        if (a is None) != (b is None):
            return False
        if a is None or b is None or a == b:
            continue
        if not scale or not step:
            return False
        (n, m), (p, q), (s, t), (x, y) = (f.as_integer_ratio() for f in (a, b, step, scale))
        if abs(n * q - p * m) * 2 * t * y > abs(s * x) * m * q:
            return False
        moved = True
    return moved and (mine.modality, mine.lower_closed, mine.upper_closed) == (
        theirs.modality,
        theirs.lower_closed,
        theirs.upper_closed,
    )


def _factor(mine: Reading, theirs: Reading) -> Fraction | None:
    """Return how many times the source's value the answer's is, where that is a whole multiple or a power of ten."""
    ours, yours = _values(mine), _values(theirs)
    if mine.shape != theirs.shape or len(ours) != len(yours) or mine.dimension == "temperature":
        return None
    if not all(top for top, _ in yours):
        return None
    (top, bottom), *others = [(n * q, m * p) for (n, m), (p, q) in zip(ours, yours, strict=True)]
    if any(n * bottom != top * m for n, m in others) or top * bottom <= 0 or (top % bottom and bottom % top):
        return None
    ratio = Fraction(top, bottom)
    whole = max(ratio.numerator, ratio.denominator)
    return ratio if whole <= FACTORS or _power_of_ten(whole) else None


def _power_of_ten(whole: int) -> bool:
    # A longer number is no slip of the decimal point, and writing it out costs more than it tells.
    return whole.bit_length() <= 4000 and str(whole).rstrip("0") == "1"
