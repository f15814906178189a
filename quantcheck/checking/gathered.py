"""The evidence of a case as read, with what follows from it and from no answer: it may serve many cases, in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import TYPE_CHECKING, Final

from quantcheck.intake.cases import Case
from quantcheck.matching.cut import cut
from quantcheck.matching.findings import Findings
from quantcheck.matching.known import Known
from quantcheck.matching.match import unusual
from quantcheck.matching.places import Places, Source
from quantcheck.matching.tables import Tabled
from quantcheck.policy import Policy
from quantcheck.reading.dollars import Dollars
from quantcheck.report import Support
from quantcheck.values import Headed, Text

if TYPE_CHECKING:
    from quantcheck.reading.compiled import Language


FIGURES: Final = 1000
"""How many figures and places found for them are remembered from one answer to the next."""


class Gathered:
    """The passages of a case and its question as sources, their tables, and the places of their quantities."""

    def __init__(self, sources: Sequence[Source], tables: Tabled) -> None:
        self.sources = sources
        self.tables = tables
        self.places = Places(sources)
        self.findings = Findings(self.places)
        """What was found out about the figures of late answers."""
        self.shown: dict[int, Support] = {}
        """Places as a report has them, by their order."""

    def forget(self) -> None:
        """Forget of the figures of answers what has become much."""
        if self.findings.size > FIGURES:
            self.findings = Findings(self.places)


class Evidence:
    """The texts of the evidence, read when they are first asked for: with one language or, beside some answers, two."""

    def __init__(self, texts: Sequence[str], language: Language) -> None:
        self.texts = texts
        self.weight = 0
        """What it counts for in a memory."""
        self.dollars = Dollars(language, texts)
        self._language = language
        self._read: dict[bool, Gathered] = {}

    def read(self, language: Language, make: Callable[[], Gathered]) -> Gathered:
        """Return it as read with the language that it was given or with the one in which every dollar is open."""
        given = language is self._language
        found = self._read.get(given)
        return self._read.setdefault(given, make()) if found is None else found


def gather(
    case: Case, known: Sequence[Known], policy: Policy, tables: Tabled | None = None, halves: Sequence[Set[int]] = ()
) -> Gathered:
    """Return the evidence of a case: its passages and the question if any, as they are known.

    `tables` are those of the passages, `halves` the figures of each passage that another one goes on with.
    """
    tables = tables or Tabled()
    sources = _sources(case, known, policy, tables.headed, halves)
    return Gathered(sources, tables)


def _sources(
    case: Case, known: Sequence[Known], policy: Policy, headed: Sequence[Headed], joined: Sequence[Set[int]]
) -> list[Source]:
    passages = [k.read for k in known[: len(case.passages)]]
    halves = cut([p.text for p in case.passages], passages)
    for half, more in zip(halves, joined, strict=False):
        half |= more
    sources = []
    cells: dict[int, list[Headed]] = {}
    for cell in headed:
        cells.setdefault(cell.source, []).append(cell)
    for n, (passage, made, half) in enumerate(zip(case.passages, passages, halves, strict=True)):
        flags = _flags(made, policy) | dict.fromkeys(half, "cut")
        sources.append(
            Source(
                f"passage:{n + 1}",
                passage.text,
                made,
                document_id=passage.document_id,
                flags=flags,
                headed=cells.get(n, ()),
                known=known[n],
            )
        )
    for asked in known[len(passages) :]:
        flags = _flags(asked.read, policy)
        name = case.question_source
        sources.append(Source(name, asked.text, asked.read, is_question=True, flags=flags, known=asked))
    return sources


def _flags(made: Text, policy: Policy) -> dict[int, str]:
    """Return which quantities of a source a conservative profile does not trust."""
    if policy.profile != "conservative":
        return {}
    return {i: "profile" for i, q in enumerate(made.quantities) if unusual(q)}
