"""Dask, in threads and in processes: the findings of one process, however the answers are partitioned."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("dask.dataframe", reason="the dask extra is not installed")

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
from dask import config
from scale_frames import POLICY, answers, expected

from quantcheck import batch
from quantcheck.integrations import dask


def rows(found: Any) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = pa.Table.from_pandas(found, schema=batch.FINDINGS, preserve_index=False).to_pylist()
    return made


def frame(partitions: int) -> Any:
    table = pa.Table.from_pylist(answers(), schema=batch.RECORDS)
    return dd.from_pandas(table.to_pandas(types_mapper=pd.ArrowDtype), npartitions=partitions, sort=False)


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_findings_are_those_of_one_process(partitions: int) -> None:
    found = dask.findings(frame(partitions))
    assert rows(found.compute(scheduler="sync")) == expected(answers())


def test_processes_and_a_policy() -> None:
    found = dask.findings(frame(3), POLICY).compute(scheduler="processes", num_workers=2)
    assert rows(found) == expected(answers(), POLICY)


def test_arrow_strings_from_parquet(tmp_path: Any) -> None:
    table = pa.Table.from_pylist(answers(), schema=batch.RECORDS)
    import pyarrow.parquet as pq

    for n in range(3):
        pq.write_table(table.slice(n * 20, 20), tmp_path / f"part{n}.parquet")
    found = dask.findings(dd.read_parquet(tmp_path)).compute(scheduler="sync")
    assert rows(found) == expected(answers())


def test_values_of_no_type_that_is_due_are_invalid() -> None:
    given = pd.DataFrame({"id": [1, 2, 3], "answer": ["5 mg", 5, "a\ud800"], "passages": [["5 mg"], ["5 mg"], "5 mg"]})
    with config.set({"dataframe.convert-string": False}):
        found = rows(dask.findings(dd.from_pandas(given, npartitions=1, sort=False)).compute(scheduler="sync"))
    assert [(row["id"], row["verdict"]) for row in found if row["kind"] == "case"] == [
        ("1", "met"),
        ("2", "invalid"),
        ("3", "invalid"),
    ]


def test_lists_that_dask_made_strings_of_are_refused() -> None:
    given = pd.DataFrame({"answer": ["5 mg"], "passages": [["5 mg"]]})
    with pytest.raises(TypeError, match="expected lists of strings"):
        dask.findings(dd.from_pandas(given, npartitions=1))
    with pytest.raises(TypeError, match="no column 'passages'"):
        dask.findings(dd.from_pandas(given[["answer"]], npartitions=1))


def test_meta_has_the_columns_of_the_findings() -> None:
    assert list(dask.findings(frame(1)).columns) == batch.FINDINGS.names
