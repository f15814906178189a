"""What is left alone, by the cases in `tests/conformance/left_alone`, and that every list of the table has one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from quantcheck.left_alone.scan import scan
from quantcheck.load import language

LANGUAGE = language()
ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests/conformance/left_alone").glob("*.toml"))
CASES: list[dict[str, Any]] = [case for file in FILES for case in tomllib.loads(file.read_text("utf-8"))["case"]]
TABLE: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "vocab/left_alone.toml").read_text("utf-8"))


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without its marks, and the marked spans."""
    plain, spans, opened = "", [], 0
    for c in text:
        if c == "«":
            opened = len(plain)
        elif c == "»":
            spans.append((opened, len(plain)))
        else:
            plain += c
    return plain, spans


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    text, spans = marked(case["text"])
    assert len(spans) == len(case["left"])
    expected = [(text[start:end], why) for (start, end), why in zip(spans, case["left"], strict=True)]
    found = scan(LANGUAGE.kinds.split(text), LANGUAGE.left_alone)
    assert [(text[start:end], why) for start, end, why in found] == expected
    assert [(start, end) for start, end, _ in found] == spans


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("why", [name for name in TABLE if name != "guard"])
def test_each_why_is_defined_and_has_cases_for_and_against(why: str) -> None:
    assert TABLE[why]["definition"].endswith(".")
    assert any(why in case["left"] for case in CASES)
    assert any(case["id"].startswith(f"{why}/") and not case["left"] for case in CASES)


@pytest.mark.parametrize(
    ("why", "name"),
    [(why, name) for why, rows in TABLE.items() for name, words in rows.items() if isinstance(words, list)],
)
def test_each_list_has_a_case(why: str, name: str) -> None:
    texts = [marked(case["text"])[0].lower() for case in CASES]
    assert any(str(word).lower() in text for word in TABLE[why][name] for text in texts)


@pytest.mark.parametrize(
    ("why", "name"),
    [(why, name) for why, rows in TABLE.items() for name, words in rows.items() if isinstance(words, list)],
)
def test_no_word_stands_twice_in_a_list(why: str, name: str) -> None:
    words = TABLE[why][name]
    assert len(set(words)) == len(words), sorted({w for w in words if words.count(w) > 1})
