"""Traces: a root span asks and answers, the retriever spans of the same trace hold its passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from quantcheck.intake.cases import Passage
from quantcheck.intake.records import Record
from quantcheck.intake.shapes import paths
from quantcheck.intake.shapes.recognise import take
from quantcheck.intake.shapes.table import BY_NAME

SHAPE: Final = "otel"
_TRACE: Final = ("context.trace_id", "trace_id", "traceId", '["context.trace_id"]')
_PARENT: Final = ("parent_id", "parent_span_id", "parentSpanId", "parentId")


class _Row(Protocol):
    @property
    def record(self) -> Record: ...


Row = TypeVar("Row", bound=_Row)


def roots(rows: Sequence[Row]) -> list[tuple[Row, tuple[Passage, ...] | None]]:
    """Return the spans that answer, each with the passages of its trace; a span without a trace answers by itself."""
    found: dict[str, list[Passage]] = {}
    for row in rows:
        value = row.record.value
        trace = _first(value, _TRACE)
        if trace is not None and _first(value, _PARENT) is not None:
            found.setdefault(trace, []).extend(take(value, BY_NAME[SHAPE]).passages)
    made: list[tuple[Row, tuple[Passage, ...] | None]] = []
    for row in rows:
        value = row.record.value
        trace = _first(value, _TRACE)
        if trace is None:
            made.append((row, None))
        elif _first(value, _PARENT) is None:
            passages = found.get(trace)
            made.append((row, tuple(passages) if passages else None))
    return made


def _first(value: Mapping[str, Any] | Any, alternatives: tuple[str, ...]) -> str | None:
    if not isinstance(value, dict):
        return None
    for path in alternatives:
        there = paths.find(value, path)
        if there and isinstance(there[0][1], str) and there[0][1]:
            return str(there[0][1])
    return None
