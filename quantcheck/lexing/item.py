"""An item of an island: the tokens that are put together, and the terminals that they may be."""

from __future__ import annotations

from typing import Any

from quantcheck.lexing.island import GLUED
from quantcheck.vocabulary.lexicon import Node

_SINGLE = {name: frozenset((name,)) for name in ("NUM", "POW", "VAGUE", "SUBSTANCE", "NOUN", "ORDINAL", GLUED)}


class Item:
    """A token of an island before its terminal is chosen."""

    __slots__ = ("end", "first", "glued", "last", "lives", "node", "shorter", "start", "text", "value")

    def __init__(self, first: int, last: int, start: int, end: int, text: str, glued: bool) -> None:
        self.first = first
        self.last = last
        self.start = start
        self.end = end
        self.text = text
        self.glued = glued
        self.lives: tuple[tuple[str, Any], ...] = ()
        self.node: Node | None = None
        self.shorter: tuple[Node, int] | None = None
        """The next shorter spelling that begins here, and the raw index behind it."""
        self.value: Any = None

    @property
    def kinds(self) -> frozenset[str]:
        """The terminals that it may be."""
        lives = self.lives
        if self.node is not None and lives is self.node.lives:
            return self.node.kinds
        if len(lives) == 1:
            return _SINGLE.get(lives[0][0]) or frozenset((lives[0][0],))
        return frozenset(life[0] for life in lives)
