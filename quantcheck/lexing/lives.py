"""What an item is, by its place between terminals: the tables of `vocab/relations.toml`, applied."""

from __future__ import annotations

from collections.abc import Sequence

from quantcheck.lexing.conditions import CONDITIONS, Conditions
from quantcheck.lexing.island import WORD, Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.measures import LENGTH, unit_senses
from quantcheck.lexing.tokens import DISTRIBUTIVE
from quantcheck.lexing.walk import Walk
from quantcheck.vocabulary.lexicon import Life, LifeRule


class Lives(Conditions):
    """The choice between the lives of each item."""

    def _choose(self, walk: Walk, item: Item) -> Life | None:
        """Return the first life of an item that has its place and its conditions here."""
        prev, following = walk.prev, walk.following
        rules = self.lexicon.rules.get(item.text)
        settled = None if rules is None else self._second_life(walk, item, rules)
        if settled == WORD:
            return None
        places = self.lexicon.places
        for life in item.lives:
            terminal = life[0]
            if rules is not None and terminal != settled:
                if settled is not None or any(rule.as_ == terminal for rule in rules):
                    continue
            place = places.get(terminal)
            if place is not None:
                if place.prev is not None and prev not in place.prev:
                    continue
                if place.next is not None and place.next.isdisjoint(following):
                    continue
                if place.not_next is not None and not place.not_next.isdisjoint(following):
                    continue
            fits = CONDITIONS.get(terminal)
            if fits is None or fits(self, walk, item, life[1]):
                return life
        return None

    def _second_life(self, walk: Walk, item: Item, rules: Sequence[LifeRule]) -> str | None:
        """Return what the first rule that fits says of a spelling, None where none does."""
        for rule in rules:
            if rule.prev is not None and walk.prev not in rule.prev:
                continue
            if rule.glued and not item.glued:
                continue
            if rule.rewritten and not _is_rewritten(walk):
                continue
            if rule.after_unit and not _is_behind_unit(walk.island, rule.after_unit):
                continue
            if rule.next is not None or rule.next_words:
                if not self._next_fits(rule, walk, item):
                    continue
            return rule.as_
        return None

    def _next_fits(self, rule: LifeRule, walk: Walk, item: Item) -> bool:
        """Say whether what a rule asks for stands behind an item."""
        following = walk.following
        word, stop = self._next_word(item.last)
        if rule.next_words and word in rule.next_words:
            return True
        if rule.next is None:
            return False
        if rule.next & following and not (
            walk.items[walk.at + 1].text.lower() in DISTRIBUTIVE and not rule.next - {"PER"} & following
        ):
            return "NUM" not in following or "NUM" in rule.next
        if "stop" in rule.next and stop:
            return True
        return bool("dot" in rule.next and self.raw[item.last : item.last + 1] == ["."] and not stop)


def _is_rewritten(walk: Walk) -> bool:
    """Say whether a bracket with another length stands behind an item (`12 in (30 cm)`)."""
    if "NUM" not in walk.behind(2) or "UNIT" not in walk.behind(3) or walk.items[walk.at + 1].text != "(":
        return False
    return any(s.unit.dimension == LENGTH for s in unit_senses(walk.items[walk.at + 3]))


def _is_behind_unit(island: Island, codes: frozenset[str]) -> bool:
    """Say whether the amount in front of a number is in one of some units."""
    for k in range(len(island.types) - 2, max(-1, len(island.types) - 4), -1):
        if island.types[k] == "UNIT":
            return any(s.unit.code in codes for s in island.values[k])
    return False
