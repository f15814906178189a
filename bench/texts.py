"""Texts and cases to measure with, the same for the same seed."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

_SENTENCES = (
    "The committee met again in the spring and agreed that the matter should be looked at with more care.",
    "Patients were given {a} mg of the drug twice daily for {b} weeks, and {c}% of them reported less pain.",
    "The bridge is {a} metres long, {b} m wide and carries about {c},000 vehicles a day.",
    "Nobody had expected the weather to turn so quickly, least of all those who had planned the journey.",
    "Add {a} g of flour and {b} ml of milk, stir for {c} minutes, and leave it to rest until the oven is hot.",
    "Revenue rose by {c}% to ${a}.{b} million, while costs stayed between {b} and {c} million dollars.",
    "As the report says on page {b}, the oldest part of the building dates from 19{c}.",
    "The sample was heated to {a} °C at {b} °C/min and kept there for at least {c} h under nitrogen.",
    "It was a long walk home, past the mill and over the hill, and they talked of nothing in particular.",
    "She had always thought of the place as larger than it was, and of the people in it as kinder than they were.",
    "What the two sides wanted was not so far apart, though neither of them would have said so at the time.",
    "The paper was accepted without changes, which pleased everybody except the one who had written most of it.",
    "There is no reason to believe that the method works better in the north than anywhere else.",
    "They stood at the window for a while and watched the rain come down over the roofs of the town.",
    "Most of what is known about the early years comes from letters that were found much later in an attic.",
    "A speed of {a} km/h is not allowed here; the limit is {b} km/h, or {c} km/h when it rains.",
)


def prose(characters: int, seed: int = 1) -> str:
    """Return prose with about one quantity in fifteen words, in paragraphs."""
    chance = random.Random(seed)
    parts: list[str] = []
    size = 0
    while size < characters:
        sentences = chance.choices(_SENTENCES, k=5)
        figures = [{name: chance.randint(11, 99) for name in "abc"} for _ in sentences]
        paragraph = " ".join(s.format(**f) for s, f in zip(sentences, figures, strict=True)) + "\n\n"
        parts.append(paragraph)
        size += len(paragraph)
    return "".join(parts)[:characters]


def words(count: int, seed: int) -> str:
    """Return prose of so many words."""
    return " ".join(prose(count * 12, seed).split()[:count])


def case(seed: int, answer: int = 300, passages: int = 5, passage: int = 200) -> tuple[str, list[str]]:
    """Return an answer of so many words and its passages; half of the answer stands in them."""
    sources = [words(passage, seed * 10 + n) for n in range(passages)]
    return f"{words(answer // 2, seed)} {' '.join(' '.join(sources).split()[: answer // 2])}", sources


def generated(script: str, characters: int, seed: int) -> str:
    """Return the prose that a script writes, which takes `--chars --seed --out`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "prose.txt")
        given = ["--chars", str(characters), "--seed", str(seed), "--out", str(path)]
        subprocess.run([sys.executable, script, *given], check=True, capture_output=True)
        return path.read_text(encoding="utf-8")


def quoting(prose: str, seed: int, answer: int = 300, passages: int = 5, passage: int = 200) -> tuple[str, list[str]]:
    """Return an answer of so many words that quotes the sentences of its passages, and cites them; some are wrong.

    The passages are stretches of prose that are its own for each seed.
    """
    chance = random.Random(seed)
    words = re.sub(r"\s*\[[^\]\n]*\]", "", prose).split()
    first = seed * passages * passage
    sources = [" ".join(words[first + n * passage : first + (n + 1) * passage]) for n in range(passages)]
    sentences = [(n, s) for n, text in enumerate(sources, 1) for s in re.split(r"(?<=\.)\s+(?=[A-Z])", text)]
    chance.shuffle(sentences)
    said: list[str] = []
    for n, sentence in sentences:
        if chance.random() < 0.12:
            sentence = re.sub(r"\d+", lambda m: str(int(m[0]) + 1), sentence, count=1)
        said += re.sub(r"\.\Z", f" [{n}].", sentence).split()
    return " ".join(said[:answer]), sources


def small_cases(count: int, seed: int = 1) -> Iterator[str]:
    """Yield so many small cases as lines of JSON, each with a passage of its own."""
    chance = random.Random(seed)
    for n in range(count):
        dose = chance.choice((5, 10, 20, 25, 50))
        said = dose + (n % 4 == 0)
        passage = f"The dose in {_name(n)} is {dose} mg daily."
        yield json.dumps({"id": f"c{n}", "answer": f"Take {said} mg daily [1].", "passages": [passage]})


def _name(n: int) -> str:
    """Return a name for a number."""
    name = ""
    while n:
        n, digit = divmod(n, 10)
        name += ("ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "ru")[digit]
    return name.capitalize() or "Ba"
