"""The texts of one case, and the places in them that a report quotes, for the verifier."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from quantcheck import report
from quantcheck.intake import cases

Faults = Iterator[tuple[str, str]]
Place = report.Support | report.Nearest | report.Rival

_TWICE = re.compile(r"[(\[/]\s*(?:[=≈]|or|i\.e\.,?|that is|equivalent to|equal to)?\s*\Z", re.IGNORECASE)
_AGAIN = re.compile(r"\s*[(\[/]")


class Places:
    """The answer, the passages and the question of one case."""

    def __init__(self, source: cases.Case) -> None:
        self.answer = source.answer
        self.texts = {f"passage:{n}": p.text for n, p in enumerate(source.passages, 1)}
        self._documents = {f"passage:{n}": p.document_id for n, p in enumerate(source.passages, 1)}
        self._order = {name: n for n, name in enumerate(self.texts)}
        self.question = ""
        if source.question is not None:
            self.question = source.question_source
            self.texts[self.question] = source.question
            self._order[self.question] = len(self._order)

    def faults(self, place: Place, where: str) -> Faults:
        """Yield what is wrong with a quote: its source, its offsets, its document."""
        text = self.texts.get(place.source)
        if text is None:
            yield f"{where}.source", f"the case has no source {place.source[:40]!r}"
            return
        if not 0 <= place.start < place.end <= len(text) or text[place.start : place.end] != place.quote:
            yield f"{where}.quote", f"{place.source} has another text at these offsets"
        document = self._documents.get(place.source)
        if (None if place.document_id is UNSET else place.document_id) != document:
            yield f"{where}.document_id", f"expected {document!r}"

    def ordered(self, support: list[report.Support]) -> Faults:
        """Check that the places of a quantity stand in the order of the sources."""
        keys = [(self._order.get(s.source, -1), s.start, s.end) for s in support]
        if keys != sorted(set(keys)):
            yield ".support", "the places do not stand in the order of the sources, or one comes twice"


def beside(text: str, start: int, end: int) -> str:
    """Return the clause of a figure that is written twice (`below 25 °C (77 °F)`), whose words are those of both."""
    first, last = max(0, start - 80), end + 60
    if not (_TWICE.search(text, first, start) or _AGAIN.match(text, end)):
        return ""
    before, behind = re.split(r"[;!?\n]|\.\s", text[first:start])[-1], re.split(r"[;!?\n]|\.\s", text[end:last])[0]
    return before + text[start:end] + behind
