"""The computation that a report gives for a figure, proven from its operands and its formula, for the verifier."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from fractions import Fraction

from msgspec import UNSET

from quantcheck import report
from quantcheck.policy import Policy
from quantcheck.verifier import formula, instants, proof, written
from quantcheck.verifier.places import Places
from quantcheck.verifier.proof import Unprovable, Value
from quantcheck.verifier.readings import Readings

Faults = Iterator[tuple[str, str]]


class Derivations:
    """The computations of one case under the policy of the run."""

    def __init__(self, case: report.Case, policy: Policy, places: Places, readings: Readings) -> None:
        self._case = case
        self._policy = policy
        self._places = places
        self._readings = readings

    def faults(self, quantity: report.Quantity, derivation: report.Derivation, values: list[Value]) -> Faults:
        """Yield what is wrong with the computation of a quantity, and with the operands of it."""
        yield from self._computed(quantity, derivation, values)
        for i, operand in enumerate(derivation.operands):
            place = f".derivation.operands[{i}]"
            yield from self._places.faults(operand, place)
            if operand.reading.base.dimension in instants.SECONDS:
                yield from instants.faults(operand, self._places.texts.get(operand.source, ""), f"{place}.reading")
            else:
                yield from self._readings.read(operand.reading, operand.quote, f"{place}.reading")[1]

    def _computed(self, quantity: report.Quantity, derivation: report.Derivation, values: list[Value]) -> Faults:
        """Check that a computation comes to the figure: one of an equation by that, else by its formula."""
        if quantity.equation is not UNSET and quantity.equation < len(self._case.equations) and derivation.bound == "0":
            yield from _of_equation(derivation, self._case.equations[quantity.equation])
            return
        if quantity.status != "unmatched" or quantity.reason != "derivable":
            yield ".derivation", "only a true equation makes more of a computation than an offer"
        try:
            bound = proof.rational(derivation.bound)
            expected = proof.rational(derivation.expected)
            operands = [proof.value(o.reading) for o in derivation.operands]
        except Unprovable as fault:
            yield ".derivation", str(fault)
            return
        if bound is None or not 0 <= bound <= 1:
            yield ".derivation.bound", "expected a rational from 0 to 1"
        elif bound > Fraction(self._policy.chance_bound):
            yield ".derivation.bound", "above the bound on chance of the policy"
        quoted = [(o.quote, v) for o, v in zip(derivation.operands, operands, strict=True)]
        made = formula.value(derivation.formula, quoted)
        if made is None or made != expected:
            yield ".derivation.formula", f"does not come to {derivation.expected[:40]}"
            return
        yield from _nearness(derivation.by, quantity.text, values, made)


def _nearness(by: str, text: str, values: list[Value], made: Fraction) -> Faults:
    """Check that what a formula comes to is the figure, exactly or when rounded, as is claimed."""
    near = [v for v in values if v.base_lower is not None]
    if by == "exact" and not any(v.base_lower == made for v in near):
        yield ".derivation.by", "does not come to the figure exactly"
    off = [(abs((v.base_lower or Fraction(0)) - made), _place_value(text, v)) for v in near]
    if by == "rounded" and not any(far * 2 <= step for far, step in off):
        yield ".derivation.by", "does not come to the figure when rounded"


def _of_equation(derivation: report.Derivation, equation: report.Equation) -> Faults:
    """Check that a computation is the equation that it is said to be, and that this holds."""
    if equation.holds is not True:
        yield ".derivation", "the equation is not one that holds"
    if derivation.formula.split() != equation.text.split():
        yield ".derivation.formula", "not the equation"
    with contextlib.suppress(Unprovable):
        if proof.rational(derivation.expected) is not None:
            return
    yield ".derivation.expected", "expected a rational"


def _place_value(text: str, value: Value) -> Fraction:
    """Return the place value of the last digit shown, in base units."""
    steps = written.steps(text)
    if not value.lower or not value.base_lower or not steps:
        return Fraction(0)
    number = written.numbers(text)[-1] if written.numbers(text) else value.lower
    return abs(steps[-1] * value.base_lower / number) if number else Fraction(0)
