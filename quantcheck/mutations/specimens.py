"""Made quantities: random in structure and spelling, with the exact value known because they were built from it.

They stand on the other side of the reader: from a value to a text. The normal form is computed here from the factor of
the unit by plain arithmetic, so that reader and matcher can be held to it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from quantcheck.mutations.mutate import respell
from quantcheck.verifier.ucum import Resolved, Units, Unresolved
from quantcheck.vocabulary import comparatives


class Measure(msgspec.Struct, frozen=True):
    """A unit to make quantities of: how it is spelled, what it measures, and its factor to base units."""

    code: str
    spellings: tuple[str, ...]
    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)
    time: bool = False
    """Whether it is a unit of time or calendar, before which some bound words speak of durations."""


class Specimen(msgspec.Struct, frozen=True):
    """A quantity by structure. `numbers` are as written in the unit; for a tolerance centre and half-width."""

    shape: str
    measure: Measure
    numbers: tuple[Fraction, ...]
    closed: bool = True
    side: str = ""
    """Of a bound: `lower` or `upper`."""
    modality: str = "exact"
    below: Measure | None = None
    """The unit below the stroke of a compound unit."""

    @property
    def normal(self) -> tuple[object, ...]:
        """The normal form: shape, dimension, ends in base units, closedness, modality."""
        ends: tuple[Fraction | None, Fraction | None]
        base = tuple(map(self._base, self.numbers))
        if self.shape == "tolerance":
            centre, half = base[0], self.numbers[1] * self._factor
            ends = (centre - half, centre + half)
        elif self.shape == "bound":
            ends = (base[0], None) if self.side == "lower" else (None, base[0])
        else:
            ends = (base[0], base[-1])
        low = self.closed and ends[0] is not None
        high = self.closed and ends[1] is not None
        below = "" if self.below is None else self.below.dimension
        return self.shape, self.measure.dimension, below, *ends, low, high, self.modality

    @property
    def _factor(self) -> Fraction:
        return self.measure.factor / (1 if self.below is None else self.below.factor)

    def _base(self, number: Fraction) -> Fraction:
        return number * self._factor + self.measure.offset


_LOWER = ("at least {}", "≥ {}", "≥{}", "no less than {}", "not less than {}", "{} or more", "a minimum of {}")
_UPPER = ("at most {}", "≤ {}", "≤{}", "no more than {}", "not more than {}", "{} or less", "a maximum of {}")
_LOWER_OPEN = ("more than {}", "> {}", ">{}", "greater than {}")
_UPPER_OPEN = ("less than {}", "< {}", "<{}")
_HEDGES = {
    "approximate": ("about {}", "approximately {}", "~{}", "≈{}", "around {}", "roughly {}"),
    "just_below": ("nearly {}", "almost {}"),
    "just_above": ("just over {}",),
}
_RANGES = ("{a}–{b} {u}", "{a}-{b} {u}", "{a} to {b} {u}", "between {a} and {b} {u}", "from {a} to {b} {u}")
_RANGES_LONG = ("{a} {u} to {b} {u}", "{a} {u} – {b} {u}", "between {a} {u} and {b} {u}")
_TOLERANCES = ("{a} ± {b} {u}", "{a}±{b} {u}", "({a} ± {b}) {u}")
_FRAMES = (
    "The record shows {}.",
    "The sample holds {} as found.",
    "Result: {}.",
    "- The label says {}",
    "It was {}, they wrote.",
    "As the table says ({}), this stands.",
    "| amount | {} |\n| --- | --- |",
    "The report (see above) gives {}; nothing was added.",
    "“The value is {}”",
    "They noted **{}** here.",
)
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def specimen(rng: random.Random, measures: Sequence[Measure]) -> Specimen:
    """Return a random quantity."""
    measure = rng.choice(measures)
    below = None
    if not measure.offset and rng.random() < 0.15:
        below = rng.choice(measures)
        if below.offset or below.dimension == measure.dimension or not _plain(below) or not _plain(measure):
            below = None
    shape = rng.choices(("point", "range", "bound", "tolerance"), (55, 20, 18, 7))[0]
    number = number_of(rng)
    if shape == "point":
        modality = rng.choices(("exact", "approximate", "just_below", "just_above"), (80, 14, 3, 3))[0]
        return Specimen(shape, measure, (number,), modality=modality, below=below)
    if shape == "range":
        return Specimen(shape, measure, (number, number + number_of(rng)), below=below)
    if shape == "bound":
        return Specimen(
            shape, measure, (number,), closed=rng.random() < 0.6, side=rng.choice(("lower", "upper")), below=below
        )
    return Specimen(shape, measure, (number, number / rng.choice((2, 4, 5, 10, 20))), below=below)


def _plain(measure: Measure) -> bool:
    if measure.dimension.startswith("currency"):
        return False
    return all(c not in measure.code for c in "/%") and not measure.dimension.startswith(("ratio", "percentage"))


def number_of(rng: random.Random) -> Fraction:
    """Return a positive number with few digits, of any size that people write."""
    kind = rng.random()
    if kind < 0.45:
        return Fraction(rng.randint(1, 99))
    if kind < 0.65:
        return Fraction(rng.randint(100, 999_999))
    if kind < 0.92:
        return Fraction(rng.randint(1, 99_999), 10 ** rng.randint(1, 3))
    return rng.randint(1, 9) + Fraction(rng.choice((1, 3)), rng.choice((2, 4)))


def decimal(number: Fraction) -> str:
    """Return the decimal writing of a number whose denominator holds no prime but 2 and 5."""
    sign = "-" if number < 0 else ""
    number = abs(number)
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    digits = str(int(number * 10**places)).zfill(places + 1)
    return sign + (digits[:-places] + "." + digits[-places:] if places else digits)


def terminates(number: Fraction) -> bool:
    """Whether a number has a decimal writing of reasonable length."""
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1 and number.denominator < 10**12 and number.numerator < 10**15


def words(number: int) -> str:
    """Return the English words of a whole number below a million."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        rest = number % 100
        return f"{_ONES[number // 100]} hundred" + (f" and {words(rest)}" if rest else "")
    rest = number % 1000
    return f"{words(number // 1000)} thousand" + (f" {words(rest)}" if rest else "")


