"""Which dollar a bare `$` is: the vocabulary's default, unless the texts of a case name another one anywhere.

Then the case is read with a language in which that default does not hold, so that every dollar it may be is kept.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.values import Sense
from quantcheck.vocabulary import trie
from quantcheck.vocabulary.lexicon import Lexicon

if TYPE_CHECKING:
    from quantcheck.reading.compiled import Language
    from quantcheck.vocabulary.vocab import UnitTable

AXIS: Final = "dollar"
_SIGN: Final = "$"
_WORDS: Final = ("dollar", "dollars")


_HEAD: Final = later(r"(?<![^\W_])[^\W\d_]{1,4}\Z")
_TAIL: Final = later(r"[^\W\d_]{2,4}(?![^\W_])")
_CODE: Final = later(r"[A-Z](?<![^\W_][A-Z])[A-Z]{2,5}(?![^\W_])")
"""It begins with what it looks for: most of a text is then skipped at once."""
_BEFORE: Final = later(r"(?:[^\W_]+[\s-]){1,2}\Z")


class Names:
    """The names of dollars other than that of the default, by how they are looked for."""

    def __init__(self, spellings: Iterable[str]) -> None:
        self.all = frozenset(spellings)
        self._others = sorted(s for s in self.all if s.isalpha() and not _CODE.fullmatch(s))
        last = {s.rpartition(" ")[2] for s in self.all if " " in s and s[-1].isalpha()}
        self._word = re.compile(rf"{any_of(last)}(?![^\W_])")

    def mentioned(self, text: str) -> bool:
        """Whether a text has one of them; linear, and quick where it has no sign and no word of money."""
        return (
            self._signs(text)
            or any(m[0] in self.all for m in _CODE.finditer(text))
            or self._words(text)
            or any(s in text and re.search(rf"(?<![^\W_]){s}(?![^\W_])", text) for s in self._others)
        )

    def _signs(self, text: str) -> bool:
        at = text.find(_SIGN)
        while at >= 0:
            head = _HEAD.search(text, max(0, at - 5), at)
            tail = _TAIL.match(text, at + 1)
            if head and f"{head[0]} {_SIGN}" in self.all:
                return True
            if tail and f"{_SIGN} {tail[0]}" in self.all:
                return True
            at = text.find(_SIGN, at + 1)
        return False

    def _words(self, text: str) -> bool:
        for m in self._word.finditer(text):
            before = _BEFORE.search(text, max(0, m.start() - 40), m.start())
            words = re.split(r"[\s-]", before[0]) if before else []
            for n in range(len(words) - 1):
                if " ".join((*words[n:-1], m[0])) in self.all:
                    return True
        return False


class Dollars:
    """What some texts of a case say of dollars; each thing is asked of them once, whatever others they stand with."""

    def __init__(self, language: Language, texts: Sequence[str]) -> None:
        self._language = language
        self._texts = texts

    def beside(self, text: str) -> Language:
        """Return the language to read a case with that has one more text."""
        if not (self._priced or _priced(text)):
            return self._language
        return _open(self._language) if self._named or _names(self._language).mentioned(text) else self._language

    @cached_property
    def _priced(self) -> bool:
        return any(map(_priced, self._texts))

    @cached_property
    def _named(self) -> bool:
        return any(map(_names(self._language).mentioned, self._texts))


def _priced(text: str) -> bool:
    """Whether there is a dollar in a text."""
    return _SIGN in text or "ollar" in text or "OLLAR" in text or "＄" in text


@lru_cache(maxsize=4)
def _names(language: Language) -> Names:
    return Names(language.plain.dollars)


def others(units: UnitTable) -> list[str]:
    """Return the spellings that name another dollar than that of the default; dear, for the compiler."""
    own = _currencies(units.senses[_SIGN])
    dollars = _currencies(units.all_senses[_SIGN])
    for spelling, senses in units.all_senses.items():
        if spelling.rpartition(" ")[2].lower() in _WORDS:
            dollars |= _currencies(senses)
    found = []
    for spelling, senses in units.all_senses.items():
        # `cad` and `aud` in small letters are words of their own.
        if spelling.islower() and spelling.isalpha() and len(spelling) == 3:
            continue
        meant = _currencies(units.senses[spelling])
        if meant and meant <= dollars - own and not _currencies(senses) & own:
            found.append(spelling)
    return sorted(found)


def _currencies(senses: Sequence[Sense]) -> frozenset[str]:
    names = (name.partition(":") for sense in senses for name, _ in sense.unit.dimension)
    return frozenset(code for head, _, code in names if head == "currency")


def opened(units: UnitTable) -> UnitTable:
    """Return the table without the default of the dollar."""
    settled = units.senses.settled
    named = [s for s in settled if any(axis == AXIS for sense in units.all_senses[s] for axis, _ in sense.axes)]
    return msgspec.structs.replace(units, senses=units.senses.without(named))


@lru_cache(maxsize=4)
def _open(language: Language) -> Language:
    """Return the language without the default of the dollar."""
    plain = language.plain
    made = copy.copy(language)
    made.units = opened(language.units)
    root = trie.root(plain.lexicon, made.units.groups, plain.opened)
    made.take(Lexicon(made.tables["relations"], made.tables["numerals"], made.units, root))
    return made
