"""The blocks of a text: where no expression goes on, and which stretch is one sentence, list item or table row.

Works on visible text. List and heading numbers and bullets are found here, since only their place makes them so.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Mapping
from typing import Any

import msgspec

from quantcheck.patterns.later import later
from quantcheck.visible.markup import CITATION
from quantcheck.visible.view import View

_OTHER_LINES = "\u2028\u2029\r\f\v"
_LINE = re.compile(rf"[\n{_OTHER_LINES}]")
_NEWLINE = re.compile("\n")
# What a line begins with, behind its indentation and any marks of quotation.
_HEAD = re.compile(
    r"[ \t>]*+(?:"
    r"(?P<blank>$|(?=[\n\r]))"
    r"|(?P<heading>\#{1,6}[ \t]++)(?P<section>\d{1,3}(?:\.\d{1,3})*+\.?(?=[ \t:)]))?"
    r"|(?P<bullet>(?!\+[ \t]*+(?:or|/)[ \t]*+[-−–])[-+*•‣◦▪●○·–—−](?=[ \t\ufdd1]))(?:[ \t]++\[[ xX]\])?"
    r"(?:[ \t]++(?P<inner>\(?(?:\d{1,4}|[a-z])[.)])(?=[ \t]))?"
    r"|(?P<number>(?:\(\d{1,3}\)|\d{1,9}\ufdd1*[.)]|(?:\d{1,3}\.){1,3}\d{1,3}\.?)(?=[ \t\ufdd1]|$)"
    r"|\d\ufe0f?\u20e3|[①-⑳❶-❿])"
    r"|(?P<row>\|)"
    r"|(?P<rule>(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*+(?=[\n\r]|$))"
    r")",
)
_REST = later(r"\s*+\Z")
_AMOUNT = later(r"[ \t]++([^\W\d_]++|[×%])")
_TITLE = later(r"[ \t]++(?:(?P<word>[A-Z][A-Za-z]{2,})[^\n.!?|]{1,80})(?=\n|$)")
_SPACE = frozenset(" \t\n\r\f\v\u00a0\u2028\u2029")
_CLOSING = "\"'”’»)\\]"
# One set of characters first: so the engine tries few places.
_STOP = re.compile(
    rf"[.!?…。！？](?:(?<=[。！？])[。！？]*+|(?<=[.!?…])[.!?…]*+[{_CLOSING}]*+"
    rf"(?:(?=\s|\Z)|{CITATION}[{_CLOSING}{CITATION}]*+(?=\s|\Z|[A-Z])))"
)
_OPENING = "\"'“‘«([*"
_BEHIND = re.compile(rf"[\s{CITATION}]*+([{re.escape(_OPENING)}]*+)(.)", re.DOTALL)
_PER = later(r"[^\W\d_](?:\|([^\W\d_]{1,12})(?![\w|])| \| ([^\W\d_]{1,12})(?=\s*(?:[.,;)]|\n|\Z)))")
_TRAILING = later(rf"[ \t]*+{CITATION}++")
# A number of a series in running text: behind the end of a sentence or a colon, before a word.
_SERIES = re.compile(r"[.)](?<=\d[.)])(?= {1,3}[^\W\d_])")
_SERIES_BEHIND = '.!?:;,"”’)' + CITATION


class Abbreviations(msgspec.Struct, frozen=True):
    """The words whose point ends no sentence, compiled."""

    always: frozenset[str]
    """Never end a sentence (`e.g.`, `Dr.`), in lower case, without the last point."""
    unless_capital: frozenset[str]
    """End one only before a capital (`oz.`, `min.`)."""

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Abbreviations:
        """Compile the `abbreviations` table of `vocab/markup.toml`."""
        return cls(frozenset(table["always"]), frozenset(table["unless_capital"]))


class Blocks(msgspec.Struct):
    """The blocks of one text, in visible offsets, end exclusive."""

    breaks: list[int]
    """Sorted; no expression holds characters on both sides of one. One at k stands between k-1 and k."""
    sentences: list[tuple[int, int]]
    """Sentences, list items and table rows, in order; they do not overlap."""
    ignored: list[tuple[int, int, str]]
    """List numbers, heading numbers and bullets, in order."""

    def crosses(self, start: int, end: int) -> bool:
        """Return whether a break lies inside the span."""
        at = bisect_right(self.breaks, start)
        return at < len(self.breaks) and self.breaks[at] < end

    def sentence(self, place: int) -> int:
        """Return the index of the sentence that holds `place`, of the last one before it where none does."""
        return max(0, bisect_right(self.sentences, (place, len(self.sentences) and 1 << 62)) - 1)


def blocks(view: View, abbreviations: Abbreviations, units: Container[str] = frozenset()) -> Blocks:
    """Return the blocks of the visible text; a number before one of `units` begins no title (`2.4 GHz band`)."""
    text = view.text
    breaks: list[int] = []
    ends: list[int] = []
    ignored: list[tuple[int, int, str]] = []
    _lines(text, breaks, ends, ignored, units)
    if "|" in text:
        breaks += _bars(text, units)
    at_lines = {start for start, _, _ in ignored}
    running = [item for item in _series(text) if item[0] not in at_lines]
    ends += [start for start, _, _ in running]
    ignored = sorted(ignored + running)
    return Blocks(sorted(set(breaks)), _sentences(text, ends, ignored, abbreviations), ignored)


def _lines(
    text: str, breaks: list[int], ends: list[int], ignored: list[tuple[int, int, str]], units: Container[str]
) -> None:
    """Take each line's beginning: what kind of block it opens, and whether the line before closes one."""
    place, closes, blank, item = 0, False, True, 0
    end_of_line = _NEWLINE
    for other in _OTHER_LINES:
        if other in text:
            end_of_line = _LINE
    while True:
        line = end_of_line.search(text, place)
        stop = line.start() if line is not None else len(text)
        head = _HEAD.match(text, place)
        if head is not None and head["number"] is not None:
            start, end = head.span("number")
            number, cited, _ = text[start:end].partition(CITATION)
            why = _numbered(text, number, end, place, blank, item, units)
            if why:
                # a citation in it (`1[2].`) owns its own digits
                ignored.append((start, start + len(number) if cited else end, why))
                item = _value(number)
            else:
                head = None
        row = head is None and text.find(" | ", place, stop) >= 0
        if place and (closes or row or head is not None):
            breaks.append(place)
            ends.append(place)
        closes, blank = row, False
        if head is not None:
            blank = head["blank"] is not None
            closes = bool(head["heading"] or head["row"] or head["rule"]) or (
                head["number"] is not None and ignored[-1][2] == "heading_number"
            )
            _marks(head, breaks, ignored, units)
        if line is None:
            return
        place = line.end()


