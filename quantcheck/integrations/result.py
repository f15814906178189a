"""One answer from a host, checked: what every adapter asks and what each is told. Imports no host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quantcheck import outcome
from quantcheck.api import Checker
from quantcheck.config import merge
from quantcheck.intake import cases
from quantcheck.outcome import Outcome
from quantcheck.policy import Policy

NAME = "Traceability"


class Missing(ImportError):
    """The host is not installed: one line that says what to install."""

    def __init__(self, host: str, extra: str) -> None:
        super().__init__(f"{host} is not installed: expected `pip install 'quantcheck[{extra}]'`")


class Undetermined(Exception):
    """An answer could not be judged; says why. Neither a pass nor a failure of the answer."""


def policy(given: Policy | Mapping[str, Any] | None) -> Policy:
    """Return a policy, or the one whose options differ from the defaults as given."""
    return given if isinstance(given, Policy) else merge({}, dict(given or {}), file="")


def judge(checker: Checker, answer: object, passages: object, question: object = None) -> Outcome:
    """Return the outcome of an answer; what is no answer or no evidence has the status that says so."""
    if isinstance(passages, str):
        passages = [passages]
    case = cases.case(answer, passages, question)
    return outcome.outcome(checker.check_case(case), case)
