"""Whether the words of an answer stand with another figure than the answer's: contrast, not similarity.

A word that is missing where a figure stands is never a sign. The sign is a word of the answer that stands with another
figure of the same dimension, and with none of the places where the answer's figure stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from quantcheck.attachment.context import CLAIMED, FREE, NONE, OWN, Context
from quantcheck.attachment.evidence import Evidence, Family, Figure
from quantcheck.attachment.words import Token
from quantcheck.matching import relations
from quantcheck.matching.places import Place
from quantcheck.values import Reading

HEAVIEST: Final = 16
ENTRIES: Final = 256
"""Words of a figure, and figures that own them, that are looked at."""
PLACES: Final = 256
"""Places that equal a figure above which it is not compared."""

_LEVEL: Final = {OWN: 20, FREE: 16, CLAIMED: 7, NONE: 0}
_LACKING: Final = 3
_UNITS: Final = 20
"""Levels, in twentieths: an own word counts whole, an inherited one 0.8, a claimed one 0.35, a row's head 0.15 less."""
SAID: Final = {"own": 20, "inherited": 10, "asked": 18}
"""What a word of the answer weighs, in twentieths: its own, an inherited one, one of the question."""
STEP: Final = 400
"""What a word of the answer weighs for each step of its rarity, as an integer."""


class Margins(NamedTuple):
    """How far a rival must be ahead: in cells of one table, in the same sentence, else."""

    table: Fraction
    sentence: Fraction
    apart: Fraction


STRICT: Final = Margins(Fraction(1, 10), Fraction(1, 5), Fraction(3, 10))
WIDE: Final = Margins(Fraction(1, 20), Fraction(1, 10), Fraction(1, 5))


class Said(NamedTuple):
    """A word of the answer or the question: where it stands, what it weighs, and its share of that in twentieths.

    One with `others` is any of several members of a class: what is asked of them all is said of each.
    """

    token: Token
    source: int
    weight: int
    share: int
    name: bool
    others: tuple[Token, ...]
    key: str
    group: str
    weak: bool

    def narrowed(self, theirs: Context) -> Said:
        """Return the one of several members that a figure has."""
        token = next(
            (t for t in (self.token, *self.others) if theirs.standing(t.word.key, self.group, frozenset()) <= FREE),
            self.token,
        )
        word = token.word
        return self._replace(token=token, others=(), key=word.key, group=word.group, weak=word.weak)


class Flag(NamedTuple):
    """A rival, the words that stand with it and not with the answer's figure, and how far it is ahead."""

    rival: Place
    context: Context
    words: tuple[Said, ...]
    margin: Fraction


class Figures(NamedTuple):
    """A figure of the answer: its readings, its places in the evidence, and the passages that count, None for all.

    `beside` are the places of the other end, where the figure is an end of a change: the answer gives both, and no
    end of a change is a rival of the other.
    """

    readings: tuple[Reading, ...]
    places: Sequence[Place]
    allowed: frozenset[int] | None
    beside: frozenset[tuple[int, int]] = frozenset()


def flag(
    asked: Figures, mine: Sequence[Context | None], said: Sequence[Said], evidence: Evidence, margins: Margins
) -> Flag | None:
    """Return the sign that a figure is about something else than the passages say, or None.

    `mine` is what they say of it at each of its places; `said` are the heaviest words of the answer, heaviest first.
    """
    if not said or None in mine:
        return None
    weighing = _Weighing(asked, evidence.contexts(asked.places, mine), said, evidence, margins)
    return weighing.flag() if any(not s.weak for s in weighing.open) else None


