"""A report as JSON: one document, or one line a case with the run's own line last. Bytes depend on the report alone."""

from __future__ import annotations

import msgspec

from quantcheck import report


def document(made: report.Report) -> bytes:
    """Return the report as one indented JSON document."""
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


def case_line(result: report.Case) -> bytes:
    """Return a case as one line."""
    return msgspec.json.encode(result) + b"\n"


def run_line(made: report.Report) -> bytes:
    """Return the run without its cases as one line: what made it, errors, metrics, decision."""
    return (
        msgspec.json.encode(
            {
                "schema": made.schema,
                "engine": made.engine,
                "errors": made.errors,
                "metrics": made.metrics,
                "decision": made.decision,
            }
        )
        + b"\n"
    )
