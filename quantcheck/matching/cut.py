"""Numbers cut between passages: where one ends in a digit and the next goes on, neither holds the number."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from quantcheck.patterns.later import later
from quantcheck.values import Text

_DIGIT_FIRST: Final = later(r"\s*\d")
_TAIL_FIRST: Final = re.compile(r"\s*[.,]\d")


def cut(texts: Sequence[str], reads: Sequence[Text]) -> list[set[int]]:
    """Return for each passage the indexes of its quantities that may be half of a number cut between passages."""
    found: list[set[int]] = [set() for _ in texts]
    for n, text in enumerate(texts):
        end = _open_end(text)
        if end is not None and n + 1 < len(texts) and _DIGIT_FIRST.match(texts[n + 1]):
            found[n] |= _covering(reads[n], end)
            found[n + 1] |= _covering(reads[n + 1], _first_digit(texts[n + 1]))
        if _TAIL_FIRST.match(text):
            found[n] |= _covering(reads[n], _first_digit(text))
            if n and (end := _open_end(texts[n - 1])) is not None:
                found[n - 1] |= _covering(reads[n - 1], end)
    return found


def _open_end(text: str) -> int | None:
    """Return the place of the digit that a text ends in."""
    tail = text.rstrip()
    last = len(tail) - 1
    if last > 0 and tail[last] in ".,":
        last -= 1
    return last if last >= 0 and tail[last].isdecimal() else None


def _first_digit(text: str) -> int:
    return next(i for i, c in enumerate(text) if c.isdecimal())


def _covering(read: Text, place: int) -> set[int]:
    at = bisect_right(read.quantities, place, key=lambda q: q.start) - 1
    return {at} if at >= 0 and read.quantities[at].end > place else set()
