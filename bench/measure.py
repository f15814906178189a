"""Processor time of functions and commands, medians, and what the processes below a command take."""

from __future__ import annotations

import os
import resource
import signal
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

CLEAN = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment, in which Python keeps the modules that it has compiled, as an installation does."""


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """Return the median of the processor times of a function."""
    return statistics.median(_once(work) for _ in range(times))


def _once(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def command(arguments: Sequence[str], *, good: Sequence[int] = (0, 2, 3), **options: object) -> float:
    """Return the processor time of a command with all it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **{"env": CLEAN, **options}
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in good:
        raise RuntimeError(f"{' '.join(arguments)}: exit {done.returncode}: {done.stderr.strip()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def alternating(commands: Sequence[Sequence[str]], times: int = 5, **options: object) -> list[float]:
    """Return the medians of some commands, run in turn so that a busy machine touches all of them."""
    found: list[list[float]] = [[] for _ in commands]
    for _ in range(times):
        for n, arguments in enumerate(commands):
            found[n].append(command(arguments, **options))
    return [statistics.median(times_) for times_ in found]


BUSY = 1.0
"""Seconds of processor time after which a process is at work."""


class Tree(NamedTuple):
    """What a command took with its children: by the clock, the busiest process, all of them, most memory at once."""

    wall: float
    busiest: float
    processor: float
    megabytes: float


def tree(arguments: Sequence[str], every: float = 0.05, *, kill: bool = False) -> Tree:
    """Run a command and watch its processes (Linux); memory is shared out among those that share it.

    With `kill` one of the processes that it started is killed in the midst of its work.
    """
    start = time.monotonic()
    spent: dict[int, float] = {}
    most = 0.0
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=CLEAN)
    while process.poll() is None:
        pids = _below(process.pid)
        for pid in pids:
            spent[pid] = max(spent.get(pid, 0.0), _spent(pid))
            if kill and pid != process.pid and spent[pid] > BUSY:
                os.kill(pid, signal.SIGKILL)
                kill = False
        most = max(most, sum(map(_memory, pids)))
        time.sleep(every)
    if kill:
        raise RuntimeError(f"{' '.join(arguments)}: ended before a process of it was killed")
    return Tree(time.monotonic() - start, max(spent.values()), sum(spent.values()), most)


def _below(pid: int) -> list[int]:
    found = [pid]
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as stream:
                for child in stream.read().split():
                    found += _below(int(child))
    except OSError:
        pass
    return found


def _spent(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/stat") as stream:
            fields = stream.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/smaps_rollup") as stream:
            return next(int(line.split()[1]) for line in stream if line.startswith("Pss:")) / 1024
    except (OSError, StopIteration):
        return 0.0
