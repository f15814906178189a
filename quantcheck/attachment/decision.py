"""Whether the words of an answer stand with another figure than the answer's: contrast, not similarity.

A word that is missing where a figure stands is never a sign. The sign is a word of the answer that stands with another
figure of the same dimension, and with none of the places where the answer's figure stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from quantcheck import relations
from quantcheck.attachment.context import CLAIMED, FREE, NONE, OWN, Context
from quantcheck.attachment.evidence import Evidence, Figure
from quantcheck.attachment.words import Token
from quantcheck.places import Place
from quantcheck.values import Reading

HEAVIEST: Final = 16
ENTRIES: Final = 256
"""Words of a figure, and figures that own them, that are looked at."""
PLACES: Final = 256
"""Places that equal a figure above which it is not compared."""

_LEVEL: Final = {OWN: 20, FREE: 16, CLAIMED: 7, NONE: 0}
_ELLIPTICAL: Final = 16
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
    """A word of the answer or the question: where it stands, and what it weighs."""

    token: Token
    source: int
    weight: int
    share: int
    name: bool

    @property
    def key(self) -> str:
        """The key by which the word is compared."""
        return self.token.word.key

    @property
    def group(self) -> str:
        """The class of the word."""
        return self.token.word.group


class Flag(NamedTuple):
    """A rival, the words that stand with it and not with the answer's figure, and how far it is ahead."""

    rival: Place
    context: Context
    words: tuple[Said, ...]
    margin: Fraction


def flag(
    readings: tuple[Reading, ...],
    said: Sequence[Said],
    own: Sequence[Place],
    evidence: Evidence,
    margins: Margins,
    allowed: frozenset[int] | None,
) -> Flag | None:
    """Return the sign that a figure is about something else than the passages say, or None.

    `own` are its places; `allowed` are the passages that count, None for all.
    """
    places = {(p.source, p.quantity) for p in own}
    mine = [c for c in (evidence.context(p) for p in own) if c is not None]
    heavy = sorted(said, key=lambda s: -s.weight)[:HEAVIEST]
    if not mine or len(mine) < len(places) or not heavy:
        return None
    had = {s.key for s in heavy for c in mine if c.standing(s.key, s.group, s.name) in (OWN, FREE)}
    open_words = [s for s in heavy if s.key not in had]
    if not any(not s.token.word.weak for s in open_words):
        return None
    best = max(_fit(c, heavy, evidence) for c in mine)
    dimensions = dict.fromkeys(r.dimension for r in readings)
    found: Flag | None = None
    seen: set[tuple[int, int]] = set()
    entries = 0
    for word in sorted(open_words, key=lambda s: evidence.frequency.get(s.key, 0)):
        for dimension in dimensions:
            for rival in evidence.owning(dimension, word.key):
                entries += 1
                if entries > ENTRIES:
                    return found
                at = rival.place.source, rival.place.quantity
                if at in places or at in seen or (allowed is not None and at[0] not in allowed):
                    continue
                seen.add(at)
                if rival.repeats or (rival.counted and not _counts_alike(rival.context, mine)):
                    continue
                made = _against(rival, readings, heavy, open_words, mine, best, margins, evidence)
                if made is not None and (found is None or made.margin > found.margin):
                    found = made
    return found


def _against(
    rival: Figure,
    readings: tuple[Reading, ...],
    heavy: Sequence[Said],
    open_words: Sequence[Said],
    mine: Sequence[Context],
    best: int,
    margins: Margins,
    evidence: Evidence,
) -> Flag | None:
    theirs = rival.context
    words = [s for s in open_words if _decides(s, theirs, mine)]
    if not any(not s.token.word.weak for s in words):
        return None
    if _contradicts(theirs, heavy):
        return None
    total = sum(s.weight for s in heavy if s.share > SAID["inherited"] or _known(s, theirs, mine))
    margin = Fraction(_fit(theirs, heavy, evidence) - best, _UNITS * total)
    tabled = theirs.table >= 0 and any(c.table == theirs.table for c in mine)
    together = any(c.unit is theirs.unit for c in mine)
    if margin <= (margins.table if tabled else margins.sentence if together else margins.apart):
        return None
    if len(words) == 1 and not (words[0].group or words[0].name) and not _one_shape(rival.place, readings):
        # One plain word is not enough to tell a bound from the point beside it.
        return None
    weight = sum(s.weight for s in words)
    for c in mine:
        # What the answer's figure has and the rival lacks speaks against a mix-up.
        lacking = [s for s in heavy if c.standing(s.key, s.group, s.name) in (OWN, FREE)]
        lacking = [s for s in lacking if theirs.standing(s.key, s.group, s.name) == NONE]
        if any(s.group or s.name for s in lacking):
            return None
        if 3 * sum(s.weight for s in lacking if s.key in c.own) >= weight:
            return None
    if all(s.group for s in words) and not all(
        c.unit is theirs.unit or any(c.members(s.group) for s in words) for c in mine
    ):
        return None
    if _same_amount(rival.place, readings, theirs, mine):
        return None
    return Flag(rival.place, theirs, tuple(words), margin)


