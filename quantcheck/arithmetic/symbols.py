"""What an expression with roots comes to: sympy has it exactly, as a rational or as the irrational that it is.

The only home of sympy in a check. Expressions are built from our own nodes, never from text; sums, products and whole
powers of rationals need no sympy (`compute`), so that it is imported only where an equation has a root.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from quantcheck.values import Node

DIGITS: Final = 120
"""Digits of an irrational value: a figure of 30 digits lies further from a root than these leave open."""


def value(node: Node, operands: Mapping[int, Fraction]) -> tuple[Fraction, bool] | None:
    """Return what an expression comes to and whether that is exact, or None where it is no real number."""
    import sympy

    def made(node: Node) -> sympy.Expr:
        kind = node[0]
        if kind in "qn":
            number = operands[node[1]] if kind == "q" else node[1]
            return sympy.Rational(number.numerator, number.denominator)
        left, right = (made(child) for child in node[1:])
        if kind == "^":
            return left**right
        if kind == "*":
            return left * right
        if kind == "/":
            return left / right
        return {"+": left + right, "-": left - right, "|": sympy.Abs(left - right)}[kind]

    found = sympy.sqrtdenest(sympy.expand(made(node)))
    if not found.is_real or not found.is_finite:
        return None
    if found.is_Rational:
        return Fraction(int(found.p), int(found.q)), True
    return Fraction(str(found.evalf(DIGITS))), False
