"""How a quantity stands to the places that are said to bear it out: equal, as half of a whole, or by a relation.

What is equal and what is related is said by `proof`; here stand the amounts and frequencies that a value is a half of.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec import UNSET

from quantcheck import report
from quantcheck.verifier import proof, written
from quantcheck.verifier.places import Places
from quantcheck.verifier.proof import Value
from quantcheck.verifier.readings import Readings, meanings
from quantcheck.verifier.ucum import Unresolved

_REACH = 8
"""Quantities that may stand between an amount and its frequency: members of one series."""


class Related:
    """The quantities of one case, each with those beside it."""

    def __init__(self, case: report.Case, places: Places, readings: Readings) -> None:
        self._case = case
        self._places = places
        self._readings = readings

    def bears_out(self, n: int, reason: str, values: list[Value], i: int, supports: list[Value]) -> bool:
        """Whether the i-th place equals the quantity or stands in the named relation to it, perhaps as half of a whole.

        A whole is an amount with its frequency: `5 mg` and `daily` are `5 mg/d`, in the answer as in a passage. Several
        times per period make a whole only where the reason is that the totals are the same.
        """
        quantity = self._case.quantities[n]
        here = quantity.support[i].source
        others = [v for v, s in zip(supports, quantity.support, strict=True) if s.source == here]
        mates = [v for mate in self.neighbours(n) for v in self._readings.values(mate)]
        often = reason == "same_total"
        ours = wholes(values, mates, often)
        yours = wholes([supports[i]], others, often)
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
        text = self._places.texts.get(place.source, "")
        sides = (
            (mine, theirs, place.quote, text[place.end : place.end + 8]),
            (theirs, mine, quantity.text, self._places.answer[quantity.end : quantity.end + 8]),
        )
        return any(
            percent.unit == "%"
            and share.unit == "1"
            and (" in " in quote if share.counted else share.dimension == "number" and behind.split()[:1] == ["of"])
            for percent, share, quote, behind in sides
        )

    def shared(self, n: int, reason: str) -> bool:
        """Whether a neighbour has the same reason: an amount and a frequency share the worse of their verdicts."""
        return any(mate.reason == reason for mate in self.neighbours(n))

    def neighbours(self, n: int) -> list[report.Quantity]:
        """Return the quantities near enough to be the amount or the frequency of this one: no blank line between."""
        own = self._case.quantities[n]
        if own.together is not UNSET:
            return [self._case.quantities[own.together]] if self.joined(n, own.together) else []
        found = []
        for i in range(max(0, n - _REACH), min(len(self._case.quantities), n + _REACH + 1)):
            mate = self._case.quantities[i]
            between = self._places.answer[min(own.end, mate.end) : max(own.start, mate.start)]
            if i != n and "\n\n" not in between:
                found.append(mate)
        return found

    def joined(self, n: int, mate: int) -> bool:
        """Whether a quantity can be said to go together with the n-th."""
        return 0 <= mate < len(self._case.quantities) and mate != n

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
            candidates = self._readings.units.resolve(mine.unit)
        except Unresolved:
            return False
        for found in candidates:
            for scale in meanings(found, mine.dimension):
                # Where digits that end in zeros may or may not be significant, the coarsest reading is allowed.
                for chosen in (steps, (None, None)):
                    if proof.rounded(mine, other, scale, chosen):
                        return True
        return False


def wholes(values: list[Value], mates: list[Value], often: bool) -> list[Value]:
    """Return what amounts and frequencies make together: once per period, or however often."""
    pairs = [pair for a in values for b in mates for pair in ((a, b), (b, a))]
    made = (proof.whole(amount, frequency) for amount, frequency in pairs if often or frequency.lower == 1)
    return [whole for whole in made if whole is not None]
