"""The axes that the readings of a piece depend on: named ambiguities, settled by the words around where these can."""

from __future__ import annotations

from fractions import Fraction

from quantcheck.building.pieces import Piece, Term
from quantcheck.normalising.meanings import PERIODS, RATIO, TEMPERATURE, compound
from quantcheck.normalising.surroundings import Surroundings
from quantcheck.values import Sense, Unit
from quantcheck.vocabulary.compound import NUMBER
from quantcheck.vocabulary.lexicon import Lexicon

MAX_READINGS = 64
"""Readings of a quantity; with more choices it is refused."""
OF_THE_PIECE = frozenset(("temperature", "over", "accounting", "slash", "grouping"))
"""Axes that belong to the writing of a quantity, not to the spelling of a unit."""


def axes_of(piece: Piece, lexicon: Lexicon, start: int, end: int, around: Surroundings) -> dict[str, list[str]]:
    """Return the axes that the readings of a piece depend on, each with the choices that occur, in order."""
    axes: dict[str, list[str]] = {}

    def add(axis: str, choice: str) -> None:
        choices = axes.setdefault(axis, [])
        if choice not in choices:
            choices.append(choice)

    for term in piece.terms:
        for senses, _ in (*term.factors, *(f for d in term.divisors for f in d.factors)):
            if len(senses) > 1:
                for sense in senses:
                    for axis, choice in sense.axes:
                        add(axis, choice)
        if term.alone is not None:
            add("scale", "shared")
            add("scale", "last")
        if term.solidus:
            add("solidus", "all")
            add("solidus", "first")
        if term.other is not None and piece.shape == "point" and not term.bare:
            add("grouping", "one")
            add("grouping", "size")
        if len(term.factors) == 2 and all(n == 1 for _, n in term.factors):
            for sense in compound(tuple((f[0][0].unit, f[1]) for f in term.factors)):
                for axis, choice in sense.axes:
                    add(axis, choice)
        if _may_be_temperature(term) and piece.shape in ("point", "range", "tolerance"):
            for choice in temperature("change" in piece.notes, lexicon, start, end, around):
                add("temperature", choice)
    for kind, value in piece.mods:
        if (
            kind == "BOUND"
            and value[1].lower() in lexicon.durations
            and _is_period(piece)
            and not piece.terms[0].currency
        ):
            add("over", "bound")
            add("over", "duration")
        if kind == "BOUND" and value[1].lower() in lexicon.bands and _is_band(piece, lexicon, end, around):
            add("over", "bound")
            add("over", "band")
        if kind == "ACCOUNTING":
            add("accounting", "negative")
            add("accounting", "positive")
    if piece.shape == "pair" and not is_pair(piece, lexicon, start, around):
        add("slash", "pair")
        add("slash", "division")
    return axes


def _is_period(piece: Piece) -> bool:
    """Say whether a term may be a time, which what is per another or a power of one is not."""
    return any(
        s.unit.dimension in PERIODS
        for t in piece.terms
        if len(t.factors) == 1 and t.factors[0][1] == 1
        for s in t.factors[0][0]
    )


def _is_band(piece: Piece, lexicon: Lexicon, end: int, around: Surroundings) -> bool:
    """Say whether a share may name a band (`within 95% confidence limits`), and is not one of something."""
    factors = piece.terms[0].factors
    if piece.shape != "point" or len(factors) != 1:
        return False
    shares = any(s.unit.dimension == RATIO.dimension for s in factors[0][0])
    return shares and lexicon.band_of.isdisjoint(around.after(end).split()[:1])


def _may_be_temperature(term: Term) -> bool:
    return (
        len(term.factors) == 1
        and term.factors[0][1] == 1
        and any(s.unit.dimension == TEMPERATURE for s in term.factors[0][0])
    )


_NOTHING = Unit("1", Fraction(1), NUMBER, "number")


def is_pair(piece: Piece, lexicon: Lexicon, start: int, around: Surroundings) -> bool:
    """Say whether `a/b` is a pair by its unit or by the words in front of it (`a pressure of 120/80`)."""
    factors = piece.terms[0].factors
    if factors and any(s.unit.code in lexicon.pair_units for s in factors[0][0]):
        return True
    return not factors and lexicon.pair_cues.search(_close_before(around, start)) is not None


def _close_before(around: Surroundings, start: int) -> str:
    """Return the words of the last 30 characters in front of an offset, without one that begins before these."""
    before = around.before(start)
    return before if len(before) <= 30 else before[-31:].partition(" ")[2]


def pressure(piece: Piece, lexicon: Lexicon, start: int, around: Surroundings) -> None:
    """Let a pair without a unit be in the unit that the words in front of it mean, or in none (`BP of 120/80`)."""
    said = " ".join(w.strip(".,:;()") for w in _close_before(around, start).split())
    unit = next((unit for cue, unit in lexicon.pair_measures.items() if f" {cue} " in f" {said} "), None)
    if unit is not None:
        senses = (Sense(unit, (("pressure", "measured"),)), Sense(_NOTHING, (("pressure", "bare"),)))
        for term in piece.terms:
            term.factors = ((senses, 1),)


def temperature(changed: bool, lexicon: Lexicon, start: int, end: int, around: Surroundings) -> list[str]:
    """Return whether a temperature is a point, a difference, or may be both, by the words around it (contract §5)."""
    if changed:
        return ["point"]
    before = around.before(start)
    words = before.split()
    tails = {" ".join(words[-k:]) for k in (1, 2, 3, 4) if len(words) >= k}
    if tails & lexicon.governing or before.endswith(("δ", "∆")) or lexicon.raising.search(before):
        return ["difference"]
    after = around.after(end)
    if after.startswith(lexicon.following) and any(
        after.startswith(word) and not after[len(word) : len(word) + 1].isalpha() for word in lexicon.following
    ):
        return ["difference"]
    if (
        words
        and words[-1] in ("to", "at", "from")
        and not lexicon.beside.match(after)
        and not (len(words) > 1 and words[-2].endswith(("warming", "cooling")))
    ):
        return ["point"]
    if lexicon.beside.match(after) or lexicon.stems.search(around.sentence(start).lower()):
        return ["point", "difference"]
    return ["point"]
