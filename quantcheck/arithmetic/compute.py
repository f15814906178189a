"""What an expression comes to: an exact value in base units, and its dimension. Roots are for `symbols`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from quantcheck.arithmetic.measure import Dimension, Measure
from quantcheck.equations.nodes import leaves
from quantcheck.values import Node

LARGEST: Final = 4000
"""Bits of numerator or denominator of a power."""


class CannotError(Exception):
    """It cannot be decided; the argument is the code that says why."""


def value(node: Node, operands: Mapping[int, Measure]) -> Measure:
    """Return what an expression comes to. Raises `CannotError` where its parts do not go together."""
    dimension = _dimension(node, operands)
    if not _rooted(node):
        number, exact = _number(node, operands), True
    else:
        from quantcheck.arithmetic import symbols

        found = symbols.value(node, {i: operands[i].value for i in leaves(node)})
        if found is None:
            raise CannotError("unread_operand")
        number, exact = found
    return Measure(number, dimension, any_dimension=not number and node[0] != "q", exact=exact)


def _dimension(node: Node, operands: Mapping[int, Measure]) -> Dimension:
    """Return the dimension of a node, refusing sums of what does not go together."""
    kind = node[0]
    if kind == "q":
        return operands[node[1]].dimension
    if kind == "n":
        return ()
    left = _dimension(node[1], operands)
    if kind == "^":
        powers = [(name, power * node[2][1]) for name, power in left]
        if any(power.denominator != 1 for _, power in powers):
            raise CannotError("dimensions")
        return tuple((name, int(power)) for name, power in powers if power)
    right = _dimension(node[2], operands)
    if kind in ("+", "-", "|"):
        if left != right:
            raise CannotError("dimensions")
        return left
    names = dict(left)
    for name, power in right:
        names[name] = names.get(name, 0) + (power if kind == "*" else -power)
    return tuple(sorted((n, e) for n, e in names.items() if e))


def _rooted(node: Node) -> bool:
    """Whether an expression has a root in it."""
    if node[0] in "qn":
        return False
    if node[0] == "^" and node[2][1].denominator != 1:
        return True
    return any(map(_rooted, node[1:]))


def _number(node: Node, operands: Mapping[int, Measure]) -> Fraction:
    kind = node[0]
    if kind == "q":
        return operands[node[1]].value
    if kind == "n":
        number: Fraction = node[1]
        return number
    left, right = (_number(child, operands) for child in node[1:])
    if kind == "+":
        return left + right
    if kind == "-":
        return left - right
    if kind == "|":
        return abs(left - right)
    if kind == "*":
        return left * right
    if kind == "^":
        size = max(left.numerator.bit_length(), left.denominator.bit_length()) * abs(right)
        if size > LARGEST or (right < 0 and not left):
            raise CannotError("unread_operand")
        return left ** int(right)
    if not right:
        raise CannotError("dimensions")
    return left / right
