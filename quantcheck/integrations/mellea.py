"""A requirement for mellea, and a sampling strategy that repairs what was found wrong and nothing else.

What could not be determined is an error with its cause and has no reason; `bool` of such a result is false, since
mellea fails closed. The strategy does not repair it: it stops and returns the answer and the error.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from typing import Any

from quantcheck import outcome
from quantcheck.api import Checker
from quantcheck.intake import cases
from quantcheck.integrations.result import Missing, Undetermined, policy
from quantcheck.policy import Policy

try:
    from mellea.core import Context, Requirement, ValidationResult
    from mellea.stdlib.sampling import RepairTemplateStrategy
except ModuleNotFoundError as error:
    raise Missing("mellea", "mellea") from error

DESCRIPTION = "Every figure and every citation of the answer stands in the passages or in the question."
Passages = Iterable[str | Mapping[str, object]]


class Traceable(Requirement):
    """Require that every quantity and citation of the last output can be traced to the passages or the question.

    `passages` may be a function of the context, for passages that are retrieved on the way.
    """

    def __init__(
        self,
        passages: Passages | Callable[[Context], Passages],
        question: str | None = None,
        *,
        policy_: Policy | Mapping[str, Any] | None = None,
        description: str = DESCRIPTION,
        check_only: bool = False,
    ) -> None:
        super().__init__(description, validation_fn=self._validated, check_only=check_only)
        self.passages = passages
        self.question = question
        self.checker = Checker(policy(policy_))

    def _validated(self, context: Context) -> ValidationResult:
        """Return the result; a check that determines nothing is run once more, and then is an error."""
        result = self._once(context)
        return self._once(context) if result.error is not None else result

    def _once(self, context: Context) -> ValidationResult:
        try:
            passages = self.passages(context) if callable(self.passages) else self.passages
            output = context.last_output()
            answer = None if output is None else output.value
            case = cases.case(answer, passages, self.question)
            checked = self.checker.check_case(case)
        except Exception as error:  # whatever failed is no finding about the answer
            return ValidationResult(False, error=error)
        found = outcome.outcome(checked, case)
        if found.passed is None:
            return ValidationResult(False, error=Undetermined(found.reason))
        return ValidationResult(found.passed, reason=checked.repair_instructions(), score=found.score)


class RepairFailures(RepairTemplateStrategy):
    """Repair by the reasons of requirements that failed; where none did and some could not be determined, stop."""

    @staticmethod
    def repair(
        old_ctx: Context,
        new_ctx: Context,
        past_actions: Sequence[Any],
        past_results: list[Any],
        past_val: list[list[tuple[Requirement, ValidationResult]]],
    ) -> tuple[Any, Context]:
        """Return the next attempt, which is told of real failures alone."""
        determined = [[(req, val) for req, val in past_val[-1] if val.error is None]]
        repaired: tuple[Any, Context] = RepairTemplateStrategy.repair(
            old_ctx, new_ctx, past_actions, past_results, determined
        )
        return repaired

    async def _subsample_iteration(self, *args: Any, **kwargs: Any) -> AsyncGenerator[Any, Any]:
        async for attempt in super()._subsample_iteration(*args, **kwargs):
            yield attempt
            failed = [val for _, val in attempt.validation if not val.as_bool()]
            if failed and all(val.error is not None for val in failed):
                return
