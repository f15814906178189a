"""Amounts that words between a bound and its number give a period (`maximum daily dose of 4 g`): per that period."""

from __future__ import annotations

from quantcheck.lexing.island import Island
from quantcheck.lexing.tokens import PERIODS
from quantcheck.vocabulary.lexicon import Lexicon

_AMOUNT = frozenset(("NUM", "MULT", "CUR", "UNIT", "POW", "MUL", "SQ", "PER", "RANGE", "AMID"))
_OFTEN = frozenset(("DAILY", "TOD", "EVERY", "TIMESN", "TIMESW"))


def pace(words: list[str], lexicon: Lexicon) -> str:
    """Return the code of the period of what a bound is of, empty for none: what is steady has its value at any time."""
    if not lexicon.steady.isdisjoint(words):
        return ""
    return next((lexicon.period_adjectives[w] for w in words if w in lexicon.period_adjectives), "")


def spread(island: Island, paces: list[tuple[int, str]], lexicon: Lexicon) -> None:
    """Put the period behind each amount that has one; `paces`: the number of terminals before each, and the period."""
    for first, code in reversed(paces):
        ends: list[int] = []
        end = first
        while True:
            at = end
            while end < len(island.types) and island.types[end] in _AMOUNT:
                end += 1
            if end == at:
                break
            if _takes(island, at, end):
                ends.append(end)
            if island.types[end : end + 1] != ["AND"]:
                break
            # `5 mg or 10 mg`
            end += 1
        for end in reversed(ends):
            at = island.ends[end - 1]
            for k, (type_, value) in enumerate((("PER", "/"), ("UNIT", lexicon.periods[code]))):
                island.types.insert(end + k, type_)
                island.values.insert(end + k, value)
                island.starts.insert(end + k, at)
                island.ends.insert(end + k, at)
                island.texts.insert(end + k, "")


def _takes(island: Island, first: int, end: int) -> bool:
    """Say whether terminals are an amount that may be per a period."""
    types = island.types[first:end]
    if types[-1] == "RANGE" or not {"UNIT", "CUR"} & set(types):
        return False
    if end < len(island.types) and island.types[end] in _OFTEN:
        return False
    senses = [s for k in range(first, end) if island.types[k] == "UNIT" for s in island.values[k]]
    if any(s.unit.kind.startswith("temperature") for s in senses):
        return False
    return not ("PER" in types and any(s.unit.dimension in PERIODS for s in senses))
