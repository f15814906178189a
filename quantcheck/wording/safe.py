"""Text of the input made safe for a terminal, and its width there. No layout, no words of our own."""

from __future__ import annotations

import unicodedata


def shown(char: str) -> str:
    """Return one character as it is shown: as itself, or escaped where a terminal would act on it or hide it."""
    if char.isprintable():
        return char
    if unicodedata.category(char) == "Zs":
        return char
    code = ord(char)
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(char)
    return named or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def line(text: str) -> str:
    """Return a text as one safe line: control, direction and invisible characters escaped."""
    return text if text.isprintable() else "".join(map(shown, text))


def brief(text: str, limit: int = 60) -> str:
    """Return a text as one safe line of bounded length, its middle left out where it is long."""
    if len(text) > limit:
        text = f"{text[: limit - 16]}…{text[-12:]}"
    return line(text)


def char_width(char: str) -> int:
    """Return the columns that one shown character takes."""
    if " " <= char <= "~":
        return 1
    if unicodedata.category(char) in ("Mn", "Me") or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def width(text: str) -> int:
    """Return the columns that a safe text takes."""
    return len(text) if text.isascii() else sum(map(char_width, text))
