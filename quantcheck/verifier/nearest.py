"""The nearest value that a report gives with an unmatched quantity, and how the two differ, for the verifier."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from msgspec import UNSET

from quantcheck import report
from quantcheck.verifier import proof
from quantcheck.verifier.places import Places, beside
from quantcheck.verifier.proof import Unprovable, Value
from quantcheck.verifier.readings import Readings
from quantcheck.verifier.related import Related, wholes

Faults = Iterator[tuple[str, str]]


class Nearest:
    """The nearest values of one case."""

    def __init__(self, places: Places, readings: Readings, related: Related) -> None:
        self._places = places
        self._readings = readings
        self._related = related

    def faults(self, n: int, quantity: report.Quantity, values: list[Value], nearest: report.Nearest) -> Faults:
        """Yield what is wrong with the nearest value of the n-th quantity."""
        if quantity.status != "unmatched":
            yield ".nearest", "only an unmatched quantity has a nearest one"
        yield from self._places.faults(nearest, ".nearest")
        text = self._places.texts.get(nearest.source, "")
        # What a cell is per stands in its heads, which are not shown here.
        shown = text if nearest.reading.parts is not UNSET and ("|" in text or "<t" in text.lower()) else ""
        words = beside(text, nearest.start, nearest.end)
        other, found = self._readings.read(nearest.reading, nearest.quote, ".nearest.reading", shown, words)
        yield from ((place, message) for place, message in found)
        if other is None or not values:
            return
        whole = quantity.together is not UNSET
        halves = [v for mate in self._related.neighbours(n) for v in self._readings.values(mate)] if whole else []
        kind = proof.sides(other.dimension)
        mates = [v for v in (*values, *wholes(values, halves, False)) if proof.sides(v.dimension) == kind]
        if not mates:
            yield ".nearest.reading", "of another dimension than the quantity"
            return
        if any(proof.same(v, other) for v in mates):
            yield ".nearest", "equal to the quantity, which is then not unmatched"
        yield from _difference_faults(nearest.difference, mates, other)


def _difference_faults(difference: report.Difference, values: list[Value], other: Value) -> Faults:
    kind = difference.kind
    factor = None
    with contextlib.suppress(Unprovable):
        factor = proof.rational(None if difference.factor is UNSET else difference.factor)
    if (kind == "factor") != (difference.factor is not UNSET):
        yield ".nearest.difference.factor", "expected exactly where the difference is a factor"
    if not any(proof.differs(kind, factor, v, other) for v in values):
        yield ".nearest.difference.kind", f"the two do not differ by {kind!r}"