def write(number: Fraction, rng: random.Random, *, spelled: bool = True) -> str:
    """Return one of the spellings of a number."""
    plain = decimal(number)
    choice = rng.random()
    if number > 0 and choice < 0.35:
        return rng.choice([plain, *(form for _, form in respell(plain))])
    if spelled and number.denominator == 1 and 0 < number < 1000 and choice < 0.45:
        return words(int(number))
    if spelled and number.denominator == 2 and number < 100 and choice < 0.6:
        return f"{int(number)}½" if number > 1 else "½"
    if spelled and number.denominator in (2, 4) and 1 < number < 100 and choice < 0.7:
        whole = int(number)
        return f"{whole} {(number - whole).numerator}/{number.denominator}"
    return plain


def render(made: Specimen, rng: random.Random) -> str:
    """Return one of the spellings of a quantity."""
    unit = rng.choice(made.measure.spellings)
    if made.below is not None:
        lower = rng.choice([s for s in made.below.spellings if s[-1] != "s"] or made.below.spellings)
        unit = f"{unit}/{lower}" if unit.isascii() and len(unit) < 4 else f"{unit} per {lower}"
    if made.shape == "tolerance":
        a, b = (decimal(n) for n in made.numbers)
        return rng.choice(_TOLERANCES).format(a=a, b=b, u=unit)
    if made.shape == "range":
        style = rng.random() < 0.5
        a, b = (write(n, rng, spelled=False) if style else decimal(n) for n in made.numbers)
        if "×" in b:
            b = decimal(made.numbers[1])  # a power of ten behind the second end may be meant for both
        return rng.choice(_RANGES if rng.random() < 0.7 or made.below else _RANGES_LONG).format(a=a, b=b, u=unit)
    gap = rng.choice((" ", " ", " ", "\u00a0", "\u202f"))
    if unit[0] in "°%℃℉" and rng.random() < 0.7:
        gap = ""
    body = f"{write(made.numbers[0], rng)}{gap}{unit}"
    if made.modality != "exact":
        return rng.choice(_HEDGES[made.modality]).format(body)
    if made.shape == "bound":
        lower_side = made.side == "lower"
        forms = (_LOWER if lower_side else _UPPER) if made.closed else (_LOWER_OPEN if lower_side else _UPPER_OPEN)
        return rng.choice(forms).format(body)
    return body


