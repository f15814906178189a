"""Citation marks, by the cases in `tests/conformance/citations`, and what holds for every bracket."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck.load import language
from quantcheck.policy import CITATION_STYLES, DEFAULT_STYLES
from quantcheck.visible.view import CITATION, view

LANGUAGE = language()
ROOT = Path(__file__).resolve().parents[2]
CASES: list[dict[str, Any]] = [
    case
    for file in sorted((ROOT / "tests/conformance/citations").glob("*.toml"))
    for case in tomllib.loads(file.read_text("utf-8"))["case"]
]
STYLES: list[dict[str, Any]] = tomllib.loads((ROOT / "vocab/citations.toml").read_text("utf-8"))["style"]


def numbers(spans: tuple[tuple[int, int], ...]) -> str:
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    text = case["text"]
    seen = view(text, LANGUAGE.markup, case.get("styles", DEFAULT_STYLES))
    assert [f"{text[c.start : c.end]} {c.style} {numbers(c.spans)}" for c in seen.citations] == case["marks"]
    assert [text[i.start : i.end] for i in seen.ignored if i.why == "style_off"] == case.get("off", [])
    assert [text[i.start : i.end] for i in seen.ignored if i.why == "footnote"] == case.get("footnotes", [])


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)


def test_each_style_has_a_case() -> None:
    assert {row["id"] for row in STYLES} == set(CITATION_STYLES)
    met = {style for case in CASES for mark in case["marks"] for style in CITATION_STYLES if f" {style} " in mark}
    assert met == set(CITATION_STYLES)


@pytest.mark.parametrize("row", STYLES, ids=lambda row: row["id"])
def test_examples_are_read_when_switched_on(row: dict[str, Any]) -> None:
    for example in row["examples"]:
        text = example if "¹" in example else f"so {example}"
        assert [c.style for c in view(text, LANGUAGE.markup, [row["id"]]).citations] == [row["id"]]
        off = view(text, LANGUAGE.markup, [])
        assert off.citations == []
        assert [i.why for i in off.ignored] == (["style_off"] if row["sure"] else [])


@given(st.integers(0, 10**30), st.integers(0, 10**30), st.sampled_from("-–"))
def test_a_range_is_never_expanded(first: int, last: int, dash: str) -> None:
    found = view(f"x [{first}{dash}{last}]", LANGUAGE.markup).citations
    assert [c.spans for c in found] == [((first, last),)]


@pytest.mark.parametrize("form", ["[{}]", "[^{}]", "^[{}]", "【{}】", "({})", "[1, {}]", "[1-{}]", "word{}"])
def test_a_number_of_more_than_a_thousand_digits_is_no_citation(form: str) -> None:
    every = [row["id"] for row in STYLES]
    digits = "⁹" if form == "word{}" else "9"
    longest, longer = (view("x " + form.format(digits * n), LANGUAGE.markup, every) for n in (1000, 1001))
    assert [c.spans[-1][1] for c in longest.citations] == [10**1000 - 1]
    assert longer.citations == []
    assert view(f"x [{'0' * 900}7]", LANGUAGE.markup).citations[0].spans == ((7, 7),)


@given(st.lists(st.integers(1, 99), min_size=1, max_size=6))
def test_marks_side_by_side_are_read_one_by_one(cited: list[int]) -> None:
    seen = view("x" + "".join(f"[{n}]" for n in cited), LANGUAGE.markup)
    assert [c.spans for c in seen.citations] == [((n, n),) for n in cited]
    assert seen.text == "x" + CITATION * len(cited)
