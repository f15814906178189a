"""The grounding metrics of a run: figures over the answers that could be assessed (never a perfect score over none)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, Literal

from msgspec import UNSET

from quantcheck.report import Case, Metric, rational

ASSESSED: Final = ("violated", "needs_review", "met")
"""Statuses of answers in which something was checked; one without quantity or citation adds nothing to a metric."""


def grounding(cases: Iterable[Case]) -> dict[str, Metric]:
    """Return the five metrics of grounding, in fixed order.

    A ratio's value is its quotient. A count's value is the count and its denominator the number of assessed answers.
    """
    answers = listed = source = question = ambiguous = attached = cited = resolved = 0
    for case in cases:
        if case.status not in ASSESSED:
            continue
        answers += 1
        for quantity in case.quantities:
            listed += 1
            source += quantity.status == "source"
            question += quantity.status == "question"
            ambiguous += quantity.status == "ambiguous"
            attached += quantity.rival is not UNSET
        for citation in case.citations:
            cited += len(citation.resolved) + len(citation.unresolved)
            resolved += len(citation.resolved)
    return {
        "grounding.quantity_traceability": _ratio(source + question, listed),
        "grounding.citation_resolution": _ratio(resolved, cited),
        "grounding.question_quantities": _count(question, answers, "neutral"),
        "grounding.ambiguous_quantities": _count(ambiguous, answers, "lower"),
        "grounding.attachment_flags": _count(attached, answers, "lower"),
    }


def _ratio(numerator: int, denominator: int) -> Metric:
    return Metric(
        numerator=str(numerator),
        denominator=str(denominator),
        value=rational(Fraction(numerator, denominator)) if denominator else None,
        aggregation="ratio",
        unit="fraction",
        direction="higher",
    )


def _count(count: int, answers: int, direction: Literal["higher", "lower", "neutral"]) -> Metric:
    return Metric(
        numerator=str(count),
        denominator=str(answers),
        value=str(count) if answers else None,
        aggregation="count",
        unit="quantities",
        direction=direction,
    )
