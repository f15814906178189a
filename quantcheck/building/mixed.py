"""Amounts side by side with nothing between them: parts of one (`5 ft 10 in`, `15 dollars 50`), or each by itself."""

from __future__ import annotations

from copy import copy
from fractions import Fraction

from quantcheck.building.joins import both_sides
from quantcheck.building.kinds import families, lengths, smallest
from quantcheck.building.pieces import Factor, Piece, Term
from quantcheck.building.refused import onward, unread
from quantcheck.building.sharing import share
from quantcheck.lexing.island import Island
from quantcheck.values import Sense, Unit

_PRIMES = frozenset(("'", "’", "′", '"', "”", "″"))


def juxtaposed(island: Island, flat: list[Piece]) -> list[Piece]:
    """Join neighbours that are parts of one amount; what is one figure cut up or run together is refused as one."""
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
                made[-1] = onward(island, last, piece.end)
                continue
            joined = mix(island, last, piece) or hundredths(island, last, piece)
            if piece.mod("EVERY") is not None and not last.bare and len(piece.terms[0].factors) > 1:
                # `6 mg every 8 hours per person`: what the interval is per, the amount is as well
                joined = onward(island, last, piece.end)
            if joined is None and _coins(island, last, piece):
                # `£5 10s 6d`
                joined = onward(island, last, piece.end)
            if joined is None and not last.bare and _touches(island, last, piece):
                # `10-day-2`: a hyphen that joins no amounts
                joined = onward(island, last, piece.end)
            if joined is not None:
                made[-1] = joined
                continue
            touch = (last.bare == piece.bare or (last.bare and _nor(piece))) and island.touch(last.end, piece.start)
            both = both_sides(last, piece) if touch else None
            if both is not None:
                made[-1] = both
                continue
            run_on = last.reason == "unread" and last.bare and "NUM" in island.types[last.end - 1 : last.end]
            if run_on or (
                last.bare and not last.reason and last.shape == "point" and not _set_apart(island, last, piece)
            ):
                # digits side by side with nothing between them: one figure, cut up or run together
                if run_on:
                    # longer in place: a run of thousands is still read in linear time
                    added = unread(island, last.end, piece.end)
                    last.end, last.physical = piece.end, last.physical or added.physical
                else:
                    whole = onward(island, last, piece.end)
                    whole.terms = last.terms
                    if _lost_dash(last, piece):
                        share(last, piece)
                        whole.shape, whole.supposed = "range", True
                        whole.mods = [*last.mods, *piece.mods]
                    made[-1] = last = whole
                if run_on or not last.supposed:
                    last.shape, last.supposed = "point", False
                if not piece.bare or last.supposed:
                    last.terms = [*last.terms, *piece.terms]
                continue
        made.append(piece)
    return made


def _nor(piece: Piece) -> bool:
    """Say whether a bound goes on with one in front (`not less than five nor more than ten years`)."""
    bound = piece.mod("BOUND")
    return bound is not None and bound[1].lower().startswith("nor ")


_COINS = frozenset(("s", "d"))
"""Signs of the shilling and the old penny, which as units of today are those of time."""


def _coins(island: Island, left: Piece, right: Piece) -> bool:
    """Say whether shillings or old pence stand behind pounds."""
    sign = right.end - 1
    if not (right.simple and island.texts[sign] in _COINS and island.ends[sign - 1] == island.starts[sign]):
        return False
    return "£" in island.texts[left.start : left.end] and "PER" not in island.types[left.start : left.end]


def _lost_dash(left: Piece, right: Piece) -> bool:
    """Say whether two numbers side by side look like a range whose dash was lost (`18 39 years`)."""
    if right.reason or right.shape != "point" or len(right.terms) != 1 or right.terms[0].divisors:
        return False
    a, b = left.terms[0].number, right.terms[0].number
    return a is not None and b is not None and a.plain and b.plain and a.value < b.value


def _set_apart(island: Island, left: Piece, right: Piece) -> bool:
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
    if a.plain and b.plain and island.in_pieces(right.end):
        # `20 50 dollar bills`
        return True
    if {"word", "fraction"} <= set(a.forms):
        # `half 5 mg` is no count of them
        return False
    if ("word" in a.forms) != ("word" in b.forms):
        # `one thousand 500 mg` may be one number, `two hundred 5 mg tablets` is a count and a size
        one = "word" in a.forms and b.plain and a.value >= 100 and not a.value % 100 and b.value < 1000
        return not one or island.counts(right.end)
    if "word" in a.forms:
        return not right.bare and island.hyphened(right.start, right.start + 1)
    return a.year and not right.bare


