"""Texts for the tests of matching, made without the reader: what stands in braces is a quantity of stated value.

`Take {5 mg} {2/d} [1].` is the text without the braces, with the two quantities and the citation in place. The writing
in braces is this module's own and says what is read: number or numbers, unit, and marks for what is special.

    5 mg   5..10 mg   >=5 mg   <5 mg   ~5 mg   just_below 5 mg   5+-1 mg   120|80 mmHg   10+20 mg   5x10 cm
    3of5 patient   2/d   2..3/wk   every 6 h   bedtime   5 mg/24h   !vague   !unread   5  (bare)
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from quantcheck.values import Axes, Citation, Part, Quantity, Reading, Text

UNITS: dict[str, list[tuple[str, str, str, str, Axes]]] = {
    # written: [(code, factor, dimension, kind, axes)]
    "mg": [("mg", "1/1000000", "mass", "physical", ())],
    "g": [("g", "1/1000", "mass", "physical", ())],
    "kg": [("kg", "1", "mass", "physical", ())],
    "lb": [("[lb_av]", "45359237/100000000", "mass", "physical", ())],
    "m": [("m", "1", "length", "physical", ())],
    "cm": [("cm", "1/100", "length", "physical", ())],
    "in": [("[in_i]", "127/5000", "length", "physical", ())],
    "mi": [("[mi_i]", "201168/125", "length", "physical", ())],
    "km": [("km", "1000", "length", "physical", ())],
    "mL": [("mL", "1/1000000", "length^3", "physical", ())],
    "L": [("L", "1/1000", "length^3", "physical", ())],
    "gal": [
        ("[gal_us]", "473176473/125000000000", "length^3", "physical", (("customary", "us"),)),
        ("[gal_br]", "454609/100000000", "length^3", "physical", (("customary", "imperial"),)),
    ],
    "floz": [
        ("[foz_us]", "473176473/16000000000000", "length^3", "physical", (("customary", "us"),)),
        ("[foz_br]", "454609/16000000000", "length^3", "physical", (("customary", "imperial"),)),
    ],
    "oz": [
        ("[oz_av]", "45359237/1600000000", "mass", "physical", (("ounce", "mass"),)),
        ("[foz_us]", "473176473/16000000000000", "length^3", "physical", (("customary", "us"), ("ounce", "fluid"))),
        ("[foz_br]", "454609/16000000000", "length^3", "physical", (("customary", "imperial"), ("ounce", "fluid"))),
    ],
    "s": [("s", "1", "time", "physical", ())],
    "min": [("min", "60", "time", "physical", ())],
    "h": [("h", "3600", "time", "physical", ())],
    "d": [("d", "86400", "time", "physical", ())],
    "wk": [("wk", "604800", "time", "physical", ())],
    "mo": [("mo", "1", "calendar", "physical", ())],
    "mmHg": [("mm[Hg]", "133322387415/1000000000", "mass*length^-1*time^-2", "physical", ())],
    "mg/d": [("mg/d", "1/86400000000", "mass*time^-1", "physical", ())],
    "mg/h": [("mg/h", "1/3600000000", "mass*time^-1", "physical", ())],
    "g/d": [("g/d", "1/86400000", "mass*time^-1", "physical", ())],
    "mg/kg": [("mg/kg", "1/1000000", "mass_fraction", "physical", ())],
    "mg/kg/d": [("mg/kg/d", "1/86400000000", "mass_fraction*time^-1", "physical", ())],
    "mg/mo": [("mg/mo", "1/1000000", "mass*calendar^-1", "physical", ())],
    "min/d": [("min/d", "60/86400", "time*time^-1", "physical", ())],
    "kcal": [("kcal", "4184", "mass*length^2*time^-2", "physical", ())],
    "kcal/d": [("kcal/d", "4184/86400", "mass*length^2*time^-3", "physical", ())],
    "%": [("%", "1/100", "ratio", "percent", ())],
    "ppm": [("[ppm]", "1/1000000", "ratio", "percent", ())],
    "pp": [("{percentage point}", "1/100", "percentage_point", "percentage_point", ())],
    "Hz": [("Hz", "1", "frequency", "physical", ())],
    "Bq": [("Bq", "1", "radioactivity", "physical", ())],
    "tablet": [("{tablet}", "1", "count:tablet", "count", ())],
    "capsule": [("{capsule}", "1", "count:capsule", "count", ())],
    "tablet/d": [("{tablet}/d", "1/86400", "count:tablet*time^-1", "count", ())],
    "USD": [("USD", "1", "currency:USD", "money", ())],
    "CAD": [("CAD", "1", "currency:CAD", "money", ())],
    "EUR": [("EUR", "1", "currency:EUR", "money", ())],
    "$": [(code, "1", f"currency:{code}", "money", (("dollar", code),)) for code in ("USD", "CAD", "AUD")],
    "C": [("Cel", "1", "temperature", "temperature", ())],
    "F": [("[degF]", "5/9", "temperature", "temperature", ())],
    "dC": [("Cel", "1", "temperature_difference", "temperature_difference", ())],
    "dF": [("[degF]", "5/9", "temperature_difference", "temperature_difference", ())],
    "?C": [
        ("Cel", "1", "temperature", "temperature", (("temperature", "point"),)),
        ("Cel", "1", "temperature_difference", "temperature_difference", (("temperature", "difference"),)),
    ],
    "?F": [
        ("[degF]", "5/9", "temperature", "temperature", (("temperature", "point"),)),
        ("[degF]", "5/9", "temperature_difference", "temperature_difference", (("temperature", "difference"),)),
    ],
    "": [("1", "1", "number", "number", ())],
}
OFFSETS = {"Cel": Fraction(27315, 100), "[degF]": Fraction(45967, 180)}
PERIODS = {"h": 3600, "d": 86400, "wk": 604800}

_NUMBER = r"-?\d+(?:\.\d+)?(?:e\d+)?"
_QUANTITY = re.compile(
    rf"(?P<modality>~|just_below |just_above )?(?P<bound>[<>]=?)?(?P<a>{_NUMBER})"
    rf"(?:(?P<joint>\.\.|\+-|\||\+|x|of)(?P<b>{_NUMBER}))? ?(?P<unit>[^\s]*)\Z"
)
_BRACED = re.compile(r"\{([^{}]*)\}")
_CITATION = re.compile(r"\[(\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)\]")
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?![\s\[])[^.!?\n]*)*[.!?\n]?")


def text(marked: str, source: str = "answer") -> tuple[str, Text]:
    """Return the plain text and what is read in it."""
    plain = _BRACED.sub(lambda m: _shown(m[1]), marked)
    quantities: list[Quantity] = []
    removed = 0
    for m in _BRACED.finditer(marked):
        shown = _shown(m[1])
        start = m.start() - removed
        q = quantity(m[1])
        q.start, q.end = start, start + len(shown)
        quantities.append(q)
        removed += len(m[0]) - len(shown)
    sentences = [_stripped(m) for m in _SENTENCE.finditer(plain) if m[0].strip()]
    for q in quantities:
        q.sentence = max((n for n, (start, _) in enumerate(sentences) if start <= q.start), default=0)
    for n, (before, q) in enumerate(pairwise(quantities)):
        # What the reader does for a time that is an amount: `30 minutes daily`.
        kinds = [x.readings[0] for x in (before, q) if x.readings]
        if len(kinds) == 2 and kinds[0].dimension == "time" and kinds[1].kind == "frequency":
            before.together, q.together = n + 1, n
    citations = [
        Citation(m.start(), m.end(), "bracket", tuple(_span(part) for part in m[1].split(",")))
        for m in _CITATION.finditer(plain)
    ]
    return plain, Text(source, quantities, citations, [], [], sentences or [(0, 0)])


def _stripped(m: re.Match[str]) -> tuple[int, int]:
    start = m.start() + len(m[0]) - len(m[0].lstrip())
    return start, start + len(m[0].strip())


def _span(part: str) -> tuple[int, int]:
    first, _, last = part.partition("-")
    return int(first), int(last or first)


def _shown(inside: str) -> str:
    """What stands in the text: the writing in braces without the marks of series and form."""
    return re.sub(r"@\d+|#\w+", "", inside).strip()


def quantity(inside: str) -> Quantity:
    """Return the quantity of a writing: `@1` behind it puts it into series 1, `#fraction` notes a form."""
    series = int(m[1]) if (m := re.search(r"@(\d+)", inside)) else -1
    forms = tuple(re.findall(r"#(\w+)", inside))
    shown = _shown(inside)
    if shown.startswith("!"):
        return Quantity(0, 0, reason=shown[1:], series=series)
    readings = tuple(_readings(shown))
    bare = all(r.dimension == "number" for r in readings)
    return Quantity(0, 0, readings=readings, series=series, forms=forms, bare=bare)


def _readings(shown: str) -> list[Reading]:
    if shown == "bedtime":
        one = Fraction(1)
        return [Reading("point", "{bedtime}", one, one, "per_time:bedtime", one, one, kind="frequency")]
    if m := re.fullmatch(rf"every ({_NUMBER})(?:\.\.({_NUMBER}))? (\w+)", shown):
        return [_every(Fraction(m[1]), Fraction(m[2] or m[1]), m[3])]
    if m := re.fullmatch(rf"(~?)({_NUMBER})(?:\.\.({_NUMBER}))?/(\w+)", shown):
        return [_times(Fraction(m[2]), Fraction(m[3] or m[2]), m[4], "approximate" if m[1] else "exact")]
    if m := re.fullmatch(rf"({_NUMBER}) mg/({_NUMBER})(\w+)", shown):
        return [_divided(Fraction(m[1]), Fraction(m[2]), m[3])]
    m = _QUANTITY.fullmatch(shown)
    assert m, shown
    return [_reading(m, *sense) for sense in UNITS[m["unit"] if m["joint"] != "of" else ""]]


def _every(low: Fraction, high: Fraction, unit: str) -> Reading:
    code, factor, dimension, _, _ = UNITS[unit][0]
    f = Fraction(factor)
    shape = "interval" if low == high else "range"
    return Reading(shape, code, low, high, f"every:{dimension}", low * f, high * f, kind="frequency")


def _times(low: Fraction, high: Fraction, unit: str, modality: str) -> Reading:
    code, factor, dimension, _, _ = UNITS[unit][0]
    f = Fraction(factor)
    shape = "point" if low == high else "range"
    return Reading(
        shape, "/" + code, low, high, f"per_time:{dimension}", low / f, high / f, modality=modality, kind="frequency"
    )


def _divided(above: Fraction, below: Fraction, unit: str) -> Reading:
    mg, period = Fraction(1, 10**6), Fraction(PERIODS[unit])
    value, base = above / below, above * mg / (below * period)
    return Reading("point", f"mg/{unit}", value, value, "mass*time^-1", base, base, period=below * period)


def _step(number: str) -> tuple[Fraction, int]:
    whole, _, fraction = number.lstrip("-").partition(".")
    digits = len((whole + fraction).lstrip("0"))
    return Fraction(1, 10 ** len(fraction)), digits


def _reading(m: re.Match[str], code: str, factor_text: str, dimension: str, kind: str, axes: Axes) -> Reading:
    factor = Fraction(factor_text)
    offset = OFFSETS.get(code, Fraction(0)) if dimension == "temperature" else Fraction(0)
    modality = {"~": "approximate", None: "exact"}.get(m["modality"]) or m["modality"].strip()
    a = Fraction(m["a"])
    b = Fraction(m["b"]) if m["b"] else a
    steps = {"lower_step": _step(m["a"])[0], "upper_step": _step(m["b"] or m["a"])[0]}
    digits = {"lower_digits": _step(m["a"])[1], "upper_digits": _step(m["b"] or m["a"])[1]}
    more = {"modality": modality, "kind": kind, "axes": axes, "factor": factor, **steps, **digits}

    def base(x: Fraction) -> Fraction:
        return x * factor + offset

    def part(x: Fraction, noun: str = "") -> Part:
        return Part(code, x, x, dimension, base(x), base(x), noun=noun)

    joint = m["joint"]
    if m["bound"]:
        low = m["bound"][0] == ">"
        closed = m["bound"].endswith("=")
        ends = (a, None) if low else (None, a)
        bases = (base(a), None) if low else (None, base(a))
        sides = {"lower_closed": closed or not low, "upper_closed": closed or low}
        return Reading("bound", code, *ends, dimension, *bases, **sides, **more)
    if joint == "..":
        return Reading("range", code, a, b, dimension, base(a), base(b), **more)
    if joint == "+-":
        return Reading(
            "tolerance", code, a - b, a + b, dimension, base(a - b), base(a + b), parts=(part(a), part(b)), **more
        )
    if joint == "of":
        parts = (part(a, m["unit"]), part(b, m["unit"]))
        more |= {"kind": "ratio", "axes": (), "ratio": ("of", m["a"], m["b"], m["unit"])}
        return Reading("point", "1", a / b, a / b, "ratio", a / b, a / b, parts=parts, **more)
    if joint:
        shape = {"|": "pair", "+": "sum", "x": "product"}[joint]
        return Reading(shape, code, None, None, dimension, None, None, parts=(part(a), part(b)), **more)
    return Reading("point", code, a, a, dimension, base(a), base(a), **more)
