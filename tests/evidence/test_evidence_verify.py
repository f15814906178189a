"""The verifier: each fault has its code, each one-character change is refused, the order of claims says nothing."""

from __future__ import annotations

import random
import re
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from evidence_sample import PAGES, NoFigures, answer_of, evidence_of, write
from hypothesis import given, settings
from hypothesis import strategies as st

from quantcheck.evidence import quotes, sets
from quantcheck.evidence.answers import Answer, Citation, Claim
from quantcheck.evidence.corpus import Corpus
from quantcheck.evidence.faults import CODES
from quantcheck.evidence.verify import Verifier

replace = msgspec.structs.replace

with tempfile.TemporaryDirectory() as _folder:
    SET = evidence_of(write(Path(_folder), PAGES))
ANSWER = answer_of(SET)
CHARACTERS = st.sampled_from("abyzS10579#L-/._ é\u200b\n") | st.characters(codec="utf-8")


@st.composite
def changes(draw: st.DrawFn, text: str) -> str:
    """One character changed, taken out, put in, or exchanged with the next."""
    at = draw(st.integers(0, len(text) - 1))
    kind = draw(st.sampled_from(["change", "drop", "insert", "swap"]))
    if kind == "drop":
        changed = text[:at] + text[at + 1 :]
    elif kind == "swap":
        changed = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
    else:
        changed = text[:at] + draw(CHARACTERS) + text[at + (kind == "change") :]
    return changed if changed != text else text + "~"


def cited(claim: int = 0, **fields: str) -> Answer:
    """Return the good answer with other fields in the first citation of a claim."""
    first = ANSWER.claims[claim]
    new = replace(first, citations=(replace(first.citations[0], **fields),))
    claims = tuple(new if index == claim else old for index, old in enumerate(ANSWER.claims))
    return replace(ANSWER, claims=claims)


def codes(answer: Answer, evidence: sets.EvidenceSet = SET) -> list[str]:
    return Verifier(evidence, NoFigures()).verify(answer).codes


def test_good_answer(verifier: Verifier, answer: Answer) -> None:
    outcome = verifier.verify(answer)
    assert (outcome.verdict, outcome.codes, outcome.sources_read) == ("accepted", [], True)
    assert [(c.citations, c.valid_citations) for c in outcome.claims] == [(1, 1)] * 3


@given(changes(ANSWER.evidence_set_id))
def test_changed_set_id(changed: str) -> None:
    assert codes(replace(ANSWER, evidence_set_id=changed)) == ["evidence-set-mismatch"]


@given(changes(ANSWER.claims[0].citations[0].label))
def test_changed_label(changed: str) -> None:
    others = {item.label: item for item in SET.items}
    expected = {"citation-unknown"} if changed not in others else {"citation-mismatch", "quote-not-in-source"}
    assert set(codes(cited(label=changed))) == expected


@given(st.data())
def test_changed_path_or_lines(data: st.DataObject) -> None:
    claim = data.draw(st.integers(0, 2))
    changed = data.draw(changes(ANSWER.claims[claim].citations[0].citation))
    assert codes(cited(claim, citation=changed)) == ["citation-mismatch"]


@given(st.data())
@settings(max_examples=400)
def test_changed_quote(data: st.DataObject) -> None:
    """A changed quote passes only where it still is a part of the text in whole words, which the regex says anew."""
    claim = data.draw(st.integers(0, 2))
    citation = ANSWER.claims[claim].citations[0]
    text = next(item.text for item in SET.items if item.label == citation.label)
    changed = data.draw(changes(citation.quote))
    found = codes(cited(claim, quote=changed))
    whole = re.search(rf"(?<!\w){re.escape(changed.strip())}(?!\w)", text) and changed in text
    if changed not in text:
        assert found == ["quote-not-in-source"]
    elif whole and "\n\n" not in changed.strip():
        assert found in ([], ["quote-crosses-blocks"])
    else:
        assert found in (["quote-cuts-word"], ["quote-crosses-blocks"])


