"""Answers for the engines, good and bad, and what one process finds in them."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from quantcheck import batch
from quantcheck.api import Checker
from quantcheck.policy import Policy

POLICY = {"numbers": "all", "citation_scope": "cited"}

Answer = dict[str, Any]


def answers(count: int = 60) -> list[Answer]:
    """Return answers that are met, violated, in review, without evidence or poisoned."""
    found: list[Answer] = []
    for n in range(count):
        found.append(
            {
                "id": f"answer {n}",
                "question": "How much for 3 days?" if n % 3 else None,
                "answer": f"Take {n % 7 + 1} mg for {n % 5 + 2} days [{n % 3 + 1}], about {n}.",
                "passages": [f"The dose is {n % 7 + 1} mg.", "Treat for 3 to 5 days."],
            }
        )
    found[3]["answer"] = None
    found[7]["passages"] = None
    found[11]["passages"] = ["5 mg", None]
    found[13]["answer"] = " "
    found[17]["answer"] = "1" * 5000 + " mg and 1e999999999 kg " + "(" * 3000
    found[19]["passages"] = []
    found[23]["answer"] = "\x00\u202e 5 mg \ufdd0"
    return found


def expected(found: list[Answer], policy: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """Return the findings of one process in one batch."""
    records = pa.RecordBatch.from_pylist(found, schema=batch.RECORDS)
    rows: list[dict[str, Any]] = batch.check(records, Checker(Policy(**(policy or {})))).to_pylist()  # type: ignore[arg-type]
    return rows


def ordered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows by record; those of one record stay as they are."""
    return sorted(rows, key=lambda row: int(row["id"].rpartition(" ")[2]))
