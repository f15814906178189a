"""Words of frequency: whether `daily` says how often, by what is said of amounts near it."""

from __future__ import annotations

from quantcheck.lexing.island import Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import DASHES
from quantcheck.lexing.quotes import Quotes
from quantcheck.lexing.walk import ENDS
from quantcheck.patterns.later import later

_CLAUSE = later(r"[;:!?\n]|\.(?=\s)")
_BEFORE_AMOUNT = frozenset(("FILL", "BOUND", "BOUNDP", "APPROX", "EMPH", "FROM", "BETWEEN", "ONE"))
_BESIDE_LINK = frozenset(
    (
        "now",
        "then",
        "still",
        "also",
        "estimated",
        "set",
        "put",
        "kept",
        "to",
        "at",
        "least",
        "most",
        "more",
        "less",
        "than",
    )
)


class Often(Quotes):
    """Whether a word of frequency stands as one."""

    def _frequency_stands(self, item: Item, prev: str, island: Island) -> bool:
        attributive = item.text.lower() in self.lexicon.attributive
        if attributive and (prev == "NUM" and "CUR" not in island.types[-2:-1]):
            return False
        if prev in ENDS or prev in ("TIMESN", "TIMESW"):
            return True
        if self._states(item.last):
            return True
        if attributive:
            return False
        if self._next_word(item.last)[0] in self.lexicon.paced:
            # `the daily dose is 5 mg`: a frequency where the amount stands in the same clause
            if any(c.isdecimal() for c in _CLAUSE.split(self.text[item.end : item.end + 70])[0]):
                return True
        if len(item.text) <= 3 and item.text.islower() and item.text in ("bd", "od", "qd", "pa"):
            return False
        if item.last + 1 in self.numeric and not (len(item.text) <= 3 and item.text.isupper()):
            # `Daily 5 mg`, not `an OD 600 of 0.6`
            return True
        clause = _CLAUSE.split(self.text[max(0, item.start - 70) : item.start])[-1]
        words = clause.lower().split()
        amount = any(c.isdecimal() for c in clause) or not self.lexicon.numerals.words.keys().isdisjoint(words)
        if not amount and (not words or words[-1] not in self.lexicon.before_frequency):
            return False
        word, stop = self._next_word(item.last)
        return stop or word in self.lexicon.after_frequency or not word.isalpha()

    def _states(self, k: int) -> bool:
        """Say whether a noun behind `weekly` is said to be an amount: `the weekly run was 10 km`."""
        raw, nodes = self.raw, self.nodes
        words = 0
        linked = False
        for m in range(k, min(k + 24, len(raw))):
            t = raw[m]
            if m in self.stops or m in self.left:
                return False
            if t.isspace():
                continue
            node = nodes[m]
            if m in self.numeric or (node is not None and "CUR" in node.kinds and not t.isalpha()):
                return linked and self._is_amount(m)
            if words and t.lower() in self.lexicon.links:
                linked = True
            elif (
                not t.isalpha()
                or t.lower() in ("and", "or", "but", "that", "which")
                or (linked and not (node is not None and node.kinds & _BEFORE_AMOUNT) and t.lower() not in _BESIDE_LINK)
            ):
                return False
            words += 1
        return False

    def _is_amount(self, m: int) -> bool:
        """Say whether a figure at a raw index is of money or of a unit, and no temperature and no quotient."""
        raw, nodes = self.raw, self.nodes
        node = nodes[m]
        if node is not None and "CUR" in node.kinds:
            return True
        j = m + 1
        words = self.lexicon.numerals.words
        while j < len(raw) and (raw[j].isspace() or j in self.numeric or raw[j].lower() in words or raw[j] in DASHES):
            j += 1
        node = nodes[j] if j < len(raw) else None
        if node is None or not node.measure or raw[j + 1 : j + 2] == ["/"] or raw[j + 2 : j + 3] == ["per"]:
            return False
        return not any(s.unit.kind.startswith("temperature") for t, senses in node.lives if t == "UNIT" for s in senses)
