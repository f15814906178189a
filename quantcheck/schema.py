"""The JSON Schemas of report and input. The report's is made from its types; the input's is written here.

The input schema describes a case that can be checked: what it refuses is `invalid` or `missing_evidence`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from quantcheck import report
from quantcheck.intake.cases import EVIDENCE_KEYS, ID_KEYS, TEXT_KEYS
from quantcheck.intake.transcript import ROLES

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def report_schema() -> dict[str, Any]:
    """Return the JSON Schema of a report."""
    return {"$schema": DIALECT, "$id": report.SCHEMA, **msgspec.json.schema(report.Report)}


def input_schema() -> dict[str, Any]:
    """Return the JSON Schema of an input document: a case, an array of cases, or one line of JSON Lines.

    Such a line may be a turn of a transcript too; whether an assistant turn has its user turn no schema can say.
    """
    nonblank = {"type": "string", "pattern": r"\S"}
    keyed = [
        {
            "required": [key],
            "properties": {**dict.fromkeys(EVIDENCE_KEYS[:place], False), key: {"$ref": "#/$defs/passages"}},
        }
        for place, key in enumerate(EVIDENCE_KEYS)
    ]
    return {
        "$schema": DIALECT,
        "$id": "quantcheck.input/1",
        "title": "Answers to check, each with its passages and question",
        "oneOf": [
            {"$ref": "#/$defs/case"},
            {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/case"}},
            {"$ref": "#/$defs/turn"},
        ],
        "$defs": {
            "case": {
                "type": "object",
                "description": "An answer and the passages it was written from. Unknown keys are ignored.",
                "required": ["answer"],
                "properties": {
                    "id": {"description": "A name for the case."},
                    "answer": {"type": "string"},
                    "question": {"type": ["string", "null"]},
                },
                "if": {"required": ["context"]},
                "then": {"properties": {"context": {"$ref": "#/$defs/evidence"}}},
                "else": {"anyOf": keyed[:-1]},
            },
            "turn": {
                "type": "object",
                "description": "A turn of a transcript; each assistant turn is a case. Unknown keys are ignored.",
                "required": ["session_id", "role"],
                "properties": {
                    "session_id": {"anyOf": [nonblank, {"type": "integer"}]},
                    "turn_index": {"type": ["integer", "null"]},
                    "role": {"enum": list(ROLES)},
                    "text": {"type": ["string", "null"]},
                    "content": {"type": ["string", "null"]},
                    "metadata": {"properties": {"context": {"$ref": "#/$defs/evidence"}}},
                    "answer": False,
                },
            },
            "evidence": {
                "description": "The passages themselves, or an object that holds them under one of the five keys.",
                "oneOf": [{"$ref": "#/$defs/passages"}, {"type": "object", "anyOf": keyed}],
            },
            "passages": {
                "type": "array",
                "description": "In saved order; citation numbers count from 1. An empty list is an empty retrieval.",
                "items": {"anyOf": [nonblank, {"$ref": "#/$defs/passage"}]},
            },
            "passage": {
                "type": "object",
                "description": "A passage: the first nonblank text of the three keys counts.",
                "anyOf": [{"required": [key], "properties": {key: nonblank}} for key in TEXT_KEYS],
                "properties": {key: {} for key in ID_KEYS},
            },
        },
    }
