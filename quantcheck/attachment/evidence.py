"""The figures of the passages with their contexts, and the index from words to the figures that own them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from quantcheck.attachment import cells
from quantcheck.attachment.context import Context
from quantcheck.attachment.division import around, divide
from quantcheck.attachment.pages import HEADING, INTRODUCTION, ROW, Page, Unit, Words
from quantcheck.attachment.words import Lexis, Word
from quantcheck.matching.grids import Table
from quantcheck.matching.known import Known
from quantcheck.matching.places import Place

PLAIN, MARKED, WEAK = 20, 32, 5
"""What a word weighs for each step of its rarity, in twentieths; `MARKED` are names and members of classes."""
_ASKED: Final = 16
"""Sets of dimensions for which a text keeps the contexts of its figures."""
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


class Described:
    """A text with what is said of its figures, whatever else a case holds.

    The contexts of the figures of one dimension in a sentence are made when they are first asked for.
    """

    def __init__(self, known: Known, lexis: Lexis, tables: Sequence[Table]) -> None:
        self.page = Page(known.text, known.read, lexis, tables)
        self.written = lexis.written(known.text)
        self._lexis = lexis
        self._groups = list(self._grouped())
        self._divided: dict[int, dict[int, Context]] = {}
        self._found: dict[frozenset[str], dict[int, Context]] = {}
        self._dimensions = frozenset[str]().union(*(group.dimensions for group in self._groups))

    def contexts(self, wanted: frozenset[str]) -> Mapping[int, Context]:
        """Return the contexts of the figures that may be of the wanted dimensions."""
        here = wanted & self._dimensions
        made = self._found.get(here)
        if made is None:
            made = {}
            for n, group in enumerate(self._groups):
                if not group.dimensions.isdisjoint(here):
                    if n not in self._divided:
                        self._divided[n] = self._divide(group)
                    made |= self._divided[n]
            made |= self._cells
            if len(self._found) < _ASKED:
                self._found[here] = made
        return made

    @cached_property
    def repeats(self) -> frozenset[int]:
        """The figures in brackets right behind another one of their dimension, which say the same in other units."""
        return frozenset(i for i in range(len(self.page.read.quantities)) if _repeats(self.page, i))

    @cached_property
    def frequency(self) -> dict[str, int]:
        """In how many sentences, rows and headings each word stands."""
        return Counter(key for unit in self.page.units for key in self.page.keys(unit))

    @cached_property
    def _cells(self) -> dict[int, Context]:
        page = self.page
        rows = {unit.start: unit for unit in page.units if unit.kind == ROW}
        made: dict[int, Context] = {}
        for number in range(len(page.tables)):
            made |= cells.contexts(page, number, rows)
        return made

    def _grouped(self) -> Iterator[_Group]:
        quantities = self.page.read.quantities
        known: dict[int, tuple[str, ...]] = {}
        for unit in self.page.units:
            if unit.kind in (ROW, HEADING, INTRODUCTION) or not unit.figures:
                continue
            grouped: dict[str, list[int]] = {}
            for i in unit.figures:
                readings = quantities[i].readings
                grouped.setdefault(readings[0].dimension if readings else "", []).append(i)
            known[id(unit)] = tuple(grouped)
            before = known.get(id(unit.before), ()) if unit.before is not None else ()
            for dimension, figures in grouped.items():
                every = frozenset(r.dimension for i in figures for r in quantities[i].readings)
                yield _Group(unit, dimension, figures, every, before)

    def _divide(self, group: _Group) -> dict[int, Context]:
        free, claimed = around(self.page, group.unit, group.dimension, group.before)
        made = divide(self.page, group.unit, group.figures, self._lexis, free)
        for context in made.values():
            context.claimed = [*context.claimed, *claimed]
        return made


class _Group(NamedTuple):
    """The figures of one dimension in a sentence, all their dimensions, and those of the sentence before."""

    unit: Unit
    dimension: str
    figures: list[int]
    dimensions: frozenset[str]
    before: tuple[str, ...]


class Evidence:
    """The figures of some dimensions in the passages, found by the words that are their own."""

    def __init__(
        self, texts: Sequence[Described], places: Sequence[Place], wanted: frozenset[str], names: frozenset[str]
    ) -> None:
        self.figures: dict[str, list[Figure]] = {}
        self.names = names
        self._contexts = [text.contexts(wanted) for text in texts]
        pages = [text.page for text in texts]
        self._named: dict[int, bool] = {}
        """Of each stretch of words that figures share, whether it has a name."""
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
                        Figure(place, context, dimension == "number", place.quantity in texts[place.source].repeats)
                    )
        self.units = sum(len(page.units) for page in pages)
        """How many sentences, rows and headings there are."""
        self.frequency = frequency = dict(texts[0].frequency) if texts else {}
        """In how many of them each word stands."""
        for text in texts[1:]:
            for key, count in text.frequency.items():
                frequency[key] = frequency.get(key, 0) + count

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
        for key in dict.fromkeys(key for place in places for key in _sizes(place)) if self._by_size else ():
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
                own = context.own
                for key in own:
                    if key in index:
                        index[key].append(figure)
                    else:
                        index[key] = [figure]
                for words in context.free:
                    every = words if self._is_named(words) else chain.from_iterable(words.groups.values())
                    for key in every:
                        if key not in own:
                            index.setdefault(key, []).append(figure)
        return index.get(word, ())

    def _is_named(self, words: Words) -> bool:
        found = self._named.get(id(words))
        if found is None:
            found = self._named[id(words)] = words.named(self.names)
        return found


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
