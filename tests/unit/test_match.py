"""Matching, from quantities that are stated and not read: a case for every rule, relation and difference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import verdicts

CASES = verdicts.load(Path(__file__).parent / "match.toml")


@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    checked = verdicts.check(case["answer"], case["passages"], case.get("question"), case.get("policy"))
    assert not verdicts.differences(checked, case["verdicts"])
    if "status" in case:
        assert checked.status == case["status"]
    if "reasons" in case:
        assert {r.code: r.count for r in checked.reasons} == case["reasons"]


def test_ids_are_unique() -> None:
    ids = [c["id"] for c in CASES]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Take {5 mg} {1/d}.", "Take {5 mg/d}."),
        ("Take {5 mg} {1/d}.", "Take {10 mg/d}."),
        ("Take {5 mg} {2/d}.", "Take {10 mg/d}."),
    ],
)
def test_an_amount_and_a_frequency_matched_as_one_name_each_other(answer: str, passage: str) -> None:
    assert [q.together for q in verdicts.check(answer, [passage]).quantities] == [1, 0]
