"""What a term without a unit or multiplier has from one beside it (`$5–10`, `5 to 10 million`)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from quantcheck.building.pieces import Factor, Piece, Term
from quantcheck.numbers.numerals import Number, scaled
from quantcheck.values import Sense
from quantcheck.vocabulary.compound import NUMBER


def give(source: Term, target: Term) -> None:
    """Give a bare term the unit, and where it has none the multiplier, of another."""
    target.factors, target.solidus, target.divisors = source.factors, source.solidus, source.divisors
    if len(source.factors) == 1 and any(s.unit.dimension == NUMBER for s in source.factors[0][0]):
        target.factors = (_whole(source.factors[0], source.number),)
    target.head = source.head
    target.frequency, target.tod = source.frequency, source.tod
    give_multiplier(source, target)


def _whole(factor: Factor, number: Number | None) -> Factor:
    """Return what a number takes of `a quarter`: where that is a fraction, the other number is no part of one."""
    senses, n = factor
    if number is None or number.value != 1:
        return factor
    return tuple(
        Sense(msgspec.structs.replace(s.unit, factor=Fraction(1)), s.axes) if s.unit.dimension == NUMBER else s
        for s in senses
    ), n


def give_multiplier(source: Term, target: Term) -> None:
    """Share a multiplier leftwards: `5 to 10 million`; a power of ten may also belong to the last number alone."""
    a, b = target.number, source.number
    if a is None or b is None or not b.multiplier or a.multiplier or a.reason or b.reason:
        return
    if abs(a.value) <= abs(b.value / b.multiplier):
        target.number = scaled(a, b.multiplier, "word" if "word" in b.forms else "scientific")
        if "scientific" in b.forms:
            target.alone = a


def share(left: Piece, right: Piece) -> None:
    """Share the unit of the right part with a bare left one, and a currency sign with a bare right one."""
    a, b = left.terms[-1], right.terms[-1]
    if a.number is None or b.number is None:
        return
    if left.bare and not right.bare:
        for term in left.terms:
            give(b, term)
        left.wordy = left.wordy or right.wordy
    elif not right.bare and len(a.factors) < len(b.factors) and opens(a, b):
        # `11c to 17c a share`: what stands behind `per` belongs to both
        below = b.factors[b.head :]
        for term in left.terms:
            term.solidus = (*term.factors, *b.solidus[b.head :]) if b.solidus else ()
            term.head, term.divisors, term.factors = b.head, b.divisors, (*term.factors, *below)
    elif right.bare and a.currency and not a.divisors:
        for term in right.terms:
            term.factors, term.currency = a.factors, True
        give_multiplier(b, a)
    elif a.currency and not b.bare:
        if len(b.factors) > len(a.factors):
            a.factors, a.solidus, a.divisors = (*a.factors, *b.factors[1:]), b.solidus, b.divisors
        give_multiplier(b, a)
    elif left.bare and right.bare:
        give_multiplier(b, a)


def agree(a: Term, b: Term) -> None:
    """Leave a spelling of two ends only the units that both may be: `10° to 35 °C`, `5 oz to 10 fl oz`."""
    if len(a.factors) != 1 or len(b.factors) != 1 or a.factors[0][1] != b.factors[0][1]:
        return
    one, other = a.factors[0][0], b.factors[0][0]
    if one is other:
        return
    common = {_name(s) for s in one} & {_name(s) for s in other}
    if not common or (len(common) == len(one) == len(other)):
        return
    for term, senses in ((a, one), (b, other)):
        kept = tuple(s for s in senses if _name(s) in common)
        term.factors = (((Sense(kept[0].unit),) if len(kept) == 1 else kept, term.factors[0][1]),)


def _name(sense: Sense) -> object:
    """Return by what two meanings are of one unit; numbers are, however large (`0.1 to a quarter`)."""
    return NUMBER if sense.unit.dimension == NUMBER else sense.unit


def opens(a: Term, b: Term) -> bool:
    """Say whether a term has a unit like that of another without what this one is per."""
    above, below = b.factors[: b.head], b.factors[b.head :]
    return (
        len(a.factors) == len(above) > 0
        and not a.divisors
        and all(n < 0 for _, n in below)
        and all(
            m == n and {s.unit.dimension for s in x} & {s.unit.dimension for s in y}
            for (x, m), (y, n) in zip(a.factors, above, strict=True)
        )
    )
