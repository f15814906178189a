"""Figures that words deny (`the dose is not 5 mg`, `anything but 5 mg`): two readings, the figure and what is not it.

So a figure that is denied equals one that is denied too, however it is put, and what is affirmed in one reading only.
What a negation makes of a bound is for `apart`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from quantcheck.context.cues import Cues, forms
from quantcheck.context.either import chosen, settle
from quantcheck.lexing.tokens import Tokens
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless
from quantcheck.values import CLOCKS, Quantity
from quantcheck.visible.markup import CITATION

REACH: Final = 60
"""Characters on either side that are looked at."""
NEAR: Final = 12
"""Raw tokens on either side in which the word of a denial is looked for."""


class Denials:
    """The words that deny a figure, compiled."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        word = r"\s+[^\W\d_][\w'’-]*"

        def words(name: str) -> str:
            return any_of(row[name], r"\s+")

        self.front = caseless(
            lambda: (
                rf"(?<![\w-])(?<!or\s)(?:(?:{words('at')})(?:\s+an?)?"
                rf"|(?:{words('over')}|[^\W\d_]{{1,8}}n\s?['’]\s?t)(?P<gap>(?:{word}){{0,3}})"
                rf"|(?:{words('subjects')})(?:{word}){{0,4}}\s+(?:{any_of(row['verbs'])})(?:\s+an?)?)\s+\Z"
            )
        )
        self.back = caseless(
            lambda: (
                rf"(?:[\s-]+[^\W\d_]+){{0,2}}?\s+(?:{words('behind')})\b"
                rf"(?!\s+(?:{any_of(row['not_behind'])})\b)"
            )
        )
        self.unmade = caseless(
            lambda: (
                rf"(?:[\s-]+[^\W\d_]+){{0,2}}?\s+(?:(?:{words('unmade')})\s+(?:\w+ly\s+|yet\s+)?"
                rf"(?:{any_of(row['participles'])})\b(?!\s+(?:{any_of(row['conditions'])})\b)"
                rf"|(?:{words('missing')})\b)"
            )
        )
        """What is denied of a measure (`5 mg is not recommended`); a count tells of how many that is so."""
        self.known = caseless(lambda: rf"(?<!\w)(?:{any_of(row['known'])})(?:{word}){{0,2}}\s+\Z")
        self.affirmed = caseless(lambda: rf"\s*(?:{any_of(row['affirming'])})\b")
        self.since = caseless(lambda: rf"\s+(?:{any_of(row['since'])})\b")
        self.joint = caseless(r"\s*,?\s*\b(?:or|nor)\s+|\s*,\s*")
        self.loose = frozenset((*row["loose"], *row["known"]))
        self.finite = frozenset(row["finite"])
        self.adverbs = frozenset(row["adverbs"])
        self.bare = frozenset(row["never_bare"])
        self.pronouns = frozenset(row["pronouns"])
        self.sorts = (forms(row["cues"]),)


def deny(tokens: Tokens, quantities: Sequence[Quantity], words: Denials, told: list[Cues]) -> None:
    """Give each figure that is denied its two readings, and the words that deny it.

    `told` has the places of the telling words.
    """
    text, starts, (cues,) = tokens.text, tokens.starts, told
    if not cues:
        return
    last = -1
    """The last figure that was denied in front."""
    for k, quantity in enumerate(quantities):
        first, behind = bisect_right(starts, quantity.start) - 1, bisect_left(starts, quantity.end)
        listed = last == k - 1 >= 0
        if not (listed or cues.between(first - NEAR, behind + NEAR)):
            continue
        if quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        if any(r.shape == "bound" for r in quantity.readings):
            continue
        floor = quantities[k - 1].end if k else 0
        if listed and _joined(quantities, k, text, words):
            # `not 5 or 10 mg`
            _denied(quantity)
            quantity.start = quantity.start - len(text[floor : quantity.start].lstrip())
            last = k
            continue
        if cues.between(first - NEAR, first):
            floor = max(floor, tokens.edge(first, -1, NEAR + 4), quantity.start - REACH)
            start = _before(text, quantity, floor, words)
            if start >= 0:
                _denied(quantity)
                quantity.start = start
                last = k
                continue
        if not quantity.bare and cues.between(behind, behind + NEAR):
            ceiling = min(tokens.edge(behind, 1, NEAR + 4), quantity.end + REACH)
            if k + 1 < len(quantities):
                ceiling = min(ceiling, quantities[k + 1].start)
            found = words.back.match(text, quantity.end, ceiling)
            if found is None and quantity.readings[0].kind == "physical":
                found = words.unmade.match(text, quantity.end, ceiling)
            if found is not None and not words.known.search(text, max(floor, quantity.start - 30), quantity.start):
                _denied(quantity)
                quantity.end = found.end()


def _before(text: str, quantity: Quantity, floor: int, words: Denials) -> int:
    """Return where the words in front of a figure that deny it begin, -1 where none do."""
    start = quantity.start
    if words.affirmed.match(text, start):
        # `not only 5 mg`
        return -1
    found = words.front.search(text, floor, start)
    if found is None:
        return -1
    if quantity.bare and (
        text[found.start() : start].split()[0].lower() in words.bare
        or text[start : quantity.end].lower() in words.pronouns
    ):
        return -1
    gap = (found["gap"] or "").lower().replace(CITATION, " ").split()
    if not gap:
        return found.start()
    if not words.loose.isdisjoint(gap) or ("of" in gap and gap[0] not in ("a", "an")):
        return -1
    if len(gap) > 1 and (gap[-1] in words.finite or gap[-1].endswith("ed")) and gap[-2] not in words.adverbs:
        # `those who did not respond received 5 mg`
        return -1
    if quantity.readings[0].dimension in CLOCKS and words.since.match(text, quantity.end):
        # `do not eat 8 hours before it`
        return -1
    return found.start()


def _joined(quantities: Sequence[Quantity], k: int, text: str, words: Denials) -> bool:
    """Say whether a figure is one of a list with the figure before it, which is denied."""
    before, quantity = quantities[k - 1], quantities[k]
    joint = words.joint.fullmatch(text, before.end, quantity.start)
    if joint is None:
        return False
    return text[before.end : quantity.start].strip() != "," or before.series == quantity.series >= 0


def _denied(quantity: Quantity) -> None:
    made = []
    for r in quantity.readings:
        other = msgspec.structs.replace(r, modality="denied")
        made += [chosen(r, "denial", "figure"), chosen(other, "denial", "denied")]
    settle(quantity, made, "denial")
