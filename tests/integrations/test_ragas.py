"""The metrics inside the real ragas, offline."""

from __future__ import annotations

import asyncio
import math
import os

import pytest
from answers import QUESTION, SAMPLES, Sample

pytestmark = pytest.mark.hosts

os.environ.update(RAGAS_DO_NOT_TRACK="true")


def same(found: float, score: float | None) -> bool:
    return math.isnan(found) if score is None else found == score


def test_evaluate() -> None:
    from ragas import EvaluationDataset, evaluate
    from ragas.dataset_schema import SingleTurnSample

    from quantcheck.integrations.ragas import Traceability

    samples = [SingleTurnSample(user_input=QUESTION, response=s.answer, retrieved_contexts=s.passages) for s in SAMPLES]
    metric = Traceability()
    made = evaluate(EvaluationDataset(samples=samples), metrics=[metric], show_progress=False)
    scores = [row["traceability"] for row in made.scores]
    assert all(same(found, s.score) for found, s in zip(scores, SAMPLES, strict=True)), scores
    assert SAMPLES[1].said in metric.outcomes[SAMPLES[1].answer].reason
    frame = made.to_pandas()
    assert same(frame["traceability"].mean(), (1 + 0.5 + 0.5) / 3)


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.name for s in SAMPLES])
def test_single_turn_score(sample: Sample) -> None:
    from ragas.dataset_schema import SingleTurnSample

    from quantcheck.integrations.ragas import Traceability

    row = SingleTurnSample(user_input=QUESTION, response=sample.answer, retrieved_contexts=sample.passages)
    assert same(Traceability().single_turn_score(row), sample.score)


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.name for s in SAMPLES])
def test_the_reason(sample: Sample) -> None:
    from quantcheck.integrations.ragas import TraceabilityWithReason

    metric = TraceabilityWithReason()
    found = asyncio.run(metric.ascore(user_input=QUESTION, response=sample.answer, retrieved_contexts=sample.passages))
    assert same(found.value, sample.score)
    assert sample.said in found.reason
