"""The metric inside the real deepeval, offline."""

from __future__ import annotations

import os
from typing import Any

import pytest
from answers import QUESTION, SAMPLES, Sample

pytestmark = pytest.mark.hosts

os.environ.update(DEEPEVAL_TELEMETRY_OPT_OUT="YES", DEEPEVAL_FILE_SYSTEM="READ_ONLY")


def test_case(sample: Sample) -> Any:
    from deepeval.test_case import LLMTestCase

    return LLMTestCase(input=QUESTION, actual_output=sample.answer, retrieval_context=sample.passages)


test_case.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.name for s in SAMPLES])
def test_measure(sample: Sample) -> None:
    from quantcheck.integrations.deepeval import TraceabilityMetric

    metric = TraceabilityMetric()
    assert metric.measure(test_case(sample)) == sample.score
    assert (metric.score, metric.success, metric.is_successful()) == (sample.score, sample.passed, sample.passed)
    assert sample.said in metric.reason


@pytest.mark.parametrize("run_async", [False, True])
def test_evaluate(run_async: bool) -> None:
    from deepeval import evaluate
    from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig

    from quantcheck.integrations.deepeval import TraceabilityMetric

    made = evaluate(
        test_cases=[test_case(sample) for sample in SAMPLES],
        metrics=[TraceabilityMetric()],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(print_results=False, show_indicator=False),
        cache_config=CacheConfig(write_cache=False),
    )
    found = {r.input: r for r in made.test_results}
    assert set(found) == {QUESTION}
    by_answer = {r.actual_output: r.metrics_data[0] for r in made.test_results}
    for sample in SAMPLES:
        data = by_answer[sample.answer]
        if sample.name in ("met", "no-evidence"):
            continue  # two samples with one answer: told apart below
        assert (data.name, data.score, data.success) == ("Traceability", sample.score, sample.passed), sample.name
        assert data.error is None
    verdicts = [(r.metrics_data[0].score, r.metrics_data[0].success) for r in made.test_results]
    assert sorted(map(str, verdicts)) == sorted(str((s.score, s.passed)) for s in SAMPLES)


def test_assert_test_fails_with_the_reason() -> None:
    from deepeval import assert_test

    from quantcheck.integrations.deepeval import TraceabilityMetric

    assert_test(test_case(SAMPLES[0]), [TraceabilityMetric()], run_async=False)
    with pytest.raises(AssertionError, match='"250 °C" stands in no source'):
        assert_test(test_case(SAMPLES[1]), [TraceabilityMetric()], run_async=False)


def test_what_is_undetermined_may_stop_the_test() -> None:
    from quantcheck.integrations.deepeval import TraceabilityMetric
    from quantcheck.integrations.result import Undetermined

    with pytest.raises(Undetermined, match="missing_evidence"):
        TraceabilityMetric(undetermined="raise").measure(test_case(SAMPLES[4]))


def test_the_name_of_a_source_and_gold_text_are_no_evidence() -> None:
    from deepeval.test_case import LLMTestCase, RetrievedContextData

    from quantcheck.integrations.deepeval import TraceabilityMetric

    metric = TraceabilityMetric()
    context = RetrievedContextData(source="leaflet of 5 mg", context="Take 6 mg.")
    case = LLMTestCase(input="q", actual_output="Take 5 mg.", retrieval_context=[context], context=["Take 5 mg."])
    assert metric.measure(case) == 0.0
    assert '"6 mg" in passage:1 (leaflet of 5 mg)' in metric.reason
