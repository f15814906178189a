"""The cells of a case's tables as their heads have them read, with the compiled language at hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from quantcheck.matching.qualified import Qualifiers
from quantcheck.matching.recast import headed
from quantcheck.matching.tables import Heads, Reader, Tabled
from quantcheck.reading.compiled import Language
from quantcheck.reading.read import read
from quantcheck.values import Headed, Quantity, Span, Text
from quantcheck.vocabulary.vocab import key

_NO_UNITS = frozenset({"count", "money", "frequency", "number", "ratio"})
_EDGES = ("|", "<", ">", "\n", "")
NEAR = 40
"""Characters of blanks and marks that may stand around a word in its cell."""
_BOTH = frozenset({"accounting", "head"})
"""Axes of cells of which their heads leave two readings."""


def tabled(texts: Sequence[str], reads: Sequence[Text], language: Language) -> Tabled:
    """Return the tables in some passages, with the cells that heads give a unit or a scale."""
    if not any("|" in text or "<t" in text or "<T" in text for text in texts):
        return Tabled()
    return headed(texts, reads, _reader(language), lambda text: read(text, language))


def tell(text: str, made: Text, language: Language) -> None:
    """Give the cells of an answer's own tables what their heads say: `500` under `Dose (mg)` is a figure, not bare."""
    headed = tabled([text], [made], language).headed
    for i, cells in groupby(headed, lambda cell: cell.quantity):
        q = made.quantities[i]
        said = _said(list(cells), q)
        if said is None or q.reason or q.equation >= 0:
            continue
        if any(_alone(text, head) for head in said.heads):
            # `A`, `min`, `L` may be names of columns
            continue
        q.readings, q.reason = said.readings, said.reason
        q.bare = False
        q.notes = (*q.notes, "table_head")


def _alone(text: str, head: Span) -> bool:
    """Say whether what a head says is the one word of its cell."""
    before = text[max(0, head.start - NEAR) : head.start].rstrip(" \t*_")
    behind = text[head.end : head.end + NEAR].lstrip(" \t*_")
    return text[head.start : head.end].strip().isalpha() and before[-1:] in _EDGES and behind[:1] in _EDGES


def _said(cells: Sequence[Headed], q: Quantity) -> Headed | None:
    """Return the cell as its heads have it, None where they say nothing of it.

    Where they leave two readings, that is both; what a cell might be without them counts in evidence alone.
    """
    both = [cell for cell in cells if any(axis in _BOTH for r in cell.readings for axis, _ in r.axes)]
    if both:
        return both[-1]
    if not q.bare and not any(cell.replaces for cell in cells):
        return None
    return next((cell for cell in cells if cell.reason or all(r.kind != "number" for r in cell.readings)), None)


@lru_cache(maxsize=4)
def _reader(language: Language) -> Reader:
    senses = language.units.senses

    def money(spelling: str) -> bool:
        name = key(spelling)
        return name in senses and all(s.unit.kind == "money" for s in senses[name])

    def unit(spelling: str) -> str:
        text = f"1 {spelling}"
        found = read(text, language).quantities
        if len(found) != 1 or found[0].bare or (found[0].start, found[0].end) != (0, len(text)):
            return ""
        readings = found[0].readings
        if not readings or any(r.kind in _NO_UNITS or r.shape != "point" for r in readings):
            return ""
        return readings[0].unit

    heads = language.tables["arithmetic"]["heads"]
    return Reader(Heads.compile(heads), Qualifiers(language.tables["relations"], heads["words"]), money, unit)
