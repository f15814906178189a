"""The words of a question or a sentence that ask for a computation, and those that name a figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from quantcheck.patterns.beginnings import WORD, ends_a_word
from quantcheck.patterns.later import later

_WORD: Final = later(r"[^\W\d_]{2,}|\d{4}|\d+")
_SMALL: Final = str.maketrans("İıſ", "iis")
"""Letters that case is not all that sets apart from another, and that are written for it."""
_KEPT: Final = 50_000
"""Words that are remembered."""


class Cues(msgspec.Struct, frozen=True):
    """The words that ask for a computation, and those that name nothing."""

    asks: Mapping[str, Sequence[tuple[str, int, str]]]
    """First word -> spellings that have it, what of each stands before it, and the computation."""
    telling: Mapping[str, str]
    """Words that name something, without the endings of plurals; nothing for the others."""
    months: dict[str, int]
    """Their names and short names in lower case."""

    @classmethod
    def compile(cls, table: Mapping[str, Any], months: Sequence[str] = ()) -> Cues:
        """Compile `derivations` of `vocab/arithmetic.toml`, with the names of months of `vocab/left_alone.toml`."""
        asks: dict[str, list[tuple[str, int, str]]] = {}
        for name, spellings in table["cues"].items():
            for spelling in spellings:
                if (first := WORD.search(spelling)) is not None:
                    asks.setdefault(first[0], []).append((spelling, first.start(), name))
        names = [month.lower() for month in months]
        number = {name[:3]: n for n, name in enumerate(names[:12], 1)}
        telling = _Telling(frozenset(table["stop"]["words"]))
        return cls(asks, telling, {name: number[name[:3]] for name in names})

    def asked(self, text: str) -> frozenset[str]:
        """Return the computations that a text asks for; percentage change goes before change."""
        text = " ".join(text.translate(_SMALL).lower().split())
        found: set[str] = set()
        for word in WORD.finditer(text):
            for spelling, before, name in self.asks.get(word[0], ()):
                start = word.start() - before
                if start >= 0 and text.startswith(spelling, start) and ends_a_word(text, start + len(spelling)):
                    found.add(name)
        if "percent_change" in found:
            found -= {"difference", "ratio"}
        if "average" in found:
            found -= {"difference", "product", "ratio"}
        return frozenset(found)

    def tokens(self, text: str) -> frozenset[str]:
        """Return the words of a text that name something, without the endings of plurals."""
        return frozenset(filter(None, map(self.telling.__getitem__, _WORD.findall(text))))


class _Telling(dict[str, str]):
    def __init__(self, stop: frozenset[str]) -> None:
        super().__init__()
        self._stop = stop

    def __missing__(self, word: str) -> str:
        if len(self) > _KEPT:
            self.clear()
        lower = word.lower()
        found = self[word] = "" if lower in self._stop else _stem(lower)
        return found


class Beside:
    """What stands beside a figure: the words in it that name something are found when they are asked for."""

    __slots__ = ("_cues", "_text", "_words")

    def __init__(self, text: str, cues: Cues) -> None:
        self._text = text
        self._cues = cues
        self._words: frozenset[str] | None = None

    @property
    def words(self) -> frozenset[str]:
        """The words that name something."""
        if self._words is None:
            self._words = self._cues.tokens(self._text)
        return self._words


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
