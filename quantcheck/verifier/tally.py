"""The sums of a report, made again: reasons and status of a case, the grounding metrics, the decision of the run.

Takes the statuses of quantities as they stand; whether those are true is for `claims`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from msgspec import UNSET

from quantcheck import report
from quantcheck.policy import Policy
from quantcheck.verifier import leftout

CHECKED = frozenset({"violated", "needs_review", "met", "not_applicable"})
ASSESSED = CHECKED - {"not_applicable"}
"""Answers in which something was checked; only these count in the metrics."""
Faults = Iterator[tuple[str, str]]


def case_faults(case: report.Case, policy: Policy) -> Faults:
    """Check the reasons and the status of a case that could be assessed."""
    if case.status not in CHECKED:
        yield ".status", "nothing is wrong with this case of the input"
    asked = policy.question == "review" and _asked_only(case)
    counts = _reasons(case)
    if asked:
        counts["question_only"] = sum(q.status == "question" for q in case.quantities)
    stated = Counter({entry.code: entry.count for entry in case.reasons})
    if len(stated) != len(case.reasons):
        yield ".reasons", "a reason is counted twice"
    for code in sorted(counts.keys() | stated.keys()):
        if counts[code] != stated[code]:
            yield ".reasons", f"{code!r} counted {stated[code]} times, found {counts[code]} times"
    expected = _status(case, asked)
    if case.status != expected:
        yield ".status", f"expected {expected}"


def _asked_only(case: report.Case) -> bool:
    """Whether the figures that are found come from the question alone."""
    statuses = {q.status for q in case.quantities}
    return "question" in statuses and "source" not in statuses


def _reasons(case: report.Case) -> Counter[str]:
    counts: Counter[str] = Counter(q.reason for q in case.quantities if q.reason is not UNSET)
    unresolved = sum(len(c.unresolved) for c in case.citations)
    if unresolved:
        counts["unresolved_citation"] = unresolved
    false = sum(e.holds is False for e in case.equations)
    if false:
        counts["false_equation"] = false
    return counts


def _status(case: report.Case, asked: bool) -> str:
    statuses = Counter(q.status for q in case.quantities)
    if (
        statuses["unmatched"]
        or any(c.unresolved for c in case.citations)
        or any(e.holds is False for e in case.equations)
    ):
        return "violated"
    if statuses["ambiguous"] or asked:
        return "needs_review"
    if statuses["source"] or statuses["question"] or any(c.resolved for c in case.citations):
        return "met"
    return "not_applicable"


def faults(found: report.Report) -> Faults:
    """Check the metrics and the decision of a run."""
    expected = metrics(found)
    for name in sorted(expected.keys() | found.metrics.keys()):
        if name not in found.metrics:
            yield "metrics", f"{name!r} is missing"
        elif name.startswith("grounding."):
            wanted = expected.get(name)
            if wanted is None:
                yield f"metrics.{name[:60]}", "no such metric"
            elif found.metrics[name] != wanted:
                for field in wanted.__struct_fields__:
                    if getattr(wanted, field) != getattr(found.metrics[name], field):
                        yield f"metrics.{name}.{field}", f"expected {getattr(wanted, field)}"
    yield from leftout.faults(found)
    decision = _decision(found)
    if found.decision != decision:
        yield "decision", f"expected {decision}"


def metrics(found: report.Report) -> dict[str, report.Metric]:
    """Return the grounding metrics by name, counted anew from the cases of a report."""
    assessed = [case for case in found.cases if case.status in ASSESSED]
    answers = len(assessed)
    listed = [q for case in assessed for q in case.quantities]
    traced = sum(q.status in ("source", "question") for q in listed)
    named = sum(len(c.resolved) + len(c.unresolved) for case in assessed for c in case.citations)
    resolved = sum(len(c.resolved) for case in assessed for c in case.citations)
    return {
        "grounding.quantity_traceability": _ratio(traced, len(listed)),
        "grounding.citation_resolution": _ratio(resolved, named),
        "grounding.question_quantities": _count(sum(q.status == "question" for q in listed), answers, "neutral"),
        "grounding.ambiguous_quantities": _count(sum(q.status == "ambiguous" for q in listed), answers, "lower"),
        "grounding.attachment_flags": _count(sum(map(_attached, listed)), answers, "lower"),
    }


def _attached(quantity: report.Quantity) -> bool:
    """Whether a figure is said to stand in the passages with other words than the answer's."""
    return quantity.reason == "attachment" or "attachment" in quantity.notes


def _ratio(part: int, whole: int) -> report.Metric:
    value = str(Fraction(part, whole)) if whole else None
    return report.Metric(str(part), str(whole), value, "ratio", "fraction", "higher")


def _count(number: int, answers: int, direction: str) -> report.Metric:
    value = str(number) if answers else None
    return report.Metric(str(number), str(answers), value, "count", "quantities", direction)  # type: ignore[arg-type]


def _decision(found: report.Report) -> str:
    statuses = {case.status for case in found.cases}
    if found.errors or "invalid" in statuses or not found.cases:
        return "error"
    if "violated" in statuses:
        return "violated"
    if statuses & {"needs_review", "missing_evidence", "missing_capture"}:
        return "inconclusive"
    return "passed" if "met" in statuses else "not_applicable"
