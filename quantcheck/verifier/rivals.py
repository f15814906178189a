"""What a report claims of the figure that an answer's words stand with, proven from the texts alone.

Knows the words of the vocabulary and no contexts: a rival has the same dimension and another value, each word stands
where it is said to, in the passage as in the answer, and in no clause with a place that supports the figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET

from quantcheck import report
from quantcheck.policy import Policy
from quantcheck.verifier import proof
from quantcheck.verifier.proof import Unprovable, Value

Faults = Iterator[tuple[str, str]]

_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_SAME: Final = 3
"""Letters at its end in which a form of a word may differ from another."""
_REACH: Final = 400
"""Characters on either side of a figure that its clause may have."""


class Rivals:
    """The claims of one case, under the words of the vocabulary."""

    def __init__(self, tables: Mapping[str, Any], texts: Mapping[str, str], answer: str, policy: Policy) -> None:
        table = tables["attachment.en"]
        self._members = [
            frozenset(spellings) for members in table["classes"].values() for spellings in members.values()
        ]
        cuts = [s for name in ("strong", "weak", "light", "contrast") for s in table["boundaries"][name]]
        words = "|".join(re.escape(s) for s in sorted(cuts, key=lambda s: (-len(s), s)) if s[0].isalpha())
        # Digits, lines, cells, marks and words that divide end the clause of a figure.
        self._end = re.compile(rf"[\d\n|\t.;,:()\[\]–—/&]|\b(?:{words})\b", re.IGNORECASE)
        self._listed = re.compile(rf"\b(?:{'|'.join(table['boundaries']['respectively'])})\b", re.IGNORECASE)
        """What says that the words of a sentence go with its figures in their order."""
        self._texts = {**texts, "answer": answer}
        self._policy = policy

    def faults(self, quantity: report.Quantity, values: Sequence[Value], rival: Value | None) -> Faults:
        """Yield what is wrong with the rival of a quantity, or with there being none."""
        flagged = quantity.reason == "attachment"
        noted = "attachment" in quantity.notes
        if flagged and self._policy.attachment != "review":
            yield ".reason", "the policy lowers no figure for what it is about"
        if noted and (self._policy.attachment != "note" or quantity.status != "source"):
            yield ".notes", "'attachment' is a note of a source quantity under the policy `note`"
        if (flagged or noted) != (quantity.rival is not UNSET):
            yield ".rival", "expected exactly where the words of the answer stand with another figure"
        if flagged and not quantity.support:
            yield ".support", "expected the places that it equals"
        if quantity.rival is not UNSET and rival is not None:
            yield from self._rival(quantity, quantity.rival, values, rival)

    def quote(self, place: report.Support | report.Rival) -> str:
        """Return the quote by which a reading is proven; in a table the heads have a say that is not in the quote."""
        text = self._texts.get(place.source, "")
        line = text[text.rfind("\n", 0, max(0, place.start)) + 1 : place.end]
        behind = text[place.end : place.end + 1]
        return "" if "|" in line or behind in ("|", "<") or "<t" in line.lower() else place.quote

    def contested(self, quantity: report.Quantity, values: Sequence[Value], other: Value | None) -> Faults:
        """Yield what is wrong with the other value that another passage is said to give."""
        place = quantity.contested
        if ("contested_source" in quantity.notes) != (place is not UNSET):
            yield ".contested", "expected exactly where another passage gives another value"
        if place is UNSET:
            return
        if not place.source.startswith("passage:") or any(s.source == place.source for s in quantity.support):
            yield ".contested.source", "expected another passage than those of the support"
        if other is not None and (fault := _value_fault(values, other)):
            yield ".contested.reading", fault

    def _rival(self, quantity: report.Quantity, rival: report.Rival, values: Sequence[Value], value: Value) -> Faults:
        if not rival.source.startswith("passage:"):
            yield ".rival.source", "expected a passage"
        if fault := _value_fault(values, value):
            yield ".rival.reading", fault
        if any((s.source, s.start, s.end) == (rival.source, rival.start, rival.end) for s in quantity.support):
            yield ".rival", "supports the quantity, and is no rival"
        if not _positive(rival.margin):
            yield ".rival.margin", "expected a positive rational"
        if not rival.words:
            yield ".rival.words", "expected the words that stand with it"
        if len({(word.start, word.end, word.said.start) for word in rival.words}) != len(rival.words):
            yield ".rival.words", "a word comes twice"
        clauses = [words for support in quantity.support if (words := self._clause(support)) is not None]
        for i, word in enumerate(rival.words):
            place = f".rival.words[{i}]"
            text, said = self._texts.get(word.source, ""), self._texts.get(word.said.source, "")
            if word.source != rival.source or not word.word or text[word.start : word.end] != word.word:
                yield place, f"{word.source} has another word at these offsets"
            if word.said.source.startswith("passage:") or said[word.said.start : word.said.end] != word.said.text:
                yield f"{place}.said", f"{word.said.source} has another word at these offsets"
            if not self._alike(word.word, word.said.text):
                yield f"{place}.said", "another word than that of the passage"
            if any(word.word.casefold() in words for words in clauses):
                yield place, "stands with a support as well"
            if not _positive(word.weight):
                yield f"{place}.weight", "expected a positive rational"

    def _clause(self, support: report.Support) -> frozenset[str] | None:
        """Return the words around a figure up to what divides a sentence; None for a head of a table and in a list."""
        text = self._texts.get(support.source, "")
        if not any(c.isdigit() for c in support.quote):
            return None
        low, start = max(0, support.start - _REACH), support.start
        before = text[low:start]
        cuts = [m.end() for m in self._end.finditer(before)]
        behind = text[support.end : support.end + _REACH]
        first = self._end.search(behind)
        if self._listed.search(behind):
            return None
        around = f"{before[cuts[-1] if cuts else 0 :]} {behind[: first.start() if first else len(behind)]}"
        return frozenset(m[0].casefold() for m in _WORD.finditer(around))

    def _alike(self, a: str, b: str) -> bool:
        """Whether two spellings are forms of one word, or words for one member of a class."""
        a, b = a.casefold(), b.casefold()
        if a == b or any(a in members and b in members for members in self._members):
            return True
        if a[-2:].isdigit() and a[-2:] == b[-2:]:
            return True
        common = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        if common >= 3 and common >= min(len(a), len(b)) - _SAME:
            return True
        return any(self._one(a, m) and self._one(b, n) for members in self._members for m in members for n in members)

    @staticmethod
    def _one(a: str, member: str) -> bool:
        return a.startswith(member[: max(3, len(member) - 2)]) and len(a) <= len(member) + _SAME


def _value_fault(values: Sequence[Value], other: Value) -> str:
    mates = [v for v in values if v.dimension == other.dimension]
    if values and not mates:
        return "of another dimension than the quantity"
    if any(proof.same(v, other) or (v.base_lower, v.base_upper) == (other.base_lower, other.base_upper) for v in mates):
        return "the same value as the quantity"
    return ""


def _positive(text: str) -> bool:
    try:
        number = proof.rational(text)
    except Unprovable:
        return False
    return number is not None and number > 0
