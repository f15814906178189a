"""Answers, criteria and specs for the tests of evaluations."""

from __future__ import annotations

from typing import Any

from quantcheck.evaluation.spec import Criterion, EvaluationSpec

PASSAGE = "Take 5 mg. Take 10 mg at night. Never take more than 20 mg."


def case(number: int = 0, *, answer: str = "Take 5 mg.", order: str = "", **more: Any) -> dict[str, Any]:
    """Return a case that the honest judge finds faithful."""
    question = f"How much for patient {number}?" + (f" order={order}" if order else "")
    return {"id": f"case-{number}", "question": question, "answer": answer, "passages": [PASSAGE], **more}


def spec(*criteria: Criterion, qualification: str = "reviewed", **more: Any) -> EvaluationSpec:
    """Return a spec; without criteria one of faithfulness."""
    chosen = criteria or (faithful(),)
    return EvaluationSpec(id="s", revision="1", criteria=chosen, qualification=qualification, **more)


def faithful(**more: Any) -> Criterion:
    """Return a faithfulness criterion."""
    return Criterion(id="faithful", revision="1", evaluator="faithfulness", **more)


def grounding(**more: Any) -> Criterion:
    """Return a grounding criterion."""
    return Criterion(id="grounded", revision="1", evaluator="grounding", **more)
