"""From tokens to items: numbers, number words and the longest spellings of the lexicon, each with its lives."""

from __future__ import annotations

from fractions import Fraction

from quantcheck.lexing.digits import Digits
from quantcheck.lexing.island import GLUED
from quantcheck.lexing.item import Item
from quantcheck.lexing.tokens import LOWERED, SLASHES
from quantcheck.numbers import numerals
from quantcheck.values import Sense, Unit
from quantcheck.visible.markup import CITATION
from quantcheck.vocabulary.kinds import RAISED, is_number
from quantcheck.vocabulary.lexicon import Node
from quantcheck.vocabulary.nouns import singular

_CLOSED = frozenset(("", ".", "!", "?", ":", ";", "-", "–", "—", "•", "*", "#", "(", '"', "“", "‘", "'"))
"""What may stand in front of the first word of a sentence; nothing at the start of a block."""


class Items(Digits):
    """The tokens of a text, put together to items."""

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
        if best.lives[0][0] == "NUMWORD" or t.lower() in ("a", "an"):
            number = None if self._multiplies(t, items) else self._words(k, glued, items)
            if number is not None:
                return number
            item.lives = tuple(life for life in item.lives if life[0] != "NUMWORD")
        if "VAGUE" in best.kinds:
            return self._vague(k, b, glued, item)
        return item

    def _begins_anew(self, k: int, last: int) -> bool:
        """Say whether the half of `and half` is that of something else (`6 kg and half a litre`)."""
        behind = last + (self.raw[last : last + 1] == ["-"])
        return "".join(self.raw[k:last]).lower().split() == ["and", "half"] and self._next_word(behind)[0] in (
            "a",
            "an",
        )

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
        return before.text.lower() == "per" and self._according(k)

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
    noun = singular(word.lower())
    return (Sense(Unit(f"{{{noun}}}", Fraction(1), ((f"count:{noun}", 1),), "count")),)
