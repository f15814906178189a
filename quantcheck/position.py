"""Where an offset of an answer stands in the file it came from: line and column, through JSON escapes.

Lines and columns count from 1, columns in code points. A line ends at LF, CRLF or CR and nowhere else. Texts come in as
`str`; this module opens no file and knows nothing of cases.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Protocol

_NEWLINE = re.compile(r"\r\n?|\n")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)")


class Where(Protocol):
    """Map an offset of an answer to a line and a column."""

    def at(self, offset: int, /) -> tuple[int, int]:
        """Return line and column of a code point of the answer (its length is allowed: the place behind it)."""
        ...


class InText:
    """Lines and columns of the text itself, for an answer that came from no file."""

    def __init__(self, text: str) -> None:
        self._text: str | None = text
        self._starts: list[int] = []

    def at(self, offset: int, /) -> tuple[int, int]:
        """Return line and column within the text."""
        if self._text is not None:
            self._starts = line_starts(self._text)
            self._text = None
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def line_starts(text: str) -> list[int]:
    """Return the offset at which each line begins; the first is 0."""
    return [0, *(m.end() for m in _NEWLINE.finditer(text))]
