"""The policy: one set of options for config file, command line and API (contract §5). Knows no file, no text."""

from __future__ import annotations

from typing import Literal

import msgspec

CITATION_STYLES = ("bracket", "footnote", "caret", "lenticular", "source", "doc", "paren", "superscript")
DEFAULT_STYLES = CITATION_STYLES[:4]


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
    attachment: Literal["review", "note", "off"] = "review"
    locale: Literal["en"] = "en"
