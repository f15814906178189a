"""Dates and times of day among the digits of a text. A year alone is a bare number: what it is, is never guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from quantcheck.left_alone.guard import Guard, cases, word_before, word_behind
from quantcheck.patterns.later import later

Found = tuple[int, int, str]

_DASH = "-‐‑–—"
_ISO = later(
    r"\d{4}([-/.])(\d{1,2})\1(\d{1,2})(?!\d)(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\d))?"
)
_LOCAL = later(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])")
_YEARS = later(rf"(\d{{4}})([{_DASH}/])(\d{{4}}|\d{{2}})(?!\d)")
_DAY_AND_YEAR = later(
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?[{_DASH}]\s?\d{{1,2}}(?:st|nd|rd|th)?)?"
    r"(?P<in>(?:[ ]?,?\s|,)(?P<year>[12]\d{3})(?![\d,.]\d|\d))?(?!\d)"
)
_YEAR = later(r"[12]\d{3}(?![\d.,]\d|\d)")
_DAY = later(
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?[{_DASH}]\s?\d{{1,2}}(?:st|nd|rd|th)?)?[\s-](?:of\s)?"
    r"(?P<month>[A-Z][a-z]{2,8}|[A-Z]{3,9})\b\.?(?P<in>[\s,-]{1,3}(?P<year>[12]\d{3})(?![\d.,]\d|\d))?"
)
_CLOCK = later(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])")
_CLOCK_SPAN = later(rf"\d{{1,2}}(?::\d{{2}})?(?:[{_DASH}]\d{{1,2}}(?::\d{{2}})?)?")
_AFTER = later(r"[ \u00a0\u2009\u202f\t]{0,3}(a\.m\.?|p\.m\.?|am|pm|AM|PM|A\.M\.?|P\.M\.?)(?![A-Za-z])")
_O_CLOCK = later(r"[ \u00a0]o['’]clock\b", re.IGNORECASE)
_MILITARY = later(r"0\d[0-5]\d[ \u00a0-]?(?:hours|hrs)\b(?!\s(?:of|per|a)\b)", re.IGNORECASE)
_FRENCH = later(r"(?:[01]?\d|2[0-4])h[0-5]\d(?![0-9A-Za-z])")
_DECADE = later(r"\d{3}0['’]?s(?![A-Za-z0-9])")
_SHORT_DECADE = later(r"\d0['’]?s(?![A-Za-z0-9])")
_PERIOD = later(r"(?<![A-Za-z0-9])(?:(Q|H|FY)|([Mm]id|[Ee]arly|[Ll]ate|[Pp]re|[Pp]ost)[-–])$")
_PERIOD_YEAR = later(r"(?:,? (?:of )?(?:FY ?)?|/|-|')[12]\d{3}(?![\d.,]\d|\d)")


class Dates(msgspec.Struct, frozen=True):
    """The tables `date` and `clock_time`, compiled."""

    months: frozenset[str]
    year_words: frozenset[str]
    span_before: frozenset[str]
    decade_before: frozenset[str]
    century_before: frozenset[str]
    eras: frozenset[str]
    clock_before: frozenset[str]
    guard: Guard

    @classmethod
    def compile(cls, date: Mapping[str, Any], clock: Mapping[str, Any], guard: Guard) -> Dates:
        """Compile the two tables."""
        months = {form for month in date["months"] for form in (month, month.upper())}
        return cls(
            months=frozenset(months | {f"{month}." for month in months}),
            year_words=cases(date["year_words"]),
            span_before=cases(date["span_before"]),
            decade_before=cases(date["decade_before"]),
            century_before=cases(date["century_before"]),
            eras=frozenset(date["eras"]),
            clock_before=cases(clock["before"]),
            guard=guard,
        )

    def behind_month(self, text: str, word: str, start: int) -> Found | None:
        """Take `May 5, 2020`, `May 5–7` or `May 2020` whose month is the word before."""
        begins = start - 1 - len(word)
        year = _YEAR.match(text, start)
        if year is not None:
            return None if self.guard.unit_at(text, year.end()) else (begins, year.end(), "date")
        day = _DAY_AND_YEAR.match(text, start)
        if day is None or not 1 <= int(day["day"]) <= 31:
            return None
        end = self._end(text, day)
        if text[end : end + 1] in (".", ",", ":") and text[end + 1 : end + 2].isdigit():
            return None
        return None if self.guard.unit_at(text, end) else (begins, end, "date")

    def before_month(self, text: str, start: int) -> Found | None:
        """Take `5 May 2020`, `5th of May` or `5–7 May`."""
        found = _DAY.match(text, start)
        if found is None or found["month"] not in self.months or not 1 <= int(found["day"]) <= 31:
            return None
        end = self._end(text, found)
        return (start, end - (text[end - 1] == "." and len(found["month"]) > 4), "date")

    def _end(self, text: str, found: re.Match[str]) -> int:
        """Return where a day and month end, or the year behind them that is no amount (`on 5 May 1200 mg`)."""
        amount = found["in"] is not None and self.guard.unit_at(text, found.end("year"))
        return found.start("in") if amount else found.end()

    def numeric(self, text: str, start: int, end: int) -> Found | None:
        """Take a date in digits, or a span of years, that begins at `start`."""
        iso = _ISO.match(text, start)
        if iso is not None and 1 <= int(iso.group(2)) <= 12 and 1 <= int(iso.group(3)) <= 31:
            return self._free(text, start, iso.end())
        local = _LOCAL.match(text, start)
        if local is not None:
            first, second = int(local.group(1)), int(local.group(3))
            if local.end() >= end and 1 <= min(first, second) <= 12 and max(first, second) <= 31:
                return self._free(text, start, local.end())
        years = _YEARS.match(text, start)
        if years is None or years.end() != end:
            return None
        return self._span(text, start, end, years)

    def _free(self, text: str, start: int, end: int) -> Found | None:
        return None if self.guard.unit_at(text, end) else (start, end, "date")

    def _span(self, text: str, start: int, end: int, years: re.Match[str]) -> Found | None:
        first, last = int(years.group(1)), years.group(3)
        if not 1000 <= first <= 2100 or self.guard.unit_at(text, end) or text[start - 1 : start] in _MONEY_OR_SIGN:
            return None
        if text[end : end + 1] in _GROUPING and text[end + 1 : end + 4].isdecimal():
            # `1520-54 520` with a blank that keeps together: the digits behind are another group of the number
            return None
        if len(last) == 2:
            # `2013-14`, `2013/14` follow each other; `2020-05` is a year and month.
            value = int(last)
            return (start, end, "date") if value > first % 100 or 1 <= value <= 12 else None
        if not 1500 <= first <= int(last) <= 2100 or (years.group(2) == "/" and int(last) != first + 1):
            return None
        before, behind = text[start - 1 : start], text[end : end + 1]
        cued = word_before(text, start) in self.span_before or word_behind(text, end) in self.span_before
        if cued or before in ("(", "[", "") or (behind in (")", ",", ";", ":", "") and first >= 1900):
            return (start, end, "date")
        return None

    def decade(self, text: str, start: int) -> Found | None:
        """Take `1960s`, `'60s` or `the 60s`."""
        before = text[start - 1 : start] if start else ""
        long = _DECADE.match(text, start)
        if long is not None:
            value = int(text[start : start + 4])
            cued = word_before(text, start).lower() in self.century_before or before == "-"
            if (
                1000 <= value <= 2100
                and (cued or (value >= 1700 and before in ' (\n“"'))
                and word_before(text, start) != "for"
            ):
                return (start, long.end(), "date")
            return None
        short = _SHORT_DECADE.match(text, start)
        if short is None or text[start : start + 1] == "0":
            return None
        if before in ("'", "’", "‘") and not text[start - 2 : start - 1].isalnum():
            return (start - 1, short.end(), "date")
        if (
            before in (" ", "-")
            and text[max(0, start - 9) : start - 1].rpartition(" ")[2].lower() in self.decade_before
        ):
            return (start, short.end(), "date")
        return None

    def era(self, text: str, start: int, end: int) -> Found | None:
        """Take `300 BC`."""
        piece = text[end + 1 : end + 7].split(" ", 1)[0].rstrip(",;:)")
        for era in (piece, piece.rstrip(".")):
            if era in self.eras and text[end : end + 1] == " ":
                return (start, end + 1 + len(era), "date")
        return None

    def clock(self, text: str, start: int, end: int) -> Found | None:
        """Take `10:30`, `5 pm`, `5–7 p.m.`, `14h30`, `10 o'clock`; what stands near (a ratio) is for the caller."""
        span = _CLOCK_SPAN.match(text, start)
        if span is not None and span.end() == end:
            after = _AFTER.match(text, end) or _O_CLOCK.match(text, end)
            hours = [int(part.partition(":")[0]) for part in re.split(f"[{_DASH}]", text[start:end])]
            if (
                after is not None
                and all(0 < hour <= 12 for hour in hours)
                and text[start - 1 : start] not in (".", ",")
            ):
                return (start, after.end(), "clock_time")
        first = _CLOCK.match(text, start)
        if first is None:
            military = _MILITARY.match(text, start) if end - start == 4 else None
            if military is not None:
                return (start, military.end(), "clock_time")
            french = _FRENCH.match(text, start)
            return None if french is None else (start, french.end(), "clock_time")
        if not self._is_clock(first) or self.guard.unit_at(text, end):
            return None
        last = first
        if first.end() < end:
            second = _CLOCK.match(text, first.end() + 1)
            if second is None or second.end() != end or not self._is_clock(second):
                return None
            last = second
        hour, minute = int(first.group(1)), int(first.group(2))
        cued = word_before(text, start) in self.clock_before or text[start] == "0" or last is not first
        if not cued and not (hour >= 10 and minute % 15 == 0):
            return None
        return (start, end, "clock_time")

    @staticmethod
    def _is_clock(found: re.Match[str]) -> bool:
        return int(found.group(1)) <= 24 and int(found.group(2)) <= 59 and int(found.group(3) or 0) <= 59

    def after_year_word(self, text: str, word: str, start: int) -> Found | None:
        """Take `fiscal 2019`, `FY 2019`, `spring 2020`."""
        begins = start - 1 - len(word)
        year = _YEAR.match(text, start)
        if year is None or self.guard.unit_at(text, year.end()):
            return None
        return (begins, year.end(), "date")

    def glued(self, text: str, start: int, end: int) -> Found | None:
        """Take `Q3 2020`, `H1`, `FY2019` and `mid-2019`, `mid-60s`, whose letters touch the digits."""
        found = _PERIOD.search(text, max(0, start - 6), start)
        if found is None:
            return None
        word = found.group(1) or found.group(2)
        if word in ("Q", "H"):
            if end - start != 1 or text[start] not in "1234" or text[end : end + 1].isalnum():
                return None
            year = _PERIOD_YEAR.match(text, end)
            return (found.start(), year.end() if year is not None else end, "date")
        if word == "FY":
            return None if self.guard.unit_at(text, end) else (found.start(), end, "date")
        decade = _DECADE.match(text, start) or _SHORT_DECADE.match(text, start)
        if decade is not None:
            return (found.start(), decade.end(), "date")
        year = _YEAR.match(text, start)
        return None if year is None or self.guard.unit_at(text, year.end()) else (found.start(), year.end(), "date")


_GROUPING = frozenset("\u00a0\u2007\u2009\u202f")
_MONEY_OR_SIGN = frozenset("$€£¥₹+−±~≈<>≤≥=")
