"""The public functions: check an answer, parse a text. Values from Python in, the structs of a report out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from quantcheck import __version__, load, report
from quantcheck.checking.check import check_case
from quantcheck.checking.memory import Memory
from quantcheck.intake import cases
from quantcheck.parsed import Parsed
from quantcheck.policy import Policy
from quantcheck.reading.read import read

if TYPE_CHECKING:
    from quantcheck.reading.compiled import Language


class Checker:
    """A check under one policy, ready to be used again and again, in several threads too.

    The passages and questions of late checks are remembered; a memory may be given, to be shared or of another size
    (`Memory(0)` for none).
    """

    def __init__(
        self, policy: Policy | None = None, language: Language | None = None, *, memory: Memory | None = None
    ) -> None:
        self.policy = policy or Policy()
        self.language = load.language() if language is None else language
        self.memory = Memory() if memory is None else memory

    def check(
        self,
        answer: str,
        passages: Iterable[str | Mapping[str, object]],
        question: str | None = None,
        *,
        id: str = "answer",
    ) -> report.Case:
        """Return the verdict on an answer; a passage is a text, or an object with a `text` and perhaps an `id`.

        What is no case (a blank passage, an answer that is no text) has the status that says so; nothing is raised.
        """
        return self.check_case(cases.case(answer, passages, question, id=id))

    def check_case(self, case: cases.Case) -> report.Case:
        """Return the verdict on a case as `load` yields it."""
        return check_case(case, self.language, self.policy, self.memory)

    def parse(self, text: str) -> Parsed:
        """Return what is read in a text under this policy's `numbers` and `citation_styles`."""
        found = read(text, self.language, styles=self.policy.citation_styles)
        return Parsed(text, found, bare=self.policy.numbers == "all")

    @property
    def engine(self) -> report.Engine:
        """What makes the reports: version, digests of grammar and vocabulary, policy."""
        return report.Engine(__version__, self.language.grammar_digest, self.language.vocabulary_digest, self.policy)


_default: Checker | None = None


def _checker(policy: Policy | None) -> Checker:
    global _default
    if policy is not None:
        return Checker(policy)
    if _default is None:
        _default = Checker()
    return _default


def check(
    *,
    answer: str,
    passages: Iterable[str | Mapping[str, object]],
    question: str | None = None,
    policy: Policy | None = None,
) -> report.Case:
    """Return the verdict on an answer that was written from the passages."""
    return _checker(policy).check(answer, passages, question)


def parse(text: str, *, policy: Policy | None = None) -> Parsed:
    """Return the quantities, citations, equations of a text, and what was left alone."""
    return _checker(policy).parse(text)
