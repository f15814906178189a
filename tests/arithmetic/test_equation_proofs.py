"""Reports with equations are proven by the verifier, and constants of a form are accepted with what they stand with."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import msgspec
import pytest

from quantcheck import Checker, Policy, load, report
from quantcheck.intake.cases import Case
from quantcheck.verifier import ucum, verify

FOLDER = Path(__file__).parents[1] / "conformance/equations"
TEXTS = [
    case["text"]
    for file in sorted(FOLDER.glob("*.toml"))
    for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
]


@pytest.mark.parametrize("derived", ["review", "accept"])
def test_every_case_of_equations_is_proven(derived: str) -> None:
    """Each text against its own beginning, so that operands are traceable and results are not."""
    checker = Checker(Policy(numbers="all", derived=derived))  # type: ignore[arg-type]
    lines = [json.dumps({"answer": text, "passages": [f"{text.partition('=')[0]} of 100"]}) for text in TEXTS]
    items = [item for item in load.cases("\n".join(lines).encode(), "texts.answer.jsonl") if isinstance(item, Case)]
    assert len(items) == len(TEXTS)
    checked = [checker.check_case(item) for item in items]
    made = report.Report(engine=checker.engine, errors=[], cases=checked, metrics={}, decision="passed")
    found = verify.verify(msgspec.json.encode(made), items, ucum.units(load.tables()))
    assert [p for p in found if p.place.startswith("cases")] == []
    assert sum(q.reason == "derived" or "derived" in q.notes for case in checked for q in case.quantities) > 40


@pytest.mark.parametrize(("derived", "status"), [("review", "needs_review"), ("accept", "met")])
@pytest.mark.parametrize("answer", ["(10 mg + 20 mg) / 2 = 15 mg", "(20 mg − 10 mg) / 10 mg × 100 = 100%"])
def test_the_constants_of_a_form(answer: str, derived: str, status: str) -> None:
    checker = Checker(Policy(numbers="all", derived=derived))  # type: ignore[arg-type]
    assert checker.check(answer, ["10 mg and 20 mg"], None).status == status
    assert checker.check(answer, ["10 mg and 30 mg"], None).status == "violated"
