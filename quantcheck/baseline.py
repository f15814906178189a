"""The baseline: findings that are known and not shown again, keyed by what they say and not by where it stands.

A finding's key is a digest of its code, its figure, the line of the answer that holds it, and the question. So a record
that moves, or an answer that grows above it, keeps its entries; another figure or reason does not. Opens no file.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

import msgspec

from quantcheck.intake import strictjson
from quantcheck.outcome import Finding, Given

SCHEMA: Final = "quantcheck.baseline/1"
KEY_LENGTH: Final = 32


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A known finding: its key, how often it occurs, and for the reader what it is and where it was."""

    key: str
    code: str
    file: str
    text: str
    count: Annotated[int, msgspec.Meta(ge=1)] = 1


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document."""

    schema: Literal["quantcheck.baseline/1"]
    findings: list[Entry]


class Unreadable(ValueError):
    """The document is no baseline: one line that says where and what was expected."""


def key(finding: Finding, given: Given) -> str:
    """Return the digest of what a finding says."""
    case = given.get(finding.key[:2])
    answer = case.answer if case else ""
    if finding.key[2] == "case":
        line = answer
    else:
        start = max(answer.rfind("\n", 0, finding.start), answer.rfind("\r", 0, finding.start)) + 1
        ends = [at for mark in "\r\n" if (at := answer.find(mark, finding.end)) >= 0]
        line = answer[start : min(ends, default=len(answer))].strip()
    whole = hashlib.sha256()
    for part in (finding.code, finding.text, line, (case.question if case else None) or ""):
        encoded = part.encode("utf-8", "backslashreplace")
        whole.update(b"%d:" % len(encoded) + encoded)
    return whole.hexdigest()[:KEY_LENGTH]


def made(found: Iterable[Finding], given: Given) -> bytes:
    """Return the document that holds findings; what is fatal is never in one."""
    kept = [(key(finding, given), finding) for finding in found if not finding.fatal]
    counts = Counter(digest for digest, _ in kept)
    entries: dict[str, Entry] = {}
    for digest, finding in kept:
        entries.setdefault(digest, Entry(digest, finding.code, finding.file, finding.text[:120], counts[digest]))
    ordered = sorted(entries.values(), key=lambda entry: (entry.file, entry.code, entry.text, entry.key))
    return msgspec.json.format(msgspec.json.encode(Baseline(SCHEMA, ordered)), indent=2) + b"\n"


def read(data: bytes) -> Baseline:
    """Return a baseline. Raises `Unreadable`."""
    try:
        text = data.decode("utf-8-sig")
        value, end = strictjson.decode(text)
        if text[end:].strip():
            raise Unreadable("more than one value: expected one baseline")
        found = msgspec.convert(value, Baseline)
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start} is not UTF-8: expected a baseline") from None
    except strictjson.Fault as fault:
        raise Unreadable(f"character {fault.offset + 1}: {fault.message}") from None
    except msgspec.ValidationError as wrong:
        raise Unreadable(f"is no baseline: {wrong}") from None
    twice = [entry.key for entry in found.findings]
    if len(set(twice)) != len(twice):
        raise Unreadable("is no baseline: a key twice, expected each once")
    return found


def known(found: Sequence[Finding], given: Given, baseline: Baseline) -> tuple[list[Finding], list[Entry]]:
    """Return the findings that a baseline knows, and its entries of the checked files that occur less often now.

    An entry hides no more findings than it counts. Entries of files that were not checked are not stale.
    """
    left = {entry.key: entry.count for entry in baseline.findings}
    hidden = []
    for finding in found:
        if finding.fatal:
            continue
        digest = key(finding, given)
        if left.get(digest, 0):
            left[digest] -= 1
            hidden.append(finding)
    files = {file for file, _ in given}
    return hidden, [entry for entry in baseline.findings if left[entry.key] and entry.file in files]
