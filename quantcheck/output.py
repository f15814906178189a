"""How commands write: to standard output or whole files, and errors as one line. Knows no format and no typer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from quantcheck.wording import safe


class CannotDo(Exception):
    """The command could not do its job: one line that says what, where and what was expected."""


def complain(line: str) -> None:
    """Print one safe line on standard error."""
    print(f"quantcheck: {safe.line(line)}", file=sys.stderr)


def write(data: bytes, path: str | None) -> None:
    """Write to standard output, or to a file that appears whole or not at all."""
    with opened(path) as put:
        put(data)


@contextmanager
def opened(path: str | None) -> Iterator[Callable[[bytes], object]]:
    """Open standard output, or a file that appears whole when the block ends well and not at all when it fails."""
    if path is None or path == "-":
        sys.stdout.flush()
        yield _to_stdout
        sys.stdout.flush()
        return
    try:
        target = Path(path).resolve() if Path(path).is_symlink() else Path(path)
        if target.is_dir():
            raise CannotDo(f"{path}: is a folder: expected a file to write")
        if target.exists() and not target.is_file():
            with target.open("wb") as device:  # nothing can be renamed over a device or a pipe
                yield device.write
            return
        import tempfile  # most runs write no file

        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file.write
            os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise CannotDo(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None


def into_log(name: str, path: str | None) -> bool:
    """Say whether a format goes into a log of GitHub Actions, which acts on lines of text that look like commands."""
    return path is None and name == "text" and bool(os.environ.get("GITHUB_ACTIONS"))


def commandless(data: bytes) -> bytes:
    """Return a text of which such a log takes nothing for a command."""
    import re  # only there

    text = re.sub(r"^([^\S\n]*+)::", "\\1∶:", data.decode(), flags=re.MULTILINE)
    return text.replace("##[", "#♯[").encode()


def _to_stdout(data: bytes) -> None:
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        sys.stdout.write(data.decode())
        return
    rest = memoryview(data)
    while rest:  # an unbuffered stream may take only a part
        rest = rest[stream.write(rest) or 0 :]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def coloured() -> bool:
    """Say whether standard output shows colours and the user wants them."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Return the columns to lay out for: those of the terminal, 100 elsewhere."""
    if not sys.stdout.isatty():
        return 100
    return max(40, min(160, os.get_terminal_size(sys.stdout.fileno()).columns or 100))
