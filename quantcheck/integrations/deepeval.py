"""A metric for deepeval. `retrieval_context` is the evidence; `context` and `expected_output` are gold and not read.

An answer that could not be judged has the score None and the success None. deepeval counts a test case as passed unless
some metric failed: `undetermined="raise"` lets no such answer through, and stops with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from quantcheck.api import Checker
from quantcheck.integrations.result import NAME, Missing, Undetermined, judge, policy
from quantcheck.outcome import Finding
from quantcheck.policy import Policy

try:
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase
except ModuleNotFoundError as error:
    raise Missing("deepeval", "deepeval") from error


class TraceabilityMetric(BaseMetric):
    """Whether every quantity and citation of `actual_output` can be traced to `retrieval_context` or the input."""

    def __init__(
        self,
        policy_: Policy | Mapping[str, Any] | None = None,
        *,
        include_reason: bool = True,
        undetermined: Literal["none", "raise"] = "none",
    ) -> None:
        self.checker = Checker(policy(policy_))
        self.threshold = 1.0
        self.strict_mode = True
        self.include_reason = include_reason
        self.async_mode = False
        self.undetermined = undetermined
        self.evaluation_model = "quantcheck"
        self.status = ""
        self.findings: tuple[Finding, ...] = ()

    def measure(self, test_case: LLMTestCase, *args: object, **kwargs: object) -> float | None:
        """Return the share of figures and citations that are in order, 1.0 if and only if nothing is violated."""
        passages = None
        if test_case.retrieval_context is not None:
            passages = [_passage(item) for item in test_case.retrieval_context]
        found = judge(self.checker, test_case.actual_output, passages, test_case.input)
        self.status, self.findings = found.status, found.findings
        self.score, self.success = found.score, found.passed
        self.reason = found.reason if self.include_reason else None
        self.error = None
        if found.passed is None and self.undetermined == "raise":
            raise Undetermined(f"{found.status}: {found.reason}")
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: object, **kwargs: object) -> float | None:
        """Return the same; nothing is waited for."""
        return self.measure(test_case)

    def is_successful(self) -> bool | None:
        """Return whether the answer passed, None where that could not be determined."""
        return self.success

    @property
    def __name__(self) -> str:
        return NAME


def _passage(item: Any) -> Any:
    """Return the text of a context object apart from the name of its source, which is no evidence."""
    return item if isinstance(item, str) else {"text": item.context, "id": item.source}
