"""Classes of marks: dashes, signs and quotation marks."""

from __future__ import annotations

DASHES = frozenset("-−–—‐‑‒")
SIGNS = frozenset("-−–‑‐")
QUOTES = frozenset(("'", '"', "’", "”", "′", "″"))
