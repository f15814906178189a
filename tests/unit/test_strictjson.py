"""Strict JSON: what the standard decoder gives, or a fault with its place; where each string stands."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quantcheck.intake import strictjson
from quantcheck.intake.strictjson import Fault

FAULTS = [
    ("duplicate", '{"a": 1, "b": {"c": 1, "d": 2, "c": 3}}', 'key "c" twice', 31),
    ("duplicate-escaped", '{"a": 1, "\\u0061": 2}', 'key "a" twice', 9),
    ("duplicate-in-array", '[{"a": 1}, {"b": 1, "b": 1}]', 'key "b" twice', 20),
    ("duplicate-in-unknown-key", '{"answer": "a", "meta": [[{"": 1, "": 1}]]}', 'key "" twice', 34),
    ("nan", '{"a": "NaN", "b": NaN}', "NaN is not JSON", 18),
    ("infinity", '{"a": [Infinity]}', "Infinity is not JSON", 7),
    ("minus-infinity", '{"a": -Infinity}', "-Infinity is not JSON", 6),
    ("nan-before-duplicate", '{"a": NaN, "b": 1, "b": 2}', "NaN is not JSON", 6),
    ("lone-high", '{"a": "\\ud800"}', "lone surrogate \\ud800", 7),
    ("lone-low", '{"a": "\\uDC00\\ud83d\\ude00"}', "lone surrogate \\uDC00", 7),
    ("swapped", '{"a": "x\\ude00\\ud83d"}', "lone surrogate \\ude00", 8),
    ("lone-in-key", '{"\\udead": 1}', "lone surrogate", 2),
    ("high-then-letter", '["\\ud83d\\u0041"]', "lone surrogate \\ud83d", 2),
    ("nothing", "", "expected a value", 0),
    ("cut", '{"a": ', "expected a value", 6),
    ("cut-string", '{"a": "b', "closing quote", 6),
    ("no-comma", '{"a": 1 "b": 2}', "expected a comma", 8),
    ("no-colon", '{"a" 1}', "expected a colon", 5),
    ("bare-key", "{a: 1}", "key in double quotes", 1),
    ("raw-newline", '{"a": "x\ny"}', "control characters", 8),
    ("bad-escape", '{"a": "\\x41"}', "an escape that JSON knows", 7),
    ("short-escape", '{"a": "\\u41"}', "four hexadecimal digits", 8),
    ("single-quotes", "{'a': 1}", "key in double quotes", 1),
    ("comment", '{} // "x"', "", -1),
    ("deep-array", "[" * 1001 + "]" * 1001, "nested too deep", 1000),
    ("deep-object", '{"a":' * 1001 + "1" + "}" * 1001, "nested too deep", 5000),
    ("deep-unclosed", "[" * 100_000, "nested too deep", 1000),
    ("deep-in-string-only", '{"a": "' + "[" * 2000 + '"}', "", -1),
]


@pytest.mark.parametrize(("text", "message", "offset"), [pytest.param(*f[1:], id=f[0]) for f in FAULTS])
def test_faults(text: str, message: str, offset: int) -> None:
    if offset < 0:
        strictjson.decode(text)
        return
    with pytest.raises(Fault) as fault:
        strictjson.decode(text)
    assert message in fault.value.message
    assert "\n" not in fault.value.message
    assert fault.value.message.isascii()
    assert fault.value.offset == offset


def at_depth(frames: int, call: Callable[[], Any]) -> Any:
    return call() if frames <= 0 else at_depth(frames - 1, call)


@pytest.mark.parametrize("frames", [0, 300, 700])
@pytest.mark.parametrize(
    "text",
    ["[" * 1000 + "]" * 1000, '{"a":' * 1000 + "0" + "}" * 1000, '[{"a": [' * 333 + '"x", {}' + "]}]" * 333],
)
def test_a_thousand_levels_whatever_the_stack(text: str, frames: int) -> None:
    value, end = at_depth(frames, lambda: strictjson.decode(text))
    assert end == len(text)
    depth = 0
    while isinstance(value, list | dict) and value:
        value = value[0] if isinstance(value, list) else value["a"]
        depth += 1
    assert depth in (999, 1000)


def test_huge_integers_cost_nothing() -> None:
    text = f'{{"a": {"7" * 5000}, "b": [-{"1" * 100_000}], "c": 1e999999999}}'
    value, _ = strictjson.decode(text)
    assert isinstance(value["a"], strictjson.Huge)
    assert isinstance(value["b"][0], strictjson.Huge)
    assert sys.get_int_max_str_digits() == sys.int_info.default_max_str_digits


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=25,
)


@st.composite
def written(draw: st.DrawFn, value: Any) -> str:
    """Return JSON text of a value in one of its many spellings: escapes, blanks, line ends."""
    gap = st.text(" \t\r\n", max_size=2)
    if isinstance(value, str):
        return '"' + "".join(draw(characters(c)) for c in value) + '"'
    if isinstance(value, list):
        inside = ",".join(draw(gap) + draw(written(v)) + draw(gap) for v in value)
        return "[" + draw(gap) + inside + "]"
    if isinstance(value, dict):
        members = (
            draw(gap) + draw(written(k)) + draw(gap) + ":" + draw(gap) + draw(written(v)) for k, v in value.items()
        )
        return "{" + draw(gap) + ",".join(members) + draw(gap) + "}"
    return json.dumps(value)


def characters(c: str) -> st.SearchStrategy[str]:
    units = c.encode("utf-16-be")
    escape = "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
    spellings = [escape, escape.upper().replace("\\U", "\\u"), json.dumps(c)[1:-1]]
    if c >= " " and c not in '"\\':
        spellings.append(c)
    if c == "/":
        spellings.append("\\/")
    return st.sampled_from(spellings)


@given(st.data(), values)
def test_decodes_what_json_decodes(data: st.DataObject, value: Any) -> None:
    text = data.draw(written(value))
    assert strictjson.decode(text) == (value, len(text))
    assert json.loads(text) == value
    assert strictjson._decode_deep(text, strictjson.skip(text, 0)) == (value, len(text))


@given(st.data(), values)
@example(None, None)
def test_broken_text_is_a_fault_in_both_decoders(data: st.DataObject | None, value: Any) -> None:
    text = '{"a": [1, {}], "b": "\\u0041"}'
    if data is not None:
        text = data.draw(written(value))
        at = data.draw(st.integers(0, len(text)))
        text = (
            text[:at]
            + data.draw(st.sampled_from(["", "[", "}", ",", '"', "\\", "NaN", "1", "\ud800"]))
            + text[at + 1 :]
        )
    results: list[Any] = []
    for decode in (lambda: strictjson.decode(text), lambda: deep(text)):
        try:
            results.append(decode())
        except Fault as fault:
            assert 0 <= fault.offset <= len(text)
            results.append("fault")
    assert results[0] == results[1]


def deep(text: str) -> Any:
    """Decode as `decode` does where the standard decoder has no stack."""
    start = strictjson.skip(text, 0)
    try:
        value, end = strictjson._decode_deep(text, start)
    except (json.JSONDecodeError, strictjson._Refused):
        raise Fault("", 0) from None
    strictjson._check_surrogates(text, start, end)
    return value, end


def leaves(value: Any, path: strictjson.Path = ()) -> dict[strictjson.Path, str]:
    if isinstance(value, str):
        return {path: value}
    inside = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    return {p: s for key, v in inside for p, s in leaves(v, (*path, key)).items()}


@given(st.data(), values)
def test_every_string_is_found(data: st.DataObject, value: Any) -> None:
    text = data.draw(written(value))
    expected = leaves(value)
    missing: strictjson.Path = ("nowhere", 0)
    found = strictjson.strings(text, [*expected, missing])
    assert {path: json.loads(text[a:b]) for path, (a, b) in found.items()} == expected
