"""The requirement inside the real mellea, with a backend that says what it is told to."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from answers import QUESTION, SAMPLES, Sample

pytestmark = pytest.mark.hosts


def context(answer: str) -> Any:
    from mellea.core import CBlock, ModelOutputThunk
    from mellea.stdlib.context import ChatContext

    return ChatContext().add(CBlock(QUESTION)).add(ModelOutputThunk(answer))


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.name for s in SAMPLES])
def test_validate(sample: Sample) -> None:
    from mellea.core import Requirement

    from quantcheck.integrations.mellea import Traceable
    from quantcheck.integrations.result import Undetermined

    requirement = Traceable(sample.passages, QUESTION)  # type: ignore[arg-type]
    assert isinstance(requirement, Requirement)
    result = asyncio.run(requirement.validate(None, context(sample.answer)))
    assert result.as_bool() is (sample.passed is True)
    assert result.score == sample.score
    if sample.passed is None:
        assert result.reason is None
        assert isinstance(result.error, Undetermined) and sample.said in str(result.error)
    else:
        assert result.error is None
        assert (result.reason is None) is sample.passed


def test_a_check_that_fails_is_run_once_more_and_then_an_error_with_its_cause() -> None:
    from quantcheck.integrations.mellea import Traceable

    calls = []

    def passages(_: Any) -> list[str]:
        calls.append(1)
        raise OSError("the index is away")

    result = asyncio.run(Traceable(passages).validate(None, context("Take 5 mg.")))
    assert (bool(result), result.reason, str(result.error), len(calls)) == (False, None, "the index is away", 2)


def sampled(answers: list[str], requirement: Any, budget: int = 3) -> tuple[Any, list[str]]:
    """Return what the strategy gives for a model that answers in this order, and what it was asked."""
    from mellea.core import ModelOutputThunk
    from mellea.stdlib.components import Instruction
    from mellea.stdlib.context import ChatContext

    from quantcheck.integrations.mellea import RepairFailures

    asked: list[str] = []

    class Scripted:
        """Stands for a backend: the next answer, whatever is asked."""

        async def generate_from_context(self, action: Any, *, ctx: Any, **_: Any) -> tuple[Any, Any]:
            asked.append(str(getattr(action, "_repair_string", "") or ""))
            output = ModelOutputThunk(answers[len(asked) - 1])
            output._generate_log = GenerateLog()
            return output, ctx.add(action).add(output)

    from mellea.core import GenerateLog

    strategy = RepairFailures(loop_budget=budget)
    made = asyncio.run(
        strategy.sample(
            Instruction(QUESTION), ChatContext(), Scripted(), requirements=[requirement], show_progress=False
        )
    )
    return made, asked


def test_a_failure_is_repaired_by_its_reason() -> None:
    from quantcheck.integrations.mellea import Traceable

    made, asked = sampled(["Bake at 250 °C.", "Bake at 230 °C."], Traceable(["Heat to 230 °C."], QUESTION))
    assert made.success
    assert str(made.result.value) == "Bake at 230 °C."
    assert len(asked) == 2
    assert '"250 °C" stands in no source' in asked[1] and '"230 °C" in passage:1' in asked[1]


def test_what_is_undetermined_is_not_repaired() -> None:
    from quantcheck.integrations.mellea import Traceable

    made, asked = sampled(["Bake at about 230 °C."] * 3, Traceable(["Heat to 230 °C."], QUESTION))
    assert not made.success
    assert len(asked) == 1
    ((_, result),) = made.sample_validations[0]
    assert result.error is not None and result.reason is None
