"""Islands read before: what is remembered of a run of tokens, and when it holds again.

The reading of an island depends on its tokens and on a few around it. When a run has come back it is read
under watch: every token, mark and stretch of text that is looked at is noted, and every look at the digits of a figure.
What is remembered holds where the tokens so far around are the same, but for the digits of figures of one form. An
island whose digits were looked at, or that is read otherwise than by a plan of `plans`, is read anew each time. So
nothing here says what a text means; the grammar, the lexer and the normaliser do, and a test reads every case with and
without this.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from quantcheck.building.build import build
from quantcheck.building.parse import Parser
from quantcheck.lexing.lex import Lexer
from quantcheck.normalising.normalise import outline
from quantcheck.normalising.plans import Plan, fill
from quantcheck.normalising.plans import plan as plan_of
from quantcheck.normalising.surroundings import Surroundings
from quantcheck.numbers.numerals import Number, digit_run
from quantcheck.reading.watched import AROUND, Open, Steps, Watched
from quantcheck.values import Quantity, Reading
from quantcheck.vocabulary.kinds import VULGAR

_FIGURE = re.compile(r"(?:[1-9][0-9]{1,8}|[46-9]|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,3}|(?:0|[1-9][0-9]{0,8})\.[0-9]{1,9})")
"""Digits whose value the reading may leave open, none of them in a spelling; all others are remembered as they are."""
_UNKNOWN: Any = object()
_MOST = 8_000
_CHARACTERS = 400
_TIMES = 2
"""How often a run is met before it is learnt, which takes several times as long as to read it."""
_MARGIN = 3
"""How far ahead of a token the reader may ask whether the text ends."""


def form(token: str) -> str:
    """Return the form of a figure, which no token of a text equals; any other token as it is."""
    if _FIGURE.fullmatch(token) is None:
        return token
    if token.isdecimal():
        return "####" if len(token) == 4 and 1500 <= int(token) <= 2100 else "##"
    return "##,#" if "," in token else "0.#" if token[0] == "0" else "##.#"


_STROKES = frozenset("/⁄")


def _in_fraction(raw: Sequence[str], k: int) -> bool:
    """Say whether a digit is of a fraction (`3 1/4`, `3½`), whose value is looked at."""
    behind = raw[k + 1 : k + 4]
    return (
        (k > 0 and raw[k - 1] in _STROKES)
        or (bool(behind) and (behind[0] in _STROKES or behind[0] in VULGAR))
        or (len(behind) == 3 and behind[2] in _STROKES)
    )


class Forms(dict[str, str]):
    """The forms of figures, remembered."""

    def __missing__(self, token: str) -> str:
        if len(self) >= _MOST:
            self.clear()
        made = self[token] = form(token)
        return made


class Figures(dict[Any, Number]):
    """The numbers of runs of digits, by themselves or with what is made of them, remembered."""

    def __missing__(self, key: Any) -> Number:
        if len(self) >= _MOST:
            self.clear()
        if isinstance(key, str):
            made = digit_run(key)
        else:
            made = self[key[0]]
            for factor, forms in key[1]:
                made = made.scaled(factor, forms) if factor else made.negated()
        self[key] = made
        return made


Place = tuple[int, Steps]
"""The figure that a number is made of, counted from the first token of its island, and how."""
Reach = tuple[int, int, tuple[int, ...]]
"""What an island depends on: how many tokens before it and behind it, and the places of its spellings that words around
may settle, counted from its first token."""


class Row(NamedTuple):
    """A quantity of an island but for its values: places are counted from the first token of the island."""

    start: int
    end: int
    reason: str
    notes: tuple[str, ...]
    group: int
    bare: bool
    forms: tuple[str, ...]
    plan: Plan | None
    low: int | Place | Number
    high: int | Place | Number


class Recall:
    """What is remembered of islands."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._met: dict[int, int] = {}
        """How often a run was met, by its hash."""
        self._reaches: dict[tuple[str, ...], list[Reach]] = {}
        """What was looked at around a run, each time that it was learnt."""
        self._rows: dict[tuple[str | int, ...], tuple[Row, ...] | None] = {}
        self._forms = Forms()
        self._figures = Figures()

    @property
    def learnt(self) -> int:
        """How many islands are remembered, but for those that are read anew each time."""
        return sum(rows is not None for rows in self._rows.values())

    def forms(self, lexer: Lexer) -> list[str]:
        """Return the tokens of a text, figures by their form, each marked where the text says more of it."""
        found = lexer.raw.copy()
        known = self._forms
        raw = lexer.raw
        for k in lexer.numeric:
            token = raw[k]
            if len(token) == 1 and _in_fraction(raw, k):
                continue
            found[k] = known[token]
            if token in (".", ","):
                # the point of `a.5`, which is a token by itself
                found[k] = f"\1{token}"
                found[k + 1 : k + 2] = ["\1" + t for t in lexer.raw[k + 1 : k + 2]]
        for k in lexer.capitals:
            found[k] = f"\2{found[k]}"
        for k in lexer.listed:
            found[k] = f"\5{found[k]}"
        for k in lexer.left:
            found[k] = f"\3{found[k]}"
        for k in lexer.stops:
            if k < len(found):
                found[k] = f"\4{found[k]}"
        return found

    def quantities(self, lexer: Lexer, forms: list[str], a: int, b: int, around: Surroundings) -> list[Quantity] | None:
        """Return the quantities of the island of the tokens from `a` to `b`; None where it is to be read anew."""
        if b - a > AROUND:
            return None
        run = tuple(forms[a:b])
        reaches = self._reaches.get(run)
        if reaches is None:
            mark = hash(run)
            times = self._met.get(mark, 0)
            if times < _TIMES:
                if len(self._met) >= 8 * _MOST:
                    self._met.clear()
                self._met[mark] = times + 1
                return None
            reaches = self._reaches[run] = []
        for reach in reaches:
            rows = self._rows.get(_window(lexer, forms, a, b, reach), _UNKNOWN)
            if rows is not _UNKNOWN:
                break
        else:
            rows = self._learn(lexer, forms, reaches, a, b)
        return None if rows is None else self._filled(rows, lexer, a, around)

    def _filled(self, rows: tuple[Row, ...], lexer: Lexer, a: int, around: Surroundings) -> list[Quantity] | None:
        raw, starts, figures, lexicon = lexer.raw, lexer.starts, self._figures, lexer.lexicon
        found = []
        readings: tuple[Reading, ...]
        for first, last, reason, notes, group, bare, forms, plan, low, high in rows:
            start, end = starts[a + first], starts[a + last]
            readings, axis = (), ""
            if plan is not None:
                if isinstance(low, int):
                    x = figures[raw[a + low]]
                else:
                    x = low if isinstance(low, Number) else figures[raw[a + low[0]], low[1]]
                if high is low:
                    y = x
                elif isinstance(high, int):
                    y = figures[raw[a + high]]
                else:
                    y = high if isinstance(high, Number) else figures[raw[a + high[0]], high[1]]
                made = fill(plan, x, y, start, end, lexicon, around)
                if made is None:
                    return None
                readings, axis = made
            series = -1 if group < 0 else starts[a] * 64 + group
            found.append(Quantity(start, end, readings, reason, axis, notes, 0, series, -1, bare, -1, forms))
        return found

    # ---- learning

    def _learn(self, lexer: Lexer, forms: list[str], reaches: list[Reach], a: int, b: int) -> tuple[Row, ...] | None:
        """Read an island under watch and remember what comes out, and how far around it was looked."""
        if len(self._rows) >= _MOST:
            self._rows.clear()
            self._reaches.clear()
        watched = Watched(lexer, forms, a, b)
        rows = self._rows_of(watched, a, b)
        heed = watched.heed
        before, behind = a - heed.low, min(heed.high, len(forms)) - b
        reach = before, behind, tuple(sorted(k - a for k in heed.settled))
        if max(before, behind) > AROUND or lexer.starts[b] - lexer.starts[a] > _CHARACTERS:
            reach, rows = (0, 0, ()), None
        if reach not in reaches:
            reaches.append(reach)
        self._rows[_window(lexer, forms, a, b, reach)] = rows
        return rows

    def _rows_of(self, watched: Watched, a: int, b: int) -> tuple[Row, ...] | None:
        island = watched.island(a, b)
        rows: list[Row] = []
        place = watched.places(a, b)
        lexicon = watched.lexicon
        for first, last, tree in self._parser.expressions(island.types) if island is not None else ():
            assert island is not None
            for piece in build(island, first, last, tree):
                start, end = island.starts[piece.start], island.ends[piece.end - 1]
                if end <= start:
                    continue
                if piece.shape == "pair" or piece.supposed:
                    return None
                made: Plan | None = None
                ends: list[int | Place | Number] = [0]
                if not piece.reason:
                    made = plan_of(piece, lexicon)
                    if made is None:
                        return None
                    ends = [_place(term.number, a) for term in piece.terms]
                group = -1 if piece.series < 0 else piece.series - island.starts[0] * 64
                if start not in place or end not in place or (group >= 0 and place.get(island.starts[0]) != 0):
                    return None
                q = outline(piece, start, end, paired=False)
                rows.append(
                    Row(place[start], place[end], q.reason, q.notes, group, q.bare, q.forms, made, ends[0], ends[-1])
                )
        # what the lexer finds beside the island is not kept
        return None if watched.heed.valued or watched.ordinals else tuple(rows)


def _window(lexer: Lexer, forms: list[str], a: int, b: int, reach: Reach) -> tuple[str | int, ...]:
    """Return what an island depends on: tokens, where it begins in them, and what words around settle.

    Near an end of the text all up to that end counts, for the reader may have seen that there is one.
    """
    before, behind, asked = reach
    first, last = a - before, b + behind
    if first < _MARGIN:
        first = 0
    settled = [lexer.settled(a + k) for k in asked] if asked else ()
    if last + _MARGIN > len(forms):
        return (*forms[max(first, 0) :], first == 0, a - first, b - a, -1, *settled)
    return (*forms[first:last], first == 0, a - first, b - a, *settled)


def _place(number: Number | None, a: int) -> int | Place | Number:
    assert number is not None
    if not isinstance(number, Open):
        return number
    return (number.place - a, number.steps) if number.steps else number.place - a
