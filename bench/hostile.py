"""Time the hostile texts of tests/hostile at n/4 and n and print the ratio: about 4 is linear, 16 quadratic.

`python bench/hostile.py [--size 50000000] [ID…]`. With a size each text is made that many characters long instead and
checked once as an answer. Times depend on the machine; the ratios should not.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from quantcheck import Checker  # noqa: E402
from quantcheck.checking.memory import Memory  # noqa: E402

INPUTS = ROOT / "tests" / "hostile" / "hostile.toml"


def texts() -> list[dict[str, Any]]:
    """Return the rows of the hostile texts."""
    return tomllib.loads(INPUTS.read_text(encoding="utf-8"))["input"]


def made(row: dict[str, Any], n: int) -> str:
    """Return the text of a row with so many repeats."""
    return f"{row.get('head', '')}{row['repeat'] * n}{row.get('tail', '')}"


def passage(row: dict[str, Any], n: int) -> str:
    """Return the passage that a text of so many repeats is checked against: itself, but where the row has another."""
    return row["passage"] * n if "passage" in row else made(row, n)


def seconds(work: Callable[[], object], least: int = 1) -> float:
    """Return the processor time of the fastest run of some."""
    best = float("inf")
    for _ in range(least):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main() -> int:
    """Print one line a text; exit 1 where a ratio says that time grows faster than the text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument(
        "--size", type=int, default=0, help="characters; without it the size in the table and a quarter of it"
    )
    arguments = parser.parse_args()
    checker = Checker(memory=Memory(0))
    bad = 0
    for row in texts():
        if arguments.ids and row["id"] not in arguments.ids:
            continue
        if arguments.size:
            text = made(row, arguments.size // len(row["repeat"]))
            once = seconds(lambda text=text: checker.check(text, ["The dose is 5 mg."]))
            print(
                f"{row['id']:20}{len(text):>12,} characters{once:9.2f} s{len(text) / once / 1e6:9.2f} MB/s", flush=True
            )
            continue
        (small, its), (large, whole) = ((made(row, n), passage(row, n)) for n in (row["n"] // 4, row["n"]))
        try:
            first = seconds(lambda text=small, evidence=its: checker.check(text, [evidence]), 2)
            second = seconds(lambda text=large, evidence=whole: checker.check(text, [evidence]))
        except Exception as fault:
            print(f"{row['id']:20}{len(large):>9,} raises {type(fault).__name__}: {fault}", flush=True)
            bad += 1
            continue
        ratio = second / first
        bad += ratio > 8
        flag = "  <-- not linear" if ratio > 8 else ""
        print(
            f"{row['id']:20}{len(large):>9,} {first * 1000:9.1f} ms {second * 1000:9.1f} ms  × {ratio:5.2f}{flag}",
            flush=True,
        )
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
