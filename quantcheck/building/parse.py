"""From terminals to expressions: the longest run that the grammar reads, and the boundary on each side of it.

Runs the LALR table that `language` compiled from the grammar. The result depends on the terminals alone, so it is
remembered by them. Whether the parts of an expression go together is for `normalise` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quantcheck.building.language import ParseTable, Rule
from quantcheck.lexing.island import DANGLING, GLUED, OPENINGS

Tree = tuple[Any, ...]
"""A node: its name and its children, which are nodes or the index of a terminal in the island."""


class Span(tuple[int, int, "Tree | None"]):
    """Start and end of an expression in an island, and its tree; None where it is seen and not read."""


_LEFT = frozenset(
    (DANGLING, GLUED, "PER", "POW", "PM", "TIMES", "MUL", "MULT", "SLASH", "COLON", "OF", "INR", "PLUS", "RANGE", "SQ")
) | {"EQ", "UNIT"}
_RIGHT = _LEFT | {"TIMESW", "RP", "BOUNDP", "APPROXP", "NEGP", "MORE"}
"""What may extend the expression that it touches; where the grammar could not use it, nothing of the whole is read."""
_BOUNDARIES = frozenset(("WORD", "COMMA", "AND"))
_FREQUENCIES = frozenset(["DAILY", "TOD", "TIMESN", "EVERY"])
"""What begins a frequency; what an amount with one is per, the amount is as well (`6 mg twice daily per person`)."""
_VALUES = frozenset(["NUM", "VAGUE", "DAILY", "TOD", "TIMESN", "MULT"])
_MEMORY = 20_000
_LONGEST_REMEMBERED = 48
_BACK = 24
"""How many terminals the longest expression may lie behind the place where the grammar gave up."""


class Parser:
    """The grammar at work. `remember=False` parses every island anew."""

    def __init__(self, table: ParseTable, *, remember: bool = True) -> None:
        self._states = table.states
        self._rules = table.rules
        self._start = table.start
        self._end = table.end
        self._seen: dict[tuple[str, ...], list[tuple[int, int, Tree | None]]] | None = {} if remember else None

    @property
    def remembers(self) -> bool:
        """Whether what was parsed is remembered."""
        return self._seen is not None

    def expressions(self, types: Sequence[str]) -> list[tuple[int, int, Tree | None]]:
        """Return the expressions of an island in order: start, end, tree. They do not overlap."""
        if self._seen is None or len(types) > _LONGEST_REMEMBERED:
            return self._read(types)
        shape = tuple(types)
        found = self._seen.get(shape)
        if found is None:
            if len(self._seen) >= _MEMORY:
                self._seen.clear()
            found = self._seen[shape] = self._read(types)
        return found

    def _read(self, types: Sequence[str]) -> list[tuple[int, int, Tree | None]]:
        found: list[tuple[int, int, Tree | None]] = []
        n = len(types)
        i = 0
        floor = 0
        """Nothing before this index may be taken in any more."""
        while i < n:
            if types[i] not in OPENINGS:
                i += 1
                continue
            end, tree = self._longest(types, i)
            if tree is None:
                if types[i] not in _VALUES and types[i] != "LP" and types[i] != "CUR":
                    i += 1
                    continue
                end = i + 1
            start = i
            bad = tree is None
            while start > floor and types[start - 1] in _LEFT:
                start -= 1
                bad = True
            while end < n and types[end] in _RIGHT:
                bad = True
                end += 1
                while end < n and types[end] not in _BOUNDARIES:
                    end += 1
            if bad:
                kept = None
                if start == i and tree is not None and tree[0] in ("series", "juxtaposed"):
                    # only the last member is touched: what stands before it is complete
                    kept = tree[1]
                    size = _size(kept) if isinstance(kept, tuple) else 1
                    if tree[0] == "series":
                        found.append((i, i + size, kept))
                        start = i + size + _size(tree[2])
                    elif types[i + size - 1] in ("NUM", "MULT") or types[i + size] in _FREQUENCIES:
                        kept = None
                while end < n and types[end] not in _BOUNDARIES:
                    end += 1
                side_by_side = kept is not None and tree is not None and tree[0] == "juxtaposed"
                tree = ("touched", tree, *range(i + _size(tree), end)) if side_by_side else None
            found.append((start, end, tree))
            i = floor = end
        return found

    def _longest(self, types: Sequence[str], start: int) -> tuple[int, Tree | None]:
        """Return the end and the tree of the longest expression from `start`, or (start, None)."""
        return next(self.prefixes(types, start), (start, None))

    def prefixes(self, types: Sequence[str], start: int) -> Iterator[tuple[int, Tree]]:
        """Yield the end and the tree of each run from `start` that the grammar reads, the longest first."""
        states, rules = self._states, self._rules
        # the stack is a linked list, so that every earlier state of it stays at hand
        stack: tuple[Any, ...] = (self._start, None, None)
        trail: list[tuple[Any, ...]] = []
        n = len(types)
        i = start
        while i < n:
            action = states[stack[0]].get(types[i])
            while action is not None and action < 0:
                stack = self._reduce(stack, rules[-action - 1])
                action = states[stack[0]].get(types[i])
            if action is None:
                break
            stack = (action, i, stack)
            trail.append(stack)
            i += 1
        for back in range(len(trail) - 1, max(-1, len(trail) - 1 - _BACK), -1):
            tree = self._accept(trail[back])
            if tree is not None:
                yield start + back + 1, tree

    def _accept(self, stack: tuple[Any, ...]) -> Tree | None:
        """Return the tree if the input may end here."""
        states, rules = self._states, self._rules
        while True:
            action = states[stack[0]].get("$END")
            if action is None:
                return None
            if action >= 0:
                return None
            stack = self._reduce(stack, rules[-action - 1])
            if stack[0] == self._end:
                tree: Tree = stack[1][1]
                return tree

    def _reduce(self, stack: tuple[Any, ...], rule: Rule) -> tuple[Any, ...]:
        size = rule.size
        children = []
        for _ in range(size):
            children.append(stack[1])
            stack = stack[2]
        if size == 1 and rule.expand:
            value = children[0]
        else:
            children.reverse()
            value = (rule.alias or rule.name, *children)
        return (self._states[stack[0]][rule.name], value, stack)


def _size(node: object) -> int:
    """Return how many terminals a node covers."""
    count = 0
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack.extend(top[1:])
        else:
            count += 1
    return count
