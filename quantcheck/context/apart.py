"""Bounds whose words stand apart from their figure, and negations that turn a bound round.

The grammar reads a bound that stands at its number, or over words of a table. Over any other words (`the maximum dose
in adults is 5 mg`, `at least, in adults, 5 mg`, `18 years of age or older`) nothing says for certain whether the figure
is one: it has two readings then, the bound and the figure, on the axis `apart`. Words and texts are all that is known
here; what is one expression is for the grammar.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from quantcheck.context.bounding import Apart
from quantcheck.context.comparing import compare, turn
from quantcheck.context.cues import Cues
from quantcheck.context.either import as_bound, both, chosen, compared, op_of, settle
from quantcheck.context.multiples import multiply
from quantcheck.lexing.tokens import Tokens
from quantcheck.patterns.later import later
from quantcheck.values import Quantity, Reading
from quantcheck.visible.markup import CITATION

CLOCKS = ("time", "calendar")
ROOMS = ("length", "length^2")
OVER = 8
"""Words that may stand between the name of an end and what links it to its number."""
NEAR = 40
"""Raw tokens before a quantity that are looked at."""
BEHIND = 16
"""Raw tokens behind a quantity that are looked at."""
LONGEST = 10
"""Raw tokens of a spelling before the word by which it is looked for."""
REACH = 90
"""Characters behind a quantity that are looked at."""
_TURNED = {"gt": "le", "ge": "lt", "lt": "ge", "le": "gt"}
_UP_TO = later(r"up\s+to\b", re.IGNORECASE)
_JOINED = later(r"\s*(?:,|and|or|to|/|,\s*and)\s*")
_STOPS = frozenset(".;!?|")
_QUANTITY = "#"


def _named(tokens: Tokens, left: list[tuple[int, int, str]]) -> set[int]:
    """Return the tokens of names with digits (`VO2max`), in which no word stands by itself."""
    names = [(start, end) for start, end, why in left if why == "identifier"]
    starts = tokens.starts
    return {i for start, end in names for i in range(bisect_left(starts, start), bisect_left(starts, end))}


def reach(
    tokens: Tokens, quantities: list[Quantity], left: list[tuple[int, int, str]], words: Apart, told: list[Cues]
) -> list[tuple[int, int, str]]:
    """Give each quantity that a bound stands apart from its two readings; return what stays left alone.

    `told` has the places of each sort of telling words.
    """
    if not quantities or not any(told):
        return left
    raw, text, starts = tokens.raw, tokens.text, tokens.starts
    within = _named(tokens, left)
    if within:
        told = [Cues([i for i in places if i not in within]) for places in told]
    fronts, names, tails, turns, openings, aged, thans = told[:7]
    fronts = Cues([i for i in fronts if words.fronted.stands(raw, i)])
    tailed = Cues([i for i in tails if words.tailed.stands(raw, i)])
    near = Cues(sorted([*fronts, *names, *(tails if tailed else ()), *aged, *thans]))
    last = 0
    moved = False
    ends = ""
    """The end that two names of ends, joined, may give the quantity before and the one behind it."""
    gone: set[int] = set()
    for k, quantity in enumerate(quantities):
        if k in gone or quantity.reason or quantity.equation >= 0 or not quantity.readings:
            continue
        floor = quantities[k - 1].end if k else 0
        following = quantities[k + 1] if k + 1 < len(quantities) else None
        before = quantity.start, quantity.end
        if k and ends and _JOINED.fullmatch(text, floor, quantity.start):
            # `the minimum and maximum doses are 5 mg and 10 mg`
            start = quantity.start - len(text[floor : quantity.start].lstrip())
            both(quantity, ends, start, quantity.end, other=True)
            continue
        ends = ""
        first, stop = bisect_right(starts, quantity.start) - 1, bisect_left(starts, quantity.end)
        if openings and following is not None and openings.between(first - BEHIND, first):
            if _parted(tokens, quantity, following, floor):
                gone.add(k + 1)
                moved = True
                continue
        behind, last = last, stop
        """The token behind the quantity before, and that behind this one."""
        bounded = _bounded(quantity)
        if not bounded and not near.between(first - NEAR, last + BEHIND):
            if following is None or not text[quantity.end : following.start].isspace():
                continue
        if _adjective(tokens, quantity):
            # `the maximum daily intake`: the end is one of the amount
            continue
        if bounded:
            turn(text, quantity, words.comparatives)
            if turns and turns.between(first - NEAR, first):
                _negated(tokens, quantity, floor, words)
            elif words.begins.match(text, quantity.start, quantity.end) and not any(
                r.kind == "money" for r in quantity.readings
            ):
                # `heated, starting from 20 °C`: where it begins, or what it is never under
                compared(quantity)
            elif _UP_TO.match(text, quantity.start) and words.risen.search(
                text, max(floor, quantity.start - 16), quantity.start
            ):
                # `went up to $7 million`
                compared(quantity)
            elif words.measured.match(text, quantity.start, quantity.end) and not words.marks.match(text, quantity.end):
                # `above the 5% mark` names no figure of its own
                compared(quantity)
            elif k and _holds(text, quantities[k - 1], quantity, words):
                # `10 mg is more than 5 mg`: of two figures, or of one that is bounded
                compared(quantity)
        elif not (
            thans
            and thans.between(first - BEHIND, last + 4)
            and (compare(text, quantity, floor, words.comparatives) or _multiplied(tokens, quantities, k, gone, words))
        ) and not (aged and aged.between(first - 4, last + 6) and _to_age(text, quantity, floor, words)):
            fronted, named = fronts.within(max(behind, first - NEAR), first), names.within(first - NEAR, first)
            if named and not _STOPS.isdisjoint(raw[max(named[-1] + 2, bisect_left(starts, floor)) : first]):
                # over the end of a sentence none is reached
                named = []
            if fronted or named:
                ends = _before(tokens, quantities, k, words, fronted, bool(named))
            if tailed and quantity.axis != "apart" and not quantity.reason and tails.between(last, last + BEHIND):
                if tailed.between(last, last + REACH):
                    _behind(tokens, quantity, floor, len(text) if following is None else following.start, words)
            if following is not None and not quantity.reason and not _bounded(quantity):
                if _behind_frequency(text, quantity, following, words):
                    gone.add(k + 1)
        moved = moved or before != (quantity.start, quantity.end)
    if gone:
        quantities[:] = [q for k, q in enumerate(quantities) if k not in gone]
    if not moved:
        return left
    starts = [q.start for q in quantities]
    kept = []
    for entry in left:
        at = bisect_right(starts, entry[0]) - 1
        if at < 0 or quantities[at].end < entry[1]:
            kept.append(entry)
    return kept


def _multiplied(tokens: Tokens, quantities: list[Quantity], k: int, gone: set[int], words: Apart) -> bool:
    """Give a figure that a word multiplies its two readings; what was read as a number in that word goes."""
    quantity, floor = quantities[k], quantities[k - 1].end if k else 0
    prior = quantities[k - 1] if k else None
    if prior is not None and prior.bare and tokens.text[prior.start : prior.end].lower() in words.multiples.factors:
        # `half the 10 km`
        floor = prior.start
    if not multiply(tokens.text, quantity, floor, words.multiples, tokens.lexicon.numerals):
        return False
    if prior is not None and prior.end > quantity.start:
        gone.add(k - 1)
    return True


_OPENING = later(r"\b(?:between|from)\b(?P<parted>\s*,[^,;.:!?()\d\n]{1,25},)?\s*\Z", re.IGNORECASE)
_JOINT = later(r"\s*(?:and|to)\s*", re.IGNORECASE)
_PARTED = later(
    r"\s*\([^()\d\n]{1,30}\)\s*(?:and|to|up to)\s*|\s*(?:and|to|up to)\s*,[^,;.:!?()\d\n]{1,30},\s*", re.IGNORECASE
)


def _holds(text: str, stated: Quantity, bound: Quantity, words: Apart) -> bool:
    """Say whether a figure is told to lie where a bound of its dimension says, and does."""
    if not words.told.fullmatch(text, stated.end, bound.start):
        if not words.against.match(text, bound.start) or text[stated.end : bound.start].strip() not in words.relative:
            return False
    if len(stated.readings) != 1 or len(bound.readings) != 1 or stated.equation >= 0:
        return False
    (r,), (b,) = stated.readings, bound.readings
    if r.shape != "point" or b.shape != "bound" or r.base_lower is None or r.dimension != b.dimension:
        return False
    if b.base_lower is not None:
        return r.base_lower > b.base_lower or (b.lower_closed and r.base_lower == b.base_lower)
    if b.base_upper is not None:
        return r.base_lower < b.base_upper or (b.upper_closed and r.base_lower == b.base_upper)
    return False


def _parted(tokens: Tokens, low: Quantity, high: Quantity, floor: int) -> bool:
    """Make one that is not read of a range whose ends something parts (`between 5 and, at most, 10 mg`)."""
    text = tokens.text
    opening = _OPENING.search(text, max(floor, _open(tokens, low.start), low.start - REACH), low.start)
    if opening is None or low.end > high.start:
        return False
    if not tokens.lexicon.change.isdisjoint(text[max(0, opening.start() - 60) : opening.start()].lower().split()):
        # `rose from 5% (women) to 10% (men)`: a change is two amounts
        return False
    joint = _JOINT if opening["parted"] else _PARTED
    if not (joint.fullmatch(text, low.end, high.start) or _PARTED.fullmatch(text, low.end, high.start)):
        return False
    if high.readings and not low.bare and low.readings[0].dimension != high.readings[0].dimension:
        return False
    low.start, low.end, low.bare = opening.start(), high.end, low.bare and high.bare
    low.readings, low.axis, low.reason, low.notes, low.series = (), "", "unread", (), -1
    return True


def _adjective(tokens: Tokens, quantity: Quantity) -> bool:
    return tokens.text[quantity.start : quantity.end].lower() in tokens.lexicon.period_adjectives


def _bounded(quantity: Quantity) -> bool:
    return "bound" in [r.shape for r in quantity.readings]


# ---- in front


def _words(tokens: Tokens, quantities: Sequence[Quantity], k: int) -> Iterator[tuple[str, int]]:
    """Yield what stands before a quantity in its sentence, from the nearest, in lower case, each with where it starts.

    A quantity that stands there is one word (`#`).
    """
    raw, starts = tokens.raw, tokens.starts
    i = bisect_right(starts, quantities[k].start) - 1
    prior = k - 1
    passed = 0
    while i > 0 and i not in tokens.stops:
        i -= 1
        if prior >= 0 and quantities[prior].end > starts[i] and _adjective(tokens, quantities[prior]):
            # a word as others are: `the maximum daily intake`
            prior -= 1
        elif prior >= 0 and quantities[prior].end > starts[i]:
            start = quantities[prior].start
            i = bisect_right(starts, start) - 1
            prior -= 1
            passed += 1
            if passed > 2:
                return
            yield _QUANTITY, start
            continue
        t = raw[i]
        if t.isspace() or t == CITATION:
            continue
        if t in _STOPS and not (t == "." and i and _abbreviates(tokens, i)):
            return
        if t != ".":
            yield t.lower(), starts[i]


def _abbreviates(tokens: Tokens, i: int) -> bool:
    """Say whether a point stands behind the name of an end, no capital behind it (`max. dose`)."""
    before, behind = tokens.raw[i - 1].lower(), tokens.raw[i + 1 : i + 3]
    return before in ("max", "min") or (before in ("maximum", "minimum") and not "".join(behind).strip()[:1].isupper())


def _before(tokens: Tokens, quantities: list[Quantity], k: int, words: Apart, fronted: list[int], named: bool) -> str:
    """Read a bound that stands in front of a quantity; return its end where the words name the other end too.

    `fronted`: where words of bounds stand before it. `named`: the name of an end stands somewhere before it.
    """
    quantity = quantities[k]
    found = _interrupted(tokens, quantities, k, words, fronted) if fronted else None
    if found is None and named:
        found = _headed(tokens, quantities, k, words)
    if found is None:
        return ""
    op, start = found
    before = words.coordinated.search(tokens.text, max(0, start - REACH), start)
    other = before is not None and _op(before[1], words.heads)[0] != op[0]
    opened = "(" in tokens.text[start : quantity.start] and ")" not in tokens.text[start : quantity.start]
    closed = opened and tokens.text[quantity.end : quantity.end + 1] == ")"
    both(quantity, op, before.start(1) if before is not None and other else start, quantity.end + closed, other=other)
    return op if other else ""


def _interrupted(
    tokens: Tokens, quantities: list[Quantity], k: int, words: Apart, fronted: list[int]
) -> tuple[str, int] | None:
    """Return a bound and its start, where a phrase stands between it and its number (`at least, in adults, 5 mg`)."""
    start = quantities[k].start
    floor = max(_open(tokens, start), quantities[k - 1].end if k else 0, start - REACH)
    starts = tokens.starts
    # a spelling has the word by which it is looked for somewhere in it
    raw, openings = tokens.raw, words.opening
    places = sorted(
        {i for at in fronted for i in range(max(0, at - LONGEST), at + 1) if raw[i] in openings and floor <= starts[i]}
    )
    found = next(filter(None, (words.interrupted.match(tokens.text, starts[i], start) for i in places)), None)
    if found is not None and found["phrase"] is not None and quantities[k].bare:
        # `greater than the next seven rivers`
        return None
    if found is None and quantities[k].readings[0].dimension not in CLOCKS:
        # `above the usual 5 mg`, not `over the past 5 years`
        found = words.usual.search(tokens.text, floor, start)
        if found is not None and found["until"] is not None:
            # `raised until 500 mg`: as far as that, or that; heat is meant to get there
            heat = quantities[k].readings[0].kind in ("temperature", "temperature_difference")
            return None if heat or quantities[k].bare else ("le", found.start("until"))
    if found is None:
        return None
    return _op(found[1], words.front), found.start(1)


def _op(spelling: str, table: Mapping[str, str]) -> str:
    plain = " ".join(spelling.lower().replace("-", " ").split())
    return table.get(plain) or next(op for s, op in table.items() if s.replace(" ", "") == plain.replace(" ", ""))


def _open(tokens: Tokens, offset: int) -> int:
    """Return the offset of the last break before an offset."""
    return tokens.edge(bisect_right(tokens.starts, offset) - 1, -1, NEAR)


def _headed(tokens: Tokens, quantities: list[Quantity], k: int, words: Apart) -> tuple[str, int] | None:
    """Return a bound and its start, where the name of an end stands before it (`the maximum in adults is 5 mg`)."""
    link = ""
    linked = quantities[k].start
    between: list[str] = []
    placed = False
    depth = 0
    for n, (text, start) in enumerate(_words(tokens, quantities, k)):
        if n > OVER + 6:
            return None
        if not between and (text in words.at_number or text in words.links or (link and text in words.auxiliaries)):
            if text in words.links or text in ("at", "to"):
                link, linked = text, start
            placed = placed or text in words.placed
            continue
        depth += (text == ")") - (text == "(")
        if depth < 0 and link != "(" and between[:1] != ["("]:
            # the number stands in brackets, and the words outside
            return None
        op = _ends(text, between, link if not placed else "is", words)
        if op and _reaches(between, link, words):
            if _QUANTITY in between and link not in words.copulas:
                return None
            inside = k > 0 and quantities[k - 1].end > start
            if inside and not link:
                # `the maximum daily dose, 4 g`
                gap = tokens.text[quantities[k - 1].end : linked]
                return op, linked - len(gap.lstrip())
            return op, linked if inside else start
        if text in words.copulas and not link and between[-1:] and between[-1] in words.phrases:
            # `the maximum is, in adults, 5 mg`
            link, linked, between = text, start, []
            continue
        if text in words.ends or text in words.copulas or len(between) >= OVER:
            return None
        between.append(text)
    return None


def _ends(text: str, between: list[str], link: str, words: Apart) -> str:
    """Return which end a word names, in front of the words between; empty where it names none."""
    op = (words.verbs if link in ("at", "to") else words.heads).get(text, "")
    if text in ("upper", "lower") and between[-1:] and between[-1] in ("limit", "bound"):
        op = words.heads[f"{text} {between.pop()}"]
    if text == "the" and between[-1:] in (["most"], ["least"]) and between[-2:-1] and between[-2] in words.most:
        op = words.heads[f"the {between[-1]}"]
    return op


def _reaches(between: list[str], link: str, words: Apart) -> bool:
    """Say whether what stands between the name of an end and its number lets it reach there."""
    if link == "(" and between and between[0] not in words.fill:
        return False
    if link in words.copulas or link in ("at", "to", "–", "—", "-"):
        return not any(a in ("and", "or") and b in words.determiners for b, a in pairwise(between))
    if link in ("of", "("):
        # an article opens another thing that what follows is of
        return words.determiners.isdisjoint(between) and sum(map(str.isalpha, between)) <= 5
    return (
        not between
        or (between[0] in words.fill and all(w.isalpha() for w in between) and len(between) <= 4)
        or (between[0] == "," and all(w.isalpha() for w in between[1:]) and len(between) <= 5)
    )


# ---- behind


def _behind(tokens: Tokens, quantity: Quantity, floor: int, ceiling: int, words: Apart) -> None:
    """Read a bound that stands behind a quantity, over plain words."""
    at = bisect_left(tokens.starts, quantity.end)
    end = min(ceiling, quantity.end + REACH)
    stop = at
    while stop < len(tokens.raw) and tokens.starts[stop] < end and stop not in tokens.stops:
        stop += 1
    end = min(end, tokens.starts[stop])
    base = quantity.end
    tail = tokens.text[base:end].replace(CITATION, " ")
    found = words.tail.match(tail)
    if found is not None:
        if end == ceiling < len(tokens.text) and not tail[found.end() :].strip():
            # `5 m, plus 1 cm`: the word belongs to what follows
            return
        spelling = found["joined"] or found["other"] or found["bracketed"]
        both(quantity, _op(spelling, words.behind), quantity.start, base + found.end())
        return
    found = words.named.match(tail)
    if found is not None:
        name = found["name"]
        op = _op(name, words.heads) if name else "le" if found["most"].lower() == "most" else "ge"
        both(quantity, op, quantity.start, base + found.end())
        return
    found = words.limits.match(tail)
    if found is None:
        return
    name = found["name"].lower()
    if name in words.rooms and quantity.readings[0].dimension in ROOMS:
        return
    if name in words.counted and floor and not tokens.text[floor : quantity.start].strip():
        # `two 5 mg caps`
        return
    both(quantity, _op(name, words.closing), quantity.start, base + found.end())


def _behind_frequency(text: str, quantity: Quantity, frequency: Quantity, words: Apart) -> bool:
    """Make one of an amount and a bounded frequency right behind it (`5 mg daily or more`): either may be bounded."""
    if not text[quantity.end : frequency.start].isspace() or not _bounded(frequency):
        return False
    if any(r.kind != "frequency" for r in frequency.readings):
        return False
    if words.last.search(text, frequency.start, frequency.end) is None:
        return False
    quantity.end = frequency.end
    quantity.readings, quantity.axis, quantity.reason = (), "", "unread"
    return True


_AGE = later(r"\s+(?:of\s+)?age\b", re.IGNORECASE)


def _to_age(text: str, quantity: Quantity, floor: int, words: Apart) -> bool:
    """Read what goes on until an age, or begins with one, as a bound of it, too (`until 70 years of age`)."""
    r = quantity.readings[0]
    if r.dimension != "calendar" or r.shape != "point" or r.modality != "exact":
        return False
    found = words.to_age.search(text, max(floor, quantity.start - REACH), quantity.start)
    if found is None:
        return False
    named = found["named"] or found["aged"] or text[quantity.start : quantity.end].lower().startswith("age")
    if not named and _AGE.match(text, quantity.end) is None:
        return False
    both(quantity, words.ages[found["word"].lower()], found.start(), quantity.end)
    return True


# ---- negated


def _negated(tokens: Tokens, quantity: Quantity, floor: int, words: Apart) -> None:
    """Turn a bound round behind a negation (`do not take more than 5 mg`), or leave both readings."""
    if words.negations.match(tokens.text, quantity.start):
        return
    low = max(_open(tokens, quantity.start), floor, quantity.start - REACH)
    found = words.negated.search(tokens.text, low, quantity.start)
    if found is None:
        return
    gap = found["gap"]
    told = found["not"].lower()
    sure = (
        (told in words.turning or told[-2:-1] in ("'", "’"))
        and "emphasis" not in quantity.notes
        and len(gap.split()) <= 2
        and words.loose.search(gap) is None
        and all(not (r.lower_closed or r.upper_closed) for r in quantity.readings if r.shape == "bound")
    )
    made: list[Reading] = []
    for r in quantity.readings:
        if r.shape != "bound":
            made.append(r)
            continue
        turned = as_bound(r, _TURNED[op_of(r)])
        if sure:
            made.append(turned)
        else:
            made += [chosen(r, "negation", "over"), chosen(turned, "negation", "turned")]
    settle(quantity, made, "" if sure else "negation")
    quantity.start = found.start()
