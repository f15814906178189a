"""One case from end to end: read the answer, its passages and the question, and assess the answer by what was read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from quantcheck import report
from quantcheck.arithmetic.cues import Cues
from quantcheck.attachment.words import Lexis
from quantcheck.checking.assess import assess, report_of
from quantcheck.checking.gathered import Evidence, Gathered, gather
from quantcheck.checking.memory import Memory
from quantcheck.intake.cases import Case
from quantcheck.matching.cut import across
from quantcheck.matching.headings import tabled, tell
from quantcheck.matching.known import Known
from quantcheck.matching.scales import share
from quantcheck.policy import Policy
from quantcheck.reading.compiled import Language
from quantcheck.reading.read import read


def check_case(case: Case, language: Language, policy: Policy, memory: Memory | None = None) -> report.Case:
    """Return the verdict on a case; what a memory holds of its passages and question is not read again."""
    if case.problem is not None:
        return report_of(case, case.problem.status, message=case.problem.message)
    texts = [passage.text for passage in case.passages]
    if case.question is not None:
        texts.append(case.question)
    evidence = Evidence(texts, language)
    if memory is not None:
        name = case.passages, case.question, case.question_source, policy.citation_styles, policy.profile
        evidence = memory.evidence((language, *name), evidence)
    language = evidence.dollars.beside(case.answer)
    answer = read(case.answer, language, styles=policy.citation_styles)
    gathered = evidence.read(language, partial(_gathered, case, texts, language, policy, memory))
    tell(case.answer, answer, language)
    share(case.answer, answer, gathered.tables.headed, language.multipliers)
    return assess(
        case,
        answer,
        gathered,
        policy,
        language.multipliers,
        partial(_lexis, language),
        partial(_cues, language),
        language.links,
    )


def _gathered(case: Case, texts: Sequence[str], language: Language, policy: Policy, memory: Memory | None) -> Gathered:
    """Return the evidence of a case as it is read with a language."""
    known = _known(texts, language, policy, memory)
    passages, reads = texts[: len(case.passages)], [k.read for k in known[: len(case.passages)]]
    tables = tabled(passages, reads, language)
    return gather(case, known, policy, tables, across(passages, reads, lambda text: read(text, language)))


@lru_cache(maxsize=4)
def _lexis(language: Language) -> Lexis:
    """Return the words that tell what a figure is about."""
    return Lexis(language.tables["attachment.en"])


@lru_cache(maxsize=4)
def _cues(language: Language) -> Cues:
    """Return the words that ask for a computation."""
    months = language.tables["left_alone"]["date"]["months"]
    return Cues.compile(language.tables["arithmetic"]["derivations"], months)


def _known(texts: Sequence[str], language: Language, policy: Policy, memory: Memory | None) -> list[Known]:
    """Return what is known of the texts of the evidence, each a thing of its own: two passages may have one text."""
    styles = policy.citation_styles

    def make(text: str) -> Known:
        return Known(text, read(text, language, source="evidence", styles=styles))

    if memory is None:
        return list(map(make, texts))
    found: list[Known] = []
    seen: set[str] = set()
    for text in texts:
        known = memory.known(text, language, styles, lambda text=text: make(text))  # type: ignore[misc]
        found.append(Known(text, known.read) if text in seen else known)
        seen.add(text)
    return found
