"""What the evidence commands print for people: from results to lines, every text of the input escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from quantcheck.evidence.faults import Issue
from quantcheck.evidence.goldrun import Run
from quantcheck.evidence.metrics import Metric
from quantcheck.evidence.sets import EvidenceSet
from quantcheck.evidence.verify import Outcome
from quantcheck.wording import safe
from quantcheck.wording.words import TRACEABILITY

_LIMIT = 160


def evidence(found: EvidenceSet, out: str, chunks: int, skipped: int) -> list[str]:
    """Return what a set holds."""
    lines = [f"{safe.line(out)}: evidence set {found.evidence_set_id}"]
    for item in found.items:
        rules = ", ".join(dict.fromkeys(flag.rule for flag in item.flags))
        mark = f"  flagged: tries to instruct a model ({rules})" if rules else ""
        lines.append(f"  {item.label}  {safe.line(item.citation)}{mark}")
    for left in found.excluded:
        lines.append(f"  --  {safe.line(left.citation)}  excluded: tries to instruct a model ({', '.join(left.rules)})")
    size = sum(len(item.text) for item in found.items)
    lines.append(f"{_count(len(found.items), 'passage')} of {_count(chunks, 'chunk')}, {size} characters.")
    if skipped:
        lines.append(f"{_count(skipped, 'path')} not read.")
    if not found.items:
        lines.append("No passage shares a word with the query: an honest answer abstains.")
    return lines


def answer(outcome: Outcome, answer_file: str, evidence_file: str) -> list[str]:
    """Return the verdict on an answer and every issue with its place."""
    lines = [
        line
        for issue in outcome.issues
        for line in _issue(issue, answer_file if issue.file == "answer" else evidence_file)
    ]
    accepted = sum(claim.verdict == "accepted" for claim in outcome.claims)
    what = {"accepted": "accepted", "abstained": "an honest abstention", "refused": "refused"}
    verdict = what.get(outcome.verdict, "needs review")
    lines.append(f"{safe.line(answer_file)}: {verdict}: {accepted} of {_count(len(outcome.claims), 'claim')} accepted.")
    if not outcome.sources_read:
        lines.append("The cited lines were not read again from disk (no --corpus).")
    lines.append(TRACEABILITY)
    return lines


def _issue(issue: Issue, file: str) -> list[str]:
    place = safe.line(file)
    if issue.line is not UNSET:
        place += f":{issue.line}:{issue.column}"
    elif issue.place is not UNSET:
        place += f": {safe.line(issue.place)}"
    claim = f" [{safe.brief(issue.claim_id)}]" if issue.claim_id is not UNSET else ""
    level = "" if issue.level == "fault" else f" ({issue.level})"
    lines = [f"{place}: {issue.code}{level}{claim}: {safe.brief(issue.message, _LIMIT)}"]
    if issue.expected is not UNSET:
        lines.append(f"    expected: {safe.brief(issue.expected, _LIMIT)}")
    if issue.found is not UNSET:
        lines.append(f"    found:    {safe.brief(issue.found, _LIMIT)}")
    return lines


def gold(run: Run, folder: str) -> list[str]:
    """Return the metrics and every case that did not end as expected."""
    lines = []
    for result in run.results:
        wanted = (result.case.expected.verdict, sorted(set(result.case.expected.issues)))
        if (result.verdict, result.codes) != wanted:
            lines.append(
                f"{safe.brief(result.case.case_id)}: {result.verdict} {_list(result.codes)}; "
                f"expected {wanted[0]} {_list(wanted[1])}"
            )
    lines += metrics(run.metrics)
    lines.append(f"{_count(len(run.results), 'case')}: {run.decision}. Report and index: {safe.line(folder)}")
    lines.append(TRACEABILITY)
    return lines


def metrics(measured: Mapping[str, Metric]) -> list[str]:
    """Return a table of metrics: value, how it came about, pass mark."""
    width = max(map(len, measured))
    lines = []
    for name, metric in measured.items():
        state = {True: "passed", False: "FAILED", None: "not measured"}[metric.passed]
        value = "-" if metric.value is None else metric.value
        counts = f"{metric.numerator}/{metric.denominator}"
        lines.append(f"{name:<{width}}  {value:>7}  {counts:>9}  mark {metric.pass_mark}  {state}")
    return lines


def _list(codes: Iterable[str]) -> str:
    return "(" + ", ".join(safe.brief(code) for code in codes) + ")"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
