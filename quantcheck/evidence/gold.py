"""Gold: what answers a query allows, by claim text, source path and quote. It judges answers and is shown to no model.

The loader parts each case in two: `Question`, which is all that selection and prompt get, and `Gold`, which stays here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from quantcheck.evidence import quotes
from quantcheck.evidence.answers import Answer, Citation, Claim
from quantcheck.evidence.faults import LEVELS, Issue
from quantcheck.evidence.place import pointer
from quantcheck.evidence.sets import EvidenceSet, Item, convert
from quantcheck.evidence.store import read_json
from quantcheck.output import CannotDo

_SPACE = re.compile(r"\s+")
_MARKS = str.maketrans({**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚‛", "'")})


class Support(msgspec.Struct, frozen=True):
    """A place that supports a claim, by names that no ranking changes."""

    source_path: str
    quote: str


class AllowedClaim(msgspec.Struct, frozen=True):
    """A claim that an answer may make, and what it may rest on."""

    text: str
    support: tuple[Support, ...]


class Expected(msgspec.Struct, frozen=True):
    """The verdict and the set of codes that a case must end with."""

    verdict: str
    issues: tuple[str, ...] = ()


class FixtureCitation(msgspec.Struct, frozen=True):
    """A citation by label and citation, or by path and quote where no label is given."""

    quote: str
    label: str | None = None
    citation: str | None = None
    source_path: str | None = None


class FixtureClaim(msgspec.Struct, frozen=True):
    """A claim of a fixture."""

    claim_id: str
    text: str
    citations: tuple[FixtureCitation, ...]


class FixtureAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of a fixture. Without a set id it is for the set that its query gets at run time."""

    claims: tuple[FixtureClaim, ...]
    abstained: bool
    abstention_reason: str | None = None
    evidence_set_id: str | None = None


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A case as it stands in the file: a query with an answer, or with that of another case (`answer_of`)."""

    case_id: str
    query: str
    answer: FixtureAnswer | None = None
    answer_of: str | None = None
    allowed_claims: tuple[AllowedClaim, ...] = ()
    expect_abstention: bool = False
    expected: Expected


class Question(NamedTuple):
    """All that selection and prompt may know of a case."""

    query: str


class Gold(NamedTuple):
    """All that only the evaluation may know of a case."""

    allowed_claims: tuple[AllowedClaim, ...]
    expect_abstention: bool


class Cases(NamedTuple):
    """The cases of a file, and a string that stands in the file and must be seen nowhere else."""

    cases: tuple[Case, ...]
    canary: str


Evaluator = Callable[[Gold, Answer, EvidenceSet], list[Issue]]


def load(path: Path) -> Cases:
    """Return the cases of a file: a list, or an object with `cases` and `canary`."""
    value: Any = read_json(path).value
    canary = ""
    if isinstance(value, dict):
        canary = value.get("canary", "")
        if not isinstance(canary, str):
            raise CannotDo(f"{path}: expected canary to be a string")
        value = value.get("cases")
    if not isinstance(value, list):
        raise CannotDo(f"{path}: expected a list of cases, or an object with the key cases")
    if not value:
        raise CannotDo(f"{path}: expected at least one case")
    cases = tuple(convert(case, Case, f"{path}: cases[{index}]") for index, case in enumerate(value))
    by_id: dict[str, Case] = {}
    for index, case in enumerate(cases):
        place = f"{path}: cases[{index}]"
        if case.case_id in by_id:
            raise CannotDo(f"{place}: case_id {case.case_id!r} twice: expected each once")
        by_id[case.case_id] = case
        if (case.answer is None) == (case.answer_of is None):
            raise CannotDo(f"{place}: expected either answer or answer_of")
        if case.expected.verdict not in ("accepted", "abstained", "refused", "needs_review"):
            known = "accepted, abstained, refused or needs_review"
            raise CannotDo(f"{place}: expected.verdict {case.expected.verdict!r}: expected {known}")
    for index, case in enumerate(cases):
        if case.answer_of is not None and by_id.get(case.answer_of, case).answer is None:
            raise CannotDo(f"{path}: cases[{index}].answer_of {case.answer_of!r}: expected a case with an answer")
    return Cases(cases, canary)


def visible(case: Case) -> Question:
    """Return what a model may see of a case: the guard between gold and prompt."""
    return Question(case.query)


def hidden(case: Case) -> Gold:
    """Return what only the evaluation may see of a case."""
    return Gold(case.allowed_claims, case.expect_abstention)


def secrets(cases: Cases) -> Iterator[str]:
    """Yield the strings of the gold that give an answer away: the canary and the allowed claims."""
    if cases.canary:
        yield cases.canary
    for case in cases.cases:
        for claim in case.allowed_claims:
            if len(claim.text.strip()) >= 12:
                yield claim.text.strip()


def resolve(answer: FixtureAnswer, evidence: EvidenceSet) -> Answer:
    """Return the answer of a fixture with the labels that its paths and quotes have in a set."""
    claims = tuple(
        Claim(claim.claim_id, claim.text, tuple(_citation(citation, evidence) for citation in claim.citations))
        for claim in answer.claims
    )
    return Answer(
        evidence_set_id=evidence.evidence_set_id if answer.evidence_set_id is None else answer.evidence_set_id,
        claims=claims,
        abstained=answer.abstained,
        abstention_reason=answer.abstention_reason,
    )


def _citation(citation: FixtureCitation, evidence: EvidenceSet) -> Citation:
    if citation.label is not None:
        return Citation(citation.label, citation.citation or "", citation.quote)
    path = citation.source_path or ""
    items = sorted((i for i in evidence.items if i.source_path == path), key=lambda i: i.start_line)
    if not items:
        return Citation(f"(not selected: {path})", citation.citation or path, citation.quote)
    item = next((i for i in items if not quotes.find(citation.quote, i.text).code), items[0])
    return Citation(item.label, citation.citation or item.citation, citation.quote)


def plain(text: str) -> str:
    """Return a claim as it is compared: composed, case folded, single blanks, plain quotation marks, no last point."""
    folded = unicodedata.normalize("NFC", text).translate(_MARKS).casefold()
    return _SPACE.sub(" ", folded).strip().removesuffix(".").rstrip()


def evaluate(gold: Gold, answer: Answer, evidence: EvidenceSet) -> list[Issue]:
    """Compare an answer with its gold: texts after normalising, sources against the allow list, and abstention.

    Words in common count for nothing: a claim is one of the allowed texts or it is unsupported.
    """
    issues: list[Issue] = []

    def add(code: str, place: tuple[str | int, ...], message: str, claim: str = "", found: str = "") -> None:
        issue = Issue(code, LEVELS[code], message, place=pointer(place))
        if claim:
            issue = msgspec.structs.replace(issue, claim_id=claim)
        issues.append(msgspec.structs.replace(issue, found=found) if found else issue)

    if gold.expect_abstention and not answer.abstained:
        add("abstention-expected", ("abstained",), "expected an abstention")
    if answer.abstained and not gold.expect_abstention:
        add("abstention-unexpected", ("abstained",), "expected an answer")
    allowed: dict[str, list[Support]] = {}
    for entry in gold.allowed_claims:
        allowed.setdefault(plain(entry.text), []).extend(entry.support)
    items = {item.label: item for item in evidence.items}
    for index, claim in enumerate(answer.claims):
        support = allowed.get(plain(claim.text))
        if support is None:
            add("claim-unsupported", ("claims", index, "text"), "not among the allowed", claim.claim_id, claim.text)
            continue
        for number, citation in enumerate(claim.citations):
            item = items.get(citation.label)
            if item is None or not any(_allows(entry, item, citation.quote) for entry in support):
                place = ("claims", index, "citations", number, "quote")
                add("source-not-allowed", place, "not an allowed source", claim.claim_id, citation.citation)
    return issues


def _allows(support: Support, item: Item, quote: str) -> bool:
    """Return whether an item is the supporting place, and the quote the supporting words, more of them or fewer."""
    if item.source_path != support.source_path or quotes.find(support.quote, item.text, "normalised").code:
        return False
    wanted, given = quotes.normalised(support.quote).strip(), quotes.normalised(quote).strip()
    return bool(given) and (given in wanted or wanted in given)


def evaluator(dotted: str) -> Evaluator:
    """Return the gold evaluator at `module:function`; the verifier cannot be exchanged."""
    module, colon, name = dotted.partition(":")
    try:
        found: Any = getattr(import_module(module), name) if colon and name else None
    except (ImportError, AttributeError, ValueError) as error:
        raise CannotDo(f"{dotted}: {error}: expected module:function") from None
    if not callable(found):
        raise CannotDo(f"{dotted}: expected module:function")
    return found  # type: ignore[no-any-return]
