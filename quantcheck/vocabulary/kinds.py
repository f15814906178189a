"""The tokens of a text, each with what the lexicon makes of it and what it is to the stages behind.

What a token is depends on it alone, and is remembered: the stages search in bytes, one a token, and not in the text.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from quantcheck.numbers.numerals import FRACTION_SIGNS
from quantcheck.patterns.later import later
from quantcheck.visible.markup import CITATION
from quantcheck.vocabulary.lexicon import RAW, Lexicon, Node

# What each token is to an island, and below what it is to the stages before: bits of a byte.
OPENS: Final = 128
"""A word that may open an expression."""
FIGURE: Final = 64
"""A number in digits."""
KNOWN: Final = 32
"""What belongs to an island whatever stands beside it."""
LONGER: Final = 16
"""It opens spellings of several tokens."""
REACHES: Final = 8
LEADS: Final = 4
"""By what stands behind a plain word and in front of it the word may belong to an island."""
IDLE: Final = 2
"""A word that is only a part of longer spellings."""
EDGE: Final = 1
"""What may be cut off at the edge of an island."""

NAMED: Final = 128
"""A number word, or a word that may stand in an idiom or a factor (`left_alone.phrases`)."""
HINTS: Final = 64
"""A word or sign that hints at an equation (`equations.signs`)."""
STATES: Final = 32
"""A word or sign with which begins what states one."""
COUNTS: Final = 16
"""Digits, or a number word: what has to lie in an entry."""
OFTEN: Final = 8
"""A number word that says how often (`twice`)."""
SCRIPT: Final = 4
"""Raised or lowered digits stand in it."""
TELLS: Final = 2
"""A word that the passes over quantities look for (`context.cues`)."""

RATING: Final = frozenset(
    ("day", "week", "month", "year", "night", "hour", "minute", "per", "/", "each", "every", "apiece")
)
"""What ends a way to a rate, or what an article or `for` stands before that does."""
DOTS: Final = frozenset("·⋅∙")
_LEADING: Final = frozenset(("per", "a", "an", "each", "every", "of", *"/∕／-‐‑"))
"""What may stand between an expression and a plain word that belongs to it, beside numbers."""
VULGAR: Final = frozenset(FRACTION_SIGNS)
RAISED: Final = frozenset("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SCRIPTS: Final = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉")

REMEMBERED: Final = 20_000
"""Tokens that are remembered."""
_LONGEST: Final = 60
"""Characters of one that is."""
_LOW: Final = int(sys.byteorder == "big")
"""Which of two bytes of a number is the lower one."""
_LISTED: Final = later(r"(?<![\d.,])(?:0|[1-9]\d*+)(?:,(?:0|[1-9]\d{0,1}|[1-9]\d{3})(?!\d)){2,}")
"""Three numbers or more, none of which can be a group of thousands."""
_COMMA: Final = later("(,)")
_COMMAS: Final = re.compile(r",\d{1,4},\d")
_CAPITAL_ARTICLE: Final = re.compile(r"AN?\s[A-Z]")
_CAPITALS: Final = later(
    r"\b(?:A|AN)\b(?=\s(?:MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)\b)|(?<=[A-Z]{2}\s)(?:A|AN)(?=\s[A-Z]{2})"
    r"|[$€£¥]\s?[\d.,]+\s(A|AN)(?=\s[A-Z]{2})"
)


def having(*kinds: int, most: bool = False) -> re.Pattern[bytes]:
    """Return the pattern of a token that is of any of these kinds, or of as many such tokens as follow each other."""
    wanted = sum(kinds)
    members = [kind for kind in range(256) if kind & wanted]
    first = (kind for kind in members if not kind - 1 & wanted or not kind)
    last = (kind for kind in members if not kind + 1 & wanted or kind == 255)
    spans = b"".join(b"\\x%02x-\\x%02x" % span for span in zip(first, last, strict=True))
    return re.compile(b"[" + spans + (b"]*+" if most else b"]"))


def is_number(t: str) -> bool:
    """Say whether a token is a number in digits."""
    c = t[0]
    return c.isdecimal() or c in VULGAR or (len(t) > 1 and c in ".," and t[1].isdecimal())


def _bits(*sorts: tuple[Iterable[str], int]) -> dict[str, int]:
    """Return the bits of each word of some sorts."""
    found: dict[str, int] = {}
    for words, bit in sorts:
        for word in words:
            found[word] = found.get(word, 0) | bit
    return found


class Split(NamedTuple):
    """A text and its tokens, which tile it."""

    text: str
    raw: list[str]
    starts: list[int]
    """Where each token begins, and the end of the text."""
    nodes: list[Node | None]
    kinds: bytes
    """What each token is to an island."""
    marks: bytes
    """What each token is to the stages before."""
    listed: frozenset[int] = frozenset()
    """Raw indices of the commas of lists without blanks."""
    capitals: Sequence[int] = ()
    """Raw indices of the articles of texts in capitals."""


class Kinds(dict[str, int]):
    """The kind of each token, and its mark as the next byte, remembered."""

    def __init__(
        self,
        lexicon: Lexicon,
        named: Iterable[str] = (),
        hints: Iterable[str] = (),
        states: Iterable[str] = (),
        telling: Iterable[str] = (),
        *,
        remember: bool = True,
    ) -> None:
        super().__init__()
        self._node = lexicon.root.get
        self._words = lexicon.numerals.words
        self._remember = remember
        self._low_kinds = _bits((_LEADING | lexicon.numerals.words.keys(), LEADS))
        self._kinds = _bits((RATING | lexicon.worth, REACHES), (("in",), EDGE))
        self._low_marks = _bits((hints, HINTS), (states, STATES))
        self._marks = _bits((named, NAMED), (telling, TELLS))

    def split(self, text: str, parts: Sequence[int] = ()) -> Split:
        """Return the tokens of a text; `parts` are offsets within words where a token ends."""
        if parts:
            ends = [0, *parts, len(text)]
            made = self._of(text, [t for a, b in pairwise(ends) for t in RAW.findall(text, a, b)])
        else:
            made = self._of(text, RAW.findall(text))
        if _COMMAS.search(text) is not None and _LISTED.search(text) is not None:
            made = self._part_lists(made)
        if _CAPITAL_ARTICLE.search(text) is not None:
            made = self._lowered(made)
        return made

    def _of(self, text: str, raw: list[str]) -> Split:
        both = array("H", map(self.__getitem__, raw)).tobytes()
        starts, nodes = list(accumulate(map(len, raw), initial=0)), list(map(self._node, raw))
        return Split(text, raw, starts, nodes, both[_LOW::2], both[1 - _LOW :: 2])

    def __missing__(self, token: str) -> int:
        made = self._made(token, self._node(token))
        if self._remember and len(token) <= _LONGEST:
            if len(self) >= REMEMBERED:
                self.clear()
            self[token] = made
        return made

    def _made(self, token: str, node: Node | None) -> int:
        """Return what a token with this node is."""
        low = token.lower()
        kind = self._kinds.get(token, 0) | self._low_kinds.get(low, 0)
        mark = self._marks.get(token, 0) | self._low_marks.get(low, 0)
        if node is not None:
            kind |= node.anchor * OPENS | node.idle * (IDLE | EDGE) | node.weak * EDGE
            kind |= (node.next is not None) * LONGER | (not node.idle) * KNOWN
            if node.anchor:
                mark |= ("NUMWORD" in node.kinds and low in self._words) * COUNTS
                mark |= ("TIMESN" in node.kinds) * OFTEN
        if token.isalpha():
            return kind | mark << 8
        if is_number(token):
            kind |= FIGURE | LEADS | KNOWN
            mark |= (token not in VULGAR) * COUNTS
        elif token.isspace():
            kind |= EDGE | KNOWN
        elif token == CITATION:
            kind |= KNOWN
        if token[-1] in RAISED:
            kind |= LEADS
        if not token.isdecimal():
            mark |= (not _SCRIPTS.isdisjoint(token)) * SCRIPT
            for sign in token:
                mark |= self._low_marks.get(sign, 0)
        return kind | mark << 8

    def _part_lists(self, split: Split) -> Split:
        """Part runs of digits and commas that can group nothing into the numbers that they list (`22,24,26`).

        A run stays one where a unit or a mark follows, which might belong to all of it.
        """
        whole, parted, listed = split.raw, [], set()
        for i, t in enumerate(whole):
            if "," not in t or len(t) < 5 or _LISTED.fullmatch(t) is None or not self._stands_alone(whole, i):
                parted.append(t)
                continue
            for part in _COMMA.split(t):
                if part == ",":
                    listed.add(len(parted))
                parted.append(part)
        return self._of(split.text, parted)._replace(listed=frozenset(listed)) if listed else split

    def _stands_alone(self, raw: list[str], i: int) -> bool:
        before, behind = raw[i - 1] if i else " ", raw[i + 1] if i + 1 < len(raw) else " "
        if not (before.isspace() or before in "([:") or not (behind.isspace() or behind in ".;:?)]"):
            return False
        follow = raw[i + 2] if behind.isspace() and i + 2 < len(raw) else ""
        node = self._node(follow)
        return follow != "(" and not follow[:1].isdecimal() and (node is None or not node.measure)

    def _lowered(self, split: Split) -> Split:
        """Make words of the articles of a text in capitals (`TWICE A DAY`), which are no symbols there."""
        capitals = [bisect_left(split.starts, m.start(m.lastindex or 0)) for m in _CAPITALS.finditer(split.text)]
        kinds, marks = bytearray(split.kinds), bytearray(split.marks)
        for at in capitals:
            node = split.nodes[at] = self._node(split.raw[at].lower())
            marks[at], kinds[at] = divmod(self._made(split.raw[at], node), 256)
        return split._replace(kinds=bytes(kinds), marks=bytes(marks), capitals=capitals)