@given(st.data())
def test_changed_item_of_the_set(data: st.DataObject) -> None:
    """Whoever changes an item, and not all that depends on it, is found out by the set itself."""
    index = data.draw(st.integers(0, len(SET.items) - 1))
    field = data.draw(st.sampled_from(["label", "chunk_id", "citation", "source_path", "content_hash", "text"]))
    item = SET.items[index]
    changed = replace(item, **{field: data.draw(changes(getattr(item, field)))})
    items = tuple(changed if i == index else old for i, old in enumerate(SET.items))
    found = {issue.code for issue in sets.integrity(replace(SET, items=items))}
    expected = {
        "label": {"evidence-set-altered"},
        "chunk_id": {"evidence-set-altered"},
        "citation": {"evidence-set-altered", "evidence-record-mismatch"},
        "source_path": {"evidence-record-mismatch"},
        "content_hash": {"evidence-set-altered", "evidence-text-altered"},
        "text": {"evidence-text-altered"},
    }
    assert found == expected[field]


@pytest.mark.parametrize("field", ["start_line", "end_line"])
@pytest.mark.parametrize("by", [-1, 1, 10])
def test_changed_line_numbers_of_the_set(field: str, by: int) -> None:
    item = SET.items[0]
    changed = replace(item, **{field: getattr(item, field) + by})
    found = {issue.code for issue in sets.integrity(replace(SET, items=(changed, *SET.items[1:])))}
    assert found == {"evidence-record-mismatch"}


@given(st.permutations(range(3)), st.randoms(use_true_random=False))
def test_order_of_claims(order: list[int], dice: random.Random) -> None:
    claims = [*ANSWER.claims[:2], replace(ANSWER.claims[2], citations=())]
    mixed = tuple(claims[index] for index in order)
    dice.shuffle(claims)
    first, second = (Verifier(SET, NoFigures()).verify(replace(ANSWER, claims=tuple(rows))) for rows in (claims, mixed))

    def told(outcome: Any) -> tuple[Any, ...]:
        issues = sorted((i.claim_id, i.code, i.message) for i in outcome.issues)
        return outcome.verdict, outcome.codes, issues, sorted(outcome.claims, key=lambda claim: claim.claim_id)

    assert told(first) == told(second)


ITEM = SET.items[0]


def one(text: str = "A claim.", *citations: Citation, **fields: Any) -> Answer:
    claims = (Claim("c1", text, citations),)
    return replace(ANSWER, **{"claims": claims, **fields})


GOOD = ANSWER.claims[0].citations[0]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (one("A claim."), ["claim-uncited"]),
        (one("  ", GOOD), ["claim-empty"]),
        (one("…", GOOD), ["claim-empty"]),
        (replace(ANSWER, claims=(ANSWER.claims[0], replace(ANSWER.claims[1], claim_id="c1"))), ["claim-id-repeated"]),
        (replace(ANSWER, claims=()), ["answer-without-claims"]),
        (one("A claim.", GOOD, abstained=True, abstention_reason="why"), ["abstention-with-claims"]),
        (replace(ANSWER, claims=(), abstained=True), ["abstention-unexplained"]),
        (replace(ANSWER, claims=(), abstained=True, abstention_reason=" \n"), ["abstention-unexplained"]),
        (replace(ANSWER, claims=(), abstained=True, abstention_reason="-"), ["abstention-unexplained"]),
        (replace(ANSWER, claims=(), abstained=True, abstention_reason="No passage says."), []),
        (replace(ANSWER, abstention_reason="why"), ["abstention-reason-unused"]),
        (one("A claim.", replace(GOOD, quote="  ")), ["quote-empty"]),
        (one("A claim.", replace(GOOD, quote=".")), ["quote-empty"]),
        (one("A claim.", GOOD, GOOD), []),
        (one("A claim.", replace(GOOD, quote="cool*.\n\n- Above")), ["quote-crosses-blocks"]),
        (one("A claim.", replace(GOOD, quote="minutes.\n- Keep the water")), ["quote-crosses-blocks"]),
        (one("A claim.", replace(GOOD, quote="000 m boil for 3 minutes.")), ["quote-cuts-word"]),
        (one("A claim.", replace(GOOD, quote="let it cool")), ["quote-not-in-source"]),
    ],
)
def test_faults(answer: Answer, expected: list[str]) -> None:
    assert codes(answer) == expected


