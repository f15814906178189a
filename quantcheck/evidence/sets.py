"""The evidence set: what a model was shown, frozen under an id that its content determines.

Knows the records and their digests; cuts, ranks and reads nothing.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from quantcheck.evidence.faults import LEVELS, Issue
from quantcheck.evidence.place import Document, pointer
from quantcheck.evidence.store import read_json
from quantcheck.intake.strictjson import Path as Path_
from quantcheck.output import CannotDo

T = TypeVar("T")
SCHEMA: Literal["quantcheck.evidence/1"] = "quantcheck.evidence/1"


class Flag(msgspec.Struct, frozen=True):
    """Words of a text that try to instruct a model: which rule, and where they stand in the text."""

    rule: str
    start: int
    end: int
    text: str


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One chunk as it was shown: label, path, lines, text and content hash are one record."""

    label: str
    chunk_id: str
    citation: str
    source_path: str
    start_line: int
    end_line: int
    content_hash: str
    text: str
    document_hash: str | None = None
    """SHA-256 of the whole document as it was read; absent in sets that do not say."""
    flags: tuple[Flag, ...] = ()


class Excluded(msgspec.Struct, frozen=True):
    """A chunk that was ranked and left out because it tries to instruct a model. Its text is not in the set."""

    chunk_id: str
    citation: str
    rules: tuple[str, ...]


class EvidenceSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Query and items in the order of the prompt, under their digest."""

    schema: str = SCHEMA
    evidence_set_id: str
    query: str
    items: tuple[Item, ...]
    excluded: tuple[Excluded, ...] = ()


def content_hash(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def citation(source_path: str, start_line: int, end_line: int) -> str:
    """Return the citation of lines: `file.md#L3-L8`, lines counted from 1, both included."""
    return f"{source_path}#L{start_line}-L{end_line}"


def set_id(query: str, items: tuple[Item, ...]) -> str:
    """Return the id of a set: the SHA-256 of the JSON of query and, in order, label, chunk id, citation, content hash.

    The JSON is compact and in UTF-8: `["query",[["S1","id","a.md#L1-L2","hash"],…]]`.
    """
    rows = [[item.label, item.chunk_id, item.citation, item.content_hash] for item in items]
    text = json.dumps([query, rows], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def freeze(query: str, items: tuple[Item, ...], excluded: tuple[Excluded, ...] = ()) -> EvidenceSet:
    """Return the evidence set of a query and its items."""
    return EvidenceSet(evidence_set_id=set_id(query, items), query=query, items=items, excluded=excluded)


def encode(evidence: EvidenceSet) -> dict[str, Any]:
    """Return a set as plain data, with the schema first."""
    data: dict[str, Any] = msgspec.to_builtins(evidence)
    data.pop("schema", None)
    return {"schema": evidence.schema, **data}


def load(path: Path) -> tuple[EvidenceSet, Document]:
    """Return the evidence set of a file, and the document that knows where each part of it stands.

    Raises `CannotDo` for another version, duplicate or blank labels and any other form.
    """
    document = read_json(path)
    return decode(document, str(path)), document


def decode(document: Document, name: str) -> EvidenceSet:
    """Return the evidence set of a parsed document; a set without `schema` is of this version."""
    value = document.value
    if not isinstance(value, dict):
        raise CannotDo(f"{name}: expected an object with evidence_set_id, query and items")
    version = value.get("schema", SCHEMA)
    if version != SCHEMA:
        raise CannotDo(f"{name}: expected schema {SCHEMA!r}, found {version!r}")
    evidence = convert(value, EvidenceSet, name)
    seen: dict[str, int] = {}
    for index, item in enumerate(evidence.items):
        wrong = ""
        if not item.label.strip():
            wrong = f"expected a label, found {item.label!r}"
        elif item.label in seen:
            wrong = f"label {item.label!r} twice, in items[{seen[item.label]}] and items[{index}]: expected each once"
        if wrong:
            line, column = document.find({("items", index, "label")})["items", index, "label"]
            raise CannotDo(f"{name}: line {line}, column {column}: {wrong}")
        seen[item.label] = index
    return evidence


def convert(value: Any, type_: type[T], name: str) -> T:
    """Return plain data as a struct, or raise `CannotDo` with the place that has another form."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise CannotDo(f"{name}: {str(error)[:1].lower()}{str(error)[1:]}") from None


def integrity(evidence: EvidenceSet, document: Document | None = None) -> list[Issue]:
    """Return what in a set does not agree with itself: id, text hashes, and path and lines against the citation."""
    issues: list[Issue] = []
    paths: list[Path_] = []

    def add(code: str, path: Path_, message: str, expected: str, found: str) -> None:
        paths.append(path)
        issues.append(
            Issue(code, LEVELS[code], message, place=pointer(path), file="evidence", expected=expected, found=found)
        )

    for index, item in enumerate(evidence.items):
        digest = content_hash(item.text)
        if digest != item.content_hash:
            place: Path_ = ("items", index, "content_hash")
            add("evidence-text-altered", place, f"the text of {item.label} has another hash", digest, item.content_hash)
        record = citation(item.source_path, item.start_line, item.end_line)
        if record != item.citation or not 1 <= item.start_line <= item.end_line:
            place = ("items", index, "citation")
            add("evidence-record-mismatch", place, f"path and lines of {item.label} differ", record, item.citation)
    digest = set_id(evidence.query, evidence.items)
    if digest != evidence.evidence_set_id:
        message = "the id is not the digest of query, labels, chunks, citations and hashes"
        add("evidence-set-altered", ("evidence_set_id",), message, digest, evidence.evidence_set_id)
    if document is None:
        return issues
    places = document.find(set(paths))
    return [
        msgspec.structs.replace(issue, line=places[path][0], column=places[path][1])
        for issue, path in zip(issues, paths, strict=True)
    ]
