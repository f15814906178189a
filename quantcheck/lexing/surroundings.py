"""What may be asked about the surroundings of a token: the words and amounts in front of it and behind it."""

from __future__ import annotations

import re

from quantcheck.lexing.tokens import BENIGN, DISTRIBUTIVE, HYPHENS, Tokens
from quantcheck.visible.markup import CITATION
from quantcheck.vocabulary.kinds import RAISED

MEASURED = frozenset(((("length", 3),), (("length", 2),), (("length", 1),), (("mass", 1),)))
"""Dimensions of what things are counted in: `cells/µL`, `plants per m2`."""


class Surroundings(Tokens):
    """The tokens of a text, each with what stands around it."""

    def _according(self, k: int) -> bool:
        """Say whether the words from a raw index name what something is according to (`per protocol`)."""
        raw = self.raw
        at = k + (k < len(raw) and raw[k].isspace())
        if self._next_word(k)[0] in self.lexicon.accordance:
            return True
        second = raw[at + 2].lower() if at + 2 < len(raw) and raw[at + 1].isspace() else ""
        return second in self.lexicon.accordant and self.stops.isdisjoint((at, at + 1, at + 2))

    def _next_word(self, k: int) -> tuple[str, bool]:
        """Return the next plain word behind a raw index in lower case, and whether a stop or nothing stands there."""
        raw = self.raw
        j = k
        while j < len(raw) and (raw[j].isspace() or raw[j] == CITATION):
            if j in self.stops:
                return "", True
            j += 1
        if j >= len(raw) or j in self.stops:
            return "", True
        t = raw[j]
        if t == "." and j + 1 < len(raw):
            m = j + 1
            while m < len(raw) and raw[m].isspace():
                m += 1
            return "", m >= len(raw) or not raw[m][0].islower()
        return t.lower(), t in '.;:!?)]}"”’»|'

    def _word_in_front(self, k: int) -> str:
        """Return the token in front of a raw index, over blanks, in lower case; empty for none."""
        j = k - 1
        while j >= 0 and j + 1 not in self.stops and (self.raw[j].isspace() or self.raw[j] == CITATION):
            j -= 1
        return self.raw[j].lower() if j >= 0 and j + 1 not in self.stops else ""

    def _clean_left(self, a: int) -> bool:
        """Say whether what touches an island from the left is a boundary: a bracket, a quote, a stop."""
        t = self.raw[a - 1]
        if t == CITATION or a in self.stops:
            return True
        if a - 1 in self.left:
            return True
        # `the top10 athletes`
        return t.isspace() or t in BENIGN or t in self.lexicon.touching

    def _behind_of(self, first: int) -> bool:
        """Say whether `of` and something read otherwise stand in front (`a tenth of a gallon`)."""
        raw = self.raw
        k = first - 1
        while k > 0 and raw[k].isspace():
            k -= 1
        if k < 1 or raw[k].lower() != "of":
            return False
        k -= 1
        while k > 0 and raw[k].isspace():
            k -= 1
        return k in self.left or self.lexicon.numerals.words.get(raw[k].lower(), ("",))[0] == "fraction"

    def source_before(self, start: int) -> bool:
        """Say whether a name of one to three letters stands right in front of an offset (`R 2`)."""
        words = self.text[max(0, start - 8) : start].split()
        name = words[-1].lstrip("([{") if words else ""
        return (
            name.isalpha() and len(name) <= 3 and (name not in self.lexicon.root or (len(name) == 1 and name.isupper()))
        )

    def _changed(self, first: int) -> bool:
        """Say whether a word of change governs `from`: within the eight words before it, in the same clause.

        Behind `and` it may go on with what changed before (`rose from 5 to 6 mg in men and from 4 to 5 mg in women`).
        """
        raw = self.raw
        seen = 0
        most = 18 if [t for t in raw[max(0, first - 2) : first] if t.isalpha()] == ["and"] else 8
        for k in range(first - 1, max(-1, first - 3 * most), -1):
            t = raw[k]
            if t.isspace():
                continue
            if t in ".;:!?" or k + 1 in self.stops:
                return False
            if t.lower() in self.lexicon.change and not (t == "up" and raw[k + 2 : k + 3] == ["to"]):
                return True
            seen += 1
            if seen >= most:
                return False
        return False

    def _differs(self, first: int) -> bool:
        """Say whether `between` stands between two amounts that differ (`the difference between 5 and 10 mg`).

        Behind `a` or `an` it may as well say how large the difference is.
        """
        words = [t.lower() for t in self.raw[max(0, first - 8) : first] if t.isalpha()]
        return bool(words) and words[-1] in self.lexicon.difference and not {"a", "an"} & set(words[-4:])

    def _name(self, m: int) -> int:
        """Return the raw index behind a name with digits that is left alone (`CO2`, `B12`); `m` for none."""
        raw, left = self.raw, self.left
        j = m
        while j < len(raw) and j in left and raw[j].isalnum() and (j == m or j not in self.stops):
            j += 1
        return j if j > m + 1 and raw[m].isalpha() and raw[m + 1][0].isdigit() else m

    def _per_figure(self, k: int) -> bool:
        """Say whether a number that ends at a raw index is so many of what an amount is per (`per 1 million`)."""
        raw, words = self.raw, self.lexicon.numerals.words
        first = k
        while first >= 0 and (first in self.numeric or (k - first < 6 and raw[first].lower() in words)):
            first -= 2
        return 0 <= first < k and raw[first].lower() in ("per", "each", "every")

    def _divides(self, k: int) -> bool:
        """Say whether `per`, or `a` or `each` behind an amount, stands at a raw index, with which a noun goes."""
        word = self.raw[k].lower()
        return word == "per" or (word in DISTRIBUTIVE and self._measured(k))

    def _measured(self, k: int) -> bool:
        """Say whether a unit or an amount of money stands in front of `a`, `each` or `on each` (`5 minutes a side`)."""
        raw, nodes = self.raw, self.nodes
        k -= k > 0 and raw[k - 1] in HYPHENS
        before = [m for m in range(k - 1, max(-1, k - 9), -1) if not raw[m].isspace() and raw[m] != CITATION]
        article = raw[k].lower() in ("a", "an")
        parted = not article and bool(before) and raw[before[0]].lower() in self.lexicon.before_each
        if parted:
            del before[0]
        for n, m in enumerate(before):
            if (node := nodes[m]) is not None and node.measure:
                return True
            if not parted or n > 2 or not raw[m].isalpha() or raw[m] in self.lexicon.stating:
                # `6 g of salt in each pot`: what the amount is of may stand between
                break
        return any((node := nodes[m]) is not None and "CUR" in node.kinds for m in before[1:4])

    def _phrase(self, k: int) -> tuple[int, list[str], bool]:
        """Return what a noun at a raw index is with the words that belong to it: the index behind it, its words, and
        whether the last of them may as well stand by itself (`per test tube`)."""
        raw, lexicon = self.raw, self.lexicon
        words: list[str] = []
        j = k
        while True:
            word = raw[j].lower()
            j += 1
            while j + 1 < len(raw) and raw[j] in "-‑'’" and raw[j + 1].isalpha() and j + 1 not in self.left:
                word += "_" + raw[j + 1].lower()
                j += 2
            words.append(word)
            modifies = word in lexicon.modifiers or word.endswith("_s")
            follow = j + 1
            if (
                len(words) > 3
                or (len(words) == 2 and not modifies and words[0] not in lexicon.modifiers)
                or follow >= len(raw)
                or raw[j] != " "
                or not raw[follow].isalpha()
                or j in self.stops
                or follow in self.stops
                or follow in self.left
                or not (raw[follow].islower() or raw[follow].isupper() == raw[k].isupper())
                or raw[follow].lower() in lexicon.closers
                or (not modifies and self._closes(word, raw[follow].lower(), follow))
            ):
                return j, words, len(words) == 2 and words[0] not in lexicon.modifiers and not words[0].endswith("_s")
            j = follow

    def _closes(self, noun: str, word: str, k: int) -> bool:
        """Say whether the word behind a noun is no part of it."""
        if noun in self.lexicon.rated or word.endswith(("ly", "ed", "ing")):
            return True
        node = self.nodes[k]
        return node is not None and bool(node.kinds - {"FILL", "UNIT"})

    def _counted(self, b: int, k: int) -> bool:
        """Say whether a noun behind a number is counted per unit of a measure: `500 cells/µL`, `5 eggs per kg`."""
        raw, nodes = self.raw, self.nodes
        figure = k in self.numeric or raw[k][-1] in RAISED or raw[k].lower() in self.lexicon.numerals.words
        if not figure or k == b - 1 or not raw[b].isalpha() or b + 2 >= len(raw):
            return False
        at = b + 2 if raw[b + 1] == "/" else b + 4 if raw[b + 2] == "per" else 0
        node = nodes[at] if 0 < at < len(raw) else None
        return node is not None and any(
            t == "UNIT" and any(s.unit.dimension in MEASURED for s in senses) for t, senses in node.lives
        )

    def _powered(self, m: int) -> bool:
        """Say whether a unit with a negative power stands at a raw index: `day−1`, `kg -1`, `d⁻¹`."""
        node = self.nodes[m]
        behind = self.text[self.starts[m + 1] : self.starts[m + 1] + 4]
        return node is not None and node.measure and re.match(r"⁻[¹²³⁴]|\^?\s?[−-]\s?[1-4](?!\w)", behind) is not None
