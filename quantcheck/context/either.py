"""The readings of a figure that words bound from afar, or do not: a bound, a figure, or either."""

from __future__ import annotations

import msgspec

from quantcheck.normalising.axes import MAX_READINGS
from quantcheck.values import Axes, Quantity, Reading

OTHER = {"ge": "le", "le": "ge"}


def op_of(r: Reading) -> str:
    """Return the operator of a bound: `ge`, `gt`, `le` or `lt`."""
    side = "g" if r.lower is not None else "l"
    return side + ("e" if r.lower_closed or r.upper_closed else "t")


def both(quantity: Quantity, op: str, start: int, end: int, *, other: bool = False) -> None:
    """Give a quantity the readings of a bound beside those of a figure; refuse it where a bound has no reading."""
    if any(r.modality != "exact" for r in quantity.readings):
        quantity.supposed = tuple(q for r in quantity.readings if r.shape == "point" for q in (as_bound(r, op), r))
        quantity.readings, quantity.axis, quantity.reason = (), "", "bound_and_approximate"
    elif not any(r.shape == "point" for r in quantity.readings):
        return
    else:
        made: list[Reading] = []
        for r in quantity.readings:
            if r.shape == "point":
                made += [chosen(as_bound(r, op), "apart", "bound"), chosen(r, "apart", "figure")]
                if other:
                    made.append(chosen(as_bound(r, OTHER[op]), "apart", "other"))
            else:
                made.append(r)
        settle(quantity, made, "apart")
    quantity.start, quantity.end = start, end


def settle(quantity: Quantity, made: list[Reading], axis: str) -> None:
    """Give a quantity its readings and the axis that they differ in; too many are refused."""
    if len(made) > MAX_READINGS:
        quantity.readings, quantity.axis, quantity.reason = (), "", "too_many_readings"
        return
    quantity.readings = tuple(made)
    if axis:
        quantity.axis = ", ".join(sorted({*filter(None, quantity.axis.split(", ")), axis}))
    quantity.forms = tuple(sorted({*quantity.forms, "bound_word"}))


def chosen(r: Reading, axis: str, choice: str) -> Reading:
    """Return a reading that holds under one choice of an axis."""
    axes: Axes = tuple(sorted((*r.axes, (axis, choice))))
    return msgspec.structs.replace(r, axes=axes)


def as_bound(r: Reading, op: str) -> Reading:
    """Return a figure, or a bound, as the bound on that side."""
    value, base, step, digits = (
        (r.lower, r.base_lower, r.lower_step, r.lower_digits)
        if r.lower is not None
        else (r.upper, r.base_upper, r.upper_step, r.upper_digits)
    )
    lower, closed = op[0] == "g", op[1] == "e"
    return msgspec.structs.replace(
        r, shape="bound",
        lower=value if lower else None, upper=None if lower else value,
        base_lower=base if lower else None, base_upper=None if lower else base,
        lower_closed=lower and closed, upper_closed=not lower and closed,
        lower_step=step if lower else None, upper_step=None if lower else step,
        lower_digits=digits if lower else 0, upper_digits=0 if lower else digits,
    )  # fmt: skip


def compared(quantity: Quantity) -> None:
    """Read what is compared with a known figure as that figure, too (`more than the 5 tons of last year`)."""
    if len(quantity.readings) > 1:
        return
    (r,) = quantity.readings
    end, base = (r.lower, r.base_lower) if r.lower is not None else (r.upper, r.base_upper)
    step, digits = r.lower_step or r.upper_step, r.lower_digits or r.upper_digits
    figure = msgspec.structs.replace(
        r, shape="point", lower=end, upper=end, base_lower=base, base_upper=base, lower_closed=True, upper_closed=True,
        lower_step=step, upper_step=step, lower_digits=digits, upper_digits=digits,
    )  # fmt: skip
    settle(quantity, [chosen(r, "apart", "bound"), chosen(figure, "apart", "figure")], "apart")
