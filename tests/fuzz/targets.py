"""What is fuzzed: the parser, the JSON loader, the report verifier. Each target takes bytes and fails by raising.

Seeds come from the conformance cases and the hostile texts. The engine is in `run`.
"""

from __future__ import annotations

import copy
import json
import re
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent / "properties")]

import strategies  # noqa: E402

from quantcheck import Checker, load, report, run  # noqa: E402
from quantcheck.intake.cases import Case, case  # noqa: E402
from quantcheck.parsed import Parsed  # noqa: E402
from quantcheck.verifier import ucum, verify, written  # noqa: E402

ANSWER = "Give 500 mg, at most 2 g [1]. Then 5–10 mL [3], about 2.2 lb twice daily; 7 kg (2019). It cost $5 at 20 °C."
PASSAGES = (
    "The dose is 0.5 g; the limit is 2 g or less, 2.2 lb twice daily.",
    "5 mL to 10 mL for US$5; 70 kg at 68 °F.",
)
WRITTEN: tuple[tuple[str, tuple[str, ...], str | None], ...] = (
    (ANSWER, PASSAGES, "How much is 500 mg?"),
    ("Bake 30 minutes at 180 °C [1].", ("Bake for 0.5 h at 350 °F.",), None),
    ("5 mg daily, 3 L or more [2][3].", ("5 mg/day; at least 3 litres.", "5 mg twice daily"), None),
    ("5 ± 1 mg; 120/80 mmHg; 2 × 3 cm", ("4–6 mg, 120/80 mmHg and 20 mm × 30 mm",), "Is it 6 mg?"),
    ("2 kg + 3 kg = 5 kg, and 12.3% of €5 million.", ("2 kg and 3 kg; 12.34% of 5,000,000 euros.",), None),
    ("Sales rose from $3 million to $4 million, by 33%.", ("| | Sales ($ million) |\n|-|-|\n| 2020 | 3 |",), None),
    ("12 mg per 0.6 mL every 6–8 hours; one in five", ("20 mg/mL q6-8h, in 1 in 5 or 20% of them",), "20%?"),
    ("The fee is 12% and the bonus 7%.", ("The bonus is 12%.", "The fee is 7%."), None),
)
"""Small cases with every part that a report can have: answer, passages, question."""


@cache
def checker() -> Checker:
    return Checker()


def parser(data: bytes) -> None:
    """Read any text: each digit is in one entry, entries stand in order, the same text is read the same way again.

    One text in four is also checked against itself: what was not read is never traced, what was is, and the verifier
    proves the report.
    """
    text = _text(data)
    parsed = checker().parse(text)
    _accounted(text, parsed)
    chance = zlib.crc32(data) % 16
    if chance == 0:
        again = checker().parse(text)
        if msgspec.json.encode(parsed.record("")) != msgspec.json.encode(again.record("")):
            raise AssertionError(f"{text!r} is read in two ways")
    if chance < 4 and text.strip():
        _against_itself(text, parsed)


def proven(text: str) -> None:
    """Everything that the parser target asks of a text."""
    parsed = checker().parse(text)
    _accounted(text, parsed)
    _against_itself(text, parsed)


def _accounted(text: str, parsed: Parsed) -> None:
    """Each digit lies in one entry; but operands lie in an equation, and a citation may lie in a quantity."""
    holders = bytearray(len(text))
    nested = bytearray(len(text))
    for entries, inner in ((parsed.quantities, 0), (parsed.ignored, 0), (parsed.citations, 1), (parsed.equations, 2)):
        last = 0
        for entry in entries:
            if not 0 <= entry.start < entry.end <= len(text):
                raise AssertionError(f"an entry of {text!r} at {entry.start}-{entry.end}")
            if entry.start < last:
                raise AssertionError(f"entries overlap at {entry.start} of {text!r}")
            last = entry.end
            for at in range(entry.start, entry.end):
                if inner:
                    nested[at] |= inner
                else:
                    holders[at] += 1
    for at, char in enumerate(text):
        if not char.isdecimal():
            continue
        if not holders[at] and not nested[at]:
            raise AssertionError(f"digit at {at} of {text!r} lies in no entry")
        if holders[at] > 1:
            raise AssertionError(f"digit at {at} of {text!r} lies in two entries")


