"""What one pass over a text has found: edits of it as given, citations, and what is left alone."""

from __future__ import annotations

import re
from bisect import bisect_right

from quantcheck.patterns.later import later
from quantcheck.values import Citation, Ignored
from quantcheck.visible.emphasis import OPAQUE, Edit, Emphasis
from quantcheck.visible.markup import Markup

_ELEMENT = later(r"<(/?)([A-Za-z][A-Za-z0-9]*+)(?![\w-])[^<>]*+>")
_DIGIT = re.compile(r"[\d²³¹⁰⁴-⁹₀-₉¼-¾⅐-⅞①-⒛]")
"""Every character with a digit's or a fraction's value."""


class Scan:
    """One pass over one text, which the modules beside this one add to; each of their functions takes what begins at a
    place and returns where to go on.
    """

    def __init__(self, text: str, markup: Markup, styles: frozenset[str]) -> None:
        self.text = text
        self.markup = markup
        self.styles = styles
        self.edits: list[Edit] = []
        self.citations: list[Citation] = []
        self.ignored: list[Ignored] = []
        self.emphasis = Emphasis(self.text)
        self.links: list[tuple[int, bool, int]] = []
        """Open brackets: place, whether of an image, number of edits before."""
        self.runs: dict[int, list[int]] | None = None
        """Length of a run of ticks -> where such stand, once they are looked for."""
        self._missing: dict[str, int] = {}
        self._elements: dict[int, int] | None = None
        """What `elements` found, once it is asked."""
        self.floor = 0
        """Where the last thing ends that was taken whole; no address begins before."""
        self.footnotes: frozenset[str] | None = None
        """Labels of the footnotes that the text defines, once they are looked for."""

    def settled(self) -> list[Edit]:
        """Return all edits in order, without those inside a bigger one, and list the digits that they hide."""
        edits = self.edits + self.emphasis.edits
        edits.sort(key=lambda e: (e[0], -e[1]))
        kept: list[Edit] = []
        place = 0
        for edit in edits:
            if edit[0] < place:
                continue
            kept.append(edit)
            place = edit[1]
        self._account(kept)
        return kept

    def _account(self, kept: list[Edit]) -> None:
        text, ignored = self.text, self.ignored
        listed = sorted((i.start, i.end) for i in ignored)
        listed += [(c.start, c.end) for c in self.citations]
        listed.sort()
        starts = [span[0] for span in listed]
        for start, end, shown in kept:
            if end - start < 2 or any(map(str.isnumeric, shown)) or not _DIGIT.search(text, start, end):
                continue
            at = bisect_right(starts, start) - 1
            if at < 0 or listed[at][1] < end:
                ignored.append(Ignored(start, end, "markup"))
        ignored.sort(key=lambda i: i.start)

    def hide(self, start: int, end: int, why: str, shown: str = OPAQUE) -> int:
        """Put a stand-in for a thing that is no prose."""
        self.edits.append((start, end, shown))
        words = self.markup.number_word
        if _DIGIT.search(self.text, start, end) or (words is not None and words.search(self.text, start, end)):
            self.ignored.append(Ignored(start, end, why))
        self.floor = end
        return end

    def find(self, mark: str, place: int) -> int:
        """Return the next place of `mark`, -1 for none. What was not found once is not looked for again."""
        if self._missing.get(mark, len(self.text) + 1) <= place:
            return -1
        found = self.text.find(mark, place)
        if found < 0:
            self._missing[mark] = place
        return found

    def elements(self) -> dict[int, int]:
        """Return where the element of each opening tag ends, for those that are closed. No paragraph holds another."""
        if self._elements is None:
            self._elements = {}
            opened: dict[str, list[int]] = {}
            for found in _ELEMENT.finditer(self.text):
                name = found[2].lower()
                places = opened.setdefault(name, [])
                if found[1]:
                    if places:
                        self._elements[places.pop()] = found.end()
                elif not found[0].endswith("/>"):
                    if name == "p" and places:
                        self._elements[places.pop()] = found.start()
                    places.append(found.start())
        return self._elements

    def apart(self, start: int, end: int) -> str:
        """Return what is shown in the place of a mark: a stand-in between digits, which would else be one number."""
        text = self.text
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        return OPAQUE if before.isdigit() and after.isdigit() else ""
