"""The verdicts on an answer's quantities, with what amounts and frequencies that stand together mean for each other.

What a quantity comes to by itself is decided in `match`, what stands together is found by `together`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from quantcheck.matching import together
from quantcheck.matching.findings import Hit, Readings
from quantcheck.matching.match import RANK, Matcher, Verdict
from quantcheck.matching.places import Source
from quantcheck.matching.relations import Key, signature
from quantcheck.values import Quantity, Text

Both = tuple[Verdict, Verdict]
"""The verdicts on an amount and on its frequency."""


def verdicts(answer: Text, matcher: Matcher, sources: Sequence[Source], *, bare: bool) -> list[Verdict | None]:
    """Return a verdict for each quantity of an answer, in order; None for a bare number unless they are asked for."""
    return _Answer(answer, matcher, sources, bare).verdicts()


def is_listed(q: Quantity) -> bool:
    """Whether a quantity counts where bare numbers do not: what is not read might have a unit."""
    return not q.bare or q.reason in ("unread", "equation")


class _Answer:
    def __init__(self, answer: Text, matcher: Matcher, sources: Sequence[Source], bare: bool) -> None:
        self._quantities = answer.quantities
        self._bare = bare
        self._pairs = together.Pairs(answer)
        self._matcher = matcher
        self._findings = matcher.findings
        self._sources = sources
        self._near_known: dict[tuple[int, int], bool] = {}
        self._with_frequency: dict[int, list[Key]] = {}
        self._said: dict[int, set[Key]] = {}
        self._kept: list[Sequence[Hit]] = []
        """The lists whose identity serves as a name, so that none is used again for another."""

    def verdicts(self) -> list[Verdict | None]:
        found = [self._matcher.alone(q) if self._bare or is_listed(q) else None for q in self._quantities]
        shared: dict[int, list[Verdict]] = {}
        for amount, frequency in self._pairs.all():
            a, f = found[amount], found[frequency]
            if a is not None and f is not None:
                found[amount], other = self._pair(amount, frequency, a, f)
                shared.setdefault(frequency, []).append(other)
        for frequency, several in shared.items():
            # The members of a series share one frequency, which has the worst of their verdicts.
            found[frequency] = max(several, key=lambda v: RANK[v.status])
        self._changes(found)
        self._note_sentences()
        for i, verdict in enumerate(found):
            if verdict is not None and verdict.status == "source" and self._frequency_missing(i, verdict):
                found[i] = msgspec.structs.replace(verdict, notes=(*verdict.notes, "frequency_missing"))
        return found

    def _pair(self, amount: int, frequency: int, a: Verdict, f: Verdict) -> Both:
        once = together.wholes(self._quantities[amount], self._quantities[frequency])
        if once:
            return self._whole(amount, frequency, a, f, once)
        a, f = self._total(amount, frequency, a, f)
        a, f = self._standing_together(amount, frequency, a, f)
        return a, _taking(f, a, amount)

    def _whole(self, amount: int, frequency: int, a: Verdict, f: Verdict, once: Readings) -> Both:
        """Return the verdicts on an amount once per period: both are that of the amount per period."""
        if "profile" in (a.reason, f.reason):
            return _taking(a, f, frequency), _taking(f, a, amount)
        whole = self._matcher.decide(once, self._quantities[amount].start)
        both = (
            msgspec.structs.replace(whole, partner=frequency),
            msgspec.structs.replace(whole, partner=amount),
        )
        if whole.accepted:
            return both
        if a.accepted and f.accepted:
            near = self._standing_together(amount, frequency, a, f)
            if all(v.accepted for v in near):
                return near
            return both if whole.status == "ambiguous" else (_for_review(a), _for_review(f))
        if whole.status == "ambiguous" or (whole.reason == "contradicted" and "unmatched" in (a.status, f.status)):
            return both
        if "unmatched" in (a.status, f.status):
            return a if a.status == "unmatched" else both[0], f if f.status == "unmatched" else both[1]
        return _taking(a, f, frequency), _taking(f, a, amount)

    def _total(self, amount: int, frequency: int, a: Verdict, f: Verdict) -> Both:
        """Return the verdicts where the evidence gives only the total per period."""
        if "unmatched" not in (a.status, f.status):
            return a, f
        totals = together.totals(self._quantities[amount], self._quantities[frequency])
        hits = self._findings.same_total(self._findings.one(totals)) if totals else []
        if not hits:
            return a, f
        return (
            Verdict("ambiguous", "same_total", support=hits, partner=frequency) if a.status == "unmatched" else a,
            Verdict("ambiguous", "same_total", support=hits, partner=amount) if f.status == "unmatched" else f,
        )

    def _standing_together(self, amount: int, frequency: int, a: Verdict, f: Verdict) -> Both:
        """Return the verdicts on two that are each found: kept where they stand together, else for review.

        Where they do so in the question alone, the question is what both come from. An amount must stand as well with a
        frequency that only a looser policy would find: what a policy refuses, no stricter one accepts.
        """
        its_amount, its_frequency = self._quantities[amount], self._quantities[frequency]
        if not a.accepted or its_frequency.reason or not its_frequency.readings:
            return a, f
        amounts = self._matcher.supports(its_amount)
        if f.accepted:
            often = self._matcher.supports(its_frequency)
            if self._near(amounts.passages, often.passages):
                return a, f
            if self._near(amounts.asked, often.asked):
                return self._matcher.from_question(its_amount), self._matcher.from_question(its_frequency)
        possible = self._matcher.possible(its_frequency)
        found = possible.passages or possible.asked
        if found and not (self._near(amounts.passages, possible.passages) or self._near(amounts.asked, possible.asked)):
            a = _for_review(a)
        return a, _for_review(f) if f.accepted else f

    def _changes(self, found: list[Verdict | None]) -> None:
        """Lower what is found wherever it stands as the same change the other way round (`rose from 5% to 10%`)."""
        for i in range(1, len(found)):
            a, b = found[i - 1], found[i]
            if a is None or b is None or not (a.accepted and b.accepted) or not _is_change(self._quantities, i):
                continue
            first, last = ({(h.place.source, h.place.quantity) for h in v.support} for v in (a, b))
            turned = [
                (source, k)
                for source, k in first
                if (source, k - 1) in last and _is_change(self._sources[source].read.quantities, k)
            ]
            if turned and len(turned) == len(first) == len(last) and first.isdisjoint(last):
                found[i - 1], found[i] = _for_review(a), _for_review(b)

    def _near(self, amounts: Sequence[Hit], frequencies: Sequence[Hit]) -> bool:
        """Whether one of these amounts stands with one of these frequencies, in one or two neighbouring sentences."""
        name = id(amounts), id(frequencies)
        found = self._near_known.get(name)
        if found is None:
            self._kept += (amounts, frequencies)
            found = self._near_known[name] = self._stands_near(amounts, frequencies)
        return found

    def _stands_near(self, amounts: Iterable[Hit], frequencies: Iterable[Hit]) -> bool:
        often = {(h.place.source, h.place.quantity) for h in frequencies}
        return any(
            (h.place.source, i) in often
            for h in amounts
            for i in self._sources[h.place.source].pairs.near(h.place.quantity)
        )

    def _frequency_missing(self, i: int, verdict: Verdict) -> bool:
        """Whether an amount has a frequency wherever it was found, and the answer leaves it out."""
        if self._pairs.frequencies(i) or self._pairs.often[i]:
            return False
        name = id(verdict.support)
        if name not in self._with_frequency:
            self._kept.append(verdict.support)
            self._with_frequency[name] = self._frequencies(verdict.support)
        if not (often := self._with_frequency[name]):
            return False
        sentence = self._quantities[i].sentence
        said = [self._said.get(s, set()) for s in (sentence - 1, sentence, sentence + 1)]
        return not any(one in near for near in said for one in often)

    def _frequencies(self, hits: Iterable[Hit]) -> list[Key]:
        """Return the frequencies that stand with all of these places, or none where one of them has none."""
        found: dict[Key, None] = {}
        for hit in hits:
            source = self._sources[hit.place.source]
            theirs = source.pairs.frequencies(hit.place.quantity) if hit.place.frequency < 0 else []
            if not theirs:
                return []
            found |= dict.fromkeys(signature(source.read.quantities[f].readings) for f in theirs)
        return list(found)

    def _note_sentences(self) -> None:
        for q, often in zip(self._quantities, self._pairs.often, strict=True):
            if often:
                self._said.setdefault(q.sentence, set()).add(signature(q.readings))


def _is_change(quantities: Sequence[Quantity], k: int) -> bool:
    """Whether a quantity and the one before it are the ends of a change."""
    return k > 0 and "change" in quantities[k].notes and "change" in quantities[k - 1].notes


def _taking(own: Verdict, other: Verdict, partner: int) -> Verdict:
    """Return a verdict lowered to that of the quantity it stands with, where that one is worse."""
    if RANK[own.status] >= RANK[other.status]:
        return own
    return Verdict(other.status, other.reason, other.axis, notes=(*own.notes, "with_amount"), partner=partner)


def _for_review(own: Verdict) -> Verdict:
    return Verdict("ambiguous", "pairing", support=own.support)
