"""Amounts and frequencies that stand together: `5 mg twice daily` (contract §5, *Frequencies*).

An amount together with once per period is a whole, the amount per period. Knows one text at a time; whether an answer's
pair stands in the evidence is decided in `match`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from quantcheck.matching.relations import PARTED, pairs, per
from quantcheck.values import CLOCKS, Axes, Part, Quantity, Reading, Text

REACH: Final = 16
"""Members of one series, or writings of one amount, that may stand between an amount and its frequency."""
NEXT: Final = 12
NEAR: Final = 40
"""Characters between a share and the frequency behind it, or before it (`an annual rate of growth of 5%`)."""
_ENERGY: Final = (("length", 2), ("mass", 1), ("time", -2))
_COUNTED: Final = ("count", "currency", "iu")
_AMOUNTS: Final = frozenset({"mass", "length", "amount", "equivalents", "osmoles", "mass_fraction", "absorbed_dose"})


def is_frequency(q: Quantity) -> bool:
    """Whether a quantity says how often (`twice daily`, `every 6 hours`, `at bedtime`)."""
    for r in q.readings:  # noqa: SIM110 - asked of every quantity
        if r.dimension.startswith(("per_time:", "every:")):
            return True
    return False


def is_amount(q: Quantity) -> bool:
    """Whether a quantity can be taken, given or spent so many times; an unreadable one might be."""
    return not q.bare and (not q.readings or any(_amount(r.dimension) for r in q.readings))


def _is_duration(q: Quantity) -> bool:
    return not q.bare and any(r.dimension in CLOCKS for r in q.readings)


@lru_cache(maxsize=4096)
def _amount(dimension: str) -> bool:
    """Whether a dimension is that of an amount, or of an amount per body weight or surface.

    A concentration is none: it says what is given, not how much of it.
    """
    names = pairs(dimension)
    if names == _ENERGY:
        return True
    above = [(n, e) for n, e in names if e > 0]
    below = [(n, e) for n, e in names if e < 0]
    if not all(n in _AMOUNTS or n.partition(":")[0] in _COUNTED for n, _ in above):
        return False
    # per body weight or surface, or per one of what is counted (`5 mg per person daily`)
    each = len(below) == 1 and below[0][1] == -1 and below[0][0].startswith("count:")
    return bool(above) and (each or below in ([], [("mass", -1)], [("length", -2)]))


def _may_recur(r: Reading) -> bool:
    """Whether a reading is of no amount of its own sort, in one unit, and yet can be so much per period."""
    head = r.dimension.partition(":")[0]
    return "/" not in r.unit and head not in (
        *CLOCKS, "temperature", "temperature_difference", "number", "per_time", "every"
    )  # fmt: skip


class Pairs:
    """Which amounts of a text stand together with which frequencies: one sentence, no other of either between."""

    def __init__(self, read: Text) -> None:
        self._quantities = read.quantities
        self.often = list(map(is_frequency, read.quantities))
        """Which quantities say how often."""
        self._marks: list[int] = []
        """The amounts and frequencies of the text, in order."""
        self._frequencies: dict[int, list[int]] = {}
        self._amounts: dict[int, list[int]] = {}
        self._pair()

    def frequencies(self, amount: int) -> list[int]:
        """Return the frequencies that stand together with an amount: one at most."""
        return self._frequencies.get(amount, [])

    def amounts(self, frequency: int) -> list[int]:
        """Return the amounts that stand together with a frequency: several only as members of one series."""
        return self._amounts.get(frequency, [])

    def all(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of amount and frequency in order of the amounts."""
        for amount in sorted(self._frequencies):
            for frequency in self._frequencies[amount]:
                yield amount, frequency

    def _pair(self) -> None:
        quantities = self._quantities
        often = self.often
        if not any(often):
            return
        self._marks = [i for i, q in enumerate(quantities) if often[i] or is_amount(q) or self._beside_often(i, often)]
        for n, i in enumerate(self._marks):
            if not often[i]:
                continue
            amount = self._beside(n, -1) if self._beside(n, -1) >= 0 else self._beside(n, 1)
            if amount < 0:
                amount = self._duration(n)
            if amount >= 0:
                self._join(amount, i)

    def _beside_often(self, i: int, often: Sequence[bool]) -> bool:
        """Return whether a share, or another amount in one unit, is so close to a frequency that it is so often.

        `5% annually`, `an annual rate of 5%`; in `80% of them take it daily` it is not.
        """
        q = self._quantities[i]
        if q.bare or not q.readings or not all(_may_recur(r) for r in q.readings):
            return False
        before, behind = self._quantities[i - 1 : i], self._quantities[i + 1 : i + 2]
        return bool(
            (behind and often[i + 1] and behind[0].start - q.end <= NEXT)
            or (before and often[i - 1] and q.start - before[0].end <= NEAR)
        )

    def _beside(self, n: int, step: int) -> int:
        """Return the amount next to a frequency in its sentence that has no frequency yet, or -1."""
        m = n + step
        if not 0 <= m < len(self._marks):
            return -1
        i = self._marks[m]
        if self._quantities[i].sentence != self._quantities[self._marks[n]].sentence:
            return -1
        return -1 if i in self._frequencies or self.often[i] else i

    def _duration(self, n: int) -> int:
        """Return the time that is the only amount there is, where the reader took it for one: `30 minutes daily`."""
        i = self._quantities[self._marks[n]].together
        return i if i >= 0 and i not in self._frequencies and _is_duration(self._quantities[i]) else -1

    def _join(self, amount: int, frequency: int) -> None:
        quantities = self._quantities
        members = [amount]
        series = quantities[amount].series
        step = -1 if amount < frequency else 1
        i = amount + step
        # The members of a series share what stands behind or before it.
        while series >= 0 and 0 <= i < len(quantities) and quantities[i].series == series:
            if i not in self._frequencies and not self.often[i]:
                members.append(i)
            i += step
        for member in members:
            self._frequencies[member] = [frequency]
        self._amounts[frequency] = sorted(members)

    def near(self, amount: int) -> list[int]:
        """Return the frequencies that stand together with an amount, or would if two sentences were one.

        Where it has one of its own that is all; one that has an amount of its own is not there for others.
        """
        if amount in self._frequencies:
            return self._frequencies[amount]
        at = bisect_left(self._marks, amount)
        behind = at + 1 if self._marks[at : at + 1] == [amount] else at
        return [*self._along(amount, range(at - 1, -1, -1)), *self._along(amount, range(behind, len(self._marks)))]

    def _along(self, amount: int, marks: range) -> Iterator[int]:
        quantities = self._quantities
        own = quantities[amount]
        for m in marks[:REACH]:
            i = self._marks[m]
            other = quantities[i]
            if abs(other.sentence - own.sentence) > 1:
                return
            if self.often[i]:
                if i not in self._amounts:
                    yield i
                return
            if not (own.series >= 0 and other.series == own.series) and other.readings != own.readings:
                return


