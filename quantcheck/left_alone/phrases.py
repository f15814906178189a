"""Number words without a number's meaning: idioms, ordinals, factors (`three times larger`), times (`five o'clock`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from quantcheck.left_alone.guard import Guard, word_before, word_behind
from quantcheck.patterns.later import later
from quantcheck.vocabulary.kinds import NAMED, Split, having

Found = tuple[int, int, str]

LOWER_END = later(r"(?:(?<![\w.,])\d[\d.,]*|(?<!\w)[a-z]{2,5})(?:[- ]?)(?:[ ]?(?:to|or)[ ]|[-–—])\Z")
"""The lower end of a range whose upper end begins behind it."""

_FOLD = later(r"(?:[-–][ ]?|[ ])?folds?(?![A-Za-z])")
_TIMES = later(r"[ ]?(?:[x×X](?![A-Za-z0-9])|-?times(?![A-Za-z]))")
_CLOCK = later(r" (?:o['’]clock|[ap]\.?m\.?(?= [a-z(]|[,;:)\n]|\Z))")
_BEFORE = " \n\t([-–—/\"“‘'’|,;:>*\u00a0\u2009\u202f\ufdd0\ufdd1"
_BEFORE_WORD = f"[{re.escape(_BEFORE)}]"
_NAMED = having(NAMED)
_MULTIPLES = frozenset(("twice", "half", "double", "triple"))
_OF_A_NUMBER = later(
    r" of (?:the |every |these |those |its |their |our |all )?"
    r"(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|every)\b)"
)


class Phrases(msgspec.Struct, frozen=True):
    """The tables `idiom`, `ordinal` and `factor`, as far as they are about number words, compiled."""

    guard: Guard
    written: frozenset[str]
    """The words that are looked for, as they may be written."""
    numbers: frozenset[str]
    phrases: Mapping[tuple[str, str], tuple[tuple[str, int], ...]]
    """Number word and the two characters behind or before it -> (phrase, place of the word in it)."""
    before_one: frozenset[str]
    after_one: frozenset[str]
    bounding: frozenset[str]
    ordinals: frozenset[str]
    fraction_before: frozenset[str]
    tens: frozenset[str]
    counting: frozenset[str]
    hundreds: frozenset[str]
    compared: frozenset[str]
    twice: frozenset[str]
    halves: frozenset[str]
    folds: frozenset[str]

    @classmethod
    def compile(cls, table: Mapping[str, Mapping[str, Any]], guard: Guard) -> Phrases:
        """Compile the three tables."""
        idiom, ordinal, factor = table["idiom"], table["ordinal"], table["factor"]
        numbers, ordinals, folds = (frozenset(w) for w in (idiom["numbers"], ordinal["words"], factor["folds"]))
        others = frozenset(idiom["other_words"])
        phrases: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for phrase in idiom["phrases"]:
            word = next(w for w in re.split(r"[ -]", phrase) if w in numbers or w in ordinals or w in others)
            at = phrase.index(word)
            beside = phrase[max(0, at - 2) : at] if at else phrase[len(word) : len(word) + 2]
            phrases.setdefault((word, beside), []).append((phrase, at))
        return cls(
            guard=guard,
            written=_written(numbers | ordinals | folds | _MULTIPLES | {word for word, _ in phrases}),
            numbers=numbers,
            phrases={key: tuple(sorted(of, key=lambda p: (-len(p[0]), p))) for key, of in sorted(phrases.items())},
            before_one=frozenset(idiom["before_one"]),
            after_one=frozenset(idiom["after_one"]),
            bounding=frozenset(idiom["bounding"]),
            ordinals=ordinals,
            fraction_before=frozenset(ordinal["fraction_before"]),
            tens=frozenset(ordinal["tens"]),
            counting=frozenset(ordinal["counting"]),
            hundreds=frozenset(ordinal["hundreds"]),
            compared=frozenset(factor["compared"]),
            twice=frozenset(factor["twice"]),
            halves=frozenset(factor["halves"]),
            folds=folds,
        )

    def scan(self, split: Split) -> list[Found]:
        """Return what is left alone of the number words, in order."""
        out: list[Found] = []
        floor = 0
        text, starts = split.text, split.starts
        for match in _NAMED.finditer(split.marks):
            start, end = starts[match.start()], starts[match.end()]
            if start < floor or (start and text[start - 1] not in _BEFORE) or text[end : end + 1].isalnum():
                continue
            found = self._word(text, start, end, text[start:end].lower())
            if found is not None and found[0] >= floor:
                out.append(found)
                floor = found[1]
        return out

    def factor_end(self, text: str, end: int) -> int:
        """Return where the factor whose number ends at `end` ends, 0 where there is none."""
        fold = _FOLD.match(text, end)
        if fold is not None:
            return fold.end()
        times = _TIMES.match(text, end)
        if times is None:
            return 0
        word = word_behind(text, times.end())
        return times.end() + 1 + len(word) if word in self.compared else 0

    def _word(self, text: str, start: int, end: int, word: str) -> Found | None:
        phrase = self._phrase(text, start, end, word)
        if phrase is not None:
            return phrase
        if word == "one":
            return self._one(text, start, end) or self._number(text, start, end)
        if word in self.folds:
            return (start, end, "factor")
        if word in self.ordinals:
            return self._ordinal(text, start, end)
        if word in _MULTIPLES:
            behind = word_behind(text, end)
            allowed = self.halves if word == "half" else self.twice
            return (start, end + 1 + len(behind), "factor") if behind in allowed else None
        return self._number(text, start, end)

    def _phrase(self, text: str, start: int, end: int, word: str) -> Found | None:
        known = self.phrases
        near = known.get((word, text[end : end + 2]), ()) + known.get((word, text[max(0, start - 2) : start]), ())
        for phrase, place in near:
            begins, stop = start - place, start - place + len(phrase)
            if begins < 0 or text[begins:stop].lower() != phrase:
                continue
            glued = (begins and text[begins - 1].isalnum()) or text[stop : stop + 1].isalnum()
            if not glued and not self.guard.unit_at(text, stop, nouns=True):
                return (begins, stop, "idiom")
        return None

    def _number(self, text: str, start: int, end: int) -> Found | None:
        stop = self.factor_end(text, end)
        if stop:
            lower = LOWER_END.search(text, max(0, start - 16), start)
            if lower is not None and lower.group().split("-")[0].split(" ")[0] in self.numbers:
                return (lower.start(), stop, "factor")
            return (start, stop, "factor")
        clock = _CLOCK.match(text, end)
        return None if clock is None else (start, clock.end(), "clock_time")

    def _one(self, text: str, start: int, end: int) -> Found | None:
        """Take `one` as a pronoun: `no one`, `one's`, `one of the reasons`; never as a part of a number or ratio."""
        if text[start - 1 : start] in ("-", "–") or text[end : end + 1] in ("-", "–", "/"):
            return None
        if self._goes_on(text, start) or word_before(text, start).lower() in self.tens:
            # `3 hundred and one is more`, `twenty one of them`
            return None
        if text.startswith(("'s", "’s"), end):
            return (start, end + 2, "idiom")
        behind = word_behind(text, end)
        if behind in self.after_one:
            if behind == "of" and (_OF_A_NUMBER.match(text, end) or word_before(text, start).lower() in self.bounding):
                return None
            return (start, end + 1 + len(behind), "idiom")
        if text.startswith("One day,", start):
            return (start, start + len("One day"), "idiom")
        before = word_before(text, start)
        low = before.lower()
        if low not in self.before_one or self.guard.unit_at(text, end, nouns=True) or behind in self.numbers:
            return None
        if low in ("the", "another") and behind.islower():
            # `the one study` counts.
            return None
        return (start - 1 - len(before), end, "idiom")

    def _ordinal(self, text: str, start: int, end: int) -> Found | None:
        """Take an ordinal word; a fraction (`a third`, `two-thirds`) is left to the number reader."""
        before = text[start - 1 : start]
        if before == "-" or text.startswith("- ", start - 2):
            ten = text[max(0, start - 12) : start].rstrip(" -").rpartition(" ")[2]
            if ten.lower() in self.tens:
                begins = text.rindex(ten, max(0, start - 12), start)
                return None if self._counted(text, begins) else (begins, end, "ordinal")
            if before == "-" or ten.lower() in self.counting:
                return None
        if before == "/" or self._counted(text, start):
            return None
        return (start, end, "ordinal")

    def _counted(self, text: str, place: int) -> bool:
        """Say whether a number stands before an ordinal word, which is for the number reader then (`two thirds`)."""
        word = word_before(text, place).lower().rpartition("-")[2]
        return word in self.fraction_before or self._goes_on(text, place) or self.counted(text, place)

    def counted(self, text: str, place: int) -> bool:
        """Say whether a number stands right before a place."""
        word = word_before(text, place).lower().rpartition("-")[2]
        return word in self.counting or word.isdecimal()

    def _goes_on(self, text: str, place: int) -> bool:
        """Say whether a number of hundreds or more goes on here (`two hundred and one`)."""
        word = word_before(text, place).lower()
        return word in self.hundreds or (word == "and" and word_before(text, place - 4).lower() in self.hundreds)


def _written(words: Iterable[str]) -> frozenset[str]:
    """Return the words in lower case and Capitalised."""
    return frozenset(form for word in words for form in (word, word[:1].upper() + word[1:]))


def word_pattern(words: Collection[str]) -> re.Pattern[str]:
    """Return a pattern for the words in lower case and Capitalised, in group 1.

    It begins with the mark before the word: so the engine tries few places, in a third of the time of a look-behind.
    """

    def written() -> str:
        heads: dict[str, list[str]] = {}
        for word in words:
            heads.setdefault(word[0], []).append(word[1:])
        rest = "|".join(
            f"{head}(?:{'|'.join(map(re.escape, sorted(tails, key=lambda t: (-len(t), t))))})"
            for letter, tails in sorted(heads.items())
            for head in (letter, letter.upper())
        )
        return rf"{_BEFORE_WORD}((?:{rest})(?![^\W_]))"

    return later(written)
