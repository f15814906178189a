"""Which findings are shown, and what the exit code comes to: `--select`, `--ignore`, a baseline, `--exit-zero`.

Nothing here changes a status or a decision, and nothing hides what the program could not do. Opens no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from quantcheck import baseline as baselines
from quantcheck import codes, report
from quantcheck.baseline import Baseline
from quantcheck.outcome import Finding, Given, Key, findings

SHOWN_LISTS: Final = (
    "case status",
    "form reason",
    "ambiguous reason",
    "unmatched reason",
    "case reason",
)
"""The lists whose codes a finding can have."""


class Wrong(ValueError):
    """An option that names no code: one line that says what was expected."""


class Options(NamedTuple):
    """What to show: numbers or heads of numbers (`QC5`), a baseline with its file, and whether to exit with 0."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: Baseline | None = None
    baseline_file: str = ""
    exit_zero: bool = False


class Selected(NamedTuple):
    """What is hidden, and what the report says about it."""

    hidden: frozenset[Key]
    shown: report.Shown
    exit_code: int
    stale: list[baselines.Entry]


def prefixes(given: Sequence[str], option: str) -> tuple[str, ...]:
    """Return the codes of an option as numbers or heads of numbers, sorted. Raises `Wrong`."""
    made = set()
    for part in (part.strip() for value in given for part in value.split(",")):
        upper = part.upper()
        if upper.startswith("QC") and any(code.number.startswith(upper) for code in codes.CODES):
            made.add(upper)
            continue
        named = [code.number for code in codes.find(part) if code.list in SHOWN_LISTS] if part else []
        if not named:
            raise Wrong(f'{option}: "{part}" is no code: expected a number (QC503), its head (QC5) or a name')
        made.update(named)
    return tuple(sorted(made))


def select(made: report.Report, given: Given, exit_code: int, options: Options) -> Selected:
    """Return what of a report is shown under the options; an exit code of 1 stays."""
    found = [finding for finding in findings(made, given) if not finding.fatal]
    left = [finding for finding in found if _chosen(finding.code, options)]
    known, stale = baselines.known(left, given, options.baseline) if options.baseline else ([], [])
    behind = {finding.key for finding in found} - {finding.key for finding in left}
    hidden = frozenset(behind | {finding.key for finding in known})
    code = exit_code
    if exit_code != 1:
        code = 0 if options.exit_zero else _exit(found, hidden, exit_code)
    shown = report.Shown(
        select=list(options.select),
        ignore=list(options.ignore),
        exit_zero=options.exit_zero,
        deselected=len(found) - len(left),
        exit_code=code,
    )
    if options.baseline is not None:
        entries = [report.Stale(entry.key, entry.code, entry.file, entry.text) for entry in stale]
        use = report.BaselineUse(options.baseline_file, len(known), entries)
        shown = report.Shown(**{**{name: getattr(shown, name) for name in shown.__struct_fields__}, "baseline": use})
    return Selected(hidden, shown, code, stale)


def _exit(found: Sequence[Finding], hidden: frozenset[Key], exit_code: int) -> int:
    """Return the code of what is left; one that no finding accounts for is kept."""
    left = [finding.level for finding in found if finding.key not in hidden]
    if not found:
        return exit_code
    return 2 if "error" in left else 3 if left else 0


def _chosen(code: str, options: Options) -> bool:
    """Say whether a code is shown; of two heads that fit it the longer one decides, and ignoring wins a tie."""
    chosen = max((len(head) for head in options.select if code.startswith(head)), default=-1 if options.select else 0)
    ignored = max((len(head) for head in options.ignore if code.startswith(head)), default=-1)
    return chosen >= 0 and chosen > ignored
