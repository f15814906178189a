"""How outputs for other programs name a file: relative to the folder of the run, with slashes. Opens none."""

from __future__ import annotations

import posixpath
from urllib.parse import quote

STDIN = "-"


def relative(file: str, root: str) -> str:
    """Return a file of the report relative to a folder; empty for standard input and for no file."""
    if not file or file == STDIN:
        return ""
    if posixpath.isabs(file) and posixpath.isabs(root):
        return posixpath.relpath(file, root)
    return posixpath.normpath(file)


def uri(file: str, root: str) -> str:
    """Return the same as a relative URI reference; bytes that are no characters stay as the report spells them."""
    return quote(relative(file, root), safe="/")
