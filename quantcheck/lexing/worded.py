"""Items of number words: numbers in words, parts of a whole in words behind digits, vague amounts."""

from __future__ import annotations

from fractions import Fraction

from quantcheck.lexing.extents import Extents
from quantcheck.lexing.item import Item
from quantcheck.lexing.tokens import HYPHENS, PERIODS
from quantcheck.numbers import numerals
from quantcheck.numbers.numerals import Number
from quantcheck.numbers.spelled import Words
from quantcheck.vocabulary.lexicon import Node

_BETWEEN_WORDS = frozenset(("a", "an", "and", "point", "-", "of", "oh"))
_HYPHENED = frozenset(("a", "an", "and"))


class Worded(Extents):
    """The tokens of a text, with the numbers that their words make."""

    def _make(self, first: int, last: int, glued: bool) -> Item:
        start, end = self.starts[first], self.starts[last]
        text = self.raw[first] if last == first + 1 else self.written(start, end)
        return Item(first, last, start, end, text, glued)

    def _words(self, k: int, glued: bool, items: list[Item]) -> Item | None:
        words, ends, measured = self._collected(k)
        if not words:
            return None
        before = self._word_in_front(k)
        lexicon = self.lexicon
        determined = before in (lexicon.never_point if words[0] == "point" else lexicon.determiners)
        if words[0] == "quarter":
            # that of a year, in `third quarter dollars`, `last quarter pounds`
            determined = before in lexicon.numerals.ordinals or before in lexicon.yearly
        listed = bool(items) and items[-1].text.lower() in (",", "between", "from")
        joined = len(items) > 1 and items[-1].text.lower() in ("and", "&") and "NUM" in items[-2].kinds
        found = lexicon.numerals.read(Words(words, measured, determined, listed, joined))
        if found is None:
            return None
        item = self._make(k, ends[found.used - 1], glued)
        if found.why == "ordinal":
            item.lives = (("ORDINAL", None),)
            return item
        why = found.why
        if words[0] == "point" and before.isalpha() and before not in lexicon.before_point:
            # `take point five mg`, `from a point five miles away`
            why = "unread"
        number = Number(found.value, forms=found.forms, reason=why, other=found.other)
        if words[found.used :] == ["point"] and found.multiplier is None and not why:
            pointed = self._pointed(ends[found.used - 1], number)
            if pointed is not None:
                number = pointed[0]
                item = self._make(k, pointed[1], glued)
        item.lives = (("NUM", (number, None)),)
        item.value = found.multiplier
        return item

    def _multiplies(self, word: str, items: list[Item]) -> bool:
        """Say whether a word is a multiplier of the digits in front (`7 lakh crore`), and no number of its own."""
        words = self.lexicon.numerals.words
        if not items or words.get(word.lower(), ("",))[0] not in ("hundred", "multiplier"):
            return False
        before = items[-1]
        if before.text in HYPHENS and before.glued and len(items) > 1 and self.raw[before.last][:1].isalpha():
            before = items[-2]
        return "NUM" in before.kinds or words.get(before.text.lower(), ("",))[0] in ("hundred", "multiplier")

    def _collected(self, k: int) -> tuple[list[str], list[int], list[bool]]:
        """Return the words of a number and one more, the raw index behind each, and which of them open a unit."""
        raw = self.raw
        words: list[str] = []
        ends: list[int] = []
        measured: list[bool] = []
        known = self.lexicon.numerals.words
        j = k
        while j < len(raw) and len(words) < 40 and j not in self.left and (j == k or j not in self.stops):
            t = raw[j]
            if t.isspace():
                if raw[j + 1 : j + 2] == ["-"]:
                    # `fifty - two`: only tens and units, numerator and denominator go together so
                    behind = (
                        known.get(raw[j + 3].lower(), ("",))[0] if j + 3 < len(raw) and raw[j + 2].isspace() else ""
                    )
                    before = known.get(words[-1], ("",))[0] if words else ""
                    if (before, behind) not in (("ten", "unit"), ("unit", "fraction")):
                        break
                    words.append("-")
                    ends.append(j + 2)
                    measured.append(False)
                    j += 3
                    continue
                j += 1
                continue
            if t in ("-", "‑", "‐") and j + 1 < len(raw) and raw[j + 1].isalpha():
                if words and (words[-1] in _HYPHENED or raw[j + 1].lower() in _HYPHENED):
                    # `one-and-a-half hours`, `half-a-dozen`: these hyphens are blanks
                    j += 1
                    continue
                words.append("-")
            elif t.isalpha():
                words.append(t.lower())
            else:
                break
            measured.append(self._measures(self.nodes[j]))
            ends.append(j + 1)
            j += 1
            thirty_second = words[-1] in self.lexicon.numerals.behind_tens and words[-2:-1] == ["-"]
            if words[-1] not in known and words[-1] not in _BETWEEN_WORDS and not thirty_second:
                break
        return words, ends, measured

    @staticmethod
    def _measures(node: Node | None) -> bool:
        """Say whether a token names or opens a unit that is neither a noun nor a period: these have ordinals."""
        if node is None or not node.measure:
            return False
        senses = [s for n in (node, *(node.next or {}).values()) for t, v in n.lives if t == "UNIT" for s in v]
        return any(s.unit.kind != "count" and s.unit.dimension not in PERIODS for s in senses)

    def _pointed(self, j: int, number: Number) -> tuple[Number, int] | None:
        """Return the decimal that the word `point` makes of digits (`3 point 5`, `3 point seventy-one`).

        One of them could be a point (`by 1 point 2 minutes before the end`), and is not read.
        """
        raw = self.raw
        if raw[j + 1 : j + 2] != ["point"] or j + 3 >= len(raw) or not (raw[j].isspace() and raw[j + 2].isspace()):
            return None
        if not self.stops.isdisjoint(range(j, j + 4)) or j + 1 in self.left:
            return None
        if raw[j + 3].isdecimal() and len(raw[j + 3]) < 30:
            part, last = Fraction(int(raw[j + 3]), 10 ** len(raw[j + 3])), j + 4
        else:
            words, ends, _ = self._collected(j + 1)
            found = self.lexicon.numerals.read(Words(words)) if words else None
            if found is None:
                return None
            part, last = found.value, ends[found.used - 1]
            if found.why or found.multiplier is not None:
                return numerals.refused("unread"), last
        if number.value == 1:
            return numerals.refused("unread"), last
        return Number(number.value + part, forms=("word",)), last

    def _part_of(self, number: Number, k: int) -> tuple[Number, int] | None:
        """Return the fraction that words make of a whole number in digits, and the raw index behind it (`3 fifths`)."""
        hyphen = self.raw[k : k + 1] == ["-"]
        if k + 1 >= len(self.raw) or k in self.stops or not (hyphen or self.raw[k].isspace()):
            return None
        if self.raw[k + 1].lower() not in self.lexicon.numerals.words:
            return None
        words, ends, measured = self._collected(k + 1)
        if not words:
            return None
        found = self.lexicon.numerals.denominator(Words(words, measured), hyphen)
        if found is None:
            return None
        used, below = found.used, found.value
        unread = Number(Fraction(0), forms=("word", "fraction"), reason="unread"), ends[used - 1]
        if found.why:
            return unread
        word = words[used - 1]
        plural = word.endswith("s")
        behind = words[used] if used < len(words) else ""
        if not hyphen and behind != "of" and (word[:7] == "quarter" or (word == "half" and number.value != 1)):
            # the quarters of a year; `2 half tablets`
            return None
        agrees = plural if not number.plain else hyphen or plural == (number.value > 1)
        if number.value == 0 or not agrees:
            apart = not plural and behind not in ("", "of") and not (used < len(measured) and measured[used])
            return None if apart else unread
        return Number(number.value / below, forms=("word", "fraction")), ends[used - 1]

    def _vague(self, k: int, b: int, glued: bool, item: Item) -> Item:
        """Take in what belongs to a vague amount: `a couple of`, `hundreds of thousands of`."""
        raw = self.raw
        j = item.last
        while j < b:
            m = j
            while m < b and raw[m].isspace():
                m += 1
            if (
                m < b
                and (raw[m].lower() == "of" or raw[m].lower() in self.lexicon.numerals.words)
                and m not in self.left
            ):
                if raw[m].lower() == "of" and not (m + 1 < b):
                    break
                j = m + 1
                continue
            break
        vague = self._make(k, j, glued)
        vague.lives = (("VAGUE", None),)
        vague.node = item.node
        vague.value = item.text.lower()
        return vague
