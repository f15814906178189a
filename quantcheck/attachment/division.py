"""The words of a sentence, divided between the figures of one dimension in it.

Between two figures the strongest boundary decides which words are whose; figures with nothing but a boundary between
them are a run and share what is said, unless years or a list of as many items tell them apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from quantcheck.attachment.context import Context
from quantcheck.attachment.pages import SENTENCE, Page, Unit, Words, start_of
from quantcheck.attachment.words import LIGHT_CUT, STRONG_CUT, WEAK_CUT, WORD, Lexis, Token

_RUN: Final = 24
"""Figures of a run that are told apart."""
_ITEM_WORDS: Final = 4
"""Words that one item of a list may have."""


class _Part:
    """A run of figures with the words that are its own: those before it in its part, and those behind."""

    def __init__(self, figures: list[int]) -> None:
        self.figures = figures
        self.lead: list[Token] = []
        self.shared: list[Token] = []
        self.tail: list[Token] = []
        self.elliptical = False


def divide(
    page: Page, unit: Unit, figures: Sequence[int], lexis: Lexis, others: Sequence[Words] = ()
) -> dict[int, Context]:
    """Return the contexts of the figures of one dimension in a sentence; `others` are inherited by all of them."""
    quantities = page.read.quantities
    if unit.said is None:
        unit.said = _without_contrast(page, unit)
    tokens = unit.said
    divided = STRONG_CUT in [t.word.role for t in tokens]
    if len(figures) == 1 and tokens is unit.outside and not divided:
        # Nothing divides the sentence: all its words are said of the one figure, as of those of other dimensions.
        return {figures[0]: Context(unit, page.words(unit), others, noun=page.noun(figures[0]))}
    cuts = [bisect_left(tokens, quantities[figure].start, key=start_of) for figure in figures]
    zones = [tokens[a:b] for a, b in pairwise([0, *cuts, len(tokens)])]
    parts = [_Part([figures[0]])]
    before, loose = _behind_last_strong(zones[0]) if divided else (zones[0], [])
    parts[0].lead = before
    for figure, zone in zip(figures[1:], zones[1:], strict=False):
        left, both, right, coordinated = _gap(zone)
        if coordinated and not page.says(figure):
            parts[-1].figures.append(figure)
            continue
        parts[-1].tail += [*left, *both]
        part = _Part([figure])
        part.lead, part.shared = right, both
        part.elliptical = WORD not in [t.word.role for t in right] and not page.says(figure)
        parts.append(part)
    ahead, rest = _before_first_strong(zones[-1]) if divided else (zones[-1], [])
    parts[-1].tail += ahead
    loose += rest
    return _contexts(page, unit, parts, loose, lexis, others)


def _contexts(
    page: Page, unit: Unit, parts: Sequence[_Part], loose: list[Token], lexis: Lexis, others: Sequence[Words]
) -> dict[int, Context]:
    opening = _opening(parts[0].lead) if len(parts) > 1 else []
    free = [Words(opening)] if opening else []
    if loose:
        free.append(Words(loose))
    free += others
    claimed: list[Words] = []
    if len(parts) > 1:
        claimed.append(page.words(unit))
    made: dict[int, Context] = {}
    lead: Words | None = None
    for at, part in enumerate(parts, 1):
        own = [*part.lead, *part.shared, *part.tail]
        inherited = [lead, *free] if part.elliptical and lead is not None else free
        apart = _apart(part, own, lexis, page) if len(part.figures) > 1 else None
        words = Words(own)
        run = part.figures[0] if len(part.figures) > 1 else -1
        for n, figure in enumerate(part.figures):
            its = words if apart is None else Words(apart[n])
            made[figure] = Context(
                unit,
                its,
                inherited,
                claimed,
                elliptical=part.elliptical and lead is not None,
                run=run if apart is None else -1,
                noun=page.noun(figure),
            )
        if not part.elliptical and at < len(parts):
            lead = Words(part.lead)
    return made


def _gap(zone: Sequence[Token]) -> tuple[list[Token], list[Token], list[Token], bool]:
    """Return the words between two figures that are the first's, both's, the second's, and whether they are a run."""
    roles = [t.word.role for t in zone]
    if WORD not in roles and STRONG_CUT not in roles and (not zone or LIGHT_CUT in roles or WEAK_CUT in roles):
        return [], [], [], True
    # A comma with a conjunction behind it is stronger than either alone.
    joined = [
        i
        for i in range(len(zone) - 1)
        if roles[i + 1] == WEAK_CUT and zone[i].word.key == "," and zone[i + 1].word.key != ","
    ]
    for cuts in (
        [i for i, role in enumerate(roles) if role == STRONG_CUT],
        joined,
        [i for i, role in enumerate(roles) if role == WEAK_CUT],
        [i for i, role in enumerate(roles) if role == LIGHT_CUT],
    ):
        if cuts:
            return list(zone[: cuts[0]]), list(zone[cuts[0] : cuts[-1]]), list(zone[cuts[-1] + 1 :]), False
    return [], list(zone), [], False


