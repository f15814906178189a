"""The scorer inside the real Inspect: over the log of a run with scripted answers."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from answers import QUESTION, SAMPLES

pytestmark = pytest.mark.hosts


def run(folder: Path, log_format: str = "json") -> Any:
    """Return the log of a task whose model gives the answers of the samples."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset
    from inspect_ai.dataset import Sample as Row
    from inspect_ai.model import ModelOutput
    from inspect_ai.solver import solver

    answers = {s.name: s.answer for s in SAMPLES}

    @solver
    def scripted() -> Any:
        # Not through a model: Inspect counts tokens there, with a table that it fetches.
        async def solve(state: Any, generate: Any) -> Any:
            state.output = ModelOutput.from_content("mockllm/model", answers[state.sample_id])
            return state

        return solve

    rows = [
        Row(id=s.name, input=QUESTION, metadata={} if s.passages is None else {"contexts": s.passages}) for s in SAMPLES
    ]
    (log,) = eval(
        Task(dataset=MemoryDataset(rows), solver=scripted()),
        model="mockllm/model",
        log_dir=str(folder),
        log_format=log_format,
        display="none",
        score=False,
    )
    assert log.status == "success", log.error
    return log


def test_score_a_saved_log(tmp_path: Path) -> None:
    from inspect_ai import score
    from inspect_ai.log import read_eval_log

    from quantcheck.integrations.inspect import traceability

    log = read_eval_log(run(tmp_path).location)
    scored = score(log, traceability(), display="none")
    found = {sample.id: sample.scores["traceability"] for sample in scored.samples}
    for sample in SAMPLES:
        value = found[sample.name]
        assert sample.said in value.explanation
        if sample.score is None:
            assert math.isnan(value.value) and value.reason in value.metadata["status"], sample.name
        else:
            assert value.value == sample.score, sample.name
        assert value.metadata["passed"] is sample.passed
    (result,) = scored.results.scores
    assert result.metrics["mean"].value == pytest.approx((1 + 0.5 + 0.5) / 3)
    assert result.scored_samples == 3 and result.unscored_samples == 3


def test_the_saved_log_is_a_shape_that_is_recognised(tmp_path: Path) -> None:
    from quantcheck import load
    from quantcheck.intake import cases

    location = str(run(tmp_path).location).removeprefix("file://")
    found = {case.id: case for case in load.load([location]) if isinstance(case, cases.Case)}
    assert found.keys() == {f"{s.name}/1" for s in SAMPLES}
    for sample in SAMPLES:
        case = found[f"{sample.name}/1"]
        assert (case.answer, case.question, case.shape) == (sample.answer, QUESTION, "inspect")
        assert [p.text for p in case.passages] == (sample.passages or [])
        assert (case.problem.status if case.problem else None) == (None if sample.passages else "missing_evidence")
    assert json.loads(Path(location).read_text())["samples"]
