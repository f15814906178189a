"""One case from end to end: read the answer, its passages and the question, and assess the answer by what was read."""

from __future__ import annotations

from quantcheck import report
from quantcheck.assess import assess, report_of
from quantcheck.cases import Case
from quantcheck.compiled import Language
from quantcheck.dollars import language_for
from quantcheck.headings import tabled
from quantcheck.policy import Policy
from quantcheck.read import read
from quantcheck.scales import share


def check_case(case: Case, language: Language, policy: Policy) -> report.Case:
    """Return the verdict on a case."""
    if case.problem is not None:
        return report_of(case, case.problem.status, message=case.problem.message)
    texts = [("answer", case.answer)]
    texts += [(f"passage:{n}", passage.text) for n, passage in enumerate(case.passages, 1)]
    if case.question is not None:
        texts.append((case.question_source, case.question))
    language = language_for(language, [text for _, text in texts])
    reads = [read(text, language, source=source, styles=policy.citation_styles) for source, text in texts]
    tables = tabled([p.text for p in case.passages], reads[1 : len(case.passages) + 1], language)
    share(case.answer, reads[0], tables.headed, language.multipliers)
    return assess(case, reads, policy, tables, language.multipliers, language.lexis, language.cues)
