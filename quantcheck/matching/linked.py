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
    for i, verdict in enumerate(found):
        if verdict is None or not verdict.accepted or not verdict.support:
            continue
        for j, word in _links(text, answer.quantities, i, words):
            other = found[j]
            if other is None or not other.accepted or _RELAXED & {*verdict.notes, *other.notes}:
                continue
            if not _apart(answer.quantities[j], word, verdict, other, sources, words):
                continue
            settled[i] = Verdict("ambiguous", "pairing", support=verdict.support)
            settled[j] = Verdict("ambiguous", "pairing", support=other.support)
    return settled


def _apart(
    second: Quantity, word: str, first: Verdict, other: Verdict, sources: Sequence[Source], words: tuple[str, ...]
) -> bool:
    """Whether each place of the first figure is linked to another figure of the second one's kind, and none to that."""
    kinds = {r.dimension for r in second.readings}
    theirs = {(h.place.source, h.place.quantity) for h in other.support}
    for hit in first.support:
        linked = [j for j, said in _of_place(hit, sources, words) if said == word]
        quantities = sources[hit.place.source].read.quantities
        alike = [j for j in linked if not kinds.isdisjoint(r.dimension for r in quantities[j].readings)]
        if not alike or any((hit.place.source, j) in theirs for j in alike):
            return False
    return True


def _of_place(hit: Hit, sources: Sequence[Source], words: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    source = sources[hit.place.source]
    return _links(source.text, source.read.quantities, hit.place.quantity, words)


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
