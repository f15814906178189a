"""A large table as plain data in hash buckets: a look-up decodes one row, and a start decodes none.

What a row means is for the caller. Keys that are not in the table are remembered too, up to a limit, so that asking
again is one look-up in a dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar
from zlib import crc32

import msgspec

ROWS: Final = 16
"""Rows of a bucket, about."""
REMEMBERED: Final = 50_000
"""Rows and absent keys that are kept; beyond it the absent ones are forgotten."""

T = TypeVar("T")

_BUCKET: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def pack(table: Mapping[str, Any]) -> list[msgspec.Raw]:
    """Return a table as buckets; they depend on its rows alone, not on their order."""
    number = len(table) // ROWS + 1
    buckets: list[dict[str, Any]] = [{} for _ in range(number)]
    for key in sorted(table):
        buckets[_place(key, number)][key] = table[key]
    return [msgspec.Raw(msgspec.json.encode(bucket)) for bucket in buckets]


def _place(key: str, number: int) -> int:
    return crc32(key.encode("utf-8", "surrogatepass")) % number


class Table(dict[str, T | None]):
    """Key -> row, or None; a row is made of its plain data when it is first asked for.

    `over` holds rows that stand in place of those in the buckets. The dictionary itself is a memory of what was asked.
    """

    def __init__(
        self, buckets: Sequence[msgspec.Raw], make: Callable[[msgspec.Raw], T], over: Mapping[str, msgspec.Raw] = {}
    ) -> None:
        super().__init__()
        self._buckets = buckets
        self._make = make
        self._over = over
        self._opened: dict[int, dict[str, msgspec.Raw]] = {}

    def __missing__(self, key: str) -> T | None:
        raw = self._over.get(key)
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
    """Parts of a document by name, each decoded when it is first asked for."""

    def __init__(self, parts: Mapping[str, msgspec.Raw]) -> None:
        self._parts = parts
        self._decoded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._decoded:
            self._decoded[name] = msgspec.json.decode(self._parts[name])
        return self._decoded[name]

    def rows(self, name: str) -> list[msgspec.Raw]:
        """Return a part that is a list, its items not decoded."""
        return msgspec.json.decode(self._parts[name], type=list[msgspec.Raw])

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)
