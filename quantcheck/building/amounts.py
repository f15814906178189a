"""From the nodes of one amount to its piece: its number, its units, what it is per, and ratios of two numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from quantcheck.building.kinds import same_money
from quantcheck.building.parse import Tree
from quantcheck.building.pieces import Divisor, Factor, Piece, Term
from quantcheck.lexing.island import Island
from quantcheck.numbers.numerals import Number, scaled

MAX_FACTORS = 16
"""Units of a product or quotient; what has more is no unit that anyone writes."""


def number_of(island: Island, node: Any, term: Term, piece: Piece) -> None:
    """Fill in the number of a term from a number node."""
    scales: list[int] = []
    while not isinstance(node, int) and node[0] == "scaled":
        scales.append(node[2])
        node = node[1]
    _plain_number(island, node, term, piece)
    assert term.number is not None
    for mark in reversed(scales):
        text = island.texts[mark]
        form = "scientific" if text == "10^" else "word" if len(text) > 2 else ""
        term.number = scaled(term.number, island.values[mark], *([form] if form else []))
        if term.alone is not None:
            piece.refuse("unread")
        term.other = None
        piece.forms.update(term.number.forms)


def _plain_number(island: Island, node: Any, term: Term, piece: Piece) -> None:
    if isinstance(node, int):
        if island.types[node] == "VAGUE":
            piece.refuse("vague")
            term.number = Number(Fraction(0))
            return
        term.number, term.other = island.values[node]
        assert term.number is not None
        if term.number.reason:
            piece.refuse(term.number.reason).supposed = bool(term.number.value)
        if term.number.other is not None:
            term.alone = Number(term.number.other, forms=term.number.forms)
        piece.forms.update(term.number.forms)
        if "word" in term.number.forms:
            piece.wordy = True
        return
    piece.refuse("unread")
    term.number = Number(Fraction(0))


def _factor(island: Island, node: Tree) -> Factor:
    children = node[1:]
    if len(children) == 1:
        return island.values[children[0]], 1
    first, second = children
    if island.types[first] == "SQ":
        return island.values[second], int(island.values[first])
    return island.values[first], int(island.values[second])


def _unit(island: Island, node: Tree) -> list[Factor]:
    factors: list[Factor] = []
    while len(node) > 2:
        factors.append(_factor(island, node[3]))
        node = node[1]
    factors.append(_factor(island, node[1]))
    factors.reverse()
    return factors


def rates_of(island: Island, node: Tree, term: Term, piece: Piece) -> None:
    """Divide a term by what stands behind `per`, one rate after the other."""
    rates: list[Tree] = []
    while len(node) == 3:
        rates.append(node[2])
        node = node[1]
    rates.append(node[1])
    if len(rates) > MAX_FACTORS:
        piece.refuse("unread")
        return
    for rate in reversed(rates):
        _rate(island, rate, term, piece)


def _rate(island: Island, rate: Tree, term: Term, piece: Piece) -> None:
    if not term.divisors and all(n > 0 for _, n in term.factors):
        term.head = len(term.factors)
    children = rate[2:]
    number: Number | None = None
    bracketed = False
    if len(children) == 3:
        unit: Tree = children[1]
        bracketed = True
    elif len(children) == 2 or isinstance(children[0], int) or children[0][0] != "unit":
        inner = Term(0, 0)
        number_of(island, children[0], inner, piece)
        number = inner.number
        if len(children) == 1:
            # `per 1,000` of what is counted
            assert number is not None
            term.divisors = (*term.divisors, Divisor(number, ()))
            if number.value == 0 and not number.reason:
                piece.refuse("zero_denominator")
            return
        unit = children[1]
    else:
        unit = children[0]
    factors = _unit(island, unit)
    below = tuple((senses, -n) for senses, n in factors)
    if len(factors) > 1 and not bracketed:
        term.solidus = (*(term.solidus or term.factors), below[0], *((s, -n) for s, n in below[1:]))
    elif term.solidus:
        term.solidus = (*term.solidus, *below)
    term.factors = (*term.factors, *below)
    if number is not None:
        if number.value == 0 and not number.reason:
            piece.refuse("zero_denominator")
        term.divisors = (*term.divisors, Divisor(number, tuple(factors)))


def amount(island: Island, node: Tree, start: int, end: int, inside: list[Piece] | None = None) -> Piece:
    """Return the piece of an amount; `inside` are the pieces of the bracket that is its number, where it has one."""
    term = Term(start, end)
    piece = Piece(start, end, "point", [term])
    children = list(node[1:])
    if isinstance(children[0], int) and island.types[children[0]] == "CUR":
        term.currency = True
        term.factors = ((island.values[children[0]], 1),)
        children.pop(0)
    number = children.pop(0)
    for amid in [child for child in children if isinstance(child, int)]:
        children.remove(amid)
        kind, value = island.values[amid]
        piece.mods.append((kind, value))
        if kind == "BOUNDP":
            piece.forms.add("bound_word")
    if inside is not None:
        return _grouped(island, number, inside, children, piece, term)
    number_of(island, number, term, piece)
    _units(island, children, term, piece)
    return piece


def _units(island: Island, children: Sequence[Any], term: Term, piece: Piece) -> None:
    for child in children:
        if child[0] == "unit":
            factors = tuple(_unit(island, child))
            if len(factors) > MAX_FACTORS:
                piece.refuse("unread")
            if term.currency:
                if not same_money(term.factors[0][0], factors):
                    piece.refuse("unread")
                elif len(factors[0][0]) < len(term.factors[0][0]):
                    term.factors = factors
            else:
                term.factors = factors
        else:
            rates_of(island, child, term, piece)


def bracket(island: Island, node: Tree) -> Tree | None:
    """Return the bracket that is the number of an amount, without what multiplies it; None where it has none."""
    first = node[1]
    number: Any = node[2] if isinstance(first, int) and island.types[first] == "CUR" else first
    while isinstance(number, tuple) and number[0] == "scaled":
        number = number[1]
    return number if isinstance(number, tuple) else None


def halves(island: Island, node: Tree, start: int, end: int) -> list[tuple[Tree, int, int]]:
    """Return the two amounts that `250 g/8¾ oz` may be, with what they cover; none for all else."""
    rates = node[-1]
    if not (isinstance(rates, tuple) and rates[0] == "rates"):
        return []
    shared: tuple[Tree, ...] = ()
    if len(rates) == 3 and len(rates[1]) == 2:
        # `1570 kJ/375 kcal per 100 g`: what the second is per, the first is too
        shared, rates = (("rates", rates[2]),), rates[1]
    if len(rates) != 2:
        return []
    rate: Tree = rates[1]
    if len(rate) != 4 or not isinstance(rate[2], (int, tuple)) or island.types[rate[1]] != "PER":
        return []
    if isinstance(rate[3], int) or island.texts[rate[1]].isalpha() or len(node) < 4:
        return []
    at: int = rate[1]
    if island.types[at + 1] == "LP":
        return []
    return [((*node[:-1], *shared), start, at), (("amount", rate[2], rate[3], *shared), at + 1, end)]


def _grouped(
    island: Island, number: Any, inside: list[Piece], children: Sequence[Any], piece: Piece, term: Term
) -> Piece:
    """Read `(5 ± 1) × 10³ mg`: what stands behind the bracket belongs to all that stands in it."""
    factor = Fraction(1)
    while number[0] == "scaled":
        factor *= island.values[number[2]]
        number = number[1]
    if len(inside) != 1 or inside[0].reason or not inside[0].bare:
        return piece.refuse(next((p.reason for p in inside if p.reason), "unread"))
    whole = inside[0]
    _units(island, children, term, piece)
    if piece.reason:
        return piece
    accounting = whole.simple and (term.currency or factor != 1) and not term.divisors
    if whole.simple and not accounting and whole.terms[0].number is not None:
        # `(5) mg`: a bracket around a lone number adds nothing and is not read as a writing
        return piece.refuse("unread")
    for inner in whole.terms:
        assert inner.number is not None
        inner.number = scaled(inner.number, factor)
        inner.other = None
        inner.factors, inner.solidus, inner.divisors = term.factors, term.solidus, term.divisors
        inner.currency = term.currency
    whole.start, whole.end = piece.start, piece.end
    if accounting:
        whole.mods.append(("ACCOUNTING", None))
    return whole


def ratio(island: Island, name: str, node: Tree, start: int, end: int) -> Piece:
    """Return `N of M`, `N in M`, `N:M` or `N/M` as one piece with its numbers; a unit behind is that of both."""
    left, right = Term(start, end), Term(start, end)
    piece = Piece(start, end, "pair" if name == "pair" else "ratio", [left, right])
    children = node[1:]
    number_of(island, children[0], left, piece)
    if isinstance(children[2], int) and island.types[children[2]] == "CUR":
        # `half of $700`: a share of a sum
        piece.refuse("ratio_unit")
        return piece
    number_of(island, children[2], right, piece)
    if island.types[children[1]] == "OF" and left.number is not None and "fraction" in left.number.forms:
        whole = right.number
        if whole is not None and whole.multiplier and whole.value == whole.multiplier:
            # `a quarter of a million`: so many of them
            point = Piece(start, end, "point", [left])
            left.number = scaled(left.number, whole.value)
            _units(island, children[3:], left, point)
            return point.refuse(piece.reason) if piece.reason else point
        if len(children) == 3:
            # `half of 20` is no ratio of the two
            return piece.refuse("ratio_unit")
    piece.mods.append(("SIGN", (island.types[children[1]], island.texts[children[1]])))
    _units(island, children[3:], right, piece)
    left.factors, left.solidus, left.divisors = right.factors, right.solidus, right.divisors
    return piece


def counted_out(island: Island, name: str, node: Tree, start: int, end: int) -> list[Piece]:
    """Return `five of the three-ton trucks` as a count and an amount: a hyphen makes no number of a ratio."""
    if name != "proportion" or len(node) != 5 or not isinstance(node[3], int) or not isinstance(node[1], int):
        return []
    if not island.hyphened(node[3], node[3] + 1):
        return []
    count = amount(island, ("amount", node[1]), start, start + 1)
    return [count, amount(island, ("amount", node[3], node[4]), node[3], end)]
