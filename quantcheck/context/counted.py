"""Counts of things per period: `112,000 vehicles per day`, `20 cases daily`. The thing counted stands between.

The count alone would be a part, and the frequency by itself nobody's: the two are one amount per period, as
`112,000 per day` is, read anew by the reader itself. What is counted is no more part of it than of a bare number.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless, later
from quantcheck.values import CLOCKS, Quantity

_REACH = 70


class Counted:
    """The words of such expressions, compiled."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.periods: dict[str, str] = row["periods"]
        self.symbols: dict[str, str] = row["symbols"]

        self.telling = ("/", "per", "each", "every", *self.periods.values())
        """One of these stands behind what is counted, if a rate does."""

        def words(name: str) -> str:
            return any_of(row[name])

        def word() -> str:
            return rf"\s+(?!(?:{words('never')}|{words('per')})\b)[^\W\d_](?:[\w'’-]*\w)?"

        self.before = caseless(lambda: rf"(?:\b(?:{words('per')})\s|/\s?)\Z")
        self.year = caseless(lambda: rf"\b(?:{words('dated')})\s(?:1\d|20)\d\d\Z")
        self.rate = caseless(
            lambda: (
                rf"(?:{word()}){{1,4}}\s+(?:{words('per')})\s+(?P<period>{any_of(self.periods.values())})(?![\w-])"
                rf"(?!\s+(?:{words('behind')})\b)"
            )
        )
        self.stroke = later(lambda: rf"(?:{word()}){{1,2}}/(?P<symbol>{'|'.join(self.symbols)})(?![\w/·^⁻²³])")
        self.between = caseless(lambda: rf"(?:{word()}){{1,4}}\s+")
        self.many = caseless(
            lambda: (
                rf"(?:{word()}){{1,4}}(?:\s+(?:per|for\s+(?:every|each))\s+|\s?/\s?)"
                rf"(?=\d|(?:{words('figures')})\b)"
            )
        )


def counted(
    visible: str,
    quantities: list[Quantity],
    breaks: Sequence[int],
    words: Counted,
    read: Callable[[str], list[Quantity]],
) -> None:
    """Make one quantity of each bare number with a thing and a period behind it; `read` reads a text by itself."""
    joined: set[int] = set()
    for k, quantity in enumerate(quantities):
        if k in joined or not quantity.bare or quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        if not visible[quantity.end : quantity.end + 1].isspace():
            # what is counted stands behind it
            continue
        following = quantities[k + 1] if k + 1 < len(quantities) else None
        one = following is not None and following.start < quantity.end + _REACH and _is_one(following)
        said = visible[quantity.end : quantity.end + _REACH].lower()
        if not one and not any(map(said.__contains__, words.telling)):
            continue
        before = max(0, quantity.start - 8)
        if words.before.search(visible, before, quantity.start) or words.year.search(visible, before, quantity.end):
            # `20 cases per 100,000 people per year`, `in 2019 deaths per day fell`
            continue
        broken = bisect_left(breaks, quantity.end)
        ceiling = min(len(visible), quantity.end + _REACH, *breaks[broken : broken + 1])
        if _per_many(visible, quantities, k, words, read, ceiling, joined):
            continue
        if following is not None and not one:
            ceiling = min(ceiling, following.start)
        period, end = "", 0
        if following is not None and following.end <= ceiling and following.readings[0].unit in words.periods:
            if words.between.fullmatch(visible, quantity.end, following.start):
                period, end = words.periods[following.readings[0].unit], following.end
        if not period:
            found = words.rate.match(visible, quantity.end, ceiling)
            found = found or words.stroke.match(visible, quantity.end, ceiling)
            if found is None or (following is not None and following.start < found.end() != following.end):
                continue
            named = found.groupdict()
            period, end = named.get("period") or words.symbols[named["symbol"]], found.end()
        text = f"{visible[quantity.start : quantity.end]} per {period}"
        made = read(text)
        if len(made) != 1 or made[0].reason or (made[0].start, made[0].end) != (0, len(text)):
            continue
        if following is not None and following.end == end:
            joined.add(k + 1)
        made[0].start, made[0].end = quantity.start, end
        made[0].series = quantity.series
        quantities[k] = made[0]
    if joined:
        quantities[:] = [q for k, q in enumerate(quantities) if k not in joined]


def _per_many(
    visible: str,
    quantities: list[Quantity],
    k: int,
    words: Counted,
    read: Callable[[str], list[Quantity]],
    ceiling: int,
    joined: set[int],
) -> bool:
    """Read a bare number of things per so many others as one (`20 cases per 100,000 people per year`)."""
    quantity = quantities[k]
    found = words.many.match(visible, quantity.end, ceiling)
    if found is None:
        return False
    text = f"{visible[quantity.start : quantity.end]} per "
    lead = len(text)
    made = read(text + visible[found.end() : ceiling])
    if not made or made[0].start or made[0].reason or made[0].end <= lead:
        return False
    end = found.end() + made[0].end - lead
    inside = [j for j in range(k + 1, len(quantities)) if quantities[j].start < end]
    if any(quantities[j].end > end or quantities[j].equation >= 0 for j in inside):
        return False
    joined.update(inside)
    made[0].start, made[0].end, made[0].series = quantity.start, end, quantity.series
    quantities[k] = made[0]
    return True


def _is_one(quantity: Quantity) -> bool:
    """Say whether a quantity is once per period, or one period (`daily`, `a year`)."""
    if quantity.reason or len(quantity.readings) != 1 or quantity.equation >= 0:
        return False
    reading = quantity.readings[0]
    one = reading.lower == 1 and (reading.shape, reading.modality) == ("point", "exact")
    return one and reading.dimension.removeprefix("per_time:") in CLOCKS
