"""Where a quote stands in a text: exactly, in whole words and numbers, within one block. Judges no meaning."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from quantcheck.evidence.blocks import segments

Mode = Literal["exact", "normalised"]

_SIGNS = frozenset("-−–+±×^~≈<>≤≥")
_JOINS = frozenset(".,:/⁄'’ʼ")
_BETWEEN = _JOINS | frozenset("-−–×^±")
_BEHIND = frozenset("%‰°º′″")
_BLANKS = frozenset(" \u00a0\u2007\u2009\u202f")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]"
)
"""Scripts that set no blanks between words: there is no telling where a word ends."""
_SPACE = re.compile(r"\s+")
_EMPHASIS = re.compile(r"[*_]+")
_MARKS = str.maketrans({**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚‛", "'")})
_PAIRS = {"“": "”", "„": "“”", "«": "»", "»": "«", '"': '"', "‘": "’", "'": "'"}


class Found(NamedTuple):
    """What became of a quote: a fault code, what it differs by and what stands there; or no code and its place."""

    code: str
    message: str = ""
    found: str = ""
    start: int = -1
    end: int = -1


@lru_cache(maxsize=512)
def _segments(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(segments(text))


@lru_cache(maxsize=512)
def _normalised_segments(text: str) -> tuple[str, ...]:
    return tuple(normalised(text[start:end]) for start, end in _segments(text))


def find(quote: str, text: str, mode: Mode = "exact") -> Found:
    """Return whether a quote stands in a text, and otherwise why not and what stands there."""
    if not any(character.isalnum() for character in quote):
        return Found("quote-empty", "expected words or figures to quote", quote)
    exact = _occurs(quote, text)
    if exact is None or not exact.code:
        return exact or _other(quote, text, mode)
    return exact


def _occurs(quote: str, text: str) -> Found | None:
    """Return the best of all places at which the quote stands, or None where it stands nowhere."""
    worst: Found | None = None
    spans = _segments(text)
    index = 0
    at = text.find(quote)
    while at >= 0:
        end = at + len(quote)
        first, last = at + len(quote) - len(quote.lstrip()), at + len(quote.rstrip())
        while index < len(spans) and spans[index][1] <= first:
            index += 1
        if index == len(spans) or last > spans[index][1] or first < spans[index][0]:
            worst = worst or Found("quote-crosses-blocks", "the quote runs over more than one block", text[at:end])
        elif cuts(text, at) or cuts(text, end):
            if worst is None:
                around = text[_left(text, at) : _right(text, end)]
                worst = Found("quote-cuts-word", "the quote begins or ends inside a word or number", around)
        else:
            return Found("", start=at, end=end)
        at = text.find(quote, at + 1)
    return worst


def cuts(text: str, at: int) -> bool:
    """Return whether an offset lies inside a word or a number, its sign, or a unit sign that touches it."""
    if at <= 0 or at >= len(text):
        return False
    before, behind = text[at - 1], text[at]
    further = text[at - 2] if at > 1 else " "
    next_ = text[at + 1] if at + 1 < len(text) else " "
    if _wordlike(before) and _wordlike(behind):
        unspaced = _UNSPACED.match(before) or _UNSPACED.match(behind)
        return not unspaced or (before.isnumeric() and behind.isnumeric())
    # A blank between two figures groups digits or parts a whole from its fraction: 1 500 mg, 1 ½ cups.
    if (before in _BLANKS and behind.isnumeric() and further.isnumeric()) or (
        behind in _BLANKS and before.isnumeric() and next_.isnumeric()
    ):
        return True
    if behind.isdigit():
        leading_point = before in ".," and not further.isalnum()
        return before in _SIGNS or leading_point or (before in _JOINS and further.isdigit())
    if before.isdigit():
        return behind in _BEHIND or (behind in _BETWEEN and next_.isdigit())
    return behind == "." and next_.isdigit() and before in _SIGNS


def _wordlike(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def _left(text: str, at: int) -> int:
    while at > 0 and not text[at - 1].isspace():
        at -= 1
    return at


def _right(text: str, at: int) -> int:
    while at < len(text) and not text[at].isspace():
        at += 1
    return at


def _other(quote: str, text: str, mode: Mode) -> Found:
    """Say whether a quote that does not stand in the text would but for white space, emphasis or quotation marks."""
    for inner in (quote, _unwrapped(quote)):
        plain = normalised(inner).strip()
        if not plain:
            continue
        within = False
        for (start, end), whole in zip(_segments(text), _normalised_segments(text), strict=True):
            # Edges are judged on the normalised text: marks that were taken out stand between no two characters.
            at = whole.find(plain)
            while at >= 0:
                within = True
                if not (cuts(whole, at) or cuts(whole, at + len(plain))):
                    if mode == "normalised":
                        return Found("", start=start, end=end)
                    message = "the quote differs in white space, emphasis or quotation marks only"
                    return Found("quote-not-in-source", message, text[start:end])
                at = whole.find(plain, at + 1)
        if not within and plain in normalised(text):
            return Found("quote-crosses-blocks", "the quote runs over more than one block", inner)
    bare = _SPACE.sub("", normalised(quote))
    message = "the quote is no part of the cited text"
    if bare and bare in _SPACE.sub("", normalised(text)):
        message = "the quote differs in white space only, where it joins or parts words"
    return Found("quote-not-in-source", message, nearest(quote, text))


def normalised(text: str) -> str:
    """Return a text with runs of white space as one blank, without marks of emphasis, and with plain quotation marks.

    A run of `*` or `_` is emphasis unless a word stands on both its sides, or a blank on both: `5*10` keeps it.
    """
    parts: list[str] = []
    at = 0
    for match in _EMPHASIS.finditer(text):
        start, end = match.span()
        before = text[start - 1] if start else " "
        behind = text[end] if end < len(text) else " "
        inside = before.isalnum() and behind.isalnum()
        apart = before.isspace() and behind.isspace()
        if not inside and not apart:
            parts.append(text[at:start])
            at = end
    parts.append(text[at:])
    return _SPACE.sub(" ", "".join(parts)).translate(_MARKS)


def _unwrapped(quote: str) -> str:
    stripped = quote.strip()
    if len(stripped) > 2 and stripped[-1] in _PAIRS.get(stripped[0], ""):
        return stripped[1:-1]
    return quote


def nearest(quote: str, text: str, room: int = 40) -> str:
    """Return what the text has where the longest beginning or end of the quote that it holds stands."""
    head = _longest(quote, text, from_start=True)
    tail = _longest(quote, text, from_start=False)
    if max(head, tail) < 4:
        return ""
    if head >= tail:
        at = text.find(quote[:head])
        return text[at : at + max(len(quote), head + 1) + room].strip()
    at = text.find(quote[len(quote) - tail :]) + tail
    return text[max(0, at - max(len(quote), tail + 1) - room) : at].strip()


def _longest(quote: str, text: str, from_start: bool) -> int:
    low, high = 0, len(quote)
    while low < high:
        middle = (low + high + 1) // 2
        part = quote[:middle] if from_start else quote[len(quote) - middle :]
        if part in text:
            low = middle
        else:
            high = middle - 1
    return low
