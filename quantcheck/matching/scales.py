"""Scale words that stand with the last of several values of an answer, and those that no source states.

`12.0; 66.6; 23.0 million` shares its `million` where all three are cells of one table; `2,493 million` against a cell
`2,493` of a table without a scale leaves open in what the table counts.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from typing import Final

from quantcheck.matching import relations
from quantcheck.matching.findings import Hit
from quantcheck.matching.joint import Outcome
from quantcheck.matching.match import Verdict
from quantcheck.matching.places import Place, Places
from quantcheck.patterns.later import later
from quantcheck.values import Headed, Quantity, Reading, Text, times

_BETWEEN: Final = later(r"\s*(?:[;,]\s*(?:and\s+)?|and\s+|&\s*)\Z")
_SCALED: Final = later(r"\d\)?\s*(?P<word>thousand|million|billion|trillion)\Z", re.IGNORECASE)
_KINDS: Final = ("money", "number")
MOST: Final = 16
"""Values that may share one scale word."""


def share(text: str, answer: Text, headed: Sequence[Headed], multipliers: Mapping[str, str]) -> None:
    """Give values of an answer the scale of the last of their series where all are cells of one table so."""
    if not headed:
        return
    cells: dict[relations.Key, set[int]] = {}
    for cell in headed:
        if cell.heads and not cell.reason:
            for r in cell.readings:
                cells.setdefault(relations.key(r), set()).add(cell.source)
    quantities = answer.quantities
    for i, last in enumerate(quantities):
        scale = _scale(text, last, multipliers)
        if scale is None:
            continue
        first = i
        while first and i - first < MOST and _goes_on(text, quantities[first - 1], quantities[first], multipliers):
            first -= 1
        where = [_tables(last.readings, cells)]
        made = [tuple(times(r, scale) for r in q.readings) for q in quantities[first:i]]
        where += [_tables(readings, cells) for readings in made]
        if made and set.intersection(*where):
            for q, readings in zip(quantities[first:i], made, strict=True):
                q.readings = readings


def settle(
    text: str,
    answer: Text,
    found: Sequence[Verdict | None],
    places: Places,
    cells: Container[tuple[int, int]],
    multipliers: Mapping[str, str],
) -> list[Verdict | None]:
    """Return verdicts with those for review that a cell without a scale, or with a sign of currency, leaves open."""
    settled = list(found)
    inside: list[Place] | None = None
    for i, (q, verdict) in enumerate(zip(answer.quantities, found, strict=True)):
        if verdict is None or verdict.status != "unmatched" or not q.readings:
            continue
        scale = _scale(text, q, multipliers)
        if scale is None and not q.bare:
            continue
        if inside is None:
            inside = [p for p in places.all if (p.source, p.quantity) in cells and not p.heads]
        hits = [h for p in inside if (h := _open(q.readings, p, scale)) is not None]
        if hits:
            # In what the table counts is open, or of what the number is one.
            made = ("kind", "") if scale is None else ("readings", "scale")
            settled[i] = Verdict("ambiguous", *made, support=hits)
    return settled


def _open(readings: Sequence[Reading], place: Place, scale: Fraction | None) -> Hit | None:
    """Return the cell where it gives a value but for the scale or, for a bare number, but for its currency."""
    for r in readings:
        for theirs in place.readings:
            if r.shape != "point" or theirs.shape != "point" or r.modality != theirs.modality:
                continue
            if r.base_lower is None or theirs.base_lower is None or theirs.kind not in _KINDS:
                continue
            if (
                scale is not None
                and r.base_lower == theirs.base_lower * scale
                and _KINDS.index(r.kind) >= (_KINDS.index(theirs.kind))
            ):
                return Hit(place, r, Outcome(False, True))
            if scale is None and theirs.kind == "money" and r.base_lower == theirs.base_lower:
                return Hit(place, theirs, Outcome(False, True))
    return None


def _scale(text: str, q: Quantity, multipliers: Mapping[str, str]) -> Fraction | None:
    if q.reason or not q.readings or any(r.kind not in _KINDS or r.shape != "point" for r in q.readings):
        return None
    found = _SCALED.search(text, max(q.start, q.end - 24), q.end)
    return Fraction(multipliers[found["word"].lower()]) if found else None


def _goes_on(text: str, q: Quantity, following: Quantity, multipliers: Mapping[str, str]) -> bool:
    """Whether a value without a scale stands before another of one series."""
    if q.reason or not q.readings or any(r.kind not in _KINDS or r.shape != "point" for r in q.readings):
        return False
    gap = text[q.end : following.start]
    return len(gap) < 12 and _BETWEEN.match(gap) is not None and _scale(text, q, multipliers) is None


def _tables(readings: Sequence[Reading], cells: Mapping[relations.Key, set[int]]) -> set[int]:
    return set().union(*(cells.get(relations.key(r), set()) for r in readings))
