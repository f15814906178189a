"""The report of one case whose texts have been read: quantities matched, citations resolved, and what that comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import UNSET

from quantcheck import report, values
from quantcheck.arithmetic import derive, results
from quantcheck.arithmetic.cues import Cues
from quantcheck.arithmetic.decide import Decision, decide
from quantcheck.attachment import comparison
from quantcheck.attachment.decision import Flag
from quantcheck.attachment.words import Lexis
from quantcheck.checking.gathered import Gathered
from quantcheck.intake.cases import Case
from quantcheck.intake.position import Where
from quantcheck.matching import linked, pairing, scales, shares, together
from quantcheck.matching.findings import Hit
from quantcheck.matching.match import Derived, Instant, Matcher, Verdict
from quantcheck.matching.nearest import Found, difference
from quantcheck.matching.places import Place
from quantcheck.matching.scope import Scope, resolve
from quantcheck.policy import Policy
from quantcheck.values import Reading, Text

REASONS: Final = ("unresolved_citation", "false_equation", "question_only")
"""Reasons of a case that are no quantity's, in the order in which they are listed behind those."""


def assess(
    case: Case,
    answer: Text,
    evidence: Gathered,
    policy: Policy,
    multipliers: Mapping[str, str] | None = None,
    lexis: Callable[[], Lexis] | None = None,
    cues: Callable[[], Cues] | None = None,
    links: tuple[str, ...] = (),
) -> report.Case:
    """Return the verdict on a case whose texts have been read: the answer, and the evidence.

    `multipliers` are the words of scale with their values, `links` those that link two figures. With a `lexis` it is
    asked what the figures are about, with `cues` what computation gives a figure that stands nowhere; both are made
    only where they are needed.
    """
    sources, tables, places = evidence.sources, evidence.tables, evidence.places
    scope = Scope(answer, case.answer, len(case.passages), policy)
    matcher = Matcher(evidence.findings, scope, policy)
    found = pairing.verdicts(answer, matcher, sources, bare=policy.numbers == "all")
    found = scales.settle(case.answer, answer, found, places, tables.cells, multipliers or {})
    found = shares.settle(case.answer, answer, found, sources, policy)
    if links:
        found = linked.settle(case.answer, answer, found, sources, links)
    noted: Mapping[int, comparison.Finding] = {}
    if lexis is not None and policy.attachment != "off":
        texts = comparison.Texts(case.answer, answer, case.question or "")
        noted = comparison.findings(texts, found, places, tables, lexis, policy, scope.cited)
        found = comparison.lowered(found, noted, policy)
    decisions = [decide(e, answer.quantities, case.answer) for e in answer.equations]
    found, decisions = results.settle(case.answer, answer, found, decisions, policy)
    if cues is not None and any(v is not None and v.status == "unmatched" for v in found):
        deriver = derive.Deriver(places, tables, cues(), case.question or "", Fraction(policy.chance_bound))
        found = derive.offered(case.answer, answer, found, deriver)
    evidence.forget()
    return _Writer(case, answer, evidence, policy, noted).case(found, decisions)


