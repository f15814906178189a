"""The schema of input says what the loader does: what it accepts can be checked, what it refuses cannot."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from test_cases import keys, table

from quantcheck import load, report, run, schema
from quantcheck.intake.cases import Case
from quantcheck.policy import Policy

INPUT = Draft202012Validator(schema.input_schema())


def accepted(value: Any) -> bool:
    """Return whether every record of a document is a case that can be checked."""
    found = list(load.cases(json.dumps(value).encode(), "f.json"))
    return all(isinstance(c, Case) and (not c.problem or c.problem.status == "not_applicable") for c in found)


def test_schemas_are_schemas() -> None:
    for made in (schema.input_schema(), schema.report_schema()):
        Draft202012Validator.check_schema(made)


@pytest.mark.parametrize("row", table("evidence.toml"))
def test_input_schema_on_the_cases(row: dict[str, Any]) -> None:
    document = [json.loads(row["record"])]
    assert INPUT.is_valid(document) == (row.get("status") in (None, "not_applicable"))


@pytest.mark.parametrize("row", table("transcripts.toml"))
def test_input_schema_on_turns(row: dict[str, Any]) -> None:
    """A transcript whose cases can all be checked has lines that are all turns."""
    if len(row["turns"]) > 1 and not any("status" in case for case in row["cases"]):
        assert all(INPUT.is_valid(json.loads(line)) for line in row["turns"])


@pytest.mark.parametrize(
    ("line", "valid"),
    [
        ('{"session_id": "s", "role": "user", "text": "q"}', True),
        ('{"session_id": " ", "role": "user", "text": "q"}', False),
        ('{"session_id": "s", "role": "ai", "text": "q"}', False),
        ('{"session_id": "s", "role": "user", "text": 5}', False),
        ('{"session_id": "s", "role": "user", "turn_index": "1"}', False),
        ('{"session_id": "s", "role": "assistant", "metadata": {"context": {}}}', False),
        ('{"session_id": "s", "role": "assistant", "answer": "a"}', False),
    ],
)
def test_input_schema_on_a_turn(line: str, valid: bool) -> None:
    assert INPUT.is_valid(json.loads(line)) == valid


texts = st.sampled_from(["a", "p q", "", " ", "\n", "\u3000", "\x1c", "\u200b"])
passages = st.lists(
    texts | st.none() | st.dictionaries(st.sampled_from(keys), texts | st.none(), max_size=3), max_size=3
)
evidence = passages | texts | st.none()
contexts = evidence | st.dictionaries(st.sampled_from([*keys, "context"]), evidence, max_size=3)
records = st.fixed_dictionaries(
    {"answer": texts | st.just(5)},
    optional={
        "context": contexts,
        "passages": evidence,
        "excerpts": evidence,
        "sources": evidence,
        "question": texts | st.none() | st.just(5),
        "id": texts | st.integers() | st.none(),
        "other": evidence,
    },
) | st.dictionaries(st.sampled_from(["answer", "passages", "title"]), evidence, max_size=3)


@settings(max_examples=500)
@given(records | st.lists(records, max_size=3) | texts | st.none() | st.integers())
@example([])
@example([[]])
def test_input_schema_accepts_what_can_be_checked(value: Any) -> None:
    if isinstance(value, dict) and "answer" not in value and ("role" in value or "session_id" in value):
        return
    assert INPUT.is_valid(value) == accepted(value)


def test_report_schema_on_a_run_of_nothing() -> None:
    made = run.report([], [], report.Engine("0", "g", "v", Policy()))
    Draft202012Validator(schema.report_schema()).validate(json.loads(msgspec.json.encode(made)))
