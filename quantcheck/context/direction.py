"""Which way a change goes: `a fall of 5%` and `a rise of 5%` are not the same, though both are changes of 5%.

A figure that words say to go down has two readings on the axis `direction`: how much it changes, and that with the sign
of its direction. So it equals another fall in both, and a rise, or the figure alone, in one of them only.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from quantcheck.context.cues import Cues, forms
from quantcheck.lexing.tokens import Tokens
from quantcheck.normalising.axes import MAX_READINGS
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless, later
from quantcheck.values import CLOCKS, Axes, Part, Quantity, Reading
from quantcheck.visible.markup import CITATION

REACH: Final = 70
"""Characters on either side that are looked at."""
NEAR: Final = 16
"""Raw tokens on either side that are looked at."""
SHARES: Final = frozenset(("percent", "percentage_point"))
PRICED: Final = frozenset(("percent", "money"))
_KINDS: Final = frozenset(("physical", "temperature_difference", "money", "count", "number", "ratio", *SHARES))


class Directions:
    """The words that say that something goes down, compiled."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        word = r"(?:\s+(?!to\b|from\b|and\b|or\b|but\b|by\b|of\b)[^\W\d_][\w'’-]*)"

        def words(name: str) -> str:
            return any_of(row[name])

        # in small letters: many words, each of which would be tried at each place
        self.front = later(
            lambda: (
                rf"(?<![\w-])(?:(?:{words('verbs')}){word}{{0,5}}\s+by(?:\s+\w+ly)?"
                rf"|(?P<falling>{words('falling')})(?:\s+\w+ly|\s+by)?|(?P<any>{words('verbs')})"
                rf"|(?P<cut>{words('cuts')}\s*(?:\s(?:of|is|was|were)|:|=)|{words('saving')})"
                rf"|(?:{words('nouns')})(?:\s+(?:in|to){word}{{1,5}})?\s*(?:\s(?:of|is|was)|:|=))\s*\Z"
            )
        )
        self.back = caseless(
            lambda: (
                rf"[\s-]+(?:(?:[^\W\d_]+\s+){{0,2}}?(?P<noun>{words('nouns')})\b|(?:{words('behind')})\b"
                rf"|(?:{words('short')})(?=\s*(?:\Z|[^\w\s-])|\s+of\b)"
                rf"|(?P<cut>(?:[^\W\d_]+\s+){{0,2}}?(?:{words('cuts')})|{words('taken')})\b"
                rf"(?!-|\s+(?:{words('uncut')})\b))"
            )
        )
        self.lost = caseless(lambda: rf"[\s-]+(?:[^\W\d_]+\s+)?(?:{words('losses')})\b")
        names = ("verbs", "nouns", "falling", "behind", "cuts", "short", "taken", "saving")
        single = {w.split()[-1] for name in names for w in row[name]}
        self.sorts = (forms(single),)


def turn(tokens: Tokens, quantities: Sequence[Quantity], words: Directions, told: list[Cues]) -> None:
    """Give each figure that goes down the reading with its sign beside its own.

    `told` has the places of the telling words.
    """
    starts, (cues,) = tokens.starts, told
    if not cues:
        return
    for k, quantity in enumerate(quantities):
        first = bisect_right(starts, quantity.start) - 1
        last = bisect_left(starts, quantity.end)
        if not cues.between(first - NEAR, last + 8):
            continue
        if quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        if quantity.readings[-1].kind not in _KINDS:
            continue
        fronted = cues.between(first - NEAR, first)
        if not fronted and not cues.between(last, last + 8):
            continue
        floor = max(quantities[k - 1].end if k else 0, tokens.edge(first, -1, NEAR), quantity.start - REACH)
        following = quantities[k + 1].start if k + 1 < len(quantities) else len(tokens.text) + 1
        ceiling = min(following, tokens.edge(last, 1, NEAR), quantity.end + REACH)
        before = tokens.text[floor : quantity.start].replace(CITATION, " ") if fronted else ""
        behind = tokens.text[quantity.end : ceiling].replace(CITATION, " ")
        if quantity.readings[0].kind == "money" and words.lost.match(behind):
            # `a $5 million loss` is what `a loss of $5 million` is
            if all(r.lower is None or r.lower >= 0 for r in quantity.readings):
                quantity.readings = tuple(negated(r) for r in quantity.readings)
        elif _falls(before, behind, quantity.readings[-1], words, following == ceiling):
            _signed(quantity)


def _falls(before: str, behind: str, reading: Reading, words: Directions, cut: bool) -> bool:
    """Say whether a figure goes down, by what stands before and behind it; `cut`: the next one follows that."""
    clock = reading.dimension in CLOCKS
    found = words.front.search(before.lower()) if before else None
    if found is not None:
        if found["any"] is not None:
            return reading.kind in SHARES
        if found["cut"] is not None:
            return reading.kind in PRICED
        return not (clock and found["falling"] is not None)
    found = words.back.match(behind)
    if found is not None and cut and not behind[found.end() :].strip():
        # `three months less one day`
        return False
    if found is None or (found["cut"] is not None and reading.kind not in PRICED):
        return False
    return not (clock and found["noun"] is not None)


def _signed(quantity: Quantity) -> None:
    made: list[Reading] = []
    for r in quantity.readings:
        if r.shape in ("point", "range", "bound", "tolerance") and r.kind != "temperature" and _sized(r):
            made += [_chosen(r, "amount"), _chosen(negated(r), "signed")]
        else:
            made.append(r)
    if len(made) == len(quantity.readings):
        return
    if len(made) > MAX_READINGS:
        quantity.readings, quantity.axis, quantity.reason = (), "", "too_many_readings"
        return
    quantity.readings = tuple(made)
    quantity.axis = ", ".join(sorted({*filter(None, quantity.axis.split(", ")), "direction"}))


def _sized(r: Reading) -> bool:
    """Say whether a figure is above zero: what is written with a sign has its direction."""
    ends = [e for e in (r.lower, r.upper) if e is not None]
    return bool(ends) and all(e.numerator > 0 for e in ends)


def _chosen(r: Reading, choice: str) -> Reading:
    axes: Axes = tuple(sorted((*r.axes, ("direction", choice))))
    return msgspec.structs.replace(r, axes=axes)


def _minus(part: Part) -> Part:
    ends = (part.lower, part.upper, part.base_lower, part.base_upper)
    lower, upper, base_lower, base_upper = (None if e is None else -e for e in ends)
    return msgspec.structs.replace(part, lower=lower, upper=upper, base_lower=base_lower, base_upper=base_upper)


def negated(r: Reading) -> Reading:
    """Return a reading with the other sign, its ends changed about."""
    parts = r.parts
    if r.shape == "tolerance":
        centre, half = parts
        parts = (_minus(centre), half)
    elif len(parts) > 1 and r.shape in ("point", "bound") and any(part.unit != "1" for part in parts):
        # what is divided goes down: `51%/1%`
        parts = (_minus(parts[0]), *parts[1:])
    return msgspec.structs.replace(
        r,
        lower=None if r.upper is None else -r.upper, upper=None if r.lower is None else -r.lower,
        base_lower=None if r.base_upper is None else -r.base_upper,
        base_upper=None if r.base_lower is None else -r.base_lower,
        lower_closed=r.upper_closed, upper_closed=r.lower_closed,
        lower_step=r.upper_step, upper_step=r.lower_step,
        lower_digits=r.upper_digits, upper_digits=r.lower_digits,
        parts=parts,
    )  # fmt: skip
