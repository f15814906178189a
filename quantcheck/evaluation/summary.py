"""What a saved evaluation comes to: read from its ledger, never computed again, the same bytes every time."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal

import msgspec

from quantcheck import report
from quantcheck.evaluation import gates, lease
from quantcheck.evaluation.assess import UNAVAILABLE, Assessment, Disagreement, Refusal, core_verdict
from quantcheck.evaluation.core import Engine
from quantcheck.evaluation.evaluate import Evaluation, Key, StoredReply
from quantcheck.evaluation.ledger import Call, Ledger, Result, Stored
from quantcheck.evaluation.metrics import Sums
from quantcheck.evaluation.run import Frozen, Run, open_run
from quantcheck.evaluation.spec import EvaluationSpec
from quantcheck.judge.contract import BrokenRule, Claim, RubricReply
from quantcheck.output import CannotDo

SCHEMA: Final = "quantcheck.evaluation/1"
EXIT: Final = {"passed": 0, "violated": 2, "inconclusive": 3}
GUARD: Final = 10
"""Judged answers from which on a criterion's scores are looked at as a column."""

Decision = Literal["passed", "violated", "inconclusive"]
_ORDER: Final = ("dangerous", "unfaithful", "figures", "violated")


class About(msgspec.Struct, frozen=True):
    """Which evaluation of which run."""

    number: int
    identity: str
    run: str
    dataset: str
    answers: int
    spec: EvaluationSpec
    judge: str | None
    domain: str
    engine: Engine


class Group(msgspec.Struct, frozen=True):
    """Counts of statuses and metrics of a group of results."""

    decision: Decision
    counts: dict[str, int]
    metrics: dict[str, report.Metric]
    supplementary: dict[str, report.Metric]


class OpenCall(msgspec.Struct, frozen=True):
    """A call whose outcome is unknown: it keeps its reservation until a person releases it."""

    call: int
    cause: str
    answers: list[str]


class Accounting(msgspec.Struct, frozen=True):
    """Calls by what became of them, tokens, and cost where a price was given (null is not known, never zero)."""

    made: int
    cached: int
    refused_replies: int
    not_accepted: int
    budget_blocked: int
    unknown: int
    input_tokens: int | None
    output_tokens: int | None
    cost: str | None
    price: str | None
    budget: int | None
    budget_left: int | None


class Suspect(msgspec.Struct, frozen=True):
    """Scores of a criterion that all lie at one end of the scale."""

    criterion: str
    column: str
    judged: int
    lowest: int
    highest: int


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer to act on. The list is ordered: dangerous, unfaithful (weakest first), figures, other violations."""

    number: int
    id: str
    criterion: str
    kind: Literal["dangerous", "unfaithful", "figures", "violated"]
    reasons: list[report.ReasonCount] = []
    question: str | None = None
    passages: int = 0
    danger_reason: str | None = None
    support: str | None = None
    correctness: int | None = None
    claims: list[Claim] = []
    rule_violations: list[BrokenRule] = []
    disagreements: list[Disagreement] = []
    figures: list[str] = []
    rubric: RubricReply | None = None


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A saved call with its reply as it came; bytes that are no text stand in base64."""

    call: int
    state: str
    cause: str = ""
    raw: str | None = None
    raw_base64: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