class _Writer:
    """Writes the report of one case."""

    def __init__(
        self,
        case: Case,
        answer: Text,
        evidence: Gathered,
        policy: Policy,
        noted: Mapping[int, comparison.Finding],
    ) -> None:
        self._case = case
        self._answer = answer
        self._sources = evidence.sources
        self._shown = evidence.shown
        self._policy = policy
        self._noted = noted
        self._readings: dict[int, report.Reading] = {}
        self._supports: dict[int, tuple[Sequence[Hit], list[report.Support]]] = {}

    def case(self, found: Sequence[Verdict | None], decisions: Sequence[Decision] = ()) -> report.Case:
        """Return the case with these verdicts on its quantities, in order; one without is a bare number."""
        both = zip(self._answer.quantities, found, strict=True)
        listed = [(i, q, v) for i, (q, v) in enumerate(both) if v is not None]
        numbers = {i: n for n, i in enumerate(i for i, v in enumerate(found) if v is not None)}
        quantities = [self._quantity(i, q, v, numbers) for i, q, v in listed]
        citations = [self._citation(c) for c in self._answer.citations]
        equations = [self._equation(e, d) for e, d in zip(self._answer.equations, decisions, strict=True)]
        ignored = [self._ignored(i.start, i.end, i.why) for i in self._answer.ignored]
        ignored += [
            self._ignored(q.start, q.end, "bare_number")
            for q, v in zip(self._answer.quantities, found, strict=True)
            if v is None
        ]
        ignored.sort(key=lambda i: (i.start, i.end))
        status, reasons = _status(quantities, citations, equations, self._policy)
        return report_of(
            self._case,
            status,
            reasons=reasons,
            quantities=quantities,
            citations=citations,
            equations=equations,
            ignored=ignored,
        )

    def _quantity(self, i: int, q: values.Quantity, v: Verdict, numbers: dict[int, int]) -> report.Quantity:
        line, column = self._where.at(q.start)
        noted = self._noted.get(i)
        return report.Quantity(
            text=self._case.answer[q.start : q.end],
            start=q.start,
            end=q.end,
            line=line,
            column=column,
            kind=q.readings[0].kind if q.readings else "number",
            status=v.status,
            readings=report.distinct([self._reading(r) for r in q.readings]),
            support=self._support(v.support),
            notes=_notes(q, v),
            reason=v.reason or UNSET,
            axis=v.axis or UNSET,
            nearest=self._nearest(v.nearest) if v.nearest is not None else UNSET,
            equation=q.equation if q.equation >= 0 else UNSET,
            together=numbers.get(v.partner, UNSET),
            rival=UNSET if noted is None or noted.flag is None else self._rival(noted.flag),
            contested=UNSET if noted is None or noted.contested is None else self._passage_place(noted.contested),
            derivation=UNSET if v.derivation is None else self._derivation(v.derivation),
            withheld=v.withheld or UNSET,
        )

    def _derivation(self, d: Derived) -> report.Derivation:
        return report.Derivation(
            formula=d.formula,
            operands=[self._operand(hit) for hit in d.operands],
            by=d.by,
            expected=str(d.expected),
            bound=str(d.bound),
        )

    def _operand(self, hit: Hit | Instant) -> report.Support:
        if isinstance(hit, Instant):
            return self._place(hit.at.source, hit.at.start, hit.at.end, hit.reading)
        place = hit.place
        q = self._sources[place.source].read.quantities[place.quantity]
        return self._place(place.source, q.start, q.end, hit.reading)

    @property
    def _where(self) -> Where:
        return self._case.where

    def _reading(self, r: Reading) -> report.Reading:
        made = self._readings.get(id(r))
        if made is None:
            made = self._readings[id(r)] = report.reading(r)
        return made

    def _support(self, hits: Sequence[Hit]) -> list[report.Support]:
        """Return the places of hits, in order, each once; an amount and a frequency that make a whole are two."""
        if not hits:
            return []
        known = self._supports.get(id(hits))
        if known is not None:
            return known[1]
        if len(hits) == 1 and (alone := self._alone(hits[0])) is not None:
            return [alone]
        places: dict[tuple[int, int, int], Reading] = {}
        for hit in hits:
            place = hit.place
            quantities = self._sources[place.source].read.quantities
            halves: Sequence[tuple[int, Reading]] = [(place.quantity, hit.reading)]
            if place.frequency >= 0:
                both = self._halves(place, hit.reading)
                halves = list(zip((place.quantity, place.frequency), both, strict=True))
            for i, reading in halves:
                places.setdefault((place.source, quantities[i].start, quantities[i].end), reading)
            for head in place.heads:
                places.setdefault((head.source, head.start, head.end), hit.reading)
        made = [self._place(*span, places[span]) for span in sorted(places)]
        # The list of hits is kept with what was made of it: its identity is the name under which it is found.
        self._supports[id(hits)] = hits, made
        return made

    def _alone(self, hit: Hit) -> report.Support | None:
        """Return the place of one hit, where it is one quantity as it stands there; that serves other answers too."""
        place = hit.place
        if place.frequency >= 0 or place.heads or hit.reading is not place.readings[0]:
            return None
        made = self._shown.get(place.order)
        if made is None:
            q = self._sources[place.source].read.quantities[place.quantity]
            made = self._shown[place.order] = self._place(place.source, q.start, q.end, hit.reading)
        return made

    def _halves(self, place: Place, whole: Reading) -> tuple[Reading, Reading]:
        """Return the reading of the amount and that of the frequency that a reading of the whole was made of."""
        quantities = self._sources[place.source].read.quantities
        amount, frequency = quantities[place.quantity], quantities[place.frequency]
        return together.halves(amount, frequency, whole)

    def _place(self, source: int, start: int, end: int, reading: Reading) -> report.Support:
        s = self._sources[source]
        return report.Support(
            source=s.id,
            start=start,
            end=end,
            quote=s.text[start:end],
            reading=self._reading(reading),
            document_id=UNSET if s.document_id is None else s.document_id,
        )

    def _rival(self, flag: Flag) -> report.Rival:
        """Return the figure with which the words of the answer stand, and the words."""
        place = self._passage_place(flag.rival)
        words = []
        for word in flag.words:
            there = flag.context.token(word.key)
            if there is None:
                continue
            text = self._sources[flag.rival.source].text
            asked = word.source == comparison.QUESTION
            own = (self._case.question or "") if asked else self._case.answer
            start, end = word.token.start, word.token.end
            said = report.Said(own[start:end], self._case.question_source if asked else "answer", start, end)
            weight = str(Fraction(word.weight, comparison.STEP))
            words.append(
                report.RivalWord(text[there.start : there.end], place.source, there.start, there.end, said, weight)
            )
        return report.Rival(
            source=place.source,
            start=place.start,
            end=place.end,
            quote=place.quote,
            reading=place.reading,
            words=words,
            margin=str(flag.margin),
            document_id=place.document_id,
        )

    def _passage_place(self, place: Place) -> report.Support:
        q = self._sources[place.source].read.quantities[place.quantity]
        return self._place(place.source, q.start, q.end, place.readings[0])

    def _nearest(self, found: Found) -> report.Nearest:
        place = found.place
        s = self._sources[place.source]
        spans = [s.read.quantities[i] for i in (place.quantity, place.frequency) if i >= 0]
        start, end = min(q.start for q in spans), max(q.end for q in spans)
        return report.Nearest(
            source=s.id,
            start=start,
            end=end,
            quote=s.text[start:end],
            reading=self._reading(found.reading),
            difference=difference(found.mine, found.reading),
            document_id=UNSET if s.document_id is None else s.document_id,
        )

    def _citation(self, c: values.Citation) -> report.Citation:
        line, column = self._where.at(c.start)
        numbers = resolve(c, len(self._case.passages), self._policy.citation_base)
        return report.Citation(
            text=self._case.answer[c.start : c.end],
            start=c.start,
            end=c.end,
            line=line,
            column=column,
            style=c.style,
            numbers=numbers.named,
            resolved=numbers.resolved,
            unresolved=numbers.unresolved,
        )

    def _equation(self, e: values.Equation, decided: Decision) -> report.Equation:
        line, column = self._where.at(e.start)
        sides = [self._case.answer[start:end] for start, end in e.spans]
        return report.Equation(
            text=self._case.answer[e.start : e.end],
            start=e.start,
            end=e.end,
            line=line,
            column=column,
            holds=decided.holds,
            left=sides[0],
            right=" = ".join(sides[1:]),
            by=decided.by or UNSET,
            why=decided.why or UNSET,
            expected=UNSET if decided.expected is None else self._reading(decided.expected),
        )

    def _ignored(self, start: int, end: int, why: str) -> report.Ignored:
        return report.Ignored(text=self._case.answer[start:end], start=start, end=end, why=why)


