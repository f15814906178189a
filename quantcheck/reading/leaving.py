"""What is left alone once the quantities are known: names, marks of notes, quarters of a year, words of counting.

Each takes quantities and what is left alone so far, and returns the latter; what it leaves alone is no quantity then.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from quantcheck.patterns.later import later
from quantcheck.reading.compiled import Language
from quantcheck.values import Quantity

_IDENTIFIER = later(
    r"[^\W\d_]+(?:[-–][^\W\d_]+)*[-–^_\\]?\d[\w^_-]*|\d+[A-Z]{2,}\w*|[^\W\d_]+[\^_]\w+"
    r"|[^\W\d_]+(?:[-–][^\W\d_]+)*[-–]?[⁰¹²³⁴-⁹₀-₉][\w⁺⁻₊₋+-]*"
)
RAISED = re.compile(r"[⁰¹²³⁴-⁹₀-₉]+")


def notes(
    visible: str, language: Language, quantities: list[Quantity], left: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Leave alone the raised figures that brackets make marks of; what has a unit behind it is no bare number."""
    marks = []
    for quantity in quantities:
        if not (quantity.bare and quantity.reason and RAISED.fullmatch(visible, quantity.start, quantity.end)):
            continue
        if (
            visible[quantity.start - 1 : quantity.start] in ("[", ",")
            and visible[quantity.end : quantity.end + 1] in "],"
        ):
            marks.append(quantity)
        elif language.left_alone.guard.unit_at(visible, quantity.end):
            quantity.bare = False
    if not marks:
        return left
    gone = set(map(id, marks))
    quantities[:] = [q for q in quantities if id(q) not in gone]
    return sorted([*left, *((q.start, q.end, "style_off") for q in marks)])


def torn(
    visible: str, language: Language, torn: set[int], quantities: list[Quantity], left: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Make one that is not read of a name that goes over into a number with a unit (`COVID-19'500 mg`)."""
    names = [entry for entry in left if entry[1] in torn and language.left_alone.guard.unit_at(visible, entry[1])]
    if not names:
        return left
    quantities += [Quantity(start, end, reason="unread") for start, end, _ in names]
    quantities.sort(key=lambda q: (q.start, q.end))
    return [entry for entry in left if entry not in names]


def identifiers(
    visible: str, quantities: list[Quantity], left: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Leave alone what letters make a name of (`Db2`); with a unit behind it, it stays one `ambiguous` quantity."""
    names = [
        q for q in quantities if q.reason == "unread" and q.bare and _IDENTIFIER.fullmatch(visible[q.start : q.end])
    ]
    if not names:
        return left
    gone = {id(q) for q in names}
    quantities[:] = [q for q in quantities if id(q) not in gone]
    return sorted([*left, *((q.start, q.end, "identifier") for q in names)])


_QUARTER = later(r"(?:.*[-–])?quarters?(?:[-–].*)?", re.IGNORECASE)
_OF_YEAR = later(r"[-–](?:on|over|to)[-–]quarter\b|quarters?(?:[-–'’]|\s+(?:on|over)\s+quarter\b)", re.IGNORECASE)
_WORD_AND_BLANK = later(r"([^\W\d_]{1,20}+)[ \u00a0\n-]\Z")


def quarters(
    visible: str, language: Language, quantities: list[Quantity], left: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Leave alone a quarter of the year that nothing counts (`in the first quarter`, `quarter-on-quarter`)."""
    lexicon = language.lexicon
    periods = []
    for q in quantities:
        if q.reason != "unread" or not q.bare or _QUARTER.fullmatch(visible, q.start, q.end) is None:
            continue
        before = _WORD_AND_BLANK.search(visible, max(0, q.start - 22), q.start)
        word = "" if before is None else before[1].lower()
        counted = word in lexicon.numerals.words and word not in lexicon.numerals.ordinals
        named = bool(word) and not counted and word not in lexicon.no_quarter
        if (named or _OF_YEAR.search(visible, q.start, q.end + 16)) and not language.left_alone.guard.unit_at(
            visible, q.end
        ):
            periods.append(q)
    if not periods:
        return left
    gone = {id(q) for q in periods}
    quantities[:] = [q for q in quantities if id(q) not in gone]
    return sorted([*left, *((q.start, q.end, "date") for q in periods)])


def loose_counts(
    visible: str, words: list[tuple[int, int]], quantities: list[Quantity], left: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Leave alone the words of counting that belong to no expression: `once` is an idiom then, `twice` a factor."""
    taken = sorted([*((q.start, q.end) for q in quantities), *((start, end) for start, end, _ in left)])
    starts = [start for start, _ in taken]
    added = []
    for start, end in words:
        at = bisect_right(starts, start) - 1
        if at < 0 or taken[at][1] < end:
            added.append((start, end, "idiom" if visible[start:end].lower() == "once" else "factor"))
    return sorted([*left, *added]) if added else left
