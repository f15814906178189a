"""JSON as input must be: no duplicate key, NaN, lone surrogate or nesting over 1,000; each fault has its place.

Decoding is the standard library's. What it cannot say (where a string literal stands, where a key comes twice) is found
by one linear scan of the text, made only when somebody asks.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from quantcheck.patterns.later import later

MAX_DEPTH: Final = 1000

Path = tuple[str | int, ...]
"""Keys and array indices from the top of a JSON value down to a member."""

# Possessive repeats: a long string of escapes must leave no backtracking state behind.
_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_BRACKETS: Final = later(_STRING + r"|([\[{])|([\]}])", re.DOTALL)
_MARKS: Final = re.compile(rf"({_STRING})|([{{}}\[\],:])", re.DOTALL)
_CONSTANTS: Final = later(_STRING + r"|(-?Infinity|NaN)", re.DOTALL)
_SPACE: Final = re.compile(r"[ \t\n\r]*+")
_PAIR: Final = r"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_ESCAPES: Final = later(rf"\\(?:{_PAIR}|(u[dD][89a-fA-F][0-9a-fA-F]{{2}})|.)", re.DOTALL)
_CHARACTER: Final = rf"(?:[^\\]|\\(?:{_PAIR}|u[0-9a-fA-F]{{4}}|.))"
STRIDE: Final = 64
_CHARACTERS: Final = later(_CHARACTER, re.DOTALL)
_STRIDES: Final = later(_CHARACTER + rf"{{1,{STRIDE}}}+", re.DOTALL)
_PLAIN: Final = {
    "Expecting value": "expected a value",
    "Expecting ',' delimiter": "expected a comma or a closing bracket",
    "Expecting ':' delimiter": "expected a colon",
    "Expecting property name enclosed in double quotes": "expected a key in double quotes",
    "Illegal trailing comma before end of object": "expected a key in double quotes, not a trailing comma",
    "Illegal trailing comma before end of array": "expected a value, not a trailing comma",
    "Unterminated string starting at": "expected a closing quote for the string that starts here",
    "Invalid control character at": "expected control characters in strings to be escaped",
    "Invalid \\escape": "expected an escape that JSON knows",
    "Invalid \\uXXXX escape": "expected four hexadecimal digits after \\u",
}


class Fault(Exception):
    """What is wrong with a JSON text, and the offset where."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class _Refused(Exception):
    """Raised inside the decoder, which does not tell its hooks where it is."""


class Huge:
    """An integer with too many digits to convert in linear time; nothing here needs its value."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Refused
    return members


def _constant(name: str) -> Any:
    raise _Refused


def _integer(digits: str) -> int | Huge:
    return int(digits) if len(digits) <= 600 else Huge()


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer)


def decode(text: str, start: int = 0) -> tuple[Any, int]:
    """Return the JSON value that begins at or after `start` behind blanks, and the offset where it ends.

    Raises `Fault`.
    """
    start = skip(text, start)
    try:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except RecursionError:
            # How deep the decoder gets depends on the stack it is called from; the limit must not.
            value, end = _decode_deep(text, start)
    except json.JSONDecodeError as error:
        raise Fault("not JSON: " + _plain(error.msg), error.pos) from None
    except _Refused:
        raise _refusal(text, start) from None
    if text.count("[", start, end) + text.count("{", start, end) > MAX_DEPTH:
        _check_depth(text, start, end)
    if text.find("\\ud", start, end) >= 0 or text.find("\\uD", start, end) >= 0:
        _check_surrogates(text, start, end)
    return value, end


def skip(text: str, start: int) -> int:
    """Return the offset of the first character from `start` on that is no JSON white space."""
    match = _SPACE.match(text, start)
    return match.end() if match else start


def strides(text: str, start: int, end: int) -> array[int]:
    """Return where every `STRIDE`th character of a string literal is written, from its first on; no quotes within."""
    return array("Q", (m.start() for m in _STRIDES.finditer(text, start, end)))


def character(text: str, start: int, end: int, number: int) -> int:
    """Return where a character of a literal is written, by its number from 0; the end for the one behind the last."""
    return next((m.start() for m in islice(_CHARACTERS.finditer(text, start, end), number, None)), end)


def strings(text: str, wanted: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Return the span of the literal, quotes included, of each wanted string; paths that hold no string are left out.

    The text must be one valid JSON value. One scan, linear in the text.
    """
    paths = set(wanted)
    found: dict[Path, tuple[int, int]] = {}
    depths = {len(path) for path in paths}
    for match, steps, is_key in _walk(text):
        if not is_key and len(steps) in depths and (path := tuple(s[0] for s in steps)) in paths:
            found[path] = match.span()
            if len(found) == len(paths):
                break
    return found


