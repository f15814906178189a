"""The signs and words of equations, compiled from `vocab/arithmetic.toml`, and whether a text has any of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

SORTS: Final = {
    "equal": "EQ", "about": "ABOUT", "plus": "PLUS", "minus": "MINUS", "times": "TIMES", "over": "OVER", "or": "OR",
    "more": "MORE", "less": "LESS",
}  # fmt: skip
_BRACKETS: Final = dict.fromkeys("([{⦅", "LP") | dict.fromkeys(")]}⦆", "RP")
_OTHERS: Final = _BRACKETS | {"of": "OF", "⁄": "FRACTION", "√": "ROOT", "∛": "ROOT"}
_FREQUENT: Final = frozenset(("a", "an", "the", "as"))
_SPARKS: Final = re.compile(
    r"/\d{1,3} of\b|\d\S{0,12}(?:\s\S{1,12})?\s\w{4,7}\sthan\s\S{0,2}\d|"
    r"\bhalf (?:an?|the) \S{0,2}\d|\bhalf as \w{4,5} as\b|[⦅√∛]",
    re.IGNORECASE,
)
RESTATED: Final = re.compile(
    r"\b([^\W\d_]{3,9}(?:[- ][^\W\d_]{3,5})?)\s{0,2}\(\s?(\d[\d,.]{0,12})\s?\)\s{0,2}(?=[^\W\d_]|[µ°%])"
)


class Hints(msgspec.Struct, frozen=True):
    """What hints at an operation, found by its last word or its sign: one pattern of all would be slow."""

    ends: re.Pattern[str]
    before: dict[str, frozenset[str]]
    """Last word -> the words that stand before it, `""` where it stands alone; signs are in the pattern only."""

    @classmethod
    def compile(cls, spellings: Sequence[str]) -> Hints:
        """Compile hints of one or two words, and signs."""
        signs = sorted({s for s in spellings if not s.strip()[0].isalpha()})
        before: dict[str, set[str]] = {}
        for s in spellings:
            if s.strip()[0].isalpha():
                head, _, last = s.rpartition(" ")
                before.setdefault(last, set()).add(head.rpartition(" ")[2])
        written = sorted({w for last in before for w in (last, last.capitalize(), last.upper())})
        pattern = rf"\b(?:{'|'.join(written)})\b|" + "|".join(map(re.escape, signs))
        return cls(re.compile(pattern), {last: frozenset(heads) for last, heads in before.items()})

    def places(self, text: str) -> Iterator[int]:
        """Yield the places of the hints of a text, in order."""
        for m in self.ends.finditer(text):
            heads = self.before.get(m[0].lower())
            if heads is None or "" in heads:
                yield m.start()
                continue
            words = text[max(0, m.start() - 20) : m.start()].split()
            if words and re.split(r"\W", words[-1])[-1].lower() in heads:
                yield m.start()


class Words(msgspec.Struct, frozen=True):
    """The signs and words of equations, compiled."""

    token: re.Pattern[str]
    kinds: dict[str, str]
    """Spelling -> terminal of `grammar/equation.lark`, and `OF`, which multiplies in its place only."""
    factors: dict[str, Fraction]
    sign: re.Pattern[str]
    hint: Hints
    shares: re.Pattern[str]
    lead: re.Pattern[str]
    behind: re.Pattern[str]
    pieces: re.Pattern[str]
    links: re.Pattern[str]
    wholes: re.Pattern[str]

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Words:
        """Compile `equations` of `vocab/arithmetic.toml`."""
        kinds: dict[str, str] = {}
        for name, sort in SORTS.items():
            kinds |= dict.fromkeys(table[name], sort)
        kinds |= _OTHERS | dict.fromkeys(table["factor"], "FACTOR")
        kinds |= {word: sort.upper() for word, sort in table["whole"].items()}
        signs = [s for s, kind in kinds.items() if kind in ("EQ", "ABOUT") and not s[0].isalpha() and s[0] != ","]
        hints = [s for s, kind in kinds.items() if kind in ("PLUS", "TIMES", "OVER") and s not in "/x"]
        pieces = table["shares"] + table["pieces"]
        hints += [*table["whole"], *(w for w in table["factor"] if w.split()[-1] not in _FREQUENT)]
        hints += [*(f"{w} of" for w in pieces), "−", " - ", " / ", "minus"]
        commas = [s[1:].strip() for s in kinds if s[0] == ","]
        return cls(
            re.compile(either(kinds), re.IGNORECASE),
            kinds,
            {word: Fraction(n) for word, n in table["factor"].items()},
            re.compile(either(signs)),
            Hints.compile(hints),
            re.compile(rf"(?:{either(pieces)}|\d/\d+)\Z", re.IGNORECASE),
            re.compile(rf"(?:(?:{either(table['lead'])})\s+)+", re.IGNORECASE),
            re.compile(rf"\s*(?:{either(table['behind'])})\Z", re.IGNORECASE),
            re.compile(rf"[\s-](?:{either(table['pieces'])})\Z", re.IGNORECASE),
            re.compile(rf"\s+(?:{either(commas)})", re.IGNORECASE),
            re.compile(either(list(table["whole"])), re.IGNORECASE),
        )

    def mentioned(self, text: str) -> bool:
        """Whether a text has anything that an equation needs; quick, so that a text without one costs nothing."""
        return (
            self.sign.search(text) is not None
            or next(self.hint.places(text), None) is not None
            or _SPARKS.search(text) is not None
            or ("(" in text and RESTATED.search(text) is not None)
        )

    def marks(self, text: str) -> list[int]:
        """Return the places around which an equation may stand, in order."""
        signs = (m.start() for p in (self.sign, _SPARKS) for m in p.finditer(text))
        return sorted({*signs, *self.hint.places(text)})


def either(spellings: Sequence[str] | Mapping[str, Any]) -> str:
    """Return the alternatives of a pattern of whole words and signs, the longest first."""
    words: list[str] = []
    signs: list[str] = []
    for s in sorted(spellings, key=lambda s: (-len(s), s)):
        body = r"\s+".join(map(re.escape, s.split())) if s.strip() == s else re.escape(s)
        body += r"(?!\w)" if s[-1].isalpha() else ""
        (words if s[0].isalpha() else signs).append(body)
    made = signs
    if words:
        # where no word begins and no letter of a first one stands, no word is looked for
        firsts = "".join(sorted({c for s in spellings if s[0].isalpha() for c in (s[0].lower(), s[0].upper())}))
        made = [*signs, rf"(?<!\w)(?=[{firsts}])(?:{'|'.join(words)})"]
    return "|".join(made)
