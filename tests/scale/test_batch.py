"""Batches of Arrow records: one schema, the same findings as the check, and no record that fails a batch."""

from __future__ import annotations

from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="the parquet extra is not installed")

from scale_frames import POLICY, answers, expected  # noqa: E402

from quantcheck import batch  # noqa: E402
from quantcheck import check as check_answer  # noqa: E402
from quantcheck.api import Checker  # noqa: E402
from quantcheck.policy import Policy  # noqa: E402


def records(rows: list[dict[str, Any]]) -> Any:
    return pa.RecordBatch.from_pylist(rows, schema=batch.RECORDS)


def test_the_schema_is_fixed() -> None:
    assert batch.check(records([])).schema == batch.FINDINGS
    assert batch.check(records(answers())).schema == batch.FINDINGS
    assert batch.check(records(answers()[3:4])).schema == batch.FINDINGS


def test_findings_are_those_of_the_check() -> None:
    given = answers()
    rows = expected(given)
    for answer in given:
        mine = [row for row in rows if row["id"] == answer["id"]]
        case = check_answer(answer=answer["answer"], passages=answer["passages"], question=answer["question"])
        assert {row["status"] for row in mine} == {case.status}
        assert mine[0]["kind"] == "case" and mine[0]["verdict"] == case.status
        shown = [
            (row["verdict"], row["reason"], row["text"], row["start"], row["end"], row["notes"] or [])
            for row in mine
            if row["kind"] == "quantity"
        ]
        assert shown == [
            (q.status, q.reason if isinstance(q.reason, str) else None, q.text, q.start, q.end, q.notes)
            for q in case.quantities
        ]
        for row in mine:
            if row["quote"] is not None:
                source = row["source"]
                text = answer["question"] if source == "question" else answer["passages"][int(source[8:]) - 1]
                assert text[row["source_start"] : row["source_end"]] == row["quote"]
        cited = [row["verdict"] for row in mine if row["kind"] == "citation"]
        assert cited == ["unresolved" if c.unresolved else "resolved" for c in case.citations]
    assert {row["status"] for row in rows} >= {"invalid", "missing_evidence", "not_applicable", "violated"}


@pytest.mark.parametrize("size", [1, 7, 60])
def test_batches_of_any_size_give_the_same(size: int) -> None:
    given = answers()
    batches = [records(given[n : n + size]) for n in range(0, len(given), size)]
    assert [row for found in batch.stream(batches) for row in found.to_pylist()] == expected(given)


def test_a_kit_is_the_checker_of_the_program() -> None:
    checker = batch.unpack(batch.Kit.pack(POLICY))
    assert checker.engine == Checker(Policy(**POLICY)).engine  # type: ignore[arg-type]
    assert batch.check(records(answers()), checker).to_pylist() == expected(answers(), POLICY)
    assert expected(answers(), POLICY) != expected(answers())


def test_a_kit_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = batch.Kit.pack()
    monkeypatch.setattr(batch, "__version__", "9.9.9")
    with pytest.raises(batch.Mismatch, match=r"9\.9\.9"):
        batch.unpack(kit)


def test_a_check_that_fails_is_a_row() -> None:
    class Broken(Checker):
        def check_case(self, case: Any) -> Any:
            if "4 mg" in case.answer:
                raise ZeroDivisionError("of all things")
            return super().check_case(case)

    rows = batch.check(records(answers()), Broken()).to_pylist()
    failed = [row for row in rows if row["message"] and "ZeroDivisionError: of all things" in row["message"]]
    assert failed
    assert {row["verdict"] for row in failed} == {"invalid"}
    assert {row["id"] for row in rows} == {answer["id"] for answer in answers()}


def test_bytes_that_are_no_text_are_a_row() -> None:
    broken = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(b"\0\0\0\0\4\0\0\0\x08\0\0\0"), pa.py_buffer(b"5 mg\xff mg")]
    )
    lists = pa.array([["5 mg"], ["5 mg"]])
    rows = batch.check(pa.RecordBatch.from_arrays([broken, lists], names=["answer", "passages"])).to_pylist()
    assert [row["verdict"] for row in rows if row["kind"] == "case"] == ["met", "invalid"]
    assert "not UTF-8" in rows[-1]["message"]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"answer": ["a"]}, "no column 'passages'"),
        ({"passages": [["a"]]}, "no column 'answer'"),
        ({"answer": [5], "passages": [["a"]]}, "column 'answer' is of int64"),
        ({"answer": ["a"], "passages": ["a"]}, "column 'passages' is of string"),
        ({"answer": ["a"], "passages": [[1]]}, "column 'passages' is of list"),
        ({"answer": ["a"], "passages": [["a"]], "id": [1.5]}, "column 'id' is of double"),
    ],
)
def test_columns_that_are_not_due_are_told_of(columns: dict[str, list[Any]], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        batch.check(pa.RecordBatch.from_pydict(columns))
    assert said in str(caught.value)
    assert "expected" in str(caught.value)


def test_other_types_of_text_and_ids_do() -> None:
    given = {
        "id": pa.array([7, None]),
        "answer": pa.array(["5 mg", "6 mg"]).dictionary_encode(),
        "passages": pa.array([["5 mg"], None], type=pa.large_list(pa.large_string())),
        "question": pa.nulls(2),
        "other": pa.array([1, 2]),
    }
    rows = batch.check(pa.RecordBatch.from_pydict(given)).to_pylist()
    assert [(row["id"], row["verdict"]) for row in rows if row["kind"] == "case"] == [
        ("7", "met"),
        (None, "missing_evidence"),
    ]
