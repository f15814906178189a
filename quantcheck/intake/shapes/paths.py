"""The notation for a place in a JSON value: `results[].response.output`, `output[type=message].text`, `a["b.c"][0]`.

A path leads to any number of places, in the order of the value. Knows nothing of records.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

Place = tuple[str | int, ...]
"""Keys and indices from the top of a value down to a member, as `strictjson` names them."""


class Each(NamedTuple):
    """A step into every element of a list, or into those that have a text under a key."""

    key: str = ""
    text: str = ""


class Numbered(NamedTuple):
    """A step into each key that has a number in the place of the star, in the order of the numbers."""

    before: str
    behind: str


Step = str | int | Each | Numbered

_STEP: Final = re.compile(
    r'(?P<dot>\.)?(?:(?P<name>[^\s.,=\[\]"]++)|\[(?:(?P<index>\d{1,6})|(?P<each>)|"(?P<quoted>[^"\]]++)"'
    r"|(?P<key>\w++)=(?P<text>[\w.*]++))\])"
)


class Unreadable(Exception):
    """A text is no path: one line that says why."""


@lru_cache(maxsize=512)
def parse(text: str) -> tuple[Step, ...]:
    """Return the steps of a path; the empty text is the value itself. Raises `Unreadable`."""
    steps: list[Step] = []
    at = 0
    while at < len(text):
        match = _STEP.match(text, at)
        # A name follows a dot, save the first one; a bracket never does.
        if match is None or (match["dot"] is not None) != (match["name"] is not None and at > 0):
            raise Unreadable(f'"{text}" is no path at {at + 1}: expected keys as in a.b, a[].b or a["b.c"]')
        if match["name"] is not None:
            steps.append(match["name"])
        elif match["quoted"] is not None:
            before, star, behind = match["quoted"].partition("*")
            steps.append(Numbered(before, behind) if star else before)
        elif match["index"] is not None:
            steps.append(int(match["index"]))
        else:
            steps.append(Each(match["key"] or "", match["text"] or ""))
        at = match.end()
    return tuple(steps)


def find(value: Any, path: str) -> list[tuple[Place, Any]]:
    """Return the places that a path leads to, each with what stands there; empty where it leads nowhere."""
    return list(_find(value, parse(path), ()))


def _find(value: Any, steps: tuple[Step, ...], place: Place) -> Iterator[tuple[Place, Any]]:
    for number, step in enumerate(steps):
        if isinstance(step, str):
            if not isinstance(value, dict) or step not in value:
                return
            value, place = value[step], (*place, step)
        elif isinstance(step, int):
            if not isinstance(value, list) or step >= len(value):
                return
            value, place = value[step], (*place, step)
        else:
            for key, item in _many(value, step):
                yield from _find(item, steps[number + 1 :], (*place, key))
            return
    yield place, value


def _many(value: Any, step: Each | Numbered) -> Iterable[tuple[str | int, Any]]:
    if isinstance(step, Numbered):
        if not isinstance(value, dict):
            return ()
        found = [(number, key) for key in value if (number := _number(key, step.before, step.behind)) is not None]
        return [(key, value[key]) for _, key in sorted(found)]
    if not isinstance(value, list):
        return ()
    if not step.key:
        return enumerate(value)
    before, star, behind = step.text.partition("*")
    return [
        (index, item)
        for index, item in enumerate(value)
        if isinstance(item, dict)
        and isinstance(text := item.get(step.key), str)
        and (_number(text, before, behind) is not None if star else text == step.text)
    ]


def _number(text: str, before: str, behind: str) -> int | None:
    """Return the number that stands between two texts; no more digits than an index can have."""
    digits = text[len(before) : len(text) - len(behind)]
    fits = text.startswith(before) and text.endswith(behind) and digits.isascii() and digits.isdigit()
    return int(digits) if fits and len(digits) < 10 else None


def shown(place: Place) -> str:
    """Return a place as a path, its indices counted from 0 as in the file."""
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f"{'.' if text else ''}{step}"
    return text
