"""A run: what its cases and errors come to, its metrics, its bytes."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck import load, metrics, report, run
from quantcheck.intake import cases
from quantcheck.policy import Policy

ENGINE = report.Engine("0", "g", "v", Policy())
STATUSES: tuple[report.CaseStatus, ...] = get_args(report.CaseStatus)


def quantity(status: report.QuantityStatus) -> report.Quantity:
    return report.Quantity("5 mg", 0, 4, 1, 1, "physical", status, [], [], [])


def citation(resolved: int, unresolved: int) -> report.Citation:
    numbers = list(range(1, resolved + unresolved + 1))
    return report.Citation("[1]", 0, 3, 1, 1, "bracket", numbers, numbers[:resolved], numbers[resolved:])


def checked(
    status: report.CaseStatus,
    quantities: list[report.QuantityStatus] | None = None,
    citations: list[tuple[int, int]] | None = None,
    **options: Any,
) -> report.Case:
    return report.Case(
        id="x",
        file="f",
        index=0,
        status=status,
        reasons=[],
        quantities=[quantity(q) for q in quantities or []],
        citations=[citation(*c) for c in citations or []],
        equations=[],
        ignored=[],
        **options,
    )


def check_case(case: cases.Case, language: object, policy: Policy) -> report.Case:
    """Stand in for the check: the problem's status, or what the answer says."""
    if case.answer == "raise":
        raise RuntimeError("first line\nsecond line")
    status: Any = case.problem.status if case.problem else case.answer
    return checked(status, message=case.problem.message if case.problem else msgspec.UNSET)


DECISIONS: list[tuple[str, int, report.Decision, int]] = [
    ("", 0, "error", 1),
    ("met", 0, "passed", 0),
    ("not_applicable", 0, "not_applicable", 0),
    ("not_applicable not_applicable", 0, "not_applicable", 0),
    ("not_applicable met", 0, "passed", 0),
    ("violated", 0, "violated", 2),
    ("met violated needs_review", 0, "violated", 2),
    ("needs_review met", 0, "inconclusive", 3),
    ("missing_evidence met", 0, "inconclusive", 3),
    ("missing_capture", 0, "inconclusive", 3),
    ("not_applicable missing_evidence", 0, "inconclusive", 3),
    ("violated missing_evidence", 0, "violated", 2),
    ("invalid", 0, "error", 1),
    ("invalid violated met", 0, "error", 1),
    ("met", 1, "error", 1),
    ("violated", 1, "error", 1),
    ("", 2, "error", 1),
]


@pytest.mark.parametrize(("statuses", "errors", "decision", "code"), DECISIONS)
def test_decision(statuses: str, errors: int, decision: report.Decision, code: int) -> None:
    found: list[Any] = [checked(s) for s in statuses.split()]  # type: ignore[arg-type]
    made = run.report(found, [report.Error("f", "", "m")] * errors, ENGINE)
    assert made.decision == decision
    assert run.exit_code(made) == code


@given(st.lists(st.sampled_from(STATUSES), max_size=6), st.integers(0, 1))
def test_one_more_case_never_turns_error_or_violation_into_less(statuses: list[Any], errors: int) -> None:
    order = ["not_applicable", "passed", "inconclusive", "violated", "error"]
    fault = [report.Error("f", "", "m")] * errors
    for k in range(1, len(statuses)):
        fewer = run.decide([checked(s) for s in statuses[:k]], fault)
        more = run.decide([checked(s) for s in statuses[: k + 1]], fault)
        assert order.index(more) >= order.index(fewer)


def test_no_case_at_all_is_told() -> None:
    made = run.run([], check_case, None, ENGINE)
    assert [e.message for e in made.errors] == ["no case at all: expected at least one answer"]
    assert made.decision == "error"


