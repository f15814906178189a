"""Spellings found by their first word: a text is asked word by word, not for all spellings at each place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

WORD = re.compile(r"(?<!\w)[^\W\d_]+")
"""A word: letters with none, and no digit, before them."""
Beginnings = Mapping[str, Sequence[tuple[str, str]]]
"""First word -> spellings that begin with it, in lower case, each with what it is."""


def beginnings(sorts: Iterable[tuple[str, Iterable[str]]]) -> Beginnings:
    """Return spellings by their first word; what is given first comes first, and of it a longer one."""
    found: dict[str, list[tuple[str, str]]] = {}
    for sort, spellings in sorts:
        for spelling in sorted(set(spellings), key=lambda s: (-len(s), s)):
            first = WORD.match(spelling)
            if first is None:
                raise ValueError(f"{spelling!r} begins with no word")
            found.setdefault(first[0], []).append((spelling, sort))
    return found


def stands_in(text: str, known: Beginnings) -> bool:
    """Say whether any of the spellings stands in a text in lower case, as words of their own."""
    for word in WORD.finditer(text):
        for spelling, _ in known.get(word[0], ()):
            if text.startswith(spelling, word.start()) and ends_a_word(text, word.start() + len(spelling)):
                return True
    return False


def ends_a_word(text: str, place: int) -> bool:
    """Say whether no letter, digit or underscore stands at a place."""
    mark = text[place : place + 1]
    return not (mark.isalnum() or mark == "_")
