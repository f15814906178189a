"""Matching end to end, on plain text: each case states the verdict on every quantity of its answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import verdicts

from quantcheck import load
from quantcheck.api import Checker
from quantcheck.intake.cases import case as case_of
from quantcheck.run import run
from quantcheck.verifier import verify
from quantcheck.verifier.ucum import units

CASES = [c for path in sorted((Path(__file__).parent / "match").glob("*.toml")) for c in verdicts.load(path)]


@pytest.fixture(scope="module")
def tables() -> Any:
    return units(load.tables())


@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_case(case: dict[str, Any], tables: Any) -> None:
    checker = Checker(verdicts.policy(case.get("policy", {})))
    asked = case_of(case["answer"], case["passages"], case.get("question"))
    made = run([asked], lambda c, *_: checker.check_case(c), None, checker.engine)
    checked = made.cases[0]
    assert not verdicts.differences(checked, case["verdicts"])
    if "status" in case:
        assert checked.status == case["status"]
    if "reasons" in case:
        assert {r.code: r.count for r in checked.reasons} == case["reasons"]
    if "resolved" in case:
        assert [c.resolved for c in checked.citations] == case["resolved"]
        assert [c.unresolved for c in checked.citations] == case["unresolved"]
    assert verify.verify(msgspec.json.encode(made), [asked], units=tables) == []


def test_ids_are_unique() -> None:
    ids = [c["id"] for c in CASES]
    assert len(ids) == len(set(ids))
