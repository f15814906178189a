"""What a report claims of one quantity: its readings, its places, its status and all that stands with it.

The texts are those of the input. Equality and relations come from `proof`, units from `ucum`; counts belong to `tally`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from msgspec import UNSET

from quantcheck import report
from quantcheck.intake import cases
from quantcheck.policy import Policy
from quantcheck.verifier import equations, written
from quantcheck.verifier.derivations import Derivations
from quantcheck.verifier.evident import Evident, around, together
from quantcheck.verifier.kinds import kinds
from quantcheck.verifier.nearest import Nearest
from quantcheck.verifier.places import Places, beside
from quantcheck.verifier.proof import Value
from quantcheck.verifier.readings import Readings
from quantcheck.verifier.related import Related
from quantcheck.verifier.rivals import Rivals
from quantcheck.verifier.statuses import Statuses, names
from quantcheck.verifier.ucum import Units

Faults = Iterator[tuple[str, str]]

_KINDS = names("quantity kind")


class Claims:
    """The quantities of one case with their texts."""

    def __init__(
        self,
        case: report.Case,
        source: cases.Case,
        policy: Policy,
        units: Units,
        words: written.Words,
        evident: Evident,
    ) -> None:
        self._case = case
        self._words = words
        self._scaled: dict[str, frozenset[Fraction]] = {}
        self._evident = evident
        self._places = Places(source)
        self._readings = Readings(units, words, evident)
        self._related = Related(case, self._places, self._readings)
        self._statuses = Statuses(case, policy, self._places, evident, self._related)
        self._nearest = Nearest(self._places, self._readings, self._related)
        self._derivations = Derivations(case, policy, self._places, self._readings)
        self._rivals = Rivals(units.tables, self._places.texts, source.answer, policy)

    @cached_property
    def _spelt(self) -> frozenset[str]:
        """The units that the answer spells anywhere."""
        return self._evident.codes(self._places.answer)

    def faults(self, n: int) -> Faults:
        """Yield what is wrong with the n-th quantity of the case: a place below it, and what was expected."""
        quantity = self._case.quantities[n]
        values: list[Value] = []
        for i, reading in enumerate(quantity.readings):
            words, near = (f(self._places.answer, quantity.start, quantity.end) for f in (beside, around))
            value, found = self._readings.read(
                reading, quantity.text, f".readings[{i}]", beside=words, around=near, shared=self._shared("")
            )
            yield from found
            if value is not None:
                values.append(value)
                if message := self._evident.headed(quantity.text, value, self._spelt):
                    yield f".readings[{i}].unit", message
                if message := self._words.numberless(quantity.text, value):
                    yield f".readings[{i}].lower", message
        if len(set(values)) != len(quantity.readings):
            yield ".readings", "a reading is unprovable or comes twice"
        if quantity.kind not in _KINDS or (values and quantity.kind not in kinds(values[:1], self._readings.units)):
            yield ".kind", f"no reading is of kind {quantity.kind!r}"
        supports: list[Value] = []
        shown = " ".join(s.quote for s in quantity.support) if "table_head" in quantity.notes else ""
        for i, support in enumerate(quantity.support):
            yield from self._places.faults(support, f".support[{i}]")
            text = self._places.texts.get(support.source, "")
            words, near = (f(text, support.start, support.end) for f in (beside, around))
            if message := self._words.whole(text, support.start, support.end):
                yield f".support[{i}].quote", f"{support.quote[:40]!r} {message}"
            value, found = self._readings.read(
                support.reading,
                support.quote,
                f".support[{i}].reading",
                shown,
                words,
                near,
                self._shared(support.source),
            )
            yield from found
            if value is not None:
                supports.append(value)
        yield from self._numberless(quantity, supports)
        yield from self._places.ordered(quantity.support)
        yield from self._statuses.notes(quantity)
        if len(supports) == len(quantity.support):
            yield from self._statuses.faults(n, values, supports)
        yield from self._extras(n, quantity, values)
        if n and (message := together(self._case.quantities[n - 1], quantity, self._places.answer, self._places.texts)):
            yield ".status", message

    def _shared(self, source: str) -> frozenset[Fraction]:
        """Return the multipliers that stand in the sources, or in them and the answer: one may tell those of all."""
        if not self._scaled:
            texts = self._places.texts
            every = [self._words.multipliers(text) for text in texts.values()]
            self._scaled.update((name, frozenset().union(*every)) for name in texts)
            self._scaled[""] = self._words.multipliers(self._places.answer).union(*every)
        return self._scaled.get(source, frozenset())

    def _numberless(self, quantity: report.Quantity, values: list[Value]) -> Faults:
        """Yield the places in which no number stands, where none beside them in the same text (a cell) has it."""
        if len(values) != len(quantity.support):
            return
        told = [self._words.numberless(s.quote, value) for s, value in zip(quantity.support, values, strict=True)]
        numbered = {s.source for s, message in zip(quantity.support, told, strict=True) if not message}
        for i, (support, message) in enumerate(zip(quantity.support, told, strict=True)):
            if message and support.source not in numbered:
                yield f".support[{i}].reading.lower", message

    def _extras(self, n: int, quantity: report.Quantity, values: list[Value]) -> Faults:
        if (
            quantity.axis is not UNSET
            and len(values) < 2
            and quantity.reason not in ("readings", "temperature_difference")
        ):
            yield ".axis", "one reading alone has no axis"
        if quantity.axis is not UNSET and quantity.axis not in self._readings.units.axes:
            yield ".axis", f"{quantity.axis[:40]!r} is no axis of the vocabulary"
        if quantity.withheld is not UNSET and quantity.withheld < 1:
            yield ".withheld", "expected a positive count"
        if quantity.together is not UNSET and not self._related.joined(n, quantity.together):
            yield ".together", "there is no such quantity"
        if quantity.equation is not UNSET and not 0 <= quantity.equation < len(self._case.equations):
            yield ".equation", "there is no such equation"
        if quantity.nearest is not UNSET:
            yield from self._nearest.faults(n, quantity, values, quantity.nearest)
        if quantity.derivation is not UNSET:
            yield from self._derivations.faults(quantity, quantity.derivation, values)
        yield from self._attached(quantity, values)

    def _attached(self, quantity: report.Quantity, values: list[Value]) -> Faults:
        """Check the figures that a quantity is said to belong to, or that another passage gives."""
        rival = other = None
        if quantity.rival is not UNSET:
            yield from self._places.faults(quantity.rival, ".rival")
            rival, found = self._readings.read(
                quantity.rival.reading, self._rivals.quote(quantity.rival), ".rival.reading"
            )
            yield from found
        if quantity.contested is not UNSET:
            yield from self._places.faults(quantity.contested, ".contested")
            quote = self._rivals.quote(quantity.contested)
            other, found = self._readings.read(quantity.contested.reading, quote, ".contested.reading")
            yield from found
        yield from self._rivals.faults(quantity, values, rival)
        yield from self._rivals.contested(quantity, values, other)

    def equation_faults(self, n: int) -> Faults:
        """Return what is wrong with the n-th equation of the case."""
        return equations.faults(self._case, n, self._readings)
