"""The kinds of units that terms may have, and which of them go together. Their values are read in `normalise`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantcheck.building.pieces import Factor, Piece, Term
from quantcheck.values import Sense

Kinds = frozenset[tuple[tuple[str, int], ...]]


def term_kinds(term: Term) -> Kinds:
    """Return the dimensions that a term may have, as tuples; an empty set where it has no unit."""
    if term.tod:
        return frozenset([((f"per_time:{term.tod}", 1),)])
    if not term.factors:
        return frozenset()
    if len(term.factors) == 1 and term.factors[0][1] == 1:
        return frozenset(s.unit.dimension for s in term.factors[0][0])
    # for a compound the spellings' own dimensions decide: two compounds go together where each factor does
    found: set[tuple[tuple[str, int], ...]] = {()}
    for senses, n in term.factors:
        step: set[tuple[tuple[str, int], ...]] = set()
        for done in found:
            for s in senses:
                total: dict[str, int] = dict(done)
                for dim, e in s.unit.dimension:
                    if dim == "temperature":
                        dim = "temperature_difference"
                    total[dim] = total.get(dim, 0) + e * n
                step.add(tuple(sorted((d, e) for d, e in total.items() if e)))
        found = step if len(step) <= 64 else set(sorted(step)[:64])
    return frozenset(found)


def kinds(piece: Piece) -> Kinds:
    """Return the dimensions that the last term of a piece may have."""
    return term_kinds(piece.terms[-1]) if piece.terms else frozenset()


def families(term: Term) -> frozenset[str]:
    """Return the families of units that are written side by side (feet and inches) that a term may have."""
    if len(term.factors) != 1 or term.factors[0][1] != 1:
        return frozenset()
    return frozenset(s.unit.family for s in term.factors[0][0] if s.unit.family)


def smallest(term: Term, families: frozenset[str]) -> Fraction | None:
    """Return the factor of the smallest unit of some families that a term may have."""
    sizes = {s.unit.factor for s in term.factors[0][0] if s.unit.family in families}
    return min(sizes) if sizes else None


def lengths(factors: tuple[Factor, ...]) -> tuple[Factor, ...]:
    """Return factors with the meanings of each spelling that are lengths, where it has any."""
    return tuple(
        (tuple(Sense(s.unit) for s in senses if s.unit.dimension == (("length", 1),)) or senses, n)
        for senses, n in factors
    )


def same_money(senses: Sequence[Sense], factors: Sequence[Factor]) -> bool:
    """Say whether a currency sign and what stands behind the number may be the same money (`$5 USD`)."""
    if len(factors) != 1 or factors[0][1] != 1:
        return False
    return bool({s.unit.dimension for s in senses} & {s.unit.dimension for s in factors[0][0]})


def close(a: Term, b: Term) -> bool:
    """Say whether two amounts in different units of one dimension are within 5% of each other in some reading."""
    if a.number is None or b.number is None or not (a.factors and b.factors) or a.factors[1:] != b.factors[1:]:
        return False
    for s in a.factors[0][0]:
        for t in b.factors[0][0]:
            if s.unit.dimension != t.unit.dimension or s.unit.code == t.unit.code:
                continue
            x = a.number.value * s.unit.factor + s.unit.offset
            y = b.number.value * t.unit.factor + t.unit.offset
            if y and 19 * abs(y) <= 20 * abs(x) <= 21 * abs(y):
                return True
    return False


def ascending(a: Term, b: Term) -> bool:
    """Say whether the second term is larger; true where units differ, for the values to decide."""
    if a.number is None or b.number is None:
        return False
    if a.factors == b.factors:
        x = -a.number.value if a.negative else a.number.value
        y = -b.number.value if b.negative else b.number.value
        return x < y
    return True
