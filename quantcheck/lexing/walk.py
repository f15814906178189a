"""The walk over the items of an island: where it stands, and which terminals it has put so far."""

from __future__ import annotations

from typing import Any

from quantcheck.lexing.island import DANGLING, WORD, Island
from quantcheck.lexing.item import Item

NOTHING: frozenset[str] = frozenset()
ENDS = frozenset(("NUM", "MULT", "UNIT", "POW", "RP", "BOUNDP", "APPROXP", "DAILY", "TOD", "NEGP", "VAGUE", "MORE"))
"""Terminals that may be the last of an expression."""


class Walk:
    """The items of an island, the terminals put for those in front, and the item at which the walk stands."""

    __slots__ = ("at", "between", "following", "island", "items", "kinds", "money", "paces", "prev", "stop")

    def __init__(self, island: Island, items: list[Item], stop: int) -> None:
        self.island = island
        self.items = items
        self.kinds = [item.kinds for item in items]
        """The terminals that each item may be."""
        self.stop = stop
        """The raw index behind the island."""
        self.at = 0
        self.prev = WORD
        """What the item in front is, a terminal or none."""
        self.following = NOTHING
        """The terminals that the item behind may be."""
        self.money = False
        """Whether the sign of a currency was put."""
        self.between = False
        """Whether `between` was put, and not yet its `and`."""
        self.paces: list[tuple[int, str]] = []
        """Where words that a bound reaches over name a period, and its code."""

    @property
    def next(self) -> Item | None:
        """The item behind."""
        at = self.at + 1
        return self.items[at] if at < len(self.items) else None

    def behind(self, count: int) -> frozenset[str]:
        """Return the terminals that the item so many behind may be."""
        at = self.at + count
        return self.kinds[at] if at < len(self.kinds) else NOTHING

    @property
    def measured(self) -> bool:
        """Whether an amount with a unit or of money stands in front."""
        return self.prev in ("UNIT", "POW") or (self.money and self.prev in ("NUM", "MULT"))

    def skip(self, count: int = 1) -> bool:
        """Pass items over: they are no terminal."""
        self.at += count
        return True

    def went(self, terminal: str, count: int = 1) -> bool:
        """Go on behind items for which a terminal was put."""
        self.prev = terminal
        self.at += count
        return True

    def put(self, terminal: str, value: Any = None) -> bool:
        """Put the item as a terminal."""
        item = self.items[self.at]
        self.island.put(terminal, value, item.start, item.end, item.text)
        self.prev = terminal
        self.at += 1
        return True

    def dangle(self) -> bool:
        """Put the item as what is not read and belongs to what it stands beside."""
        return self.put(DANGLING)

    def replace(self, count: int, made: list[Item]) -> None:
        """Let other items stand in the place of the next ones."""
        self.items[self.at : self.at + count] = made
        self.kinds[self.at : self.at + count] = [item.kinds for item in made]

    def drop(self, at: int) -> None:
        """Leave out an item."""
        del self.items[at], self.kinds[at]
