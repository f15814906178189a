"""From the visible text to terminals of the grammar: islands of tokens around what can start a quantity.

The text is split into tokens once; an island is a run of tokens that the lexicon knows, around a number or a word
that can start an expression, and is read once. What a spelling is follows from its place between terminals, by the
tables of `vocab/relations.toml`. Values belong to `numerals` and `normalise`, joining to the grammar.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from quantcheck import numerals
from quantcheck.lexicon import RAW, Lexicon, Node, suffix_sense
from quantcheck.numerals import FRACTION_DENOMINATORS, FRACTION_SIGNS, Number
from quantcheck.values import Sense, Unit

CITATION = "\ufdd1"
OPAQUE = "\ufdd0"
WORD = "WORD"
DANGLING = "DANGLING"
GLUED = "GLUED"

_NARROW_SPACES = "\u00a0\u2007\u2009\u202f\u2008"
_DASHES = frozenset("-−–—‐‑‒")
_SIGNS = frozenset("-−–‑")
_PLUS = frozenset("+＋")
_SUPERSCRIPT_START = frozenset("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SLASHES = frozenset("/∕／⁄")
_STRETCH = frozenset(("PM", "TIMES", "PER", "PLUS", "POW", "SLASH", "MUL"))
"""Signs that reach out of an expression when nothing follows them that can be read."""
_BENIGN = frozenset("\"'“”‘’«»()[]{}<>,.;:!?…|•*–—-‐‑−/\\~=→" + CITATION)
"""Signs that may touch a number without reaching into it; any other makes what it touches unread."""
_LINEAR = frozenset(("mass", "length", "time", "calendar"))
_ABBREVIATIONS = frozenset(
    "in oz lb lbs fl sq cu ft min max approx tbsp tsp hr hrs sec deg vol wt yd mi gal qt pt pk mo yr yrs wk mins secs c tab tabs cap caps".split()
)


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


class Island:
    """A run of terminals, with their values and their places in the visible text."""

    __slots__ = ("ends", "number", "periods", "source", "starts", "texts", "types", "values", "durations", "words")

    def __init__(self, source: str, number: int, lexicon: Lexicon) -> None:
        self.source = source
        self.number = number
        self.periods = lexicon.periods
        self.words = lexicon.barred
        self.durations = lexicon.durations
        self.types: list[str] = []
        self.values: list[Any] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []

    def put(self, type_: str, value: Any, start: int, end: int, text: str = "") -> None:
        """Add a terminal."""
        self.types.append(type_)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)
        self.texts.append(text)

    def barred(self, index: int) -> bool:
        """Say whether the word in front of a terminal bars it from a series that shares its unit (`in 2019, 10 mg`)."""
        end = self.starts[index]
        words = self.source[max(0, end - 16) : end].split()
        return bool(words) and words[-1].lower().strip("(") in self.words

    def goes_on(self, end: int) -> bool:
        """Say whether a plain word stands right behind the terminals before `end` (`15 dollars 50 times`)."""
        behind = self.source[self.ends[end - 1] : self.ends[end - 1] + 3].lstrip()
        return bool(behind) and behind[0].isalnum()

    def hyphened(self, start: int, end: int) -> bool:
        """Say whether a hyphen stands between two terminals next to each other (`five-milligram`)."""
        return "-" in self.source[self.ends[start] : self.starts[end] + 1]

    def serial(self, group: int) -> int:
        """Return a number for a series that no other of this text has."""
        return self.starts[0] * 64 + group


_DIGIT_START = frozenset(FRACTION_SIGNS)


class Lexer:
    """The tokens of one visible text.

    `breaks` are offsets that no expression may cross; `left` are spans that are read as something else.
    """

    def __init__(
        self, text: str, lexicon: Lexicon, breaks: Sequence[int], left: Sequence[tuple[int, int, str]]
    ) -> None:
        self.text = text
        self.lexicon = lexicon
        self.raw = RAW.findall(text)
        self.starts = list(accumulate(map(len, self.raw), initial=0))
        get = lexicon.root.get
        self.nodes: list[Node | None] = list(map(get, self.raw))
        self.stops = {bisect_left(self.starts, b) for b in breaks}
        """Raw indices before which an island ends."""
        self.left: set[int] = set()
        for start, end, _ in left:
            first = bisect_right(self.starts, start) - 1
            last = bisect_left(self.starts, end)
            self.left.update(range(first, last))
        self._quotes: dict[str, list[int]] = {}

    # ---- islands

    def loose(self) -> list[tuple[int, int]]:
        """Return the spans of the digits and number words that stand outside what is left alone."""
        starts, nodes, left = self.starts, self.nodes, self.left
        found = []
        for i, t in enumerate(self.raw):
            if i in left:
                continue
            node = nodes[i]
            if node is None:
                if t[0].isdecimal() or (len(t) > 1 and t[1].isdecimal()):
                    found.append((starts[i], starts[i + 1]))
            elif any(life[0] == "NUMWORD" for life in node.lives):
                found.append((starts[i], starts[i + 1]))
        return found

    def islands(self) -> Iterator[Island]:
        """Yield the islands in order."""
        raw, nodes, left, stops = self.raw, self.nodes, self.left, self.stops
        n = len(raw)
        done = 0
        for i in self._anchors():
            if i < done or i in left:
                continue
            a = i
            while a > done and a not in stops:
                k = a - 1
                if k in left or not (nodes[k] is not None or raw[k].isspace() or _digit(raw[k]) or raw[k] == CITATION):
                    break
                a = k
            b = i + 1
            while b < n and b not in stops:
                if b in left or not (
                    nodes[b] is not None or raw[b].isspace() or _digit(raw[b]) or raw[b] == CITATION or raw[b][0] in _SUPERSCRIPT_START
                ):
                    follow = self._beyond(b)
                    if follow == b:
                        break
                    b = follow
                    continue
                b += 1
            done = b
            island = self._island(a, b)
            if island is not None:
                yield island

    def _anchors(self) -> Iterator[int]:
        nodes = self.nodes
        for i, t in enumerate(self.raw):
            node = nodes[i]
            if node is not None:
                if node.anchor:
                    yield i
            elif _digit(t):
                yield i

    def _beyond(self, b: int) -> int:
        """Return the raw index behind a plain word that belongs to an expression: `per NOUN`, `mg of X per kg`."""
        raw, n = self.raw, len(self.raw)
        word = raw[b]
        if not word.isalpha() or b in self.left:
            return b
        k = b - 1
        while k > 0 and raw[k].isspace():
            k -= 1
        if k < 0:
            return b
        if raw[k] in ("per", "Per", "PER") or (raw[k] in ("/", "∕", "／") and k == b - 1):
            return b + 1
        if raw[k] == "of":
            m = b
            for _ in range(3):
                if m >= n or not raw[m].isalpha() or m in self.stops:
                    return b
                m += 1
                if m < n and raw[m].isspace():
                    m += 1
                if m < n and (raw[m] in ("per", "/") and m not in self.left):
                    return m
        return b

    # ---- items

    def _island(self, a: int, b: int) -> Island | None:
        raw, starts = self.raw, self.starts
        items: list[Item] = []
        k = a
        glued = k > 0 and not raw[k - 1].isspace()
        while k < b:
            t = raw[k]
            if t.isspace() or t == CITATION:
                glued = False
                k += 1
                continue
            item = self._item(k, b, glued, items)
            items.append(item)
            k = item.last
            glued = True
        return self._resolve(items, a, b)

    def _make(self, first: int, last: int, glued: bool) -> Item:
        start, end = self.starts[first], self.starts[last]
        return Item(first, last, start, end, self.text[start:end], glued)

    def _item(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        raw = self.raw
        t = raw[k]
        if _digit(t):
            return self._digits(k, b, glued, items)
        if t[0] in _SUPERSCRIPT_START or (len(t) > 1 and t[-1] in _SUPERSCRIPT_START):
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
            if j >= b or j in self.left or (spaced and (raw[j][0].isdigit() or raw[j] == ".")):
                break
            node = node.next.get(raw[j]) or (node.next.get(raw[j].lower()) if raw[k].isupper() is False else None)
            j += 1
            if node is not None and node.lives:
                shorter = None if best is None else (best, last)
                best, last = node, j
        if (
            shorter is not None and best is not None and raw[last - 1] == "." and shorter[1] == last - 1
            and not any(life[0] in ("CUR", "CURNAME") for life in best.lives) and self._next_word(last - 1)[1]
        ):
            # the point ends the sentence, the spelling stands without it
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
            number = self._words(k, b, glued)
            if number is not None:
                return number
            item.lives = tuple(life for life in item.lives if life[0] != "NUMWORD")
        if any(life[0] == "VAGUE" for life in item.lives):
            return self._vague(k, b, glued, item)
        return item

    def _plain(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        """A word that the lexicon does not know, inside an island: a noun behind `per`, or what `of` names before it."""
        item = self._make(k, k + 1, glued)
        if items and items[-1].text.lower() in ("per", "/", "∕", "／"):
            item.lives = (("NOUN", _noun_senses(self.raw[k])),)
        else:
            item.lives = (("SUBSTANCE", None),)
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

    def _digits(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        raw = self.raw
        t = raw[k]
        last = k + 1
        other: Number | None = None
        if t in FRACTION_SIGNS:
            number = Number(FRACTION_SIGNS[t], forms=("fraction",))
        else:
            number = numerals.digit_run(t)
            if number.plain and not number.reason:
                number, last, other = self._longer(k, b, number)
        item = self._make(k, last, glued)
        if last < len(raw):
            follow = raw[last]
            if follow in (".", ",", "'", "’") and last + 1 < len(raw) and (raw[last + 1][0].isalnum() or raw[last + 1] == "_"):
                if _digit(raw[last + 1]) and (follow in ".," or len(raw[last + 1]) == 3):
                    number = numerals.refused(number.reason or "unread")
                    item = self._make(k, last + 2, glued)
        item.lives = (("NUM", (number, other)),)
        return item

    def _longer(self, k: int, b: int, number: Number) -> tuple[Number, int, Number | None]:
        """Extend a run of digits by a fraction or by groups that are set apart with spaces."""
        raw = self.raw
        t = raw[k]
        j = k + 1
        if j < b and raw[j] in FRACTION_SIGNS:
            return Number(number.value + FRACTION_SIGNS[raw[j]], forms=("fraction",)), j + 1, None
        if j + 1 < b and raw[j].isspace() and len(raw[j]) < 3 and "\n" not in raw[j] and j + 1 not in self.left and j not in self.stops:
            follow = raw[j + 1]
            if follow in FRACTION_SIGNS:
                return Number(number.value + FRACTION_SIGNS[follow], forms=("fraction",)), j + 2, None
            if j + 3 < b and follow.isdecimal() and raw[j + 2] in _SLASHES and raw[j + 3].isdecimal() and len(follow) < 5:
                top, below = int(follow), raw[j + 3]
                if len(below) < 5 and 0 < top < int(below) and not self._glued_on(j + 4):
                    return Number(number.value + Fraction(top, int(below)), forms=("fraction",)), j + 4, None
            if len(t) <= 3 and t[0] not in "0" and len(raw[j]) == 1 and self._group(follow):
                return self._groups(k, b, number)
        if j + 1 < b and raw[j] in _SLASHES and raw[j + 1].isdecimal() and j + 1 not in self.left:
            below = raw[j + 1]
            if len(below) > numerals.MAX_DIGITS:
                return numerals.refused("too_large"), j + 2, None
            bottom = int(below)
            if raw[j] == "⁄" or (
                number.value < bottom and bottom in FRACTION_DENOMINATORS and number.value > 0 and not self._glued_on(j + 2)
            ):
                if bottom == 0:
                    return numerals.refused("zero_denominator"), j + 2, None
                return Number(number.value / bottom, forms=("fraction",)), j + 2, None
        return number, k + 1, None

    def _glued_on(self, j: int) -> bool:
        """Say whether a fraction goes on (`1/2/2020`, `1/2.5`)."""
        return j < len(self.raw) and (self.raw[j] in _SLASHES and j + 1 < len(self.raw) and _digit(self.raw[j + 1]))

    def _group(self, t: str) -> bool:
        head, _, tail = t.partition(".")
        return len(head) == 3 and head.isdecimal() and (not tail or tail.isdecimal()) and t.isascii()

    def _groups(self, k: int, b: int, number: Number) -> tuple[Number, int, Number | None]:
        raw = self.raw
        parts = [raw[k]]
        j = k + 1
        narrow = True
        while j + 1 < b and j not in self.stops and len(raw[j]) == 1 and raw[j] in " " + _NARROW_SPACES and self._group(raw[j + 1]):
            if j + 1 in self.left:
                break
            if "." in parts[-1]:
                break
            narrow = narrow and raw[j] in _NARROW_SPACES
            parts.append(raw[j + 1])
            j += 2
        whole = numerals.spaced(parts)
        if not narrow and len(parts) == 2 and parts[1][0] != "0" and whole.reason == "":
            return whole, j, numerals.digit_run(parts[1])
        return whole, j, None

    def _words(self, k: int, b: int, glued: bool) -> Item | None:
        raw = self.raw
        words: list[str] = []
        ends: list[int] = []
        j = k
        while j < len(raw) and len(words) < 40 and j not in self.left and (j == k or j not in self.stops):
            t = raw[j]
            if t.isspace():
                if raw[j + 1 : j + 2] == ["-"]:
                    # `fifty - two`: only tens and units, numerator and denominator go together so
                    known = self.lexicon.numerals.words
                    behind = known.get(raw[j + 3].lower(), ("",))[0] if j + 3 < len(raw) and raw[j + 2].isspace() else ""
                    before = known.get(words[-1], ("",))[0] if words else ""
                    if (before, behind) not in (("ten", "unit"), ("unit", "fraction")):
                        break
                    words.append("-")
                    ends.append(j + 2)
                    j += 3
                    continue
                j += 1
                continue
            if t in ("-", "‑", "‐") and j + 1 < len(raw) and raw[j + 1].isalpha():
                words.append("-")
            elif t.isalpha():
                words.append(t.lower())
            else:
                break
            ends.append(j + 1)
            j += 1
        if not words:
            return None
        found = self.lexicon.numerals.read(words)
        if found is None:
            return None
        used, value, multiplier, forms = found
        item = self._make(k, ends[used - 1], glued)
        item.lives = (("NUM", (Number(value, forms=forms), None)),)
        if multiplier is not None:
            item.value = multiplier
        return item

    def _vague(self, k: int, b: int, glued: bool, item: Item) -> Item:
        """Take in what belongs to a vague amount: `a couple of`, `hundreds of thousands of`."""
        raw = self.raw
        j = item.last
        while j < b:
            m = j
            while m < b and raw[m].isspace():
                m += 1
            if m < b and (raw[m].lower() == "of" or raw[m].lower() in self.lexicon.numerals.words) and m not in self.left:
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

    # ---- terminals

    def _resolve(self, items: list[Item], a: int, b: int) -> Island | None:
        island = Island(self.text, a, self.lexicon)
        put = island.put
        lexicon = self.lexicon
        places, rules = lexicon.places, lexicon.rules
        n = len(items)
        kinds: list[frozenset[str]] = [frozenset(life[0] for life in it.lives) for it in items]
        for k in range(n - 1):
            if (
                items[k].text in _SIGNS and items[k + 1].glued and kinds[k + 1] & {"NUM", "CUR"}
                and (not items[k].glued or (k > 0 and not items[k - 1].text[-1].isalnum()))
            ):
                kinds[k] |= {"SIGN"}
        money = False
        between = False
        bound_at = -1
        i = 0
        prev = WORD
        quantity_seen = False
        if a > 0 and items and items[0].glued and not self._clean_left(a):
            put(GLUED, None, self.starts[a], self.starts[a])
        while i < n:
            item = items[i]
            lives = item.lives
            kind = kinds[i]
            following = kinds[i + 1] if i + 1 < n else frozenset()
            multiplier = lexicon.numerals.words.get(item.text.lower()) if prev in ("RP", "UNIT") else None
            if multiplier is not None and multiplier[0] == "multiplier" and item.text.isalpha():
                if prev == "RP":
                    put("MULT", multiplier[1], item.start, item.end, item.text)
                    prev = "MULT"
                    i += 1
                    continue
                if all(s.unit.kind == "money" for s in island.values[-1]):
                    # `75 USD million`
                    island.values[-1] = tuple(_scaled_sense(s, multiplier[1]) for s in island.values[-1])
                    island.ends[-1] = item.end
                    i += 1
                    continue
            # a number
            if "NUM" in kind:
                if item.glued and prev in ("NUM", "MULT", "VAGUE") and not (items[i - 1].value is not None):
                    put(GLUED, None, item.start, item.start)
                i, prev = self._number(items, kinds, i, island, prev, money)
                quantity_seen = True
                continue
            text = item.text
            # a dash that joins number and unit (`30-minute`), or hangs before a connector (`30- to 40-minute`)
            if text in _DASHES and item.glued and prev in ("NUM", "MULT", "UNIT") and i + 1 < n:
                nxt = items[i + 1]
                if prev in ("NUM", "MULT") and nxt.glued and "UNIT" in following and "NUM" not in following and _wordy(nxt.text, island.texts[-1]):
                    i += 1
                    continue
                if not nxt.glued and nxt.text.lower() in ("to", "and", "or"):
                    i += 1
                    continue
                if prev == "UNIT" and nxt.glued and nxt.text.lower() in ("per",):
                    i += 1
                    continue
            # a sign that touches its number
            if text in _SIGNS and i + 1 < n and items[i + 1].glued and ("NUM" in following or "CUR" in following) and prev not in _ENDS:
                if item.glued and item.first > 0 and prev == WORD and self.raw[item.first - 1][-1:].isalnum():
                    put(GLUED, None, item.start, item.end)
                    prev = GLUED
                    i += 1
                    continue
                if "NUM" in following:
                    i, prev = self._number(items, kinds, i + 1, island, prev, money, sign=item)
                    continue
                put("NEG", "-", item.start, item.end)
                prev = "NEG"
                i += 1
                continue
            if text in _PLUS and i + 1 < n and items[i + 1].glued and "NUM" in following and prev not in _ENDS:
                i, prev = self._number(items, kinds, i + 1, island, prev, money, sign=item)
                continue
            if prev in ("NUM", "MULT") and text.lower() in lexicon.amid and "UNIT" in following:
                i += 1
                continue
            # 10 to a power whose superscript was lost, all in one: 2.5×10-3
            if (
                "TIMES" in kind and prev == "NUM" and i + 3 < n and items[i + 1].text == "10" and items[i + 1].glued
                and items[i + 2].text in _SIGNS and items[i + 2].glued and items[i + 3].glued and items[i + 3].text.isdecimal() and len(items[i + 3].text) < 4
            ):
                put("MULT", numerals.power_of_ten(-int(items[i + 3].text)), item.start, items[i + 3].end, "10^")
                prev = "MULT"
                i += 4
                continue
            # 10 (or 2) to a power, behind a multiplication sign
            if "TIMES" in kind and prev in ("NUM", "RP", "MULT") and i + 2 < n and items[i + 1].text in ("10", "2") and "POW" in kinds[i + 2]:
                power = items[i + 2].lives[0][1]
                if not isinstance(power, int) or abs(power) > numerals.MAX_EXPONENT:
                    put(GLUED, "too_large", item.start, items[i + 2].end)
                else:
                    put("MULT", Fraction(int(items[i + 1].text)) ** power, item.start, items[i + 2].end, "10^")
                prev = "MULT"
                i += 3
                continue
            if prev == "NUM" and text in ("a", "an") and "UNIT" in following and {"word", "fraction"} <= set(island.values[-1][0].forms):
                i += 1
                continue
            if prev == "NUM" and text == "of" and island.values[-1][0].forms and "fraction" in island.values[-1][0].forms and "word" in island.values[-1][0].forms:
                # `three quarters of an hour`, `one and a quarter of hours`: the fraction is the number of that unit
                article = 1 if following & {"ONE", "PER"} and items[i + 1].text in ("a", "an") else 0
                if i + 1 + article < n and "UNIT" in kinds[i + 1 + article] and _word_unit(items[i + 1 + article].text):
                    i += 1 + article
                    continue
            chosen = self._choose(items, kinds, i, prev, island, money)
            if chosen is None and "BOUND" in kind:
                skip = self._filled(items, kinds, i)
                if skip:
                    chosen = next(life for life in lives if life[0] == "BOUND")
                    put("BOUND", (chosen[1], text), item.start, item.end, text)
                    prev = "BOUND"
                    i = skip
                    continue
            if chosen is None and kind & {"EMPH"} and i + 1 < n and kinds[i + 1] & {"BOUND", "APPROX"}:
                chosen = ("EMPH", "emphasis")
            if chosen is None and item.shorter is not None:
                # the longest spelling has no place here: the next shorter one, and what is behind it, by themselves
                made, reach = self._split(item, b)
                over = i + 1
                while over < n and items[over].first < reach:
                    over += 1
                items[i:over] = made
                kinds[i:over] = [frozenset(life[0] for life in it.lives) for it in made]
                n = len(items)
                continue
            if chosen is None:
                if "SUBSTANCE" in kind:
                    i += 1
                    continue
                if "OF" in kind and i + 1 < n and "SUBSTANCE" in following:
                    i += 1
                    continue
                prev = self._unplaced(item, kind, prev, island, items, i)
                i += 1
                continue
            terminal, value = chosen
            if terminal == "BETWEEN":
                between = True
            elif terminal == "AND" and between and value == "and":
                terminal, between = "RANGE", False
            elif terminal == "RANGE":
                between = False
            elif terminal == "CUR":
                money = True
            elif terminal == "FROM" and self._changed(item.first):
                terminal = "CHANGE"
            if terminal == "ONE":
                if prev == "NUM" and island.texts[-1].lower() in ("half",) or (prev == "NUM" and "fraction" in island.values[-1][0].forms and not item.glued and "word" in island.values[-1][0].forms):
                    i += 1
                    continue
                put("NUM", (Number(Fraction(1), forms=("word",)), None), item.start, item.end, text)
                prev = "NUM"
                i += 1
                continue
            if terminal in ("EVERY",) and i + 2 < n and "OTHER" in following and "UNIT" in kinds[i + 2]:
                put("EVERY", value, item.start, item.end, text)
                put("NUM", (Number(Fraction(2), forms=("word",)), None), items[i + 1].start, items[i + 1].end, items[i + 1].text)
                prev = "NUM"
                i += 2
                continue
            if terminal == "EVERY" and i + 1 < n and "UNIT" in following and "NUM" not in following:
                put("EVERY", value, item.start, item.end, text)
                put("NUM", (Number(Fraction(1), forms=("word",)), None), item.end, item.end, "")
                prev = "NUM"
                i += 1
                continue
            if terminal == "TIMESN" and i + 1 < n and kinds[i + 1] & {"DAILY", "TOD"}:
                nxt = items[i + 1]
                daily = next((life for life in nxt.lives if life[0] in ("DAILY", "TOD")), None)
                if daily is not None and (daily[0] == "DAILY" or value == "1"):
                    terminal = daily[0]
                    value = (value, daily[1]) if terminal == "DAILY" else daily[1]
                    put(terminal, value, item.start, nxt.end, self.text[item.start : nxt.end])
                    prev = terminal
                    i += 2
                    continue
            if terminal in ("BOUND", "APPROX"):
                value = (value, text)
            if terminal in ("BOUNDP", "APPROXP") and prev in ("NUM", "MULT") and "UNIT" in following and items[i + 1].text not in rules:
                terminal, value = "AMID", (terminal, value)
            if terminal == "RATE":
                # `per annum` is a sign of division and a unit in one
                put("PER", "/", item.start, item.start + 1)
                put("UNIT", lexicon.periods[value], item.start + 1, item.end, text)
                prev = "UNIT"
                i += 1
                continue
            if terminal == "NOUN":
                terminal = "UNIT"
            elif terminal == "CURNAME":
                terminal = "CUR"
                money = True
            elif terminal == "COMMA":
                between = False
            if terminal == "ODD":
                island.types[-1] = "VAGUE"
                island.ends[-1] = item.end
                prev = "VAGUE"
                i += 1
                continue
            if terminal == "UNIT" and prev in ("UNIT", "POW"):
                # a space multiplies where a power follows: mg kg⁻¹ d⁻¹
                put("MUL", ".", item.start, item.start)
            put(terminal, value, item.start, item.end, text)
            prev = terminal
            i += 1
        if "NUM" not in island.types and not {"DAILY", "TOD", "VAGUE", "TIMESN"} & set(island.types):
            return None
        self._right_edge(island, items, b)
        types, texts = island.types, island.texts
        for k in range(len(types) - 1, -1, -1):
            # a connector that joins nothing after all is a plain word
            if types[k] in _JOINTS and (k + 1 == len(types) or types[k + 1] not in _OPENINGS):
                if not (types[k] == "COMMA" and k + 1 < len(types) and types[k + 1] == "AND"):
                    types[k] = WORD if texts[k][:1].isalpha() or texts[k] in ",&-–—−…~" else DANGLING
        return island

    def _split(self, item: Item, b: int) -> tuple[list[Item], int]:
        """Return an item as its next shorter spelling and the tokens behind that, and the raw index behind these."""
        assert item.shorter is not None
        node, last = item.shorter
        head = self._make(item.first, last, item.glued)
        head.node, head.lives = node, node.lives
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

    def _clean_left(self, a: int) -> bool:
        """Say whether what touches an island from the left is a boundary: a bracket, quote, stop, dash behind a word."""
        t = self.raw[a - 1]
        if t == CITATION or a in self.stops:
            return True
        if a - 1 in self.left:
            return True
        return t.isspace() or t in _BENIGN

    def _right_edge(self, island: Island, items: list[Item], b: int) -> None:
        raw = self.raw
        if b >= len(raw) or b in self.stops or not items or items[-1].last != b:
            return
        t = raw[b]
        if t == CITATION or b in self.left:
            return
        if t[0] not in _BENIGN and not t.isspace():
            island.put(GLUED, None, self.starts[b], self.starts[b + 1], t)

    def _choose(
        self, items: list[Item], kinds: list[frozenset[str]], i: int, prev: str, island: Island, money: bool
    ) -> tuple[str, Any] | None:
        item = items[i]
        following = kinds[i + 1] if i + 1 < len(items) else frozenset()
        rules = self.lexicon.rules.get(item.text)
        settled: str | None = None
        if rules is not None:
            settled = self._second_life(item, rules, items, kinds, i, prev, island)
            if settled == WORD:
                return None
        for life in item.lives:
            terminal = life[0]
            if settled is not None and terminal != settled:
                continue
            if settled is None and rules is not None and any(r.as_ == terminal for r in rules):
                continue
            place = self.lexicon.places.get(terminal)
            if place is not None:
                if place.prev is not None and prev not in place.prev:
                    continue
                if place.next is not None and not (place.next & following):
                    continue
                if place.not_next is not None and place.not_next & following:
                    continue
            if self._fits(terminal, life[1], item, items, kinds, i, prev, island, money):
                return life
        return None

    def _second_life(
        self, item: Item, rules: list[Any], items: list[Item], kinds: list[frozenset[str]], i: int, prev: str, island: Island
    ) -> str | None:
        following = kinds[i + 1] if i + 1 < len(items) else frozenset()
        for rule in rules:
            if rule.prev is not None and prev not in rule.prev:
                continue
            if rule.glued and not item.glued:
                continue
            if rule.after_unit and not self._after_unit(island, rule.after_unit):
                continue
            if rule.next is not None or rule.next_words:
                if not self._next_fits(rule, item, items, i, following):
                    continue
            return str(rule.as_)
        return None

    def _after_unit(self, island: Island, codes: frozenset[str]) -> bool:
        for k in range(len(island.types) - 2, max(-1, len(island.types) - 4), -1):
            if island.types[k] == "UNIT":
                return any(s.unit.code in codes for s in island.values[k])
        return False

    def _next_fits(self, rule: Any, item: Item, items: list[Item], i: int, following: frozenset[str]) -> bool:
        word, stop = self._next_word(item.last)
        if rule.next_words and word in rule.next_words:
            return True
        if rule.next is None:
            return False
        if rule.next & following:
            return not (following & {"NUM"}) or "NUM" in rule.next
        if "stop" in rule.next and stop:
            return True
        if "dot" in rule.next and self.raw[item.last : item.last + 1] == ["."] and not stop:
            return True
        return False

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
        return t.lower(), t in ".;:!?)]}\"”’»|"

    def _fits(
        self, terminal: str, value: Any, item: Item, items: list[Item], kinds: list[frozenset[str]], i: int, prev: str,
        island: Island, money: bool,
    ) -> bool:
        """Say whether a life that has its place also has its other conditions."""
        following = kinds[i + 1] if i + 1 < len(items) else frozenset()
        nxt = items[i + 1] if i + 1 < len(items) else None
        if terminal == "UNIT":
            if prev in ("NUM", "MULT", "RP", "PER", "SQ", "MUL", "VAGUE", "ONE", "AMID") or (prev == "LP" and island.types[-2:-1] == ["PER"]):
                if item.text in _QUOTES and not self._quote_is_unit(item, prev, island):
                    return False
                if "CUR" in kinds[i] and "NUM" in following and island.types[-2:-1] == ["CUR"] and not item.glued:
                    # `$ 20 $ 37`: the second sign opens its own amount
                    return False
                return not (money and prev in ("NUM", "MULT") and item.glued and item.text in self.lexicon.numerals.suffixes)
            return prev in ("UNIT", "POW") and self._power_behind(items, kinds, i)
        if terminal == "NOUN":
            return prev == "PER"
        if terminal == "POW":
            return isinstance(value, int) or value in ("2", "3")
        if terminal == "CURNAME":
            return (
                nxt is not None and "NUM" in following and not nxt.glued and prev not in ("NUM", "MULT", "PER", "UNIT")
                and not (i + 2 < len(items) and "UNIT" in kinds[i + 2])
            )
        if terminal == "CUR":
            if item.glued and item.first > 0 and self.raw[item.first - 1][-1:].isalpha() and item.text[:1] in "$£€¥₹":
                return False
            return nxt is not None and ("NUM" in following or (nxt.text in _SIGNS and nxt.glued)) and (
                prev not in ("NUM", "MULT") or (nxt.glued and not item.glued) or (not item.glued and "CUR" in island.types[-3:-1])
            )
        if terminal == "PER":
            if item.text.lower() in ("a", "an"):
                if nxt is None or "UNIT" not in following or "NUM" in following:
                    return False
                if self._next_word(nxt.last)[0] in self.lexicon.once_ago:
                    return False
                periods = any(s.unit.dimension in _PERIODS for s in _senses(nxt))
                return _word_unit(nxt.text) and (periods or prev in ("UNIT", "POW"))
            return not ("SLASH" in kinds[i] and prev in ("NUM", "MULT") and "NUM" in following and item.glued and nxt is not None and nxt.glued)
        if terminal == "SLASH":
            if item.text.lower() != "over":
                return True
            behind = items[i + 2] if i + 2 < len(items) else None
            return (
                nxt is not None and prev == "NUM" and island.types[-2:-1] != ["CUR"]
                and (behind is None or "UNIT" not in kinds[i + 2] or any(s.unit.code in self.lexicon.pair_units for s in _senses(behind)))
            )
        if terminal == "ONE":
            if nxt is None or "UNIT" not in following or not _word_unit(nxt.text):
                return False
            if self._behind_of(item.first):
                return False
            senses = _senses(nxt)
            return bool(senses) and all(s.unit.dimension in _COUNTABLE for s in senses if s.unit.kind != "money") and any(
                s.unit.kind != "money" for s in senses
            )
        if terminal == "MUL" and item.text == "." and prev == "POW" and nxt is not None and nxt.glued and self._power_behind(items, kinds, i + 1):
            return True
        if terminal == "MUL":
            return item.text not in ("-", "‑", ".") or (item.glued and nxt is not None and nxt.glued and len(nxt.text) <= 3)
        if terminal == "RANGE":
            if item.text in _DASHES:
                return True
            return True
        if terminal == "INR":
            return nxt is not None and self._ratio_in(island, nxt)
        if terminal == "COLON":
            return item.glued and nxt is not None and nxt.glued
        if terminal == "DAILY":
            return self._frequency_stands(item, prev, island)
        if terminal == "TIMESN":
            return bool(following & {"PER", "DAILY", "EVERY", "TOD"})
        if terminal == "TIMESW":
            return nxt is not None and bool(following & {"PER", "DAILY", "EVERY", "TOD"}) and (
                "PER" not in following or nxt.text.lower() in ("per", "/", "a", "an")
            )
        if terminal == "BOUNDP" and self._next_word(item.last)[0] in ("than", "equal"):
            return False
        if terminal == "BOUNDP" and item.text == "+":
            return item.glued
        if terminal == "BOUNDP" and item.text in ("min", "Min", "MIN"):
            return prev not in ("NUM", "MULT")
        if terminal == "VAGUE":
            return bool(following & {"UNIT"}) or item.value not in _MILD
        if terminal in ("FILL", "OTHER", "SUBSTANCE"):
            return False
        if terminal == "EVERY":
            return item.text.lower() != "q" or (nxt is not None and nxt.glued)
        if terminal == "NUMWORD":
            return False
        if terminal == "LP":
            if prev == "PER" and following & {"UNIT", "SQ"}:
                return any("RP" in kinds[k] for k in range(i + 1, min(i + 10, len(items))))
            return bool(following - {"UNIT", "SQ", "POW", "RP"}) and self._bracket(items, kinds, i)
        if terminal == "RP":
            return any(t == "LP" for t in island.types[-12:]) and island.types.count("LP") > island.types.count("RP")
        if terminal == "EQ" and prev == "NUM":
            # `R 2 = 0.18`: the number is the index of a name
            before = self.source_before(island.starts[-1])
            return not (len(island.types) < 2 or island.types[-2] == WORD) or not before
        return True

    def source_before(self, start: int) -> bool:
        """Say whether a name of one to three letters stands right in front of an offset (`R 2`)."""
        words = self.text[max(0, start - 8) : start].split()
        return bool(words) and words[-1].isalpha() and len(words[-1]) <= 3 and words[-1] not in self.lexicon.root

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

    def _power_behind(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether a power stands behind a unit: `kg⁻¹`, `kg-1`."""
        if i + 1 < len(items) and "POW" in kinds[i + 1] and items[i + 1].glued:
            return isinstance(items[i + 1].lives[0][1], int)
        return (
            i + 2 < len(items) and (items[i + 1].glued or items[i + 1].text == "−") and items[i + 1].text in _SIGNS
            and items[i + 2].glued and len(items[i + 2].text) == 1 and items[i + 2].text in "1234"
        )

    def _bracket(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether a bracket groups: its partner is near and a unit, multiplier or power follows that."""
        depth = 0
        for j in range(i + 1, min(i + 14, len(items))):
            if "LP" in kinds[j]:
                depth += 1
            elif "RP" in kinds[j] and depth:
                depth -= 1
            elif "RP" in kinds[j]:
                if j + 1 >= len(items):
                    return False
                after = items[j + 1]
                if "UNIT" in kinds[j + 1] and after.text not in _QUOTES and (after.text != "in" and after.text.lower() not in ("a", "at", "as")):
                    return True
                if after.text.lower() in self.lexicon.numerals.words and self.lexicon.numerals.words[after.text.lower()][0] == "multiplier":
                    return True
                return bool("TIMES" in kinds[j + 1] and j + 2 < len(items) and items[j + 2].text == "10")
        return False

    def _ratio_in(self, island: Island, nxt: Item) -> bool:
        """`1 in 5` is a ratio; a number before `in` and a year (`5 in 2019`) is none."""
        number = nxt.lives[0][1][0]
        first = island.values[-1][0] if island.types[-1] == "NUM" else None
        if first is None or not isinstance(number, Number):
            return False
        if number.plain and 1500 <= number.value <= 2100 and first.value != 1:
            return False
        return bool(first.value < number.value)

    def _frequency_stands(self, item: Item, prev: str, island: Island) -> bool:
        if prev in _ENDS or prev in ("TIMESN", "TIMESW"):
            return True
        if len(item.text) <= 3 and item.text.islower() and item.text in ("bd", "od", "qd", "pa"):
            return False
        word, stop = self._next_word(item.last)
        return stop or word in self.lexicon.after_frequency or not word.isalpha()

    def _filled(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the number that a bound word reaches over words of the table, 0 for none."""
        start = self.lexicon.places["BOUND"].next or frozenset()
        for j in range(i + 1, min(i + 9, len(items))):
            if kinds[j] & start and not (kinds[j] <= {"ONE", "PER", "FILL"}):
                return j if j > i + 1 else 0
            if "FILL" not in kinds[j]:
                return 0
        return 0

    def _changed(self, first: int) -> bool:
        """Say whether a word of change governs `from`: within the eight words before it, in the same clause."""
        raw = self.raw
        seen = 0
        for k in range(first - 1, max(-1, first - 24), -1):
            t = raw[k]
            if t.isspace():
                continue
            if t in ".;:!?" or k + 1 in self.stops:
                return False
            if t.lower() in self.lexicon.change:
                return True
            seen += 1
            if seen >= 8:
                return False
        return False

    def _quote_is_unit(self, item: Item, prev: str, island: Island) -> bool:
        """A quotation mark behind a number is an inch or a foot unless it closes a quotation."""
        if not item.glued:
            return False
        if item.text in ("'", "’") and prev == "NUM":
            after = self.raw[item.last : item.last + 1]
            if after and (after[0].isspace() is False and _digit(after[0])):
                return True
        if item.text in ('"', "”", "''") and len(island.types) >= 3 and island.types[-2] == "UNIT" and island.texts[-2] in ("'", "’", "′"):
            return True
        if item.text in ("′", "″"):
            return True
        places = self._quotes.get(item.text)
        if places is None:
            opening = {"”": "“", "’": "‘"}.get(item.text, item.text)
            raw = self.raw
            places = [
                k for k, t in enumerate(raw)
                if t == opening and not (opening in "'’" and k > 0 and raw[k - 1][-1].isalnum() and raw[k + 1 : k + 2] != [])
            ]
            self._quotes[item.text] = places
        before = places[: bisect_left(places, item.first)]
        # a quotation does not outlast its paragraph: count from the last line end
        line = self.text.rfind("\n", 0, item.start) + 1
        count = len(before) - bisect_left(before, bisect_left(self.starts, line))
        return count % 2 == 0

    def _number(
        self, items: list[Item], kinds: list[frozenset[str]], i: int, island: Island, prev: str, money: bool, sign: Item | None = None
    ) -> tuple[int, str]:
        """Put a number, with its sign, power, multiplier and suffix; returns the next index and terminal."""
        item = items[i]
        number, other = item.lives[0][1]
        start = item.start if sign is None else sign.start
        n = len(items)
        end = item.end
        j = i + 1
        # g/cm 3: a power that lost its place, where nothing else can follow
        if (
            sign is None and prev == "UNIT" and not item.glued and number.plain and item.text in ("2", "3") and len(island.types) > 2
            and island.types[-2] in ("PER", "MUL") and any(s.unit.dimension == (("length", 1),) for s in island.values[-1])
            and item.start - island.ends[-1] == 1
            and (self._next_word(item.last)[1] or (j < n and items[j].text in "/·") or self.raw[item.last : item.last + 1] in ([","], [";"]))
        ):
            island.put("POW", int(item.text), item.start, item.end, item.text)
            return j, "POW"
        # m2, s-1: a digit glued to a symbol of a unit is its power
        if sign is None and prev == "UNIT" and item.glued and number.plain and number.value in (2, 3, 4) and len(item.text) == 1:
            if len(island.texts[-1]) <= 3 and not (j < n and items[j].glued and "NUM" not in kinds[j] and "UNIT" in kinds[j]):
                island.put("POW", int(number.value), item.start, item.end, item.text)
                return j, "POW"
        if sign is None and number.plain and prev == "RANGE" and item.glued and len(island.types) > 2 and number.value in (1, 2, 3, 4) and len(item.text) == 1:
            gap = island.starts[-1] - island.ends[-2]
            if (
                island.types[-2] == "UNIT" and len(island.texts[-2]) <= 4 and island.texts[-1] in _SIGNS
                and (gap == 0 or (gap == 1 and (island.texts[-1] == "−" or self._in_product(island))))
            ):
                if not (j < n and ("UNIT" in kinds[j] and items[j].glued)):
                    dash = island.starts[-1]
                    for column in (island.types, island.values, island.starts, island.ends, island.texts):
                        column.pop()  # type: ignore[attr-defined]
                    island.put("POW", -int(number.value), dash, item.end, self.text[dash : item.end])
                    return j, "POW"
        if j < n and "POW" in kinds[j] and items[j].glued:
            power = items[j].lives[0][1]
            if isinstance(power, int):
                if abs(power) > numerals.MAX_EXPONENT:
                    number = numerals.refused("too_large")
                elif number.plain and number.value == 10:
                    number = Number(numerals.power_of_ten(power), forms=("scientific",))
                else:
                    number = numerals.refused(number.reason or "unread")
                end = items[j].end
                j += 1
        if sign is not None and sign.text not in _PLUS and not number.reason:
            number = Number(-number.value, number.step, number.digits, number.forms, "", False)
            other = None
        island.put("NUM", (number, other), start, end, self.text[start:end])
        prev = "NUM"
        if isinstance(item.value, Fraction):
            island.put("MULT", item.value, end, end, "word")
            prev = "MULT"
        words = self.lexicon.numerals.words
        while j < n:
            text = items[j].text
            low = text.lower()
            known = words.get(low)
            if prev in ("NUM", "MULT") and "MORE" in kinds[j] and not island.texts[-1] == "10^":
                # `5 and a half minutes`, `3 million and a half`
                more = Fraction(next(v for t, v in items[j].lives if t == "MORE"))
                whole = island.values[-2][0] if prev == "MULT" and len(island.values) > 1 and island.types[-2] == "NUM" else None
                if prev == "NUM" and not number.reason and number.value.denominator == 1:
                    number = Number(number.value + more, None, 0, (*number.forms, "fraction"))
                    island.values[-1] = (number, None)
                    island.ends[-1] = items[j].end
                    j += 1
                    continue
                if whole is not None and whole.value.denominator == 1 and not whole.reason:
                    island.values[-2] = (Number(whole.value + more, None, 0, (*whole.forms, "fraction")), None)
                    island.ends[-1] = items[j].end
                    j += 1
                    continue
            if prev == "MULT" and island.texts[-1] in _HUNDREDS and len(island.types) > 1 and island.types[-2] == "NUM":
                taken = self._goes_on(items, kinds, j, island)
                if taken > j:
                    j = taken
                    prev = island.types[-1]
                    continue
            if prev == "NUM" and "NUM" in kinds[j] and not items[j].glued:
                head = words.get(low.split()[0], ("",))[0]
                inner = items[j].lives[0][1][0]
                if head in ("hundred", "multiplier") and not inner.reason and "word" in inner.forms:
                    # `7 lakh crore`, `3 hundred thousand`
                    extra = items[j].value if isinstance(items[j].value, Fraction) else Fraction(1)
                    island.put("MULT", inner.value * extra, items[j].start, items[j].end, text)
                    prev = "MULT"
                    j += 1
                    continue
            if low == "dozens" and prev == "NUM":
                known = words["dozen"]
            if known is not None and known[0] in ("multiplier", "hundred", "dozen") and (text.islower() or text.istitle() or text.isupper()) and len(text) > 2:
                island.put("MULT", known[1], items[j].start, items[j].end, text)
                prev = "MULT"
                j += 1
                continue
            suffixes = self.lexicon.numerals.suffixes
            if text in suffixes and prev == "NUM" and (items[j].glued or money or text in _ALWAYS):
                always = text in _ALWAYS
                if (money or (always and (items[j].glued or len(text) > 2 or text in ("bn", "Bn", "BN")))) and not (j + 1 < n and items[j + 1].glued and items[j + 1].text.isalpha()):
                    island.put("MULT", suffixes[text], items[j].start, items[j].end, text)
                    prev = "MULT"
                    j += 1
                    continue
                if text in ("M", "B", "K", "T") and items[j].glued:
                    senses = _senses(items[j])
                    if senses:
                        marked = tuple(Sense(s.unit, (*s.axes, ("scale", "unit"))) for s in senses)
                        island.put("UNIT", (*marked, suffix_sense(text, suffixes[text])), items[j].start, items[j].end, text)
                    else:
                        island.put("MULT", suffixes[text], items[j].start, items[j].end, text)
                    prev = island.types[-1]
                    j += 1
                    continue
            break
        return j, prev

    def _goes_on(self, items: list[Item], kinds: list[frozenset[str]], j: int, island: Island) -> int:
        """Take in what a number of digits and words adds to itself (`4 thousand 3 hundred`, `3 hundred and 21`)."""
        k = j
        text = items[k].text.lower()
        joined = text == "and"
        if joined:
            k += 1
        if k >= len(items) or "NUM" not in kinds[k]:
            return j
        number = items[k].lives[0][1][0]
        scale: Fraction = island.values[-1]
        if number.reason or number.value.denominator != 1 or not 0 < number.value < scale:
            return j
        if joined and (scale > 1000 or not (number.plain or "word" in number.forms)):
            return j
        end = items[k].end
        value = number.value
        if isinstance(items[k].value, Fraction):
            value *= items[k].value
        k += 1
        while k < len(items) and items[k].text.lower() in ("hundred", "thousand") and self.lexicon.numerals.words[items[k].text.lower()][1] * value < scale:
            value *= self.lexicon.numerals.words[items[k].text.lower()][1]
            end = items[k].end
            k += 1
        if not joined and value == number.value and (number.digits > 3 or "UNIT" in (kinds[k] if k < len(items) else ())):
            return j
        if value >= scale or (k < len(items) and items[k].text.lower() in ("hundred", "thousand", "million", "billion")):
            return j
        whole = island.values[-2][0]
        island.values[-2] = (Number(whole.value * scale + value, None, 0, (*whole.forms, "word")), None)
        for column in (island.types, island.values, island.starts, island.ends, island.texts):
            column.pop()  # type: ignore[attr-defined]
        island.ends[-1] = end
        if value < 1000 and value >= 100 and number.value < 100:
            # the sum may go on below a hundred: `4 thousand 3 hundred and 21`
            if k + 1 < len(items) and items[k].text.lower() == "and" and "NUM" in kinds[k + 1]:
                last = items[k + 1].lives[0][1][0]
                if last.plain and 0 < last.value < 100:
                    island.values[-1] = (Number(island.values[-1][0].value + last.value, None, 0, island.values[-1][0].forms), None)
                    island.ends[-1] = items[k + 1].end
                    k += 2
        return k

    def _in_product(self, island: Island) -> bool:
        """Say whether the unit in front of a dash stands in a product or quotient of units."""
        for k in range(len(island.types) - 2, -1, -1):
            if island.types[k] in ("MUL", "PER", "POW"):
                return True
            if island.types[k] not in ("UNIT", "SQ", "RANGE"):
                return False
        return False

    def _unplaced(self, item: Item, kind: frozenset[str], prev: str, island: Island, items: list[Item], i: int) -> str:
        """Put a token that found no place: a boundary, or what may reach out of the expression before or behind it."""
        text = item.text
        nxt = items[i + 1] if i + 1 < len(items) else None
        if text == "." or text in ",;:":
            if text == "." and prev in ("UNIT", "POW") and island.texts[-1].lower() in _ABBREVIATIONS and nxt is not None:
                follows = {"NUM", "UNIT", "PER", "TIMES", "AND", "RANGE", "COMMA", "BOUNDP", "APPROXP", "POW"} & {t for t, _ in nxt.lives}
                if follows and not nxt.text[:1].isupper():
                    return prev
            island.put(WORD, None, item.start, item.end, text)
            return WORD
        number_next = nxt is not None and "NUM" in {t for t, _ in nxt.lives} and nxt.glued
        if text in ("of",) or not kind:
            touching = (item.glued and prev in ("NUM", "MULT")) or number_next
            type_ = GLUED if touching and text[-1:] not in _BENIGN else WORD
            island.put(type_, None, item.start, item.end, text)
            return type_
        if kind & _STRETCH and not text[0].isalpha() or text.lower() == "per":
            near = nxt is not None and "NUM" in {t for t, _ in nxt.lives}
            touching = (item.glued and prev in _ENDS) or number_next or text in ("±", "×", "/", "^") or text.lower() == "per"
            if text in "±×∓" and near:
                island.put(DANGLING, None, item.start, item.end, text)
                return DANGLING
            if text in ("-", "–", "—", "*", "·", "•", "‑"):
                touching = number_next and item.glued and prev in _ENDS
            if touching and (prev in _ENDS or number_next):
                island.put(DANGLING, None, item.start, item.end, text)
                return DANGLING
        if "BOUNDP" in kind and prev in _ENDS and text[:1] in "oOaAmMt" and self._next_word(item.last)[0] not in ("than", "equal"):
            # a bound word that found no place could still bound what stands before it
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if text in _QUOTES:
            island.put(WORD, None, item.start, item.end, text)
            return WORD
        if "CUR" in kind and item.glued and number_next:
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if "UNIT" in kind and item.glued and prev in ("NUM", "MULT"):
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if item.glued and prev in ("NUM", "MULT") and text.isalpha() and text.lower() not in ("ish",):
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if kind & {GLUED}:
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if kind & {"BOUND"} and text[0] in "<>≤≥⩽⩾" :
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if number_next and text[-1].isalnum():
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        island.put(WORD, None, item.start, item.end, text)
        return WORD


_JOINTS = frozenset(("RANGE", "AND", "COMMA", "TIMES", "PLUS", "OF", "INR", "EQ", "FROM", "CHANGE", "BETWEEN", "APPROX", "BOUND", "EMPH"))
_OPENINGS = frozenset(
    ("NUM", "CUR", "LP", "BOUND", "APPROX", "EMPH", "NEG", "FROM", "CHANGE", "BETWEEN", "EVERY", "TIMESN", "VAGUE", "DAILY", "TOD")
)
_ALWAYS = frozenset(("k", "bn", "Bn", "BN", "mn", "mln", "bln", "tln", "tn", "trn", "MM", "mio", "mrd"))
_HUNDREDS = frozenset(("hundred", "thousand", "lakh", "crore", "Hundred", "Thousand"))
_QUOTES = frozenset(("'", '"', "’", "”", "′", "″"))
_ENDS = frozenset(("NUM", "MULT", "UNIT", "POW", "RP", "BOUNDP", "APPROXP", "DAILY", "TOD", "NEGP", "VAGUE", "MORE"))
_MILD = frozenset(("several", "few", "a few", "couple", "a couple", "handful", "a handful", "the few", "umpteen", "scores"))
_PERIODS = frozenset(((("time", 1),), (("calendar", 1),)))
_COUNTABLE = frozenset(
    ((("time", 1),), (("calendar", 1),), (("length", 1),), (("mass", 1),), (("length", 3),))
)


def _digit(t: str) -> bool:
    c = t[0]
    return c.isdecimal() or c in _DIGIT_START or (len(t) > 1 and c in ".," and t[1].isdecimal())


def _wordy(text: str, number: str) -> bool:
    """Say whether a dash before a unit joins (`30-minute`, `5-mg`)."""
    return text[:1].isalpha() or text[:1] in "°µμ%"


def _word_unit(text: str) -> bool:
    """Say whether `a` before this means one of it: a word, or a symbol of two letters that is no word."""
    return text[0].isalpha() and (len(text) > 2 or (len(text) == 2 and text.lower() not in _SHORT_WORDS)) and (text[1:].islower() or text in ("mL", "dL", "kL"))


_SHORT_WORDS = frozenset("in at as us me he it is am pm ms mr dr st pt no to so go do we be by my up or on an if of".split())


def _senses(item: Item) -> tuple[Sense, ...]:
    return next((value for terminal, value in item.lives if terminal == "UNIT"), ())


def _scaled_sense(sense: Sense, factor: Fraction) -> Sense:
    unit = sense.unit
    return Sense(Unit(unit.code, unit.factor * factor, unit.dimension, unit.kind, unit.offset, unit.family), sense.axes)


def _noun_senses(word: str) -> tuple[Sense, ...]:
    noun = word.lower()
    if noun.endswith("ies") and len(noun) > 4:
        noun = noun[:-3] + "y"
    elif noun.endswith(("sses", "xes", "ches", "shes")):
        noun = noun[:-2]
    elif noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and len(noun) > 3:
        noun = noun[:-1]
    return (Sense(Unit(f"{{{noun}}}", Fraction(1), ((f"count:{noun}", 1),), "count")),)
