"""One writer of a run at a time: a lock that the system drops when the process ends, however it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from quantcheck.output import CannotDo

NAME = "writer.lock"


@contextmanager
def hold(run: Path) -> Iterator[None]:
    """Hold the run for writing, or raise `CannotDo` where another process does."""
    try:
        file = (run / NAME).open("a+b")
    except OSError as error:
        raise CannotDo(f"{run}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    with file:
        # A `status` that looks whether somebody writes holds the lock for an instant.
        for _ in range(10):
            if _take(file):
                break
            time.sleep(0.02)
        else:
            raise CannotDo(f"{run}: another process is evaluating this run; expected one at a time")
        yield


def held(run: Path) -> bool:
    """Return whether a process holds the run for writing."""
    try:
        with (run / NAME).open("rb+") as file:
            return not _take(file)
    except OSError:
        return False


def _take(file: IO[bytes]) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
