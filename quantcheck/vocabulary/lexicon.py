"""Every word and sign that the lexer knows, by its first token: what it may be, and the phrases it opens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from quantcheck.numbers.spelled import Numerals
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.values import Sense, Unit
from quantcheck.vocabulary import comparatives
from quantcheck.vocabulary.vocab import UnitTable

_NUMERAL_SIGNS = "ºª²³¹⁰-⁹⁺-₎¼-¾⅐-↋①-⓿❶-➓㉈-㋏"
LETTERS = rf"[^\W\d_{_NUMERAL_SIGNS}]"
RAW = re.compile(
    # single blanks and words of plain letters first: they are most of a text
    r" (?!\s)"
    rf"|[A-Za-z]++{LETTERS}*+"
    r"|\d{1,3}(?:['’]\d{3})+(?![\d'’])(?:[.,]\d+)?"  # 1'500
    r"|(?<![\w.,])[.,]\d+(?:[eE][-+−]?\d+(?![^\W_]))?"  # .5 and ,79
    r"|\d+(?:[.,٫٬．，]\d+)*(?:[eE][-+−]?\d+(?![^\W_]))?"
    rf"|{LETTERS}+"
    r"|\s+"
    r"|[⁺⁻−-]?[⁰¹²³⁴-⁹]+"
    r"|.",
    re.DOTALL,
)
"""The tokens of a text: they tile it."""

_WORDS = re.compile(r"[a-z]+(?: [a-z]+)+")

Life = tuple[str, Any]


class Node:
    """A token of the lexicon: its lives as it stands, and what may follow it in a longer spelling."""

    __slots__ = ("anchor", "article", "behind", "cued", "idle", "kinds", "lives", "measure", "next", "spelling", "weak")

    def __init__(self) -> None:
        self.lives: tuple[Life, ...] = ()
        self.next: dict[str, Node] | None = None
        self.anchor = False
        self.spelling = ""
        """The spelling of a unit that ends here, as the table of units has it."""
        self.kinds: frozenset[str] = frozenset()
        """The terminals among its lives."""
        self.weak = False
        """It joins or fills, and means nothing at the edge of an island."""
        self.idle = False
        """A word that is only a part of longer spellings."""
        self.article = False
        self.measure = False
        """It is, or opens, the name of a unit."""
        self.cued = False
        """Words near it may settle what it means."""
        self.behind: frozenset[str] = frozenset()
        """The tokens that open a longer spelling in which a word is another one."""


WEAK = frozenset(("FILL", "OF", "INR", "AND", "COMMA", "RANGE", "TIMES", "ONE", "PER"))
"""Lives that need something on both sides; a word (or comma) of these alone is cut off at the edge of an island."""
NOTE_MARKS = "†‡§¶"
"""Marks of notes behind a figure; in front of one they may stand for a sign that was lost (`aged ‡45 years`)."""
ARTICLE = frozenset(("ONE", "PER", "FILL"))
ANCHORS = frozenset(("NUMWORD", "DAILY", "TOD", "TIMESN", "ONE", "VAGUE", "EVERY"))
"""Lives that can start an expression without a digit."""

ORDER = [
    "NUMWORD",
    "UNIT",
    "POW",
    "MULT",
    "MUL",
    "MORE",
    "ODD",
    "PM",
    "EQ",
    "TIMESW",
    "HOURLY",
    "TIMES",
    "SCALER",
    "PLUSMINUS",
    "RATE",
    "WORTH",
    "BOUNDP",
    "APPROXP",
    "NEGP",
    "RANGE",
    "PER",
    "SLASH",
    "COLON",
    "INR",
    "OF",
    "PLUS",
    "BETWEEN",
    "FROM",
    "AND",
    "COMMA",
    "BOUND",
    "APPROX",
    "EMPH",
    "NEG",
    "DAILY",
    "TOD",
    "EVERY",
    "TIMESN",
    "ONE",
    "VAGUE",
    "SQ",
    "CUR",
    "CURNAME",
    "LP",
    "RP",
    "OTHER",
    "FILL",
]
_RANK = {name: i for i, name in enumerate(ORDER)}


class LifeRule:
    """A row of the table of second lives: where a spelling is what (contract §4)."""

    __slots__ = ("after_unit", "as_", "glued", "next", "next_words", "prev", "rewritten")

    def __init__(self, row: Mapping[str, Any], groups: Mapping[str, Sequence[str]]) -> None:
        self.as_: str = row["as"]
        self.prev = _members(row.get("prev"), groups)
        self.next = _members(row.get("next"), groups)
        self.next_words = frozenset(row.get("next_words", ()))
        self.after_unit = frozenset(row.get("after_unit", ()))
        self.glued: bool = row.get("glued", False)
        self.rewritten: bool = row.get("rewritten", False)


class Place:
    """Between which terminals a terminal may stand."""

    __slots__ = ("next", "not_next", "prev")

    def __init__(self, row: Mapping[str, str], groups: Mapping[str, Sequence[str]]) -> None:
        self.prev = _members(row.get("prev"), groups)
        self.next = _members(row.get("next"), groups)
        self.not_next = _members(row.get("not_next"), groups)


def _members(names: str | Sequence[str] | None, groups: Mapping[str, Sequence[str]]) -> frozenset[str] | None:
    if names is None:
        return None
    listed = [names] if isinstance(names, str) else names
    return frozenset(t for name in listed for t in groups.get(name, (name,)))


def variants(spelling: str) -> Iterable[str]:
    """Return a spelling of words in lower case, with a capital in front and in capitals."""
    yield spelling
    yield spelling[:1].upper() + spelling[1:]
    yield spelling.upper()


class Lexicon:
    """The spellings of one language, compiled from the tables of `vocab/`."""

    def __init__(
        self,
        relations: Mapping[str, Any],
        numerals: Mapping[str, Mapping[str, str]],
        units: UnitTable,
        root: dict[str, Node | None] | None = None,
    ) -> None:
        self.root: dict[str, Node | None] = {} if root is None else root
        """The nodes of first tokens; filled here unless it is given, from what was compiled before."""
        self.settled: dict[object, Any] = {}
        """What `normalise` remembers of the units of this lexicon."""
        self.listed = True
        """Whether `normalise` lists the readings of plain quantities; without, it finds them as it does all others."""
        self.units = units
        senses = units.senses
        self.numerals = Numerals(numerals)
        groups = relations["groups"]
        self.places = {name: Place(row, groups) for name, row in relations["place"].items()}
        self.rules: dict[str, list[LifeRule]] = {}
        for row in relations["life"]:
            self.rules.setdefault(row["spelling"], []).append(LifeRule(row, groups))
        self.change = frozenset(relations["change"]["words"])
        self.difference = frozenset(relations["change"]["between"])
        self.barred = frozenset(relations["series"]["barred"])
        self.before_frequency = frozenset(relations["frequency"]["before"])
        self.after_frequency = frozenset(relations["frequency"]["after"])
        self.paced = frozenset(relations["frequency"]["paced"])
        self.period_adjectives: dict[str, str] = relations["frequency"]["adjectives"]
        """The codes of the periods of `daily` and the like, for bounds over them (`maximum daily dose`)."""
        self.steady = frozenset(relations["frequency"]["steady"])
        self.attributive = frozenset(relations["frequency"]["attributive"])
        self.links = frozenset(relations["frequency"]["links"])
        self.pair_units = frozenset(relations["pair"]["units"])
        self.pair_cues = later(rf"\b{any_of(relations['pair']['cues'])}")
        self.pair_measures = {cue: senses[spelling][0].unit for cue, spelling in relations["pair"]["measures"].items()}
        self.periods = {code: senses[spelling] for code, spelling in _PERIODS.items()}
        """The units behind `daily`, `weekly` and the like, by code."""
        self.durations = frozenset(relations["duration"]["bound_or_duration"])
        self.enclosing = frozenset(relations["enclosing"]["words"])
        self.placing = frozenset(relations["placing"]["words"])
        self.bands = frozenset(relations["band"]["words"])
        self.band_of = frozenset(relations["band"]["of"])
        difference = relations["difference"]
        self.governing = frozenset(difference["governing"])
        self.following = tuple(difference["following"])
        raising, raised, never, beside = (
            "|".join(difference[name]) for name in ("raising", "raised", "never_raised", "beside")
        )
        self.raising = later(rf"\b(?:{raising}) (?:{raised}|(?:the|its|their) (?:\w+ )?(?!(?:{never})\Z)\w+)\Z")
        self.beside = later(rf"(?:{beside}) [-−–]?(?!0(?![.,]?\d))\d")
        self.stems = later(rf"\b{any_of(difference['stems'])}")
        self.plain_bounds = frozenset(relations["plain_bounds"]["words"])
        self.prefixed = frozenset(relations["prefixed"]["units"])
        self.prefix_signs = tuple(relations["prefixed"]["signs"])
        self.amid = frozenset(relations["amid"]["words"])
        self.before_sign = frozenset(relations["sign"]["before"])
        self.sized = frozenset(relations["sized"]["words"])
        self.touching = frozenset(v for word in relations["touching"]["words"] for v in variants(word))
        self.pieces = frozenset(relations["pieces"]["words"])
        self.lettered = frozenset(relations["lettered"]["words"])
        self.rather = frozenset(relations["rather"]["words"])
        self.before_point = frozenset(relations["point"]["before"])
        self.never_point = frozenset(relations["point"]["never"])
        self.elements = frozenset(relations["elements"]["symbols"])
        self.yearly = frozenset(relations["determiner"]["quarter"])
        self.no_quarter = frozenset(relations["determiner"]["no_quarter"])
        self.determiners = frozenset(relations["determiner"]["words"])
        self.once_ago = frozenset(relations["amid"]["not_per"])
        self.perhaps_ago = frozenset(relations["amid"]["either_per"])
        denominator = relations["denominator"]
        self.modifiers = frozenset(denominator["modifiers"])
        self.closers = frozenset(denominator["closers"])
        self.rated = frozenset(denominator["rated"])
        self.other_scales = frozenset(denominator["scales"])
        self.accordance = frozenset(denominator["accordance"])
        self.accordant = frozenset(denominator["accordant"])
        self.never_rated = frozenset(denominator["never"])
        self.stating = frozenset(denominator["stating"])
        self.clocked = {larger: frozenset(below) for larger, below in relations["clocked"].items()}
        self.persons = frozenset(relations["persons"]["words"])
        self.worth = frozenset(relations["worth"]["words"])
        self.not_worth = frozenset(relations["worth"]["not_next"])
        self.before_each = frozenset(denominator["before_each"])
        if root is None:
            self._fill(relations)

    def _fill(self, relations: Mapping[str, Any]) -> None:
        """Build the trie of all spellings: dear, for the compiler."""
        senses = self.units.senses
        for row in relations["word"] + list(comparatives.rows(relations["comparative"])):
            for spelling in row["spellings"]:
                hyphened = [spelling.replace(" ", "-")] if row["as"] == "BOUND" and _WORDS.fullmatch(spelling) else []
                for written in dict.fromkeys(v for s in (spelling, *hyphened) for v in variants(s)):
                    self._add(written, (row["as"], row["value"]))
        for word, (kind, _) in self.numerals.words.items():
            if kind == "vague":
                for written in variants(word):
                    self._add(written, ("VAGUE", word))
            elif word not in self.numerals.behind and (kind != "fraction" or word in ("half", "quarter")):
                for written in variants(word):
                    self._add(written, ("NUMWORD", None))
        for written in variants("point"):
            self._add(written, ("NUMWORD", None))
        for spelling, meanings in senses.items():
            if not spelling[0].isdigit():
                self._add_unit(spelling, meanings)
        for spelling in relations["prefixed"]["years"]:
            for written in variants(spelling):
                self._add(written, ("CURNAME", senses["year"]))
        self._finish()

    def _node(self, spelling: str) -> Node | None:
        tokens = [t for t in RAW.findall(spelling) if not t.isspace()]
        if not tokens:
            return None
        table: dict[str, Any] = self.root
        node = None
        for token in tokens:
            node = table.get(token)
            if node is None:
                node = table[token] = Node()
            if node.next is None:
                node.next = {}
            table = node.next
        return node

    def _add(self, spelling: str, life: Life) -> None:
        node = self._node(spelling)
        if node is not None and life not in node.lives:
            node.lives += (life,)

    def _add_unit(self, spelling: str, meanings: tuple[Sense, ...]) -> None:
        node = self._node(spelling)
        if node is None:
            return
        node.spelling = spelling
        node.cued = spelling in self.units.cues
        node.lives += (("UNIT", meanings),)
        if all(s.unit.kind == "money" for s in meanings):
            node.lives += (("CUR" if spelling in self.units.leading else "CURNAME", meanings),)
            if len(spelling) == 3 and spelling.isupper() and spelling.endswith("D"):
                # `AUD$ 15`, `aud$15`
                for written in (f"{spelling} $", f"{spelling.lower()} $"):
                    other = self._node(written)
                    if other is not None and not other.lives:
                        other.lives = (("UNIT", meanings), ("CUR", meanings))
        elif all(s.unit.code in self.prefixed for s in meanings):
            node.lives += (("CUR", meanings),)
            for sign in self.prefix_signs:
                other = self._node(f"{spelling} {sign}")
                if other is not None and not other.lives:
                    other.lives = (("CUR", meanings),)

    def _finish(self) -> None:
        # what only stands inside a longer spelling belongs to an island too
        later: dict[str, set[str]] = {}
        stack = [(first, node) for first, node in self.root.items() if node is not None]
        while stack:
            first, node = stack.pop()
            node.lives = tuple(sorted(node.lives, key=lambda life: _RANK.get(life[0], 99)))
            node.kinds = frozenset(life[0] for life in node.lives)
            node.anchor = not ANCHORS.isdisjoint(node.kinds)
            node.weak = bool(node.lives) and node.kinds <= WEAK and ("PER" not in node.kinds or "ONE" in node.kinds)
            node.article = "ONE" in node.kinds and node.kinds <= ARTICLE
            node.measure = "UNIT" in node.kinds
            if not node.next:
                node.next = None
                continue
            for token in node.next:
                if not token[0].isnumeric():
                    later.setdefault(token, set()).update([first] if token.isalpha() else ())
            children = node.next.values()
            stack.extend((first, child) for child in children)
            node.anchor = node.anchor or any(life[0] in ANCHORS for c in children for life in c.lives)
            node.measure = node.measure or any(life[0] == "UNIT" for c in children for life in c.lives)
        for token, firsts in later.items():
            within = self.root.setdefault(token, Node())
            assert within is not None
            within.behind = frozenset(firsts)
        long = (word for word in self.numerals.suffixes if len(word) > 1)
        fractions = (v for word, (kind, _) in self.numerals.words.items() if kind == "fraction" for v in variants(word))
        behind = (v for word in (*self.numerals.behind, *self.numerals.spoken) for v in variants(word))
        loose = set()
        collective = (v for word in self.numerals.collective for v in variants(word))
        for sign in (
            "^",
            "⁄",
            "oh",
            *NOTE_MARKS,
            *"₀₁₂₃₄₅₆₇₈₉",
            *collective,
            *long,
            *fractions,
            *behind,
            *(v for word in self.amid for v in variants(word)),
        ):
            self.root.setdefault(sign, Node())
            loose.add(sign)
        for token, known in self.root.items():
            if known is not None:
                known.idle = not known.lives and token.isalpha() and token not in loose


_PERIODS = {"min": "minute", "h": "hour", "d": "day", "wk": "week", "mo": "month", "a": "year"}

SCALE_AXIS = "scale"


def suffix_sense(letter: str, factor: Fraction) -> Sense:
    """Return the reading of a glued capital as a multiplier: `5M` is five million or 5 molar."""
    return Sense(Unit("1", factor, (("number", 1),), "number"), ((SCALE_AXIS, "multiplier"),))
