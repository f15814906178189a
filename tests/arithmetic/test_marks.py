"""The marks on the financial answers of the shared oracles: derivations, chance, and values read through heads."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quantcheck import Checker, Policy, report

SHARED = Path(os.environ.get("QUANTCHECK_SHARED") or Path(__file__).parents[3] / "shared")
FILE = SHARED / "oracles/grounding/tatqa_dev.jsonl"

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the oracles are not part of the project")


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(Policy(numbers="all"))


def answers(*sorts: str) -> Iterator[dict[str, Any]]:
    with FILE.open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["labels"][0]["label"].startswith(tuple(f"gold={s};" for s in sorts)):
                yield record


def first(checker: Checker, record: dict[str, Any], answer: str) -> report.Quantity:
    return checker.check(answer, record["passages"], record["question"]).quantities[0]


def numbers(text: str) -> set[Fraction]:
    return {abs(Fraction(n.replace(",", "").rstrip("."))) for n in re.findall(r"\d[\d,]*\.?\d*", text)}


def test_computed_answers_are_derived_with_the_operands_of_the_gold(checker: Checker) -> None:
    derived = same = 0
    for record in answers("arithmetic"):
        quantity = first(checker, record, record["answer"])
        if quantity.reason != "derivable" or not quantity.derivation:
            continue
        derived += 1
        gold = record["labels"][0]["label"].split("derivation=")[1]
        mine = numbers(" ".join(o.quote for o in quantity.derivation.operands))
        counts = {Fraction(int(n)) for n in re.findall(r"/\s*(\d)\s*$", gold)}
        same += mine in (numbers(gold), numbers(gold) - counts)
    assert derived >= 50
    assert same >= 40


def test_random_figures_are_not_derived(checker: Checker) -> None:
    rng = random.Random(4)
    offered = 0
    for record in answers("arithmetic"):
        answer = re.sub(r"\d", lambda m: m[0] if m[0] == "0" else str(rng.randint(1, 9)), record["answer"])
        offered += first(checker, record, answer).reason == "derivable"
    assert offered <= 3


def test_spans_are_read_through_heads(checker: Checker) -> None:
    source = listed = 0
    for record in answers("span", "multi-span"):
        found = checker.check(record["answer"], record["passages"], record["question"]).quantities
        if all(re.fullmatch(r"(?:19|20)\d\d", q.text) for q in found):
            continue
        listed += 1
        assert all(q.status != "unmatched" for q in found), record["id"]
        source += all(q.status == "source" for q in found)
    assert listed == 36
    assert source >= 32
