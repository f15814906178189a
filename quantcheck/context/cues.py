"""The places of telling words in a text, so that only what is near them is looked at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from quantcheck.visible.markup import CITATION
from quantcheck.vocabulary.kinds import TELLS, having

_TELLS = having(TELLS)


def forms(words: Iterable[str]) -> frozenset[str]:
    """Return words as they may be written: in small letters, with a capital, in capitals."""
    return frozenset(v for w in set(words) for v in (w, w.capitalize(), w.upper()))


class Table:
    """Which sorts of telling words each word is of: what several passes look for is found in one pass over a text."""

    def __init__(self, *groups: Sequence[frozenset[str]]) -> None:
        sorts: dict[str, tuple[int, ...]] = {}
        for n, words in enumerate(chain.from_iterable(groups)):
            again = {word: (*sorts[word], n) for word in words & sorts.keys()}
            sorts.update(dict.fromkeys(words, (n,)))
            sorts.update(again)
        self._sorts = sorts
        self.words = sorts.keys()
        self._count = sum(map(len, groups))
        ends = list(accumulate(map(len, groups), initial=0))
        self._groups = list(map(slice, ends, ends[1:]))

    def places(self, raw: Sequence[str], marks: bytes) -> list[list[Cues]]:
        """Return where tokens are the words of each sort, a list of sorts a group; `marks` says which are any."""
        sorts = self._sorts
        found = [Cues() for _ in range(self._count)]
        for m in _TELLS.finditer(marks):
            i = m.start()
            for sort in sorts[raw[i]]:
                found[sort].append(i)
        return [found[group] for group in self._groups]


class Cues(list[int]):
    """The places of some tokens in a text, in order."""

    def within(self, first: int, last: int) -> list[int]:
        """Return those from one token to before another."""
        return self[bisect_left(self, first) : bisect_left(self, last)]

    def between(self, first: int, last: int) -> bool:
        """Say whether one of them stands from one token to before another."""
        at = bisect_left(self, first)
        return at < len(self) and self[at] < last


_SKIPPED = frozenset((" ", "-", ".", CITATION))


class Beside:
    """Which words stand beside the one by which a spelling is looked for, before or behind it.

    So a spelling of common words (`not after`, `as high as`) is looked for where two of them stand, and not one.
    """

    def __init__(self, spellings: Iterable[tuple[Sequence[str], int]], alone: Iterable[str] = ()) -> None:
        """Take spellings in tokens, each with the place of the one by which it is looked for, and those `alone`."""
        self._alone = set(alone)
        self._before: dict[str, set[str]] = {}
        self._behind: dict[str, set[str]] = {}
        for spelling, at in spellings:
            # what stands beside a word may be written together
            glued = ""
            if at:
                known = self._before.setdefault(spelling[at], set())
                for t in spelling[at - 1 :: -1]:
                    known.add(glued := t + glued)
            elif len(spelling) > 1:
                known = self._behind.setdefault(spelling[at], set())
                for t in spelling[1:]:
                    known.add(glued := glued + t)
            else:
                self._alone.add(spelling[0])

    def stands(self, raw: Sequence[str], i: int) -> bool:
        """Say whether a token by which spellings are looked for has a word of one of them beside it, or needs none."""
        word = raw[i].lower()
        if word in self._alone:
            return True
        before, behind = self._before.get(word), self._behind.get(word)
        if before is not None and _next(raw, i, -1) in before:
            return True
        return behind is not None and _next(raw, i, 1) in behind


def _next(raw: Sequence[str], i: int, step: int) -> str:
    """Return the word before a token (-1) or behind it (1), over blanks, hyphens, points and marks of citations."""
    i += step
    n = len(raw)
    while 0 <= i < n and (raw[i] in _SKIPPED or raw[i].isspace()):
        i += step
    return raw[i].lower() if 0 <= i < n else ""
