"""Figures cut between passages: where one ends and the next goes on, neither holds the figure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from quantcheck.patterns.later import later
from quantcheck.values import Text

_DIGIT_FIRST: Final = later(r"\s*\d")
_TAIL_FIRST: Final = re.compile(r"\s*[.,]\d")
_STOPPED: Final = later(r"[.!?:;|][\"'”’)\]*_]{0,4}\Z")
_BLANK: Final = later(r"\s")
REACH: Final = 60
"""Characters on each side of the end of a passage that are read as if the next went on there."""


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


def across(texts: Sequence[str], reads: Sequence[Text], read: Callable[[str], Text]) -> list[set[int]]:
    """Return the same of figures that would go on: `Take up to`, `5 mg` and `/kg daily` in three passages.

    A passage that ends in a stop ends there, and so does one that neither ends in a figure nor has one behind it.
    """
    found: list[set[int]] = [set() for _ in texts]
    for n in range(len(texts) - 1):
        before, behind = texts[n].rstrip(), texts[n + 1]
        led = len(behind) - len(behind.lstrip())
        last, first = reads[n].quantities[-1:], reads[n + 1].quantities[:1]
        # what begins with a capital goes on with no figure
        ends = bool(last) and last[0].end == len(before) and not behind[led : led + 1].isupper()
        begins = bool(first) and first[0].start == led
        if not (ends or begins) or _STOPPED.search(before, max(0, len(before) - 5)):
            continue
        for start, end in _over(_tail(before), _head(behind[led:]), read):
            if last and last[0].end > len(before) - start:
                found[n].add(len(reads[n].quantities) - 1)
            if first and first[0].start < led + end:
                found[n + 1].add(0)
    return found


def _tail(text: str) -> str:
    if len(text) <= REACH:
        return text
    blank = _BLANK.search(text, len(text) - REACH)
    return text[blank.end() :] if blank is not None else ""


def _head(text: str) -> str:
    at = max(text.rfind(" ", 0, REACH), text.rfind("\n", 0, REACH))
    return text if len(text) <= REACH else text[: max(at, 0)]


def _over(before: str, behind: str, read: Callable[[str], Text]) -> Iterator[tuple[int, int]]:
    """Yield the figure that lies over the seam of two texts: how far it reaches to either side."""
    if before and behind:
        seam = len(before)
        for q in read(f"{before} {behind}").quantities:
            if q.start < seam < q.end:
                yield seam - q.start, q.end - seam - 1


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
