"""What words right at a figure say of it that others deny: `20 m long` and `20 m wide`, `$5 gross` and `$5 net`.

Each row of `vocab/opposites.toml` is an axis of what is told. Where words choose on it, the figure equals what says the
same or nothing of it, and never for certain what says another. Two choices at one figure say nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec

from quantcheck.context.cues import Beside
from quantcheck.lexing.tokens import Tokens
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless, later
from quantcheck.values import Axes, Quantity
from quantcheck.visible.markup import CITATION

NEAR: Final = 14
"""Raw tokens in front that are looked at."""
BEHIND: Final = 10
"""Raw tokens behind that are looked at."""
REACH: Final = 60
"""Characters on either side that are looked at."""
KINDS: Final = 256
"""Kinds of figures of which the rows are remembered."""
_STOP: Final = (
    r"(?!(?:to|from|and|or|but|nor|by|than|with|without|that|which|who|when|while|if|because|as|so|it|they|he|she|we|you"
    r"|then|not|no|until|before|after|versus|vs|unlike|per|for|in|on)\b)"
)
_WORD: Final = rf"{_STOP}[^\W\d_][\w'’-]*"
_LINK: Final = (
    r"(?:\s*(?:\s(?:of|is|was|are|were|at|to|by|be|being|equals?|remains|remained)\b|[:=(]))?"
    r"(?:\s+(?:a|an|the|some|about|only|just|another|further))*\s*"
)
_DIRECT: Final = caseless(_LINK)
_OVER: Final = caseless(rf"(?:[\s-]+{_WORD}){{0,3}}{_LINK}")
_OPEN: Final = r"(?:\s*[(\[,]\s*|[\s-]+|)(?:(?:in|of|for|to|as|at|into|from|by)\s+)?(?:(?:the|a|an|its|their)\s+)?"
_CLOSE: Final = caseless(_OPEN)
_CLOSE_OVER: Final = caseless(rf"{_OPEN}(?:{_WORD}[\s-]+){{0,2}}")
_JOINED: Final = caseless(r"\s*(?:,|/|&|\b(?:and|or|to|then)\b)\s*")


class Side:
    """The words of a row on one side of a figure, and what each of them chooses."""

    def __init__(self, *tables: Mapping[str, Sequence[str]], vague: frozenset[str] = frozenset()) -> None:
        self._vague = vague
        self.choices: dict[str, str] = {
            word: choice for table in tables for choice, words in table.items() for word in words
        }
        self._words = later(self._written)

    def _written(self) -> str:
        small = any_of(w for w in self.choices if w == w.lower())
        large = any_of(w for w in self.choices if w != w.lower())
        return rf"(?<![\w-])(?:(?i:{small})|{large})(?![\w-])"

    @cached_property
    def cues(self) -> tuple[set[str], Beside]:
        """The tokens by which the words are looked for, as they may be written, and what stands beside them."""
        return _cues(self.choices, self._vague)

    def all(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the words of the row in a text."""
        return self._words.finditer(text) if self.choices else iter(())

    def at(self, text: str, place: int) -> str:
        """Return what the word at a place chooses, empty where none of the row stands there."""
        found = self._words.match(text, place)
        return "" if found is None else self.of(found)

    def of(self, found: re.Match[str]) -> str:
        """Return what a word chooses."""
        word = found[0]
        return self.choices.get(word) or self.choices[word.lower()]


class Row:
    """One axis: of which figures it is told, and by which words."""

    def __init__(self, row: Mapping[str, Any], vague: frozenset[str] = frozenset()) -> None:
        self.axis: str = row["axis"]
        self._of, self._never = frozenset(row["of"]), frozenset(row.get("never", ()))
        either = row.get("either", {})
        self.front, self.behind = (Side(row.get(side, {}), either, vague=vague) for side in ("front", "behind"))
        self.own = Side(row.get("own", {}), vague=vague)
        self._numbered = frozenset(row.get("numbered", ()))
        near = row.get("near", False)
        self._tail, self._gap = (_DIRECT, _CLOSE) if near else (_OVER, _CLOSE_OVER)

    def told_of(self, kind: str, dimension: str) -> bool:
        """Say whether the words of this row are told of such figures."""
        return not self._of.isdisjoint((kind, dimension)) and dimension not in self._never

    def before(self, text: str) -> str:
        """Return what the words in front of a figure choose, empty where they say nothing."""
        words = list(self.front.all(text))
        if not words or self._tail.fullmatch(text, words[-1].end()) is None:
            return ""
        choice = self.front.of(words[-1])
        return choice if len(words) == 1 or {self.front.of(m) for m in words} == {choice} else ""

    def after(self, text: str, followed: bool) -> str:
        """Return what the words behind a figure choose; `followed`: another figure stands right behind these."""
        m = next(self.behind.all(text), None)
        if m is None or self._gap.fullmatch(text, 0, m.start()) is None:
            return ""
        if followed and not text[m.end() :].strip() and m[0].lower() not in self._numbered:
            # `5 mg, oral 10 mg`; but the figure behind `5 mg at week` is that of the week
            return ""
        choice = self.behind.of(m)
        joined = _JOINED.match(text, m.end())
        other = "" if joined is None else self.behind.at(text, joined.end())
        return choice if other in ("", choice) else ""


