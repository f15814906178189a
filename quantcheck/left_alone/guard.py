"""Whether a unit stands behind a place: what keeps a physical quantity from being left alone."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

import msgspec

from quantcheck.patterns.later import later

_BEHIND = later(
    r"(?P<blank>[ \t\u00a0\u2007\u2009\u202f\ufdd1]{0,3}\n?[ \t]{0,3}-?)(?:(?P<word>[^\W\d_]++)|[%‰‱°$€£¥₹℃℉])"
)
_ON = later(r"(?: to |[-‐‑–—])\d{1,12}(?:[.,]\d{1,12})?(?![\d.,]\d)")
_WORD = later(r"[^\W\d_]++")


class Guard(msgspec.Struct, frozen=True):
    """The spellings of units, and those that are words first of all."""

    units: Container[str]
    words: frozenset[str]
    nouns: frozenset[str]
    scales: frozenset[str]
    """Words that multiply the number before them, which is then no part of a name."""

    @classmethod
    def compile(cls, table: Mapping[str, Any], units: Container[str]) -> Guard:
        """Compile the `guard` table of `vocab/left_alone.toml`."""
        return cls(units, frozenset(table["words"]), frozenset(table["nouns"]), frozenset(table["scales"]))

    def unit_at(self, text: str, place: int, *, nouns: bool = False) -> bool:
        """Return whether a unit, percent or currency begins at `place`, behind a blank or hyphen or glued on.

        With `nouns`, those that are also units count as units.
        """
        found = _BEHIND.match(text, place)
        if found is None:
            return False
        word = found["word"]
        if word is None:
            return True
        if found["blank"] and (word in self.words or (word in self.nouns and not nouns)):
            return False
        return self.is_unit(word) or word in self.scales

    def ranges_at(self, text: str, place: int) -> bool:
        """Return whether a number ends at `place` that goes on to another with a unit (`5 to 10 mg`, `5-10 mg`)."""
        found = _ON.match(text, place)
        return found is not None and self.unit_at(text, found.end())

    def is_unit(self, word: str) -> bool:
        """Return whether the word is a unit's spelling, in all capitals included."""
        return word in self.units or (word.isupper() and len(word) > 1 and word.lower() in self.units)


def cases(words: Iterable[str]) -> frozenset[str]:
    """Return the words in lower case, Capitalised and ALL CAPS."""
    return frozenset(form for word in words for form in (word, word.capitalize(), word.upper()))


def word_before(text: str, place: int) -> str:
    """Return the word that ends one blank before `place`, with the marks that stand on it; empty for none."""
    if place < 2 or text[place - 1] not in " \u00a0\n":
        return ""
    piece = text[max(0, place - 20) : place - 1]
    return piece.rpartition(" ")[2].rpartition("\n")[2].lstrip("([{\"'“‘*")


def word_behind(text: str, place: int) -> str:
    """Return the word one blank behind `place`, or glued to it by a hyphen; empty for none."""
    if text[place : place + 1] not in (" ", "\u00a0", "-", "\n", "\u202f"):
        return ""
    found = _WORD.match(text, place + 1)
    return "" if found is None else found.group()
