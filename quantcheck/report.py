"""The report: the one document a run makes (contract §7), as plain structs. Its JSON Schema is made from these types.

Rationals are strings `"p/q"` or `"p"`. Fields that may be absent are `UNSET` and left out of the JSON.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from quantcheck import values
from quantcheck.policy import Policy

SCHEMA: Final = "quantcheck.report/1"

CaseStatus = Literal[
    "invalid",
    "missing_capture",
    "missing_evidence",
    "violated",
    "needs_review",
    "met",
    "not_applicable",
]
QuantityStatus = Literal["source", "question", "unmatched", "ambiguous"]
Decision = Literal["passed", "violated", "inconclusive", "not_applicable", "error"]


class Base(msgspec.Struct, frozen=True):
    """The normal form of a reading, in base units (m, kg, s, A, K, mol, cd, bit, turn, month)."""

    dimension: str
    lower: str | None
    upper: str | None


class Part(msgspec.Struct, frozen=True):
    """A component of a tolerance, pair, product, sum, ratio or divided-out denominator."""

    unit: str
    lower: str | None
    upper: str | None
    base: Base
    noun: str | UnsetType = UNSET


class Reading(msgspec.Struct, frozen=True):
    """One exact interpretation of a quantity: ends as written in `unit`, and in base units."""

    shape: str
    unit: str
    lower: str | None
    upper: str | None
    lower_closed: bool
    upper_closed: bool
    modality: str
    base: Base
    parts: list[Part] | UnsetType = UNSET


class Support(msgspec.Struct, frozen=True):
    """A place in a passage or the question that an answer quantity equals."""

    source: str
    start: int
    end: int
    quote: str
    reading: Reading
    document_id: str | UnsetType = UNSET


class Difference(msgspec.Struct, frozen=True):
    """How the nearest source quantity differs; `factor` only where the kind is `factor`."""

    kind: Literal[
        "value", "factor", "sign", "unit", "bound", "range_end", "rounded", "approximate", "notation", "order"
    ]
    factor: str | UnsetType = UNSET


class Nearest(msgspec.Struct, frozen=True):
    """The nearest source quantity of an unmatched one, and how it differs."""

    source: str
    start: int
    end: int
    quote: str
    reading: Reading
    difference: Difference
    document_id: str | UnsetType = UNSET


class Said(msgspec.Struct, frozen=True):
    """Where the answer, or the question that it answers, says a word."""

    text: str
    source: str
    start: int
    end: int


class RivalWord(msgspec.Struct, frozen=True):
    """A word of the answer that stands with the rival figure in the passages, and what it weighs among the others."""

    word: str
    source: str
    start: int
    end: int
    said: Said
    weight: str


class Rival(msgspec.Struct, frozen=True):
    """The figure that the words of the answer stand with, where it is not the answer's own."""

    source: str
    start: int
    end: int
    quote: str
    reading: Reading
    words: list[RivalWord]
    margin: str
    document_id: str | UnsetType = UNSET


class Derivation(msgspec.Struct, frozen=True):
    """A short computation from source quantities that gives the figure, offered to the reviewer."""

    formula: str
    operands: list[Support]
    by: Literal["exact", "rounded"]
    expected: str
    bound: str


class Quantity(msgspec.Struct, frozen=True):
    """A quantity of the answer and its verdict."""

    text: str
    start: int
    end: int
    line: int
    column: int
    kind: str
    status: QuantityStatus
    readings: list[Reading]
    support: list[Support]
    notes: list[str]
    reason: str | UnsetType = UNSET
    axis: str | UnsetType = UNSET
    nearest: Nearest | UnsetType = UNSET
    derivation: Derivation | UnsetType = UNSET
    withheld: int | UnsetType = UNSET
    equation: int | UnsetType = UNSET
    rival: Rival | UnsetType = UNSET
    contested: Support | UnsetType = UNSET
    """The other value that another passage gives for the same words."""
    together: int | UnsetType = UNSET
    """Index of the frequency or amount with which it was judged as one (`5 mg daily`), where it was."""


class Citation(msgspec.Struct, frozen=True):
    """A citation mark and what becomes of each number in it."""

    text: str
    start: int
    end: int
    line: int
    column: int
    style: str
    numbers: list[int]
    resolved: list[int]
    unresolved: list[int]


class Equation(msgspec.Struct, frozen=True):
    """A stated equation: whether it holds, by what rule, or why that cannot be decided."""

    text: str
    start: int
    end: int
    line: int
    column: int
    holds: bool | None
    left: str
    right: str
    by: Literal["exact", "rounded"] | UnsetType = UNSET
    why: str | UnsetType = UNSET
    expected: Reading | UnsetType = UNSET


class Ignored(msgspec.Struct, frozen=True):
    """Something with digits or number words that is no quantity, and why."""

    text: str
    start: int
    end: int
    why: str


class Question(msgspec.Struct, frozen=True):
    """The question that the answer was checked against."""

    source: str
    text: str


class ReasonCount(msgspec.Struct, frozen=True):
    """How often a reason occurs in a case."""

    code: str
    count: int