class _Weighing:
    """One figure of the answer against the other figures of its dimension."""

    def __init__(
        self, asked: Figures, mine: Sequence[Context], heavy: Sequence[Said], evidence: Evidence, margins: Margins
    ) -> None:
        self._asked = asked
        self._mine = mine
        self._heavy = heavy
        self._evidence = evidence
        self._margins = margins
        self._names = evidence.names
        self._vectors = [tuple(_standings(c, heavy, self._names)) for c in mine]
        self._nearest = self._vectors[0] if len(mine) == 1 else tuple(map(min, zip(*self._vectors, strict=True)))
        """How each word stands with the place with which it stands best."""
        self.open = [s for s, x in zip(heavy, self._nearest, strict=True) if x > FREE]

    @cached_property
    def _best(self) -> int:
        return max(map(self._fit, self._mine, self._vectors))

    def _in_reach(self, margin: Fraction) -> bool:
        """Whether a rival that has every word of the answer as its own would be ahead by a margin."""
        weight = sum([s.weight for s in self._heavy])
        ahead = _UNITS * weight - self._best
        return ahead * margin.denominator > margin.numerator * _UNITS * weight

    def _near(self, keys: Sequence[str]) -> list[Sequence[Figure]]:
        """Return the figures of each dimension among which a rival may be.

        Where all may be looked at, those that cannot be ahead or have no word that decides are left out.
        """
        dimensions = dict.fromkeys([r.dimension for r in self._asked.readings])
        words = frozenset(keys)
        every = [f for f in map(self._evidence.figures, dimensions) if not f.words.isdisjoint(words)]
        if not every:
            return []
        if len(keys) * sum([figures.stretches for figures in every]) > ENTRIES:
            return [figures.having(words) for figures in every]
        if not self._in_reach(min(self._margins)):
            return []
        plain = frozenset([s.key for s in self.open if not (s.weak or s.group or s.name)])
        apart = self._in_reach(self._margins.apart)
        found: list[Sequence[Figure]] = []
        for figures in every:
            # A rival that is not far ahead stands in the same sentence or table.
            near = figures.all if apart else self._beside(figures)
            near = [
                figure
                for figure in near
                if not figure.context.own.keys().isdisjoint(plain)
                or (len(plain) < len(words) and figure.context.has(words))
            ]
            if near:
                found.append(near)
        return found

    def _beside(self, figures: Family) -> Sequence[Figure]:
        """Return the figures of a dimension in the sentences and tables of the answer's figure, in order."""
        places = {id(c.unit) for c in self._mine} | {id(c.table) for c in self._mine if c.table is not None}
        near = [figures.by_place[place] for place in places if place in figures.by_place]
        if len(near) == 1:
            return near[0]
        return sorted({id(f): f for some in near for f in some}.values(), key=lambda figure: figure.place.order)

    def _prepare(self) -> None:
        """Find out what rivals are compared with; most figures have none."""
        mine, heavy, names = self._mine, self._heavy, self._names
        self._standings = list(dict.fromkeys(self._vectors))
        self._groups: dict[str, set[str]] = {}
        for s in heavy:
            if s.group:
                self._groups.setdefault(s.group, set()).update((s.key, *(t.word.key for t in s.others)))
        # A name or class word that a rival inherits decides only where each place has a different one.
        self._others = {g: all(c.members(g) for c in mine) for g in self._groups}
        self._named = all(c.has_name(names) for c in mine)
        self._tables = {id(c.table) for c in mine if c.table is not None}
        self._units = {id(c.unit) for c in mine}
        self._nouns = {c.noun for c in mine if c.noun}

    def flag(self) -> Flag | None:
        """Return the rival that is furthest ahead, or None; the rarest words are looked up first."""
        evidence, allowed = self._evidence, self._asked.allowed
        keys = [t.word.key for s in self.open for t in (s.token, *s.others)]
        if not (near := self._near(keys)):
            return None
        seen = {(p.source, p.quantity) for p in self._asked.places} | self._asked.beside
        found: Flag | None = None
        prepared = False
        entries = 0
        for key in sorted(keys, key=lambda key: evidence.frequency.get(key, 0)):
            for figures in near:
                for rival in evidence.owning(figures, key):
                    entries += 1
                    if entries > ENTRIES:
                        return found
                    at = rival.place.source, rival.place.quantity
                    if at in seen or (allowed is not None and at[0] not in allowed):
                        continue
                    seen.add(at)
                    if not prepared:
                        self._prepare()
                        prepared = True
                    made = self._against(rival) if self._comparable(rival) else None
                    if made is not None and (found is None or made.margin > found.margin):
                        found = made
        return found

    def _comparable(self, rival: Figure) -> bool:
        """Whether a figure may be a rival: a bare number only in a table or as a number of the same things."""
        if rival.repeats:
            return False
        if not rival.counted:
            return True
        return bool(self._tables) if rival.context.table is not None else rival.context.noun in self._nouns

    def _against(self, rival: Figure) -> Flag | None:
        theirs = rival.context
        standings = _standings(theirs, self._heavy, self._names)
        three = list(zip(self._heavy, standings, self._nearest, strict=True))
        words = [s for s, x, mine in three if x <= FREE < mine and self._decides(s, x)]
        if not any(not s.weak for s in words) or self._contradicts(theirs):
            return None
        total = sum(s.weight for s, x, mine in three if x != NONE or s.share > SAID["inherited"] or mine != NONE)
        ahead = self._fit(theirs, standings) - self._best
        margins = self._margins
        together = id(theirs.unit) in self._units
        tabled = theirs.table is not None and id(theirs.table) in self._tables
        limit = margins.table if tabled else margins.sentence if together else margins.apart
        if ahead * limit.denominator <= limit.numerator * _UNITS * total:
            return None
        if len(words) == 1 and not (words[0].group or words[0].name) and not self._one_shape(rival):
            # One plain word is not enough to tell a bound from the point beside it.
            return None
        if self._has_more(standings, sum(s.weight for s in words)):
            return None
        if all(s.group for s in words) and not all(
            c.unit is theirs.unit or any(c.members(s.group) for s in words) for c in self._mine
        ):
            return None
        if _same_amount(rival.place, self._asked.readings, theirs, self._mine):
            return None
        words = [s.narrowed(theirs) if s.others else s for s in words]
        return Flag(rival.place, theirs, tuple(words), Fraction(ahead, _UNITS * total))

    def _decides(self, s: Said, standing: int) -> bool:
        if standing == OWN and not s.others:
            return True
        return self._others[s.group] if s.group else s.name and self._named

    def _has_more(self, theirs: Sequence[int], weight: int) -> bool:
        """Whether what a place of the answer's figure has and the rival lacks speaks against a mix-up."""
        for vector in self._standings:
            own = 0
            for s, x, y in zip(self._heavy, vector, theirs, strict=True):
                if x > FREE or y != NONE:
                    continue
                if s.group or s.name:
                    return True
                if x == OWN:
                    own += s.weight
            if 3 * own >= weight:
                return True
        return False

    def _fit(self, c: Context, standings: Sequence[int]) -> int:
        claimed = _LEVEL[FREE] if c.elliptical and not c.own else _LEVEL[CLAIMED]
        levels = [_LEVEL[OWN], _LEVEL[FREE], claimed, _LEVEL[NONE]]
        total = sum([levels[x] * s.weight for s, x in zip(self._heavy, standings, strict=True)])
        if c.row_head:
            known = {s.key for s in self._heavy}
            lacking = (t.word for key, t in c.row_head.items() if key not in known)
            total -= _LACKING * _UNITS * sum(map(self._evidence.weight, lacking))
        return total

    def _contradicts(self, theirs: Context) -> bool:
        """Whether the rival has a word of a class of which the answer names another."""
        return any((members := theirs.members(g)) and members.isdisjoint(keys) for g, keys in self._groups.items())

    def _one_shape(self, rival: Figure) -> bool:
        return any(a.shape == b.shape for a in self._asked.readings for b in rival.place.readings)


