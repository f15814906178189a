"""Underlines stand under what they mark, whatever the characters, and nothing of the text acts on the terminal."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from quantcheck.render import layout
from quantcheck.render.layout import Mark
from quantcheck.wording import safe

CHARACTERS = st.one_of(
    st.characters(),
    st.sampled_from("5 mg °C\n\t\r…–[1]"),
    st.sampled_from("温度５\u0301\u202e\u2066\x1b\x9b\u200b\u200d\ufeff\u2028\u3000\xa0"),
)
TEXTS = st.text(CHARACTERS, min_size=1, max_size=400)


def plain(text: str, style: str) -> str:
    return text


def columns(line: str) -> list[str]:
    """Return the characters of a line by the column they begin in; combining ones ride on the one before."""
    cells: list[str] = []
    for char in line:
        width = safe.char_width(char)
        if width:
            cells += [char, *[""] * (width - 1)]
        elif cells:
            cells[-1] += char
    return cells


def under(lines: list[str], char: str) -> str:
    """Return what the rows show above the underline character."""
    out = ""
    for row, line in pairwise(lines):
        if line.strip() and set(line) <= {char, " "} and char in line:
            cells = columns(row)
            out += "".join(cells[i] for i, mark in enumerate(columns(line)) if mark == char and i < len(cells))
    return out


@given(TEXTS, st.data(), st.integers(24, 120), st.integers(0, 200))
def test_an_underline_stands_under_its_span(text: str, data: st.DataObject, width: int, context: int) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, min(len(text), start + layout.LONGEST)))
    lines = layout.marked(text, [Mark(start, end, "\u2581", "", "")], width, plain, context)
    expected = "".join(safe.shown(char) for char in text[start:end] if char != "\n")
    bare = [char for char in expected if safe.char_width(char) and char != " "]
    assert [char for char in under(lines, "\u2581") if safe.char_width(char) and char != " "] == bare


@given(TEXTS, st.lists(st.tuples(st.integers(0, 399), st.integers(1, 30)), max_size=12), st.integers(24, 120))
def test_nothing_acts_on_the_terminal(text: str, spans: list[tuple[int, int]], width: int) -> None:
    marks = [
        Mark(start, min(len(text), start + length), "-", f"{n} label", "")
        for n, (start, length) in enumerate(sorted(spans))
        if start < len(text)
    ]
    for line in layout.marked(text, marks, width, plain):
        assert all(char.isprintable() or unicodedata.category(char) == "Zs" for char in line), repr(line)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 399), st.integers(1, 30)), max_size=12), st.integers(24, 120))
def test_every_label_is_shown_once(text: str, spans: list[tuple[int, int]], width: int) -> None:
    marks = [
        Mark(start, min(len(text), start + length), "-", f"<{chr(0x2460 + n)}>", "")
        for n, (start, length) in enumerate(sorted(set(spans)))
        if start < len(text)
    ]
    shown = "\n".join(layout.marked(text.replace("<", "("), marks, width, plain))
    for mark in marks:
        assert shown.count(mark.label) == 1


@given(st.text(CHARACTERS, max_size=50))
def test_a_safe_line_is_one_line(text: str) -> None:
    line = safe.line(text)
    assert len(line.splitlines()) <= 1
    assert safe.line(line) == line


def test_direction_marks_and_escapes_are_spelled_out() -> None:
    assert safe.line("5\u202e mg\x1b[31m\n\x9b\U000e0001") == "5\\u202e mg\\x1b[31m\\n\\x9b\\U000e0001"


def test_wide_and_combining_characters_move_the_underline() -> None:
    text = "温度 e\u0301 5 mg"
    assert layout.marked(text, [Mark(6, 10, "^", "here", "")], 80, plain) == [text, "       ^^^^", "       here"]


def test_close_labels_go_down_a_row() -> None:
    text = "1 g 2 g 3 g"
    marks = [Mark(at, at + 3, "-", f"{n} source", "") for n, at in enumerate((0, 4, 8), 1)]
    assert layout.marked(text, marks, 80, plain) == [
        "1 g 2 g 3 g",
        "--- --- ---",
        "|   |   3 source",
        "|   2 source",
        "1 source",
    ]


def test_only_the_lines_with_marks_are_shown() -> None:
    text = "one\ntwo\n5 mg here\nfour\n\n6 mg"
    marks = [Mark(8, 12, "-", "", ""), Mark(len(text) - 4, len(text), "-", "", "")]
    assert layout.marked(text, marks, 80, plain) == ["…", "5 mg here", "----", "…", "6 mg", "----"]


def test_a_long_line_is_shown_near_its_marks() -> None:
    text = "word " * 1000 + "5 mg" + " word" * 1000
    lines = layout.marked(text, [Mark(5000, 5004, "-", "", "")], 60, plain, context=30)
    assert len(lines) <= 6
    assert lines[0].startswith("… ") and any(line.endswith(" …") for line in lines)


def test_cost_follows_the_marks() -> None:
    """A row is laid out once: a text of a million characters and 20,000 marks gives as many rows as it has to."""
    text = "5 mg " * 200_000
    marks = [Mark(at, at + 4, "-", "", "") for at in range(0, 100_000, 5)]
    lines = layout.marked(text, marks, 100, plain)
    assert len(lines) <= 2 * (100_000 // 95 + 10)
