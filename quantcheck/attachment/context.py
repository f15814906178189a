"""What is said of a figure: its own words, those it inherits, and those that another figure has a claim to."""

from __future__ import annotations

from collections.abc import Sequence, Set

from quantcheck.attachment.pages import Unit, Words
from quantcheck.attachment.words import Token
from quantcheck.matching.grids import Table

OWN, FREE, CLAIMED, NONE = range(4)
"""How a word stands with a figure."""


class Context:
    """The words around one figure. A cell has its table and the words at the head of its row.

    `elliptical` is a figure that opens its own part of a sentence and takes the words before from another.
    `noun` is the word right behind the figure. `run` numbers figures that stand side by side and share what is said.
    """

    __slots__ = ("_signature", "claimed", "elliptical", "free", "noun", "own", "row_head", "run", "table", "unit")

    def __init__(
        self,
        unit: Unit | None,
        own: Words,
        free: Sequence[Words] = (),
        claimed: Sequence[Words] = (),
        *,
        elliptical: bool = False,
        run: int = -1,
        table: Table | None = None,
        noun: str = "",
        row_head: Words | None = None,
    ) -> None:
        self.unit = unit
        self.own = own
        self.free = free
        self.claimed = claimed
        self.elliptical = elliptical
        self.run = run
        self.table = table
        self.noun = noun
        self.row_head = row_head
        self._signature: frozenset[str] | None = None

    def standing(self, key: str, group: str, names: frozenset[str]) -> int:
        """Return how a word stands with the figure; own ones of its class and own names override inherited ones.

        `names` are those of the case.
        """
        own = self.own
        if key in own:
            return OWN
        if (group and group in own.groups) or (key in names and self.table is None and own.named(names)):
            return NONE
        for words in self.free:
            if key in words:
                return FREE
        for words in self.claimed:
            if key in words:
                return CLAIMED
        return NONE

    def has(self, words: Set[str]) -> bool:
        """Whether one of some words is its own or inherited."""
        if not self.own.keys().isdisjoint(words):
            return True
        return not all(inherited.keys().isdisjoint(words) for inherited in self.free)

    def members(self, group: str) -> set[str]:
        """Return the members of a class that hold for the figure: its own, else the nearest that it inherits."""
        for words in (self.own, *self.free):
            found = words.groups.get(group)
            if found:
                return found
        return set()

    def has_name(self, names: frozenset[str]) -> bool:
        """Whether it has a name or inherits one."""
        return self.own.named(names) or any(words.named(names) for words in self.free)

    def signature(self) -> frozenset[str]:
        """Return the words of its own that say something, and the names and members of classes that it inherits."""
        if self._signature is None:
            kept = {key for key, token in self.own.items() if not token.word.weak}
            for words in self.free:
                kept.update(*words.groups.values())
            self._signature = frozenset(kept)
        return self._signature

    def token(self, key: str) -> Token | None:
        """Return the place of a word that the figure has."""
        for words in (self.own, *self.free, *self.claimed):
            if key in words:
                return words[key]
        return None
