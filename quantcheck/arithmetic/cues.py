"""The words of a question or a sentence that ask for a computation, and those that name a figure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from quantcheck.equations.signs import either
from quantcheck.patterns.later import later

_WORD: Final = later(r"[^\W\d_]{2,}|\d{4}|\d+")


class Cues(msgspec.Struct, frozen=True):
    """The words that ask for a computation, compiled."""

    asks: dict[str, re.Pattern[str]]
    stop: frozenset[str]
    months: dict[str, int]
    """Their names and short names in lower case."""

    @classmethod
    def compile(cls, table: Mapping[str, Any], months: Sequence[str] = ()) -> Cues:
        """Compile `derivations` of `vocab/arithmetic.toml`, with the names of months of `vocab/left_alone.toml`."""
        asks = {name: later(partial(either, words), re.IGNORECASE) for name, words in table["cues"].items()}
        names = [month.lower() for month in months]
        number = {name[:3]: n for n, name in enumerate(names[:12], 1)}
        return cls(asks, frozenset(table["stop"]["words"]), {name: number[name[:3]] for name in names})

    def asked(self, text: str) -> frozenset[str]:
        """Return the computations that a text asks for; percentage change goes before change."""
        found = {name for name, words in self.asks.items() if words.search(text)}
        if "percent_change" in found:
            found -= {"difference", "ratio"}
        if "average" in found:
            found -= {"difference", "product", "ratio"}
        return frozenset(found)

    def tokens(self, text: str) -> frozenset[str]:
        """Return the words of a text that name something, without the endings of plurals."""
        words = [word.lower() for word in _WORD.findall(text)]
        return frozenset([_stem(w) for w in words if w not in self.stop])


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
