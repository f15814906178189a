"""Items that found no place: boundaries, what hangs on what stands beside it, and what touches it."""

from __future__ import annotations

from collections.abc import Callable

from quantcheck.lexing.island import DANGLING, GLUED, WORD
from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import DASHES, QUOTES
from quantcheck.lexing.measures import LENGTH, SHORT_WORDS, is_word_unit, unit_senses
from quantcheck.lexing.terminals import Terminals
from quantcheck.lexing.tokens import BENIGN, SLASHES
from quantcheck.lexing.walk import ENDS, Walk

_STRETCH = frozenset(("PM", "TIMES", "PER", "PLUS", "POW", "SLASH", "MUL"))
"""Signs that reach out of an expression when nothing follows them that can be read."""
_LONG_DASHES = DASHES | {"--"}
_TOUCHING = frozenset(".,·•:;=*&")
"""Marks that part no number from a unit which both touch."""
_ABBREVIATIONS = frozenset(
    [
        "in",
        "oz",
        "lb",
        "lbs",
        "fl",
        "sq",
        "cu",
        "ft",
        "min",
        "max",
        "approx",
        "tbsp",
        "tsp",
        "hr",
        "hrs",
        "sec",
        "deg",
        "vol",
        "wt",
        "yd",
        "mi",
        "gal",
        "qt",
        "pt",
        "pk",
        "mo",
        "yr",
        "yrs",
        "wk",
        "mins",
        "secs",
        "c",
        "tab",
        "tabs",
        "cap",
        "caps",
    ]
)
_POINTED = frozenset(("mio", "mrd"))
"""Abbreviations of multipliers that a point ends."""
_GOES_ON = frozenset(("NUM", "UNIT", "PER", "TIMES", "AND", "RANGE", "COMMA", "BOUNDP", "APPROXP", "POW"))
"""What goes on behind the point of an abbreviation."""
_GOES_ON_NOTED = frozenset(("RANGE", "PM"))
"""What goes on behind the mark of a note."""
_FIGURES = frozenset(("NUM", "CUR", "SIGN"))
_ALWAYS_STRETCH = frozenset(("±", "×", "/", "^"))
_BETWEEN_NUMBERS = frozenset(("-", "–", "—", "*", "·", "•", "‑"))
"""Signs that reach out only where they stand between two numbers that they touch."""
_COMPARISONS = "<>≤≥⩽⩾"


