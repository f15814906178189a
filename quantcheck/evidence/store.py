"""Files in and out of the evidence commands. Writing is `quantcheck.output`: whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import msgspec

from quantcheck import output
from quantcheck.evidence.place import Document, Malformed
from quantcheck.output import CannotDo


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file; nothing else is opened, so that a pipe cannot hang the program."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise CannotDo(f"{path}: {reason(error)}") from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise CannotDo(f"{path}: expected a regular file")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read()
    except OSError as error:
        raise CannotDo(f"{path}: {reason(error)}") from None
    finally:
        os.close(handle)


def read_json(path: Path) -> Document:
    """Return a JSON document with the places of its values."""
    data = read_bytes(path)
    try:
        return Document(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise CannotDo(f"{path}: byte {error.start}: expected UTF-8") from None
    except Malformed as error:
        raise CannotDo(f"{path}: {error}") from None


def reason(error: Exception) -> str:
    """Return what the system says about an error, without its number and path."""
    text = getattr(error, "strerror", None)
    return str(text).lower() if text else "expected a path"


def write(path: Path, data: bytes) -> None:
    """Write a file whole, with the folders above it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotDo(f"{path.parent}: cannot be made: {reason(error)}") from None
    output.write(data, str(path))


def encode(value: object) -> bytes:
    """Return the JSON of a value as a person reads it: two blanks of indent, a line end at the end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