def test_repeated_citation_counts_once() -> None:
    outcome = Verifier(SET, NoFigures()).verify(one("A claim.", GOOD, GOOD))
    assert outcome.claims[0].citations == 1
    assert [(issue.code, issue.level) for issue in outcome.issues] == [("citation-repeated", "note")]


def test_empty_set() -> None:
    empty = sets.freeze("anything", ())
    answer = replace(ANSWER, evidence_set_id=empty.evidence_set_id)
    assert codes(answer, empty) == ["answer-without-evidence", "citation-unknown"]
    honest = replace(answer, claims=(), abstained=True, abstention_reason="Nothing was found.")
    assert codes(honest, empty) == []


def test_normalised_quotes() -> None:
    for quote in ("let it cool.", "Then  let it *cool*.", "“Then let it cool.”", "boil for 1 minute. Then let it cool"):
        answer = one("A claim.", replace(GOOD, quote=quote))
        strict = Verifier(SET, NoFigures()).verify(answer)
        assert strict.codes == ["quote-not-in-source"], quote
        assert "white space, emphasis or quotation marks only" in strict.issues[0].message
        assert Verifier(SET, NoFigures(), mode="normalised").verify(answer).codes == []
    for quote in ("cool. Above 2,000 m", "let itcool", "00 m boil"):
        answer = one("A claim.", replace(GOOD, quote=quote))
        assert Verifier(SET, NoFigures(), mode="normalised").verify(answer).codes, quote


def test_every_fault_shows_what_stands_there() -> None:
    outcome = Verifier(SET, NoFigures()).verify(cited(quote="Bring the water to a rolling boil for 2 minutes."))
    issue = outcome.issues[0]
    assert issue.place == "/claims/0/citations/0/quote"
    assert "rolling boil for 1 minute." in str(issue.found)


CHANGES = {
    "unchanged": (PAGES["water/boil.md"], []),
    "line ends": (PAGES["water/boil.md"].replace("\n", "\r\n"), []),
    "byte order mark": ("\ufeff" + PAGES["water/boil.md"], []),
    "another figure": (PAGES["water/boil.md"].replace("1 minute", "2 minutes"), ["source-changed"]),
    "a line above": ("New.\n" + PAGES["water/boil.md"], ["source-moved"]),
    "a line below": (PAGES["water/boil.md"] + "\nNever boil.\n", ["document-changed"]),
    "cut off": ("# Boiling water\n", ["source-changed"]),
    "empty": ("", ["source-changed"]),
}


@pytest.mark.parametrize("name", CHANGES)
def test_sources_are_read_again(name: str, corpus: Path, evidence: sets.EvidenceSet, answer: Answer) -> None:
    text, expected = CHANGES[name]
    write(corpus, {"water/boil.md": text})
    assert Verifier(evidence, NoFigures(), Corpus(corpus)).verify(answer).codes == expected


@given(st.data())
def test_changed_character_of_a_source(data: st.DataObject) -> None:
    """No character of a cited file changes unnoticed, save line ends and a byte order mark, which are no text."""
    page = PAGES["water/boil.md"]
    changed = data.draw(changes(page))
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**PAGES, "water/boil.md": changed})
        found = Verifier(SET, NoFigures(), Corpus(Path(folder))).verify(ANSWER)
    assert found.verdict == "refused" or lines(changed) == lines(page)
    assert set(found.codes) <= {"source-changed", "source-moved", "document-changed"}


