"""Amounts that what stands outside them makes others: what they are per, over a bracket or plain words that are not
read, and what a sign makes of a bracket that holds them. Each is refused whole.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

import msgspec

from quantcheck.context.cues import forms
from quantcheck.context.either import as_bound, chosen, op_of
from quantcheck.lexing.tokens import Tokens
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.values import CLOCKS, Quantity
from quantcheck.visible.markup import CITATION

_CLOSING = frozenset(")]")
_DASHES = frozenset("−–-")
_ENDING = frozenset(".;!?")
"""No rate reaches over these."""
_MANY = frozenset("oOiI")
"""First letters of what stands between an amount and what it is out of."""
_NEARBY = frozenset("([{\"“‘'*†‡§÷∶×✕∗:|,aAoOtTxXmM")
"""First characters of what a rate near an amount begins with, beside the words before a stroke."""
_FAR_RATE = r"(?:(?!\s(?:and|or|but)\s+\w+\s+(?!per\b))(?:[^.;:!?\n,]|\b[^\W\d_]\.)){0,60}?(?<=[\s(])(?-i:per|PER)\s+"
"""`per` over a few words, all of which are looked at, and behind it no word of accordance."""
_PER = later(r"[\s(](?:per|PER)\s")
_NEAR_RATE = (
    r"\s?\([^()\d]{1,24}\)\s?/\s?[^\W\d_]+"
    r"|\s?\((?:each|apiece)\)"
    r"|\s\w{1,12}\s?/\s?(?:k?g|[kc]?m|m?l|day|d|hour|h|week|year|mol)\b"
    r"|[*†‡§]\s?/\s?[^\W\d_]+|\s?[÷∶]\s?[^\W\d_]+|\s?[×✕∗]\s?[^\W\d_]"
    r"|\s?[\"“‘'{]\s?per\s[^\W\d_]+"
)
_NEAR = later(
    r"\s?[(\"“‘'{*†‡§÷∶×✕∗]| ?[:|]|\s\w{1,12}\s?/|\s?,\s|\s(?:and|or|to|x|\*|times|multiplied)\s", re.IGNORECASE
)
"""What a rate near an amount begins with."""
_FACTORS = (
    r"(?:\s[^\W\d_]{1,12}){1,2}\s?[−-][1-4](?:\s?[·⋅]\s?[^\W\d_]{1,12}\s?[−-][1-4])+"
    r"|[−–-][1-4][^\W\d_]{1,12}[−–-][1-4](?:[^\W\d_]{1,12}[−–-][1-4])*+"
    r"|\s?[·⋅]\s?[^·⋅.;:!?\n\d]{1,40}[·⋅]\s?[^\W\d_]{1,12}\s?[−-][1-4]"
)
"""Factors of a unit behind words that are not read (`g · kg BW −1 · day −1`, `g · body weight (BW) · day −1`)."""

_BRACKET_RATE = r"\s?\([^()\d]{1,24}\)\s?(?:/|per\s+)\s?[^\W\d_]+"


class Rates:
    """What an amount is per, or is multiplied by, over what is not read, compiled."""

    sorts = tuple(forms(words) for words in (("per",), ("each", "every"), ("hundred",)))
    """The words by which these are looked for."""

    def __init__(self, row: Mapping[str, Any], accordance: Sequence[str], accordant: Sequence[str]) -> None:
        names = ("units", "to", "periods", "times", "stating")
        units, measures, periods, multiples, stating = (any_of(row[name]) for name in names)
        again = (
            rf"|\s?,\s(?:[^\W\d_]+(?:\s[^\W\d_]+){{0,3}},\s)?(?:or\s(?:rather\s)?|that\sis,?\s|i\.e\.,?\s)?per\s{units}\b(?!\s?,)"
            rf"|\s(?:and|or)\sper\s{units}\b"
        )
        near = (
            _NEAR_RATE + again + rf"|(?::|\|| \| ){units}\b"
            rf"|\sto\s(?:the|every|each)\s{measures}\b"
            rf"|\s(?:x|\*|times|multiplied\sby)\s{multiples}\b"
        )
        self.near = later(near, re.IGNORECASE)
        noun = rf"(?!(?:{any_of(accordance)}|[^\W\d_]+\s{any_of(accordant)})\b)[^\W\d_]+"
        self.plain = later(rf"{_FAR_RATE}{noun}|{near}", re.IGNORECASE)
        self.hundred = later(rf"\s(?:to\s(?:the|every|each)|a)\shundred\s{measures}\b|{_FACTORS}", re.IGNORECASE)
        """Behind an amount, and in another figure."""
        self.compound = later(
            _BRACKET_RATE + again + rf"|\s(?:[^\W\d_]+\s){{0,3}}and\s{periods}\b(?!\s?\d|\s\Z)"
            rf"|\)\s?(?:/\s?{units}\b|per\s+{noun})"
            rf"|\sand\s{units}\b(?!\s?\d|\s\Z|\s(?!of\b)[^\W\d_])",
            re.IGNORECASE,
        )
        """Behind an amount that is per something: what it is per besides (`5 mg per kg of body weight and day`)."""
        self.said = later(
            rf"\b(?P<per>per)\s(?P<noun>{units})\b(?:\sof\s[^\W\d_]+(?:\s[^\W\d_]+)?)?\s?(?:\s{stating}|[:=])\s?\Z",
            re.IGNORECASE,
        )
        """In front of an amount, as what is per (`the dose per kg is 5 mg`)."""


_OF_MANY = later(r"\s(?:out\sof(?:\severy|\seach)?|(?:of|in)\severy)\s(?:the\s)?", re.IGNORECASE)


def _of_many(visible: str, quantities: Sequence[Quantity], k: int) -> int:
    """Return the place of the figure that an amount is so much out of (`5 days out of 7`), or that of the amount."""
    found = _OF_MANY.match(visible, quantities[k].end)
    if found is not None:
        # `every` by itself may be an entry that was not read
        for place in range(k + 1, min(k + 3, len(quantities))):
            if quantities[place].equation >= 0:
                break
            if quantities[place].start == found.end():
                return place
    return k


_OPENED = later(r"\s?\(")


def _noted(visible: str, amount: Quantity, number: Quantity) -> bool:
    """Say whether a number stands in brackets right behind an amount (`5 mg (1)`), as the mark of a note does."""
    closed = visible[number.end : number.end + 1] == ")"
    return closed and _OPENED.fullmatch(visible, amount.end, number.start) is not None


_BETWEEN = later(r"\s?\([^()\d]{1,24}\)\s?(?P<sign>/|per\b)?\s?", re.IGNORECASE)


def _divided(visible: str, quantity: Quantity, following: Quantity) -> bool:
    """Say whether a bracket alone parts an amount from a figure that it is per (`60 mL/min (eGFR)/1.73 m2`), and
    refuse the figure then."""
    if visible[quantity.end : quantity.end + 2].lstrip()[:1] != "(" or following.equation >= 0:
        return False
    found = _BETWEEN.fullmatch(visible, quantity.end, following.start)
    if found is None or not (found["sign"] or visible[following.start] in "/∕"):
        return False
    following.readings, following.axis, following.reason, following.notes, following.bare = (), "", "unread", (), False
    return True


_EACH = later(
    r"\b(?:each|every)\s+(?!(?:second|minute|hour|day|night|morning|evening|week|month|year|time)s?\b)(?P<noun>[^\W\d_]{2,20})\s+for\s\Z",
    re.IGNORECASE,
)


_FIRST = later(
    r"(?:\A|[.;:(|\n])\s*(?P<per>per|for\s+(?:each|every))\s+(?P<noun>[^\W\d_]{1,20}[²³23]?)"
    r"(?:\s+of\s+[^\W\d_]+(?:\s[^\W\d_]+)?)?(?:\s*[:,])?\s+(?:[^\W\d_]+\s+){0,3}\Z",
    re.IGNORECASE,
)
"""What an amount is per in front of it, at the start of its clause (`Per kg of body weight, give 5 mg`)."""


def shared_out(
    tokens: Tokens,
    quantities: list[Quantity],
    rates: Rates,
    told: Sequence[list[int]],
    read: Callable[[str], list[Quantity]],
) -> None:
    """Give an amount that is said of each of some things its two readings (`fry each side for 5 minutes`).

    `told` has the places of the telling words.
    """
    words = sorted(tokens.starts[i] for i in (*told[0], *told[1]))
    if not words:
        return
    visible = tokens.text
    for quantity in quantities:
        start, end = quantity.start, quantity.end
        at = bisect_left(words, start) - 1
        if at < 0 or words[at] < start - 60 or quantity.bare or quantity.equation >= 0 or quantity.reason:
            continue
        head = visible[max(0, start - 60) : start].lower()
        if head.endswith("for "):
            found = _EACH.search(visible, max(0, start - 40), start) if "each" in head or "every" in head else None
        else:
            found = _FIRST.search(visible, max(0, start - 60), start) if "per " in head or "for e" in head else None
            if found is None and "per " in head:
                found = rates.said.search(visible, max(0, start - 60), start)
        if found is None or not quantity.readings or any(r.axes for r in quantity.readings):
            continue
        made = read(f"{visible[start:end]} per {found['noun']}")
        if len(made) == 1 and made[0].readings and not made[0].axis:
            per = [msgspec.structs.replace(r, axes=(*r.axes, ("article", "per"))) for r in made[0].readings]
            apart = [msgspec.structs.replace(r, axes=(*r.axes, ("article", "apart"))) for r in quantity.readings]
            quantity.start = found.start("per") if "per" in found.groupdict() else found.start()
            quantity.readings, quantity.axis = (*per, *apart), "article"


_IN_ALL = later(
    r"(?P<over>(?:\s+(?!(?:and|or|but)\b)[^\W\d_]+){0,5}?)\s+(?P<lead>in|within|over|during)\s+(?P<any>(?:any|each|every)\s+)?(?:(?:the|a|one|single|rolling)\s+){0,2}"
    r"(?P<period>(?:\d{1,3}[\s-]?)?[^\W\d_]+)",
    re.IGNORECASE,
)
_AMOUNT = later(r"[^\w\s]?\d.*", re.DOTALL)
_DAY = later(r"24[\s-]?(?:hours?|hrs?|h)|day", re.IGNORECASE)
_SPAN = later(r"(?:\s+|-)(?:period|interval)s?\b", re.IGNORECASE)


_ALL_IN = later(
    r"(?:\A|(?<!\w))(?:in|within|during)\s+(?P<any>(?:any|each|every)\s+)?(?:(?:the|a|one|single|rolling)\s+){0,2}\Z",
    re.IGNORECASE,
)
_LED = later(r"(?:within|during)\s+(?P<any>(?:any|each|every)\s+)?(?P<period>\S.*)", re.IGNORECASE)
_CLAUSE = later(
    r"(?:(?:\s+|-)(?:period|interval)s?)?,?(?:\s+(?!(?:and|or|but)\b)[^\W\d_][\w'’]*){0,7}\s+", re.IGNORECASE
)


def limited(visible: str, quantities: list[Quantity], read: Callable[[str], list[Quantity]]) -> None:
    """Give an upper bound with the time in which it holds its readings (`at most 4 g in any 24-hour period`)."""
    gone: set[int] = set()
    for k, quantity in enumerate(quantities):
        if quantity.bare or quantity.reason or quantity.equation >= 0 or not quantity.readings or k in gone:
            continue
        if "bound" not in [r.shape for r in quantity.readings if r.upper is not None]:
            continue
        if any(r.shape not in ("bound", "point") or "/" in r.unit for r in quantity.readings):
            continue
        if quantity.readings[0].dimension in ("time", "calendar", "temperature"):
            continue
        behind = quantities[k + 1] if k + 1 < len(quantities) else None
        if behind is not None and _lasts(behind) and (found := _IN_ALL.fullmatch(visible, quantity.end, behind.end)):
            if _holds(found, behind) and _per(quantity, visible, found["period"], bool(found["any"]), read):
                end = _SPAN.match(visible, behind.end)
                quantity.end = behind.end if end is None else end.end()
                gone.add(k + 1)
            continue
        before = quantities[k - 1] if k and k - 1 not in gone else None
        if before is None or not _lasts(before) or not _CLAUSE.fullmatch(visible, before.end, quantity.start):
            continue
        # `in any 24-hour period, take no more than 4 g`
        found = _ALL_IN.search(visible, max(0, before.start - 32), before.start)
        period = visible[before.start : before.end]
        if found is None and (found := _LED.fullmatch(visible, before.start, before.end)) is not None:
            period = found["period"]
        if found is None or not (found["any"] or _DAY.fullmatch(period)):
            continue
        if _per(quantity, visible, period, bool(found["any"]), read):
            quantity.start = found.start()
            gone.add(k - 1)
    if gone:
        quantities[:] = [q for k, q in enumerate(quantities) if k not in gone]


def _holds(found: re.Match[str], time: Quantity) -> bool:
    """Say whether a time is that in which a bound holds, and no age (`at most 5 mg in children over 12 years`)."""
    apart, lead = bool(found["over"]), found["lead"].lower()
    if found["any"] or _DAY.fullmatch(found["period"]):
        return lead != "over" or not apart
    return lead == "in" and not apart and all(r.dimension == "time" for r in time.readings)


def _lasts(quantity: Quantity) -> bool:
    """Say whether a quantity is a time and nothing else."""
    if quantity.reason or quantity.equation >= 0 or not quantity.readings:
        return False
    return all(r.dimension in CLOCKS for r in quantity.readings)


def _per(quantity: Quantity, visible: str, period: str, every: bool, read: Callable[[str], list[Quantity]]) -> bool:
    """Make a bound one per a period, or leave open which it is where the period is no day; say whether it is one."""
    core = _AMOUNT.search(visible, quantity.start, quantity.end)
    made = read(f"{core[0]} per {period.replace('-', ' ')}") if core is not None else []
    if len(made) != 1 or len(made[0].readings) != 1 or made[0].readings[0].shape != "point":
        return False
    rate = msgspec.structs.replace(made[0].readings[0], parts=())
    rates = [
        msgspec.structs.replace(as_bound(rate, op_of(r)) if r.shape == "bound" else rate, axes=r.axes)
        for r in quantity.readings
    ]
    if every or _DAY.fullmatch(period):
        quantity.readings = tuple(rates)
    else:
        # `at most 5 km in 2 hours`
        per = (chosen(r, "article", "per") for r in rates)
        apart = (chosen(r, "article", "apart") for r in quantity.readings)
        quantity.readings = (*per, *apart)
        quantity.axis = ", ".join(sorted({*filter(None, quantity.axis.split(", ")), "article"}))
    return True


class Brackets:
    """The words and signs that make an amount in brackets another one, compiled."""

    def __init__(self, row: Mapping[str, Any], units: Container[str], rated: Container[str]) -> None:
        self.units = units
        self.rated = rated
        signs, functions = re.escape(row["signs"]), any_of(row["functions"])
        times = re.escape(row["times"])
        self.before = later(
            rf"(?:[{signs}]|(?<![^\s(=:,])[-−]|[\w)\]]\s?[/∕{times}]\s?|\d\s?[xX*]\s?|(?<!\w){functions}\d*\s?)\Z"
        )
        self.behind = later(
            rf".(?:\^[-−+\w({{]*|[⁺⁻⁰¹²³⁴-⁹]+|-fold|%|\s?[{times}]\s?(?=[\w(])|\s?\*\s?(?=\d)|\s?[/∕]\s?(?=\d|\(|(?P<word>[^\W_]+)))"
        )


def enclosed(visible: str, quantities: list[Quantity], left: Sequence[tuple[int, int, str]], words: Brackets) -> None:
    """Refuse each amount in brackets that a sign outside them makes another one (`(500 mg)⁻¹`, `2 × (500 mg)`)."""
    for quantity in quantities:
        start, end = quantity.start, quantity.end
        if visible[end : end + 1] not in _CLOSING or not start or visible[start - 1] not in "([" or end == len(visible):
            continue
        if quantity.equation >= 0:
            continue
        at = bisect_left(left, (start, 0, ""))
        floor = left[at - 1][1] if at else 0
        before = words.before.search(visible, max(floor, start - 12), start - 1) if floor < start - 1 else None
        behind = words.behind.match(visible, end)
        if (
            behind is not None
            and behind["word"]
            and not (behind["word"] in words.units or behind["word"].lower() in words.rated)
        ):
            # `aspirin (81 mg)/clopidogrel`
            behind = None
        if before is None and behind is None:
            continue
        quantity.start = start if before is None else before.start()
        quantity.end = end if behind is None else behind.end()
        quantity.readings, quantity.axis, quantity.reason, quantity.notes, quantity.series = (), "", "unread", (), -1


_CUT = later(rf"(?<![\w.,])\d{{1,3}}(?:,\d{{3}})*,{CITATION}+\Z")
_GROUP = later(r"\d{3}(?!\d)")


def cut_by_marks(visible: str, quantities: list[Quantity]) -> None:
    """Refuse a figure that a citation parts from the digits and the comma in front of it (`1,[1]500 mg`)."""
    if CITATION not in visible:
        return
    for quantity in quantities:
        start = quantity.start
        if not start or visible[start - 1] != CITATION or quantity.equation >= 0:
            continue
        found = _CUT.search(visible, max(0, start - 24), start)
        if found is None or _GROUP.match(visible, start) is None:
            continue
        quantity.start = found.start()
        quantity.readings, quantity.axis, quantity.reason, quantity.notes, quantity.series = (), "", "unread", (), -1


_PART = r"(?:\d{1,9}(?:[.,]\d{1,9})?|[.]\d{1,9})\s?(?:(?!to\b|and\b|or\b)[^\W\d_]{1,4}|%)?"
_UNEVEN = later(
    rf"\s?[(\[{{]?\s?(?:\+\s?{_PART}\s?(?:[/,;|]\s?)?[−–-]\s?{_PART}"
    rf"|[−–-]\s?{_PART}\s?(?:[/,;|]\s?)?\+\s?{_PART})\s?[)\]}}]?"
)
"""How far a figure may lie above and below what it says, each by itself."""


def uneven(visible: str, quantities: list[Quantity]) -> None:
    """Refuse each amount with what it may be off on either side (`5 kg (+0.1/−0.2)`)."""
    if "+" not in visible:
        return
    gone: set[int] = set()
    for k, quantity in enumerate(quantities):
        if k in gone or quantity.bare or quantity.reason or quantity.equation >= 0:
            continue
        said = visible[quantity.end : quantity.end + 40]
        if "+" not in said or (found := _UNEVEN.match(said)) is None:
            continue
        end = quantity.end + found.end()
        last = k
        while last + 1 < len(quantities) and quantities[last + 1].start < end:
            last += 1
        if quantities[last].equation >= 0:
            continue
        end = max(end, quantities[last].end)
        quantities[k] = Quantity(quantity.start, end, reason="unread")
        gone.update(range(k + 1, last + 1))
    if gone:
        quantities[:] = [q for k, q in enumerate(quantities) if k not in gone]


_HEAD = later(r"(?P<sign>[A-Z]{0,3}[$€£¥₹]\s?)?[1-9]\d{0,2}")
_TAIL = later(r"\d{3}(?![\d,])")


class Grouped:
    """The words in front of an amount that a comma and a blank may part into groups, compiled."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        before = any_of(row["before"])
        self.before = later(rf"(?:(?<!\w){before}|[=≈~<>≤≥|]|\A)\s*\Z", re.IGNORECASE)


