"""The readings that a report claims, proven from units, ends and the quotes that they are of, for the verifier."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Final

from quantcheck import report
from quantcheck.verifier import proof
from quantcheck.verifier.evident import Evident
from quantcheck.verifier.proof import Unprovable, Value
from quantcheck.verifier.ucum import Resolved, Units, Unresolved, dimension
from quantcheck.verifier.written import Words

_IN: Final = re.compile(r"\bin\b", re.IGNORECASE)


class Readings:
    """Readings under the rows of units and the words of the vocabulary."""

    def __init__(self, units: Units, words: Words, evident: Evident) -> None:
        self.units = units
        self._words = words
        self._evident = evident

    def read(
        self,
        reading: report.Reading,
        quote: str,
        place: str,
        shown: str = "",
        beside: str = "",
        around: str = "",
        shared: frozenset[Fraction] | None = None,
    ) -> tuple[Value | None, list[tuple[str, str]]]:
        """Return the value of a reading, and what contradicts it: its form, its unit, the digits of its quote.

        `shown` is what shows its shape, where that is more than the quote: a cell of a table with its heads. So may
        what is `beside` a figure that is written twice. `around` is what may change what the quote says by itself,
        `shared` the multipliers of its text.
        """
        try:
            value = proof.value(reading, self.period(reading.unit))
        except Unprovable as fault:
            return None, [(place, str(fault))]
        found: list[tuple[str, str]] = []
        if fault_text := proof.form_fault(value):
            found.append((f"{place}.shape", fault_text))
        if message := self._unit_fault(value.unit, value.dimension, value):
            found.append((f"{place}.base", message))
        for i, part in enumerate(value.parts):
            if message := self._unit_fault(part.unit, part.dimension, part):
                found.append((f"{place}.parts[{i}].base", message))
        if value.shape in proof.COMPOSITE and value.unit not in {part.unit for part in value.parts}:
            found.append((f"{place}.unit", "not the unit of a component"))
        if message := _divided_fault(value):
            found.append((f"{place}.parts", message))
        if quote and (message := self._words.number_fault(shown or quote, value, shared)):
            # a figure whose head is in the answer stands in prose elsewhere
            if not shown or self._words.number_fault(quote, value, shared):
                found.append((f"{place}.lower", message))
        if quote and (message := self._evident.fault(quote, value, around, shared)):
            found.append((f"{place}.shape", message))
        if quote and (message := self._words.unit_fault(quote, value.unit)):
            found.append((f"{place}.unit", message))
        if quote and (message := self._words.fault(shown or quote, value)):
            if not beside or self._words.fault(beside, value):
                found.append((f"{place}.shape", message))
        return said(value, quote), found

    def _unit_fault(self, unit: str, claimed: str, ends: Value | proof.Part) -> str:
        """Return why the ends in the unit do not give the ends in base units, or nothing."""
        if ends.lower is None and ends.upper is None and ends.base_lower is None and ends.base_upper is None:
            return "" if isinstance(ends, Value) else "a component without any number"
        try:
            candidates = self.units.resolve(unit)
        except Unresolved as fault:
            return f"unit {unit[:60]!r} cannot be derived: {fault}"
        for found in candidates:
            for factor, offset in meanings(found, claimed):
                pairs = ((ends.lower, ends.base_lower), (ends.upper, ends.base_upper))
                if all(a is None or b is None or a * factor + offset == b for a, b in pairs):
                    return ""
        return f"the numbers in {unit[:60]!r} are not these in {claimed[:60]!r}"

    def period(self, unit: str) -> Fraction | None:
        """Return the time below the stroke of a compound unit, in base units: 86400 for `mg/d`."""
        for code in unit.split("/")[1:]:
            with contextlib.suppress(Unresolved):
                found = self.units.resolve(code)[0]
                if dict(found.dimension) in ({"time": 1}, {"calendar": 1}):
                    return found.factor
        return None

    def values(self, quantity: report.Quantity) -> list[Value]:
        """Return the values of a quantity, none where one of its readings has no proof."""
        try:
            return [said(proof.value(r, self.period(r.unit)), quantity.text) for r in quantity.readings]
        except Unprovable:
            return []


def _divided_fault(value: Value) -> str:
    """Return why the denominators that were divided out do not give the ends, or nothing."""
    if not value.parts or value.shape not in ("point", "range", "bound") or value.counted:
        return ""
    half = len(value.parts) // 2 if value.shape == "range" and len(value.parts) > 3 else 0
    # Each end of a range has its own numerator and denominators.
    lower, upper = value.parts[: half or None], value.parts[half:]
    for end, base, (above, *below), shown in (
        (value.lower, value.base_lower, lower, lower[0].lower),
        (value.upper, value.base_upper, upper, upper[0].upper),
    ):
        if any(not part.lower or not part.base_lower or part.lower != part.upper for part in below):
            return "expected one number below the stroke"
        stated = above.base_lower if shown == above.lower else above.base_upper
        if end is None or base is None or shown is None or stated is None:
            if (end is None) != (shown is None):
                return "numerator and denominator have not the same ends"
            continue
        numbers, sizes = prod(p.lower or 0 for p in below), prod(p.base_lower or 0 for p in below)
        if shown != end * numbers and stated != base * sizes:
            return "numerator and denominator do not give the ends"
    return ""


def meanings(found: Resolved, claimed: str) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield factor and offset under which a code can be meant as the dimension that is claimed."""
    exponents, apart = dimension(claimed)
    own = dict(found.dimension)
    if found.whole == claimed or (own == exponents and found.apart == apart):
        yield found.factor, found.offset
    if claimed == "temperature_difference" and own == {"temperature": 1}:
        yield found.factor, Fraction(0)
    head, _, clock = claimed.partition(":")
    if head == "every" and own == {clock: 1}:
        yield found.factor, Fraction(0)
    if head == "per_time" and own in ({clock: -1}, {f"count:{clock}": -1}):
        yield found.factor, Fraction(0)
    turning = exponents.get("torque", 0)
    if turning and found.apart == apart and own == _joined_with(exponents, turning):
        yield found.factor, Fraction(0)
    # A ratio of two counts (`3 of 5`) is written without a unit.
    if claimed in ("number", "ratio") and not own:
        yield found.factor, Fraction(0)


def _joined_with(exponents: Mapping[str, int], turning: int) -> dict[str, int]:
    """Return the exponents of a dimension with those of torque written out."""
    total = {name: n for name, n in exponents.items() if name != "torque"}
    for name, n in (("mass", 1), ("length", 2), ("time", -2)):
        total[name] = total.get(name, 0) + n * turning
    return {name: n for name, n in total.items() if n}


def said(value: Value, text: str) -> Value:
    """Return a value as its text says it: of `9 in 10` the two numbers are not meant by themselves."""
    return value.as_rate() if value.counted and _IN.search(text) else value
