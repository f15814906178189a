"""Nodes of expressions: their operands, and the same node with its operands named by another place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quantcheck.values import Node


def leaves(node: Node) -> Iterator[int]:
    """Yield the operands of a node, in order."""
    if node[0] == "q":
        yield node[1]
    elif node[0] != "n":
        for child in node[1:]:
            yield from leaves(child)


def moved(node: Node, place: Callable[[int], int]) -> Node:
    """Return a node whose operands are named by another place."""
    if node[0] == "q":
        return ("q", place(node[1]))
    if node[0] == "n":
        return node
    return (node[0], *(moved(child, place) for child in node[1:]))
