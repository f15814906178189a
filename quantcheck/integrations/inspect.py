"""A scorer for Inspect. Passages stand in the sample's metadata; an answer that cannot be judged is unscored."""

from __future__ import annotations

from typing import Any

from quantcheck.api import Checker
from quantcheck.integrations.result import Missing, judge, policy

try:
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import TaskState
except ModuleNotFoundError as error:
    raise Missing("inspect-ai", "inspect") from error

KEYS = ("contexts", "passages", "documents", "retrieved_contexts")
"""Where a sample's metadata may have the passages; the first that is there counts."""


@scorer(metrics=[mean(), stderr()])
def traceability(key: str | None = None, **options: Any) -> Scorer:
    """Score the share of quantities and citations that can be traced to the passages in `metadata`, or to the input.

    `key` names the entry of the metadata; options are those of the policy (`hedges="accept"`).
    """
    checker = Checker(policy(options))

    async def score(state: TaskState, target: Target) -> Score:
        keys = KEYS if key is None else (key,)
        passages = next((state.metadata[name] for name in keys if name in state.metadata), None)
        answer = state.output.completion
        found = judge(checker, answer, passages, state.input_text)
        metadata = {
            "status": found.status,
            "passed": found.passed,
            "findings": [{"code": f.code, "text": f.text, "message": f.message} for f in found.findings],
        }
        if found.score is None:
            return Score.unscored(reason=found.status, answer=answer, explanation=found.reason, metadata=metadata)
        return Score(value=found.score, answer=answer, explanation=found.reason, metadata=metadata)

    return score