def _behind_last_strong(zone: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    cut = max((i for i, t in enumerate(zone) if t.word.role == STRONG_CUT), default=-1)
    if cut > 0 and any(t.word.role == WORD for t in zone[:cut]) and any(t.word.role == WORD for t in zone[cut:]):
        return list(zone[cut + 1 :]), list(zone[:cut])
    return list(zone), []


def _before_first_strong(zone: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    cut = next((i for i, t in enumerate(zone) if t.word.role == STRONG_CUT), len(zone))
    return list(zone[:cut]), list(zone[cut + 1 :])


def _opening(lead: Sequence[Token]) -> list[Token]:
    """Return the words of a phrase that opens a sentence and is said of all of it: `In 2019, …`."""
    if not lead or not lead[0].word.opens:
        return []
    comma = next((i for i, t in enumerate(lead) if t.word.key == ","), 0)
    return list(lead[:comma])


def _without_contrast(page: Page, unit: Unit) -> list[Token]:
    """Return the tokens of a sentence but for the phrases that say what is not meant (`unlike the other, …`)."""
    tokens = page.outside(unit)
    if True not in [t.word.contrasts for t in tokens]:
        return tokens
    quantities = page.read.quantities
    starts = [quantities[i].start for i in unit.figures]
    kept: list[Token] = []
    at, n, stop = 0, 0, 0
    while at < len(tokens):
        token = tokens[at]
        if not token.word.contrasts:
            kept.append(token)
            at += 1
            continue
        stop = max(stop, at + 1)
        while stop < len(tokens) and tokens[stop].word.key not in (",", ";"):
            stop += 1
        end = tokens[stop].start if stop < len(tokens) else unit.end
        while n < len(starts) and starts[n] < token.start:
            n += 1
        if n < len(starts) and starts[n] < end:
            kept.append(token)
            at += 1
        else:
            at = stop
    return kept


def _apart(part: _Part, own: Sequence[Token], lexis: Lexis, page: Page) -> list[list[Token]] | None:
    """Return the words of each figure of a run, where as many years or items of a list tell them apart."""
    count = len(part.figures)
    if count > _RUN:
        return None
    years = [t for t in own if t.word.group == "year"]
    if len(years) == count and len({t.word.key for t in years}) == count:
        return _dealt(own, [[t] for t in years])
    start, end = own[0].start if own else 0, own[-1].end if own else 0
    if not any(word in page.text[start:end].lower() for word in lexis.respectively):
        return None
    for tokens in (part.lead + part.shared, part.tail):
        items = _items(tokens, count)
        if items is not None:
            return _dealt(own, items)
    return None


def _dealt(own: Sequence[Token], items: Sequence[Sequence[Token]]) -> list[list[Token]]:
    taken = {id(t) for item in items for t in item}
    rest = [t for t in own if id(t) not in taken]
    return [[*item, *rest] for item in items]


def _items(tokens: Sequence[Token], count: int) -> list[list[Token]] | None:
    """Return the items of the last list of this length: words joined by commas and conjunctions."""
    stretches: list[list[Token]] = [[]]
    for token in tokens:
        if token.word.role == WEAK_CUT:
            if stretches[-1]:
                stretches.append([])
        else:
            stretches[-1].append(token)
    for first in range(len(stretches) - count, -1, -1):
        chosen = stretches[first : first + count]
        inner = [_said(item) for item in chosen[1:-1]]
        if any(not item or len(item) > _ITEM_WORDS for item in inner):
            continue
        begin, last = _edge(chosen[0], -1), _edge(chosen[-1], 1)
        if begin and last:
            return [begin, *inner, last]
    return None


def _said(tokens: Sequence[Token]) -> list[Token]:
    return [t for t in tokens if t.word.role == WORD]


def _edge(tokens: Sequence[Token], step: int) -> list[Token]:
    """Return the words at the end (-1) or the beginning (1) of a stretch, up to one that says nothing."""
    made: list[Token] = []
    for token in tokens[::step]:
        if token.word.role == WORD:
            made.append(token)
        elif made:
            break
        if len(made) == _ITEM_WORDS:
            break
    return made[::step]


def around(page: Page, unit: Unit, dimension: str, claims: Sequence[str]) -> tuple[list[Words], list[Words]]:
    """Return what a unit inherits freely from above and before, and what is claimed there by another figure.

    `claims` are the dimensions of the figures in the sentence before.
    """
    free = [page.words(u) for u in unit.above]
    claimed: list[Words] = []
    before = unit.before
    if before is not None and unit.kind == SENTENCE and before not in unit.above:
        (claimed if dimension in claims else free).append(page.words(before))
    return free, claimed
