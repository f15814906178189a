"""The verdict on a structured answer, by code alone: set, claims, citations, sources on disk, quotes, figures.

Every check runs and every fault is reported; any one of them refuses the answer. Nothing here knows of gold.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType

from quantcheck.evidence import quotes
from quantcheck.evidence.answers import Answer, Citation, Claim
from quantcheck.evidence.corpus import Corpus
from quantcheck.evidence.faults import LEVELS, Issue, Level, verdict
from quantcheck.evidence.figures import Figure, Quoted
from quantcheck.evidence.place import Document, pointer
from quantcheck.evidence.recheck import Change, recheck
from quantcheck.evidence.sets import EvidenceSet, Item, integrity
from quantcheck.intake.strictjson import Path

_SHOWN = 12
"""Labels that a message lists."""


class ChecksFigures(Protocol):
    """What the verifier asks of the core."""

    def check(self, text: str, cited: list[Quoted], evidence: EvidenceSet) -> list[Figure]:
        """Return the figures of a claim's text, each with its issue."""
        ...


class CheckedClaim(msgspec.Struct, frozen=True):
    """A claim and what became of it. `citations` counts each label and quote once."""

    claim_id: str
    verdict: str
    citations: int
    valid_citations: int
    figures: tuple[Figure, ...]


class Outcome(msgspec.Struct, frozen=True):
    """The verdict on one answer, with every issue in the order of the file."""

    verdict: str
    evidence_set_id: str
    sources_read: bool
    claims: tuple[CheckedClaim, ...]
    issues: tuple[Issue, ...]

    @property
    def codes(self) -> list[str]:
        """The codes that refuse the answer or leave it undecided, each once, in order."""
        return sorted({issue.code for issue in self.issues if issue.level != "note"})


