"""Breaks, sentences, list and heading numbers, by the cases in `blocks.toml`, and what holds for every text."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck.load import language
from quantcheck.visible.blocks import Blocks, blocks
from quantcheck.visible.view import CITATION, View, view

LANGUAGE = language()
CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "blocks.toml").read_text("utf-8"))["case"]
PIECES = st.sampled_from(
    [
        "5",
        "2019",
        "1.",
        "2)",
        "(3)",
        "2.1",
        "mg",
        "Dr.",
        "e.g.",
        "A",
        "Then",
        " ",
        "\n",
        "\n\n",
        "- ",
        "* ",
        "-",
        "# ",
        "|",
        " | ",
        ". ",
        ".",
        "! ",
        CITATION,
        '"',
        ")",
        ">",
        "---",
        "\t",
        "1️⃣",
        "é",
        "\u2028",
        "\r\n",
    ]
)
TEXTS = st.lists(PIECES, max_size=24).map("".join) | st.text(max_size=60)


def read(text: str) -> tuple[View, Blocks]:
    seen = view(text, LANGUAGE.markup)
    return seen, blocks(seen, LANGUAGE.abbreviations)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    seen, found = read(case["text"])
    text = seen.text
    assert [text[start:end].replace(CITATION, "†") for start, end in found.sentences] == case["sentences"]
    assert [f"{text[start:end]} {why}" for start, end, why in found.ignored] == case.get("ignored", [])
    for first, second in case.get("apart", []):
        start = text.index(first)
        assert found.crosses(start, text.index(second, start + len(first)) + len(second)), (first, second)


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)


@given(TEXTS)
def test_breaks_and_sentences_are_in_order(text: str) -> None:
    seen, found = read(text)
    size = len(seen.text)
    assert found.breaks == sorted(set(found.breaks))
    assert all(0 <= place <= size for place in found.breaks)
    assert all(0 <= start < end <= size for start, end in found.sentences)
    assert all(a[1] <= b[0] for a, b in pairwise(found.sentences))
    assert all(a[1] <= b[0] for a, b in pairwise(found.ignored))


@given(TEXTS)
def test_every_character_but_blanks_lies_in_a_sentence(text: str) -> None:
    seen, found = read(text)
    held = {place for start, end in found.sentences for place in range(start, end)}
    assert all(place in held or c.isspace() for place, c in enumerate(seen.text))


@given(TEXTS, TEXTS)
def test_a_blank_line_parts_any_two_texts(first: str, second: str) -> None:
    seen, found = read(f"{first}\n\n{second}")
    if seen.identity:
        assert found.crosses(max(0, len(first) - 1), len(first) + 2) or not first


@given(st.lists(st.sampled_from(["5 mg", "take it", "6–7 h"]), min_size=1, max_size=8))
def test_list_numbers_are_found_whatever_the_items(items: list[str]) -> None:
    text = "\n".join(f"{n}. {item}" for n, item in enumerate(items, 1))
    assert [text[s:e] for s, e, _ in read(text)[1].ignored] == [f"{n}." for n in range(1, len(items) + 1)]


def test_sentence_of_a_place() -> None:
    _, found = read("Take 5 mg. Then 6 mg.")
    assert [found.sentence(place) for place in (0, 9, 11, 20)] == [0, 0, 1, 1]
