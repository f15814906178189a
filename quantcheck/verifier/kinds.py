"""The kinds of quantity that readings can be of, by their dimensions and the rows of units, for the verifier."""

from __future__ import annotations

import contextlib
import re

from quantcheck.verifier import proof
from quantcheck.verifier.proof import Value
from quantcheck.verifier.ucum import Units, Unresolved

_ALONE = ("temperature", "temperature_difference", "percentage_point", "number")
_KIND_OF = {"currency": "money", "count": "count", "ratio": "ratio", "percentage_point": "percentage_point"}
_FIRST = re.compile(r"(?:\{[^}]*\}|\[[^\]]*\]|[^./])*+")
"""The first part of a code, with what stands in its braces and brackets."""
_PURE = ("ratio", "mass_fraction", "volume_fraction", "amount_fraction")


def kinds(values: list[Value], units: Units) -> set[str]:
    """Return the kinds of quantity that the readings can be of, from their dimensions and the rows of their units."""
    out: set[str] = set()
    for value in values:
        named = units.kind(value.unit)
        if named:
            # Only `%` itself is called percent; ppm, per mille and percent by weight are ratios.
            out.add("ratio" if named == "percent" and value.unit != "%" else named)
        elif value.dimension in _ALONE:
            out.add(value.dimension)
        elif value.dimension.startswith(("every:", "per_time:")):
            out.add("frequency")
        else:
            above = [name for name, exponent in proof.vector(value.dimension).items() if exponent > 0]
            found = [_KIND_OF.get(name.partition(":")[0], "physical") for name in above]
            out |= set(found or ["physical"])
            out |= {"physical"} if "/" in value.unit and not {value.dimension, *above}.isdisjoint(_PURE) else set()
            # a compound unit is of the kind of its first part, which may have cancelled
            code = _FIRST.match(value.unit)[0] or "1"  # type: ignore[index]
            out |= {"ratio" if units.kind(code) == "percent" else units.kind(code)} & {"physical", "ratio"}
            with contextlib.suppress(Unresolved):
                first = units.resolve(code)[0].dimension
                out |= {_KIND_OF[n.partition(":")[0]] for n, _ in first if n.partition(":")[0] in _KIND_OF}
    return out
