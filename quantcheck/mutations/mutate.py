"""Mutations of a figure in a text: every way in which it can be made wrong, and ways to say the same thing otherwise.

Works on characters alone. That a mutation changes the value follows from how a number, a unit or a bound is
written, never from asking the reader or the matcher; what they make of it is the business
of `selftest` and of the tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import msgspec

Kind = Literal[
    "digit",
    "zero",
    "sign",
    "separator",
    "notation",
    "number_word",
    "multiplier",
    "fraction",
    "unit",
    "prefix",
    "temperature",
    "percent",
    "frequency",
    "bound",
    "range_end",
    "order",
    "extension",
    "spelling",
    "conversion",
    "place",
]
HARMLESS: tuple[Kind, ...] = ("spelling", "conversion", "place")


class Figure(msgspec.Struct, frozen=True):
    """A figure of a text: its span, and what is known of its reading (empty where nothing is)."""

    start: int
    end: int
    shape: str = ""
    modality: str = ""
    zero: bool = False
    """Whether one of its numbers is zero: zero of one unit is zero of another."""
    difference: bool = False
    """Whether it is a difference of temperature, where kelvin and degree Celsius are one."""


class Mutation(msgspec.Struct, frozen=True):
    """A text with one figure changed. The figure now stands at `start` to `end`."""

    kind: Kind
    text: str
    start: int
    end: int
    how: str

    @property
    def harmless(self) -> bool:
        """Whether the figure still says the same, so that it must stay traceable."""
        return self.kind in HARMLESS


Edit = tuple[int, int, str]
"""Start and end within the figure, and what stands there instead."""
Words = Callable[[str], tuple[str, ...]]
"""Gives other unit spellings for the spelling of a unit."""

_OPAQUE = re.compile(r"\[[^\]\n]{0,40}\]|【[^】\n]{0,40}】|&#?[A-Za-z0-9]{1,10};|<[^<>\n]{0,80}>")
_NUMBER = re.compile(r"[0-9](?:[0-9.,]*[0-9])?")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3}")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "¹²³⁴⁵⁶⁷⁸⁹⁰")
_SIGNS = "-−–+"
_COUNTING = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = dict(pairwise(_COUNTING)) | dict(pairwise(_TENS))
_MULTIPLIERS = {"thousand": "million", "million": "billion", "billion": "million", "lakh": "crore", "crore": "lakh"}
_FRACTIONS = {"½": "¼", "¼": "¾", "¾": "¼", "⅓": "⅔", "⅔": "⅓", "⅛": "⅜", "half": "quarter", "quarter": "half"}
_FREQUENCY = {
    "once": "twice",
    "twice": "three times",
    "daily": "weekly",
    "weekly": "daily",
    "monthly": "weekly",
    "hourly": "daily",
    "bid": "tid",
    "tid": "qid",
    "qid": "bid",
    "BID": "TID",
    "TID": "QID",
    "hours": "days",
    "hour": "day",
    "day": "week",
    "week": "month",
    "month": "year",
}
_BOUND_FLIPS = {
    "at least": "at most",
    "at most": "at least",
    "no more than": "no less than",
    "no less than": "no more than",
    "not more than": "not less than",
    "more than": "less than",
    "less than": "more than",
    "fewer than": "more than",
    "greater than": "less than",
    "up to": "at least",
    "over": "under",
    "under": "over",
    "below": "above",
    "above": "below",
    "minimum": "maximum",
    "maximum": "minimum",
    "or more": "or less",
    "or less": "or more",
    "≥": "≤",
    "≤": "≥",
    ">": "<",
    "<": ">",
}
_BOUND = re.compile(r"(?<!\w)(?:" + "|".join(sorted(map(re.escape, _BOUND_FLIPS), key=len, reverse=True)) + r")(?!\w)")
_BOUNDS_BEFORE = ("at least ", "less than ", "no more than ", "≥ ", "<", "not ")
_BOUNDS_BEHIND = (" or more", " at most")
_CONNECTOR = re.compile(r"\s{0,2}(?:-|–|—|to|through|and|±|or)\s{0,2}\Z")
_PREFIXES = {
    "mg": ("g", "µg", "Mg", "kg", "ng"),
    "g": ("mg", "kg", "µg"),
    "kg": ("g", "mg", "Mg"),
    "µg": ("mg", "ng", "g"),
    "μg": ("mg", "ng", "g"),
    "mcg": ("mg", "ng", "g"),
    "mL": ("L", "µL", "dL"),
    "ml": ("l", "µl", "dl"),
    "L": ("mL", "dL"),
    "mm": ("cm", "m", "km", "µm"),
    "cm": ("mm", "m"),
    "km": ("m", "cm", "mm"),
    "m": ("mm", "cm", "km"),
    "ms": ("s", "µs"),
    "kW": ("W", "MW", "mW"),
    "MW": ("kW", "mW", "GW"),
    "kPa": ("Pa", "MPa", "hPa"),
    "MPa": ("kPa", "mPa"),
    "kHz": ("Hz", "MHz"),
    "MHz": ("kHz", "mHz", "GHz"),
    "mmol": ("mol", "µmol"),
    "kB": ("MB", "kb"),
    "MB": ("kB", "Mb", "GB"),
    "GB": ("MB", "TB", "Gb"),
}
_UNITS = ("mg", "kg", "lb", "mL", "km", "miles", "hours", "days", "°C", "%", "kPa", "tablets", "mmol")
_WORD = re.compile(r"[^\W\d_]+")
_PERCENT = (
    (re.compile(r"\s?%"), (" percentage points", "‰", " ppm")),
    (re.compile(r"\bpercent\b(?!age)"), ("percentage points", "per mille")),
    (re.compile(r"\bpercentage points?\b"), ("percent",)),
    (re.compile(r"\bbasis points?\b"), ("percentage points",)),
)
_DEGREES = (
    (re.compile(r"°(\s?)C\b"), "°\\1F"),
    (re.compile(r"°(\s?)F\b"), "°\\1C"),
    (re.compile("℃"), "℉"),
    (re.compile("℉"), "℃"),
    (re.compile(r"\bCelsius\b"), "Fahrenheit"),
    (re.compile(r"\bFahrenheit\b"), "Celsius"),
)
_NEUTRAL = "Nothing else was said."


def mutations(text: str, figure: Figure, words: Words | None = None) -> Iterator[Mutation]:
    """Yield every mutation of one figure of a text, wrong ones first; the same for the same arguments.

    What could leave the value as it is (zero in another unit, a bound added to a bound) is left out, not marked.
    """
    span = text[figure.start : figure.end]
    seen = {text}
    for kind, how, (a, b, put) in _edits(text, span, figure, words):
        new = text[: figure.start + a] + put + text[figure.start + b :]
        if new in seen:
            continue
        seen.add(new)
        yield Mutation(kind, new, figure.start, figure.end + len(put) - (b - a), how)
    yield from _moves(text, figure)


def _edits(text: str, span: str, figure: Figure, words: Words | None) -> Iterator[tuple[Kind, str, Edit]]:
    hidden = [m.span() for m in _OPAQUE.finditer(span)]
    numbers = [m for m in _NUMBER.finditer(span) if not any(a <= m.start() < b for a, b in hidden)]
    if not figure.zero:
        for number in numbers:
            yield from _digits(number)
            yield from _zeros(number)
            yield from _separators(number)
            yield from _notations(span, number)
        yield from _small_things(span, hidden)
        yield from _signs(text, span, figure, numbers)
        yield from _units(span, words)
    yield from _bounds(text, span, figure)
    yield from _ends(span, figure, numbers)
    yield from _extensions(text, span, figure, numbers)
    yield from _spellings(text, span, figure, numbers)


def _digits(number: re.Match[str]) -> Iterator[tuple[Kind, str, Edit]]:
    for i, digit in enumerate(number[0]):
        if digit.isdigit():
            at = number.start() + i
            for by in (1, 5):
                other = str((int(digit) + by) % 10)
                yield "digit", f"{digit} -> {other}", (at, at + 1, other)


def _zeros(number: re.Match[str]) -> Iterator[tuple[Kind, str, Edit]]:
    whole, point, _ = number[0].partition(".")
    at = number.start() + len(whole)
    if "." not in number[0][len(whole) + 1 :] and whole.strip("0"):
        yield "zero", "0 added", (at, at, "0")
    if len(whole) > 1 and whole[-1] == "0" and whole[0] != "0":
        yield "zero", "0 dropped", (at - 1, at, "")
    if point and number[0][len(whole) + 1] == "0" and number[0].rstrip("0")[-1:] != ".":
        yield "zero", "0 behind the point dropped", (at + 1, at + 2, "")
    if point and not number[0].rstrip("0").endswith("."):
        yield "zero", "0 behind the point added", (at + 1, at + 1, "0")


def _separators(number: re.Match[str]) -> Iterator[tuple[Kind, str, Edit]]:
    body = number[0]
    for i, char in enumerate(body):
        if char not in ".,":
            continue
        at = number.start() + i
        if char == ".":
            if body.rstrip("0").endswith("."):
                continue  # 5.0 and 50: taken by the zeros; .0 moved to the left changes nothing that a digit does not
            yield "separator", "point dropped", (at, at + 1, "")
            yield "separator", "point moved to the right", (at, at + 2, body[i + 1] + ("." if body[i + 2 :] else ""))
            if i > 1:
                yield "separator", "point moved to the left", (at - 1, at + 1, "." + body[i - 1])
        else:
            yield "separator", "comma for a point", (at, at + 1, ".")
            moved = body[:i] + body[i + 1] + "," + body[i + 2 :]
            if not _INDIAN.fullmatch(moved.partition(".")[0]):
                yield "separator", "comma moved", (at, at + 2, body[i + 1] + ",")
    if body.isdigit() and len(body) > 1:
        yield "separator", "point put in", (number.start() + 1, number.start() + 1, ".")


def _notations(span: str, number: re.Match[str]) -> Iterator[tuple[Kind, str, Edit]]:
    end = number.end()
    if span[end : end + 1].isalnum():
        return
    yield "notation", "e3", (end, end, "e3")
    yield "notation", "× 10³", (end, end, " × 10³")
    yield "notation", "10^ in front", (number.start(), number.start(), "10^")


def _small_things(span: str, hidden: list[tuple[int, int]]) -> Iterator[tuple[Kind, str, Edit]]:
    for word in _WORD.finditer(span):
        if any(a <= word.start() < b for a, b in hidden):
            continue
        for kind, table in (("number_word", _SMALL), ("multiplier", _MULTIPLIERS), ("fraction", _FRACTIONS)):
            other = table.get(word[0].lower())
            if other:
                yield kind, f"{word[0]} -> {other}", (*word.span(), other)  # type: ignore[misc]
        if word[0] in _MULTIPLIERS:
            yield "multiplier", f"{word[0]} dropped", (*word.span(), "")
        if word[0] in _FREQUENCY:
            yield "frequency", f"{word[0]} -> {_FREQUENCY[word[0]]}", (*word.span(), _FREQUENCY[word[0]])
    for i, char in enumerate(span):
        if char in _FRACTIONS:
            yield "fraction", f"{char} -> {_FRACTIONS[char]}", (i, i + 1, _FRACTIONS[char])
        if char in "⁰¹²³⁴⁵⁶⁷⁸⁹":
            other = char.translate(_SUPERSCRIPT)
            yield "digit", f"{char} -> {other}", (i, i + 1, other)


def _signs(text: str, span: str, figure: Figure, numbers: list[re.Match[str]]) -> Iterator[tuple[Kind, str, Edit]]:
    if not numbers or figure.shape not in ("", "point", "bound"):
        return
    at = numbers[0].start()
    before = span[at - 1] if at else text[figure.start - 1 : figure.start]
    if before in ("-", "−") and at:
        yield "sign", "minus dropped", (at - 1, at, "")
    elif not before or before.isspace() or before in "([$€£":
        yield "sign", "minus added", (at, at, "-")
        yield "sign", "minus added", (at, at, "−")


def _units(span: str, words: Words | None) -> Iterator[tuple[Kind, str, Edit]]:
    for pattern, others in _PERCENT:
        for m in pattern.finditer(span):
            for other in others:
                yield "percent", f"{m[0]} -> {other}", (*m.span(), other)
    for degree, form in _DEGREES:
        for m in degree.finditer(span):
            other = m.expand(form)
            if "-40" not in span and "−40" not in span:
                yield "temperature", f"{m[0]} -> {other}", (*m.span(), other)
    for word in _WORD.finditer(span):
        before = span[: word.start()].rstrip()
        if not before or not (before[-1].isdigit() or before[-1] in "/·."):
            continue
        for other in _PREFIXES.get(word[0], ()):
            yield "prefix", f"{word[0]} -> {other}", (*word.span(), other)
        if before[-1].isdigit() and words is not None:
            for other in words(word[0]):
                yield "unit", f"{word[0]} -> {other}", (*word.span(), other)


def _bounds(text: str, span: str, figure: Figure) -> Iterator[tuple[Kind, str, Edit]]:
    for m in _BOUND.finditer(span):
        yield "bound", f"{m[0]} -> {_BOUND_FLIPS[m[0]]}", (*m.span(), _BOUND_FLIPS[m[0]])
        if figure.shape == "bound" and m.start() == 0:
            yield "bound", f"{m[0]} dropped", (m.start(), m.end() + (span[m.end() : m.end() + 1] == " "), "")
    if figure.shape != "point" or not span[:1].isdigit():
        return
    before = text[figure.start - 1 : figure.start]
    if figure.modality == "exact" and (not before or before in " \n(") and not _ends_in_bound(text[: figure.start]):
        for bound in _BOUNDS_BEFORE[:-1]:
            yield "bound", f"{bound.strip()} added", (0, 0, bound)
        for bound in _BOUNDS_BEHIND:
            yield "bound", f"{bound.strip()} added", (len(span), len(span), bound)


def _ends_in_bound(before: str) -> bool:
    """Whether a bound or a hedge stands right in front, so that another one in between would be no plain sentence."""
    tail = before[-30:].lower()
    return any(tail.rstrip().endswith(word) for word in (*_BOUND_FLIPS, "of", "than", "between", "from", "to", "and"))


def _ends(span: str, figure: Figure, numbers: list[re.Match[str]]) -> Iterator[tuple[Kind, str, Edit]]:
    if len(numbers) >= 2 and figure.shape in ("range", "tolerance"):
        first, second = numbers[0], numbers[1]
        between = span[first.end() : second.start()]
        if _CONNECTOR.search(between):
            yield "range_end", "lower end dropped", (first.start(), second.start(), "")
            yield "range_end", "upper end dropped", (first.end(), second.end(), "")
            if figure.shape == "range" and first[0] != second[0]:
                swapped = second[0] + between + first[0]
                yield "order", "ends swapped", (first.start(), second.end(), swapped)
    if len(numbers) == 1 and figure.shape == "point" and figure.modality == "exact" and span[:1].isdigit():
        number = numbers[0]
        if span[number.end() : number.end() + 1] in ("", " "):
            top = _larger(number[0])
            for connector in ("–", "-", " to ", " ± "):
                yield "range_end", "end added", (number.end(), number.end(), connector + top)


def _larger(number: str) -> str:
    head = "9" if number[0] < "9" else "99"
    return head + re.sub("[0-9]", "9", number[1:])


def _extensions(text: str, span: str, figure: Figure, numbers: list[re.Match[str]]) -> Iterator[tuple[Kind, str, Edit]]:
    """Make the figure the tail or the head of something bigger: no part of it may be read by itself."""
    if figure.shape != "point" or not numbers or numbers[0].start() or figure.zero:
        return
    before = text[figure.start - 1 : figure.start]
    if before and before not in " \n(":
        return
    first = numbers[0][0]
    if len(re.split("[.,]", first)[0]) == 3:
        for head in ("1,", "12 ", "1'"):
            yield "extension", f"{head.strip()} in front", (0, 0, head)
    for head in ("10^", "1/", ".", "3-", "2 to ", "7e", "2±"):
        yield "extension", f"{head} in front", (0, 0, head)
    behind = text[figure.end : figure.end + 1]
    if not behind or behind in " .,;)\n":
        tails = ("/frobnitz", " per frobnitz", "^7", "±1")
        # Before a word the 1 may count something of its own, and the sign is then set aside.
        for tail in tails[: 4 if behind != " " else 3]:
            yield "extension", f"{tail} behind", (len(span), len(span), tail)


def _spellings(text: str, span: str, figure: Figure, numbers: list[re.Match[str]]) -> Iterator[tuple[Kind, str, Edit]]:
    """Write the number of a plain figure in other ways of the same value."""
    if len(numbers) != 1 or figure.shape != "point" or numbers[0].start() or figure.modality != "exact":
        return
    number = numbers[0]
    if span[number.end() : number.end() + 1] != " " or not re.fullmatch(r" [^\W\d_]+", span[number.end() :]):
        return
    if text[max(0, figure.start - 2) : figure.start].strip(" \n"):
        return  # glued to something in front: a currency, a sign, a list
    for how, other in respell(number[0]):
        yield "spelling", how, (*number.span(), other)


def respell(number: str) -> Iterator[tuple[str, str]]:
    """Yield other writings of a plain decimal or integer (`1500`, `1,500`, `12.5`) with exactly its value."""
    exact = plain(number)
    if exact is None or not exact:
        return
    whole, _, fraction = number.replace(",", "").partition(".")
    grouped = f"{int(whole):,}"
    tail = f".{fraction}" if fraction else ""
    forms = [("plain", whole + tail)]
    if len(whole) > 3:
        forms.append(("commas", grouped + tail))
        for space in ("\u2009", "\u202f", "\u00a0"):
            forms.append(("spaces", grouped.replace(",", space) + tail))
    forms.append(("zero behind", whole + (tail + "0" if tail else ".0")))
    digits = (whole + fraction).lstrip("0")
    power = len(whole.lstrip("0")) - 1 if whole.strip("0") else -(len(fraction) - len(fraction.lstrip("0")) + 1)
    mantissa = digits[0] + ("." + digits[1:] if digits[1:] else "")
    forms.append(("e notation", f"{mantissa}e{power}"))
    forms.append(("power of ten", f"{mantissa} × 10^{power}"))
    for how, form in forms:
        if form != number:
            yield how, form


def plain(number: str) -> Fraction | None:
    """Return the value of a plain number (digits, commas before groups of three, one point), else nothing."""
    if len(number) > 40 or not re.fullmatch(r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?", number):
        return None
    whole, _, fraction = number.replace(",", "").partition(".")
    return Fraction(int(whole + fraction), 10 ** len(fraction))


def _moves(text: str, figure: Figure) -> Iterator[Mutation]:
    """Leave the figure as it is and put neutral text around it all."""
    yield Mutation(
        "place",
        f"{_NEUTRAL}\n\n{text}",
        figure.start + len(_NEUTRAL) + 2,
        figure.end + len(_NEUTRAL) + 2,
        "text before",
    )
    yield Mutation("place", f"{text}\n\n{_NEUTRAL}", figure.start, figure.end, "text behind")
