"""Cases of matching as data: a checked case in one line a quantity, and how one is checked without a reader."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import marked
import msgspec
from msgspec import UNSET

from quantcheck import report
from quantcheck.checking.assess import assess
from quantcheck.checking.gathered import gather
from quantcheck.intake import cases
from quantcheck.intake.position import InText
from quantcheck.matching.known import Known
from quantcheck.policy import Policy


def load(path: Path) -> list[dict[str, Any]]:
    """Return the cases of a file."""
    return list(tomllib.loads(path.read_text("utf-8"))["case"])


def policy(options: Mapping[str, Any]) -> Policy:
    """Return a policy with some options changed."""
    return msgspec.convert(dict(options), Policy)


def check(
    answer: str, passages: Sequence[str], question: str | None = None, options: Mapping[str, Any] | None = None
) -> report.Case:
    """Return the verdict on marked texts."""
    said, read = marked.text(answer)
    known = [Known(*marked.text(p, f"passage:{n}")) for n, p in enumerate(passages, 1)]
    texts = [k.text for k in known]
    asked = None
    if question is not None:
        known.append(Known(*marked.text(question, "question")))
        asked = known[-1].text
    case = cases.Case("case", "", 0, said, InText(said), question=asked, passages=tuple(map(cases.Passage, texts)))
    chosen = policy(options or {})
    return assess(case, read, gather(case, known, chosen), chosen)


def lines(case: report.Case) -> list[str]:
    """Return a line for each quantity: status, reason, axis, notes; then places, or the nearest and how it differs."""
    return [line(q) for q in case.quantities]


def line(q: report.Quantity) -> str:
    """Return the line of one quantity."""
    words = [q.status]
    words += [] if q.reason is UNSET else [q.reason]
    words += [] if q.axis is UNSET else [f"({q.axis})"]
    words += [f"+{note}" for note in q.notes]
    made = " ".join(words)
    if q.support:
        made += "; " + ", ".join(f"{s.source} {s.quote}" for s in q.support)
    if q.nearest is not UNSET:
        d = q.nearest.difference
        made += f"; {d.kind}{'' if d.factor is UNSET else ' ' + d.factor} from {q.nearest.quote}"
    return made


def differences(case: report.Case, expected: Sequence[str]) -> list[str]:
    """Return where a case is not as expected; a line may leave out what stands behind the semicolon."""
    found = lines(case)
    if len(found) != len(expected):
        return [f"{len(found)} quantities, expected {len(expected)}: {found}"]
    return [f"{f!r}, expected {e!r}" for f, e in zip(found, expected, strict=True) if e not in (f, f.split("; ")[0])]
