"""Citation marks: which bracket is one, in which style, and the numbers it names.

Works on the text as given, at the place where `view` meets a bracket. Whether a number resolves is decided by `check`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from quantcheck.patterns.later import later

MAX_DIGITS = 1000
"""A bracket that holds a longer number is no citation mark."""

_DASH = "-‐‑‒–—−"
# Possessive throughout: a bracket that is not closed is given up at once.
_NUMBER = rf"\d{{1,{MAX_DIGITS}}}+"
_GAP = r"[ \t\u00a0\u2007\u2009\u202f\u200b-\u200f\u2060\ufeff\u00ad]{0,3}+"
"""A blank or what shows nothing."""
_RANGE = rf"{_NUMBER}(?:{_GAP}[{_DASH}]{_GAP}{_NUMBER})?+"
_ALSO = rf"(?:[,;，、；](?:{_GAP}(?:&|and\b))?+|&|and\b)"
_NEXT = rf"{_GAP}{_ALSO}{_GAP}(?:\n[ \t]{{0,3}}+)?+"
"""What parts two numbers, over the end of a line too."""
_NUMBERS = rf"{_GAP}{_RANGE}(?:{_NEXT}{_RANGE})*+{_GAP}"
_SQUARE = re.compile(rf"\[(?P<em>\*{{1,3}}+|_{{1,2}}+)?(?P<n>{_NUMBERS})(?(em)(?P=em))\](?!:\w)")
FOOTNOTE = later(rf"\[\^(?P<n>{_RANGE}\^?(?:{_NEXT}\^?{_RANGE}\^?)*+)\]")
_NOTE = later(r"\[\^(?P<label>[^\]\s\[]{1,60})\]")
_CARET = later(rf"\^\[(?P<n>{_NUMBERS})\]\^?")
_LENTICULAR = later(rf"【(?P<n>{_NUMBERS})(?:†[^】【\n]{{0,200}}+)?】")
_DAGGER = later(rf"\[(?P<n>{_NUMBERS})†[^\]\[\n]{{0,200}}+\]")
_LENTICULAR_OTHER = later(r"【[^】【\n]{0,200}+】")
_NAMED = later(r"\[[ \t]?(?P<word>[A-Za-z]{1,10})(?:[ \t]id)?[ \t]?[.:#_-]?[ \t]?\d[^\[\]\n]{0,200}+\]", re.IGNORECASE)
_NAMED_PART = later(
    rf"[ \t]?(?:(?P<word>[A-Za-z]{{1,10}}+)(?:[ \t]id)?[ \t]?[.:#_-]?[ \t]?)?(?P<first>{_NUMBER})"
    rf"(?:[ \t]?[{_DASH}][ \t]?(?P<again>[A-Za-z]{{1,10}}+)?[ \t]?(?P<last>{_NUMBER}))?[ \t]?(?:[,;&]|and\b|$)",
    re.IGNORECASE,
)
_PAREN = later(rf"\((?P<n>{_NUMBERS})\)")
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴-⁹](?:[⁰¹²³⁴-⁹,\u207b–-]*[⁰¹²³⁴-⁹])?")
_PART = re.compile(rf"({_NUMBER})(?:{_GAP}[{_DASH}]{_GAP}({_NUMBER}))?")
# A mark of punctuation that stands behind no digit, or a word and what shows it to be a unit: a number, `per`, a slash.
_WORD_OR_MARK = later(
    r"(?:(?<!\d)[.,;:!?\"”’]|(?P<unit>\d[ \u00a0-]?|\bper |[/·⋅])?(?<![^\W\d_])(?P<word>[^\W\d_]++))\Z"
)
_RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = str.maketrans(f"{_RAISED_DIGITS}⁻", "0123456789-")

LINK_TAIL = later(
    r"\((?:<[^<>\n]*+>|(?P<to>(?:[^\s()<>]++|\([^\s()<>]*+\))*+))"
    r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'))?[ \t]?\)"
)
"""The `(url)` behind the closing bracket of a link."""

# What makes a bracket an index: directly behind an identifier, before an assignment, a member, a call of an index.
_CODE_AFTER = later(r"[ \t]?(?:[-+*/|&]?=|\+\+|--)|\.[a-z_]\w*+(?=[\s=(.\[;]|$)|\[[A-Za-z_]")
_WORD_BEFORE = later(r"([A-Za-z0-9_$]++)[:,=]?[ \t]?$")


class Mark(msgspec.Struct, frozen=True):
    """A citation mark found at a place. `off`: its style is not switched on."""

    end: int
    style: str
    spans: tuple[tuple[int, int], ...]
    off: bool = False


class Citations(msgspec.Struct, frozen=True):
    """The citation table, compiled."""

    words: Mapping[str, str]
    """Word of a named mark, in lower case -> its style."""
    interval: frozenset[str]
    located: re.Pattern[str]
    """A mark with a place in what is cited: `[2, p. 5]`."""

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Citations:
        """Compile `vocab/citations.toml`."""
        words = {word: row["id"] for row in table["style"] for word in row.get("words", ())}
        places = "|".join(map(re.escape, table["place"]["words"]))
        located = later(rf"\[(?P<n>{_NUMBERS}),[ \t]?(?:{places})\b[^\]\[\n]{{1,40}}+\]", re.IGNORECASE)
        return cls(words, frozenset(table["interval"]["words"]), located)


def spans(body: str) -> tuple[tuple[int, int], ...]:
    """Return the inclusive pairs that a body such as `1-3, 5` names, in the order written."""
    return tuple([(int(first), int(last or first)) for first, last in _PART.findall(body)])


def mark(text: str, at: int, styles: frozenset[str], table: Citations) -> Mark | None:
    """Return the citation mark that begins at `at`, or None where that bracket is none.

    A link behind the mark (`[1](url)`) is not part of the result's `end`; `view` takes it with the mark.
    """
    head = text[at]
    if head == "[":
        return _bracket(text, at, styles, table)
    if head == "【":
        found = _LENTICULAR.match(text, at)
        if found is not None:
            return Mark(found.end(), "lenticular", spans(found["n"]), "lenticular" not in styles)
        other = _LENTICULAR_OTHER.match(text, at)
        if other is not None and any(c.isdigit() for c in other.group()):
            # A mark of a form that names no passage (`【4:0†source】`): shown, never resolved by guess.
            return Mark(other.end(), "lenticular", (), True)
        return None
    if head == "^":
        found = _CARET.match(text, at)
        return None if found is None else Mark(found.end(), "caret", spans(found["n"]), "caret" not in styles)
    if head == "(" and "paren" in styles:
        found = _PAREN.match(text, at)
        if found is None or _digit_or_letter(text, found.end()):
            return None
        return Mark(found.end(), "paren", spans(found["n"]))
    return None


def _bracket(text: str, at: int, styles: frozenset[str], table: Citations) -> Mark | None:
    second = text[at + 1 : at + 2]
    if second == "^":
        found = FOOTNOTE.match(text, at)
        return None if found is None else Mark(found.end(), "footnote", spans(found["n"]), "footnote" not in styles)
    found = _SQUARE.match(text, at) or _DAGGER.match(text, at) or table.located.match(text, at)
    if found is not None:
        if _is_index(text, at, found.end()) or _is_interval(text, at, found["n"], table):
            return None
        return Mark(found.end(), "bracket", spans(found["n"]), "bracket" not in styles)
    named = _NAMED.match(text, at)
    return None if named is None else _named(named, at, styles, table)


def _named(found: re.Match[str], at: int, styles: frozenset[str], table: Citations) -> Mark | None:
    style = table.words.get(found["word"].lower())
    if style is None:
        return None
    body, place, pairs = found.group()[1:-1], 0, []
    while place < len(body):
        part = _NAMED_PART.match(body, place)
        if part is None:
            return None
        for word in (part["word"], part["again"]):
            if word is not None and table.words.get(word.lower()) != style:
                return None
        last = part["last"] if part["last"] is not None else part["first"]
        pairs.append((int(part["first"]), int(last)))
        place = part.end()
    return Mark(found.end(), style, tuple(pairs), style not in styles)


def _digit_or_letter(text: str, at: int) -> bool:
    return at < len(text) and text[at].isalnum()


def _is_index(text: str, at: int, end: int) -> bool:
    before = text[at - 1] if at else " "
    if before == "=" or (before == " " and text[max(0, at - 2) : at - 1] in ("=", "==")):
        return True
    if not (before.isalnum() or before in "_$)]"):
        return False
    if _CODE_AFTER.match(text, end) is not None:
        return True
    word = _WORD_BEFORE.search(text, max(0, at - 40), at)
    # by themselves low lines are emphasis: `_[2]_`
    return word is not None and "_" in word.group(1) and word.group(1).strip("_") != "" and before != ")"


def _is_interval(text: str, at: int, body: str, table: Citations) -> bool:
    if "," not in body and ";" not in body:
        return False
    word = _WORD_BEFORE.search(text, max(0, at - 40), at)
    return word is not None and word.group(1).lower() in table.interval


def superscripts(visible: str) -> Iterator[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """Yield start, end and numbers of each raised number that is a note mark: behind a word or a mark, not a unit.

    A raised number behind a digit or a short symbol is a power (`10⁵`, `m²`), and so is one with a minus in front.
    """
    for digit in _RAISED_DIGITS:
        if digit in visible:
            break
    else:
        return
    for found in _SUPERSCRIPT.finditer(visible):
        at = found.start()
        before = _WORD_OR_MARK.search(visible, max(0, at - 32), at)
        if before is None:
            continue
        word = before["word"]
        if found.end() - at > MAX_DIGITS:
            continue
        if word is None or (len(word) >= 4 and not (found.group() in ("²", "³") and before["unit"] is not None)):
            yield at, found.end(), spans(found.group().translate(_RAISED))