def wholes(amount: Quantity, frequency: Quantity) -> tuple[Reading, ...]:
    """Return the readings of an amount together with once per period (`5 mg daily` is `5 mg/d`), else none."""
    return _multiplied(amount, frequency, lambda f: f.lower == 1)


def totals(amount: Quantity, frequency: Quantity) -> tuple[Reading, ...]:
    """Return the readings of the total per period of an amount given several times per period."""
    return _multiplied(amount, frequency, lambda f: f.lower != 1)


def halves(amount: Quantity, frequency: Quantity, whole: Reading) -> tuple[Reading, Reading]:
    """Return the readings of an amount and of a frequency of which a reading of `wholes` or `totals` was made."""
    for f in frequency.readings:
        for a in amount.readings:
            axes = _joined(a.axes, f.axes)
            if axes is not None and _times(a, f, axes) == whole:
                return a, f
    return amount.readings[0], frequency.readings[0]


def _multiplied(amount: Quantity, frequency: Quantity, fits: Callable[[Reading], bool]) -> tuple[Reading, ...]:
    if amount.reason or frequency.reason:
        return ()
    found = []
    for f in frequency.readings:
        if not _plain_rate(f) or not fits(f):
            return ()
        for a in amount.readings:
            if (axes := _joined(a.axes, f.axes)) is not None:
                found.append(_times(a, f, axes))
    return tuple(found)


def _plain_rate(f: Reading) -> bool:
    head, _, clock = f.dimension.partition(":")
    return (
        head == "per_time" and clock in CLOCKS and f.shape == "point" and f.modality == "exact" and bool(f.base_lower)
    )


def _joined(a: Axes, b: Axes) -> Axes | None:
    """Return the assumptions of both, or None where they contradict each other."""
    chosen = dict(a)
    if any(chosen.setdefault(axis, choice) != choice for axis, choice in b):
        return None
    return tuple(sorted(chosen.items()))


def _times(a: Reading, f: Reading, axes: Axes) -> Reading:
    """Return an amount per period: the amount, so many times the rate of the frequency."""
    clock = f.dimension.partition(":")[2]
    rate = f.base_lower or Fraction(0)
    often = f.lower or Fraction(1)
    parts = tuple(_part_times(p, f, rate, often, clock) for p in a.parts) if a.shape in PARTED else ()
    return msgspec.structs.replace(
        a,
        unit=_unit_per(a.unit, f.unit),
        lower=_by(a.lower, often),
        upper=_by(a.upper, often),
        dimension=per(a.dimension, clock),
        base_lower=_by(a.base_lower, rate),
        base_upper=_by(a.base_upper, rate),
        kind=a.kind if a.kind in ("money", "count") else "physical",
        parts=parts,
        axes=axes,
        lower_step=_by(a.lower_step, often),
        upper_step=_by(a.upper_step, often),
        factor=None if a.factor is None else a.factor * rate / often,
    )


def _part_times(p: Part, f: Reading, rate: Fraction, often: Fraction, clock: str) -> Part:
    return msgspec.structs.replace(
        p,
        unit=_unit_per(p.unit, f.unit),
        lower=_by(p.lower, often),
        upper=_by(p.upper, often),
        dimension=per(p.dimension, clock),
        base_lower=_by(p.base_lower, rate),
        base_upper=_by(p.base_upper, rate),
    )


def _by(end: Fraction | None, factor: Fraction) -> Fraction | None:
    return None if end is None else end * factor


def _unit_per(amount: str, frequency: str) -> str:
    """Return the code of an amount per the period of a frequency (`/d`)."""
    return amount + (frequency if frequency.startswith("/") else "/" + frequency.removeprefix("1/"))
