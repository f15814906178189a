"""Dates and times of day as operands of a derivation, for the verifier: whether a quote shows what is claimed of it.

Nothing is parsed here: the day, month and year, or hour and minute, that the reading names are looked for in the quote,
and what two dates have in common also beside it.
"""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterator
from datetime import date

from quantcheck import report
from quantcheck.verifier import proof
from quantcheck.verifier.proof import Value

SECONDS = {"date": ("d", 86400), "time_of_day": ("h", 3600)}
"""Dimension of such an operand -> its unit, and that in base units."""
BESIDE = 200
"""Characters on either side of a date in which its year or month may stand."""
_NUMBER = re.compile(r"[0-9]+")
_HALF = re.compile(r"([ap])\.?m\b", re.IGNORECASE)
_LATEST = date.max.toordinal()


def faults(operand: report.Support, text: str, where: str) -> Iterator[tuple[str, str]]:
    """Yield what the quote of an operand does not bear out; what it has in common with another may stand beside it."""
    around = text[max(0, operand.start - BESIDE) : operand.end + BESIDE]
    try:
        message = _fault(proof.value(operand.reading), operand.quote, around)
    except proof.Unprovable as fault:
        message = str(fault)
    if message:
        yield where, message


def _fault(value: Value, quote: str, around: str) -> str:
    unit, seconds = SECONDS[value.dimension]
    lower, base = value.lower, value.base_lower
    if value.shape != "point" or value.unit != unit or lower is None or base != lower * seconds:
        return "no date and no time of day"
    if (value.upper, value.base_upper) != (lower, base):
        return "no single date or time of day"
    shown = [int(n) for n in _NUMBER.findall(quote)]
    if value.dimension == "date":
        if lower.denominator != 1 or not 0 < lower <= _LATEST:
            return "no date"
        day = date.fromordinal(int(lower))
        near = [int(n) for n in _NUMBER.findall(around)]
        named = month_name[day.month][:3].lower() in around.lower() or day.month in shown
        return "" if day.day in shown and named and day.year in near else f"the quote does not show {day.isoformat()}"
    hour, minute = divmod(lower * 60, 60)
    halves = {m[1].lower() for m in _HALF.finditer(around)}
    hours = {int(hour)} | ({int(hour) % 12 or 12} if ("p" if hour >= 12 else "a") in halves else set())
    good = 0 <= lower <= 24 and minute.denominator == 1 and shown and shown[0] in hours
    good = good and (int(minute) in shown[1:] if minute else not any(shown[1:]))
    return "" if good else f"the quote does not show {int(hour)}:{int(minute):02}"
