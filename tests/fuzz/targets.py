"""What is fuzzed: the parser, the JSON loader, the report verifier. Each target takes bytes and fails by raising.

Seeds come from the conformance cases and the hostile texts. The engine is in `run`.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent / "properties")]

import strategies  # noqa: E402

from quantcheck import Checker, load, report, ucum, verify  # noqa: E402
from quantcheck.cases import Case, case  # noqa: E402
from quantcheck.tally import metrics  # noqa: E402

ANSWER = "Give 500 mg, at most 2 g [1]. Then 5–10 mL [3], about 2.2 lb twice daily; 7 kg (2019). It cost $5 at 20 °C."
PASSAGES = (
    "The dose is 0.5 g; the limit is 2 g or less, 2.2 lb twice daily.",
    "5 mL to 10 mL for US$5; 70 kg at 68 °F.",
)


@cache
def checker() -> Checker:
    return Checker()


def parser(data: bytes) -> None:
    """Read any text, and check an answer against itself: no digit is lost, no form that was not read is traced."""
    text = _text(data)
    parsed = checker().parse(text)
    marks = strategies.covered(parsed, len(text))
    lost = [i for i, char in enumerate(text) if char.isdecimal() and not marks[i]]
    if lost:
        raise AssertionError(f"digit at {lost[0]} of {text!r} lies in no entry")
    checked = checker().check(text, [text or "-"])
    refused = {(q.start, q.end) for q in parsed.quantities if q.reason}
    for quantity in checked.quantities:
        if quantity.status == "source" and (quantity.start, quantity.end) in refused:
            raise AssertionError(f"{quantity.text!r} of {text!r} is traced and was not read")


def _text(data: bytes) -> str:
    """The first byte says how to take the rest: as a text, or each byte as a word that the grammar knows."""
    if not data:
        return ""
    if data[0] % 3:
        return data[1:].decode("utf-8", "ignore")
    words = strategies.tokens()
    pairs = zip(data[1::2], data[2::2], strict=False)
    return "".join(words[(a << 8 | b) % len(words)] + (" " if b & 1 else "") for a, b in pairs)


def loader(data: bytes) -> None:
    """Load any bytes as a file of answers: cases and errors, and every place of an answer lies in the file."""
    lines = max(1, data.count(b"\n") + data.count(b"\r") + 1)
    for name in ("a.json", "a.jsonl"):
        for item in load.cases(data, name):
            if isinstance(item, Case) and (item.problem is None or item.problem.status != "invalid"):
                for offset in (0, len(item.answer)):
                    line, column = item.where.at(offset)
                    if not 1 <= line <= lines or column < 1:
                        raise AssertionError(f"offset {offset} at line {line}, column {column}")


def verifier(data: bytes) -> None:
    """Verify any bytes, and a true report with its fields changed as the bytes say: it must be refused."""
    with suppress(verify.Unreadable):
        verify.verify(data, [source()], units())
    if len(data) < 3:
        return
    document = json.loads(true_report())
    fields = list(_fields(document))
    path = fields[int.from_bytes(data[:2], "big") % len(fields)]
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    old = holder[path[-1]]
    holder[path[-1]] = _other(old, data[2:])
    if holder[path[-1]] == old or path[-1] == "why" or "policy" in path:
        return
    try:
        found = verify.verify(json.dumps(document).encode(), [source()], units(), checker().engine)
    except verify.Unreadable:
        return
    if not found:
        raise AssertionError(f"{'.'.join(map(str, path))}: {old!r} -> {holder[path[-1]]!r} was not noticed")


def _fields(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _fields(inner, (*path, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _fields(inner, (*path, i))
    elif path[-1] not in ("notes",):
        yield path


def _other(old: Any, data: bytes) -> Any:
    kind = data[0] % 4
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return old + 1 + kind
    text = data[1:].decode("utf-8", "ignore")
    if isinstance(old, str):
        return (text, old + text, old[: len(old) // 2], None)[kind]
    return text


@cache
def source() -> Case:
    return case(ANSWER, list(PASSAGES), "How much is 500 mg?")


@cache
def units() -> ucum.Units:
    return ucum.units(load.tables())


@cache
def true_report() -> bytes:
    cases = [checker().check_case(source())]
    made = report.Report(engine=checker().engine, errors=[], cases=cases, metrics={}, decision="violated")
    return msgspec.json.encode(msgspec.structs.replace(made, metrics=metrics(made)))


TARGETS: dict[str, Callable[[bytes], None]] = {"parser": parser, "loader": loader, "verifier": verifier}


def seeds(target: str) -> list[bytes]:
    """Return inputs to start from."""
    texts = [ANSWER, *PASSAGES, *_conformance()]
    if target == "parser":
        return [b"\1" + text.encode() for text in texts]
    if target == "loader":
        records = [{"answer": text, "passages": [text], "question": "How much?"} for text in texts[:200]]
        lines = b"\n".join(json.dumps(r).encode() for r in records[:20])
        turns = [{"session_id": "s", "role": r, "text": t} for r, t in (("user", "How much?"), ("assistant", ANSWER))]
        return [
            *(json.dumps(r, ensure_ascii=False).encode() for r in records),
            lines,
            b"\xef\xbb\xbf" + lines,
            "\n".join(map(json.dumps, turns)).encode(),
        ]
    return [true_report(), *(bytes([n // 256, n % 256, n % 4, 49, n % 251]) for n in range(0, 2000, 7))]


def _conformance() -> Iterator[str]:
    """Yield the texts of the conformance cases, whatever their tables are called."""
    for path in sorted((HERE.parent / "conformance").rglob("*.toml")):
        yield from sorted(set(_strings(tomllib.loads(path.read_text(encoding="utf-8")))))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if any(char.isdecimal() for char in value):
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
