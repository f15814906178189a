"""Patterns that are compiled when they are first used: a start pays for none that its texts do not need."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

_METHODS = ("match", "search", "fullmatch", "finditer", "findall", "sub", "split", "pattern", "flags")


class _Later:
    """A pattern to be; once it is compiled its methods are at hand without a detour."""

    def __init__(self, pattern: str | Callable[[], str], flags: int) -> None:
        self._asked = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        pattern, flags = self._asked
        compiled = re.compile(pattern if isinstance(pattern, str) else pattern(), flags)
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return self.__dict__[name]


def later(pattern: str | Callable[[], str], flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when it is first used; a wrong one raises only then.

    A long one may be a function that writes it, so that it is written no sooner.
    """
    return cast("re.Pattern[str]", _Later(pattern, flags))


def caseless(pattern: str | Callable[[], str]) -> re.Pattern[str]:
    """Return such a pattern to which case does not matter."""
    return later(pattern, re.IGNORECASE)
