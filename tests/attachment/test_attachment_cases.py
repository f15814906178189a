"""The cases of `cases.toml`, each under every policy, its report proven by the verifier."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from quantcheck import api, load, report, run
from quantcheck.api import Checker
from quantcheck.intake import cases
from quantcheck.policy import Policy
from quantcheck.verifier import ucum, verify

CASES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))["case"]


def check(case: dict[str, Any], **options: Any) -> report.Case:
    """Return a case of the file as it is checked under a policy."""
    return Checker(Policy(**options)).check(case["answer"], case["passages"], case.get("question"))


def flags(found: report.Case) -> list[str]:
    """Return a line for each figure with a rival."""
    return [
        f"{q.text} | {q.rival.quote} | {', '.join(w.said.text for w in q.rival.words)}"
        for q in found.quantities
        if q.rival is not UNSET
    ]


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    found = check(case)
    assert flags(found) == case["flags"]
    lowered = [q for q in found.quantities if q.reason == "attachment"]
    assert len(lowered) == len(case["flags"])
    assert all(q.status == "ambiguous" and q.support for q in lowered)
    contested = [
        f"{q.text} | {q.contested.source} {q.contested.quote}" for q in found.quantities if q.contested is not UNSET
    ]
    assert contested == case.get("contested", [])
    assert all(q.status == "source" for q in found.quantities if "contested_source" in q.notes)


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_policy_decides_what_becomes_of_a_flag(case: dict[str, Any]) -> None:
    noted, off = check(case, attachment="note"), check(case, attachment="off")
    assert flags(noted) == case["flags"]
    assert flags(off) == []
    assert [(q.status, q.text) for q in noted.quantities] == [(q.status, q.text) for q in off.quantities]
    assert sum("attachment" in q.notes for q in noted.quantities) == len(case["flags"])
    # What the default lowers was `source`, and nothing else is touched.
    for q, before in zip(check(case).quantities, off.quantities, strict=True):
        assert q.status == before.status or (before.status, q.status, q.reason) == ("source", "ambiguous", "attachment")


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_conservative_flags_whatever_the_default_flags(case: dict[str, Any]) -> None:
    strict = {q.text for q in check(case).quantities if q.reason == "attachment"}
    wide = check(case, profile="conservative")
    assert {q.text for q in wide.quantities if q.status in ("source", "question")} & strict == set()


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_order_of_passages_changes_nothing(case: dict[str, Any]) -> None:
    turned = {**case, "passages": case["passages"][::-1]}
    assert [(q.status, q.reason) for q in check(turned).quantities] == [
        (q.status, q.reason) for q in check(case).quantities
    ]


def proof(case: dict[str, Any], policy: Policy | None = None) -> tuple[bytes, list[cases.Case], api.Checker]:
    """Return the report of one case as bytes, with what it was made from."""
    checker = Checker(policy)
    given = cases.case(case["answer"], case["passages"], case.get("question"))
    made = run.report([checker.check_case(given)], [], checker.engine)
    return msgspec.json.encode(made), [given], checker


UNITS = ucum.units(load.tables())


@pytest.mark.parametrize("attachment", ["review", "note"])
@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_reports_are_proven(case: dict[str, Any], attachment: Any) -> None:
    document, given, checker = proof(case, Policy(attachment=attachment))
    assert verify.verify(document, given, UNITS, checker.engine) == []


def corrupted(change: str) -> list[str]:
    """Return the problems of a report after a change to its rival."""
    case = next(c for c in CASES if c["name"] == "a strong boundary")
    document, given, _ = proof(case)
    passage, answer = case["passages"][0], case["answer"]
    made = msgspec.json.decode(document)
    quantity = made["cases"][0]["quantities"][0]
    rival, words = quantity["rival"], quantity["rival"]["words"]
    if change == "no rival":
        del quantity["rival"]
    elif change == "the support as rival":
        support = quantity["support"][0]
        rival |= {name: support[name] for name in ("source", "start", "end", "quote", "reading")}
    elif change == "a word of the support":
        at, said = passage.rindex("dose"), answer.index("dose")
        words[0] |= {"word": "dose", "start": at, "end": at + 4}
        words[0]["said"] |= {"text": "dose", "start": said, "end": said + 4}
    elif change == "another word":
        words[0] |= {"start": words[0]["start"] + 1, "end": words[0]["end"] + 1}
    elif change == "another word of the answer":
        words[0]["said"] |= {"text": "The", "start": 0, "end": 3}
    elif change == "no words":
        rival["words"] = []
    elif change == "no margin":
        rival["margin"] = "0"
    elif change == "another value of the rival":
        rival["reading"] |= {"lower": "50", "upper": "50"}
        rival["reading"]["base"] |= {"lower": "1/20000", "upper": "1/20000"}
    elif change == "the policy off":
        made["engine"]["policy"]["attachment"] = "off"
    return [f"{p.place} {p.message}" for p in verify.verify(msgspec.json.encode(made), given, UNITS)]


@pytest.mark.parametrize(
    "change",
    [
        "no rival",
        "the support as rival",
        "a word of the support",
        "another word",
        "another word of the answer",
        "no words",
        "no margin",
        "another value of the rival",
        "the policy off",
    ],
)
def test_a_wrong_rival_is_noticed(change: str) -> None:
    assert corrupted(change)


def test_the_unchanged_report_is_proven() -> None:
    assert corrupted("nothing") == []
