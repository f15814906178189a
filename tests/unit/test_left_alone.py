"""What holds for everything that is left alone: order, whole numbers, and that no physical quantity is among it."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck.left_alone.scan import scan
from quantcheck.load import language

LANGUAGE = language()
ROOT = Path(__file__).resolve().parents[2]
TABLE: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "vocab/left_alone.toml").read_text("utf-8"))
WORDS = sorted(
    {w for why, t in TABLE.items() if why != "guard" for ws in t.values() if isinstance(ws, list) for w in ws}
)
NUMBERS = (
    "5",
    "2.5",
    "10",
    "60",
    "250",
    "2019",
    "1,500",
    "5-10",
    "2–3",
    "2013-14",
    "10:30",
    "1/2",
    "3-1",
    "1.2.3",
    "911",
    "94607",
)
UNITS = ("mg", "kg", "mL", "km/h", "kcal", "%", "tablets", "minutes", "hours", "weeks", "°C", "µg", "mmHg", "MG")
PIECES = st.sampled_from(
    [
        *WORDS,
        *NUMBERS,
        "v1",
        "A",
        "B12",
        "COVID-19",
        "May",
        "the",
        "of",
        "won",
        "one",
        "1st",
        "1960s",
        "5pm",
        "pm",
        "-",
        "–",
        ",",
        ".",
        ":",
        "/",
        "(",
        ")",
        "'",
        "\n",
        " ",
        " ",
        " ",
        " ",
        "mg",
        "#",
        "§",
        "+",
        "x",
        "é",
        "٣",
        "½",
        "\ufdd0",
        "\ufdd1",
    ]
)
TEXTS = st.lists(PIECES, max_size=20).map("".join) | st.text(max_size=60)


def covers(text: str, start: int, end: int) -> list[tuple[str, str]]:
    """Return what is left alone of the span."""
    return [
        (text[s:e], why) for s, e, why in scan(LANGUAGE.kinds.split(text), LANGUAGE.left_alone) if s < end and e > start
    ]


@given(TEXTS)
def test_spans_are_in_order_and_apart(text: str) -> None:
    found = scan(LANGUAGE.kinds.split(text), LANGUAGE.left_alone)
    assert all(0 <= start < end <= len(text) for start, end, _ in found)
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    assert {why for *_, why in found} <= set(TABLE)
    for start, end, _ in found:
        assert not (text[start - 1 : start].isdecimal() and text[start].isdecimal()), "begins inside a number"
        assert not (text[end - 1].isdecimal() and text[end : end + 1].isdecimal()), "ends inside a number"


@given(TEXTS)
def test_a_blank_line_in_front_changes_nothing(text: str) -> None:
    plain = scan(LANGUAGE.kinds.split(text), LANGUAGE.left_alone)
    assert [(s - 2, e - 2, w) for s, e, w in scan(LANGUAGE.kinds.split("\n\n" + text), LANGUAGE.left_alone)] == plain


@pytest.mark.parametrize("unit", UNITS)
def test_a_number_with_a_unit_is_never_left_alone(unit: str) -> None:
    for word in WORDS:
        for number in NUMBERS:
            for blank in (" ", "\u00a0", "\n", "  ", ""):
                text = f"so {word} {number}{blank}{unit}, then"
                start = len(f"so {word} ")
                if blank or not unit.isascii() or not unit.isalpha():
                    assert not covers(text, start, start + len(number)), text


@pytest.mark.parametrize("unit", UNITS)
def test_a_number_glued_to_a_word_with_a_unit_behind_is_never_left_alone(unit: str) -> None:
    names = set(TABLE["identifier"]["substances"])
    for word in WORDS:
        if word in names or not word.isalpha():
            continue
        for number in ("5", "2.5", "250"):
            for joint in ("", "-"):
                text = f"so {word}{joint}{number} {unit}, then"
                start = len(f"so {word}{joint}")
                assert not covers(text, start, start + len(number)), text


@pytest.mark.parametrize("word", ["one", "two", "ten", "half", "a third of a", "twice a", "one hundred", "twenty-one"])
def test_number_words_with_a_unit_are_never_left_alone(word: str) -> None:
    for before in ("", "the ", "that ", "each ", "no ", "another ", "at "):
        for unit in ("tablet", "day", "dose", "mg", "minute", "cup"):
            text = f"Take {before}{word} {unit} of it."
            assert not covers(text, 0, len(text)), text


def test_all_words_meet_case() -> None:
    for text in ("see Table 5", "see TABLE 5", "see table 5"):
        assert covers(text, 0, len(text))
