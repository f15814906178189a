"""Files: the cases in them, our own tables, and the configuration.

Opens files, as the command line and `cache` do and no other module. What a file of answers holds is for `records`,
`cases` and `transcript`; one that cannot be read is an error beside the cases of the others, never an exception.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from quantcheck.cache import cached
from quantcheck.intake import records, transcript
from quantcheck.intake.cases import Case
from quantcheck.intake.records import BOM, split
from quantcheck.intake.shapes import made, spans
from quantcheck.intake.shapes.recognise import Intake, recognise
from quantcheck.report import Error

SUFFIXES: Final = (".answer.json", ".answer.jsonl")
"""What a folder means by its answers."""
LINES: Final = (".jsonl", ".ndjson")
TABLES: Final = (".csv", ".tsv", ".parquet")
STDIN: Final = "-"
DETECT: Final = Intake()
"""Each record is of the shape that it shows."""

if TYPE_CHECKING:
    from quantcheck.reading.compiled import Language

_HERE: Final = Path(__file__).resolve().parent


class Unit(msgspec.Struct, frozen=True, array_like=True):
    """A piece of input that is checked by itself: the bytes of a file, or some lines of a long JSON Lines file.

    `first` is the number of cases that the file has before these lines, as far as is known when they are read: one for
    each line that holds something.
    """

    file: str
    data: bytes
    lines: bool = False
    first: int = 0
    number: int = 1
    byte: int = 0


def load(paths: Iterable[str], *, stdin: BinaryIO | None = None, how: Intake = DETECT) -> Iterator[Case | Error]:
    """Yield the cases of files and folders, and an error for each file that gives none; `-` is standard input.

    Folders are searched to the bottom, in sorted order. A file named twice is read once. A record that is no valid case
    is a case with a problem, so that every answer is accounted for. A long JSON Lines file is not held whole, unless it
    is a transcript.
    """
    counted: dict[str, int] = {}
    for unit in units(paths, stdin=stdin, how=how):
        if isinstance(unit, Error):
            yield unit
            continue
        if unit.lines:
            unit = msgspec.structs.replace(unit, first=counted.get(unit.file, 0))
        for item in within(unit, how):
            counted[unit.file] = counted.get(unit.file, 0) + isinstance(item, Case)
            yield item


def units(paths: Iterable[str], *, stdin: BinaryIO | None = None, how: Intake = DETECT) -> Iterator[Unit | Error]:
    """Yield the units of files and folders, each read when it is asked for, and an error for what is unreadable."""
    seen: set[str] = set()
    for path in paths:
        for found in _files(path):
            if isinstance(found, Error):
                yield found
                continue
            key = found if found == STDIN else os.path.normpath(found)
            if key not in seen:
                seen.add(key)
                yield from _standard_input(stdin, how) if found == STDIN else _opened(found, how)


def within(unit: Unit, how: Intake) -> Iterator[Case | Error]:
    """Yield the cases that a unit holds, and an error where it holds none."""
    if not unit.lines:
        return cases(unit.data, unit.file, how)
    found = records.of_stretch(records.Stretch(unit.data, unit.number, unit.byte))
    return made.cases(found, unit.file, _stem(unit.file), how, first=unit.first)


def alone(unit: Unit) -> list[Unit]:
    """Return a unit of lines as one for each line that holds something."""
    found = records.alone(records.Stretch(unit.data, unit.number, unit.byte))
    return [Unit(unit.file, s.data, True, unit.first + n, s.number, s.byte) for n, s in enumerate(found)]


def _cut(stream: BinaryIO, file: str, how: Intake) -> Iterator[Unit]:
    """Yield a file in units: only where no record says anything about another can it be more than one."""
    if file.lower().endswith(TABLES) or how.mapped or (how.shape is not None and how.shape.name == spans.SHAPE):
        yield Unit(file, stream.read())
        return
    found = records.stretches(stream)
    if isinstance(found, bytes):
        yield Unit(file, found)
        return
    first = 0
    asked = how.shape is None
    for stretch in found:
        if asked:
            objects = (r.value for r in records.of_stretch(stretch) if isinstance(r.value, dict))
            value = next(objects, None)
            if _is_turn(value):
                head = BOM if stretch.byte else b""
                yield Unit(file, b"".join((head, stretch.data, *(s.data for s in found))))
                return
            asked = False
        yield Unit(file, stretch.data, True, first, stretch.number, stretch.byte)
        first += records.held(stretch)


def cases(data: bytes, file: str, how: Intake = DETECT) -> Iterator[Case | Error]:
    """Yield the cases that the bytes of one file hold, or the error that they hold none."""
    if file.lower().endswith(TABLES):
        from quantcheck.intake import tabular  # most files are JSON

        try:
            rows = tabular.records(data, file, how)
        except tabular.Unreadable as wrong:
            yield Error(file, "", str(wrong))
            return
        yield from made.cases(rows, file, _stem(file), how)
        return
    if data.startswith(b"PK\x03\x04"):
        yield Error(file, "", "is a zip archive: expected JSON; `inspect log dump` makes it of an Inspect log")
        return
    found = split(data, prefer_lines=file.lower().endswith(LINES))
    if not found:
        empty = "holds no case" if data.removeprefix(BOM).strip() else "is empty"
        yield Error(file, "", f"{empty}: expected a case object, an array of cases or JSON Lines")
        return
    first = next((r.value for r in found if isinstance(r.value, dict)), None)
    if how.shape is not None or not _is_turn(first):
        yield from made.cases(found, file, _stem(file), how)
        return
    turns = list(transcript.cases(found, file, _stem(file)))
    yield from turns
    if not turns:
        yield Error(file, "", "no assistant turn in the transcript: expected at least one")


def _is_turn(value: object) -> bool:
    """Return whether a file's first object makes it a transcript: other records may have a `session_id` too."""
    if not transcript.is_turn(value) or not isinstance(value, dict):
        return False
    return "role" in value or not recognise(value)


