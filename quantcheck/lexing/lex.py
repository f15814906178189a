"""From the visible text to islands of terminals of the grammar.

The text is split into tokens once (`tokens`), and runs of them are islands (`extents`, by what stands around a token:
`surroundings`). These are put together to items (`items`; numbers by `digits`, `worded`), and what an item is follows
from its place between terminals (`lives`, `beside`), by what it is: a number (`figures`, `multipliers`), a dash or
sign (`dashes`), what is passed over (`passed`), or one of the lives of its spelling (`terminals`). Values belong to
`numerals` and `normalise`, joining to the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator

from quantcheck.lexing.dashes import BY_MARK, RATED_BY, SIGNED
from quantcheck.lexing.island import DANGLING, GLUED, OPENINGS, WORD, Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.marks import SIGNS
from quantcheck.lexing.paced import spread
from quantcheck.lexing.passed import BY_OPENING
from quantcheck.lexing.terminals import QUALIFYING
from quantcheck.lexing.tokens import HYPHENS, SLASHES
from quantcheck.lexing.unplaced import Unplaced
from quantcheck.lexing.walk import ENDS, NOTHING, Walk
from quantcheck.visible.markup import CITATION
from quantcheck.vocabulary.lexicon import NOTE_MARKS

_QUANTIFYING = frozenset(("NUM", "DAILY", "TOD", "VAGUE", "TIMESN"))
"""An island without any of these says no quantity."""
_QUALIFIERS = frozenset(("BOUND", "APPROX"))
_JOINTS = frozenset(
    (
        "RANGE",
        "AND",
        "COMMA",
        "TIMES",
        "PLUS",
        "OF",
        "INR",
        "EQ",
        "FROM",
        "CHANGE",
        "BETWEEN",
        "APPROX",
        "BOUND",
        "EMPH",
    )
)
"""What joins or qualifies, and needs something behind it."""


class Lexer(Unplaced):
    """The islands of one visible text."""

    def islands(self) -> Iterator[Island]:
        """Yield the islands in order."""
        for a, b in self.ranges():
            island = self.island(a, b)
            if island is not None:
                yield island

    def island(self, a: int, b: int) -> Island | None:
        """Return the island of the tokens from `a` to `b`, None where nothing stands there that can be read."""
        raw = self.raw
        items: list[Item] = []
        k = a
        glued = k > 0 and not raw[k - 1].isspace()
        while k < b:
            t = raw[k]
            if t.isspace() or t == CITATION or (glued and t in NOTE_MARKS and k + 1 not in self.numeric):
                glued = False
                k += 1
                continue
            if t in HYPHENS and glued and items and self._rated_by_hyphens(k):
                # `a $20-a-month plan`, `a 10-mg-per-day dose`
                glued = False
                k += 1
                continue
            item = self._item(k, b, glued, items)
            if (
                items
                and "PER" in items[-1].kinds
                and _is_known_noun(items[-1], item)
                and not self._accords(items[-1], k)
            ):
                # a noun that the lexicon knows for another reason (`per adult`)
                noun = self._noun(k, glued, article=items[-1].text.lower() != "per")
                noun.lives = (*item.lives, *noun.lives)
                item = noun
            items.append(item)
            k = item.last
            glued = True
        return self._resolve(items, a, b)

    def _rated_by_hyphens(self, k: int) -> bool:
        """Say whether a dash joins an amount and `per`, or that and what the amount is per."""
        raw = self.raw
        first = k if raw[k + 1 : k + 2] and raw[k + 1].lower() in RATED_BY else k - 2
        if first < 1 or first + 3 >= len(raw) or raw[first + 1].lower() not in RATED_BY or not raw[first + 3].isalpha():
            return False
        return (
            raw[first] in HYPHENS and raw[first + 2] in HYPHENS and (raw[first + 1] == "per" or self._measured(first))
        )

    def _resolve(self, items: list[Item], a: int, b: int) -> Island | None:
        """Return the island of items, each with the terminals that it proves to be."""
        walk = Walk(Island(self.text, a, self.lexicon), items, b)
        self._mark_signs(walk)
        self._reach_back(walk, a)
        while walk.at < len(walk.items):
            self._place(walk)
        island = walk.island
        if walk.paces:
            spread(island, walk.paces, self.lexicon)
        if _QUANTIFYING.isdisjoint(island.types):
            return None
        self._right_edge(island, walk.items, b)
        _part_joints(island)
        return island

    def _reach_back(self, walk: Walk, a: int) -> None:
        """Put what touches the first item from the left and is not read."""
        items = walk.items
        if not a or not items or not items[0].glued:
            return
        if not self._pointed_off(items, 0) and (self._clean_left(a) or self._differs_by(a, items)):
            return
        first = a
        while first > 0 and a - first < 6 and first - 1 not in self.left and not self._parts(self.raw[first - 1]):
            first -= 1
        walk.island.put(GLUED, None, self.starts[first], self.starts[a])

    def _place(self, walk: Walk) -> None:
        """Put the item at which the walk stands as what it is there, and go on."""
        at = walk.at
        item, kind, prev = walk.items[at], walk.kinds[at], walk.prev
        walk.following = walk.kinds[at + 1] if at + 1 < len(walk.kinds) else NOTHING
        if item.shorter is not None and "UNIT" in kind and self._parted_power(walk, item):
            return
        if prev in ("UNIT", "RP") and self._multiplied(walk, item):
            return
        if "ORDINAL" in kind:
            self.ordinals.append((item.start, item.end, "ordinal"))
            walk.put(WORD)
            return
        if "NUM" in kind:
            self._put_number(walk, item)
            return
        for rule in BY_MARK.get(item.text, ()):
            if rule(self, walk, item):
                return
        if prev in ("NUM", "MULT") and self._leads_to_unit(walk, item):
            return
        if "TIMES" in kind and self._power_of_ten(walk, item):
            return
        if not walk.following.isdisjoint(QUALIFYING) and self._put_leading_unit(walk, item):
            return
        life = self._choose(walk, item)
        if life is None:
            if not kind.isdisjoint(_QUALIFIERS) and item.text[0].isalpha() and self._put_afar(walk, item):
                return
            if "EMPH" in kind and not walk.following.isdisjoint(_QUALIFIERS):
                life = "EMPH", "emphasis"
            elif item.shorter is not None and "PLAIN" not in kind:
                self._shorten(walk, item)
                return
        if prev in ENDS:
            for opens in BY_OPENING.get(item.text, ()):
                if opens(self, walk, item):
                    return
        if life is not None:
            self._put_life(walk, item, life)
        elif not (walk.measured and self._of_what(walk, item)) and not _is_substance(walk, kind):
            self._put_unplaced(walk, item)

    def _put_number(self, walk: Walk, item: Item) -> None:
        """Put a number, and mark where it touches what it is not read with."""
        if item.glued and self._runs_on(walk, item):
            walk.island.put(GLUED, None, item.start, item.start)
        self._number(walk)

    def _runs_on(self, walk: Walk, item: Item) -> bool:
        """Say whether a number touches a number or unit, and neither is read with the other."""
        if walk.prev in ("UNIT", "POW"):
            return not (self._power_digit(item, walk.prev, walk.island) or self._clocked(walk.items, walk.at))
        return walk.prev in ("NUM", "MULT", "VAGUE") and walk.items[walk.at - 1].value is None

    def _parted_power(self, walk: Walk, item: Item) -> bool:
        """Part a product of units with a power behind it: the power is of the last one alone (`N m-2`, `N m2`)."""
        digit = _digit_behind(walk)
        if not (digit or self._power_behind(walk.items, walk.kinds, walk.at)):
            return False
        made, reach = self._split(item, walk.stop)
        # `m2` has a spelling of its own, with its digit
        whole = digit and reach == walk.items[walk.at + 1].last
        if not (whole or reach == item.last) or "UNIT" not in made[0].kinds or "UNIT" not in made[-1].kinds:
            return False
        walk.replace(2 if whole else 1, made)
        return True

    def _shorten(self, walk: Walk, item: Item) -> None:
        """Take the next shorter spelling of an item that has no place, and what is behind it by itself."""
        items, kinds = walk.items, walk.kinds
        made, reach = self._split(item, walk.stop)
        over = walk.at + 1
        while over < len(items) and items[over].first < reach:
            over += 1
        walk.replace(over - walk.at, made)
        last = walk.at + len(made) - 1
        if made[-1].text in SIGNS and last + 1 < len(items) and items[last + 1].glued and kinds[last + 1] & SIGNED:
            kinds[last] |= {"SIGN"}


def _is_known_noun(per: Item, item: Item) -> bool:
    """Say whether a word that the lexicon knows may be what an amount is per."""
    if not item.text.isalpha():
        return False
    if per.text.lower() == "per":
        return item.kinds.isdisjoint(("UNIT", "NUM", "SQ", "VAGUE", "ONE", "NUMWORD", "NOUN"))
    if per.text in SLASHES:
        return not item.kinds
    return item.kinds <= {"FILL", "TIMESW"}


def _digit_behind(walk: Walk) -> bool:
    """Say whether one digit touches the item, and no letter or digit that: `N m2`."""
    behind = walk.items[walk.at + 1 : walk.at + 3]
    if not behind or not behind[0].glued or behind[0].text not in ("2", "3", "4"):
        return False
    return not any(i.glued and i.text[0].isalnum() for i in behind[1:])


def _is_substance(walk: Walk, kind: frozenset[str]) -> bool:
    """Pass what an amount is of, and the `of` in front of it."""
    return ("SUBSTANCE" in kind or ("OF" in kind and "SUBSTANCE" in walk.following)) and walk.skip()


def _part_joints(island: Island) -> None:
    """Make plain words of the connectors that join nothing after all, and whole names of what a sign touches."""
    types, texts = island.types, island.texts
    for k in range(len(types) - 1, -1, -1):
        if types[k] == GLUED and k and types[k - 1] == WORD and island.ends[k - 1] == island.starts[k]:
            if texts[k - 1][-1:].isalnum():
                # the name that a glued sign belongs to: `S^2`, `n-2`
                types[k - 1] = GLUED
                continue
        if types[k] in _JOINTS and (k + 1 == len(types) or types[k + 1] not in OPENINGS):
            if types[k] == "RANGE" and types[k + 1 : k + 2] == [DANGLING] and texts[k + 1] in SIGNS:
                types[k] = DANGLING
            elif not (types[k] == "COMMA" and k + 1 < len(types) and types[k + 1] == "AND"):
                types[k] = WORD if texts[k][:1].isalpha() or texts[k] in ",&-–—−…~" else DANGLING
