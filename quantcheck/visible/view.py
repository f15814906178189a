"""What a reader sees: the visible characters of a text, each with its place in the text as given.

What the visible characters mean is left to the later stages. Two stand-ins are used: `OPAQUE` for what no expression
crosses (code, URLs, images) and `CITATION` for a citation mark, which stands between two tokens of an expression but
never inside a number.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from quantcheck import values
from quantcheck.policy import DEFAULT_STYLES
from quantcheck.visible import citations
from quantcheck.visible.edits import Scan
from quantcheck.visible.emphasis import OPAQUE, Edit
from quantcheck.visible.markup import CITATION, Markup
from quantcheck.visible.unmark import run

__all__ = ["CITATION", "OPAQUE", "Markup", "View", "view"]


class View:
    """The visible text and the way back from it.

    `text` is what a reader sees; `start(i)` and `end(i)` are the offsets, in the text as given, of visible character i.
    `ignored` holds what was hidden with digits or number words in it; an entry of it that lies inside an expression
    belongs to that expression.
    """

    __slots__ = ("_braced", "_ends", "_heads", "_origins", "citations", "ignored", "source", "text")

    def __init__(self, source: str) -> None:
        self.source = source
        self.text = source
        self.citations: list[values.Citation] = []
        self.ignored: list[values.Ignored] = []
        self._heads: list[int] = []
        self._origins: list[int] = []
        self._ends: list[int] = []
        self._braced = False
        """Whether hidden braces may belong to a span."""

    @property
    def identity(self) -> bool:
        """Whether every character is visible as it stands."""
        return not self._heads

    def start(self, i: int) -> int:
        """Return the offset at which visible character i begins; of `len(text)`, the end of the source."""
        if not self._heads:
            return i
        if i >= len(self.text):
            return len(self.source)
        piece = bisect_right(self._heads, i) - 1
        if self._ends[piece] >= 0:
            return self._origins[piece]
        return self._origins[piece] + i - self._heads[piece]

    def end(self, i: int) -> int:
        """Return the offset at which visible character i ends, exclusive."""
        if not self._heads:
            return i + 1
        piece = bisect_right(self._heads, i) - 1
        if self._ends[piece] >= 0:
            return self._ends[piece]
        return self._origins[piece] + i - self._heads[piece] + 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of the visible span, end exclusive; it holds at least one character.

        Hidden braces that close what the span opens belong to it, and so does a hidden command that opens what it
        closes.
        """
        heads, origins, ends = self._heads, self._origins, self._ends
        if not heads:
            return start, end
        if start >= len(self.text):
            first = len(self.source)
        else:
            piece = bisect_right(heads, start) - 1
            first = origins[piece] if ends[piece] >= 0 else origins[piece] + start - heads[piece]
        piece = bisect_right(heads, end - 1) - 1
        last = ends[piece] if ends[piece] >= 0 else origins[piece] + end - heads[piece]
        if not self._braced:
            return first, last
        first = self._opened(first, last, self.end(start - 1) if start else 0)
        open_braces = self.source.count("{", first, last) - self.source.count("}", first, last)
        while (
            open_braces > 0 and self.source.startswith("}", last) and (end == len(self.text) or self.start(end) > last)
        ):
            open_braces, last = open_braces - 1, last + 1
        return first, last

    def _opened(self, first: int, last: int, least: int) -> int:
        """Return where a span begins with the hidden commands behind `least` that open what it closes."""
        if self.source.find("}", first, last) < 0:
            return first
        depth = lowest = 0
        for c in self.source[first:last]:
            depth += (c == "{") - (c == "}")
            lowest = min(lowest, depth)
        while lowest < 0:
            brace = self.source.rfind("{", least, first)
            command = self.source.rfind("\\", least, brace) if brace >= 0 else -1
            if command < 0 or not self.source[command + 1 : brace].strip("*").isalpha():
                break
            first, lowest = command, lowest + 1
        return first

    def visible(self, offset: int) -> int:
        """Return the number of visible characters that begin before `offset`."""
        if not self._heads:
            return offset
        piece = bisect_left(self._origins, offset) - 1
        if piece < 0:
            return 0
        last = self._heads[piece + 1] if piece + 1 < len(self._heads) else len(self.text)
        if self._ends[piece] >= 0:
            return last
        return min(last, self._heads[piece] + offset - self._origins[piece])

    def seams(self) -> list[int]:
        """Return the visible letters right behind another one from which something hidden parts them in the source."""
        text = self.text
        return [h for h in self._heads if 0 < h < len(text) and text[h].isalpha() and text[h - 1].isalpha()]

    def _assemble(self, edits: list[Edit]) -> None:
        source, parts, place, width = self.source, [], 0, 0
        self._braced = "{" in source or "}" in source
        pieces: list[tuple[int, int, int]] = []
        for start, end, shown in edits:
            if start > place:
                parts.append(source[place:start])
                pieces.append((width, place, -1))
                width += start - place
            if shown:
                parts.append(shown)
                pieces.append((width, start, end))
                width += len(shown)
            place = end
        if place < len(source):
            parts.append(source[place:])
            pieces.append((width, place, -1))
        self.text = "".join(parts)
        self._heads, self._origins, self._ends = map(list, zip(*(pieces or [(0, 0, 0)]), strict=True))


def view(text: str, markup: Markup, styles: Iterable[str] = DEFAULT_STYLES) -> View:
    """Return what a reader sees of `text`."""
    result = View(text)
    chosen = frozenset(styles)
    trigger = markup.trigger_paren if "paren" in chosen else markup.trigger
    first = trigger.search(text)
    if first is not None:
        scan = Scan(text, markup, chosen)
        run(scan, trigger, first)
        edits = scan.settled()
        result.citations, result.ignored = scan.citations, scan.ignored
        if edits:
            result._assemble(edits)
    _superscripts(result, chosen)
    return result


def _superscripts(result: View, styles: frozenset[str]) -> None:
    """Take the raised numbers that are note marks; they become stand-ins in the visible text, one for each digit."""
    found = list(citations.superscripts(result.text))
    if not found:
        return
    text = result.text
    parts, place = [], 0
    for start, end, pairs in found:
        span = result.span(start, end)
        if "superscript" in styles:
            result.citations.append(values.Citation(*span, "superscript", pairs))
        else:
            result.ignored.append(values.Ignored(*span, "style_off"))
        parts += [text[place:start], CITATION * (end - start)]
        place = end
    result.text = "".join([*parts, text[place:]])
    result.citations.sort(key=lambda c: c.start)
    result.ignored.sort(key=lambda i: i.start)
