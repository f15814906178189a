"""The corpus: a folder of Markdown, read line by line and never left.

A document is its lines, without byte order mark and line ends, so that a change of line ends is no change. Symbolic
links are not followed, neither when the folder is listed nor when a cited path is opened.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec

from quantcheck.evidence.store import reason
from quantcheck.output import CannotDo

SUFFIXES = (".md", ".markdown")
_NEWLINE = re.compile(r"\r\n?|\n")


class Source(msgspec.Struct, frozen=True):
    """A document of the corpus: its path from the root with `/`, its lines, and their digest."""

    path: str
    lines: tuple[str, ...]
    digest: str

    @property
    def text(self) -> str:
        """The lines joined by LF, with no line end behind the last."""
        return "\n".join(self.lines)


class Skipped(msgspec.Struct, frozen=True):
    """A path that was not read, and why: `link`, `unreadable`, `not-utf-8`, `not-regular`, `outside`, `missing`."""

    path: str
    why: str
    message: str


class NotRead(Exception):
    """A path of the corpus cannot be read."""

    def __init__(self, path: str, why: str, message: str) -> None:
        super().__init__(message)
        self.skipped = Skipped(path, why, message)


class Corpus:
    """A folder of Markdown documents. What was read once is kept."""

    def __init__(self, root: Path) -> None:
        """Open a corpus; raises `CannotDo` where the root is no folder."""
        self.root = Path(os.path.realpath(root))
        if not self.root.is_dir():
            raise CannotDo(f"{root}: expected a folder of Markdown files")
        self._read: dict[str, Source | NotRead] = {}

    def source(self, path: str) -> Source:
        """Return a document by its path from the root.

        Raises `NotRead` for a path that is absolute, has `..`, passes a symbolic link, or is no readable UTF-8 file.
        """
        if path not in self._read:
            try:
                self._read[path] = _source(path, _bytes(self.root, path))
            except NotRead as error:
                self._read[path] = error
        found = self._read[path]
        if isinstance(found, NotRead):
            raise found
        return found

    def paths(self) -> tuple[list[str], list[Skipped]]:
        """Return the paths of all Markdown files in order of code points, and the links and folders not entered.

        Names that begin with a point are passed over in silence, as by a shell.
        """
        paths: list[str] = []
        skipped: list[Skipped] = []
        folders = [""]
        while folders:
            folder = folders.pop()
            try:
                entries = list(os.scandir(self.root / folder))
            except OSError as error:
                skipped.append(Skipped(folder or ".", "unreadable", reason(error)))
                continue
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                path = f"{folder}/{entry.name}" if folder else entry.name
                if not _encodable(entry.name):
                    shown = path.encode("utf-8", "backslashreplace").decode("ascii", "backslashreplace")
                    skipped.append(Skipped(shown, "not-utf-8", "expected a name in UTF-8"))
                    continue
                markdown = entry.name.lower().endswith(SUFFIXES)
                if entry.is_symlink():
                    if markdown or entry.is_dir():
                        skipped.append(Skipped(path, "link", "symbolic links are not followed"))
                elif entry.is_dir():
                    folders.append(path)
                elif markdown:
                    paths.append(path)
        return sorted(paths), sorted(skipped, key=lambda s: s.path)

    def sources(self) -> Iterator[Source | Skipped]:
        """Yield every document in order of its path, or why it was not read."""
        paths, skipped = self.paths()
        yield from skipped
        for path in paths:
            try:
                yield self.source(path)
            except NotRead as error:
                yield error.skipped


def _encodable(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def inside(path: str) -> list[str] | None:
    """Return the parts of a relative path, or None where it is no plain path downwards."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts) or ":" in parts[0]:
        return None
    return parts


def _bytes(root: Path, path: str) -> bytes:
    parts = inside(path)
    if parts is None:
        raise NotRead(path, "outside", "expected a path below the corpus, without '..'")
    try:
        handle = _open(root, parts)
    except (OSError, ValueError) as error:
        place = root.joinpath(*parts)
        if any(os.path.islink(root.joinpath(*parts[:depth])) for depth in range(1, len(parts) + 1)):
            raise NotRead(path, "link", "symbolic links are not followed") from None
        why = "unreadable" if os.path.lexists(place) else "missing"
        raise NotRead(path, why, reason(error)) from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotRead(path, "not-regular", "expected a regular file")
        try:
            return file.read()
        except OSError as error:
            raise NotRead(path, "unreadable", reason(error)) from None


def _open(root: Path, parts: list[str]) -> int:
    """Open a file part by part, so that no part can be exchanged for a link between the check and the opening."""
    plain = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    nofollow = getattr(os, "O_NOFOLLOW", 0)
    if os.open not in os.supports_dir_fd or not nofollow:
        for depth in range(1, len(parts) + 1):
            if os.path.islink(root.joinpath(*parts[:depth])):
                raise OSError("a symbolic link")
        return os.open(root.joinpath(*parts), plain)
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | nofollow, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], plain | nofollow, dir_fd=folder)
    finally:
        os.close(folder)


def _source(path: str, data: bytes) -> Source:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotRead(path, "not-utf-8", f"line {line}, byte {error.start}: expected UTF-8") from None
    lines = tuple(_NEWLINE.split(text))
    if lines[-1] == "":
        lines = lines[:-1]
    return Source(path, lines, hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest())
