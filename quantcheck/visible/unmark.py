"""Markup: code, HTML, LaTeX, emphasis, links, addresses and citation marks, and what a reader sees instead.

One pass finds each place where markup may begin, by one set of characters; the rest of the text is never looked at.
What is cut, and what stands in its place, are edits of the text as given; `view` makes the visible text of them.
"""

from __future__ import annotations

import re
from typing import Final

from quantcheck.visible import addresses, code, formulas, html, links
from quantcheck.visible.edits import Scan
from quantcheck.visible.emphasis import OPAQUE
from quantcheck.visible.markup import CITATION, NOTE_LETTERS


def run(scan: Scan, trigger: re.Pattern[str], found: re.Match[str] | None) -> None:
    """Add to a scan all markup from the first place on where some may begin."""
    text, search, methods = scan.text, trigger.search, _METHODS
    while found is not None:
        start, end = found.span()
        method = methods.get(text[start], hidden)
        found = search(text, method(scan, start, end))


def hidden(scan: Scan, start: int, end: int) -> int:
    """Cut a run of invisible characters."""
    run = scan.markup.hidden.match(scan.text, start)
    end = run.end() if run is not None else end
    scan.edits.append((start, end, ""))
    return end


def stand_in(scan: Scan, start: int, end: int) -> int:
    """Take a stand-in that the text itself holds: it breaks expressions, and is no citation."""
    if scan.text[start] == CITATION:
        scan.edits.append((start, end, OPAQUE))
    return end


_METHODS: Final = {
    "*": code.marks,
    "_": code.marks,
    "~": code.marks,
    "`": code.ticks,
    "<": html.tag,
    "&": html.entity,
    "$": formulas.dollar,
    "\\": formulas.backslash,
    "^": formulas.caret,
    "[": links.bracket,
    "!": links.bracket,
    "]": links.unbracket,
    "【": links.lenticular,
    "(": links.paren,
    ":": addresses.scheme,
    "w": addresses.www,
    "@": addresses.at_sign,
    "/": addresses.slash,
    **dict.fromkeys(NOTE_LETTERS, html.note_letter),
    OPAQUE: stand_in,
    CITATION: stand_in,
}
