"""Dates and times of day that were left alone, as exact values: the ends of a time that passed.

They are no quantities and support nothing; a derivation may have two of them for its operands. What has two readings
(`03/04/2024`), a date whose year stands nowhere in its sentence, or a time with a zone is none here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from quantcheck.patterns.later import later
from quantcheck.values import Ignored, Reading

DATE: Final = "date"
CLOCK: Final = "time_of_day"
DAY: Final = 86400
_DASH = "-‐‑–—"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_LAST = rf"(?:\s?[{_DASH}]\s?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?"
_MONTH = r"(?P<month>[^\W\d_]{3,9})\.?"
_NAMED: Final = (
    later(rf"{_DAY}{_LAST}[\s-](?:of\s)?{_MONTH}(?:[\s,-]{{1,3}}(?P<year>\d{{4}}))?\Z"),
    later(rf"{_MONTH}\s{_DAY}{_LAST}(?:,?\s(?P<year>\d{{4}}))?\Z"),
)
_ISO: Final = later(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\Z")
_LOCAL: Final = later(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\Z")
_CLOCK: Final = later(
    rf"(\d{{1,2}})(?::(\d{{2}}))?(?:[{_DASH}](\d{{1,2}})(?::(\d{{2}}))?)?"
    r"[ \u00a0]?(?:([ap])\.?m\.?|(?<=\d)|o['’]clock)\Z",
    re.IGNORECASE,
)


class Moment(NamedTuple):
    """A date in days, or a time of day in seconds, and where it stands."""

    start: int
    end: int
    sort: str
    value: int

    @property
    def reading(self) -> Reading:
        """It as an operand: days of the calendar, counted on from its first, or hours since midnight."""
        unit, factor = ("d", DAY) if self.sort == DATE else ("h", 3600)
        shown = Fraction(self.value) if self.sort == DATE else Fraction(self.value, factor)
        return Reading("point", unit, shown, shown, self.sort, shown * factor, shown * factor, kind=self.sort)


class _Dated(NamedTuple):
    """A date as written; without a year it has that of its sentence."""

    start: int
    end: int
    sentence: int
    day: int
    month: int
    year: int


def moments(
    text: str, ignored: Sequence[Ignored], sentences: Sequence[tuple[int, int]], months: Mapping[str, int]
) -> list[Moment]:
    """Return the dates and times of day of a text that have one reading, in order."""
    starts = [start for start, _ in sentences]
    dated: list[_Dated] = []
    made: list[Moment] = []
    for entry in ignored:
        written = text[entry.start : entry.end]
        if entry.why == "date":
            sentence = bisect_right(starts, entry.start)
            dated += (_Dated(entry.start + a, entry.start + b, sentence, *day) for a, b, *day in _days(written, months))
        elif entry.why == "clock_time":
            made += (Moment(entry.start + a, entry.start + b, CLOCK, v) for a, b, v in _times(written))
    years: dict[int, set[int]] = {}
    for d in dated:
        if d.year:
            years.setdefault(d.sentence, set()).add(d.year)
    for d in dated:
        year = d.year or min(years.get(d.sentence, ()), default=0)
        value = _ordinal(year, d.month, d.day) if d.year or len(years.get(d.sentence, ())) == 1 else 0
        if value:
            made.append(Moment(d.start, d.end, DATE, value))
    return sorted(made)


def _ordinal(year: int, month: int, day: int) -> int:
    """Return the number of a day, 0 for what is none (`31 April`): it is no operand then."""
    try:
        return date(year, month, day).toordinal()
    except ValueError:
        return 0


def _days(written: str, months: Mapping[str, int]) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield the days that a date names: where each stands in it, its day, month and year, 0 where it has none."""
    end = len(written)
    for pattern in _NAMED:
        m = pattern.match(written)
        month = months.get(m["month"].lower()) if m else None
        if m and month:
            year = int(m["year"] or 0)
            if not m["last"]:
                yield 0, end, int(m["day"]), month, year
            elif m.start("month"):
                # `3–17 March 2024`: what both have in common stands with the last
                yield m.start("day"), m.end("day"), int(m["day"]), month, year
                yield m.start("last"), end, int(m["last"]), month, year
            else:
                yield 0, m.end("day"), int(m["day"]), month, year
                yield m.start("last"), end, int(m["last"]), month, year
            return
    iso = _ISO.match(written)
    if iso:
        yield 0, end, int(iso[4]), int(iso[3]), int(iso[1])
    local = _LOCAL.match(written)
    if local:
        first, second = int(local[1]), int(local[3])
        if first > 12 or first == second:
            yield 0, end, first, second, int(local[4])
        elif second > 12:
            yield 0, end, second, first, int(local[4])


def _times(written: str) -> Iterator[tuple[int, int, int]]:
    """Yield the times of day that an entry names, in seconds, and where each stands in it."""
    m = _CLOCK.match(written)
    if m is None:
        return
    half = (m[5] or "").lower()
    first, last = int(m[1]), int(m[3] or m[1])
    # `11–2 pm` begins before noon
    other = "a" if half == "p" and m[3] and first % 12 > last % 12 else half
    if m[3]:
        yield 0, m.end(2) if m[2] else m.end(1), _seconds(first, m[2], other)
        yield m.start(3), len(written), _seconds(last, m[4], half)
    else:
        yield 0, len(written), _seconds(first, m[2], half)


def _seconds(hour: int, minute: str | None, half: str) -> int:
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return hour * 3600 + int(minute or 0) * 60
