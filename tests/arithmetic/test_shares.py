"""Shares in words and in percent: equal where one side is written with `%`, and what is not."""

from __future__ import annotations

import pytest

from quantcheck import Checker, Policy

CASES = [
    ("1 in 5 patients", "20% of patients", "source"),
    ("one in five", "20%", "source"),
    ("20%", "one in five people", "source"),
    ("1/5 of patients", "20% of patients", "source"),
    ("20%", "1/5 of patients", "source"),
    ("one in five men", "1 in 5 men", "source"),
    ("25%", "one in five people", "unmatched"),
    ("1 in 5 men", "1 in 5 women", "ambiguous"),
    ("0.2", "20%", "ambiguous"),
    ("20%", "0.2", "ambiguous"),
    ("0.2", "1 in 5", "ambiguous"),
    ("5", "1 in 5", "unmatched"),
    ("1 in 5", "5", "unmatched"),
    ("20% of the budget", "1 in 5 people smoke.", "ambiguous"),
    ("1 in 5 dogs", "20% of people", "ambiguous"),
    ("1/5 of the patients", "20% of all nurses", "ambiguous"),
    ("1 in 5 people", "20% of the people", "source"),
    ("one in five young people", "20% of young people", "source"),
    ("1 in 5 people", "20% of them", "source"),
    ("1 in 5 patients", "20%, of dogs", "source"),
    ("3 of 5 patients", "60%", "ambiguous"),
    ("60%", "3 of 5 patients", "ambiguous"),
]


@pytest.mark.parametrize(("answer", "passage", "status"), CASES)
def test_share(answer: str, passage: str, status: str) -> None:
    checked = Checker(Policy(numbers="all")).check(answer, [passage], None)
    assert [q.status for q in checked.quantities] == [status]
