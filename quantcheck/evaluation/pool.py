"""Calls in flight: threads that send, and the one queue on which everything that comes back arrives. Stores nothing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType
from typing import Any

from quantcheck.judge.clients import Judge, Reply, attempt
from quantcheck.judge.prompt import Prompt

Outcome = Reply | Exception
INTERRUPT = -1
"""The number under which the first Ctrl-C arrives, so that nobody waits on for a reply before hearing of it."""


class Pool:
    """Sends calls to a judge, `size` at a time."""

    def __init__(self, judge: Judge, size: int) -> None:
        self._judge = judge
        self._out: SimpleQueue[tuple[int, Prompt]] = SimpleQueue()
        self._back: SimpleQueue[tuple[int, Outcome | None]] = SimpleQueue()
        self._stop = threading.Event()
        self._threads = size
        self._started = 0
        self.interrupted = False

    def send(self, call: int, prompt: Prompt) -> None:
        """Send a call; its outcome arrives under its number."""
        if self._started < self._threads:
            # Daemons: a second Ctrl-C must not wait for a service that never answers.
            threading.Thread(target=self._work, daemon=True).start()
            self._started += 1
        self._out.put((call, prompt))

    def arrived(self) -> list[tuple[int, Outcome | None]]:
        """Wait for an arrival and return all that are there."""
        got = [self._back.get()]
        while not self._back.empty():
            got.append(self._back.get())
        return got

    def stop(self) -> None:
        """Let waiting retries give up; what was sent is still awaited."""
        self._stop.set()

    def _work(self) -> None:
        while True:
            call, prompt = self._out.get()
            try:
                outcome: Outcome = attempt(
                    self._judge, prompt.system, prompt.user, lambda seconds: not self._stop.wait(seconds)
                )
            except Exception as error:
                outcome = error
            self._back.put((call, outcome))

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Turn the first Ctrl-C into an arrival, so that no commit is torn; the second is an interrupt as usual."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def first(number: int, frame: FrameType | None) -> None:
            signal.signal(signal.SIGINT, before if callable(before) else signal.default_int_handler)
            self.interrupted = True
            self._back.put((INTERRUPT, None))

        before: Any = signal.getsignal(signal.SIGINT)
        signal.signal(signal.SIGINT, first)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
