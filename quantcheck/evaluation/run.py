"""A run: a folder of frozen answers that evaluations read. Made once, whole or not at all; checked at every opening."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from quantcheck import __version__
from quantcheck.intake import records, transcript
from quantcheck.intake.cases import Case, Passage, Problem
from quantcheck.intake.position import InText
from quantcheck.intake.transcript import Spoken
from quantcheck.output import CannotDo

SCHEMA: Final = "quantcheck.run/1"
MANIFEST: Final = "manifest.json"
CASES: Final = "cases.jsonl"
SESSIONS: Final = "sessions.jsonl"
LEDGER: Final = "ledger.sqlite"


class Frozen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer as it was captured. `number` counts from 1 and is its key everywhere; ids of users may repeat."""

    number: int
    id: str
    file: str
    place: str
    answer: str
    question: str | None = None
    question_source: str = "question"
    passages: tuple[Passage, ...] = ()
    problem: Problem | None = None
    tags: tuple[str, ...] = ()
    persona_id: str | None = None
    stream: str | None = None
    session: str | None = None
    """The session of a transcript in which it was said; its id then ends in its ordinal there."""

    def case(self) -> Case:
        """Return it as the core checks it; lines and columns are those of the answer."""
        return Case(
            id=self.id,
            file=self.file,
            index=self.number - 1,
            answer=self.answer,
            where=InText(self.answer),
            question=self.question,
            question_source=self.question_source,
            passages=self.passages,
            problem=self.problem,
            place=self.place,
            tags=self.tags,
            persona_id=self.persona_id,
            stream=self.stream,
        )


class Session(msgspec.Struct, frozen=True):
    """A saved conversation, whole."""

    session: str
    turns: tuple[Spoken, ...]


