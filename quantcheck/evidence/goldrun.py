"""A gold run: every case through selection, verifier and gold, twice from the files, and what is written of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from quantcheck.evidence import gold, prompt, quotes, sets, store
from quantcheck.evidence.answers import Answer
from quantcheck.evidence.corpus import Corpus
from quantcheck.evidence.faults import Issue, verdict
from quantcheck.evidence.metrics import Metric, Scored, metrics
from quantcheck.evidence.select import BUDGET, Index
from quantcheck.evidence.sets import EvidenceSet
from quantcheck.evidence.verify import ChecksFigures, Outcome, Verifier
from quantcheck.output import CannotDo

_UNSAFE = re.compile(r"[^a-z0-9]+")


class Options(NamedTuple):
    """How a run selects and compares."""

    budget: int = BUDGET
    exclude_flagged: bool = False
    mode: quotes.Mode = "exact"
    evaluator: str = "quantcheck.evidence.gold:evaluate"


class Result(NamedTuple):
    """One case, run once."""

    case: gold.Case
    answer: Answer
    evidence: EvidenceSet
    prompt: str
    outcome: Outcome
    gold: tuple[Issue, ...]

    @property
    def verdict(self) -> str:
        """The verdict of verifier and gold together."""
        return verdict([*self.outcome.issues, *self.gold], self.answer.abstained)

    @property
    def codes(self) -> list[str]:
        """The codes of verifier and gold together, notes left out."""
        return sorted({issue.code for issue in (*self.outcome.issues, *self.gold) if issue.level != "note"})

    def encode(self) -> bytes:
        """Return everything that a second run must repeat byte for byte."""
        data = {
            "evidence": sets.encode(self.evidence),
            "prompt": self.prompt,
            "outcome": self.outcome,
            "gold": self.gold,
        }
        return store.encode(data)


class Run(NamedTuple):
    """A finished run: its files by name, and what they say in short."""

    files: dict[str, bytes]
    results: list[Result]
    metrics: dict[str, Metric]
    errors: list[dict[str, str]]
    decision: str


def run(
    corpus: Path, cases: gold.Cases, name: str, figures: ChecksFigures, options: Options, engine: dict[str, Any]
) -> Run:
    """Run all cases twice and return what is to be written; the second run starts again from the files.

    `name` is that of the file of cases, `engine` what the report says of the program.
    """
    evaluate = gold.evaluator(options.evaluator)
    index = Index(Corpus(corpus))
    results = _results(index, corpus, cases, figures, options, evaluate)
    again = _results(Index(Corpus(corpus)), corpus, cases, figures, options, evaluate)
    replayed = [first.encode() == second.encode() for first, second in zip(results, again, strict=True)]
    errors = _errors(index, cases, name)
    scored = [_scored(result, same) for result, same in zip(results, replayed, strict=True)]
    measured = metrics(scored)
    decision = _decision(measured, errors)
    report = {
        "schema": "quantcheck.gold/1",
        "engine": engine,
        "options": {
            "budget": options.budget,
            "exclude_flagged": options.exclude_flagged,
            "quotes": options.mode,
            "gold_evaluator": options.evaluator,
        },
        "decision": decision,
        "errors": errors,
        "metrics": measured,
        "cases": [_case(r, s) for r, s in zip(results, scored, strict=True)],
    }
    files = {"source-index.json": store.encode(index.encode())}
    for number, result in enumerate(results, 1):
        slug = _UNSAFE.sub("-", result.case.case_id.lower()).strip("-")[:40]
        files[f"evidence/{number:03d}-{slug}.json"] = store.encode(sets.encode(result.evidence))
        files[f"prompts/{number:03d}-{slug}.txt"] = result.prompt.encode("utf-8")
    # The report is written last: where it is new, all else is.
    files["answer-grounding-report.json"] = store.encode(report)
    return Run(files, results, measured, errors, decision)


def _results(
    index: Index,
    corpus: Path,
    cases: gold.Cases,
    figures: ChecksFigures,
    options: Options,
    evaluate: gold.Evaluator,
) -> list[Result]:
    selected = [_select(index, gold.visible(case), options) for case in cases.cases]
    by_id = {case.case_id: (case, evidence) for case, evidence in zip(cases.cases, selected, strict=True)}
    results = []
    disk = Corpus(corpus)
    for case, evidence in zip(cases.cases, selected, strict=True):
        shown = prompt.render(evidence)
        refuse_leak(shown, evidence, cases, index, case)
        written_by, written_for = by_id[case.answer_of] if case.answer_of is not None else (case, evidence)
        assert written_by.answer is not None
        answer = gold.resolve(written_by.answer, written_for)
        outcome = Verifier(evidence, figures, disk, options.mode).verify(answer)
        found = tuple(_judge(evaluate, gold.hidden(case), answer, evidence, options.evaluator))
        results.append(Result(case, answer, evidence, shown, outcome, found))
    return results


def _select(index: Index, question: gold.Question, options: Options) -> EvidenceSet:
    return index.select(question.query, options.budget, options.exclude_flagged)


def _judge(
    evaluate: Callable[..., Any], hidden: gold.Gold, answer: Answer, evidence: EvidenceSet, name: str
) -> list[Issue]:
    try:
        found = evaluate(hidden, answer, evidence)
    except Exception as error:
        raise CannotDo(f"{name}: raised {type(error).__name__}: {error}") from error
    if not isinstance(found, (list, tuple)) or not all(isinstance(issue, Issue) for issue in found):
        raise CannotDo(f"{name}: expected a list of quantcheck.evidence.faults.Issue")
    return list(found)


def refuse_leak(shown: str, evidence: EvidenceSet, cases: gold.Cases, index: Index, case: gold.Case) -> None:
    """Stop the run where a prompt or set holds a string of the gold that neither corpus nor query explains."""
    seen = "\n".join((shown, evidence.query, *(item.text for item in evidence.items)))
    for secret in gold.secrets(cases):
        if secret not in seen:
            continue
        canary = secret == cases.canary
        if canary or not (secret in case.query or any(secret in source.text for source in index.sources)):
            what = "the canary" if canary else f"the allowed claim {secret!r}"
            raise CannotDo(f"case {case.case_id!r}: {what} of the gold stands in the prompt: nothing was written")


def _errors(index: Index, cases: gold.Cases, name: str) -> list[dict[str, str]]:
    """Return what could not be read, and gold that names no place of the corpus: such gold could never be met."""
    errors = [{"file": s.path, "place": "", "message": s.message} for s in index.skipped if s.why != "link"]
    chunks: dict[str, list[str]] = {}
    for chunk in index.chunks:
        chunks.setdefault(chunk.source_path, []).append(chunk.text)
    for number, case in enumerate(cases.cases):
        for position, claim in enumerate(case.allowed_claims):
            for order, support in enumerate(claim.support):
                place = f"cases[{number}].allowed_claims[{position}].support[{order}]"
                texts = chunks.get(support.source_path)
                if texts is None:
                    message = f"source_path {support.source_path!r}: expected a document of the corpus"
                elif all(quotes.find(support.quote, text, "normalised").code for text in texts):
                    message = f"quote {support.quote!r}: expected a part of {support.source_path}"
                else:
                    continue
                errors.append({"file": name, "place": place, "message": message})
    return errors


def _decision(measured: dict[str, Metric], errors: list[dict[str, str]]) -> str:
    if errors:
        return "error"
    return "violated" if any(metric.passed is False for metric in measured.values()) else "passed"


def _scored(result: Result, replayed: bool) -> Scored:
    case, outcome = result.case, result.outcome
    unsupported = {str(i.claim_id) for i in result.gold if i.code == "claim-unsupported"}
    accepted = [claim for claim in outcome.claims if claim.verdict == "accepted"]
    if outcome.verdict != "accepted":
        accepted = []
    citations = sum(claim.citations for claim in outcome.claims)
    misaligned = sum(i.code == "source-not-allowed" for i in result.gold)
    misaligned += sum(c.citations for c in outcome.claims if c.claim_id in unsupported)
    return Scored(
        expected=case.expected.verdict,
        verdict=result.verdict,
        as_expected=result.verdict == case.expected.verdict and result.codes == sorted(set(case.expected.issues)),
        replayed=replayed,
        expect_abstention=case.expect_abstention,
        abstained=result.answer.abstained,
        claims=len(outcome.claims),
        cited_claims=sum(claim.citations > 0 for claim in outcome.claims),
        citations=citations,
        valid_citations=sum(claim.valid_citations for claim in outcome.claims),
        allowed_citations=max(0, citations - misaligned),
        accepted_claims=len(accepted),
        accepted_unsupported=sum(claim.claim_id in unsupported for claim in accepted),
    )


def _case(result: Result, scored: Scored) -> dict[str, Any]:
    return {
        "case_id": result.case.case_id,
        "query": result.case.query,
        "evidence_set_id": result.evidence.evidence_set_id,
        "selected": [f"{item.label} {item.citation}" for item in result.evidence.items],
        "verdict": result.verdict,
        "issues": result.codes,
        "expected": result.case.expected,
        "as_expected": scored.as_expected,
        "replayed": scored.replayed,
        "runtime": {
            "verdict": result.outcome.verdict,
            "claims": result.outcome.claims,
            "issues": result.outcome.issues,
        },
        "gold": {"issues": result.gold},
    }
