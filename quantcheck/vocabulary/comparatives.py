"""The comparatives of the table as rows of bound words: each in all its forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

ENDS = {"gt": ("gt", "le", "ge"), "lt": ("lt", "ge", "le")}
"""What a comparative that tells this end says by itself, negated, and with its own end closed."""


def rows(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the comparatives of a table as rows of bound words."""
    forms: Mapping[str, Sequence[str]] = table["forms"]
    for end, (itself, negated, closed) in ENDS.items():
        listed: Sequence[str] = table[end]
        adverbs: Sequence[str] = table["adverbs"][end]
        every = (*listed, *adverbs)
        for kind, value, name, words in (
            ("BOUND", itself, "than", every),
            ("BOUND", negated, "negated", every),
            ("BOUND", closed, "closed", every),
            ("BOUNDP", closed, "behind", every),
            ("BOUNDP", closed, "joined", listed),
        ):
            yield {"as": kind, "value": value, "spellings": [f.replace("{}", w) for w in words for f in forms[name]]}
