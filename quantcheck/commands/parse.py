"""`quantcheck parse`: show what is read in a text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec
import typer

from quantcheck import load, output, report
from quantcheck.api import Checker
from quantcheck.building.parse import Tree
from quantcheck.commands import chosen, options
from quantcheck.intake import records
from quantcheck.lexing.island import Island
from quantcheck.output import CannotDo
from quantcheck.parsed import Parsed
from quantcheck.reading.read import read
from quantcheck.render import reading
from quantcheck.render.text import coloured, plain

INPUT_FORMATS = ("text", "jsonl")
FORMATS = ("text", "json", "jsonl")
SHOWN = ("values", "tokens", "ast")
_FILES = (".txt", ".md", ".json", ".jsonl", ".ndjson")


class _Line(NamedTuple):
    id: str
    text: str


def parse(
    text: Annotated[str, typer.Argument(metavar="TEXT|FILE|-", help="A text, a file, or - for standard input.")],
    input_format: Annotated[
        str | None,
        typer.Option("--input-format", metavar="|".join(INPUT_FORMATS), help="jsonl: a line is {id, text}."),
    ] = None,
    format: Annotated[
        str, typer.Option("--format", "-f", metavar="|".join(FORMATS), help="jsonl: one line a text.")
    ] = "text",
    show: Annotated[
        str, typer.Option("--show", metavar="|".join(SHOWN), help="The values, or what they were made from.")
    ] = "values",
    output_file: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output.")
    ] = None,
    config_file: options.Config = None,
    numbers: options.Numbers = None,
    citation_styles: options.CitationStyles = None,
    locale: options.Locale = None,
) -> int:
    """Show what is read in a text: quantities with their exact readings, citations, equations, what is left alone."""
    for name, value, allowed in (("--format", format, FORMATS), ("--show", show, SHOWN)):
        if value not in allowed:
            raise CannotDo(f'{name}: "{value}" is none of {", ".join(allowed)}')
    if input_format not in (None, *INPUT_FORMATS):
        raise CannotDo(f'--input-format: "{input_format}" is none of {", ".join(INPUT_FORMATS)}')
    checker = Checker(chosen.policy(config_file, locals()))
    data, file = _given(text)
    if (input_format or ("jsonl" if file.endswith((".jsonl", ".ndjson")) else "text")) == "jsonl":
        lines: Iterator[_Line | str] = _lines(data)
    else:
        lines = iter([_Line(file or "text", _decoded(data, file))])
    make = _renderer(checker, format, show)
    failed = False
    with output.opened(output_file) as put:
        for line in lines:
            if isinstance(line, str):
                output.complain(f"{file}: {line}")
                failed = True
            else:
                put(make(line))
    return 1 if failed else 0


def _given(text: str) -> tuple[bytes, str]:
    """Return the bytes to read and the file they come from; a text that names no file is itself read."""
    if text == "-":
        return sys.stdin.buffer.read(), "-"
    if not os.path.exists(text):
        if text.endswith(_FILES) and not text.count(" "):
            raise CannotDo(f"{text}: no such file: expected a text or a file")
        return text.encode("utf-8", "surrogateescape"), ""
    data = load.read(text)
    if isinstance(data, report.Error):
        raise CannotDo(f"{data.file}: {data.message}")
    return data, text


def _decoded(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig" if file else "utf-8")
    except UnicodeDecodeError as error:
        raise CannotDo(f"{file or 'the text'}: byte {error.start} is not UTF-8: expected UTF-8") from None


def _lines(data: bytes) -> Iterator[_Line | str]:
    """Yield the texts of a JSON Lines file, or what is wrong with a line."""
    for number, record in enumerate(records.split(data, prefer_lines=True), 1):
        if record.fault:
            yield f"{record.place}: {record.fault}" if record.place else record.fault
        elif not isinstance(record.value, dict) or not isinstance(record.value.get("text"), str):
            yield f'{record.place or f"record {number}"}: expected an object with a "text", and perhaps an "id"'
        else:
            yield _Line(str(record.value.get("id", number)), record.value["text"])


def _renderer(checker: Checker, format: str, show: str) -> Callable[[_Line], bytes]:
    def made(line: _Line) -> dict[str, object]:
        return checker.parse(line.text).record(line.id) if show == "values" else _inside(checker, line, show)

    if format == "json":
        return lambda line: msgspec.json.format(msgspec.json.encode(made(line)), indent=2) + b"\n"
    if format == "jsonl":
        return lambda line: msgspec.json.encode(made(line)) + b"\n"
    if show == "values":
        return lambda line: _values(checker.parse(line.text)).encode(errors="backslashreplace")
    return lambda line: reading.inside(_inside(checker, line, show)).encode(errors="backslashreplace")


def _values(found: Parsed) -> str:
    return reading.text(found, output.width(), coloured if output.coloured() else plain)


def _inside(checker: Checker, line: _Line, show: str) -> dict[str, object]:
    """Return the terminals of a text, or the trees of its expressions, run by run."""
    runs: list[object] = []

    def trace(island: Island, expressions: Sequence[tuple[int, int, Tree | None]]) -> None:
        if show == "tokens":
            runs.append([[type_, text] for type_, text in zip(island.types, island.texts, strict=True)])
        else:
            runs.extend(_tree(tree, island) if tree else ["unread", *island.texts[a:b]] for a, b, tree in expressions)

    read(line.text, checker.language, styles=checker.policy.citation_styles, trace=trace)
    return {"id": line.id, show: runs}


def _tree(node: object, island: Island) -> object:
    """Return a tree with the terminals in the place of their numbers."""
    if isinstance(node, tuple):
        return [node[0], *(_tree(child, island) for child in node[1:])]
    return [island.types[node], island.texts[node]] if isinstance(node, int) else node
