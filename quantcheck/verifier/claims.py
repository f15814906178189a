"""What a report claims of one quantity, and its proof: readings in their units, quotes, equality, relation, difference.

The texts are those of the input. Equality and relations come from `proof`, units from `ucum`; counts belong to `tally`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Final

from msgspec import UNSET

from quantcheck import report
from quantcheck.codes import CODES
from quantcheck.intake import cases
from quantcheck.policy import Policy
from quantcheck.verifier import formula, instants, proof, written
from quantcheck.verifier.evident import Evident, around, together, unusual
from quantcheck.verifier.proof import Unprovable, Value
from quantcheck.verifier.rivals import Rivals
from quantcheck.verifier.ucum import Resolved, Units, Unresolved, dimension


def _names(*lists: str) -> frozenset[str]:
    return frozenset(code.name for code in CODES if code.list in lists)


FORM = _names("form reason")
AMBIGUOUS = _names("form reason", "ambiguous reason")
UNMATCHED = _names("unmatched reason")
NOTES = _names("note")
KINDS = _names("quantity kind")
LOWERED = frozenset(("pairing", "uncited", "attachment"))
RELATIONS = AMBIGUOUS - FORM - LOWERED - {"reversed_range"}
REACH = 8
"""Quantities that may stand between an amount and its frequency: members of one series."""
ACCEPTED = ("approximate", "derived", "rounded_conversion", "rounded")

Faults = Iterator[tuple[str, str]]
Place = report.Support | report.Nearest | report.Rival


_TWICE = re.compile(r"[(\[/]\s*(?:[=≈]|or|i\.e\.,?|that is|equivalent to|equal to)?\s*\Z", re.IGNORECASE)
_AGAIN = re.compile(r"\s*[(\[/]")


def _beside(text: str, start: int, end: int) -> str:
    """Return the clause of a figure that is written twice (`below 25 °C (77 °F)`), whose words are those of both."""
    first, last = max(0, start - 80), end + 60
    if not (_TWICE.search(text, first, start) or _AGAIN.match(text, end)):
        return ""
    before, behind = re.split(r"[;!?\n]|\.\s", text[first:start])[-1], re.split(r"[;!?\n]|\.\s", text[end:last])[0]
    return before + text[start:end] + behind


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
        self._answer = source.answer
        self._policy = policy
        self._units = units
        self._words = words
        self._evident = evident
        self._texts = {f"passage:{n}": p.text for n, p in enumerate(source.passages, 1)}
        self._documents = {f"passage:{n}": p.document_id for n, p in enumerate(source.passages, 1)}
        self._order = {name: n for n, name in enumerate(self._texts)}
        self._question = ""
        if source.question is not None:
            self._question = source.question_source
            self._texts[self._question] = source.question
            self._order[self._question] = len(self._order)
        self._rivals = Rivals(units.tables, self._texts, source.answer, policy)

    @cached_property
    def _spelt(self) -> frozenset[str]:
        """The units that the answer spells anywhere."""
        return self._evident.codes(self._answer)

    def faults(self, n: int) -> Faults:
        """Yield what is wrong with the n-th quantity of the case: a place below it, and what was expected."""
        quantity = self._case.quantities[n]
        values: list[Value] = []
        for i, reading in enumerate(quantity.readings):
            beside = _beside(self._answer, quantity.start, quantity.end)
            near = around(self._answer, quantity.start, quantity.end)
            value, found = self._read(reading, quantity.text, f".readings[{i}]", beside=beside, around=near)
            yield from found
            if value is not None:
                values.append(value)
                if message := self._evident.headed(quantity.text, value, self._spelt):
                    yield f".readings[{i}].unit", message
        if len(set(values)) != len(quantity.readings):
            yield ".readings", "a reading is unprovable or comes twice"
        if quantity.kind not in KINDS or (values and quantity.kind not in _kinds(values[:1], self._units)):
            yield ".kind", f"no reading is of kind {quantity.kind!r}"
        supports: list[Value] = []
        shown = " ".join(s.quote for s in quantity.support) if "table_head" in quantity.notes else ""
        for i, support in enumerate(quantity.support):
            yield from self._quote(support, f".support[{i}]")
            text = self._texts.get(support.source, "")
            beside, near = (f(text, support.start, support.end) for f in (_beside, around))
            value, found = self._read(support.reading, support.quote, f".support[{i}].reading", shown, beside, near)
            yield from found
            if value is not None:
                supports.append(value)
        yield from self._ordered(quantity.support)
        yield from self._notes(quantity)
        if len(supports) == len(quantity.support):
            yield from {
                "source": self._traced,
                "question": self._traced,
                "ambiguous": self._ambiguous,
                "unmatched": self._unmatched,
            }[quantity.status](n, values, supports)
        yield from self._extras(n, quantity, values)
        if n and (message := together(self._case.quantities[n - 1], quantity, self._answer, self._texts)):
            yield ".status", message

    def equation_faults(self, equation: report.Equation, n: int) -> Faults:
        """Yield what is wrong with an equation: its sides, and that its verdict has a rule or a cause."""
        if (equation.holds is None) == (equation.why is UNSET):
            yield ".why", "expected a cause exactly where it cannot be decided whether the equation holds"
        if equation.holds is True and equation.by is UNSET:
            yield ".by", "expected the rule by which the equation holds"
        if equation.expected is not UNSET:
            _, found = self._read(equation.expected, "", ".expected")
            yield from found
        for side in (equation.left, *(equation.right.split(" = ") if equation.right else ())):
            if not side or side != side.strip() or not _stands(side, equation.text):
                yield ".left", "a side does not stand in the equation"
        if not equation.right and equation.left != equation.text:
            yield ".right", "only what is one statement has one side"
        if "=" in equation.text and _digits(equation.left + equation.right) != _digits(equation.text):
            yield ".left", "the sides have not the digits of the equation"
        members = [q for q in self._case.quantities if q.equation == n]
        if any(not equation.start <= q.start < q.end <= equation.end for q in members):
            yield ".start", "a quantity of the equation lies outside of it"

    # Readings and places

    def _read(
        self, reading: report.Reading, quote: str, place: str, shown: str = "", beside: str = "", around: str = ""
    ) -> tuple[Value | None, list[tuple[str, str]]]:
        """Return the value of a reading, and what contradicts it: its form, its unit, the digits of its quote.

        `shown` is what shows its shape, where that is more than the quote: a cell of a table with its heads. So may
        what is `beside` a figure that is written twice. `around` is what may change what the quote says by itself.
        """
        try:
            value = proof.value(reading, self._period(reading.unit))
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
        if quote and (message := self._words.number_fault(shown or quote, value)):
            # a figure whose head is in the answer stands in prose elsewhere
            if not shown or self._words.number_fault(quote, value):
                found.append((f"{place}.lower", message))
        if quote and (message := self._evident.fault(quote, value, around)):
            found.append((f"{place}.shape", message))
        if quote and (message := self._words.unit_fault(quote, value.unit)):
            found.append((f"{place}.unit", message))
        if quote and (message := self._words.fault(shown or quote, value)):
            if not beside or self._words.fault(beside, value):
                found.append((f"{place}.shape", message))
        return _said(value, quote), found

    def _unit_fault(self, unit: str, claimed: str, ends: Value | proof.Part) -> str:
        """Return why the ends in the unit do not give the ends in base units, or nothing."""
        if ends.lower is None and ends.upper is None and ends.base_lower is None and ends.base_upper is None:
            return "" if isinstance(ends, Value) else "a component without any number"
        try:
            candidates = self._units.resolve(unit)
        except Unresolved as fault:
            return f"unit {unit[:60]!r} cannot be derived: {fault}"
        for found in candidates:
            for factor, offset in _meanings(found, claimed):
                pairs = ((ends.lower, ends.base_lower), (ends.upper, ends.base_upper))
                if all(a is None or b is None or a * factor + offset == b for a, b in pairs):
                    return ""
        return f"the numbers in {unit[:60]!r} are not these in {claimed[:60]!r}"

    def _period(self, unit: str) -> Fraction | None:
        """Return the time below the stroke of a compound unit, in base units: 86400 for `mg/d`."""
        for code in unit.split("/")[1:]:
            with contextlib.suppress(Unresolved):
                found = self._units.resolve(code)[0]
                if dict(found.dimension) in ({"time": 1}, {"calendar": 1}):
                    return found.factor
        return None

    def _quote(self, place: Place, where: str) -> Faults:
        text = self._texts.get(place.source)
        if text is None:
            yield f"{where}.source", f"the case has no source {place.source[:40]!r}"
            return
        if not 0 <= place.start < place.end <= len(text) or text[place.start : place.end] != place.quote:
            yield f"{where}.quote", f"{place.source} has another text at these offsets"
        document = self._documents.get(place.source)
        if (None if place.document_id is UNSET else place.document_id) != document:
            yield f"{where}.document_id", f"expected {document!r}"

    def _ordered(self, support: list[report.Support]) -> Faults:
        keys = [(self._order.get(s.source, -1), s.start, s.end) for s in support]
        if keys != sorted(set(keys)):
            yield ".support", "the places do not stand in the order of the sources, or one comes twice"

    def _notes(self, quantity: report.Quantity) -> Faults:
        for note in quantity.notes:
            if note not in NOTES:
                yield ".notes", f"{note!r} is no note of the contract"
        relaxed = [note for note in quantity.notes if note in ACCEPTED]
        if relaxed and quantity.status not in ("source", "question"):
            yield ".notes", f"{relaxed[0]!r} is a note of a traced quantity"
        for note in relaxed:
            if not self._accepts(note):
                yield ".notes", f"the policy does not accept {note!r}"

    def _accepts(self, relation: str) -> bool:
        policy = self._policy
        return {
            "approximate": policy.hedges == "accept",
            "derived": policy.derived == "accept",
            "rounded_conversion": policy.rounding in ("conversions", "accept"),
            "rounded": policy.rounding == "accept",
        }[relation]

    # Statuses

    def _traced(self, n: int, values: list[Value], supports: list[Value]) -> Faults:
        quantity = self._case.quantities[n]
        if quantity.reason is not UNSET:
            yield ".reason", f"a quantity with status {quantity.status} has no reason"
        if not values:
            yield ".readings", "a traced quantity needs a reading"
        if not supports:
            yield ".support", "a traced quantity needs a place that it equals"
            return
        asked = [s for s in quantity.support if s.source == self._question]
        if quantity.status == "question" and len(asked) != len(quantity.support):
            yield ".status", "supported by a passage, not by the question alone"
        if quantity.status == "source" and len(asked) == len(quantity.support):
            yield ".status", "no support in a passage"
        if quantity.status == "source" and self._policy.citation_scope == "cited":
            if message := self._evident.scope(quantity, self._case, self._answer, self._policy.citation_base):
                yield ".status", message
        if self._policy.profile == "conservative":
            yield from ((".status", message) for v in values if (message := unusual(quantity.text, v)))
        relations = [note for note in quantity.notes if note in ACCEPTED]
        if relations == ["derived"] and quantity.derivation is not UNSET:
            # The places are those of the operands, and the computation is what supports the figure.
            return
        for i in range(len(supports)):
            if not any(self._bears_out(n, note, values, i, supports) for note in relations or [""]):
                yield f".support[{i}].reading", "not equal to any reading of the quantity"
        for note in relations:
            if all(self._bears_out(n, "", values, i, supports) for i in range(len(supports))):
                yield ".notes", f"every support is equal, none needs {note!r}"

    def _ambiguous(self, n: int, values: list[Value], supports: list[Value]) -> Faults:
        quantity = self._case.quantities[n]
        reason = quantity.reason
        if reason is UNSET or reason not in AMBIGUOUS:
            yield ".reason", "expected a reason of an ambiguous quantity"
            return
        if message := self._evident.reason(quantity.text, reason):
            yield ".reason", message
        if reason == "pairing" and not self._beside(n, reason):
            yield ".reason", "expected an amount and a frequency"
        if (reason == "profile") > (self._policy.profile == "conservative"):
            yield ".reason", "only the conservative profile gives this reason"
        if (reason == "uncited") > (self._policy.citation_scope == "cited"):
            yield ".reason", "only the cited scope gives this reason"
        computed = reason == "derived" and quantity.derivation is not UNSET
        # An equation of which an operand is not traceable, or not listed, is accepted by no policy.
        if reason in ACCEPTED and self._accepts(reason) and not computed:
            yield ".reason", f"the policy accepts {reason!r}"
        if reason == "reversed_range" and not any(proof.reversed_range(v) for v in values):
            yield ".reason", "no reading is a reversed range"
        if reason not in FORM and not values:
            yield ".readings", "what has no reading has a reason of form"
        if reason in RELATIONS and not supports and not computed and not self._beside(n, reason):
            yield ".support", f"expected the place to which it is {reason!r}"
        # A figure that is found and lowered (its frequency, its citation, a cut passage) keeps what it equals.
        for i in range(len(supports)):
            # What a policy accepted is lowered with the relation that it accepted.
            relations = [reason, *filter(self._accepts, ACCEPTED if reason == "attachment" else ())]
            if not any(self._bears_out(n, relation, values, i, supports) for relation in relations):
                yield f".support[{i}].reading", f"not {reason!r} to any reading of the quantity"

    def _unmatched(self, n: int, values: list[Value], supports: list[Value]) -> Faults:
        quantity = self._case.quantities[n]
        reason = quantity.reason
        if reason is UNSET or reason not in UNMATCHED:
            yield ".reason", "expected a reason of an unmatched quantity"
            return
        if not values:
            yield ".readings", "what was not read exactly is ambiguous, not unmatched"
        if reason == "misattributed":
            if self._policy.citation_scope != "cited":
                yield ".reason", "only the cited scope gives this reason"
        elif supports:
            yield ".support", "an unmatched quantity has no support"
        if reason == "derivable" and quantity.derivation is UNSET:
            yield ".derivation", "expected the computation that gives the figure"
        nearest = quantity.nearest
        if reason == "contradicted" and nearest is UNSET and not self._beside(n, reason):
            yield ".nearest", "expected the value that the passages give"
        if reason == "invented" and nearest is not UNSET and nearest.source != self._question:
            yield ".reason", "a passage gives a value of this dimension"

    def _extras(self, n: int, quantity: report.Quantity, values: list[Value]) -> Faults:
        if (
            quantity.axis is not UNSET
            and len(values) < 2
            and quantity.reason not in ("readings", "temperature_difference")
        ):
            yield ".axis", "one reading alone has no axis"
        if quantity.axis is not UNSET and quantity.axis not in self._units.axes:
            yield ".axis", f"{quantity.axis[:40]!r} is no axis of the vocabulary"
        if quantity.withheld is not UNSET and quantity.withheld < 1:
            yield ".withheld", "expected a positive count"
        if quantity.together is not UNSET and not self._joined(
            self._case.quantities.index(quantity), quantity.together
        ):
            yield ".together", "there is no such quantity"
        if quantity.equation is not UNSET and not 0 <= quantity.equation < len(self._case.equations):
            yield ".equation", "there is no such equation"
        if quantity.nearest is not UNSET:
            yield from self._nearest(n, quantity, values, quantity.nearest)
        if quantity.derivation is not UNSET:
            yield from self._derivation(quantity, quantity.derivation, values)
            for i, operand in enumerate(quantity.derivation.operands):
                place = f".derivation.operands[{i}]"
                yield from self._quote(operand, place)
                if operand.reading.base.dimension in instants.SECONDS:
                    yield from instants.faults(operand, self._texts.get(operand.source, ""), f"{place}.reading")
                else:
                    yield from self._read(operand.reading, operand.quote, f"{place}.reading")[1]
        rival = other = None
        if quantity.rival is not UNSET:
            yield from self._quote(quantity.rival, ".rival")
            rival, found = self._read(quantity.rival.reading, self._rivals.quote(quantity.rival), ".rival.reading")
            yield from found
        if quantity.contested is not UNSET:
            yield from self._quote(quantity.contested, ".contested")
            quote = self._rivals.quote(quantity.contested)
            other, found = self._read(quantity.contested.reading, quote, ".contested.reading")
            yield from found
        yield from self._rivals.faults(quantity, values, rival)
        yield from self._rivals.contested(quantity, values, other)

    def _derivation(self, quantity: report.Quantity, derivation: report.Derivation, values: list[Value]) -> Faults:
        """Check that a computation comes to the figure: one of an equation by that, else by its formula."""
        if quantity.equation is not UNSET and quantity.equation < len(self._case.equations):
            equation = self._case.equations[quantity.equation]
            if derivation.bound == "0":
                if equation.holds is not True:
                    yield ".derivation", "the equation is not one that holds"
                if derivation.formula.split() != equation.text.split():
                    yield ".derivation.formula", "not the equation"
                with contextlib.suppress(Unprovable):
                    if proof.rational(derivation.expected) is not None:
                        return
                yield ".derivation.expected", "expected a rational"
                return
        if quantity.status != "unmatched" or quantity.reason != "derivable":
            yield ".derivation", "only a true equation makes more of a computation than an offer"
        try:
            bound = proof.rational(derivation.bound)
            expected = proof.rational(derivation.expected)
            operands = [proof.value(o.reading) for o in derivation.operands]
        except Unprovable as fault:
            yield ".derivation", str(fault)
            return
        if bound is None or not 0 <= bound <= 1:
            yield ".derivation.bound", "expected a rational from 0 to 1"
        elif bound > Fraction(self._policy.chance_bound):
            yield ".derivation.bound", "above the bound on chance of the policy"
        quoted = [(o.quote, v) for o, v in zip(derivation.operands, operands, strict=True)]
        made = formula.value(derivation.formula, quoted)
        if made is None or made != expected:
            yield ".derivation.formula", f"does not come to {derivation.expected[:40]}"
            return
        near = [v for v in values if v.base_lower is not None]
        if derivation.by == "exact" and not any(v.base_lower == made for v in near):
            yield ".derivation.by", "does not come to the figure exactly"
        off = [(abs((v.base_lower or Fraction(0)) - made), self._place_value(quantity.text, v)) for v in near]
        if derivation.by == "rounded" and not any(far * 2 <= step for far, step in off):
            yield ".derivation.by", "does not come to the figure when rounded"

    def _place_value(self, text: str, value: Value) -> Fraction:
        """Return the place value of the last digit shown, in base units."""
        steps = written.steps(text)
        if not value.lower or not value.base_lower or not steps:
            return Fraction(0)
        number = written.numbers(text)[-1] if written.numbers(text) else value.lower
        return abs(steps[-1] * value.base_lower / number) if number else Fraction(0)

    # Nearest

    def _nearest(self, n: int, quantity: report.Quantity, values: list[Value], nearest: report.Nearest) -> Faults:
        if quantity.status != "unmatched":
            yield ".nearest", "only an unmatched quantity has a nearest one"
        yield from self._quote(nearest, ".nearest")
        text = self._texts.get(nearest.source, "")
        # What a cell is per stands in its heads, which are not shown here.
        shown = text if nearest.reading.parts is not UNSET and ("|" in text or "<t" in text.lower()) else ""
        beside = _beside(text, nearest.start, nearest.end)
        other, found = self._read(nearest.reading, nearest.quote, ".nearest.reading", shown, beside)
        yield from ((place, message) for place, message in found)
        if other is None or not values:
            return
        whole = quantity.together is not UNSET
        halves = [v for mate in self._neighbours(n) for v in self._values(mate)] if whole else []
        kind = proof.sides(other.dimension)
        mates = [v for v in (*values, *_wholes(values, halves, False)) if proof.sides(v.dimension) == kind]
        if not mates:
            yield ".nearest.reading", "of another dimension than the quantity"
            return
        if any(proof.same(v, other) for v in mates):
            yield ".nearest", "equal to the quantity, which is then not unmatched"
        yield from _difference_faults(nearest.difference, mates, other)

    # Wholes and relations

    def _bears_out(self, n: int, reason: str, values: list[Value], i: int, supports: list[Value]) -> bool:
        """Whether the i-th place equals the quantity or stands in the named relation to it, perhaps as half of a whole.

        A whole is an amount with its frequency: `5 mg` and `daily` are `5 mg/d`, in the answer as in a passage. Several
        times per period make a whole only where the reason is that the totals are the same.
        """
        quantity = self._case.quantities[n]
        here = quantity.support[i].source
        others = [v for v, s in zip(supports, quantity.support, strict=True) if s.source == here]
        mates = [v for mate in self._neighbours(n) for v in self._values(mate)]
        often = reason == "same_total"
        ours = _wholes(values, mates, often)
        yours = _wholes([supports[i]], others, often)
        if any(proof.same(mine, supports[i]) for mine in values):
            return True
        if not reason and any(self._one_share(quantity, mine, quantity.support[i], supports[i]) for mine in values):
            return True
        sides = ((ours, [supports[i]]), (values, yours), (ours, yours))
        if any(proof.alike(mine, theirs) for left, right in sides for mine in left for theirs in right):
            return True
        return bool(reason) and any(
            self._related(reason, mine, quantity.text, theirs)
            for mine in (*values, *ours)
            for theirs in (supports[i], *yours)
        )

    def _one_share(self, quantity: report.Quantity, mine: Value, place: report.Support, theirs: Value) -> bool:
        """Whether one is a percentage, the other `one in five` or `1/5 of`, and both the same ratio."""
        ends = (mine.base_lower, mine.base_upper, mine.shape, mine.modality)
        if ends != (theirs.base_lower, theirs.base_upper, theirs.shape, theirs.modality):
            return False
        text = self._texts.get(place.source, "")
        sides = (
            (mine, theirs, place.quote, text[place.end : place.end + 8]),
            (theirs, mine, quantity.text, self._answer[quantity.end : quantity.end + 8]),
        )
        return any(
            percent.unit == "%"
            and share.unit == "1"
            and (" in " in quote if share.counted else share.dimension == "number" and behind.split()[:1] == ["of"])
            for percent, share, quote, behind in sides
        )

    def _beside(self, n: int, reason: str) -> bool:
        """Whether a neighbour has the same reason: an amount and a frequency share the worse of their verdicts."""
        return any(mate.reason == reason for mate in self._neighbours(n))

    def _neighbours(self, n: int) -> list[report.Quantity]:
        """Return the quantities near enough to be the amount or the frequency of this one: no blank line between."""
        own = self._case.quantities[n]
        if own.together is not UNSET:
            return [self._case.quantities[own.together]] if self._joined(n, own.together) else []
        found = []
        for i in range(max(0, n - REACH), min(len(self._case.quantities), n + REACH + 1)):
            mate = self._case.quantities[i]
            between = self._answer[min(own.end, mate.end) : max(own.start, mate.start)]
            if i != n and "\n\n" not in between:
                found.append(mate)
        return found

    def _joined(self, n: int, mate: int) -> bool:
        return 0 <= mate < len(self._case.quantities) and mate != n

    def _values(self, quantity: report.Quantity) -> list[Value]:
        try:
            return [_said(proof.value(r, self._period(r.unit)), quantity.text) for r in quantity.readings]
        except Unprovable:
            return []

    def _related(self, relation: str, mine: Value, text: str, theirs: Value) -> bool:
        if relation in ("rounded", "rounded_conversion"):
            return self._rounded(relation, mine, text, theirs)
        plain: dict[str, Callable[[Value, Value], bool]] = {
            "readings": proof.same,
            "approximate": proof.approximate,
            "notation": proof.notation,
            "kind": proof.kind,
            "schedule": proof.schedule,
            "temperature_difference": proof.temperature_difference,
            "derived": proof.derived,
        }
        return relation in plain and plain[relation](mine, theirs)

    def _rounded(self, relation: str, mine: Value, text: str, other: Value) -> bool:
        if (mine.unit != other.unit) != (relation == "rounded_conversion"):
            return False
        shown = written.steps(text)
        ends = [e for e in (mine.lower, mine.upper) if e is not None]
        steps: tuple[Fraction | None, Fraction | None] = (None, None)
        if shown and len(set(ends)) == 1:
            steps = (shown[0], shown[0])
        elif len(shown) == len(ends) == 2:
            # each end shows its digits in its own unit, which may be another than that of the value
            numbers = written.numbers(text)
            low, high = (
                step * abs(end / number) if number else step
                for step, end, number in zip(shown, ends, numbers, strict=True)
            )
            steps = (low, high)
        try:
            candidates = self._units.resolve(mine.unit)
        except Unresolved:
            return False
        for found in candidates:
            for scale in _meanings(found, mine.dimension):
                # Where digits that end in zeros may or may not be significant, the coarsest reading is allowed.
                for chosen in (steps, (None, None)):
                    if proof.rounded(mine, other, scale, chosen):
                        return True
        return False


def _wholes(values: list[Value], mates: list[Value], often: bool) -> list[Value]:
    """Return what amounts and frequencies make together: once per period, or however often."""
    pairs = [pair for a in values for b in mates for pair in ((a, b), (b, a))]
    made = (proof.whole(amount, frequency) for amount, frequency in pairs if often or frequency.lower == 1)
    return [whole for whole in made if whole is not None]


def _digits(text: str) -> list[str]:
    return sorted(filter(str.isdecimal, text))


def _stands(side: str, text: str) -> bool:
    """Whether a text has this, and no number or word of it is cut at its ends."""
    letter = r"(?![^\W\d_])" if side[-1].isalpha() else ""
    return bool(re.search(rf"(?<![\d.,]){re.escape(side)}(?![\d]|[.,]\d){letter}", text))


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


def _meanings(found: Resolved, claimed: str) -> Iterator[tuple[Fraction, Fraction]]:
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


def _kinds(values: list[Value], units: Units) -> set[str]:
    """Return the kinds of quantity that the readings can be of, from their dimensions and the rows of their units."""
    out: set[str] = set()
    for value in values:
        named = units.kind(value.unit)
        if named:
            # Only `%` itself is called percent; ppm, per mille and percent by weight are ratios.
            out.add("ratio" if named == "percent" and value.unit != "%" else named)
        elif value.dimension in ALONE:
            out.add(value.dimension)
        elif value.dimension.startswith(("every:", "per_time:")):
            out.add("frequency")
        else:
            above = [name for name, exponent in proof.vector(value.dimension).items() if exponent > 0]
            kinds = [KIND_OF.get(name.partition(":")[0], "physical") for name in above]
            out |= set(kinds or ["physical"])
            out |= {"physical"} if value.dimension in PURE and "/" in value.unit else set()
            # a compound unit is of the kind of its first part, which may have cancelled
            code = re.split(r"[./]", value.unit)[0] or "1"
            out |= {units.kind(code)} & {"physical"}
            with contextlib.suppress(Unresolved):
                first = units.resolve(code)[0].dimension
                out |= {KIND_OF[n.partition(":")[0]] for n, _ in first if n.partition(":")[0] in KIND_OF}
    return out


ALONE = ("temperature", "temperature_difference", "percentage_point", "number")
KIND_OF = {"currency": "money", "count": "count", "ratio": "ratio", "percentage_point": "percentage_point"}
PURE = ("ratio", "mass_fraction", "volume_fraction", "amount_fraction")


def _said(value: Value, text: str) -> Value:
    """Return a value as its text says it: of `9 in 10` the two numbers are not meant by themselves."""
    return value.as_rate() if value.counted and _IN.search(text) else value


_IN: Final = re.compile(r"\bin\b", re.IGNORECASE)


def _difference_faults(difference: report.Difference, values: list[Value], other: Value) -> Faults:
    kind = difference.kind
    factor = None
    with contextlib.suppress(Unprovable):
        factor = proof.rational(None if difference.factor is UNSET else difference.factor)
    if (kind == "factor") != (difference.factor is not UNSET):
        yield ".nearest.difference.factor", "expected exactly where the difference is a factor"
    if not any(proof.differs(kind, factor, v, other) for v in values):
        yield ".nearest.difference.kind", f"the two do not differ by {kind!r}"
