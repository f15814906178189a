"""What holds of every figure: order, names and hash seed change nothing; a rival that goes takes its flag with it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import growth
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from quantcheck import report
from quantcheck.api import Checker
from quantcheck.attachment import decision
from quantcheck.attachment.evidence import Figure
from quantcheck.checking.memory import Memory
from quantcheck.policy import Policy

ROOT = Path(__file__).resolve().parents[2]
CHECKER = Checker()
NOUNS = ("quorve", "brindle", "taskel", "zunder", "morvane", "plistic", "drovent", "sarnic")
UNITS = ("mg", "km", "W", "%", "°C")

figures = st.builds(lambda n, unit: f"{n} {unit}".replace(" %", "%"), st.integers(2, 400), st.sampled_from(UNITS))
facts = st.lists(st.tuples(st.sampled_from(NOUNS), figures), min_size=2, max_size=6, unique_by=lambda f: f[0])
forms = st.sampled_from(
    ("The {noun} has {figure}.", "{figure} is what the {noun} needs.", "In the {noun} part one finds {figure} of it.")
)


def statuses(found: report.Case) -> list[tuple[str, str]]:
    return [(q.status, "" if q.reason is UNSET else q.reason) for q in found.quantities]


@st.composite
def mixed_up(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Return passages with facts and an answer that states some of them, each perhaps with another's figure."""
    stated = draw(facts)
    passages = [draw(forms).format(noun=noun, figure=figure) for noun, figure in stated]
    said = draw(st.lists(st.tuples(st.sampled_from(stated), st.sampled_from(stated)), min_size=1, max_size=3))
    return " ".join(draw(forms).format(noun=a[0], figure=b[1]) for a, b in said), passages


@settings(max_examples=80)
@given(mixed_up(), st.randoms(use_true_random=False))
def test_order_of_passages_changes_nothing(texts: tuple[str, list[str]], chance: object) -> None:
    answer, passages = texts
    turned = list(passages)
    chance.shuffle(turned)  # type: ignore[attr-defined]
    assert statuses(CHECKER.check(answer, turned)) == statuses(CHECKER.check(answer, passages))


@settings(max_examples=80)
@given(mixed_up())
def test_renaming_words_alike_changes_nothing(texts: tuple[str, list[str]]) -> None:
    answer, passages = texts
    names = dict(zip(NOUNS, (*NOUNS[1:], NOUNS[0]), strict=True))

    def renamed(text: str) -> str:
        return " ".join(names.get(word, word) for word in text.split(" "))

    assert statuses(CHECKER.check(renamed(answer), [renamed(p) for p in passages])) == statuses(
        CHECKER.check(answer, passages)
    )


@settings(max_examples=80)
@given(mixed_up())
def test_without_the_rival_its_flag_is_gone(texts: tuple[str, list[str]]) -> None:
    answer, passages = texts
    found = CHECKER.check(answer, passages)
    for n, q in enumerate(found.quantities):
        if q.rival is UNSET:
            continue
        gone = int(q.rival.source.removeprefix("passage:")) - 1
        kept = [p for i, p in enumerate(passages) if i != gone]
        again = CHECKER.check(answer, kept).quantities[n]
        assert again.rival is UNSET or again.rival.quote != q.rival.quote or q.rival.quote in " ".join(kept)


@settings(max_examples=80)
@given(mixed_up())
def test_attachment_only_lowers_source(texts: tuple[str, list[str]]) -> None:
    answer, passages = texts
    off = Checker(Policy(attachment="off")).check(answer, passages)
    for before, after in zip(off.quantities, CHECKER.check(answer, passages).quantities, strict=True):
        assert (before.status, before.reason) == (after.status, after.reason) or (
            before.status == "source" and after.reason == "attachment"
        )


@settings(max_examples=60)
@given(facts, forms)
def test_what_is_copied_is_never_flagged(stated: list[tuple[str, str]], form: str) -> None:
    passages = [form.format(noun=noun, figure=figure) for noun, figure in stated]
    for passage in passages:
        assert all(q.rival is UNSET for q in CHECKER.check(passage, passages).quantities)


@settings(max_examples=60)
@given(st.text(max_size=300), st.lists(st.text(min_size=1, max_size=300), min_size=1, max_size=3))
def test_no_text_raises(answer: str, passages: list[str]) -> None:
    tables = [f"a | 5 mg | {p}\n{p} | 6 mg\n" for p in passages]
    CHECKER.check(f"{answer} 5 mg {answer}", tables + [f"{p} 5 mg. {p} 6 mg" for p in passages])


def test_hash_seed_changes_nothing() -> None:
    script = (
        "import msgspec, sys, tomllib; from quantcheck.api import check\n"
        "for c in tomllib.load(open(sys.argv[1], 'rb'))['case']:\n"
        "    print(msgspec.json.encode(check(answer=c['answer'], passages=c['passages'], question=c.get('question'))))"
    )
    cases = str(Path(__file__).with_name("cases.toml"))
    made = [
        subprocess.run(
            [sys.executable, "-c", script, cases],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        ).stdout
        for seed in ("0", "1")
    ]
    assert made[0] == made[1]
    assert made[0].count(b"attachment") > 5


def test_too_many_figures_are_not_compared() -> None:
    passage = " ".join(f"The {NOUNS[n % 8]} has {n + 2} mg." for n in range(2001))
    found = CHECKER.check("The quorve has 5 mg.", [passage])
    assert found.quantities[0].status == "source"
    assert "attachment_skipped" in found.quantities[0].notes


def facts_about(things: int, count: int) -> tuple[str, list[str]]:
    """Return an answer of a tenth of the figures of one passage, each said of another one of so many things."""
    nouns = [NOUNS[n % 8] + "aeiou"[n % 5] + "lmnrst"[n // 5 % 6] + "aeiou"[n // 30 % 5] for n in range(things)]
    said = [f"The {nouns[n % things]} has {n + 2} {UNITS[n % 5]}." for n in range(count)]
    mixed = [f"The {nouns[(n + 3) % things]} has {n + 2} {UNITS[n % 5]}." for n in range(count // 10)]
    return " ".join(mixed), [" ".join(said)]


def test_time_grows_with_the_figures() -> None:
    checker = Checker(memory=Memory(0))
    # Each thing has as many figures in both.
    cases = {k: facts_about(100 * k, 1000 * k) for k in (1, 4)}
    assert growth.growth(lambda k: checker.check(*cases[k]), 1, 4, below=8) < 8


def test_a_figure_is_compared_with_so_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    comparable = decision._Weighing._comparable

    def counted(self: decision._Weighing, rival: Figure) -> bool:
        nonlocal compared
        compared += 1
        return comparable(self, rival)

    monkeypatch.setattr(decision._Weighing, "_comparable", counted)
    monkeypatch.setattr(decision, "ENTRIES", 20)
    found = CHECKER.check(*facts_about(4, 1000))
    assert 10 * len(found.quantities) < compared <= 20 * len(found.quantities)


def test_every_word_of_the_vocabulary_is_in_small_letters_and_once_in_its_list() -> None:
    table = tomllib.loads((ROOT / "vocab" / "attachment.en.toml").read_text("utf-8"))
    lists = [*table["words"].values(), *table["boundaries"].values()]
    lists += [words for members in table["classes"].values() for words in members.values()]
    for words in lists:
        assert len(set(words)) == len(words), words
        assert all(word == word.lower().strip() for word in words)
    spellings = [w for members in table["classes"].values() for words in members.values() for w in words]
    assert len(set(spellings)) == len(spellings)
