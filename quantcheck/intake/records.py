"""Cut the bytes of one file into JSON records: an object, an array, JSON Lines, or values one behind the other.

Knows JSON and lines; what a record means is for `cases` and `transcript`. Opens no file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NamedTuple

from quantcheck.intake import strictjson
from quantcheck.intake.position import Document, Where, line_starts

BOM: Final = b"\xef\xbb\xbf"
BLANK: Final = b" \t\r\n"
STRETCH: Final = 1 << 17
"""Bytes of a stretch of lines, about; a file up to this size is taken whole."""


class Record:
    """One decoded value that ought to be a case or a turn, or the fault for which it could not be decoded."""

    __slots__ = ("_document", "_path", "fault", "place", "value")

    def __init__(
        self, value: Any, place: str, document: Document | None, path: strictjson.Path = (), fault: str = ""
    ) -> None:
        self.value = value
        self.place = place
        self.fault = fault
        self._document = document
        self._path = path

    def where(self, *path: str | int) -> Where:
        """Return the places of the string that the record holds at a path of keys and indices."""
        if self._document is None:
            raise ValueError(self.fault)
        return self._document.string(*self._path, *path)

    def inner(self, value: Any, path: strictjson.Path, label: str) -> Record:
        """Return a record that this one holds at a path."""
        return Record(value, f"{self.place}, {label}", self._document, (*self._path, *path))


class _Line:
    """A line that holds something: its text, its number, and the byte of the file at which it begins."""

    __slots__ = ("byte", "number", "text")

    def __init__(self, text: str, number: int, byte: int) -> None:
        self.text = text
        self.number = number
        self.byte = byte


def split(data: bytes, *, prefer_lines: bool = False) -> list[Record]:
    """Return the records of a file in order; empty where it holds nothing but blanks, or an empty array.

    Whether it is JSON Lines is seen from its first line, which must be JSON by itself. Where that line is broken, a
    file that is no single document either counts as JSON Lines if its name says so (`prefer_lines`) or its second line
    is an object by itself: the broken line is then one record with a fault, and the others are read.
    """
    skipped = len(BOM) if data.startswith(BOM) else 0
    body = data[skipped:] if skipped else data
    text, damaged = _decoded(body)
    lines = _lines(text, skipped, damaged)
    first = next(lines, None)
    if first is None:
        return []
    second = next(lines, None)
    head = _of_line(first, damaged)
    if second is None:
        return head
    if head and head[0].fault:
        whole = _of_line(_Line(text, 1, skipped), damaged)
        if not whole or not whole[0].fault or not (prefer_lines or _is_object(second.text)):
            return whole
    found = head + _of_line(second, damaged)
    for line in lines:
        found += _of_line(line, damaged)
    return found


class Stretch(NamedTuple):
    """Whole lines of a JSON Lines file, with the number and the byte of the file at which they begin."""

    data: bytes
    number: int = 1
    byte: int = 0


def stretches(stream: BinaryIO) -> Iterator[Stretch] | bytes:
    """Return a long JSON Lines file in stretches, each read when it is asked for; any other file as its bytes.

    By the rule of `split` it is JSON Lines when its first line is JSON by itself and is not its only one.
    """
    head = stream.read(STRETCH + 1)
    if len(head) <= STRETCH:
        return head
    head += stream.readline()
    while b"\n" not in head.strip(BLANK):  # one line so far; twice as much each time, so that the work stays linear
        more = stream.read(len(head)) + stream.readline()
        if not more:
            return head
        head += more
    body = head.removeprefix(BOM)
    first = body.lstrip(BLANK).split(b"\n", 1)[0] + b"\n"
    found = of_stretch(Stretch(first))
    if not found or found[0].fault:
        return head + stream.read()
    return _stretches(Stretch(body, 1, len(head) - len(body)), stream)


def _stretches(stretch: Stretch, stream: BinaryIO) -> Iterator[Stretch]:
    while stretch.data:
        yield stretch
        data, number, byte = stretch
        more = stream.read(STRETCH)
        if more and not more.endswith(b"\n"):
            more += stream.readline()
        stretch = Stretch(more, number + breaks(data), byte + len(data))


def breaks(data: bytes) -> int:
    """Return how many lines end in some whole lines: at LF, CRLF or CR."""
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else data.count(b"\n")


def held(stretch: Stretch) -> int:
    """Return how many lines hold something."""
    return sum(1 for line in stretch.data.split(b"\n") if line.strip(BLANK))


def of_stretch(stretch: Stretch) -> list[Record]:
    """Return the records of some lines, as `split` would return them with the rest of their file."""
    text, damaged = _decoded(stretch.data)
    found: list[Record] = []
    for line in _lines(text, stretch.byte, damaged, stretch.number):
        found += _of_line(line, damaged)
    return found


def alone(stretch: Stretch) -> list[Stretch]:
    """Return each line that holds something as a stretch of its own."""
    found, number, byte = [], stretch.number, stretch.byte
    for line in stretch.data.split(b"\n"):
        whole = line + b"\n"
        if line.strip(BLANK):
            found.append(Stretch(whole, number, byte))
        number, byte = number + breaks(whole), byte + len(whole)
    return found


def _decoded(data: bytes) -> tuple[str, bool]:
    """Return the text, and whether it holds bytes that are not UTF-8, each a lone surrogate in it."""
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError:
        # Keeps the place of each bad byte as a lone surrogate, which valid UTF-8 never gives.
        return data.decode("utf-8", "surrogateescape"), True


def _lines(text: str, byte: int, damaged: bool, number: int = 1) -> Iterator[_Line]:
    """Yield the lines that hold more than blanks. Byte offsets are kept only where one may have to be told."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        line = text[start:end]
        if line.strip(" \t\n\r"):
            yield _Line(line, number, byte)
        if damaged:
            byte += len(line.encode("utf-8", "surrogateescape"))
        number += len(line_starts(line)) - 1 if "\r" in line else 1
        start = end


