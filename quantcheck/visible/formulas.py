"""LaTeX between its delimiters, its commands in prose, and escapes of Markdown."""

from __future__ import annotations

from quantcheck.patterns.later import later
from quantcheck.visible import addresses, citations, latex, links
from quantcheck.visible.edits import Scan

_MARKDOWN_ESCAPES = frozenset("!\"#$%&'()*+-./:<=>?@[\\]^_`{|}~")
_LATEX_DELIMITER = {"(": "\\)", "[": "\\]"}
_BRACKETS_ONLY = later(r"[\d\s,–-]+")
_LONGEST_FORMULA = 2000


def dollar(scan: Scan, start: int, end: int) -> int:
    """Take LaTeX between dollars; sums of money are none."""
    text = scan.text
    double = text.startswith("$$", start)
    opening = start + (2 if double else 1)
    close = scan.find("$$" if double else "$", opening)
    if close < 0 or close == opening or close - opening > _LONGEST_FORMULA:
        return end
    if not double and (text[close - 1].isspace() or text[close + 1 : close + 2].isdigit()):
        return end
    inside = text[opening:close]
    if text[close - 1] == "\\" or "\n\n" in inside:
        return end
    if latex.MATH.search(inside) is None and latex.PLAIN_NUMBER.fullmatch(inside) is None:
        return end
    return _formula(scan, start, opening, close, close + (2 if double else 1))


def _formula(scan: Scan, start: int, opening: int, close: int, end: int) -> int:
    text = scan.text
    # Delimiters that touch digits on both sides keep them apart.
    scan.edits.append((start, opening, scan.apart(start, opening)))
    scan.markup.latex.math(text, opening, close, scan.edits)
    scan.edits.append((close, end, scan.apart(close, end)))
    return end


def backslash(scan: Scan, start: int, end: int) -> int:
    """Take what a backslash begins: LaTeX between delimiters, a path, a command, an escape."""
    text = scan.text
    following = text[end : end + 1]
    if following in ("", "\n"):
        return end
    if following in _LATEX_DELIMITER:
        close = scan.find(_LATEX_DELIMITER[following], start + 2)
        if 0 <= close - start <= _LONGEST_FORMULA and _is_math(following, text[start + 2 : close]):
            return _formula(scan, start, start + 2, close, close + 2)
    path = addresses.drive(scan, start)
    if path:
        return path
    after = scan.markup.latex.command(text, start, len(text), scan.edits, inside=False)
    if after > start:
        return after
    if following in _MARKDOWN_ESCAPES:
        scan.edits.append((start, start + 1, ""))
        return start + 2
    return end


def _is_math(delimiter: str, inside: str) -> bool:
    """Return whether escaped brackets enclose math; around a number alone, square ones are brackets as such."""
    if "\n\n" in inside:
        return False
    return delimiter == "(" or (not _BRACKETS_ONLY.fullmatch(inside) and latex.MATH.search(inside) is not None)


def caret(scan: Scan, start: int, end: int) -> int:
    """Take a citation mark, or a raised digit in LaTeX."""
    text = scan.text
    if text.startswith("^[", start):
        mark = citations.mark(text, start, scan.styles, scan.markup.citations)
        return end if mark is None else links.cite(scan, start, mark)
    if text[start + 1] in "{\\":
        scan.markup.latex.script(text, start, len(text), scan.edits)
        return scan.edits[-1][1] if scan.edits and scan.edits[-1][0] >= start else end
    return end
