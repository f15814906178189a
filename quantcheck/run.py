"""One run: every case checked, the errors beside them, and what the whole comes to. Opens no file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from quantcheck.intake.cases import Case
from quantcheck.metrics import grounding
from quantcheck.policy import Policy
from quantcheck.report import Case as Checked
from quantcheck.report import Decision, Engine, Error, Report

Check = Callable[[Case, Any, Policy], Checked]
"""Checks a case with a compiled language under a policy."""

EXIT_CODES: Final[dict[Decision, int]] = {
    "passed": 0,
    "not_applicable": 0,
    "error": 1,
    "violated": 2,
    "inconclusive": 3,
}
INCONCLUSIVE: Final = ("needs_review", "missing_evidence", "missing_capture")


def run(items: Iterable[Case | Error], check_case: Check, language: object, engine: Engine) -> Report:
    """Return the report of all cases under the engine's policy; what is wrong with one keeps none of the others."""
    cases: list[Checked] = []
    errors: list[Error] = []
    for made in check(items, check_case, language, engine.policy):
        if isinstance(made, Error):
            errors.append(made)
        else:
            cases.append(made)
    return report(cases, errors, engine)


def check(
    items: Iterable[Case | Error], check_case: Check, language: object, policy: Policy
) -> Iterator[Checked | Error]:
    """Yield the checked cases and the errors as they come; an invalid case is followed by its error.

    A check that raises has a fault of its own, which says nothing about the answer: an error, never a status.
    """
    for item in items:
        if isinstance(item, Error):
            yield item
            continue
        try:
            checked = check_case(item, language, policy)
        except Exception as fault:
            place = f"{item.place}, case {item.id}" if item.place else f"case {item.id}"
            cause = (str(fault).splitlines() or [""])[0][:200]
            yield Error(item.file, place, f"the check itself failed, please report it: {type(fault).__name__}: {cause}")
            continue
        yield msgspec.structs.replace(checked, shape=item.shape) if item.shape else checked
        if checked.status == "invalid":
            yield Error(item.file, item.place, item.problem.message if item.problem else "could not be checked")


def report(cases: Sequence[Checked], errors: Sequence[Error], engine: Engine) -> Report:
    """Return the report of checked cases and errors; a run without either is itself an error."""
    if not cases and not errors:
        errors = [Error("", "", "no case at all: expected at least one answer")]
    return Report(
        engine=engine,
        errors=list(errors),
        cases=list(cases),
        metrics=grounding(cases),
        decision=decide(cases, errors),
    )


def decide(cases: Sequence[Checked], errors: Sequence[Error]) -> Decision:
    """Return what a run comes to: an error weighs more than a violation, a violation more than a doubt."""
    statuses = {case.status for case in cases}
    if errors or "invalid" in statuses or not cases:
        return "error"
    if "violated" in statuses:
        return "violated"
    if not statuses.isdisjoint(INCONCLUSIVE):
        return "inconclusive"
    return "passed" if "met" in statuses else "not_applicable"


def exit_code(made: Report) -> int:
    """Return the exit code of a report's decision."""
    return EXIT_CODES[made.decision]
