"""What there is to act on: each finding of a report as one line, and the one result that every host is given.

Turns reports into findings; how these are laid out is for `render/`, which of them are shown for `selection`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from msgspec import UNSET

from quantcheck import codes, report
from quantcheck.intake import cases
from quantcheck.patterns.later import later
from quantcheck.wording import safe, words

Kind = Literal["quantity", "citation", "equation", "case", "error"]
Level = Literal["error", "warning"]
Key = tuple[str, int, str, int]
"""File and index of the case, and which entry of it."""
Given = Mapping[tuple[str, int], cases.Case]

NUMBERS: Final[dict[tuple[str, str], str]] = {(code.list, code.name): code.number for code in codes.CODES}
MEANINGS: Final[dict[tuple[str, str], str]] = {(code.list, code.name): code.meaning for code in codes.CODES}
_AMBIGUOUS: Final = ("ambiguous reason", "form reason")
_PLACE: Final = later(r"line (\d{1,9})(?:, column (\d{1,9}))?")
REASON_LIMIT: Final = 20
"""Findings that a reason names one by one."""


class Finding(NamedTuple):
    """Something to act on: an `error` was determined to be wrong, a `warning` could not be determined.

    The message is one safe line that can be read alone; `text` is the figure as the answer has it.
    """

    code: str
    name: str
    level: Level
    message: str
    key: Key
    id: str
    text: str = ""
    start: int = 0
    end: int = 0
    line: int = 0
    column: int = 0
    """Where it begins in the file; a line of 0 stands for the whole file."""
    end_line: int = 0
    end_column: int = 0
    rival: report.Rival | None = None
    """The figure with which the words of the answer stand, where that is the finding."""

    @property
    def file(self) -> str:
        """The file as the report names it; empty for an answer that came from none."""
        return self.key[0]

    @property
    def fatal(self) -> bool:
        """Whether the program could not do its job; such a finding is never hidden."""
        return self.key[2] == "error"


class Outcome(NamedTuple):
    """One answer's result for a host.

    `passed` is None where nothing was determined, and so is the score; an answer without anything to check passes
    without a score. The reason says what to act on.
    """

    status: str
    passed: bool | None
    score: float | None
    reason: str
    findings: tuple[Finding, ...]


def outcome(checked: report.Case, given: cases.Case | None = None) -> Outcome:
    """Return what a host is told about an answer."""
    found = tuple(of_case(checked, given))
    passed = {"met": True, "not_applicable": True, "violated": False}.get(checked.status)
    return Outcome(checked.status, passed, None if passed is None else _score(checked), reason(checked, found), found)


def _score(checked: report.Case) -> float | None:
    """Return the share of quantities, cited numbers and decided equations that are as they should be."""
    good = sum(q.status in ("source", "question") for q in checked.quantities)
    every = len(checked.quantities)
    for citation in checked.citations:
        good += len(citation.resolved)
        every += len(citation.resolved) + len(citation.unresolved)
    decided = [e.holds for e in checked.equations if e.holds is not None]
    good, every = good + sum(decided), every + len(decided)
    return float(Fraction(good, every)) if every else None


def reason(checked: report.Case, found: Sequence[Finding]) -> str:
    """Return why an answer has its status: what to act on, one finding a line, with the place of each."""
    if not found:
        return f"{words.plain(checked.status)}: {words.why(checked)}" if words.why(checked) else checked.status
    lines = [f"{_at(finding)}{finding.message} [{finding.code}]" for finding in found[:REASON_LIMIT]]
    if len(found) > REASON_LIMIT:
        lines.append(f"and {words.counted(len(found) - REASON_LIMIT, 'more finding')}")
    return "\n".join(lines)


def _at(finding: Finding) -> str:
    return f"line {finding.line}, column {finding.column}: " if finding.line else ""


def findings(made: report.Report, given: Given) -> list[Finding]:
    """Return the findings of a report: its errors, then those of each case in order."""
    found = [_error(error, number) for number, error in enumerate(made.errors)]
    for checked in made.cases:
        if checked.status != "invalid":  # it is among the errors
            found += of_case(checked, given.get((checked.file, checked.index)))
    return found


def visible(made: report.Report, given: Given, hidden: frozenset[Key]) -> list[Finding]:
    """Return the findings of a report that are not hidden, in order."""
    return [finding for finding in findings(made, given) if finding.key not in hidden]


def worst_first(found: Sequence[Finding]) -> list[Finding]:
    """Return findings with the fatal ones first, then what is wrong, then what is not determined; else as they are."""
    return sorted(found, key=lambda finding: (not finding.fatal, finding.level != "error"))


def _error(error: report.Error, number: int) -> Finding:
    place = _PLACE.search(error.place)
    line = int(place[1]) if place else 0
    said = f"{error.place}: {error.message}" if error.place and not place else error.message
    return Finding(
        code=NUMBERS["error", "error"],
        name="error",
        level="error",
        message=safe.line(said),
        key=(error.file, -1, "error", number),
        id="",
        line=line,
        column=int(place[2]) if place and place[2] else 1,
        end_line=line,
    )


def of_case(checked: report.Case, given: cases.Case | None = None) -> Iterator[Finding]:
    """Yield the findings of one case in the order of its answer; the places are in the file where `given` knows it."""
    if checked.status in ("invalid", "missing_evidence", "missing_capture"):
        level: Level = "error" if checked.status == "invalid" else "warning"
        yield _whole(checked, given, checked.status, "case status", level, words.why(checked))
        return
    entries: list[tuple[int, int, Finding]] = []
    for n, quantity in enumerate(checked.quantities):
        if quantity.status in ("unmatched", "ambiguous"):
            entries.append((quantity.start, 0, _quantity(checked, quantity, n, given)))
    for n, citation in enumerate(checked.citations):
        if citation.unresolved:
            entries.append((citation.start, 1, _citation(checked, citation, n, given)))
    for n, equation in enumerate(checked.equations):
        if equation.holds is False:
            entries.append((equation.start, 2, _equation(checked, equation, n, given)))
    for _, _, finding in sorted(entries, key=lambda entry: entry[:2]):
        yield finding
    if any(entry.code == "question_only" for entry in checked.reasons):
        message = "the figures of the answer come from the question alone"
        yield _whole(checked, given, "question_only", "case reason", "warning", message)


def _whole(
    checked: report.Case, given: cases.Case | None, name: str, list_: str, level: Level, message: str
) -> Finding:
    line, column = given.where.at(0) if given is not None and given.answer else (0, 0)
    if given is not None and not line and (place := _PLACE.search(given.place)):
        line, column = int(place[1]), 1
    return Finding(
        code=NUMBERS[list_, name],
        name=name,
        level=level,
        message=safe.line(f"{words.plain(name)}: {message}"),
        key=(checked.file, checked.index, "case", 0),
        id=checked.id,
        line=line,
        column=column,
        end_line=line,
    )


def _made(
    checked: report.Case,
    entry: report.Quantity | report.Citation | report.Equation,
    kind: Kind,
    n: int,
    given: cases.Case | None,
    lists: Sequence[str],
    name: str,
    level: Level,
    message: str,
) -> Finding:
    end_line, end_column = _end(entry, given)
    return Finding(
        code=next((NUMBERS[list_, name] for list_ in lists if (list_, name) in NUMBERS), NUMBERS["error", "error"]),
        name=name,
        level=level,
        message=safe.line(message),
        key=(checked.file, checked.index, kind, n),
        id=checked.id,
        text=entry.text,
        start=entry.start,
        end=entry.end,
        line=entry.line,
        column=entry.column,
        end_line=end_line,
        end_column=end_column,
        rival=entry.rival if isinstance(entry, report.Quantity) and entry.rival is not UNSET else None,
    )


def _end(entry: report.Quantity | report.Citation | report.Equation, given: cases.Case | None) -> tuple[int, int]:
    """Return where an entry ends in the file: behind its last character as the file spells it."""
    if given is None:
        return entry.line, 0
    line, column = given.where.at(entry.end)
    if (line, column) <= (entry.line, entry.column):  # the next piece of a joined answer stands elsewhere
        line, column = given.where.at(entry.end - 1)
        column += 1
    return line, column


def _quantity(checked: report.Case, q: report.Quantity, n: int, given: cases.Case | None) -> Finding:
    name = str(q.reason) if q.reason is not UNSET else q.status
    figure = f'"{safe.brief(q.text)}"'
    if q.status == "unmatched":
        message = f"{figure} stands in no source ({words.plain(name)})"
        if q.nearest is not UNSET:
            message += f": {words.difference(q.nearest)} in {words.place(q.nearest.source, q.nearest.document_id)}"
        elif q.support:
            place = q.support[0]
            message += f': found only as "{safe.brief(place.quote)}" in {words.place(place.source, place.document_id)}'
        else:
            message += f": {_meaning(('unmatched reason',), name)}"
        if q.derivation is not UNSET:
            message += f"; {words.computed(q, 120)}"
        return _made(checked, q, "quantity", n, given, ("unmatched reason", "quantity status"), name, "error", message)
    message = f"{figure} could not be decided ({words.plain(name)}): {_meaning(_AMBIGUOUS, name)}"
    if q.axis is not UNSET:
        message += f"; axis {safe.brief(q.axis)}"
    if q.rival is not UNSET:
        message += f"; {words.rival(q)}"
    elif q.support:
        place = q.support[0]
        message += f'; compare "{safe.brief(place.quote)}" in {words.place(place.source, place.document_id)}'
    return _made(checked, q, "quantity", n, given, (*_AMBIGUOUS, "quantity status"), name, "warning", message)


def _meaning(lists: Sequence[str], name: str) -> str:
    found = next((MEANINGS[list_, name] for list_ in lists if (list_, name) in MEANINGS), "")
    return found[:1].lower() + found[1:].rstrip(".")


def _citation(checked: report.Case, c: report.Citation, n: int, given: cases.Case | None) -> Finding:
    numbers = ", ".join(str(number) for number in c.unresolved[:5]) + (", …" if len(c.unresolved) > 5 else "")
    message = f'"{safe.brief(c.text)}" cites no passage: {numbers}'
    if given is not None:
        message += f"; there {'is' if len(given.passages) == 1 else 'are'} {len(given.passages):,}"
    return _made(checked, c, "citation", n, given, ("case reason",), "unresolved_citation", "error", message)


def _equation(checked: report.Case, e: report.Equation, n: int, given: cases.Case | None) -> Finding:
    message = f'"{safe.brief(e.text)}" does not hold'
    if e.expected is not UNSET:
        message += f": expected {words.reading(e.expected)}"
    return _made(checked, e, "equation", n, given, ("case reason",), "false_equation", "error", message)
