"""How far a long run is, on a terminal: cases, rate and the time left. What is counted is for others."""

from __future__ import annotations

import sys
import time
from typing import Final, TextIO

EVERY: Final = 0.5
"""Seconds between two lines."""


class Progress:
    """A line on a terminal that is written over and over; nothing where there is no terminal."""

    def __init__(self, total: int, stream: TextIO | None = None, *, shown: bool | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty() if shown is None else shown
        self._total = total
        self._start = self._last = time.monotonic()
        self._wrote = False

    def step(self, cases: int, done: int) -> None:
        """Say how many cases are checked and how many bytes of the input they stand for."""
        now = time.monotonic()
        if self._shown and now - self._last >= EVERY:
            self._last = now
            self._write(line(cases, done, self._total, now - self._start))

    def clear(self) -> None:
        """Take the line away, before something else is written or at the end."""
        if self._wrote:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._wrote = False

    def _write(self, text: str) -> None:
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()
        self._wrote = True


def line(cases: int, done: int, total: int, seconds: float) -> str:
    """Return the line of a moment; the time left is known where the size of the input is."""
    text = f"{cases:,} answers, {cases / max(seconds, 1e-9):,.0f} a second"
    if total and done:
        left = round(seconds * max(total - done, 0) / done)
        text += f", {min(done * 100 // total, 100)}%, {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"
    return text
