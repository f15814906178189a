"""An island: a run of terminals of the grammar, with their values and their places in the visible text."""

from __future__ import annotations

from typing import Any

from quantcheck.vocabulary.lexicon import Lexicon

WORD = "WORD"
"""A plain word, which parts what stands around it."""
DANGLING = "DANGLING"
"""What is not read, and belongs to what it stands beside."""
GLUED = "GLUED"
"""What is not read, and touches what it belongs to."""
OPENINGS = frozenset(
    ("NUM", "VAGUE", "LP", "CUR", "BOUND", "APPROX", "EMPH", "NEG", "FROM", "CHANGE", "BETWEEN", "EVERY", "PLUSMINUS")
) | {"DAILY", "TOD", "TIMESN"}
"""The terminals with which an expression may begin."""


class Island:
    """A run of terminals, with their values and their places in the visible text."""

    __slots__ = (
        "closers",
        "durations",
        "enclosing",
        "ends",
        "number",
        "periods",
        "pieces",
        "plain_bounds",
        "source",
        "starts",
        "texts",
        "types",
        "values",
        "words",
    )

    def __init__(self, source: str, number: int, lexicon: Lexicon) -> None:
        self.source = source
        self.number = number
        self.periods = lexicon.periods
        self.pieces = lexicon.pieces
        self.words = lexicon.barred
        self.closers = lexicon.closers
        self.durations = lexicon.durations
        self.enclosing = lexicon.enclosing
        self.plain_bounds = lexicon.plain_bounds
        self.types: list[str] = []
        self.values: list[Any] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []

    def put(self, type_: str, value: Any, start: int, end: int, text: str = "") -> None:
        """Add a terminal."""
        self.types.append(type_)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)
        self.texts.append(text)

    def take_back(self) -> None:
        """Take back the last terminal."""
        for column in (self.types, self.values, self.starts, self.ends, self.texts):
            column.pop()

    def barred(self, index: int) -> bool:
        """Say whether the word in front of a terminal bars it from a series that shares its unit (`in 2019, 10 mg`)."""
        end = self.starts[index]
        words = self.source[max(0, end - 16) : end].split()
        return bool(words) and words[-1].lower().strip("(") in self.words

    def goes_on(self, end: int) -> bool:
        """Say whether a plain word stands right behind the terminals before `end` (`15 dollars 50 times`)."""
        behind = self.source[self.ends[end - 1] : self.ends[end - 1] + 3].lstrip()
        return bool(behind) and behind[0].isalnum()

    def in_pieces(self, end: int) -> bool:
        """Say whether money stands right before `end`, and behind it the name of the pieces that it comes in."""
        if self.types[end - 1] != "UNIT" or any(s.unit.kind != "money" for s in self.values[end - 1]):
            return False
        behind = self.source[self.ends[end - 1] : self.ends[end - 1] + 16].split()
        return bool(behind) and behind[0].lower().rstrip(".,;:!?)") in self.pieces

    def counts(self, end: int) -> bool:
        """Say whether a noun in the plural stands right behind the terminals before `end` (`two 5 mg tablets`)."""
        behind = self.source[self.ends[end - 1] : self.ends[end - 1] + 24].split(None, 1)
        word = behind[0].rstrip(".,;:)") if behind else ""
        return len(word) > 3 and word.isalpha() and word.endswith("s")

    def names(self, end: int) -> bool:
        """Say whether a word that may be counted stands right behind the terminals before `end`."""
        behind = self.source[self.ends[end - 1] : self.ends[end - 1] + 24].split()[:1]
        word = behind[0].rstrip(".,;:?!)").lower() if behind else ""
        return word.isalpha() and word not in self.closers

    def glued(self, first: int, last: int) -> bool:
        """Say whether nothing stands between two terminals next to each other."""
        return self.ends[first] == self.starts[last]

    def touch(self, end: int, start: int) -> bool:
        """Say whether nothing but blanks stands between two terminals."""
        return not self.source[self.ends[end - 1] : self.starts[start]].strip()

    def hyphened(self, start: int, end: int) -> bool:
        """Say whether a hyphen stands between two terminals next to each other (`five-milligram`)."""
        return "-" in self.source[self.ends[start] : self.starts[end] + 1]

    def serial(self, group: int) -> int:
        """Return a number for a series that no other of this text has."""
        return self.starts[0] * 64 + group