class Verifier:
    """An evidence set against which answers are verified. Without a corpus the disk is not read."""

    def __init__(
        self,
        evidence: EvidenceSet,
        figures: ChecksFigures,
        corpus: Corpus | None = None,
        mode: quotes.Mode = "exact",
        document: Document | None = None,
    ) -> None:
        """Take a set; with its own document the issues of the set have line and column."""
        self.evidence = evidence
        self._figures = figures
        self._corpus = corpus
        self._mode: quotes.Mode = mode
        self._items = {item.label: item for item in evidence.items}
        self._set_issues = integrity(evidence, document)
        self._changes: dict[str, Change | None] = {}

    def verify(self, answer: Answer, document: Document | None = None) -> Outcome:
        """Return the verdict on an answer; with its document the issues have line and column."""
        run = _Run()
        self._whole(answer, run)
        seen: set[str] = set()
        claims = []
        for index, claim in enumerate(answer.claims):
            run.claim_id = claim.claim_id
            first = len(run.issues)
            path: Path = ("claims", index)
            if claim.claim_id in seen:
                run.add("claim-id-repeated", (*path, "claim_id"), f"claim id {claim.claim_id!r} stands twice")
            seen.add(claim.claim_id)
            checked = self._claim(claim, path, run)
            result = verdict(run.issues[first:], abstained=False)
            claims.append(msgspec.structs.replace(checked, verdict=result))
        issues = [*self._set_issues, *run.issues]
        if document is not None:
            issues = _placed(issues, run.paths, document, len(self._set_issues))
        return Outcome(
            verdict=verdict(issues, answer.abstained),
            evidence_set_id=self.evidence.evidence_set_id,
            sources_read=self._corpus is not None,
            claims=tuple(claims),
            issues=tuple(issues),
        )

    def _whole(self, answer: Answer, run: _Run) -> None:
        id_: Path = ("evidence_set_id",)
        own = self.evidence.evidence_set_id
        if answer.evidence_set_id != own:
            run.add("evidence-set-mismatch", id_, "written for another set", own, answer.evidence_set_id)
        reason = (answer.abstention_reason or "").strip()
        explained = _says(reason)
        if answer.abstained:
            if answer.claims:
                run.add("abstention-with-claims", ("abstained",), f"abstains and makes {len(answer.claims)} claims")
            if not explained:
                run.add("abstention-unexplained", ("abstention_reason",), "expected the reason to abstain")
            return
        if reason:
            run.add("abstention-reason-unused", ("abstention_reason",), "expected abstained: true", found=reason)
        if not answer.claims:
            run.add("answer-without-claims", ("claims",), "expected claims, or abstained: true")
        elif not self.evidence.items:
            run.add("answer-without-evidence", ("claims",), "the set is empty: expected an abstention")

    def _claim(self, claim: Claim, path: Path, run: _Run) -> CheckedClaim:
        if not _says(claim.text):
            run.add("claim-empty", (*path, "text"), "expected a statement")
        if not claim.citations:
            run.add("claim-uncited", (*path, "text"), "expected at least one citation", found=claim.text)
        cited: dict[str, list[tuple[int, int]]] = {}
        distinct: set[tuple[str, str, str]] = set()
        valid = 0
        for index, citation in enumerate(claim.citations):
            where: Path = (*path, "citations", index)
            key = (citation.label, citation.citation, citation.quote)
            if key in distinct:
                run.add("citation-repeated", (*where, "label"), f"{citation.label} with the same quote counts once")
                continue
            distinct.add(key)
            first = len(run.issues)
            self._citation(citation, where, run, cited)
            valid += all(issue.level == "note" for issue in run.issues[first:])
        figures: list[Figure] = []
        if cited and claim.text.strip():
            quoted = [Quoted(self._items[label], tuple(spans)) for label, spans in cited.items()]
            # In the order of the set: the order in which a claim names its sources says nothing.
            order = {item.label: index for index, item in enumerate(self.evidence.items)}
            quoted.sort(key=lambda q: order[q.item.label])
            figures = self._figures.check(claim.text, quoted, self.evidence)
            for figure in figures:
                if figure.level is not None:
                    shown = f"{figure.text}: {figure.message}" if figure.text else figure.message
                    run.add(figure.code, (*path, "text"), shown, found=figure.found, level=figure.level)
        return CheckedClaim(claim.claim_id, "", len(distinct), valid, tuple(figures))

    def _citation(self, citation: Citation, path: Path, run: _Run, cited: dict[str, list[tuple[int, int]]]) -> None:
        item = self._items.get(citation.label)
        if item is None:
            labels = ", ".join([*self._items][:_SHOWN]) or "no items"
            if len(self._items) > _SHOWN:
                labels += f" and {len(self._items) - _SHOWN} more"
            run.add("citation-unknown", (*path, "label"), "no item has this label", labels, citation.label)
            return
        if citation.citation != item.citation:
            message = f"{item.label} is another record"
            run.add("citation-mismatch", (*path, "citation"), message, item.citation, citation.citation)
        change = self._change(item)
        if change is not None:
            run.add(change.code, (*path, "citation"), change.message, item.text, change.found)
        if item.flags:
            rules = ", ".join(dict.fromkeys(flag.rule for flag in item.flags))
            run.add("citation-flagged", (*path, "label"), f"{item.label} tries to instruct a model: {rules}")
        place = quotes.find(citation.quote, item.text, self._mode)
        spans = cited.setdefault(item.label, [])
        if place.code:
            run.add(place.code, (*path, "quote"), place.message, citation.quote, place.found)
        else:
            spans.append((place.start, place.end))

    def _change(self, item: Item) -> Change | None:
        if self._corpus is None:
            return None
        if item.label not in self._changes:
            self._changes[item.label] = recheck(item, self._corpus)
        return self._changes[item.label]


def _says(text: str) -> bool:
    """Return whether a text holds a letter or a digit."""
    return any(character.isalnum() for character in text)


class _Run:
    """The issues of one answer as they are found, and where each stands."""

    def __init__(self) -> None:
        self.issues: list[Issue] = []
        self.paths: list[Path] = []
        self.claim_id: str | UnsetType = UNSET

    def add(
        self,
        code: str,
        path: Path,
        message: str,
        expected: str = "",
        found: str = "",
        level: Level | None = None,
    ) -> None:
        issue = Issue(
            code=code,
            level=level or LEVELS[code],
            message=message,
            claim_id=self.claim_id,
            place=pointer(path),
            expected=expected or UNSET,
            found=found or UNSET,
        )
        self.issues.append(issue)
        self.paths.append(path)


def _placed(issues: list[Issue], paths: list[Path], document: Document, skip: int) -> list[Issue]:
    """Give each issue of the answer line and column; a place that holds no string is shown at a string beside it."""
    wanted: dict[Path, list[Path]] = {}
    for path in paths:
        wanted[path] = [path, *((*path[:-1], key) for key in ("evidence_set_id", "claim_id", "label"))]
    found = document.find({candidate for candidates in wanted.values() for candidate in candidates})
    placed = list(issues)
    for index, path in enumerate(paths, skip):
        place = next((found[candidate] for candidate in wanted[path] if candidate in found), None)
        if place is not None:
            placed[index] = msgspec.structs.replace(issues[index], line=place[0], column=place[1])
    return placed
