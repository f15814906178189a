"""Expressions as sympy has them, built from our own nodes alone: rationals, and a symbol for each base name.

The only home of sympy in a check, and imported only where an equation has a sign to compute.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from quantcheck.arithmetic.measure import Measure
from quantcheck.values import Node


def value(node: Node, operands: Mapping[int, Measure]) -> Measure | None:
    """Return what an expression comes to, or None where its parts do not go together."""
    import sympy

    made = _expression(node, operands, sympy)
    made = sympy.cancel(made) if isinstance(made, sympy.Add) else made
    if made.has(sympy.zoo, sympy.nan, sympy.oo):
        return None
    number, rest = made.as_coeff_Mul()
    if not isinstance(number, sympy.Rational):
        return None
    exponents: dict[str, int] = {}
    if rest != 1:
        for base, power in rest.as_powers_dict().items():
            if not base.is_Symbol or not power.is_Integer:
                return None
            exponents[str(base)] = int(power)
    found = Fraction(int(number.p), int(number.q))
    return Measure(found, tuple(sorted(exponents.items())), any_dimension=not found and not exponents)


def _expression(node: Node, operands: Mapping[int, Measure], sympy: Any) -> Any:
    kind = node[0]
    if kind == "q":
        measure = operands[node[1]]
        made = sympy.Rational(measure.value.numerator, measure.value.denominator)
        for name, power in measure.dimension:
            made *= sympy.Symbol(name, positive=True) ** power
        return made
    if kind == "n":
        return sympy.Rational(node[1].numerator, node[1].denominator)
    left, right = (_expression(child, operands, sympy) for child in node[1:])
    if kind == "+":
        return left + right
    if kind == "-":
        return left - right
    if kind == "*":
        return left * right
    if kind == "|":
        return sympy.Abs(left - right)
    return left / right if right != 0 else sympy.zoo
