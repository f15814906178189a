"""Records and turns as cases: the rules of evidence, case by case."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck import load
from quantcheck.intake import cases
from quantcheck.intake.cases import Case
from quantcheck.intake.position import InText

HERE = Path(__file__).parent


def table(name: str) -> list[Any]:
    rows: list[dict[str, Any]] = tomllib.loads((HERE / name).read_text(encoding="utf-8"))["case"]
    assert len({row["id"] for row in rows}) == len(rows)
    return [pytest.param(row, id=row["id"]) for row in rows]


def compare(case: Case, row: dict[str, Any]) -> None:
    """Compare a case with a row: a problem and its message, or everything a check reads."""
    if status := row.get("status"):
        assert case.problem is not None, case
        assert case.problem.status == status
        assert row["message"] in case.problem.message
        assert "\n" not in case.problem.message
        return
    assert case.problem is None, case.problem
    assert [p.text for p in case.passages] == row["passages"]
    assert case.question == row.get("question")
    assert [p.document_id or "" for p in case.passages] == row.get("ids", [""] * len(row["passages"]))


@pytest.mark.parametrize("row", table("evidence.toml"))
def test_evidence(row: dict[str, Any]) -> None:
    record = json.loads(row["record"])
    case = cases.from_record(record, where=InText(""), id="fallback", file="f", index=3, place="line 1")
    compare(case, row)
    assert (case.file, case.index, case.place, case.question_source) == ("f", 3, "line 1", "question")
    if "name" in row:
        assert case.id == row["name"]


@pytest.mark.parametrize("row", table("transcripts.toml"))
def test_transcripts(row: dict[str, Any]) -> None:
    found = list(load.cases("\n".join(row["turns"]).encode(), "talk.jsonl"))
    assert [c.id for c in found if isinstance(c, Case)] == [c["id"] for c in row["cases"]]
    for index, (case, expected) in enumerate(zip(found, row["cases"], strict=True)):
        assert isinstance(case, Case)
        compare(case, expected)
        assert case.index == index
        if "status" not in expected:
            assert (case.answer, case.question_source) == (expected["answer"], expected["source"])


def test_transcript_labels() -> None:
    turns = [
        {"session_id": "s", "role": "user", "text": "q", "tags": ["not mine"]},
        {
            "session_id": "s",
            "role": "assistant",
            "text": "a",
            "metadata": {"context": []},
            "tags": ["dose", 5, "child"],
            "persona_id": "nurse",
            "stream": "live",
        },
    ]
    (case,) = load.cases("\n".join(map(json.dumps, turns)).encode(), "t.jsonl")
    assert isinstance(case, Case)
    assert (case.tags, case.persona_id, case.stream) == (("dose", "child"), "nurse", "live")


def test_transcript_without_assistant_is_no_case() -> None:
    (error,) = load.cases(b'{"session_id": "s", "role": "user", "text": "q"}', "t.jsonl")
    assert not isinstance(error, Case)
    assert "no assistant turn" in error.message


def test_faulty_turn_keeps_its_place_under_turn_index() -> None:
    turns = [
        '{"session_id": "s", "turn_index": 8, "role": "assistant", "text": "b", "metadata": {"context": []}}',
        '{"session_id": "s", "turn_index": 1, "role": "user", "text": "q"}',
        '{"session_id": "s", "turn_index": null, "role": "robot", "text": "q"}',
    ]
    found = [c for c in load.cases("\n".join(turns).encode(), "t.jsonl") if isinstance(c, Case)]
    assert [(c.id, c.problem.status if c.problem else "") for c in found] == [("s/2", "invalid"), ("s/3", "")]


@pytest.mark.parametrize(
    ("passages", "texts"),
    [
        (["p", {"text": "q"}], ["p", "q"]),
        (("p", "q"), ["p", "q"]),
        ((p for p in "pq"), ["p", "q"]),
        ([], []),
    ],
)
def test_case_from_python(passages: Any, texts: list[str]) -> None:
    case = cases.case("a\nb", passages, "q", id="c")
    assert case.problem is None
    assert [p.text for p in case.passages] == texts
    assert (case.id, case.file, case.index, case.question, case.where.at(2)) == ("c", "", 0, "q", (2, 1))


@pytest.mark.parametrize("passages", [None, "p", 5, b"p", {"text": "p"}, [""], [None]])
def test_no_passages_from_python(passages: Any) -> None:
    case = cases.case("a", passages)
    assert case.problem is not None
    assert case.problem.status == "missing_evidence"


@pytest.mark.parametrize(
    "case",
    [
        cases.case("\ud800", ["p"]),
        cases.case("a", ["p", "\udfff"]),
        cases.case("a", [{"text": "p", "id": "\ud800"}]),
        cases.case("a", ["p"], "\ud83d"),
        cases.case(b"a", ["p"]),
        cases.case(None, ["p"]),
        cases.case("a", ["p"], 5),
    ],
)
def test_invalid_from_python(case: Case) -> None:
    """Nor can it be written into a report: the message itself must be plain."""
    assert case.problem is not None
    assert case.problem.status == "invalid"
    case.problem.message.encode()


def test_lone_surrogate_is_named_by_its_place() -> None:
    problem = cases.case("a", ["é", "p\udfff"]).problem
    assert problem is not None
    assert problem.message == "passage 2 has a lone surrogate at 1: expected characters"


keys = [*cases.EVIDENCE_KEYS, *cases.TEXT_KEYS, *cases.ID_KEYS, "answer", "question", "role", "metadata"]
keys += ["session_id", "turn_index", "tags"]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(keys), inner, max_size=6),
    max_leaves=12,
)


@given(json_values)
def test_any_value_is_a_case_with_all_its_passages(value: Any) -> None:
    case = cases.from_record(value, where=InText(""), id="x", file="f", index=0)
    if case.problem is None or case.problem.status == "not_applicable":
        evidence = value.get("context", value)
        while isinstance(evidence, dict):
            evidence = next(evidence[k] for k in cases.EVIDENCE_KEYS if k in evidence)
        assert len(case.passages) == len(evidence)
        assert not any(cases.blank(p.text) for p in case.passages)


@given(st.lists(json_values, max_size=6))
def test_any_turns_are_numbered_in_order(values: list[Any]) -> None:
    data = "\n".join(json.dumps(v) for v in [{"session_id": "s", "role": "user", "text": "q"}, *values])
    found = list(load.cases(data.replace("NaN", "0").replace("Infinity", "0").encode(), "t.jsonl"))
    made = [c for c in found if isinstance(c, Case)]
    assert [c.index for c in made] == list(range(len(made)))
    assert made or len(found) == 1
