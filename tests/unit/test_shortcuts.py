"""Nothing is read otherwise with a shortcut than without it: remembered parses and islands, listed readings."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quantcheck import load
from quantcheck.reading import compiled
from quantcheck.reading.dollars import Dollars
from quantcheck.reading.read import read
from quantcheck.reading.recall import form
from quantcheck.vocabulary.kinds import REMEMBERED, Kinds
from quantcheck.vocabulary.lexicon import Lexicon, Node

CONFORMANCE = Path(__file__).parents[1] / "conformance"


def _texts(document: Any) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, (list, dict)):
        for item in document.values() if isinstance(document, dict) else document:
            yield from _texts(item)


TEXTS = [
    text
    for path in sorted(CONFORMANCE.rglob("*.toml"))
    for text in dict.fromkeys(_texts(tomllib.loads(path.read_text(encoding="utf-8"))))
    if any(c.isdecimal() for c in text) or path.parent.name == "language"
]
JOINED = [" and then ".join(TEXTS[i : i + 3]) for i in range(0, len(TEXTS), 3)]
JOINED += [". ".join(TEXTS[i : i + 4]) for i in range(1, len(TEXTS), 4)]


@pytest.fixture(scope="module")
def language() -> compiled.Language:
    return load.language()


@pytest.fixture(scope="module")
def plainly(language: compiled.Language) -> compiled.Language:
    """The same language without any shortcut."""
    return compiled.decode(compiled.encode(language), remember=False)


def _varied(text: str, chance: random.Random) -> str:
    """Return a text with other digits in the place of its own, mostly as many."""

    def other(found: re.Match[str]) -> str:
        size = chance.choice((len(found[0]), len(found[0]), 1, 2, 3, 4))
        return "".join(chance.choice("0123456789") for _ in range(size))

    return re.sub(r"[0-9]+", other, text)


def test_what_is_remembered_changes_nothing(language: compiled.Language, plainly: compiled.Language) -> None:
    # an island is learnt when it has come back often enough: each text is read until it is
    for _ in range(4):
        for text in TEXTS:
            read(text, language)
    for text in [*TEXTS, *JOINED]:
        assert read(text, language) == read(text, plainly), text


@pytest.mark.parametrize("seed", range(2))
def test_what_is_remembered_holds_of_other_figures(
    language: compiled.Language, plainly: compiled.Language, seed: int
) -> None:
    chance = random.Random(seed)
    for text in [*TEXTS, *JOINED]:
        varied = _varied(text, chance)
        assert read(varied, language) == read(varied, plainly), varied


def test_islands_are_remembered(language: compiled.Language) -> None:
    made = compiled.decode(compiled.encode(language))
    assert made.recall is not None
    for number in ("12", "1,250", "0.25", "37.5", "−40"):
        for text in ("gave {} mg to", "between {} and {} km", "about {}%", "under ${} million", "{}–{} °C"):
            before = made.recall.learnt
            for _ in range(4):
                read(f"They saw {text.format(number, number)} it.", made)
            assert made.recall.learnt > before, (text, number)


def test_the_switch_turns_every_shortcut_off(plainly: compiled.Language) -> None:
    for _ in range(4):
        read("They gave 12 mg of it.", plainly)
    assert plainly.recall is None
    assert not plainly.parser.remembers
    assert not plainly.lexicon.listed


def test_another_lexicon_remembers_by_itself(language: compiled.Language, plainly: compiled.Language) -> None:
    named = ["It is A$5 there.", "It costs $5."]
    for _ in range(4):
        for text in ("It costs $5.", "It costs $7."):
            read(text, Dollars(language, [text]).beside(text))
            read(text, Dollars(language, named).beside(text))
    for text in ("It costs $5.", "It costs $9."):
        assert read(text, language) == read(text, plainly)
        assert read(text, Dollars(language, named).beside(text)) == read(text, Dollars(plainly, named).beside(text))


def test_no_spelling_has_a_figure_whose_digits_are_left_open(language: compiled.Language) -> None:
    """`recall` takes all figures of one form for one another, so none may be a part of a spelling."""

    def figures(lexicon: Lexicon) -> Iterator[str]:
        root: Any = lexicon.root
        stack: list[tuple[str, Node | None]] = [(token, root[token]) for token in root.keys_of_all()]
        while stack:
            token, node = stack.pop()
            if any(c.isdecimal() for c in token):
                yield token
            if node is not None and node.next:
                stack.extend(node.next.items())

    assert {token for token in figures(language.lexicon) if form(token) != token} == set()


ODD = [
    "", " ", "  ", "\n", " a", "a ", "a  b", " 5 mg ", "a \n b", "a\t b", "a \u00a0b", "\n\n a. b", "x.5 .5 ,79 a ,5",
    "1e-5 1e5x", "22,24,26 mg", "doses 22,24,26.", "1'500 it's", "TWICE A DAY A A", "$5 A MONTH",
    "5\u00b2 \u00b2 \u207b\u00b9 \u22122", "\ufdd1 5\ufdd1 6", "a.5", "5..10", "a" * 100 + " 5 " + "b" * 100, "½ 1½ a½",
    "٣ mg", "\ud800 5",
]  # fmt: skip


def _random_texts(count: int) -> Iterator[str]:
    chance = random.Random(7)
    for _ in range(count):
        yield "".join(chance.choice(" \n\t\u00a0aAe5.,'-/½²−=") for _ in range(chance.randrange(30)))


def test_the_kinds_of_tokens_are_those_of_each(language: compiled.Language, plainly: compiled.Language) -> None:
    for text in [*TEXTS, *JOINED, *ODD, *_random_texts(2000)]:
        split, plain = language.kinds.split(text), plainly.kinds.split(text)
        assert "".join(split.raw) == text
        assert (split.raw, split.starts, split.kinds, split.marks) == (
            plain.raw,
            plain.starts,
            plain.kinds,
            plain.marks,
        )
        assert (split.listed, split.capitals) == (plain.listed, plain.capitals)
        assert [(n.spelling, n.lives) for n in split.nodes if n] == [(n.spelling, n.lives) for n in plain.nodes if n]


def test_tokens_are_forgotten(language: compiled.Language) -> None:
    kinds = Kinds(language.lexicon)
    for n in range(2 * REMEMBERED):
        kinds.split(f"{n} mg")
    assert len(kinds) <= REMEMBERED
    assert kinds.split("a0 mg") == Kinds(language.lexicon).split("a0 mg")
