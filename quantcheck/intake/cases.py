"""The noun of input: one answer with the question and the passages it was written from.

Turns decoded JSON values into cases, by the rules of evidence, and says what is wrong with those that are none. Opens
no file and reads no quantity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from quantcheck.intake.position import InText, Where
from quantcheck.intake.strictjson import Huge

EVIDENCE_KEYS: Final = ("excerpts", "passages", "documents", "sources", "context")
"""Where a list of passages may stand; the first one present counts, and two are never merged."""
TEXT_KEYS: Final = ("text", "content", "body")
ID_KEYS: Final = ("id", "document_id", "doc_id", "source_id")

Status = Literal["invalid", "missing_capture", "missing_evidence", "not_applicable"]


class Absent:
    """Stands for an answer that is not there at all; null is one that is."""


ABSENT: Final = Absent()


class Passage(msgspec.Struct, frozen=True):
    """A passage as saved; its source id is `passage:N`, N counted from 1 in saved order."""

    text: str
    document_id: str | None = None


class Problem(msgspec.Struct, frozen=True):
    """Why a case cannot be checked, or need not be: its status and one line for the reader."""

    status: Status
    message: str


class Case(msgspec.Struct, frozen=True):
    """One answer to check. With a `problem` the case has that status and nothing in it is read.

    `index` counts the cases of one file from 0, unreadable ones included. `question_source` is `question`, or
    `turn:N` where the question is a turn of a transcript.
    """

    id: str
    file: str
    index: int
    answer: str
    where: Where
    question: str | None = None
    question_source: str = "question"
    passages: tuple[Passage, ...] = ()
    problem: Problem | None = None
    place: str = ""
    """Where in the file the record stands, for messages: `line 3`, or where its fault is: `line 3, column 7`."""
    tags: tuple[str, ...] = ()
    persona_id: str | None = None
    stream: str | None = None
    shape: str = ""
    """Of which shape the record was, where it is not ours."""


def case(
    answer: object,
    passages: object,
    question: object = None,
    *,
    id: str = "answer",
) -> Case:
    """Return the case of values that come from Python and from no file; its lines are those of the answer."""
    if isinstance(passages, Iterable) and not isinstance(passages, str | bytes | Mapping):
        passages = list(passages)
    record = {"answer": answer, "question": question, "passages": passages}
    return from_record(record, where=InText(answer if isinstance(answer, str) else ""), id=id, file="", index=0)


def from_record(record: object, *, where: Where, id: str, file: str, index: int, place: str = "") -> Case:
    """Return the case of one decoded record `{id?, question?, answer, context | passages | …}`.

    `id` serves a record that has none. Unknown keys are ignored.
    """
    if not isinstance(record, Mapping):
        return broken(f"{kind(record)}: expected a case object", id=id, file=file, index=index, place=place)
    answer = record.get("answer")
    question = record.get("question")
    passages, lack = evidence(record)
    return Case(
        id=name(record.get("id")) or id,
        file=file,
        index=index,
        answer=answer if isinstance(answer, str) else "",
        where=where,
        question=question if isinstance(question, str) else None,
        passages=passages,
        problem=problem(answer if "answer" in record else ABSENT, question, passages, lack, id=record.get("id")),
        place=place,
        **labels(record),
    )


def broken(message: str, *, id: str, file: str, index: int, place: str) -> Case:
    """Return an `invalid` case that stands for a record of which nothing could be read."""
    return Case(id, file, index, "", InText(""), problem=Problem("invalid", message), place=place)


def problem(
    answer: object,
    question: object,
    passages: Sequence[Passage],
    lack: str,
    *,
    id: object = None,
    names: tuple[str, str] = ("answer", "question"),
) -> Problem | None:
    """Return the first problem of a case in the order of the case statuses; `names` are those of its parts."""
    if not isinstance(answer, str):
        found = "absent" if answer is ABSENT else kind(answer)
        return Problem("invalid", f"{names[0]} is {found}: expected a string")
    if question is not None and not isinstance(question, str):
        return Problem("invalid", f"{names[1]} is {kind(question)}: expected a string or null")
    if fault := _surrogate({"id": id, "answer": answer, "question": question}, passages):
        return Problem("invalid", fault)
    if lack:
        return Problem("missing_evidence", lack)
    return Problem("not_applicable", "answer is blank") if blank(answer) else None


def evidence(record: Mapping[str, Any]) -> tuple[tuple[Passage, ...], str]:
    """Return the passages of a record, or why there are none; an empty list is a valid retrieval that found nothing."""
    if "context" not in record:
        return _listed(record, EVIDENCE_KEYS, "")
    context = record["context"]
    if isinstance(context, list):
        return _passages(context, "context")
    if isinstance(context, Mapping):
        return _listed(context, EVIDENCE_KEYS, "context.")
    return (), f"context is {kind(context)}: expected a list of passages or an object that holds one"


def _listed(record: Mapping[str, Any], keys: Sequence[str], prefix: str) -> tuple[tuple[Passage, ...], str]:
    for key in keys:
        if key in record:
            if isinstance(record[key], list):
                return _passages(record[key], prefix + key)
            return (), f"{prefix}{key} is {kind(record[key])}: expected a list of passages"
    place = "context has none of" if prefix else "none of context,"
    return (), f"{place} {', '.join(k for k in keys if prefix or k != 'context')}: expected a list of passages"


def _passages(items: list[Any], place: str) -> tuple[tuple[Passage, ...], str]:
    """Return all items as passages, or which item is none: dropping one would shift the numbers that citations use."""
    passages = []
    for number, item in enumerate(items, 1):
        label = f"{place} item {number}"
        if isinstance(item, str):
            if blank(item):
                return (), f"{label} is blank: expected text"
            passages.append(Passage(item))
        elif isinstance(item, Mapping):
            text = next((t for k in TEXT_KEYS if isinstance(t := item.get(k), str) and not blank(t)), None)
            if text is None:
                return (), f"{label} has no text: expected a nonblank {', '.join(TEXT_KEYS[:-1])} or {TEXT_KEYS[-1]}"
            passages.append(Passage(text, next((n for k in ID_KEYS if (n := name(item.get(k)))), None)))
        else:
            return (), f"{label} is {kind(item)}: expected text or an object with a text"
    return tuple(passages), ""


def labels(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a record says of itself beyond the answer; what is not of the right type says nothing."""
    tags = record.get("tags")
    return {
        "tags": tuple(t for t in tags if isinstance(t, str)) if isinstance(tags, list) else (),
        "persona_id": name(record.get("persona_id")),
        "stream": name(record.get("stream")),
    }


def blank(text: str) -> bool:
    """Return whether a text holds white space at most."""
    return not text or text.isspace()


def _surrogate(record: Mapping[str, Any], passages: Sequence[Passage]) -> str | None:
    """Return which text holds a lone surrogate. Files were searched when decoded; strings from Python were not."""
    texts = [(key, record.get(key)) for key in ("id", "answer", "question")]
    for number, passage in enumerate(passages, 1):
        texts += ((f"passage {number}", passage.text), (f"id of passage {number}", passage.document_id))
    for label, text in texts:
        if isinstance(text, str) and not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                return f"{label} has a lone surrogate at {error.start}: expected characters"
    return None


def name(value: object) -> str | None:
    """Return an identifier as saved: a nonblank string, or an integer as its digits."""
    if isinstance(value, str):
        return value if not blank(value) else None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def kind(value: object) -> str:
    """Return what a value is in the words of JSON."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return "a number" if isinstance(value, int | float | Huge) else f"a Python {type(value).__name__}"
