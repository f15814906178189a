"""Arrow batches: answers in, findings out, for engines that run over many machines. Needs pyarrow; knows no engine.

A batch of records has the columns of `RECORDS`, of which `id` and `question` may be absent. What comes out has the
columns of `FINDINGS`: for each record a row of the kind `case`, then one for each of its quantities, citations and
equations. It depends on the record, the policy and the vocabulary alone, never on the other records of the batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
import pyarrow as pa
from msgspec import UNSET

from quantcheck import __version__, codes, load, report
from quantcheck.api import Checker
from quantcheck.config import merge
from quantcheck.intake import cases
from quantcheck.policy import Policy
from quantcheck.reading.compiled import decode, encode
from quantcheck.wording import safe

RECORDS: Final = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("question", pa.string()),
        pa.field("answer", pa.string()),
        pa.field("passages", pa.list_(pa.string())),
    ]
)
"""What a batch of records holds. Any column of strings or of integers does for `id`."""

FINDINGS: Final = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("status", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("reason", pa.string()),
        pa.field("code", pa.string()),
        pa.field("text", pa.string()),
        pa.field("start", pa.int64()),
        pa.field("end", pa.int64()),
        pa.field("source", pa.string()),
        pa.field("source_start", pa.int64()),
        pa.field("source_end", pa.int64()),
        pa.field("quote", pa.string()),
        pa.field("notes", pa.list_(pa.string())),
        pa.field("message", pa.string()),
    ]
)
"""What comes out. `status` is that of the answer, on each of its rows; `verdict` that of the row: a case's status, a
quantity's status, `resolved` or `unresolved` for a citation, `true`, `false` or `undecided` for an equation. `source`
and the three behind it are the first support of a traced quantity, and the nearest figure of an untraced one."""

Row = tuple[Any, ...]

_NUMBERS: Final = {(code.list, code.name): code.number for code in codes.CODES}
_LISTS: Final = ("ambiguous reason", "form reason", "unmatched reason")


class Mismatch(RuntimeError):
    """A worker has another version of quantcheck than the program that sent it work."""


class Kit(msgspec.Struct, frozen=True):
    """What a worker needs to check as the program that sent it: version, policy and compiled language."""

    version: str
    policy: Policy
    language: bytes

    @classmethod
    def pack(cls, policy: Policy | Mapping[str, Any] | None = None) -> bytes:
        """Return a kit as plain bytes, to be sent to each worker once."""
        given = policy if isinstance(policy, Policy) else merge({}, dict(policy or {}), file="")
        return msgspec.msgpack.encode(cls(__version__, given, encode(load.language())))


@lru_cache(maxsize=4)
def unpack(kit: bytes) -> Checker:
    """Return the checker of a kit; the same bytes are unpacked once in a process."""
    found = msgspec.msgpack.decode(kit, type=Kit)
    if found.version != __version__:
        raise Mismatch(f"quantcheck {__version__} on a worker: expected {found.version}, that of the program")
    return Checker(found.policy, decode(found.language))


def check(batch: pa.RecordBatch, checker: Checker | None = None) -> pa.RecordBatch:
    """Return the findings of a batch of records, in their order. Raises `TypeError` for other columns than are due.

    No record makes the batch fail: what cannot be read or checked is a row with the verdict `invalid`.
    """
    checker = _default() if checker is None else checker
    columns = [_column(batch, field) for field in RECORDS]
    found: list[Row] = []
    for n in range(batch.num_rows):
        found += _record([None if column is None else column[n] for column in columns], checker)
    return table(found)


def stream(batches: Iterable[pa.RecordBatch], checker: Checker | None = None) -> Iterator[pa.RecordBatch]:
    """Yield the findings of batches as they come."""
    return (check(batch, checker) for batch in batches)


@lru_cache(maxsize=1)
def _default() -> Checker:
    return Checker()


def _column(batch: pa.RecordBatch, field: pa.Field) -> pa.Array | None:
    """Return a column of records as it is, once its type is one that is due."""
    index = batch.schema.get_field_index(field.name)
    if index < 0:
        if field.name in ("answer", "passages"):
            raise TypeError(f"no column {field.name!r}: expected one of {field.type}")
        return None
    column = batch.column(index)
    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.dictionary_decode(), kind.value_type
    text = kind.value_type if field.name == "passages" and _is_list(kind) else kind
    fits = _is_text(text) and (field.name != "passages" or _is_list(kind))
    if not (fits or pa.types.is_null(kind) or (field.name == "id" and pa.types.is_integer(kind))):
        raise TypeError(f"column {field.name!r} is of {kind}: expected {field.type}")
    return column


def _is_text(kind: pa.DataType) -> bool:
    known = (pa.types.is_string, pa.types.is_large_string, pa.types.is_null)
    return kind == _VIEW or any(test(kind) for test in known)


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


_VIEW: Final = pa.string_view() if hasattr(pa, "string_view") else None


def _record(cells: Sequence[Any], checker: Checker) -> list[Row]:
    """Return the rows of one record."""
    try:
        id, question, answer, passages = (None if cell is None else cell.as_py() for cell in cells)
    except UnicodeDecodeError as error:
        return [_invalid(None, f"byte {error.start} of a text is not UTF-8: expected UTF-8")]
    name = cases.name(id)
    try:
        case = cases.case(answer, passages, question, id=name or "answer")
        return rows(checker.check_case(case), name)
    except Exception as fault:
        cause = (str(fault).splitlines() or [""])[0][:200]
        why = f"the check itself failed, please report it: {type(fault).__name__}: {cause}"
        return [_invalid(name, why)]


def _invalid(id: str | None, message: str) -> Row:
    head = (id, "invalid", "case", "invalid", None, _NUMBERS["case status", "invalid"])
    return (*head, *(None,) * (len(FINDINGS) - len(head) - 1), safe.line(message))


def rows(case: report.Case, id: str | None) -> list[Row]:
    """Return the rows of a checked case: its own, then those of its entries in the order of the answer."""
    reason = case.reasons[0].code if case.reasons else None
    message = safe.line(case.message) if case.message is not UNSET else None
    whole = (id, case.status, "case", case.status, reason, _NUMBERS["case status", case.status])
    entries: list[tuple[int, int, Row]] = []
    for quantity in case.quantities:
        entries.append((quantity.start, 0, _quantity(case, quantity, id)))
    for citation in case.citations:
        verdict = "unresolved" if citation.unresolved else "resolved"
        code = _NUMBERS["case reason", "unresolved_citation"] if citation.unresolved else None
        entries.append((citation.start, 1, (*_entry(case, citation, id, "citation", verdict, None, code), *_NO_PLACE)))
    for equation in case.equations:
        verdict = {True: "true", False: "false", None: "undecided"}[equation.holds]
        why = None if equation.why is UNSET else str(equation.why)
        code = _NUMBERS["case reason", "false_equation"] if equation.holds is False else None
        entries.append((equation.start, 2, (*_entry(case, equation, id, "equation", verdict, why, code), *_NO_PLACE)))
    first = (*whole, *(None,) * (len(FINDINGS) - len(whole) - 1), message)
    return [first, *(row for _, _, row in sorted(entries, key=lambda entry: entry[:2]))]


_NO_PLACE: Final[Row] = (None, None, None, None, None, None)


def _entry(
    case: report.Case,
    entry: report.Quantity | report.Citation | report.Equation,
    id: str | None,
    kind: str,
    verdict: str,
    reason: str | None,
    code: str | None,
) -> Row:
    return (id, case.status, kind, verdict, reason, code, entry.text, entry.start, entry.end)


def _quantity(case: report.Case, quantity: report.Quantity, id: str | None) -> Row:
    reason = None if quantity.reason is UNSET else str(quantity.reason)
    code = next((_NUMBERS[name, reason] for name in _LISTS if reason and (name, reason) in _NUMBERS), None)
    place = quantity.support[0] if quantity.support else quantity.nearest
    where = (None,) * 4 if place is UNSET else (place.source, place.start, place.end, place.quote)
    head = _entry(case, quantity, id, "quantity", quantity.status, reason, code)
    return (*head, *where, quantity.notes or None, None)


def table(rows: Iterable[Row]) -> pa.RecordBatch:
    """Return rows as a batch of findings."""
    made = list(rows)
    columns = list(zip(*made, strict=True)) if made else [()] * len(FINDINGS)
    arrays = [pa.array(column, type=field.type) for column, field in zip(columns, FINDINGS, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=FINDINGS)
