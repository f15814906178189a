"""The singular of a noun that is counted: `patients` and `patient` are one unit."""

from __future__ import annotations

from typing import Final

_IRREGULAR: Final = {"people": "person", "children": "child", "men": "man", "women": "woman"}


def singular(noun: str) -> str:
    """Return a noun in small letters without the ending of the plural; what may be none keeps it (`glass`, `virus`)."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "xes", "ches", "shes")):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and len(noun) > 3:
        return noun[:-1]
    return noun
