"""A memory of passages changes no report, holds no more than it may, and serves several threads."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quantcheck import Policy, load
from quantcheck.checking.check import check_case
from quantcheck.checking.gathered import FIGURES
from quantcheck.checking.memory import CHARACTERS, EACH, Memory
from quantcheck.intake import cases
from quantcheck.reading.compiled import Language

FOLDER = Path(__file__).parents[1]
FILES = [*sorted((FOLDER / "conformance" / "match").glob("*.toml")), FOLDER / "attachment" / "cases.toml"]
GIVEN: list[dict[str, Any]] = [
    case for path in FILES for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
POLICIES = [
    Policy(),
    Policy(numbers="all", derived="accept", rounding="accept", hedges="accept"),
    Policy(profile="conservative", citation_scope="cited"),
]
TABLE = "Sales | 2019 | 2018\nNorth | 243,053 | 246,548\nSouth (%) | 64.7 | 35.4"
DOSE = "Adults take 5 mg twice daily. Children take 2 mg once daily in Boston, and no more than 10 mg in 24 hours."
TWICE: list[tuple[str, list[str], str | None]] = [
    ("Children take 5 mg twice daily in Boston.", [DOSE, DOSE, DOSE], None),
    ("Children take 5 mg twice daily in Boston.", [DOSE, "Adults in Paris take 2 mg daily.", DOSE], DOSE),
    ("North sold 243,053 and South 64.7%. In total 307.75.", [TABLE, DOSE, TABLE], "What was sold in 2019?"),
    ("It costs $5 and 7 mg.", ["It costs $5, or CAD 5.", DOSE], None),
    ("It costs $5 and 7 mg.", ["It costs $5.", DOSE], None),
]
"""Passages that stand in a case more than once, tables, and a text that is read otherwise beside another."""


def made() -> list[cases.Case]:
    asked = [cases.case(c["answer"], c["passages"], c.get("question"), id="c") for c in GIVEN]
    return [*asked, *(cases.case(*given, id="c") for given in TWICE)]


def reports(given: Sequence[cases.Case], language: Language, policy: Policy, memory: Memory | None) -> list[bytes]:
    return [msgspec.json.encode(check_case(case, language, policy, memory)) for case in given]


@pytest.fixture(scope="module")
def language() -> Language:
    return load.language()


@pytest.mark.parametrize("policy", POLICIES, ids=["default", "accepting", "conservative"])
def test_a_memory_changes_no_report(policy: Policy, language: Language) -> None:
    given = made()
    anew = reports(given, language, policy, None)
    memory = Memory(10_000_000)
    assert reports(given, language, policy, memory) == anew
    assert reports(given, language, policy, memory) == anew
    assert reports(given[::-1], language, policy, memory) == anew[::-1]
    assert reports(given, language, policy, Memory(20 * EACH)) == anew


def test_policies_share_a_memory(language: Language) -> None:
    given = made()
    memory = Memory(10_000_000)
    for policy in (*POLICIES, *POLICIES):
        assert reports(given, language, policy, memory) == reports(given, language, policy, None)


def test_what_is_known_is_not_read_again(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory()
    first = cases.case("Children take 5 mg.", [DOSE, TABLE], "How much?", id="c")
    check_case(first, language, Policy(), memory)
    asked: list[str] = []

    def read(text: str, *arguments: Any, **options: Any) -> Any:
        asked.append(text)
        return real(text, *arguments, **options)

    check = importlib.import_module("quantcheck.checking.check")
    real = check.read
    monkeypatch.setattr(check, "read", read)
    check_case(
        cases.case("Adults take 7 mg.", [TABLE, DOSE, "A new one."], "How much?", id="c"), language, Policy(), memory
    )
    assert asked == ["Adults take 7 mg.", "A new one."]
    asked.clear()
    styles = (*Policy().citation_styles, "paren")
    check_case(first, language, Policy(citation_styles=styles), memory)
    assert DOSE in asked  # with other styles of citation a text is another


def test_a_memory_holds_no_more_than_it_may(language: Language) -> None:
    limit = 20 * (EACH + 40)
    memory = Memory(limit)
    largest = 0
    for n in range(200):
        check_case(
            cases.case("5 mg", [f"Take {n} mg with the first meal.", "Take 5 mg."], id="c"), language, Policy(), memory
        )
        largest = max(largest, memory.size)
        assert memory.size == sum(len(text) + EACH for text, _, _ in memory._texts)
    assert limit - EACH - 60 < largest <= limit
    texts = [text for text, _, _ in memory._texts]
    assert "Take 5 mg." in texts and "Take 0 mg with the first meal." not in texts
    assert "Take 199 mg with the first meal." in texts


def test_what_passages_come_to_is_kept_for_a_few_sets_of_them(language: Language) -> None:
    memory = Memory()
    for n in range(400):
        given = [f"Take {n} mg with the first meal.", "Take 5 mg.", DOSE * 10]
        case = cases.case("5 mg and 7 mg", given, id="c")
        check_case(case, language, Policy(), memory)
        assert memory._gathered == sum(evidence.weight for evidence in memory._evidence.values())
        assert memory._gathered * 8 <= CHARACTERS
    assert 10 < len(memory._evidence) < 20
    found = list(memory._evidence.values())[-1]
    check_case(cases.case("9 mg and 7 mg", given, id="d"), language, Policy(), memory)
    assert list(memory._evidence.values())[-1] is found
    check_case(cases.case("9 mg and 7 mg", given[::-1], id="e"), language, Policy(), memory)
    assert list(memory._evidence.values())[-1] is not found


def test_figures_of_answers_are_not_kept_without_an_end(language: Language) -> None:
    memory = Memory()
    for n in range(10):
        answer = " ".join(f"It is {n}{m} mg." for m in range(300))
        check_case(cases.case(answer, [DOSE], id="c"), language, Policy(), memory)
        (evidence,) = memory._evidence.values()
        for gathered in evidence._read.values():
            assert gathered.findings.size <= FIGURES


def test_a_long_text_is_not_remembered(language: Language) -> None:
    memory = Memory(10_000)
    check_case(cases.case("5 mg", ["Take 5 mg. " * 200], id="c"), language, Policy(), memory)
    assert memory.size == 0


def test_several_threads_share_a_memory(language: Language) -> None:
    given = made()[:120] + made()[-len(TWICE) :]
    anew = reports(given, language, Policy(), None)
    memory = Memory(30 * EACH)  # small, so that it forgets all the time

    def run(step: int) -> list[bytes]:
        order = list(range(len(given)))[::step]
        found = dict(zip(order, reports([given[n] for n in order], language, Policy(), memory), strict=True))
        return [found[n] for n in range(len(given))]

    with ThreadPoolExecutor(4) as threads:
        for found in threads.map(run, (1, -1, 1, -1)):
            assert found == anew
    assert memory.size == sum(len(text) + EACH for text, _, _ in memory._texts)
