"""A report that claims more than its texts show is refused, though its sums and its verdicts agree with each other."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from quantcheck import Checker, Policy, load, report, run
from quantcheck.intake import cases
from quantcheck.verifier import tally, ucum, verify

LIES = [
    ("Simmer for 10 minutes.", "Simmer for 5 to 10 minutes."),
    ("Simmer for 10 to 5 minutes.", "Simmer for 5 to 10 minutes."),
    ("Keep it at 20 °C.", "Keep it at -20 °C."),
    ("It is 5 mm long.", "It is 5 ± 1 mm long."),
    ("The pressure was 120 mmHg.", "The pressure was 120/80 mmHg."),
    ("The pressure was 80/120 mmHg.", "The pressure was 120/80 mmHg."),
    ("The pipe is 10 in long.", "The pipe is 5 ft 10 in long."),
    ("The pipe is 178 cm long.", "The pipe is 5 ft 10 in long."),
    ("It took 30 minutes.", "It took 2 h 30 min."),
    ("It cost $4.5 million.", "It cost €4.5 million."),
    ("The load is 5 Mg.", "The load is 5 mg."),
    ("Give 5 mg/kg.", "Give 5 mg/kg/day."),
    ("Give 5 to 10 mg/kg.", "Give 5-10 mg/kg/day."),
    ("Give 4 g/day.", "Give at most 4 g/day."),
    ("Give less than 4 g/day.", "Do not exceed 4 g per day."),
    ("Rest for 30 minutes.", "Rest for at least 30 minutes."),
    ("Infuse 25 mg/h.", "Infuse 600 mg/24 h."),
    ("Take 5 mg daily.", "Take 5 mg twice daily."),
    ("Take 4 capsules every 6 hours.", "Take 4 tablets every 6 hours."),
    ("| Salt | Dose (mg) |\n|---|---|\n| Iron | 60 |", "Give iron 51 mg, then more."),
    ("| Salt | Dose (g) |\n|---|---|\n| Iron | 60 |", "Give iron 60 mg."),
]
POLICIES = [
    ("Heat it to 230 °C [2].", ["Heat it to 230 °C.", "Stir."], Policy(citation_scope="cited")),
    ("Heat it to 230 °C.", ["Heat it to 230 °C.", "Stir."], Policy(citation_scope="cited")),
    (
        "- Heat it to 230 °C [1]\n- Wait 2 hours",
        ["Heat it to 230 °C.", "Wait 2 hours."],
        Policy(citation_scope="cited"),
    ),
    ("It was 5 mg/kg.", ["It was 5 mg/kg."], Policy(profile="conservative")),
    ("It was 1,500 mg.", ["It was 1,500 mg."], Policy(profile="conservative")),
    ("It was five mg.", ["It was five mg."], Policy(profile="conservative")),
    ("There were 200 of us.", ["There were 1,201 of us."], Policy(numbers="all")),
]
HIDDEN = [
    "Give 500 mg of it.",
    "Give 500mg of it.",
    "It took 5 to 10 minutes.",
    "It fell by 12%.",
    "It cost $4.50.",
    "Keep it at 21 °C.",
    "Wait three hours.",
    "Take four tablets.",
    "| Salt | Dose |\n|---|---|\n| Iron | 60 mg |",
]
LEFT_ALONE = [
    "At 2 pm, in the 1950s, see page 5.",
    "The 21st of May 2021.",
    "Run `sleep 5 s` now.",
    "Call `wait(500 ms)` and see [the guide 2](http://example.org).",
    "```\nsleep 5 s\n```",
    "Write \\[3\\] or `a[3]`.",
]


@pytest.fixture(scope="module")
def units() -> ucum.Units:
    return ucum.units(load.tables())


def checked(answer: str, passages: list[str], policy: Policy) -> tuple[cases.Case, dict[str, Any]]:
    checker = Checker(policy)
    case = cases.case(answer, passages)
    made = run.run([case], lambda c, *_: checker.check_case(c), None, checker.engine)
    return case, json.loads(msgspec.json.encode(made))


def summed(document: dict[str, Any]) -> bytes:
    """Return a document with the sums that its verdicts come to."""
    for case, made in zip(msgspec.convert(document, report.Report).cases, document["cases"], strict=True):
        made["reasons"] = [{"code": c, "count": n} for c, n in sorted(tally._reasons(case).items())]
        made["status"] = tally._status(case, False)
    found = msgspec.convert(document, report.Report)
    return json.dumps(
        document | {"metrics": msgspec.to_builtins(tally.metrics(found)), "decision": tally._decision(found)}
    ).encode()


def lies(document: dict[str, Any], passages: list[str], policy: Policy) -> Iterator[dict[str, Any]]:
    """Yield the report with one figure said to be found: in the words of the answer, and in those of a passage."""
    for n, quantity in enumerate(document["cases"][0]["quantities"]):
        if quantity["status"] in ("source", "question"):
            continue
        kept = {k: quantity[k] for k in ("text", "start", "end", "line", "column", "kind", "readings", "notes")}
        for p, text in enumerate(passages, 1):
            for other in Checker(policy).check(text, passages).quantities:
                place = {"source": f"passage:{p}", "start": other.start, "end": other.end, "quote": other.text}
                theirs, ours = msgspec.to_builtins(other.readings[:1]), quantity["readings"][:1]
                for reading in (*theirs, *ours):
                    made = copy.deepcopy(document)
                    support = [{**place, "reading": reading}]
                    made["cases"][0]["quantities"][n] = {
                        **kept, "status": "source", "readings": [reading], "support": support
                    }  # fmt: skip
                    yield made


@pytest.mark.parametrize(
    ("answer", "passages", "policy"),
    [*((a, [p], Policy()) for a, p in LIES), *POLICIES],
    ids=[f"{a}|{p}" for a, p, *_ in [*LIES, *POLICIES]],
)
def test_a_figure_that_is_not_found(answer: str, passages: list[str], policy: Policy, units: ucum.Units) -> None:
    case, document = checked(answer, passages, policy)
    assert verify.verify(json.dumps(document).encode(), [case], units) == []
    forged = list(lies(document, passages, policy))
    assert forged
    for made in forged:
        assert verify.verify(summed(made), [case], units), made["cases"][0]["quantities"]


@pytest.mark.parametrize("answer", HIDDEN)
@pytest.mark.parametrize("why", ["bare_number", "idiom", "date", "code"])
def test_a_figure_that_is_hidden(answer: str, why: str, units: ucum.Units) -> None:
    case, document = checked(answer, ["Nothing of it is here."], Policy())
    (quantity,) = document["cases"][0]["quantities"]
    document["cases"][0]["quantities"] = []
    left = {k: quantity[k] for k in ("text", "start", "end")}
    document["cases"][0]["ignored"] = [{**left, "why": why}]
    assert verify.verify(summed(document), [case], units)


@pytest.mark.parametrize("mark", ["[7]", "[1, 7]", "[1-7]", "【7†source】"])
def test_a_citation_that_is_hidden(mark: str, units: ucum.Units) -> None:
    case, document = checked(f"It is warm {mark}.", ["It is cold."], Policy())
    (citation,) = document["cases"][0]["citations"]
    document["cases"][0]["citations"] = []
    left = {k: citation[k] for k in ("text", "start", "end")}
    document["cases"][0]["ignored"] = [{**left, "why": "code"}]
    assert verify.verify(summed(document), [case], units)


@pytest.mark.parametrize("reason", ["vague", "too_large", "mixed", "ratio_unit", "pairing"])
def test_a_reason_that_a_plain_figure_cannot_have(reason: str, units: ucum.Units) -> None:
    case, document = checked("Give 500 mg.", ["Give 400 mg."], Policy())
    quantity = document["cases"][0]["quantities"][0]
    for name in ("nearest", "derivation"):
        quantity.pop(name, None)
    quantity.update(status="ambiguous", reason=reason)
    assert verify.verify(summed(document), [case], units)


@pytest.mark.parametrize("answer", LEFT_ALONE)
def test_what_is_left_alone_is_proven(answer: str, units: ucum.Units) -> None:
    case, document = checked(answer, ["Nothing of it is here."], Policy())
    assert verify.verify(json.dumps(document).encode(), [case], units) == []


def test_lists_and_parts_that_are_proven(units: ucum.Units) -> None:
    answer = "Give 5, 10 or 15 mg; 0–10 cm; 1/4 inch; 30 r/min; an hour and 45 minutes; 5 km (3.1 mi) at least."
    case, document = checked(answer, [answer], Policy())
    assert verify.verify(json.dumps(document).encode(), [case], units) == []


def test_figures_in_order_that_are_proven(units: ucum.Units) -> None:
    case, document = checked(
        "Zinc is given at 10 mg.", ["The doses of iron and zinc are 10 mg and 500 mg, respectively."], Policy()
    )
    assert verify.verify(json.dumps(document).encode(), [case], units) == []
