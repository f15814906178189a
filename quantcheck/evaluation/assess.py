"""What is decided for one answer under one criterion, and on what grounds. Sends nothing and stores nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from quantcheck import report
from quantcheck.evaluation.run import Frozen
from quantcheck.evaluation.spec import Criterion
from quantcheck.intake.transcript import Spoken
from quantcheck.judge import contract, prompt

Status = Literal[
    "met",
    "violated",
    "not_applicable",
    "needs_review",
    "missing_capture",
    "missing_evidence",
    "invalid",
    "budget_blocked",
    "unknown_outcome",
    "pending",
]
UNAVAILABLE = (
    "needs_review",
    "missing_capture",
    "missing_evidence",
    "invalid",
    "budget_blocked",
    "unknown_outcome",
    "pending",
)
"""Statuses that say nothing about the answer. `pending` occurs only while an evaluation is unfinished."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a judge's reply, or the call for it, was refused."""

    code: str
    message: str


class Disagreement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure in a claim that the judge calls supported and the core found in no source."""

    claim: str
    figure: str
    start: int
    end: int
    reason: str
    nearest: str | None = None
    nearest_source: str | None = None


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an assessment adds to the metrics."""

    quantities: int = 0
    traceable: int = 0
    from_question: int = 0
    ambiguous: int = 0
    cited: int = 0
    resolved: int = 0
    claims: int = 0
    supported: int = 0
    partial: int = 0
    unsupported: int = 0
    contradicted: int = 0
    faithful: int = 0
    """Claims that contradict no passage and break no rule."""


NOT_GROUNDED: Final = msgspec.Raw(b"null")


class Assessment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A settled result. `reason` is about the answer and empty where nothing was determined; `cause` says why not."""

    status: Status
    reasons: list[report.ReasonCount] = []
    cause: str = ""
    tally: Tally = Tally()
    judgement: contract.Judgement | None = None
    rubric: contract.RubricReply | None = None
    refusal: Refusal | None = None
    grounding: msgspec.Raw = NOT_GROUNDED
    """The core's verdict as JSON, null under another evaluator."""
    disagreements: list[Disagreement] = []
    not_determined: list[str] = []


def core_verdict(assessment: Assessment) -> report.Case | None:
    """Return the core's verdict that an assessment holds."""
    return msgspec.json.decode(assessment.grounding, type=report.Case | None)


def unavailable(case: Frozen, criterion: Criterion, completeness: str) -> Assessment | None:
    """Return the assessment of an answer that cannot be assessed, or need not be."""
    problem = case.problem
    if problem is not None and problem.status in ("invalid", "missing_capture"):
        return Assessment(problem.status, cause=problem.message)
    if criterion.evidence != "conversation":
        if problem is not None and problem.status == "missing_evidence":
            return Assessment("missing_evidence", cause=problem.message)
        if criterion.evidence == "complete_context" and completeness != "complete":
            return Assessment("missing_evidence", cause="complete_context: the capture is not known to be complete")
    if not case.answer.strip():
        if criterion.evaluator == "rubric" and not criterion.allow_not_applicable:
            return Assessment("missing_capture", cause="the answer is blank")
        return Assessment("not_applicable", cause="the answer is blank")
    return None


def grounded(checked: report.Case) -> Assessment:
    """Return the core's verdict as an assessment."""
    statuses = [quantity.status for quantity in checked.quantities]
    resolved = sum(len(citation.resolved) for citation in checked.citations)
    assessed = checked.status in ("met", "violated", "needs_review")
    return Assessment(
        checked.status,
        reasons=list(checked.reasons),
        cause=checked.message if isinstance(checked.message, str) else "",
        tally=Tally(
            quantities=len(statuses),
            traceable=statuses.count("source") + statuses.count("question"),
            from_question=statuses.count("question"),
            ambiguous=statuses.count("ambiguous"),
            cited=resolved + sum(len(citation.unresolved) for citation in checked.citations),
            resolved=resolved,
        )
        if assessed
        else Tally(),
        grounding=msgspec.Raw(msgspec.json.encode(checked)),
    )


def request(case: Frozen, history: Sequence[Spoken], criterion: Criterion, domain: str) -> prompt.Prompt:
    """Return what a judge is asked about an answer; `history` holds the turns before it."""
    if criterion.evaluator == "faithfulness":
        return prompt.claims(
            criterion.contract or "claims-v2",
            _shown(case, history, criterion),
            rubric=criterion.rubric or "",
            domain=domain,
        )
    return prompt.rubric(
        criterion.rubric or "",
        _shown(case, history, criterion),
        allow_not_applicable=bool(criterion.allow_not_applicable),
        domain=domain,
    )


