"""How commands write: to standard output or whole files, and errors as one line. Knows no format and no typer."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from quantcheck.render import safe


class CannotDo(Exception):
    """The command could not do its job: one line that says what, where and what was expected."""


def complain(line: str) -> None:
    """Print one safe line on standard error."""
    print(f"quantcheck: {safe.line(line)}", file=sys.stderr)


def write(data: bytes, path: str | None) -> None:
    """Write to standard output, or to a file that appears whole or not at all."""
    if path is None or path == "-":
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(data.decode())
            return
        buffer.write(data)
        buffer.flush()
        return
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            if target.is_dir():
                raise CannotDo(f"{path}: is a folder; a file to write was expected")
            with target.open("wb") as stream:  # a device such as /dev/null or a pipe cannot be renamed over
                stream.write(data)
            return
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
            os.replace(temporary, target.resolve() if target.is_symlink() else target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise CannotDo(f"{path}: cannot be written: {error.strerror or error}") from None


def terminal() -> bool:
    """Say whether standard output is a terminal that shows colours and the user wants them."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Return the columns to lay out for: those of the terminal, 100 elsewhere."""
    if not sys.stdout.isatty():
        return 100
    return max(40, min(160, os.get_terminal_size(sys.stdout.fileno()).columns or 100))
