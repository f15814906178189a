"""Markdown emphasis: which runs of `*`, `_` and `~~` are marks that a reader never sees.

Stricter than CommonMark where it hides digits: a mark between two digits, or one that may be a sign of
multiplication, stays visible.
"""

from __future__ import annotations

from quantcheck.patterns.later import later

Edit = tuple[int, int, str]
OPAQUE = "\ufdd0"

# A line that begins a new block ends all emphasis that is open.
_BLOCK = later(r"\n[ \t>]*+(?:\n|[-*+•][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||$)")
_FIGURE = later(r"[\d.,]{1,40}\Z")
_OPENING = "([{<\"'“‘«—–-/:;,|>~*_=¡¿+\u00a0"


class Emphasis:
    """Collects the runs of one text in order, and pairs them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[Edit] = []
        self._open: dict[str, list[tuple[int, int]]] = {}
        self._inside: tuple[int, int] | None = None
        """The last star between two digits."""
        self._last = 0

    def run(self, start: int, end: int) -> None:
        """Take the run of one mark at `start`."""
        text = self.text
        if text.find("\n", self._last, start) >= 0 and _BLOCK.search(text, self._last, start + 2):
            self._open.clear()
        self._last = end
        mark, length = text[start], end - start
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        if length > 3:
            return
        if before.isdigit() and after.isdigit():
            if mark == "*" and length == 1:
                self._between(start, end)
            return
        opens, closes = self._roles(mark, length, before, after)
        stack = self._open.setdefault(mark, [])
        while closes and length and stack:
            opener, size = stack.pop()
            taken = min(size, length)
            if mark == "~" and taken < 2:
                continue
            at = opener + size - taken
            start_here = end - length
            # What is struck out is not joined to what stands beside it.
            inside = OPAQUE if mark == "~" else ""
            self.edits.append((at, opener + size, inside))
            self.edits.append((start_here, start_here + taken, inside))
            length -= taken
            if size > taken:
                stack.append((opener, size - taken))
        if mark == "*" and length == 1 and closes and not opens and self._inside is not None:
            self._refuse(self._inside, (start, end))
        if opens and length:
            stack.append((end - length, length))

    def _between(self, start: int, end: int) -> None:
        """Take a star between two digits: a sign of multiplication, but for one that may close (`*1*500`)."""
        self._inside = start, end
        opened = self._open.get("*")
        if opened and opened[-1][1] == 1 and self._refuse((opened[-1][0], opened[-1][0] + 1), (start, end)):
            opened.pop()
            self._inside = None

    def _refuse(self, first: tuple[int, int], second: tuple[int, int]) -> bool:
        """Let two stars around a figure be neither marks nor signs, where they may be both."""
        if not 0 < second[0] - first[1] <= 40 or not _FIGURE.match(self.text, first[1], second[0]):
            return False
        self.edits += [(*first, OPAQUE), (*second, OPAQUE)]
        return True

    @staticmethod
    def _roles(mark: str, length: int, before: str, after: str) -> tuple[bool, bool]:
        opens, closes = not after.isspace(), not before.isspace()
        if mark == "_":
            return opens and not before.isalnum(), closes and not after.isalnum()
        if mark == "*" and length == 1:
            opens = opens and (before.isspace() or before in _OPENING)
        elif before.isalnum() and after.isdigit():
            opens = False
        return opens, closes
