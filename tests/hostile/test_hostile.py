"""Hostile texts are read whole, without a crash, in time that grows with their length and not with its square."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import growth
import pytest

from quantcheck import Checker
from quantcheck.checking.memory import Memory

ROWS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "hostile.toml").read_text(encoding="utf-8"))[
    "input"
]
SCALE = 10
"""The tests run a tenth of the sizes of the table; `bench/hostile.py` runs them whole."""
GROWTH = 9.0
"""Of four times the text: linear is 4, quadratic 16."""


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(memory=Memory(0))


def made(row: dict[str, Any], n: int) -> str:
    return f"{row.get('head', '')}{row['repeat'] * n}{row.get('tail', '')}"


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_every_digit_is_accounted_for(row: dict[str, Any], checker: Checker) -> None:
    text = made(row, row["n"] // SCALE)
    case = checker.check(text, ["The dose is 5 mg."])
    covered = bytearray(len(text))
    for entries in (case.quantities, case.citations, case.equations, case.ignored):
        for entry in entries:
            covered[entry.start : entry.end] = b"\1" * (entry.end - entry.start)
    assert all(covered[i] for i, char in enumerate(text) if char.isdecimal())
    if "reason" in row:
        assert [q.reason for q in case.quantities] == [row["reason"]]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_growth_is_linear(row: dict[str, Any], checker: Checker) -> None:
    sizes = {k: row["n"] // SCALE * k for k in (1, 4)}
    texts = {k: made(row, n) for k, n in sizes.items()}
    passages = {k: row["passage"] * n if "passage" in row else texts[k] for k, n in sizes.items()}
    assert growth.growth(lambda k: checker.check(texts[k], [passages[k]]), 1, 4, below=GROWTH) < GROWTH
