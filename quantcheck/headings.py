"""The cells of a case's tables as their heads have them read, with the compiled language at hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from quantcheck.compiled import Language
from quantcheck.qualified import Qualifiers
from quantcheck.read import read
from quantcheck.recast import headed
from quantcheck.tables import Heads, Reader, Tabled
from quantcheck.values import Text
from quantcheck.vocab import key

_NO_UNITS = frozenset({"count", "money", "frequency", "number", "ratio"})


def tabled(texts: Sequence[str], reads: Sequence[Text], language: Language) -> Tabled:
    """Return the tables in some passages, with the cells that heads give a unit or a scale."""
    if not any("|" in text or "<t" in text or "<T" in text for text in texts):
        return Tabled()
    return headed(texts, reads, _reader(language), lambda text: read(text, language))


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
