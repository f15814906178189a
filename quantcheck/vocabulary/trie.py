"""The trie of spellings as plain data, and back. Which spellings there are, and what each may be, is for `lexicon`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from quantcheck.vocabulary.buckets import Packed, Table
from quantcheck.vocabulary.lexicon import Node
from quantcheck.vocabulary.vocab import Groups

_FLAGS: Final = tuple(sorted(name for name in Node.__slots__ if isinstance(getattr(Node(), name), bool)))
"""What a node says of itself by yes or no: the bits of a number, the first name the lowest."""


def plain(root: Mapping[str, Node | None], groups: Groups) -> dict[str, Any]:
    """Return the plain data of each first token; meanings of units are kept by the number of their group."""
    numbers = groups.numbers()
    return {token: _plain(node, numbers) for token, node in root.items() if node is not None}


def _plain(node: Node, numbers: Mapping[int, int]) -> list[Any]:
    """Return a node as lives, flags, spelling, what follows, and behind what it stands; the end is left out where it is
    empty.

    A life of two is a terminal with the number of a group of meanings, one of three has its value last.
    """
    lives = [[name, numbers[id(value)]] if id(value) in numbers else [name, None, value] for name, value in node.lives]
    flags = sum(getattr(node, name) << n for n, name in enumerate(_FLAGS))
    follow = {token: _plain(child, numbers) for token, child in (node.next or {}).items()}
    row = [lives, flags, node.spelling, follow, sorted(node.behind)]
    while row and not row[-1]:
        row.pop()
    return row


def root(buckets: Packed, groups: Groups, over: Mapping[str, memoryview] = {}) -> Table[Node]:
    """Return the first tokens, each node built when it is first looked up."""
    return Table(buckets, lambda raw: _node(groups, *msgspec.json.decode(raw)), over)


def _node(
    groups: Groups,
    lives: Sequence[list[Any]] = (),
    flags: int = 0,
    spelling: str = "",
    below: Mapping[str, list[Any]] | None = None,
    behind: Sequence[str] = (),
) -> Node:
    node = Node()
    node.lives = tuple((life[0], groups[life[1]] if len(life) == 2 else life[2]) for life in lives)
    node.kinds = frozenset(life[0] for life in node.lives)
    node.spelling = spelling
    node.behind = frozenset(behind)
    for n, name in enumerate(_FLAGS):
        setattr(node, name, bool(flags >> n & 1))
    if below:
        node.next = {token: _node(groups, *child) for token, child in below.items()}
    return node
