"""Findings as Parquet: the rows of the batch, whatever the number of processes, and whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pq = pytest.importorskip("pyarrow.parquet", reason="the parquet extra is not installed")

from quantcheck import batch, load  # noqa: E402
from quantcheck.api import Checker  # noqa: E402
from quantcheck.cli import run as command  # noqa: E402
from quantcheck.intake import cases, records  # noqa: E402


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_rows_are_those_of_the_batch(lines: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str) -> None:
    monkeypatch.setattr(records, "STRETCH", 2000)
    path = lines(60, {5: "{broken"})
    out = tmp_path / "findings.parquet"
    assert command([path, "--output", str(out), "--jobs", jobs]) == 1
    found = pq.read_table(out)
    assert found.schema.equals(batch.FINDINGS)
    checker = Checker()
    given = [case for case in load.load([path]) if isinstance(case, cases.Case)]
    expected = batch.table(row for case in given for row in batch.rows(checker.check_case(case), case.id))
    assert found.to_pylist() == expected.to_pylist()
    assert pq.ParquetFile(out).num_row_groups > 1


def test_both_ways_at_once(lines: Any, tmp_path: Path) -> None:
    out, other = tmp_path / "a.parquet", tmp_path / "b.jsonl"
    command([lines(5), "--format", f"parquet:{out}", "--format", f"jsonl:{other}"])
    assert pq.read_table(out).num_rows > 5
    assert len(other.read_text().splitlines()) == 6


def test_a_file_is_needed(lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert command([lines(5), "--format", "parquet"]) == 1
    assert "expected a file" in capsys.readouterr().err


def test_where_it_cannot_be_written_the_others_are(
    lines: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "b.jsonl"
    nowhere = tmp_path / "none" / "a.parquet"
    assert command([lines(5), "--format", f"parquet:{nowhere}", "--format", f"jsonl:{other}"]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert len(other.read_text().splitlines()) == 6
    assert list(tmp_path.iterdir()) == [other] or not nowhere.exists()
