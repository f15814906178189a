"""The signs and words of equations, compiled from `vocab/arithmetic.toml`, and whether a text has any of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from quantcheck.patterns.beginnings import ends_a_word
from quantcheck.patterns.later import later
from quantcheck.vocabulary.kinds import HINTS, Split, having

SORTS: Final = {
    "equal": "EQ", "about": "ABOUT", "plus": "PLUS", "minus": "MINUS", "times": "TIMES", "over": "OVER", "or": "OR",
    "more": "MORE", "less": "LESS",
}  # fmt: skip
WHOLES: Final = frozenset(("SUM", "AVERAGE", "PRODUCT", "DIFFERENCE", "RATIO"))
SIGNS: Final = frozenset(("EQ", "ABOUT"))
OPERATORS: Final = frozenset(
    ("PLUS", "MINUS", "TIMES", "OVER", "FRACTION", "POW", "ROOT", "FACTOR", "MORE", "LESS", "SLASH")
)
STATE: Final = SIGNS | {"OR", "LP"} | WHOLES
FIGURE: Final = later(r"[\d½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]")
_BRACKETS: Final = dict.fromkeys("([{⦅", "LP") | dict.fromkeys(")]}⦆", "RP")
_OTHERS: Final = _BRACKETS | {"of": "OF", "⁄": "FRACTION", "√": "ROOT", "∛": "ROOT"}
_FREQUENT: Final = frozenset(("a", "an", "the", "as"))
_SPARKS: Final = later(
    r"/\d{1,3} of\b|\d\S{0,12}(?:\s\S{1,12})?\s\w{4,7}\sthan\s\S{0,2}\d|"
    r"\bhalf (?:an?|the) \S{0,2}\d|\bhalf as \w{4,5} as\b|[⦅√∛]",
    re.IGNORECASE,
)
_OF: Final = later(r"/\d{1,3} [oO][fF]\b")
_THAN: Final = later(r"[tT][hH][aA][nN]\s\S{0,2}\d")
_HALF: Final = later(r"half (?:an?|the) \S{0,2}\d|half as \w{4,5} as\b", re.IGNORECASE)
_HINTS: Final = having(HINTS)
_WORD: Final = later(r"[^\W\d_]+")
_ROOTS: Final = "⦅√∛"
_APART: Final = "-/"
"""Signs that compute where a blank stands on both sides."""


class Hints(msgspec.Struct, frozen=True):
    """What hints at an equation, found by its last word or its sign."""

    signs: frozenset[str]
    """The signs of equality, and those of operations of one character."""
    before: dict[str, frozenset[str]]
    """Last word as it may be written -> the words that stand before it, `""` where it stands alone."""

    @classmethod
    def compile(cls, spellings: Sequence[str], signs: Iterable[str]) -> Hints:
        """Compile hints of one or two words, and signs."""
        before: dict[str, set[str]] = {}
        for s in spellings:
            head, _, last = s.rpartition(" ")
            for written in (last, last.capitalize(), last.upper()):
                before.setdefault(written, set()).add(head.rpartition(" ")[2])
        return cls(frozenset(signs), {last: frozenset(heads) for last, heads in before.items()})

    @property
    def tokens(self) -> frozenset[str]:
        """The words, in lower case, and characters without which there is no hint."""
        return self.signs | {word.lower() for word in self.before} | {"-", "/", "%", "half", "than", *_ROOTS}

    def places(self, split: Split) -> Iterator[int]:
        """Yield the places of the hints of a text, in order."""
        text, raw, starts = split.text, split.raw, split.starts
        reach, sparks = 0, False
        for found in _HINTS.finditer(split.marks):
            k = found.start()
            start, token = starts[k], raw[k]
            if start < reach:
                continue
            heads = self.before.get(token)
            if heads is not None:
                if self._stands(heads, split, k):
                    yield start
            elif token in self.signs:
                yield start
            elif token == "%":
                if text.startswith(" of", start + 1):
                    yield start
                    reach = start + 4
            elif token in _APART:
                if start > reach and text[start - 1] == " " and text[start + 1 : start + 2] == " ":
                    yield start - 1
                    reach = start + 2
                sparks = sparks or (token == "/" and _OF.match(text, start) is not None)
            elif token[0].isalpha():
                sparks = sparks or self._sparks(text, start)
            elif token in _ROOTS:
                sparks = True
            else:
                # `1e+5`
                yield from (start + n for n, c in enumerate(token) if c in self.signs)
        if sparks:
            yield from (m.start() for m in _SPARKS.finditer(text))

    @staticmethod
    def _stands(heads: frozenset[str], split: Split, k: int) -> bool:
        """Say whether a word stands by itself, and behind one of its heads."""
        text, raw, starts, alone = split.text, split.raw, split.starts, "" in heads
        if not alone and (k < 2 or raw[k - 2].lower() not in heads or not raw[k - 1].isspace()):
            return False
        return not (_touched(text, starts[k]) or not ends_a_word(text, starts[k + 1])) and (
            alone or not _touched(text, starts[k - 2])
        )

    @staticmethod
    def _sparks(text: str, start: int) -> bool:
        """Say whether `half` or `than` may be part of what `_SPARKS` finds."""
        if _HALF.match(text, start) is not None:
            return True
        than = _THAN.match(text, start)
        return than is not None and _SPARKS.search(text, max(0, start - 40), than.end()) is not None


def _touched(text: str, start: int) -> bool:
    """Say whether a letter, digit or low line stands right in front of a place."""
    before = text[start - 1 : start] if start else ""
    return before.isalnum() or before == "_"


class Words(msgspec.Struct, frozen=True):
    """The signs and words of equations, compiled."""

    token: re.Pattern[str]
    kinds: dict[str, str]
    """Spelling -> terminal of `grammar/equation.lark`, and `OF`, which multiplies in its place only."""
    factors: dict[str, Fraction]
    states: frozenset[str]
    """With which begins what an equation has beside its operators; a clause without it needs no other look."""
    appended: frozenset[str]
    """Those that stand behind a comma."""
    gathers: frozenset[str]
    """Those that name what is made of a list behind them."""
    hint: Hints
    shares: re.Pattern[str]
    lead: re.Pattern[str]
    behind: re.Pattern[str]
    pieces: re.Pattern[str]
    beyond: re.Pattern[str]
    links: re.Pattern[str]
    wholes: re.Pattern[str]
    numbers: re.Pattern[str]
    """Number words below a hundred."""

    @classmethod
    def compile(cls, table: Mapping[str, Any], numerals: Mapping[str, Mapping[str, str]]) -> Words:
        """Compile `equations` of `vocab/arithmetic.toml`, with the number words of `vocab/numerals.toml`."""
        kinds: dict[str, str] = {}
        for name, sort in SORTS.items():
            kinds |= dict.fromkeys(table[name], sort)
        kinds |= _OTHERS | dict.fromkeys(table["factor"], "FACTOR")
        kinds |= {word: sort.upper() for word, sort in table["whole"].items()}
        signs = [s for s, kind in kinds.items() if kind in ("EQ", "ABOUT") and not s[0].isalpha() and s[0] != ","]
        hints = [s for s, kind in kinds.items() if kind in ("PLUS", "TIMES", "OVER") and s not in "/x"]
        signs += ["−", *(s for s in hints if not s[0].isalpha())]
        pieces = table["shares"] + table["pieces"]
        hints += [*table["whole"], *(w for w in table["factor"] if w.split()[-1] not in _FREQUENT)]
        hints += [*(f"{w} of" for w in pieces), "minus"]
        states: dict[str, list[str]] = {}
        for s, kind in kinds.items():
            if kind in STATE:
                states.setdefault(_first(s), []).append(s)
        commas = [s[1:].strip() for s in kinds if s[0] == ","]
        return cls(
            later(lambda: either(kinds) + r"|(?<=\d)x(?=\d)", re.IGNORECASE),
            kinds,
            {word: Fraction(n) for word, n in table["factor"].items()},
            frozenset(states),
            frozenset(w for w in states if all(s[0] == "," for s in states[w])),
            frozenset(map(_first, table["whole"])),
            Hints.compile([s for s in hints if s[0].isalpha()], signs),
            later(lambda: rf"(?:{either(pieces)}|\d[/⁄]\d+)\Z", re.IGNORECASE),
            later(lambda: rf"(?:(?:{either(table['lead'])})\s+)+", re.IGNORECASE),
            later(lambda: rf"\s*(?:{either(table['behind'])})\Z", re.IGNORECASE),
            later(lambda: rf"[\s-](?:{either(table['pieces'])})\Z", re.IGNORECASE),
            later(lambda: rf"\s+(?:{either(table['beyond'])})", re.IGNORECASE),
            later(lambda: rf"\s+(?:{either(commas)})", re.IGNORECASE),
            later(lambda: either(list(table["whole"])), re.IGNORECASE),
            later(lambda: either([word for kind in ("unit", "teen", "ten") for word in numerals[kind]]), re.IGNORECASE),
        )

    def marks(self, split: Split) -> list[int]:
        """Return the places around which an equation may stand, in order; quick, for most texts have none."""
        return sorted({*self.hint.places(split)})


def _first(spelling: str) -> str:
    """Return the first word of a spelling, over a comma; of one without words, its sign."""
    word = _WORD.search(spelling)
    return spelling if word is None else word[0]


def either(spellings: Sequence[str] | Mapping[str, Any]) -> str:
    """Return the alternatives of a pattern of whole words and signs, the longest first."""
    words: list[str] = []
    signs: list[str] = []
    for s in sorted(spellings, key=lambda s: (-len(s), s)):
        body = r"\s+".join(map(re.escape, s.split())) if s.strip() == s else re.escape(s)
        # `3 x200 mg`: a lone letter may touch a figure
        body += (r"(?![^\W\d])" if len(s) == 1 else r"(?!\w)") if s[-1].isalpha() else ""
        (words if s[0].isalpha() else signs).append(body)
    made = signs
    if words:
        # where no word begins and no letter of a first one stands, no word is looked for
        firsts = "".join(sorted({c for s in spellings if s[0].isalpha() for c in (s[0].lower(), s[0].upper())}))
        made = [*signs, rf"(?<!\w)(?=[{firsts}])(?:{'|'.join(words)})"]
    return "|".join(made)
