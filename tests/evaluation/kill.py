"""Kill evaluations at random moments and see that nothing is lost, sent twice or paid twice.

`python tests/evaluation/kill.py --runs 1000` kills a thousand runs; the test run kills fewer.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import openai

from quantcheck import load
from quantcheck.evaluation import Criterion, EvaluationSpec, capture, evaluate_saved, evaluation_summary, text
from quantcheck.evaluation.evaluate import release
from quantcheck.evaluation.ledger import Ledger
from quantcheck.evaluation.run import open_run
from quantcheck.evaluation.summary import Summary

HERE = Path(__file__).parent
PASSAGE = "Take 5 mg. Take 10 mg at night. Never take more than 20 mg."
ANSWERS = ("Take 5 mg.", "Take 5 mg. Take 900 mg.", "I cannot say.", "Take 10 mg at night. Good luck!")
SPEC = EvaluationSpec(
    id="s",
    revision="1",
    qualification="reviewed",
    criteria=(
        Criterion(id="grounded", revision="1", evaluator="grounding"),
        Criterion(id="faithful", revision="1", evaluator="faithfulness"),
        Criterion(id="polite", revision="1", rubric="The answer is polite."),
    ),
)


def dataset(path: Path, cases: int) -> Path:
    """Write answers, no two of which lead to the same prompt."""
    lines = (
        {"id": f"c{n}", "question": f"Question {n}?", "answer": ANSWERS[n % 4], "passages": [PASSAGE]}
        for n in range(cases)
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


class Served:
    """The judge's server as a process of its own, which outlives every kill."""

    def __init__(self, folder: Path, pause: float = 0.002) -> None:
        self.log = folder / "arrivals"
        port = folder / "port"
        self._process = subprocess.Popen([sys.executable, HERE / "judge_server.py", port, self.log, str(pause)])
        while not port.exists():
            if self._process.poll() is not None:
                raise RuntimeError("the judge's server did not start")
            time.sleep(0.01)
        self.judge = f"local:http://127.0.0.1:{port.read_text()}/v1|m"

    def arrivals(self, start: int = 0) -> Counter[str]:
        """Return how often each prompt arrived since an offset of the log."""
        if not self.log.exists():
            return Counter()
        with self.log.open() as lines:
            lines.seek(start)
            return Counter(lines.read().split())

    def mark(self) -> int:
        """Return the present end of the log."""
        return self.log.stat().st_size if self.log.exists() else 0

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()


def child(work: Callable[[], object]) -> int:
    """Run a piece of work in a process of its own and return its number."""
    process = os.fork()
    if process:
        return process
    try:
        work()
        os._exit(0)
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        os._exit(1)


def ended(process: int) -> int:
    """Wait for a process and return its exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def evaluate(run: Path, judge: str, budget: int) -> None:
    """Evaluate with the options that every run of this module has."""
    evaluate_saved(run, SPEC, judge=judge, max_judge_calls=budget, in_flight=4)


def report(run: Path) -> bytes:
    """Return all that a reader sees of the latest evaluation."""
    summary = evaluation_summary(run)
    return msgspec.json.encode(summary) + text.render(summary).encode()


def replies(run: Path) -> dict[str, bytes | None]:
    """Return the replies that are on the disk, by request."""
    with Ledger.open(run / "ledger.sqlite", open_run(run).digest, write=False) as ledger:
        return {call.request: call.raw for call in ledger.calls(bodies=True) if call.state == "replied"}


class Figures(Counter[str]):
    """What was seen over all runs."""


def finish(run: Path, served: Served, budget: int, start: int, seen: Figures, kept: dict[str, Any]) -> Summary:
    """Resume a killed run to its end and check every promise on the way."""
    evaluate(run, served.judge, budget)
    arrived = served.arrivals(start)
    assert not arrived or max(arrived.values()) == 1, "a call was sent twice"
    assert arrived.total() <= budget, "the budget was exceeded"
    summary = evaluation_summary(run)
    for open_call in summary.open_calls:
        release(run, open_call.call)
        seen["released"] += 1
    if summary.open_calls:
        evaluate(run, served.judge, budget)
    again = served.arrivals(start)
    assert again.total() <= budget + len(summary.open_calls), "the budget was exceeded beyond what was released"
    assert all(count <= 2 for count in again.values())
    assert sum(count - 1 for count in again.values()) <= len(summary.open_calls), "a call was sent twice"
    now = replies(run)
    assert kept.items() <= now.items(), "a reply was lost"
    return summary


def kill_runs(runs: int, cases: int = 8, seed: int = 1) -> Figures:
    """Kill runs at random moments, resume each to its end, and return what was seen; raise where a promise breaks."""
    seen = Figures()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, contextlib.closing(Served(Path(name))) as served:
        folder = Path(name)
        fresh = capture(dataset(folder / "answers.jsonl", cases), folder / "runs").path
        budget = 2 * cases
        # What a child needs is loaded before it is forked, so that kills meet the work and not the imports.
        openai.OpenAI(api_key="none", base_url="http://127.0.0.1:1")
        load.language()
        lengths = []
        for name in ("whole-1", "whole-2", "whole-3"):
            whole = folder / name
            shutil.copytree(fresh, whole)
            begun = time.monotonic()
            assert ended(child(lambda run=whole: evaluate(run, served.judge, budget))) == 0  # type: ignore[misc]
            lengths.append(time.monotonic() - begun)
        length = min(lengths)
        expected = report(whole)
        for number in range(runs):
            run = folder / f"run-{number}"
            start, kept = 0, {}
            kills, wanted = 0, chance.choice((1, 1, 2, 3))
            while kills < wanted:
                if kills == 0:
                    shutil.rmtree(run, ignore_errors=True)
                    shutil.copytree(fresh, run)
                    start, kept = served.mark(), {}
                process = child(lambda run=run: evaluate(run, served.judge, budget))  # type: ignore[misc]
                time.sleep(chance.uniform(0, length))
                os.kill(process, signal.SIGKILL)
                if ended(process) == -signal.SIGKILL:
                    kills += 1
                    length *= 1.03
                    before = replies(run)
                    assert kept.items() <= before.items(), "a reply was lost"
                    kept |= before
                    continue
                # It ended before the kill: what was not killed does not count. How long a run takes on a machine that
                # is busy at times is found as one goes.
                seen["ended before the kill"] += 1
                length *= 0.9
                if kills:
                    break
            seen["kills"] += kills
            seen["runs killed"] += 1
            seen["replies kept over kills"] += len(kept)
            summary = finish(run, served, budget, start, seen, kept)
            seen["runs with an unknown outcome"] += bool(summary.open_calls)
            assert report(run) == expected, f"run {number}: the report differs from the unkilled run's"
            seen["runs with the same report"] += 1
            shutil.rmtree(run)
    return seen


def main() -> None:
    """Kill as many runs as asked and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--cases", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun = time.monotonic()
    for what, count in sorted(kill_runs(asked.runs, asked.cases, asked.seed).items()):
        print(f"{what}: {count}")
    print(f"seconds: {time.monotonic() - begun:.0f}")


if __name__ == "__main__":
    main()
