"""Check a report against the input it was made from: every quote, offset, equality, relation, count and verdict anew.

Shares nothing with the reader and the matcher. It takes the claims of the report and proves each from the texts, the
unit rows and arithmetic; it finds no quantities itself. Values belong to `proof`, codes to `ucum`, sums to `tally`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec
from msgspec import UNSET

from quantcheck import codes, report
from quantcheck.intake import cases, strictjson
from quantcheck.verifier import tally, written
from quantcheck.verifier.claims import Claims
from quantcheck.verifier.evident import Evident
from quantcheck.verifier.ucum import Units

WHY = frozenset(codes.names("ignored why"))


class Problem(msgspec.Struct, frozen=True):
    """Something in the report that its input does not bear out: where in the report, and what was expected."""

    place: str
    message: str


class Unreadable(ValueError):
    """The document is no report at all; says what was expected."""


@lru_cache(maxsize=1)
def _words(units: Units) -> written.Words:
    return written.Words(units.tables)


@lru_cache(maxsize=1)
def _evident(units: Units) -> Evident:
    return Evident(units.tables, _words(units).spelt)


def verify(
    document: bytes,
    inputs: Iterable[cases.Case | report.Error],
    units: Units,
    engine: report.Engine | None = None,
) -> list[Problem]:
    """Return what in a report its input does not bear out, in the order of the report; none if all is proven.

    `inputs` is what `load` yields for the same files. With the `engine` at hand, a report made by another version,
    grammar or vocabulary is a problem: it cannot be proven with these tables. Raises `Unreadable` where there is none.
    """
    found = read(document)
    given: list[cases.Case] = []
    errors: list[report.Error] = []
    for item in inputs:
        if isinstance(item, report.Error):
            errors.append(item)
            continue
        given.append(item)
        if item.problem is not None and item.problem.status == "invalid":
            errors.append(report.Error(item.file, item.place, item.problem.message))
    words = _words(units)
    problems = [Problem(*fault) for fault in _frame(found, given, errors, engine)]
    by_place = {(case.file, case.index): case for case in given}
    for n, case in enumerate(found.cases):
        source = by_place.get((case.file, case.index))
        if source is not None:
            problems += [
                Problem(f"cases[{n}]{place}", message) for place, message in _case(case, source, found, units, words)
            ]
    problems += [Problem(*fault) for fault in tally.faults(found)]
    return problems


def read(document: bytes) -> report.Report:
    """Return the report in a document, refusing whatever its type does not name."""
    try:
        text = document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start}: expected UTF-8") from None
    try:
        plain, end = strictjson.decode(text)
    except strictjson.Fault as fault:
        raise Unreadable(f"character {fault.offset + 1}: {fault.message}") from None
    if strictjson.skip(text, end) != len(text):
        raise Unreadable(f"character {end + 1}: expected one JSON document and nothing behind it")
    try:
        found = msgspec.convert(plain, report.Report)
    except msgspec.ValidationError as error:
        raise Unreadable(f"no report of schema {report.SCHEMA}: {error}") from None
    known = msgspec.json.decode(msgspec.json.encode(found))
    if known != plain:
        raise Unreadable(f"no report of schema {report.SCHEMA}: {_unknown(plain, known)}")
    return found


def _unknown(plain: object, known: object, place: str = "$") -> str:
    if isinstance(plain, dict) and isinstance(known, dict):
        for name, value in plain.items():
            if name not in known:
                return f"unknown field `{name[:40]}` at `{place}`"
            if value != known[name]:
                return _unknown(value, known[name], f"{place}.{name}")
        return f"a field is missing at `{place}`"
    if isinstance(plain, list) and isinstance(known, list):
        for i, (a, b) in enumerate(zip(plain, known, strict=False)):
            if a != b:
                return _unknown(a, b, f"{place}[{i}]")
    return f"unexpected value at `{place}`"


Faults = Iterator[tuple[str, str]]


def _frame(
    found: report.Report, inputs: Sequence[cases.Case], errors: Sequence[report.Error], engine: report.Engine | None
) -> Faults:
    if engine is not None:
        for name in ("version", "grammar", "vocabulary"):
            if getattr(found.engine, name) != getattr(engine, name):
                yield f"engine.{name}", f"made with another {name}: expected {getattr(engine, name)}"
    if found.errors != list(errors):
        yield "errors", f"{len(found.errors)} errors recorded, {len(errors)} met in the input, or not the same ones"
    given = [(case.file, case.index) for case in inputs]
    kept = [(case.file, case.index) for case in found.cases]
    if kept == given:
        return
    for key in sorted(set(given) - set(kept)):
        yield "cases", f"case {key[1]} of {key[0]} is in the input and not in the report"
    for n, key in enumerate(kept):
        if key not in given:
            yield f"cases[{n}]", f"case {key[1]} of {key[0]} is not in the input"
        elif key in kept[:n]:
            yield f"cases[{n}]", f"case {key[1]} of {key[0]} comes twice"
    if sorted(kept) == sorted(given):
        yield "cases", "the cases do not stand in the order of the input"


def _case(case: report.Case, source: cases.Case, found: report.Report, units: Units, words: written.Words) -> Faults:
    if case.id != source.id:
        yield ".id", f"expected {source.id!r}"
    yield from _question(case, source)
    yield from _shape(case, source)
    if source.problem is not None:
        yield from _unchecked(case, source.problem)
        return
    if case.message is not UNSET:
        yield ".message", "nothing is wrong with this case of the input"
    yield from _spans(case, source)
    policy = found.engine.policy
    evident = _evident(units)
    claims = Claims(case, source, policy, units, words, evident)
    for n, _ in enumerate(case.quantities):
        for place, message in claims.faults(n):
            yield f".quantities[{n}]{place}", message
    for n, citation in enumerate(case.citations):
        for place, message in written.citation_faults(citation, len(source.passages), policy, words):
            yield f".citations[{n}]{place}", message
    for n, _ in enumerate(case.equations):
        for place, message in claims.equation_faults(n):
            yield f".equations[{n}]{place}", message
    for n, entry in enumerate(case.ignored):
        if entry.why not in WHY:
            yield f".ignored[{n}].why", f"{entry.why[:40]!r} is no reason to leave something alone"
    yield from written.orphans(case, source.answer, words)
    yield from evident.left_out(case, source.answer, policy)
    for place, message in tally.case_faults(case, policy):
        yield place, message


def _shape(case: report.Case, source: cases.Case) -> Faults:
    if (case.shape or "") != source.shape:
        yield ".shape", f"the record of the input is {source.shape or 'our own'}"


def _question(case: report.Case, source: cases.Case) -> Faults:
    if source.question is None:
        if case.question is not UNSET:
            yield ".question", "the input has no question"
    elif case.question is UNSET:
        yield ".question", "the question of the input is missing"
    elif (case.question.source, case.question.text) != (source.question_source, source.question):
        yield ".question", "not the question of the input"


def _unchecked(case: report.Case, problem: cases.Problem) -> Faults:
    if case.status != problem.status:
        yield ".status", f"expected {problem.status}"
    if case.message is UNSET or case.message != problem.message:
        yield ".message", f"expected {problem.message!r}"
    for name in ("quantities", "citations", "equations", "ignored", "reasons"):
        if getattr(case, name):
            yield f".{name}", f"expected none in a case that is {problem.status}"


def _spans(case: report.Case, source: cases.Case) -> Faults:
    """Check that each entry quotes the answer at its offsets, in order, and that entries nest only as they may."""
    answer = source.answer
    for name in ("quantities", "citations", "equations", "ignored"):
        last = -1
        reach = 0
        for n, entry in enumerate(getattr(case, name)):
            place = f".{name}[{n}]"
            if not 0 <= entry.start < entry.end <= len(answer):
                yield f"{place}.start", f"expected 0 <= start < end <= {len(answer)}"
                continue
            if answer[entry.start : entry.end] != entry.text:
                yield f"{place}.text", "the answer has another text at these offsets"
            if name != "ignored" and (entry.line, entry.column) != (at := source.where.at(entry.start)):
                yield f"{place}.line", f"expected line {at[0]}, column {at[1]}"
            if entry.start < last:
                yield f"{place}.start", f"{name} do not stand in the order of the answer"
            if entry.start < reach:
                yield f"{place}.start", f"overlaps with another of the {name}"
            last, reach = entry.start, max(reach, entry.end)
    yield from _overlaps(case)


def _overlaps(case: report.Case) -> Faults:
    """Check that a citation lies within a quantity or beside it, and that nothing left alone lies in a quantity."""
    marks = sorted(
        [(q.start, q.end, "q", n) for n, q in enumerate(case.quantities)]
        + [(c.start, c.end, "c", n) for n, c in enumerate(case.citations)]
        + [(i.start, i.end, "i", n) for n, i in enumerate(case.ignored)]
    )
    names = {"q": "quantities", "c": "citations", "i": "ignored"}
    reach = {"q": 0, "c": 0, "i": 0}
    for start, end, kind, n in marks:
        if kind == "c" and start < reach["q"] < end:
            yield f".citations[{n}].end", "reaches out of the quantity that it begins in"
        if kind == "q" and start < max(reach["c"], reach["i"]):
            yield f".{names[kind]}[{n}].start", "begins within a citation or something left alone"
        if kind == "i" and start < max(reach["q"], reach["c"]):
            yield f".{names[kind]}[{n}].start", "begins within a quantity or a citation"
        reach[kind] = max(reach[kind], end)