class Case(msgspec.Struct, frozen=True):
    """One answer and its verdict. `message` says what is wrong with an `invalid` or evidence-less one."""

    id: str
    file: str
    index: int
    status: CaseStatus
    reasons: list[ReasonCount]
    quantities: list[Quantity]
    citations: list[Citation]
    equations: list[Equation]
    ignored: list[Ignored]
    question: Question | UnsetType = UNSET
    message: str | UnsetType = UNSET
    shape: str | UnsetType = UNSET
    """Of which shape the record was, where it is not quantcheck's own."""

    def failures(self) -> list[str]:
        """Return a line for each figure, citation and equation that is determined to be wrong.

        What could not be determined asks for no repair: it is in none of these lines.
        """
        lines = []
        for quantity in self.quantities:
            if quantity.status == "unmatched":
                why = "" if quantity.reason is UNSET else f" ({quantity.reason})"
                line = f'"{_one_line(quantity.text)}" stands in no source{why}'
                if isinstance(quantity.nearest, Nearest):
                    line += f'; the nearest is "{_one_line(quantity.nearest.quote)}" in {quantity.nearest.source}'
                lines.append(line)
        for citation in self.citations:
            if citation.unresolved:
                numbers = ", ".join(map(str, citation.unresolved[:10]))
                lines.append(f'the citation "{_one_line(citation.text)}" names no passage: {numbers}')
        lines += [f'"{_one_line(e.text)}" does not hold' for e in self.equations if e.holds is False]
        return lines

    def repair_instructions(self) -> str | None:
        """Return what an author is to mend, or None where no failure was determined."""
        return "\n".join(self.failures()) or None


class Metric(msgspec.Struct, frozen=True):
    """A figure over the run; without a denominator there is no value."""

    numerator: str
    denominator: str | None
    value: str | None
    aggregation: Literal["ratio", "count", "mean"]
    unit: Literal["fraction", "quantities", "answers", "score_0_10"]
    direction: Literal["higher", "lower", "neutral"]


class Engine(msgspec.Struct, frozen=True):
    """What made the report: version, digests of grammar and vocabulary, and the policy."""

    version: str
    grammar: str
    vocabulary: str
    policy: Policy


class Error(msgspec.Struct, frozen=True):
    """Something the program could not do: where, and what was expected. Never a verdict."""

    file: str
    place: str
    message: str


class Stale(msgspec.Struct, frozen=True):
    """An entry of a baseline that occurs less often than it counts."""

    key: str
    code: str
    file: str
    text: str


class BaselineUse(msgspec.Struct, frozen=True):
    """A baseline that was given: how many findings it hides, and which of its entries are stale."""

    file: str
    hidden: int
    stale: list[Stale]


class Shown(msgspec.Struct, frozen=True):
    """What the outputs for people leave out, and the exit code for it; statuses and decision stand above it."""

    select: list[str]
    ignore: list[str]
    exit_zero: bool
    deselected: int
    exit_code: int
    baseline: BaselineUse | UnsetType = UNSET


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One run."""

    schema: Literal["quantcheck.report/1"] = SCHEMA
    engine: Engine
    errors: list[Error]
    cases: list[Case]
    metrics: dict[str, Metric]
    decision: Decision
    shown: Shown | UnsetType = UNSET

    def repair_instructions(self) -> str | None:
        """Return what the authors are to mend, by the ids of the answers, or None where no failure was determined."""
        lines = [f"{_one_line(case.id)}: {line}" for case in self.cases for line in case.failures()]
        return "\n".join(lines) or None


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else text[:199] + "…"


def rational(value: Fraction | None) -> str | None:
    """Return `"p/q"`, `"p"` or None."""
    if value is None:
        return None
    top, bottom = value.as_integer_ratio()
    return str(top) if bottom == 1 else f"{top}/{bottom}"


def distinct(readings: list[Reading]) -> list[Reading]:
    """Return readings once each: two choices on an axis may come to the same."""
    if len(readings) < 2:
        return readings
    kept: list[Reading] = []
    for made in readings:
        if made not in kept:
            kept.append(made)
    return kept


def reading(r: values.Reading) -> Reading:
    """Return the report form of a reading."""
    parts = [
        Part(
            unit=p.unit,
            lower=rational(p.lower),
            upper=rational(p.upper),
            base=Base(p.dimension, rational(p.base_lower), rational(p.base_upper)),
            noun=p.noun or UNSET,
        )
        for p in r.parts
    ]
    # The two ends of a point are one.
    lower, base_lower = rational(r.lower), rational(r.base_lower)
    return Reading(
        shape=r.shape,
        unit=r.unit,
        lower=lower,
        upper=lower if r.upper is r.lower else rational(r.upper),
        lower_closed=r.lower_closed,
        upper_closed=r.upper_closed,
        modality=r.modality,
        base=Base(r.dimension, base_lower, base_lower if r.base_upper is r.base_lower else rational(r.base_upper)),
        parts=parts or UNSET,
    )
