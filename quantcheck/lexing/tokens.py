"""The tokens of a visible text, and what may be asked about their surroundings. What they mean is for `items`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from quantcheck.numbers.numerals import FRACTION_SIGNS
from quantcheck.patterns.later import later
from quantcheck.vocabulary.lexicon import ANCHORS, RAW, Lexicon, Node

CITATION = "\ufdd1"
OPAQUE = "\ufdd0"
RAISED = frozenset("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
BENIGN = frozenset("\"'“”‘’«»()[]<>,.;:!?…|•*–—-‐‑−/~=。！？" + CITATION)
"""Signs that may touch a number without reaching into it; any other makes what it touches unread."""
_FIGURE = re.compile(rf"[.,\d{''.join(FRACTION_SIGNS)}](?:(?<=\d)\d*|(?<=[.,])\d+|(?<=[{''.join(FRACTION_SIGNS)}]))")
VULGAR = frozenset(FRACTION_SIGNS)
MEASURED = frozenset(((("length", 3),), (("length", 2),), (("length", 1),), (("mass", 1),)))
"""Dimensions of what things are counted in: `cells/µL`, `plants per m2`."""
HYPHENS = frozenset("-‐‑")
"""Dashes that may stand inside a word."""
DISTRIBUTIVE = frozenset(("a", "an", "each", "every"))
"""Words behind which an amount is for one of what they name (`5 minutes a side`)."""


_MARKS = frozenset(".,")
_PERIODS = frozenset(("day", "week", "month", "year", "night", "hour", "minute"))
_RATED = _PERIODS | {"per", "/", "each", "every", "apiece"}
"""What ends a way to a rate: six words, the blanks between them and what an article or `for` stands before."""
_LISTED = later(r"(?<![\d.,])(?:0|[1-9]\d*+)(?:,(?:0|[1-9]\d{0,1}|[1-9]\d{3})(?!\d)){2,}")
"""Three numbers or more, none of which can be a group of thousands."""
_COMMA = later("(,)")
_COMMAS = re.compile(r",\d{1,4},\d")
_CAPITAL_ARTICLE = re.compile(r"AN?\s[A-Z]")
_CAPITALS = later(
    r"\b(?:A|AN)\b(?=\s(?:MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)\b)|(?<=[A-Z]{2}\s)(?:A|AN)(?=\s[A-Z]{2})"
    r"|[$€£¥]\s?[\d.,]+\s(A|AN)(?=\s[A-Z]{2})"
)


class Tokens:
    """The tokens of one visible text, which they tile, and the runs of them that are islands.

    `breaks` are offsets that no expression may cross; `left` are spans that are read as something else; `parts` are
    offsets within words where a token ends.
    """

    def __init__(
        self,
        text: str,
        lexicon: Lexicon,
        breaks: Sequence[int],
        left: Sequence[tuple[int, int, str]],
        parts: Sequence[int] = (),
    ) -> None:
        self.text = text
        self.lexicon = lexicon
        self.raw: list[str] = RAW.findall(text)
        if parts:
            ends = [0, *parts, len(text)]
            self.raw = [t for a, b in pairwise(ends) for t in RAW.findall(text, a, b)]
        self.listed: set[int] = set()
        """Raw indices of the commas of lists without blanks."""
        if _COMMAS.search(text) is not None and _LISTED.search(text) is not None:
            self._part_lists()
        self.starts = list(accumulate(map(len, self.raw), initial=0))
        get = lexicon.root.get
        self.nodes: list[Node | None] = list(map(get, self.raw))
        self.capitals = [
            bisect_left(self.starts, m.start(m.lastindex or 0))
            for m in (_CAPITALS.finditer(text) if _CAPITAL_ARTICLE.search(text) is not None else ())
        ]
        for at in self.capitals:
            # `TWICE A DAY`: in capitals an article is no symbol
            self.nodes[at] = get(self.raw[at].lower())
        self.stops = {bisect_left(self.starts, b) for b in breaks}
        self._stops: list[int] | None = None
        """Raw indices before which an island ends."""
        self.left: set[int] = set()
        self.alone: list[tuple[int, int, str]] = []
        """What is left alone, with every number whole that it reaches into."""
        reach = 0
        for start, end, why in left:
            first = bisect_right(self.starts, start) - 1
            last = bisect_left(self.starts, end)
            self.left.update(range(first, last))
            if start > self.starts[first] and is_number(self.raw[first]):
                start = max(reach, self.starts[first])
            if end < self.starts[last] and (is_number(self.raw[last - 1]) or self.raw[last - 1][-1].isdecimal()):
                end = self.starts[last]
            if end > max(start, reach):
                self.alone.append((max(start, reach), end, why))
                reach = end
        starts = self.starts
        self.openers = [i for i, node in enumerate(self.nodes) if node is not None and node.anchor]
        """Raw indices of the words that may open an expression."""
        self.numeric = {bisect_right(starts, m.start()) - 1 for m in _FIGURE.finditer(text)}
        """Raw indices of the tokens that are numbers."""
        marks = [i for i in self.numeric if self.raw[i] in _MARKS and i + 1 < len(self.raw)]
        if marks:
            # `5 mg,10 mg`, `5..10`: the mark touches a word, and is none of the number's
            self.numeric = (self.numeric - set(marks)) | {i + 1 for i in marks if self.raw[i + 1].isdecimal()}
        if self.listed:
            self.numeric = (self.numeric - self.listed) | {k + 1 for k in self.listed}
        self.ordinals: list[tuple[int, int, str]] = []
        """What turned out to be an ordinal of several words (`two hundred and fifth`)."""
        self._quotes: dict[str, list[int]] = {}

    def edge(self, at: int, step: int, reach: int) -> int:
        """Return the offset of the nearest break before (-1) or behind (1) a token, so many tokens away at most."""
        if self._stops is None:
            self._stops = sorted(self.stops)
        stops = self._stops
        if step < 0:
            i = bisect_right(stops, at)
            far = max(at - reach, 0)
            return self.starts[max(far, stops[i - 1]) if i else far]
        i = bisect_left(stops, at)
        far = min(at + reach, len(self.raw))
        return self.starts[min(far, stops[i]) if i < len(stops) else far]

    def written(self, start: int, end: int) -> str:
        """Return the text between the offsets of two tokens."""
        return self.text[start:end]

    def _part_lists(self) -> None:
        """Part runs of digits and commas that can group nothing into the numbers that they list (`22,24,26`).

        A run stays one where a unit or a mark follows, which might belong to all of it.
        """
        whole, parted = self.raw, []
        for i, t in enumerate(whole):
            if "," not in t or len(t) < 5 or _LISTED.fullmatch(t) is None or not self._stands_alone(whole, i):
                parted.append(t)
                continue
            for part in _COMMA.split(t):
                if part == ",":
                    self.listed.add(len(parted))
                parted.append(part)
        self.raw = parted

    def _stands_alone(self, raw: list[str], i: int) -> bool:
        before, behind = raw[i - 1] if i else " ", raw[i + 1] if i + 1 < len(raw) else " "
        if not (before.isspace() or before in "([:") or not (behind.isspace() or behind in ".;:?)]"):
            return False
        follow = raw[i + 2] if behind.isspace() and i + 2 < len(raw) else ""
        node = self.lexicon.root.get(follow)
        return follow != "(" and not follow[:1].isdecimal() and (node is None or not node.measure)

    def loose(self) -> list[tuple[int, int]]:
        """Return the spans of the digits and number words that stand outside what is left alone."""
        starts, left, raw = self.starts, self.left, self.raw
        return [
            (starts[i], starts[i + 1 + (raw[i] in ".," and raw[i + 1 : i + 2] != [] and raw[i + 1].isdecimal())])
            for i in sorted(self.numeric | self._words_of_number())
            if raw[i] not in VULGAR and i not in left
        ]

    def counting_words(self) -> list[tuple[int, int, str]]:
        """Return the places of `once`, `twice` and the like: number words that say how often."""
        return [
            (self.starts[i], self.starts[i + 1], self.raw[i].lower())
            for i in self.openers
            if "TIMESN" in self._kinds_at(i) and i not in self.left
        ]

    def _kinds_at(self, i: int) -> frozenset[str]:
        node = self.nodes[i]
        return frozenset() if node is None else node.kinds

    def _words_of_number(self) -> set[int]:
        words = self.lexicon.numerals.words
        return {i for i in self.openers if "NUMWORD" in self._kinds_at(i) and self.raw[i].lower() in words}

    def _anchors(self) -> Iterator[int]:
        nodes = self.nodes
        found = [i for i in self.openers if (node := nodes[i]) is not None and self._opens(i, node)]
        yield from sorted({*found, *self.numeric})

    def _opens(self, i: int, node: Node) -> bool:
        """Say whether a word can open an expression: an article only before a number word or the name of a unit.

        A word that opens by longer spellings alone opens where one of them may go on.
        """
        if node.kinds.isdisjoint(ANCHORS):
            at = i + 1 + (i + 1 < len(self.raw) and self.raw[i + 1].isspace())
            if node.next is None or at >= len(self.raw):
                return False
            return self.raw[at] in node.next or self.raw[at].lower() in node.next
        if not node.article:
            return True
        behind = self.nodes[i + 2] if i + 2 < len(self.nodes) else None
        return behind is not None and (
            behind.measure
            or behind.anchor
            or "AMID" in behind.kinds
            or self.raw[i + 2].lower() in self.lexicon.numerals.words
        )

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the bounds of the islands in order: runs of known tokens around what can start a quantity."""
        raw, nodes, left, stops, numeric = self.raw, self.nodes, self.left, self.stops, self.numeric
        n = len(raw)
        done = 0
        for i in self._anchors():
            if i < done or i in left:
                continue
            a = i
            while a > done and a not in stops:
                k = a - 1
                node = nodes[k]
                if k in left or not (node is not None or raw[k].isspace() or k in numeric or raw[k] == CITATION):
                    break
                if node is not None and node.idle and self._plain_word(k):
                    break
                a = k
            b = i + 1
            while b < n and b not in stops:
                node = nodes[b]
                if b in left or not (
                    (node is not None and not (node.idle and self._plain_word(b)))
                    or raw[b].isspace()
                    or b in numeric
                    or raw[b] == CITATION
                    or raw[b][0] in RAISED
                ):
                    follow = self._beyond(b)
                    if follow == b:
                        break
                    b = follow
                    continue
                b += 1
            done = b
            yield self._trimmed(a, b, i)

    def _trimmed(self, a: int, b: int, anchor: int) -> tuple[int, int]:
        """Return the bounds of an island without the words at its edges that only join or fill."""
        raw, nodes = self.raw, self.nodes
        while b - 1 > anchor:
            t = raw[b - 1]
            node = nodes[b - 1]
            joint = raw[b - 2] if b > 2 and t.isalpha() else ""
            if joint in (" ", "-") and (self._ends_spelling(b - 1) or (joint == " " and self._divides(b - 3))):
                break
            if not (
                t.isspace()
                or (node is not None and node.weak and (t == "," or t[0].isalpha()))
                or (node is not None and node.idle and raw[b - 2].isspace() and not self._ends_spelling(b - 1))
                or (t == "in" and b > 3 and (unit := nodes[b - 3]) is not None and unit.measure and raw[b - 2] == " ")
            ):
                break
            b -= 1
        while a < anchor:
            t = raw[a]
            node = nodes[a]
            if not t.isspace():
                if node is None or not (node.idle or (node.weak and (t == "," or t[0].isalpha()))):
                    break
                if node.next is not None and any(raw[min(k, anchor)] in node.next for k in (a + 1, a + 2)):
                    break
            a += 1
        return a, b

    def _plain_word(self, k: int) -> bool:
        """Say whether a word that only opens longer spellings opens none here and is within none."""
        raw, nodes = self.raw, self.nodes
        node, n = nodes[k], len(raw)
        if not (0 < k < n - 1 and raw[k - 1] == " " and raw[k + 1] == " "):
            return False
        follow = node.next if node is not None else None
        if follow is not None and k + 2 < n and (raw[k + 2] in follow or raw[k + 2].lower() in follow):
            return False
        for first in range(k - 2, max(-1, k - 10), -1):
            node = nodes[first]
            for m in range(first + 1, k + 1):
                if node is None or node.next is None:
                    node = None
                    break
                if not raw[m].isspace():
                    node = node.next.get(raw[m])
            if node is not None:
                return False
        return True

    def _ends_spelling(self, k: int) -> bool:
        """Say whether a word ends a spelling of several words (`parts by weight`)."""
        raw, nodes = self.raw, self.nodes
        for first in range(k - 1, max(-1, k - 8), -1):
            node = nodes[first]
            if node is None or node.next is None:
                continue
            for m in range(first + 1, k + 1):
                if not raw[m].isspace():
                    node = node.next.get(raw[m]) if node.next is not None else None
                    if node is None:
                        break
            if node is not None and node.lives:
                return True
        return False

    def _beyond(self, b: int) -> int:
        """Return the raw index behind a plain word that belongs to an expression: `per NOUN`, `mg of X per kg`."""
        raw, n = self.raw, len(self.raw)
        if not (raw[b].isalpha() or raw[b] in LOWERED) or (b in self.left and self._name(b) == b):
            return b
        k = b - 1
        while k > 0 and raw[k].isspace():
            k -= 1
        if k < 0:
            return b
        if self.nodes[b] is None and self._per_figure(k):
            # `per 100,000 births`
            return self._phrase(b)[0]
        if self._counted(b, k):
            # `500 cells/µL`
            return b + 1
        reach = self._to_rate(b) or self._to_power(b) or self._to_own_power(b) or self._to_worth(b)
        if reach > b:
            return reach
        hyphened = k == b - 1 and raw[k] in HYPHENS and k > 1 and raw[k - 2] in HYPHENS
        if self._divides(k - hyphened) or (raw[k] in ("/", "∕", "／") and k == b - 1):
            return self._phrase(b)[0]
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

    def _per_figure(self, k: int) -> bool:
        """Say whether a number that ends at a raw index is so many of what an amount is per (`per 1 million`)."""
        raw, words = self.raw, self.lexicon.numerals.words
        first = k
        while first >= 0 and (first in self.numeric or (k - first < 6 and raw[first].lower() in words)):
            first -= 2
        return 0 <= first < k and raw[first].lower() in ("per", "each", "every")

    def _name(self, m: int) -> int:
        """Return the raw index behind a name with digits that is left alone (`CO2`, `B12`); `m` for none."""
        raw, left = self.raw, self.left
        j = m
        while j < len(raw) and j in left and raw[j].isalnum() and (j == m or j not in self.stops):
            j += 1
        return j if j > m + 1 and raw[m].isalpha() and raw[m + 1][0].isdigit() else m

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

    def _to_rate(self, b: int) -> int:
        """Return the raw index of `per` (or `a day`) that a few words part from an amount, else 0."""
        raw, nodes = self.raw, self.nodes
        if _RATED.isdisjoint(raw[b : b + 16]):
            return 0
        k = b - 1
        seen = 0
        while k >= 0 and seen < 4 and not (nodes[k] is not None and nodes[k].measure):  # type: ignore[union-attr]
            if k in self.left or k + 1 in self.stops:
                return 0
            if k in self.numeric and any(
                (node := nodes[m]) is not None and "CUR" in node.kinds for m in (k - 1, k - 2)
            ):
                # `$7 of it per day`
                break
            if not (raw[k].isspace() or raw[k].isalpha()):
                return 0
            seen += raw[k].isalpha()
            k -= 1
        if k < 1 or seen >= 4:
            return 0
        m, words, stated = b, 0, False
        while m < len(raw) and words < 6 and m not in self.stops:
            t = raw[m]
            if t.isspace():
                m += 1
                continue
            if m in self.left:
                behind = self._name(m)
                if behind == m:
                    return 0
                m, words = behind, words + 1
                continue
            if t == "per" and m + 2 < len(raw) and raw[m + 2] not in ("the", "this", "our", "your", "their", "its"):
                return m
            if t == "a" and m + 2 < len(raw) and raw[m + 2] in _PERIODS:
                # `350 °F for a minute` is as long as that
                return m if m == b or raw[m - 2].lower() not in self.lexicon.closers else 0
            node = nodes[m + 1] if m + 1 < len(raw) else None
            if (
                t == "/"
                and 0 < words < 4
                and (raw[m - 1].isalpha() or m - 1 in self.left)
                and node is not None
                and node.measure
            ):
                # `30 g iron/day`, `5 mg/kg body weight/day`
                return m
            stated = stated or t.lower() in self.lexicon.stating
            if t in ("each", "apiece") and words and not stated and self._next_word(m + 1)[1]:
                # `6 g of salt each`
                return m
            if (
                t in self.lexicon.before_each
                and words
                and not stated
                and m + 2 < len(raw)
                and raw[m + 2] in ("each", "every")
            ):
                return m
            if not (t.isalpha() or t in LOWERED) or m in self.numeric:
                return 0
            if t in ("and", "or", "but") and raw[m + 4 : m + 5] != ["per"]:
                # `iron and zinc per kg`, not `iron and check the dose per kg`
                return 0
            m += 1
            words += 1
        return 0

    def _to_power(self, b: int) -> int:
        """Return the raw index behind one or two words between powers of units (`g kg−1 body weight day−1`), else 0."""
        raw, nodes = self.raw, self.nodes
        if b < 2 or not (raw[b - 1].isspace() and (raw[b - 2] in "1234" or raw[b - 2][-1] in RAISED)):
            return 0
        m = b + 1
        if raw[m : m + 1] == [" "] and raw[m + 1 : m + 2] and raw[m + 1].isalpha() and not self._powered(m + 1):
            m += 2
        end = m
        while m < len(raw) and (raw[m].isspace() or raw[m] in "·⋅∙") and m - end < 3:
            m += 1
        return end if m > end and m < len(raw) and nodes[m] is not None and self._powered(m) else 0

    def _to_own_power(self, b: int) -> int:
        """Return the raw index behind one or two words that part the last unit of a product from its power (`g · kg
        BW−1`), else 0."""
        raw, nodes = self.raw, self.nodes
        node = nodes[b - 2] if b > 4 and raw[b - 1] == " " else None
        if node is None or not node.measure or raw[b - 3 - raw[b - 3].isspace()] not in "·⋅∙":
            return 0
        m = b + 1
        if raw[m : m + 1] == [" "] and raw[m + 1 : m + 2] and raw[m + 1].isalpha():
            m += 2
        at = m + (raw[m : m + 1] == [" "])
        return m if raw[at : at + 1] in (["−"], ["-"], ["–"]) and raw[at + 1 : at + 2] in (["1"], ["2"]) else 0

    def _to_worth(self, b: int) -> int:
        """Return the raw index of what makes a unit another one, over what it is of (`mg of morphine equivalents`)."""
        raw, nodes, worth = self.raw, self.nodes, self.lexicon.worth
        if worth.isdisjoint(raw[b : b + 8]):
            return 0
        k = b - 2
        if k > 1 and raw[k] == "of":
            k -= 2
        node = nodes[k] if k > 0 else None
        if node is None or not node.measure:
            return 0
        for m in range(b, min(b + 8, len(raw))):
            t = raw[m]
            if m in self.stops or t in self.lexicon.closers:
                return 0
            if m in self.left and self._name(m) == m and not self._name(m - 1) > m:
                return 0
            if t in worth:
                return m if self._next_word(m + 1)[0] not in self.lexicon.not_worth else 0
            if not (t == " " or t == "-" or t.isalnum()) or (m in self.numeric and m not in self.left):
                return 0
        return 0

    def _powered(self, m: int) -> bool:
        """Say whether a unit with a negative power stands at a raw index: `day−1`, `kg -1`, `d⁻¹`."""
        node = self.nodes[m]
        behind = self.text[self.starts[m + 1] : self.starts[m + 1] + 4]
        return node is not None and node.measure and re.match(r"⁻[¹²³⁴]|\^?\s?[−-]\s?[1-4](?!\w)", behind) is not None

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


def is_number(t: str) -> bool:
    c = t[0]
    return c.isdecimal() or c in VULGAR or (len(t) > 1 and c in ".," and t[1].isdecimal())
