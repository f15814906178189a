"""The words of bounds that stand apart from their figure, compiled from the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from quantcheck.context.comparing import Comparatives
from quantcheck.context.cues import Beside, forms
from quantcheck.context.multiples import Multiples
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless, later
from quantcheck.vocabulary import comparatives

_WORD_OR_SIGN = later(r"[^\W\d_]+|[^\s\w]")
_COMMON = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "be",
        "by",
        "do",
        "does",
        "did",
        "don",
        "doesn",
        "equal",
        "from",
        "in",
        "is",
        "must",
        "never",
        "no",
        "nor",
        "not",
        "of",
        "on",
        "or",
        "should",
        "t",
        "than",
        "the",
        "to",
        "was",
        "were",
    ]
)

_USUAL = ("the", "its", "their", "your", "our")
"""Behind a word that bounds by itself they open what is usual (`above the usual 5 mg`)."""
_BEING = ("is", "was", "being", "as", "be", "are", "were", "represents", "remains")
_ARTICLES = ("the", "a", "an", "our", "its", "their")
"""Between a figure and the name of the end that it is (`5 mg is the maximum`)."""


class _Said(NamedTuple):
    """The spellings of bounds, each with its end."""

    front: dict[str, str]
    """Those of several words that stand before a figure, and heads of one word."""
    behind: dict[str, str]
    bracketed: dict[str, str]
    """Those that stand in brackets behind a figure."""
    single: dict[str, str]
    """Words that bound by themselves over what is usual."""
    fill: frozenset[str]
    """Words over which a bound reaches."""


class Apart:
    """The words of bounds that stand apart, compiled."""

    def __init__(self, relations: Mapping[str, Any]) -> None:
        row = relations["apart"]
        said = _said(relations)
        self.heads: dict[str, str] = row["heads"]
        self.verbs: dict[str, str] = row["verbs"]
        self.ages: dict[str, str] = row["ages"]
        self.closing: dict[str, str] = {**self.heads, **row["closing"]}
        self.links, self.copulas, self.at_number = map(frozenset, (row["links"], row["copulas"], row["before_number"]))
        self.ends, self.auxiliaries, self.placed = map(frozenset, (row["ends"], row["auxiliaries"], row["placed"]))
        self.determiners, self.most, self.turning = map(frozenset, (row["determiners"], row["most"], row["turning"]))
        self.rooms, self.counted = frozenset(row["rooms"]), frozenset(row["counted"])
        self.phrases = frozenset((*row["phrases"], ",", "("))
        self.fill = said.fill
        self.comparatives = Comparatives(relations["comparative"], said.fill)
        self.multiples = Multiples(relations["multiple"], said.fill)
        self.front = {_plain(s): op for s, op in (*said.front.items(), *said.single.items())}
        self.behind = {_plain(s): op for s, op in (*said.behind.items(), *said.bracketed.items())}
        self._patterns_in_front(row, said)
        self._patterns_behind(row, said)
        self._cues(relations, said)

    def _patterns_in_front(self, row: Mapping[str, Any], said: _Said) -> None:
        names = _names(self.heads)
        self.interrupted = caseless(lambda: _interrupted(row, said))
        self.measured = caseless(lambda: _measured(self.heads, said))
        self.begins = caseless(lambda: rf"{any_of(row['begins'])}\b")
        self.risen = caseless(lambda: rf"(?<![\w-]){any_of(row['risen'])}\s+(?:back\s+)?\Z")
        self.relative = frozenset(("", *row["relative"]))
        self.told = caseless(
            lambda: rf"\s*(?:,?\s*(?:{any_of(row['relative'])}))?\s+(?:{any_of(row['told'])})\s+(?:[^\W\d_]+\s+){{0,2}}"
        )
        """Between a figure and a bound that it is compared with (`10 mg is more than 5 mg`)."""
        self.against = caseless(lambda: any_of(row["against"]))
        self.to_age = caseless(
            lambda: (
                rf"\b(?P<aged>age[ds]?\s+)?\b(?P<word>{'|'.join(row['ages'])})\s+(?:the\s+)?(?P<named>age(?:\s+of)?\s+)?\Z"
            )
        )
        self.usual = caseless(
            lambda: (
                rf"\b({_any(said.single)})\s+(?:{'|'.join(_USUAL)})\s+[^\W\d_]+\s+\Z|\b(?P<until>{any_of(row['until'])})\s+\Z"
            )
        )
        self.negated = caseless(
            lambda: rf"\b(?P<not>{any_of(row['negations'])}|\w+n\s?['’]\s?t)\b(?P<gap>(?:\s+[^\W\d_]+){{0,5}})\s*\Z"
        )
        self.coordinated = caseless(
            lambda: rf"\b({_any(names)})\b(?:\s+[^\W\d_]+)?\s*(?:and|or|to|/|&)\s*(?:the\s+)?\Z"
        )

    def _patterns_behind(self, row: Mapping[str, Any], said: _Said) -> None:
        names = _names(self.heads)
        self.marks = caseless(lambda: rf"\s*{any_of(row['marks'])}\b(?!\s+{any_of(row['known'])}\b)")
        self.loose = caseless(lambda: rf"\b(?:{any_of(row['loose'])})\b")
        self.negations = caseless(lambda: rf"\s*(?:{any_of(row['negations'])}|\w*n['’]t)\b")
        self.last = caseless(lambda: rf"\b(?:{_any(said.behind)})\s*\Z")
        self.tail = caseless(lambda: _tail(row, said))
        self.named = caseless(lambda: _named(row, names))
        self.limits = caseless(
            lambda: rf"(?P<gap>(?:[\s-]+[^\W\d_]+){{0,2}}?)[\s-]+(?P<name>{_any({**names, **row['closing']})})\b"
        )

    @cached_property
    def opening(self) -> frozenset[str]:
        """The tokens with which a bound in front may begin, as far as its words may be written together."""
        return forms(_prefixes(self._fronts))

    @cached_property
    def fronted(self) -> Beside:
        """What stands beside the words by which bounds in front are looked for."""
        # those of one word bound over a phrase, a bracket or `the usual` alone
        single = (((spelling, word), 0) for spelling in self._single for word in (",", "(", *_USUAL))
        return Beside((*self._front, *single), self._glued)

    @cached_property
    def tailed(self) -> Beside:
        """What stands beside the words by which bounds behind are looked for."""
        ends = (((word, end), 1) for word in (*_BEING, *_ARTICLES) for end in ("most", "least"))
        return Beside((*self._behind, *ends))

    def _cues(self, relations: Mapping[str, Any], said: _Said) -> None:
        """Set the tokens by which a text is asked whether any of these words may stand in it."""
        row, heads = relations["apart"], self.heads
        self._fronts, self._single = (*said.front, *said.single), said.single
        self._front = [_told_by(s, heads) for s in said.front]
        self._behind = [_told_by(s, heads) for s in (*said.behind, *said.bracketed, *self.closing)]
        # or all of a spelling, glued
        self._glued = (*(s.replace(" ", "") for s in said.front), *row["until"])
        self.fronts = forms((*(tokens[at] for tokens, at in self._front), *said.single, *self._glued))
        one_word = (*self.verbs, "least", "most")
        self.names = forms((*(tokens[at] for tokens, at in (_told_by(s, heads) for s in heads)), *one_word))
        self.tails = forms((*(tokens[at] for tokens, at in self._behind), "least", "most"))
        self.turns = forms((*(s.split()[-1] for s in row["negations"]), "t"))
        self.openings = forms(("between", "from"))
        self.aged = forms(("age", "aged", "ages"))
        multiples = (*self.multiples.factors, *self.multiples.times)
        self.thans = forms(("than", *relations["comparative"]["irregular"], *multiples))
        self.starting = forms((*(s.split()[0] for s in row["begins"]), *row["risen"]))
        self.sorts = (
            self.fronts, self.names, self.tails, self.turns, self.openings, self.aged, self.thans, self.starting,
        )  # fmt: skip


def _said(relations: Mapping[str, Any]) -> _Said:
    """Return the spellings of bounds that may stand apart."""
    row = relations["apart"]
    said = _Said({}, {}, {}, {}, frozenset())
    fill: set[str] = set()
    for word in (*relations["word"], *comparatives.rows(relations["comparative"])):
        spellings: list[str] = word["spellings"]
        if word["as"] == "BOUND":
            several = [s for s in spellings if " " in s and s[0].isalpha() and not s.startswith("starting")]
            passing = [s for s in spellings if s.startswith(("exceed", "surpass"))]
            said.front.update(dict.fromkeys((*several, *passing), word["value"]))
            said.single.update({s: word["value"] for s in spellings if s in row["over_the_usual"]})
        elif word["as"] == "BOUNDP":
            said.behind.update({s: word["value"] for s in spellings if s[0].isalpha()})
            said.bracketed.update({s.strip("()[] ."): word["value"] for s in spellings if s[0] in "(["})
        elif word["as"] == "FILL":
            fill.update(spellings)
    for name, op in row["heads"].items():
        if " " not in name and name not in ("limit", "cap"):
            said.front[name] = op
    said.front.update({"≥": "ge", ">=": "ge", "≤": "le", "<=": "le"})
    return said._replace(fill=frozenset(fill))


def _names(heads: Mapping[str, str]) -> dict[str, str]:
    """Return the heads that bring no article with them."""
    return {name: op for name, op in heads.items() if not name.startswith("the ")}


def _interrupted(row: Mapping[str, Any], said: _Said) -> str:
    """Return the pattern of a bound that a phrase, a bracket or a quote parts from its figure."""
    phrase = r"\s*,[^,;.:!?()\d\n]{1,60},|\s*\([^()\d\n]{1,60}\)"
    return (
        rf"(?<![\w<>=-])((?:{_any(said.single)})(?={phrase})|{_any(said.front)})(?:{phrase}|\s*[-–—:)\]]|\s*[(\[\"“‘«]"
        rf"|(?P<phrase>)\s+(?:{any_of(row['phrases'])})\b(?:(?!--)[^,;.:!?()\d\n–—]){{0,40}},?)\s*\Z"
    )


def _measured(heads: Mapping[str, str], said: _Said) -> str:
    """Return the pattern of an open bound before `the` and its figure (`above the maximum dose of 5`)."""
    both = (*said.front.items(), *said.single.items())
    open_ended = [s for s, op in both if op in ("gt", "lt") and s[0].isalpha()]
    head = any_of(n for n in heads if " " not in n)
    return rf"(?:{_any(open_ended)})\s+the\s+(?:(?:{head})\s+(?:[^\W\d_]+\s+){{0,2}}of\s+)?[^\w\s]?\d"


def _tail(row: Mapping[str, Any], said: _Said) -> str:
    """Return the pattern of a bound behind a figure, over a few words or in brackets."""
    joined = {s: op for s, op in said.behind.items() if s.startswith(("or ", "and "))}
    other = {s: op for s, op in said.behind.items() if s not in joined and not s.startswith(("is ", "was "))}
    return (
        rf"(?P<gap>(?:-[^\W\d_]+){{0,2}}(?:\s+(?!or\b|and\b)[^\W\d_][\w'’-]*){{0,4}}?)\s*[,–—-]?\s+(?:(?P<joined>{_any(joined)})(?=\s*(?:\Z|[^\w\s])|\s+(?:{any_of(row['follow'])})\b)"
        rf"|(?P<other>{_any(other)})(?=\s*(?:\Z|[^\w\s(])))"
        rf"|(?P<spaced>(?:\s+(?!or\b|and\b)[^\W\d_][\w'’-]*){{0,4}}?)\s*,?\s*[(\[]\s?(?P<bracketed>{_any(said.bracketed)})\s?\.?\s?[)\]]"
    )


def _named(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the pattern of what says that a figure is a limit (`5 mg is the maximum`)."""
    return (
        rf"(?:\s+(?!is\b|was\b|as\b|are\b|were\b|and\b|or\b)[^\W\d_]+){{0,3}}\s*,?\s+(?:which\s+)?(?:{'|'.join(_BEING)})\s+(?:(?:{'|'.join(_ARTICLES)})\s+)?"
        rf"(?:(?:[^\W\d_]+\s+){{0,3}}(?P<name>{_any(names)})\b"
        rf"|(?P<most>most|least)(?=\s*(?:\Z|[^\w\s])|\s+{any_of(row['most'])}\b))"
    )


def _told_by(spelling: str, heads: Mapping[str, str]) -> tuple[list[str], int]:
    """Return the tokens of a spelling, and which of them is met least often: by that one it is looked for."""
    tokens = [t for t in _WORD_OR_SIGN.findall(spelling) if t != "-"]
    rare = [t for t in tokens if t in heads] or [t for t in tokens if t not in _COMMON] or tokens
    return tokens, tokens.index(rare[0])


def _prefixes(spellings: Iterable[str]) -> Iterator[str]:
    """Yield the first token of each spelling, as far as its words may be written together."""
    for spelling in spellings:
        tokens = re.findall(r"[^\W\d_]+|[^\s\w]+|[^\s\w]", spelling)
        for n in range(1, len(tokens) + 1):
            yield "".join(tokens[:n])
        yield spelling[0]


def _plain(spelling: str) -> str:
    return " ".join(spelling.lower().split())


def _any(spellings: Iterable[str]) -> str:
    """Return a pattern of any of these spellings, however many blanks stand in them."""
    return any_of(spellings, r"[\s-]{0,3}")
