"""What a report says of the findings that were not shown, counted again from its own cases, for the verifier.

Whether the baseline held those that it hides is not known here: they can be no more than are left.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from quantcheck import codes, report

Faults = Iterator[tuple[str, str]]


def faults(found: report.Report) -> Faults:
    """Check what `shown` says: how many findings a selection leaves out, and the exit code."""
    if found.shown is UNSET:
        return
    shown = found.shown
    every = [number for case in found.cases for number in _numbers(case)]
    left = [number for number in every if _kept(number, shown)]
    if shown.deselected != len(every) - len(left):
        yield "shown.deselected", f"expected {len(every) - len(left)}"
    hidden = 0 if shown.baseline is UNSET else shown.baseline.hidden
    if not 0 <= hidden <= len(left):
        yield "shown.baseline.hidden", f"expected at most {len(left)}"
    allowed = {0} if shown.exit_zero else _exits(left, hidden)
    if found.decision == "error":
        allowed = {1}
    if shown.exit_code not in allowed:
        yield "shown.exit_code", f"expected {' or '.join(map(str, sorted(allowed)))}"


def _numbers(case: report.Case) -> Iterator[str]:
    """Yield the number of each finding of a case; an invalid one is an error, and those are never left out."""
    if case.status in ("missing_evidence", "missing_capture"):
        yield _number(case.status, "case status")
    for quantity in case.quantities:
        if quantity.status in ("unmatched", "ambiguous"):
            name = quantity.status if quantity.reason is UNSET else quantity.reason
            yield _number(name, "unmatched reason" if quantity.status == "unmatched" else "ambiguous reason")
    for citation in case.citations:
        if citation.unresolved:
            yield _number("unresolved_citation", "case reason")
    for equation in case.equations:
        if equation.holds is False:
            yield _number("false_equation", "case reason")
    if any(entry.code == "question_only" for entry in case.reasons):
        yield _number("question_only", "case reason")


def _number(name: str, list_: str) -> str:
    for wanted in (list_, "form reason", "quantity status"):
        for code in codes.CODES:
            if code.list == wanted and code.name == name:
                return code.number
    return ""


def _kept(number: str, shown: report.Shown) -> bool:
    chosen = [len(head) for head in shown.select if number.startswith(head)]
    ignored = [len(head) for head in shown.ignore if number.startswith(head)]
    if shown.select and not chosen:
        return False
    return not ignored or max(chosen, default=0) > max(ignored)


def _exits(left: list[str], hidden: int) -> set[int]:
    """Return the exit codes that findings can come to when so many of them are hidden, whichever these are."""
    wrong = sum(number.startswith(("QC5", "QC6")) for number in left)
    unclear = len(left) - wrong
    if hidden >= len(left):
        return {0}
    exits = set()
    if wrong and hidden < len(left):
        exits.add(2)
    if unclear and hidden >= wrong:
        exits.add(3)
    return exits
