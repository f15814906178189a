"""The core on claims: an altered figure is never accepted, whatever the quote; scope and levels."""

from __future__ import annotations

import msgspec
import pytest
from evidence_sample import CASES, EXAMPLE

from quantcheck import report
from quantcheck.evidence import gold
from quantcheck.evidence.answers import Answer
from quantcheck.evidence.corpus import Corpus
from quantcheck.evidence.figures import Figures, Quoted
from quantcheck.evidence.select import Index
from quantcheck.evidence.sets import EvidenceSet, Item, citation, content_hash, freeze
from quantcheck.evidence.verify import Outcome, Verifier
from quantcheck.policy import Policy

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def figures() -> Figures:
    return Figures()


@pytest.fixture(scope="module")
def accepted() -> list[tuple[EvidenceSet, Answer]]:
    """Return the sets and answers of the example that are accepted."""
    index = Index(Corpus(EXAMPLE))
    found = []
    for case in gold.load(CASES).cases:
        if case.expected.verdict == "accepted" and case.answer is not None:
            evidence = index.select(case.query)
            found.append((evidence, gold.resolve(case.answer, evidence)))
    assert len(found) == 16
    return found


def outcomes(evidence: EvidenceSet, answer: Answer, figures: Figures, texts: list[list[str]]) -> list[Outcome]:
    verifier = Verifier(evidence, figures)
    results = []
    for index, claim in enumerate(answer.claims):
        for text in texts[index]:
            changed = tuple(replace(claim, text=text) if c is claim else c for c in answer.claims)
            results.append(verifier.verify(replace(answer, claims=changed)))
    return results


def test_no_changed_digit_is_accepted(accepted: list[tuple[EvidenceSet, Answer]], figures: Figures) -> None:
    """Each digit of each claim, exchanged for each other digit, with the quotes left as they are."""
    tried = 0
    for evidence, answer in accepted:
        texts = [
            [
                claim.text[:at] + digit + claim.text[at + 1 :]
                for at, old in enumerate(claim.text)
                for digit in "1379"
                if old.isdigit() and digit != old
            ]
            for claim in answer.claims
        ]
        for outcome in outcomes(evidence, answer, figures, texts):
            tried += 1
            assert outcome.verdict in ("refused", "needs_review"), outcome
    assert tried > 100


UNITS = [
    (" mg", " g"),
    (" minute", " hour"),
    (" cm", " mm"),
    (" °C", " °F"),
    (" mL", " L"),
    (" m,", " km,"),
    (" g ", " kg "),
]
BOUNDS = [
    (" for 1 minute", " for at least 1 minute"),
    (" to ", " or "),
    ("takes ", "takes at most "),
    ("is safe at ", "is safe below "),
]


@pytest.mark.parametrize(("old", "new"), UNITS + BOUNDS)
def test_no_changed_unit_or_bound_is_accepted(
    old: str, new: str, accepted: list[tuple[EvidenceSet, Answer]], figures: Figures
) -> None:
    tried = 0
    for evidence, answer in accepted:
        texts = [[claim.text.replace(old, new)] if old in claim.text else [] for claim in answer.claims]
        for outcome in outcomes(evidence, answer, figures, texts):
            tried += 1
            assert outcome.verdict in ("refused", "needs_review"), outcome.claims
    assert tried


def items(*texts: str) -> EvidenceSet:
    """Return a set of one-line documents `1.md`, `2.md`, …, selected for a query with a figure of its own."""
    rows = [
        Item(f"S{n}", f"c{n}", citation(f"{n}.md", 1, 1), f"{n}.md", 1, 1, content_hash(text), text)
        for n, text in enumerate(texts, 1)
    ]
    return freeze("Is 7 mg enough?", tuple(rows))


SET = items("Take 5 mg. Wait 2 hours.", "Take 9 mg.", "Add 2 mg and 3 mg.")


@pytest.mark.parametrize(
    ("text", "cited", "scope", "expected"),
    [
        ("Take 5 mg.", {0: "Take 5 mg."}, "quote", []),
        ("Take 5 mg [1].", {0: "Take 5 mg."}, "quote", []),
        ("Take 5 mg [9].", {0: "Take 5 mg."}, "quote", []),
        ("Take 5,000 µg.", {0: "Take 5 mg."}, "quote", []),
        ("Take 5 mg.", {0: "Wait 2 hours."}, "quote", [("figure-not-quoted", "review")]),
        ("Take 5 mg.", {0: "Wait 2 hours."}, "passage", [("figure-not-quoted", "note")]),
        ("Take 5 mg.", {0: ""}, "quote", []),
        ("Take 9 mg.", {0: "Take 5 mg."}, "quote", [("misattributed", "fault")]),
        ("Take 9 mg.", {0: "Take 5 mg.", 1: "Take 9 mg."}, "quote", []),
        ("Take 4 mg.", {0: "Take 5 mg."}, "quote", [("contradicted", "fault")]),
        ("Take 4 km.", {0: "Take 5 mg."}, "quote", [("invented", "fault")]),
        ("Take 7 mg.", {0: "Take 5 mg."}, "quote", [("question_only", "review")]),
        ("Take about 5 mg.", {0: "Take 5 mg."}, "quote", [("approximate", "review")]),
        ("Take several mg.", {0: "Take 5 mg."}, "quote", [("vague", "review")]),
        ("Take it with water.", {0: "Take 5 mg."}, "quote", []),
    ],
)
def test_codes_of_the_core(text: str, cited: dict[int, str], scope: str, expected: list[tuple[str, str]]) -> None:
    quoted = []
    for index, quote in cited.items():
        item = SET.items[index]
        at = item.text.find(quote)
        quoted.append(Quoted(item, ((at, at + len(quote)),) if quote else ()))
    found = Figures(scope=scope).check(text, quoted, SET)  # type: ignore[arg-type]
    assert [(figure.code, figure.level) for figure in found if figure.level] == expected


def case(status: str, reasons: list[str], *holds: bool | None) -> report.Case:
    """Return a verdict of the core on a claim without quantities."""
    return report.Case(
        id="answer",
        file="",
        index=0,
        status=status,  # type: ignore[arg-type]
        reasons=[report.ReasonCount(code, 1) for code in reasons],
        quantities=[],
        citations=[],
        equations=[report.Equation("1 mg = 2 mg", 0, 11, 1, 1, value, "1 mg", "2 mg") for value in holds],
        ignored=[],
    )


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (case("met", []), []),
        (case("not_applicable", []), []),
        (case("violated", ["false_equation"], True, False), [("false_equation", "fault")]),
        (case("violated", ["unresolved_citation"]), [("unresolved_citation", "fault")]),
        (case("needs_review", ["derived"]), [("derived", "review")]),
        (case("invalid", []), [("invalid", "fault")]),
        (case("missing_evidence", []), [("missing_evidence", "fault")]),
    ],
)
def test_what_the_core_does_not_accept_is_not_accepted(
    verdict: report.Case, expected: list[tuple[str, str]], figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "_check", lambda *_: verdict)
    found = figures.check("A claim.", [Quoted(SET.items[0], ((0, 5),))], SET)
    assert [(figure.code, figure.level) for figure in found] == expected


def test_a_policy_is_passed_on() -> None:
    quoted = [Quoted(SET.items[0], ((0, 10),))]
    strict = Figures(Policy()).check("Take about 5 mg.", quoted, SET)
    loose = Figures(Policy(hedges="accept")).check("Take about 5 mg.", quoted, SET)
    assert [[f.code for f in found] for found in (strict, loose)] == [["approximate"], [""]]
    assert Figures(Policy(question="accept", citation_scope="any")).policy.question == "review"
