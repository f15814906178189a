"""Where two quantities lie on one line: their ends in thousandths of its length. Draws nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from quantcheck import report
from quantcheck.wording import words

LENGTH: Final = 1000
_MARGIN: Final = Fraction(15, 100)
_LONGEST: Final = 400
"""Characters of a rational beyond which nothing is drawn."""


def line(here: report.Reading, there: report.Reading) -> list[dict[str, Any]] | None:
    """Return the answer's figure and the source's as bars `{lower, upper}`, an open side being null.

    None where they have no ends on a common line.
    """
    if here.base.dimension != there.base.dimension:
        return None
    ends = [_ends(here), _ends(there)]
    known = [value for pair in ends if pair for value in pair if value is not None]
    if None in ends or not known:
        return None
    low, high = min(known), max(known)
    span = high - low or abs(high) or Fraction(1)
    low, high = low - span * _MARGIN, high + span * _MARGIN
    return [
        _bar(pair, low, high, r, who)
        for pair, r, who in zip(ends, (here, there), ("answer", "source"), strict=True)
        if pair is not None
    ]


def _ends(r: report.Reading) -> tuple[Fraction | None, Fraction | None] | None:
    lower, upper = r.base.lower, r.base.upper
    if (lower is None and upper is None) or max(len(lower or ""), len(upper or "")) > _LONGEST:
        return None
    return (None if lower is None else Fraction(lower)), (None if upper is None else Fraction(upper))


def _bar(
    ends: tuple[Fraction | None, Fraction | None], low: Fraction, high: Fraction, r: report.Reading, who: str
) -> dict[str, Any]:
    lower, upper = (None if end is None else int((end - low) * LENGTH / (high - low)) for end in ends)
    return {
        "who": who,
        "lower": lower,
        "upper": upper,
        "open": [not r.lower_closed, not r.upper_closed],
        "say": words.reading(r),
    }


def step(here: report.Reading, there: report.Reading) -> str | None:
    """Return how many of the one unit the other is, where one is a multiple of the other and the readings show it."""
    ends = [(r.lower if r.lower is not None else r.upper) for r in (here, there)]
    bases = [(r.base.lower if r.lower is not None else r.base.upper) for r in (here, there)]
    numbers = [*ends, *bases]
    if here.base.dimension != there.base.dimension or here.base.dimension == "temperature":
        return None
    if any(n is None or len(n) > _LONGEST for n in numbers):
        return None
    a, b, base_a, base_b = (Fraction(n) for n in numbers if n is not None)
    return str(base_a / a / (base_b / b)) if a and b and base_a and base_b else None
