"""The answers of an evaluation as the HTML report shows them, with what each criterion found beside the answer.

Read from the saved evaluation alone: nothing is checked again.
"""

from __future__ import annotations

from collections import defaultdict

import msgspec

from quantcheck import report
from quantcheck.evaluation.assess import Assessment, core_verdict
from quantcheck.evaluation.run import Frozen
from quantcheck.evaluation.summary import EXIT, Summary, instructions
from quantcheck.intake import cases
from quantcheck.policy import Policy
from quantcheck.render import Showing, html
from quantcheck.render.html import Judged

NOT_ASKED = "no criterion asks for its figures"


def render(summary: Summary) -> bytes:
    """Return the page of a summary that was made with details."""
    about = summary.evaluation
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    for finding in summary.findings:
        found[finding.number, finding.criterion] += instructions(finding)
    given: dict[tuple[str, int], cases.Case] = {}
    checked: list[report.Case] = []
    judged: dict[tuple[str, int], list[Judged]] = {}
    for answer in summary.cases or ():
        case = answer.input.case()
        key = (case.file, case.index)
        given[key] = case
        verdict = None
        for result in answer.results:
            assessment = msgspec.json.decode(result.assessment, type=Assessment)
            core = core_verdict(assessment)
            verdict = verdict or core
            if core is None:
                lines = found[answer.input.number, result.criterion] or [assessment.cause or "nothing to act on"]
                judged.setdefault(key, []).append(Judged(result.criterion, result.status, tuple(lines)))
        checked.append(verdict or _unread(answer.input))
    policy = next((c.policy for c in about.spec.criteria if c.evaluator == "grounding" and c.policy), Policy())
    engine = report.Engine(about.engine.version, about.engine.grammar, about.engine.vocabulary, policy)
    made = report.Report(
        engine=engine, errors=[], cases=checked, metrics=dict(summary.metrics), decision=summary.decision
    )
    return html.page(Showing(made, given, EXIT[summary.decision]), judged)


def _unread(answer: Frozen) -> report.Case:
    """Return an answer on which the core has no verdict; its own problem says why, where there is one."""
    problem = answer.problem
    return report.Case(
        id=answer.id,
        file=answer.file,
        index=answer.number - 1,
        status=problem.status if problem else "not_applicable",
        reasons=[],
        quantities=[],
        citations=[],
        equations=[],
        ignored=[],
        message=problem.message if problem else NOT_ASKED,
    )
