"""Links, images, footnotes and citation marks: what begins with a bracket."""

from __future__ import annotations

from quantcheck.patterns.later import later
from quantcheck.values import Citation, Ignored
from quantcheck.visible import citations, code
from quantcheck.visible.edits import Scan
from quantcheck.visible.emphasis import OPAQUE
from quantcheck.visible.markup import CITATION

_FOOTNOTE_BEGINS = later(r"(?:\A|(?<=\n))[ ]{0,3}\[\^([^\]\[\s]{1,60})\]:")
_FOOTNOTE = later(r"\[\^([^\]\[\s]{1,60})\]:?")


def bracket(scan: Scan, start: int, end: int) -> int:
    """Take a footnote or a citation mark, or remember where a link may have begun."""
    text = scan.text
    if text[start] == "!":
        end += 1
    else:
        if text.startswith("[^", start):
            note = footnote(scan, start)
            if note:
                return note
        mark = citations.mark(text, start, scan.styles, scan.markup.citations)
        if mark is not None:
            return cite(scan, start, mark)
        nested = None
        if text.startswith("[", end):
            nested = citations.mark(text, end, scan.styles, scan.markup.citations)
        if nested is not None and text.startswith("](", nested.end):
            tail = citations.LINK_TAIL.match(text, nested.end + 1)
            if tail is not None:
                return cite(scan, start, nested, tail.end())
    scan.links.append((start, end - start > 1, len(scan.edits)))
    return end


def lenticular(scan: Scan, start: int, end: int) -> int:
    """Take a citation mark in lenticular brackets."""
    mark = citations.mark(scan.text, start, scan.styles, scan.markup.citations)
    return end if mark is None else cite(scan, start, mark)


def cite(scan: Scan, start: int, mark: citations.Mark, end: int = 0) -> int:
    """Put the stand-in of a citation for a mark, and the address behind it."""
    text = scan.text
    if not end:
        end = mark.end
        if mark.style in ("bracket", "source", "doc") and text.startswith("(", end):
            tail = citations.LINK_TAIL.match(text, end)
            if tail is not None and _is_destination(tail["to"]):
                end = tail.end()
    scan.edits.append((start, end, CITATION))
    if mark.off:
        scan.ignored.append(Ignored(start, end, "style_off"))
    else:
        scan.citations.append(Citation(start, end, mark.style, mark.spans))
    scan.floor = end
    return end


def footnote(scan: Scan, start: int) -> int:
    """Take `[^1]` where its definition stands in the text, and the definition's own mark; 0 where it does not."""
    text = scan.text
    if scan.footnotes is None:
        scan.footnotes = frozenset(m.group(1) for m in _FOOTNOTE_BEGINS.finditer(text))
    found = _FOOTNOTE.match(text, start)
    if found is None:
        return 0
    label = found.group(1)
    defined = label.rstrip("^") in scan.footnotes or label in scan.footnotes
    if not defined and (label.rstrip("^").isdigit() or citations.FOOTNOTE.match(text, start)):
        # `[^1,^2]`
        return 0
    begins = found.group().endswith(":") and _FOOTNOTE_BEGINS.match(text, code.line_start(scan, start)) is not None
    end = found.end() if begins or not found.group().endswith(":") else found.end() - 1
    return scan.hide(start, end, "footnote", OPAQUE if begins else CITATION)


def paren(scan: Scan, start: int, end: int) -> int:
    """Take a citation mark in round brackets."""
    mark = citations.mark(scan.text, start, scan.styles, scan.markup.citations)
    if mark is None or _restates(scan, start):
        return end
    return cite(scan, start, mark)


def _restates(scan: Scan, at: int) -> bool:
    """Whether a number in brackets restates the word before it, as in `five (5) days`."""
    words = scan.markup.number_word
    before = scan.text[max(0, at - 24) : at].rstrip()
    return words is not None and any(m.end() == len(before) for m in words.finditer(before))


def unbracket(scan: Scan, start: int, end: int) -> int:
    """Take a link or an image where one ends; what a link shows stays."""
    text = scan.text
    if not scan.links:
        return end
    opening, image, count = scan.links.pop()
    tail = citations.LINK_TAIL.match(text, end)
    if tail is None or not _is_destination(tail["to"]):
        return end
    if image:
        for listed in (scan.citations, scan.ignored):
            while listed and listed[-1].start > opening:
                listed.pop()
        del scan.edits[count:]
        return scan.hide(opening, tail.end(), "markup")
    scan.edits.append((opening, opening + 1, ""))
    return scan.hide(start, tail.end(), "url", scan.apart(start, tail.end()))


def _is_destination(to: str | None) -> bool:
    """Whether a link's target can be one: never a bare number or word, which would be hidden text."""
    return (
        to is None or to == "" or (any(c in to for c in "/.#:") and not to.replace(".", "").replace(",", "").isdigit())
    )
