"""What the evidence says about the readings of one quantity, before any policy: places that equal it or are related.

Remembers each answer, so that a figure that an answer repeats is looked for once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from quantcheck.matching import relations
from quantcheck.matching.joint import TEMPERATURE, Outcome, compare, equality
from quantcheck.matching.nearest import Found, Nearest
from quantcheck.matching.places import Place, Places
from quantcheck.values import Reading

Readings = tuple[Reading, ...]

SAME_TOTAL: Final = "same_total"
ORDER: Final = (*[r for r in relations.RELATIONS if r != "derived"], SAME_TOTAL, "derived")
"""The named relations in the order in which they are asked."""


class Hit(NamedTuple):
    """A place that stands in some relation to a quantity: its reading, and under which joint readings."""

    place: Place
    reading: Reading
    outcome: Outcome


class Equal(NamedTuple):
    """The places that equal a quantity under every joint reading, and those that do under some."""

    every: list[Hit]
    some: list[Hit]


class Findings:
    """Answers about readings, from the places of one case.

    Readings are named by their identity: they must come from `one`.
    """

    def __init__(self, places: Places) -> None:
        self.places = places
        self.one = places.one
        self._equal: dict[int, Equal] = {}
        self._related: dict[tuple[str, int], list[Hit]] = {}
        self._nearest: dict[int, tuple[Found | None, bool]] = {}
        self._indexes: tuple[Nearest, Nearest] | None = None

    def equal(self, readings: Readings) -> Equal:
        """Return the places that equal a quantity."""
        found = self._equal.get(id(readings))
        if found is None:
            hits = _hits(readings, self.places.equal(readings), lambda a, b: equality(a, b, relations.equal))
            every = [h for h in hits if h.outcome.every]
            found = self._equal[id(readings)] = Equal(every, [h for h in hits if not h.outcome.every])
        return found

    def related(self, relation: str, readings: Readings) -> list[Hit]:
        """Return the places that stand in a named relation to a quantity under some joint reading."""
        name = relation, id(readings)
        found = self._related.get(name)
        if found is None:
            total = relation == SAME_TOTAL
            candidates = self.places.same_total(readings) if total else self.places.near(relation, readings)
            found = self._related[name] = []
            if candidates:
                holds = relations.equal if total else relations.RELATIONS[relation]
                found += _hits(readings, candidates, lambda a, b: compare(a, b, holds))
        return found

    def same_total(self, totals: Readings) -> list[Hit]:
        """Return the places that give the total of an amount and a frequency, in whichever way."""
        return self.equal(totals).every + self.equal(totals).some + self.related(SAME_TOTAL, totals)

    def nearest(self, readings: Readings) -> tuple[Found | None, bool]:
        """Return the nearest place, and whether the passages give a value of this dimension at all.

        The question is asked only where no passage has one.
        """
        found = self._nearest.get(id(readings))
        if found is None:
            if self._indexes is None:
                sources = self.places.sources
                cited = [p for p in self.places.all if not sources[p.source].is_question]
                asked = [p for p in self.places.all if sources[p.source].is_question]
                self._indexes = Nearest(cited), Nearest(asked)
            passage = self._indexes[0].find(readings)
            found = self._nearest[id(readings)] = passage or self._indexes[1].find(readings), passage is not None
        return found


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
