"""A text as headings, introductions, list items, sentences and tables: what stands around a figure, and where.

One pass over lines and sentences; which words belong to which figure is for `division` and `cells`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final

from quantcheck.attachment.words import WORD, Lexis, Token, in_small_letters
from quantcheck.matching.grids import Table
from quantcheck.patterns.later import later
from quantcheck.values import Quantity, Text

HEADING, INTRODUCTION, ITEM, SENTENCE, ROW = range(5)
"""What a unit is. An introduction ends in a colon and leads a list."""
LONGEST: Final = 90
"""A line without a figure or a stop that is longer than this is no heading."""
_NOUN: Final = 60
"""Characters behind a number in which the word that it counts begins and ends."""
_WRAPPED: Final = 50
"""A line shorter than this was not broken to fit a width."""
_LINE: Final = later(r"[^\n]*\n?")
_BULLET: Final = later(r"[ \t>]*(?:[-+*•‣◦▪●○·–—−]|\(?\d{1,3}[.)]|[a-z][.)])(?=\s)")
start_of = itemgetter(0)
_YEAR: Final = later(r"(?:1[5-9]|20)\d\d\Z")


class Words(dict[str, Token]):
    """Words by their keys, each at its first place, with the members of each class among them."""

    __slots__ = ("groups", "heading")

    def __init__(self, tokens: Iterable[Token], *, heading: bool = False) -> None:
        super().__init__()
        self.groups: dict[str, set[str]] = {}
        self.heading = heading
        for token in tokens:
            word = token.word
            if word.role == WORD and word.key not in self:
                self[word.key] = token
                if word.group:
                    self.groups.setdefault(word.group, set()).add(word.key)

    def named(self, names: frozenset[str]) -> bool:
        """Whether one of the names of a case is among them; a heading names what stands below it."""
        return self.heading or not names.isdisjoint(self)


class Unit:
    """A sentence, list item, heading or table row, with what stands above it and the sentence before it."""

    __slots__ = ("above", "before", "end", "figures", "kind", "outside", "said", "start", "words")

    def __init__(self, kind: int, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.figures: list[int] = []
        self.above: list[Unit] = []
        self.before: Unit | None = None
        self.words: Words | None = None
        self.outside: list[Token] | None = None
        self.said: list[Token] | None = None
        """Its tokens in no figure but for the phrases that say what is not meant, once they were asked for."""


class Page:
    """A text with its tokens and units."""

    def __init__(self, text: str, read: Text, lexis: Lexis, tables: Sequence[Table]) -> None:
        self.text = text
        self.read = read
        self.lower = in_small_letters(text)
        self._lexis = lexis
        self._slices: dict[tuple[int, int], list[Token]] = {}
        self.tables = [t for t in tables if len(t.rows) > 1]
        self._starts = [q.start for q in read.quantities]
        self.years = frozenset(i for i, q in enumerate(read.quantities) if _is_year(q, text))
        self.units: list[Unit] = []
        self.rows: dict[int, tuple[int, int]] = {}
        """Where a table's row begins -> the table and the row."""
        self._build()

    def words(self, unit: Unit) -> Words:
        """Return the words of a unit that stand in no figure."""
        if unit.words is None:
            unit.words = Words(self.outside(unit), heading=unit.kind == HEADING)
        return unit.words

    def tokens(self, start: int, end: int) -> list[Token]:
        """Return the tokens between two offsets."""
        found = self._slices.get((start, end))
        if found is None:
            found = self._slices[start, end] = self._lexis.tokens(self.text, self.lower, start, end)
        return found

    def keys(self, unit: Unit) -> set[str]:
        """Return the keys of the words in a unit, figures included."""
        return self._lexis.keys(self.lower[unit.start : unit.end])

    def outside(self, unit: Unit) -> list[Token]:
        """Return the tokens of a unit that stand in none of its figures."""
        if unit.outside is None:
            unit.outside = self.free(unit.start, unit.end, unit.figures)
        return unit.outside

    def free(self, start: int, end: int, figures: Sequence[int]) -> list[Token]:
        """Return the tokens of a stretch that stand in none of its figures; a bare number is none.

        A word of a class in a figure (`maximum of 20 mg`) is said of it all the same.
        """
        tokens = self.tokens(start, end)
        quantities = [self.read.quantities[i] for i in figures]
        spans = [(q.start, q.end) for q in quantities if not q.bare]
        if not spans:
            return tokens
        kept: list[Token] = []
        at = 0
        for first, last in spans:
            inside = bisect_left(tokens, first, at, key=start_of)
            behind = bisect_left(tokens, last, inside, key=start_of)
            kept += tokens[at:inside]
            kept += [token for token in tokens[inside:behind] if token.word.group]
            at = behind
        return kept + tokens[at:]

    def says(self, figure: int) -> bool:
        """Whether a figure holds a word of a class (`maximum of 20 mg`)."""
        q = self.read.quantities[figure]
        return not q.bare and any(t.word.group for t in self.tokens(q.start, q.end))

    def noun(self, figure: int) -> str:
        """Return the word right behind a bare number, or nothing."""
        q = self.read.quantities[figure]
        if not q.bare:
            return ""
        behind = self.tokens(q.end, min(len(self.text), q.end + _NOUN))
        if not behind or behind[0].start > q.end + 1 or behind[0].word.role != WORD:
            return ""
        return behind[0].word.key

    def inside(self, start: int, end: int) -> list[int]:
        """Return the figures between two offsets, years not among them."""
        low = bisect_left(self._starts, start)
        high = bisect_left(self._starts, end, low)
        return [i for i in range(low, high) if i not in self.years]

    # Building

    def _build(self) -> None:
        stretches = sorted(
            (row[0].start, max(c.end for c in row), t, r)
            for t, table in enumerate(self.tables)
            for r, row in enumerate(table.rows)
        )
        cuts = [s for s, _ in self.read.sentences]
        state = _State()
        at = 0
        for start, end in _blocks(self.text, [(s, e) for s, e, _, _ in stretches]):
            while at < len(stretches) and stretches[at][1] <= start:
                at += 1
            if at < len(stretches) and stretches[at][0] < end:
                unit = self._unit(ROW, start, end)
                unit.above = state.above(row=True)
                unit.before = state.last if state.last is None or state.last.kind in (SENTENCE, INTRODUCTION) else None
                self.rows[stretches[at][0]] = stretches[at][2:]
                self.units.append(unit)
                state.rows = True
                continue
            if state.rows:
                state.rows, state.last = False, None
            self._block(start, end, cuts, state)

    def _block(self, start: int, end: int, cuts: Sequence[int], state: _State) -> None:
        text = self.text[start:end]
        bullet = _BULLET.match(text)
        content = text.strip()
        figures = self.inside(start, end)
        hashes = len(content) - len(content.lstrip("#"))
        plain = content.strip("#*_ ")
        if bullet is None and plain and not figures and len(plain) < LONGEST and plain[-1] not in ".!?;,":
            if plain[-1] == ":":
                unit = self._unit(INTRODUCTION, start, end)
                unit.above = state.above()
                state.introduction = unit
                state.last = unit
                self.units.append(unit)
                return
            if ": " not in plain and "\n" not in plain:
                unit = self._unit(HEADING, start, end)
                state.head(unit, hashes)
                self.units.append(unit)
                return
        low = bisect_right(cuts, start)
        high = bisect_left(cuts, end, low)
        bounds = [start, *cuts[low:high], end]
        for n, (a, b) in enumerate(pairwise(bounds)):
            if not self.text[a:b].strip():
                continue
            unit = self._unit(ITEM if bullet is not None and n == 0 else SENTENCE, a, b)
            unit.figures = self.inside(a, b)
            unit.above = state.above(item=unit.kind == ITEM)
            if unit.kind == ITEM and not state.listed:
                state.listed = True
            elif bullet is None and n == 0 and state.listed:
                state.listed, state.introduction = False, None
                unit.above = state.above()
            unit.before = state.last if unit.kind == SENTENCE else None
            state.last = unit
            self.units.append(unit)
            if bullet is None and self.text[a:b].rstrip()[-1:] == ":":
                state.introduction, state.listed = unit, False

    def _unit(self, kind: int, start: int, end: int) -> Unit:
        unit = Unit(kind, start, end)
        unit.figures = self.inside(start, end)
        return unit


