"""The schemas: the report's is made from its types, the input's says what the loader accepts."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck import load, report, schema
from quantcheck.cases import EVIDENCE_KEYS, TEXT_KEYS, Case
from quantcheck.cli import run

TEXTS = st.sampled_from(["5 mg", "", "  \n", "[1]"])
ODD = st.sampled_from([None, 5, True, {}, []])
PASSAGES = st.one_of(
    ODD, st.lists(st.one_of(TEXTS, ODD, st.dictionaries(st.sampled_from([*TEXT_KEYS, "title", "id"]), TEXTS | ODD)))
)
KEYED = st.dictionaries(st.sampled_from(EVIDENCE_KEYS), PASSAGES, max_size=2)
RECORDS = st.builds(
    lambda record, evidence: {**record, **evidence},
    st.fixed_dictionaries({}, optional={"answer": TEXTS | ODD, "question": TEXTS | ODD, "id": TEXTS | ODD}),
    st.one_of(KEYED, st.fixed_dictionaries({"context": st.one_of(KEYED, PASSAGES)})),
)


@given(RECORDS)
def test_input_schema_accepts_what_the_loader_accepts(record: dict[str, Any]) -> None:
    (case,) = load.cases(json.dumps(record).encode(), "a.json")
    assert isinstance(case, Case)
    refused = case.problem is not None and case.problem.status != "not_applicable"
    validator = jsonschema.Draft202012Validator(schema.input_schema())
    assert validator.is_valid(record) is not refused, case.problem


def test_input_schema_takes_an_array_and_no_empty_one() -> None:
    validator = jsonschema.Draft202012Validator(schema.input_schema())
    case = {"answer": "5 mg", "passages": ["5 mg"]}
    assert validator.is_valid([case, case]) and not validator.is_valid([])


@pytest.mark.parametrize("name", ["report", "input"])
def test_schemas_are_valid_and_printed(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["schema", name]) == 0
    document = json.loads(capfdbinary.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(document)


def test_report_schema_refuses_another_version() -> None:
    assert report.SCHEMA in json.dumps(schema.report_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"schema": "quantcheck.report/0"}, schema.report_schema())
