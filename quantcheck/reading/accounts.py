"""Every digit of a text in one entry: what no quantity and nothing left alone holds is unread, or was hidden."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from quantcheck.values import Equation, Ignored, Quantity
from quantcheck.visible.markup import CITATION
from quantcheck.visible.view import View

# A set of characters first, as few of a text are in it: a class of all digits is looked for more slowly.
_DIGITS = re.compile(r"[0-9\x80-\U0010ffff](?<=\d)\d*+")


def account_visible(
    visible: str,
    loose: Iterable[tuple[int, int]],
    quantities: list[Quantity],
    left: Sequence[tuple[int, int, str]],
) -> None:
    """Give every visible digit and number word that lies in no entry an `ambiguous` quantity of its own (`unread`)."""
    spans = sorted([*((q.start, q.end) for q in quantities), *((s, e) for s, e, _ in left)])
    at = 0
    orphans: list[Quantity] = []
    for start, end in loose:
        while at < len(spans) and spans[at][1] <= start:
            at += 1
        if at < len(spans) and spans[at][0] <= start and end <= spans[at][1]:
            continue
        if at < len(spans) and spans[at][0] < end:
            start, end = (start, spans[at][0]) if start < spans[at][0] else (spans[at][1], end)
            if start >= end:
                continue
        start, end = _widened(
            visible, start, end, spans[at - 1][1] if at else 0, spans[at][0] if at < len(spans) else None
        )
        if orphans and start < orphans[-1].end:
            orphans[-1].end = max(end, orphans[-1].end)
            continue
        orphans.append(Quantity(start, end, reason="unread", bare=True))
    if orphans:
        quantities.extend(orphans)
        quantities.sort(key=lambda q: q.start)


_PARTING = frozenset(" \t\n\r\u00a0\"'“”‘’«»()[]{}<>,.;:!?…|•*—=→" + CITATION)


def _widened(visible: str, start: int, end: int, floor: int, ceiling: int | None) -> tuple[int, int]:
    """Return the span of an orphan digit with what touches it on both sides (`S^2`), at most 20 characters each."""
    first, last = start, end
    ceiling = len(visible) if ceiling is None else ceiling
    while first > floor and start - first < 20 and visible[first - 1] not in _PARTING:
        first -= 1
    while last < ceiling and last - end < 20 and visible[last] not in _PARTING:
        last += 1
    return first, last


def merge_hidden(ignored: list[Ignored], seen: View, read: Sequence[Quantity | Equation]) -> list[Ignored]:
    """Return what is ignored with what the view hid; what was hidden inside what is read belongs to that."""
    if not seen.ignored:
        return ignored
    starts = [entry.start for entry in read]
    reach = list(accumulate((entry.end for entry in read), max))
    kept = list(ignored)
    for entry in seen.ignored:
        at = bisect_right(starts, entry.start) - 1
        if at >= 0 and reach[at] >= entry.end:
            continue
        kept.append(entry)
    return sorted(kept, key=lambda e: (e.start, e.end))


def account_source(text: str, seen: View, quantities: list[Quantity], ignored: list[Ignored]) -> None:
    """List as `markup` every digit of the text as given that no entry holds: what the view left out."""
    spans = sorted(
        [
            *((q.start, q.end) for q in quantities),
            *((i.start, i.end) for i in ignored),
            *((c.start, c.end) for c in seen.citations),
        ]
    )
    if not _digits_outside(text, spans):
        return
    reach = 0
    at = 0
    added: list[Ignored] = []
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        while at < len(spans) and spans[at][0] < end:
            if max(start, reach) < spans[at][0]:
                added.append(Ignored(max(start, reach), spans[at][0], "markup"))
            reach = max(reach, spans[at][1])
            at += 1
        if end > reach:
            added.append(Ignored(max(start, reach), end, "markup"))
    if added:
        ignored += added
        ignored.sort(key=lambda e: (e.start, e.end))


def _digits_outside(text: str, spans: Iterable[tuple[int, int]]) -> bool:
    """Say whether a digit stands outside some spans, which are in order; most texts have none."""
    place, outside = 0, []
    for start, end in spans:
        if start > place:
            outside.append(text[place:start])
        if end > place:
            place = end
    outside.append(text[place:])
    return _DIGITS.search("".join(outside)) is not None
