"""How a judge's results agree with labels that people gave: exact figures, and which came first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal

import msgspec

from quantcheck import load
from quantcheck.evaluation import lease
from quantcheck.evaluation.assess import Assessment
from quantcheck.evaluation.evaluate import Evaluation
from quantcheck.evaluation.ledger import Labels, Ledger, Result
from quantcheck.evaluation.run import open_run
from quantcheck.intake import strictjson
from quantcheck.output import CannotDo

OUTCOMES: Final = ("met", "violated", "not_applicable")


First = Literal["labels", "judgements", "mixed"]


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person says of an answer; without a criterion, of every judged one."""

    case: str
    label: Literal["met", "violated", "not_applicable"]
    criterion: str | None = None


class Table(msgspec.Struct, frozen=True):
    """Agreement on one criterion. `confusion` counts results by label, then by the judge's status."""

    compared: int
    agreed: int
    agreement: str | None
    kappa: str | None
    confusion: dict[str, dict[str, int]]
    disagreements: list[str]


class Agreement(msgspec.Struct, frozen=True):
    """Labels against judgements. What the judge left undetermined is counted, and compared with nothing."""

    labels: int
    labels_sha256: str
    first: First
    criteria: dict[str, Table]
    schema: str = "quantcheck.agreement/1"


def agreement(run: Path | str, labels: Path | str, evaluation: int | None = None) -> Agreement:
    """Return how an evaluation agrees with a file of labels, and note in the ledger when the labels were first given.

    Labels that were given before any judgement could not have been made to fit; given later, nobody can tell.
    """
    opened = open_run(run)
    data = load.read(str(labels))
    if not isinstance(data, bytes):
        raise CannotDo(f"{data.file}: {data.message}")
    digest = hashlib.sha256(data).hexdigest()
    ids: dict[str, list[int]] = {}
    for case in opened.cases():
        ids.setdefault(case.id, []).append(case.number)
    given = list(_read(data, str(labels), ids))
    with lease.hold(opened.path), Ledger.open(opened.ledger, opened.digest, write=True) as ledger:
        known = ledger.labels(digest)
        if known is None:
            known = Labels(digest, ledger.next_call() - 1, len(given))
            with ledger.transaction():
                ledger.put("labels", msgspec.structs.astuple(known))
        stored = ledger.evaluations()
        if evaluation is not None:
            stored = [one for one in stored if one.id == evaluation]
            if not stored:
                raise CannotDo(f"{run}: holds no evaluation {evaluation}")
        results = list(ledger.results(stored[-1].id)) if stored else []
        criteria = _tables(results, stored[-1].body, given, ids) if stored else {}
    calls = [result.call for result in results if result.call is not None and result.body is not None]
    earlier = sum(call <= known.last_call for call in calls)
    first: First = "labels" if not earlier else "judgements" if earlier == len(calls) else "mixed"
    return Agreement(len(given), digest, first, criteria)


def _read(data: bytes, name: str, ids: dict[str, list[int]]) -> Iterator[Label]:
    seen: dict[tuple[str, str | None], int] = {}
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            value, end = strictjson.decode(text)
            if text[end:].strip():
                raise strictjson.Fault("more behind the JSON value", end)
            label = msgspec.convert(value, Label, strict=True)
        except (strictjson.Fault, UnicodeDecodeError, msgspec.ValidationError) as error:
            fault = error.message if isinstance(error, strictjson.Fault) else str(error)
            raise CannotDo(f"{name}:{number}: {fault}; expected case, label and perhaps criterion") from None
        if label.case not in ids:
            raise CannotDo(f"{name}:{number}: the run has no answer {label.case[:80]!r}")
        if len(ids[label.case]) > 1:
            raise CannotDo(f"{name}:{number}: the run has {len(ids[label.case])} answers {label.case[:80]!r}")
        key = label.case, label.criterion
        if key in seen:
            raise CannotDo(f"{name}:{number}: labelled before (line {seen[key]})")
        seen[key] = number
        yield label


def _tables(results: list[Result], body: bytes, given: list[Label], ids: dict[str, list[int]]) -> dict[str, Table]:
    criteria = msgspec.json.decode(body, type=Evaluation).spec.criteria
    known = {criterion.id for criterion in criteria}
    for label in given:
        if label.criterion is not None and label.criterion not in known:
            raise CannotDo(f"no criterion {label.criterion[:80]!r}; expected one of {', '.join(sorted(known))}")
    decoder = msgspec.json.Decoder(Assessment)
    statuses = {
        (result.number, result.criterion): decoder.decode(result.body).status
        for result in results
        if result.body is not None
    }
    tables = {}
    for place, criterion in enumerate(criteria):
        pairs: list[tuple[str, str, str]] = [
            (label.case, label.label, statuses.get((ids[label.case][0], place), "pending"))
            for label in given
            if label.criterion == criterion.id or (label.criterion is None and criterion.judged)
        ]
        if pairs:
            tables[criterion.id] = _table(pairs)
    return tables


def _table(pairs: list[tuple[str, str, str]]) -> Table:
    confusion: dict[str, dict[str, int]] = {}
    for _, label, status in pairs:
        row = confusion.setdefault(label, {})
        row[status] = row.get(status, 0) + 1
    compared = [(case, label, status) for case, label, status in pairs if status in OUTCOMES]
    agreed = sum(label == status for _, label, status in compared)
    return Table(
        len(compared),
        agreed,
        str(Fraction(agreed, len(compared))) if compared else None,
        _kappa([(label, status) for _, label, status in compared]),
        {label: dict(sorted(row.items())) for label, row in sorted(confusion.items())},
        [f"{case}: label {label}, judge {status}" for case, label, status in compared if label != status],
    )


def _kappa(pairs: list[tuple[str, str]]) -> str | None:
    """Return Cohen's kappa, or None where chance alone would agree on everything."""
    if not pairs:
        return None
    total = len(pairs)
    observed = Fraction(sum(label == status for label, status in pairs), total)
    chance = sum(
        Fraction(sum(label == word for label, _ in pairs) * sum(status == word for _, status in pairs), total * total)
        for word in OUTCOMES
    )
    return None if chance == 1 else str((observed - chance) / (1 - chance))


def render(found: Agreement) -> str:
    """Return an agreement as text."""
    from quantcheck.wording import safe, words

    lines = [f"{found.labels} labels, sha256 {found.labels_sha256}", _FIRST[found.first]]
    if not found.criteria:
        lines.append("no judgement to compare with yet")
    for criterion, table in found.criteria.items():
        lines += ["", safe.line(f"{criterion}: {table.agreed} of {table.compared} agree")]
        if table.agreement is not None:
            kappa = "no value" if table.kappa is None else words.number(table.kappa)
            lines.append(f"  agreement {words.number(table.agreement)}, kappa {kappa}")
        columns = sorted({status for row in table.confusion.values() for status in row})
        lines.append("  label \\ judge    " + " ".join(f"{column:>16}" for column in columns))
        for label, row in table.confusion.items():
            lines.append(f"  {label:<16} " + " ".join(f"{row.get(column, 0):>16}" for column in columns))
        lines += [safe.line("  " + line) for line in table.disagreements]
    return "\n".join(lines) + "\n"


_FIRST: Final = {
    "labels": "the labels came first: they were given before any of these judgements",
    "judgements": "the judgements came first: the labels were given after them",
    "mixed": "some of the judgements came first, some the labels",
}
