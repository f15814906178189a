"""The figures of the passages with their contexts, and the index from words to the figures that own them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from quantcheck.attachment import cells
from quantcheck.attachment.context import Context
from quantcheck.attachment.division import around, divide
from quantcheck.attachment.pages import HEADING, INTRODUCTION, ROW, Page, Unit, Words
from quantcheck.attachment.words import Lexis, Word, Written
from quantcheck.matching.grids import Table
from quantcheck.matching.known import Known
from quantcheck.matching.places import Place, Places

PLAIN, MARKED, WEAK = 20, 32, 5
"""What a word weighs for each step of its rarity, in twentieths; `MARKED` are names and members of classes."""
_ASKED: Final = 256
"""Dimensions, beside others or alone, of which the figures are kept."""
_FEW: Final = 24
"""Family of one dimension up to which they are looked through for a word."""
MOST: Final = 2000
"""Family of one dimension above which none of them is compared."""


Size = tuple[str, Fraction]
"""A dimension, and the value of a point without its sign."""


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

    The contexts of the figures of one dimension in a sentence are made when one of them is first asked for.
    """

    def __init__(self, known: Known, lexis: Lexis, tables: Sequence[Table]) -> None:
        self.page = Page(known.text, known.read, lexis, tables)
        self._lexis = lexis
        self._groups = list(self._grouped())
        self._group = {i: n for n, group in enumerate(self._groups) for i in group.figures}
        """Of each figure in a sentence, the number of its group."""
        self._divided: dict[int, dict[int, Context]] = {}

    def context(self, figure: int, wanted: frozenset[str]) -> Context | None:
        """Return what is said of a figure: of one in a sentence, if there is one of the wanted dimensions beside it."""
        context = self._cells.get(figure)
        if context is not None:
            return context
        n = self._group.get(figure)
        if n is None or self._groups[n].dimensions.isdisjoint(wanted):
            return None
        divided = self._divided.get(n)
        if divided is None:
            divided = self._divided[n] = self._divide(self._groups[n])
        return divided.get(figure)

    @cached_property
    def written(self) -> Written:
        """How its words are written."""
        return self._lexis.written(self.page.text)

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
                every = frozenset([r.dimension for i in figures for r in quantities[i].readings])
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


