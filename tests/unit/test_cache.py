"""The cache: whatever is in the folder, the bytes are those that would be made."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from quantcheck import cache


class Make:
    """Makes bytes, and counts how often."""

    def __init__(self, data: bytes = b"plain\ndata") -> None:
        self.data = data
        self.calls = 0

    def __call__(self) -> bytes:
        self.calls += 1
        return self.data


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "deep" / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(path))
    return path


def calls(make: Make, key: str = "k") -> int:
    """Return how often the bytes had to be made for a request."""
    before = make.calls
    assert cache.cached(key, make) == make.data
    return make.calls - before


@pytest.mark.parametrize("data", [b"", b"\n", b"plain\ndata", bytes(range(256)) * 100])
def test_made_once(folder: Path, data: bytes) -> None:
    make = Make(data)
    assert [calls(make) for _ in range(3)] == [1, 0, 0]
    (file,) = folder.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600


def test_another_key_version_or_python_is_another_entry(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Make()
    assert [calls(make, key) for key in ("a", "b", "a", "b")] == [1, 1, 0, 0]
    monkeypatch.setattr(cache, "__version__", "next")
    assert [calls(make, "a"), calls(make, "a")] == [1, 0]
    monkeypatch.setattr(sys, "version_info", (9, 9, 9))
    assert [calls(make, "a"), calls(make, "a")] == [1, 0]


def test_changed_code_is_another_entry(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = tmp_path / "package"
    code.mkdir()
    (code / "a.py").write_text("x = 1")
    monkeypatch.setattr(cache, "_PACKAGE", str(code))
    make = Make()
    assert [calls(make), calls(make)] == [1, 0]
    (code / "a.py").write_text("x = 22")
    assert [calls(make), calls(make)] == [1, 0]
    (code / "notes.txt").write_text("")
    assert calls(make) == 0
    monkeypatch.setattr(cache, "_PACKAGE", str(code / "nowhere"))
    assert [calls(make), calls(make)] == [1, 0]


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[-3] ^= 1
    file.write_bytes(data)


def extend(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"x")


def break_header(file: Path) -> None:
    file.write_bytes(b"X" + file.read_bytes()[1:])


def swap(file: Path) -> None:
    cache.cached("other", Make(b"other data"))
    (other,) = (f for f in file.parent.iterdir() if f != file)
    file.write_bytes(other.read_bytes())


def expose(file: Path) -> None:
    file.chmod(0o666)


def link(file: Path) -> None:
    data = file.read_bytes()
    file.unlink()
    elsewhere = file.parent.parent / "elsewhere"
    elsewhere.write_bytes(data)
    file.symlink_to(elsewhere)


def make_folder(file: Path) -> None:
    file.unlink()
    (file / "inside").mkdir(parents=True)


def make_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


@pytest.mark.parametrize(
    "harm", [truncate, empty, flip, extend, break_header, swap, expose, link, make_folder, make_pipe]
)
def test_a_file_that_is_not_ours_is_made_anew(folder: Path, harm: Callable[[Path], None]) -> None:
    make = Make()
    assert calls(make) == 1
    (file,) = folder.iterdir()
    harm(file)
    assert calls(make) == 1
    # and mended, where a file could be put in its place
    assert calls(make) == (1 if harm is make_folder else 0)
    assert not list(folder.glob("*.tmp"))


def test_a_folder_that_others_may_write_to_is_not_used(folder: Path) -> None:
    make = Make()
    assert calls(make) == 1
    folder.chmod(0o777)
    before = {f: f.stat().st_mtime_ns for f in folder.iterdir()}
    assert [calls(make), calls(make, "new")] == [1, 1]
    assert {f: f.stat().st_mtime_ns for f in folder.iterdir()} == before


def test_a_link_to_a_folder_is_not_used(folder: Path) -> None:
    elsewhere = folder.parent.parent / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    folder.parent.mkdir()
    folder.symlink_to(elsewhere)
    make = Make()
    assert [calls(make), calls(make)] == [1, 1]
    assert not list(elsewhere.iterdir())


def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Make()
    assert calls(make) == 1
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert calls(make) == 1


@pytest.mark.parametrize("error", [PermissionError(13, "no"), OSError(28, "No space left on device")])
def test_a_home_that_cannot_be_written_to(folder: Path, monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(os, "replace", refuse)
    make = Make()
    assert [calls(make), calls(make)] == [1, 1]
    assert not list(folder.iterdir())
    monkeypatch.setattr(os, "mkdir", refuse)
    assert calls(make) == 1


def test_a_file_where_the_folder_is_due(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("x")
    assert calls(Make()) == 1
    assert folder.read_text() == "x"


def test_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.directory() == ""
    make = Make()
    assert [calls(make), calls(make)] == [1, 1]
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of other platforms are elsewhere")
def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert cache.directory() == "/elsewhere/quantcheck"
    for unusable in ("", "not/absolute"):
        monkeypatch.setenv("XDG_CACHE_HOME", unusable)
        assert cache.directory() == "/home/somebody/.cache/quantcheck"
    monkeypatch.setenv("HOME", "not/absolute")
    assert cache.directory() == ""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.VARIABLE, "here")
    assert cache.directory() == str(tmp_path / "here")


def test_old_entries_are_removed(folder: Path) -> None:
    for n in range(cache.KEEP + 3):
        cache.cached(str(n), Make())
        newest = max(folder.iterdir(), key=lambda f: f.stat().st_mtime_ns)
        os.utime(newest, ns=(n, n))
    assert len(list(folder.iterdir())) == cache.KEEP
    make = Make()
    assert [calls(make, str(cache.KEEP + 2)), calls(make, "0")] == [0, 1]


def test_a_fault_in_making_is_not_hidden(folder: Path) -> None:
    def fail() -> bytes:
        raise ValueError("a broken table")

    with pytest.raises(ValueError, match="a broken table"):
        cache.cached("k", fail)
    assert not folder.exists()
