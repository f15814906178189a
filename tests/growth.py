"""How the time of a piece of work grows with its size: a ratio of processor times that noise does not raise."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

ROUNDS = 6


def growth(work: Callable[[int], object], small: int, large: int, below: float) -> float:
    """Return the ratio of the processor times of `work(large)` and `work(small)`, of the best of six rounds.

    A round below `below` is enough: what else the machine does lengthens a time and never shortens it, and work that
    grows too fast is above in each round. What other tests left on the heap is kept from the collector, which would
    search it again and again.
    """
    gc.collect()
    gc.freeze()
    try:
        work(small)
        best = float("inf")
        for _ in range(ROUNDS):
            best = min(best, _seconds(work, large) / max(min(_seconds(work, small) for _ in range(3)), 1e-4))
            if best < below:
                break
        return best
    finally:
        gc.unfreeze()


def _seconds(work: Callable[[int], object], size: int) -> float:
    start = time.process_time()
    work(size)
    return time.process_time() - start