def _stem(file: str) -> str:
    name = "stdin" if file == STDIN else file.rsplit("/", 1)[-1]
    for suffix in (*SUFFIXES, *LINES, *TABLES, ".json"):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def shown(path: str) -> str:
    """Return a path as it stands in a report: with slashes, and in characters where the file system has only bytes."""
    name = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return name.replace(os.sep, "/")


def read(path: str) -> bytes | Error:
    """Return the bytes of a regular file, or why there are none. Never waits on a pipe or a device."""
    stream = _open(path)
    if isinstance(stream, Error):
        return stream
    try:
        with stream:
            return stream.read()
    except OSError as error:
        return Error(shown(path), "", _plain(error))


def _open(path: str) -> BinaryIO | Error:
    """Open a regular file, or return why it cannot be. Never waits on a pipe or a device."""
    try:
        if sort := _sort(os.stat(path).st_mode):
            return Error(shown(path), "", f"is a {sort}: expected a file")
        # Without blocking: what is a file now may be a pipe when it is opened, and nobody may write to it.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        stream = os.fdopen(handle, "rb")
        if sort := _sort(os.fstat(handle).st_mode):
            stream.close()
            return Error(shown(path), "", f"is a {sort}: expected a file")
        return stream
    except OSError as error:
        return Error(shown(path), "", _plain(error))
    except ValueError:
        return Error(shown(path), "", "is no name that a file can have")


def _opened(path: str, how: Intake) -> Iterator[Unit | Error]:
    stream = _open(path)
    if isinstance(stream, Error):
        yield stream
        return
    with stream:
        yield from _guarded(_cut(stream, shown(path), how), lambda error: Error(shown(path), "", _plain(error)))


def _guarded(found: Iterator[Unit], refused: Callable[[OSError], Error]) -> Iterator[Unit | Error]:
    """Yield what is read, and an error where reading fails."""
    while True:
        try:
            unit = next(found, None)
        except OSError as error:
            yield refused(error)
            return
        if unit is None:
            return
        yield unit


def _files(path: str) -> Iterator[str | Error]:
    """Yield a file's own name, or the answers in a folder."""
    if path == STDIN or not os.path.isdir(path):
        yield path
        return
    errors: list[Error] = []

    def refused(error: OSError) -> None:
        name = os.fsdecode(error.filename or path)
        errors.append(Error(shown(name), "", _plain(error)))

    found: list[str] = []
    for folder, below, names in os.walk(path, onerror=refused):
        found += (os.path.join(folder, name) for name in (*names, *below) if name.lower().endswith(SUFFIXES))
    yield from sorted(errors, key=lambda error: error.file)
    yield from sorted(found, key=lambda name: name.split(os.sep))
    if not found and not errors:
        yield Error(shown(path), "", f"no answers in this folder: expected *{SUFFIXES[0]} or *{SUFFIXES[1]}")


