"""The words of bounds that stand apart from their figure, compiled from the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from quantcheck.context.comparing import Comparatives
from quantcheck.context.multiples import Multiples
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.vocabulary import comparatives

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


class Apart:
    """The words of bounds that stand apart, compiled."""

    def __init__(self, relations: Mapping[str, Any]) -> None:
        row = relations["apart"]
        self.heads: dict[str, str] = row["heads"]
        self.verbs: dict[str, str] = row["verbs"]
        self.links = frozenset(row["links"])
        self.copulas = frozenset(row["copulas"])
        self.at_number = frozenset(row["before_number"])
        self.ends = frozenset(row["ends"])
        self.auxiliaries = frozenset(row["auxiliaries"])
        self.placed = frozenset(row["placed"])
        self.determiners = frozenset(row["determiners"])
        self.most = frozenset(row["most"])
        self.phrases = frozenset((*row["phrases"], ",", "("))
        front: dict[str, str] = {}
        behind: dict[str, str] = {}
        bracketed: dict[str, str] = {}
        single: dict[str, str] = {}
        fill: set[str] = set()
        for word in (*relations["word"], *comparatives.rows(relations["comparative"])):
            if word["as"] == "BOUND":
                front.update(
                    {
                        s: word["value"]
                        for s in word["spellings"]
                        if " " in s and s[0].isalpha() and not s.startswith("starting")
                    }
                )
                front.update({s: word["value"] for s in word["spellings"] if s.startswith(("exceed", "surpass"))})
                single.update({s: word["value"] for s in word["spellings"] if s in row["over_the_usual"]})
            elif word["as"] == "BOUNDP":
                behind.update({s: word["value"] for s in word["spellings"] if s[0].isalpha()})
                for spelling in word["spellings"]:
                    if spelling[0] in "([":
                        bracketed[spelling.strip("()[] .")] = word["value"]
            elif word["as"] == "FILL":
                fill.update(word["spellings"])
        for name, op in self.heads.items():
            if " " not in name and name not in ("limit", "cap"):
                front[name] = op
        front.update({"≥": "ge", ">=": "ge", "≤": "le", "<=": "le"})
        self.fill = frozenset(fill)
        self.comparatives = Comparatives(relations["comparative"], fill)
        self.multiples = Multiples(relations["multiple"], fill)
        self.front = {_plain(s): op for s, op in (*front.items(), *single.items())}
        self.behind = {_plain(s): op for s, op in (*behind.items(), *bracketed.items())}
        phrases = any_of(row["phrases"])
        phrase = r"\s*,[^,;.:!?()\d\n]{1,60},|\s*\([^()\d\n]{1,60}\)"
        self.opening = _forms(_prefixes((*front, *single)))
        self.interrupted = later(
            lambda: (
                rf"(?<![\w<>=-])((?:{_any(single)})(?={phrase})|{_any(front)})(?:{phrase}|\s*[-–—:)\]]|\s*[(\[\"“‘«]"
                rf"|(?P<phrase>)\s+(?:{phrases})\b(?:(?!--)[^,;.:!?()\d\n–—]){{0,40}},?)\s*\Z"
            ),
            re.IGNORECASE,
        )
        open_ended = [s for s, op in (*front.items(), *single.items()) if op in ("gt", "lt") and s[0].isalpha()]
        heads = any_of(n for n in self.heads if " " not in n)
        self.measured = later(
            lambda: rf"(?:{_any(open_ended)})\s+the\s+(?:(?:{heads})\s+(?:[^\W\d_]+\s+){{0,2}}of\s+)?[^\w\s]?\d",
            re.IGNORECASE,
        )
        known = any_of(row["known"])
        self.marks = later(rf"\s*{any_of(row['marks'])}\b(?!\s+{known}\b)", re.IGNORECASE)
        self.begins = later(rf"{any_of(row['begins'])}\b", re.IGNORECASE)
        self.ages: dict[str, str] = row["ages"]
        self.to_age = later(
            rf"\b(?P<aged>age[ds]?\s+)?\b(?P<word>{'|'.join(self.ages)})\s+(?:the\s+)?(?P<named>age(?:\s+of)?\s+)?\Z",
            re.IGNORECASE,
        )
        self.usual = later(
            lambda: (
                rf"\b({_any(single)})\s+(?:the|its|their|your|our)\s+[^\W\d_]+\s+\Z|\b(?P<until>{any_of(row['until'])})\s+\Z"
            ),
            re.IGNORECASE,
        )
        loose = any_of(row["loose"])
        self.negated = later(
            rf"\b(?P<not>{any_of(row['negations'])}|\w+n\s?['’]\s?t)\b(?P<gap>(?:\s+[^\W\d_]+){{0,5}})\s*\Z",
            re.IGNORECASE,
        )
        self.turning = frozenset(row["turning"])
        self.loose = later(rf"\b(?:{loose})\b", re.IGNORECASE)
        self.negations = later(rf"\s*(?:{any_of(row['negations'])}|\w*n['’]t)\b", re.IGNORECASE)
        joined = {s: op for s, op in behind.items() if s.startswith(("or ", "and "))}
        other = {s: op for s, op in behind.items() if s not in joined and not s.startswith(("is ", "was "))}
        self.last = later(lambda: rf"\b(?:{_any(behind)})\s*\Z", re.IGNORECASE)
        follow = any_of(row["follow"])
        self.tail = later(
            lambda: (
                rf"(?P<gap>(?:-[^\W\d_]+){{0,2}}(?:\s+(?!or\b|and\b)[^\W\d_][\w'’-]*){{0,4}}?)\s*[,–—-]?\s+(?:(?P<joined>{_any(joined)})(?=\s*(?:\Z|[^\w\s])|\s+(?:{follow})\b)"
                rf"|(?P<other>{_any(other)})(?=\s*(?:\Z|[^\w\s(])))"
                rf"|(?P<spaced>(?:\s+(?!or\b|and\b)[^\W\d_][\w'’-]*){{0,4}}?)\s*,?\s*[(\[]\s?(?P<bracketed>{_any(bracketed)})\s?\.?\s?[)\]]"
            ),
            re.IGNORECASE,
        )
        names = {n: op for n, op in self.heads.items() if not n.startswith("the ")}
        self.named = later(
            lambda: (
                rf"(?:\s+(?!is\b|was\b|as\b|are\b|were\b|and\b|or\b)[^\W\d_]+){{0,3}}\s*,?\s+(?:which\s+)?(?:is|was|being|as|be|are|were|represents|remains)\s+(?:(?:the|a|an|our|its|their)\s+)?"
                rf"(?:(?:[^\W\d_]+\s+){{0,3}}(?P<name>{_any(names)})\b"
                rf"|(?P<most>most|least)(?=\s*(?:\Z|[^\w\s])|\s+{any_of(row['most'])}\b))"
            ),
            re.IGNORECASE,
        )
        self.rooms, self.counted = frozenset(row["rooms"]), frozenset(row["counted"])
        self.closing: dict[str, str] = {**self.heads, **row["closing"]}
        self.limits = later(
            lambda: rf"(?P<gap>(?:[\s-]+[^\W\d_]+){{0,2}}?)[\s-]+(?P<name>{_any({**names, **row['closing']})})\b",
            re.IGNORECASE,
        )
        self.coordinated = later(
            lambda: rf"\b({_any(names)})\b(?:\s+[^\W\d_]+)?\s*(?:and|or|to|/|&)\s*(?:the\s+)?\Z", re.IGNORECASE
        )
        one_word = (*self.verbs, "least", "most")
        # or all of a spelling, glued
        glued = [s.replace(" ", "") for s in front]
        self.fronts = _forms((*(_telling(s, self.heads) for s in (*front, *single)), *glued, *row["until"]))
        self.names = _forms(_telling(s, self.heads) for s in (*self.heads, *one_word))
        self.tails = _forms(_telling(s, self.heads) for s in (*behind, *bracketed, *self.closing, "least", "most"))
        self.turns = _forms((*(s.split()[-1] for s in row["negations"]), "t"))
        self.openings = _forms(("between", "from"))
        self.aged = _forms(("age", "aged", "ages"))
        multiples = (*self.multiples.factors, *self.multiples.times)
        self.thans = _forms(("than", *relations["comparative"]["irregular"], *multiples))
        self.starting = _forms(s.split()[0] for s in row["begins"])
        self.cues = (
            self.starting | self.fronts | self.names | self.tails | self.turns | self.openings | self.aged | self.thans
        )


def _telling(spelling: str, heads: Mapping[str, str]) -> str:
    """Return the token of a spelling that is met least often, by which it is looked for."""
    tokens: list[str] = re.findall(r"[^\W\d_]+|[^\s\w]", spelling)
    rare = [t for t in tokens if t in heads] or [t for t in tokens if t not in _COMMON] or tokens
    return rare[0]


def _prefixes(spellings: Iterable[str]) -> Iterator[str]:
    """Yield the first token of each spelling, as far as its words may be written together."""
    for spelling in spellings:
        tokens = re.findall(r"[^\W\d_]+|[^\s\w]+|[^\s\w]", spelling)
        for n in range(1, len(tokens) + 1):
            yield "".join(tokens[:n])
        yield spelling[0]


def _forms(tokens: Iterable[str]) -> frozenset[str]:
    return frozenset(v for t in set(tokens) for v in (t, t.capitalize(), t.upper()))


def _plain(spelling: str) -> str:
    return " ".join(spelling.lower().split())


def _any(spellings: Iterable[str]) -> str:
    """Return a pattern of any of these spellings, however many blanks stand in them."""
    return any_of(spellings, r"[\s-]{0,3}")
