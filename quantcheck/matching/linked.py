"""Two figures that a word links (`5 mg in 10 mL`, `5 mg for 10 days`): each is found, but with another one by its side.

Where every place of the first is linked by the same word to another figure of the kind of the second, both need review.
Works on verdicts, with the texts at hand; which words link is a row of `vocab/relations.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from quantcheck.matching.findings import Hit
from quantcheck.matching.match import Verdict
from quantcheck.matching.places import Source
from quantcheck.matching.together import is_frequency
from quantcheck.patterns.alternatives import any_of
from quantcheck.values import Quantity, Text

REACH: Final = 48
"""Characters from the end of the first figure to the second one."""
_RELAXED: Final = frozenset(("approximate", "derived", "rounded", "rounded_conversion"))
"""Notes of what only a policy accepts: its places are no equal ones."""


def settle(
    text: str, answer: Text, found: Sequence[Verdict | None], sources: Sequence[Source], words: tuple[str, ...]
) -> list[Verdict | None]:
    """Return verdicts with those lowered on two figures that are linked to others wherever the first one stands."""
    settled = list(found)
    evidence = _Evidence(sources, words)
    for i, verdict in enumerate(found):
        if verdict is None or not verdict.accepted or not verdict.support:
            continue
        for j, word in _links(text, answer.quantities, i, words):
            other = found[j]
            if other is None or not other.accepted or _RELAXED & {*verdict.notes, *other.notes}:
                continue
            if not evidence.parts(verdict, other, word, _kinds(answer.quantities[j])):
                continue
            settled[i] = Verdict("ambiguous", "pairing", support=verdict.support)
            settled[j] = Verdict("ambiguous", "pairing", support=other.support)
    return settled


def _kinds(quantity: Quantity) -> frozenset[str]:
    return frozenset([r.dimension for r in quantity.readings])


class _Evidence:
    """What words link in the passages, asked once of each place and once of all that support a figure."""

    def __init__(self, sources: Sequence[Source], words: tuple[str, ...]) -> None:
        self._sources = sources
        self._words = words
        self._linked: dict[tuple[int, int], list[tuple[int, str, frozenset[str]]]] = {}
        self._parted: dict[tuple[int, int, str, frozenset[str]], bool] = {}
        """By the lists of support, which figures that are alike share."""

    def parts(self, first: Verdict, other: Verdict, word: str, kinds: frozenset[str]) -> bool:
        """Whether each place of the first figure is linked to other figures of these kinds, and none to the other."""
        name = id(first.support), id(other.support), word, kinds
        found = self._parted.get(name)
        if found is None:
            found = self._parted[name] = self._parts(first.support, other.support, word, kinds)
        return found

    def _parts(self, first: Sequence[Hit], other: Sequence[Hit], word: str, kinds: frozenset[str]) -> bool:
        theirs = {(h.place.source, h.place.quantity) for h in other}
        for hit in first:
            alike = [j for j, said, its in self._of(hit) if said == word and not kinds.isdisjoint(its)]
            if not alike or any((hit.place.source, j) in theirs for j in alike):
                return False
        return True

    def _of(self, hit: Hit) -> list[tuple[int, str, frozenset[str]]]:
        """Return the figures that a word links to a place, with the word and their dimensions."""
        name = hit.place.source, hit.place.quantity
        found = self._linked.get(name)
        if found is None:
            source = self._sources[hit.place.source]
            quantities = source.read.quantities
            links = _links(source.text, quantities, hit.place.quantity, self._words)
            found = self._linked[name] = [(j, word, _kinds(quantities[j])) for j, word in links]
        return found


def _links(text: str, quantities: Sequence[Quantity], i: int, words: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the figures that a word links to the i-th, with the word; how often that is taken may stand between."""
    first = quantities[i]
    if first.bare or first.equation >= 0 or is_frequency(first):
        return
    j, end = i + 1, first.end
    if j < len(quantities) and is_frequency(quantities[j]) and quantities[j].start - end < REACH:
        j, end = j + 1, quantities[j].end
    if j == len(quantities) or quantities[j].start - end > REACH:
        return
    second = quantities[j]
    found = _pattern(words).match(text, end, second.end)
    if found is None or not (found.start("word") == second.start or found.end() == second.start):
        return
    mine = {r.dimension for r in first.readings}
    for k in range(j, len(quantities)):
        if k > j and (second.series < 0 or quantities[k].series != second.series):
            return
        if not quantities[k].bare and mine.isdisjoint(r.dimension for r in quantities[k].readings):
            yield k, found["word"].lower()


@lru_cache(maxsize=4)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return how a word links two figures, over a few words of what the first is of (`5 mg of it in 10 mL`)."""
    link = any_of(words)
    return re.compile(
        rf"(?:\s(?!{link}\b|(?:and|or|but|then|to|which|that)\b)[^\W\d_]+){{0,4}}\s(?P<word>{link})\s(?:(?:a|the|each|about)\s)?",
        re.IGNORECASE,
    )
