"""Series of amounts (`5, 10 or 15 mg`): what their members share, and which of them are parts of one."""

from __future__ import annotations

from fractions import Fraction

from quantcheck.building.joins import both_sides
from quantcheck.building.kinds import kinds
from quantcheck.building.mixed import hundredths, mix
from quantcheck.building.pieces import Piece, Term
from quantcheck.building.refused import unread
from quantcheck.building.sharing import give, opens
from quantcheck.lexing.island import Island
from quantcheck.numbers.numerals import Number, scaled
from quantcheck.values import Sense, Unit


def series(island: Island, made: list[Piece], words: list[str]) -> list[Piece]:
    """Return the pieces of a series; `words` has the connector in front of each, empty where none stands there."""
    made, words = _two_sided(made, words)
    made, words = _spelled(island, made, words)
    made, words = _mixed(island, made, words)
    groups = _shared(island, made, words)
    _listed(island, made, words, groups)
    _share_rates(made, words, island.types, island.texts)
    _scaled(island, made, words)
    return made


def _two_sided(made: list[Piece], words: list[str]) -> tuple[list[Piece], list[str]]:
    """Join a lower bound to a higher upper bound: `at least 5 and at most 10 mg`."""
    kept: list[Piece] = []
    joins: list[str] = []
    for piece, word in zip(made, words, strict=True):
        if kept and word.lstrip(",") in ("and", "but", ""):
            whole = both_sides(kept[-1], piece)
            if whole is not None:
                kept[-1] = whole
                continue
        kept.append(piece)
        joins.append(word)
    return kept, joins


def _spelled(island: Island, made: list[Piece], words: list[str]) -> tuple[list[Piece], list[str]]:
    """Join a number in words that a comma or `&` parts (`three million, two hundred & forty`)."""
    kept: list[Piece] = []
    joins: list[str] = []
    signs = [bool(word) and island.texts[p.start - 1] == "&" for p, word in zip(made, words, strict=True)]
    for k, (piece, word) in enumerate(zip(made, words, strict=True)):
        listed = k + 1 < len(made) and bool(words[k + 1]) and not signs[k + 1]
        if kept and (signs[k] or (word == "," and not listed and joins[-1] == "")):
            whole = _number(kept[-1], piece, 100 if signs[k] else 1000)
            if whole is not None:
                kept[-1] = whole
                continue
        kept.append(piece)
        joins.append(word)
    return kept, joins


def _number(left: Piece, right: Piece, least: int) -> Piece | None:
    """Return two numbers in words as one, where the second is less than the multiplier that ends the first."""
    if not (left.simple and right.simple and left.bare and left.wordy and right.wordy) or right.terms[0].currency:
        return None
    a, b = left.terms[0].number, right.terms[0].number
    if a is None or b is None or a.forms != ("word",) or b.forms != ("word",) or a.other is not None:
        return None
    if a.multiplier < least or not 0 < b.value < a.multiplier or b.value.denominator != 1:
        return None
    if least > 100 and b.value < 100:
        # `a thousand, five of them`
        return None
    term = right.terms[0]
    term.number = Number(a.value + b.value, None, 0, a.forms, multiplier=b.multiplier)
    whole = Piece(left.start, right.end, "point", [term])
    whole.notes, whole.forms, whole.wordy = [*left.notes, *right.notes], left.forms | right.forms, True
    return whole


def _mixed(island: Island, made: list[Piece], words: list[str]) -> tuple[list[Piece], list[str]]:
    """Join parts of one amount that a comma or `and` sets apart: `2 hours and 30 minutes`."""
    kept: list[Piece] = []
    joins: list[str] = []
    for piece, word in zip(made, words, strict=True):
        if kept and word in (",", "and", "&", ",and"):
            joined = mix(island, kept[-1], piece)
            if joined is None and word == "and" and piece is made[-1] and not island.goes_on(piece.end):
                joined = hundredths(island, kept[-1], piece)
                joined = None if joined is not None and joined.reason else joined
            if joined is not None:
                kept[-1] = joined
                continue
        kept.append(piece)
        joins.append(word)
    return kept, joins


def _shared(island: Island, made: list[Piece], words: list[str]) -> int:
    """Share the unit of the last member of a series leftwards (`5, 10 or 15 mg`); return how many series there are."""
    groups = 0
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
            first > 0
            and _member(made[first - 1])
            and made[first].mod("EVERY") is None
            and (first == i or words[first] in (",", "and", "or", "&"))
        ):
            first -= 1
        if first == i or any(island.barred(p.start) for p in made[first : i + 1]):
            i += 1
            continue
        qualified = [any(kind in ("BOUND", "APPROX") for kind, _ in p.mods) for p in made[first : i + 1]]
        if qualified[0] and not all(qualified):
            # `at least 5 or 6 mg`: of how many members the word is said, nothing tells
            whole = unread(island, made[first].start, last.end)
            whole.terms = last.terms
            made[first : i + 1] = [whole]
            del words[first + 1 : i + 1]
            i = first + 1
            continue
        groups += 1
        every = [m for m in made[first].mods if m[0] == "EVERY"]
        for piece in made[first : i + 1]:
            if every and piece.mod("EVERY") is None:
                # `every 2 or 3 hours`
                piece.mods = [*piece.mods, *every]
            if piece is not last:
                piece.mods = [m for m in piece.mods if m[0] != "ONCE"]
                for term in piece.terms:
                    give(last.terms[-1], term)
            piece.notes.append("list_member")
            piece.series = island.serial(groups)
        i += 1
    return groups


