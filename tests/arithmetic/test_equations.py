"""Properties of stated equations, and what they do to the verdicts on their operands and results."""

from __future__ import annotations

import ast
import operator
import re
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quantcheck import Checker, Policy

ALL = Checker(Policy(numbers="all"))
SIGNS = {"+": lambda a, b: a + b, "−": lambda a, b: a - b, "×": lambda a, b: a * b}
SCALES = {"mg": 1, "g": 1000, "kg": 1_000_000}

numbers = st.integers(min_value=1, max_value=9999)


def holds(text: str) -> list[bool | None]:
    return [e.holds for e in ALL.check(text, ["Nothing."], None).equations]


@given(numbers, numbers, st.sampled_from(sorted(SIGNS)))
def test_a_true_equation_holds(a: int, b: int, sign: str) -> None:
    result = SIGNS[sign](a, b)
    assume(result > 0)
    assert holds(f"{a} {sign} {b} = {result}") == [True]


@given(numbers, numbers, st.sampled_from(sorted(SIGNS)), st.integers(0, 2), st.integers(-999, 999).filter(bool))
def test_a_true_equation_with_one_operand_changed_never_holds(a: int, b: int, sign: str, which: int, by: int) -> None:
    operands = [a, b, SIGNS[sign](a, b)]
    operands[which] += by
    assume(all(n > 0 for n in operands))
    # 0 × b and the like aside, another operand gives another result
    assume(SIGNS[sign](operands[0], operands[1]) != operands[2])
    assert True not in holds(f"{operands[0]} {sign} {operands[1]} = {operands[2]}")


@given(numbers, numbers, st.booleans(), st.sampled_from(sorted(SCALES)), st.sampled_from(sorted(SCALES)))
def test_scaling_every_unit_keeps_the_verdict(a: int, b: int, right: bool, one: str, other: str) -> None:
    total = a + b if right else a + b + 1
    found = {unit: holds(f"{_in(a, unit)} + {_in(b, unit)} = {_in(total, unit)}") for unit in (one, other)}
    assert found[one] == found[other] == [right]


UNITS = ["mg", "g", "lb", "mL", "km", "$", "h"]
"""Each of one meaning; by which of them all amounts are scaled is no matter."""


@st.composite
def texts(draw: st.DrawFn, depth: int = 2, amounts: bool = True) -> str:
    """Draw an expression as text, `{}` for the unit of its amounts; brackets stand where its dimension needs them."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return f"{draw(st.integers(1, 999))}{'{}' if amounts else ''}"
    sign = draw(st.sampled_from("+−×÷"))
    left, right = draw(texts(depth - 1, amounts)), draw(texts(depth - 1, amounts and sign in "+−"))
    left = f"({left})" if draw(st.booleans()) else left
    right = f"({right})" if sign in "×÷" or draw(st.booleans()) else right
    return f"{left} {sign} {right}"


@st.composite
def expressions(draw: st.DrawFn) -> tuple[str, Fraction, list[int]]:
    """Draw an expression as text, what it comes to, and its figures."""
    text = draw(texts())
    result = _comes_to(text)
    assume(result is not None)
    assert result is not None
    return text, result, [int(n) for n in re.findall(r"\d+", text)]


def _written(text: str, result: Fraction, unit: str) -> str:
    amount = "${}" if unit == "$" else f"{{}} {unit}"
    bare = re.sub(r"(\d+)\{\}", lambda m: amount.format(m[1]), text)
    digits = str(result) if result.denominator == 1 else f"{float(result):.3f}"
    return f"{bare} {'=' if result.denominator == 1 else '≈'} {amount.format(digits)}"


@given(expressions(), st.sampled_from(UNITS), st.data())
def test_one_figure_of_a_true_expression_changed(made: tuple[str, Fraction, list[int]], unit: str, data: Any) -> None:
    text, result, figures = made
    assume(len(figures) > 1 and 0 < result < 10**9 and result.denominator == 1)
    true = _written(text, result, unit)
    assert holds(true) == [True], true
    which = data.draw(st.integers(0, len(figures) - 1))
    other = figures[which] + data.draw(st.integers(1, 99))
    places = [m.span() for m in re.finditer(r"\d+", text)]
    start, end = places[which]
    changed = text[:start] + str(other) + text[end:]
    assume(_comes_to(changed) != result)
    wrong = _written(changed, result, unit)
    assert holds(wrong) == [False], wrong


def _comes_to(text: str) -> Fraction | None:
    """Return what a drawn expression comes to, by Python's own precedence."""
    tree = ast.parse(text.replace("{}", "").replace("−", "-").replace("×", "*").replace("÷", "/"), mode="eval").body

    def value(node: ast.expr) -> Fraction:
        if isinstance(node, ast.Constant):
            return Fraction(node.value)
        assert isinstance(node, ast.BinOp)
        return OPERATIONS[type(node.op)](value(node.left), value(node.right))

    try:
        return value(tree)
    except ZeroDivisionError:
        return None


OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


@given(expressions(), st.fractions(-3, 3, max_denominator=1), st.sampled_from(UNITS), st.sampled_from(UNITS))
def test_one_unit_for_another_everywhere_keeps_the_verdict(
    made: tuple[str, Fraction, list[int]], off: Fraction, unit: str, other: str
) -> None:
    text, result, figures = made
    assume(len(figures) > 1 and 1 < result < 10**9)
    one, two = (holds(_written(text, result + off, u)) for u in (unit, other))
    assert one == two
    assert one == [not off]


def _in(milligrams: int, unit: str) -> str:
    """Write an amount out exactly in another unit."""
    places = len(str(SCALES[unit])) - 1
    digits = str(milligrams).rjust(places + 1, "0")
    written = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"{written} {unit}"


@given(st.text(alphabet="0123456789 .,+-−×*/=≈()%$ mgkofis", max_size=60))
def test_no_text_raises_and_every_operand_lies_in_its_equation(text: str) -> None:
    checked = ALL.check(text, ["5 mg"], None)
    for quantity in checked.quantities:
        if isinstance(quantity.equation, int):
            equation = checked.equations[quantity.equation]
            assert equation.start <= quantity.start < quantity.end <= equation.end


RESULTS = [
    # answer, passage, policy, status of the result, its reason or note
    ("500 mg + 250 mg = 750 mg", "500 mg and 250 mg", {}, "ambiguous", "derived"),
    ("500 mg + 250 mg = 750 mg", "500 mg and 250 mg", {"derived": "accept"}, "source", "derived"),
    ("500 mg + 250 mg = 750 mg", "500 mg, 250 mg, 750 mg", {}, "source", ""),
    ("500 mg + 250 mg = 750 mg", "500 mg alone", {}, "unmatched", "contradicted"),
    ("500 mg + 250 mg = 750 mg", "500 mg alone", {"derived": "accept"}, "unmatched", "contradicted"),
    ("500 mg + 250 mg = 800 mg", "500 mg and 250 mg", {"derived": "accept"}, "unmatched", "contradicted"),
    # the 3 is listed nowhere: no policy rests a figure on it
    ("3 × 200 mg = 600 mg", "200 mg", {"derived": "accept"}, "ambiguous", "derived"),
]


@pytest.mark.parametrize(("answer", "passage", "policy", "status", "why"), RESULTS)
def test_the_result_of_an_equation(answer: str, passage: str, policy: dict[str, str], status: str, why: str) -> None:
    checked = Checker(Policy(**policy)).check(answer, [passage], None)  # type: ignore[arg-type]
    result = checked.quantities[-1]
    assert result.status == status
    assert why == (result.reason or (result.notes[0] if result.notes else ""))


def test_two_writings_that_stand_side_by_side_in_a_passage_are_rough_at_most() -> None:
    text = "100 km (80 miles)"
    assert [e.holds for e in ALL.check(text, ["It is 100 km (80 miles) away."], None).equations] == [None]
    assert [e.holds for e in ALL.check(text, ["It is 100 km away."], None).equations] == [False]


@pytest.mark.parametrize(
    ("answer", "loaded"),
    [("500 mg of it", False), ("500 mg + 250 mg = 750 mg", False), ("1.05² = 1.1025", False), ("√2 ≈ 1.41", True)],
)
def test_only_a_root_imports_sympy(answer: str, loaded: bool) -> None:
    code = (
        "import sys, quantcheck\n"
        f"quantcheck.check(answer={answer!r}, passages=['500 mg and 250 mg'])\n"
        "sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == loaded


@pytest.mark.parametrize(
    ("text", "equation", "operands"),
    [
        (r"$\frac{10}{5} = 2$", r"\frac{10}{5} = 2", ["10", "5", "2"]),
        (r"$\frac{1,250}{5} = 250$", r"\frac{1,250}{5} = 250", ["1,250", "5", "250"]),
        (
            r"$\frac{500\,\mathrm{mg}}{2} = 250\,\mathrm{mg}$",
            r"\frac{500\,\mathrm{mg}}{2} = 250\,\mathrm{mg}",
            [r"500\,\mathrm{mg}", "2", r"250\,\mathrm{mg}"],
        ),
        (
            r"$\frac{500}{2}\,\mathrm{mg} = 250\,\mathrm{mg}$",
            r"\frac{500}{2}\,\mathrm{mg} = 250\,\mathrm{mg}",
            [r"\frac{500}{2}\,\mathrm{mg}", r"250\,\mathrm{mg}"],
        ),
    ],
)
def test_quotes_of_fractions_hold_their_braces(text: str, equation: str, operands: list[str]) -> None:
    found = Checker(Policy(numbers="all")).check(text, ["Nothing."], None)
    assert [e.text for e in found.equations] == [equation]
    assert [q.text for q in found.quantities] == operands
