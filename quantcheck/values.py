"""The nouns of reading: what a text says, as exact values. No parsing, no matching, no report format here.

Numbers are `Fraction` throughout. Offsets are code points of the text as it was given, end exclusive. No value holds
what holds it, so the search for cycles need not look at them (`gc=False`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import msgspec

Axes = tuple[tuple[str, str], ...]
"""Sorted (axis, choice) pairs: what was assumed about each named ambiguity to arrive at a reading."""
CLOCKS: Final = frozenset(("time", "calendar"))
"""The dimensions of periods."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """One unit of the restricted registry, resolved to base units.

    `dimension` is the sorted tuple of (base name or whole kind, exponent). A value x of this unit is
    `x * factor + offset` in base units; only points of temperature have an offset.
    """

    code: str
    factor: Fraction
    dimension: tuple[tuple[str, int], ...]
    kind: str = "physical"
    offset: Fraction = Fraction(0)
    family: str = ""
    """Mixed-unit family (`5 ft 10 in`): units of one family may be added up; empty where none may."""


class Sense(msgspec.Struct, frozen=True, gc=False):
    """One meaning of a spelling: a unit, and the choice on each axis under which it is meant."""

    unit: Unit
    axes: Axes = ()


class Part(msgspec.Struct, frozen=True, gc=False):
    """A component of a reading that has more than one: tolerance, pair, product, sum, ratio, divided-out unit."""

    unit: str
    lower: Fraction | None
    upper: Fraction | None
    dimension: str
    base_lower: Fraction | None
    base_upper: Fraction | None
    lower_closed: bool = True
    upper_closed: bool = True
    modality: str = "exact"
    noun: str = ""
    """The noun counted (`3 of 5 patients`), singular, only in ratios."""


class Reading(msgspec.Struct, frozen=True, gc=False):
    """One exact interpretation of a quantity (contract §2, §7)."""

    shape: str
    unit: str
    lower: Fraction | None
    upper: Fraction | None
    dimension: str
    base_lower: Fraction | None
    base_upper: Fraction | None
    lower_closed: bool = True
    upper_closed: bool = True
    modality: str = "exact"
    kind: str = "physical"
    parts: tuple[Part, ...] = ()
    axes: Axes = ()
    lower_step: Fraction | None = None
    """Place value of the last digit shown at the lower end, in `unit` (`1.50 million` -> 10000); None for words."""
    upper_step: Fraction | None = None
    lower_digits: int = 0
    """Significant digits shown at the lower end."""
    upper_digits: int = 0
    factor: Fraction | None = None
    """One step of `unit` in base units (5/9 for a degree Fahrenheit), by which rounding is judged."""
    ratio: tuple[str, ...] = ()
    """What two ratios need in common beside their quotient: `("of", N, M, noun)`, `("in", noun)`, `(":",)`."""
    period: Fraction | None = None
    """The time, in base units, of a denominator written with its own number (`600 mg/24 h`: 86400)."""
    told: Axes = ()
    """What words around the figure say of it: `rose by 5 kg` has one reading, which is not that of `rose to 5 kg`."""

    @property
    def normal(self) -> tuple[object, ...]:
        """The normal form: two readings are equal when these are."""
        return (
            self.shape,
            self.dimension,
            self.base_lower,
            self.base_upper,
            self.lower_closed,
            self.upper_closed,
            self.modality,
            tuple(
                (p.dimension, p.base_lower, p.base_upper, p.lower_closed, p.upper_closed, p.modality, p.noun)
                for p in self.parts
            )
            if self.shape in ("pair", "product", "sum")
            else (),
            self.ratio,
            self.period,
        )


class Quantity(msgspec.Struct, gc=False):
    """A quantity as read. `reason` is a form reason of contract §10 where it cannot be read exactly."""

    start: int
    end: int
    readings: tuple[Reading, ...] = ()
    reason: str = ""
    axis: str = ""
    """The axis that keeps the readings apart, where there are several."""
    notes: tuple[str, ...] = ()
    sentence: int = 0
    """Index into `Text.sentences` of the sentence, list item or table row that holds it."""
    series: int = -1
    """Number of the list or series it is a member of, -1 for none."""
    together: int = -1
    """Index of the frequency (or amount) that it stands together with, -1 for none."""
    bare: bool = False
    """A bare number: a quantity only under `numbers = all`."""
    equation: int = -1
    forms: tuple[str, ...] = ()
    """How it is written, for the profile `conservative`: `fraction, scientific, grouped, word, bound_word`."""
    supposed: tuple[Reading, ...] = ()
    """What a reader may take it for where it has a reason: told by `parse`, and compared with nothing."""


class Citation(msgspec.Struct, gc=False):
    """A citation mark: its style and the numbers it names, in the order written.

    `spans` holds inclusive (first, last) pairs as written and is never expanded by the reader.
    """

    start: int
    end: int
    style: str
    spans: tuple[tuple[int, int], ...]


class Ignored(msgspec.Struct, gc=False):
    """An expression that is no quantity, and why (contract §4, *Left alone*)."""

    start: int
    end: int
    why: str


Node = tuple[Any, ...]
"""A node of an expression: `("q", index into Text.quantities)`, `("n", Fraction)`, or a sign and its nodes: `+-*/`, `|`
(the difference without its sign), `^`, and `more` and `less` (a share of the first, or an amount).
"""


class Equation(msgspec.Struct, gc=False):
    """A stated equation: the nodes of its sides, the sign between each two, and where each side stands.

    Signs: `=`, `≈`, `(` (the result in brackets), `or` (said in another way), `()` (two writings of one figure), `<`
    and `>` (an ordering), `×` (so many times the first), `up` and `down` (by so much from the first to the last),
    `years` (so many from one to the other).
    """

    start: int
    end: int
    sides: tuple[Node, ...] = ()
    signs: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a source, by the number of that source."""

    source: int
    start: int
    end: int


class Headed(msgspec.Struct, frozen=True, gc=False):
    """A cell of a table as its heads have it read: the quantity that it holds, its readings so, and the heads."""

    source: int
    quantity: int
    readings: tuple[Reading, ...]
    heads: tuple[Span, ...]
    replaces: bool = False
    """The cell by itself says what is not so: it supports nothing without its head."""
    reason: str = ""


class Text(msgspec.Struct):
    """What the reader made of one text: every digit of it lies in one of these entries."""

    source: str
    quantities: list[Quantity]
    citations: list[Citation]
    equations: list[Equation]
    ignored: list[Ignored]
    sentences: list[tuple[int, int]]
    """Start and end of each sentence, list item or table row, in order; they do not overlap."""


def times(r: Reading, scale: Fraction) -> Reading:
    """Return a reading with its ends, in its unit and in base units, and the places of its digits multiplied."""

    def by(value: Fraction | None) -> Fraction | None:
        return None if value is None else value * scale

    return msgspec.structs.replace(
        r,
        lower=by(r.lower),
        upper=by(r.upper),
        base_lower=by(r.base_lower),
        base_upper=by(r.base_upper),
        lower_step=by(r.lower_step),
        upper_step=by(r.upper_step),
    )
