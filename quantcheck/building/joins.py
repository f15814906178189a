"""What a connector makes of the pieces at its sides: ranges, products, sums, tolerances, bounds of two sides.

Where they do not go together, they are read as if it were not there; the kinds of units are compared here, their
values in `normalise`.
"""

from __future__ import annotations

from fractions import Fraction

from quantcheck.building.kinds import ascending, kinds
from quantcheck.building.pieces import Piece
from quantcheck.building.refused import unread
from quantcheck.building.sharing import agree, share
from quantcheck.lexing.island import Island
from quantcheck.values import Sense

# What has sides: `5 × 10 cm` and `1920 × 1080 pixels` are one size, `3 × 200 mg` a count and a size.
_SIDES = frozenset(((("length", 1),), (("count:pixel", 1),)))
_RELATIVE = frozenset([(("ratio", 1),)])
_POINTS = frozenset([(("temperature", 1),)])
_NUMBERS = frozenset([(("number", 1),)])


def join(island: Island, name: str, singles: list[Piece], start: int, end: int) -> list[Piece]:
    """Return what a connector of a kind makes of the pieces at its sides."""
    if name == "span" and len(singles) == 2 and _unlike(*singles):
        # `6 . 2 % to $1 billion`: a figure that is refused by itself goes with nothing of another kind
        return _parted(island, *singles)
    if any(p.reason for p in singles):
        reason = next(p.reason for p in singles if p.reason)
        whole = unread(island, start, end, reason)
        whole.reason = reason
        whole.terms = [t for p in singles for t in p.terms]
        return [whole]
    make = {"span": _range, "product": _product, "tolerance": _tolerance, "addition": _sum}[name]
    return make(island, singles, start, end)


def _unlike(left: Piece, right: Piece) -> bool:
    """Say whether the number alone of a piece is refused, and its unit is of another kind than that of the next."""
    if not left.supposed or right.reason or left.mods or left.shape != "point" or right.shape != "point":
        return False
    return len(left.terms) == len(right.terms) == 1 and bool(
        kinds(left) and kinds(right) and not kinds(left) & kinds(right)
    )


def _range(island: Island, singles: list[Piece], start: int, end: int) -> list[Piece]:
    if len(singles) == 3 and island.values[singles[1].end]:
        # `5–10 mg up to four times a day`: a range, and a bound of another kind
        *ends, last = singles
        made = _range(island, ends, start, ends[1].end)
        if (
            len(made) == 1
            and not made[0].reason
            and kinds(made[0])
            and kinds(last)
            and not kinds(made[0]) & kinds(last)
        ):
            return [made[0], _parted(island, ends[1], last)[1]]
    if len(singles) != 2:
        return _refused(island, singles, start, end)
    left, right = singles
    if left.shape == right.shape == "ratio":
        return _range_of_ratios(island, left, right, start, end)
    if left.shape == right.shape == "pair" and left.mod("CHANGE") is not None:
        # `fell from 140/90 to 120/80 mmHg`
        share(left, right)
        return _ends_of_change(left, right)
    if not all(p.shape in ("point", "mixed") for p in singles) or left.mod("BOUNDP") is not None:
        return _refused(island, singles, start, end)
    change = left.mod("CHANGE") is not None
    if (
        left.bare
        and not right.bare
        and left.simple
        and left.terms[0].number is not None
        and left.terms[0].number.year
        and island.barred(left.start)
    ):
        # `in 2010 to 10 mg`: a year, and what comes to
        return _parted(island, left, right)
    share(left, right)
    agree(left.terms[-1], right.terms[-1])
    glued = island.glued(left.end - 1, left.end) and island.glued(left.end, left.end + 1)
    if right.bare and not left.bare and not right.mods and (glued or not island.goes_on(right.end)):
        # `5 mg-10`, `5W-30 oil`: the second unit is left to the reader, or there is none
        return _refused(island, singles, start, end)
    if (kinds(left) and kinds(right) and not kinds(left) & kinds(right)) or left.bare != right.bare:
        return _parted(island, left, right)
    if change:
        return _ends_of_change(left, right)
    left.mods = [m for m in left.mods if m[0] not in ("FROM", "BETWEEN")]
    bound = left.mod("BOUND")
    if bound is not None and right.mod("BOUND") is None and bound[1].lower() in island.durations | island.enclosing:
        # `over 5–10 min` lasts so long, `limited to 1 to 3 mm` is not out of that range
        left.mods = [m for m in left.mods if m[0] != "BOUND"]
        start = left.terms[0].start
    piece = Piece(start, end, "range", [])
    piece.terms = [*left.terms, *right.terms]
    piece.scale = Fraction(len(left.terms))
    lower, upper = left.mod("BOUND"), right.mod("BOUND")
    if lower is not None or upper is not None:
        # `5 to at most 10 mg` says what `5 to 10 mg` says; `at least 5 to 10 mg` does not
        if upper is None or upper[0][0] != "l" or (lower is not None and lower[0][0] != "g"):
            # what only `parse` tells is the range
            piece.notes = [*left.notes, *right.notes]
            piece.refuse("unread").supposed = True
            return [piece]
    piece.mods = [*left.mods, *right.mods]
    piece.notes = [*left.notes, *right.notes]
    piece.forms = left.forms | right.forms
    return [piece]


