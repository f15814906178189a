"""The words of a text, as far as they tell what a figure is about: stems, classes, and where a sentence divides.

Built from `vocab/attachment.*.toml`. Knows no figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

from quantcheck.patterns.later import later

WORD, STOP, WEAK_CUT, STRONG_CUT, LIGHT_CUT = range(5)
"""What a token is: a word that says something, one that does not, or a boundary of one of three strengths."""

_TOKEN: Final = later(
    r"[^\W\d_]++(?:\d{1,2}(?!\d))?|[;,:()\[\]&–—/]|(?:1[5-9]|20)\d\d(?!\d)(?![.,]\d)|\d++(?:[.,]\d++)*+"
)
"""It takes up every letter, digit and mark that divides: none of them stands between two that it finds."""
_SPELLING: Final = later(r"((?:1[5-9]|20)\d\d(?!\d)(?![.,]\d)|[^\W\d_]++(?:\d{1,2}(?!\d))?)|\d++(?:[.,]\d++)*+")
_LETTERS: Final = later(r"[^\W\d_]++")
_MIDDLE: Final = later(r"[^\W\d_a-zß-öø-ÿ](?<=[\w,;&] .)[^\W\d_]*+")
"""A word behind a blank in mid-sentence that may begin with a capital."""
_YEAR: Final = later(r"(?:1[5-9]|20)\d\d\Z")
_DAY_BEFORE: Final = later(r"\d{1,2}(?:st|nd|rd|th)?(?: of)? \Z")
_DAY_BEHIND: Final = later(r"\.? \d{1,2}(?!\d)")
_SPEAKER: Final = later(r"^[^\W\d_]{1,20}: ", re.MULTILINE)
_MANY: Final = 16
"""Words up to which a text is looked through for each of them."""
_UNENDED: Final = 2
"""Letters of a word that is too short for an ending to be taken off."""
_KEPT: Final = 50_000
"""Spellings that a language remembers."""
_token = tuple.__new__
_VOWELS: Final = frozenset("aeiouy")


class Word:
    """A word of the language, once for all its places: the key by which it is compared, and what it is.

    `group` is the class that it is a member of, or empty.
    """

    __slots__ = ("contrasts", "group", "key", "opens", "role", "weak")

    def __init__(
        self, key: str, role: int, *, group: str = "", weak: bool = False, opens: bool = False, contrasts: bool = False
    ) -> None:
        self.key = key
        self.role = role
        self.group = group
        self.weak = weak
        self.opens = opens
        self.contrasts = contrasts


class Token(NamedTuple):
    """A word at its place in a text."""

    start: int
    end: int
    word: Word


class Written(NamedTuple):
    """The keys of the words that a text has with a capital in mid-sentence, and of those in small letters."""

    capital: set[str]
    small: set[str]


class Lexis:
    """The words of one language that bear on what a figure is about."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        words, cuts = table["words"], table["boundaries"]
        self._stop = frozenset(words["stop"])
        self._weak = frozenset(map(stem, words["weak"]))
        self._openings = frozenset(cuts["opening"])
        self._contrast = frozenset(cuts["contrast"])
        self.respectively = frozenset(cuts["respectively"])
        self._members: dict[str, tuple[str, str]] = {}
        self._exact: dict[str, tuple[str, str]] = {}
        self.months: frozenset[str] = frozenset(f"month:{name}" for name in table["classes"].get("month", ()))
        for group, members in table["classes"].items():
            for member, spellings in members.items():
                for spelling in spellings:
                    self._exact[spelling] = (group, f"{group}:{member}")
                    self._members.setdefault(stem(spelling), (group, f"{group}:{member}"))
        self._cuts: dict[str, int] = {}
        self._phrases: dict[str, dict[str, Word]] = {}
        named = (("light", LIGHT_CUT), ("weak", WEAK_CUT), ("strong", STRONG_CUT), ("contrast", STOP))
        for name, role in named:
            for spelling in cuts[name]:
                first, _, second = spelling.partition(" ")
                if second:
                    phrase = Word(spelling, role, contrasts=spelling in self._contrast)
                    self._phrases.setdefault(first, {}).setdefault(second, phrase)
                elif spelling not in self._cuts:
                    self._cuts[spelling] = role
        self._seconds = frozenset(second for seconds in self._phrases.values() for second in seconds)
        self._known = _Known(self._make)
        self._special: set[str] = set()
        """The known spellings that have to be looked at together with their neighbours."""
        self._small = _Small(self)

    def word(self, raw: str) -> Word:
        """Return the word that a spelling is, in lower case."""
        return self._known.of(raw)

    def _make(self, raw: str) -> Word:
        found = self._made(raw)
        if found.group == "month" or raw in self._seconds:
            self._special.add(raw)
        return found

    def _made(self, raw: str) -> Word:
        opens = raw in self._openings
        if _YEAR.match(raw):
            return Word(f"year:{raw}", WORD, group="year")
        member = self._exact.get(raw)
        bare = raw.rstrip("0123456789")
        if raw.startswith("fy") and len(raw) == 4 and raw[2:].isdigit():
            return Word(f"year:20{raw[2:]}", WORD, group="year")
        if member is None and bare != raw and len(bare) > 1:
            # A number that is glued to a word is that of a note to it.
            raw = bare
        key = stem(raw)
        member = member or self._members.get(key)
        role = self._cuts.get(raw, STOP if raw in self._stop else WORD)
        contrasts = raw in self._contrast
        if member is not None and role in (WORD, STOP):
            return Word(member[1], WORD, group=member[0], opens=opens, contrasts=contrasts)
        return Word(key, role, weak=key in self._weak, opens=opens, contrasts=contrasts)

    def tokens(self, text: str, lower: str, start: int, end: int) -> list[Token]:
        """Return the words of a stretch of a text and the marks that divide it; `lower` is it in small letters."""
        raws = _TOKEN.findall(lower, start, end)
        words: list[Word | None] = list(map(self._known.__getitem__, raws))
        special = not self._special.isdisjoint(raws)
        if special:
            for n, raw in enumerate(raws):
                if n and raw in self._seconds and words[n - 1] is not None:
                    # Two words that are a phrase are one at the place of the first, and the second by itself.
                    words[n - 1] = self._phrases.get(raws[n - 1], {}).get(raw, words[n - 1])
        find = lower.find
        end = start
        # What is no word is a number: the next one stands behind it all the same.
        made = [
            _token(Token, (at, end, word))
            for raw, word in zip(raws, words, strict=True)
            if (end := (at := find(raw, end)) + len(raw)) and word is not None
        ]
        if special:
            made = [self._month(token, text) if token.word.group == "month" else token for token in made]
        return made

    def _month(self, token: Token, text: str) -> Token:
        """Return a month at its place, which is weak beside a day."""
        start, end, word = token
        if _DAY_BEHIND.match(text, end) or _DAY_BEFORE.search(text, max(0, start - 9), start):
            return Token(start, end, self._dated(word))
        return token

    def keys(self, lower: str) -> set[str]:
        """Return the keys of the words in a stretch of a text in small letters."""
        words = {self.word(raw) for raw in set(_SPELLING.findall(lower)) if raw}
        return {word.key for word in words if word.role == WORD}

    def written(self, text: str) -> Written:
        """Return how the words of a text are written."""
        return Written(self._capital(text), self._in_small(text))

    def names(self, told: Set[str], small: Set[str], texts: Sequence[str]) -> frozenset[str]:
        """Return the keys of words with a capital in mid-sentence, of the passages or some texts, and never without.

        `told` are those of the passages, `small` the words that they have in small letters.
        """
        found = set(told).union(*map(self._capital, texts)) - small
        for text in texts:
            if len(found) > _MANY:
                found -= self._in_small(text)
            else:
                found = {key for key in found if not self._is_small(text, key)}
        return frozenset(found)

    def _capital(self, text: str) -> set[str]:
        names = {self.word(raw.lower()) for raw in set(_MIDDLE.findall(text)) if raw[0].isupper()}
        return {word.key for word in names if word.role == WORD and not word.group}

    def _in_small(self, text: str) -> set[str]:
        return set(map(self._small.__getitem__, set(_LETTERS.findall(text))))

    def _is_small(self, text: str, key: str) -> bool:
        """Whether a text has a word in small letters; all but the last letter of its key stands before an ending."""
        head = key[:-1] if len(key) > _UNENDED else key
        at = text.find(head)
        while at >= 0:
            inside = at > 0 and _LETTERS.match(text, at - 1) is not None
            if not inside and (raw := _LETTERS.match(text, at)) is not None and self._small[raw[0]] == key:
                return True
            at = text.find(head, at + 1)
        return False

    def _dated(self, word: Word) -> Word:
        name = f"day in {word.key}"
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = Word(word.key, WORD, weak=True)
        return found


