"""Whether a figure is how much something changes, or what it comes to (`rose by $5 million`, `rose to $5 million`).

Where words say which, the figure has one choice of the axis `change`; so it equals what says the same or nothing, and
never for certain what says the other. Temperatures have dimensions of their own for that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, Final

import msgspec

from quantcheck.context.cues import Cues, forms
from quantcheck.lexing.tokens import Tokens
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.beginnings import WORD, Beginnings, beginnings, ends_a_word, stands_in
from quantcheck.patterns.later import caseless, later
from quantcheck.values import CLOCKS, Quantity
from quantcheck.visible.markup import CITATION

AXIS: Final = "change"
REACH: Final = 70
"""Characters on either side that are looked at."""
NEAR: Final = 16
"""Raw tokens on either side that are looked at."""
_TO: Final = caseless(r"\sto\b|\b(?:ended|closed|settled)\b")
_SHARES: Final = ("percent", "percentage_point")
_UP_TO: Final = caseless(r"up\s+to\b")
_KINDS: Final = frozenset(("physical", "money", "count", "number", "percent", "percentage_point"))
_BEING: Final = ("is", "are", "was", "were", "be", "been", "being")
_WORD: Final = r"(?:\s+(?!(?:to|from|and|or|but|by|of|than)\b)[^\W\d_][\w'’-]*)"
_IS: Final = r"\s*(?:\s(?:of|is|was|were|are)|:|=)"
_MOVED: Final = later(rf"{_WORD}{{0,5}}\s+(?:by|to|from)")
"""What follows a verb of change."""
_OF: Final = {"noun": later(rf"(?:\s+(?:in|to){_WORD}{{1,5}})?{_IS}"), "name": later(rf"{_WORD}{{0,2}}{_IS}")}
"""What follows a noun of change, and what has a level."""
_LOOSE: Final = ("rising", "being")
"""Behind these stand adverbs too."""
_ADVERB: Final = later(r"\w+ly")
_BEHIND: Final = later(r"[\s-]+([^\W\d_]+)(?:\s+([^\W\d_]+)(?:\s+([^\W\d_]+))?)?")
_THAN_OR: Final = later(r"\s+than\s+or\b")


class Levels:
    """The words that say that a figure is a change, and those that say that it is not, compiled."""

    def __init__(self, relations: Mapping[str, Any]) -> None:
        row, falls = relations["level"], relations["direction"]
        self._row, self._falls, self._change = row, falls, relations["change"]["words"]
        self._nouns = (*row["nouns"], *falls["nouns"], *falls["cuts"])
        compared = relations["comparative"]
        self._more = {w for end in ("gt", "lt") for w in compared[end] if " " not in w}
        over = partial(any_of, row["over"])
        self.object = caseless(
            lambda: (
                rf"(?<![\w-])(?:{any_of(row['active'])}){_WORD}{{0,2}}\s+"
                rf"(?!(?:{any_of(row['object_never'])})\b)[^\W\d_]+\s+\Z"
            )
        )
        """What is raised or cut, before a share (`raised the tax 12%`)."""
        self.upto = caseless(
            lambda: rf"(?<![\w-])(?<!\ba\s)(?<!\ban\s)(?<!\bthe\s)(?:{any_of(row['upto'])}){_WORD}{{0,3}}\s+\Z"
        )
        self.become = caseless(
            lambda: (
                r"(?:\s+[^\W\d_]+)?\s+(?:is|are|was|were|be|been|being)\s+(?:then\s+)?"
                rf"(?:{any_of(row['become'])})\b"
            )
        )
        self.ahead = caseless(lambda: rf"\b(?:{any_of(row['ahead'])})\b[^.;:!?()\n]{{0,40}}\sin\s\Z")
        self.since = caseless(lambda: rf"\s*,?\s*(?:{any_of(row['since'])})(?:\s+(?:{over()}))*\s*\Z")
        self.then = caseless(lambda: rf"\s*,?\s*(?:and\s+)?to(?:\s+(?:{over()}))*\s*\Z")
        self.shares = frozenset(row["shares"])
        self.over, self.passive = frozenset(row["over"]), frozenset(row["passive"])
        self.joint = caseless(r"\s*(?:,|,?\s*(?:and|or))\s*")
        self.past = caseless(lambda: rf"(?<![\w-])(?:{any_of(row['past'])})\b")
        self.moved = caseless(lambda: rf"(?<![\w-])(?:{any_of(row['moved'])})\b")
        self.share_to = caseless(r"(?P<low>\d[\d.]{0,8}\s?(?:%|percent|per cent))\s+to\s+(?P<high>\d[\d.,]{0,20})")
        self.apart = caseless(r"(?P<low>\S(?:.{0,30}?\S)?)\s+to\s+(?P<high>\S.{0,40})")
        cues = {
            *self._change, *falls["verbs"], *falls["falling"], *falls["nouns"], *falls["behind"],
            *row["verbs"], *row["rising"], *row["nouns"], *row["behind"], *row["names"], *row["shares"], *self._more,
            *row["sized"], *(w.split()[0] for w in (*row["reached"], *row["begun"], *row["behind"])),
        }  # fmt: skip
        self.sorts = (forms(cues),)

    @cached_property
    def front(self) -> Beginnings:
        """What may begin in front of a figure, in the order in which it is asked for."""
        row, verbs = self._row, {*self._change, *self._falls["verbs"], *self._row["verbs"]}
        rising = {*row["rising"], *self._falls["falling"]}
        of = (*row["names"], *row["shares"])
        by = (("verb by", verbs), ("rising by", rising), ("noun by", self._nouns), ("being by", _BEING))
        to = (("verb to", verbs), ("reached to", row["reached"]), ("verb from", verbs), ("begun from", row["begun"]))
        return beginnings((*by, *to, ("name of", of)))

    @cached_property
    def back(self) -> Beginnings:
        """What may begin behind a figure."""
        change = (*self._row["behind"], *self._falls["behind"], *self._more, *self._nouns)
        return beginnings((("by", change), ("to", self._row["sized"])))

    @cached_property
    def following(self) -> frozenset[str]:
        """The longest word of each of what is looked for behind a figure."""
        spellings = (spelling for known in self.back.values() for spelling, _ in known)
        return forms((*(max(WORD.findall(s), key=len) for s in spellings), *self._row["become"]))

    @cached_property
    def changing(self) -> Beginnings:
        """The words of change."""
        return beginnings((("", (*self._change, *self._falls["verbs"], *self._row["verbs"], *self._nouns)),))


def level(
    tokens: Tokens,
    quantities: list[Quantity],
    words: Levels,
    told: list[Cues],
    read: Callable[[str], list[Quantity]],
) -> None:
    """Give each figure that words say to be a change, or not to be one, that choice.

    `told` has the places of the telling words.
    """
    if not quantities:
        return
    if not told[0]:
        for quantity in quantities:
            if _ahead(tokens.text, quantity, words):
                _pin(quantity, [("when", "after")])
        return
    _Teller(tokens, quantities, words, told[0], read).tell()


class _Teller:
    """Tells the figures of one text what they are, in order: the words of one may speak of the next."""

    def __init__(
        self,
        tokens: Tokens,
        quantities: list[Quantity],
        words: Levels,
        cues: Cues,
        read: Callable[[str], list[Quantity]],
    ) -> None:
        self._tokens = tokens
        self._text = tokens.text
        self._q = quantities
        self._words = words
        self._cues = cues
        self._read = read
        self._last = -1
        """The last figure that was told, and what it is."""
        self._said = ""
        self._begun = False
        """Whether it is the first of `from 5 to 10 mg`."""

    def tell(self) -> None:
        """Pin each figure to what words say of it; one that words part is put in pieces."""
        text, starts = self._text, self._tokens.starts
        quantities, words, between = self._q, self._words, self._cues.between
        k = -1
        while k + 1 < len(quantities):
            k += 1
            quantity = quantities[k]
            if quantity.reason == "unread" and quantity.equation < 0 and not quantity.readings:
                floor = max(quantities[k - 1].end if k else 0, quantity.start - REACH)
                parted = _parted(text, quantity, floor, words, self._read)
                if parted:
                    quantities[k : k + 1] = parted
                    quantity = quantities[k]
            if quantity.reason or quantity.equation >= 0 or not quantity.readings:
                continue
            if quantity.readings[0].kind not in _KINDS:
                continue
            first, behind = bisect_right(starts, quantity.start) - 1, bisect_left(starts, quantity.end)
            before = between(first - NEAR, first)
            listed = self._last == k - 1 >= 0
            if not (before or listed or between(behind, behind + 6)):
                if _ahead(text, quantity, words):
                    _pin(quantity, [("when", "after")])
                continue
            if "change" in quantity.notes:
                # `from 5 to 10 mg`
                choice, stage = "to", "to" if listed and self._begun else "from"
            else:
                choice, stage = self._choice(k, first, behind, before=before, listed=listed)
                quantity = quantities[k]
            if choice:
                self._last, self._said = k, choice
            self._begun = stage == "from" and "change" in quantity.notes
            when = "" if choice or not _ahead(text, quantity, words) else "after"
            if choice or stage or when:
                told_of = [(AXIS, choice), ("stage", stage), ("when", when)]
                _pin(quantity, [pair for pair in told_of if pair[1]])

    def _choice(self, k: int, first: int, behind: int, *, before: bool, listed: bool) -> tuple[str, str]:
        """Return what words around a figure say it is, and at which end of a change; empty where they do not say.

        `first` and `behind` are its first token and the one behind it; `before` says whether a word of change stands in
        front, `listed` whether the figure in front was told. `rose $2 million to $10 million` is put in pieces.
        """
        if not before and not listed:
            return self._behind(k, behind, "", "")
        text, words, quantity = self._text, self._words, self._q[k]
        floor = self._q[k - 1].end if k else 0
        low = max(floor, self._tokens.edge(first, -1, NEAR), quantity.start - REACH)
        said = text[low : quantity.start].replace(CITATION, " ")
        choice, stage = _told(said, quantity, words) if before else "", ""
        weak = choice == "to"
        """Whether words behind the figure may say otherwise (`it is 5 mg more`)."""
        if choice in ("from", "into"):
            choice, stage = "to", "from" if choice == "from" else "to"
        if listed and low == floor and not choice:
            if self._said == "by" and words.then.match(said):
                # `rose 5% to $10 million`
                choice = "to"
            elif words.since.match(said):
                # `rose to $10 million from $8 million`
                choice, stage = "to", "from"
            elif quantity.series == self._q[k - 1].series >= 0 and words.joint.fullmatch(said):
                choice = self._said
        if before and not choice:
            if _UP_TO.match(text, quantity.start):
                # `increase up to 5 mg`
                choice = "to" if quantity.readings[0].kind not in _SHARES and words.upto.search(said) else ""
            elif quantity.readings[0].kind in _SHARES and words.object.search(said):
                choice = "by"
        if choice == "by" and before and (ends := _ends(text, quantity, said, words, self._read)):
            self._q[k : k + 1] = ends
        if weak or not choice:
            return self._behind(k, behind, choice, stage)
        return choice, stage

    def _behind(self, k: int, behind: int, choice: str, stage: str) -> tuple[str, str]:
        """Return what words behind a figure say it is, else what it was taken for."""
        if self._words.following.isdisjoint(self._tokens.raw[behind : behind + NEAR]):
            return choice, stage
        end = self._q[k].end
        ceiling = min(self._tokens.edge(behind, 1, NEAR), end + REACH)
        if k + 1 < len(self._q):
            ceiling = min(ceiling, self._q[k + 1].start)
        following = self._text[end:ceiling].replace(CITATION, " ")
        if told_behind := _told_behind(following, self._words):
            return told_behind, stage
        # `the dose of 5 mg is doubled`
        return choice, "from" if self._words.become.match(following) else stage


def _pin(quantity: Quantity, pins: list[tuple[str, str]]) -> None:
    quantity.readings = tuple(
        msgspec.structs.replace(r, told=tuple(sorted((*r.told, *pins)))) for r in quantity.readings
    )


def _ahead(text: str, quantity: Quantity, words: Levels) -> bool:
    """Say whether a time lies ahead by the words in front of it (`it will end in 5 years`)."""
    start = quantity.start
    if text[max(0, start - 3) : start] != "in " or not quantity.readings or quantity.reason or quantity.equation >= 0:
        return False
    if quantity.readings[0].dimension not in CLOCKS:
        return False
    return words.ahead.search(text, max(0, start - REACH), start) is not None


def _ends(
    text: str, quantity: Quantity, said: str, words: Levels, read: Callable[[str], list[Quantity]]
) -> list[Quantity]:
    """Return the two figures of what looks like a range behind a verb that is past (`rose by $2 to $10`)."""
    if any(r.shape != "range" for r in quantity.readings):
        return []
    if not (words.past.search(said) if quantity.readings[0].kind == "money" else words.moved.search(said)):
        return []
    found = words.apart.fullmatch(text, quantity.start, quantity.end)
    if found is None:
        return []
    made = []
    for name in ("low", "high"):
        start, end = found.span(name)
        one = read(text[start:end])
        if len(one) != 1 or one[0].reason or one[0].bare or one[0].end - one[0].start != end - start:
            return []
        made.append(msgspec.structs.replace(one[0], start=start, end=end, sentence=quantity.sentence))
    return made


def _parted(
    text: str, quantity: Quantity, floor: int, words: Levels, read: Callable[[str], list[Quantity]]
) -> list[Quantity]:
    """Return the share by which something moved and the number that it came to (`rose 5% to 1,200`)."""
    found = words.share_to.fullmatch(text, quantity.start, quantity.end)
    if found is None:
        return []
    said = text[floor : quantity.start].replace(CITATION, " ")
    way, front = _front(said, words)
    if way != "by" or not words.moved.search(front):
        return []
    made = []
    for name in ("low", "high"):
        start, end = found.span(name)
        one = read(text[start:end])
        if len(one) != 1 or one[0].reason or one[0].end - one[0].start != end - start:
            return []
        made.append(msgspec.structs.replace(one[0], start=start, end=end, sentence=quantity.sentence))
    return made


def _told(said: str, quantity: Quantity, words: Levels) -> str:
    """Return what the words in front of a figure say that it is."""
    way, front = _front(said, words)
    if way == "to":
        return "into" if _TO.search(front) else "to"
    if way != "of":
        return way
    # what a share is of may be a change itself
    share = quantity.readings[0].kind in _SHARES
    if share and front not in words.shares:
        return ""
    if not stands_in(said.lower(), words.changing):
        return "to"
    # `the dose in increments of`
    way, _ = _front(said[said.lower().rindex(front) + len(front) :], words)
    return way if way == "by" else ""


def _front(said: str, words: Levels) -> tuple[str, str]:
    """Return what the first words say that reach to the figure (`by`, `to`, `from`, `of`), and the words.

    Of what a level is `of` it is the name.
    """
    low = said.lower()
    ends: list[int] = []
    for word in WORD.finditer(low):
        if word[0] not in words.front:
            continue
        start = word.start()
        if start and low[start - 1] == "-":
            continue
        if not ends:
            ends, loose = _stops(low, words.over)
        for spelling, sort in words.front[word[0]]:
            if not low.startswith(spelling, start):
                continue
            what, _, way = sort.partition(" ")
            end = start + len(spelling)
            for stop in loose if what in _LOOSE else ends:
                if _reaches(low, end, stop, what, way, words):
                    return way, low[start:end] if way == "of" else low[start:]
    return "", ""


def _reaches(low: str, end: int, stop: int, what: str, way: str, words: Levels) -> bool:
    """Say whether what begins with words that end at `end` goes on to where it may stop."""
    if what == "verb":
        return low.endswith(way, end, stop) and _MOVED.fullmatch(low, end, stop) is not None
    if what == "being":
        return low[end:stop].strip() in words.passive
    if what in _OF:
        return _OF[what].fullmatch(low, end, stop) is not None
    return end == stop


def _stops(low: str, over: frozenset[str]) -> tuple[list[int], list[int]]:
    """Return where what is said may end: behind it stand blanks and words of `over` alone; then also adverbs."""
    loose = [len(low.rstrip())]
    strict = 1
    """How many of the places have no adverb behind them."""
    while len(parts := low[: loose[-1]].rsplit(None, 1)) == 2:
        if parts[1] in over:
            strict += strict == len(loose)
        elif _ADVERB.fullmatch(parts[1]) is None:
            break
        loose.append(len(parts[0]))
    return loose[:strict], loose


def _told_behind(following: str, words: Levels) -> str:
    """Return what the words behind a figure say that it is: of a change over two words, how large at once."""
    low = following.lower()
    found = _BEHIND.match(low)
    sized = ""
    if found is None:
        return ""
    for n, word in enumerate(found.groups(), 1):
        for spelling, sort in words.back.get(word, ()):
            end = found.start(n) + len(spelling)
            if not low.startswith(spelling, found.start(n)) or not ends_a_word(low, end):
                continue
            if sort == "by" and _THAN_OR.match(low, end) is None:
                return sort
            if sort == "to" and n == 1:
                sized = sort
        if word in ("or", "and"):
            break
    return sized