def lines(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def test_moved_and_missing(corpus: Path, evidence: sets.EvidenceSet, answer: Answer) -> None:
    write(corpus, {"water/boil.md": "\n\n" + PAGES["water/boil.md"]})
    moved = [i for i in Verifier(evidence, NoFigures(), Corpus(corpus)).verify(answer).issues if i.claim_id == "c1"]
    assert (moved[0].code, moved[0].found) == ("source-moved", "water/boil.md#L3-L9")
    (corpus / "water/boil.md").rename(corpus / "water/z.md")
    gone = [i for i in Verifier(evidence, NoFigures(), Corpus(corpus)).verify(answer).issues if i.claim_id == "c1"]
    assert (gone[0].code, gone[0].found) == ("source-missing", "water/z.md#L3-L9")
    (corpus / "water/z.md").unlink()
    gone = [i for i in Verifier(evidence, NoFigures(), Corpus(corpus)).verify(answer).issues if i.claim_id == "c1"]
    assert gone[0].code == "source-missing" and "no such file" in gone[0].message


def frozen_at(path: str, text: str) -> tuple[sets.EvidenceSet, Answer]:
    """Return a consistent set that names a path, and an answer that quotes it."""
    lines = text.rstrip("\n").count("\n") + 1
    item = sets.Item(
        label="S1",
        chunk_id="made-elsewhere",
        citation=sets.citation(path, 1, lines),
        source_path=path,
        start_line=1,
        end_line=lines,
        content_hash=sets.content_hash(text),
        text=text,
    )
    evidence = sets.freeze("q", (item,))
    claim = Claim("c1", "A claim.", (Citation("S1", item.citation, "secret words"),))
    return evidence, Answer(evidence_set_id=evidence.evidence_set_id, claims=(claim,), abstained=False)


@pytest.mark.parametrize(
    "path",
    [
        *("../outside.md", "water/../../outside.md", "{outside}", "water//x.md", "./link.md", "link.md"),
        *("linked/outside.md", "..\\outside.md", "C:\\outside.md", "C:/outside.md", "", "water/..", "a\0b.md"),
    ],
)
def test_nothing_outside_the_corpus_is_read(path: str, corpus: Path) -> None:
    outside = corpus.parent / "outside.md"
    outside.write_text("secret words\n")
    (corpus / "link.md").symlink_to(outside)
    (corpus / "linked").symlink_to(corpus.parent)
    evidence, answer = frozen_at(path.format(outside=outside), "secret words")
    outcome = Verifier(evidence, NoFigures(), Corpus(corpus)).verify(answer)
    assert outcome.codes == ["source-outside-corpus"]
    assert not any("secret" in str(issue.found) for issue in outcome.issues)


def test_an_item_of_another_place_is_no_record() -> None:
    assert {code.name for code in CODES if code.level == "note"} == {"citation-repeated", "citation-flagged"}


WHOLE = {
    "1,500 mg": ["500 mg", "1", "1,5", ",500 mg"],
    "1 500 mg": ["500 mg", "1"],
    "1\u202f500 mg": ["500 mg", "1"],
    "0.5 mg": ["5 mg", "0", ".5 mg"],
    ".25 mg": ["25 mg"],
    "−5 °C": ["5 °C"],
    "5–10 mg": ["10 mg", "5"],
    "5 ± 1 mg": [],
    "1/2 cup": ["2 cup", "1"],
    "1 1/2 cup": ["1/2 cup", "1"],
    "1 ½ cup": ["½ cup", "1"],
    "5% of": ["5"],
    "10⁵ cells": ["10"],
    "10^5 cells": ["10", "5 cells"],
    "≥5 mg": ["5 mg"],
    "12:30 h": ["30 h", "12"],
    "unsafe water": ["safe water", "unsafe wate"],
    "e\u0301t": ["e"],
}


@pytest.mark.parametrize("text", WHOLE)
def test_a_quote_never_cuts_a_word_or_number(text: str) -> None:
    for surrounded in (text, f"Take {text} now.", f"({text})", f"**{text}**", f"| {text} |"):
        assert quotes.find(text, surrounded).code == "", surrounded
        for part in WHOLE[text]:
            assert quotes.find(part, surrounded).code == "quote-cuts-word", (part, surrounded)


def test_scripts_without_blanks_may_be_quoted_in_part() -> None:
    assert quotes.find("煮沸1分钟", "将水煮沸1分钟后饮用").code == ""
    assert quotes.find("1分钟", "将水煮沸1分钟后饮用").code == ""
    assert quotes.find("煮沸1", "将水煮沸15分钟").code == "quote-cuts-word"


@given(st.text(max_size=40), st.text(max_size=80), st.sampled_from(["exact", "normalised"]))
def test_no_text_raises(quote: str, text: str, mode: quotes.Mode) -> None:
    found = quotes.find(quote, text, mode)
    assert found.code or mode == "normalised" or quote in text
