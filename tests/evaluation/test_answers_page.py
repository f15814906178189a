"""The HTML report of an evaluation: the core's verdicts from the ledger, the judge's findings beside them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evaluation_sample import case, grounding, spec
from sample_judges import make_judge

from quantcheck.evaluation import answers_page, evaluate_saved, evaluation_summary
from quantcheck.evaluation.spec import Criterion

MakeRun = Callable[..., Path]
FAITHFUL = Criterion(id="faithful", revision="1", evaluator="faithfulness")


def page(run: Path, number: int) -> dict[str, Any]:
    """Return the data of the page of an evaluation."""
    text = answers_page.render(evaluation_summary(run, number, details=True)).decode()
    _, _, rest = text.partition('<script id="data" type="application/json">')
    found: dict[str, Any] = json.loads(rest.partition("</script>")[0])
    return found


def test_answers_stand_with_what_the_judge_says(make_run: MakeRun) -> None:
    run = make_run(case(0), case(1, answer="Take 900 mg."))
    number = evaluate_saved(run, spec(grounding(), FAITHFUL), judge=make_judge())
    found = page(run, number)
    assert [c["id"] for c in found["cases"]] == ["case-1", "case-0"]
    assert [c["st"] for c in found["cases"]] == ["violated", "met"]
    assert [m["st"] for c in found["cases"] for m in c["m"]] == ["unmatched", "source"]
    assert [c["j"][0][0] for c in found["cases"]] == ["faithful", "faithful"]
    assert found["cases"][1]["j"] == [["faithful", "met", ["nothing to act on"]]]


def test_without_the_core_an_answer_has_no_marks_and_says_why(make_run: MakeRun) -> None:
    run = make_run(case(0), {"id": "bare", "answer": "Take 5 mg."})
    number = evaluate_saved(run, spec(FAITHFUL), judge=make_judge())
    by_id = {c["id"]: c for c in page(run, number)["cases"]}
    assert by_id["case-0"]["m"] == [] and by_id["case-0"]["why"] == answers_page.NOT_ASKED
    assert by_id["bare"]["st"] == "missing_evidence"


def test_nothing_is_checked_again(make_run: MakeRun, monkeypatch: pytest.MonkeyPatch) -> None:
    run = make_run(case(0))
    number = evaluate_saved(run, spec(grounding()))
    monkeypatch.setattr("quantcheck.api.Checker.check_case", lambda *_: pytest.fail("it was checked again"))
    assert [m["st"] for m in page(run, number)["cases"][0]["m"]] == ["source"]


def test_the_command(make_run: MakeRun, capsys: pytest.CaptureFixture[str]) -> None:
    from quantcheck.cli import run as command

    run = make_run(case(0, answer="Take 5 mg <script>."))
    number = evaluate_saved(run, spec(grounding()))
    assert command(["status", str(run), str(number), "--format", "answers"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("<!doctype html>") and text.count("<script") == 2