class File(msgspec.Struct, frozen=True):
    """A frozen file and its digest."""

    path: str
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a run holds. `completeness` says whether each context is all that the application could have seen."""

    schema: str
    engine: str
    dataset: str
    inputs: File
    cases: File
    sessions: File
    count: int
    completeness: Literal["unknown", "complete"] = "unknown"


class Run(msgspec.Struct, frozen=True):
    """An opened run, its digests checked."""

    path: Path
    manifest: Manifest
    digest: str

    @property
    def ledger(self) -> Path:
        """The file of calls and results."""
        return self.path / LEDGER

    def cases(self) -> Iterator[Frozen]:
        """Yield the frozen answers in order."""
        decoder = msgspec.json.Decoder(Frozen)
        with (self.path / CASES).open("rb") as lines:
            for line in lines:
                yield decoder.decode(line)

    def sessions(self) -> dict[str, tuple[Spoken, ...]]:
        """Return the conversations of a transcript, each once, by the name of the session."""
        decoder = msgspec.json.Decoder(Session)
        with (self.path / SESSIONS).open("rb") as lines:
            return {found.session: found.turns for found in map(decoder.decode, lines)}


class Captured(msgspec.Struct, frozen=True):
    """A new run, and one line for each answer that is in it but can not be read."""

    path: Path
    count: int
    problems: tuple[str, ...]


def capture(dataset: Path | str, out: Path | str, *, complete_context: bool = False) -> Captured:
    """Freeze the answers of a dataset in a new folder below `out`; `-` is standard input."""
    from quantcheck import load
    from quantcheck.evaluation.ledger import Ledger

    name = str(dataset)
    data = sys.stdin.buffer.read() if name == load.STDIN else load.read(name)
    if not isinstance(data, bytes):
        raise CannotDo(f"{data.file}: {data.message}")
    shown = load.shown(name)
    frozen: list[Frozen] = []
    problems: list[str] = []
    for case in load.cases(data, shown):
        if not isinstance(case, Case):
            raise CannotDo(f"{case.file}: {f'{case.place}: ' if case.place else ''}{case.message}")
        frozen.append(_freeze(case, len(frozen) + 1))
        if case.problem and case.problem.status == "invalid":
            problems.append(f"{case.file}: {case.place}: {case.problem.message}")
    lines = b"".join(msgspec.json.encode(case) + b"\n" for case in frozen)
    spoken = _conversations(data, shown) if any(case.session is not None for case in frozen) else b""
    inputs = File("inputs/dataset", _sha256(data))
    manifest = Manifest(
        SCHEMA,
        __version__,
        shown,
        inputs,
        File(CASES, _sha256(lines)),
        File(SESSIONS, _sha256(spoken)),
        len(frozen),
        "complete" if complete_context else "unknown",
    )
    body = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
    target = Path(out)
    try:
        target.mkdir(parents=True, exist_ok=True)
        building = Path(tempfile.mkdtemp(prefix=".capture-", dir=target))
    except OSError as error:
        raise CannotDo(f"{out}: no run can be made here: {_reason(error)}") from None
    try:
        (building / "inputs").mkdir()
        for file, content in ((inputs.path, data), (CASES, lines), (SESSIONS, spoken), (MANIFEST, body)):
            _write(building / file, content)
        Ledger.create(building / LEDGER, _sha256(body))
        os.chmod(building, 0o777 & ~_umask())
        return Captured(_settle(building, target, shown, _sha256(data)), len(frozen), tuple(problems))
    except OSError as error:
        raise CannotDo(f"{out}: the run cannot be written: {_reason(error)}") from None
    finally:
        shutil.rmtree(building, ignore_errors=True)


def open_run(path: Path | str) -> Run:
    """Return a run whose files are as they were frozen, or raise `CannotDo`."""
    folder = Path(path)
    try:
        body = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        raise CannotDo(f"{path}: is no run: expected a folder of `quantcheck capture`, with {MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise CannotDo(f"{path}: is no run: {_reason(error)}") from None
    try:
        manifest = msgspec.json.decode(body, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise CannotDo(f"{folder / MANIFEST}: damaged: expected the manifest of a run") from None
    if manifest.schema != SCHEMA:
        raise CannotDo(f"{folder / MANIFEST}: schema {manifest.schema!r}: expected {SCHEMA}")
    files = (("inputs/dataset", manifest.inputs), (CASES, manifest.cases), (SESSIONS, manifest.sessions))
    for name, file in files:
        if file.path != name or _file_sha256(folder / name) != file.sha256:
            raise CannotDo(f"{folder / name}: changed since it was captured: its digest differs from the manifest's")
    return Run(folder, manifest, _sha256(body))


def _freeze(case: Case, number: int) -> Frozen:
    return Frozen(
        number=number,
        id=case.id,
        file=case.file,
        place=case.place,
        answer=case.answer,
        question=case.question,
        question_source=case.question_source,
        passages=case.passages,
        problem=case.problem,
        tags=case.tags,
        persona_id=case.persona_id,
        stream=case.stream,
        session=case.id.rpartition("/")[0] if case.question_source.startswith("turn:") else None,
    )


def _conversations(data: bytes, file: str) -> bytes:
    """Return the sessions of a transcript as lines, each turn once however many answers follow it."""
    from quantcheck import load

    told = transcript.conversations(records.split(data, prefer_lines=file.lower().endswith(load.LINES)))
    return b"".join(msgspec.json.encode(Session(session, tuple(turns))) + b"\n" for session, turns in told)


def _settle(building: Path, target: Path, dataset: str, digest: str) -> Path:
    """Move the finished folder to a name that is free."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", Path(dataset).name.split(".")[0]).strip("-")[:40] or "run"
    number = 1
    while True:
        path = target / (f"{stem}-{digest[:8]}" + (f"-{number}" if number > 1 else ""))
        if not path.exists():
            try:
                building.rename(path)
                return path
            except OSError:
                if not path.exists():
                    raise
        number += 1


def _write(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _file_sha256(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
