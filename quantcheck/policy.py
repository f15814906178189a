"""The policy: one set of options for config file, command line and API (contract §5). Knows no file, no text."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

import msgspec

CITATION_STYLES = ("bracket", "footnote", "caret", "lenticular", "source", "doc", "paren", "superscript")
DEFAULT_STYLES = CITATION_STYLES[:4]
_SHARE: Final = re.compile(r"\d{1,40}(?:\.\d{1,40})?|\.\d{1,40}|\d{1,40}/0*[1-9]\d{0,40}", re.ASCII)


def share(value: Any) -> str:
    """Return a number from 0 to 1 as a rational in lowest terms: a decimal or a fraction as a text, or a number.

    A float is taken as the decimal that it is written as, so `0.05` is 1/20. Raises `ValueError`.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = repr(value)
        mantissa, _, exponent = value.partition("e")
        if exponent:
            return share(str(Fraction(mantissa) * Fraction(10) ** int(exponent)))
    if not isinstance(value, str) or not _SHARE.fullmatch(value) or Fraction(value) > 1:
        raise ValueError("expected a number from 0 to 1, as 0.05 or 1/20")
    return str(Fraction(value))


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts as traceable. A stricter policy never accepts what a looser one refuses."""

    profile: Literal["exact", "conservative"] = "exact"
    hedges: Literal["review", "accept"] = "review"
    derived: Literal["review", "accept"] = "review"
    rounding: Literal["review", "conversions", "accept"] = "review"
    question: Literal["accept", "review"] = "accept"
    citation_scope: Literal["any", "cited"] = "any"
    numbers: Literal["units", "all"] = "units"
    citation_styles: tuple[
        Literal["bracket", "footnote", "caret", "lenticular", "source", "doc", "paren", "superscript"], ...
    ] = DEFAULT_STYLES  # type: ignore[assignment]
    citation_base: int = 1
    chance_bound: Annotated[str, msgspec.Meta(pattern=r"^(0|1|[1-9][0-9]*/[1-9][0-9]*)$")] = "1/20"
    """Expected number of accidental finds above which no computation is offered: a rational in lowest terms."""
    attachment: Literal["review", "note", "off"] = "review"
    locale: Literal["en"] = "en"

    def __post_init__(self) -> None:
        """Bring what was given as a decimal to lowest terms; raises `ValueError` for what is none."""
        msgspec.structs.force_setattr(self, "chance_bound", share(self.chance_bound))
