"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from quantcheck.patterns.later import later


def test_it_is_compiled_once_and_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = re.compile

    def compile(pattern: str, flags: int = 0) -> re.Pattern[str]:
        asked.append(pattern)
        return real(pattern, flags)

    monkeypatch.setattr(re, "compile", compile)
    word = later(r"(\w)b", re.IGNORECASE)
    assert asked == []
    assert [m[1] for m in word.finditer("ab XB")] == ["a", "X"]
    assert word.search("..AB", 1) and not word.match("b")
    assert word.pattern == r"(\w)b" and word.flags & re.IGNORECASE
    assert asked == [r"(\w)b"]


def test_a_long_one_is_written_when_it_is_used() -> None:
    written: list[str] = []

    def write() -> str:
        written.append("a+")
        return written[-1]

    word = later(write)
    assert written == []
    assert word.fullmatch("aa") and word.search("ba")
    assert written == ["a+"]


def test_it_has_nothing_else() -> None:
    with pytest.raises(AttributeError):
        later("a").scanner  # noqa: B018


def test_a_start_compiles_what_every_text_needs_and_no_more() -> None:
    program = (
        "import re, sys\n"
        "real, made = re.compile, []\n"
        "def compile(pattern, flags=0):\n"
        "    made.append(sys._getframe(1).f_globals.get('__name__', '').startswith('quantcheck'))\n"
        "    return real(pattern, flags)\n"
        "re.compile = compile\n"
        "import quantcheck.checking.check\n"
        "print(sum(made))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    # 300 patterns stand in the modules of a check
    assert int(run.stdout) < 50