class Unplaced(Terminals):
    """What is put for an item that is no terminal where it stands."""

    def _put_unplaced(self, walk: Walk, item: Item) -> None:
        """Put an item as a boundary, or as what may reach out of the expression before or behind it."""
        for rule in _BY_MARK.get(item.text, ()):
            if rule(self, walk, item):
                return
        kind, behind = walk.kinds[walk.at], walk.next
        number_touches = behind is not None and behind.glued and "NUM" in behind.kinds
        if self._begins_other(walk, item):
            walk.put(WORD)
        elif self._reaches_back(walk, item, kind):
            walk.dangle()
        elif item.text == "of" or not kind:
            part = item.text not in self.lexicon.touching and _touches_amount(walk, item, number_touches)
            walk.put(GLUED if part else WORD)
        elif _stretches(walk, item, kind, number_touches) or _is_other_currency(walk, item, kind):
            walk.dangle()
        elif item.glued and walk.prev in ("UNIT", "POW") and (item.text[0].isalnum() or item.text[0] in "%°"):
            walk.put(GLUED)
        elif self._qualifies(walk, item, kind):
            walk.dangle()
        elif item.text in QUOTES:
            # `COVID-19'5 mg`: behind a digit it may part groups of a number
            parts = number_touches and item.first > 0 and self.raw[item.first - 1][-1].isdecimal()
            walk.put(GLUED if parts else WORD)
        elif "UNIT" in kind and _is_factor(walk, item):
            walk.dangle()
        elif _is_glued(walk, item, kind, number_touches):
            walk.put(GLUED)
        elif "BOUND" in kind and item.text[0] in _COMPARISONS:
            _put_comparison(walk)
        else:
            walk.put(GLUED if number_touches and item.text[-1].isalnum() else WORD)

    # ---- marks

    def _colon(self, walk: Walk, item: Item) -> bool:
        """Let a colon hang between numbers: `500 mg:5 mL` is a strength, `1:58.35` minutes and seconds."""
        behind = walk.next
        if behind is None or "NUM" not in behind.kinds:
            return False
        if item.glued:
            return behind.glued and walk.prev in ("UNIT", "POW", "NUM", "MULT") and walk.dangle()
        return walk.prev in ("NUM", "MULT") and walk.dangle()

    def _stroke(self, walk: Walk, item: Item) -> bool:
        """Let a stroke hang that is no fraction sign, with blanks around it: `5 ⁄ 8 mg`."""
        return walk.prev == "NUM" and walk.dangle()

    def _decimal_point(self, walk: Walk, item: Item) -> bool:
        """Let a point hang between digits that were set apart: `0. 5 mg`, `1 . 5 mg`."""
        behind = walk.next
        if walk.prev != "NUM" or behind is None or "NUM" not in behind.kinds or not behind.text.isdecimal():
            return False
        return (not item.glued or walk.island.texts[-1] == "0") and walk.dangle()

    def _touching_mark(self, walk: Walk, item: Item) -> bool:
        """Let a mark hang that touches a number and what it is of, and all that is between: `5.mg`, `5,- €`."""
        reach = self._pointed_at(walk.items, walk.at, walk.prev)
        if not reach:
            return False
        for mark in walk.items[walk.at + 1 : reach]:
            _make_dangling(mark)
        return walk.dangle()

    def _footnoted(self, walk: Walk, item: Item) -> bool:
        """Let the mark of a footnote hang between a number and its unit, in a range, or before a tolerance: `5* mg`,
        `5 mg* to 10 mg`, `between 5 mg* and 10 mg`, `5 mg* ± 1 mg`."""
        behind = walk.next
        if not item.glued or walk.prev not in ENDS or behind is None or behind.glued:
            return False
        joins = behind.kinds & _GOES_ON_NOTED or (walk.between and "AND" in behind.kinds)
        if joins and not walk.behind(2).isdisjoint(_FIGURES):
            _make_dangling(behind)
            return walk.dangle()
        unit = "UNIT" in behind.kinds and behind.text not in QUOTES and behind.text.lower() not in ("in", *SHORT_WORDS)
        return unit and walk.prev in ("NUM", "MULT") and walk.dangle()

    def _leading_point(self, walk: Walk, item: Item) -> bool:
        """Let a point hang that a word and digits touch: `was.5 mg` is half a milligram, or five in a new sentence."""
        return walk.next is not None and self._pointed_off(walk.items, walk.at + 1) and walk.dangle()

    def _abbreviating_point(self, walk: Walk, item: Item) -> bool:
        """Pass the point of an abbreviation that something goes on behind (`5 oz. per day`, `5 Mio. €`)."""
        behind = walk.next
        if walk.prev == "MULT" and behind is not None and walk.island.texts[-1].lower() in _POINTED:
            senses = unit_senses(behind)
            return bool(senses) and all(s.unit.kind == "money" for s in senses) and walk.skip()
        if walk.prev not in ("UNIT", "POW") or behind is None:
            return False
        if walk.island.texts[-1].lower() not in _ABBREVIATIONS or _GOES_ON.isdisjoint(behind.kinds):
            return False
        return not behind.text[:1].isupper() and walk.skip()

    def _stop(self, walk: Walk, item: Item) -> bool:
        return walk.put(WORD)

    def _pointed_at(self, items: list[Item], i: int, prev: str) -> int:
        """Return the index of the unit or price that a mark parts from the number it touches (`5.mg`, `5.– CHF`)."""
        if not items[i].glued or prev not in ("NUM", "MULT") or items[i].text not in _TOUCHING:
            return 0
        k = i + 1
        while k < len(items) and items[k].glued and (items[k].text == "." or items[k].text in _LONG_DASHES):
            k += 1
        if k == len(items) or "UNIT" not in items[k].kinds or items[k].text in QUOTES:
            return 0
        unit = items[k]
        if items[k - 1].text in _LONG_DASHES:
            return k if k == i + 2 and any(s.unit.kind == "money" for s in unit_senses(unit)) else 0
        if not (unit.glued or k > i + 1) or unit.text.lower() in SHORT_WORDS:
            return 0
        if len(unit.text) == 1 and items[i].text not in ".,·•":
            # `2011;W`
            return 0
        sentence = unit.text[0].isupper() and unit.text[1:].islower()
        return 0 if sentence or self.raw[unit.last : unit.last + 1] in (["="], ["("]) else k

    # ---- words

    def _begins_other(self, walk: Walk, item: Item) -> bool:
        """Say whether a sign of division parts what is behind: `175 °C/gas mark 4`, `5 mg per the rules`."""
        if item.text in SLASHES:
            return self._other_scale(walk.next, walk.prev, walk.island)
        return item.text.lower() == "per" and self._according(item.last)

    def _reaches_back(self, walk: Walk, item: Item, kind: frozenset[str]) -> bool:
        """Say whether a word makes something else of the amount in front of it."""
        text, prev, behind = item.text, walk.prev, walk.next
        if prev in ("NUM", "MULT", DANGLING):
            # `5 million hundredths`
            named = behind.text if text == "-" and behind is not None and behind.glued else text
            if named.lower() in self.lexicon.numerals.denominators:
                return True
        if "SQ" in kind and prev == "UNIT" and text[:2].lower() == "sq":
            # `5 metres square`, `5 m sq`: the side of an area, or an area
            if any(s.unit.dimension == LENGTH for s in walk.island.values[-1]):
                return True
        if prev not in ENDS or behind is None:
            return False
        if "PER" in kind and " " in text and "CUR" in behind.kinds:
            # `$7 for every $100`
            return True
        # `three months minus one day`: a difference, which is no shape
        return text.lower() == "minus" and "NUM" in behind.kinds

    def _qualifies(self, walk: Walk, item: Item, kind: frozenset[str]) -> bool:
        """Say whether a word that found no place could still say something of the amount beside it."""
        if "EVERY" in kind and walk.next is not None and "PLUSMINUS" in walk.next.kinds:
            # `every ±5 hours`
            return True
        if walk.prev not in ENDS:
            return False
        if "TIMESN" in kind and item.text.lower() != "once":
            # `5 mg twice`: how often within what is not said
            return True
        return "BOUNDP" in kind and item.text[:1] in "oOaAmMt" and not self._compares(item)


