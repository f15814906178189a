"""The places of the evidence that hold a quantity, indexed so that an answer's quantity finds its own by look-up.

A place may be two: an amount and a frequency that stand together and make one whole. Which of the places found equal a
quantity is decided by `relations` under `joint` readings; what follows from that is the business of `match`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from quantcheck.matching import relations, together
from quantcheck.matching.known import Known
from quantcheck.matching.relations import Key
from quantcheck.values import Headed, Reading, Span, Text

P = ParamSpec("P")
T = TypeVar("T")

ROUGH: Final = 64
"""Binary places by which a value is taken for an integer."""
_order = attrgetter("order")
MODALITIES: Final = ("exact", "approximate", "just_below", "just_above")
SAME_TOTAL: Final = "same_total"
"""The relation of an amount and a frequency to the amount per period that they come to."""
_NOTATIONS: Final = {"range": "tolerance", "tolerance": "range"}
_ONCE_A_DAY: Final = relations.key_of("point", "exact", "per_time:time", 1 / relations.DAY, 1 / relations.DAY)


class Source:
    """A passage or the question as read. `flags` names for a quantity why it may not support anything by itself.

    `headed` are its table cells as their heads have them read.
    """

    __slots__ = ("document_id", "flags", "headed", "id", "is_question", "known", "pairs", "read", "text")

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
        known: Known | None = None,
    ) -> None:
        self.id = id
        self.known = Known(text, read) if known is None else known
        self.text = text
        self.read = read
        self.document_id = document_id
        self.is_question = is_question
        self.flags = flags or {}
        self.headed: dict[int, list[Headed]] = {}
        for cell in headed:
            self.headed.setdefault(cell.quantity, []).append(cell)
        self.pairs = self.known.fact(_pairs)


def _pairs(known: Known) -> together.Pairs:
    return together.Pairs(known.read)


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
    """All places of the sources, in order, with the look-ups that equality and each relation need.

    They may serve many answers, in several threads: nothing of them is changed once it is made.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self.all: list[Place] = []
        self.totals: dict[Key, list[Place]] = {}
        """Amounts so many times per period, by the normal form of their total per period."""
        self._by_key: dict[Key, list[Place]] = {}
        self._starts: list[int] = []
        for n, source in enumerate(sources):
            self._starts.append(len(self.all))
            self._add(n, source)
        self._starts.append(len(self.all))
        self._sorted: dict[Key, tuple[list[int], list[Place]]] = {}
        self._made: dict[object, Any] = {}

    def fact(self, make: Callable[Concatenate[Places, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `make` makes of these places, from before where it was asked for before (`Known.fact`)."""
        found: T | None = self._made.get(make)
        if found is None:
            found = self._made.setdefault(make, make(self, *args, **kwargs))
        return found

    def _add(self, n: int, source: Source) -> None:
        headed, flags = source.headed, source.flags
        replaced = {i for i, cells in headed.items() if any(cell.replaces for cell in cells)} if headed else ()
        at = 0
        ones: dict[Key, tuple[Reading, ...]] = {}
        entries = source.known.fact(_entries)
        for i in sorted(headed):
            at = self._add_read(n, flags, entries, at, i + 1, replaced)
            for cell in headed[i]:
                flag = cell.reason or flags.get(i, "")
                # Places with the same readings are asked about once.
                readings = ones.setdefault(relations.signature(cell.readings), cell.readings)
                place = Place(len(self.all), n, i, readings, flag, heads=cell.heads)
                self.all.append(place)
                for key in _keys(readings):
                    self._by_key.setdefault(key, []).append(place)
        self._add_read(n, flags, entries, at, len(source.read.quantities), replaced)

    def _add_read(
        self, n: int, flags: dict[int, str], entries: Sequence[_Entry], at: int, end: int, replaced: Container[int]
    ) -> int:
        """Add the entries of a source from one on, as far as they are of quantities below `end`; return the next."""
        every = self.all
        while at < len(entries) and entries[at].quantity < end:
            i, f, readings, keys, total = entries[at]
            at += 1
            if i in replaced:
                continue
            flag = flags.get(i, "") or flags.get(f, "") if flags else ""
            place = Place(len(every), n, i, readings, flag, f)
            if not total:
                every.append(place)
            index = self.totals if total else self._by_key
            for key in keys:
                index.setdefault(key, []).append(place)
        return at

    def _index(self, name: Callable[[Reading], Key | None]) -> dict[Key, list[Place]]:
        found: dict[Key, list[Place]] = {}
        for place in self.all:
            for key in dict.fromkeys(map(name, place.readings)):
                if key is not None:
                    found.setdefault(key, []).append(place)
        return found

    def of(self, source: int) -> Sequence[Place]:
        """Return the places of a source."""
        return self.all[self._starts[source] : self._starts[source + 1]]

    @cached_property
    def several(self) -> frozenset[str]:
        """The dimensions of which the passages give single figures with different ends."""
        found: dict[str, set[object]] = {}
        for given in self.values():
            for dimension, ends in given.items():
                found.setdefault(dimension, set()).update(ends)
        return frozenset(dimension for dimension, ends in found.items() if len(ends) > 1)

    def values(self) -> Iterator[Mapping[str, Set[object]]]:
        """Yield the different ends of single figures that each passage gives, by dimension."""
        for n, source in enumerate(self.sources):
            if source.is_question:
                continue
            if source.headed:
                yield _values(place.readings for place in self.of(n) if place.frequency < 0)
            else:
                yield source.known.fact(_stated)

    def equal(self, keys: Iterable[Key]) -> list[Place]:
        """Return the places with one of these normal forms."""
        return _merged(self._by_key.get(key, ()) for key in keys)

    @cached_property
    def by_dimension(self) -> Mapping[str, Sequence[tuple[Place, Reading]]]:
        """The places of each dimension, each with its reading of it, in order."""
        found: dict[str, list[tuple[Place, Reading]]] = {}
        for place in self.all:
            for r in place.readings:
                found.setdefault(r.dimension, []).append((place, r))
        return found

    @cached_property
    def _modalities(self) -> list[str]:
        given = {r.modality for place in self.all for r in place.readings}
        return [modality for modality in MODALITIES if modality in given]

    @cached_property
    def _kinds(self) -> dict[Key, list[Place]]:
        return self._index(relations.kind_key)

    @cached_property
    def _sums(self) -> dict[Key, list[Place]]:
        if "sum" not in [key[0] for key in self._by_key]:
            return {}
        return self._index(lambda r: relations.sum_key(r) if r.shape == "sum" else None)

    @cached_property
    def _named(self) -> list[Place]:
        return [p for p in self.all if any(map(relations.at_a_time_of_day, p.readings))]

    def near(self, readings: Sequence[Reading], keys: Sequence[Key]) -> dict[str, list[Place]]:
        """Return the places that may stand in each relation to one of these readings, with their normal forms.

        None that does is left out.
        """
        found: dict[str, list[Sequence[Place]]] = {}
        for r, key in zip(readings, keys, strict=True):
            for relation, places in self._near(r, key):
                if places:
                    found.setdefault(relation, []).append(places)
        return {relation: _merged(lists) for relation, lists in found.items()}

    def _near(self, r: Reading, key: Key) -> Iterator[tuple[str, Sequence[Place]]]:
        equal = self._by_key.get
        for modality in self._modalities:
            if modality != r.modality:
                yield "approximate", equal(relations.with_modality(key, modality), ())
        if rounded := self._rounded(r):
            yield "rounded_conversion", rounded
            yield "rounded", rounded
        if r.shape in _NOTATIONS:
            yield "notation", equal(relations.with_shape(key, _NOTATIONS[r.shape]), ())
        if (common := relations.kind_key(r)) is not None:
            yield "kind", self._kinds.get(common, ())
        yield "schedule", equal(key, ())
        for inverse in relations.inverted(r):
            yield "schedule", equal(inverse, ())
        if relations.at_a_time_of_day(r):
            yield "schedule", equal(_ONCE_A_DAY, ())
        if relations.once_a_day(r):
            yield "schedule", self._named
        yield SAME_TOTAL, self.totals.get(key, ())
        if r.shape == "point":
            yield "derived", self._sums.get(key, ())
        elif r.shape == "sum" and (total := relations.sum_key(r)) is not None:
            yield "derived", equal(total, ())

    def _rounded(self, r: Reading) -> Sequence[Place]:
        """Return the places of which the first end lies within half a step of this one's, or all but does."""
        base, step = (
            (r.base_upper, r.upper_step) if r.base_lower is None else (r.base_lower, r.lower_step or r.upper_step)
        )
        if base is None or not step:
            return ()
        values, places = self._by_end(r)
        scale = relations.factor(r) if values else None
        if not scale:
            return ()
        (n, d), (p, q), (s, t) = base.as_integer_ratio(), step.as_integer_ratio(), scale.as_integer_ratio()
        middle, half, bottom = 2 * n * q * t, abs(p * s) * d, 2 * d * q * t
        low, high = ((end << ROUGH) // bottom for end in (middle - half, middle + half))
        # Sorted by value; two readings of one place may both lie within.
        near = places[bisect_left(values, low) : bisect_right(values, high)]
        return sorted(dict.fromkeys(near), key=_order)

    def _by_end(self, r: Reading) -> tuple[list[int], list[Place]]:
        """Return the places that differ from a reading in their ends alone, by the first of them, roughly, sorted."""
        group = _group(r)
        found = self._sorted.get(group)
        if found is None:
            alike = ((p, its) for p, its in self.by_dimension.get(r.dimension, ()) if _group(its) == group)
            firsts = ((p, its.base_upper if its.base_lower is None else its.base_lower) for p, its in alike)
            ends = sorted(((rough(end), p.order, p) for p, end in firsts if end is not None), key=itemgetter(0, 1))
            found = self._sorted[group] = [end for end, _, _ in ends], [p for _, _, p in ends]
        return found


def _merged(found: Iterable[Iterable[Place]]) -> list[Place]:
    """Return the places of several look-ups once each, in source order."""
    lists = [places for places in found if places]
    if len(lists) < 2:
        return list(lists[0]) if lists else []
    return sorted({p.order: p for places in lists for p in places}.values(), key=_order)


def rough(value: Fraction) -> int:
    """Return an integer that is never larger for a smaller value: what sorts most of them without their fractions."""
    top, bottom = value.as_integer_ratio()
    return (top << ROUGH) // bottom


def _group(r: Reading) -> Key:
    return r.shape, r.dimension, r.lower_closed, r.upper_closed, r.modality, r.base_lower is None, r.base_upper is None


def _keys(readings: Sequence[Reading]) -> tuple[Key, ...]:
    return tuple(dict.fromkeys(map(relations.key, readings)))


def _values(figures: Iterable[Sequence[Reading]]) -> dict[str, set[object]]:
    """Return the different ends of some figures by dimension, in integers: to hash a `Fraction` takes long."""
    found: dict[str, set[object]] = {}
    for readings in figures:
        for r in readings:
            ends = tuple([None if end is None else end.as_integer_ratio() for end in (r.base_lower, r.base_upper)])
            found.setdefault(r.dimension, set()).add(ends)
    return found


def _stated(known: Known) -> dict[str, set[object]]:
    """Return those of the single figures of a source."""
    return _values(entry.readings for entry in known.fact(_entries) if entry.frequency < 0)


class _Entry(NamedTuple):
    """What becomes a place: a quantity or, with its frequency, a whole; or the total that the two come to."""

    quantity: int
    frequency: int
    readings: tuple[Reading, ...]
    keys: tuple[Key, ...]
    """The different normal forms of its readings."""
    total: bool = False


def _entries(known: Known) -> list[_Entry]:
    quantities, pairs = known.read.quantities, known.fact(_pairs)
    ones: dict[Key, tuple[tuple[Reading, ...], tuple[Key, ...]]] = {}

    def one(readings: tuple[Reading, ...]) -> tuple[tuple[Reading, ...], tuple[Key, ...]]:
        name = relations.signature(readings)
        if name not in ones:
            ones[name] = readings, _keys(readings)
        return ones[name]

    made: list[_Entry] = []
    for i, quantity in enumerate(quantities):
        if quantity.reason or not quantity.readings:
            continue
        made.append(_Entry(i, -1, *one(quantity.readings)))
        for f in pairs.frequencies(i):
            if whole := together.wholes(quantity, quantities[f]):
                made.append(_Entry(i, f, *one(whole)))
            elif total := together.totals(quantity, quantities[f]):
                made.append(_Entry(i, f, *one(total), total=True))
    return made