def _numbered(text: str, number: str, end: int, place: int, blank: bool, item: int, units: Container[str]) -> str:
    """Return what the number at the start of a line is: of a list, of a heading, or none of them (empty).

    In the middle of a paragraph a number begins an item only where it goes on with a list, is the first, or stands
    behind a sentence: `a dose of` / `5. Then` is one sentence over two lines.
    """
    inner = number.strip("().")
    if "." in inner:
        # `2.1 Dosing` is a heading where the line is a title and no more; else a decimal or a version.
        title = _TITLE.match(text, end) if blank else None
        return "heading_number" if title is not None and title["word"] not in units else ""
    value = _value(number)
    if _REST.match(text, end) and not 0 < item == value - 1:
        # a text that says a number and no more
        return ""
    if blank or value in (1, item + 1) or value < 0:
        return "list_number"
    before = text[max(0, place - 4) : place].rstrip()[-1:]
    return "list_number" if value < 100 and before in list(".:;!?" + CITATION) else ""


def _value(number: str) -> int:
    inner = number.strip("().")
    return int(inner) if inner.isdecimal() and len(inner) < 10 else -1


def _marks(head: re.Match[str], breaks: list[int], ignored: list[tuple[int, int, str]], units: Container[str]) -> None:
    """List what a line begins with; no expression crosses its end."""
    if head["bullet"] is not None:
        ignored.append((*head.span("bullet"), "markup"))
        breaks.append(head.end("bullet"))
        if head["inner"] is not None:
            ignored.append((*head.span("inner"), "list_number"))
            breaks.append(head.end("inner"))
    elif head["section"] is not None:
        behind = _AMOUNT.match(head.string, head.end("section"))
        if behind is not None and head["section"][-1:] != "." and (behind[1] in units or behind[1] in "×%"):
            # `## 12 hours later`
            return
        ignored.append((*head.span("section"), "heading_number"))
        breaks.append(head.end("section"))
    elif head["number"] is not None:
        breaks.append(head.end("number"))


