"""Make cases of the records of one file, whatever their shape. Opens no file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quantcheck.intake.cases import Case, Passage, broken, from_record, kind, labels, problem
from quantcheck.intake.position import InText, Joined, Where
from quantcheck.intake.records import Record
from quantcheck.intake.shapes import paths, spans
from quantcheck.intake.shapes.recognise import Intake, inside, recognise, take
from quantcheck.intake.shapes.table import BY_NAME, OWN, Shape
from quantcheck.report import Error


class _Row(NamedTuple):
    """A record with its shape, or with what is wrong with it; `passages` come from other records of the file."""

    record: Record
    shape: Shape | None = None
    fault: str = ""
    passages: tuple[Passage, ...] | None = None


def cases(
    records: Sequence[Record], file: str, stem: str, how: Intake, *, first: int | None = None
) -> Iterator[Case | Error]:
    """Yield the case of each record, in order; a record that cannot be one is an `invalid` case.

    With `first` they are some of a file's records, and so many cases stand before them.
    """
    rows = list(_rows(records, how))
    if how.shape is not None and how.shape.name == spans.SHAPE:
        rows = [_Row(row.record, how.shape, row.fault, passages) for row, passages in spans.roots(rows)]
    if not rows and first is None:
        yield Error(file, "", "holds no record: expected at least one")
        return
    lost = "" if first is not None else _unmapped(rows, how)
    if lost:
        yield Error(file, "", lost)
        return
    # All before the first case is handed out: the places of an array are found in one scan.
    made = [
        _made(row, file, stem if len(rows) == 1 and first is None else f"{stem}#{index + 1}", index, how)
        for index, row in enumerate(rows, first or 0)
    ]
    yield from made


def _rows(records: Sequence[Record], how: Intake) -> Iterator[_Row]:
    for record in records:
        value = record.value
        if record.fault or not isinstance(value, dict):
            yield _Row(record, None, record.fault)
            continue
        found = recognise(value) if how.shape is None else None
        held = inside(value, how.shape) if not isinstance(found, Shape) else None
        if held is not None:
            shape, inner = held
            for place, item in inner:
                yield _Row(record.inner(item, place, paths.shown(place)), shape)
        elif isinstance(found, str):
            yield _Row(record, None, found)
        else:
            yield _Row(record, how.shape or found or BY_NAME[OWN], _strange(value) if not (how.shape or found) else "")


def _strange(value: Mapping[str, Any]) -> str:
    """Return what is wrong with a record that no shape fits; nothing where our own shape says it better."""
    if "answer" not in value:
        return ""
    return "is of no known shape: expected one of the documentation, or --input-format or --map"


def _unmapped(rows: Sequence[_Row], how: Intake) -> str:
    """Return which path of `--map` leads nowhere in every record, if one does."""
    values = [row.record.value for row in rows if isinstance(row.record.value, dict)]
    for key in how.mapped if how.shape and values else ():
        (path,) = getattr(how.shape, key)
        if key == "records":
            continue
        if not any(paths.find(value, path) for value in values):
            keys = list(values[0])
            shown = ", ".join(keys[:8]) + (", …" if len(keys) > 8 else "")
            return f"--map {key}={path}: no record has this field: expected one of its keys, such as {shown}"
    return ""


def _made(row: _Row, file: str, id: str, index: int, how: Intake) -> Case:
    record, shape = row.record, row.shape
    if row.fault or shape is None or not isinstance(record.value, dict):
        fault = row.fault or f"{kind(record.value)}: expected a case object"
        return broken(fault, id=id, file=file, index=index, place=record.place)
    if shape.name == OWN and how.question is None:
        where = record.where("answer")
        return from_record(record.value, where=where, id=id, file=file, index=index, place=record.place)
    if shape.name == OWN:
        value = record.value if record.value.get("question") is not None else {**record.value, "question": how.question}
        where = record.where("answer")
        return from_record(value, where=where, id=id, file=file, index=index, place=record.place)
    taken = take(record.value, shape, how.question)
    passages, lack = taken.passages, taken.lack
    if lack and row.passages is not None:
        passages, lack = row.passages, ""
    answer, question = taken.answer, taken.question
    wrong = problem(answer, question, passages, lack, names=(taken.answer_name, taken.question_name))
    return Case(
        id=taken.id or id,
        file=file,
        index=index,
        answer=answer if isinstance(answer, str) else "",
        where=_where(record, [(text, place) for place, text in taken.pieces]),
        question=question if isinstance(question, str) else None,
        passages=passages,
        problem=wrong,
        place=record.place,
        shape=shape.name,
        **labels(record.value),
    )


def _where(record: Record, pieces: Sequence[tuple[str, paths.Place]]) -> Where:
    if not pieces:
        return InText("")
    wheres = [(text, record.where(*place)) for text, place in pieces]
    return wheres[0][1] if len(wheres) == 1 else Joined(wheres)
