"""Keep what is dear to make, as bytes in the user's cache folder. Its absence, age or damage costs time and no more.

The folder is `QUANTCHECK_CACHE_DIR` (`off` for none), else `quantcheck` in the platform's cache folder. It is trusted
only when it belongs to the user and nobody else can write to it; what it holds is data for a decoder, never code.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from collections.abc import Callable
from typing import Final

from quantcheck import __version__

VARIABLE: Final = "QUANTCHECK_CACHE_DIR"
KEEP: Final = 8
"""Files kept: versions in use side by side; older ones are removed when a new one is written."""

_MAGIC: Final = b"quantcheck cache 1"
_LONGEST: Final = 200
"""Bytes of a header, at most."""
_SUFFIX: Final = ".cache"
_PACKAGE: Final = os.path.dirname(os.path.abspath(__file__))


def cached(key: str, make: Callable[[], bytes]) -> bytes | memoryview:
    """Return what `make` returns, from the cache if it has been made under this key, version and Python before.

    No fault of the cache is ever raised or told: the bytes are then made anew.
    """
    python = (sys.implementation.name, *map(str, sys.version_info[:3]))
    name = _digest("\0".join((key, __version__, *python, *_code(_PACKAGE))).encode())
    folder = directory()
    if folder and (kept := _read(folder, name)) is not None:
        return kept
    data = make()
    if folder:
        with contextlib.suppress(OSError):
            _write(folder, name, data)
    return data


def directory() -> str:
    """Return the cache folder, whether it exists or not; empty for none."""
    override = os.environ.get(VARIABLE, "")
    if override == "off":
        return ""
    if override:
        return os.path.abspath(override)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        base = base if os.path.isabs(base) else os.path.join(home, ".cache")
    return os.path.join(base, "quantcheck") if os.path.isabs(base) else ""


def _code(folder: str) -> list[str]:
    """Return what tells one state of our own code from the next: a checkout changes without changing its version."""
    try:
        with os.scandir(folder) as entries:
            ours = [e for e in entries if e.name.endswith(".py") or (e.is_dir() and e.name != "__pycache__")]
            found = [(e.path, e.stat(), e.is_dir()) for e in ours]
    except OSError:
        return []
    files = [f"{path} {status.st_size} {status.st_mtime_ns}" for path, status, is_folder in found if not is_folder]
    return sorted([*files, *(line for path, _, is_folder in found if is_folder for line in _code(path))])


def _digest(data: bytes | memoryview) -> str:
    return hashlib.sha256(data).hexdigest()


def _header(name: str, data: bytes | memoryview) -> bytes:
    return b"%s %s %s %d\n" % (_MAGIC, name.encode(), _digest(data).encode(), len(data))


def _read(folder: str, name: str) -> memoryview | None:
    try:
        if not _ours(os.lstat(folder), stat.S_ISDIR):
            return None
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(os.path.join(folder, name + _SUFFIX), flags), "rb") as stream:
            if not _ours(os.fstat(stream.fileno()), stat.S_ISREG):
                return None
            whole = stream.read()
    except (OSError, ValueError):
        return None
    data = memoryview(whole)[whole.find(b"\n", 0, _LONGEST) + 1 :]
    return data if whole.startswith(_header(name, data)) else None


def _ours(status: os.stat_result, sort: Callable[[int], bool]) -> bool:
    """Return whether a file or folder is the user's own and nobody else may write to it."""
    if not sort(status.st_mode):
        return False
    # Windows has neither owners nor modes here; its cache folder lies in the user's own profile.
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


def _write(folder: str, name: str, data: bytes) -> None:
    import tempfile  # dear to import, and most runs only read

    os.makedirs(os.path.dirname(folder), exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    if not _ours(os.lstat(folder), stat.S_ISDIR):
        return
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=name[:8], suffix=".tmp")
    try:
        with open(handle, "wb") as stream:
            stream.write(_header(name, data))
            stream.write(data)
        os.replace(temporary, os.path.join(folder, name + _SUFFIX))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _prune(folder)


def _prune(folder: str) -> None:
    with os.scandir(folder) as entries:
        files = sorted((e.stat(follow_symlinks=False).st_mtime_ns, e.path) for e in entries if e.name.endswith(_SUFFIX))
    for _, path in files[:-KEEP]:
        os.unlink(path)