class Told:
    """What the passages tell of their figures, whatever an answer says."""

    def __init__(self, places: Places, texts: Sequence[Described]) -> None:
        self.texts = texts
        capital = set[str]().union(*(text.written.capital for text in texts))
        self.small = set[str]().union(*(text.written.small for text in texts))
        """The words that stand there in small letters."""
        self.names = capital - self.small
        """Those that have a capital in mid-sentence, and stand nowhere without."""
        units = sum(len(text.page.units) for text in texts)
        counts: dict[str, int] = {}
        for text in texts:
            for key, count in text.frequency.items():
                counts[key] = counts.get(key, 0) + count
        self.frequency = counts
        """In how many sentences, rows and headings each word stands."""
        self.steps = {key: (units // count).bit_length() for key, count in counts.items()}
        """How rare each word is."""
        self._places: dict[str, list[Place]] = {}
        """Of each dimension, those of single figures that are no years."""
        self._headed = False
        for place in places.all:
            if place.frequency >= 0 or place.source >= len(texts):
                continue
            if place.quantity in texts[place.source].page.years:
                continue
            self._headed = self._headed or bool(place.heads)
            for dimension in dict.fromkeys(r.dimension for r in place.readings):
                self._places.setdefault(dimension, []).append(place)
        self._figures: dict[tuple[str, frozenset[str]], Family] = {}
        self._sized: dict[frozenset[str], dict[Size, list[Figure]]] = {}

    def figures(self, dimension: str, wanted: frozenset[str]) -> Family:
        """Return the figures of one of the wanted dimensions."""
        places = self._places.get(dimension)
        if places is None:
            return _NONE
        # Which dimensions are wanted beside it matters only where a cell has another one than its table says.
        wanted = wanted if self._headed else frozenset((dimension,))
        found = self._figures.get((dimension, wanted))
        if found is None:
            if len(self._figures) > _ASKED:
                self._figures.clear()
            found = self._figures[dimension, wanted] = Family(self._made(places, dimension, wanted))
        return found

    def sized(self, wanted: frozenset[str]) -> Mapping[Size, Sequence[Figure]]:
        """Return the figures of the wanted dimensions in tables by their size."""
        found = self._sized.get(wanted)
        if found is None:
            found = {}
            if any(text.page.tables for text in self.texts):
                every = (f for d in self._places if d in wanted for f in self.figures(d, wanted).all)
                for figure in every:
                    for size in _sizes(figure.place) if figure.context.table is not None else ():
                        found.setdefault(size, []).append(figure)
            if len(self._sized) > _ASKED:
                self._sized.clear()
            self._sized[wanted] = found
        return found

    def _made(self, places: Sequence[Place], dimension: str, wanted: frozenset[str]) -> Iterator[Figure]:
        for place in places:
            text = self.texts[place.source]
            context = text.context(place.quantity, wanted)
            if context is not None:
                yield Figure(place, context, dimension == "number", place.quantity in text.repeats)


class Family:
    """The figures of one dimension, found by the words that are said of them."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self.all = list(figures)
        self.stretches = sum(1 + len(figure.context.free) for figure in self.all)
        """The stretches of words that are said of them, each as often as it is."""

    def having(self, words: Set[str]) -> Sequence[Figure]:
        """Return those with one of some words as their own or inherited."""
        if len(self.all) > _FEW:
            found = {id(figure): figure for word in words for figure in self._by_word.get(word, ())}
            return sorted(found.values(), key=lambda figure: figure.place.order)
        return [figure for figure in self.all if figure.context.has(words)]

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that are their own or inherited."""
        return frozenset(chain(*(words for f in self.all for words in (f.context.own, *f.context.free))))

    @cached_property
    def by_place(self) -> dict[int, list[Figure]]:
        """The figures by the identity of their sentence or item, and of their table."""
        index: dict[int, list[Figure]] = {}
        for figure in self.all:
            context = figure.context
            index.setdefault(id(context.unit), []).append(figure)
            if context.table is not None:
                index.setdefault(id(context.table), []).append(figure)
        return index

    @cached_property
    def _by_word(self) -> dict[str, list[Figure]]:
        index: dict[str, list[Figure]] = {}
        for figure in self.all:
            context = figure.context
            for key in dict.fromkeys(chain(context.own, *context.free)):
                index.setdefault(key, []).append(figure)
        return index

    @cached_property
    def by_words(self) -> dict[frozenset[str], list[Figure]]:
        """The figures by the words of their own, where two at least say something."""
        index: dict[frozenset[str], list[Figure]] = {}
        for figure in self.all:
            if len(key := figure.context.signature()) > 1:
                index.setdefault(key, []).append(figure)
        return index


_NONE: Final = Family(())


class Evidence:
    """What the passages tell of the figures of some dimensions, beside one answer: `names` are those of the case."""

    def __init__(self, told: Told, wanted: frozenset[str], names: frozenset[str]) -> None:
        self._told = told
        self._texts = told.texts
        self._wanted = wanted
        self.names = names
        self.frequency, self.steps = told.frequency, told.steps
        self._of: dict[str, Family] = {}
        self._had: dict[tuple[int, str], list[Word]] = {}
        self._named: dict[int, bool] = {}
        """Of each stretch of words that figures share, whether it has a name."""

    def figures(self, dimension: str) -> Family:
        """Return the figures of a dimension, if it is wanted."""
        found = self._of.get(dimension)
        if found is None:
            wanted = dimension in self._wanted
            found = self._of[dimension] = self._told.figures(dimension, self._wanted) if wanted else _NONE
        return found

    def had(self, words: Words, dimension: str) -> list[Word]:
        """Return those of some words that a figure of a dimension has or inherits."""
        found = self._had.get((id(words), dimension))
        if found is None:
            theirs = self.figures(dimension).words
            found = [token.word for key, token in words.items() if key in theirs]
            self._had[id(words), dimension] = found
        return found

    def contexts(self, places: Sequence[Place], theirs: Sequence[Context | None]) -> list[Context]:
        """Return what is said of the figures at some places, and of those in tables that differ in their sign alone.

        Accounts write a minus as brackets, and texts that speak of a loss leave it out.
        """
        made = {(place.source, place.quantity): context for place, context in zip(places, theirs, strict=True)}
        if sized := self._told.sized(self._wanted):
            for key in dict.fromkeys(key for place in places for key in _sizes(place)):
                for other in sized.get(key, ()):
                    made.setdefault((other.place.source, other.place.quantity), other.context)
        return [c for c in made.values() if c is not None]

    def context(self, place: Place) -> Context | None:
        """Return what is said of the figure at a place."""
        return self._texts[place.source].context(place.quantity, self._wanted)

    def weight(self, word: Word, name: bool = False) -> int:
        """Return what a word weighs, in twentieths: rare words more, class words and names more, weak words less."""
        steps = self.steps.get(word.key)
        return 0 if steps is None else steps * (WEAK if word.weak else MARKED if word.group or name else PLAIN)

    def alike(self, context: Context, dimension: str) -> Sequence[Figure]:
        """Return the figures of a dimension with the same words of their own, two at least that say something."""
        return self.figures(dimension).by_words.get(context.signature(), ())

    @cached_property
    def skipped(self) -> frozenset[str]:
        """The wanted dimensions of which there are too many figures to compare them."""
        return frozenset([d for d in self._wanted if len(self.figures(d).all) > MOST])

    def owning(self, figures: Iterable[Figure], word: str) -> Iterator[Figure]:
        """Yield those of some figures with a word as their own or, if it is a name or in a class, inherited."""
        for figure in figures:
            context = figure.context
            if word in context.own:
                yield figure
                continue
            for words in context.free:
                if word in words and (words[word].word.group or self._is_named(words)):
                    yield figure

    def _is_named(self, words: Words) -> bool:
        found = self._named.get(id(words))
        if found is None:
            found = self._named[id(words)] = words.named(self.names)
        return found


def _sizes(place: Place) -> list[Size]:
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
