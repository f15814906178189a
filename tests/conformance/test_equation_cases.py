"""Equations, double writings and words of change: each text of `equations/` with what is decided of it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from quantcheck import Checker, Policy, report

FILES = sorted(Path(__file__).parent.glob("equations/*.toml"))
CASES = [
    pytest.param(case, id=f"{file.stem}/{n}")
    for file in FILES
    for n, case in enumerate(tomllib.loads(file.read_text(encoding="utf-8"))["case"], 1)
]


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(Policy(numbers="all"))


def told(equation: report.Equation) -> str:
    """Return what is decided of an equation, in the words of the cases."""
    words = [{True: "true", False: "false", None: "null"}[equation.holds]]
    if equation.holds and equation.by:
        words.append(equation.by)
    if equation.why:
        words.append(equation.why)
    if equation.expected:
        words += [str(equation.expected.lower), equation.expected.unit]
    return " ".join(words)


@pytest.mark.parametrize("case", CASES)
def test_equation_case(case: dict[str, Any], checker: Checker) -> None:
    checked = checker.check(case["text"], ["Nothing."], None)
    assert [told(e) for e in checked.equations] == case["equations"]
    assert (checked.status == "violated") or not any(e.holds is False for e in checked.equations)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 250
