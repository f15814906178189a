"""Joint readings: one choice on each axis for both sides, and nothing decided where there are too many."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from quantcheck.matching import relations
from quantcheck.matching.joint import LIMIT, TEMPERATURE, compare, equality
from quantcheck.values import Axes, Reading


def reading(value: int, *axes: tuple[str, str], dimension: str = "mass") -> Reading:
    base = Fraction(value)
    return Reading("point", "kg", base, base, dimension, base, base, axes=tuple(sorted(axes)))


Side = list[Reading]
CASES: dict[str, tuple[Side, Side, bool, bool, str]] = {
    # left, right, equal under every joint reading, under some, the axis
    "plain": ([reading(1)], [reading(1)], True, True, ""),
    "unequal": ([reading(1)], [reading(2)], False, False, ""),
    "shared-axis": (
        [reading(1, ("a", "x")), reading(2, ("a", "y"))],
        [reading(1, ("a", "x")), reading(2, ("a", "y"))],
        True,
        True,
        "",
    ),
    "crossed-axis": (
        [reading(1, ("a", "x")), reading(2, ("a", "y"))],
        [reading(2, ("a", "x")), reading(1, ("a", "y"))],
        False,
        False,
        "",
    ),
    "free-side": ([reading(1, ("a", "x")), reading(2, ("a", "y"))], [reading(1)], False, True, "a"),
    "free-side-either-way": ([reading(1, ("a", "x")), reading(1, ("a", "y"))], [reading(1)], True, True, ""),
    "no-axis-tells-them-apart": ([reading(1), reading(2)], [reading(1)], False, True, ""),
    "no-axis-on-either-side": ([reading(1), reading(2)], [reading(1), reading(2)], False, True, ""),
    "choice-unknown-to-the-other": (
        [reading(1, ("a", "x")), reading(2, ("a", "y"))],
        [reading(1, ("a", "x")), reading(2, ("a", "y")), reading(3, ("a", "z"))],
        False,
        True,
        "a",
    ),
    "lone-readings-of-two-choices": ([reading(1, ("a", "x"))], [reading(1, ("a", "y"))], False, False, ""),
    "lone-readings-on-two-axes": ([reading(1, ("a", "x"))], [reading(1, ("b", "x"))], True, True, ""),
    "second-axis-decides": (
        [reading(1, ("a", "x"), ("b", "x")), reading(1, ("a", "y"), ("b", "x")), reading(2, ("b", "y"))],
        [reading(1)],
        False,
        True,
        "b",
    ),
    "within-one-choice": (
        [reading(5, ("a", "x")), reading(1, ("a", "y"), ("b", "x")), reading(2, ("a", "y"), ("b", "y"))],
        [reading(1)],
        False,
        True,
        "a",
    ),
}


@pytest.mark.parametrize(("left", "right", "every", "some", "axis"), CASES.values(), ids=CASES)
def test_compare(left: Side, right: Side, every: bool, some: bool, axis: str) -> None:
    found = compare(left, right, relations.equal)
    assert (found.every, found.some, found.axis) == (every, some, axis)
    assert compare(right, left, relations.equal)[:3] == (every, some, axis)


def _many(count: int) -> Side:
    return [reading(1, ("a", str(i))) for i in range(count)]


@pytest.mark.parametrize(("count", "too_many"), [(LIMIT, False), (LIMIT + 1, True)])
def test_the_limit(count: int, too_many: bool) -> None:
    """Above the limit nothing is decided, where there is something to decide."""
    found = compare(_many(count), [reading(1)], relations.equal)
    assert (found.every, found.some, found.too_many, found.axis) == (not too_many, True, too_many, "")
    assert found.reading == reading(1)
    assert compare(_many(count), [reading(2)], relations.equal)[:2] == (False, False)


def test_the_limit_is_on_all_axes_together() -> None:
    """Nine choices on one side and eight on the other are 72 joint readings."""
    others = [reading(1, ("b", str(i))) for i in range(8)]
    assert compare(_many(9), others, relations.equal).too_many
    assert not compare(_many(8), others, relations.equal).too_many


POINT: Axes = ((TEMPERATURE, "point"),)
DIFFERENCE: Axes = ((TEMPERATURE, "difference"),)


def _temperature(unit: str, written: int, base: Fraction, axes: Axes, dimension: str) -> Reading:
    value = Fraction(written)
    return Reading("point", unit, value, value, dimension, base, base, axes=axes)


def _undecided(unit: str, written: int, to_point: Callable[[int], Fraction], step: Fraction) -> Side:
    return [
        _temperature(unit, written, to_point(written), POINT, "temperature"),
        _temperature(unit, written, written * step, DIFFERENCE, "temperature_difference"),
    ]


def _celsius(t: int) -> Fraction:
    return t + Fraction(27315, 100)


def _fahrenheit(t: int) -> Fraction:
    return (t + Fraction(45967, 100)) * Fraction(5, 9)


C20 = _undecided("Cel", 20, _celsius, Fraction(1))
F68 = _undecided("[degF]", 68, _fahrenheit, Fraction(5, 9))
C20_POINT = [_temperature("Cel", 20, _celsius(20), (), "temperature")]
C20_DIFFERENCE = [_temperature("Cel", 20, Fraction(20), (), "temperature_difference")]


@pytest.mark.parametrize(
    ("left", "right", "every"),
    [
        (C20, C20, True),
        (C20, C20_POINT, True),
        (C20_POINT, C20, True),
        (C20, F68, False),
        (F68, C20_POINT, False),
        (C20, C20_DIFFERENCE, False),
        (C20_DIFFERENCE, C20, False),
    ],
)
def test_undecided_temperatures(left: Side, right: Side, every: bool) -> None:
    found = equality(left, right, relations.equal)
    assert (found.every, found.some, found.axis) == (every, True, "" if every else TEMPERATURE)
