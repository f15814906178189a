"""A worker that fails where the input says so, for the tests of what becomes of failed workers."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from quantcheck import jobs, streams


def part(unit: Any, *arguments: Any) -> streams.Part:
    """Check a unit, or end the process: at the mark `POISON` always, at `ONCE:FILE` as long as there is no FILE."""
    if b"POISON" in unit.data:
        os._exit(9)
    if b"SLOW" in unit.data:
        time.sleep(60)
    at = unit.data.find(b"ONCE:")
    if at >= 0:
        name = unit.data[at + 5 : unit.data.index(b'"', at)].decode()
        if not os.path.exists(name):
            open(name, "w").close()
            os.kill(os.getpid(), 9)
    return streams.part(unit, *arguments)


if __name__ == "__main__":
    if sys.argv[1:] == ["broken"]:
        sys.exit(3)
    jobs.serve(part)
