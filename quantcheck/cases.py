"""The noun of input: one answer with the question and the passages it was written from.

Turns decoded JSON values into cases and says what is wrong with those that are none (contract of evidence). Opens no file
and reads no quantity.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from quantcheck.position import Where

Status = Literal["invalid", "missing_capture", "missing_evidence", "not_applicable"]


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
    line: int = 1
    """Line of the file on which the record begins."""
    tags: tuple[str, ...] = ()
    persona_id: str | None = None
    stream: str | None = None
