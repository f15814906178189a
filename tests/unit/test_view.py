"""What a reader sees, by the cases in `view.toml`, and what holds for every text."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck.load import language
from quantcheck.policy import CITATION_STYLES, DEFAULT_STYLES
from quantcheck.visible.view import CITATION, OPAQUE, Markup, View, view

LANGUAGE = language()
CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "view.toml").read_text("utf-8"))["case"]
PIECES = st.sampled_from(
    [
        *"0123456789",
        " ",
        "\n",
        "\n\n",
        "mg",
        "a",
        "five",
        ".",
        ",",
        "-",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "``",
        "```",
        "[",
        "]",
        "(",
        ")",
        "](",
        "^",
        "^{",
        "{",
        "}",
        "$",
        "$$",
        "\\",
        "\\,",
        "\\frac",
        "\\frac{",
        "\\text{",
        "\\mathrm{",
        "\\times",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "<",
        ">",
        "<b>",
        "</b>",
        "<sup>",
        "</sup>",
        "<sub>",
        "<br>",
        "<td>",
        "<!--",
        "-->",
        "<code>",
        "</code>",
        "&",
        "&nbsp;",
        "&#53;",
        "&frac12;",
        "http://",
        "a.b/5",
        "www.",
        "@",
        "/",
        "/usr/",
        "C:\\",
        "【",
        "】",
        "[1]",
        "[^1]",
        "[^1]:",
        "^[2]",
        "[S1]",
        "(3)",
        "¹",
        "²",
        "½",
        "\u200b",
        "\u00ad",
        OPAQUE,
        CITATION,
        "#",
        "|",
        "!",
        "![",
        "'",
        "''",
        '"',
        "=",
        "é",
        "٣",
    ]
)
TEXTS = st.lists(PIECES, max_size=24).map("".join) | st.text(max_size=40)
STYLES = st.sets(st.sampled_from(CITATION_STYLES)).map(sorted)


def shown(seen: View) -> str:
    return seen.text.replace(OPAQUE, "¤").replace(CITATION, "†")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    seen = view(case["text"], LANGUAGE.markup, DEFAULT_STYLES)
    assert shown(seen) == case["shown"]
    assert [case["text"][i.start : i.end] for i in seen.ignored] == case.get("hidden", [])


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)


@given(TEXTS, STYLES)
def test_every_visible_character_has_its_place(text: str, styles: list[str]) -> None:
    seen = view(text, LANGUAGE.markup, styles)
    place = 0
    for i in range(len(seen.text)):
        start, end = seen.start(i), seen.end(i)
        assert place <= start < end <= len(text)
        assert i == 0 or start >= seen.end(i - 1) or (start, end) == (seen.start(i - 1), seen.end(i - 1))
        assert seen.visible(start) <= i < seen.visible(end)
        place = start
    assert seen.start(len(seen.text)) == len(text)


@given(TEXTS, STYLES)
def test_every_digit_is_seen_or_listed(text: str, styles: list[str]) -> None:
    seen = view(text, LANGUAGE.markup, styles)
    held = [(seen.start(i), seen.end(i)) for i, c in enumerate(seen.text) if c not in (OPAQUE, CITATION)]
    held += [(c.start, c.end) for c in seen.citations] + [(i.start, i.end) for i in seen.ignored]
    for place, c in enumerate(text):
        assert not c.isdigit() or any(start <= place < end for start, end in held), place


@given(TEXTS, STYLES)
def test_no_digit_is_made_up(text: str, styles: list[str]) -> None:
    seen = view(text, LANGUAGE.markup, styles)
    for i, c in enumerate(seen.text):
        if c.isdecimal():
            assert "&" in (source := text[seen.start(i) : seen.end(i)]) or c in source


@given(TEXTS, STYLES)
def test_entries_are_in_order_and_apart(text: str, styles: list[str]) -> None:
    seen = view(text, LANGUAGE.markup, styles)
    for entries in (seen.citations, seen.ignored):
        spans = [(e.start, e.end) for e in entries]
        assert spans == sorted(spans)
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(a[1] <= b[0] for a, b in pairwise(spans))


@given(st.text(alphabet="abc 0123456789.,;:()%–-+\n", max_size=200))
def test_plain_prose_is_seen_as_it_stands(text: str) -> None:
    seen = view(text, LANGUAGE.markup)
    assert seen.identity
    assert seen.text == text


@given(st.from_regex(r"[1-9]\d{0,3}", fullmatch=True), st.sampled_from(["mg", "km/h", "%"]))
def test_markup_around_a_quantity_changes_nothing(number: str, unit: str) -> None:
    plain = f"Take {number} {unit} now."
    for text in (
        f"Take **{number}** {unit} now.",
        f"Take {number} *{unit}* now.",
        f"Take <b>{number}</b> {unit} now.",
        f"Take [{number} {unit}](https://a.b) now.",
        f"Take {number[0]}\u200b{number[1:]} {unit} now.",
        f"Take ${number}$ {unit} now.",
    ):
        seen = view(text, LANGUAGE.markup)
        assert seen.text == plain
        at = seen.text.index(number)
        start, end = seen.span(at, at + len(number))
        assert text[start:end].replace("\u200b", "") == number


def test_compiling_twice_gives_the_same_patterns() -> None:
    tables = LANGUAGE.tables
    first, second = (Markup.compile(tables, words) for words in (["one", "two"], ["two", "one"]))
    assert first.trigger.pattern == second.trigger.pattern
    assert first.number_word is not None and second.number_word is not None
    assert first.number_word.pattern == second.number_word.pattern


@pytest.mark.parametrize(
    ("text", "visible", "quote"),
    [
        ("$5\\,\\mathrm{mg}$ now", "5 mg", "5\\,\\mathrm{mg}"),
        ("**5** mg", "5 mg", "5** mg"),
        ("1\\frac{1}{2} cups", "1 1⁄2 cups", "1\\frac{1}{2} cups"),
        ("5&nbsp;m<sup>2</sup>.", "5\u00a0m²", "5&nbsp;m<sup>2</sup>"),
        ("{5} mg}", "5} mg", "5} mg"),
    ],
)
def test_quote_of_a_visible_span(text: str, visible: str, quote: str) -> None:
    seen = view(text, LANGUAGE.markup)
    at = seen.text.index(visible)
    start, end = seen.span(at, at + len(visible))
    assert text[start:end] == quote
