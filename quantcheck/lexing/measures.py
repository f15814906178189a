"""What is asked of the meanings of units, and of units beside units."""

from __future__ import annotations

from quantcheck.lexing.island import Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.tokens import PERIODS
from quantcheck.values import Sense

SHORT_WORDS = frozenset(
    [
        "in",
        "at",
        "as",
        "us",
        "me",
        "he",
        "it",
        "is",
        "am",
        "pm",
        "ms",
        "mr",
        "dr",
        "st",
        "pt",
        "no",
        "to",
        "so",
        "go",
        "do",
        "we",
        "be",
        "by",
        "my",
        "up",
        "or",
        "on",
        "an",
        "if",
        "of",
    ]
)
MEASURED_ALONE = frozenset(((("time", 1),), (("calendar", 1),), (("length", 1),), (("mass", 1),), (("length", 3),)))
"""Before a unit of these an article is 1, whatever stands behind."""
COUNTABLE = MEASURED_ALONE | {(("information", 1),)}
ANGLE = (("angle", 1),)
LENGTH = (("length", 1),)
_MASS = (("mass", 1),)
_RAISED = str.maketrans("²³", "23")
_SUBSTANCES = frozenset((_MASS, (("amount", 1),), (("equivalents", 1),), (("length", 3),)))
_SECOND = frozenset(((("time", 1),), (("length", 1),)))
"""Dimensions of the second factor of a product in words."""
_ENERGETIC = frozenset(("mass", "time"))
_SPACED = frozenset(("m", "cm", "mm", "km", "s", "h", "kg", "mol", "J", "Pa"))
"""Symbols that behind another symbol and a blank are the second factor of a product, and nothing else."""
_POWER = (("length", 2), ("mass", 1), ("time", -3))


def unit_senses(item: Item) -> tuple[Sense, ...]:
    return next((value for terminal, value in item.lives if terminal == "UNIT"), ())


def is_word_unit(text: str) -> bool:
    """Say whether `a` before this means one of it: a word, or a symbol of two letters that is no word."""
    return (
        text[0].isalpha()
        and (len(text) > 2 or (len(text) == 2 and text.lower() not in SHORT_WORDS))
        and (text[1:].islower() or text in ("mL", "dL", "kL") or (len(text) > 3 and text.isupper()) or text == "DAY")
    )


def spaced_product(item: Item, following: frozenset[str], prev: str, island: Island) -> bool:
    """Say whether a blank between two units multiplies: `7 kg m`, `5 ng h/mL`, `10 J/kg K`, `10 mg/kg day`."""
    if item.glued and not (prev == "POW" or item.text[0] in "°℃℉"):
        return False
    first = len(island.types) - 1
    while first and island.types[first - 1] in ("UNIT", "POW", "PER", "MUL", "LP", "SQ"):
        first -= 1
    divided = "PER" in island.types[first:]
    if not divided and "PER" in following and item.text in ("K", "°C") and _is_length(island, prev):
        # `0.5 m² K/W`: a resistance
        return True
    if item.glued and not divided:
        return False
    if "LP" in island.types[first:]:
        # `W/(m K)`
        return True
    last = len(island.types) - 1 - island.types[::-1].index("UNIT")
    text, senses, measured = island.texts[last], unit_senses(item), island.values[last]
    if divided and "NUM" not in following:
        if any(s.unit.kind == "temperature" for s in senses):
            # behind energy, power or force `K` is no potassium and no thousand
            opened = island.values[island.types.index("UNIT", first)]
            return len(item.text) > 1 or any(dict(s.unit.dimension).keys() >= _ENERGETIC for s in opened)
        per_mass = prev == "UNIT" and any(s.unit.dimension == _MASS for s in island.values[-1])
        if per_mass and any(s.unit.dimension in PERIODS for s in senses):
            return True
    if prev == "POW" and isinstance(island.values[-1], int) and island.values[-1] < 0:
        # `5 kg m-2 s -1`
        return item.text in _SPACED or item.text == "K"
    if prev == "UNIT" and _worded_product(item, following, island):
        return True
    text = text.translate(_RAISED)
    symbol = text[0] in "µμ" or any(s.unit.code == text for s in measured)
    if len(text) > 3 or not text.rstrip("23").isalpha() or not symbol:
        return False
    # behind a mass `K/L` is potassium
    if "PER" in following and item.text == "K" and not is_substance(measured):
        return True
    return item.text in _SPACED


def is_substance(measured: tuple[Sense, ...]) -> bool:
    """Say whether a unit measures how much of a substance there is (`5 mg N/L`)."""
    return any(s.unit.dimension in _SUBSTANCES for s in measured)


def _is_length(island: Island, prev: str) -> bool:
    """Say whether a unit of length or area stands in front (`m`, `m²`)."""
    senses = island.values[-2 if prev == "POW" else -1]
    return all(s.unit.dimension in ((("length", 1),), (("length", 2),)) for s in senses)


def _worded_product(item: Item, following: frozenset[str], island: Island) -> bool:
    """Say whether two units in words are one: `5 newton seconds`, `5 tonne kilometres`, `5 mg hour per litre`."""
    text, senses = island.texts[-1], unit_senses(item)
    if not is_word_unit(item.text) or any(s.unit.dimension not in _SECOND for s in senses):
        return False
    if any(s.unit.kind != "physical" or s.unit.dimension in (*PERIODS, ANGLE) for s in island.values[-1]):
        return False
    if "PER" in following and all(s.unit.dimension in PERIODS for s in senses):
        return True
    return len(text) > 2 and is_word_unit(text) and text[-1] != "s" and item.text[-1] == "s"


def is_power(island: Island) -> bool:
    """Say whether the last unit is one of power alone, of which hours make energy (`5 kW hours`)."""
    return all(tuple(sorted(s.unit.dimension)) == _POWER for s in island.values[-1])
