"""From the tree of an expression to pieces: one for each quantity in it, its connectors decided.

Where parts that a connector joins do not go together, they are read as if it were not there; the kinds of units are
compared here, their values in `normalise`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from quantcheck.island import Island
from quantcheck.numerals import Number, scaled
from quantcheck.parse import Tree
from quantcheck.pieces import Divisor, Factor, Piece, Term
from quantcheck.values import Sense, Unit

# What has sides: `5 × 10 cm` and `1920 × 1080 pixels` are one size, `3 × 200 mg` a count and a size.
_SIDES = frozenset(((("length", 1),), (("count:pixel", 1),)))
_RELATIVE = frozenset([(("ratio", 1),)])
_POINTS = frozenset([(("temperature", 1),)])
PRIMES = frozenset(("'", "’", "′", '"', "”", "″"))
MAX_FACTORS = 16
"""Units of a product or quotient; what has more is no unit that anyone writes."""
_SPLIT = ("point", "range", "bound", "tolerance", "mixed")

Kind = frozenset[tuple[tuple[str, int], ...]]


def build(island: Island, start: int, end: int, tree: Tree | None) -> list[Piece]:
    """Return the pieces of an expression (terminals `start` to `end` of the island), in order."""
    if tree is None:
        return [unread(island, start, end)]
    pieces = _Builder(island, start).pieces(tree, start, end)
    for piece in pieces:
        if (
            piece.shape != "range"
            and piece.mods
            and piece.mods[0][0] in ("FROM", "BETWEEN", "CHANGE")
            and not piece.reason
        ):
            # `from` opens no range here: the word is not part of the quantity
            piece.mods = [m for m in piece.mods if m[0] not in ("FROM", "BETWEEN", "CHANGE")]
            piece.start += 1
    return pieces


def unread(island: Island, start: int, end: int, reason: str = "") -> Piece:
    """Return the piece for a run of terminals that cannot be read: ambiguous as one."""
    for value in island.values[start:end]:
        if isinstance(value, tuple) and value and isinstance(value[0], Number) and value[0].reason:
            reason = reason or value[0].reason
    if not reason and "VAGUE" in island.types[start:end]:
        reason = "vague"
    piece = Piece(start, end, "point", [])
    piece.reason = reason or "unread"
    piece.physical = not {"UNIT", "CUR", "PER"}.isdisjoint(island.types[start:end])
    return piece


class _Builder:
    def __init__(self, island: Island, base: int) -> None:
        self.island = island
        self.types = island.types
        self.values = island.values
        self.base = base
        self.groups = 0

    # ---- tree

    def pieces(self, node: Tree, start: int, end: int) -> list[Piece]:
        name = node[0]
        if name == "equation":
            piece = unread(self.island, start, end, "equation")
            piece.reason = "equation"
            return [piece]
        if name == "series":
            return self._series(node, start, end)
        if name in ("span", "addition", "product", "tolerance", "juxtaposed"):
            parts = _flatten(node, str(name))
            return self._joined(str(name), parts, start, end)
        if name in ("front", "behind"):
            return self._qualified(node, start, end)
        if name == "amount":
            return self._two_writings(node, start, end) or [self._amount(node, start, end)]
        if name == "frequency":
            return [self._frequency(node, start, end)]
        if name in ("proportion", "pair"):
            return self._counted_out(str(name), node, start, end) or [self._ratio(str(name), node, start, end)]
        return [unread(self.island, start, end)]

    # ---- numbers and units

    def _number(self, node: Any, term: Term, piece: Piece) -> None:
        """Fill in the number of a term from a number node."""
        scales: list[int] = []
        while not isinstance(node, int) and node[0] == "scaled":
            scales.append(node[2])
            node = node[1]
        self._plain_number(node, term, piece)
        assert term.number is not None
        for mark in reversed(scales):
            text = self.island.texts[mark]
            form = "scientific" if text == "10^" else "word" if len(text) > 2 else ""
            term.number = scaled(term.number, self.values[mark], *([form] if form else []))
            term.other = None
            piece.forms.update(term.number.forms)

    def _plain_number(self, node: Any, term: Term, piece: Piece) -> None:
        if isinstance(node, int):
            if self.types[node] == "VAGUE":
                piece.refuse("vague")
                term.number = Number(Fraction(0))
                return
            term.number, term.other = self.values[node]
            assert term.number is not None
            if term.number.reason:
                piece.refuse(term.number.reason)
            piece.forms.update(term.number.forms)
            if "word" in term.number.forms:
                piece.wordy = True
            return
        piece.refuse("unread")
        term.number = Number(Fraction(0))

    def _factor(self, node: Tree) -> Factor:
        children = node[1:]
        if len(children) == 1:
            return self.values[children[0]], 1
        first, second = children
        if self.types[first] == "SQ":
            return self.values[second], int(self.values[first])
        return self.values[first], int(self.values[second])

    def _unit(self, node: Tree) -> list[Factor]:
        factors: list[Factor] = []
        while len(node) > 2:
            factors.append(self._factor(node[3]))
            node = node[1]
        factors.append(self._factor(node[1]))
        factors.reverse()
        return factors

    def _rates(self, node: Tree, term: Term, piece: Piece) -> None:
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
            self._rate(rate, term, piece)

    def _rate(self, rate: Tree, term: Term, piece: Piece) -> None:
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
            self._number(children[0], inner, piece)
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
        factors = self._unit(unit)
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

    # ---- values

    def _amount(self, node: Tree, start: int, end: int) -> Piece:
        term = Term(start, end)
        piece = Piece(start, end, "point", [term])
        children = list(node[1:])
        if isinstance(children[0], int) and self.types[children[0]] == "CUR":
            term.currency = True
            term.factors = ((self.values[children[0]], 1),)
            children.pop(0)
        number = children.pop(0)
        if children and isinstance(children[0], int):
            kind, value = self.values[children.pop(0)]
            piece.mods.append((kind, value))
            if kind == "BOUNDP":
                piece.forms.add("bound_word")
        if isinstance(number, tuple) and _has_group(number):
            return self._grouped(number, children, start, end, piece, term)
        self._number(number, term, piece)
        self._units(children, term, piece)
        return piece

    def _two_writings(self, node: Tree, start: int, end: int) -> list[Piece]:
        """Read `250 g/8¾ oz` as two quantities: one dimension, different units, within 5% of each other."""
        rates = node[-1]
        if not (isinstance(rates, tuple) and rates[0] == "rates" and len(rates) == 2):
            return []
        rate: Tree = rates[1]
        if len(rate) != 4 or not isinstance(rate[2], (int, tuple)) or self.types[rate[1]] != "PER":
            return []
        if isinstance(rate[3], int) or self.island.texts[rate[1]].isalpha() or len(node) < 4:
            return []
        at: int = rate[1]
        if self.types[at + 1] == "LP":
            return []
        first = self._amount(node[:-1], start, at)
        second = self._amount(("amount", rate[2], rate[3]), at + 1, end)
        if first.reason or second.reason or not _close(first.terms[0], second.terms[0]):
            return []
        return [first, second]

    def _units(self, children: Sequence[Any], term: Term, piece: Piece) -> None:
        for child in children:
            if child[0] == "unit":
                factors = tuple(self._unit(child))
                if len(factors) > MAX_FACTORS:
                    piece.refuse("unread")
                if term.currency:
                    if not _same_money(term.factors[0][0], factors):
                        piece.refuse("unread")
                    elif len(factors[0][0]) < len(term.factors[0][0]):
                        term.factors = factors
                else:
                    term.factors = factors
            else:
                self._rates(child, term, piece)

    def _grouped(self, number: Any, children: Sequence[Any], start: int, end: int, piece: Piece, term: Term) -> Piece:
        """Read `(5 ± 1) × 10³ mg`: what stands behind the bracket belongs to all that stands in it."""
        factor = Fraction(1)
        while isinstance(number, tuple) and number[0] == "scaled":
            factor *= self.values[number[2]]
            number = number[1]
        if not (isinstance(number, tuple) and number[0] == "group"):
            return piece.refuse("unread")
        inside = self.pieces(number[2], number[1] + 1, number[3])
        if len(inside) != 1 or inside[0].reason or not inside[0].bare:
            return piece.refuse(next((p.reason for p in inside if p.reason), "unread"))
        whole = inside[0]
        self._units(children, term, piece)
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
        whole.start, whole.end = start, end
        if accounting:
            whole.mods.append(("ACCOUNTING", None))
        return whole

    def _frequency(self, node: Tree, start: int, end: int) -> Piece:
        term = Term(start, end)
        term.frequency = True
        piece = Piece(start, end, "point", [term])
        children = list(node[1:])
        first = children[0]
        if isinstance(first, int) and self.types[first] == "TOD":
            term.tod = str(self.values[first])
            term.number = Number(Fraction(1), forms=("word",))
            return piece
        if isinstance(first, int) and self.types[first] == "DAILY":
            value = self.values[first]
            times, period = value if isinstance(value, tuple) else ("1", value)
            count, unit = period.split("/")
            term.factors = ((self.island.periods[unit], -1),)
            if times != "1" or count != "1":
                piece.forms.add("word")
            if "|" in count:
                # `biweekly`: twice a week, or every two weeks
                term.number = Number(Fraction(times), forms=("word",))
                term.factors = (*term.factors, (_either(count), 1))
                return piece
            term.number = Number(Fraction(count) * Fraction(times), forms=("word",))
            return piece
        if isinstance(first, int) and self.types[first] == "TIMESN":
            term.number = Number(Fraction(self.values[first]), forms=("word",))
            if len(children) == 1:
                term.frequency = False
                piece.mods.append(("ONCE", None))
                return piece
            self._rates(children[1], term, piece)
            return piece
        self._number(first, term, piece)
        last = children[2]
        if isinstance(last, int):
            value = self.values[last]
            times, period = value if isinstance(value, tuple) else ("1", value)
            count, unit = period.split("/")
            if times != "1" or count != "1":
                return piece.refuse("unread")
            term.factors = ((self.island.periods[unit], -1),)
        else:
            self._rates(last, term, piece)
        return piece

    def _counted_out(self, name: str, node: Tree, start: int, end: int) -> list[Piece]:
        """Return `five of the three-ton trucks` as a count and an amount: a hyphen makes no number of a ratio."""
        if name != "proportion" or len(node) != 5 or not isinstance(node[3], int) or not isinstance(node[1], int):
            return []
        if not self.island.hyphened(node[3], node[3] + 1):
            return []
        count = self._amount(("amount", node[1]), start, start + 1)
        return [count, self._amount(("amount", node[3], node[4]), node[3], end)]

    def _ratio(self, name: str, node: Tree, start: int, end: int) -> Piece:
        left, right = Term(start, end), Term(start, end)
        piece = Piece(start, end, "pair" if name == "pair" else "ratio", [left, right])
        children = node[1:]
        self._number(children[0], left, piece)
        if isinstance(children[2], int) and self.types[children[2]] == "CUR":
            # `half of $700`: a share of a sum
            piece.refuse("ratio_unit")
            return piece
        self._number(children[2], right, piece)
        piece.mods.append(("SIGN", (self.types[children[1]], self.island.texts[children[1]])))
        self._units(children[3:], right, piece)
        left.factors, left.solidus, left.divisors = right.factors, right.solidus, right.divisors
        return piece

    # ---- what stands before and behind

    def _qualified(self, node: Tree, start: int, end: int) -> list[Piece]:
        """Read a value with what stands before and behind it, from the inside out."""
        marks: list[tuple[str, int, int]] = []
        while node[0] in ("front", "behind"):
            if node[0] == "front":
                marks.append(("front", node[1], start))
                node, start = node[2], start + 1
            else:
                marks.append(("behind", node[2], end))
                node, end = node[1], end - 1
        inner = self.pieces(node, start, end)
        for side, mark, place in reversed(marks):
            inner = self._front(mark, inner, place) if side == "front" else self._behind(mark, inner, place)
        return inner

    def _front(self, mark: int, inner: list[Piece], start: int) -> list[Piece]:
        kind, value = self.types[mark], self.values[mark]
        first = inner[0]
        first.start = start
        if kind == "EMPH":
            first.notes.append("emphasis")
        elif kind == "NEG":
            if not first.terms or first.shape not in ("point", "mixed"):
                first.refuse("unread")
            for term in first.terms[:1]:
                term.negative = not term.negative
        elif (
            kind == "BOUND"
            and value[1].lower() in self.island.durations
            and (first.shape != "point" or any(k in ("BOUND", "BOUNDP", "APPROX", "APPROXP") for k, _ in first.mods))
        ):
            # `within about 5 minutes`, `over 5–10 minutes`: the word says how long, the bound is the other one
            first.start = first.terms[0].start if first.shape != "point" and not first.mods else start + 1
        else:
            if kind == "BOUND":
                self._front_bound(first, mark, value[0])
            else:
                first.mods.insert(0, (kind, value))
        return inner

    def _behind(self, mark: int, inner: list[Piece], end: int) -> list[Piece]:
        kind, value = self.types[mark], self.values[mark]
        last = inner[-1]
        last.end = end
        if kind == "MORE":
            if last.shape == "point" and len(last.terms) == 1 and not last.bare:
                last.terms[0].more += Fraction(value)
                last.forms.add("fraction")
            else:
                last.refuse("unread")
        else:
            last.mods.append((kind, value))
            if kind == "BOUNDP":
                last.forms.add("bound_word")
        return inner

    # ---- connectors

    def _joined(self, name: str, nodes: list[Any], start: int, end: int) -> list[Piece]:
        spans = _bounds(nodes, start, end)
        parts = [self.pieces(node, *span) for node, span in zip(nodes, spans, strict=True) if not isinstance(node, int)]
        if name == "juxtaposed":
            return self._juxtaposed([p for part in parts for p in part], start, end)
        if any(len(part) != 1 for part in parts):
            return self._chained(name, parts)
        return self._make(name, [part[0] for part in parts], start, end)

    def _make(self, name: str, singles: list[Piece], start: int, end: int) -> list[Piece]:
        if any(p.reason for p in singles):
            reason = next(p.reason for p in singles if p.reason)
            whole = unread(self.island, start, end, reason)
            whole.reason = reason
            whole.terms = [t for p in singles for t in p.terms]
            return [whole]
        make = {"span": self._range, "product": self._product, "tolerance": self._tolerance, "addition": self._sum}[
            name
        ]
        return make(singles, start, end)

    def _chained(self, name: str, parts: list[list[Piece]]) -> list[Piece]:
        """Join only what stands next to each connector: `200–400 mg every 4–6 hours` is two ranges side by side."""
        made: list[Piece] = list(parts[0][:-1])
        group = [parts[0][-1]]
        for part in parts[1:]:
            group.append(part[0])
            if len(part) > 1:
                made += self._make(name, group, group[0].start, group[-1].end)
                made += part[1:-1]
                group = [part[-1]]
        if len(group) > 1:
            made += self._make(name, group, group[0].start, group[-1].end)
        else:
            made += group
        return made

    def _range(self, singles: list[Piece], start: int, end: int) -> list[Piece]:
        if len(singles) != 2:
            return self._apart_or_unread(singles, start, end)
        left, right = singles
        if left.shape == right.shape == "ratio":
            return self._range_of_ratios(left, right, start, end)
        if not all(p.shape in ("point", "mixed") for p in singles) or left.mod("BOUNDP") is not None:
            return self._apart_or_unread(singles, start, end)
        change = left.mod("CHANGE") is not None
        if (
            left.bare
            and not right.bare
            and left.simple
            and left.terms[0].number is not None
            and left.terms[0].number.year
            and self.island.barred(left.start)
        ):
            # `in 2010 to 10 mg`: a year, and what comes to
            return self._parted(left, right)
        _share(left, right)
        _agree(left.terms[-1], right.terms[-1])
        glued = self.island.glued(left.end - 1, left.end) and self.island.glued(left.end, left.end + 1)
        if right.bare and not left.bare and not right.mods and (glued or not self.island.goes_on(right.end)):
            # `5 mg-10`, `5W-30 oil`: the second unit is left to the reader, or there is none
            return self._apart_or_unread(singles, start, end)
        if (_kinds(left) and _kinds(right) and not _kinds(left) & _kinds(right)) or left.bare != right.bare:
            return self._parted(left, right)
        left.mods = [m for m in left.mods if m[0] not in ("FROM", "BETWEEN", "CHANGE")]
        if change:
            left.start += 1
            for p in singles:
                p.notes.append("change")
            return singles
        bound = left.mod("BOUND")
        if bound is not None and right.mod("BOUND") is None and bound[1].lower() in self.island.durations:
            left.mods = [m for m in left.mods if m[0] != "BOUND"]
            start = left.terms[0].start
        piece = Piece(start, end, "range", [])
        piece.terms = [*left.terms, *right.terms]
        piece.scale = Fraction(len(left.terms))
        lower, upper = left.mod("BOUND"), right.mod("BOUND")
        if lower is not None or upper is not None:
            # `5 to at most 10 mg` says what `5 to 10 mg` says; `at least 5 to 10 mg` does not
            if upper is None or upper[0][0] != "l" or (lower is not None and lower[0][0] != "g"):
                return [piece.refuse("unread")]
        piece.mods = [*left.mods, *right.mods]
        piece.notes = [*left.notes, *right.notes]
        piece.forms = left.forms | right.forms
        return [piece]

    def _range_of_ratios(self, left: Piece, right: Piece, start: int, end: int) -> list[Piece]:
        """Join `1 in 1,000 to 1 in 100`: one range of ratios, with all four numbers."""
        left.mods = [m for m in left.mods if m[0] not in ("FROM", "BETWEEN")]
        if any([(kind, value[0]) for kind, value in p.mods] != [("SIGN", "INR")] for p in (left, right)):
            return self._apart_or_unread([left, right], start, end)
        piece = Piece(start, end, "ratio", [*left.terms, *right.terms])
        piece.mods = right.mods
        piece.forms = left.forms | right.forms
        return [piece]

    def _parted(self, left: Piece, right: Piece) -> list[Piece]:
        """Set a connector aside that joins no range; one that can be a bound is the bound of what is behind it."""
        value = self.values[left.end]
        if self.types[left.end] == "RANGE" and value:
            if any(kind in ("BOUND", "BOUNDP", "APPROX", "APPROXP") for kind, _ in right.mods):
                right.refuse("unread")
            self._front_bound(right, left.end, value)
        return [left, right]

    def _front_bound(self, piece: Piece, mark: int, value: str) -> None:
        text = self.island.texts[mark]
        piece.start = mark
        piece.mods.insert(0, ("BOUND", (value, text)))
        plain = not text[:1].isalpha() or text.lower() in self.island.plain_bounds
        piece.forms.add("bound_sign" if plain else "bound_word")

    def _apart_or_unread(self, singles: list[Piece], start: int, end: int) -> list[Piece]:
        piece = unread(self.island, start, end)
        piece.terms = [t for p in singles for t in p.terms]
        return [piece]

    def _product(self, singles: list[Piece], start: int, end: int) -> list[Piece]:
        if not all(p.shape == "point" and len(p.terms) == 1 for p in singles):
            return self._apart_or_unread(singles, start, end)
        last = singles[-1]
        if not singles[0].bare and any(
            p.terms[0].factors and all(n < 0 for _, n in p.terms[0].factors) for p in singles[1:]
        ):
            # `60 mL·min⁻¹·1.73 m⁻²`: whether the figure multiplies or divides is left to the reader
            return self._apart_or_unread(singles, start, end)
        kinds = _kinds(last)
        lengths = bool(kinds) and all(k in _SIDES for k in kinds)
        if lengths:
            for p in singles[:-1]:
                _share(p, last)
            if all(_kinds(p) == kinds for p in singles):
                return [self._compound("product", singles, start, end)]
        if all(p.bare for p in singles):
            return [self._compound("product", singles, start, end)]
        if all(p.bare for p in singles[:-1]) and not last.bare:
            # a count and a size side by side, never multiplied
            return singles
        if not any(p.bare for p in singles) and len({_kinds(p) for p in singles}) == 1:
            return [self._compound("product", singles, start, end)]
        return singles

    def _sum(self, singles: list[Piece], start: int, end: int) -> list[Piece]:
        if not all(p.shape == "point" and len(p.terms) == 1 and not p.mods for p in singles):
            return self._apart_or_unread(singles, start, end)
        for p in singles[:-1]:
            _share(p, singles[-1])
        if len({_kinds(p) for p in singles}) != 1 or len({p.bare for p in singles}) != 1:
            return singles
        return [self._compound("sum", singles, start, end)]

    def _tolerance(self, singles: list[Piece], start: int, end: int) -> list[Piece]:
        if len(singles) != 2 or not all(p.shape == "point" and len(p.terms) == 1 for p in singles):
            return self._apart_or_unread(singles, start, end)
        left, right = singles
        _share(left, right)
        _agree(left.terms[-1], right.terms[-1])
        if left.terms[0].currency and right.bare:
            right.terms[0].factors = left.terms[0].factors
        if right.bare and not left.bare:
            # `5 kg ± 1` is a tolerance whose unit is left to the reader
            return self._apart_or_unread(singles, start, end)
        if not left.bare and _kinds(right) == _RELATIVE != _kinds(left):
            # `5 mg ± 10%`: the half-width is a share of the centre, which no point of temperature has
            if _kinds(left) & _POINTS:
                return self._apart_or_unread(singles, start, end)
            return [self._compound("tolerance", singles, start, end)]
        if left.bare != right.bare or (_kinds(left) and not _kinds(left) & _kinds(right)):
            return singles
        return [self._compound("tolerance", singles, start, end)]

    def _compound(self, shape: str, singles: list[Piece], start: int, end: int) -> Piece:
        piece = Piece(start, end, shape, [p.terms[0] for p in singles])
        piece.mods = [m for p in singles for m in p.mods]
        piece.notes = [n for p in singles for n in p.notes]
        piece.forms = set().union(*(p.forms for p in singles))
        return piece

    def _juxtaposed(self, flat: list[Piece], start: int, end: int) -> list[Piece]:
        made: list[Piece] = []
        for piece in flat:
            if made:
                last = made[-1]
                if last.mods and last.mods[-1][0] == "ONCE" and last.terms[0].number is not None:
                    # `once every 6 hours` is the interval
                    if last.terms[0].number.value == 1 and piece.mod("EVERY") is not None:
                        piece.start = last.start
                        made[-1] = piece
                        continue
                    made[-1] = unread(self.island, last.start, piece.end)
                    continue
                joined = self._mix(last, piece) or self._hundredths(last, piece)
                if joined is None and not last.bare and self._touches(last, piece):
                    # `10-day-2`: a hyphen that joins no amounts
                    joined = unread(self.island, last.start, piece.end)
                if joined is not None:
                    made[-1] = joined
                    continue
                touch = last.bare == piece.bare and self.island.touch(last.end, piece.start)
                both = self._both_sides(last, piece) if touch else None
                if both is not None:
                    made[-1] = both
                    continue
                run_on = last.reason == "unread" and last.bare and "NUM" in self.types[last.end - 1 : last.end]
                if run_on or (
                    last.bare and not last.reason and last.shape == "point" and not self._set_apart(last, piece)
                ):
                    # digits side by side with nothing between them: one figure, cut up or run together
                    if run_on:
                        # longer in place: a run of thousands is still read in linear time
                        added = unread(self.island, last.end, piece.end)
                        last.end, last.physical = piece.end, last.physical or added.physical
                    else:
                        whole = unread(self.island, last.start, piece.end)
                        whole.terms = last.terms
                        made[-1] = last = whole
                    if not piece.bare:
                        last.terms.extend(piece.terms)
                    continue
            made.append(piece)
        return made

    def _set_apart(self, left: Piece, right: Piece) -> bool:
        """Say whether two numbers side by side are two: a count and a size, a year and an amount."""
        a = left.terms[0].number
        if right.reason:
            # `5.2 (1.1) mg`
            return False
        b = right.terms[0].number if right.terms else None
        if a is None or b is None or right.terms[0].currency or right.terms[0].frequency:
            return True
        if any(kind != "SIGN" for kind, _ in right.mods):
            return True
        if {"word", "fraction"} <= set(a.forms):
            # `half 5 mg` is no count of them
            return False
        if ("word" in a.forms) != ("word" in b.forms):
            return True
        if "word" in a.forms:
            return not right.bare and self.island.hyphened(right.start, right.start + 1)
        return a.year and not right.bare

    def _hundredths(self, left: Piece, right: Piece) -> Piece | None:
        """Return `15 dollars 50` and `1 hour thirty` as one: the next smaller unit is left out."""
        if not (left.shape == "point" and len(left.terms) == 1 and right.simple and right.bare) or left.reason:
            return None
        if any(kind not in ("BOUND", "APPROX", "EMPH") for kind, _ in left.mods):
            return None
        a, b = left.terms[0], right.terms[0]
        if len(a.factors) != 1 or a.factors[0][1] != 1 or b.number is None or a.number is None or a.divisors:
            return None
        prime = self.island.texts[a.end - 1] in PRIMES
        if prime and a.factors[0][0][0].unit.code not in ("[ft_i]", "'"):
            return None
        joined = self._touches(left, right)
        behind = [_parts_of(s.unit) for s in (_lengths(a.factors) if prime else a.factors)[0][0]]
        if not any(behind) or a.number.value.denominator != 1 or a.number.multiplier:
            return None
        if not (b.number.plain or "word" in b.number.forms):
            return None
        if (prime or not all(behind)) and not joined and self.island.goes_on(right.end):
            return None
        piece = Piece(left.start, right.end, "point", left.terms)
        piece.mods, piece.notes, piece.forms = left.mods, left.notes, left.forms | right.forms
        parts, digits = behind[0] or (0, 0)
        if (
            len(set(behind)) > 1
            or not 0 <= b.number.value < parts
            or b.number.value.denominator != 1
            or (b.number.plain and digits and b.number.digits != digits)
            or (self.island.goes_on(right.end) and not joined)
        ):
            return piece.refuse("unread")
        if prime:
            a.factors = _lengths(a.factors)
        a.more += b.number.value / parts
        return piece

    def _touches(self, left: Piece, right: Piece) -> bool:
        """Say whether nothing, or a hyphen that is no terminal, stands between two pieces (`6'2`, `6-foot-2`)."""
        return self.island.source[self.island.ends[left.end - 1] : self.island.starts[right.start]] in ("", "-", "‑")

    def _mix(self, left: Piece, right: Piece) -> Piece | None:
        """Return `5 ft 10 in` as one point where the units are of one family, None where they are not."""
        if left.shape not in ("point", "mixed") or not right.simple or left.reason or not left.terms:
            return None
        if any(kind not in ("BOUND", "APPROX", "FROM", "BETWEEN", "CHANGE", "EVERY") for kind, _ in left.mods):
            return None
        a, b = left.terms[-1], right.terms[0]
        if a.bare or b.bare or a.frequency or b.frequency:
            return None
        b.factors = _cents_of(a, b)
        if self.island.texts[a.end - 1] in PRIMES and self.island.texts[b.end - 1] in PRIMES and len(left.terms) == 1:
            # `5'10"` is a height; an angle would name its degrees
            a.factors, b.factors = _lengths(a.factors), _lengths(b.factors)
        families = _families(a) & _families(b)
        if not families or a.divisors or b.divisors or len(a.factors) != 1 or len(b.factors) != 1:
            return None
        larger = _size(a, families)
        smaller = _size(b, families)
        if larger is None or smaller is None or smaller >= larger:
            return None
        piece = Piece(left.start, right.end, "mixed", [*left.terms, b])
        piece.mods, piece.notes = left.mods, [*left.notes, *right.notes]
        piece.forms = left.forms | right.forms
        piece.series = left.series
        assert b.number is not None
        if b.negative or b.number.value < 0 or (abs(b.number.value) * smaller >= larger):
            piece.refuse("mixed")
        return piece

    # ---- series

    def _series(self, node: Tree, start: int, end: int) -> list[Piece]:
        nodes = _flatten(node, "series")
        spans = _bounds(nodes, start, end)
        made: list[Piece] = []
        words: list[str] = []
        """The connector in front of each piece, empty where none stands there."""
        pending = ""
        for part, (a, b) in zip(nodes, spans, strict=True):
            if part[0] == "sep":
                pending = "".join(self.values[k] for k in range(a, b))
                continue
            for k, piece in enumerate(self.pieces(part, a, b)):
                made.append(piece)
                words.append(pending if k == 0 else "")
        made, words = self._two_sided(made, words)
        made, words = self._mixed(made, words)
        self._shared(made, words)
        self._listed(made, words)
        _share_rates(made, words, self.types, self.island.texts)
        self._scaled(made, words)
        return made

    def _two_sided(self, made: list[Piece], words: list[str]) -> tuple[list[Piece], list[str]]:
        """Join a lower bound to a higher upper bound: `at least 5 and at most 10 mg`."""
        kept: list[Piece] = []
        joins: list[str] = []
        for piece, word in zip(made, words, strict=True):
            if kept and word.lstrip(",") in ("and", "but", ""):
                whole = self._both_sides(kept[-1], piece)
                if whole is not None:
                    kept[-1] = whole
                    continue
            kept.append(piece)
            joins.append(word)
        return kept, joins

    @staticmethod
    def _both_sides(last: Piece, piece: Piece) -> Piece | None:
        """Return the range of a lower bound and a higher upper bound that stand side by side, None for all else."""
        low, high = last.mod("BOUND"), piece.mod("BOUND")
        if low is None or high is None or low[0][0] == high[0][0] or last.reason or piece.reason:
            return None
        if not (all(p.shape == "point" and len(p.mods) == len(p.terms) == 1 for p in (last, piece))):
            return None
        ordered = [piece, last] if low[0][0] == "l" else [last, piece]
        _share(last, piece)
        if last.bare != piece.bare or not (last.bare or _kinds(last) & _kinds(piece)):
            return None
        if not _ascending(ordered[0].terms[0], ordered[1].terms[0]):
            return None
        whole = Piece(last.start, piece.end, "range", [t for p in ordered for t in p.terms])
        whole.mods = [m for p in ordered for m in p.mods]
        whole.notes = [*last.notes, *piece.notes]
        whole.forms = last.forms | piece.forms
        whole.scale = Fraction(1)
        return whole

    def _mixed(self, made: list[Piece], words: list[str]) -> tuple[list[Piece], list[str]]:
        """Join parts of one amount that a comma or `and` sets apart: `2 hours and 30 minutes`."""
        kept: list[Piece] = []
        joins: list[str] = []
        for piece, word in zip(made, words, strict=True):
            if kept and word in (",", "and", "&", ",and"):
                joined = self._mix(kept[-1], piece)
                if joined is None and word == "and" and piece is made[-1] and not self.island.goes_on(piece.end):
                    joined = self._hundredths(kept[-1], piece)
                    joined = None if joined is not None and joined.reason else joined
                if joined is not None:
                    kept[-1] = joined
                    continue
            kept.append(piece)
            joins.append(word)
        return kept, joins

    def _shared(self, made: list[Piece], words: list[str]) -> None:
        """Share the unit of the last member of a series leftwards (`5, 10 or 15 mg`)."""
        i = 0
        while i < len(made):
            if words[i].lstrip(",") not in ("and", "or", "&") or not words[i] or i == 0:
                i += 1
                continue
            last = made[i]
            if (
                last.reason
                or last.bare
                or not last.terms
                or last.terms[-1].tod
                or last.shape not in ("point", "range", "tolerance", "product")
            ):
                i += 1
                continue
            first = i
            while (
                first > 0 and self._member(made[first - 1]) and (first == i or words[first] in (",", "and", "or", "&"))
            ):
                first -= 1
            if first == i or any(self.island.barred(p.start) for p in made[first : i + 1]):
                i += 1
                continue
            qualified = [any(kind in ("BOUND", "APPROX") for kind, _ in p.mods) for p in made[first : i + 1]]
            if qualified[0] and not all(qualified):
                # `at least 5 or 6 mg`: of how many members the word is said, nothing tells
                whole = unread(self.island, made[first].start, last.end)
                whole.terms = last.terms
                made[first : i + 1] = [whole]
                del words[first + 1 : i + 1]
                i = first + 1
                continue
            self.groups += 1
            for piece in made[first : i + 1]:
                if piece is not last:
                    piece.mods = [m for m in piece.mods if m[0] != "ONCE"]
                    for term in piece.terms:
                        _give(last.terms[-1], term)
                piece.notes.append("list_member")
                piece.series = self.island.serial(self.groups)
            i += 1

    def _listed(self, made: list[Piece], words: list[str]) -> None:
        """Make one series of amounts with a unit each (`10 mg or 20 mg`): they share what stands with them."""
        for i in range(1, len(made)):
            last = made[i]
            if words[i].lstrip(",") not in ("and", "or", "&") or not self._amounts(last):
                continue
            first = i
            while (
                first > 0
                and self._amounts(made[first - 1])
                and _kinds(made[first - 1]) == _kinds(last)
                and (first == i or words[first] == ",")
            ):
                first -= 1
            if i - first < (2 if words[i].startswith(",") else 1):
                continue
            self.groups += 1
            for piece in made[first : i + 1]:
                piece.series = self.island.serial(self.groups)

    def _scaled(self, made: list[Piece], words: list[str]) -> None:
        """Let the multiplier of the last of a series be that of all, or of the last alone (`$5, $6 and $7 million`)."""
        for i in range(1, len(made)):
            last = made[i]
            if words[i].lstrip(",") not in ("and", "or", "&") or not last.simple:
                continue
            number = last.terms[0].number
            if number is None or number.multiplier <= 100 or "scientific" in number.forms:
                continue
            if not last.bare and not last.terms[0].currency:
                continue
            for k in range(i - 1, -1, -1):
                if k < i - 1 and words[k + 1] != ",":
                    break
                piece = made[k]
                if not piece.simple or piece.notes or piece.bare != last.bare or _kinds(piece) != _kinds(last):
                    break
                term = piece.terms[0]
                # a sum of a thousand and more is written out
                own = term.number
                if own is None or own.reason or own.multiplier or not 0 < own.value < 1000 or term.divisors:
                    break
                term.alone, term.number = own, scaled(own, number.multiplier, "word")

    @staticmethod
    def _amounts(piece: Piece) -> bool:
        return (
            piece.series < 0
            and not piece.reason
            and not piece.bare
            and piece.shape in ("point", "range")
            and bool(_kinds(piece))
            and not any(term.frequency or term.tod for term in piece.terms)
        )

    def _member(self, piece: Piece) -> bool:
        return (
            piece.bare
            and not piece.reason
            and piece.shape in ("point", "range", "product")
            and bool(piece.terms)
            and all(kind in ("EMPH", "BOUND", "APPROX", "ONCE") for kind, _ in piece.mods)
            and not piece.notes
        )


def _either(count: str) -> tuple[Sense, ...]:
    """Return the two meanings of a frequency with `bi` in front: so many times in the period, or in so many of it."""
    often, rarely = (Sense(Unit("1", Fraction(n), (("number", 1),), "number")) for n in count.split("|"))
    return Sense(often.unit, (("bi", "within"),)), Sense(rarely.unit, (("bi", "every"),))


def _has_group(node: Any) -> bool:
    while isinstance(node, tuple):
        if node[0] == "group":
            return True
        node = node[1]
    return False


def _flatten(node: Tree, name: str) -> list[Any]:
    """Return the parts and connectors of a left-recursive node, in order."""
    found: list[Any] = []
    while node[0] == name:
        found.extend(reversed(node[2:]))
        node = node[1]
    found.append(node)
    found.reverse()
    return found


def _bounds(nodes: Sequence[Any], start: int, end: int) -> list[tuple[int, int]]:
    """Return the terminals that each of some nodes side by side covers."""
    spans = []
    at = start
    for node in nodes:
        size = _size_of(node)
        spans.append((at, at + size))
        at += size
    assert at == end
    return spans


def _size_of(node: Any) -> int:
    """Return how many terminals a node covers."""
    count = 0
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, int):
            count += 1
        else:
            stack.extend(top[1:])
    return count


def _term_kinds(term: Term) -> Kind:
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


def _kinds(piece: Piece) -> Kind:
    return _term_kinds(piece.terms[-1]) if piece.terms else frozenset()


def _give(source: Term, target: Term) -> None:
    """Give a bare term the unit, and where it has none the multiplier, of another."""
    target.factors, target.solidus, target.divisors = source.factors, source.solidus, source.divisors
    target.head = source.head
    target.frequency, target.tod = source.frequency, source.tod
    _give_multiplier(source, target)


def _give_multiplier(source: Term, target: Term) -> None:
    """Share a multiplier leftwards: `5 to 10 million`; a power of ten may also belong to the last number alone."""
    a, b = target.number, source.number
    if a is None or b is None or not b.multiplier or a.multiplier or a.reason or b.reason:
        return
    if abs(a.value) <= abs(b.value / b.multiplier):
        target.number = scaled(a, b.multiplier, "word" if "word" in b.forms else "scientific")
        if "scientific" in b.forms:
            target.alone = a


def _share(left: Piece, right: Piece) -> None:
    """Share the unit of the right part with a bare left one, and a currency sign with a bare right one."""
    a, b = left.terms[-1], right.terms[-1]
    if a.number is None or b.number is None:
        return
    if left.bare and not right.bare:
        for term in left.terms:
            _give(b, term)
        left.wordy = left.wordy or right.wordy
    elif not right.bare and len(a.factors) < len(b.factors) and _opens(a, b):
        # `11c to 17c a share`: what stands behind `per` belongs to both
        below = b.factors[b.head :]
        for term in left.terms:
            term.solidus = (*term.factors, *b.solidus[b.head :]) if b.solidus else ()
            term.head, term.divisors, term.factors = b.head, b.divisors, (*term.factors, *below)
    elif right.bare and a.currency and not a.divisors:
        for term in right.terms:
            term.factors, term.currency = a.factors, True
        _give_multiplier(b, a)
    elif a.currency and not b.bare:
        if len(b.factors) > len(a.factors):
            a.factors, a.solidus, a.divisors = (*a.factors, *b.factors[1:]), b.solidus, b.divisors
        _give_multiplier(b, a)
    elif left.bare and right.bare:
        _give_multiplier(b, a)


def _agree(a: Term, b: Term) -> None:
    """Leave a spelling of two ends only the units that both may be: `10° to 35 °C`, `5 oz to 10 fl oz`."""
    if len(a.factors) != 1 or len(b.factors) != 1 or a.factors[0][1] != b.factors[0][1]:
        return
    one, other = a.factors[0][0], b.factors[0][0]
    common = {s.unit for s in one} & {s.unit for s in other}
    if not common or (len(common) == len(one) == len(other)):
        return
    for term, senses in ((a, one), (b, other)):
        kept = tuple(s for s in senses if s.unit in common)
        term.factors = (((Sense(kept[0].unit),) if len(kept) == 1 else kept, term.factors[0][1]),)


_OWN = frozenset(((("length", 1),), (("temperature", 1),)))


def _share_rates(made: list[Piece], words: list[str], types: list[str], texts: list[str]) -> None:
    """Let what the last member of a series is per be that of those before it too, or of the last alone: two readings.

    `5 mg and 10 mg per day` may be 5 mg a day and 10 mg a day.
    """
    for i in range(len(made) - 1, 0, -1):
        if made[i].reason or not made[i].terms or words[i].lstrip(",") not in ("and", "or", "&"):
            continue
        last = made[i].terms[-1]
        if any(s.unit.dimension in _OWN for s in (last.factors[0][0] if last.factors else ())):
            # `a height of 5 m and 10 m/s`: signs make a unit of its own kind
            at = types.index("PER", made[i].start, made[i].end) if "PER" in types[made[i].start : made[i].end] else 0
            if not texts[at].isalpha():
                continue
        for piece in reversed(made[:i]):
            if piece.reason or piece.bare or last.divisors or not all(_opens(t, last) for t in piece.terms):
                break
            shared = tuple((_or_last(senses), n) for senses, n in last.factors[last.head :])
            for term in piece.terms:
                term.factors = (*term.factors, *shared)


def _or_last(senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
    """Return what the amounts of a series may be per, with the other reading under which only the last is."""
    nothing = Sense(Unit("1", Fraction(1), (("number", 1),), "number"), (("rate", "last"),))
    return (*(Sense(s.unit, tuple(sorted((*s.axes, ("rate", "shared"))))) for s in senses), nothing)


def _opens(a: Term, b: Term) -> bool:
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


def _families(term: Term) -> frozenset[str]:
    if len(term.factors) != 1 or term.factors[0][1] != 1:
        return frozenset()
    return frozenset(s.unit.family for s in term.factors[0][0] if s.unit.family)


_SMALLER = {"h": (60, 2), "min": (60, 2), "[stone_av]": (14, 0), "[ft_i]": (12, 0), "[lb_av]": (16, 0)}
"""By code: how many of the next smaller unit make one, and with how many digits they are written without it."""


def _parts_of(unit: Unit) -> tuple[int, int] | None:
    """Return how many of the unit that may be left out behind this one make one (`15 dollars 50`, `5 lb 4`)."""
    if unit.kind == "money":
        return (100, 2) if unit.factor == 1 else None
    return _SMALLER.get(unit.code)


def _lengths(factors: tuple[Factor, ...]) -> tuple[Factor, ...]:
    """Return factors with the meanings of each spelling that are lengths, where it has any."""
    return tuple(
        (tuple(Sense(s.unit) for s in senses if s.unit.dimension == (("length", 1),)) or senses, n)
        for senses, n in factors
    )


def _cents_of(a: Term, b: Term) -> tuple[Factor, ...]:
    """Return the unit of the second term, where it is a cent as the cent of the first one's currency."""
    if len(a.factors) != 1 or len(b.factors) != 1 or len(b.factors[0][0]) != 1 or len(a.factors[0][0]) != 1:
        return b.factors
    whole, cent = a.factors[0][0][0].unit, b.factors[0][0][0].unit
    if (
        whole.kind != "money"
        or cent.kind != "money"
        or cent.code != "USD"
        or cent.factor != Fraction(1, 100)
        or whole.factor != 1
    ):
        return b.factors
    return (((Sense(Unit(whole.code, cent.factor, whole.dimension, "money", family=whole.family)),), 1),)


def _size(term: Term, families: frozenset[str]) -> Fraction | None:
    sizes = {s.unit.factor for s in term.factors[0][0] if s.unit.family in families}
    return min(sizes) if sizes else None


def _close(a: Term, b: Term) -> bool:
    """Say whether two amounts in different units of one dimension are within 5% of each other in some reading."""
    if a.number is None or b.number is None or len(a.factors) != 1 or len(b.factors) != 1:
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


def _same_money(senses: Sequence[Sense], factors: Sequence[Factor]) -> bool:
    if len(factors) != 1 or factors[0][1] != 1:
        return False
    return bool({s.unit.dimension for s in senses} & {s.unit.dimension for s in factors[0][0]})


def _ascending(a: Term, b: Term) -> bool:
    """Say whether the second term is larger; true where units differ, for the values to decide."""
    if a.number is None or b.number is None:
        return False
    if a.factors == b.factors:
        x = -a.number.value if a.negative else a.number.value
        y = -b.number.value if b.negative else b.number.value
        return x < y
    return True