def _notes(q: values.Quantity, v: Verdict) -> list[str]:
    """Return the notes of a quantity and its verdict; one that rests on heads of tables alone has a note of its own."""
    notes = [*q.notes, *v.notes]
    if v.support and v.support[0].place.heads and v.accepted and all(hit.place.heads for hit in v.support):
        notes.append("table_head")
    return list(dict.fromkeys(notes)) if notes else notes


def _status(
    quantities: Sequence[report.Quantity],
    citations: Sequence[report.Citation],
    equations: Sequence[report.Equation],
    policy: Policy,
) -> tuple[report.CaseStatus, list[report.ReasonCount]]:
    """Return what a case comes to: the first status that applies (contract §6), and how often each reason occurs."""
    statuses = Counter(q.status for q in quantities)
    counts = Counter(q.reason for q in quantities if q.reason is not UNSET)
    asked_only = policy.question == "review" and bool(statuses["question"]) and not statuses["source"]
    others = {
        "unresolved_citation": sum(len(c.unresolved) for c in citations),
        "false_equation": sum(e.holds is False for e in equations),
        "question_only": statuses["question"] if asked_only else 0,
    }
    reasons = [report.ReasonCount(code, counts[code]) for code in sorted(counts)]
    reasons += [report.ReasonCount(code, others[code]) for code in REASONS if others[code]]
    status: report.CaseStatus
    if statuses["unmatched"] or others["unresolved_citation"] or others["false_equation"]:
        status = "violated"
    elif statuses["ambiguous"] or asked_only:
        status = "needs_review"
    elif statuses["source"] or statuses["question"] or any(c.resolved for c in citations):
        status = "met"
    else:
        status = "not_applicable"
    return status, reasons


def report_of(
    case: Case,
    status: report.CaseStatus,
    *,
    message: str = "",
    reasons: Sequence[report.ReasonCount] = (),
    quantities: Sequence[report.Quantity] = (),
    citations: Sequence[report.Citation] = (),
    equations: Sequence[report.Equation] = (),
    ignored: Sequence[report.Ignored] = (),
) -> report.Case:
    """Return the report of a case with what was found in it."""
    question = UNSET if case.question is None else report.Question(case.question_source, case.question)
    return report.Case(
        id=case.id,
        file=case.file,
        index=case.index,
        status=status,
        reasons=list(reasons),
        quantities=list(quantities),
        citations=list(citations),
        equations=list(equations),
        ignored=list(ignored),
        question=question,
        message=message or UNSET,
    )
