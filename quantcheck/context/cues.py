"""The places of telling words in a text, so that only what is near them is looked at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import compress


def places_of(words: frozenset[str], raw: Sequence[str]) -> list[int]:
    """Return where tokens are some words; in one pass without a step of its own for each token."""
    return list(compress(range(len(raw)), map(words.__contains__, raw)))


class Cues:
    """The places of some tokens in a text."""

    def __init__(self, places: Iterable[int]) -> None:
        self._places = list(places)

    def within(self, first: int, last: int) -> list[int]:
        """Return those from one token to before another."""
        return self._places[bisect_left(self._places, first) : bisect_left(self._places, last)]

    def between(self, first: int, last: int) -> bool:
        """Say whether one of them stands from one token to before another."""
        places = self._places
        at = bisect_left(places, first)
        return at < len(places) and places[at] < last
