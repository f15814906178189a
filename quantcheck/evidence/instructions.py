"""Text that tries to instruct the model that reads it. It is data: it is marked, never obeyed and never changed.

The rules stand in `instructions.toml`. A mark is a hint for people; a text without one is not thereby harmless.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

import msgspec

from quantcheck.evidence.sets import Flag

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


class Rule(msgspec.Struct, frozen=True):
    """Words that follow each other with at most `gap` others between two steps."""

    name: str
    why: str
    gap: int
    steps: tuple[frozenset[str], ...]


class Rules(msgspec.Struct, frozen=True):
    """The rules of the table, and the literal marks by name."""

    rule: tuple[Rule, ...]
    marks: dict[str, tuple[str, ...]]


@cache
def rules() -> Rules:
    """Return the rules of the table."""
    text = files("quantcheck.evidence").joinpath("instructions.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Rules)


def flags(text: str) -> tuple[Flag, ...]:
    """Return the places of a text that a rule names, in order of their place and rule."""
    plain, offsets = _plain(text)
    table = rules()
    found: set[tuple[int, int, str]] = set()
    words = [(m.group().replace("’", "'"), m.start(), m.end()) for m in _WORD.finditer(plain)]
    for rule in table.rule:
        for index, (word, start, _) in enumerate(words):
            if word not in rule.steps[0]:
                continue
            at: int | None = index
            for step in rule.steps[1:]:
                assert at is not None
                within = range(at + 1, min(at + 2 + rule.gap, len(words)))
                at = next((i for i in within if words[i][0] in step), None)
                if at is None:
                    break
            if at is not None:
                found.add((start, words[at][2], rule.name))
    for name, marks in table.marks.items():
        for mark in marks:
            at = plain.find(mark)
            while at >= 0:
                found.add((at, at + len(mark), name))
                at = plain.find(mark, at + len(mark))
    spans = sorted((offsets[start], offsets[end - 1] + 1, name) for start, end, name in found)
    return tuple(Flag(name, start, end, text[start:end]) for start, end, name in spans)


def _plain(text: str) -> tuple[str, list[int]]:
    """Return the text as it is compared, and for each of its characters the offset in the text as given."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    characters: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        if _HIDDEN.match(character):
            continue
        for plain in unicodedata.normalize("NFKC", character).lower():
            characters.append(plain)
            offsets.append(offset)
    return "".join(characters), offsets
