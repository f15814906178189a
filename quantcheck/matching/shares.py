"""Shares in words and in percent: `one in five`, `1/5 of` and `20%` are one ratio where a side has `%`.

A bare `0.2` is none of them, nor is the five of `1 in 5`. Works on verdicts for review, with the texts
at hand that say what stands behind a fraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantcheck.matching.findings import Hit
from quantcheck.matching.match import Verdict
from quantcheck.matching.places import Source
from quantcheck.normalising.readings import noun_behind
from quantcheck.patterns.later import later
from quantcheck.policy import Policy
from quantcheck.values import Quantity, Reading, Text

REACH: Final = 60
"""Characters behind a share that may say of what it is."""
WORDS: Final = 4
_OF: Final = later(r"\s+of\s")
_WORD: Final = later(r"[^\W\d_]+")
_STOP: Final = later(r"[^\w\s'’-]")


def settle(
    text: str, answer: Text, found: Sequence[Verdict | None], sources: Sequence[Source], policy: Policy
) -> list[Verdict | None]:
    """Return verdicts with those on shares that a source writes in another way; under cited scope all stay."""
    settled = list(found)
    if policy.citation_scope == "cited":
        return settled
    for i, (q, verdict) in enumerate(zip(answer.quantities, found, strict=True)):
        if verdict is None or verdict.reason != "kind" or verdict.partner >= 0 or len(q.readings) != 1:
            continue
        hits = [h for h in verdict.support if _same(text, q, h, sources)]
        passages = [h for h in hits if not sources[h.place.source].is_question]
        if passages:
            settled[i] = Verdict("source", support=passages)
        elif hits:
            settled[i] = Verdict("question", support=hits)
    return settled


def _same(text: str, q: Quantity, hit: Hit, sources: Sequence[Source]) -> bool:
    if hit.place.flag or hit.place.heads or not hit.outcome.every:
        return False
    source = sources[hit.place.source]
    theirs = source.read.quantities[hit.place.quantity]
    mine, other = q.readings[0], hit.reading
    if mine.base_lower != other.base_lower or mine.base_upper != other.base_upper:
        return False
    if _percent(mine):
        shared = _share(other, theirs, source.text)
    else:
        shared = _percent(other) and _share(mine, q, text)
    return shared and _alike(_nouns(mine, q, text), _nouns(other, theirs, source.text))


def _alike(mine: set[str], theirs: set[str]) -> bool:
    """Whether two shares may be of the same things: where both say of what, they have a word in common."""
    return not (mine and theirs) or not mine.isdisjoint(theirs)


def _nouns(r: Reading, q: Quantity, text: str) -> set[str]:
    """Return the words of what a share is of, none where it does not say."""
    place = q.end
    if not r.ratio:
        found = _OF.match(text, q.end)
        if found is None:
            return set()
        place = found.end()
    said: set[str] = set()
    for n, word in enumerate(_WORD.finditer(text, place, place + REACH)):
        if n == WORDS or _STOP.search(text, place, word.start()):
            break
        noun = noun_behind(word[0].lower())
        if noun:
            said.add(noun)
        elif said or r.ratio:
            break
    return said


def _percent(r: Reading) -> bool:
    return r.unit == "%" and r.kind == "percent" and not r.ratio


def _share(r: Reading, q: Quantity, text: str) -> bool:
    """Whether a quantity is `one in five` or a fraction of something."""
    if r.ratio:
        return r.ratio[0] == "in"
    return r.kind == "number" and "fraction" in q.forms and _OF.match(text, q.end) is not None
