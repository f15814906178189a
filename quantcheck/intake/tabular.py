"""Rows of CSV, TSV and Parquet as records. A cell of a CSV file keeps its place; Parquet has none and needs pyarrow.

Text that a spreadsheet or a data frame wrote for a list of passages is read as the list: JSON, or Python's way to write
a list of strings. Opens no file.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, Final

from quantcheck.intake import strictjson
from quantcheck.intake.cases import blank
from quantcheck.intake.position import Document, InText, Where
from quantcheck.intake.records import BOM, Record
from quantcheck.intake.shapes import paths
from quantcheck.intake.shapes.recognise import Intake
from quantcheck.intake.shapes.table import SHAPES

_CELL: Final = re.compile(r'"((?:[^"]++|"")*+)"|([^\r\n"]*+)')
_BREAK: Final = re.compile(r"\r\n?|\n")
_ITEM: Final = re.compile(r"""'(?:[^'\\]++|\\.)*+'|"(?:[^"\\]++|\\.)*+\"""", re.DOTALL)
_BETWEEN: Final = re.compile(r"\s*+,\s*+")


class Unreadable(ValueError):
    """The bytes are no such table: one line that says what was expected."""


class _Cell:
    """Places of the characters of a cell, in which a quotation mark may be written twice."""

    def __init__(self, document: Document, start: int, doubled: list[int]) -> None:
        self._document = document
        self._start = start
        self._doubled = doubled

    def at(self, offset: int, /) -> tuple[int, int]:
        return self._document.at(self._start + offset + bisect_right(self._doubled, offset - 1))


class Row(Record):
    """A row by its columns."""

    __slots__ = ("_wheres",)

    def __init__(self, value: Any, place: str, wheres: dict[str, Where], fault: str = "") -> None:
        super().__init__(value, place, None, (), fault)
        self._wheres = wheres

    def where(self, *path: str | int) -> Where:
        """Return the places of a cell; of text inside it, those of its first character."""
        return self._wheres.get(str(path[0])) or InText("")


def records(data: bytes, file: str, how: Intake) -> list[Record]:
    """Return the rows of a table as records. Raises `Unreadable`."""
    if file.lower().endswith(".parquet"):
        return list(_parquet(data))
    try:
        text = data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start} is not UTF-8: expected UTF-8") from None
    return list(_csv(text, "\t" if file.lower().endswith(".tsv") else "", _lists(how)))


def _lists(how: Intake) -> set[object]:
    """Return the columns that may hold passages, or records of several values."""
    shapes = SHAPES if how.shape is None else (how.shape,)
    held: set[object] = {paths.parse(path)[0] for shape in shapes for path in shape.passages}
    return held - {paths.parse(path)[0] for shape in shapes for path in shape.answer if len(paths.parse(path)) == 1}


def _csv(text: str, delimiter: str, lists: set[object]) -> Iterator[Record]:
    document = Document(text)
    if not delimiter:
        head = text[: next((m.start() for m in _BREAK.finditer(text)), len(text))]
        delimiter = max(",;", key=lambda mark: (head.count(mark), mark == ","))
    rows = _rows(text, delimiter)
    names: list[str] = []
    for _, cells in rows:
        names = [cell for cell, _, _ in cells]
        break
    if not any(names):
        raise Unreadable("has no header: expected the names of the columns in the first line")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"column {strictjson.shown(twice)} twice in the header: expected each once")
    for start, cells in rows:
        place = f"line {document.at(start)[0]}"
        if len(cells) != len(names):
            fault = f"has {len(cells)} of the {len(names)} cells that the header names: expected as many"
            yield Row(None, place, {}, fault)
            continue
        value: dict[str, Any] = {}
        wheres: dict[str, Where] = {}
        fault = ""
        for name, (cell, at, doubled) in zip(names, cells, strict=True):
            wheres[name] = _Cell(document, at, doubled)
            try:
                value[name] = _listed(cell) if name in lists else cell
            except ValueError as wrong:
                fault = fault or f"{name}: {wrong}"
            if name in ("question", "query", "input", "user_input") and not cell:
                value[name] = None
        yield Row(value, place, wheres, fault)


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[tuple[str, int, list[int]]]]]:
    """Yield each row with its offset: its cells with their text, their offset, and where a doubled mark stands."""
    plain = re.compile(rf"[^\r\n{delimiter}]*+")
    at = 0
    while at < len(text):
        start = at
        cells: list[tuple[str, int, list[int]]] = []
        while True:
            quoted = _CELL.match(text, at) if text.startswith('"', at) else None
            if quoted is not None and quoted[1] is not None:
                raw = quoted[1]
                doubled = [m.start() - n for n, m in enumerate(re.finditer('""', raw))] if '""' in raw else []
                cells.append((raw.replace('""', '"'), at + 1, doubled))
                at = quoted.end()
                if at < len(text) and text[at] not in f"{delimiter}\r\n":
                    raise Unreadable(f"{_line(text, at)}: text behind a closing quotation mark: expected {delimiter!r}")
            elif text.startswith('"', at):
                raise Unreadable(f"{_line(text, at)}: expected a closing quotation mark for the one here")
            else:
                match = plain.match(text, at)
                end = match.end() if match else at
                cells.append((text[at:end], at, []))
                at = end
            if at < len(text) and text[at] == delimiter:
                at += 1
                continue
            break
        if match := _BREAK.match(text, at):
            at = match.end()
        if len(cells) > 1 or not blank(cells[0][0]):
            yield start, cells


def _line(text: str, at: int) -> str:
    row, column = Document(text).at(at)
    return f"line {row}, column {column}"


def _listed(cell: str) -> Any:
    """Return the list that a cell writes out, the cell itself where it is none, None where it is empty."""
    inner = cell.strip()
    if not inner:
        return None
    if not inner.startswith(("[", "{")):
        return cell
    try:
        value, end = strictjson.decode(inner)
        if not inner[end:].strip():
            return value
    except strictjson.Fault:
        # No JSON: perhaps a list as Python prints it.
        pass
    if inner.startswith("[") and inner.endswith("]"):
        found = _strings(inner[1:-1].strip())
        if found is not None:
            return found
    if re.match(r"\[\s*+['\"{]", inner):
        raise ValueError("looks like a list and is none: expected JSON, or Python's list of strings")
    return cell


def _strings(inner: str) -> list[str] | None:
    found: list[str] = []
    at = 0
    while at < len(inner):
        match = _ITEM.match(inner, at)
        if match is None:
            return None
        try:
            found.append(str(ast.literal_eval(match[0])))
        except (SyntaxError, ValueError):
            return None
        at = match.end()
        if at < len(inner):
            comma = _BETWEEN.match(inner, at)
            if comma is None:
                return None
            at = comma.end()
    return found


def _parquet(data: bytes) -> Iterable[Record]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise Unreadable("Parquet needs pyarrow: expected `pip install 'quantcheck[parquet]'`") from None
    try:
        rows: list[dict[str, Any]] = parquet.read_table(pyarrow.BufferReader(data)).to_pylist()
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        said = (str(error).splitlines() or [""])[0][:120]
        raise Unreadable(f"cannot be read as Parquet: {said}") from None
    for number, row in enumerate(rows, 1):
        yield Row(row, f"row {number}", dict.fromkeys(row, _Nowhere(number)))


class _Nowhere:
    """Stands for the place of a cell in a file without lines: the row, and the offset in the cell."""

    def __init__(self, row: int) -> None:
        self._row = row

    def at(self, offset: int, /) -> tuple[int, int]:
        return self._row, offset + 1