def _against_itself(text: str, parsed: Parsed) -> None:
    source = case(text, [text])
    checked = checker().check_case(source)
    refused = {(q.start, q.end): q.reason for q in parsed.values.quantities}
    for quantity in checked.quantities:
        reason = refused[quantity.start, quantity.end]
        # which dollar a bare sign is may be settled by the other texts of a case
        if quantity.status == "source" and reason and "$" not in quantity.text:
            raise AssertionError(f"{quantity.text!r} of {text!r} is traced and was not read: {reason}")
        # equations are read in answers alone: their operands stand otherwise in a passage
        if quantity.status == "unmatched" and not parsed.equations:
            raise AssertionError(f"{quantity.text!r} of {text!r} is not found in the same text")
    if found := _problems(source, checked):
        raise AssertionError(f"the report on {text!r} against itself is not proven: {found[0]}")


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
    """Load any bytes as a file of answers: cases and errors of one line, and each place of an answer is that place."""
    lines: list[str] = []
    for name in ("a.json", "a.jsonl", "a.csv") if data[:1] not in b"{[" else ("a.json", "a.jsonl"):
        for item in load.cases(data, name):
            message = item.message if isinstance(item, report.Error) else item.problem and item.problem.message
            if message is not None and (not message.strip() or len(message.splitlines()) != 1):
                raise AssertionError(f"a message that is not one line: {message!r}")
            if not isinstance(item, Case) or (item.problem and item.problem.status == "invalid"):
                continue
            lines = lines or _lines(data)
            for offset in {0, len(item.answer) // 2, len(item.answer)}:
                _at(item, offset, lines, name)


def _lines(data: bytes) -> list[str]:
    return re.split(r"\r\n|\r|\n", data.decode("utf-8-sig", "replace"))


def _at(item: Case, offset: int, lines: list[str], name: str) -> None:
    line, column = item.where.at(offset)
    if not 1 <= line <= len(lines) or not 1 <= column <= len(lines[line - 1]) + 1:
        raise AssertionError(f"offset {offset} at line {line}, column {column} of {len(lines)} lines")
    if name != "a.csv" and not item.shape and offset < len(item.answer):
        there = lines[line - 1][column - 1 : column]
        if there not in (item.answer[offset], "\\"):
            raise AssertionError(f"offset {offset} is {item.answer[offset]!r} and {there!r} at {line}:{column}")


def verifier(data: bytes) -> None:
    """Verify any bytes, or a true report in which one part was changed as the bytes say: it must be refused."""
    if data[:1] in (b"{", b""):
        with suppress(verify.Unreadable):
            verify.verify(data, [cases()[0]], units())
        return
    n = data[0] % len(WRITTEN)
    changed = _tampered(true_reports()[n], data[1:])
    if changed is None:
        return
    document, path, old, new = changed
    try:
        found = verify.verify(json.dumps(document).encode(), [cases()[n]], units(), checker().engine)
    except verify.Unreadable:
        return
    if not found:
        raise AssertionError(f"{n}.{'.'.join(map(str, path))}: {old!r} -> {new!r} was not noticed")


def _tampered(document: Any, data: bytes) -> tuple[Any, tuple[Any, ...], Any, Any] | None:
    """Return a report with one part changed, put out, doubled or taken from elsewhere; nothing if it says the same."""
    if len(data) < 4:
        return None
    document = copy.deepcopy(document)
    paths = [path for path in _parts(document) if path and "policy" not in path]
    path = paths[int.from_bytes(data[:2], "big") % len(paths)]
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    old, name = holder[path[-1]], path[-1]
    rest = data[3:]
    how = data[2] % 4
    if how == 0 or not isinstance(name, str):
        if isinstance(holder, list) and isinstance(old, dict | list):
            if path[-2] in LESS:
                return None
            if how % 2:
                holder.insert(name, old)
                return document, path, "one", "two of it"
            del holder[name]
            return document, path, old, "gone"
        new = _other(old, rest)
    else:
        # what another place of this or another report says under the same name
        said = [value for value in _said().get(name, []) if value != old]
        if not said:
            return None
        new = said[int.from_bytes(rest[:2], "big") % len(said)]
    if new == old or _free(document, path):
        return None
    holder[name] = new
    return document, path, old, new


LESS = ("support", "notes", "operands")
"""Lists of which a part may be missing: the rest is still true."""


def _free(document: Any, path: tuple[Any, ...]) -> bool:
    """Whether only a second reader could tell: why something is left alone, which of two true differences is named.

    So with what number words mean: the verifier reads digits.
    """
    if "notes" in path or "nearest" in path or ("ignored" in path and path[-1] == "why"):
        return True
    if path[2:3] != ("quantities",) or "readings" not in path:
        return False
    return not any(map(str.isdecimal, document["cases"][0]["quantities"][path[3]]["text"]))


def _parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _parts(inner, (*path, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _parts(inner, (*path, i))


@cache
def _said() -> dict[str, list[Any]]:
    """What all the true reports say, by the name of the field."""
    found: dict[str, list[Any]] = {}
    for document in true_reports():
        for path in _parts(document):
            if path and isinstance(path[-1], str):
                value = document
                for step in path:
                    value = value[step]
                if value not in found.setdefault(path[-1], []):
                    found[path[-1]].append(value)
    return found


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


def _problems(source: Case, checked: report.Case) -> list[verify.Problem]:
    made = report.Report(engine=checker().engine, errors=[], cases=[checked], metrics={}, decision="error")
    found = verify.verify(msgspec.json.encode(made), [source], units())
    return [problem for problem in found if problem.place.startswith("cases")]


@cache
def cases() -> list[Case]:
    return [case(answer, list(passages), question) for answer, passages, question in WRITTEN]


@cache
def units() -> ucum.Units:
    found = ucum.units(load.tables())
    # The patterns of the words are the same for every report.
    words = written.Words(found.tables)
    verify.written = SimpleNamespace(**{**vars(written), "Words": lambda tables: words})
    return found


@cache
def true_reports() -> list[Any]:
    documents = [json.loads(_true_report(n)) for n in range(len(WRITTEN))]
    for n, document in enumerate(documents):
        found = verify.verify(json.dumps(document).encode(), [cases()[n]], units(), checker().engine)
        assert found == [], found
    return documents


def _true_report(n: int) -> bytes:
    return msgspec.json.encode(run.report([checker().check_case(cases()[n])], [], checker().engine))


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
    return [
        _true_report(0),
        *(bytes([n % len(WRITTEN), n // 256, n % 256, n % 4, n % 251, 49]) for n in range(0, 3000, 7)),
    ]


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
