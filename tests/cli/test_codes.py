"""The closed lists of codes agree with the types of the report, and the page that is made from them is current."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from quantcheck import codes, report
from quantcheck.cli import run
from quantcheck.policy import CITATION_STYLES

ROOT = Path(__file__).resolve().parents[2]


def test_page_is_current() -> None:
    page = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")
    assert page == codes.table(), "python -m quantcheck.codes > docs/codes.md"


def test_numbers_are_unique_and_in_order() -> None:
    numbers = [code.number for code in codes.CODES]
    assert numbers == sorted(set(numbers))
    assert all(len(number) == 5 and number.startswith("QC") and number[2:].isdigit() for number in numbers)


def test_a_name_is_unique_in_its_list() -> None:
    assert max(Counter((code.list, code.name) for code in codes.CODES).values()) == 1


def test_every_code_is_defined_in_a_sentence() -> None:
    for code in codes.CODES:
        assert code.meaning.endswith((".", ")")) and code.action.endswith("."), code
        assert "|" not in code.meaning + code.action, "would break the table of the page"


@pytest.mark.parametrize(
    ("listed", "values"),
    [
        ("quantity status", get_args(report.QuantityStatus)),
        ("decision", get_args(report.Decision)),
        ("difference", get_args(get_type_hints(report.Difference)["kind"])),
        ("citation style", CITATION_STYLES),
    ],
)
def test_lists_are_those_of_the_types(listed: codes.List, values: tuple[str, ...]) -> None:
    assert set(codes.names(listed)) == set(values)


def test_case_statuses_hold_those_of_the_report() -> None:
    assert set(get_args(report.CaseStatus)) == set(codes.names("case status")) - {"budget_blocked", "unknown_outcome"}


@pytest.mark.parametrize("code", codes.CODES, ids=lambda code: code.number)
def test_explain_finds_every_code(code: codes.Code, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", code.number.lower()]) == 0
    assert code.meaning in capsys.readouterr().out
    assert run(["explain", code.name]) == 0
    assert code.meaning in capsys.readouterr().out


def test_explain_without_a_code_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in listed if line.startswith("QC")] == [[c.number, c.name] for c in codes.CODES]


def test_explain_of_an_unknown_code_names_the_near_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "contradited"]) == 1
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.startswith('quantcheck: no code "contradited"; near: contradicted')
    assert seen.err.count("\n") == 1
