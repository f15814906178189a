"""The eight metrics of a gold run, each with its pass mark. Exact fractions; no denominator, no value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from quantcheck.report import rational


class Metric(msgspec.Struct, frozen=True):
    """A metric over the cases. `passed` is null where nothing could be measured."""

    numerator: int
    denominator: int
    value: str | None
    pass_mark: str
    passed: bool | None


class Scored(msgspec.Struct, frozen=True):
    """What the metrics need of one case."""

    expected: str
    verdict: str
    as_expected: bool
    replayed: bool
    expect_abstention: bool
    abstained: bool
    claims: int
    cited_claims: int
    citations: int
    valid_citations: int
    allowed_citations: int
    accepted_claims: int
    accepted_unsupported: int


def metric(numerator: int, denominator: int, mark: int) -> Metric:
    """Return a metric that passes at its mark and nowhere else."""
    if not denominator:
        return Metric(numerator, denominator, None, str(mark), None)
    value = Fraction(numerator, denominator)
    return Metric(numerator, denominator, rational(value), str(mark), value == mark)


def honest(case: Scored) -> bool:
    """Return whether a case without evidence is one of an honest abstention, which is to be accepted."""
    return case.abstained and case.expected == "abstained"


def metrics(cases: Sequence[Scored]) -> dict[str, Metric]:
    """Return the eight metrics.

    The first four are over the cases expected to be accepted; a claim is accepted where the verifier accepts it.
    """
    good = [case for case in cases if case.expected == "accepted"]
    faulty = [case for case in cases if case.expected in ("refused", "needs_review")]
    empty = [case for case in cases if case.expect_abstention]
    rejected = ("refused", "needs_review")
    citations = sum(case.citations for case in good)
    return {
        "claim_citation_coverage": metric(sum(c.cited_claims for c in good), sum(c.claims for c in good), 1),
        "citation_validity": metric(sum(c.valid_citations for c in good), citations, 1),
        "gold_source_alignment": metric(sum(c.allowed_citations for c in good), citations, 1),
        "unsupported_claim_rate": metric(
            sum(c.accepted_unsupported for c in good), sum(c.accepted_claims for c in good), 0
        ),
        "adversarial_rejection": metric(sum(c.verdict in rejected for c in faulty), len(faulty), 1),
        "negative_abstention_accuracy": metric(
            sum(c.verdict == ("abstained" if honest(c) else "refused") for c in empty), len(empty), 1
        ),
        "verdict_accuracy": metric(sum(c.as_expected for c in cases), len(cases), 1),
        "deterministic_replay": metric(sum(c.replayed for c in cases), len(cases), 1),
    }
