"""The language by cases: each text of `language/*.toml` is read as its case says, and nothing else is read in it.

A case has `id`, `text`, `why` where the text does not say it, and `reads`: one line for each quantity in order,
`TEXT | READING ; READING … # NOTES`, where a reading is `SHAPE LOWER UPPER UNIT` with `(` or `)` for an open end,
the modality where it is not exact, and the parts in braces; `! REASON` where there is none. `bare` marks a bare number.
`leaves` lists what is left alone: `TEXT | WHY`. Run this file to print what is read in the texts given as arguments.
"""

from __future__ import annotations

import itertools
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quantcheck import Checker, Policy, load, report, values
from quantcheck.intake.cases import case as make_case
from quantcheck.reading.read import read
from quantcheck.verifier import ucum, verify

CASES = [
    case
    for path in sorted(Path(__file__).with_name("language").glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]

CHECKER = Checker(Policy(numbers="all"))
UNITS = ucum.units(load.tables())


def end(value: object, closed: bool) -> str:
    """Return an end as the cases write it: `-` for an absent one, a bracket for an open one."""
    return "-" if value is None else f"{value}" if closed else f"({value}"


def reading(r: values.Reading) -> str:
    """Return a reading as the cases write it."""
    if r.shape in ("point", "interval"):
        ends = str(r.lower)
    elif r.shape in ("pair", "product", "sum"):
        ends = ""
    else:
        ends = f"{end(r.lower, r.lower_closed)} {end(r.upper, r.upper_closed)}"
    words = [r.shape, ends, r.unit, "" if r.modality == "exact" else r.modality]
    if r.kind == "temperature_difference":
        words.append("difference")
    if r.parts:
        words.append("{" + ", ".join(f"{p.lower} {p.unit}{' of ' + p.noun if p.noun else ''}" for p in r.parts) + "}")
    return " ".join(w for w in words if w)


def lines(text: str) -> tuple[list[str], list[str]]:
    """Return what is read in a text and what is left alone, as the cases write it."""
    found = read(text, load.language())
    reads = []
    for q in found.quantities:
        said = f"! {q.reason}" if q.reason else " ; ".join(reading(r) for r in q.readings)
        notes = " ".join([*q.notes, *(["bare"] if q.bare else [])])
        reads.append(f"{text[q.start : q.end]} | {said}" + (f" # {notes}" if notes else ""))
    return reads, [f"{text[i.start : i.end]} | {i.why}" for i in found.ignored]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_language_case(case: dict[str, Any]) -> None:
    reads, leaves = lines(case["text"])
    assert reads == case["reads"]
    assert leaves == case.get("leaves", [])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_entries_lie_side_by_side(case: dict[str, Any]) -> None:
    found = read(case["text"], load.language())
    spans = sorted((entry.start, entry.end) for entry in (*found.quantities, *found.ignored))
    assert all(before[1] <= behind[0] for before, behind in itertools.pairwise(spans))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_is_read_is_proven(case: dict[str, Any]) -> None:
    """A report on a text against itself is borne out by the code that shares nothing with the reader."""
    source = make_case(case["text"], [case["text"]])
    made = report.Report(
        engine=CHECKER.engine, errors=[], cases=[CHECKER.check_case(source)], metrics={}, decision="passed"
    )
    problems = verify.verify(msgspec.json.encode(made), [source], UNITS)
    assert [p for p in problems if p.place.startswith("cases")] == []


def test_language_case_ids_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) > 0


if __name__ == "__main__":
    import json

    for argument in sys.argv[1:]:
        reads, leaves = lines(argument)
        print(f"text = {json.dumps(argument, ensure_ascii=False)}")
        print(
            "reads = ["
            + "".join(f"\n  {json.dumps(r, ensure_ascii=False)}," for r in reads)
            + ("\n]" if reads else "]")
        )
        if leaves:
            print("leaves = [" + ", ".join(json.dumps(r, ensure_ascii=False) for r in leaves) + "]")
