"""The deterministic core, as evaluations use it: one checker for each policy, and what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from quantcheck.policy import Policy
from quantcheck.report import Case as Checked

if TYPE_CHECKING:
    from quantcheck.api import Checker
    from quantcheck.evaluation.run import Frozen

REVISION: Final = "evaluation/1"
"""Changes with whatever changes what an assessment means."""


RECENT: Final = 64


class Engine(msgspec.Struct, frozen=True):
    """What makes the assessments of an evaluation."""

    revision: str
    version: str
    grammar: str
    vocabulary: str
    prompt: str


class Core:
    """The checkers of an evaluation."""

    def __init__(self) -> None:
        self._checkers: dict[Policy, Checker] = {}
        self._recent: dict[tuple[int, Policy | None], Checked] = {}

    def check(self, case: Frozen, policy: Policy | None) -> Checked:
        """Return the core's verdict on a frozen answer of one run."""
        key = case.number, policy
        if key not in self._recent:
            # Criteria of one answer ask for the same verdict, some only when a judge's reply has come.
            if len(self._recent) >= RECENT:
                del self._recent[next(iter(self._recent))]
            self._recent[key] = self._checker(policy).check_case(case.case())
        return self._recent[key]

    def engine(self) -> Engine:
        """Return the versions and digests that make two evaluations comparable."""
        from quantcheck.judge import prompt

        made = self._checker(None).engine
        return Engine(REVISION, made.version, made.grammar, made.vocabulary, prompt.REVISION)

    def _checker(self, policy: Policy | None) -> Checker:
        from quantcheck.api import Checker

        policy = policy or Policy()
        if policy not in self._checkers:
            self._checkers[policy] = Checker(policy)
        return self._checkers[policy]
