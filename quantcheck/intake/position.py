"""Where an offset of an answer stands in the file it came from: line and column, through JSON escapes.

Lines and columns count from 1, columns in code points. A line ends at LF, CRLF or CR and nowhere else. Texts come in as
`str`; this module opens no file and knows nothing of cases.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, Protocol

from quantcheck.intake import strictjson

_NEWLINE: Final = re.compile(r"\r\n?|\n")


class Where(Protocol):
    """Map an offset of an answer to a line and a column."""

    def at(self, offset: int, /) -> tuple[int, int]:
        """Return line and column of a code point of the answer (its length is allowed: the place behind it)."""
        ...


class InText:
    """Lines and columns of a text itself, for an answer that came from no file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: list[int] | None = None

    def at(self, offset: int, /) -> tuple[int, int]:
        """Return line and column within the text."""
        if self._starts is None:
            self._starts = line_starts(self.text)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class Joined:
    """Places of an answer that was joined from several texts; a text that is empty has no place of its own."""

    def __init__(self, pieces: Sequence[tuple[str, Where]]) -> None:
        self._starts: list[int] = []
        self._wheres: list[Where] = []
        at = 0
        for text, where in pieces:
            if text or not self._starts:
                if self._starts and self._starts[-1] == at:
                    self._starts.pop(), self._wheres.pop()
                self._starts.append(at)
                self._wheres.append(where)
            at += len(text)

    def at(self, offset: int, /) -> tuple[int, int]:
        """Return the place in the text that holds this offset."""
        piece = bisect_right(self._starts, offset) - 1
        return self._wheres[piece].at(offset - self._starts[piece])


class Document:
    """The text of one JSON value, and the line and column of the file at which it begins."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        self.text = text
        self._line = line
        self._column = column
        self._inside = InText(text)
        self._wanted: set[strictjson.Path] = set()
        self._spans: dict[strictjson.Path, tuple[int, int]] | None = None

    def string(self, *path: str | int) -> Where:
        """Return the places of the string at this path. Nothing is scanned until one is asked for.

        Name all paths of a document before the first place is asked for: they are found in one scan.
        """
        self._wanted.add(path)
        return _InLiteral(self, path)

    def at(self, offset: int, /) -> tuple[int, int]:
        """Return line and column in the file of an offset of this text."""
        line, column = self._inside.at(offset)
        return self._line + line - 1, column + (self._column - 1 if line == 1 else 0)

    def literal(self, path: strictjson.Path) -> tuple[str, int, int]:
        """Return the text and the part of it that spells the characters of a wanted string, without quotes."""
        if self._spans is None or path not in self._spans:
            self._spans = strictjson.strings(self.text, self._wanted)
        start, end = self._spans[path]
        return self.text, start + 1, end - 1


class _InLiteral:
    """Places of the characters that a JSON string literal stands for; a literal never crosses a line."""

    def __init__(self, document: Document, path: strictjson.Path) -> None:
        self._document = document
        self._path = path
        self._place: tuple[int, int] | None = None
        self._literal: tuple[str, int, int] = ("", 0, 0)
        self._strides: Sequence[int] = ()
        """Where every so many characters are written; empty where each is written as itself."""

    def at(self, offset: int, /) -> tuple[int, int]:
        if self._place is None:
            self._place = self._open()
        line, column = self._place
        if self._strides:
            text, start, end = self._literal
            stride, rest = divmod(offset, strictjson.STRIDE)
            near = self._strides[stride] if stride < len(self._strides) else end
            offset = strictjson.character(text, near, end, rest) - start
        return line, column + offset

    def _open(self) -> tuple[int, int]:
        text, start, end = self._literal = self._document.literal(self._path)
        if text.find("\\", start, end) >= 0:
            self._strides = strictjson.strides(text, start, end)
        return self._document.at(start)


def line_starts(text: str) -> list[int]:
    """Return the offset at which each line begins; the first is 0."""
    return [0, *(m.end() for m in _NEWLINE.finditer(text))]
