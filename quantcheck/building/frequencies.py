"""From the node of a frequency to its piece (`twice daily`, `3 times a week`, `biweekly`, `at bedtime`)."""

from __future__ import annotations

from fractions import Fraction

from quantcheck.building.amounts import number_of, rates_of
from quantcheck.building.parse import Tree
from quantcheck.building.pieces import Piece, Term
from quantcheck.lexing.island import Island
from quantcheck.numbers.numerals import Number
from quantcheck.values import Sense, Unit


def frequency(island: Island, node: Tree, start: int, end: int) -> Piece:
    """Return the piece of a frequency: times per period, or `once` alone, for what stands behind it to decide."""
    term = Term(start, end)
    term.frequency = True
    piece = Piece(start, end, "point", [term])
    children = list(node[1:])
    first = children[0]
    if isinstance(first, int) and island.types[first] == "TOD":
        term.tod = str(island.values[first])
        term.number = Number(Fraction(1), forms=("word",))
        return piece
    if isinstance(first, int) and island.types[first] == "DAILY":
        value = island.values[first]
        times, period = value if isinstance(value, tuple) else ("1", value)
        count, unit = period.split("/")
        term.factors = ((island.periods[unit], -1),)
        if times != "1" or count != "1":
            piece.forms.add("word")
        if "|" in count:
            # `biweekly`: twice a week, or every two weeks
            term.number = Number(Fraction(times), forms=("word",))
            term.factors = (*term.factors, (_either(count), 1))
            return piece
        term.number = Number(Fraction(count) * Fraction(times), forms=("word",))
        return piece
    if isinstance(first, int) and island.types[first] == "TIMESN":
        term.number = Number(Fraction(island.values[first]), forms=("word",))
        if len(children) == 1:
            term.frequency = False
            piece.mods.append(("ONCE", None))
            return piece
        rates_of(island, children[1], term, piece)
        return piece
    number_of(island, first, term, piece)
    last = children[2]
    if isinstance(last, int):
        value = island.values[last]
        times, period = value if isinstance(value, tuple) else ("1", value)
        count, unit = period.split("/")
        if times != "1" or count != "1":
            return piece.refuse("unread")
        term.factors = ((island.periods[unit], -1),)
    else:
        rates_of(island, last, term, piece)
    return piece


def _either(count: str) -> tuple[Sense, ...]:
    """Return the two meanings of a frequency with `bi` in front: so many times in the period, or in so many of it."""
    often, rarely = (Sense(Unit("1", Fraction(n), (("number", 1),), "number")) for n in count.split("|"))
    return Sense(often.unit, (("bi", "within"),)), Sense(rarely.unit, (("bi", "every"),))