def _ends_of_change(left: Piece, right: Piece) -> list[Piece]:
    """Return what something changes from and to: two figures, no range."""
    left.mods = [m for m in left.mods if m[0] not in ("FROM", "BETWEEN", "CHANGE")]
    left.start += 1
    for p in (left, right):
        p.notes.append("change")
    return [left, right]


def _range_of_ratios(island: Island, left: Piece, right: Piece, start: int, end: int) -> list[Piece]:
    """Join `1 in 1,000 to 1 in 100`: one range of ratios, with all four numbers."""
    left.mods = [m for m in left.mods if m[0] not in ("FROM", "BETWEEN")]
    if any([(kind, value[0]) for kind, value in p.mods] != [("SIGN", "INR")] for p in (left, right)):
        return _refused(island, [left, right], start, end)
    piece = Piece(start, end, "ratio", [*left.terms, *right.terms])
    piece.mods = right.mods
    piece.forms = left.forms | right.forms
    return [piece]


def _parted(island: Island, left: Piece, right: Piece) -> list[Piece]:
    """Set a connector aside that joins no range; one that can be a bound is the bound of what is behind it."""
    value = island.values[left.end]
    if island.types[left.end] == "RANGE" and value:
        if any(kind in ("BOUND", "BOUNDP", "APPROX", "APPROXP") for kind, _ in right.mods):
            right.refuse("unread")
        bound_in_front(island, right, left.end, value)
    return [left, right]


def bound_in_front(island: Island, piece: Piece, mark: int, value: str) -> None:
    """Let the terminal of a bound in front of a piece be its bound."""
    text = island.texts[mark]
    piece.start = mark
    piece.mods.insert(0, ("BOUND", (value, text)))
    plain = not text[:1].isalpha() or text.lower() in island.plain_bounds
    piece.forms.add("bound_sign" if plain else "bound_word")


def _refused(island: Island, singles: list[Piece], start: int, end: int) -> list[Piece]:
    piece = unread(island, start, end)
    piece.terms = [t for p in singles for t in p.terms]
    return [piece]


def _product(island: Island, singles: list[Piece], start: int, end: int) -> list[Piece]:
    if not all(p.shape == "point" and len(p.terms) == 1 for p in singles):
        return _refused(island, singles, start, end)
    last = singles[-1]
    if not singles[0].bare and any(
        p.terms[0].factors and all(n < 0 for _, n in p.terms[0].factors) for p in singles[1:]
    ):
        # `60 mL·min⁻¹·1.73 m⁻²`: whether the figure multiplies or divides is left to the reader
        return _refused(island, singles, start, end)
    every = kinds(last)
    lengths = bool(every) and all(k in _SIDES for k in every)
    if lengths:
        for p in singles[:-1]:
            share(p, last)
        if all(kinds(p) == every for p in singles):
            return [_one("product", singles, start, end)]
    if all(p.bare for p in singles):
        return [_one("product", singles, start, end)]
    if all(p.bare for p in singles[:-1]) and not last.bare:
        # a count and a size side by side, never multiplied
        lost = _lost_power(*singles[-2:]) or _counts_none(singles[0])
        return _refused(island, singles, start, end) if lost else singles
    if not any(p.bare for p in singles) and len({kinds(p) for p in singles}) == 1:
        return [_one("product", singles, start, end)]
    return singles


def _counts_none(piece: Piece) -> bool:
    """Say whether a count is nought: `0x10 mg` may be a number to the base of sixteen, and is no count and a size."""
    number = piece.terms[0].number
    return number is not None and number.value == 0 and number.plain


def _lost_power(left: Piece, right: Piece) -> bool:
    """Say whether a number with decimals times ten and more digits may be a power whose exponent lost its place."""
    a, b = left.terms[0].number, right.terms[0].number
    if a is None or b is None or not b.plain or a.value.denominator == 1 or "fraction" in a.forms:
        return False
    # `1.5×103 mg`, `6.02 × 1023`
    return 101 <= b.value <= 109 or 1010 <= b.value <= 1099


