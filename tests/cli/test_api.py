"""The public functions: what the README shows, and what is no case."""

from __future__ import annotations

import msgspec
import pytest

import quantcheck
from quantcheck import report
from quantcheck.parsed import Parsed


def test_check_traces_a_quantity_and_a_citation() -> None:
    case = quantcheck.check(answer="Bake at 230 °C [1].", passages=["Heat the oven to 230 °C."], question="How hot?")
    assert (case.status, case.quantities[0].support[0].source) == ("met", "passage:1")
    assert case.citations[0].resolved == [1]
    assert case.question == report.Question("question", "How hot?")


def test_passages_may_carry_an_id() -> None:
    case = quantcheck.check(answer="5 mg", passages=[{"text": "5 mg", "id": "leaflet"}])
    assert case.quantities[0].support[0].document_id == "leaflet"


def test_a_checker_is_its_policy() -> None:
    accepting = quantcheck.Checker(quantcheck.Policy(hedges="accept"))
    strict = quantcheck.Checker()
    texts = ("Take about 5 mg.", ["Take 5 mg."])
    assert [c.check(*texts).status for c in (accepting, strict, accepting)] == ["met", "needs_review", "met"]


@pytest.mark.parametrize(
    ("answer", "passages", "status"),
    [
        (None, ["5 mg"], "invalid"),
        ("5 mg", None, "missing_evidence"),
        ("5 mg", ["5 mg", " "], "missing_evidence"),
        ("5 mg", [{"title": "5 mg"}], "missing_evidence"),
        (" ", ["5 mg"], "not_applicable"),
        ("see [1]", [], "violated"),
        ("5 mg \ud800", ["5 mg"], "invalid"),
    ],
)
def test_what_is_no_case_has_a_status(answer: object, passages: object, status: str) -> None:
    assert quantcheck.check(answer=answer, passages=passages).status == status  # type: ignore[arg-type]


def test_parse_gives_what_the_report_gives() -> None:
    text = "Take 5-10 mg [1] at 8:30, 12 of them."
    found = quantcheck.parse(text)
    case = quantcheck.check(answer=text, passages=["none"])
    fields = ("text", "start", "end", "line", "column", "kind", "readings", "notes")
    for mine, theirs in zip(found.quantities, case.quantities, strict=True):
        assert [getattr(mine, f) for f in fields] == [getattr(theirs, f) for f in fields]
    assert [(c.text, c.start, c.style) for c in found.citations] == [(c.text, c.start, c.style) for c in case.citations]
    assert [(i.text, i.start, i.why) for i in found.ignored] == [(i.text, i.start, i.why) for i in case.ignored]


def test_bare_numbers_are_quantities_on_request() -> None:
    def texts(found: Parsed) -> list[str]:
        return [q.text for q in found.quantities]

    assert texts(quantcheck.parse("There are 12 of them.")) == []
    assert texts(quantcheck.parse("There are 12 of them.", policy=quantcheck.Policy(numbers="all"))) == ["12"]


def test_a_record_is_json() -> None:
    record = msgspec.json.decode(msgspec.json.encode(quantcheck.parse("5 oz [1-3]").record("x")))
    assert record["id"] == "x" and record["citations"][0]["spans"] == [[1, 3]]
    assert record["citations"][0]["numbers"] == [1, 3]


@pytest.mark.parametrize("mark", ["[1]", "[1, 3]", "[2-4]", "[1,1]", "[3-1]", "[1-999999999]", "[1][2]"])
def test_citations_have_the_numbers_of_a_report_without_passages(mark: str) -> None:
    found, case = quantcheck.parse(f"5 mg {mark}."), quantcheck.check(answer=f"5 mg {mark}.", passages=[])
    assert found.citations
    assert [c.numbers for c in found.citations] == [c.numbers for c in case.citations]


def test_the_lines_of_a_text_are_counted() -> None:
    (quantity,) = quantcheck.parse("first\nthen 5 mg").quantities
    assert (quantity.line, quantity.column) == (2, 6)


def test_a_reading_is_given_once_however_many_choices_come_to_it() -> None:
    (cups,) = quantcheck.Checker().parse("5 cups").quantities
    assert [r.unit for r in cups.readings] == ["[cup_us]", "[cup_br]", "[cup_metric]", "[cup_m]", "[cup_jp]"]
    assert len(cups.value.readings) > len(cups.readings)
