"""The tokens of a visible text. What stands around them is for `surroundings`, what they mean for `items`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from quantcheck.numbers.numerals import FRACTION_SIGNS
from quantcheck.patterns.later import later
from quantcheck.vocabulary.lexicon import ANCHORS, RAW, Lexicon, Node

CITATION = "\ufdd1"
OPAQUE = "\ufdd0"
RAISED = frozenset("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
BENIGN = frozenset("\"'“”‘’«»()[]<>,.;:!?…|•*–—-‐‑−/~=。！？" + CITATION)
"""Signs that may touch a number without reaching into it; any other makes what it touches unread."""
_FIGURE = re.compile(rf"[.,\d{''.join(FRACTION_SIGNS)}](?:(?<=\d)\d*|(?<=[.,])\d+|(?<=[{''.join(FRACTION_SIGNS)}]))")
VULGAR = frozenset(FRACTION_SIGNS)
PERIODS = frozenset(((("time", 1),), (("calendar", 1),)))
"""Dimensions of periods."""
HYPHENS = frozenset("-‐‑")
"""Dashes that may stand inside a word."""
SLASHES = frozenset("/∕／⁄")
DISTRIBUTIVE = frozenset(("a", "an", "each", "every"))
"""Words behind which an amount is for one of what they name (`5 minutes a side`)."""


_MARKS = frozenset(".,")
_LISTED = later(r"(?<![\d.,])(?:0|[1-9]\d*+)(?:,(?:0|[1-9]\d{0,1}|[1-9]\d{3})(?!\d)){2,}")
"""Three numbers or more, none of which can be a group of thousands."""
_COMMA = later("(,)")
_COMMAS = re.compile(r",\d{1,4},\d")
_CAPITAL_ARTICLE = re.compile(r"AN?\s[A-Z]")
_CAPITALS = later(
    r"\b(?:A|AN)\b(?=\s(?:MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)\b)|(?<=[A-Z]{2}\s)(?:A|AN)(?=\s[A-Z]{2})"
    r"|[$€£¥]\s?[\d.,]+\s(A|AN)(?=\s[A-Z]{2})"
)


class Tokens:
    """The tokens of one visible text, which they tile.

    `breaks` are offsets that no expression may cross; `left` are spans that are read as something else; `parts` are
    offsets within words where a token ends.
    """

    def __init__(
        self,
        text: str,
        lexicon: Lexicon,
        breaks: Sequence[int],
        left: Sequence[tuple[int, int, str]],
        parts: Sequence[int] = (),
    ) -> None:
        self.text = text
        self.lexicon = lexicon
        self.raw: list[str] = RAW.findall(text)
        if parts:
            ends = [0, *parts, len(text)]
            self.raw = [t for a, b in pairwise(ends) for t in RAW.findall(text, a, b)]
        self.listed: set[int] = set()
        """Raw indices of the commas of lists without blanks."""
        if _COMMAS.search(text) is not None and _LISTED.search(text) is not None:
            self._part_lists()
        self.starts = list(accumulate(map(len, self.raw), initial=0))
        get = lexicon.root.get
        self.nodes: list[Node | None] = list(map(get, self.raw))
        self.capitals = [
            bisect_left(self.starts, m.start(m.lastindex or 0))
            for m in (_CAPITALS.finditer(text) if _CAPITAL_ARTICLE.search(text) is not None else ())
        ]
        for at in self.capitals:
            # `TWICE A DAY`: in capitals an article is no symbol
            self.nodes[at] = get(self.raw[at].lower())
        self.stops = {bisect_left(self.starts, b) for b in breaks}
        self._stops: list[int] | None = None
        """Raw indices before which an island ends."""
        self.left: set[int] = set()
        self.alone: list[tuple[int, int, str]] = []
        """What is left alone, with every number whole that it reaches into."""
        self.torn: set[int] = set()
        """Where what is left alone ends with such a number."""
        reach = 0
        for start, end, why in left:
            first = bisect_right(self.starts, start) - 1
            last = bisect_left(self.starts, end)
            self.left.update(range(first, last))
            if start > self.starts[first] and is_number(self.raw[first]):
                start = max(reach, self.starts[first])
            if end < self.starts[last] and (is_number(self.raw[last - 1]) or self.raw[last - 1][-1].isdecimal()):
                end = self.starts[last]
                self.torn.add(end)
            if end > max(start, reach):
                self.alone.append((max(start, reach), end, why))
                reach = end
        starts = self.starts
        self.openers = [i for i, node in enumerate(self.nodes) if node is not None and node.anchor]
        """Raw indices of the words that may open an expression."""
        self.numeric = {bisect_right(starts, m.start()) - 1 for m in _FIGURE.finditer(text)}
        """Raw indices of the tokens that are numbers."""
        marks = [i for i in self.numeric if self.raw[i] in _MARKS and i + 1 < len(self.raw)]
        if marks:
            # `5 mg,10 mg`, `5..10`: the mark touches a word, and is none of the number's
            self.numeric = (self.numeric - set(marks)) | {i + 1 for i in marks if self.raw[i + 1].isdecimal()}
        if self.listed:
            self.numeric = (self.numeric - self.listed) | {k + 1 for k in self.listed}
        self.ordinals: list[tuple[int, int, str]] = []
        """What turned out to be an ordinal of several words (`two hundred and fifth`)."""
        self._quotes: dict[str, list[int]] = {}

    def edge(self, at: int, step: int, reach: int) -> int:
        """Return the offset of the nearest break before (-1) or behind (1) a token, so many tokens away at most."""
        if self._stops is None:
            self._stops = sorted(self.stops)
        stops = self._stops
        if step < 0:
            i = bisect_right(stops, at)
            far = max(at - reach, 0)
            return self.starts[max(far, stops[i - 1]) if i else far]
        i = bisect_left(stops, at)
        far = min(at + reach, len(self.raw))
        return self.starts[min(far, stops[i]) if i < len(stops) else far]

    def written(self, start: int, end: int) -> str:
        """Return the text between the offsets of two tokens."""
        return self.text[start:end]

    def _part_lists(self) -> None:
        """Part runs of digits and commas that can group nothing into the numbers that they list (`22,24,26`).

        A run stays one where a unit or a mark follows, which might belong to all of it.
        """
        whole, parted = self.raw, []
        for i, t in enumerate(whole):
            if "," not in t or len(t) < 5 or _LISTED.fullmatch(t) is None or not self._stands_alone(whole, i):
                parted.append(t)
                continue
            for part in _COMMA.split(t):
                if part == ",":
                    self.listed.add(len(parted))
                parted.append(part)
        self.raw = parted

    def _stands_alone(self, raw: list[str], i: int) -> bool:
        before, behind = raw[i - 1] if i else " ", raw[i + 1] if i + 1 < len(raw) else " "
        if not (before.isspace() or before in "([:") or not (behind.isspace() or behind in ".;:?)]"):
            return False
        follow = raw[i + 2] if behind.isspace() and i + 2 < len(raw) else ""
        node = self.lexicon.root.get(follow)
        return follow != "(" and not follow[:1].isdecimal() and (node is None or not node.measure)

    def loose(self) -> list[tuple[int, int]]:
        """Return the spans of the digits and number words that stand outside what is left alone."""
        starts, left, raw = self.starts, self.left, self.raw
        return [
            (starts[i], starts[i + 1 + (raw[i] in ".," and raw[i + 1 : i + 2] != [] and raw[i + 1].isdecimal())])
            for i in sorted(self.numeric | self._words_of_number())
            if raw[i] not in VULGAR and i not in left
        ]

    def counting_words(self) -> list[tuple[int, int, str]]:
        """Return the places of `once`, `twice` and the like: number words that say how often."""
        return [
            (self.starts[i], self.starts[i + 1], self.raw[i].lower())
            for i in self.openers
            if "TIMESN" in self._kinds_at(i) and i not in self.left
        ]

    def _kinds_at(self, i: int) -> frozenset[str]:
        node = self.nodes[i]
        return frozenset() if node is None else node.kinds

    def _words_of_number(self) -> set[int]:
        words = self.lexicon.numerals.words
        return {i for i in self.openers if "NUMWORD" in self._kinds_at(i) and self.raw[i].lower() in words}

    def _anchors(self) -> Iterator[int]:
        nodes = self.nodes
        found = [i for i in self.openers if (node := nodes[i]) is not None and self._opens(i, node)]
        yield from sorted({*found, *self.numeric})

    def _opens(self, i: int, node: Node) -> bool:
        """Say whether a word can open an expression: an article only before a number word or the name of a unit.

        A word that opens by longer spellings alone opens where one of them may go on.
        """
        if node.kinds.isdisjoint(ANCHORS):
            at = i + 1 + (i + 1 < len(self.raw) and self.raw[i + 1].isspace())
            if node.next is None or at >= len(self.raw):
                return False
            return self.raw[at] in node.next or self.raw[at].lower() in node.next
        if not node.article:
            return True
        behind = self.nodes[i + 2] if i + 2 < len(self.nodes) else None
        return behind is not None and (
            behind.measure
            or behind.anchor
            or "AMID" in behind.kinds
            or self.raw[i + 2].lower() in self.lexicon.numerals.words
        )


def is_number(t: str) -> bool:
    c = t[0]
    return c.isdecimal() or c in VULGAR or (len(t) > 1 and c in ".," and t[1].isdecimal())