def frame(text: str, rng: random.Random) -> tuple[str, int]:
    """Return a sentence that holds the text, and where the text begins in it."""
    form = rng.choice(_FRAMES)
    return form.format(text), form.index("{")


def restated(made: Specimen, rng: random.Random, measures: Sequence[Measure]) -> Specimen:
    """Return the same quantity in another unit where one converts exactly, else the same in its own."""
    others = [
        m
        for m in measures
        if m.dimension == made.measure.dimension and m.code != made.measure.code and (m.offset == 0) == _no_offset(made)
    ]
    rng.shuffle(others)
    for other in others[:6]:
        numbers = tuple(
            _convert(n, made, other, half=made.shape == "tolerance" and i == 1) for i, n in enumerate(made.numbers)
        )
        if all(n > 0 and terminates(n) for n in numbers):
            return msgspec.structs.replace(made, measure=other, numbers=numbers)
    return made


def _no_offset(made: Specimen) -> bool:
    return made.measure.offset == 0


def _convert(number: Fraction, made: Specimen, other: Measure, *, half: bool) -> Fraction:
    if half:
        return number * made.measure.factor / other.factor
    return (number * made.measure.factor + made.measure.offset - other.offset) / other.factor


def changed(made: Specimen, rng: random.Random, measures: Sequence[Measure]) -> tuple[str, Specimen]:
    """Return a quantity that is not equal to the one given, and the kind of the change."""
    while True:
        kind = rng.choice(
            ("digit", "zero", "sign", "unit", "prefix", "bound", "modality", "range_end", "order", "below")
        )
        other = _change(kind, made, rng, measures)
        if other is not None and other.normal != made.normal:
            return kind, other


def _change(kind: str, made: Specimen, rng: random.Random, measures: Sequence[Measure]) -> Specimen | None:
    replace = msgspec.structs.replace
    at = rng.randrange(len(made.numbers))
    number = made.numbers[at]
    if kind in ("digit", "zero", "sign", "prefix"):
        digits = decimal(abs(number))
        places = [i for i, c in enumerate(digits) if c.isdigit()]
        place = rng.choice(places)
        new = {
            "digit": Fraction(digits[:place] + rng.choice("0123456789") + digits[place + 1 :]),
            "zero": number * rng.choice((Fraction(10), Fraction(1, 10), Fraction(100))),
            "prefix": number * rng.choice((Fraction(1000), Fraction(1, 1000), Fraction(10**6))),
            "sign": -number if made.shape in ("point", "bound") else number,
        }[kind]
        numbers = (*made.numbers[:at], new, *made.numbers[at + 1 :])
        if made.shape == "range" and numbers[0] >= numbers[1]:
            return None
        if (new <= 0 and kind != "sign") or (made.shape == "tolerance" and numbers[1] <= 0):
            return None
        return replace(made, numbers=numbers)
    if kind == "unit":
        other = rng.choice(measures)
        if made.below is not None and (other.offset or not _plain(other)):
            return None
        return replace(made, measure=other)
    if kind == "below" and made.below is not None:
        other = rng.choice(measures)
        return replace(made, below=None if other.offset or not _plain(other) else other)
    if kind == "bound":
        if made.shape == "bound":
            return rng.choice(
                (
                    replace(made, closed=not made.closed),
                    replace(made, side="upper" if made.side == "lower" else "lower"),
                    replace(made, shape="point", side="", closed=True),
                )
            )
        return replace(
            made,
            shape="bound",
            numbers=(number,),
            side=rng.choice(("lower", "upper")),
            closed=rng.random() < 0.5,
            modality="exact",
        )
    if kind == "modality" and made.shape == "point":
        return replace(made, modality=rng.choice(("exact", "approximate", "just_below", "just_above")))
    if kind == "range_end":
        if made.shape in ("range", "tolerance"):
            return replace(made, shape="point", numbers=(number,))
        return replace(
            made, shape="range", numbers=(number, number + number_of(rng)), side="", closed=True, modality="exact"
        )
    if kind == "order" and made.shape == "range":
        return replace(made, numbers=(made.numbers[1], made.numbers[0]))
    return None


