"""A large table as plain data in hash buckets: a look-up decodes one row, and a start decodes none.

What a row means is for the caller. Rows lie one behind the other in one stretch of bytes, with the place at which each
ends: nothing is made of those that are not asked for. Keys that are not in the table are remembered too, up to a limit,
so that asking again is one look-up in a dictionary.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, TypeVar
from zlib import crc32

import msgspec

ROWS: Final = 16
"""Rows of a bucket, about."""
REMEMBERED: Final = 50_000
"""Rows and absent keys that are kept; beyond it the absent ones are forgotten."""

T = TypeVar("T")

_BUCKET: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])

Packed = tuple[memoryview, memoryview]
"""Where each row ends, in four bytes, the lowest first; and the rows."""


def packed(rows: Iterable[Any]) -> Packed:
    """Return rows, each as plain data by itself."""
    encoded = [msgspec.json.encode(row) for row in rows]
    ends = b"".join(end.to_bytes(4, "little") for end in accumulate(map(len, encoded)))
    return memoryview(ends), memoryview(b"".join(encoded))


class Rows(Sequence[memoryview]):
    """Packed rows, each as the bytes that it is."""

    def __init__(self, rows: Packed) -> None:
        ends, self._data = rows
        if sys.byteorder == "big":
            numbers = array("I", bytes(ends))
            numbers.byteswap()
            ends = memoryview(numbers.tobytes())
        self._ends = ends.cast("I")

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, i: Any) -> Any:
        return self._data[self._ends[i - 1] if i else 0 : self._ends[i]]


def pack(table: Mapping[str, Any]) -> Packed:
    """Return a table as buckets; they depend on its rows alone, not on their order."""
    number = len(table) // ROWS + 1
    buckets: list[dict[str, Any]] = [{} for _ in range(number)]
    for key in sorted(table):
        buckets[_place(key, number)][key] = table[key]
    return packed(buckets)


def _place(key: str, number: int) -> int:
    return crc32(key.encode("utf-8", "surrogatepass")) % number


class Table(dict[str, T | None]):
    """Key -> row, or None; a row is made of its plain data when it is first asked for.

    `over` holds rows that stand in place of those in the buckets. The dictionary itself is a memory of what was asked.
    """

    def __init__(self, buckets: Packed, make: Callable[[Any], T], over: Mapping[str, memoryview] = {}) -> None:
        super().__init__()
        self._buckets = Rows(buckets)
        self._make = make
        self._over = over
        self._opened: dict[int, dict[str, msgspec.Raw]] = {}

    def __missing__(self, key: str) -> T | None:
        raw: memoryview | msgspec.Raw | None = self._over.get(key)
        if raw is None and len(key) < 200:  # no spelling is that long, and to remember such keys would cost memory
            place = _place(key, len(self._buckets))
            bucket = self._opened.get(place)
            if bucket is None:
                bucket = self._opened[place] = _BUCKET.decode(self._buckets[place])
            raw = bucket.get(key)
        elif raw is None:
            return None
        if len(self) >= REMEMBERED:
            for absent in [k for k, row in self.items() if row is None]:
                self.pop(absent, None)
        row = None if raw is None else self._make(raw)
        self[key] = row
        return row

    # What is known is found without a call into Python; `dict.get` would not ask `__missing__`.
    get = dict.__getitem__  # type: ignore[assignment]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self[key] is not None

    def keys_of_all(self) -> Iterator[str]:
        """Yield every key of the table; dear, for commands and tests."""
        for bucket in self._buckets:
            yield from _BUCKET.decode(bucket)


class Parts(Mapping[str, Any]):
    """Parts of a document by name, each decoded when it is first asked for, and lists of rows apart from them."""

    def __init__(self, parts: Mapping[str, memoryview], rows: Mapping[str, Packed] = {}) -> None:
        self._parts = parts
        self._rows = rows
        self._decoded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._decoded:
            self._decoded[name] = msgspec.json.decode(self._parts[name])
        return self._decoded[name]

    def rows(self, name: str) -> Rows:
        """Return a list of rows."""
        return Rows(self._rows[name])

    def buckets(self, name: str) -> Packed:
        """Return a list of rows that are the buckets of a table."""
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)
