"""The piece of what cannot be read: ambiguous as one."""

from __future__ import annotations

from quantcheck.building.pieces import Piece
from quantcheck.lexing.island import Island
from quantcheck.numbers.numerals import Number


def unread(island: Island, start: int, end: int, reason: str = "") -> Piece:
    """Return the piece for a run of terminals that cannot be read, with the reason of a number in it before others."""
    for value in island.values[start:end]:
        if isinstance(value, tuple) and value and isinstance(value[0], Number) and value[0].reason:
            reason = reason or value[0].reason
    if not reason and "VAGUE" in island.types[start:end]:
        reason = "vague"
    piece = Piece(start, end, "point", [])
    piece.reason = reason or "unread"
    piece.physical = not {"UNIT", "CUR", "PER"}.isdisjoint(island.types[start:end])
    return piece


def onward(island: Island, last: Piece, end: int) -> Piece:
    """Return the piece for a run that begins with a piece and goes on to `end`; only what is new is looked at again."""
    if not last.reason or last.terms or last.mods:
        return unread(island, last.start, end)
    piece = unread(island, last.end, end)
    piece.start = last.start
    piece.reason = piece.reason if last.reason == "unread" else last.reason
    piece.physical = piece.physical or last.physical
    return piece
