"""What the citations of an answer name, and which passages its sentences cite."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from quantcheck.policy import Policy
from quantcheck.values import Citation, Text

_BETWEEN = " \t\u00a0\u2009\u202f,;"
"""What may stand between a full stop and the citations right behind it, beside other citations."""


class Numbers(NamedTuple):
    """The numbers that a citation names: those that have a passage and those that have none, each once."""

    named: list[int]
    resolved: list[int]
    unresolved: list[int]


def resolve(citation: Citation, passages: int, base: int) -> Numbers:
    """Return what becomes of the numbers of a citation.

    A range names every passage within it, and by its ends what lies beyond the passages; it is expanded no further.
    """
    last = base + passages - 1
    named: dict[int, bool] = {}
    for first, final in citation.spans:
        if first > final:
            # No order in which passages stand is meant by a range that runs backwards.
            named |= dict.fromkeys((first, final), False)
            continue
        if first < base or first > last:
            named.setdefault(first, False)
        for number in range(max(first, base), min(final, last) + 1):
            named.setdefault(number, True)
        if final < base or final > last:
            named.setdefault(final, False)
    resolved = [number for number, there in named.items() if there]
    return Numbers(list(named), resolved, [number for number, there in named.items() if not there])


class Scope:
    """The passages that each sentence of an answer cites, where the policy asks for them."""

    def __init__(self, answer: Text, text: str, passages: int, policy: Policy) -> None:
        self._starts = [start for start, _ in answer.sentences]
        self._ends = [end for _, end in answer.sentences]
        self._cited: dict[int, frozenset[int]] | None = None
        if policy.citation_scope == "cited":
            found: dict[int, set[int]] = {}
            for citation, sentence in zip(answer.citations, self._owners(answer.citations, text), strict=True):
                numbers = resolve(citation, passages, policy.citation_base)
                found.setdefault(sentence, set()).update(n - policy.citation_base for n in numbers.resolved)
            self._cited = {sentence: frozenset(numbers) for sentence, numbers in found.items()}

    def cited(self, offset: int) -> frozenset[int] | None:
        """Return the passages, counted from 0, that the sentence at an offset cites; None where any passage will do."""
        if self._cited is None:
            return None
        return self._cited.get(self._sentence(offset), frozenset())

    def has_citation(self, offset: int) -> bool:
        """Whether the sentence at an offset cites anything, be it a passage that is not there."""
        return self._cited is not None and self._sentence(offset) in self._cited

    def _sentence(self, offset: int) -> int:
        return max(0, bisect_right(self._starts, offset) - 1)

    def _owners(self, citations: list[Citation], text: str) -> list[int]:
        """Return for each citation its sentence: the one before, where it stands right behind its full stop."""
        owners: list[int] = []
        # The sentence whose citations are looked at, and how far it and the gap before it hold nothing but citations.
        leading, reached = -1, 0
        for citation in citations:
            sentence = self._sentence(citation.start)
            if sentence != leading:
                if not sentence:
                    owners.append(sentence)
                    continue
                leading, reached = sentence, self._ends[sentence - 1]
            if reached >= 0 and not text[reached : citation.start].strip(_BETWEEN):
                owners.append(sentence - 1)
                reached = citation.end
            else:
                owners.append(sentence)
                reached = -1
        return owners
