"""Whether a stated equation holds: exactly, or when rounded to the digits shown; or why that cannot be decided."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from quantcheck.arithmetic import compute
from quantcheck.arithmetic.compute import CannotError
from quantcheck.arithmetic.measure import Measure, agree, measure
from quantcheck.equations.nodes import leaves
from quantcheck.matching.joint import meet
from quantcheck.patterns.later import later
from quantcheck.values import Equation, Node, Quantity, Reading

JOINT: Final = 64
"""Joint readings of the operands of one equation; above it nothing is decided."""
ROUGH: Final = Fraction(1, 20)
"""How far two writings of one figure may lie apart without contradicting each other."""
PLACES: Final = 30
"""Digits of a result up to which it is compared with an irrational value."""
SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SCALE: Final = later(rf"({'|'.join(SCALES)})\b", re.IGNORECASE)
_DECIMALS: Final = later(r"\d\.\d")
_ABOUT: Final = ("≈", "()", "or")


class Decision(msgspec.Struct, frozen=True):
    """Whether an equation holds. `result` is the operand that the others give, or -1."""

    holds: bool | None
    by: Literal["", "exact", "rounded"] = ""
    why: str = ""
    expected: Reading | None = None
    result: int = -1


def decide(equation: Equation, quantities: Sequence[Quantity], text: str) -> Decision:
    """Return whether an equation holds under every joint reading of its operands."""
    operands = list(dict.fromkeys(i for side in equation.sides for i in leaves(side)))
    result = _result(equation)
    if not equation.signs:
        return Decision(None, why="open_words", result=result)
    if any(not quantities[i].readings or quantities[i].reason for i in operands):
        return Decision(None, why="unread_operand", result=result)
    joint: list[tuple[Reading, ...]] = [()]
    for i in operands:
        readings = quantities[i].readings
        joint = [(*some, r) for some in joint for r in readings if all(meet(other.axes, r.axes) for other in some)]
        if len(joint) > JOINT:
            return Decision(None, why="unread_operand", result=result)
    made: list[Decision] = []
    for some in joint:
        chosen = dict(zip(operands, some, strict=True))
        try:
            made.append(_decided(equation, chosen, quantities, text, result))
        except CannotError as cause:
            made.append(Decision(None, why=str(cause.args[0]), result=result))
    if not made:
        return Decision(None, why="unread_operand", result=result)
    verdicts = {d.holds for d in made}
    if len(verdicts) > 1:
        if True in verdicts and equation.signs == ("()",):
            # Two writings of one figure say themselves which unit they mean.
            return next(d for d in made if d.holds)
        return Decision(None, why=next((d.why for d in made if d.why), "unread_operand"), result=result)
    return next((d for d in made if d.by == "rounded"), made[0])


def _result(equation: Equation) -> int:
    """Return the operand that stands alone on its side, the last of them, where another side computes."""
    alone: list[int] = [side[1] for side in equation.sides if side[0] == "q"]
    if equation.signs == ("()",):
        return alone[-1]
    if equation.signs and equation.signs[0] in ("up", "down", "<", ">"):
        return -1
    return alone[-1] if alone and (len(alone) < len(equation.sides) or len(alone) > 1) else -1


def _decided(
    equation: Equation, chosen: dict[int, Reading], quantities: Sequence[Quantity], text: str, result: int
) -> Decision:
    sign = equation.signs[0]
    if sign in ("<", ">"):
        low, high = (_value(side, chosen) for side in equation.sides)
        if not agree(low, high):
            raise CannotError("dimensions")
        if sign == ">":
            low, high = high, low
        if low.value >= high.value and (low.value < 0 or high.value < 0):
            # `the loss rose from −3 to −5`: with the sign or without it
            raise CannotError("open_words")
        return Decision(low.value < high.value, "exact")
    if sign == "years":
        return _elapsed(equation, chosen)
    if sign in ("up", "down"):
        return _change(equation, chosen, sign)
    sides = [_value(side, chosen) for side in equation.sides]
    by: Literal["exact", "rounded"] = "exact"
    for k, sign in enumerate(equation.signs):
        a, b = sides[k], sides[k + 1]
        how = _compared(equation, k, sign, a, b, chosen, quantities, text)
        if how.holds is not True:
            return msgspec.structs.replace(how, result=result)
        if how.by == "rounded":
            by = "rounded"
    return Decision(True, by, result=result)


def _value(node: Node, chosen: dict[int, Reading]) -> Measure:
    """Return what a side comes to."""
    if node[0] == "q":
        found = measure(chosen[node[1]])
        if found is None:
            raise CannotError("unread_operand")
        return found
    order = list(dict.fromkeys(leaves(node)))
    operands: dict[int, Measure] = {}
    for i in order:
        found = measure(chosen[i])
        if found is None:
            raise CannotError("unread_operand")
        operands[i] = found
    if any("temperature" in dict(m.dimension) for m in operands.values()):
        return _temperatures(node, chosen)
    return compute.value(_plain(node, chosen), operands)


def _plain(node: Node, chosen: dict[int, Reading]) -> Node:
    """Return a node in which `6 more than 4` is a sum, and `20% more than 50` and `$50 + 20%` are products."""
    if node[0] in "qn":
        return node
    parts = [_plain(child, chosen) for child in node[1:]]
    if node[0] not in ("more", "less", "+", "-"):
        return (node[0], *parts)
    whole, by = parts
    worded = node[0] in ("more", "less")
    sign = "+" if node[0] in ("more", "+") else "-"
    if by[0] == "q" and chosen[by[1]].kind == "percent":
        shares = [chosen[i].kind == "percent" for i in leaves(whole)]
        if worded and all(shares):
            # `60% is 10% more than 50%`: of it, or points
            raise CannotError("open_words")
        if not worded and _pure(whole, chosen):
            if any(shares) or _is_one(whole, chosen):
                return (sign, whole, by)
            # `100 - 20%` is 80 to most, and 99.8 by the signs
            raise CannotError("open_words")
        return ("*", whole, (sign, ("n", Fraction(1)), by))
    return (sign, whole, by)


def _pure(node: Node, chosen: dict[int, Reading]) -> bool:
    """Whether every operand is a plain number or a share."""
    return all((m := measure(chosen[i])) is not None and not m.dimension for i in leaves(node))


def _is_one(node: Node, chosen: dict[int, Reading]) -> bool:
    return node[0] == "q" and chosen[node[1]].base_lower == 1


def _temperatures(node: Node, chosen: dict[int, Reading]) -> Measure:
    """Return the difference of two points of temperature; nothing else is computed with points."""
    if node[0] not in "-|" or any(child[0] != "q" for child in node[1:]):
        raise CannotError("dimensions")
    a, b = (measure(chosen[child[1]]) for child in node[1:])
    if a is None or b is None or a.dimension != (("temperature", 1),) or b.dimension != a.dimension:
        raise CannotError("dimensions")
    value = a.value - b.value
    return Measure(abs(value) if node[0] == "|" else value, (("temperature_difference", 1),))


def _compared(
    equation: Equation,
    k: int,
    sign: str,
    a: Measure,
    b: Measure,
    chosen: dict[int, Reading],
    quantities: Sequence[Quantity],
    text: str,
) -> Decision:
    """Return how two neighbouring sides compare."""
    nodes = equation.sides[k], equation.sides[k + 1]
    a, b = _same_temperatures(a, b, nodes, chosen)
    a, b = _calendar(a, nodes[0], b, chosen), _calendar(b, nodes[1], a, chosen)
    pairs = [(a, b, nodes[1], nodes[0]), (b, a, nodes[0], nodes[1])]
    shown = [p for p in pairs if p[2][0] == "q"]
    if len(shown) == 2 and sign not in _ABOUT:
        shown = shown if _DECIMALS.search(_text(text, quantities[nodes[0][1]])) else shown[:1]
    if not (agree(a, b) or agree(b, a)):
        raise CannotError("dimensions")
    if a.value == b.value and a.exact and b.exact:
        return Decision(True, "exact")
    for whole, result, node, other in shown:
        r = chosen[node[1]]
        if not whole.exact and r.lower_digits > PLACES:
            raise CannotError("unread_operand")
        for value in _worth(whole, r, other, chosen):
            if value == result.value and whole.exact:
                return Decision(True, "exact")
            if sign == "()" and not _restates(value, result.value, r, first=node is nodes[0]):
                continue
            if _rounds(value, result.value, r, sign, _text(text, quantities[node[1]]), _shared(r, other, chosen)):
                return Decision(True, "rounded")
    if sign == "()" and _near(a, b, [chosen[node[1]] for node in nodes]):
        raise CannotError("rough_writing")
    if sign == "×" and abs(a.value - b.value) <= ROUGH * abs(b.value):
        raise CannotError("open_words")
    if sign == "or":
        # `20% of $50, or $12`: another way to say it, or another choice
        raise CannotError("open_words")
    if not shown:
        if not (a.exact and b.exact):
            raise CannotError("unread_operand")
        return Decision(False)
    whole, result, node, other = shown[0]
    r = chosen[node[1]]
    value = next(_worth(whole, r, other, chosen))
    scale = _SCALE.search(_text(text, quantities[node[1]]))
    if (
        scale
        and value * SCALES[scale[1].lower()] == result.value
        and not any(_SCALE.search(_text(text, quantities[i])) for i in leaves(other))
    ):
        # `$1,250 − $980 = $270 million`: the scale may be that of all of them
        raise CannotError("open_words")
    if not whole.exact:
        step = abs((r.lower_step or Fraction(1)) * (r.factor or Fraction(1))) / 100
        value = round(value / step) * step
    return Decision(False, expected=_reading(r, value))


def _elapsed(equation: Equation, chosen: dict[int, Reading]) -> Decision:
    """Return whether so many years pass from one to the other; counted otherwise, it is left open."""
    span, years = (chosen[side[1]] for side in equation.sides)
    if span.lower is None or span.upper is None or span.upper - span.lower != years.lower:
        raise CannotError("open_words")
    return Decision(True, "exact", result=equation.sides[1][1])


def _calendar(whole: Measure, other: Node, result: Measure, chosen: dict[int, Reading]) -> Measure:
    """Return the difference of two numbers of years as a time where the other side is one: `2018 − 2010 = 8 years`."""
    if result.dimension != (("calendar", 1),) or whole.dimension or other[0] not in "-|":
        return whole
    ends = [chosen[child[1]].base_lower if child[0] == "q" else None for child in other[1:]]
    if not all(end is not None and 1000 <= end <= 2200 and end.denominator == 1 for end in ends):
        return whole
    return Measure(whole.value * 12, result.dimension)


def _same_temperatures(
    a: Measure, b: Measure, nodes: Sequence[Node], chosen: dict[int, Reading]
) -> tuple[Measure, Measure]:
    """Read a point of temperature as a difference where the other side is one."""
    point, difference = (("temperature", 1),), (("temperature_difference", 1),)
    if a.dimension == difference and b.dimension == point and nodes[1][0] == "q":
        r = chosen[nodes[1][1]]
        return a, Measure((r.lower or Fraction(0)) * (r.factor or 1), difference)
    if b.dimension == difference and a.dimension == point and nodes[0][0] == "q":
        r = chosen[nodes[0][1]]
        return Measure((r.lower or Fraction(0)) * (r.factor or 1), difference), b
    return a, b


def _worth(whole: Measure, r: Reading, other: Node, chosen: dict[int, Reading]) -> Iterator[Fraction]:
    """Yield what the other side comes to, and once more where it turns a quotient into percent by `× 100`."""
    yield whole.value
    if r.unit == "%" and _by_hundred(other, chosen):
        yield whole.value / 100


def _by_hundred(node: Node, chosen: dict[int, Reading]) -> bool:
    if node[0] != "*":
        return False
    ends = [chosen[child[1]] for child in node[1:] if child[0] == "q"]
    return any(r.kind == "number" and r.base_lower == 100 for r in ends)


def _shared(r: Reading, other: Node, chosen: dict[int, Reading]) -> bool:
    """Whether a percentage is made of no percentages: it is a decimal, `67%` of `2 / 3` as much as `0.67`."""
    return r.unit == "%" and other[0] != "q" and not any(chosen[i].kind == "percent" for i in leaves(other))


def _near(a: Measure, b: Measure, readings: Sequence[Reading]) -> bool:
    """Whether two writings lie no further apart than a rough one may: of points of temperature, on both scales.

    On the absolute scale all that is warm lies close together.
    """
    if a.dimension != (("temperature", 1),):
        return abs(a.value - b.value) <= ROUGH * max(abs(a.value), abs(b.value))
    for r, other in zip(readings, (b, a), strict=True):
        lower, factor = r.lower or Fraction(0), r.factor or Fraction(1)
        theirs = lower + (other.value - (r.base_lower or Fraction(0))) / factor
        step = abs(r.lower_step or Fraction(0)) / 2
        if abs(theirs - lower) > max(ROUGH * abs(theirs), ROUGH * abs(lower), step):
            return False
    return True


def _restates(value: Fraction, shown: Fraction, r: Reading, *, first: bool) -> bool:
    """Whether one of two writings may be the other rounded: a lone digit says little where no word says about."""
    if first:
        step = abs((r.lower_step or Fraction(0)) * (r.factor or Fraction(1)))
        return r.lower_digits > 1 and abs(value - shown) * 2 <= step
    return r.lower_digits > 1 or r.modality == "approximate" or abs(value - shown) <= ROUGH * abs(value)


def _rounds(value: Fraction, shown: Fraction, r: Reading, sign: str, text: str, shared: bool) -> bool:
    """Whether a value is what is shown when rounded to its digits: for decimals, or where the text says about.

    Of a percentage of one digit that is `shared` it is left open whether it was rounded.
    """
    about = sign in _ABOUT or r.modality == "approximate"
    if not r.lower_step or not r.factor or not (about or shared or _DECIMALS.search(text)):
        return False
    step = abs(r.lower_step)
    off = abs(value - shown) * 2
    if off <= step * abs(r.factor):
        if shared and not about and r.lower_digits < 2:
            raise CannotError("open_words")
        return True
    if not about or not r.lower or r.lower_digits < 2:
        return False
    digits = r.lower_digits
    while digits > 2 and (r.lower / (step * 10)).denominator == 1:
        step, digits = step * 10, digits - 1
    return off <= step * abs(r.factor)


def _reading(r: Reading, value: Fraction) -> Reading:
    """Return the right value in the unit of the stated one."""
    factor = r.factor or Fraction(1)
    offset = (r.base_lower or Fraction(0)) - (r.lower or Fraction(0)) * factor
    lower = (value - offset) / factor
    return msgspec.structs.replace(
        r, shape="point", lower=lower, upper=lower, base_lower=value, base_upper=value,
        modality="exact", parts=(), axes=(), told=(), lower_step=None, upper_step=None, ratio=(), period=None,
    )  # fmt: skip


def _change(equation: Equation, chosen: dict[int, Reading], sign: str) -> Decision:
    """Return whether the first rises or falls by the third to the second."""
    first, last, by = (_value(side, chosen) for side in equation.sides)
    if not agree(first, last):
        raise CannotError("dimensions")
    point, difference = (("temperature", 1),), (("temperature_difference", 1),)
    if first.dimension == point and by.dimension not in (point, difference):
        # `from 20 °C to 25 °C, a 25% increase`: of a scale that begins anywhere
        raise CannotError("open_words")
    if first.dimension == point:
        by = _same_temperatures(Measure(Fraction(0), difference), by, equation.sides[::2], chosen)[1]
        first, last = Measure(first.value, difference), Measure(last.value, difference)
    r = chosen[equation.sides[2][1]]
    change = last.value - first.value if sign == "up" else first.value - last.value
    if r.kind == "percent" and "ratio" not in dict(first.dimension) and not _is_percent(equation, chosen):
        if not first.value:
            raise CannotError("open_words")
        change /= abs(first.value)
    elif r.kind == "percent" and _is_percent(equation, chosen):
        # `rose by 20% from 50% to 60%`: of it, or points
        if not first.value:
            raise CannotError("open_words")
        both = {change, change / abs(first.value)}
        return Decision(True, "exact") if by.value in both else Decision(None, why="open_words")
    elif not agree(first, by):
        raise CannotError("dimensions")
    if change == by.value:
        return Decision(True, "exact")
    if r.lower_step and r.factor and abs(change - by.value) * 2 <= abs(r.lower_step * r.factor):
        return Decision(True, "rounded")
    end = chosen[equation.sides[1][1]]
    if r.kind == "percent" and end.lower_step and end.factor:
        made = first.value * (1 + by.value if sign == "up" else 1 - by.value)
        if abs(made - last.value) * 2 <= abs(end.lower_step * end.factor):
            return Decision(True, "rounded")
    return Decision(False, expected=_reading(r, change))


def _is_percent(equation: Equation, chosen: dict[int, Reading]) -> bool:
    return all(chosen[side[1]].kind == "percent" for side in equation.sides[:2])


def _text(text: str, q: Quantity) -> str:
    return text[q.start : q.end]
