"""From the tree of an expression to pieces: one for each quantity in it, its connectors decided.

The tree is walked here, from the inside out; what its nodes come to is decided by `amounts`, `frequencies`, `joins`,
`mixed` and `series`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from quantcheck.building import amounts
from quantcheck.building.frequencies import frequency
from quantcheck.building.joins import bound_in_front, join
from quantcheck.building.kinds import close, kinds
from quantcheck.building.mixed import juxtaposed
from quantcheck.building.parse import Tree
from quantcheck.building.pieces import Piece
from quantcheck.building.refused import unread
from quantcheck.building.series import series
from quantcheck.lexing.island import Island
from quantcheck.lexing.tokens import PERIODS

_SAID = frozenset(("BOUND", "BOUNDP", "APPROX", "APPROXP"))
"""What is said of an amount before a word in front of it says how long that is."""


def build(island: Island, start: int, end: int, tree: Tree | None) -> list[Piece]:
    """Return the pieces of an expression (terminals `start` to `end` of the island), in order."""
    if tree is None:
        return [unread(island, start, end)]
    pieces = _Builder(island).pieces(tree, start, end)
    for piece in pieces:
        if (
            piece.shape != "range"
            and piece.mods
            and piece.mods[0][0] in ("FROM", "BETWEEN", "CHANGE")
            and not piece.reason
        ):
            # `from` opens no range here: the word is not part of the quantity
            piece.mods = [m for m in piece.mods if m[0] not in ("FROM", "BETWEEN", "CHANGE")]
            piece.start += 1
    return pieces


class _Builder:
    def __init__(self, island: Island) -> None:
        self.island = island
        self.types = island.types
        self.values = island.values

    def pieces(self, node: Tree, start: int, end: int) -> list[Piece]:
        name = node[0]
        if name == "equation":
            piece = unread(self.island, start, end, "equation")
            piece.reason = "equation"
            return [piece]
        if name == "series":
            return self._series(node, start, end)
        if name in ("span", "addition", "product", "tolerance", "juxtaposed"):
            parts = _flatten(node, str(name))
            return self._joined(str(name), parts, start, end)
        if name == "touched":
            return self._touched(node, start, end)
        if name in ("front", "behind"):
            return self._qualified(node, start, end)
        if name == "amount":
            return self._two_writings(node, start, end) or [self._amount(node, start, end)]
        if name == "frequency":
            return [frequency(self.island, node, start, end)]
        if name in ("proportion", "pair"):
            counted = amounts.counted_out(self.island, str(name), node, start, end)
            return counted or [amounts.ratio(self.island, str(name), node, start, end)]
        return [unread(self.island, start, end)]

    def _amount(self, node: Tree, start: int, end: int) -> Piece:
        group = amounts.bracket(self.island, node)
        inside = None if group is None else self.pieces(group[2], group[1] + 1, group[3])
        return amounts.amount(self.island, node, start, end, inside)

    def _two_writings(self, node: Tree, start: int, end: int) -> list[Piece]:
        """Read `250 g/8¾ oz` as two quantities: one dimension, different units, within 5% of each other."""
        made = [self._amount(*half) for half in amounts.halves(self.island, node, start, end)]
        if not made or any(p.reason for p in made) or not close(made[0].terms[0], made[1].terms[0]):
            return []
        if made[0].terms[0].divisors:
            # `1570 kJ/375 kcal per 100 g`: the number that the first is per as well stands too far away to be shown
            made[0].refuse("unread")
        return made

    def _qualified(self, node: Tree, start: int, end: int) -> list[Piece]:
        """Read a value with what stands before and behind it, from the inside out."""
        marks: list[tuple[str, int, int]] = []
        while node[0] in ("front", "behind"):
            if node[0] == "front":
                marks.append(("front", node[1], start))
                node, start = node[2], start + 1
            else:
                marks.append(("behind", node[2], end))
                node, end = node[1], end - 1
        inner = self.pieces(node, start, end)
        for side, mark, place in reversed(marks):
            inner = self._front(mark, inner, place) if side == "front" else self._behind(mark, inner, place)
        return inner

    def _front(self, mark: int, inner: list[Piece], start: int) -> list[Piece]:
        kind, value = self.types[mark], self.values[mark]
        first = inner[0]
        first.start = start
        if kind == "EMPH":
            first.notes.append("emphasis")
        elif kind == "NEG":
            stroke = first.shape == "pair" and first.bare
            if not first.terms or not (stroke or first.shape in ("point", "mixed")):
                first.refuse("unread")
            for term in first.terms[:1]:
                # what has its sign already, `sub-zero` only says again
                if not (value == "zero" and term.number is not None and term.number.value < 0):
                    term.negative = not term.negative
        elif (
            kind == "BOUND"
            and value[1].lower() in self.island.durations
            and (first.shape != "point" or (kinds(first) & PERIODS and any(k in _SAID for k, _ in first.mods)))
        ):
            # `within about 5 minutes`, `over 5–10 minutes`: the word says how long, the bound is the other one
            first.start = first.terms[0].start if first.shape != "point" and not first.mods else start + 1
        else:
            if kind == "BOUND":
                bound_in_front(self.island, first, mark, value[0])
            else:
                first.mods.insert(0, (kind, value))
        return inner

    def _behind(self, mark: int, inner: list[Piece], end: int) -> list[Piece]:
        kind, value = self.types[mark], self.values[mark]
        last = inner[-1]
        last.end = end
        if kind == "MORE":
            if last.shape == "point" and len(last.terms) == 1 and not last.bare:
                last.terms[0].more += Fraction(value)
                last.forms.add("fraction")
            else:
                last.refuse("unread")
        else:
            last.mods.append((kind, value))
            if kind == "BOUNDP":
                last.forms.add("bound_word")
        return inner

    def _joined(self, name: str, nodes: list[Any], start: int, end: int) -> list[Piece]:
        spans = _bounds(nodes, start, end)
        parts = [self.pieces(node, *span) for node, span in zip(nodes, spans, strict=True) if not isinstance(node, int)]
        if name == "juxtaposed":
            return juxtaposed(self.island, [p for part in parts for p in part])
        if any(len(part) != 1 for part in parts):
            return self._chained(name, parts)
        return join(self.island, name, [part[0] for part in parts], start, end)

    def _touched(self, node: Tree, start: int, end: int) -> list[Piece]:
        """Read what stands before a last member that something touches; a part of it is read with it, or not at all."""
        whole = node[1]
        split = start + _size_of(whole[1])
        made = self.pieces(whole, start, start + _size_of(whole))
        kept = [piece for piece in made if piece.end <= split]
        # `45°30'N`: what is touched is the smaller part of one amount
        return [*kept, unread(self.island, kept[-1].end if kept else start, end)]

    def _chained(self, name: str, parts: list[list[Piece]]) -> list[Piece]:
        """Join only what stands next to each connector: `200–400 mg every 4–6 hours` is two ranges side by side."""
        made: list[Piece] = list(parts[0][:-1])
        group = [parts[0][-1]]
        for part in parts[1:]:
            group.append(part[0])
            if len(part) > 1:
                made += join(self.island, name, group, group[0].start, group[-1].end)
                made += part[1:-1]
                group = [part[-1]]
        if len(group) > 1:
            made += join(self.island, name, group, group[0].start, group[-1].end)
        else:
            made += group
        return made

    def _series(self, node: Tree, start: int, end: int) -> list[Piece]:
        nodes = _flatten(node, "series")
        spans = _bounds(nodes, start, end)
        made: list[Piece] = []
        words: list[str] = []
        """The connector in front of each piece, empty where none stands there."""
        pending = ""
        for part, (a, b) in zip(nodes, spans, strict=True):
            if part[0] == "sep":
                pending = "".join(self.values[k] for k in range(a, b))
                continue
            for k, piece in enumerate(self.pieces(part, a, b)):
                made.append(piece)
                words.append(pending if k == 0 else "")
        return series(self.island, made, words)


def _flatten(node: Tree, name: str) -> list[Any]:
    """Return the parts and connectors of a left-recursive node, in order."""
    found: list[Any] = []
    while node[0] == name:
        found.extend(reversed(node[2:]))
        node = node[1]
    found.append(node)
    found.reverse()
    return found


def _bounds(nodes: Sequence[Any], start: int, end: int) -> list[tuple[int, int]]:
    """Return the terminals that each of some nodes side by side covers."""
    spans = []
    at = start
    for node in nodes:
        size = _size_of(node)
        spans.append((at, at + size))
        at += size
    assert at == end
    return spans


def _size_of(node: Any) -> int:
    """Return how many terminals a node covers."""
    count = 0
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, int):
            count += 1
        else:
            stack.extend(top[1:])
    return count
