"""Take a true report of a real answer, make one field wrong, and see `verify` refuse it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import strategies as texts

from quantcheck import Checker, load, report
from quantcheck.run import run
from quantcheck.verifier import verify

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = sorted(ROOT.glob("examples/*.answer.json"))
OTHERS = {
    "status": ["source", "question", "unmatched", "ambiguous", "met", "violated", "needs_review", "not_applicable"],
    "kind": [
        "physical",
        "temperature",
        "percent",
        "money",
        "count",
        "frequency",
        "value",
        "sign",
        "order",
        "approximate",
    ],
    "reason": ["vague", "unread", "readings", "approximate", "rounded", "kind", "contradicted", "invented", "pairing"],
    "shape": ["point", "range", "bound", "tolerance", "pair", "interval"],
    "modality": ["exact", "approximate", "just_below", "just_above"],
    "style": ["bracket", "footnote", "caret", "lenticular"],
    "unit": ["mg", "kg", "%", "1", "m", "Cel"],
    "dimension": ["mass", "length", "ratio", "number", "time"],
}
"""Valid values that a field may be changed to; other strings are lengthened or cut."""
FREE = {("ignored", "why"), ("nearest", "kind")}
"""Why something was left alone, and which of several true differences is named, only a second reader could tell."""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, (*path, i))
    else:
        yield path


def changed(old: Any, name: Any, rng: random.Random) -> Any:
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return old + rng.choice((-1, 1, 10))
    if old is None:
        return "1"
    if name in OTHERS:
        return rng.choice([other for other in OTHERS[name] if other != old])
    return rng.choice((old + "0", old[:-1], "-" + old))


@pytest.mark.parametrize("path", ANSWERS, ids=[path.name for path in ANSWERS])
def test_one_wrong_field_is_noticed(path: Path) -> None:
    checker = Checker()
    items = list(load.cases(path.read_bytes(), path.name))
    made = msgspec.json.encode(run(items, _check, checker.language, checker.engine))
    assert verify.verify(made, items, texts.units(), checker.engine) == []
    document = json.loads(made)
    rng = random.Random(path.name)
    missed = []
    for place in leaves(document):
        if "policy" in place or "notes" in place or any(set(free) <= set(place) for free in FREE):
            continue
        wrong = copy.deepcopy(document)
        holder = wrong
        for step in place[:-1]:
            holder = holder[step]
        holder[place[-1]] = changed(holder[place[-1]], place[-1], rng)
        try:
            if not verify.verify(json.dumps(wrong).encode(), items, texts.units(), checker.engine):
                missed.append((place, holder[place[-1]]))
        except verify.Unreadable:
            pass
    assert missed == []


def _check(case: Any, language: Any, policy: Any) -> report.Case:
    return Checker(policy).check_case(case)