def set_apart(visible: str, quantities: list[Quantity], words: Grouped) -> None:
    """Refuse what may be one figure in groups that a blank parts (`a dose of 1, 500 mg`, `$1, 500`)."""
    gone: set[int] = set()
    for k in range(1, len(quantities)):
        first, last = quantities[k - 1], quantities[k]
        if last.start - first.end != 2 or visible[first.end : last.start] not in (", ", ",\n") or k - 1 in gone:
            continue
        if first.equation >= 0 or last.equation >= 0:
            continue
        head = _HEAD.fullmatch(visible, first.start, first.end)
        if head is None or _TAIL.match(visible, last.start, last.end) is None:
            continue
        if not head["sign"] and first.series == last.series >= 0:
            # `sizes of 1, 500 and 700 mg`
            continue
        if not head["sign"] and words.before.search(visible, max(0, first.start - 24), first.start) is None:
            continue
        quantities[k - 1] = Quantity(first.start, last.end, reason="unread")
        gone.add(k)
    if gone:
        quantities[:] = [q for k, q in enumerate(quantities) if k not in gone]


def outside(left: list[tuple[int, int, str]], quantities: list[Quantity]) -> list[tuple[int, int, str]]:
    """Return what is left alone without the names that a quantity takes in (`5 t of CO2 per year`)."""
    if not quantities or not left:
        return left
    starts = [q.start for q in quantities]
    return [
        entry for entry in left if entry[0] < starts[0] or quantities[bisect_right(starts, entry[0]) - 1].end < entry[1]
    ]


