"""From tokens to items: numbers, number words and the longest spellings of the lexicon, each with its lives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from quantcheck.lexing.island import GLUED
from quantcheck.lexing.tokens import CITATION, HYPHENS, LOWERED, RAISED, Tokens, is_number
from quantcheck.numbers import numerals
from quantcheck.numbers.numerals import FRACTION_DENOMINATORS, FRACTION_SIGNS, Number
from quantcheck.numbers.spelled import Words
from quantcheck.values import Sense, Unit
from quantcheck.vocabulary.lexicon import Node

NARROW_SPACES = "\u00a0\u2007\u2009\u202f\u2008"
SLASHES = frozenset("/∕／⁄")


_BETWEEN_WORDS = frozenset(("a", "an", "and", "point", "-", "of", "oh"))
_HYPHENED = frozenset(("a", "an", "and"))
PERIODS = frozenset(((("time", 1),), (("calendar", 1),)))
SINGLE = {name: frozenset((name,)) for name in ("NUM", "POW", "VAGUE", "SUBSTANCE", "NOUN", "ORDINAL", GLUED)}


class Item:
    """A token of an island before its terminal is chosen."""

    __slots__ = ("end", "first", "glued", "last", "lives", "node", "shorter", "start", "text", "value")

    def __init__(self, first: int, last: int, start: int, end: int, text: str, glued: bool) -> None:
        self.first = first
        self.last = last
        self.start = start
        self.end = end
        self.text = text
        self.glued = glued
        self.lives: tuple[tuple[str, Any], ...] = ()
        self.node: Node | None = None
        self.shorter: tuple[Node, int] | None = None
        """The next shorter spelling that begins here, and the raw index behind it."""
        self.value: Any = None

    @property
    def kinds(self) -> frozenset[str]:
        """The terminals that it may be."""
        lives = self.lives
        if self.node is not None and lives is self.node.lives:
            return self.node.kinds
        if len(lives) == 1:
            return SINGLE.get(lives[0][0]) or frozenset((lives[0][0],))
        return frozenset(life[0] for life in lives)


_CLOSED = frozenset(("", ".", "!", "?", ":", ";", "-", "–", "—", "•", "*", "#", "(", '"', "“", "‘", "'"))
"""What may stand in front of the first word of a sentence; nothing at the start of a block."""


class Items(Tokens):
    """The tokens of a text, put together to items."""

    def _make(self, first: int, last: int, glued: bool) -> Item:
        start, end = self.starts[first], self.starts[last]
        return Item(first, last, start, end, self.written(start, end), glued)

    def _item(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        raw = self.raw
        t = raw[k]
        if k in self.left:
            # the name of a substance, over which a rate reaches
            item = self._make(k, max(self._name(k), k + 1), glued)
            item.lives = (("SUBSTANCE", None),)
            return item
        if is_number(t):
            return self._digits(k, b, glued, items)
        if t[0] in RAISED or (len(t) > 1 and t[-1] in RAISED):
            item = self._make(k, k + 1, glued)
            power = numerals.superscript(t)
            item.lives = (("POW", power),) if glued and power is not None else ((GLUED, None),)
            return item
        if t == "^" or (t == "*" and glued and raw[k + 1 : k + 2] == ["*"]):
            return self._caret(k, b, glued)
        node = self.nodes[k]
        if node is None:
            return self._plain(k, b, glued, items)
        best, last = (node, k + 1) if node.lives else (None, k + 1)
        shorter: tuple[Node, int] | None = None
        j = k + 1
        while node is not None and node.next is not None and j < b:
            spaced = False
            while j < b and (raw[j] == CITATION or raw[j].isspace()):
                if j in self.stops:
                    break
                spaced = True
                j += 1
            if j >= b or j in self.left or (spaced and raw[j] == "."):
                break
            if spaced and raw[j][0].isdigit() and (raw[j] != "0" or raw[j] not in node.next):
                # a number is no part of a word, but in `below 0`
                break
            if spaced and raw[j] == "$" and raw[k] == "A" and self._word_in_front(k) in _CLOSED:
                # `A $5 fee`: an article at the start of a sentence
                break
            if spaced and raw[j] in "-–−" and raw[k] in "-–−" and raw[j - 2] in "-–−":
                # `-10 -- -5 °C`: with a blank before it, it is a sign
                break
            node = node.next.get(LOWERED.get(raw[j], raw[j])) or (
                node.next.get(raw[j].lower()) if raw[k].isupper() is False else None
            )
            j += 1
            if node is not None and node.lives:
                shorter = None if best is None else (best, last)
                best, last = node, j
        if (
            shorter is not None
            and best is not None
            and raw[last - 1] == "."
            and shorter[1] == last - 1
            and "UNIT" in best.kinds
            and best.kinds.isdisjoint(("CUR", "CURNAME"))
            and not (
                last + 1 < len(raw) and is_number(raw[last + 1]) and not best.kinds.isdisjoint(("BOUND", "APPROX"))
            )
            and self._next_word(last - 1)[1]
        ):
            # the point ends the sentence, the spelling stands without it
            best, last = shorter
            shorter = None
        if shorter is not None and best is not None and "MORE" in best.kinds and self._begins_anew(k, last):
            best, last = shorter
            shorter = None
        if best is None:
            item = self._make(k, k + 1, glued)
            item.lives = ()
            return item
        item = self._make(k, last, glued)
        item.node = best
        item.lives = best.lives
        item.shorter = shorter
        if best.lives[0][0] == "NUMWORD" or raw[k].lower() in ("a", "an"):
            number = None if self._multiplies(raw[k], items) else self._words(k, glued, items)
            if number is not None:
                return number
            item.lives = tuple(life for life in item.lives if life[0] != "NUMWORD")
        if any(life[0] == "VAGUE" for life in item.lives):
            return self._vague(k, b, glued, item)
        return item

    def _begins_anew(self, k: int, last: int) -> bool:
        """Say whether the half of `and half` is that of something else (`6 kg and half a litre`)."""
        behind = last + (self.raw[last : last + 1] == ["-"])
        return "".join(self.raw[k:last]).lower().split() == ["and", "half"] and self._next_word(behind)[0] in (
            "a",
            "an",
        )

    def _multiplies(self, word: str, items: list[Item]) -> bool:
        """Say whether a word is a multiplier of the digits in front (`7 lakh crore`), and no number of its own."""
        words = self.lexicon.numerals.words
        if not items or words.get(word.lower(), ("",))[0] not in ("hundred", "multiplier"):
            return False
        before = items[-1]
        if before.text in HYPHENS and before.glued and len(items) > 1 and self.raw[before.last][:1].isalpha():
            before = items[-2]
        return "NUM" in before.kinds or words.get(before.text.lower(), ("",))[0] in ("hundred", "multiplier")

    def _plain(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        """An unknown word inside an island: a noun behind `per`, or what `of` names before it."""
        counting = items and (items[-1].kinds & {"NUM", "POW"} or items[-1].text.lower() in self.lexicon.numerals.words)
        if counting and items[-1].last < k and self._counted(k, items[-1].last - 1):
            item = self._make(k, k + 1, glued)
            item.lives = (("NOUN", noun_senses(item.text)), ("SUBSTANCE", None))
            return item
        at = len(items) - 1
        while at > 0 and ("NUM" in items[at].kinds or items[at].text.lower() in self.lexicon.numerals.words):
            at -= 1
        before = items[at] if items else None
        if before is None or "PER" not in before.kinds or not self.raw[k].isalpha() or self._accords(before, k):
            item = self._make(k, k + 1, glued)
            item.lives = (("SUBSTANCE", None),)
            return item
        return self._noun(k, glued, article=before.text.lower() not in ("per", *SLASHES))

    def _accords(self, before: Item, k: int) -> bool:
        """Say whether `per` says by what an amount is, not what it is per (`5 mg per the label`, `per protocol`)."""
        return before.text.lower() == "per" and self.raw[k].lower() in self.lexicon.accordance

    def _noun(self, k: int, glued: bool, *, article: bool) -> Item:
        """An item that an amount may be per: a noun with what belongs to it."""
        last, words, open_ = self._phrase(k)
        item = self._make(k, last, glued)
        whole = noun_senses("_".join(words))
        if open_:
            # `per test tube`: whether the second word still belongs to the noun, grammar alone does not say
            (short,), (long,) = noun_senses(words[0]), whole
            whole = (Sense(short.unit, (("noun", "short"),)), Sense(long.unit, (("noun", "long"),)))
        item.lives = (("NOUN", whole), ("SUBSTANCE", None)) if article else (("NOUN", whole),)
        return item

    def _caret(self, k: int, b: int, glued: bool) -> Item:
        raw = self.raw
        j = k + (2 if raw[k] == "*" else 1)
        brace = j < b and raw[j] in ("{", "(")
        closing = {"{": "}", "(": ")"}.get(raw[j], "") if brace else ""
        if brace:
            j += 1
        sign = ""
        if j < b and raw[j] in ("-", "−", "–", "+"):
            sign = "-" if raw[j] != "+" else ""
            j += 1
        if glued and j < len(raw) and raw[j].isdecimal() and len(raw[j]) <= 5:
            power = int(sign + raw[j])
            j += 1
            if not brace or raw[j : j + 1] == [closing]:
                item = self._make(k, j + brace, glued)
                item.lives = (("POW", power),)
                return item
        item = self._make(k, k + 1, glued)
        item.lives = ((GLUED, None),)
        return item

    def _figure(self, token: str) -> Number:
        return numerals.digit_run(token)

    def _digits(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        raw = self.raw
        t = raw[k]
        last = k + 1
        other: Number | None = None
        if t in FRACTION_SIGNS:
            number = Number(FRACTION_SIGNS[t], forms=("fraction",))
        else:
            number = self._figure(t)
            if number.plain and not number.reason:
                number, last, other = self._longer(k, b, number)
            if last == k + 1 and not number.reason and number.plain:
                part = self._point_set_apart(number, last)
                if part is not None:
                    number, last = part
            if last == k + 1 and not number.reason and number.shown:
                part = self._part_of(number, last)
                if part is not None:
                    number, last = part
        item = self._make(k, last, glued)
        reach = self._run_together(last)
        if reach > last:
            number = numerals.refused(number.reason or "unread")
            other = None
            item = self._make(k, reach, glued)
        item.lives = (("NUM", (number, other)),)
        return item

    def _point_set_apart(self, number: Number, j: int) -> tuple[Number, int] | None:
        """Return the decimal whose point has a blank on both sides (`6 . 2 %`): told, and not read."""
        raw = self.raw
        if raw[j : j + 3] != [" ", ".", " "] or j + 3 >= len(raw) or not raw[j + 3].isdecimal():
            return None
        if (
            len(raw[j + 3]) > 6
            or number.digits > 12
            or not self.stops.isdisjoint(range(j, j + 4))
            or j + 3 in self.left
        ):
            return None
        value = number.value + Fraction(int(raw[j + 3]), 10 ** len(raw[j + 3]))
        return Number(value, reason="unread"), j + 4

    def _run_together(self, last: int) -> int:
        """Return the raw index behind digits that a sign joins to a number, as is not read (`5;10`, `5.0(1)`)."""
        raw = self.raw
        reach = last
        if raw[reach : reach + 2] == [".", "."]:
            # `5..10 mg`, `5...10 mg`
            dots = reach + 3 if raw[reach + 2 : reach + 3] == ["."] else reach + 2
            if dots < len(raw) and is_number(raw[dots]) and self.stops.isdisjoint(range(reach, dots + 1)):
                reach = dots + 1
        while (
            reach + 1 < len(raw)
            and reach not in self.stops
            and reach not in self.left
            and reach not in self.listed
            and reach + 1 not in self.left
            and len(raw[reach]) == 1
            and is_number(raw[reach + 1])
            and self._joins(reach)
        ):
            reach += 2
            if raw[reach - 2] == "(" and raw[reach : reach + 1] == [")"]:
                reach += 1
        return reach

    def _joins(self, k: int) -> bool:
        """Say whether the sign at a raw index, between two figures, makes them one thing that is not read."""
        raw = self.raw
        sign = raw[k]
        if sign in ".,;!|\\(。！？":
            return True
        if sign in "'’":
            return len(raw[k + 1]) == 3
        if sign in "·⋅∙•":
            # `1·5` is a decimal to some and a product to others; `2·10³` is neither
            return not (raw[k + 1] == "10" and raw[k + 2 : k + 3] and raw[k + 2][0] in "^⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
        return False

    def _longer(self, k: int, b: int, number: Number) -> tuple[Number, int, Number | None]:
        """Extend a run of digits by a fraction or by groups that are set apart with spaces."""
        raw = self.raw
        t = raw[k]
        j = k + 1
        if j < b and raw[j] in FRACTION_SIGNS:
            return Number(number.value + FRACTION_SIGNS[raw[j]], forms=("fraction",)), j + 1, None
        pointed = self._pointed(j, number)
        if pointed is not None:
            return *pointed, None
        if (
            j + 1 < b
            and raw[j].isspace()
            and len(raw[j]) < 3
            and "\n" not in raw[j]
            and j + 1 not in self.left
            and j not in self.stops
        ):
            follow = raw[j + 1]
            if follow in FRACTION_SIGNS:
                return Number(number.value + FRACTION_SIGNS[follow], forms=("fraction",)), j + 2, None
            if (
                j + 3 < b
                and follow.isdecimal()
                and raw[j + 2] in SLASHES
                and raw[j + 3].isdecimal()
                and len(follow) < 5
            ):
                top, below = int(follow), raw[j + 3]
                if len(below) < 5 and 0 < top < int(below) and not self._glued_on(j + 4):
                    return Number(number.value + Fraction(top, int(below)), forms=("fraction",)), j + 4, None
            if follow[0].isdecimal() and self._group(follow) and len(raw[j]) == 1 and len(t) <= 3 and t[0] != "0":
                return self._groups(k, b, number)
            if follow.isdecimal() and len(follow) < 5:
                part = self._part_of(numerals.digit_run(follow), j + 2)
                if part is not None and 0 < part[0].value < 1:
                    # `3 2 fifths`
                    return Number(number.value + part[0].value, forms=part[0].forms), part[1], None
        if j + 1 < b and raw[j] == "-" and raw[j + 1] in FRACTION_SIGNS and number.value >= 1:
            return Number(number.value + FRACTION_SIGNS[raw[j + 1]], forms=("fraction",)), j + 2, None
        if j + 3 < b and raw[j] == "-" and raw[j + 1].isdecimal() and raw[j + 2] in SLASHES and raw[j + 3].isdecimal():
            # `1-1/2 cups`: what goes down to less than one is no range
            parts = numerals.proper(raw[j + 1], raw[j + 3])
            if parts is not None and number.value >= 1 and not self._glued_on(j + 4) and j + 1 not in self.left:
                return Number(number.value + parts, forms=("fraction",)), j + 4, None
        if j + 1 < b and raw[j] in SLASHES and raw[j + 1].isdecimal() and j + 1 not in self.left:
            below = raw[j + 1]
            if len(below) > numerals.MAX_DIGITS:
                return numerals.refused("too_large"), j + 2, None
            bottom = int(below)
            if raw[j] == "⁄" or (
                number.value < bottom
                and bottom in FRACTION_DENOMINATORS
                and number.value > 0
                and not self._glued_on(j + 2)
                and not (k > 1 and raw[k - 1] in SLASHES and is_number(raw[k - 2]))
            ):
                if bottom == 0:
                    return numerals.refused("zero_denominator"), j + 2, None
                return Number(number.value / bottom, forms=("fraction",)), j + 2, None
        return number, k + 1, None

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

    def _glued_on(self, j: int) -> bool:
        """Say whether a fraction goes on (`1/2/2020`, `1/2.5`)."""
        return j < len(self.raw) and (self.raw[j] in SLASHES and j + 1 < len(self.raw) and is_number(self.raw[j + 1]))

    def _group(self, t: str) -> bool:
        head, _, tail = t.partition(".")
        return len(head) == 3 and head.isdecimal() and (not tail or tail.isdecimal()) and t.isascii()

    def _groups(self, k: int, b: int, number: Number) -> tuple[Number, int, Number | None]:
        raw = self.raw
        parts = [raw[k]]
        j = k + 1
        narrow = True
        while (
            j + 1 < b
            and j not in self.stops
            and len(raw[j]) == 1
            and raw[j] in " " + NARROW_SPACES
            and self._group(raw[j + 1])
        ):
            if j + 1 in self.left:
                break
            if "." in parts[-1]:
                break
            narrow = narrow and raw[j] in NARROW_SPACES
            parts.append(raw[j + 1])
            j += 2
        whole = numerals.spaced(parts)
        if not narrow and len(parts) == 2 and parts[1][0] != "0" and whole.reason == "":
            return whole, j, numerals.digit_run(parts[1])
        return whole, j, None

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

    def _word_in_front(self, k: int) -> str:
        """Return the token in front of a raw index, over blanks, in lower case; empty for none."""
        j = k - 1
        while j >= 0 and j + 1 not in self.stops and (self.raw[j].isspace() or self.raw[j] == CITATION):
            j -= 1
        return self.raw[j].lower() if j >= 0 and j + 1 not in self.stops else ""

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

    def _split(self, item: Item, b: int) -> tuple[list[Item], int]:
        """Return an item as its next shorter spelling and the tokens behind that, and the raw index behind these."""
        assert item.shorter is not None
        node, last = item.shorter
        head = self._make(item.first, last, item.glued)
        head.node, head.lives = node, node.lives
        again = self._item(item.first, last, item.glued, [])
        head.shorter = again.shorter if again.node is node else None
        made = [head]
        k = last
        glued = True
        while k < item.last:
            t = self.raw[k]
            if t.isspace() or t == CITATION:
                glued = False
                k += 1
                continue
            made.append(self._item(k, b, glued, made))
            k = made[-1].last
            glued = True
        return made, k


def noun_senses(word: str) -> tuple[Sense, ...]:
    noun = word.lower()
    if noun.endswith("ies") and len(noun) > 4:
        noun = noun[:-3] + "y"
    elif noun.endswith(("sses", "xes", "ches", "shes")):
        noun = noun[:-2]
    elif noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and len(noun) > 3:
        noun = noun[:-1]
    return (Sense(Unit(f"{{{noun}}}", Fraction(1), ((f"count:{noun}", 1),), "count")),)
