"""URLs, mailboxes and paths of files, which hold no quantities."""

from __future__ import annotations

import re

from quantcheck.patterns.later import later
from quantcheck.visible.edits import Scan

_URL = later(r"[^\s<>\"“”‘’`\ufdd0\ufdd1|【】]++")
_SCHEME = later(r"(?:https?|ftps?)\Z|(?<![A-Za-z0-9\\])[a-z][a-z0-9+.-]{1,20}\Z", re.IGNORECASE)
_HOST = later(r"(?:[A-Za-z0-9-]{1,63}+\.)++[A-Za-z]{2,24}+(?![A-Za-z0-9-])")
_MAILBOX = later(r"[A-Za-z0-9._%+-]{1,64}\Z")
_DRIVE_LETTER = later(r"(?<![A-Za-z0-9])[A-Za-z]:\Z")
_DRIVE = later(r"\\(?:[\w.-]++\\)*+[\w.-]*+")
_PATH = later(r"/[\w.-]++(?:/[\w.-]*+)++|/[\w-]++\.[a-z]{1,5}\b")
_FILE = later(r"[A-Za-z]\w*+\.[A-Za-z]\w{0,5}\Z")


def scheme(scan: Scan, start: int, end: int) -> int:
    """Take a URL by its scheme."""
    text = scan.text
    scheme = _SCHEME.search(text, max(scan.floor, start - 22), start)
    if scheme is None:
        return end
    return url(scan, scheme.start(), start)


def www(scan: Scan, start: int, end: int) -> int:
    """Take a URL that has no scheme."""
    if start and scan.text[start - 1].isalnum():
        return end
    return url(scan, start, start)


def url(scan: Scan, start: int, place: int) -> int:
    """Hide a URL that begins at `start`, of which the part from `place` on is looked at."""
    found = _URL.match(scan.text, place)
    if found is None:
        return place + 1
    return scan.hide(start, place + len(_trimmed(found.group())), "url")


def at_sign(scan: Scan, start: int, end: int) -> int:
    """Take a mailbox."""
    text = scan.text
    mailbox = _MAILBOX.search(text, max(scan.floor, start - 65), start)
    host = _HOST.match(text, end)
    if mailbox is None or host is None:
        return end
    return scan.hide(mailbox.start(), host.end(), "url")


def drive(scan: Scan, start: int) -> int:
    """Hide a path behind the letter of a drive and return where it ends, 0 for none."""
    if _DRIVE_LETTER.search(scan.text, max(0, start - 3), start) is None:
        return 0
    path = _DRIVE.match(scan.text, start)
    return scan.hide(start - 2, path.end(), "url") if path is not None else 0


def slash(scan: Scan, start: int, end: int) -> int:
    """Take a path."""
    text = scan.text
    found = _PATH.match(text, start)
    if found is None or not _is_path(scan, found.group()):
        return end
    head = start - 1 if start and text[start - 1] == "~" else start
    return scan.hide(head, start + len(found.group().rstrip(".")), "url")


def _is_path(scan: Scan, path: str) -> bool:
    """Whether it is a path by a folder that the table names, or by a file's ending; `/kg/day` is none."""
    parts = path.strip("/.").split("/")
    return any(part.lower() in scan.markup.folders for part in parts) or (
        _FILE.search(parts[-1]) is not None and not parts[-1][-1].isdigit()
    )


def _trimmed(url: str) -> str:
    """Cut what stands behind a URL: sentence marks, and a bracket that the URL did not open."""
    surplus = {close: url.count(close) - url.count(opening) for opening, close in ("()", "[]", "{}")}
    end = len(url)
    while end:
        last = url[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in ".,;:!?'*_~\\":
            break
        end -= 1
    return url[:end]
