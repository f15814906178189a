"""HTML tags, comments and entities."""

from __future__ import annotations

import re

from quantcheck.patterns.later import later
from quantcheck.visible import latex
from quantcheck.visible.edits import Scan
from quantcheck.visible.emphasis import OPAQUE
from quantcheck.visible.markup import NOTE_LETTERS

_ENTITY = later(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG = later(
    r"</?([A-Za-z][A-Za-z0-9]*+)"
    r"(?:\s++[A-Za-z_:@][\w:.@-]*+(?:\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'|[^\s\"'<>=`]++))?+)*+\s*+/?>"
)
_ATTRIBUTE = later(r"\s([A-Za-z_:@][\w:.@-]*+)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^\s\"'<>=`]++))?+")
_UNSEEN = later(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*[.0]+(?:[a-z]+|%)?)(?![\w.-])",
    re.IGNORECASE,
)
_FOREIGN_ATTRIBUTES = later(r"</?[A-Za-z][\w:-]*+(?:\s+[A-Za-z][\w:-]*+\s?=\s?(?:\"[^\"<]*+\"|'[^'<]*+'))++\s?/?>")
_AUTOLINK = later(r"<(?:[a-z][a-z0-9+.-]{1,20}:[^\s<>]++|[\w.+-]++@[\w.-]++)>", re.IGNORECASE)
_SCRIPTED = later(r"[^<\[\\$`{}\n]{0,40}+(?=</su[bp]\s?>)", re.IGNORECASE)
_SCRIPTED_END = later(r"</su[bp]\s?>", re.IGNORECASE)
_MARKED = later(r"\d[^\w\n]{0,3}(?:[^\W\d_]|[%/²³°$€£¥]){1,10}\Z")
_NOTES = later(r"[a-j*†‡§¶](?:\s?,?\s?[a-j*†‡§¶]){0,3}")
_NOTE_LETTERS = later(rf"[{NOTE_LETTERS}](?:\s?,?\s?[{NOTE_LETTERS}]){{0,3}}(?!\w)")
_RAISED = later(r"\s?[+\-−–]?[\d,+\-−– ]*+")


def tag(scan: Scan, start: int, end: int) -> int:
    """Take a tag, a comment or an address in angle brackets; a tag that no table knows is shown."""
    text = scan.text
    if text.startswith("<!--", start):
        close = scan.find("-->", start + 4)
        if close < 0:
            return end
        return scan.hide(start, close + 3, "markup", "")
    link = _AUTOLINK.match(text, start)
    if link is not None:
        return scan.hide(start, link.end(), "url")
    found = _TAG.match(text, start)
    if found is None:
        return end
    kind = scan.markup.tags.get(found.group(1).lower())
    if text[found.end(1)].isspace() and _is_hidden(found):
        close = scan.elements().get(start, 0)
        if close:
            return scan.hide(start, close, "markup", "\n\n" if kind == "block" else "")
    if kind is None:
        foreign = _FOREIGN_ATTRIBUTES.match(text, start)
        return end if foreign is None else scan.hide(start, foreign.end(), "markup", "")
    closing = text[start + 1] == "/"
    if kind in ("raised", "lowered") and not closing:
        return _scripted(scan, start, found.end(), kind)
    if kind == "code" and not closing and text[found.end() - 2] != "/":
        close = scan.find("</" + found.group(1), found.end())
        if close >= 0:
            shut = text.find(">", close)
            return scan.hide(start, shut + 1 if shut >= 0 else len(text), "code")
    shown = {"line": "\n", "block": "\n\n", "cell": "|", "void": OPAQUE}.get(kind, "")
    if kind in ("raised", "lowered"):
        # What was raised is not joined to a number behind it.
        shown = OPAQUE if text[found.end() : found.end() + 1].isdigit() else ""
    return scan.hide(start, found.end(), "markup", shown)


def _is_hidden(tag: re.Match[str]) -> bool:
    """Say whether the attributes of a tag hide its element from every reader; `aria-hidden` leaves it to be seen."""
    low = tag.group().lower()
    if "hidden" not in low and "style" not in low:
        return False
    for name, value in _ATTRIBUTE.findall(tag.group()):
        if name.lower() == "hidden" or (name.lower() == "style" and _UNSEEN.search(value)):
            return True
    return False


def _scripted(scan: Scan, start: int, end: int, kind: str) -> int:
    """Show `<sup>5</sup>` as a raised digit, never as one on the line."""
    text = scan.text
    body = _SCRIPTED.match(text, end)
    table = latex.SUPERSCRIPTS if kind == "raised" else latex.SUBSCRIPTS
    if body is not None:
        close = _SCRIPTED_END.match(text, body.end())
        shown = _decoded(body.group())
        if close is not None and (_RAISED.fullmatch(shown) or any(c.isdigit() for c in shown)):
            scan.edits.append((start, close.end(), shown.strip().translate(table)))
            return close.end()
        if close is not None and _MARKED.search(text, max(0, start - 12), start) is not None:
            if kind == "raised" and _NOTES.fullmatch(shown.strip()):
                # `5 mg<sup>a</sup>`: the mark of a note
                scan.edits.append((start, close.end(), ""))
                return close.end()
            if kind == "lowered":
                # `5 kW<sub>e</sub>`: another unit, which no letters on the line name
                scan.edits.append((start, end, "_"))
                return end
        if close is not None and kind == "raised" and shown.strip().lower() == "o":
            scan.edits.append((start, close.end(), "°"))
            return close.end()
        scan.edits.append((start, end, ""))
        return end
    # More markup inside: a mark keeps what is raised apart from a number in front of it.
    apart = "" if text[end : end + 1] == "[" or not text[max(0, start - 1) : start].isdigit() else "^"
    apart = "_" if apart and kind == "lowered" else apart
    scan.edits.append((start, end, apart))
    return end


def note_letter(scan: Scan, start: int, end: int) -> int:
    """Cut raised letters that mark a note (`5 mgᵃ`), as `<sup>a</sup>` is."""
    found = _NOTE_LETTERS.match(scan.text, start)
    if found is None or _MARKED.search(scan.text, max(0, start - 12), start) is None:
        return end
    scan.edits.append((start, found.end(), ""))
    return found.end()


def entity(scan: Scan, start: int, end: int) -> int:
    """Show the character that an entity stands for."""
    found = _ENTITY.match(scan.text, start)
    if found is None:
        return end
    shown = _decoded(found.group())
    if shown == found.group():
        return end
    scan.edits.append((start, found.end(), scan.markup.hidden.sub("", shown)))
    return found.end()


def _decoded(entities: str) -> str:
    from html import unescape

    return unescape(entities)
