"""Second writings: a figure that stands in brackets, or behind a stroke, for the one in front (`below 25 °C (77 °F)`).

What bounds or hedges the one bounds and hedges the other, and what comes behind both belongs to both. The two ends of
a range, each written twice, are one range; where something else in brackets stands between two ends, or brackets
around one, both have the reading of the range beside their own. Which expressions there are is for the grammar; whether
two writings agree is for `arithmetic`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

import msgspec

from quantcheck.context.direction import negated
from quantcheck.context.either import as_bound, chosen, op_of, settle
from quantcheck.normalising.axes import MAX_READINGS
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless, later
from quantcheck.values import Quantity, Reading

REACH = 40
"""Characters behind the second writing that are looked at."""
_STROKE = later(r"\s?/\s?")
_CLOSE = later(r"\s*[)\]]")
_OPENING = frozenset("([/")
"""What a second writing opens with."""
_MARKS = "*†‡§"
_AROUND = frozenset(f")]{_MARKS}")
"""What else may stand between the ends of a range, or in front of the last one (`(5 mg) to (10 mg)`)."""
_BEFORE = frozenset(f"([{_MARKS}")
_DASHES = "-‐‑–−"
_ASIDE = rf"(?:\s?\([^()\n]{{1,{REACH}}}\)|\s?\[[^\[\]\n]{{1,{REACH}}}\]|[)\]]|[{_MARKS}]{{1,3}})"
_PARTED = later(rf"{_ASIDE}*\s?(?:\b(?:to|through|thru)\b\s?[(\[{_MARKS}]?|[{_DASHES}]\s?)", re.IGNORECASE)
_YEAR = later(r"[12]\d{3}")
_TOUCHED = later(rf"{_ASIDE}+")
_APART = ("per_time:", "every:")


class Writings:
    """The words around second writings, compiled."""

    def __init__(self, row: Mapping[str, Any], behind: Mapping[str, str]) -> None:

        def words(name: str) -> str:
            return any_of(row[name])

        self.opening = caseless(lambda: rf"\s*[(\[](?:\s*(?:{words('lead')})[,:]?)*\s*")
        self.shared = caseless(
            lambda: rf"\s*/\s*[^\W\d_]+|\s+(?:{words('rates')})\s+(?!the\b)[^\W\d_]+|\s+(?:{words('scales')})\b"
        )
        self.scaled = caseless(lambda: rf"\s*(?:{words('scales')})")
        self.bounds = {" ".join(s.lower().split()): op for s, op in behind.items() if s.startswith(("or ", "and "))}
        self.bounded = caseless(lambda: rf"\s*,?\s+(?P<end>{any_of(self.bounds)})(?!\w)")
        self.joint = caseless(lambda: rf"\s*(?P<joint>{words('joints')}|[-‐‑–—−])\s*")
        self.opened = caseless(lambda: rf"\b{words('openings')}\s+\Z")


def write_again(text: str, quantities: list[Quantity], words: Writings, change: Container[str]) -> None:
    """Give second writings what qualifies the first, and make one of what is written twice and belongs together.

    `change` are the words of change, behind which two figures are no range.
    """
    if "(" not in text and "/" not in text and "[" not in text and "†" not in text and "‡" not in text:
        return
    k = 0
    while k + 1 < len(quantities):
        opening = text[quantities[k].end : quantities[k + 1].start + 1].lstrip()[:1]
        if opening not in _OPENING:
            if opening in _AROUND or text[quantities[k + 1].start - 1] in _BEFORE:
                _parted(text, quantities, k, k + 1, change)
            k += 1
            continue
        end = _second(text, quantities[k], quantities[k + 1], words)
        if end:
            _pair(text, quantities, k, end, words)
        elif _shared(text, quantities[k], quantities[k + 1], words):
            _one(quantities, k, k + 2, quantities[k].start, quantities[k + 1].end, ())
        elif not _parted(text, quantities, k, k + 1, change) and k + 2 < len(quantities):
            _parted(text, quantities, k, k + 2, change)
        k += 1


def _second(text: str, q: Quantity, r: Quantity, words: Writings) -> int:
    """Return where the second writing of a figure ends, with its bracket; 0 where there is none."""
    if q.reason or r.reason or not (q.readings and r.readings) or r.start - q.end > REACH or q.bare or r.bare:
        return 0
    if not any(_twice(x, y) for x in q.readings for y in r.readings):
        return 0
    if _STROKE.fullmatch(text, q.end, r.start):
        return r.end
    if words.opening.fullmatch(text, q.end, r.start) is None:
        return 0
    close = _CLOSE.match(text, r.end)
    return close.end() if close is not None else 0


def _shared(text: str, q: Quantity, r: Quantity, words: Writings) -> bool:
    """Say whether what is behind a bracket is read with the figure in it alone: `$5 (£4) million`, `5 mg (5 g)/kg`."""
    if q.bare or not r.reason or not q.readings:
        return False
    close = text.find(")", r.start, r.end)
    if text[r.start] == "(" and not text[q.end : r.start].strip() and any(x.kind == "money" for x in q.readings):
        return close > 0 and words.scaled.fullmatch(text, close + 1, r.end) is not None
    opened = words.opening.fullmatch(text, q.end, r.start) is not None
    return opened and close > 0 and words.shared.match(text, close + 1) is not None


def _twice(x: Reading, y: Reading) -> bool:
    """Say whether two readings may be one figure in two units, or one price in two currencies."""
    if x.dimension.startswith(_APART):
        return False
    if x.kind == "money" == y.kind:
        return x.unit != y.unit
    return x.unit != y.unit and x.dimension.removesuffix("_difference") == y.dimension.removesuffix("_difference")


def _pair(text: str, quantities: list[Quantity], k: int, end: int, words: Writings) -> None:
    q, r = quantities[k], quantities[k + 1]
    shared = words.shared.match(text, end)
    if shared is not None:
        # `5 mg (0.005 g)/kg`
        _one(quantities, k, k + 2, q.start, shared.end(), ())
        return
    if _range(text, quantities, k, end, words):
        return
    bounded = words.bounded.match(text, end)
    if bounded is not None:
        op = words.bounds[" ".join(bounded["end"].lower().split())]
        for each in (q, r):
            if all(x.shape == "point" and x.modality == "exact" for x in each.readings):
                settle(each, [as_bound(x, op) for x in each.readings], "")
            else:
                each.readings, each.axis, each.reason = (), "", "unread"
    _qualified(q, r)


def _qualified(q: Quantity, r: Quantity) -> None:
    """Read a second writing as the first one is meant: the same kind of temperature, the same bound, as rough."""
    kinds = {x.dimension for x in q.readings}
    alike = tuple(y for y in r.readings if y.dimension in kinds)
    if alike and len(alike) < len(r.readings):
        r.readings = alike if len(alike) > 1 else (msgspec.structs.replace(alike[0], axes=()),)
        r.axis = r.axis if len(alike) > 1 else ""
    ops = {op_of(x): x.axes for x in q.readings if x.shape == "bound"}
    rough = {x.modality for x in q.readings} - {"exact"}
    if not (ops or rough) or any(y.shape != "point" or y.modality != "exact" for y in r.readings):
        return
    if rough:
        r.readings = tuple(msgspec.structs.replace(y, modality=min(rough)) for y in r.readings)
        return
    made: list[Reading] = []
    for y in r.readings:
        for x in q.readings:
            axes = tuple(pair for pair in x.axes if pair[0] in ("apart", "negation"))
            said = as_bound(y, op_of(x)) if x.shape == "bound" else y
            made.append(msgspec.structs.replace(said, axes=tuple(sorted({*said.axes, *axes}))))
    distinct = list({(y.normal, y.axes): y for y in made}.values())
    axis = ", ".join(a for a in ("apart", "negation") if len({y.axes for y in distinct}) > 1 and a in q.axis)
    settle(r, distinct, axis)


def _range(text: str, quantities: list[Quantity], k: int, end: int, words: Writings) -> bool:
    """Make one of a range whose ends are written twice (`5 km (3 mi) to 10 km (6 mi)`)."""
    joint = words.joint.match(text, end)
    if joint is None or k + 2 >= len(quantities) or quantities[k + 2].start != joint.end():
        return False
    q, r, high = quantities[k], quantities[k + 1], quantities[k + 2]
    start = q.start
    if joint["joint"].lower() == "and":
        opened = words.opened.search(text, max(0, start - 16), start)
        if opened is None:
            return False
        start = opened.start()
    last, upper = k + 3, high.end
    close = _second(text, high, quantities[k + 3], words) if k + 3 < len(quantities) else 0
    made = _ends(q.readings, high.readings)
    if close:
        last, upper = k + 4, close
        again = _ends(r.readings, quantities[k + 3].readings)
        made = [*_on(made, "first"), *_on(again, "second")] if made and again else []
    if not made and {x.dimension for x in q.readings}.isdisjoint(x.dimension for x in high.readings):
        return False
    _one(quantities, k, last, start, upper, made)
    return True


def _parted(text: str, quantities: list[Quantity], k: int, last: int, change: Container[str]) -> bool:
    """Leave open whether two figures are the ends of a range that something in brackets parts (`5 mg (low) to 10 mg`).

    A figure that stands between them stays one of its own, and each end is one then: a bound, or no more than itself.
    """
    q, r = quantities[k], quantities[last]
    touching = text[r.start] in _DASHES
    joint = _TOUCHED if touching else _PARTED
    if r.start - q.end > 2 * REACH or q.equation >= 0 or r.equation >= 0 or not joint.fullmatch(text, q.end, r.start):
        return False
    if any(word in change for word in text[max(0, q.start - 60) : q.start].lower().split()):
        # `rose from 5% (women) to 10% (men)`: a change is two amounts
        return False
    if q.reason or r.reason or not (q.readings and r.readings):
        if q.bare or r.bare or (q.reason or r.reason) != "unread" or last > k + 1:
            return False
        # `5 mg† to ‡10 mg`
        _one(quantities, k, last + 1, q.start, r.end, ())
        return True
    if touching and any(x.dimension == "temperature" for x in r.readings):
        # what the dash was taken for the sign of has another base without it
        _one(quantities, k, last + 1, q.start, r.end, ())
        return True
    low = q.readings
    high = [negated(x) if touching and x.lower is not None and x.lower < 0 else x for x in r.readings]
    counted = q.bare and not r.bare and _YEAR.fullmatch(text, q.start, q.end) is None
    if ({x.dimension for x in low}.isdisjoint(x.dimension for x in high) and not counted) or r.axis == "joint":
        return False
    made = _ends(low, high)
    if any(x.shape != "point" for x in (*low, *high)):
        for each in (q, r):
            each.readings, each.axis, each.reason, each.notes, each.series = (), "", "unread", (), -1
    elif last > k + 1 or not made:
        for each, ends, op in ((q, low, "ge"), (r, high, "le")):
            apart = [chosen(x, "joint", "apart") for x in each.readings]
            settle(each, [*apart, *(chosen(as_bound(x, op), "joint", "range") for x in ends)], "joint")
    else:
        start = q.start - (text[q.end] in ")]" and text[max(0, q.start - 1)] in "([")
        end = r.end + (text[r.start - 1] in "([" and text[r.end : r.end + 1] in (")", "]"))
        apart = [chosen(x, "joint", name) for name, ends in (("first", low), ("last", high)) for x in ends]
        _one(quantities, k, last + 1, start, end, [*(chosen(x, "joint", "range") for x in made), *apart])
        q.axis = "joint"
    return True


def _ends(low: Sequence[Reading], high: Sequence[Reading]) -> list[Reading]:
    """Return the range between two figures of one unit, each with one reading."""
    if len(low) != 1 or len(high) != 1:
        return []
    a, b = low[0], high[0]
    if a.unit != b.unit or a.dimension != b.dimension or a.shape != "point" or b.shape != "point":
        return []
    if a.modality != "exact" or a.modality != b.modality or a.axes or b.axes:
        return []
    return [
        msgspec.structs.replace(
            a,
            shape="range",
            upper=b.upper,
            base_upper=b.base_upper,
            upper_step=b.upper_step,
            upper_digits=b.upper_digits,
        )
    ]


def _on(made: Sequence[Reading], choice: str) -> list[Reading]:
    return [msgspec.structs.replace(r, axes=(("writing", choice),)) for r in made]


def _one(quantities: list[Quantity], k: int, last: int, start: int, end: int, readings: Sequence[Reading]) -> None:
    """Make one quantity of several; without readings it is one that is not read."""
    q = quantities[k]
    q.start, q.end = start, end
    fits = 0 < len(readings) <= MAX_READINGS
    q.readings, q.reason = (tuple(readings), "") if fits else ((), "unread")
    q.axis = "writing" if len(readings) > 1 else ""
    q.series, q.notes = -1, ()
    del quantities[k + 1 : last]
