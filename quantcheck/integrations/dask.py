"""Dask: the findings of a data frame of answers, partition by partition.

    from quantcheck.integrations.dask import findings
    frame = findings(dask.dataframe.read_parquet("answers/"))
    frame[frame.kind == "case"].verdict.value_counts().compute()

The frame has the columns `answer`, `passages` (lists of strings) and, if there are any, `id` and `question`. The
workers need quantcheck of the same version; vocabulary and policy are sent to each of them once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from quantcheck import batch
from quantcheck.integrations.result import Missing
from quantcheck.policy import Policy

try:
    import dask
    import pandas as pd
    import pyarrow as pa
    from dask.dataframe import DataFrame
except ModuleNotFoundError as error:
    raise Missing("dask", "dask") from error

META: Final = pd.DataFrame({field.name: pd.Series(dtype=pd.ArrowDtype(field.type)) for field in batch.FINDINGS})
"""`batch.FINDINGS` in the words of pandas."""


def findings(frame: DataFrame, policy: Policy | Mapping[str, Any] | None = None) -> DataFrame:
    """Return the findings of a frame of answers, lazily; a record that is no answer is a row with `invalid`."""
    have = [field.name for field in batch.RECORDS if field.name in frame.columns]
    if missing := [name for name in ("answer", "passages") if name not in have]:
        raise TypeError(f"no column {missing[0]!r}: expected answer and passages")
    kind = frame.dtypes["passages"]
    if kind.kind != "O" or isinstance(kind, pd.StringDtype):
        # Dask turns Python objects into strings unless told otherwise: the lists are gone.
        raise TypeError("column 'passages' is of strings: expected lists of strings, as pandas.ArrowDtype has them")
    kit = dask.delayed(batch.Kit.pack(policy))
    return frame[have].map_partitions(_check, kit, meta=META, enforce_metadata=False, align_dataframes=False)


def _check(part: pd.DataFrame, kit: bytes) -> pd.DataFrame:
    """Return the findings of a partition; a value of no type that is due makes its own record invalid."""
    columns = {name: [_cell(name, value) for value in part[name]] for name in part.columns}
    fields = [field for field in batch.RECORDS if field.name in columns]
    records = pa.RecordBatch.from_arrays(
        [pa.array(columns[field.name], type=field.type) for field in fields], schema=pa.schema(fields)
    )
    found = pa.Table.from_batches([batch.check(records, batch.unpack(kit))])
    return found.to_pandas(types_mapper=pd.ArrowDtype)


def _cell(name: str, value: Any) -> Any:
    """Return a value of pandas as one of Arrow; what cannot be one is null, and the record says so."""
    if name == "passages":
        if value is None or isinstance(value, str | float) or value is pd.NA:
            return None
        return [item if isinstance(item, str) and _sound(item) else None for item in value]
    if name == "id" and not isinstance(value, str):
        return None if pd.isna(value) else str(value)
    return value if isinstance(value, str) and _sound(value) else None


def _sound(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
