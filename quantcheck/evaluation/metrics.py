"""The metrics of an evaluation: exact figures over assessments, with null where there is nothing to divide by."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

import msgspec

from quantcheck.evaluation.assess import Assessment
from quantcheck.report import Metric, rational


class Definition(msgspec.Struct, frozen=True):
    """What a metric is; frozen with every evaluation."""

    name: str
    aggregation: Literal["ratio", "count", "mean"]
    unit: Literal["fraction", "quantities", "answers", "score_0_10", "claims"]
    direction: Literal["higher", "lower", "neutral"]
    meaning: str


METRICS: Final = (
    Definition(
        "grounding.quantity_traceability", "ratio", "fraction", "higher", "traceable quantities / all that are listed"
    ),
    Definition("grounding.citation_resolution", "ratio", "fraction", "higher", "resolved / all numbers that are cited"),
    Definition("grounding.question_quantities", "count", "quantities", "neutral", "quantities from the question alone"),
    Definition("grounding.ambiguous_quantities", "count", "quantities", "lower", "quantities that need review"),
    Definition(
        "faithfulness.claim_support", "ratio", "fraction", "higher", "supported / all claims of all valid judgements"
    ),
    Definition("faithfulness.correctness", "mean", "score_0_10", "higher", "mean score of the applicable judgements"),
    Definition(
        "faithfulness.answers_question", "ratio", "fraction", "higher", "answers that answer / applicable judgements"
    ),
    Definition("faithfulness.dangerous_answers", "count", "answers", "lower", "dangerous answers of valid judgements"),
    Definition("faithfulness.appropriate_abstentions", "ratio", "fraction", "higher", "appropriate / all abstentions"),
)
SUPPLEMENTARY: Final = (
    Definition(
        "faithfulness.faithful_claims",
        "ratio",
        "fraction",
        "higher",
        "claims that contradict no passage and break no rule / all claims",
    ),
    Definition(
        "faithfulness.claim_support_by_answer", "mean", "fraction", "higher", "mean of each answer's share of support"
    ),
    Definition("faithfulness.supported_claims", "count", "claims", "higher", "claims that are supported"),
    Definition("faithfulness.unsupported_claims", "count", "claims", "lower", "claims without (full) support"),
    Definition("faithfulness.contradicted_claims", "count", "claims", "lower", "claims that the passages contradict"),
    Definition("faithfulness.rule_violations", "count", "answers", "lower", "answers that break a rule of a passage"),
    Definition("faithfulness.abstentions", "count", "answers", "neutral", "answers that decline to answer"),
    Definition(
        "faithfulness.disagreements",
        "count",
        "quantities",
        "lower",
        "figures that the judge calls supported and the core found nowhere",
    ),
)


class Sums:
    """What the metrics of one group of assessments are made from."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._shares = Fraction(0)

    def _add(self, name: str, count: int) -> None:
        self._counts[name] = self._counts.get(name, 0) + count

    def add(self, assessment: Assessment) -> None:
        """Add one assessment; what was not determined adds nothing."""
        tally = assessment.tally
        if bytes(assessment.grounding) != b"null" and assessment.status in ("met", "violated", "needs_review"):
            self._add("grounded", 1)
            for name in ("quantities", "traceable", "from_question", "ambiguous", "cited", "resolved"):
                self._add(name, getattr(tally, name))
        judgement = assessment.judgement
        if judgement is None:
            return
        self._add("judged", 1)
        for name in ("claims", "supported", "contradicted", "faithful"):
            self._add(name, getattr(tally, name))
        self._add("unsupported", tally.claims - tally.supported - tally.contradicted)
        self._add("dangerous", judgement.dangerous)
        self._add("abstained", judgement.abstained)
        self._add("appropriate", bool(judgement.abstention_appropriate))
        self._add("rules", bool(judgement.rule_violations))
        self._add("disagreements", len(assessment.disagreements))
        if tally.claims:
            self._add("with_claims", 1)
            self._shares += Fraction(tally.supported, tally.claims)
        if assessment.status != "not_applicable":
            self._add("applicable", 1)
            self._add("correctness", judgement.correctness)
            self._add("answered", judgement.answers_question)

    def metrics(self, definitions: tuple[Definition, ...] | list[Definition]) -> dict[str, Metric]:
        """Return the metrics that an evaluation was frozen with, as far as this version knows them."""
        return {d.name: self._metric(d) for d in definitions if d.name in _PARTS}

    def _metric(self, definition: Definition) -> Metric:
        above, below = _PARTS[definition.name]
        numerator: int | Fraction = self._shares if above == "shares" else self._counts.get(above, 0)
        denominator = self._counts.get(below, 0)
        value: Fraction | None = None
        if denominator:
            value = Fraction(numerator) if definition.aggregation == "count" else Fraction(numerator) / denominator
        return Metric(
            numerator=str(numerator),
            denominator=str(denominator),
            value=rational(value),
            aggregation=definition.aggregation,
            unit=definition.unit,  # type: ignore[arg-type]
            direction=definition.direction,
        )


_PARTS: Final[Mapping[str, tuple[str, str]]] = {
    "grounding.quantity_traceability": ("traceable", "quantities"),
    "grounding.citation_resolution": ("resolved", "cited"),
    "grounding.question_quantities": ("from_question", "grounded"),
    "grounding.ambiguous_quantities": ("ambiguous", "grounded"),
    "faithfulness.claim_support": ("supported", "claims"),
    "faithfulness.correctness": ("correctness", "applicable"),
    "faithfulness.answers_question": ("answered", "applicable"),
    "faithfulness.dangerous_answers": ("dangerous", "judged"),
    "faithfulness.appropriate_abstentions": ("appropriate", "abstained"),
    "faithfulness.faithful_claims": ("faithful", "claims"),
    "faithfulness.claim_support_by_answer": ("shares", "with_claims"),
    "faithfulness.supported_claims": ("supported", "judged"),
    "faithfulness.unsupported_claims": ("unsupported", "judged"),
    "faithfulness.contradicted_claims": ("contradicted", "judged"),
    "faithfulness.rule_violations": ("rules", "judged"),
    "faithfulness.abstentions": ("abstained", "judged"),
    "faithfulness.disagreements": ("disagreements", "judged"),
}
"""Metric -> what is counted, and over what."""
