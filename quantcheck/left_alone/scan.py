"""Expressions that are no quantity: dates, times of day, references, names with digits, scores, factors, idioms.

One pass over the digits of the visible text and one over its number words (`phrases`); each looks at the words beside
it. Left alone is only what the tables show to be no quantity: with a unit behind it, or in doubt, it is left to the
number reader.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Mapping
from typing import Any

import msgspec

from quantcheck.left_alone.dates import Dates
from quantcheck.left_alone.designations import FORMULA, Designations
from quantcheck.left_alone.guard import Guard, cases, word_before, word_behind
from quantcheck.left_alone.phrases import LOWER_END, Phrases, word_pattern
from quantcheck.patterns.later import later
from quantcheck.vocabulary.kinds import Split
from quantcheck.vocabulary.lexicon import RAW

Found = tuple[int, int, str]

_DASH = "-‐‑–—−"
# A set of characters first, as few of a text are in it: a class of all digits is looked for more slowly.
_DIGITS = re.compile(r"[0-9\x80-\U0010ffff](?<=\d)[\d.,:/‐‑–—−-]*")
_MARKS_TEXT = ".,:/‐‑–—−-"
_MARKS = frozenset(_MARKS_TEXT)
_ORDINAL = later(r"(?:st|nd|rd|th|ST|ND|RD|TH)(?![A-Za-z0-9])")
_ITEM = r"\d{1,5}(?:[.-]\d{1,4}){0,3}(?:[a-zA-Z](?![A-Za-z0-9])|\([a-z0-9]{1,3}\))?"
_ITEMS = later(_ITEM)
_MORE = later(
    rf"(?P<joint>[ ]?[{_DASH}]{{1,3}}[ ]?|/|,[ ](?:and[ ]|or[ ]|&[ ])?|[ ](?:and|or|to|through|&|of)[ ])(?={_ITEM})"
)
_DECADE_JOINT = later(r"s(?:,?[ ](?:and|or|to|through)[ ]|,[ ]|[-‐‑–—/])\Z")
_PAIR = later(r"(\d{1,3})[-–—‑‐:](\d{1,3})(?:[-–—‑‐](\d{1,3}))?")
_SENTENCE_MARK = later(r"[.!?](?!\d)|\n")
_WINDOW = 60


class LeftAlone(msgspec.Struct, frozen=True):
    """The tables of what is left alone, compiled."""

    dates: Dates
    designations: Designations
    guard: Guard
    phrases: Phrases
    behind: Mapping[str, str]
    """A word before a number -> what it makes of it."""
    lasts: frozenset[str]
    """The last tokens of these words."""
    plural: frozenset[str]
    never_behind: frozenset[str]
    sorting: frozenset[str]
    lettered: frozenset[str]
    """Words that name no part of a thing where a number stands before them."""
    score_cues: re.Pattern[str]
    score_behind: frozenset[str]
    no_clock: re.Pattern[str]
    ages: frozenset[str]
    laws: frozenset[str]
    digit_phrases: tuple[str, ...]

    @classmethod
    def compile(cls, table: Mapping[str, Any], units: Container[str] = frozenset()) -> LeftAlone:
        """Compile `vocab/left_alone.toml`; `units` holds the spellings of all units."""
        guard = Guard.compile(table["guard"], units)
        dates = Dates.compile(table["date"], table["clock_time"], guard)
        designations = Designations.compile(table, guard)
        behind = _behind(table, dates, designations)
        return cls(
            dates=dates,
            designations=designations,
            guard=guard,
            phrases=Phrases.compile(table, guard),
            behind=behind,
            lasts=frozenset(RAW.findall(word)[-1] for word in behind),
            plural=_plurals(table["reference"]),
            never_behind=frozenset(table["reference"]["never_behind"]),
            sorting=frozenset(table["reference"]["sorting"]),
            lettered=cases(table["reference"]["lettered"]),
            score_cues=word_pattern(table["score"]["cues"]),
            score_behind=frozenset(table["score"]["behind"]),
            no_clock=word_pattern(table["clock_time"]["never_near"]),
            ages=frozenset(table["idiom"]["ages"]),
            laws=frozenset(table["reference"]["laws"]),
            digit_phrases=tuple(sorted(table["idiom"]["digits"], key=lambda p: (-len(p), p))),
        )


def _behind(table: Mapping[str, Any], dates: Dates, designations: Designations) -> dict[str, str]:
    reference = table["reference"]
    found = dict.fromkeys(
        cases(reference["words"]) | cases(reference["abbreviations"]) | _plurals(reference), "reference"
    )
    found |= dict.fromkeys(designations.before, "identifier")
    found |= dict.fromkeys(designations.products | designations.version_before, "version")
    found |= dict.fromkeys(designations.phone_before, "phone")
    found |= dict.fromkeys(dates.year_words, "year")
    found |= dict.fromkeys(designations.states, "state")
    found |= dict.fromkeys(dates.months, "month")
    return found


def _plurals(reference: Mapping[str, Any]) -> frozenset[str]:
    words = [f"{word}s" for word in reference["words"]] + reference["plurals"] + reference["abbreviated_plurals"]
    return cases(words)


def scan(visible: Split, table: LeftAlone) -> list[Found]:
    """Return the start, end and why of each expression left alone, in order; they do not overlap."""
    found = _Scan(visible, table).digits()
    words = table.phrases.scan(visible)
    if not words:
        return found
    merged: list[Found] = []
    place = 0
    for one in sorted(found + words, key=lambda f: (f[0], -f[1])):
        if one[0] >= place:
            merged.append(one)
            place = one[1]
    return merged


class _Scan:
    """The pass over the digits of one text."""

    def __init__(self, split: Split, table: LeftAlone) -> None:
        self.split = split
        self.text = split.text
        self.table = table
        self.floor = 0
        """Digits before this place were looked at."""
        self.taken = 0
        """Characters before this place belong to something found."""
        self.last: Found = (0, 0, "")
        """What was found last."""
        self._places: dict[re.Pattern[str], list[int]] = {}

    def digits(self) -> list[Found]:
        text, behind, lasts, out = self.text, self.table.behind, self.table.lasts, []
        raw, starts = self.split.raw, self.split.starts
        size = len(text)
        for match in _DIGITS.finditer(text):
            start, end = match.span()
            if start < self.floor:
                continue
            if text[end - 1] in _MARKS:
                end = start + len(match.group().rstrip(_MARKS_TEXT))
            before = text[start - 1] if start else " "
            after = text[end] if end < size else ""
            found: Found | None = None
            if before in " \n\u00a0(":
                k = bisect_left(starts, start)
                if k < 2 or raw[k - 2] in lasts or starts[k] != start or starts[k - 1] < start - 1:
                    word = text[max(0, start - 16) : start - 1].rpartition(" ")[2]
                    if before == "\n" and word.endswith("."):
                        # `Click the tab.` and a list number on the next line.
                        word = ""
                    kind = behind.get(word)
                    if kind is None and not word.isalpha():
                        kind = behind.get(_bare(word))
                    if kind is not None:
                        found = self.after_word(kind, _bare(word), start, end)
            elif before.isalpha() or before in "-‐‑–'’‘#§.+":
                found = self.touched(before, start, end)
            elif before == "[":
                found = self.table.designations.fused(text, start)
            if found is None and end - start > 2 and not text[start:end].isdecimal():
                found = self.compound(start, end)
                if found is None and after in ("-", "'", "′", "’") and "," in text[start:end]:
                    found = self.table.designations.compound(text, start, end)
            if found is None and after:
                if after == " " or after in _NEAR_MARKS:
                    if text[end + 1 : end + 2] in _MAY_FOLLOW:
                        found = self.word_behind(start, end)
                elif after.isalpha():
                    found = self.letters_behind(before, start, end)
                elif after == ")" and before == "(":
                    found = self.table.designations.phone(text, start, end)
                elif after in "'’":
                    found = self.table.dates.decade(text, start)
            if found is not None and found[2] in _NAMED and found[1] == end:
                if text[end : end + 2].lstrip()[:1] in _COMPARING or self.table.guard.ranges_at(text, end):
                    # `V 0.05 to 0.15%`, `patients 18 ≤ age < 65`: the number is the lower end of a range
                    found = None
            if found is not None and found[0] >= self.taken and not self._goes_on(*found[:2]):
                out.append(found)
                self.last = found
                self.taken = self.floor = found[1]
            else:
                self.floor = end
        return out

    def _goes_on(self, start: int, end: int) -> bool:
        """Return whether a number goes on behind `end`, so that what ends there is a part of something bigger."""
        text = self.text
        if text[end - 1] in "mM." and text[end : end + 1] in _DASH:
            # `9 a.m.–8 p.m.`
            return False
        if text[end : end + 1] == ":" and FORMULA.fullmatch(text, start, end):
            return False
        return text[end : end + 1] in _MARKS and text[end + 1 : end + 2].isdigit()

    def compound(self, start: int, end: int) -> Found | None:
        """Take digits with marks between them: `2020-05-06`, `10:30`, `1.2.3`, `555-123-4567`, `3-1`."""
        text, table = self.text, self.table
        piece = text[start:end]
        if piece.replace(".", "", 1).replace(",", "").isdecimal():
            return table.designations.code(text, start, end) if piece.startswith("10.") and end - start > 6 else None
        if text[end : end + 1] == "T" and text[end + 1 : end + 2].isdecimal():
            return table.dates.numeric(text, start, end)
        if table.guard.unit_at(text, end):
            return None
        if ":" in piece:
            return self.clock(start, end)
        if piece.count(".") > 1:
            return (
                table.dates.numeric(text, start, end)
                or table.designations.phone(text, start, end)
                or table.designations.dotted(text, start, end)
            )
        for phrase in table.digit_phrases:
            stop = start + len(phrase)
            if text.startswith(phrase, start) and not text[stop : stop + 1].isalnum() and stop >= end:
                return (start, stop, "idiom")
        return (
            table.dates.numeric(text, start, end)
            or table.designations.phone(text, start, end)
            or table.designations.code(text, start, end)
            or self.score(start, end)
        )

    def letters_behind(self, before: str, start: int, end: int) -> Found | None:
        """Take digits with letters glued on: `1st`, `5pm`, `1960s`, `3x faster`, `2D`."""
        text, table = self.text, self.table
        if before.isalnum():
            return None
        if _ORDINAL.match(text, end) and before not in "/.,⁄" and "/" not in text[start:end]:
            day = table.dates.before_month(text, start)
            return day or (start, end + 2, "ordinal")
        after = text[end]
        if after == "s":
            found = table.dates.decade(text, start)
            if found is None and end - start == 2 and not text[end + 1 : end + 2].isalnum():
                if word_before(text, start) in table.ages:
                    return (start, end + 1, "idiom")
                joint = _DECADE_JOINT.search(text, max(0, start - 12), start)
                if joint is not None and self.last[1] == joint.start() + 1:
                    # `in their 20s and 30s`
                    return (start, end + 1, self.last[2])
            return found
        if after in "aApPhH":
            found = table.dates.clock(text, start, end)
            if found is not None:
                return found
        if after in "xX":
            found = self.factor(start, end)
            if found is not None:
                return found
        if end - start == 4:
            found = table.designations.work(text, start, end)
            if found is not None:
                return found
        return table.designations.code(text, start, end)

    def word_behind(self, start: int, end: int) -> Found | None:
        """Take what the word behind shows: a month, `pm`, `BC`, `times larger`, `-fold`."""
        text, table = self.text, self.table
        after = text[end + 1]
        if after.isdecimal() or text[end] == "-":
            found = table.designations.phone(text, start, end)
            if found is not None:
                return found
        if after.isspace() and text[end + 1 : end + 5].lstrip()[:1] in tuple("aApP"):
            # `5  pm`, with a blank too many
            return table.dates.clock(text, start, end)
        word = text[end + 1 : end + 14].partition(" ")[0]
        if (after in "aAoOpP" and word[1:2] in _CLOCK_LETTERS) or (
            after in "hH" and end - start == 4 and text[start] == "0"
        ):
            return table.dates.clock(text, start, end)
        if after in "tfxX×":
            return self.factor(start, end)
        if after.isupper():
            bare = word.rstrip(".,;:)?!")
            if bare in table.dates.months:
                return table.dates.before_month(text, start)
            if bare in table.laws and end - start <= 3:
                return (start, end + 1 + len(bare), "reference")
            if after in "ABC" and bare in table.dates.eras:
                return table.dates.era(text, start, end)
            return table.designations.nuclide(text, start, end)
        return None

    def factor(self, start: int, end: int) -> Found | None:
        """Take `3 times larger`, `3x faster`, `3-fold`, with the lower end of a range before it."""
        text, table = self.text, self.table
        stop = table.phrases.factor_end(text, end)
        if not stop:
            return None
        lower = LOWER_END.search(text, max(self.taken, start - 16), start)
        return (lower.start() if lower is not None else start, stop, "factor")

    def score(self, start: int, end: int) -> Found | None:
        """Take `3-1` where a word of games or votes stands near it in the sentence."""
        text, table = self.text, self.table
        pair = _PAIR.fullmatch(text, start, end)
        if pair is None or table.guard.unit_at(text, end) or text[start - 1 : start] in ("$", "€", "£", "~", "/"):
            return None
        if text[end : end + 1].isspace() and text[end + 1 : end + 2].isdecimal():
            # `71–958 731 mg`: the digits behind may be another group of the number
            return None
        behind = word_behind(text, end).lower()
        if behind and behind not in table.score_behind:
            # `lost 5-10 patients` counts something.
            return None
        return (start, end, "score") if self._near(table.score_cues, start, end, _WINDOW, 24) else None

    def clock(self, start: int, end: int) -> Found | None:
        """Take a time of day unless a word of ratios or records stands near it in the sentence."""
        found = self.table.dates.clock(self.text, start, end)
        if found is not None and ":" in self.text[start:end] and found[1] == end:
            return None if self._near(self.table.no_clock, start, end, 48, 48) else found
        return found

    def _near(self, cues: re.Pattern[str], start: int, end: int, before: int, behind: int) -> bool:
        """Return whether a cue stands in the same sentence, at most so many characters away."""
        places = self._places.get(cues)
        if places is None:
            places = self._places[cues] = [match.start(1) for match in cues.finditer(f" {self.text}")]
        low, high = max(0, start - before), end + behind
        at = bisect_left(places, low + 1)
        while at < len(places) and places[at] <= high:
            place = places[at] - 1
            between = self.text[place:start] if place < start else self.text[end:place]
            if _SENTENCE_MARK.search(between) is None:
                return True
            at += 1
        return False

    def after_word(self, kind: str, word: str, start: int, end: int) -> Found | None:
        """Take the number behind a word of the tables."""
        text, table = self.text, self.table
        if kind == "reference":
            return self.reference(word, start)
        if kind == "month":
            return table.dates.behind_month(text, word, start)
        if kind == "identifier":
            return table.designations.behind_name(text, word, start)
        if kind == "version":
            return table.designations.behind_version_word(text, word, start)
        if kind == "phone":
            return table.designations.behind_phone_word(text, start)
        if kind == "state":
            postal = table.designations.postal(text, start) if end - start in (5, 10) else None
            return postal or (self.reference(word, start) if word == "ID" else None)
        return table.dates.after_year_word(text, word, start)

    def reference(self, word: str, start: int) -> Found | None:
        """Take `page 5`, `Tables 2 and 3`, `pp. 5–7`, with the word; never a member that has a unit."""
        text, table, guard = self.text, self.table, self.table.guard
        first = _ITEMS.match(text, start)
        if first is None or (word in table.never_behind and table.phrases.counted(text, start - 1 - len(word))):
            return None
        if word_before(text, start - 1 - len(word)).lower() in table.sorting:
            return None
        ends, several = [first.end()], word in self.table.plural
        while True:
            more = _MORE.match(text, ends[-1])
            if more is None:
                break
            joint = more["joint"].strip()
            joint = joint[0] if joint[0] in _DASH else joint
            item = _ITEMS.match(text, more.end())
            # `Fig. 4b, 4c and 5d`
            lettered = item is not None and word in table.lettered and _letters(text, ends[-1], item.end())
            if item is None or not (several or lettered or joint in _RANGE_JOINTS):
                break
            ends.append(item.end())
            if not (several or lettered):
                break
        # The last members may belong to what follows: `Tables 2 and 3, 5 mg`.
        while ends and not _is_item_end(text, ends[-1], guard):
            ends.pop()
        return (start - 1 - len(word), ends[-1], "reference") if ends else None

    def touched(self, before: str, start: int, end: int) -> Found | None:
        """Take digits that letters, a hyphen or a mark touch from the left."""
        text, table = self.text, self.table
        if before in "'’‘":
            return table.dates.decade(text, start)
        if before == "+":
            return table.designations.phone(text, start, end)
        if before in "#§":
            item = _ITEMS.match(text, start)
            if item is None or table.guard.unit_at(text, item.end()) or text[start - 2 : start - 1].isalnum():
                return None
            return (start - 1, item.end(), "reference")
        if before == ".":
            word = _bare(text[max(0, start - 12) : start].rpartition(" ")[2])
            kind = table.behind.get(word) if word[:1].isalpha() else None
            if kind not in ("reference", "version"):
                return None
            item = _ITEMS.match(text, start)
            if item is None or table.guard.unit_at(text, item.end()):
                return None
            return (start - len(word), item.end(), kind)
        if before in "-‐‑–" and not text[start - 2 : start - 1].isalpha():
            return None
        found = table.dates.glued(text, start, end) if before in "QHY-–" else None
        if found is not None:
            return found
        if not before.isalpha():
            word = text[max(self.floor, start - 16) : start - 1].rpartition(" ")[2].lstrip("(\n")
            if table.behind.get(word) == "reference" and before != "–" and not table.guard.unit_at(text, end):
                return (start - 1 - len(word), end, "reference")
        return None if before == "–" else table.designations.glued(text, start, end, self.floor)


_COMPARING = frozenset("<≤⩽")
_NAMED = frozenset(("version", "identifier", "reference"))
_NEAR_MARKS = frozenset("-\u00a0×")
# Letters with which a word begins that means something behind a number, and digits of a telephone number.
_MAY_FOLLOW = frozenset("aApPoOhHtfxX×JFMASONDBCU0123456789 ")
_CLOCK_LETTERS = frozenset(".mM'’f")
# A second number behind a reference in the singular (`grade 3 or 4`, `phase 1/2`).
_RANGE_JOINTS = frozenset((*_DASH, "/", "to", "through", "of", "or"))


def _bare(word: str) -> str:
    return word.rpartition("\n")[2].lstrip("([{\"'“‘*–—/")


def _letters(text: str, *ends: int) -> bool:
    """Say whether a small letter stands before each place."""
    return all(text[end - 1].islower() for end in ends)


def _is_item_end(text: str, end: int, guard: Guard) -> bool:
    if text[end : end + 1].isalnum() or (text[end : end + 1] in ".,/:" and text[end + 1 : end + 2].isdigit()):
        return False
    return not guard.unit_at(text, end)