def test_every_readable_case_is_checked_beside_errors() -> None:
    lines = [
        {"answer": "met", "passages": []},
        {"answer": 5, "passages": []},
        {"answer": "raise", "passages": [], "id": "r"},
        {"answer": "violated", "passages": []},
        {"answer": "a"},
    ]
    data = "\n".join(map(json.dumps, lines)).encode()
    items = [*load.cases(data, "f.jsonl"), report.Error("g", "", "no such file or folder")]
    made = run.run(items, check_case, None, ENGINE)
    assert [c.status for c in made.cases] == ["met", "invalid", "violated", "missing_evidence"]
    assert [(e.file, e.place, e.message) for e in made.errors] == [
        ("f.jsonl", "line 2", "answer is a number: expected a string"),
        (
            "f.jsonl",
            "line 3, case r",
            "the check itself failed, please report it: RuntimeError: first line",
        ),
        ("g", "", "no such file or folder"),
    ]
    assert made.decision == "error"


def test_interrupt_is_no_error_of_a_case() -> None:
    def interrupt(case: cases.Case, language: object, policy: Policy) -> report.Case:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run([cases.case("a", [])], interrupt, None, ENGINE)


def figures(found: list[report.Case]) -> dict[str, tuple[str, str | None, str | None]]:
    return {
        name.removeprefix("grounding."): (m.numerator, m.denominator, m.value)
        for name, m in metrics.grounding(found).items()
    }


def test_metrics_by_hand() -> None:
    found = [
        checked("violated", ["source", "source", "unmatched", "ambiguous"], [(2, 1)]),
        checked("met", ["source", "question"], [(1, 0), (0, 0)]),
        checked("needs_review", ["ambiguous"]),
        checked("not_applicable"),
        checked("missing_evidence"),
        checked("missing_capture"),
        checked("invalid"),
    ]
    assert figures(found) == {
        "quantity_traceability": ("4", "7", "4/7"),
        "citation_resolution": ("3", "4", "3/4"),
        "question_quantities": ("1", "3", "1"),
        "ambiguous_quantities": ("2", "3", "2"),
        "attachment_flags": ("0", "3", "0"),
    }


@pytest.mark.parametrize(
    "found",
    [[], [checked("not_applicable")], [checked("missing_evidence")], [checked("invalid"), checked("missing_capture")]],
)
def test_metrics_of_nothing_have_no_value(found: list[report.Case]) -> None:
    assert set(figures(found).values()) == {("0", "0", None)}


def test_metrics_of_citations_alone() -> None:
    assert figures([checked("met", [], [(1, 0)])]) == {
        "quantity_traceability": ("0", "0", None),
        "citation_resolution": ("1", "1", "1"),
        "question_quantities": ("0", "1", "0"),
        "ambiguous_quantities": ("0", "1", "0"),
        "attachment_flags": ("0", "1", "0"),
    }


def test_metrics_say_how_to_read_them() -> None:
    assert {n: (m.aggregation, m.unit, m.direction) for n, m in metrics.grounding([]).items()} == {
        "grounding.quantity_traceability": ("ratio", "fraction", "higher"),
        "grounding.citation_resolution": ("ratio", "fraction", "higher"),
        "grounding.question_quantities": ("count", "quantities", "neutral"),
        "grounding.ambiguous_quantities": ("count", "quantities", "lower"),
        "grounding.attachment_flags": ("count", "quantities", "lower"),
    }


@given(
    st.lists(st.lists(st.sampled_from(get_args(report.QuantityStatus)), min_size=1, max_size=5), min_size=1, max_size=5)
)
def test_a_traceability_of_one_means_all(found: list[list[Any]]) -> None:
    made = metrics.grounding([checked("needs_review", q) for q in found])["grounding.quantity_traceability"]
    assert made.value is not None
    assert (Fraction(made.value) == 1) == all(s in ("source", "question") for q in found for s in q)


def test_metrics_do_not_depend_on_order() -> None:
    found = [checked(s, ["source", "ambiguous"]) for s in STATUSES]
    assert metrics.grounding(found) == metrics.grounding(found[::-1])
    assert list(metrics.grounding(found)) == list(metrics.grounding([]))


def test_all_pairs_of_statuses_decide_as_their_worse() -> None:
    weight = {"passed": 0, "not_applicable": 0, "inconclusive": 1, "violated": 2, "error": 3}
    for a, b in product(STATUSES, repeat=2):
        alone = [run.decide([checked(s)], []) for s in (a, b)]
        assert weight[run.decide([checked(a), checked(b)], [])] == max(weight[d] for d in alone)
