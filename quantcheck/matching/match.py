"""The verdict on each quantity of an answer: the rules of contract §5 in their order, under a policy.

Works on what was read and on indexed places; which passages a sentence cites is found by `scope`, and the report is
written by `assess`. Amounts with frequencies are the business of `pairing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from quantcheck.matching import relations
from quantcheck.matching.findings import ORDER, Findings, Hit, Parted, Readings, uncertain
from quantcheck.matching.nearest import Found
from quantcheck.matching.scope import Scope
from quantcheck.policy import Policy
from quantcheck.report import QuantityStatus
from quantcheck.values import Quantity, Reading, Span

ACCEPTED: Final = ("source", "question")
ACCEPTABLE: Final = frozenset({"approximate", "derived", "rounded_conversion", "rounded"})
"""The relations that some policy takes for support."""
RANK: Final = {"source": 0, "question": 0, "ambiguous": 1, "unmatched": 2}
"""How bad a status is; the worse of two is the status of a whole."""


class Instant(msgspec.Struct, frozen=True):
    """A date or a time of day as an operand: where it stands, and its reading."""

    at: Span
    reading: Reading


class Derived(msgspec.Struct, frozen=True):
    """A computation that gives a figure: the formula with its operands as written, what it comes to, and how likely
    one such would fit by chance."""

    formula: str
    operands: Sequence[Hit | Instant]
    by: Literal["exact", "rounded"]
    expected: Fraction
    bound: Fraction


class Verdict(msgspec.Struct, frozen=True):
    """What was found out about one quantity. `partner` is the other half of a whole that it was matched as, or -1."""

    status: QuantityStatus
    reason: str = ""
    axis: str = ""
    support: Sequence[Hit] = ()
    nearest: Found | None = None
    notes: tuple[str, ...] = ()
    partner: int = -1
    derivation: Derived | None = None
    withheld: int = 0
    """Computations that would give the figure, and are as likely to do so by chance."""
    told: bool = False
    """Whether nothing but words keeps the quantity from its support (`20 m long`, `20 m wide`)."""

    @property
    def accepted(self) -> bool:
        """Whether the quantity is traceable."""
        return self.status in ACCEPTED


class Matcher:
    """Decides about the quantities of an answer, each by itself."""

    def __init__(self, findings: Findings, scope: Scope, policy: Policy) -> None:
        self.findings = findings
        self._sources = findings.places.sources
        self._scope = scope
        self._conservative = policy.profile == "conservative"
        self._accepts = accepted_relations(policy)
        self._decided: dict[tuple[int, frozenset[int] | None, bool], Verdict] = {}
        self._taken: dict[tuple[int, frozenset[int] | None, frozenset[str]], Parted] = {}

    def alone(self, q: Quantity) -> Verdict:
        """Return the verdict on a quantity of the answer by itself."""
        if q.reason or not q.readings:
            return Verdict("ambiguous", q.reason or "unread", q.axis)
        if self._conservative and unusual(q):
            return Verdict("ambiguous", "profile")
        return self.decide(q.readings, q.start)

    def decide(self, readings: Readings, offset: int) -> Verdict:
        """Return the verdict on readings that stand at an offset of the answer."""
        cited = self._scope.cited(offset)
        uncited = cited is not None and not self._scope.has_citation(offset)
        readings = self.findings.one(readings)
        name = id(readings), cited, uncited
        found = self._decided.get(name)
        if found is None:
            found = self._decided[name] = self._decide(readings, cited, uncited)
        return found

    def _decide(self, readings: Readings, cited: frozenset[int] | None, uncited: bool) -> Verdict:
        """Return the verdict of the first rule that applies.

        What is found, but not where the answer cites it, may still be in the question, or for review for another
        reason: a passage that is added must not turn that into a violation.
        """
        _, found, some = self.findings.equal(readings)
        if within := _within(found.passages, cited):
            return Verdict("source", support=within)
        if found.asked:
            return Verdict("question", support=found.asked)
        if found.passages and uncited:
            return Verdict("ambiguous", "uncited", support=found.passages)
        if found.flagged:
            return Verdict("ambiguous", found.flagged[0].place.flag, support=found.flagged)
        if some:
            reason, axis = uncertain(some)
            return Verdict("ambiguous", reason, axis, some, told=self._told(some))
        if any(map(relations.reversed_range, readings)):
            return Verdict("ambiguous", "reversed_range")
        related = self._related(readings, cited, uncited)
        if related is not None:
            return related
        if found.passages:
            return Verdict("unmatched", "misattributed", support=found.passages)
        nearest, given = self.findings.nearest(readings)
        return Verdict("unmatched", "contradicted" if given else "invented", nearest=nearest)

    def _told(self, hits: Sequence[Hit]) -> bool:
        """Say whether words alone keep a quantity from these places, which are all of passages."""
        return all(h.outcome.told and not h.place.flag and not self._sources[h.place.source].is_question for h in hits)

    def supports(self, q: Quantity) -> Parted:
        """Return every place that this policy takes for support of a quantity, equal or related."""
        return self._supports(self.findings.one(q.readings), self._scope.cited(q.start), self._accepts)

    def possible(self, q: Quantity) -> Parted:
        """Return every place that some policy takes for support of a quantity."""
        return self._supports(self.findings.one(q.readings), None, ACCEPTABLE)

    def _supports(self, readings: Readings, cited: frozenset[int] | None, accepts: frozenset[str]) -> Parted:
        name = id(readings), cited, accepts
        taken = self._taken.get(name)
        if taken is None:
            hits = list(self.findings.equal(readings).every)
            related = self.findings.related(readings) if accepts else {}
            for relation in sorted(accepts):
                hits += [h for h in related.get(relation, ()) if h.outcome.every]
            found = self.findings.parted(hits)
            trusted = [h for h in found.flagged if h.place.flag == "profile"] if accepts is ACCEPTABLE else []
            taken = self._taken[name] = Parted([*_within(found.passages, cited), *trusted], found.asked, [])
        return taken

    def from_question(self, q: Quantity) -> Verdict:
        """Return the verdict on a quantity that comes from the question, which supports it."""
        readings = self.findings.one(q.readings)
        asked = self.findings.equal(readings).parted.asked
        if asked:
            return Verdict("question", support=asked)
        related = self._related(readings, frozenset(), False)
        return related or Verdict("question")

    def _related(self, readings: Readings, cited: frozenset[int] | None, uncited: bool) -> Verdict | None:
        """Return the verdict of the first relation that the policy accepts, else that of the first there is."""
        first: Verdict | None = None
        related = self.findings.related(readings)
        for relation in ORDER if related else ():
            accepts = relation in self._accepts
            if (hits := related.get(relation)) is None or (first is not None and not accepts):
                continue
            if accepts:
                found = self.findings.parted(h for h in hits if h.outcome.every)
                if within := _within(found.passages, cited):
                    return Verdict("source", support=within, notes=(relation,))
                if found.asked:
                    return Verdict("question", support=found.asked, notes=(relation,))
                if found.passages and uncited and first is None:
                    first = Verdict("ambiguous", "uncited", support=found.passages)
            if first is None:
                first = Verdict("ambiguous", relation, support=hits)
        return first


def _within(passages: list[Hit], cited: frozenset[int] | None) -> list[Hit]:
    return passages if cited is None else [h for h in passages if h.place.source in cited]


def accepted_relations(policy: Policy) -> frozenset[str]:
    """Return the relations that a policy takes for support."""
    accepted = []
    if policy.hedges == "accept":
        accepted.append("approximate")
    if policy.derived == "accept":
        accepted.append("derived")
    if policy.rounding != "review":
        accepted.append("rounded_conversion")
    if policy.rounding == "accept":
        accepted.append("rounded")
    return frozenset(accepted)


def unusual(q: Quantity) -> bool:
    """Whether the conservative profile refuses a quantity for the form it is written in."""
    return bool(q.forms) or any(map(_unusual, q.readings))


def _unusual(r: Reading) -> bool:
    if r.modality != "exact" or relations.reversed_range(r) or r.kind == "money":
        return True
    return r.kind != "frequency" and is_compound(r.unit)


def is_compound(code: str) -> bool:
    """Whether a unit code is a product or quotient; what stands in brackets or braces is one unit's name."""
    depth = 0
    for c in code:
        if c in "[{":
            depth += 1
        elif c in "]}":
            depth -= 1
        elif c in "./" and not depth:
            return True
    return False