_Step = list[Any]  # [key or index, set of keys seen or None for an array]


def _walk(text: str, start: int = 0) -> Iterator[tuple[re.Match[str], list[_Step], bool]]:
    """Yield each string with the steps that lead to it, and whether it is a key; `steps` is the walk's own list."""
    steps: list[_Step] = []
    key_due = False
    for match in _MARKS.finditer(text, start):
        mark = match[2]
        if mark is None:
            if key_due:
                steps[-1][0] = _text(match[1])
            yield match, steps, key_due
            key_due = False
        elif mark == "{":
            steps.append(["", set()])
            key_due = True
        elif mark == "[":
            steps.append([0, None])
            key_due = False
        elif mark == ",":
            if steps[-1][1] is None:
                steps[-1][0] += 1
            else:
                key_due = True
        elif mark != ":":
            steps.pop()
            key_due = False
        if not steps:
            return


def _text(literal: str) -> str:
    return str(json.loads(literal)) if "\\" in literal else literal[1:-1]


def _refusal(text: str, start: int) -> Fault:
    """Return what the decoder's hooks refused, with its place: the first duplicate key, else the first constant.

    The text behind the refusal was never decoded and may be broken: the scan must not rely on it.
    """
    constant = next((m for m in _CONSTANTS.finditer(text, start) if m[1]), None)
    limit = constant.start() if constant else len(text)
    try:
        for match, steps, is_key in _walk(text, start):
            if match.start() > limit:
                break
            if is_key:
                key, seen = steps[-1]
                if key in seen:
                    return Fault(f"key {shown(key)} twice in one object: expected each key once", match.start())
                seen.add(key)
    except (IndexError, ValueError):
        # What comes behind the fault that is looked for is no JSON at all.
        pass
    name = constant[1] if constant else "NaN"
    return Fault(f"{name} is not JSON: expected a number, a string or null", limit)


def shown(key: str) -> str:
    """Return a string of the input as it may stand in a message: in quotes, escaped, and not too long."""
    escaped = json.dumps(key, ensure_ascii=True)
    return escaped if len(escaped) <= 60 else escaped[:57] + '..."'


def _check_depth(text: str, start: int, end: int) -> None:
    depth = 0
    for match in _BRACKETS.finditer(text, start, end):
        if match[1]:
            depth += 1
            if depth > MAX_DEPTH:
                raise _too_deep(match.start())
        elif match[2]:
            depth -= 1


def _too_deep(offset: int) -> Fault:
    return Fault(f"nested too deep: expected at most {MAX_DEPTH:,} levels", offset)


def _check_surrogates(text: str, start: int, end: int) -> None:
    for match in _ESCAPES.finditer(text, start, end):
        if match[1]:
            raise Fault(f"lone surrogate \\{match[1]}: expected a pair that makes a character", match.start())


def _plain(message: str) -> str:
    """Return the decoder's complaint as what was expected, in words that do not change with the Python version."""
    return _PLAIN.get(message.split(": ")[0].strip(), message)


def _decode_deep(text: str, at: int) -> tuple[Any, int]:
    """Decode without recursion, for nesting that the standard decoder has no stack for."""
    outer: list[tuple[Any, str]] = []
    holder: Any = None
    key = ""
    while True:
        at = skip(text, at)
        opening = text[at : at + 1]
        value: Any
        if opening and opening in "{[":
            if len(outer) == MAX_DEPTH:
                raise _too_deep(at)
            outer.append((holder, key))
            holder = {} if opening == "{" else []
            after = skip(text, at + 1)
            if text[after : after + 1] != ("}" if opening == "{" else "]"):
                at = after
                if opening == "{":
                    key, at = _key(text, at, holder)
                continue
            at, value = after + 1, holder
            holder, key = outer.pop()
        else:
            value, at = _DECODER.raw_decode(text, at)
        while outer:  # a value is complete: store it, and close what it completes
            if isinstance(holder, dict):
                holder[key] = value
            else:
                holder.append(value)
            at = skip(text, at)
            mark = text[at : at + 1]
            if mark == ",":
                at = skip(text, at + 1)
                if isinstance(holder, dict):
                    key, at = _key(text, at, holder)
                break
            if mark != ("}" if isinstance(holder, dict) else "]"):
                raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
            at, value = at + 1, holder
            holder, key = outer.pop()
        else:
            return value, at


def _key(text: str, at: int, holder: dict[str, Any]) -> tuple[str, int]:
    if text[at : at + 1] != '"':
        raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
    key, after = _DECODER.raw_decode(text, at)
    if key in holder:
        raise _Refused
    after = skip(text, after)
    if text[after : after + 1] != ":":
        raise json.JSONDecodeError("Expecting ':' delimiter", text, after)
    return key, after + 1
