"""What is settled for a case as a whole before anything is compared: which dollar is meant, which numbers are cut."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from quantcheck.values import Quantity, Reading, Text

DOLLAR: Final = "dollar"
DEFAULT_DOLLARS: Final = {"en": "USD"}
"""The dollar that a bare `$` is in a locale, unless the case names another."""

_DIGIT_FIRST: Final = re.compile(r"\s*\d")
_TAIL_FIRST: Final = re.compile(r"\s*[.,]\d")


def has_open_dollar(read: Text) -> bool:
    """Whether a text holds a bare `$`."""
    return any(axis == DOLLAR for q in read.quantities for r in q.readings for axis, _ in r.axes)


def names_another_dollar(reads: Iterable[Text], texts: Iterable[str], names: re.Pattern[str] | None, own: str) -> bool:
    """Whether any text gives an amount of another dollar, or names one; `names` finds the names in prose."""
    dollars: set[str] = set()
    stated: set[str] = set()
    for read in reads:
        for q in read.quantities:
            for r in q.readings:
                currency = r.dimension.partition("currency:")[2][:3]
                if any(axis == DOLLAR for axis, _ in r.axes):
                    dollars.add(currency)
                elif currency:
                    stated.add(currency)
    return bool((stated & dollars) - {own}) or (names is not None and any(map(names.search, texts)))


def with_dollar(read: Text, code: str) -> Text:
    """Return a text in which every bare `$` is this dollar."""
    if not has_open_dollar(read):
        return read
    return msgspec.structs.replace(read, quantities=[_settled(q, code) for q in read.quantities])


def _settled(q: Quantity, code: str) -> Quantity:
    if not any(axis == DOLLAR for r in q.readings for axis, _ in r.axes):
        return q
    kept = [r for r in q.readings if dict(r.axes).get(DOLLAR, code) == code]
    readings = tuple(dict.fromkeys(map(_without_dollar, kept)))
    return msgspec.structs.replace(q, readings=readings, axis="" if len(readings) < 2 or q.axis == DOLLAR else q.axis)


def _without_dollar(r: Reading) -> Reading:
    return msgspec.structs.replace(r, axes=tuple((a, c) for a, c in r.axes if a != DOLLAR))


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
