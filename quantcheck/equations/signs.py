"""The signs and words of equations, compiled from `vocab/arithmetic.toml`, and whether a text has any of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from quantcheck.patterns.later import later

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
_OF: Final = re.compile(r"/\d{1,3} [oO][fF]\b")
_THAN: Final = later(r"[tT][hH][aA][nN]\s\S{0,2}\d")
_LAST: Final = later(r"\w*\Z")


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
        # no `\b` in front: what begins with one of some characters is found several times as fast
        pattern = "|".join([*(rf"{word}\b" for word in written), *map(re.escape, signs)])
        return cls(re.compile(pattern), {last: frozenset(heads) for last, heads in before.items()})

    def places(self, text: str) -> Iterator[int]:
        """Yield the places of the hints of a text, in order."""
        for m in self.ends.finditer(text):
            start = m.start()
            heads = self.before.get(m[0].lower())
            if heads is None:
                yield start
            elif start and (text[start - 1].isalnum() or text[start - 1] == "_"):
                continue
            elif "" in heads:
                yield start
            else:
                words = text[max(0, start - 20) : start].split()
                last = _LAST.search(words[-1]) if words else None
                if last is not None and last[0].lower() in heads:
                    yield start


class Words(msgspec.Struct, frozen=True):
    """The signs and words of equations, compiled."""

    token: re.Pattern[str]
    kinds: dict[str, str]
    """Spelling -> terminal of `grammar/equation.lark`, and `OF`, which multiplies in its place only."""
    factors: dict[str, Fraction]
    sign: re.Pattern[str]
    state: re.Pattern[str]
    """What an equation has beside its operators; a clause without it needs no other look."""
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
        pieces = table["shares"] + table["pieces"]
        hints += [*table["whole"], *(w for w in table["factor"] if w.split()[-1] not in _FREQUENT)]
        hints += [*(f"{w} of" for w in pieces), "−", " - ", " / ", "minus"]
        commas = [s[1:].strip() for s in kinds if s[0] == ","]
        return cls(
            later(lambda: either(kinds) + r"|(?<=\d)x(?=\d)", re.IGNORECASE),
            kinds,
            {word: Fraction(n) for word, n in table["factor"].items()},
            later(lambda: either(signs)),
            later(lambda: either([s for s, kind in kinds.items() if kind in STATE]), re.IGNORECASE),
            Hints.compile(hints),
            later(lambda: rf"(?:{either(pieces)}|\d[/⁄]\d+)\Z", re.IGNORECASE),
            later(lambda: rf"(?:(?:{either(table['lead'])})\s+)+", re.IGNORECASE),
            later(lambda: rf"\s*(?:{either(table['behind'])})\Z", re.IGNORECASE),
            later(lambda: rf"[\s-](?:{either(table['pieces'])})\Z", re.IGNORECASE),
            later(lambda: rf"\s+(?:{either(table['beyond'])})", re.IGNORECASE),
            later(lambda: rf"\s+(?:{either(commas)})", re.IGNORECASE),
            later(lambda: either(list(table["whole"])), re.IGNORECASE),
            later(lambda: either([word for kind in ("unit", "teen", "ten") for word in numerals[kind]]), re.IGNORECASE),
        )

    def marks(self, text: str) -> list[int]:
        """Return the places around which an equation may stand, in order; quick, for most texts have none."""
        patterns = (self.sign, _SPARKS) if _sparks(text) else (self.sign,)
        signs = (m.start() for p in patterns for m in p.finditer(text))
        return sorted({*signs, *self.hint.places(text)})


def _sparks(text: str) -> bool:
    """Whether `_SPARKS` finds anything; the one that begins with a digit is looked for around its last word."""
    low = text.lower()
    if "half" in low or "⦅" in text or "√" in text or "∛" in text or _OF.search(text) is not None:
        return _SPARKS.search(text) is not None
    return "than" in low and any(
        _SPARKS.search(text, max(0, m.start() - 40), m.end()) is not None for m in _THAN.finditer(text)
    )


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
