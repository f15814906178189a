"""The page as bytes: what it holds, what it leaves out, and that nothing of the input is markup in it."""

from __future__ import annotations

import base64
import hashlib
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_page import ARABIC, ASKED, BLANK, CONVERSION, HOSTILE, MET, OPEN, SAMPLE, data, page, showing

from quantcheck import report
from quantcheck.render import html, numberline


class Elements(HTMLParser):
    """Counts the elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.names.append(tag)


def test_the_same_run_is_the_same_page() -> None:
    assert page(*SAMPLE) == page(*SAMPLE)


def test_the_input_adds_no_element() -> None:
    assert Elements(page(HOSTILE).decode()).names == Elements(page(MET).decode()).names


@settings(max_examples=30)
@given(st.text(alphabet=st.sampled_from(list("<>/&\"'!-{}sScript \u2028\U00010348")), max_size=60))
def test_no_text_ends_the_data(text: str) -> None:
    made = page({**MET, "answer": text + " 5 mg", "id": text or "x", "question": text})
    found = data(made)
    assert text + " 5 mg" in found["texts"]
    assert Elements(made.decode()).names == Elements(page(MET).decode()).names


def test_the_policy_of_the_page_names_its_own_style_and_script_alone() -> None:
    text = page(*SAMPLE).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1].replace("&#x27;", "'")  # type: ignore[index]
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]  # type: ignore[index]
    script = text.rpartition("<script>")[2].partition("</script>")[0]
    for name, body in (("style-src", style), ("script-src", script)):
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy


def test_nothing_is_fetched() -> None:
    text = page(*SAMPLE).decode()
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|@import|url\(|src=", text)


def test_the_script_makes_no_markup() -> None:
    script = page(MET).decode().rpartition("<script>")[2]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(|\.srcdoc", script)


def test_worst_answers_come_first() -> None:
    found = data(page(MET, BLANK, ASKED, OPEN, CONVERSION, {"id": "none", "answer": "5 mg"}))
    statuses = [case["st"] for case in found["cases"]]
    assert statuses == ["violated", "missing_evidence", "needs_review", "met", "met", "not_applicable"]
    assert [case["id"] for case in found["cases"]][3:5] == ["oven", "asked"]


def test_every_status_has_its_place_in_the_order() -> None:
    from typing import get_args

    assert set(html.ORDER) == set(get_args(report.CaseStatus))


def test_marks_lie_where_a_browser_finds_them() -> None:
    for record in SAMPLE:
        made = showing(record)
        found = data(html.document(made))
        [case] = found["cases"]
        units = found["texts"][case["a"]].encode("utf-16-le")
        checked = made.made.cases[0]
        expected = {entry.text for entry in (*checked.quantities, *checked.citations, *checked.equations)}
        seen = {units[2 * m["s"] : 2 * m["e"]].decode("utf-16-le") for m in case["m"]}
        assert seen == expected


def test_support_is_written_out() -> None:
    found = data(page(CONVERSION))
    [case] = found["cases"]
    text = found["texts"][case["a"]]
    marks = {text[m["s"] : m["e"]]: m for m in case["m"]}
    walk = marks["5 miles"]["sup"][0]
    assert walk["steps"][:2] == ["5 miles = 8.04672 km", "1 [mi_i] = 1.609344 km"]
    assert found["texts"][walk["x"]][walk["s"] : walk["e"]] == "8.04672 km"
    assert marks["41 °F"]["sup"][0]["steps"][0] == "41 °F = 5 °C"
    near = marks["2 to 4 h"]["near"]
    assert [(bar["who"], bar["say"]) for bar in near["line"]] == [("answer", "2 to 4 h"), ("source", "2 to 6 h")]
    assert marks["at least 3 L"]["near"]["line"][0]["upper"] is None
    assert marks["[7]"]["st"] == "unresolved"


def test_findings_that_are_hidden_are_not_in_the_page() -> None:
    made = showing(CONVERSION)
    index = next(n for n, q in enumerate(made.made.cases[0].quantities) if q.text == "50 mg")
    found = data(html.document(made._replace(hidden=frozenset({("0.answer.json", 0, "quantity", index)}))))
    [case] = found["cases"]
    assert "50 mg" not in {found["texts"][case["a"]][m["s"] : m["e"]] for m in case["m"]}
    assert found["left_out"].startswith("1 finding left out")


def test_quiet_leaves_out_what_needs_no_action() -> None:
    found = data(html.document(showing(MET, CONVERSION)._replace(quiet=True)))
    assert [case["id"] for case in found["cases"]] == ["walk"]
    assert found["left_out"] == "1 answer that nobody has to act on left out by --quiet"


def test_the_policy_is_shown() -> None:
    found = data(page(MET))
    assert ["hedges", "review"] in found["policy"]
    assert ["grounding.quantity_traceability", "1 of 1"] in found["metrics"]


def test_a_judge_stands_beside_the_answer() -> None:
    judged = {("0.answer.json", 0): [html.Judged("faithful", "violated", ("unsupported <b>claim</b>",))]}
    found = data(html.page(showing(MET), judged))
    assert found["cases"][0]["j"] == [["faithful", "violated", ["unsupported <b>claim</b>"]]]


def test_citations_name_passages_by_the_base_of_the_policy() -> None:
    from quantcheck.policy import Policy

    found = data(page({**MET, "answer": "Bake at 230 °C [0]."}, policy=Policy(citation_base=0)))
    [mark] = [m for m in found["cases"][0]["m"] if m["k"] == "citation"]
    assert [place["n"] for place in mark["of"]] == ["passage 1"]


def test_a_text_is_kept_once() -> None:
    found = data(page(MET, MET, MET))
    assert len(found["texts"]) == 2


ends = st.one_of(st.none(), st.fractions(min_value=-(10**9), max_value=10**9))


def _reading(lower: Fraction | None, upper: Fraction | None, unit: str = "mg") -> report.Reading:
    low, high = report.rational(lower), report.rational(upper)
    base = report.Base("mass", low, high)
    return report.Reading("range", unit, low, high, True, True, "exact", base)


@given(st.tuples(ends, ends), st.tuples(ends, ends))
def test_a_line_keeps_the_order_of_its_ends(
    a: tuple[Fraction | None, Fraction | None], b: tuple[Fraction | None, Fraction | None]
) -> None:
    drawn = numberline.line(_reading(*a), _reading(*b))
    if a == (None, None) or b == (None, None):
        assert drawn is None
        return
    assert drawn is not None
    values = [*a, *b]
    places = [end for bar in drawn for end in (bar["lower"], bar["upper"])]
    known = [(value, place) for value, place in zip(values, places, strict=True) if value is not None]
    assert all((value is None) == (place is None) for value, place in zip(values, places, strict=True))
    assert all(0 <= place <= numberline.LENGTH for _, place in known)
    by_value = [place for _, place in sorted(known, key=lambda pair: pair[0])]
    assert by_value == sorted(by_value)


def test_no_line_across_dimensions() -> None:
    here = _reading(Fraction(1), Fraction(1))
    there = report.Reading("point", "s", "1", "1", True, True, "exact", report.Base("time", "1", "1"))
    assert numberline.line(here, there) is None
    assert numberline.step(here, there) is None


@pytest.mark.parametrize("record", [ARABIC, HOSTILE])
def test_texts_are_as_given(record: dict[str, object]) -> None:
    assert record["answer"] in data(page(record))["texts"]
