"""The structured answer: atomic claims with their citations, or an abstention with its reason."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quantcheck.evidence.place import Document
from quantcheck.evidence.sets import convert
from quantcheck.evidence.store import read_json
from quantcheck.output import CannotDo


class Citation(msgspec.Struct, frozen=True):
    """A citation of a claim: the label and citation of an item, and an exact part of its text."""

    label: str
    citation: str
    quote: str


class Claim(msgspec.Struct, frozen=True):
    """One statement and what it rests on."""

    claim_id: str
    text: str
    citations: tuple[Citation, ...]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A structured answer as a model returns it. Unknown keys are ignored, missing ones are not filled in."""

    evidence_set_id: str
    claims: tuple[Claim, ...]
    abstained: bool
    abstention_reason: str | None = None


def load(path: Path) -> tuple[Answer, Document]:
    """Return the answer of a file, and the document that knows where each part of it stands."""
    document = read_json(path)
    return decode(document, str(path)), document


def decode(document: Document, name: str) -> Answer:
    """Return the answer of a parsed document, or raise `CannotDo` where it has another form."""
    if not isinstance(document.value, dict):
        raise CannotDo(f"{name}: expected an object with evidence_set_id, claims and abstained")
    return convert(document.value, Answer, name)
