"""A run of any length in parts: each unit of input is checked and shown by itself, and the parts are summed up.

Opens no file. Which process checks a unit is for `jobs`; that the whole is the same as the report of `run` is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any, Final

import msgspec

from quantcheck import load, report
from quantcheck.api import Checker
from quantcheck.checking.check import check_case
from quantcheck.intake import cases
from quantcheck.intake.shapes.recognise import Intake
from quantcheck.intake.shapes.table import BY_NAME
from quantcheck.metrics import grounding
from quantcheck.policy import Policy
from quantcheck.render import Showing
from quantcheck.run import EXIT_CODES, check, decide

PARTS: Final[dict[str, str]] = {
    "text": "quantcheck.render.text",
    "jsonl": "quantcheck.render.json",
    "parquet": "quantcheck.parquet",
}
"""Format -> the module that shows some cases (`part`) and what stands behind them all (`end`)."""

_WEIGHT: Final[tuple[report.Decision, ...]] = ("not_applicable", "passed", "inconclusive", "violated", "error")


class Look(msgspec.Struct, frozen=True):
    """A format and how it is laid out."""

    name: str
    width: int = 100
    colour: bool = False
    quiet: bool = False
    explain: bool = False


class Setting(msgspec.Struct, frozen=True):
    """What all units of a run have in common; it travels to each worker once."""

    engine: report.Engine
    looks: tuple[Look, ...]
    shape: str = ""
    question: str | None = None

    @property
    def policy(self) -> Policy:
        """The policy of the run."""
        return self.engine.policy

    def how(self) -> Intake:
        """Return how records are read."""
        return Intake(BY_NAME[self.shape] if self.shape else None, self.question)


class Part(msgspec.Struct, array_like=True):
    """What came of a unit: its pieces of each output, and what it adds to the run."""

    pieces: list[bytes]
    errors: list[report.Error]
    cases: int
    """How many cases the unit holds, those whose check failed among them."""
    counts: dict[str, int]
    """How many answers have each status."""
    metrics: dict[str, report.Metric]
    decision: report.Decision
    size: int = 0
    """Bytes of input that it stands for."""


class Total:
    """The sum of parts: a report without its cases."""

    def __init__(self, engine: report.Engine) -> None:
        self._engine = engine
        self._errors: list[report.Error] = []
        self._metrics = grounding([])
        self._decisions: set[report.Decision] = set()
        self.counts: Counter[str] = Counter()

    def add(self, part: Part) -> None:
        """Add what a unit came to."""
        self._errors += part.errors
        self.counts.update(part.counts)
        self._metrics = {name: _sum(metric, part.metrics[name]) for name, metric in self._metrics.items()}
        self._decisions.add(part.decision)

    def fail(self, error: report.Error) -> None:
        """Add an error of the run."""
        self._errors.append(error)

    @property
    def nothing(self) -> bool:
        """Whether there was no case at all, and nothing said why."""
        return not self._errors and not self.counts

    def report(self) -> report.Report:
        """Return the report of the run without its cases."""
        errors = self._errors
        if self.nothing:
            errors = [report.Error("", "", "no case at all: expected at least one answer")]
        worst = max(map(_WEIGHT.index, self._decisions), default=0)
        return report.Report(
            engine=self._engine,
            errors=errors,
            cases=[],
            metrics=self._metrics,
            decision="error" if errors else _WEIGHT[worst],
        )


def _sum(a: report.Metric, b: report.Metric) -> report.Metric:
    """Return the metric of the cases of two."""
    top = int(a.numerator) + int(b.numerator)
    bottom = int(a.denominator or 0) + int(b.denominator or 0)
    value = (report.rational(Fraction(top, bottom)) if a.aggregation == "ratio" else str(top)) if bottom else None
    return msgspec.structs.replace(a, numerator=str(top), denominator=str(bottom), value=value)


def part(unit: load.Unit, checker: Checker, setting: Setting, how: Intake) -> Part:
    """Return what comes of a unit of input."""
    given: dict[tuple[str, int], cases.Case] = {}

    def items() -> Iterable[cases.Case | report.Error]:
        for found in load.within(unit, how):
            if isinstance(found, cases.Case):
                given[found.file, found.index] = found
            yield found

    checked: list[report.Case] = []
    errors: list[report.Error] = []
    remembering = partial(check_case, memory=checker.memory)
    for item in check(items(), remembering, checker.language, setting.policy):
        if isinstance(item, report.Error):
            errors.append(item)
        else:
            checked.append(item)
    counts: Counter[str] = Counter(case.status for case in checked)
    made = report.Report(
        engine=setting.engine,
        errors=errors,
        cases=checked,
        metrics=grounding(checked),
        decision=decide(checked, errors) if checked or errors else "not_applicable",
    )
    pieces = [module(look).part(showing(look, made, given)) for look in setting.looks]
    return Part(pieces, errors, len(given), dict(counts), made.metrics, made.decision, len(unit.data))


def ends(total: Total, setting: Setting, written: Sequence[bool]) -> list[bytes]:
    """Return what stands behind all cases in each output; `written` says whether something stands before it."""
    made = total.report()
    return [
        b""
        if look.name == "text" and look.quiet and not some
        else module(look).end(showing(look, made, {}), total.counts)
        for look, some in zip(setting.looks, written, strict=True)
    ]


def showing(look: Look, made: report.Report, given: Mapping[tuple[str, int], cases.Case]) -> Showing:
    """Return some cases as they are to be shown."""
    code = EXIT_CODES[made.decision]
    return Showing(made, given, code, width=look.width, colour=look.colour, quiet=look.quiet, explain=look.explain)


def module(look: Look) -> Any:
    """Return the module that makes a format in parts."""
    return import_module(PARTS[look.name])


def lost(unit: load.Unit, setting: Setting, place: str, why: str) -> Part:
    """Return what stands for a unit that no process could check: an error, never a status."""
    error = report.Error(unit.file, place, why)
    return Part([b""] * len(setting.looks), [error], 1, {}, grounding([]), "error", len(unit.data))


def joined(parts: Sequence[Part]) -> Part:
    """Return some parts, one behind the other, as one."""
    total = Counter[str]()
    metrics = grounding([])
    for one in parts:
        total.update(one.counts)
        metrics = {name: _sum(metric, one.metrics[name]) for name, metric in metrics.items()}
    return Part(
        [b"".join(pieces) for pieces in zip(*(one.pieces for one in parts), strict=True)],
        [error for one in parts for error in one.errors],
        sum(one.cases for one in parts),
        dict(total),
        metrics,
        max((one.decision for one in parts), key=_WEIGHT.index),
        sum(one.size for one in parts),
    )