def _standard_input(stdin: BinaryIO | None, how: Intake) -> Iterator[Unit | Error]:
    unreadable = Error(
        STDIN, "", "standard input cannot be read: expected a case object, an array of cases or JSON Lines"
    )
    stream = stdin or getattr(sys.stdin, "buffer", None)
    if stream is None or stream.closed:
        yield unreadable
        return
    yield from _guarded(_cut(stream, STDIN, how), lambda _: unreadable)


def _plain(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return f"cannot be read: {(error.strerror or type(error).__name__).lower()}"


def _sort(mode: int) -> str:
    """Return what stands in a file's place, or nothing where it is a file."""
    if stat.S_ISREG(mode):
        return ""
    sorts = ((stat.S_ISDIR, "folder"), (stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"))
    return next((name for test, name in sorts if test(mode)), "device")


def tables() -> dict[str, str]:
    """Return the texts of grammar and vocabulary by name (`grammar/quantity.lark`, `vocab/units/length.toml`), sorted.

    They are looked for in the package, where an installation has them, then beside it, where a checkout has them.
    """
    texts: dict[str, str] = {}
    for name, packaged in (("grammar", "grammar"), ("vocab", "vocab_data")):
        root = next((p for p in (_HERE / packaged, _HERE.parent / name) if p.is_dir()), None)
        if root is None:
            raise FileNotFoundError(
                f"{name}/ is neither in the package {_HERE.name} nor beside it: reinstall quantcheck"
            )
        for folder, _, names in os.walk(root):
            for file in names:
                if file.endswith((".lark", ".toml")):
                    path = Path(folder, file)
                    texts[f"{name}/{path.relative_to(root).as_posix()}"] = path.read_text(encoding="utf-8")
    return dict(sorted(texts.items()))


def digest(texts: dict[str, str], prefix: str = "") -> str:
    """Return a digest of the tables whose names begin with a prefix: of names and contents, in order of name."""
    whole = hashlib.sha256()
    for name, text in sorted(texts.items()):
        if name.startswith(prefix):
            for piece in (name.encode(), text.encode()):
                whole.update(b"%d:" % len(piece) + piece)
    return whole.hexdigest()


class Configuration(msgspec.Struct, frozen=True):
    """A configuration as found: the file it stands in and its options, not yet checked."""

    file: str
    options: dict[str, Any]
    folder: str = ""
    """The folder of the file, from which the paths in it go."""


def configuration(path: str | None = None, *, start: str = ".") -> Configuration | Error:
    """Return the options of a file, or of the nearest pyproject.toml from `start` upwards with `[tool.quantcheck]`.

    A named file has its options in that table or, where it has none and is no pyproject.toml, at its top.
    """
    if path is not None:
        data = read(path)
        if isinstance(data, Error):
            return data
        options = _options(data, shown(path))
        if isinstance(options, Error):
            return options
        if options is None:
            return Error(shown(path), "", "has no table [tool.quantcheck]: expected one with the options")
        return Configuration(shown(path), options, os.path.dirname(path))
    folder = os.path.abspath(start)
    while True:
        name = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(name):
            data = read(name)
            options = data if isinstance(data, Error) else _options(data, shown(name))
            if isinstance(options, Error):
                return options
            if options is not None:
                return Configuration(shown(name), options, folder)
        above = os.path.dirname(folder)
        if above == folder:
            return Configuration("", {})
        folder = above


def _options(data: bytes, file: str) -> dict[str, Any] | Error | None:
    bare = not file.endswith("pyproject.toml")
    if not bare and b"quantcheck" not in data:
        return None
    import tomllib  # most runs have no configuration

    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return Error(file, "", f"byte {error.start} is not UTF-8: expected UTF-8")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Error(file, "", f"not TOML: {str(error) or 'nested too deep'}")
    tool = document.get("tool")
    table = tool.get("quantcheck") if isinstance(tool, dict) else None
    if table is None:
        return document if bare and "tool" not in document else None
    if not isinstance(table, dict):
        return Error(file, "tool.quantcheck", "is no table: expected options")
    return table


_language: Language | None = None


def language() -> Language:
    """Return the compiled language, from the cache where it has been compiled from these tables before."""
    global _language
    if _language is None:
        from quantcheck.reading import compiled

        texts = tables()
        grammar, vocabulary = digest(texts, "grammar/"), digest(texts, "vocab/")
        data = cached(f"language {grammar} {vocabulary}", lambda: compiled.compile_language(texts, grammar, vocabulary))
        _language = compiled.decode(data)
    return _language
