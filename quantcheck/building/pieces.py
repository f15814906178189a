"""Quantities under construction: the nouns between the tree of an expression and its readings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from quantcheck.numbers.numerals import Number
from quantcheck.values import Sense

Factor = tuple[tuple[Sense, ...], int]
"""The meanings of a spelling of a unit, and its exponent."""
_NOTHING: Final = Fraction(0)
_ONE: Final = Fraction(1)


class Divisor:
    """A denominator with its own number: `per 0.6 mL`."""

    __slots__ = ("factors", "number")

    def __init__(self, number: Number, factors: tuple[Factor, ...]) -> None:
        self.number = number
        self.factors = factors


class Term:
    """One amount: a number and what stands with it as its unit."""

    __slots__ = (
        "alone",
        "currency",
        "divisors",
        "end",
        "factors",
        "frequency",
        "head",
        "more",
        "negative",
        "number",
        "other",
        "solidus",
        "start",
        "tod",
    )

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.number: Number | None = None
        self.other: Number | None = None
        """The size in the second reading of spaced groups: `2 250 g` may be two of 250 g."""
        self.factors: tuple[Factor, ...] = ()
        self.alone: Number | None = None
        """The number without the power of ten that it shares with the last one of a range."""
        self.solidus: tuple[Factor, ...] = ()
        """The unit under the other reading of `a/b·c`, where there is one."""
        self.divisors: tuple[Divisor, ...] = ()
        self.head = 0
        """How many of the factors stand before the first `per`."""
        self.currency = False
        self.frequency = False
        self.more = _NOTHING
        self.negative = False
        self.tod = ""

    @property
    def bare(self) -> bool:
        """Say whether no unit stands with the number."""
        return not self.factors and not self.frequency and not self.tod


class Piece:
    """A quantity under construction: its shape, its terms, and what qualifies it."""

    __slots__ = (
        "end",
        "forms",
        "mods",
        "notes",
        "physical",
        "reason",
        "scale",
        "series",
        "shape",
        "start",
        "supposed",
        "terms",
        "vague",
        "wordy",
    )

    def __init__(self, start: int, end: int, shape: str, terms: list[Term]) -> None:
        self.start = start
        self.end = end
        self.shape = shape
        self.terms = terms
        self.mods: list[tuple[str, Any]] = []
        self.notes: list[str] = []
        self.reason = ""
        self.forms: set[str] = set()
        self.series = -1
        self.wordy = False
        self.scale = _ONE
        self.supposed = False
        """It is refused, and what it may be taken for can still be told."""
        self.physical = False
        """A unit or currency stands in it, although it was not read."""

    @property
    def simple(self) -> bool:
        """Say whether the piece is one amount without qualification."""
        return self.shape == "point" and len(self.terms) == 1 and not self.mods and not self.reason

    @property
    def bare(self) -> bool:
        """Say whether no part of the piece has a unit."""
        return not self.physical and all(t.bare for t in self.terms)

    def refuse(self, reason: str) -> Piece:
        """Mark the piece as seen and not read."""
        self.reason = self.reason or reason
        return self

    def mod(self, kind: str) -> Any:
        """Return the value of the first qualification of a kind, or None."""
        return next((value for k, value in self.mods if k == kind), None)