def _sum(island: Island, singles: list[Piece], start: int, end: int) -> list[Piece]:
    if not all(p.shape == "point" and len(p.terms) == 1 and not p.mods for p in singles):
        return _refused(island, singles, start, end)
    for p in singles[:-1]:
        share(p, singles[-1])
    alike = bool(kinds(singles[0])) and bool(frozenset.intersection(*map(kinds, singles)))
    if not (alike or all(p.bare for p in singles)) or len({p.bare for p in singles}) != 1:
        return singles
    return [_one("sum", singles, start, end)]


def _tolerance(island: Island, singles: list[Piece], start: int, end: int) -> list[Piece]:
    if len(singles) != 2 or not all(p.shape == "point" and len(p.terms) == 1 for p in singles):
        return _refused(island, singles, start, end)
    left, right = singles
    share(left, right)
    agree(left.terms[-1], right.terms[-1])
    if left.terms[0].currency and right.bare:
        right.terms[0].factors = left.terms[0].factors
    if _multiplied(*singles):
        return _refused(island, singles, start, end)
    if right.bare and not left.bare:
        # `5 kg ± 1` is a tolerance whose unit is left to the reader
        return _refused(island, singles, start, end)
    if not left.bare and kinds(right) == _RELATIVE != kinds(left):
        # `5 mg ± 10%`: the half-width is a share of the centre, which no point of temperature has
        if kinds(left) & _POINTS:
            return _refused(island, singles, start, end)
        return [_one("tolerance", singles, start, end)]
    if left.bare != right.bare or (kinds(left) and not kinds(left) & kinds(right)):
        return singles
    return [_one("tolerance", singles, start, end)]


def _multiplied(left: Piece, right: Piece) -> bool:
    """Say whether a power of ten behind a half-width seems to be that of the centre too: `5.2 ± 0.3×10³ mg`."""
    a, b = left.terms[0].number, right.terms[0].number
    if a is None or b is None or "scientific" in a.forms or "scientific" not in b.forms:
        return False
    return abs(b.value) > abs(a.value)


def _one(shape: str, singles: list[Piece], start: int, end: int) -> Piece:
    piece = Piece(start, end, shape, [p.terms[0] for p in singles])
    piece.mods = [m for p in singles for m in p.mods]
    piece.notes = [n for p in singles for n in p.notes]
    piece.forms = set().union(*(p.forms for p in singles))
    return piece


def _as_numbers(ordered: list[Piece]) -> bool:
    """Leave `quarter` its meaning as a number beside a number (`above one quarter and below a half`).

    Return whether they are numbers then, the lower one first.
    """
    values: list[Fraction] = []
    for (term,) in (p.terms for p in ordered):
        senses = [s for s in term.factors[0][0] if s.unit.dimension in _NUMBERS] if len(term.factors) == 1 else []
        if term.number is None or len(senses) != len(term.factors) or not (senses or term.number.value < 1):
            # `above two quarters and below five` is of the calendar
            return False
        values.append(term.number.value * (senses[0].unit.factor if senses else 1))
    if not values[0] < values[1]:
        return False
    for (term,) in (p.terms for p in ordered):
        term.factors = tuple(
            (tuple(Sense(s.unit) for s in senses if s.unit.dimension in _NUMBERS), n) for senses, n in term.factors
        )
    return True


def both_sides(last: Piece, piece: Piece) -> Piece | None:
    """Return the range of a lower bound and a higher upper bound that stand side by side, None for all else."""
    low, high = last.mod("BOUND"), piece.mod("BOUND")
    if low is None or high is None or low[0][0] == high[0][0] or last.reason or piece.reason:
        return None
    if not (all(p.shape == "point" and len(p.mods) == len(p.terms) == 1 for p in (last, piece))):
        return None
    ordered = [piece, last] if low[0][0] == "l" else [last, piece]
    if last.bare != piece.bare and _as_numbers(ordered):
        return _two_sided(last, piece, ordered)
    share(last, piece)
    if last.bare != piece.bare or not (last.bare or kinds(last) & kinds(piece)):
        return None
    if not ascending(ordered[0].terms[0], ordered[1].terms[0]):
        return None
    return _two_sided(last, piece, ordered)


def _two_sided(last: Piece, piece: Piece, ordered: list[Piece]) -> Piece:
    whole = Piece(last.start, piece.end, "range", [t for p in ordered for t in p.terms])
    whole.mods = [m for p in ordered for m in p.mods]
    whole.notes = [*last.notes, *piece.notes]
    whole.forms = last.forms | piece.forms
    whole.scale = Fraction(1)
    return whole