def _of_line(line: _Line, damaged: bool) -> list[Record]:
    if damaged:
        try:
            line.text.encode()
        except UnicodeEncodeError as error:
            byte = line.byte + len(line.text[: error.start].encode())
            value = ord(line.text[error.start]) - 0xDC00
            hint = " (the file looks like UTF-16)" if byte == 0 and value in (0xFF, 0xFE) else ""
            fault = f"byte {byte} (0x{value:02x}) is not UTF-8{hint}: expected UTF-8"
            row, _ = Document(line.text, line.number).at(error.start)
            return [Record(None, f"line {row}", None, (), fault)]
    return _sequence(line.text.rstrip("\r\n"), line.number, 1)


def _sequence(text: str, line: int, column: int) -> list[Record]:
    """Return the records of the values in a text, elements of an array each for itself; the first fault ends it."""
    found: list[Record] = []
    whole = Document(text, line, column)
    at = strictjson.skip(text, 0)
    while at < len(text):
        try:
            value, end = strictjson.decode(text, at)
        except strictjson.Fault as fault:
            row, col = whole.at(fault.offset)
            # What stands before a fault in the same text is part of something broken.
            return [Record(None, f"line {row}, column {col}", None, (), fault.message)]
        row, col = whole.at(at) if at else (line, column)
        document = Document(text[at:end], row, col)
        if isinstance(value, list):
            found += [Record(v, f"line {row}, item {n}", document, (n - 1,)) for n, v in enumerate(value, 1)]
        else:
            found.append(Record(value, f"line {row}", document))
        at = strictjson.skip(text, end)
    return found


def _is_object(text: str) -> bool:
    try:
        value, end = strictjson.decode(text)
    except strictjson.Fault:
        return False
    return isinstance(value, dict) and strictjson.skip(text, end) == len(text)
