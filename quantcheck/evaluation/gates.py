"""Gates: thresholds on metrics that a decision must also pass. A gate can only worsen a decision."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

import msgspec

from quantcheck.output import CannotDo

ALIASES: Final = {"dangerous": "faithfulness.dangerous_answers"}
_GATE = re.compile(r"\s*([^\s<>=!]+)\s*(?:(<=|>=|<|>|==|=|!=)\s*(\d{1,30}(?:\.\d{1,30})?|\d{1,30}/\d{1,30})(%?))?\s*")


class Gate(msgspec.Struct, frozen=True):
    """A condition under which the decision becomes worse: `fail` violated, `warn` inconclusive."""

    metric: str
    operator: str
    threshold: str
    effect: Literal["fail", "warn"] = "fail"


class Outcome(msgspec.Struct, frozen=True):
    """A gate and what became of it; `tripped` is null where the metric has no value, which passes nothing."""

    gate: Gate
    value: str | None
    tripped: bool | None


def parse(text: str, effect: Literal["fail", "warn"] = "fail") -> Gate:
    """Return the gate of `METRIC`, which trips on any count, or of `METRIC<0.9`, `METRIC>=2`, `METRIC<90%`."""
    found = _GATE.fullmatch(text)
    if found is None:
        raise CannotDo(f"--{effect}-on {text!r}: expected METRIC, or METRIC and < <= > >= = != and a number")
    name, operator, number, percent = found.groups()
    try:
        value = Fraction(number or 0) / (100 if percent else 1)
    except ZeroDivisionError:
        raise CannotDo(f"--{effect}-on {text!r}: the number divides by zero") from None
    return Gate(name, (operator or ">").replace("==", "="), str(value), effect)


def threshold(text: str, effect: Literal["fail", "warn"]) -> Gate:
    """Return the gate of `--threshold-fail` and `--threshold-warn`: traceability below a number."""
    try:
        gate = parse(f"grounding.quantity_traceability<{text}", effect)
    except CannotDo:
        gate = None
    if gate is None or not 0 <= Fraction(gate.threshold) <= 1:
        raise CannotDo(f"--threshold-{effect} {text!r}: expected a number from 0 to 1, or a percentage")
    return gate


def apply(gates: list[Gate], values: Mapping[str, str | None]) -> list[Outcome]:
    """Return what becomes of each gate, or raise `CannotDo` for one whose metric there is not.

    A metric may be named by its last part where that names one only.
    """
    outcomes = []
    for gate in gates:
        name = ALIASES.get(gate.metric, gate.metric)
        if name not in values:
            near = [full for full in values if full.split(".", 1)[-1] == name]
            if len(near) != 1:
                raise CannotDo(f"no metric {gate.metric!r}; expected one of {', '.join(values)}")
            name = near[0]
        value = values[name]
        tripped = None if value is None else _holds(Fraction(value), gate.operator, Fraction(gate.threshold))
        outcomes.append(Outcome(msgspec.structs.replace(gate, metric=name), value, tripped))
    return outcomes


def _holds(value: Fraction, operator: str, threshold: Fraction) -> bool:
    return {
        "<": value < threshold,
        "<=": value <= threshold,
        ">": value > threshold,
        ">=": value >= threshold,
        "=": value == threshold,
        "!=": value != threshold,
    }[operator]
