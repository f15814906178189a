"""The places of the evidence that hold a quantity, indexed so that an answer's quantity finds its own by look-up.

A place may be two: an amount and a frequency that stand together and make one whole. Which of the places found equal a
quantity is decided by `relations` under `joint` readings; what follows from that is the business of `match`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from quantcheck import relations, together
from quantcheck.relations import Key
from quantcheck.values import Headed, Quantity, Reading, Span, Text

MODALITIES: Final = ("exact", "approximate", "just_below", "just_above")
_ONCE_A_DAY: Final = relations.key_of("point", "exact", "per_time:time", 1 / relations.DAY, 1 / relations.DAY)


class Source:
    """A passage or the question as read. `flags` names for a quantity why it may not support anything by itself.

    `headed` are its table cells as their heads have them read.
    """

    __slots__ = ("document_id", "flags", "headed", "id", "is_question", "pairs", "read", "text")

    def __init__(
        self,
        id: str,
        text: str,
        read: Text,
        *,
        document_id: str | None = None,
        is_question: bool = False,
        flags: dict[int, str] | None = None,
        headed: Iterable[Headed] = (),
    ) -> None:
        self.id = id
        self.text = text
        self.read = read
        self.document_id = document_id
        self.is_question = is_question
        self.flags = flags or {}
        self.headed: dict[int, list[Headed]] = {}
        for cell in headed:
            self.headed.setdefault(cell.quantity, []).append(cell)
        self.pairs = together.Pairs(read)


class Place:
    """Where a quantity stands: `quantity` indexes into its source; `frequency` is that of a whole, else -1.

    `heads` are those of a table, from which its readings have their unit or scale.
    """

    __slots__ = ("flag", "frequency", "heads", "order", "quantity", "readings", "source")

    def __init__(
        self,
        order: int,
        source: int,
        quantity: int,
        readings: tuple[Reading, ...],
        flag: str,
        frequency: int = -1,
        heads: tuple[Span, ...] = (),
    ) -> None:
        self.order = order
        self.source = source
        self.quantity = quantity
        self.readings = readings
        self.flag = flag
        self.frequency = frequency
        self.heads = heads


class Places:
    """All places of the sources, in order, with the look-ups that equality and each relation need."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self.all: list[Place] = []
        self._known: dict[Key, tuple[Reading, ...]] = {}
        self.totals: dict[Key, list[Place]] = {}
        """Amounts so many times per period, by the normal form of their total per period."""
        for n, source in enumerate(sources):
            for i, quantity in enumerate(source.read.quantities):
                cells = source.headed.get(i, ())
                if not any(cell.replaces for cell in cells):
                    self._add(n, source, i, quantity)
                for cell in cells:
                    flag = cell.reason or source.flags.get(i, "")
                    place = Place(len(self.all), n, i, self.one(cell.readings), flag, heads=cell.heads)
                    self.all.append(place)
        self._by_key = _index(self.all, relations.key)
        self._kinds: dict[Key, list[Place]] | None = None
        self._sums: dict[Key, list[Place]] | None = None
        self._named: list[Place] | None = None
        self._sorted: dict[Key, tuple[list[Fraction], list[Place]]] | None = None

    def one(self, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        """Return the one tuple that stands for all readings like these, so that its identity is a name."""
        return self._known.setdefault(relations.signature(readings), readings)

    def _add(self, n: int, source: Source, i: int, quantity: Quantity) -> None:
        if quantity.reason or not quantity.readings:
            return
        flag = source.flags.get(i, "")
        self.all.append(Place(len(self.all), n, i, self.one(quantity.readings), flag))
        for f in source.pairs.frequencies(i):
            frequency = source.read.quantities[f]
            flag = flag or source.flags.get(f, "")
            if whole := together.wholes(quantity, frequency):
                self.all.append(Place(len(self.all), n, i, self.one(whole), flag, f))
            elif total := together.totals(quantity, frequency):
                place = Place(len(self.all), n, i, self.one(total), flag, f)
                for key in dict.fromkeys(map(relations.key, total)):
                    self.totals.setdefault(key, []).append(place)

    def equal(self, readings: Iterable[Reading]) -> list[Place]:
        """Return the places with one of these normal forms."""
        return _merged(self._by_key.get(relations.key(r), ()) for r in readings)

    def same_total(self, readings: Iterable[Reading]) -> list[Place]:
        """Return the places of an amount and a frequency that come to one of these amounts per period."""
        return _merged(self.totals.get(relations.key(r), ()) for r in readings)

    def near(self, relation: str, readings: Iterable[Reading]) -> list[Place]:
        """Return the places that may stand in a relation to one of these readings; none that does is left out."""
        find = getattr(self, f"_{relation}")
        return _merged(places for r in readings for places in find(r))

    def _approximate(self, r: Reading) -> Iterator[Iterable[Place]]:
        key = relations.key(r)
        for modality in MODALITIES:
            if modality != r.modality:
                yield self._by_key.get(relations.with_modality(key, modality), ())

    def _rounded_conversion(self, r: Reading) -> Iterator[Iterable[Place]]:
        return self._rounded(r)

    def _rounded(self, r: Reading) -> Iterator[Iterable[Place]]:
        """Yield the places of which the first end lies within half a step of this one's."""
        base, step = (
            (r.base_upper, r.upper_step) if r.base_lower is None else (r.base_lower, r.lower_step or r.upper_step)
        )
        scale = relations.factor(r)
        if base is None or not step or not scale:
            return
        if self._sorted is None:
            self._sorted = _by_end(self.all)
        values, places = self._sorted.get(_group(r), ([], []))
        half = abs(step * scale) / 2
        # Sorted by value; two readings of one place may both lie within.
        near = places[bisect_left(values, base - half) : bisect_right(values, base + half)]
        yield sorted(dict.fromkeys(near), key=lambda p: p.order)

    def _notation(self, r: Reading) -> Iterator[Iterable[Place]]:
        for shape, other in (("range", "tolerance"), ("tolerance", "range")):
            if r.shape == shape:
                yield self._by_key.get(relations.with_shape(relations.key(r), other), ())

    def _kind(self, r: Reading) -> Iterator[Iterable[Place]]:
        if self._kinds is None:
            self._kinds = _index(self.all, relations.kind_key)
        key = relations.kind_key(r)
        if key is not None:
            yield self._kinds.get(key, ())

    def _schedule(self, r: Reading) -> Iterator[Iterable[Place]]:
        yield self._by_key.get(relations.key(r), ())
        for key in relations.inverted(r):
            yield self._by_key.get(key, ())
        if relations.at_a_time_of_day(r):
            yield self._by_key.get(_ONCE_A_DAY, ())
        if relations.once_a_day(r):
            if self._named is None:
                self._named = [p for p in self.all if any(map(relations.at_a_time_of_day, p.readings))]
            yield self._named

    def _derived(self, r: Reading) -> Iterator[Iterable[Place]]:
        if r.shape == "sum":
            key = relations.sum_key(r)
            if key is not None:
                yield self._by_key.get(key, ())
        elif r.shape == "point":
            if self._sums is None:
                sums = [p for p in self.all if any(s.shape == "sum" for s in p.readings)]
                self._sums = _index(sums, relations.sum_key)
            yield self._sums.get(relations.key(r), ())


def _index(places: Iterable[Place], key: relations.Keyed) -> dict[Key, list[Place]]:
    found: dict[Key, list[Place]] = {}
    for place in places:
        for k in dict.fromkeys(map(key, place.readings)):
            if k is not None:
                found.setdefault(k, []).append(place)
    return found


def _merged(found: Iterable[Iterable[Place]]) -> list[Place]:
    """Return the places of several look-ups once each, in source order."""
    lists = [places for places in found if places]
    if len(lists) == 1:
        return list(lists[0])
    return sorted({p.order: p for places in lists for p in places}.values(), key=lambda p: p.order)


def _group(r: Reading) -> Key:
    return r.shape, r.dimension, r.lower_closed, r.upper_closed, r.modality, r.base_lower is None, r.base_upper is None


def _by_end(places: Iterable[Place]) -> dict[Key, tuple[list[Fraction], list[Place]]]:
    groups: dict[Key, list[tuple[Fraction, int, Place]]] = {}
    for place in places:
        for r in place.readings:
            end = r.base_upper if r.base_lower is None else r.base_lower
            if end is not None:
                groups.setdefault(_group(r), []).append((end, place.order, place))
    for entries in groups.values():
        entries.sort(key=lambda e: e[:2])
    return {group: ([e[0] for e in entries], [e[2] for e in entries]) for group, entries in groups.items()}
