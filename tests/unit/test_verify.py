"""A valid report is proven, and every way of making one field of it wrong is noticed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from quantcheck import Checker, load, policy, report, run
from quantcheck.intake import cases
from quantcheck.intake.position import InText
from quantcheck.verifier import tally, ucum, verify

ANSWER = "Give 500 mg, at most 2 g [1].\nThen 5–10 mL [3], about 2.2 lb; 7 kg (2019)."
PASSAGES = (
    "The dose is 0.5 g; the limit is 2 g or less.",
    "Use 5 mL to 10 mL. The pack holds 2.2 lb; 70 kg is the limit.",
)


@pytest.fixture(scope="module")
def units() -> ucum.Units:
    return ucum.units(load.tables())


def reading(
    shape: str, unit: str, low: str | None, high: str | None, base: tuple[str, str | None, str | None], **more: Any
) -> report.Reading:
    fields = {"lower_closed": True, "upper_closed": True, "modality": "exact", **more}
    return report.Reading(shape, unit, low, high, base=report.Base(*base), **fields)


def place(text: str, quote: str) -> tuple[int, int]:
    start = text.index(quote)
    return start, start + len(quote)


def support(n: int, quote: str, made: report.Reading) -> report.Support:
    return report.Support(f"passage:{n}", *place(PASSAGES[n - 1], quote), quote, made)


def quantity(
    text: str, status: Any, readings: list[report.Reading], supports: list[report.Support], **more: Any
) -> report.Quantity:
    start, end = place(ANSWER, text)
    fields: dict[str, Any] = {"notes": [], **more}
    return report.Quantity(
        text,
        start,
        end,
        *InText(ANSWER).at(start),
        kind="physical",
        status=status,
        readings=readings,
        support=supports,
        **fields,
    )


def source() -> cases.Case:
    return cases.Case(
        "a", "a.json", 0, ANSWER, InText(ANSWER), question="How much?", passages=tuple(map(cases.Passage, PASSAGES))
    )


def valid() -> report.Report:
    """A report with a quantity of each status, a relation, a nearest value, and citations that resolve and do not."""
    mass = ("mass", "1/2000", "1/2000")
    volume = ("length^3", "1/200000", "1/100000")
    most = reading("bound", "g", None, "2", ("mass", None, "1/500"), lower_closed=False)
    seven = reading("point", "kg", "7", "7", ("mass", "7", "7"))
    quantities = [
        quantity(
            "500 mg",
            "source",
            [reading("point", "mg", "500", "500", mass)],
            [support(1, "0.5 g", reading("point", "g", "1/2", "1/2", mass))],
        ),
        quantity("at most 2 g", "source", [most], [support(1, "2 g or less", most)]),
        quantity(
            "5–10 mL",
            "source",
            [reading("range", "mL", "5", "10", volume)],
            [support(2, "5 mL to 10 mL", reading("range", "mL", "5", "10", volume))],
        ),
        quantity(
            "about 2.2 lb", "ambiguous", [pounds("approximate")], [support(2, "2.2 lb", pounds())], reason="approximate"
        ),
        quantity(
            "7 kg",
            "unmatched",
            [seven],
            [],
            reason="contradicted",
            nearest=report.Nearest(
                "passage:2",
                *place(PASSAGES[1], "70 kg"),
                "70 kg",
                reading("point", "kg", "70", "70", ("mass", "70", "70")),
                report.Difference("factor", "1/10"),
            ),
        ),
    ]
    citations = [cited("[1]", [1], [1], []), cited("[3]", [3], [], [3])]
    start, end = place(ANSWER, "2019")
    case = report.Case(
        "a",
        "a.json",
        0,
        "violated",
        [
            report.ReasonCount("approximate", 1),
            report.ReasonCount("contradicted", 1),
            report.ReasonCount("unresolved_citation", 1),
        ],
        quantities,
        citations,
        [],
        [report.Ignored("2019", start, end, "bare_number")],
        question=report.Question("question", "How much?"),
    )
    made = report.Report(
        engine=report.Engine("0", "g", "v", policy.Policy()), errors=[], cases=[case], metrics={}, decision="violated"
    )
    return msgspec.structs.replace(made, metrics=tally.metrics(made))


def pounds(modality: str = "exact") -> report.Reading:
    base = str(Fraction("2.2") * Fraction("0.45359237"))
    return reading("point", "[lb_av]", "11/5", "11/5", ("mass", base, base), modality=modality)


def cited(text: str, numbers: list[int], resolved: list[int], unresolved: list[int]) -> report.Citation:
    start, end = place(ANSWER, text)
    return report.Citation(text, start, end, *InText(ANSWER).at(start), "bracket", numbers, resolved, unresolved)


def check(document: Any, units: ucum.Units) -> list[verify.Problem]:
    return verify.verify(
        json.dumps(document).encode(), [source()], units, report.Engine("0", "g", "v", policy.Policy())
    )


def test_a_valid_report_is_proven(units: ucum.Units) -> None:
    assert check(msgspec.to_builtins(valid()), units) == []


CANNOT_MATTER = ("why",)
"""Why something was left alone only a second reader could tell."""


def corruptions(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the path of each field with a value that it must not have."""
    if isinstance(document, dict):
        for name, value in document.items():
            if name not in CANNOT_MATTER:
                yield from corruptions(value, (*path, name))
    elif isinstance(document, list):
        for i, value in enumerate(document):
            yield from corruptions(value, (*path, i))
            yield (*path, i), None
    elif isinstance(document, bool):
        yield path, not document
    elif isinstance(document, int):
        yield path, document + 1
        yield path, document - 1
    elif isinstance(document, str):
        yield path, document + "1"
        yield path, document[:-1]
    elif document is None:
        yield path, "1"


