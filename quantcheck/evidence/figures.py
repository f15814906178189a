"""The figures of a claim, checked by the core against the passages that the claim itself cites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET

from quantcheck import report
from quantcheck.evidence.faults import Level
from quantcheck.evidence.sets import EvidenceSet, Item
from quantcheck.policy import Policy

Scope = Literal["quote", "passage"]
"""Where a figure must stand: in a quote of the claim (else it needs review), or anywhere in the cited passage."""


class Quoted(NamedTuple):
    """An item that a claim cites, and the spans of its text that the claim quotes."""

    item: Item
    spans: tuple[tuple[int, int], ...]


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure of a claim: its verdict by the core, its issue code, and where it is supported."""

    text: str
    start: int
    end: int
    status: str
    code: str = ""
    level: Level | None = None
    message: str = ""
    found: str = ""
    support: tuple[str, ...] = ()


class Figures:
    """The core, set up for claims: nothing counts but the cited passages, and the query's figures need review."""

    def __init__(self, policy: Policy | None = None, scope: Scope = "quote") -> None:
        from quantcheck.api import Checker

        # The citations of a claim are in its record. Marks such as `[1]` in its text name nothing in the set.
        self.policy = msgspec.structs.replace(
            policy or Policy(), question="review", citation_scope="cited", citation_styles=()
        )
        self.scope: Scope = scope
        # The core gets the cited passages alone, so that the scope is that of the record and not of marks in the text.
        self._checker = Checker(msgspec.structs.replace(self.policy, citation_scope="any"))

    def check(self, text: str, cited: Sequence[Quoted], evidence: EvidenceSet) -> list[Figure]:
        """Return the figures of a claim, and what else the core refuses in it."""
        case = self._check(text, [quoted.item for quoted in cited], evidence.query)
        figures = [self._figure(quantity, cited) for quantity in case.quantities]
        if any(figure.status == "unmatched" for figure in figures):
            figures = self._misattributed(text, figures, cited, evidence)
        return figures + _rest(case, figures)

    def _check(self, text: str, items: Sequence[Item], question: str | None) -> report.Case:
        passages = [{"text": item.text, "id": item.citation} for item in items if item.text.strip()]
        return self._checker.check(answer=text, passages=passages, question=question)

    def _figure(self, quantity: report.Quantity, cited: Sequence[Quoted]) -> Figure:
        code, message, found = "", "", ""
        level: Level | None = None
        reason = "" if quantity.reason is UNSET else str(quantity.reason)
        if quantity.status == "unmatched":
            code, level, message = reason or "unmatched", "fault", "not in the cited passages"
            if quantity.nearest is not UNSET:
                found = quantity.nearest.quote
        elif quantity.status == "ambiguous":
            code, level, message = reason or "ambiguous", "review", "cannot be traced exactly"
        elif quantity.status == "question":
            code, level, message = "question_only", "review", "only the query has this figure"
        elif any(quoted.spans for quoted in cited) and not any(_within(place, cited) for place in quantity.support):
            # Where no quote stands in its source, that is the fault, and the figure adds nothing to it.
            message = "stands in the cited text, but in none of the quotes"
            code, level = "figure-not-quoted", "review" if self.scope == "quote" else "note"
            found = quantity.support[0].quote if quantity.support else ""
        support = tuple(dict.fromkeys(_label(place, cited) for place in quantity.support))
        return Figure(
            quantity.text, quantity.start, quantity.end, quantity.status, code, level, message, found, support
        )

    def _misattributed(
        self, text: str, figures: list[Figure], cited: Sequence[Quoted], evidence: EvidenceSet
    ) -> list[Figure]:
        labels = {quoted.item.label for quoted in cited}
        others = [item for item in evidence.items if item.label not in labels]
        if not others:
            return figures
        case = self._check(text, others, None)
        found = {(q.start, q.end): q for q in case.quantities if q.status == "source"}
        elsewhere = [Quoted(item, ()) for item in others if item.text.strip()]
        result = []
        for figure in figures:
            other = found.get((figure.start, figure.end))
            if figure.status == "unmatched" and other is not None:
                label = _label(other.support[0], elsewhere) if other.support else ""
                message = f"not in the cited passages, but in {label}, which is not cited"
                figure = msgspec.structs.replace(figure, code="misattributed", message=message)
            result.append(figure)
        return result


def _place(place: report.Support, cited: Sequence[Quoted]) -> Quoted | None:
    shown = [quoted for quoted in cited if quoted.item.text.strip()]
    kind, _, number = place.source.partition(":")
    return shown[int(number) - 1] if kind == "passage" else None


def _label(place: report.Support, cited: Sequence[Quoted]) -> str:
    quoted = _place(place, cited)
    return quoted.item.label if quoted else place.source


def _within(place: report.Support, cited: Sequence[Quoted]) -> bool:
    quoted = _place(place, cited)
    return quoted is not None and any(start <= place.start and place.end <= end for start, end in quoted.spans)


def _rest(case: report.Case, figures: list[Figure]) -> list[Figure]:
    """Return what the core holds against the claim as a whole (a false equation), so that nothing it refuses passes."""
    rest = [
        Figure(equation.text, equation.start, equation.end, "equation", "false_equation", "fault", "does not hold")
        for equation in case.equations
        if equation.holds is False
    ]
    levels = {figure.level for figure in (*figures, *rest)}
    met = case.status in ("met", "not_applicable")
    if not met and "fault" not in levels and (case.status != "needs_review" or "review" not in levels):
        level: Level = "review" if case.status == "needs_review" else "fault"
        code = case.reasons[0].code if case.reasons else case.status
        rest.append(Figure("", 0, 0, "claim", code, level, "the core does not accept the claim"))
    return rest
