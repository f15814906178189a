"""Nothing is read otherwise with a shortcut than without it: remembered parses, listed readings."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from quantcheck import compiled, load, normalise
from quantcheck.parse import Parser
from quantcheck.read import read

TEXTS = [
    case["text"]
    for path in sorted((Path(__file__).parents[1] / "conformance" / "language").glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
JOINED = [" and then ".join(TEXTS[i : i + 3]) for i in range(0, len(TEXTS), 3)]


@pytest.fixture(scope="module")
def language() -> compiled.Language:
    return load.language()


def test_remembered_parses_change_nothing(language: compiled.Language) -> None:
    anew = Parser(language.plain.grammar, remember=False)
    for text in [*TEXTS, *TEXTS, *JOINED]:
        first = read(text, language)
        remembered = language.parser
        language.parser = anew
        try:
            second = read(text, language)
        finally:
            language.parser = remembered
        assert first == second, text


def test_listed_readings_change_nothing(language: compiled.Language, monkeypatch: pytest.MonkeyPatch) -> None:
    shortly = [read(text, language) for text in [*TEXTS, *JOINED]]
    monkeypatch.setattr(normalise, "_plainly", lambda *_: None)
    assert shortly == [read(text, language) for text in [*TEXTS, *JOINED]]