def corrupted(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    made = copy.deepcopy(document)
    at = made
    for step in path[:-1]:
        at = at[step]
    if value is None and isinstance(path[-1], int):
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return made


def test_every_corruption_of_one_field_is_noticed(units: ucum.Units) -> None:
    document = msgspec.to_builtins(valid())
    passed = []
    count = 0
    for path, value in corruptions(document):
        if path[:2] == ("engine", "policy"):
            continue  # another policy is another check, and this report may be right under it
        count += 1
        try:
            if not check(corrupted(document, path, value), units):
                passed.append((path, value))
        except verify.Unreadable:
            pass
    assert passed == []
    assert count > 250


FORGED = [
    ("It is 5 kg.", "It is 5 g."),
    ("It is 5 kilograms.", "It is 5 grams."),
    ("It is 5 kg.", "It is 6 kg."),
    ("It is $5.", "It is $6."),
    ("It is $5 million.", "It is $5 billion."),
    ("It is 5-6 kg.", "It is 5-7 kg."),
    ("It is 5 × 6 cm.", "It is 5 × 7 cm."),
    ("It is 5 ± 1 mg.", "It is 5 ± 2 mg."),
    ("It is every 6 hours.", "It is every 8 hours."),
    ("It is at least 5 kg.", "It is at most 5 kg."),
    ("It is at least 5 kg.", "It is more than 5 kg."),
    ("It is about 5 kg.", "It is 5 kg."),
]


@pytest.mark.parametrize(("answer", "passage"), FORGED)
def test_a_place_with_another_figure_proves_nothing(answer: str, passage: str, units: ucum.Units) -> None:
    """A report on the answer and a passage that repeats it, whose places are moved into a passage that does not."""
    checker = Checker()
    true, false = (cases.case(answer, [text]) for text in (answer, passage))
    checked = checker.check_case(true)
    assert [q.status for q in checked.quantities] == ["source"]
    quoted = checker.check(passage, [passage]).quantities[0]
    document = msgspec.to_builtins(run.report([checked], [], checker.engine))
    place = document["cases"][0]["quantities"][0]["support"][0]
    place.update(start=quoted.start, end=quoted.end, quote=quoted.text)
    assert verify.verify(msgspec.json.encode(document), [false], units)


@pytest.mark.parametrize(
    "answer",
    [
        "It is 5&nbsp;mg.",
        "It is **5** mg.",
        "It is 5 mg/kg.",
        "It is 5 cm3.",
        "It costs $5T.",
        "It costs USD 5.",
        "It is 5 kg-m.",
        "It is 5 ft-lb.",
        "It is 5½ kg.",
    ],
)
def test_a_figure_hidden_as_no_figure_is_noticed(answer: str, units: ucum.Units) -> None:
    checker = Checker()
    items = list(load.cases(json.dumps({"answer": answer, "passages": ["Nothing."]}).encode(), "a.json"))
    true = checker.check_case(items[0])
    assert true.quantities
    hidden = [report.Ignored(q.text, q.start, q.end, "bare_number") for q in true.quantities]
    left = sorted([*true.ignored, *hidden], key=lambda entry: entry.start)
    forged = msgspec.structs.replace(true, quantities=[], ignored=left, status="not_applicable", reasons=[])
    for case, expected in ((true, False), (forged, True)):
        made = run.run(items, lambda *_, case=case: case, checker.language, checker.engine)  # type: ignore[misc]
        assert bool(verify.verify(msgspec.json.encode(made), items, units, checker.engine)) is expected


@pytest.mark.parametrize(
    ("tag", "noticed"),
    [
        ("<b hidden>", False),
        ('<b title="none">', True),
        ('<b class="hidden">', True),
        ('<b aria-hidden="true">', True),
        ('<b style="display: none">', False),
        ('<b style="border: none">', True),
    ],
)
def test_only_what_hides_an_element_hides_its_figure(tag: str, *, noticed: bool, units: ucum.Units) -> None:
    answer = f"See {tag}\nTake 5 mg daily,\nif so</b>."
    items = list(load.cases(json.dumps({"answer": answer, "passages": ["Nothing."]}).encode(), "a.json"))
    checker = Checker()
    start, end = answer.index("<"), answer.index(".")
    left = [report.Ignored(answer[start:end], start, end, "markup")]
    forged = msgspec.structs.replace(
        checker.check_case(items[0]), quantities=[], ignored=left, status="not_applicable", reasons=[]
    )
    made = run.run(items, lambda *_: forged, checker.language, checker.engine)
    assert bool(verify.verify(msgspec.json.encode(made), items, units, checker.engine)) is noticed


@pytest.mark.parametrize(
    ("answer", "passage", "quote"),
    [
        ("Take 25 mg.", "Take 0.25 mg.", "25 mg"),
        ("Take 25 mg.", "Take 0.25 mg.", "0.25 mg"),
        ("Take 500 mg.", "Take 1,500 mg.", "500 mg"),
        ("Take 10 mg.", "Take 5-10 mg.", "10 mg"),
        ("Take 5 mg.", "Take 5 mg/kg.", "5 mg"),
        ("Take 5 mg.", "Take 5 mg per tablet.", "5 mg"),
        ("Take 5 mg.", "Take nothing.", "nothing"),
        ("Take 5 mg.", "Take 5 g.", "5 "),
        ("Take 500 mg.", "Take 1, then 2.", "1,"),
        ("It has $5 million.", "It has $5.", "$5"),
    ],
)
def test_a_place_that_is_no_support_is_noticed(answer: str, passage: str, quote: str, units: ucum.Units) -> None:
    checker = Checker()
    items = list(load.cases(json.dumps({"answer": answer, "passages": [passage]}).encode(), "a.json"))
    true = checker.check_case(items[0])
    (figure,) = true.quantities
    at = passage.index(quote)
    place = report.Support("passage:1", at, at + len(quote), quote, figure.readings[0])
    traced = msgspec.structs.replace(
        figure, status="source", reason=UNSET, support=[place], nearest=UNSET, derivation=UNSET, notes=[]
    )
    forged = msgspec.structs.replace(true, quantities=[traced], status="met", reasons=[])
    made = run.run(items, lambda *_: forged, checker.language, checker.engine)
    assert verify.verify(msgspec.json.encode(made), items, units, checker.engine)
