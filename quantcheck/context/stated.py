"""Scales that a paragraph states for its amounts: `Revenue (in millions): $5`.

Whether an amount without a multiplier of its own is one of them nothing says for certain: it has two readings then,
on the axis `scale`. What stands in a table is for its heads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import msgspec

from quantcheck.context.cues import forms
from quantcheck.lexing.tokens import Tokens
from quantcheck.patterns.later import later
from quantcheck.values import Quantity, Reading, times

Left = list[tuple[int, int, str]]

_SCALE: Final = r"(?P<{}>thousand|million|billion|trillion)"
SORTS: Final = (forms(w + s for w in ("thousand", "million", "billion", "trillion") for s in ("", "s")),)
"""The words by which scales that are stated are looked for."""
_MONEY: Final = r"(?:dollars?|euros?|pounds|yen|rupees|francs|yuan|renminbi|won|[A-Z]{3})"
_STATED: Final = later(
    # in brackets, of nothing but the scale and what is counted: `(in millions)`, `($ thousands)`, `[million]`
    rf"[(\[]\s?(?:[^()\[\]\d\n.;]{{0,24}}?\bin\s|[A-Z]{{0,3}}[$€£¥₹]\s?|[A-Z]{{3}}\s)?(?:[A-Z]{{0,3}}[$€£¥₹]\s?|[A-Z]{{3}}\s)?"
    rf"{_SCALE.format('a')}s?(?:\sof\s[^()\[\]\d\n]{{1,24}})?(?:,[^()\[\]\d\n]{{1,60}})?\s?[)\]]"
    rf"|\bin\s{_SCALE.format('b')}s\sof\s(?:[^\W\d_]+\s)?{_MONEY}\b"
    rf"|\b(?:figures|amounts|values|numbers|sums)\s(?:[^\W\d_]+\s){{0,3}}in\s(?:[^\W\d_]+\s)?{_SCALE.format('c')}s\b",
    re.IGNORECASE,
)
_PARAGRAPH: Final = later(r"\n[ \t]*\n")
_KINDS: Final = ("money", "number")
_SCALED: Final = later(r"[^\W\d_]")
_YEARS: Final = range(1800, 2101)


_SCALES: Final = "thousands?|millions?|billions?|trillions?|mio|mrd|mln|bil|tril|gazillions?|zillions?"
_BEHIND: Final = later(
    rf"(?:\s?[-–]\s?|\*{{1,2}}\s?|\s)(?:[A-Z]{{3}}\s|or\sso\s|plus\s|odd\s|[\"“‘'])?(?:{_SCALES})\b|\sin\s(?:thousands|millions|billions|trillions)\b(?!\sof)"
    r"|\s?[(\[]['’‘]?000['’‘]?s?[)\]]",
    re.IGNORECASE,
)
"""A scale behind an amount of money that the amount has not taken: it makes another amount of it."""
_PAID: Final = later(r"(?:[A-Z]{0,3}[$€£¥₹]\s?|[A-Z]{3}\s)(?P<word>[^\W\d_]+)")
_OPENING: Final = later(r"(?:[(\[|:,\n]\s?|\bin\s)\Z", re.IGNORECASE)
_CLOSING: Final = later(r"\s?(?:[)\]|\n]|\Z)")
_ONE: Final = later(r"(?:\A|\s)(?:an?|the|one)\s\Z", re.IGNORECASE)
_STARRED: Final = later(r"\d\*{1,2}\s?\Z")
_IN: Final = later(r"\bin\s\Z", re.IGNORECASE)


def without_figures(visible: str, quantities: list[Quantity], left: Left, multipliers: Mapping[str, str]) -> Left:
    """Leave alone what names a scale and its unit, with no figure: `($ million)`, `in thousand tonnes`."""
    gone: Left = []
    end = 0
    for q in quantities:
        before, end = end, q.end
        opening = visible[q.start]
        if opening.isdecimal() or q.start < before or q.equation >= 0 or q.reason:
            continue
        if not (opening.isalpha() or opening in "$€£¥₹"):
            continue
        text = visible[q.start : q.end]
        paid = _PAID.fullmatch(text)
        word = paid["word"] if paid is not None else text.split(maxsplit=1)[0]
        if word.lower().removesuffix("s") not in multipliers:
            continue
        head = visible[max(0, q.start - 4) : q.start]
        if "*" in head and _STARRED.search(head):
            # `5* million tonnes`
            q.readings, q.axis, q.reason, q.notes = (), "", "unread", ()
            q.start = before if before < q.start <= before + 3 else q.start
            continue
        if paid is not None:
            if _ONE.search(head) is not None:
                continue
        elif _OPENING.search(head) is None or not (_IN.search(head) or _CLOSING.match(visible, q.end)):
            continue
        gone.append((q.start, q.end, "bare_number"))
    if not gone:
        return left
    starts = {start for start, _, _ in gone}
    quantities[:] = [q for q in quantities if q.start not in starts]
    return sorted([*left, *gone])


def reach_for_scales(visible: str, quantities: list[Quantity]) -> None:
    """Refuse the amounts of money behind which a scale stands that was not read (`$5 or so million`, `$5 ('000)`)."""
    for q in quantities:
        if q.equation >= 0 or q.reason or not q.readings or q.readings[0].kind != "money" or q.bare:
            continue
        found = _BEHIND.match(visible, q.end)
        if found is not None:
            q.readings, q.axis, q.reason, q.notes, q.end = (), "", "unread", (), found.end()


_LETTERED: Final = later(r"\d+(?:\.\d+)?m")
_JOINED: Final = later(r",?\s*(?:or|and|to|[-–/,])\s*", re.IGNORECASE)
_SUFFIXED: Final = later(
    r"(?:[A-Z]{0,3}[$€£¥₹])?\s?\d[\d.,]*\s?(?:m|mn|bn|k|tn)(?:\s?[A-Z]{3}|\s?[$€£¥₹])?", re.IGNORECASE
)


def among_money(visible: str, quantities: list[Quantity]) -> None:
    """Refuse what may be millions beside an amount of money with a letter for its scale (`900m or 1.2bn USD`)."""
    for k, q in enumerate(quantities):
        if visible[q.end - 1] != "m" or q.bare or q.reason or q.equation >= 0:
            continue
        if not _LETTERED.fullmatch(visible, q.start, q.end):
            continue
        for other, (low, high) in (
            *(((quantities[k + 1], (q.end, quantities[k + 1].start)),) if k + 1 < len(quantities) else ()),
            *(((quantities[k - 1], (quantities[k - 1].end, q.start)),) if k else ()),
        ):
            money = other.readings and other.readings[0].kind == "money"
            if money and _JOINED.fullmatch(visible, low, high) and _SUFFIXED.fullmatch(visible, other.start, other.end):
                q.readings, q.axis, q.reason, q.notes = (), "", "unread", ()
                break


def _may_state(head: str) -> bool:
    """Say whether a scale may be stated behind this: in brackets, or behind `in`, over a word."""
    return "(" in head or "[" in head or any(word.lower().endswith("in") for word in head.split()[-2:])


def scaled(
    tokens: Tokens, quantities: Sequence[Quantity], multipliers: Mapping[str, str], told: Sequence[list[int]]
) -> None:
    """Give the amounts of a paragraph that states a scale their reading under it.

    `told` has the places of the scales.
    """
    visible, starts = tokens.text, tokens.starts
    if not any(_may_state(visible[max(0, starts[i] - 40) : starts[i]]) for i in told[0]):
        return
    cuts = [0, *(m.end() for m in _PARAGRAPH.finditer(visible)), len(visible)]
    k = 0
    for start, end in pairwise(cuts):
        found = {
            Fraction(multipliers[(m["a"] or m["b"] or m["c"]).lower()]) for m in _STATED.finditer(visible, start, end)
        }
        while k < len(quantities) and quantities[k].start < start:
            k += 1
        if not found or "|" in visible[start:end]:
            continue
        while k < len(quantities) and quantities[k].start < end:
            q = quantities[k]
            if len(found) == 1 and _open(q, visible[q.start : q.end]):
                q.readings = tuple(
                    reading for r in q.readings for reading in (_with(r, "last"), times(_with(r, "shared"), *found))
                )
                q.axis = ", ".join(sorted({*filter(None, q.axis.split(", ")), "scale"}))
            k += 1


def _open(q: Quantity, text: str) -> bool:
    """Whether an amount could be counted in something else: a plain number, of money or of nothing."""
    if q.reason or not q.readings or q.equation >= 0 or any(name == "scale" for r in q.readings for name, _ in r.axes):
        return False
    if any(r.kind not in _KINDS or r.shape not in ("point", "range", "bound") or r.parts for r in q.readings):
        return False
    if q.bare and (_SCALED.search(text) or q.readings[0].lower in _YEARS):
        return False
    return all((r.lower or r.upper or 0) < 10**6 and "/" not in r.unit for r in q.readings)


def _with(r: Reading, choice: str) -> Reading:
    return msgspec.structs.replace(r, axes=tuple(sorted((*r.axes, ("scale", choice)))))
