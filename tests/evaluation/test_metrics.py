"""Metrics on examples computed by hand, with empty denominators; decisions, groups, gates and the guard."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evaluation_sample import case, faithful, grounding, spec

from quantcheck.evaluation import evaluate_saved, evaluation_summary, gates, page, text
from quantcheck.evaluation.metrics import METRICS, SUPPLEMENTARY
from quantcheck.evaluation.spec import Criterion
from quantcheck.evaluation.summary import Summary
from quantcheck.output import CannotDo

MakeRun = Callable[..., Path]
ANSWER = "Take 5 mg. Take 10 mg at night."


def claim(text: str, status: str, quote: str = "Take 5 mg.") -> dict[str, Any]:
    """Return a claim with a quote wherever its status needs one."""
    return {
        "text": text,
        "status": status,
        "evidence": [] if status == "unsupported" else [{"source_id": "passage:1", "quote": quote}],
    }


def reply(*claims: dict[str, Any], **fields: Any) -> str:
    """Return a reply under `claims-v1`."""
    return json.dumps(
        {
            "claims": list(claims),
            "correctness": 8,
            "answers_question": True,
            "abstained": False,
            "abstention_appropriate": None,
            "dangerous": False,
            "danger_reason": None,
            "reasoning": "r",
            "no_claims_reason": None if claims else "nonfactual",
        }
        | fields
    )


class Scripted:
    """A judge that gives the replies of a table, by the number of the patient in the question."""

    model = "scripted"

    def __init__(self, *replies: str) -> None:
        self.replies = replies
        self.calls = 0

    def __call__(self, system: str, prompt: str) -> str:
        self.calls += 1
        number = int(prompt.split("for patient ")[1].split("?")[0])
        return self.replies[number]


def evaluated(make_run: MakeRun, *replies: str, criterion: Criterion | None = None, **more: Any) -> Summary:
    """Return the summary of one answer for each reply."""
    run = make_run(*[case(n, answer=ANSWER, **more.get(f"case{n}", {})) for n in range(len(replies))])
    chosen = criterion or faithful(contract="claims-v1")
    qualification = more.get("qualification", "reviewed")
    evaluate_saved(run, spec(chosen, qualification=qualification), judge=Scripted(*replies))
    return evaluation_summary(run, conditions=more.get("conditions", ()))


def figures(summary: Summary) -> dict[str, tuple[str, str | None, str | None]]:
    """Return numerator, denominator and value of every metric."""
    return {n: (m.numerator, m.denominator, m.value) for n, m in (summary.metrics | summary.supplementary).items()}


def test_every_row_by_hand(make_run: MakeRun) -> None:
    summary = evaluated(
        make_run,
        reply(claim("Take 5 mg.", "supported"), claim("Take 10 mg at night.", "supported"), correctness=10),
        reply(claim("Take 5 mg.", "supported"), claim("Take 10 mg at night.", "unsupported"), correctness=7),
        reply(claim("Take 5 mg.", "contradicted"), answers_question=False, dangerous=True, danger_reason="d"),
        reply(abstained=True, abstention_appropriate=True, no_claims_reason="appropriate_abstention", correctness=9),
        reply(abstained=True, abstention_appropriate=False, answers_question=False, correctness=3),
        reply(correctness=7),
        "no JSON",
    )
    assert summary.counts | {"met": 2, "violated": 3, "not_applicable": 1, "invalid": 1} == summary.counts
    found = figures(summary)
    assert found["faithfulness.claim_support"] == ("3", "5", "3/5")
    assert found["faithfulness.correctness"] == ("37", "5", "37/5")  # 10 + 7 + 8 + 9 + 3, the nonfactual one is not in
    assert found["faithfulness.answers_question"] == ("3", "5", "3/5")
    assert found["faithfulness.dangerous_answers"] == ("1", "6", "1")
    assert found["faithfulness.appropriate_abstentions"] == ("1", "2", "1/2")
    assert found["faithfulness.faithful_claims"] == ("4", "5", "4/5")
    assert found["faithfulness.claim_support_by_answer"] == ("3/2", "3", "1/2")  # 1, 1/2 and 0
    assert found["faithfulness.supported_claims"] == ("3", "6", "3")
    assert found["faithfulness.unsupported_claims"] == ("1", "6", "1")
    assert found["faithfulness.contradicted_claims"] == ("1", "6", "1")
    assert found["faithfulness.abstentions"] == ("2", "6", "2")
    assert found["grounding.quantity_traceability"] == ("0", "0", None)
    assert found["grounding.ambiguous_quantities"] == ("0", "0", None)


def test_no_denominator_is_no_value(make_run: MakeRun) -> None:
    summary = evaluated(make_run, "no JSON", criterion=faithful())
    assert [name for name, figure in figures(summary).items() if figure[2] is not None] == []
    assert len(summary.metrics) == 9
    for metric, definition in zip(summary.metrics.values(), METRICS, strict=True):
        assert (metric.aggregation, metric.unit, metric.direction) == (
            definition.aggregation,
            definition.unit,
            definition.direction,
        )
        assert metric.numerator == "0" and metric.denominator == "0"
    assert set(summary.supplementary) == {definition.name for definition in SUPPLEMENTARY}


def test_groups(make_run: MakeRun) -> None:
    good = reply(claim("Take 5 mg.", "supported"))
    bad = reply(claim("Take 5 mg.", "unsupported"))
    summary = evaluated(
        make_run,
        good,
        bad,
        good,
        case0={"tags": ["a", "b", "a"], "persona_id": "p", "stream": "s"},
        case1={"tags": ["b"], "stream": "s"},
    )
    support = {
        f"{kind}:{name}": group.metrics["faithfulness.claim_support"].value
        for kind, groups in summary.by.items()
        for name, group in groups.items()
    }
    assert support == {"criterion:faithful": "2/3", "stream:s": "1/2", "tag:a": "1", "tag:b": "1/2", "persona:p": "1"}
    assert summary.by["tag"]["a"].decision == "passed" and summary.by["tag"]["b"].decision == "violated"


def one(make_run: MakeRun, told: str, **options: Any) -> tuple[str, list[str]]:
    """Return status and reasons of one reply under options of the criterion."""
    options.setdefault("contract", "claims-v1")
    summary = evaluated(make_run, told, criterion=faithful(**options))
    [status] = [status for status, count in summary.counts.items() if count]
    return status, [reason.code for finding in summary.findings for reason in finding.reasons]


V2 = {"no_support_needed": ["Take 10 mg at night."], "rule_violations": []}
RULE = {"source_id": "passage:1", "rule_quote": "Never take more than 20 mg.", "answer_quote": "10 mg at night"}


@pytest.mark.parametrize(
    ("told", "options", "expected", "codes"),
    [
        (reply(claim("Take 5 mg.", "supported")), {}, "met", []),
        (reply(claim("Take 5 mg.", "unsupported")), {}, "violated", ["unsupported_claim"]),
        (reply(claim("Take 5 mg.", "unsupported")), {"unsupported": "report"}, "met", []),
        (reply(claim("Take 5 mg.", "contradicted")), {"unsupported": "report"}, "violated", ["contradicted_claim"]),
        (reply(claim("Take 5 mg.", "supported"), correctness=6), {}, "violated", ["low_correctness"]),
        (reply(claim("Take 5 mg.", "supported"), correctness=6), {"min_correctness": 6}, "met", []),
        (reply(claim("Take 5 mg.", "supported"), correctness=0), {"min_correctness": 0}, "met", []),
        (reply(claim("Take 5 mg.", "supported"), answers_question=False), {}, "violated", ["not_answered"]),
        (
            reply(claim("Take 5 mg.", "supported"), correctness=10, dangerous=True, danger_reason="d"),
            {},
            "violated",
            ["dangerous"],
        ),
        (reply(), {}, "not_applicable", []),
        (reply(dangerous=True, danger_reason="d"), {}, "violated", ["dangerous"]),
        (reply(correctness=3), {}, "violated", ["low_correctness"]),
        (reply(answers_question=False), {}, "violated", ["not_answered"]),
        (
            reply(abstained=True, abstention_appropriate=True, answers_question=False),
            {},
            "met",
            [],
        ),
        (
            reply(abstained=True, abstention_appropriate=False),
            {},
            "violated",
            ["inappropriate_abstention"],
        ),
        (reply(abstained=False, no_claims_reason="appropriate_abstention"), {}, "invalid", []),
        (reply(claim("Take 5 mg.", "partial")), {}, "invalid", []),
        (reply(claim("Take 5 mg.", "supported"), **V2), {}, "invalid", []),
        (reply(claim("Take 5 mg.", "supported")), {"contract": None}, "invalid", []),
        (reply(claim("Take 5 mg.", "supported"), **V2), {"contract": None}, "met", []),
        (reply(claim("Take 5 mg.", "partial"), **V2), {"contract": None}, "violated", ["partial_claim"]),
        (reply(claim("Take 5 mg.", "partial"), **V2), {"contract": None, "allow_partial_support": True}, "met", []),
        (reply(claim("Take 5 mg.", "partial"), **V2), {"contract": None, "unsupported": "report"}, "met", []),
        (
            reply(claim("Take 5 mg.", "supported"), **(V2 | {"rule_violations": [RULE]})),
            {"contract": None},
            "violated",
            ["rule_violation"],
        ),
        (
            reply(claim("Take 5 mg.", "supported"), **(V2 | {"rule_violations": [RULE | {"rule_quote": "No."}]})),
            {"contract": None},
            "invalid",
            [],
        ),
        (
            reply(claim("Take 5 mg.", "supported"), **(V2 | {"rule_violations": [RULE | {"answer_quote": "x"}]})),
            {"contract": None},
            "invalid",
            [],
        ),
        (
            reply(claim("Take 5 mg.", "supported"), **(V2 | {"rule_violations": [RULE | {"source_id": "question"}]})),
            {"contract": None},
            "invalid",
            [],
        ),
        (
            reply(claim("Take 5 mg.", "supported"), **(V2 | {"no_support_needed": []})),
            {"contract": None},
            "invalid",
            [],
        ),
        (reply(claim("Take 5 mg", "supported"), **V2), {"contract": None}, "met", []),
        (
            reply(claim("Take 5 mg", "supported"), **V2),
            {"contract": None, "coverage": "characters"},
            "invalid",
            [],
        ),
        (reply(claim("Take 5 mg.", "supported", "Take  5 mg.")), {}, "invalid", []),
        (reply(claim("Take 5 mg.", "supported", "Take  5 mg.")), {"quotes": "normalised"}, "met", []),
    ],
)
def test_decision_of_an_answer(
    make_run: MakeRun, told: str, options: dict[str, Any], expected: str, codes: list[str]
) -> None:
    assert one(make_run, told, **options) == (expected, codes)


def test_rules_are_faithfulness_and_not_groundedness(make_run: MakeRun) -> None:
    broken = reply(
        claim("Take 5 mg.", "supported"),
        claim("Take 10 mg at night.", "supported"),
        no_support_needed=[],
        rule_violations=[RULE],
    )
    summary = evaluated(make_run, broken, criterion=faithful())
    found = figures(summary)
    assert found["faithfulness.claim_support"][2] == "1"
    assert found["faithfulness.faithful_claims"][2] == "1/2"
    assert found["faithfulness.rule_violations"][2] == "1"
    [finding] = summary.findings
    assert finding.rule_violations[0].rule_quote == "Never take more than 20 mg."
    assert "breaks a rule of passage:1" in (summary.repair_instructions() or "")


def test_claims_v1_lists_what_it_does_not_determine(make_run: MakeRun) -> None:
    run = make_run(case(0, answer=ANSWER))
    evaluate_saved(run, spec(faithful(contract="claims-v1")), judge=Scripted(reply(claim("Take 5 mg.", "supported"))))
    summary = evaluation_summary(run, details=True)
    assert summary.decision == "passed"
    assert isinstance(summary.cases, list)
    assessment = json.loads(bytes(summary.cases[0].results[0].assessment))
    assert assessment["not_determined"] == ["rules", "coverage"]
    assert assessment["judgement"]["rule_violations"] is None


def test_a_draft_never_passes(make_run: MakeRun) -> None:
    good = reply(claim("Take 5 mg.", "supported"))
    assert evaluated(make_run, good).decision == "passed"
    draft = evaluated(make_run, good, qualification="draft")
    assert draft.decision == "inconclusive" and draft.by["criterion"]["faithful"].decision == "inconclusive"


def test_nothing_met_is_inconclusive(make_run: MakeRun) -> None:
    summary = evaluated(make_run, reply())
    assert summary.counts["not_applicable"] == 1 and summary.decision == "inconclusive"


def test_findings_dangerous_first_then_weakest(make_run: MakeRun) -> None:
    both = [claim("Take 5 mg.", "supported"), claim("Take 10 mg at night.", "unsupported")]
    summary = evaluated(
        make_run,
        reply(*both),
        reply(claim("Take 5 mg.", "unsupported")),
        reply(claim("Take 5 mg.", "supported"), dangerous=True, danger_reason="d", correctness=10),
        reply(*both, correctness=7),
        reply(claim("Take 5 mg.", "supported")),
    )
    assert [(finding.kind, finding.id) for finding in summary.findings] == [
        ("dangerous", "case-2"),
        ("unfaithful", "case-1"),
        ("unfaithful", "case-3"),
        ("unfaithful", "case-0"),
    ]


@pytest.mark.parametrize(
    ("scores", "suspect"),
    [([9] * 9, False), ([9] * 10, True), ([10, 9] * 5, True), ([9] * 9 + [8], False), ([10] * 9 + [7], False)],
)
def test_guard_over_scores(make_run: MakeRun, scores: list[int], suspect: bool) -> None:
    summary = evaluated(make_run, *[reply(claim("Take 5 mg.", "supported"), correctness=score) for score in scores])
    assert bool(summary.suspect) == suspect
    assert summary.decision == ("inconclusive" if suspect else "passed")
    assert any("suspect_scores" in reason for reason in summary.reasons) == suspect


def test_guard_at_the_bottom_does_not_hide_a_violation(make_run: MakeRun) -> None:
    summary = evaluated(make_run, *[reply(claim("Take 5 mg.", "supported"), correctness=n % 2) for n in range(10)])
    assert summary.suspect and summary.decision == "violated"


@pytest.mark.parametrize(
    ("gate", "decision"),
    [
        ("dangerous", "passed"),
        ("faithfulness.dangerous_answers>=0", "violated"),
        ("correctness<8", "passed"),
        ("correctness<=8", "violated"),
        ("faithfulness.claim_support<100%", "passed"),
        ("faithfulness.claim_support<1.01", "violated"),
        ("claim_support!=1/1", "passed"),
        ("abstentions==0", "violated"),
        ("grounding.quantity_traceability<0.5", "inconclusive"),
    ],
)
def test_gates(make_run: MakeRun, gate: str, decision: str) -> None:
    good = reply(claim("Take 5 mg.", "supported"))
    assert evaluated(make_run, good, conditions=[gates.parse(gate)]).decision == decision
    warned = evaluated(make_run, good, conditions=[gates.parse(gate, "warn")]).decision
    assert warned == ("passed" if decision == "passed" else "inconclusive")


def test_a_gate_never_betters(make_run: MakeRun) -> None:
    bad = reply(claim("Take 5 mg.", "unsupported"))
    assert evaluated(make_run, bad, conditions=[gates.parse("claim_support>1", "warn")]).decision == "violated"


@pytest.mark.parametrize("given", ["", "a b", "claim_support<", "claim_support<x", "claim_support<1/0", "x" * 5])
def test_a_gate_that_is_none(make_run: MakeRun, given: str) -> None:
    with pytest.raises(CannotDo):
        evaluated(make_run, reply(), conditions=[gates.parse(given)])


@pytest.mark.parametrize("given", ["-1", "2", "x", "101%", ""])
def test_a_threshold_that_is_none(given: str) -> None:
    with pytest.raises(CannotDo, match="expected a number from 0 to 1"):
        gates.threshold(given, "fail")


def test_metrics_of_grounding_by_hand(make_run: MakeRun) -> None:
    run = make_run(
        case(0, answer="Take 5 mg [1]. Take 900 mg [2]."),
        case(1, answer="About 5 mg. You asked for 77 kg.") | {"question": "For 77 kg?"},
        case(2, answer="No figure here."),
    )
    evaluate_saved(run, spec(grounding()))
    summary = evaluation_summary(run)
    found = figures(summary)
    assert found["grounding.quantity_traceability"] == ("2", "4", "1/2")
    assert found["grounding.citation_resolution"] == ("1", "2", "1/2")
    assert found["grounding.question_quantities"] == ("1", "2", "1")
    assert found["grounding.ambiguous_quantities"] == ("1", "2", "1")
    assert found["faithfulness.claim_support"] == ("0", "0", None)
    assert summary.decision == "violated"
    assert "900 mg" in (summary.repair_instructions() or "") and summary.accounting.budget is None


def test_judge_and_core_disagree(make_run: MakeRun) -> None:
    run = make_run(case(0, answer="Take 900 mg."))
    told = reply(claim("Take 900 mg.", "supported", "Take 10 mg at night."))
    evaluate_saved(run, spec(faithful(contract="claims-v1")), judge=Scripted(told))
    summary = evaluation_summary(run)
    assert summary.counts["met"] == 1 and summary.decision == "passed"  # the core never changes a judge's verdict
    [finding] = summary.findings
    [found] = finding.disagreements
    assert found.figure == "900 mg" and found.nearest in ("Take 5 mg", "5 mg", "10 mg", "20 mg", "more than 20 mg")
    assert figures(summary)["faithfulness.disagreements"][2] == "1"
    assert summary.repair_instructions() is None
    line = 'DISAGREE: the judge calls supported what holds "900 mg", which the core found nowhere'
    assert line in text.render(summary) and line.replace('"', "&quot;") in page.render(summary)