class _State:
    """What stands above the next unit."""

    def __init__(self) -> None:
        self.headings: list[tuple[int, Unit]] = []
        self.count = 0
        self.introduction: Unit | None = None
        self.listed = False
        self.last: Unit | None = None
        self.rows = False

    def head(self, unit: Unit, level: int) -> None:
        """Put a heading over what follows: in place of those of its level and below; the first is the title."""
        level = level or (1 if not self.count else 7)
        self.headings = [h for h in self.headings if h[0] < level]
        self.headings.append((level, unit))
        self.count += 1
        self.introduction, self.listed, self.last = None, False, None

    def above(self, *, item: bool = False, row: bool = False) -> list[Unit]:
        """Return what stands above: headings, and for an item its introduction."""
        headings = [unit for _, unit in self.headings]
        if item and self.count > 1:
            headings = headings[1:]
        if (item or row) and self.introduction is not None:
            headings.append(self.introduction)
        return headings


def _blocks(text: str, rows: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Cut a text into lines, those together that were broken to fit a width, and the rows of tables."""
    made: list[tuple[int, int]] = []
    at = 0
    wrapped = False
    for m in _LINE.finditer(text):
        start, end = m.span()
        if start == end:
            break
        while at < len(rows) and rows[at][1] <= start:
            at += 1
        if at < len(rows) and rows[at][0] < end:
            while at < len(rows) and rows[at][0] < end:
                made.append((max(start, rows[at][0]), max(rows[at][1], rows[at][0] + 1)))
                at += 1
            wrapped = False
            continue
        line = m[0].strip()
        if not line:
            wrapped = False
            continue
        if wrapped and made and _BULLET.match(m[0]) is None and not line.startswith("#"):
            made[-1] = made[-1][0], end
        else:
            made.append((start, end))
        wrapped = len(line) >= _WRAPPED and line[-1] not in ".!?:"
    return made


def _is_year(q: Quantity, text: str) -> bool:
    return q.bare and q.end - q.start == 4 and _YEAR.match(text[q.start : q.end]) is not None
