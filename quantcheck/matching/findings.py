"""What the evidence says about the readings of one quantity, before any policy: places that equal it or are related.

Remembers each answer, so that a figure that an answer repeats is looked for once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from quantcheck.matching import relations
from quantcheck.matching.joint import TEMPERATURE, Outcome, compare, equality
from quantcheck.matching.nearest import Found, Nearest
from quantcheck.matching.places import SAME_TOTAL, Place, Places
from quantcheck.matching.relations import Key
from quantcheck.values import Reading

Readings = tuple[Reading, ...]

ORDER: Final = (*[r for r in relations.RELATIONS if r != "derived"], SAME_TOTAL, "derived")
"""The named relations in the order in which they are asked."""


class Hit(NamedTuple):
    """A place that stands in some relation to a quantity: its reading, and under which joint readings."""

    place: Place
    reading: Reading
    outcome: Outcome


class Parted(NamedTuple):
    """Places by what they can do: in passages, in the question, and those that support nothing by themselves."""

    passages: list[Hit]
    asked: list[Hit]
    flagged: list[Hit]


class Equal(NamedTuple):
    """The places that equal a quantity under every joint reading, also parted, and those that do under some."""

    every: list[Hit]
    parted: Parted
    some: list[Hit]


class Findings:
    """Answers about readings, from the places of some evidence; they may serve several answers, in several threads.

    Readings are named by their identity: they must come from `one`.
    """

    def __init__(self, places: Places) -> None:
        self.places = places
        self.size = 0
        """How much is remembered: readings, and places found for them."""
        self._ones: dict[Key, Readings] = {}
        self._keys: dict[int, tuple[Key, ...]] = {}
        """The normal forms of readings that were asked about."""
        self._equal: dict[int, Equal] = {}
        self._related: dict[int, dict[str, list[Hit]]] = {}
        self._nearest: dict[int, tuple[Found | None, bool]] = {}

    def one(self, readings: Readings) -> Readings:
        """Return the one tuple that stands for all readings like these, so that its identity is a name."""
        name = relations.signature(readings)
        found = self._ones.get(name)
        if found is None:
            # before another thread can meet them
            self._keys[id(readings)] = tuple(map(relations.key, readings))
            found = self._ones.setdefault(name, readings)
            if found is not readings:
                del self._keys[id(readings)]
            self.size += 1
        return found

    def equal(self, readings: Readings) -> Equal:
        """Return the places that equal a quantity."""
        found = self._equal.get(id(readings))
        if found is None:
            hits = _hits(readings, self.places.equal(self._keys[id(readings)]), _equality)
            every = [h for h in hits if h.outcome.every]
            some = [h for h in hits if not h.outcome.every]
            found = self._equal[id(readings)] = Equal(every, self.parted(every), some)
            self.size += len(hits)
        return found

    def parted(self, hits: Iterable[Hit]) -> Parted:
        """Return places by what they can do."""
        found = Parted([], [], [])
        for hit in hits:
            if hit.place.flag:
                found.flagged.append(hit)
            else:
                (found.asked if self.places.sources[hit.place.source].is_question else found.passages).append(hit)
        return found

    def related(self, readings: Readings) -> Mapping[str, list[Hit]]:
        """Return the places that stand in a named relation to a quantity under some joint reading, by the relation."""
        found = self._related.get(id(readings))
        if found is None:
            found = {}
            for relation, candidates in self.places.near(readings, self._keys[id(readings)]).items():
                holds = relations.equal if relation == SAME_TOTAL else relations.RELATIONS[relation]
                if hits := _hits(readings, candidates, partial(compare, holds=holds)):
                    found[relation] = hits
                    self.size += len(hits)
            self._related[id(readings)] = found
        return found

    def same_total(self, totals: Readings) -> list[Hit]:
        """Return the places that give the total of an amount and a frequency, in whichever way."""
        return self.equal(totals).every + self.equal(totals).some + self.related(totals).get(SAME_TOTAL, [])

    def nearest(self, readings: Readings) -> tuple[Found | None, bool]:
        """Return the nearest place, and whether the passages give a value of this dimension at all.

        The question is asked only where no passage has one.
        """
        found = self._nearest.get(id(readings))
        if found is None:
            cited, asked = self.places.fact(_indexes)
            passage = cited.find(readings)
            found = self._nearest[id(readings)] = passage or asked.find(readings), passage is not None
        return found


def _equality(ours: Readings, theirs: Readings) -> Outcome:
    """Return whether a quantity equals a place that was found by its normal form."""
    alone = len(ours) == 1 == len(theirs)
    return equality(ours, theirs, relations.same_period if alone else relations.equal)


def _indexes(places: Places) -> tuple[Nearest, Nearest]:
    """Return the places of the passages and those of the question, by the size of their ends."""
    return Nearest(places, asked=False), Nearest(places, asked=True)


def _hits(readings: Readings, places: Sequence[Place], outcome: Callable[[Readings, Readings], Outcome]) -> list[Hit]:
    """Return the places for which something holds; places with the same readings are asked about once."""
    asked: dict[int, Outcome] = {}
    hits = []
    for place in places:
        found = asked.get(id(place.readings))
        if found is None:
            found = asked[id(place.readings)] = outcome(readings, place.readings)
        if found.some and found.reading is not None:
            hits.append(Hit(place, found.reading, found))
    return hits


def uncertain(hits: Sequence[Hit]) -> tuple[str, str]:
    """Return the reason of places that equal a quantity under some joint reading only, and the axis."""
    for hit in hits:
        if not hit.outcome.too_many:
            if hit.outcome.axis == TEMPERATURE:
                return "temperature_difference", TEMPERATURE
            return "readings", hit.outcome.axis
    return "too_many_readings", ""