class _Known(dict[str, "Word | None"]):
    """Words by their spellings in small letters, and nothing for numbers, which are not kept."""

    def __init__(self, make: Callable[[str], Word]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, raw: str) -> Word | None:
        return None if _is_number(raw) else self.of(raw)

    def of(self, raw: str) -> Word:
        """Return the word that a spelling is."""
        found = self.get(raw)
        if found is None:
            if len(self) > _KEPT:
                self.clear()
            found = self[raw] = self._make(raw)
        return found


class _Small(dict[str, str]):
    """The keys of spellings in small letters, and nothing for the others."""

    def __init__(self, lexis: Lexis) -> None:
        super().__init__()
        self._lexis = lexis

    def __missing__(self, raw: str) -> str:
        if len(self) > _KEPT:
            self.clear()
        key = self[raw] = self._lexis.word(raw).key if raw[0].islower() and raw.islower() else ""
        return key


def _is_number(raw: str) -> bool:
    """Whether a spelling is a number that is no year."""
    return raw[0].isdecimal() and _YEAR.match(raw) is None


def in_small_letters(text: str) -> str:
    """Return a text in small letters, each where it stood."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def stem(word: str) -> str:
    """Return a word without the endings of plural, tense and adverb: enough to tell forms of one word from others."""
    n = len(word)
    if n > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif n > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        word = word[:-2]
    elif n > 3 and word[-1] == "s" and word[-2] not in "siu":
        word = word[:-1]
    n = len(word)
    if n > 5 and word.endswith("ing") and not _VOWELS.isdisjoint(word[:-3]):
        word = _single(word[:-3])
    elif n > 4 and word.endswith("ed") and not _VOWELS.isdisjoint(word[:-2]):
        word = _single(word[:-2])
    elif n > 5 and word.endswith("ly"):
        word = word[:-2]
    if len(word) > 4 and word[-1] == "e":
        word = word[:-1]
    return word


def _single(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word


def last_turn(question: str) -> tuple[int, int]:
    """Return the span of the last turn of a question that is a conversation, a line `speaker: …` each."""
    start = 0
    for m in _SPEAKER.finditer(question):
        start = m.end()
    return start, len(question)
