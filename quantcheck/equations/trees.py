"""From the trees of `grammar/equation.lark` to equations: the longest run of terminals that is one, and its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from quantcheck.building.parse import Parser, Tree
from quantcheck.equations.nodes import leaves
from quantcheck.values import Equation, Node, Quantity


class Terminal(NamedTuple):
    """A terminal of the grammar of equations, in visible offsets.

    `value` is the operand of a quantity, a factor or an exponent, and what an operand comes to is for `decide`.
    """

    kind: str
    start: int
    end: int
    value: Any = None


class Side(NamedTuple):
    """One side: its node, whose operands are numbers of terminals, and where it stands."""

    node: Node
    start: int
    end: int


class Stated(NamedTuple):
    """An equation among terminals: its sides and signs, and the first terminal and the one behind the last."""

    sides: list[Side]
    signs: list[str]
    first: int
    last: int

    @property
    def operands(self) -> list[int]:
        """The terminals that are its operands, in the order of its nodes."""
        return [i for side in self.sides for i in leaves(side.node)]


class Found(NamedTuple):
    """An equation in visible offsets, with its operands in order; its nodes name them by their place there."""

    equation: Equation
    operands: list[Quantity]


_SIGNS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "more": "more", "less": "less",
    "SUM": "+", "AVERAGE": "+", "PRODUCT": "*", "DIFFERENCE": "|", "RATIO": "/",
}  # fmt: skip


def stated(
    parser: Parser,
    terminals: Sequence[Terminal],
    fits: Callable[[Stated], bool],
    begins: Callable[[int], bool] = lambda first: True,
) -> Iterator[Stated]:
    """Yield the equations among terminals, in order; they do not overlap.

    Each is the longest that begins where `begins` allows it and of which `fits` says that it is one in its place.
    """
    types = [t.kind for t in terminals]
    i = 0
    while i < len(types):
        for last, tree in parser.prefixes(types, i) if begins(i) else ():
            made = _equation(tree, terminals, i, last)
            if fits(made):
                yield made
                i = last - 1
                break
        i += 1


def _equation(tree: Tree, terminals: Sequence[Terminal], first: int, last: int) -> Stated:
    sides: list[Side] = []
    signs: list[str] = []
    name, *parts = tree
    if name == "chain":
        while True:
            left, sign, right = parts
            sides.append(_side(right, terminals))
            signs.append("≈" if terminals[sign[1]].kind == "ABOUT" else "=")
            if not (isinstance(left, tuple) and left[0] == "chain"):
                break
            parts = list(left[1:])
        sides.append(_side(left, terminals))
        sides.reverse()
        signs.reverse()
        return Stated(sides, signs, first, last)
    ways = [terminals[p[1]].kind for p in parts if isinstance(p, tuple) and p[0] == "way"]
    made = [_side(p, terminals) for p in parts if (_is_operand(terminals[p]) if isinstance(p, int) else p[0] != "way")]
    if name == "bracketed":
        return Stated(made, ["("], first, last)
    if name == "named":
        return Stated(made, ["="], first, last)
    if name == "either":
        return Stated(made, ["or"], first, last)
    if name == "writings":
        return Stated(made, ["()"], first, last)
    if name == "elapsed":
        return Stated(made, ["years"], first, last)
    # words of change: the first value, the last, and by how much
    if name == "factored":
        factor = terminals[parts[0]].value
        before, after = made
        return Stated([Side(("*", ("n", factor), before.node), before.start, before.end), after], ["×"], first, last)
    if name in ("ordered", "ordered_to"):
        made = made if name == "ordered" else made[::-1]
        return Stated(made, ["<" if ways[0] == "UP" else ">"], first, last)
    before, after, by = {
        "changed": lambda a, b, c: (a, b, c),
        "changed_by": lambda a, b, c: (b, c, a),
        "changed_to": lambda a, b, c: (c, b, a),
        "changed_back": lambda a, b, c: (b, a, c),
    }[name](*made)
    return Stated([before, after, by], ["up" if ways[-1] == "UP" else "down"], first, last)


def _is_operand(terminal: Terminal) -> bool:
    return terminal.kind == "Q"


def _side(tree: Any, terminals: Sequence[Terminal]) -> Side:
    at = list(_covered(tree))
    return Side(_node(tree, terminals), terminals[min(at)].start, terminals[max(at)].end)


def _covered(tree: Any) -> Iterator[int]:
    if isinstance(tree, int):
        yield tree
    else:
        for child in tree[1:]:
            yield from _covered(child)


def _node(tree: Any, terminals: Sequence[Terminal]) -> Node:
    if isinstance(tree, int):
        return ("q", tree)
    name, *parts = tree
    if name == "group":
        return _node(parts[1], terminals)
    if name == "power":
        return ("^", _node(parts[0], terminals), ("n", terminals[parts[1]].value))
    if name == "root":
        return ("^", _node(parts[1], terminals), ("n", Fraction(1, terminals[parts[0]].value)))
    if name == "scaled":
        return ("*", ("n", terminals[parts[0]].value), _node(parts[1], terminals))
    if name == "whole":
        kind = terminals[parts[0]].kind
        members = [i for i in _covered(parts[1]) if _is_operand(terminals[i])]
        made: Node = ("q", members[0])
        for member in members[1:]:
            made = (_SIGNS[kind], made, ("q", member))
        return ("/", made, ("n", Fraction(len(members)))) if kind == "AVERAGE" else made
    left, right = _node(parts[0], terminals), _node(parts[2], terminals)
    if name in ("more", "less"):
        left, right = right, left
    return (_SIGNS[name], left, right)
