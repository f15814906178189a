"""What a report says, in words for a person: readings, differences, reasons, verdicts. Plain text, nothing laid out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import UNSET

from quantcheck import report
from quantcheck.wording import safe

TRACEABILITY = "A match means that a figure can be traced to a source, not that it is true or relevant."

_QUIET_NOTES = frozenset({"list_member", "change", "emphasis"})
"""Notes about how a quantity was read, which a person sees in the text itself."""

_FEW = 5

_BASE_UNITS = {
    "length": "m",
    "mass": "kg",
    "time": "s",
    "calendar": "month",
    "current": "A",
    "temperature": "K",
    "temperature_difference": "K",
    "amount": "mol",
    "luminosity": "cd",
    "angle": "turn",
    "information": "bit",
}

_DIFFERENCES = {
    "value": "differs from {quote}",
    "factor": "a factor {factor} away from {quote}",
    "sign": "the sign differs from {quote}",
    "unit": "the same number in another unit than {quote}",
    "bound": "differs in its bound from {quote}",
    "range_end": "differs in one end of the range from {quote}",
    "rounded": "rounded otherwise than {quote}",
    "approximate": "hedged otherwise than {quote}",
    "notation": "written in another notation than {quote}",
    "order": "the order differs from {quote}",
}


def number(rational: str | None) -> str:
    """Return a rational of the report as a person writes it: a decimal where that is exact and short."""
    if rational is None:
        return "?"
    if len(rational) > 40:
        return safe.brief(rational, 40)
    value = Fraction(rational)
    rest, places = value.denominator, 0
    while rest % 10 == 0:
        rest, places = rest // 10, places + 1
    while rest % 2 == 0:
        rest, places = rest // 2, places + 1
    while rest % 5 == 0:
        rest, places = rest // 5, places + 1
    if rest != 1 or places > 12:
        return rational
    whole = abs(value.numerator) * 10**places // value.denominator
    digits = str(whole).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    text = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".") if places else digits
    return sign + text


def unit(code: str) -> str:
    """Return a unit code as it stands behind a number; the unit one says nothing."""
    return "" if code == "1" else code if code == "%" else f" {code}"


def computed(q: report.Quantity, width: int) -> str:
    """Return the computation of a figure and what it comes to, in the unit of the figure; an equation says so."""
    if q.derivation is UNSET:
        return ""
    formula = safe.brief(q.derivation.formula, width)
    if "=" in q.derivation.formula:
        return formula
    value, shown = Fraction(q.derivation.expected), q.readings[0]
    base, lower = Fraction(shown.base.lower or 0), Fraction(shown.lower or 0)
    value = value * lower / base if base and lower else value
    exact = number(str(value))
    result = f"= {exact}" if "/" not in exact else f"≈ {float(value):.6g}"
    return f"{formula} {result}{unit(shown.unit)}"


_HEDGES = {"approximate": "about ", "just_below": "just under ", "just_above": "just over ", "denied": "not "}


def reading(r: report.Reading) -> str:
    """Return a reading in words: `at least 5 mg`, `5 to 10 min`."""
    return _HEDGES.get(r.modality, "") + _shape(r)


def _shape(r: report.Reading) -> str:
    parts = [] if r.parts is UNSET else [_part(p) for p in r.parts]
    if r.shape == "range":
        return f"{_end(r.lower, r.lower_closed)} to {_end(r.upper, r.upper_closed)}{unit(r.unit)}"
    if r.shape == "bound":
        return _bound(r.lower, r.upper, r.lower_closed, r.upper_closed) + unit(r.unit)
    if r.shape == "tolerance" and len(parts) == 2:
        return " ± ".join(parts)
    if r.shape == "tolerance":
        return f"{number(r.lower)} to {number(r.upper)}{unit(r.unit)} (tolerance)"
    if r.shape == "interval":
        return f"every {number(r.lower)}{unit(r.unit)}"
    joint = {"pair": " / ", "product": " × ", "sum": " + "}.get(r.shape)
    if joint is not None and parts:
        return joint.join(parts)
    if r.lower is None:
        return f"{r.shape} of {', '.join(parts)}" if parts else r.shape
    return f"{number(r.lower)}{unit(r.unit)}"


def _bound(lower: str | None, upper: str | None, lower_closed: bool, upper_closed: bool) -> str:
    if lower is not None:
        return f"{'at least' if lower_closed else 'more than'} {number(lower)}"
    return f"{'at most' if upper_closed else 'less than'} {number(upper)}"


def _end(value: str | None, closed: bool) -> str:
    return number(value) if closed else f"{number(value)} (excluded)"


def _part(p: report.Part) -> str:
    noun = "" if p.noun is UNSET else f" {p.noun}"
    if p.lower == p.upper:
        return f"{number(p.lower)}{unit(p.unit)}{noun}"
    return f"{number(p.lower)} to {number(p.upper)}{unit(p.unit)}{noun}"


def base(r: report.Reading) -> str:
    """Return the normal form of a reading: its ends in base units, and its dimension."""
    b = r.base
    if b.lower is None and b.upper is None:
        return b.dimension
    if b.lower is None or b.upper is None:
        ends = _bound(b.lower, b.upper, r.lower_closed, r.upper_closed)
    else:
        ends = number(b.lower) if b.lower == b.upper else f"{number(b.lower)} to {number(b.upper)}"
    return f"{ends}{_base_unit(b.dimension)} ({b.dimension})"


def _base_unit(dimension: str) -> str:
    powers = [power.partition("^") for power in dimension.split("*")]
    if not all(name in _BASE_UNITS for name, _, _ in powers):
        return ""
    return " " + "·".join(f"{_BASE_UNITS[name]}{caret}{exponent}" for name, caret, exponent in powers)


def readings(found: Sequence[report.Reading]) -> str:
    """Return several readings in words, each once, joined by `or`; the first few of many."""
    said = list(dict.fromkeys(f"{reading(r)} ({r.base.dimension})" for r in found[:64]))
    return " or ".join(said[:_FEW]) + (" or …" if len(said) > _FEW else "")


def difference(nearest: report.Nearest) -> str:
    """Return how a figure differs from its nearest source quantity."""
    d = nearest.difference
    factor = "" if d.factor is UNSET else number(d.factor)
    return _DIFFERENCES[d.kind].format(quote=f'"{safe.brief(nearest.quote)}"', factor=factor)


def rival(q: report.Quantity) -> str:
    """Return with what other figure the words of the answer stand: where the figure is, and what is said of it."""
    if q.rival is UNSET:
        return ""
    asked = all(word.said.source != "answer" for word in q.rival.words)
    said = ", ".join(dict.fromkeys(f'"{safe.brief(word.said.text)}"' for word in q.rival.words[:_FEW]))
    more = ", …" if len(q.rival.words) > _FEW else ""
    there = place(q.rival.source, q.rival.document_id)
    found = place(q.support[0].source, q.support[0].document_id) if q.support else ""
    head = f'"{safe.brief(q.text)}" is in {found}, but ' if found else ""
    stands = "stands" if len(q.rival.words) == 1 else "stand"
    where = f'there with "{safe.brief(q.rival.quote)}"'
    if there != found:
        where = f'with "{safe.brief(q.rival.quote)}" in {there}'
    return f"{head}the {'question' if asked else 'answer'} says {said}{more}, which {stands} {where}"


def weights(found: report.Rival) -> str:
    """Return what each word weighed, and how far the rival is ahead."""
    weighed = ", ".join(f'"{safe.brief(w.word)}" {number(w.weight)}' for w in found.words)
    return f"weights: {weighed}; ahead by {number(found.margin)}"


def place(source: str, document_id: str | object) -> str:
    """Return a source with the provider's id beside it."""
    return source if document_id is UNSET or document_id is None else f"{source} ({safe.brief(str(document_id))})"


def plain(code: str) -> str:
    """Return a code as words."""
    return code.replace("_", " ")


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def why(case: report.Case) -> str:
    """Return why a case has its status."""
    if case.message is not UNSET:
        return safe.line(case.message)
    reasons = [f"{entry.count} {plain(entry.code)}" for entry in case.reasons]
    if case.status in ("violated", "needs_review") or reasons:
        return ", ".join(reasons)
    if case.status == "met":
        said = []
        if case.quantities:
            said.append(counted(len(case.quantities), "quantity", "quantities") + " traced")
        numbers = sum(len(citation.resolved) for citation in case.citations)
        if numbers:
            said.append(counted(numbers, "citation resolved", "citations resolved"))
        return ", ".join(said)
    return "no quantity and no citation" if case.status == "not_applicable" else ""


def notes(quantity: report.Quantity) -> list[str]:
    """Return the notes that a person acts on."""
    return [note for note in quantity.notes if note not in _QUIET_NOTES]
