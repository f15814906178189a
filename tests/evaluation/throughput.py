"""Evaluate many answers against a judge on this machine and print what it takes.

`python tests/evaluation/throughput.py --cases 5000 --in-flight 16`
"""

from __future__ import annotations

import argparse
import contextlib
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from kill import Served, dataset

from quantcheck.evaluation import Criterion, EvaluationSpec, capture, evaluate_saved, evaluation_summary

SPEC = EvaluationSpec(
    id="s",
    revision="1",
    criteria=(
        Criterion(id="grounded", revision="1", evaluator="grounding"),
        Criterion(id="faithful", revision="1", evaluator="faithfulness"),
    ),
)


def measure(folder: Path, cases: int, in_flight: int, pause: float) -> dict[str, float]:
    """Return seconds, calls a second, megabytes of memory and of ledger of one evaluation."""
    with contextlib.closing(Served(folder, pause)) as served:
        run = capture(dataset(folder / "answers.jsonl", cases), folder / "runs").path
        begun = time.monotonic()
        evaluate_saved(run, SPEC, judge=served.judge, in_flight=in_flight)
        seconds = time.monotonic() - begun
        begun = time.monotonic()
        summary = evaluation_summary(run)
        read = time.monotonic() - begun
        assert served.arrivals().total() == summary.accounting.made == cases
        assert max(served.arrivals().values()) == 1
    return {
        "seconds": round(seconds, 1),
        "calls a second": round(cases / seconds),
        "seconds to read the report": round(read, 1),
        "MB of memory at most": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "MB of ledger": round((run / "ledger.sqlite").stat().st_size / 1e6, 1),
    }


def main() -> None:
    """Measure once and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=5000)
    parser.add_argument("--in-flight", type=int, default=16)
    parser.add_argument("--pause", type=float, default=0.02, help="seconds that the judge thinks")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        json.dump(measure(Path(folder), asked.cases, asked.in_flight, asked.pause), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
