"""One pattern of many spellings that share their beginnings: the engine tries a branch a letter, not one for each."""

from __future__ import annotations

import re
from collections.abc import Iterable

_Node = dict[str, "_Node"]
_END = ""


def any_of(spellings: Iterable[str], blank: str = " ") -> str:
    """Return the pattern of any of these spellings, a longer one before its beginning; of none, one that never matches.

    `blank` is the pattern of what stands between the words of a spelling.
    """
    root: _Node = {}
    for spelling in sorted(set(spellings)):
        node = root
        words = spelling.split() if blank != " " else [spelling]
        for n, word in enumerate(words):
            for atom in ((blank,) if n else ()) + tuple(map(re.escape, word)):
                node = node.setdefault(atom, {})
        node[_END] = {}
    return f"(?:{_pattern(root)})" if root else "(?!)"


def _pattern(node: _Node) -> str:
    whole = []
    while len(node) == 1 and _END not in node:
        ((atom, node),) = node.items()
        whole.append(atom)
    branches = [atom + _pattern(child) for atom, child in node.items() if atom != _END]
    if branches:
        rest = branches[0] if len(branches) == 1 and _END not in node else f"(?:{'|'.join(branches)})"
        whole.append(rest + "?" if _END in node else rest)
    return "".join(whole)
