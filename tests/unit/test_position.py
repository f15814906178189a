"""Lines and columns: an editor that goes there stands on the character."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from test_strictjson import texts, values, written

from quantcheck.intake.position import Document, InText
from quantcheck.intake.records import split


def character(file: str, line: int, column: int) -> str:
    """Return the character that a JSON file spells at a place, found the plain way."""
    rest = re.split("\r\n|\r|\n", file)[line - 1][column - 1 :]
    if rest.startswith("\\u"):
        pair = rest[:12]
        spelled = pair if re.fullmatch(r"\\u[dD][89abAB]..\\u....", pair) else rest[:6]
    else:
        spelled = rest[:2] if rest.startswith("\\") else rest[:1]
    return str(json.loads(f'"{spelled}"'))


# Longer than a stride, so that places are counted from within too.
answers = texts | st.tuples(texts, st.integers(0, 40)).map(lambda t: t[0] * t[1] + "x")


@given(
    st.data(), st.dictionaries(texts, values, max_size=4), answers, st.sampled_from(["\n", "\r\n"]), st.integers(0, 3)
)
def test_every_character_of_an_answer(data: st.DataObject, other: Any, answer: str, end: str, position: int) -> None:
    members = list(other.items())
    members.insert(min(position, len(members)), ("answer", answer))
    record = dict(members) | {"answer": answer}
    lines = ['{"answer": "first"}', data.draw(written(record)), '{"answer": "last"}']
    single = data.draw(st.booleans())
    if single:
        file = "[" + end + ("," + end).join(lines) + end + "]"
    else:
        lines[1] = lines[1].replace("\r", " ").replace("\n", " ")
        file = end.join(lines) + end
    found = split(file.encode(), prefer_lines=not single)
    assert [r.value["answer"] for r in found] == ["first", answer, "last"]
    places = [r.where("answer") for r in found]
    for text, where in zip(("first", answer, "last"), places, strict=True):
        for offset, c in enumerate(text):
            assert character(file, *where.at(offset)) == c
        line, column = where.at(len(text))
        assert re.split("\r\n|\r|\n", file)[line - 1][column - 1] == '"'


def test_document_begins_where_it_is_said_to() -> None:
    document = Document('{"a":\n"xy"}', line=4, column=7)
    where = document.string("a")
    assert where.at(0) == (5, 2)
    assert document.at(0) == (4, 7)
    assert Document('"x"', 4, 7).string().at(0) == (4, 8)


def test_lines_of_a_text() -> None:
    where = InText("a\r\nb\rc\n\u2028d\x0be")
    assert [where.at(i) for i in (0, 1, 3, 4, 5, 7, 8, 10)] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 1),
        (4, 1),
        (4, 2),
        (4, 4),
    ]