def _counts_alike(theirs: Context, mine: Sequence[Context]) -> bool:
    """Whether bare numbers are comparable: cells of tables, or numbers of the same things."""
    if theirs.table >= 0:
        return any(c.table >= 0 for c in mine)
    return any(c.noun and c.noun == theirs.noun for c in mine)


def _known(s: Said, theirs: Context, mine: Sequence[Context]) -> bool:
    return any(c.standing(s.key, s.group, s.name) != NONE for c in (theirs, *mine))


def _decides(s: Said, theirs: Context, mine: Sequence[Context]) -> bool:
    """Whether a word is the rival's, or a name or class word that it inherits where all others have a different one."""
    standing = theirs.standing(s.key, s.group, s.name)
    if standing == OWN:
        return True
    if standing != FREE:
        return False
    if s.group:
        return all(c.members(s.group) for c in mine)
    return s.name and all(c.has_name() for c in mine)


def _fit(c: Context, heavy: Sequence[Said], evidence: Evidence) -> int:
    total = 0
    for s in heavy:
        standing = c.standing(s.key, s.group, s.name)
        level = _ELLIPTICAL if standing == CLAIMED and c.elliptical and not c.own else _LEVEL[standing]
        total += level * s.weight
    if c.row_head:
        known = {s.key for s in heavy}
        lacking = (t.word for key, t in c.row_head.items() if key not in known)
        total -= _LACKING * _UNITS * sum(map(evidence.weight, lacking))
    return total


def _contradicts(theirs: Context, heavy: Sequence[Said]) -> bool:
    """Whether the rival has a word of a class of which the answer names another."""
    groups: dict[str, set[str]] = {}
    for s in heavy:
        if s.group:
            groups.setdefault(s.group, set()).add(s.key)
    return any((members := theirs.members(g)) and members.isdisjoint(keys) for g, keys in groups.items())


def contested(
    readings: tuple[Reading, ...], own: Sequence[Place], evidence: Evidence, allowed: frozenset[int] | None
) -> Place | None:
    """Return the first place of another passage that gives another value for the same words, or None."""
    sources = {p.source for p in own}
    mine = [c for c in (evidence.context(p) for p in own) if c is not None]
    for c in mine:
        for dimension in dict.fromkeys(r.dimension for r in readings):
            for other in evidence.alike(c, dimension):
                source = other.place.source
                if source in sources or (allowed is not None and source not in allowed) or other.counted:
                    continue
                if not _same_amount(other.place, readings, other.context, mine):
                    return other.place
    return None


def _same_amount(rival: Place, readings: tuple[Reading, ...], theirs: Context, mine: Sequence[Context]) -> bool:
    """Whether a rival is no other value: another writing, the same rounded, an end or member of one list or range."""
    if theirs.run >= 0 and any(c.run == theirs.run and c.unit is theirs.unit for c in mine):
        return True
    for a in readings:
        for b in rival.readings:
            if a.dimension != b.dimension:
                continue
            ends = {a.base_lower, a.base_upper} & {b.base_lower, b.base_upper} - {None}
            if ends:
                return True
            if a.unit != b.unit and _near(a, b):
                return True
            if relations.rounded(a, b) or relations.rounded(b, a) or _within(a, b) or _within(b, a):
                return True
    return False


def _one_shape(rival: Place, readings: tuple[Reading, ...]) -> bool:
    return any(a.shape == b.shape for a in readings for b in rival.readings)


def _near(a: Reading, b: Reading) -> bool:
    x, y = a.base_lower, b.base_lower
    return x is not None and y is not None and abs(x - y) * 20 <= max(abs(x), abs(y))


def _within(a: Reading, b: Reading) -> bool:
    """Whether one is a range in which the other lies."""
    low, high, x = a.base_lower, a.base_upper, b.base_lower
    return a.shape in ("range", "tolerance") and None not in (low, high, x) and low <= x <= high  # type: ignore[operator]
