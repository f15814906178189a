"""Turns of saved conversations as cases: an assistant turn is an answer, the nearest user turn before it its question.

Earlier assistant turns are history and support nothing. Opens no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from quantcheck.intake.cases import Case, Problem, blank, broken, evidence, kind, labels, name
from quantcheck.intake.position import InText
from quantcheck.intake.records import Record

ROLES: Final = ("user", "assistant", "system", "developer", "tool", "function")


class _Turn(msgspec.Struct):
    record: Record
    value: Mapping[str, Any]
    index: int | None = None
    fault: str = ""
    """Why it can be no turn of its session; it counts all the same, so that the others keep their numbers."""
    key: str = ""
    text: object = None


def is_turn(value: object) -> bool:
    """Return whether a record is a turn of a transcript, and no case."""
    return isinstance(value, Mapping) and "answer" not in value and ("role" in value or "session_id" in value)


def cases(records: Sequence[Record], file: str, stem: str) -> Iterator[Case]:
    """Yield the cases of a transcript, session by session in order of first appearance, then what belongs to none.

    A case has the id `<session>/<ordinal>`: turns of a session count from 1, those of every role. What belongs to no
    session is named after the `stem`.
    """
    sessions, homeless = _sessions(records)
    index = 0
    for session, turns in sessions.items():
        for case in _session(session, turns, file, index):
            yield case
            index += 1
    for record, fault in homeless:
        yield broken(fault, id=f"{stem}#{index + 1}", file=file, index=index, place=record.place)
        index += 1


class Spoken(NamedTuple):
    """A turn of a session by its ordinal, which is part of its source id `turn:N`."""

    ordinal: int
    role: str
    text: str


def conversations(records: Sequence[Record]) -> Iterator[tuple[str, list[Spoken]]]:
    """Yield each session of a transcript with the turns that hold text, in the order in which they were spoken."""
    for session, turns in _sessions(records)[0].items():
        yield (
            session,
            [
                Spoken(ordinal, turn.value["role"], turn.text)
                for ordinal, turn in enumerate(_in_order(turns), 1)
                if not turn.fault and isinstance(turn.text, str) and not blank(turn.text)
            ],
        )


def _sessions(records: Sequence[Record]) -> tuple[dict[str, list[_Turn]], list[tuple[Record, str]]]:
    """Return the turns of each session as the file has them, and the records of none with the reason."""
    sessions: dict[str, list[_Turn]] = {}
    homeless: list[tuple[Record, str]] = []
    for record in records:
        fault = record.fault
        if not fault and not isinstance(record.value, Mapping):
            fault = f"{kind(record.value)}: expected a turn with session_id, role and text"
        session = None if fault else name(record.value.get("session_id"))
        if session is None:
            found = None if fault else record.value.get("session_id")
            state = kind(found) if found is not None else "absent"
            homeless.append((record, fault or f"session_id is {state}: expected the name of a session"))
        else:
            sessions.setdefault(session, []).append(_turn(record))
    return sessions, homeless


def _turn(record: Record) -> _Turn:
    value: Mapping[str, Any] = record.value
    turn = _Turn(record, value)
    role, index = value.get("role"), value.get("turn_index")
    if role not in ROLES:
        shown = msgspec.json.encode(role).decode() if isinstance(role, str) else kind(role)
        turn.fault = f"role is {shown if 'role' in value else 'absent'}: expected one of {', '.join(ROLES)}"
    elif index is not None and (not isinstance(index, int) or isinstance(index, bool)):
        turn.fault = f"turn_index is {kind(index)}: expected an integer"
    else:
        turn.index = index
    turn.key = "content" if value.get("text") is None else "text"
    turn.text = value.get(turn.key)
    return turn


def _session(session: str, turns: list[_Turn], file: str, index: int) -> Iterator[Case]:
    disorder = _disorder(turns)
    turns = _in_order(turns)
    asked: tuple[int, _Turn] | None = None
    for ordinal, turn in enumerate(turns, 1):
        id = f"{session}/{ordinal}"
        if turn.fault:
            yield broken(turn.fault, id=id, file=file, index=index, place=turn.record.place)
        elif turn.value["role"] == "assistant":
            yield _case(turn, asked, disorder, id, file, index)
        else:
            if turn.value["role"] == "user":
                asked = ordinal, turn
            continue
        index += 1


def _in_order(turns: list[_Turn]) -> list[_Turn]:
    """Return turns in the order of their indices where every one has its own, else as the file has them."""
    indexed = all(turn.index is not None or turn.fault for turn in turns)
    return _ordered(turns) if indexed and not _disorder(turns) else turns


def _ordered(turns: list[_Turn]) -> list[_Turn]:
    """Sort by `turn_index`; a faulty turn has none and stays behind the turn it follows in the file."""
    at = -1
    places = []
    for line, turn in enumerate(turns):
        at = at if turn.index is None else turn.index
        places.append((at, turn.index is None, line))
    return [turns[line] for _, _, line in sorted(places)]


def _disorder(turns: Sequence[_Turn]) -> str:
    """Return why the order of a session cannot be known, if so."""
    seen: dict[int, _Turn] = {}
    bare = next((turn for turn in turns if turn.index is None and not turn.fault), None)
    for turn in turns:
        if turn.index is None:
            continue
        if bare is not None:
            return f"turn_index at {turn.record.place} but not at {bare.record.place}: expected in all turns or none"
        if turn.index in seen:
            first = seen[turn.index].record.place
            return f"turn_index {turn.index} at {first} and at {turn.record.place}: expected once in a session"
        seen[turn.index] = turn
    return ""


def _case(turn: _Turn, asked: tuple[int, _Turn] | None, disorder: str, id: str, file: str, index: int) -> Case:
    text, question = turn.text, asked[1].text if asked else None
    metadata = turn.value.get("metadata")
    passages, lack = evidence(metadata) if isinstance(metadata, Mapping) and "context" in metadata else ((), "absent")
    source = f"turn:{asked[0]}" if asked else "question"
    return Case(
        id=id,
        file=file,
        index=index,
        answer=text if isinstance(text, str) else "",
        where=turn.record.where(turn.key) if isinstance(text, str) else InText(""),
        question=question if isinstance(question, str) else None,
        question_source=source,
        passages=passages,
        problem=_problem(turn, asked, disorder, lack),
        place=turn.record.place,
        **labels(turn.value),
    )


def _problem(turn: _Turn, asked: tuple[int, _Turn] | None, disorder: str, lack: str) -> Problem | None:
    """Return the first problem in the order of the case statuses."""
    text = turn.text
    invalid = disorder
    if not invalid and text is not None and not isinstance(text, str):
        invalid = f"{turn.key} is {kind(text)}: expected a string"
    if not invalid and asked is None:
        invalid = "no user turn before this one: expected the question it answers"
    if not invalid and asked and asked[1].text is not None and not isinstance(asked[1].text, str):
        invalid = f"{asked[1].key} of turn:{asked[0]} is {kind(asked[1].text)}: expected a string"
    if invalid:
        return Problem("invalid", invalid)
    captured: tuple[tuple[Literal["this turn"] | str, object], ...] = (("this turn", text),)
    if asked:
        captured += ((f"turn:{asked[0]}, the question,", asked[1].text),)
    for label, value in captured:
        if not isinstance(value, str) or blank(value):
            return Problem("missing_capture", f"{label} has no text: expected a nonblank text or content")
    if lack:
        lack = "metadata.context is absent: expected passages" if lack == "absent" else f"metadata.{lack}"
        return Problem("missing_evidence", lack)
    return None
