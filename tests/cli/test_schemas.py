"""`quantcheck schema` prints what the schemas are; that they say what the loader does is tested beside the loader."""

from __future__ import annotations

import json

import msgspec
import pytest
from jsonschema import Draft202012Validator

from quantcheck import schema
from quantcheck.cli import run

MADE = {"report": schema.report_schema, "input": schema.input_schema}


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_schema_is_printed(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["schema", name]) == 0
    document = json.loads(capfdbinary.readouterr().out)
    assert document == msgspec.json.decode(msgspec.json.encode(MADE[name]()))
    Draft202012Validator.check_schema(document)
