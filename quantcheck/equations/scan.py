"""Stated equations in visible text: the clauses in which they may stand, and which of them is one in its place.

Where something stands that the grammar does not place, the whole is left to the ordinary reading. Values are decided by
`arithmetic.decide`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from quantcheck.building.parse import Parser
from quantcheck.equations.nodes import moved
from quantcheck.equations.operands import Leaf, Operands
from quantcheck.equations.restated import restated, restates
from quantcheck.equations.signs import FIGURE, OPERATORS, SIGNS, WHOLES, Words
from quantcheck.equations.terminals import AND, Terminals
from quantcheck.equations.trees import Found, Stated, Terminal, stated
from quantcheck.patterns.later import later
from quantcheck.values import Equation, Quantity
from quantcheck.vocabulary.kinds import Split

LONGEST: Final = 240
"""Characters of one clause on either side of a sign of equality in which its equation is looked for."""
# A set of characters first: so the engine tries few places.
_CLAUSE: Final = later(r"[;!?\n.,:](?:(?<=[;!?])|(?<=\n)(?![ \t]*[=≈])|(?<=[.,:])(?=\s|\Z))")
_LISTED: Final = later(r"\s+(?:(?:and|&|about|a total of)\s+)*[\d$€£¥½¼¾.]")
_GOES_ON: Final = OPERATORS | WHOLES | {"GLUED", "COMMA", "AND"}


class Scanner:
    """Looks for equations in one visible text."""

    def __init__(
        self,
        split: Split,
        words: Words,
        marks: Sequence[int],
        parser: Parser,
        breaks: Sequence[int],
        left: Sequence[tuple[int, int, str]],
        read: Leaf,
        read_text: Callable[[str], Sequence[Quantity]],
    ) -> None:
        self._text = split.text
        self._words = words
        self._marks = marks
        self._parser = parser
        self._breaks = breaks
        self._operands = Operands(split, words, left, read, read_text)
        self._terminals = Terminals(split.text, words, self._operands)

    def equations(self) -> Iterator[Found]:
        """Yield the equations in order; they do not overlap."""
        found: list[Found] = []
        for start, end in self._clauses():
            terminals = self._terminals.of(start, end)
            for made in stated(
                self._parser, terminals, partial(self._fits, terminals), partial(self._begins, terminals)
            ):
                found.append(self._found(made, terminals))
        if restates(self._text):
            starts = [f.equation.start for f in found]
            ends = [f.equation.end for f in found]
            alone: list[Found] = []
            for twice in restated(self._text, self._breaks, self._operands):
                e = twice.equation
                k = bisect_left(starts, e.end)
                if not (k and ends[k - 1] > e.start):
                    alone.append(twice)
            found += alone
        yield from sorted(found, key=lambda f: f.equation.start)

    def _clauses(self) -> Iterator[tuple[int, int]]:
        """Yield the stretches in which an equation may stand, once each."""
        text = self._text
        reach = 0
        for at in self._marks:
            if at < reach:
                continue
            low, high = max(reach, at - LONGEST), min(len(text), at + LONGEST)
            k = bisect_right(self._breaks, at)
            if k:
                low = max(low, self._breaks[k - 1])
            if k < len(self._breaks):
                high = min(high, self._breaks[k])
            first, last = low, high
            for m in _CLAUSE.finditer(text, low, at):
                low = low if self._joins(m) else m.end()
            for m in _CLAUSE.finditer(text, at, high):
                if not (self._joins(m) or (m[0] == "," and self._lists(at, first, last) and self._listed(m))):
                    high = m.start()
                    break
            reach = max(high, at + 1)
            if low < high and self._figures(low, high):
                yield low, high

    def _figures(self, start: int, end: int) -> bool:
        """Whether a number stands in a stretch, in digits or in words."""
        return (
            FIGURE.search(self._text, start, end) is not None
            or self._words.numbers.search(self._text, start, end) is not None
        )

    def _joins(self, m: re.Match[str]) -> bool:
        """Whether a comma ends no clause: `, which is 5 mg`."""
        return m[0] == "," and self._words.links.match(self._text, m.end()) is not None

    def _lists(self, at: int, low: int, high: int) -> bool:
        """Whether a mark is of a word behind which stands a list: `sum of`."""
        near = self._words.wholes.finditer(self._text, max(low, at - 16), min(high, at + 16))
        return any(m.end() > at for m in near)

    def _listed(self, m: re.Match[str]) -> bool:
        """Whether a comma stands between the members of a list."""
        return not AND.search(m.string, m.pos, m.start()) or _LISTED.match(m.string, m.end()) is not None

    def _fits(self, terminals: Sequence[Terminal], made: Stated) -> bool:
        """Whether an equation is one in its place: nothing goes on around it, and it says something."""
        if not self._ends(made.last, terminals):
            return False
        if self._words.beyond.match(self._text, terminals[made.last - 1].end):
            return False
        sort = made.signs[0]
        if sort in ("=", "≈"):
            first = terminals[made.first]
            if first.kind == "LP" and self._text[first.start] == "[" and made.sides[0].node[0] == "q":
                # `[1] = 5`: an index, or a citation
                return False
            named = terminals[made.last - 2].kind == "COMMA"
            if named and made.last < len(terminals) and terminals[made.last].kind != "RP":
                return False
            if any(side.node[0] != "q" for side in made.sides):
                return True
            signs = [t for t in terminals[made.first : made.last] if t.kind in SIGNS]
            if all(self._text[t.start].isalpha() or self._text[t.start] == "," for t in signs):
                return False
            return self._compares(terminals, made)
        if sort == "or":
            return any(side.node[0] != "q" for side in made.sides)
        if sort == "(":
            inside: Quantity = terminals[made.last - 2].value
            return made.sides[0].node[0] != "q" and not inside.bare and bool(inside.readings)
        return False

    def _compares(self, terminals: Sequence[Terminal], made: Stated) -> bool:
        """Whether an equation that computes nothing compares two amounts: `1 h = 60 min`, and not `Group 1 = 12`."""
        operands: list[Quantity] = [terminals[i].value for i in made.operands]
        plain = [q for q in operands if q.bare and "fraction" not in q.forms]
        if not plain or any("scientific" in q.forms for q in plain):
            return True
        if len(plain) == len(operands) or not any(r.kind == "percent" for q in operands for r in q.readings):
            return False
        before, first = terminals[made.first - 1], terminals[made.first]
        return not (made.first and before.kind == "WORD" and before.end == first.end and operands[0] in plain)

    def _begins(self, terminals: Sequence[Terminal], first: int) -> bool:
        """Whether an expression begins here: what stands before it is no part of it."""
        k = first - 1
        while k >= 0 and terminals[k].kind == "LP":
            k -= 1
        if k < 0:
            return True
        kind = terminals[k].kind
        if kind == "RP":
            return k + 1 == first and k > 0 and terminals[k - 1].kind == "WORD"
        if kind == "Q":
            # `6 g (3 × 2 g = 6 g)`
            return k + 1 < first
        if kind in SIGNS and k and terminals[k - 1].kind == "Q":
            # what stands before the sign is a side too, and was tried with it
            return False
        return kind not in _GOES_ON

    def _ends(self, last: int, terminals: Sequence[Terminal]) -> bool:
        """Whether an expression ends here: what stands behind it is no part of it."""
        k = last
        while k < len(terminals) and terminals[k].kind == "RP":
            k += 1
        return k == len(terminals) or terminals[k].kind not in _GOES_ON

    def _found(self, made: Stated, terminals: Sequence[Terminal]) -> Found:
        place = {terminal: n for n, terminal in enumerate(made.operands)}
        sides = tuple(moved(side.node, place.__getitem__) for side in made.sides)
        spans = tuple((side.start, side.end) for side in made.sides)
        start, end = terminals[made.first].start, terminals[made.last - 1].end
        equation = Equation(start, end, sides, tuple(made.signs), spans)
        return Found(equation, [terminals[i].value for i in place])
