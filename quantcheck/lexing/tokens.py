"""The tokens of a visible text. What stands around them is for `surroundings`, what they mean for `items`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from quantcheck.visible.markup import CITATION
from quantcheck.vocabulary.kinds import COUNTS, FIGURE, OFTEN, SCRIPT, Split, having, is_number
from quantcheck.vocabulary.lexicon import ANCHORS, Lexicon

LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
BENIGN = frozenset("\"'“”‘’«»()[]<>,.;:!?…|•*–—-‐‑−/~=。！？" + CITATION)
"""Signs that may touch a number without reaching into it; any other makes what it touches unread."""
PERIODS = frozenset(((("time", 1),), (("calendar", 1),)))
"""Dimensions of periods."""
HYPHENS = frozenset("-‐‑")
"""Dashes that may stand inside a word."""
SLASHES = frozenset("/∕／⁄")
DISTRIBUTIVE = frozenset(("a", "an", "each", "every"))
"""Words behind which an amount is for one of what they name (`5 minutes a side`)."""
FIGURES = having(FIGURE)
_COUNTS = having(COUNTS)
_OFTEN = having(OFTEN)
_SCRIPT = having(SCRIPT)


class Tokens:
    """The tokens of one visible text, which they tile.

    `breaks` are offsets that no expression may cross; `left` are spans that are read as something else.
    """

    def __init__(
        self, split: Split, lexicon: Lexicon, breaks: Sequence[int], left: Sequence[tuple[int, int, str]]
    ) -> None:
        self.text, self.raw, self.starts, self.nodes, self.kinds, self.marks, self.listed, self.capitals = split
        self.lexicon = lexicon
        self.stops = {bisect_left(self.starts, b) for b in breaks}
        """Raw indices before which an island ends."""
        self._stops: list[int] | None = None
        self.left: set[int] = set()
        self.alone: list[tuple[int, int, str]] = []
        """What is left alone, with every number whole that it reaches into."""
        self.torn: set[int] = set()
        """Where what is left alone ends with such a number."""
        if left:
            self._leave(left)
        self.numeric = {m.start() for m in FIGURES.finditer(self.kinds)}
        """Raw indices of the tokens that are numbers."""
        self.ordinals: list[tuple[int, int, str]] = []
        """What turned out to be an ordinal of several words (`two hundred and fifth`)."""
        self._quotes: dict[str, list[int]] = {}

    def _leave(self, left: Sequence[tuple[int, int, str]]) -> None:
        starts, raw, reach = self.starts, self.raw, 0
        for start, end, why in left:
            first = bisect_right(starts, start) - 1
            last = bisect_left(starts, end)
            self.left.update(range(first, last))
            if start > starts[first] and is_number(raw[first]):
                start = max(reach, starts[first])
            if end < starts[last] and (is_number(raw[last - 1]) or raw[last - 1][-1].isdecimal()):
                end = starts[last]
                self.torn.add(end)
            if end > max(start, reach):
                self.alone.append((max(start, reach), end, why))
                reach = end

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

    def loose(self) -> list[tuple[int, int]]:
        """Return the spans of the digits and number words that stand outside what is left alone."""
        return self._spans(_COUNTS)

    def counting_words(self) -> list[tuple[int, int]]:
        """Return the places of `once`, `twice` and the like: number words that say how often."""
        return self._spans(_OFTEN)

    def scripts(self) -> bool:
        """Say whether raised or lowered digits stand in the text."""
        return _SCRIPT.search(self.marks) is not None

    def _spans(self, kind: re.Pattern[bytes]) -> list[tuple[int, int]]:
        starts, left = self.starts, self.left
        return [(starts[i], starts[i + 1]) for m in kind.finditer(self.marks) if (i := m.start()) not in left]

    def _opens(self, i: int) -> bool:
        """Say whether a word can open an expression: an article only before a number word or the name of a unit.

        A word that opens by longer spellings alone opens where one of them may go on.
        """
        node = self.nodes[i]
        assert node is not None
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
