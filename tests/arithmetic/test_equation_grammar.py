"""The grammar of equations: without conflicts, and read by Lark as by our own machine; sympy as a second opinion."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck.arithmetic.compute import CannotError, value
from quantcheck.building.language import compile_grammar, lark_parser
from quantcheck.building.parse import Parser
from quantcheck.values import Node

GRAMMAR = (Path(__file__).parents[2] / "grammar/equation.lark").read_text(encoding="utf-8")
PARSER = Parser(compile_grammar(GRAMMAR), remember=False)
TERMINALS = sorted(
    {t for line in GRAMMAR.splitlines() if line.startswith("%declare") for t in line.split()[1:]} - {"Q"}
)


def test_it_has_no_conflicts() -> None:
    assert compile_grammar(GRAMMAR, strict=True).rules


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Q PLUS Q TIMES Q EQ Q", "(chain (add 0 1 (multiply 2 3 4)) (sign 5) 6)"),
        ("Q MINUS Q MINUS Q EQ Q", "(chain (subtract (subtract 0 1 2) 3 4) (sign 5) 6)"),
        ("Q OVER Q FRACTION Q EQ Q", "(chain (divide 0 1 (divide 2 3 4)) (sign 5) 6)"),
        ("FACTOR Q POW EQ Q", "(chain (scaled 0 (power 1 2)) (sign 3) 4)"),
        ("SUM Q COMMA Q AND Q COMMA Q", "(named (whole 0 (members (listed 1 2 3) 4 5)) 6 7)"),
        ("Q EQ Q MORE Q", "(chain 0 (sign 1) (more 2 3 4))"),
        ("UP FROM Q TO Q", "(ordered (way 0) 1 2 3 4)"),
    ],
)
def test_what_binds_first(text: str, tree: str) -> None:
    types = text.split()
    end, found = next(PARSER.prefixes(types, 0))
    assert (end, _shown(found)) == (len(types), tree)


@pytest.mark.parametrize("text", ["Q EQ", "Q Q EQ Q", "Q PLUS EQ Q", "LP Q EQ Q", "Q TO Q", "SUM Q EQ Q", "Q MORE Q"])
def test_what_is_no_equation(text: str) -> None:
    types = text.split()
    assert all(end < len(types) for end, _ in PARSER.prefixes(types, 0))


@given(st.lists(st.sampled_from(["Q", "Q", "Q", "Q", *TERMINALS]), min_size=1, max_size=12))
def test_lark_reads_the_same(types: list[str]) -> None:
    from lark.exceptions import UnexpectedInput

    try:
        LARK.parse(" ".join(types))
        whole = True
    except UnexpectedInput:
        whole = False
    assert whole == any(end == len(types) for end, _ in PARSER.prefixes(types, 0))


LARK = lark_parser(GRAMMAR)


def nodes(most: int) -> st.SearchStrategy[Node]:
    numbers = st.fractions(min_value=-50, max_value=50, max_denominator=20).map(lambda f: ("n", f))
    return st.recursive(
        numbers,
        lambda inner: st.one_of(
            st.tuples(st.sampled_from("+-*/|"), inner, inner),
            st.tuples(st.just("^"), inner, st.integers(-3, 3).map(lambda n: ("n", Fraction(n)))),
        ),
        max_leaves=most,
    )


@given(nodes(6))
def test_sympy_comes_to_the_same(node: Node) -> None:
    import sympy

    def made(node: Node) -> Any:
        if node[0] == "n":
            return sympy.Rational(node[1].numerator, node[1].denominator)
        left, right = made(node[1]), made(node[2])
        if (node[0] == "/" and not right) or (node[0] == "^" and not left and right < 0):
            raise ZeroDivisionError
        if node[0] == "^":
            return left**right
        if node[0] in "*/":
            return left * right if node[0] == "*" else left / right
        return {"+": left + right, "-": left - right, "|": abs(left - right)}[node[0]]

    try:
        theirs = made(node)
    except ZeroDivisionError:
        with pytest.raises(CannotError):
            value(node, {})
        return
    mine = value(node, {})
    assert theirs == sympy.Rational(mine.value.numerator, mine.value.denominator)


def _shown(tree: Any) -> str:
    return str(tree) if isinstance(tree, int) else f"({' '.join([tree[0], *map(_shown, tree[1:])])})"