def _standings(c: Context, heavy: Sequence[Said], names: frozenset[str]) -> list[int]:
    own, standing = c.own, c.standing
    return [
        OWN
        if s.key in own
        else standing(s.key, s.group, names)
        if not s.others
        else min(standing(t.word.key, s.group, names) for t in (s.token, *s.others))
        for s in heavy
    ]


def contested(asked: Figures, mine: Sequence[Context | None], evidence: Evidence) -> Place | None:
    """Return the first place of another passage that gives another value for the same words, or None."""
    said = [c for c in mine if c is not None]
    sources: set[int] = set()
    entries = 0
    for c in said:
        for dimension in dict.fromkeys([r.dimension for r in asked.readings]):
            for other in evidence.alike(c, dimension):
                entries += 1
                if entries > ENTRIES:
                    return None
                sources = sources or {p.source for p in asked.places}
                source = other.place.source
                if source in sources or (asked.allowed is not None and source not in asked.allowed) or other.counted:
                    continue
                if not _same_amount(other.place, asked.readings, other.context, said):
                    return other.place
    return None


def _same_amount(rival: Place, readings: tuple[Reading, ...], theirs: Context, mine: Sequence[Context]) -> bool:
    """Whether a rival is no other value: another writing, the same rounded, an end or member of one list or range."""
    if theirs.run >= 0 and any(c.run == theirs.run and c.unit is theirs.unit for c in mine):
        return True
    theirs_ends = [(b, _ends(b)) for b in rival.readings]
    for a in readings:
        ours = _ends(a)
        for b, yours in theirs_ends:
            if a.dimension != b.dimension:
                continue
            if not set(ours).isdisjoint(yours) or _within(a, b) or _within(b, a):
                return True
            if a.base_lower is None or b.base_lower is None or not _near(ours[0], yours[0]):
                continue
            if a.unit != b.unit or relations.rounded(a, b) or relations.rounded(b, a):
                return True
    return False


def _ends(r: Reading) -> list[tuple[int, int]]:
    ends = (r.base_lower,) if r.base_lower is r.base_upper else (r.base_lower, r.base_upper)
    return [end.as_integer_ratio() for end in ends if end is not None]


def _near(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two values lie within a twentieth of the larger; in integers, for there are many to look at."""
    x, y = a[0] * b[1], b[0] * a[1]
    return abs(x - y) * 20 <= max(abs(x), abs(y))


def _within(a: Reading, b: Reading) -> bool:
    """Whether one is a range in which the other lies."""
    if a.shape not in ("range", "tolerance"):
        return False
    low, high, x = a.base_lower, a.base_upper, b.base_lower
    return low is not None and high is not None and x is not None and _not_above(low, x) and _not_above(x, high)


def _not_above(a: Fraction, b: Fraction) -> bool:
    (n, m), (p, q) = a.as_integer_ratio(), b.as_integer_ratio()
    return n * q <= p * m
