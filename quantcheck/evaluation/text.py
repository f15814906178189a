"""An evaluation as text for a terminal: the decision and why, then the answers to act on, worst first."""

from __future__ import annotations

from collections.abc import Iterator

from quantcheck import report
from quantcheck.evaluation.assess import Disagreement
from quantcheck.evaluation.summary import CaseDetail, Finding, Summary, instructions
from quantcheck.wording import safe, words

NOTE = "A judge's verdict is an opinion, and a traceable figure need not be true: neither makes an answer safe."


def render(summary: Summary, worst: int | None = None) -> str:
    """Return the report of an evaluation; `worst` limits the answers that are listed."""
    return "\n".join(_lines(summary, worst)) + "\n"


def _lines(summary: Summary, worst: int | None) -> Iterator[str]:
    about = summary.evaluation
    yield safe.line(
        f"evaluation {about.number} of {about.dataset}: spec {about.spec.id} {about.spec.revision} "
        f"({about.spec.qualification}), {words.counted(about.answers, 'answer')}"
    )
    if about.judge:
        yield safe.line(f"judge {about.judge}" + (f", domain {about.domain}" if about.domain else ""))
    reasons = "; ".join(summary.reasons)
    yield safe.line(f"decision: {summary.decision}" + (f" ({reasons})" if reasons else ""))
    yield ""
    shown = {status: count for status, count in summary.counts.items() if count}
    yield "results: " + (", ".join(f"{count} {status}" for status, count in shown.items()) or "none")
    yield from _figures(summary)
    yield from _accounting(summary)
    for open_ in summary.open_calls:
        answers = ", ".join(open_.answers[:5])
        yield safe.line(
            f"call {open_.call}: outcome unknown ({open_.cause or 'the process ended while it was out'}), "
            f"needed for {answers}; --release {open_.call} gives it up"
        )
    yield from _findings(summary.findings, worst)
    if not isinstance(summary.cases, list):
        yield ""
        yield NOTE
        return
    for case in summary.cases:
        yield from _detail(case)


def _figures(summary: Summary) -> Iterator[str]:
    yield ""
    everything = summary.metrics | summary.supplementary
    width = max(map(len, everything), default=0)
    for name, metric in everything.items():
        yield f"  {name:<{width}}  {_value(metric)}"
    for id, body in summary.scores.items():
        yield safe.line(f"  {id}: {bytes(body).decode()[:200]}")


def _value(metric: report.Metric) -> str:
    if metric.value is None:
        return f"no value ({metric.numerator} of {metric.denominator})"
    value = words.number(metric.value)
    if metric.aggregation == "count":
        return f"{value} in {words.counted(int(metric.denominator or 0), 'answer')}"
    return f"{value} ({words.number(metric.numerator)} / {metric.denominator})"


def _accounting(summary: Summary) -> Iterator[str]:
    found = summary.accounting
    if summary.evaluation.judge is None and found.budget is None:
        return
    yield ""
    tokens = "not known" if found.input_tokens is None else f"{found.input_tokens} in, {found.output_tokens} out"
    cost = "not known" if found.cost is None else f"{words.number(found.cost)} USD"
    yield (
        f"calls: {found.made} made, {found.cached} cached, {found.budget_blocked} skipped for budget, "
        f"{found.refused_replies} replies refused, {found.not_accepted} not accepted, {found.unknown} unknown"
    )
    yield f"tokens: {tokens}; cost: {cost}; budget: {found.budget_left} of {found.budget} calls left"


def _findings(findings: list[Finding], worst: int | None) -> Iterator[str]:
    figures = sum(len(finding.disagreements) for finding in findings)
    if figures:
        yield ""
        yield f"judge and core disagree about {figures} figure{'s' if figures > 1 else ''}: see below"
    listed = findings if worst is None else findings[:worst]
    for finding in listed:
        yield ""
        passages = f"{finding.passages} passage{'' if finding.passages == 1 else 's'}"
        head = f"{finding.kind.upper()} {finding.id} ({finding.criterion}, {passages}"
        if finding.support is not None:
            head += f", support {words.number(finding.support)}"
        if finding.correctness is not None:
            head += f", correctness {finding.correctness}"
        yield safe.line(head + ")")
        if finding.question:
            yield f"  question: {safe.brief(finding.question, 120)}"
        for disagreement in finding.disagreements:
            yield safe.line("  " + disagree(disagreement))
        for line in instructions(finding):
            yield safe.line("  " + line)
    if len(listed) < len(findings):
        yield ""
        yield f"{len(findings) - len(listed)} more"


def disagree(found: Disagreement) -> str:
    """Return the line that says where judge and core differ about a figure."""
    near = f' (nearest: "{found.nearest}" in {found.nearest_source})' if found.nearest else ""
    return f'DISAGREE: the judge calls supported what holds "{found.figure}", which the core found nowhere{near}'


def _detail(case: CaseDetail) -> Iterator[str]:
    yield ""
    yield safe.line(f"== {case.input.number} {case.input.id}")
    yield safe.line(f"question: {case.input.question}")
    for number, passage in enumerate(case.input.passages, 1):
        yield safe.line(f"passage:{number}: {passage.text}")
    yield safe.line(f"answer: {case.input.answer}")
    for result in case.results:
        yield safe.line(f"- {result.criterion}: {result.status}")
        yield safe.line(f"  {bytes(result.assessment).decode()}")
        if result.reply is not None:
            raw = result.reply.raw if result.reply.raw is not None else result.reply.raw_base64
            yield safe.line(f"  call {result.reply.call} {result.reply.state} {result.reply.cause}: {raw}")
