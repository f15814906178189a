"""What a figure has from the words and brackets beside it: bounds that it is the mark of (`below a 5 mg limit`, `<LOD
(5 mg)`, `from 5 mg up`), a unit in brackets before a colon (`Weight (kg): 70`) or behind other figures in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from quantcheck.context.direction import negated
from quantcheck.context.either import as_bound, both, chosen, settle
from quantcheck.left_alone.guard import Guard
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.values import Quantity, Reading

REACH = 32
"""Characters before a quantity that are looked at."""
_SIGNS = {"<": "lt", ">": "gt", "≤": "le", "≥": "ge"}
_INITIALS = later(r"(?P<sign>[<>≤≥])\s?[A-Z]{2,5}(?:\s?[(=,:]\s?|\s+of\s+)\Z")
"""A sign before the short name of what the figure is (`<LOD (5 mg)`, `> ULN of 40 U/L`)."""
_UNIT = later(r"[^\W\d_]{1,3}\s?(?P<open>[(\[])(?P<unit>[^()\[\]\d\s][^()\[\]]{0,14})[)\]]\s?[:=]\s*\Z")
"""A unit in brackets behind a word, and a colon."""
_NAMED = later(r"[^\W\d_]{3} \(.\):|\([^\w\s]\)")
"""A word before a unit of one letter, or a sign in its place."""
_IN_FRONT = later(r"[(\[](?P<unit>[^()\[\]]{1,15})[)\]]")
_LIST = later(r"\s?[,;/]\s?(?:and\s|or\s)?|\s(?:and|or|to)\s", re.IGNORECASE)
_UNITED = later(r"\s?[%°$€£¥]|-?[^\W\d_]|\s(?!(?:and|or|to)\b)[^\W\d_]", re.IGNORECASE)
"""Behind a figure, a unit of its own, or what it counts."""
_FIGURE = r"[-−+]?\d{1,12}(?:[.,]\d{1,12})?(?:\s?(?:[^\W\d_]{1,6}(?:/[^\W\d_]{1,4}[23²³]?)?|[%°]))?"
_CHAIN = later(
    rf"(?P<low>{_FIGURE})\s?(?P<above><=|[<≤⩽])\s?[∆Δ]?[^\W\d_]{{1,4}}(?:\s[^\W\d_]{{1,3}})?\s?(?P<below><=|[<≤⩽])\s?"
    r"(?P<high>[-−+]?\d)"
)
"""What lies between two figures (`18 ≤ BMI < 25`)."""
_ANOTHER = later(r"\s?[<>≤≥⩽⩾=]")
_ABOVE = {"<": "more than"}
_BELOW = {"<": "less than"}
_SPLIT = later(r"\. \d")
_OPENING = frozenset("([")
_TELLING = frozenset("aAnNmMfF(=,:")
"""Last characters of what is looked at in front of an amount: `a`, `an`, `from`, `of` and the signs."""
_BRACKET = later(r" ?(?:\([^()\n]{1,60}\)|\[[^\[\]\n]{1,60}\])")
_WORD = later(r"\s?[^\W\d_]+")
_YEAR = later(r"(?:18|19|20)\d\d")
_BETWEEN = later(r"between\b", re.IGNORECASE)
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
        self.before = later(rf"\b(?P<word>{any_of(self.ops)})\s+an?\s+\Z", re.IGNORECASE)
        due = any_of(relations["accounting"]["before"])
        self.accounts = later(rf"(?:(?<!\w)|(?=[:=])){due}\s*\(\Z", re.IGNORECASE)
        signs = [word for word in relations["word"] if (word["as"], word["value"]) == ("NEG", "-")]
        below = [s for word in signs for s in word["spellings"]]
        lost = any_of(below, r"\s+")
        self.lost = later(rf"{lost}\s?[A-Z]{{0,3}}[$€£¥₹]?\s?[-−][$€£¥₹]?\s?\d", re.IGNORECASE)
        """A sign behind words that say as much (`a loss of −$5 million`)."""
        self.initials = frozenset(c for s in below for c in (s[0], s[0].upper()))
        self.marks = later(rf"\s*{any_of(row['marks'])}\b", re.IGNORECASE)
        self.upward = later(rf"\s+{any_of(row['upward'])}(?=\s*(?:[.,;:!?)]|\Z))", re.IGNORECASE)
        row = relations["outside"]
        over = rf"(?:\s+{any_of(row['over'])})*\s+\Z"
        self.outside = later(rf"\b{any_of(row['words'])}{over}", re.IGNORECASE)
        self.denied = later(rf"\b{any_of(row['between'])}\s+\Z", re.IGNORECASE)


def mark(
    text: str, quantities: list[Quantity], words: Marked, guard: Guard, read: Callable[[str], list[Quantity]]
) -> bool:
    """Give each figure its readings; those that brackets part from their unit are refused as one.

    Return whether one of them now takes in what may be left alone.
    """
    gone: set[int] = set()
    moved = False
    for k, quantity in enumerate(quantities):
        if k not in gone and quantity.reason == "unread" and quantity.equation < 0:
            gone.update(range(k + 1, k + 1 + _chained(text, quantities, k, read)))
        if k in gone or quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        start, end = quantity.start, quantity.end
        if quantity.readings[0].shape in ("range", "tolerance"):
            floor = max(0, start - REACH, quantities[k - 1].end if k else 0)
            found = words.outside.search(text, floor, start)
            if found is None and text[start : start + 7].lower() == "between":
                found = words.denied.search(text, floor, start)
            if found is not None:
                # `outside 5–10 mg`: what is not in it, of which no reading tells
                quantity.supposed = quantity.readings
                quantity.start, quantity.readings, quantity.axis, quantity.reason = found.start(), (), "", "unread"
                continue
        if text[start] in words.initials and words.lost.match(text, start, end):
            _lost(quantity)
            continue
        beside = text[start - 1] if text[start - 1] != " " else text[start - 2 : start - 1]
        if beside not in _TELLING and not beside.isspace():
            if not quantity.bare or text[end : end + 2].lstrip()[:1] not in _OPENING:
                continue
        head = text[max(0, start - REACH, quantities[k - 1].end if k else 0) : start]
        last = head.rstrip()[-2:].lower()
        if quantity.bare:
            if last[-1:] in (":", "=") and last[:1] in (")", "]", " "):
                if _named(quantity, text, read):
                    moved = True
                    _listed(quantities, k, text, read)
                if k and quantities[k - 1].start > quantity.start:
                    # the power in `(kg/m2):`
                    gone.add(k - 1)
            elif text[end : end + 2].lstrip()[:1] in _OPENING:
                gone.update(range(k + 1, k + 1 + _bracketed(text, quantities, k, guard)))
            continue
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
            if found is None and last[-1] == "(" and text[end : end + 1] == ")" and words.accounts.search(head):
                _accounted(quantity)
            elif found is not None:
                closed = "(" in found[0] and text[end : end + 1] == ")"
                both(quantity, _SIGNS[found["sign"]], start - len(head) + found.start(), end + closed)
    if gone:
        quantities[:] = [q for k, q in enumerate(quantities) if k not in gone]
    return moved or bool(gone)


def _chained(text: str, quantities: list[Quantity], k: int, read: Callable[[str], list[Quantity]]) -> int:
    """Read a name that signs put between two figures as the range of what it stands for; return how many quantities
    behind the first are part of it."""
    quantity = quantities[k]
    found = _CHAIN.match(text, quantity.start)
    if found is None:
        return 0
    inside = 0
    while k + inside + 1 < len(quantities) and quantities[k + inside + 1].start < found.end():
        inside += 1
    end = quantities[k + inside].end
    high = text[found.start("high") : end]
    if inside > 1 or not 0 < len(high) < REACH or _ANOTHER.search(text, found.start("high"), end + 2):
        return 0
    above, below = _ABOVE.get(found["above"], "at least"), _BELOW.get(found["below"], "at most")
    made = read(f"{above} {found['low']} and {below} {high}")
    if len(made) != 1 or made[0].reason or not all(r.shape == "range" for r in made[0].readings):
        return 0
    quantity.readings, quantity.axis, quantity.bare, quantity.reason = made[0].readings, made[0].axis, made[0].bare, ""
    quantity.end, quantity.forms, quantity.supposed = end, made[0].forms, ()
    return inside


def _named(quantity: Quantity, text: str, read: Callable[[str], list[Quantity]]) -> bool:
    """Read a figure whose unit stands in brackets in front of a colon (`Weight (kg): 70`)."""
    found = _UNIT.search(text, max(0, quantity.start - REACH), quantity.start)
    if (
        found is None
        or (len(found["unit"]) == 1 and _NAMED.search(found[0]) is None)
        or _SPLIT.match(text, quantity.end)
    ):
        # `ψ(t) = 0`
        return False
    made = read(f"{text[quantity.start : quantity.end]} {found['unit']}")
    if len(made) == 1 and made[0].readings and not made[0].bare and not made[0].reason:
        quantity.start = found.start("open")
        quantity.readings, quantity.axis, quantity.bare = made[0].readings, made[0].axis, False
        quantity.forms = made[0].forms
        return True
    return False


def _listed(quantities: list[Quantity], k: int, text: str, read: Callable[[str], list[Quantity]]) -> None:
    """Read the figures that follow one whose unit stands in front of all (`Dose (mg): 5, 10 and 20`)."""
    unit = _IN_FRONT.match(text, quantities[k].start)
    while unit is not None and k + 1 < len(quantities):
        last, quantity = quantities[k], quantities[k + 1]
        if not quantity.bare or quantity.reason or _LIST.fullmatch(text, last.end, quantity.start) is None:
            return
        made = read(f"{text[quantity.start : quantity.end]} {unit['unit']}")
        if len(made) != 1 or not made[0].readings or made[0].bare or _UNITED.match(text, quantity.end):
            return
        quantity.readings, quantity.axis, quantity.bare = made[0].readings, made[0].axis, False
        quantity.forms = made[0].forms
        k += 1


def _bracketed(text: str, quantities: list[Quantity], k: int, guard: Guard) -> int:
    """Refuse a figure that others in brackets part from its unit (`54.2 (SD 12.1) years`); return how many they are."""
    first = quantities[k]
    found = _BRACKET.match(text, first.end)
    if found is None or _YEAR.fullmatch(text, first.start, first.end) or not guard.unit_at(text, found.end()):
        return 0
    unit = _WORD.match(text, found.end())
    end = found.end() if unit is None else unit.end()
    inside = 0
    while k + inside + 1 < len(quantities) and quantities[k + inside + 1].start < found.end():
        inside += 1
    held = quantities[k + 1 : k + 1 + inside]
    if not any(q.bare or q.reason for q in held) or any(q.readings and q.readings[0].kind == "physical" for q in held):
        # `2 (14-ounce) cans`
        return 0
    first.readings, first.axis, first.reason, first.bare, first.notes = (), "", "unread", False, ()
    first.end = max(end, quantities[k + inside].end)
    return inside


def _accounted(quantity: Quantity) -> None:
    """Read an amount of money that stands in brackets where an amount is due as one below zero, or as it is."""
    if len(quantity.readings) == 1 and quantity.readings[0].kind == "money" and quantity.readings[0].shape == "point":
        (r,) = quantity.readings
        made = [chosen(negated(r), "accounting", "negative"), chosen(r, "accounting", "positive")]
        settle(quantity, made, "accounting")
        quantity.start, quantity.end = quantity.start - 1, quantity.end + 1


def _lost(quantity: Quantity) -> None:
    """Read what words and a sign say to be below zero as that, or as its opposite."""
    if any(r.kind == "temperature" for r in quantity.readings):
        quantity.readings, quantity.axis, quantity.reason, quantity.notes = (), "", "unread", ()
    elif all(r.shape == "point" and not r.axes and r.lower for r in quantity.readings):
        made: list[Reading] = []
        for r in quantity.readings:
            made += [chosen(negated(r), "accounting", "negative"), chosen(r, "accounting", "positive")]
        settle(quantity, made, "accounting")


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
