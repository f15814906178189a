"""The passages and questions that were read before: retrieval gives the same ones again and again.

Bounded in characters, the least recently asked for forgotten first; safe across threads. What is remembered depends on
the text, the language and the styles of citation alone, so that a report is the same with a memory as without.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from quantcheck.checking.gathered import Evidence
from quantcheck.matching.known import Known
from quantcheck.reading.compiled import Language

CHARACTERS: Final = 400_000
"""What is remembered by default, in characters of text."""
EACH: Final = 500
"""What a text counts for beside its characters: what is known of a short one takes memory too."""
_LARGEST: Final = 8
"""A text of more than this part of the memory is not remembered."""

_PART: Final = 8
"""Of what is remembered in texts, so much again may be sets of them."""

Key = tuple[str, Language, tuple[str, ...]]


class Memory:
    """What is known of texts, by language and styles of citation."""

    def __init__(self, characters: int = CHARACTERS) -> None:
        self._limit = characters
        self._lock = threading.Lock()
        self._texts: OrderedDict[Key, Known] = OrderedDict()
        self.size = 0
        """The characters remembered."""
        self._evidence: OrderedDict[Hashable, Evidence] = OrderedDict()
        self._gathered = 0

    def known(self, text: str, language: Language, styles: tuple[str, ...], make: Callable[[], Known]) -> Known:
        """Return what is known of a text, from before or as it is made now."""
        key = text, language, styles
        with self._lock:
            found = self._texts.get(key)
            if found is not None:
                self._texts.move_to_end(key)
                return found
        made = make()
        weight = len(text) + EACH
        if weight * _LARGEST > self._limit:
            return made
        with self._lock:
            found = self._texts.setdefault(key, made)
            if found is made:
                self.size += weight
                while self.size > self._limit:
                    (gone, _, _), _ = self._texts.popitem(last=False)
                    self.size -= len(gone) + EACH
        return found

    def evidence(self, name: Hashable, new: Evidence) -> Evidence:
        """Return the evidence of a case that has this name, from before or the new one.

        A name says all that what is gathered depends on: the texts, their order and their ids, and the policy.
        """
        with self._lock:
            found = self._evidence.get(name)
            if found is not None:
                self._evidence.move_to_end(name)
                return found
            weight = new.weight = sum(map(len, new.texts)) + EACH * (1 + len(new.texts))
            if weight * _PART <= self._limit:
                self._evidence[name] = new
                self._gathered += weight
                while self._gathered * _PART > self._limit:
                    _, gone = self._evidence.popitem(last=False)
                    self._gathered -= gone.weight
        return new