def judged(
    reply: str, case: Frozen, history: Sequence[Spoken], criterion: Criterion, checked: report.Case | None
) -> Assessment:
    """Return what a judge's reply comes to; a refused reply is `invalid` and says nothing about the answer."""
    try:
        if criterion.evaluator == "faithfulness":
            return _faithful(reply, case, criterion, checked)
        sources = {source.id: source.text for source in _shown(case, history, criterion)}
        found = contract.rubric(
            reply,
            sources,
            allow_not_applicable=bool(criterion.allow_not_applicable),
            quoting=criterion.quotes or "exact",
        )
        return Assessment(found.outcome, rubric=found)
    except contract.Refused as refused:
        return refusal(refused.code, str(refused))


def refusal(code: str, message: str) -> Assessment:
    """Return the assessment of a refused reply."""
    return Assessment("invalid", cause=f"{code}: {message}", refusal=Refusal(code, message))


def _shown(case: Frozen, history: Sequence[Spoken], criterion: Criterion) -> list[prompt.Source]:
    """Return the texts that the judge sees, whole; only a rubric sees what was said before the question."""
    shown: list[prompt.Source] = []
    if criterion.evaluator == "rubric":
        shown += [prompt.Source(f"turn:{turn.ordinal}", f"earlier {turn.role} turn", turn.text) for turn in history]
    if case.question is not None:
        shown = [source for source in shown if source.id != case.question_source]
        shown.append(prompt.Source(case.question_source, "question", case.question))
    if criterion.evidence != "conversation":
        shown += [prompt.Source(f"passage:{n}", "passage", p.text) for n, p in enumerate(case.passages, 1)]
    return [*shown, prompt.Source("answer", "answer", case.answer)]


def _faithful(reply: str, case: Frozen, criterion: Criterion, checked: report.Case | None) -> Assessment:
    sources = {f"passage:{number}": passage.text for number, passage in enumerate(case.passages, 1)}
    if case.question is not None:
        sources[case.question_source] = case.question
    version = criterion.contract or "claims-v2"
    found = contract.judgement(
        reply,
        case.answer,
        sources,
        contract=version,
        quoting=criterion.quotes or "exact",
        coverage=criterion.coverage or "sentences",
    )
    reasons = _reasons(found, criterion)
    nonfactual = not found.claims and found.no_claims_reason == "nonfactual" and not found.abstained
    fatal = [r for r in reasons if r.code not in ("unsupported_claim", "partial_claim") or _violates(r.code, criterion)]
    statuses = [claim.status for claim in found.claims]
    return Assessment(
        "violated" if fatal else "not_applicable" if nonfactual else "met",
        reasons=reasons,
        tally=Tally(
            claims=len(statuses),
            supported=statuses.count("supported")
            + (statuses.count("partial") if criterion.allow_partial_support else 0),
            partial=statuses.count("partial"),
            unsupported=statuses.count("unsupported"),
            contradicted=statuses.count("contradicted"),
            faithful=sum(claim.status != "contradicted" and not claim.breaks_rule for claim in found.claims),
        ),
        judgement=found,
        disagreements=_disagreements(found, checked) if checked else [],
        not_determined=["rules", "coverage"] if version == "claims-v1" else [],
    )


def _violates(code: str, criterion: Criterion) -> bool:
    if criterion.unsupported == "report":
        return False
    return code == "unsupported_claim" or not criterion.allow_partial_support


def _reasons(found: contract.Judgement, criterion: Criterion) -> list[report.ReasonCount]:
    statuses = [claim.status for claim in found.claims]
    least = 7 if criterion.min_correctness is None else criterion.min_correctness
    excused = found.abstained and bool(found.abstention_appropriate)
    counts = {
        "dangerous": int(found.dangerous),
        "contradicted_claim": statuses.count("contradicted"),
        "rule_violation": len(found.rule_violations or ()),
        "unsupported_claim": statuses.count("unsupported"),
        "partial_claim": statuses.count("partial"),
        "low_correctness": int(found.correctness < least),
        "inappropriate_abstention": int(found.abstained and not found.abstention_appropriate),
        "not_answered": int(not found.answers_question and not excused),
    }
    return [report.ReasonCount(code, count) for code, count in counts.items() if count]


def _disagreements(found: contract.Judgement, checked: report.Case) -> list[Disagreement]:
    lines = []
    for claim in found.claims:
        if claim.status != "supported":
            continue
        for quantity in checked.quantities:
            inside = any(quantity.start < span.end and span.start < quantity.end for span in claim.spans)
            if quantity.status == "unmatched" and inside:
                near = quantity.nearest if isinstance(quantity.nearest, report.Nearest) else None
                lines.append(
                    Disagreement(
                        claim.text,
                        quantity.text,
                        quantity.start,
                        quantity.end,
                        quantity.reason if isinstance(quantity.reason, str) else "",
                        near.quote if near else None,
                        near.source if near else None,
                    )
                )
    return lines