Told = dict[str, tuple[tuple[Row, Beside], ...]]
"""The rows that are looked at where a token stands, each with what stands beside it."""


class Opposites(dict[tuple[str, str], tuple[Told, frozenset[str], Told, frozenset[str]]]):
    """The rows that are told of figures of a kind and a dimension, remembered by these.

    They stand by the tokens in front of a figure, and by those of it and behind it, for which each is looked at.
    """

    def __init__(self, table: Mapping[str, Any]) -> None:
        super().__init__()
        self._table = table

    @cached_property
    def _rows(self) -> list[Row]:
        vague = frozenset(self._table["vague"])
        return [Row(row, vague) for row in rows(self._table)]

    def __missing__(self, key: tuple[str, str]) -> tuple[Told, frozenset[str], Told, frozenset[str]]:
        front: Told = {}
        behind: Told = {}
        for row in self._rows:
            if not row.told_of(*key):
                continue
            for told, side in ((front, row.front), (behind, row.behind), (behind, row.own)):
                tokens, beside = side.cues
                alone = ((row, beside),)
                for token in tokens:
                    told[token] = told[token] + alone if token in told else alone
        if len(self) > KINDS:
            self.clear()
        known = self[key] = front, frozenset(front), behind, frozenset(behind)
        return known


def rows(table: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield every row, with those that pairs of words make."""
    yield from table["opposite"]
    for group in table["pairs"]:
        for pair in group["words"]:
            yield {"axis": "/".join(pair), "of": group["of"], "either": {word: [word] for word in pair}}


_LETTERS: Final = re.compile(r"[^\W\d_]+")


def _cues(spellings: Iterable[str], vague: frozenset[str]) -> tuple[set[str], Beside]:
    """Return the tokens by which spellings are looked for, as they may be written, and what stands beside them.

    The token of a spelling is its longest word that is not vague.
    """
    cues: set[str] = set()
    told_by: list[tuple[list[str], int]] = []
    for spelling in spellings:
        words: list[str] = _LETTERS.findall(spelling)
        cue = max((w for w in words if w not in vague), key=len, default=max(words, key=len))
        cues.update((cue, cue.capitalize(), cue.upper()) if cue == cue.lower() else (cue,))
        told_by.append(([word.lower() for word in words], words.index(cue)))
    return cues, Beside(told_by)


def tell(tokens: Tokens, quantities: Sequence[Quantity], words: Opposites) -> None:
    """Give each figure that words say something of what they choose."""
    text, starts, raw = tokens.text, tokens.starts, tokens.raw
    for k, quantity in enumerate(quantities):
        if quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        reading = quantity.readings[0]
        front, before, behind, after = words[reading.kind, reading.dimension]
        start, end = quantity.start, quantity.end
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
        told: list[tuple[str, str]] = []
        low = max(0, first - NEAR)
        if not before.isdisjoint(raw[low:first]) and (near := _rows(front, raw, low, first)):
            low = max(quantities[k - 1].end if k else 0, tokens.edge(first, -1, NEAR), start - REACH)
            said = text[low:start].replace(CITATION, " ")
            told += [(row.axis, row.before(said)) for row in near]
        if not after.isdisjoint(raw[first : last + BEHIND]) and (near := _rows(behind, raw, first, last + BEHIND)):
            ceiling = quantities[k + 1].start if k + 1 < len(quantities) else len(text) + 1
            high = min(ceiling, tokens.edge(last, 1, BEHIND), end + REACH)
            said, own = text[end:high].replace(CITATION, " "), text[start:end]
            for row in near:
                told.append((row.axis, row.after(said, high == ceiling)))
                if row.own.choices:
                    told += [(row.axis, row.own.of(m)) for m in row.own.all(own)]
        if told and (pins := _agreed(told)):
            pin(quantity, pins)


def _rows(told: Told, raw: Sequence[str], first: int, last: int) -> list[Row]:
    """Return the rows for which one of the tokens from one to before another is looked at."""
    found: dict[Row, None] = {}
    for i, token in enumerate(raw[first:last], first):
        for row, beside in told.get(token, ()):
            if beside.stands(raw, i):
                found[row] = None
    return list(found)


def _agreed(told: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the choices of those axes on which there is one."""
    if len(told) == 1:
        return [*told] if told[0][1] else []
    choices: dict[str, set[str]] = {}
    for axis, choice in told:
        if choice:
            choices.setdefault(axis, set()).add(choice)
    return [(axis, min(found)) for axis, found in choices.items() if len(found) == 1]


def pin(quantity: Quantity, pins: Sequence[tuple[str, str]]) -> None:
    """Let a figure have what words choose, beside what it has."""

    said = dict(pins)

    def told(had: Axes) -> Axes:
        return tuple(sorted((said if not had else {**said, **dict(had)}).items()))

    quantity.readings = tuple([msgspec.structs.replace(r, told=told(r.told)) for r in quantity.readings])