class Detail(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result in full."""

    criterion: str
    status: str
    assessment: msgspec.Raw
    reply: Reply | None = None


class CaseDetail(msgspec.Struct, frozen=True):
    """An answer in full: the frozen input and every result."""

    input: Frozen
    results: list[Detail]


class Summary(msgspec.Struct, frozen=True):
    """A saved evaluation. `reasons` says why a decision is not `passed`."""

    evaluation: About
    decision: Decision
    reasons: list[str]
    counts: dict[str, int]
    metrics: dict[str, report.Metric]
    supplementary: dict[str, report.Metric]
    scores: dict[str, msgspec.Raw]
    by: dict[str, dict[str, Group]]
    accounting: Accounting
    suspect: list[Suspect]
    gates: list[gates.Outcome]
    open_calls: list[OpenCall]
    findings: list[Finding]
    cases: list[CaseDetail] | msgspec.UnsetType = msgspec.UNSET
    schema: str = SCHEMA

    def repair_instructions(self, number: int | None = None) -> str | None:
        """Return what is to be mended, of one answer or of all; None where no failure was determined."""
        lines = []
        for finding in self.findings:
            if number is None or finding.number == number:
                head = f"{finding.id}: " if number is None else ""
                lines += [head + line for line in instructions(finding)]
        return "\n".join(dict.fromkeys(lines)) if lines else None


def instructions(finding: Finding) -> list[str]:
    """Return a line for each failure of a finding that was determined."""
    lines = list(finding.figures)
    if finding.danger_reason:
        lines.append(f"following it could cause serious harm: {finding.danger_reason}")
    for rule in finding.rule_violations:
        lines.append(f'"{rule.answer_quote}" breaks a rule of {rule.source_id}: "{rule.rule_quote}"')
    for claim in finding.claims:
        word = {"contradicted": "is contradicted by the sources", "partial": "is supported only in part"}
        quotes = "".join(f'; {e.source_id}: "{e.quote}"' for e in claim.evidence[:2])
        lines.append(f'"{claim.text}" {word.get(claim.status, "is not supported by the sources")}{quotes}')
    codes = {reason.code for reason in finding.reasons}
    if "low_correctness" in codes:
        lines.append(f"its correctness was scored {finding.correctness} of 10")
    if "inappropriate_abstention" in codes:
        lines.append("it declines to answer although the sources cover the question")
    if "not_answered" in codes:
        lines.append("it does not answer the question")
    if finding.rubric is not None:
        lines.append(f"{finding.criterion} is not met: {finding.rubric.rationale}")
    return lines


def evaluation_summary(
    run: Path | str,
    evaluation: int | None = None,
    *,
    details: bool = False,
    conditions: Sequence[gates.Gate] = (),
) -> Summary:
    """Return a saved evaluation, by default the latest, after checking every digest; nothing is run again."""
    opened = open_run(run)
    live = lease.held(opened.path)
    with Ledger.open(opened.ledger, opened.digest, write=False) as ledger:
        stored = _stored(ledger, opened, evaluation)
        return _Reader(opened, ledger, stored, live).summary(details, list(conditions))


def _stored(ledger: Ledger, run: Run, number: int | None) -> Stored:
    found = ledger.evaluations()
    if not found:
        raise CannotDo(f"{run.path}: holds no evaluation yet; `quantcheck evaluate` makes one")
    if number is None:
        return found[-1]
    for stored in found:
        if stored.id == number:
            return stored
    raise CannotDo(f"{run.path}: holds no evaluation {number}; expected 1 to {found[-1].id}")


class _Reader:
    def __init__(self, run: Run, ledger: Ledger, stored: Stored, live: bool) -> None:
        self._run = run
        self._ledger = ledger
        self._number = stored.id
        self._identity = stored.identity
        self._evaluation = msgspec.json.decode(stored.body, type=Evaluation)
        self._live = live
        self._calls: dict[int, Call] = {call.id: call for call in ledger.calls()}
        self._decoder = msgspec.json.Decoder(Assessment)
        self._groups: dict[tuple[str, str], _Group] = {}
        self._all = _Group()
        self._findings: list[Finding] = []
        self._waiting: dict[int, list[str]] = {}
        self._used: list[int] = []
        self._refused = 0
        self._columns: dict[str, list[int]] = {}

    def summary(self, details: bool, conditions: list[gates.Gate]) -> Summary:
        found = self._evaluation
        results = self._ledger.results(self._number)
        ahead = next(results, None)
        cases: list[CaseDetail] = []
        for key, case in zip(found.cases, self._run.cases(), strict=True):
            full: list[Detail] = []
            for place, criterion in enumerate(found.spec.criteria):
                result: Result | None = None
                if ahead is not None and (ahead.number, ahead.criterion) == (key.number, place):
                    result, ahead = ahead, next(results, None)
                assessment = self._assessment(result, key)
                self._count(key, case, criterion.id, assessment, result)
                if details:
                    full.append(self._detail(criterion.id, assessment, result))
            if details:
                cases.append(CaseDetail(case, full))
        metrics = self._all.sums.metrics(found.metrics)
        supplementary = self._all.sums.metrics(found.supplementary)
        scores = {id: msgspec.Raw(body) for id, body in self._ledger.scores(self._number).items()}
        values = {name: metric.value for name, metric in (metrics | supplementary).items()}
        values |= {id: score(body) for id, body in scores.items()}
        outcomes = gates.apply(conditions, values)
        suspect = self._suspects()
        decision, reasons = _decide(self._all.counts, found.spec, suspect, outcomes)
        return Summary(
            evaluation=About(
                self._number,
                self._identity,
                found.run,
                self._run.manifest.dataset,
                len(found.cases),
                found.spec,
                found.judge,
                found.domain,
                found.engine,
            ),
            decision=decision,
            reasons=reasons,
            counts=self._all.listed(),
            metrics=metrics,
            supplementary=supplementary,
            scores=scores,
            by=self._by(suspect),
            accounting=self._accounting(),
            suspect=suspect,
            gates=outcomes,
            open_calls=[OpenCall(id, self._calls[id].cause, names) for id, names in sorted(self._waiting.items())],
            findings=sorted(self._findings, key=_weight),
            cases=cases if details else msgspec.UNSET,
        )

    def _assessment(self, result: Result | None, key: Key) -> Assessment:
        """Return a result's assessment, or the state of what is not settled."""
        if result is None:
            return Assessment("pending", cause="not begun")
        if result.body is not None:
            return self._decoder.decode(result.body)
        if result.call is None:
            return Assessment("budget_blocked", cause="no call was left in the budget of the run")
        call = self._calls[result.call]
        if call.state == "sent" and (call.cause or not self._live):
            self._waiting.setdefault(call.id, []).append(key.id)
            cause = call.cause or "the process ended while the call was out"
            return Assessment("unknown_outcome", cause=f"call {call.id}: {cause}")
        if call.state == "refused":
            code = Refusal("call_refused", call.cause)
            return Assessment("invalid", cause=f"call {call.id} was not accepted: {call.cause}", refusal=code)
        return Assessment("pending", cause=f"call {call.id} is {call.state}")

    def _count(self, key: Key, case: Frozen, criterion: str, assessment: Assessment, result: Result | None) -> None:
        names = [("criterion", criterion), *(("tag", tag) for tag in dict.fromkeys(key.tags))]
        names += [("stream", key.stream)] if key.stream is not None else []
        names += [("persona", key.persona_id)] if key.persona_id is not None else []
        for group in (self._all, *(self._groups.setdefault(name, _Group()) for name in names)):
            group.add(assessment)
        if assessment.judgement is not None:
            self._columns.setdefault(criterion, []).append(assessment.judgement.correctness)
        if result is not None and result.body is not None and result.call is not None:
            self._used.append(result.call)
            self._refused += assessment.refusal is not None
        finding = _finding(key, case, criterion, assessment)
        if finding is not None:
            self._findings.append(finding)

    def _detail(self, criterion: str, assessment: Assessment, result: Result | None) -> Detail:
        reply = None
        if result is not None and result.call is not None and (call := self._ledger.call_by_id(result.call)):
            stored = msgspec.json.decode(call.reply, type=StoredReply) if call.reply else StoredReply()
            raw: str | None = None
            encoded: str | None = None
            if call.raw is not None:
                try:
                    raw = call.raw.decode()
                except UnicodeDecodeError:
                    encoded = base64.b64encode(call.raw).decode()
            reply = Reply(call.id, call.state, call.cause, raw, encoded, stored.input_tokens, stored.output_tokens)
        return Detail(criterion, assessment.status, msgspec.Raw(msgspec.json.encode(assessment)), reply)

    def _by(self, suspect: list[Suspect]) -> dict[str, dict[str, Group]]:
        found = self._evaluation
        by: dict[str, dict[str, Group]] = {"criterion": {}, "stream": {}, "tag": {}, "persona": {}}
        for (kind, name), group in sorted(self._groups.items()):
            column = [s for s in suspect if kind != "criterion" or s.criterion == name]
            by[kind][name] = Group(
                _decide(group.counts, found.spec, column, [])[0],
                group.listed(),
                group.sums.metrics(found.metrics),
                group.sums.metrics(found.supplementary),
            )
        return by

    def _suspects(self) -> list[Suspect]:
        return [
            Suspect(criterion, "correctness", len(column), min(column), max(column))
            for criterion, column in sorted(self._columns.items())
            if len(column) >= GUARD and (min(column) >= 9 or max(column) <= 1)
        ]

    def _accounting(self) -> Accounting:
        paid = [self._calls[id] for id in sorted(set(self._used)) if self._calls[id].evaluation == self._number]
        replies = [msgspec.json.decode(call.reply or b"{}", type=StoredReply) for call in paid]
        sent = _sum(reply.input_tokens for reply in replies)
        got = _sum(reply.output_tokens for reply in replies)
        price = self._evaluation.price
        budget = self._ledger.meta("budget")
        ours = [call for call in self._calls.values() if call.evaluation == self._number]
        return Accounting(
            made=len(paid),
            cached=len(self._used) - len(paid),
            refused_replies=self._refused,
            not_accepted=sum(call.state == "refused" for call in ours),
            budget_blocked=self._all.counts.get("budget_blocked", 0),
            unknown=len(self._waiting),
            input_tokens=sent,
            output_tokens=got,
            cost=cost(price, sent, got),
            price=price,
            budget=int(budget) if budget is not None else None,
            budget_left=int(budget) - self._ledger.spent() if budget is not None else None,
        )


class _Group:
    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.sums = Sums()

    def add(self, assessment: Assessment) -> None:
        self.counts[assessment.status] = self.counts.get(assessment.status, 0) + 1
        self.sums.add(assessment)

    def listed(self) -> dict[str, int]:
        """Return every status with its count, also those that do not occur."""
        return {status: self.counts.get(status, 0) for status in ("met", "violated", "not_applicable", *UNAVAILABLE)}


def _decide(
    counts: dict[str, int], spec: EvaluationSpec, suspect: list[Suspect], outcomes: list[gates.Outcome]
) -> tuple[Decision, list[str]]:
    """Return the decision and why it is not `passed`; a violation outweighs whatever is open."""
    violated = [f"{counts['violated']} violated"] if counts.get("violated") else []
    violated += [f"gate {_gate(o)}" for o in outcomes if o.tripped and o.gate.effect == "fail"]
    open_ = [f"{counts[status]} {status}" for status in UNAVAILABLE if counts.get(status)]
    open_ += [
        f"suspect_scores: {s.column} of {s.criterion} is {s.lowest} to {s.highest} in {s.judged} answers"
        for s in suspect
    ]
    open_ += [f"gate {_gate(o)}" for o in outcomes if o.tripped is None or (o.tripped and o.gate.effect == "warn")]
    if not counts.get("met"):
        open_.append("nothing met")
    if spec.qualification == "draft":
        open_.append("the spec is a draft")
    return "violated" if violated else "inconclusive" if open_ else "passed", violated + open_


def _gate(outcome: gates.Outcome) -> str:
    gate = outcome.gate
    value = "no value" if outcome.value is None else outcome.value
    return f"{gate.metric} {gate.operator} {gate.threshold}: {value}"


def _finding(key: Key, case: Frozen, criterion: str, assessment: Assessment) -> Finding | None:
    """Return what there is to act on in a result; what was not determined is none."""
    judgement = assessment.judgement
    violated = assessment.status == "violated"
    kind: Literal["dangerous", "unfaithful", "figures", "violated"]
    figures: list[str] = []
    if judgement is not None and (violated or assessment.disagreements):
        kind = "dangerous" if judgement.dangerous else "unfaithful" if violated else "figures"
    elif violated and (checked := core_verdict(assessment)) is not None:
        kind = "figures"
        figures = checked.failures()
    elif assessment.rubric is not None and violated:
        kind = "violated"
    else:
        return None
    tally = assessment.tally
    return Finding(
        number=key.number,
        id=key.id,
        criterion=criterion,
        kind=kind,
        reasons=assessment.reasons if violated else [],
        question=case.question,
        passages=len(case.passages),
        danger_reason=judgement.danger_reason if judgement else None,
        support=str(Fraction(tally.supported, tally.claims)) if tally.claims else None,
        correctness=judgement.correctness if judgement else None,
        claims=[c for c in judgement.claims if c.status != "supported"] if judgement and violated else [],
        rule_violations=list(judgement.rule_violations or ()) if judgement else [],
        disagreements=assessment.disagreements,
        figures=figures,
        rubric=assessment.rubric if kind == "violated" else None,
    )


def _weight(finding: Finding) -> tuple[int, Fraction, int, int, int, str]:
    """Return the place of a finding: by kind, weakest support first, lowest score, most figures, order of the run."""
    support = Fraction(finding.support) if finding.support is not None else Fraction(1)
    score = finding.correctness if finding.correctness is not None else 10
    wrong = len(finding.figures) + len(finding.disagreements)
    return _ORDER.index(finding.kind), support, score, -wrong, finding.number, finding.criterion


def score(body: msgspec.Raw) -> str | None:
    """Return the numeric `score` of a custom scorer as an exact rational."""
    value = msgspec.json.decode(body, type=dict[str, object]).get("score")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return str(Fraction(str(value)))


def cost(price: str | None, sent: int | None, got: int | None) -> str | None:
    """Return the cost in US dollars of tokens at `IN/OUT` dollars a million, or None where either is not known."""
    if price is None or sent is None or got is None:
        return None
    per_sent, per_got = prices(price)
    return str((per_sent * sent + per_got * got) / 1_000_000)


def prices(price: str) -> tuple[Fraction, Fraction]:
    """Return the two prices of `IN/OUT`."""
    found = re.fullmatch(r"(\d{1,12}(?:\.\d{1,12})?)/(\d{1,12}(?:\.\d{1,12})?)", price)
    if found is None:
        raise CannotDo(f"--price {price[:60]!r}: expected US dollars a million tokens as IN/OUT, such as 2.50/10")
    return Fraction(found[1]), Fraction(found[2])


def _sum(counts: Iterable[int | None]) -> int | None:
    """Return a sum, or None where a part of it is not known."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total
