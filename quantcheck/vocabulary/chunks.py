"""The tokens of a text, each with what the lexicon makes of it, remembered by what stands between two blanks.

Most of what stands between two blanks was met before: its tokens, their nodes and kinds are then one look-up. A text is
read token by token only where white space stands beside white space, or where a shortcut is not wanted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, chain, pairwise
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
"""Chunks of a generation; those of the last one are kept, too."""
_LONGEST: Final = 60
"""Characters of a chunk that is remembered."""
_RUNS: Final = re.compile(r"(\s\s+)")
_LISTED: Final = later(r"(?<![\d.,])(?:0|[1-9]\d*+)(?:,(?:0|[1-9]\d{0,1}|[1-9]\d{3})(?!\d)){2,}")
"""Three numbers or more, none of which can be a group of thousands."""
_COMMA: Final = later("(,)")
_COMMAS: Final = re.compile(r",\d{1,4},\d")
_CAPITAL_ARTICLE: Final = re.compile(r"AN?\s[A-Z]")
_CAPITALS: Final = later(
    r"\b(?:A|AN)\b(?=\s(?:MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)\b)|(?<=[A-Z]{2}\s)(?:A|AN)(?=\s[A-Z]{2})"
    r"|[$€£¥]\s?[\d.,]+\s(A|AN)(?=\s[A-Z]{2})"
)

Row = tuple[tuple[str, ...], tuple[Node | None, ...], bytes, bytes]
"""Tokens, their nodes, kinds and marks."""


def having(*kinds: int, most: bool = False) -> re.Pattern[bytes]:
    """Return the pattern of a token that is of any of these kinds, or of as many such tokens as follow each other."""
    wanted = sum(kinds)
    members = [kind for kind in range(256) if kind & wanted]
    first = (kind for kind in members if not kind - 1 & wanted or not kind)
    last = (kind for kind in members if not kind + 1 & wanted or kind == 255)
    spans = b"".join(b"\\x%02x-\\x%02x" % span for span in zip(first, last, strict=True))
    return re.compile(b"[" + spans + (b"]*+" if most else b"]"))


def _without_blank(row: Row) -> Row:
    """Return a chunk as it stands at the start of a line."""
    return row[0][1:], row[1][1:], row[2][1:], row[3][1:]


def is_number(t: str) -> bool:
    """Say whether a token is a number in digits."""
    c = t[0]
    return c.isdecimal() or c in VULGAR or (len(t) > 1 and c in ".," and t[1].isdecimal())


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


class Kinds(dict[str, tuple[Node | None, int, int]]):
    """The node, kind and mark of each token, remembered."""

    def __init__(
        self,
        lexicon: Lexicon,
        named: Collection[str] = (),
        hints: Collection[str] = (),
        states: Collection[str] = (),
        telling: Collection[str] = (),
    ) -> None:
        super().__init__()
        self._node = lexicon.root.get
        self._words = lexicon.numerals.words
        self._leading = _LEADING | lexicon.numerals.words.keys()
        self._reaching = RATING | lexicon.worth
        self._named = frozenset(named)
        self._hints = frozenset(hints)
        self._states = frozenset(states)
        self._telling = frozenset(telling)

    def __missing__(self, token: str) -> tuple[Node | None, int, int]:
        made = self.of(token, self._node(token))
        if len(token) <= _LONGEST:
            if len(self) >= REMEMBERED:
                self.clear()
            self[token] = made
        return made

    def of(self, token: str, node: Node | None) -> tuple[Node | None, int, int]:
        """Return what a token with this node is."""
        return node, self._kind(token, node), self._mark(token, node)

    def _kind(self, token: str, node: Node | None) -> int:
        figure, blank, low = is_number(token), token.isspace(), token.lower()
        kind = FIGURE if figure else 0
        if figure or low in self._leading or token[-1] in RAISED:
            kind |= LEADS
        if token in self._reaching:
            kind |= REACHES
        if blank or token == "in":
            kind |= EDGE
        if figure or blank or token == CITATION or (node is not None and not node.idle):
            kind |= KNOWN
        if node is not None:
            kind |= node.anchor * OPENS | node.idle * IDLE | (node.next is not None) * LONGER
            kind |= (node.weak or node.idle) * EDGE
        return kind

    def _mark(self, token: str, node: Node | None) -> int:
        mark = NAMED if token in self._named else 0
        if node is not None and node.anchor:
            mark |= ("NUMWORD" in node.kinds and token.lower() in self._words) * COUNTS
            mark |= ("TIMESN" in node.kinds) * OFTEN
        if is_number(token) and token not in VULGAR:
            mark |= COUNTS
        if token in self._telling:
            mark |= TELLS
        if not _SCRIPTS.isdisjoint(token):
            mark |= SCRIPT
        low = {token.lower()} if token.isalnum() else {token.lower(), *token}
        if not self._hints.isdisjoint(low):
            mark |= HINTS
        if not self._states.isdisjoint(low):
            mark |= STATES
        return mark


class Chunks(dict[str, Row]):
    """What stood between two blanks, with the blank in front of it."""

    def __init__(self, kinds: Kinds, *, remember: bool = True) -> None:
        super().__init__()
        self._kinds = kinds
        self._remember = remember
        self._last: dict[str, Row] = {}

    def split(self, text: str, parts: Sequence[int] = ()) -> Split:
        """Return the tokens of a text; `parts` are offsets within words where a token ends."""
        if parts:
            ends = [0, *parts, len(text)]
            made = self._of(text, [t for a, b in pairwise(ends) for t in RAW.findall(text, a, b)])
        elif not self._remember:
            made = self._of(text, RAW.findall(text))
        else:
            made = self._remembered(text)
        if _COMMAS.search(text) is not None and _LISTED.search(text) is not None:
            made = self._part_lists(made)
        if _CAPITAL_ARTICLE.search(text) is not None:
            made = self._lowered(made)
        return made

    def _remembered(self, text: str) -> Split:
        rows: list[Row] | None = None
        if "  " not in text:
            try:
                rows = list(map(self.__getitem__, text.split(" ")))
            except KeyError:
                # white space of another kind stands beside a blank
                rows = None
            else:
                rows[0] = _without_blank(rows[0])
        if rows is None:
            rows = []
            for n, part in enumerate(_RUNS.split(text)):
                if n % 2 or part[:1].isspace() or part[-1:].isspace():
                    rows.append(self._row(part))
                elif part:
                    first, *rest = map(self.__getitem__, part.split(" "))
                    rows += _without_blank(first), *rest
        tokens, nodes, kinds, marks = zip(*rows, strict=True) if rows else ((), (), (), ())
        raw = list(chain.from_iterable(tokens))
        starts = list(accumulate(map(len, raw), initial=0))
        return Split(text, raw, starts, list(chain.from_iterable(nodes)), b"".join(kinds), b"".join(marks))

    def _of(self, text: str, raw: list[str]) -> Split:
        _, nodes, kinds, marks = self._known(raw)
        return Split(text, raw, list(accumulate(map(len, raw), initial=0)), list(nodes), kinds, marks)

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
        node = self._kinds[follow][0] if follow else None
        return follow != "(" and not follow[:1].isdecimal() and (node is None or not node.measure)

    def _lowered(self, split: Split) -> Split:
        """Make words of the articles of a text in capitals (`TWICE A DAY`), which are no symbols there."""
        capitals = [bisect_left(split.starts, m.start(m.lastindex or 0)) for m in _CAPITALS.finditer(split.text)]
        kinds, marks = bytearray(split.kinds), bytearray(split.marks)
        for at in capitals:
            node = self._kinds[split.raw[at].lower()][0]
            split.nodes[at], kinds[at], marks[at] = self._kinds.of(split.raw[at], node)
        return split._replace(kinds=bytes(kinds), marks=bytes(marks), capitals=capitals)

    def __missing__(self, chunk: str) -> Row:
        made = self._last.get(chunk)
        if made is None:
            if chunk and (chunk[0].isspace() or chunk[-1].isspace()):
                # its white space belongs to one token with that beside it
                raise KeyError(chunk)
            made = self._row(f" {chunk}")
            if len(chunk) > _LONGEST:
                return made
        if len(self) >= REMEMBERED:
            self._last = dict(self)
            self.clear()
        self[chunk] = made
        return made

    def _row(self, text: str) -> Row:
        return self._known(RAW.findall(text))

    def _known(self, raw: Iterable[str]) -> Row:
        tokens = tuple(raw)
        nodes, kinds, marks = zip(*map(self._kinds.__getitem__, tokens), strict=True) if tokens else ((), (), ())
        return tokens, nodes, bytes(kinds), bytes(marks)
