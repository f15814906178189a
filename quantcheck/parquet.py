"""Findings as a Parquet file: the rows of `quantcheck.batch`, one row group for each part of a run. Needs pyarrow."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from quantcheck import batch
from quantcheck.render import Showing


def document(showing: Showing) -> bytes:
    """Return the findings of a run as one file."""
    whole = io.BytesIO()
    made = writer(whole.write)
    made.put(part(showing))
    made.close()
    return whole.getvalue()


def part(showing: Showing) -> bytes:
    """Return the findings of some cases as an Arrow stream, for a `writer`."""
    found = batch.table(row for case in showing.made.cases for row in batch.rows(case, case.id))
    if not found.num_rows:
        return b""
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, found.schema) as stream:
        stream.write_batch(found)
    return sink.getvalue()


def end(showing: Showing, counts: Mapping[str, int] = MappingProxyType({})) -> bytes:
    """Return nothing: the rows are all there is."""
    return b""


class Writer:
    """Makes a Parquet file of parts, as they come."""

    def __init__(self, put: Callable[[bytes], object]) -> None:
        self._file = pq.ParquetWriter(pa.PythonFile(_Stream(put), mode="w"), batch.FINDINGS)

    def put(self, piece: bytes) -> None:
        """Write the rows of a part."""
        if piece:
            self._file.write_table(pa.ipc.open_stream(piece).read_all())

    def close(self) -> None:
        """Write what ends the file."""
        self._file.close()


writer = Writer


class _Stream(io.RawIOBase):
    """A function that takes bytes, as a file that counts them."""

    def __init__(self, put: Callable[[bytes], object]) -> None:
        self._sink = put
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        taken = bytes(data)
        self._sink(taken)
        self._size += len(taken)
        return len(taken)

    def tell(self) -> int:
        return self._size
