"""Metrics for ragas: one for `evaluate`, and one in the style of `ragas.metrics.collections` that gives its reason.

An answer that could not be judged is NaN, which ragas leaves out of its means. `reference` is gold and is not read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quantcheck.api import Checker
from quantcheck.integrations.result import Missing, judge, policy
from quantcheck.outcome import Outcome
from quantcheck.policy import Policy

try:
    from ragas.dataset_schema import SingleTurnSample
    from ragas.metrics.base import MetricType, SingleTurnMetric
    from ragas.metrics.collections.base import BaseMetric
    from ragas.metrics.result import MetricResult
except ModuleNotFoundError as error:
    if error.name and error.name.startswith("langchain"):
        raise ImportError("ragas 0.4.3 needs langchain-community below 0.4: expected `quantcheck[ragas]`") from error
    raise Missing("ragas", "ragas") from error

METRIC_NAME = "traceability"


def _score(found: Outcome) -> float:
    return math.nan if found.score is None else found.score


@dataclass
class Traceability(SingleTurnMetric):
    """Whether every quantity and citation of `response` can be traced to `retrieved_contexts` or `user_input`.

    The last outcome of each answer stands in `outcomes`, with its reason and findings.
    """

    name: str = METRIC_NAME
    policy: Policy | Mapping[str, Any] | None = None
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {
            MetricType.SINGLE_TURN: {"response", "retrieved_contexts:optional", "user_input:optional"}
        }
    )

    def __post_init__(self) -> None:
        self.checker = Checker(policy(self.policy))
        self.outcomes: dict[str, Outcome] = {}

    def init(self, run_config: Any) -> None:
        """Prepare nothing: there is no model."""

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        found = judge(self.checker, sample.response, sample.retrieved_contexts, sample.user_input)
        self.outcomes[sample.response or ""] = found
        return _score(found)

    async def _ascore(self, row: dict[str, Any], callbacks: Any) -> float:
        return await self._single_turn_ascore(SingleTurnSample(**row), callbacks)


class TraceabilityWithReason(BaseMetric):
    """The same as `await metric.ascore(user_input=…, response=…, retrieved_contexts=…)`, with the reason."""

    def __init__(self, policy_: Policy | Mapping[str, Any] | None = None, name: str = METRIC_NAME) -> None:
        super().__init__(name=name)
        self.checker = Checker(policy(policy_))

    async def ascore(
        self, response: str, retrieved_contexts: Sequence[str] | None = None, user_input: str | None = None
    ) -> MetricResult:
        """Return the score, NaN where the answer could not be judged, and the reason."""
        passages = None if retrieved_contexts is None else list(retrieved_contexts)
        found = judge(self.checker, response, passages, user_input)
        return MetricResult(value=_score(found), reason=found.reason)