def _listed(island: Island, made: list[Piece], words: list[str], groups: int) -> None:
    """Make one series of amounts with a unit each (`10 mg or 20 mg`): they share what stands with them."""
    for i in range(1, len(made)):
        last = made[i]
        if words[i].lstrip(",") not in ("and", "or", "&") or not _amounts(last):
            continue
        first = i
        while (
            first > 0
            and _amounts(made[first - 1])
            and kinds(made[first - 1]) == kinds(last)
            and (first == i or words[first] == ",")
        ):
            first -= 1
        if i - first < (2 if words[i].startswith(",") else 1):
            continue
        groups += 1
        every = [m for m in made[first].mods if m[0] == "EVERY"] if words[i].endswith("or") else []
        for piece in made[first : i + 1]:
            piece.series = island.serial(groups)
            if every and not piece.mods:
                # `every 4 hours or 6 hours`
                piece.mods = every


def _scaled(island: Island, made: list[Piece], words: list[str]) -> None:
    """Let the multiplier of the last of a series be that of all, or of the last alone (`$5, $6 and $7 million`)."""
    for i in range(1, len(made)):
        last = made[i]
        if words[i].lstrip(",") not in ("and", "or", "&") or not last.simple:
            continue
        number = last.terms[0].number
        if number is None or number.multiplier <= 100 or "scientific" in number.forms:
            continue
        if last.bare and (words[i].endswith("or") or not island.names(last.end)):
            _paid(made[: i + 1], words)
        if not last.bare and not last.terms[0].currency:
            continue
        for k in range(i - 1, -1, -1):
            if k < i - 1 and words[k + 1] != ",":
                break
            piece = made[k]
            if not piece.simple or piece.notes or piece.bare != last.bare or kinds(piece) != kinds(last):
                break
            term = piece.terms[0]
            # a sum of a thousand and more is written out
            own = term.number
            if own is None or own.reason or own.multiplier or not 0 < own.value < 1000 or term.divisors:
                break
            term.alone, term.number = own, scaled(own, number.multiplier, "word")


def _paid(made: list[Piece], words: list[str]) -> None:
    """Share the currency in front of a series with its bare members (`$5 or 10 million`)."""
    first = len(made) - 1
    while first and made[first].bare and made[first].simple and (first == len(made) - 1 or words[first] == ","):
        first -= 1
    front = made[first]
    if not front.simple or not front.terms[0].currency or front.terms[0].divisors or words[first + 1] == "":
        return
    for piece in made[first + 1 :]:
        piece.terms[0].factors, piece.terms[0].currency = front.terms[0].factors, True


def _amounts(piece: Piece) -> bool:
    return (
        piece.series < 0
        and not piece.reason
        and not piece.bare
        and piece.shape in ("point", "range")
        and bool(kinds(piece))
        and not any(term.frequency or term.tod for term in piece.terms)
    )


def _member(piece: Piece) -> bool:
    return (
        piece.bare
        and not piece.reason
        and piece.shape in ("point", "range", "product")
        and bool(piece.terms)
        and all(kind in ("EMPH", "BOUND", "APPROX", "ONCE", "EVERY") for kind, _ in piece.mods)
        and not piece.notes
    )


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
            if piece.reason or piece.bare or last.divisors or not all(opens(t, last) for t in piece.terms):
                break
            if any(_dwarfs(t, last) for t in piece.terms):
                break
            shared = tuple((_or_last(senses), n) for senses, n in last.factors[last.head :])
            for term in piece.terms:
                term.factors = (*term.factors, *shared)


_DWARFED = 1000


def _dwarfs(term: Term, last: Term) -> bool:
    """Say whether a sum is so much more than another that it is no rate as that is (`$5 million, or 5c a share`)."""
    sums = [
        abs(t.number.value) * t.factors[0][0][0].unit.factor
        for t in (term, last)
        if t.number is not None and t.factors and t.factors[0][0] and t.factors[0][0][0].unit.kind == "money"
    ]
    return len(sums) == 2 and sums[0] >= _DWARFED * sums[1] > 0


def _or_last(senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
    """Return what the amounts of a series may be per, with the other reading under which only the last is."""
    nothing = Sense(Unit("1", Fraction(1), (("number", 1),), "number"), (("rate", "last"),))
    return (*(Sense(s.unit, tuple(sorted((*s.axes, ("rate", "shared"))))) for s in senses), nothing)