def hundredths(island: Island, left: Piece, right: Piece) -> Piece | None:
    """Return `15 dollars 50` and `1 hour thirty` as one: the next smaller unit is left out."""
    if left.shape not in ("point", "mixed") or left.reason or not left.terms or not (_last(right) and right.bare):
        return None
    if any(kind not in ("BOUND", "APPROX", "EMPH") for kind, _ in left.mods):
        return None
    a, b = left.terms[-1], right.terms[0]
    if len(a.factors) != 1 or a.factors[0][1] != 1 or b.number is None or a.number is None or a.divisors:
        return None
    prime = island.texts[a.end - 1] in _PRIMES
    if prime and a.factors[0][0][0].unit.code not in ("[ft_i]", "'"):
        return None
    joined = _touches(island, left, right)
    behind = [_parts_of(s.unit) for s in (lengths(a.factors) if prime else a.factors)[0][0]]
    if not any(behind) or a.number.value.denominator != 1 or a.number.multiplier:
        return None
    if not (b.number.plain or "word" in b.number.forms):
        return None
    if a.factors[0][0][0].unit.code == "m" and (b.number.digits != 2 or island.goes_on(right.end)):
        # `1 m 85`, not `5 m 2 people`
        return None
    if (prime or not all(behind)) and not joined and island.goes_on(right.end):
        return None
    # a term of its own: where the two are set apart again, the amount is what it was
    whole = copy(a)
    piece = Piece(left.start, right.end, left.shape, [*left.terms[:-1], whole])
    piece.mods, piece.notes, piece.forms = [*left.mods, *right.mods], left.notes, left.forms | right.forms
    parts, digits = behind[0] or (0, 0)
    if (
        len(set(behind)) > 1
        or not 0 <= b.number.value < parts
        or b.number.value.denominator != 1
        or (b.number.plain and digits and b.number.digits != digits)
    ):
        return piece.refuse("unread")
    code = len(island.texts[a.end - 1]) == 3 and island.texts[a.end - 1].isupper()
    if code or (island.goes_on(right.end) and not joined):
        # `15 USD 50`: behind a code stands what belongs to something else; `15 dollars 50 more`
        piece.refuse("unread").supposed = True
    if prime:
        whole.factors = lengths(a.factors)
    more = b.number.value / parts
    whole.more += -more if a.number.value < 0 else more
    return piece


def _touches(island: Island, left: Piece, right: Piece) -> bool:
    """Say whether nothing, or a hyphen that is no terminal, stands between two pieces (`6'2`, `6-foot-2`)."""
    return island.source[island.ends[left.end - 1] : island.starts[right.start]] in ("", "-", "‑")


def _last(piece: Piece) -> bool:
    """Say whether a piece may be the last part of an amount: a plain one, or with what is said of the whole behind."""
    return piece.simple or (
        piece.shape == "point"
        and not piece.reason
        and len(piece.terms) == 1
        and all(kind in ("BOUNDP", "APPROXP") for kind, _ in piece.mods)
    )


def mix(island: Island, left: Piece, right: Piece) -> Piece | None:
    """Return `5 ft 10 in` as one point where the units are of one family, None where they are not."""
    if left.shape not in ("point", "mixed") or not _last(right) or left.reason not in ("", "mixed") or not left.terms:
        return None
    if any(kind not in ("BOUND", "APPROX", "FROM", "BETWEEN", "CHANGE", "EVERY", "PLUSMINUS") for kind, _ in left.mods):
        return None
    a, b = left.terms[-1], right.terms[0]
    if a.bare or b.bare or a.frequency or b.frequency:
        return None
    # terms of its own: where nothing is joined, both are what they were
    a, b = copy(a), copy(b)
    b.factors = _cents_of(a, b)
    if island.texts[a.end - 1] in _PRIMES and island.texts[b.end - 1] in _PRIMES and len(left.terms) == 1:
        # `5'10"` is a height; an angle would name its degrees
        a.factors, b.factors = lengths(a.factors), lengths(b.factors)
    common = families(a) & families(b)
    if not common or a.divisors or b.divisors or len(a.factors) != 1 or len(b.factors) != 1:
        return None
    larger = smallest(a, common)
    smaller = smallest(b, common)
    if larger is None or smaller is None or smaller >= larger:
        return None
    piece = Piece(left.start, right.end, "mixed", [*left.terms[:-1], a, b])
    piece.mods, piece.notes = [*left.mods, *right.mods], [*left.notes, *right.notes]
    piece.forms = left.forms | right.forms
    piece.series = left.series
    assert b.number is not None
    negative = b.negative or b.number.value < 0
    if left.reason or negative or abs(b.number.value) * smaller >= larger:
        piece.refuse("mixed").supposed = not negative and (left.supposed or not left.reason)
    return piece


_SMALLER = {"m": (100, 2), "h": (60, 2), "min": (60, 2), "[stone_av]": (14, 0), "[ft_i]": (12, 0), "[lb_av]": (16, 0)}
"""By code: how many of the next smaller unit make one, and with how many digits they are written without it."""


def _parts_of(unit: Unit) -> tuple[int, int] | None:
    """Return how many of the unit that may be left out behind this one make one (`15 dollars 50`, `5 lb 4`)."""
    if unit.kind == "money":
        return {Fraction(1): (100, 2), Fraction(1, 10): (10, 1)}.get(unit.factor)
    return _SMALLER.get(unit.code)


def _cents_of(a: Term, b: Term) -> tuple[Factor, ...]:
    """Return the unit of the second term, where it is a cent as the cent of the first one's currency."""
    if len(a.factors) != 1 or len(b.factors) != 1 or len(a.factors[0][0]) != 1:
        return b.factors
    coins = [s.unit for s in b.factors[0][0] if s.unit.kind == "money"]
    if len(coins) != 1:
        return b.factors
    whole, cent = a.factors[0][0][0].unit, coins[0]
    if (
        whole.kind != "money"
        or cent.kind != "money"
        or cent.code != "USD"
        or cent.factor != Fraction(1, 100)
        or whole.factor != 1
    ):
        return b.factors
    return (((Sense(Unit(whole.code, cent.factor, whole.dimension, "money", family=whole.family)),), 1),)