def _make_dangling(item: Item) -> None:
    item.lives, item.node, item.shorter = ((DANGLING, None),), None, None


def _touches_amount(walk: Walk, item: Item, number_touches: bool) -> bool:
    """Say whether an unknown mark or word touches an amount."""
    signed = walk.prev in ("UNIT", "POW") and not item.text.isalpha()
    touching = (item.glued and (signed or walk.prev in ("NUM", "MULT"))) or number_touches
    return touching and item.text[-1:] not in BENIGN


def _stretches(walk: Walk, item: Item, kind: frozenset[str], number_touches: bool) -> bool:
    """Say whether a sign reaches out of the expression."""
    text, prev, behind = item.text, walk.prev, walk.next
    per = text.lower() == "per"
    if per or not (kind.isdisjoint(_STRETCH) or text[0].isalpha()):
        if text in "±×∓" and behind is not None and "NUM" in behind.kinds:
            return True
        backed = item.glued and prev in ENDS
        if text in _BETWEEN_NUMBERS:
            touching = number_touches and backed
        else:
            touching = per or backed or number_touches or text in _ALWAYS_STRETCH
        if touching and (prev in ENDS or number_touches):
            return True
    if text not in "-–‑" or not item.glued or prev not in ("UNIT", "POW") or behind is None or not behind.glued:
        return False
    # `ton-miles`: a product of units that no rule joins
    return "UNIT" in behind.kinds and is_word_unit(behind.text)


def _is_other_currency(walk: Walk, item: Item, kind: frozenset[str]) -> bool:
    """Say whether an item makes money that of another currency: `$5 Canadian`, `$5 (Canadian)`, `$5 in euros`."""
    if walk.prev not in ("NUM", "MULT") or "CUR" not in walk.island.types[-4:]:
        return False
    if "ADJECTIVE" in kind:
        return True
    behind = walk.next
    if behind is None:
        return False
    if item.text == "(":
        return "ADJECTIVE" in behind.kinds
    return item.text.lower() == "in" and any(s.unit.kind == "money" for s in unit_senses(behind))


def _is_factor(walk: Walk, item: Item) -> bool:
    """Say whether a unit that no rule joins belongs to the amount in front of it."""
    island = walk.island
    if walk.prev == "POW":
        # `5 h⁻¹ Mpc`: another factor, in no order that is read
        power = island.values[-1]
        return isinstance(power, int) and power < 0 and not item.glued and _is_long_symbol(item)
    # `5 ± 10% mg`
    return walk.prev == "UNIT" and island.texts[-1] == "%" and "PM" in island.types[-4:]


def _is_long_symbol(item: Item) -> bool:
    """Say whether an item is the symbol of a unit, of two letters or more and no word."""
    text = item.text
    return len(text) > 1 and text not in SHORT_WORDS and any(s.unit.code == text for s in unit_senses(item))


def _is_glued(walk: Walk, item: Item, kind: frozenset[str], number_touches: bool) -> bool:
    """Say whether an item touches a number and is not read with it."""
    if GLUED in kind or (number_touches and item.glued and "CUR" in kind):
        return True
    if not item.glued or walk.prev not in ("NUM", "MULT"):
        return False
    return "UNIT" in kind or (item.text.isalpha() and item.text.lower() != "ish")


def _put_comparison(walk: Walk) -> None:
    """Let a sign of comparison hang, and what is between it and another (`5 < x < 10 mg`): one statement."""
    between = walk.items[walk.at + 1 : walk.at + 3]
    if len(between) == 2 and between[1].text[0] in _COMPARISONS:
        _make_dangling(between[0])
    walk.dangle()


_BY_MARK: dict[str, tuple[Callable[[Unplaced, Walk, Item], bool], ...]] = {
    ":": (Unplaced._colon, Unplaced._touching_mark, Unplaced._stop),
    ".": (
        Unplaced._decimal_point,
        Unplaced._touching_mark,
        Unplaced._leading_point,
        Unplaced._abbreviating_point,
        Unplaced._stop,
    ),
    ",": (Unplaced._touching_mark, Unplaced._stop),
    ";": (Unplaced._touching_mark, Unplaced._stop),
    "*": (Unplaced._touching_mark, Unplaced._footnoted),
    **dict.fromkeys("·•=&", (Unplaced._touching_mark,)),
    "⁄": (Unplaced._stroke,),
}
"""What each mark may be that found no place, in order."""
