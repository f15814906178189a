"""The figures of the passages with their contexts, and the index from words to the figures that own them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from quantcheck.attachment import cells
from quantcheck.attachment.context import Context
from quantcheck.attachment.division import around, divide
from quantcheck.attachment.pages import HEADING, INTRODUCTION, ROW, Page, Unit
from quantcheck.attachment.words import Lexis, Word
from quantcheck.places import Place

PLAIN, MARKED, WEAK = 20, 32, 5
"""What a word weighs for each step of its rarity, in twentieths; `MARKED` are names and members of classes."""
MOST: Final = 2000
"""Figures of one dimension above which none of them is compared."""


class Figure:
    """A place of the evidence and what is said of it."""

    __slots__ = ("context", "counted", "place", "repeats")

    def __init__(self, place: Place, context: Context, counted: bool, repeats: bool) -> None:
        self.place = place
        self.context = context
        self.counted = counted
        """A bare number: comparable only to one of the same things."""
        self.repeats = repeats
        """It stands in brackets right behind another figure of its dimension and says the same in other units."""


def contexts(page: Page, lexis: Lexis, wanted: frozenset[str]) -> dict[int, Context]:
    """Return the contexts of the figures of a page that may be of the wanted dimensions."""
    made: dict[int, Context] = {}
    rows: dict[int, Unit] = {}
    known: dict[int, dict[str, list[int]]] = {}
    for unit in page.units:
        if unit.kind == ROW:
            rows[unit.start] = unit
            continue
        if unit.kind in (HEADING, INTRODUCTION) or not unit.figures:
            continue
        grouped = known[id(unit)] = _by_dimension(page, unit.figures)
        for dimension, figures in grouped.items():
            if not any(_is_of(page, i, wanted) for i in figures):
                continue
            before = known.get(id(unit.before), {}) if unit.before is not None else {}
            free, claimed = around(page, unit, dimension, tuple(before))
            for figure, context in divide(page, unit, figures, lexis, free).items():
                context.claimed = [*context.claimed, *claimed]
                made[figure] = context
    for number in range(len(page.tables)):
        made |= cells.contexts(page, number, rows)
    return made


def _is_of(page: Page, i: int, wanted: frozenset[str]) -> bool:
    return any(r.dimension in wanted for r in page.read.quantities[i].readings)


def _by_dimension(page: Page, figures: Iterable[int]) -> dict[str, list[int]]:
    grouped: dict[str, list[int]] = {}
    for i in figures:
        readings = page.read.quantities[i].readings
        grouped.setdefault(readings[0].dimension if readings else "", []).append(i)
    return grouped


class Evidence:
    """The figures of some dimensions in the passages, found by the words that are their own."""

    def __init__(self, pages: Sequence[Page], places: Sequence[Place], lexis: Lexis, wanted: frozenset[str]) -> None:
        self.figures: dict[str, list[Figure]] = {}
        self._contexts = [contexts(page, lexis, wanted) for page in pages]
        self._by_size: dict[tuple[str, Fraction], list[Figure]] | None = None
        self._by_words: dict[str, dict[frozenset[str], list[Figure]]] = {}
        self._by_word: dict[str, dict[str, list[Figure]]] = {}
        for place in places:
            if place.frequency >= 0 or place.source >= len(pages) or place.quantity in pages[place.source].years:
                continue
            context = self._contexts[place.source].get(place.quantity)
            if context is None:
                continue
            for dimension in dict.fromkeys(r.dimension for r in place.readings):
                if dimension in wanted:
                    self.figures.setdefault(dimension, []).append(
                        Figure(place, context, dimension == "number", _repeats(pages[place.source], place.quantity))
                    )
        self.frequency, self.units = _frequency(pages)

    def contexts(self, places: Sequence[Place]) -> list[Context]:
        """Return what is said of the figures at some places, and of those in tables that differ in their sign alone.

        Accounts write a minus as brackets, and texts that speak of a loss leave it out.
        """
        made: dict[tuple[int, int], Context | None] = {}
        for place in places:
            made[place.source, place.quantity] = self._contexts[place.source].get(place.quantity)
        if self._by_size is None:
            self._by_size = {}
            for figures in self.figures.values():
                for figure in figures:
                    for key in _sizes(figure.place) if figure.context.table is not None else ():
                        self._by_size.setdefault(key, []).append(figure)
        for key in dict.fromkeys(key for place in places for key in _sizes(place)):
            for other in self._by_size.get(key, ()):
                made.setdefault((other.place.source, other.place.quantity), other.context)
        return [c for c in made.values() if c is not None]

    def context(self, place: Place) -> Context | None:
        """Return what is said of the figure at a place."""
        found = self._contexts[place.source]
        return found.get(place.quantity)

    def weight(self, word: Word, name: bool = False) -> int:
        """Return what a word weighs, in twentieths: rare words more, class words and names more, weak words less."""
        count = self.frequency.get(word.key, 0)
        if not count:
            return 0
        kind = WEAK if word.weak else MARKED if word.group or name else PLAIN
        return (self.units // count).bit_length() * kind

    def alike(self, context: Context, dimension: str) -> Sequence[Figure]:
        """Return the figures of a dimension with the same words of their own, two at least that say something."""
        if dimension not in self._by_words:
            index = self._by_words[dimension] = {}
            for other in self.figures.get(dimension, ()):
                if len(key := other.context.signature()) > 1:
                    index.setdefault(key, []).append(other)
        return self._by_words[dimension].get(context.signature(), ())

    def skipped(self, dimension: str) -> bool:
        """Whether there are too many figures of a dimension to compare them."""
        return len(self.figures.get(dimension, ())) > MOST

    def owning(self, dimension: str, word: str) -> Sequence[Figure]:
        """Return the figures of a dimension with a word as their own or, if it is a name or in a class, inherited."""
        index = self._by_word.get(dimension)
        if index is None:
            index = self._by_word[dimension] = {}
            for figure in self.figures.get(dimension, ()):
                context = figure.context
                for key in context.own:
                    index.setdefault(key, []).append(figure)
                for words in context.free:
                    for key, token in words.items():
                        if key not in context.own and (token.word.group or words.names):
                            index.setdefault(key, []).append(figure)
        return index.get(word, ())


def _sizes(place: Place) -> list[tuple[str, Fraction]]:
    return list(
        dict.fromkeys(
            (r.dimension, abs(r.base_lower))
            for r in place.readings
            if r.shape == "point" and r.base_lower is not None and r.base_lower == r.base_upper
        )
    )


def _repeats(page: Page, i: int) -> bool:
    if not i:
        return False
    before, q = page.read.quantities[i - 1 : i + 1]
    between = page.text[before.end : q.start]
    if {r.dimension for r in before.readings}.isdisjoint(r.dimension for r in q.readings):
        return False
    return len(between) < 5 and between.strip() in ("(", "[", "/", "=")


def _frequency(pages: Sequence[Page]) -> tuple[dict[str, int], int]:
    """Return in how many sentences, rows and headings each word stands, and how many of these there are."""
    counts: dict[str, int] = {}
    total = 0
    for page in pages:
        total += len(page.units)
        for unit in page.units:
            for key in page.keys(unit):
                counts[key] = counts.get(key, 0) + 1
    return counts, total
