"""A long JSON Lines file read a stretch at a time gives what it gives when it is read whole."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quantcheck import load, report
from quantcheck.intake import cases, records

LINES = (
    b'{"answer": "5 mg", "passages": ["5 mg"]}',
    b'{"answer": "a \\" b\\u00e9 7 kg", "passages": []}\r',
    b"",
    b"  \t",
    b"[1, 2]",
    b"[]",
    b'{"a": 1} {"b": 2}',
    b"{broken",
    b'{"a": 1, "a": 2}',
    b"caf\xff",
    b'{"answer": "\xc3\xa9"}\r{"answer": "7 kg"}',
    b'"text"',
)


def shown(found: list[records.Record]) -> list[tuple[Any, str, str]]:
    return [(r.value, r.place, r.fault) for r in found]


def in_stretches(data: bytes) -> list[records.Record]:
    found = records.stretches(io.BytesIO(data))
    if isinstance(found, bytes):
        return records.split(found)
    return [record for stretch in found for record in records.of_stretch(stretch)]


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(LINES), max_size=30),
    st.sampled_from((b"", records.BOM)),
    st.sampled_from((b"", b"\n", b"\n\n")),
    st.sampled_from((1, 7, 64, 500)),
)
def test_stretches_hold_what_the_whole_holds(lines: list[bytes], head: bytes, tail: bytes, size: int) -> None:
    data = head + b"\n".join(lines) + tail
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "STRETCH", size)
        assert shown(in_stretches(data)) == shown(records.split(data))


@settings(max_examples=100)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=12))
def test_lines_alone_hold_what_they_hold_together(lines: list[bytes]) -> None:
    stretch = records.Stretch(b"\n".join(lines) + b"\n", 5, 100)
    alone = [record for one in records.alone(stretch) for record in records.of_stretch(one)]
    assert shown(alone) == shown(records.of_stretch(stretch))
    assert len(records.alone(stretch)) == records.held(stretch)


def test_a_document_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "STRETCH", 8)
    for data in (b'[\n{"answer": "5 mg"},\n{"answer": "6 mg"}\n]\n', b'{"answer": "5 mg"}' + b" " * 50, b" " * 60):
        assert records.stretches(io.BytesIO(data)) == data


def everything(path: str) -> list[object]:
    """Return all there is to know of the cases of a file."""
    found: list[object] = []
    for item in load.load([path]):
        if isinstance(item, report.Error):
            found.append(item)
        else:
            fields = {name: getattr(item, name) for name in cases.Case.__struct_fields__ if name != "where"}
            found.append((fields, item.where.at(len(item.answer)) if item.answer else None))
    return found


OTHERS = {
    3: "{broken",
    9: '[{"answer": "1 mg", "passages": []}, {"answer": "2 mg", "passages": []}]',
    17: "",
    21: '{"answer": "caf\udcff"}',
    30: '{"input": "q", "actual_output": "5 mg", "retrieval_context": ["5 mg"]}',
}


@pytest.mark.parametrize("size", [300, 1000, 5000])
def test_cases_are_the_same(lines: Any, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    path = lines(60, OTHERS)
    whole = everything(path)
    assert len(whole) == 65
    monkeypatch.setattr(records, "STRETCH", size)
    assert sum(1 for unit in load.units([path])) > 1
    assert everything(path) == whole


def test_a_transcript_is_read_whole(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "talk.jsonl"
    turns = []
    for n in range(20):
        turns.append(f'{{"session_id": "s{n % 3}", "role": "user", "text": "How much?"}}')
        turns.append(
            f'{{"session_id": "s{n % 3}", "role": "assistant", "text": "{n} mg", "metadata": {{"context": ["5 mg"]}}}}'
        )
    path.write_text("\n".join(turns))
    whole = everything(str(path))
    assert len(whole) == 20
    monkeypatch.setattr(records, "STRETCH", 200)
    assert everything(str(path)) == whole