def measures(units: Units, plain: Callable[[str], bool] = bool) -> list[Measure]:
    """Return the units of the tables with those of their spellings that mean nothing else anywhere in the tables.

    Which those are is judged from the rows: letters that a second row, a prefix or a table of words uses are left out.
    `plain` may leave out more: spellings that a reader knows to have several readings.
    """
    tables = units.tables
    owners: dict[str, set[str]] = {}
    chosen: list[tuple[str, list[str]]] = []
    for row in units.rows.values():
        spelled = [*row.get("symbols", ()), *row.get("names", ()), *row.get("points", ())]
        for spelling in spelled:
            owners.setdefault(spelling, set()).add(row["code"])
        if row["code"].startswith("money:"):
            continue
        chosen.append((row["code"], spelled))
        for code, forms in _prefixed(row, tables):
            for form in forms:
                owners.setdefault(form, set()).add(code)
            chosen.append((code, forms))
    elsewhere = {word.lower() for word in _words(tables)}
    out = []
    for code, spelled in chosen:
        alone = [s for s in spelled if owners[s] == {code} and s.lower() not in elsewhere and _safe(s) and plain(s)]
        try:
            found = units.resolve(code)
        except Unresolved:
            continue
        if alone and len(found) == 1 and not found[0].apart:
            out.append(_measure(code, alone, found[0]))
    return out


def _measure(code: str, spellings: list[str], found: Resolved) -> Measure:
    parts = found.whole.split("*") if found.whole else [f"{n}^{e}" if e != 1 else n for n, e in found.dimension]
    dimension = "*".join(sorted(parts))
    return Measure(code, tuple(spellings), dimension, found.factor, found.offset)


def _prefixed(row: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    wanted = set(row.get("prefixes", ()))
    for prefix in tables["units/prefixes"]["prefix"]:
        if prefix["code"] in wanted and not prefix.get("axis"):
            symbols = [p + s for p in prefix["symbols"] for s in row.get("prefixed") or row.get("symbols", ())[:1]]
            names = [prefix["name"] + n for n in row.get("prefixed_names") or row.get("names", ()) if " " not in n]
            yield prefix["code"] + row["code"], symbols + names


def _safe(spelling: str) -> bool:
    """Whether a spelling is a word, or a sign that is never anything but a unit."""
    if spelling in ("am", "pm"):
        return False  # a time of day, whatever the rows say
    return (spelling.isalpha() and len(spelling) > 1) or spelling in ("%", "°C", "°F", "℃", "℉")


def _words(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield every spelling of the tables of words."""
    relations = tables["relations"]
    for row in (*relations.get("word", ()), *comparatives.rows(relations["comparative"])):
        yield from row["spellings"]
    for row in relations.get("life", ()):
        yield row["spelling"]
    for group in tables["numerals"].values():
        yield from group
