"""Where a value of a JSON document stands in its file. Opens no file; `intake.strictjson` reads the JSON."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from quantcheck.intake import strictjson
from quantcheck.intake.position import line_starts
from quantcheck.intake.strictjson import Path


class Malformed(ValueError):
    """The text is no JSON document; the message says where and what was expected."""


class Document:
    """A parsed JSON document that knows the line and column of each of its strings."""

    def __init__(self, text: str) -> None:
        """Parse one JSON value with nothing behind it, or raise `Malformed`."""
        self._text = text
        self._starts = line_starts(text)
        try:
            self.value: Any
            self.value, end = strictjson.decode(text)
            if (end := strictjson.skip(text, end)) != len(text):
                raise strictjson.Fault("expected nothing behind the document", end)
        except strictjson.Fault as fault:
            line, column = self._line_column(fault.offset)
            raise Malformed(f"line {line}, column {column}: {fault.message}") from None

    def find(self, paths: set[Path]) -> dict[Path, tuple[int, int]]:
        """Return line and column of each path that holds a string; one scan of the text for all of them."""
        spans = strictjson.strings(self._text, paths)
        return {path: self._line_column(start) for path, (start, _) in spans.items()}

    def _line_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def pointer(path: Path) -> str:
    """Return the JSON pointer (RFC 6901) of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)
