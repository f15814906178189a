"""The guarantees, each as a property that can fail: sound, fail-closed, complete, invariant, monotone, accounted."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
import strategies as texts
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quantcheck import Checker, Policy, report
from quantcheck.intake import cases
from quantcheck.intake.cases import case as make_case
from quantcheck.mutations import selftest, specimens
from quantcheck.verifier import verify
from quantcheck.verifier.tally import metrics

TRACED = ("source", "question")
TEXTS = [
    case["text"]
    for path in sorted((Path(__file__).parents[1] / "conformance" / "language").glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
CHECKER = Checker()
EVERYTHING = Checker(Policy(numbers="all"))


@settings(max_examples=400)
@given(st.one_of(texts.anything(), texts.grammatical()))
@example("10^3 mg, 12 500 mg, 1⁄2 tsp and .25 mg")
@example("²³①Ⅳ５٣½")
def test_total_and_accounted(text: str) -> None:
    """No text raises, and every digit lies in an entry; entries stand in order and quote the text."""
    parsed = CHECKER.parse(text)
    marks = texts.covered(parsed, len(text))
    assert all(marks[i] for i, char in enumerate(text) if char.isdecimal())
    for entries in (parsed.quantities, parsed.citations, parsed.ignored):
        assert all(0 <= e.start < e.end <= len(text) for e in entries)
        assert all(a.end <= b.start for a, b in pairwise(entries))


@settings(max_examples=300)
@given(texts.dice())
def test_complete(rng: random.Random) -> None:
    """A quantity in any of its spellings is read back, whole, with a reading of its exact value."""
    made = specimens.specimen(rng, texts.measures())
    text, at = specimens.frame(inside := specimens.render(made, rng), rng)
    found = [q for q in CHECKER.parse(text).quantities if q.start < at + len(inside) and at < q.end]
    assert [q.reason for q in found] == [None], text
    assert made.normal in [normal(r) for r in found[0].readings], text


def normal(reading: report.Reading) -> tuple[object, ...]:
    """The normal form of a reading in the terms of `Specimen.normal`, with the dimension left to the numbers."""
    low, high = (None if end is None else Fraction(end) for end in (reading.base.lower, reading.base.upper))
    return _Loose((reading.shape, low, high, reading.lower_closed, reading.upper_closed, reading.modality))


class _Loose(tuple[object, ...]):
    """Equal to a specimen's normal form, which has two dimensions more."""

    __hash__ = tuple.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple) and tuple(self) == (other[0], *other[3:])


@settings(max_examples=300)
@given(texts.dice())
def test_invariant(rng: random.Random) -> None:
    """The same quantity in another unit or spelling keeps its support."""
    made = specimens.specimen(rng, texts.measures())
    other = specimens.restated(made, rng, texts.measures())
    passage, _ = specimens.frame(specimens.render(made, rng), rng)
    answer, _ = specimens.frame(specimens.render(other, rng), rng)
    case = CHECKER.check(answer, [passage])
    assert [q.status for q in case.quantities] == ["source"], (passage, answer)


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_sound(seed: int) -> None:
    """What differs from the passage is never traced to it."""
    assert selftest.made(1, CHECKER, texts.measures(), seed=seed).slipped == []


@settings(max_examples=300)
@given(texts.grammatical(), texts.grammatical())
def test_fail_closed_and_supported(text: str, other: str) -> None:
    """What is not read exactly is never traced, not even to itself; what is traced `verify` proves."""
    case = EVERYTHING.check(text, [text, other])
    read = {(q.start, q.end): q.reason for q in EVERYTHING.parse(text).quantities}
    for quantity in case.quantities:
        if quantity.status in TRACED:
            assert not read[quantity.start, quantity.end]
            assert quantity.support
    if case.status not in ("missing_evidence", "invalid"):
        assert problems(text, [text, other]) == []


def test_every_case_of_the_language_supports_itself() -> None:
    """A text is its own evidence: what is read in it is traced to it, and the report is proven."""
    for text in TEXTS:
        assert_supports_itself(text)


def assert_supports_itself(text: str) -> None:
    refused = {(q.start, q.end) for q in EVERYTHING.parse(text).quantities if q.reason}
    source = make_case(text, [text])
    checked = EVERYTHING.check_case(source)
    for q in checked.quantities:
        read = (q.start, q.end) not in refused
        assert q.status == ("source" if read else "ambiguous") or q.reason == "cut", (text, q)
    assert unproven(source, checked) == [], text


def problems(answer: str, passages: list[str], checker: Checker = EVERYTHING) -> list[verify.Problem]:
    source = make_case(answer, passages)
    return unproven(source, checker.check_case(source), checker)


