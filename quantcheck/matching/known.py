"""A text with what was read in it, and what else follows from it alone: each such fact is made once, when asked for.

What is known of a passage may serve many cases, in several threads: nothing of it is changed once it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from quantcheck.values import Text

P = ParamSpec("P")
T = TypeVar("T")


class Known:
    """A text as read with one language, and the facts that others have made of it."""

    __slots__ = ("_facts", "read", "text")

    def __init__(self, text: str, read: Text) -> None:
        self.text = text
        self.read = read
        self._facts: dict[object, Any] = {}

    def fact(self, make: Callable[Concatenate[Known, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `make` makes of this text, from before where it was asked for before.

        What is handed on beside must be the same each time, as is all that belongs to the language.
        """
        found: T | None = self._facts.get(make)
        if found is None:
            # Two threads may make it at once; the one that comes first is kept.
            found = self._facts.setdefault(make, make(self, *args, **kwargs))
        return found