def reach_for_rates(
    visible: str,
    quantities: list[Quantity],
    left: list[tuple[int, int, str]],
    breaks: Sequence[int],
    rates: Rates,
    told: Sequence[list[int]],
) -> list[tuple[int, int, str]]:
    """Refuse an amount that something unread parts from what it is per (`5 mg of vitamin B12 per day`).

    What stands behind a break, such as the bar of a table, is of another expression. `told` has the places of the
    telling words. Return what stays left alone: nothing within such an amount does.
    """
    reached: list[tuple[int, int]] = []
    per, _, hundred = told
    hundreds = bool(hundred) or "·" in visible or "⋅" in visible
    for k, quantity in enumerate(quantities):
        # `5 mg (1) per kg`: what the amount in front of a bracketed number is per
        amount = quantities[k - 1] if quantity.bare and k and _noted(visible, quantities[k - 1], quantity) else quantity
        if amount.bare or amount.reason or quantity.equation >= 0 or not amount.readings:
            continue
        reading, end = amount.readings[0], quantity.end
        if reading.kind not in ("physical", "count", "money"):
            continue
        following = quantities[k + 1] if k + 1 < len(quantities) else None
        behind = visible[end : end + 3]
        if behind[:1] in _ENDING:
            continue
        if following is not None and "(" in behind and _divided(visible, quantity, following):
            following.start = quantity.start
            quantity.end = quantity.start
            continue
        if behind[1:2] in _MANY and (last := _of_many(visible, quantities, k)) > k:
            quantities[last] = Quantity(quantity.start, quantities[last].end, reason="ratio_unit")
            for part in quantities[k:last]:
                part.end = part.start
            continue
        broken = bisect_left(breaks, end)
        broken_at = breaks[broken] if broken < len(breaks) else len(visible)
        stop = min(end + 80, broken_at, len(visible) if following is None else following.start)
        found = None
        if "/" in reading.unit:
            found = rates.compound.match(visible, end, stop)
        elif per and _PER.search(visible, end, stop):
            found = rates.plain.match(visible, end, stop)
        elif behind.lstrip()[:1] in _NEARBY or "/" in visible[end:stop]:
            found = rates.near.match(visible, end, stop) if _NEAR.match(visible, end, stop) else None
        if found is None and following is not None and (hundreds or behind[:1] in _DASHES):
            found = rates.hundred.match(visible, end, min(end + 80, broken_at))
        if found is None:
            continue
        start = quantity.start
        bracketed = k and quantities[k - 1].equation < 0 and visible[quantity.end : quantity.end + 1] == ")"
        if bracketed and _OPENED.fullmatch(visible, quantities[k - 1].end, start):
            # `one hour (60 minutes) of exercise per day`: both are per day.
            start = quantities[k - 1].start
            quantities[k - 1].end = start
        last = bisect_left(left, (found.end(),)) - 1
        end = max(found.end(), left[last][1]) if last >= 0 else found.end()
        quantities[k] = Quantity(start, end, reason="unread")
        reached.append((start, end))
    quantities[:] = [q for q in quantities if q.end > q.start]
    if not reached:
        return left
    ends = [end for _, end in reached]
    kept = []
    for entry in left:
        k = bisect_left(ends, entry[1])
        if k == len(ends) or entry[0] < reached[k][0]:
            kept.append(entry)
    return kept