def unproven(source: cases.Case, checked: report.Case, checker: Checker = EVERYTHING) -> list[verify.Problem]:
    made = report.Report(engine=checker.engine, errors=[], cases=[checked], metrics={}, decision="passed")
    found = verify.verify(msgspec.json.encode(made), [source], texts.units())
    return [p for p in found if p.place.startswith("cases")]


RANK = {"invalid": 0, "missing_capture": 0, "missing_evidence": 0, "violated": 1, "needs_review": 2, "met": 3}
STRICTER = {
    "profile": ("exact", "conservative"),
    "hedges": ("accept", "review"),
    "derived": ("accept", "review"),
    "rounding": ("accept", "conversions", "review"),
    "question": ("accept", "review"),
    "citation_scope": ("any", "cited"),
    "chance_bound": ("1", "0.05", "0"),
}


@settings(max_examples=200)
@given(st.data(), texts.dice())
def test_monotone_in_the_policy(data: st.DataObject, rng: random.Random) -> None:
    """A stricter policy never accepts what a looser one refuses, quantity by quantity and answer by answer."""
    answer, passages, question = written(rng)
    loose: dict[str, Any] = {}
    strict: dict[str, Any] = {}
    for name, order in STRICTER.items():
        at = data.draw(st.integers(0, len(order) - 1))
        loose[name] = order[at]
        strict[name] = order[data.draw(st.integers(at, len(order) - 1))]
    before, after = (Checker(Policy(**options)).check(answer, passages, question) for options in (loose, strict))
    accepted = {(q.start, q.end) for q in before.quantities if q.status in TRACED}
    assert {(q.start, q.end) for q in after.quantities if q.status in TRACED} <= accepted
    if after.status == "met":
        assert before.status == "met"


@settings(max_examples=200)
@given(texts.dice())
def test_monotone_in_the_passages(rng: random.Random) -> None:
    """One more passage never makes a figure that was found or in doubt unmatched, and leaves what was found found."""
    answer, passages, question = written(rng)
    more = [*passages, sentence(rng)]
    before, after = (CHECKER.check(answer, given, question) for given in (passages, more))
    for old, new in zip(before.quantities, after.quantities, strict=True):
        if old.status != "unmatched":
            assert new.status != "unmatched", (answer, more)
        if old.status == "source" and new.status != "source":
            assert new.reason in ("pairing", "cut", "attachment", "readings"), (answer, more)


def written(rng: random.Random) -> tuple[str, list[str], str]:
    """An answer of which about half the figures stand in the passages in some spelling, with a question."""
    shared = [specimens.specimen(rng, texts.measures()) for _ in range(3)]
    answer = " ".join(
        specimens.frame(
            specimens.render(rng.choice([made, specimens.restated(made, rng, texts.measures())]), rng), rng
        )[0]
        + rng.choice([" [1]", " [2]", ""])
        for made in shared
    )
    kept = [specimens.frame(specimens.render(made, rng), rng)[0] for made in shared if rng.random() < 0.7]
    return answer, [*kept, sentence(rng)], sentence(rng)


def sentence(rng: random.Random) -> str:
    return specimens.frame(specimens.render(specimens.specimen(rng, texts.measures()), rng), rng)[0]


SCRIPT = """
import json, random, sys
import msgspec
from quantcheck import Checker
from test_guarantees import written
checker = Checker()
for n in range(40):
    answer, passages, question = written(random.Random(f"again/{n}"))
    sys.stdout.buffer.write(msgspec.json.encode(checker.check(answer, passages, question)) + b"\\n")
"""


def test_reproducible() -> None:
    """The same input gives the same bytes whatever the hash seed."""
    outputs = []
    for seed in ("0", "1", "12345"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)},
            check=True,
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1] == outputs[2]
    assert len(outputs[0].splitlines()) == 40


@pytest.mark.slow
def test_twenty_thousand_mutations() -> None:
    """None of many wrong figures is traced; of exact restatements at most one in two hundred is missed."""
    found = selftest.made(20_000, CHECKER, texts.measures(), seed=1)
    assert found.slipped == []
    assert len(found.lost) * 200 <= found.restated, [msgspec.structs.asdict(slip) for slip in found.lost[:10]]
    assert found.wrong > 10_000


def test_metrics_of_no_case_have_no_value() -> None:
    """A perfect score over nothing is no score."""
    empty = report.Report(engine=CHECKER.engine, errors=[], cases=[], metrics={}, decision="error")
    assert json.loads(msgspec.json.encode(metrics(empty)))["grounding.quantity_traceability"]["value"] is None
