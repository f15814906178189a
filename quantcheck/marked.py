"""Bounds that a figure has from what it is the mark of (`below a 5 mg limit`, `<LOD (5 mg)`, `from 5 mg up`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quantcheck.either import as_bound, both, chosen, settle
from quantcheck.later import later
from quantcheck.values import Quantity

REACH = 32
"""Characters before a quantity that are looked at."""
_SIGNS = {"<": "lt", ">": "gt", "≤": "le", "≥": "ge"}
_INITIALS = later(r"(?P<sign>[<>≤≥])\s?[A-Z]{2,5}(?:\s?[(=,:]\s?|\s+of\s+)\Z")
"""A sign before the short name of what the figure is (`<LOD (5 mg)`, `> ULN of 40 U/L`)."""
_FROM = later(r"\bfrom\s+\Z", re.IGNORECASE)


class Marked:
    """The words by which a figure is the mark of a bound, compiled."""

    def __init__(self, relations: Mapping[str, Any]) -> None:
        row = relations["apart"]
        self.ops: dict[str, str] = {}
        for word in relations["word"]:
            if word["as"] == "BOUND":
                for spelling in word["spellings"]:
                    if spelling in row["over_the_usual"] or spelling.startswith(("exceed", "surpass")):
                        self.ops[spelling] = word["value"]
        self.before = later(rf"\b(?P<word>{'|'.join(self.ops)})\s+an?\s+\Z", re.IGNORECASE)
        self.marks = later(rf"\s*(?:{'|'.join(row['marks'])})\b", re.IGNORECASE)
        self.upward = later(rf"\s+(?:{'|'.join(row['upward'])})(?=\s*(?:[.,;:!?)]|\Z))", re.IGNORECASE)


def mark(text: str, quantities: Sequence[Quantity], words: Marked) -> None:
    """Give each figure that is the mark of a bound its readings."""
    for k, quantity in enumerate(quantities):
        if quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        start, end = quantity.start, quantity.end
        head = text[max(0, start - REACH, quantities[k - 1].end if k else 0) : start]
        last = head.rstrip()[-2:].lower()
        if last in (" a", "an"):
            found = words.before.search(head)
            if found is not None:
                _limited(quantity, words.ops[found["word"].lower()], text, words, start - len(head) + found.start())
        elif last == "om":
            found = _FROM.search(head)
            behind = None if found is None else words.upward.match(text, end, end + REACH)
            if found is not None and behind is not None and all(r.shape == "point" for r in quantity.readings):
                # `from 5 mg up`
                settle(quantity, [as_bound(r, "ge") for r in quantity.readings], "")
                quantity.start, quantity.end = start - len(head) + found.start(), behind.end()
        elif last and (last[-1] in "(=,:" or last == "of"):
            found = _INITIALS.search(head)
            if found is not None:
                closed = "(" in found[0] and text[end : end + 1] == ")"
                both(quantity, _SIGNS[found["sign"]], start - len(head) + found.start(), end + closed)


def _limited(quantity: Quantity, op: str, text: str, words: Marked, start: int) -> None:
    """Read what lies below or above a limit as that bound, or as the limit."""
    if any(r.shape == "bound" for r in quantity.readings):
        if "apart" not in quantity.axis:
            # `above a 5 mg limit`
            made = [(chosen(as_bound(r, op), "apart", "bound"), chosen(r, "apart", "other")) for r in quantity.readings]
            settle(quantity, [r for pair in made for r in pair], "apart")
            quantity.start = start
        return
    found = words.marks.match(text, quantity.end, quantity.end + REACH)
    if found is not None:
        both(quantity, op, start, quantity.end)
