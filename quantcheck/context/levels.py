"""Whether a figure is how much something changes, or what it comes to (`rose by $5 million`, `rose to $5 million`).

Where words say which, the figure has one choice of the axis `change`; so it equals what says the same or nothing, and
never for certain what says the other. Temperatures have dimensions of their own for that.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from quantcheck.lexing.tokens import CITATION, Tokens
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.values import Quantity

AXIS: Final = "change"
REACH: Final = 70
"""Characters on either side that are looked at."""
NEAR: Final = 16
"""Raw tokens on either side that are looked at."""
_CLOCKS: Final = ("time", "calendar")
_TO: Final = later(r"\sto\b|\b(?:ended|closed|settled)\b", re.IGNORECASE)
_SHARES: Final = ("percent", "percentage_point")
_UP_TO: Final = later(r"up\s+to\b", re.IGNORECASE)
_KINDS: Final = frozenset(("physical", "money", "count", "number", "percent", "percentage_point"))


class Levels:
    """The words that say that a figure is a change, and those that say that it is not, compiled."""

    def __init__(self, relations: Mapping[str, Any]) -> None:
        row, falls = relations["level"], relations["direction"]
        verbs = any_of({*relations["change"]["words"], *falls["verbs"], *row["verbs"]})
        rising = any_of({*row["rising"], *falls["falling"]})
        nouns = any_of({*row["nouns"], *falls["nouns"], *falls["cuts"]})
        over, names = any_of(row["over"]), any_of((*row["names"], *row["shares"]))
        word = r"(?:\s+(?!(?:to|from|and|or|but|by|of|than)\b)[^\W\d_][\w'’-]*)"
        self.front = later(
            rf"(?<![\w-])(?:(?P<by>(?:{verbs}){word}{{0,5}}\s+by(?:\s+(?:{over}))*|(?:{rising})(?:\s+\w+ly|\s+(?:{over}))*"
            rf"|(?:{nouns})(?:\s+(?:in|to){word}{{1,5}})?\s*(?:\s(?:of|is|was|were|are)|:|=)(?:\s+(?:{over}))*"
            rf"|(?:is|are|was|were|be|been|being)\s+(?:{any_of(row['passive'])})(?:\s+\w+ly|\s+(?:{over}))*)"
            rf"|(?P<to>(?:{verbs}){word}{{0,5}}\s+to(?:\s+(?:{over}))*|(?:{any_of(row['reached'])})(?:\s+(?:{over}))*)"
            rf"|(?P<stage>(?:(?:{verbs}){word}{{0,5}}\s+from|{any_of(row['begun'])})(?:\s+(?:{over}))*)"
            rf"|(?P<of>(?P<name>{names}){word}{{0,2}}\s*(?:\s(?:of|is|was|were|are)|:|=)"
            rf"(?:\s+(?:{over}))*))\s*\Z",
            re.IGNORECASE,
        )
        self.object = later(
            rf"(?<![\w-])(?:{any_of(row['active'])}){word}{{0,2}}\s+(?!(?:{any_of(row['object_never'])})\b)[^\W\d_]+\s+\Z",
            re.IGNORECASE,
        )
        """What is raised or cut, before a share (`raised the tax 12%`)."""
        self.upto = later(
            rf"(?<![\w-])(?<!\ba\s)(?<!\ban\s)(?<!\bthe\s)(?:{any_of(row['upto'])}){word}{{0,3}}\s+\Z", re.IGNORECASE
        )
        self.become = later(
            rf"(?:\s+[^\W\d_]+)?\s+(?:is|are|was|were|be|been|being)\s+(?:then\s+)?(?:{any_of(row['become'])})\b",
            re.IGNORECASE,
        )
        self.ahead = later(rf"\b(?:{any_of(row['ahead'])})\b[^.;:!?()\n]{{0,40}}\sin\s\Z", re.IGNORECASE)
        self.since = later(rf"\s*,?\s*(?:{any_of(row['since'])})(?:\s+(?:{over}))*\s*\Z", re.IGNORECASE)
        self.then = later(rf"\s*,?\s*(?:and\s+)?to(?:\s+(?:{over}))*\s*\Z", re.IGNORECASE)
        compared = relations["comparative"]
        more = {w for end in ("gt", "lt") for w in compared[end] if " " not in w}
        behind = any_of({*row["behind"], *falls["behind"], *more})
        self.back = later(
            rf"[\s-]+(?:(?:(?!or\b|and\b)[^\W\d_]+\s+){{0,2}}?(?:{behind}|{nouns})\b(?!\s+than\s+or\b)"
            rf"|(?P<to>{any_of(row['sized'])})\b)",
            re.IGNORECASE,
        )
        earlier, later_on = any_of(row["earlier"]), any_of(row["later"])
        self.when = later(rf"\s+(?:(?P<before>{earlier})|(?P<after>{later_on}))\b(?!\s*(?:or|and|/)\s)", re.IGNORECASE)
        """What a time is before or behind."""
        self.ways = later(rf"\s+(?:(?:to\s+the|due)\s+)?(?P<way>{any_of(row['ways'])})\b", re.IGNORECASE)
        self.shares = frozenset(row["shares"])
        self.joint = later(r"\s*(?:,|,?\s*(?:and|or))\s*", re.IGNORECASE)
        self.past = later(rf"(?<![\w-])(?:{any_of(row['past'])})\b", re.IGNORECASE)
        self.moved = later(rf"(?<![\w-])(?:{any_of(row['moved'])})\b", re.IGNORECASE)
        self.share_to = later(
            r"(?P<low>\d[\d.]{0,8}\s?(?:%|percent|per cent))\s+to\s+(?P<high>\d[\d.,]{0,20})", re.IGNORECASE
        )
        self.apart = later(r"(?P<low>\S(?:.{0,30}?\S)?)\s+to\s+(?P<high>\S.{0,40})", re.IGNORECASE)
        self.changing = later(rf"\b(?:{verbs}|{nouns})\b", re.IGNORECASE)
        cues = {
            *relations["change"]["words"], *falls["verbs"], *falls["falling"], *falls["nouns"], *falls["behind"],
            *row["verbs"], *row["rising"], *row["nouns"], *row["behind"], *row["names"], *row["shares"], *more,
            *row["sized"], *row["earlier"], *row["later"], *row["ways"],
            *(w.split()[0] for w in (*row["reached"], *row["begun"], *row["behind"], *row["earlier"])),
        }  # fmt: skip
        self.cues = frozenset(v for w in cues for v in (w, w.capitalize(), w.upper()))


def level(tokens: Tokens, quantities: list[Quantity], words: Levels, read: Callable[[str], list[Quantity]]) -> None:
    """Give each figure that words say to be a change, or not to be one, that choice."""
    text, starts, raw, none = tokens.text, tokens.starts, tokens.raw, words.cues.isdisjoint
    if not quantities:
        return
    if none(raw):
        for quantity in quantities:
            if _ahead(text, quantity, words):
                _pin(quantity, [("when", "after")])
        return
    last, told, begun = -1, "", False
    """The last figure that was told, what it is, and whether it is the first of `from 5 to 10 mg`."""
    k = -1
    while k + 1 < len(quantities):
        k += 1
        quantity = quantities[k]
        if quantity.reason == "unread" and quantity.equation < 0 and not quantity.readings:
            parted = _parted(
                text, quantity, max(quantities[k - 1].end if k else 0, quantity.start - REACH), words, read
            )
            if parted:
                quantities[k : k + 1] = parted
                quantity = quantities[k]
        if quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        if quantity.readings[0].kind not in _KINDS:
            continue
        first, behind = bisect_right(starts, quantity.start) - 1, bisect_left(starts, quantity.end)
        before = not none(raw[max(0, first - NEAR) : first])
        listed = last == k - 1 >= 0
        """Whether the figure stands behind one that was told."""
        if not (before or listed or not none(raw[behind : behind + 6])):
            if _ahead(text, quantity, words):
                _pin(quantity, [("when", "after")])
            continue
        stage = when = way = ""
        if "change" in quantity.notes:
            # `from 5 to 10 mg`
            choice, stage = "to", "to" if listed and begun else "from"
        else:
            floor = quantities[k - 1].end if k else 0
            low = max(floor, tokens.edge(first, -1, NEAR), quantity.start - REACH)
            said = text[low : quantity.start].replace(CITATION, " ")
            choice = _told(said, quantity, words) if before else ""
            weak = choice == "to"
            """Whether words behind the figure may say otherwise (`it is 5 mg more`)."""
            if choice in ("from", "into"):
                choice, stage = "to", "from" if choice == "from" else "to"
            if listed and low == floor and not choice:
                if told == "by" and words.then.match(said):
                    # `rose 5% to $10 million`
                    choice = "to"
                elif words.since.match(said):
                    # `rose to $10 million from $8 million`
                    choice, stage = "to", "from"
                elif quantity.series == quantities[k - 1].series >= 0 and words.joint.fullmatch(said):
                    choice = told
            if before and not choice:
                if _UP_TO.match(text, quantity.start):
                    # `increase up to 5 mg`
                    choice = "to" if quantity.readings[0].kind not in _SHARES and words.upto.search(said) else ""
                elif quantity.readings[0].kind in _SHARES and words.object.search(said):
                    choice = "by"
            if choice == "by" and before and (ends := _ends(text, quantity, said, words, read)):
                # `rose $2 million to $10 million`
                quantities[k : k + 1] = ends
                quantity = quantities[k]
            if weak or not choice:
                ceiling = min(tokens.edge(behind, 1, NEAR), quantity.end + REACH)
                if k + 1 < len(quantities):
                    ceiling = min(ceiling, quantities[k + 1].start)
                following = text[quantity.end : ceiling].replace(CITATION, " ")
                if (found := words.back.match(following)) is not None:
                    choice = "to" if found["to"] is not None else "by"
                elif words.become.match(following):
                    # `the dose of 5 mg is doubled`
                    stage = "from"
                elif (found := words.ways.match(following)) is not None and quantity.readings[0].dimension == "length":
                    way = found["way"].lower()
                elif not choice and quantity.readings[0].dimension in _CLOCKS:
                    found = words.when.match(following)
                    when = "" if found is None else "after" if found["before"] is None else "before"
                    if found is None and _ahead(text, quantity, words):
                        when = "after"
        if choice:
            last, told = k, choice
        begun = stage == "from" and "change" in quantity.notes
        told_of = [(AXIS, choice), ("stage", stage), ("when", when), ("way", way)]
        if pins := [pair for pair in told_of if pair[1]]:
            _pin(quantity, pins)


def _pin(quantity: Quantity, pins: list[tuple[str, str]]) -> None:
    quantity.readings = tuple(
        msgspec.structs.replace(r, axes=tuple(sorted((*r.axes, *pins)))) for r in quantity.readings
    )


def _ahead(text: str, quantity: Quantity, words: Levels) -> bool:
    """Say whether a time lies ahead by the words in front of it (`it will end in 5 years`)."""
    start = quantity.start
    if text[max(0, start - 3) : start] != "in " or not quantity.readings or quantity.reason or quantity.equation >= 0:
        return False
    if quantity.readings[0].dimension not in _CLOCKS:
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
    front = words.front.search(said)
    if front is None or front["by"] is None or not words.moved.search(front["by"]):
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
    found = words.front.search(said)
    if found is None:
        return ""
    if found["by"] is not None:
        return "by"
    if found["stage"] is not None:
        return "from"
    if found["to"] is not None:
        return "into" if _TO.search(found["to"]) else "to"
    # what a share is of may be a change itself
    share = quantity.readings[0].kind in _SHARES
    if share and found["name"].lower() not in words.shares:
        return ""
    return "" if words.changing.search(said) else "to"