def _bars(text: str, units: Container[str]) -> list[int]:
    """Return the edges of each bar, but for one that parts a unit from what it is per (`5 mg|kg`, `5 mg | kg`)."""
    found, before, place = [], -1, text.find("|")
    while place >= 0:
        behind = text.find("|", place + 1)
        word = _PER.match(text, place - (2 if text[place - 1] == " " else 1)) if place > 1 else None
        per = word is not None and word[word.lastindex or 0] in units
        if not per or _lined(text, before, place) or _lined(text, place, behind):
            found += [place, place + 1]
        before, place = place, behind
    return found


def _lined(text: str, before: int, behind: int) -> bool:
    """Say whether two bars stand on one line or on two lines that follow each other, as in a table."""
    return before >= 0 and behind >= 0 and text.count("\n", before, behind) < 2


def _series(text: str) -> list[tuple[int, int, str]]:
    """Return ascending series in running text: 1. … 2. … 3. …, each behind the end of a sentence, and (1) … (2) ….

    A long series from 1 whose members begin with a capital needs no stops (`1. Quality 2. Disorders 3. Drugs 4. …`).
    """
    ignored: list[tuple[int, int, str]] = []
    runs: dict[str, list[tuple[int, int, int, bool]]] = {}
    for found in _SERIES.finditer(text):
        end = found.end()
        form = text[end - 1]
        start = end - 3 if text[end - 3 : end - 2].isdigit() else end - 2
        if form == ")" and text[start - 1 : start] == "(":
            start, form = start - 1, "()"
        if start and text[start - 1] not in " \n":
            continue
        behind = start == 0 or form == "()" or text[max(0, start - 4) : start].rstrip()[-1:] in _SERIES_BEHIND
        if not behind and not text[end + 1 : end + 2].isupper():
            continue
        value = int(text[start:end].strip("()."))
        run = runs.setdefault(form, [])
        if run and value == run[-1][2] + 1:
            run.append((start, end, value, behind))
            continue
        if run and not behind:
            continue
        _close(run, ignored)
        runs[form] = [(start, end, value, behind)] if value <= 2 and behind else []
    for run in runs.values():
        _close(run, ignored)
    return ignored


def _close(run: list[tuple[int, int, int, bool]], ignored: list[tuple[int, int, str]]) -> None:
    loose = [at for at, (*_, behind) in enumerate(run) if not behind]
    if loose and (len(run) < 4 or len(loose) < 2):
        # The last member is a number at the end of its sentence.
        run = run[: loose[0]]
    if len(run) >= 2:
        ignored += [(start, end, "list_number") for start, end, *_ in run]


def _sentences(
    text: str, ends: list[int], ignored: list[tuple[int, int, str]], abbreviations: Abbreviations
) -> list[tuple[int, int]]:
    """Cut the text at the ends of blocks, before the items of a series and, within them, behind full stops."""
    cuts = list(ends)
    numbers = {end for _, end, why in ignored if why != "markup"}
    cited = CITATION in text
    for found in _STOP.finditer(text):
        stop, end = found.span()
        shown = stop
        while cited and shown and text[shown - 1] == CITATION:
            shown -= 1
        if end in numbers or (shown < stop and shown in numbers) or not _ends(text, stop, end, abbreviations):
            continue
        if cited and CITATION in text[end : end + 3]:
            trailing = _TRAILING.match(text, end)
            end = trailing.end() if trailing is not None else end
        cuts.append(end)
    cuts.append(len(text))
    cuts.sort()
    sentences: list[tuple[int, int]] = []
    place = 0
    for cut in cuts:
        start = place
        while start < cut and text[start] in _SPACE:
            start += 1
        if start < cut:
            place = cut
            while text[cut - 1] in _SPACE:
                cut -= 1
            sentences.append((start, cut))
        else:
            place = max(place, cut)
    return sentences


def _ends(text: str, stop: int, end: int, abbreviations: Abbreviations) -> bool:
    """Return whether the full stop ends a sentence: by the word before it and what follows."""
    first = text[end + 1 : end + 2]
    if not first.isupper():
        behind = _BEHIND.match(text, end)
        if behind is None:
            return True
        first = behind.group(2)
    if text[stop] != "." or text.startswith("..", stop):
        return not first.islower() or text[stop] not in "…."
    word = text[max(0, stop - 16) : stop].rpartition(" ")[2]
    if len(word) > 7 and word.isalpha():
        return not first.islower()
    word = word.rpartition("\n")[2].lstrip(_OPENING)
    letters = word.lower()
    if letters in abbreviations.always or (len(word) == 1 and word.isupper()):
        return False
    if letters in abbreviations.unless_capital or ("." in word and not word[-1:].isdecimal()):
        return first.isupper()
    return not first.islower()
