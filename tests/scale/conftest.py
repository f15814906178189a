"""Cases of every kind in files of any length."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., str]


def record(n: int) -> dict[str, object]:
    """Return a case that is met, violated, in review, without evidence or invalid, by its number."""
    answer = f"Take {n % 7 + 1} mg twice daily for {n % 5 + 2} days [{n % 3 + 1}]."
    passages: object = [f"The dose is {n % 7 + 1} mg twice daily.", "Treat for 3 to 5 days, or about 4 days."]
    if n % 11 == 3:
        passages = None
    if n % 13 == 5:
        return {"id": f"case {n}", "answer": n, "passages": passages}
    return {"answer": answer, "passages": passages, **({"id": f"case {n}"} if n % 2 else {})}


@pytest.fixture
def lines(tmp_path: Path) -> Write:
    """Write so many cases as JSON Lines, some other lines among them, and return the name of the file."""

    def write(count: int, others: dict[int, str] | None = None, name: str = "cases.jsonl") -> str:
        path = tmp_path / name
        rows = [json.dumps(record(n), ensure_ascii=False) for n in range(count)]
        for at, text in sorted((others or {}).items(), reverse=True):
            rows.insert(at, text)
        path.write_bytes(("\n".join(rows) + "\n").encode("utf-8", "surrogateescape"))
        return str(path)

    return write
