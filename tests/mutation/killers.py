"""What is asked of each mutant: the cases and properties that hold the matcher, the normaliser and the number reader.

They are those of the other tests, many in one pass and with fixed seeds, so that a mutant is decided in a second.
"""

from __future__ import annotations

import functools
import inspect
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [
    str(TESTS),
    *(str(TESTS / folder) for folder in ("conformance", "unit", "properties", "arithmetic", "vocab")),
]

import strategies  # noqa: E402
import test_choices  # noqa: E402
import test_equation_cases  # noqa: E402
import test_guarantees  # noqa: E402
import test_language_cases  # noqa: E402
import test_match  # noqa: E402
import test_match_cases  # noqa: E402
import test_match_joint  # noqa: E402
import test_matching  # noqa: E402
import test_normalise  # noqa: E402
import test_numerals  # noqa: E402
import test_relations  # noqa: E402
import test_spelled  # noqa: E402
import test_supposed  # noqa: E402
import test_tables  # noqa: E402
import test_vocab_compound  # noqa: E402

from quantcheck import Checker, Policy, load  # noqa: E402
from quantcheck.mutations import selftest  # noqa: E402
from quantcheck.normalising import normalise  # noqa: E402
from quantcheck.reading import compiled  # noqa: E402
from quantcheck.reading.read import read  # noqa: E402
from quantcheck.values import Unit  # noqa: E402

Check = Callable[[], object]
SAME = hypothesis.settings(
    max_examples=25, derandomize=True, database=None, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)


def fresh() -> None:
    """Forget what this process has read before: it did so without the mutant."""
    language = load._language = compiled.decode(compiled.encode(load.language()))
    for name, module in list(sys.modules.items()):
        if name.startswith("quantcheck."):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
    for checker in (test_guarantees.CHECKER, test_guarantees.EVERYTHING):
        checker.language = language


def checks() -> dict[str, Check]:
    """Return the checks by name."""
    found: dict[str, Check] = {}
    everything = Policy(numbers="all")
    found |= _groups("stated", test_match.CASES, lambda: test_match.test_case)
    found |= _groups("language", test_language_cases.CASES, lambda: test_language_cases.test_language_case)
    found |= _groups("matched", test_match_cases.CASES, lambda: _matched)
    found |= _groups(
        "equations",
        [parameters.values[0] for parameters in test_equation_cases.CASES],
        lambda: functools.partial(test_equation_cases.test_equation_case, checker=Checker(everything)),
    )
    found |= _groups("itself", test_guarantees.TEXTS, lambda: test_guarantees.assert_supports_itself)
    found |= _groups("made", range(300), lambda: _made)
    found |= _groups("read back", range(100), lambda: _read_back)
    found |= _groups("listed", test_guarantees.TEXTS, lambda: functools.partial(_listed, plainly=_without_memory()), 50)
    found |= _groups(
        "tables", test_tables.CASES, lambda: lambda case: test_tables.test_cell(*case, checker=Checker(everything))
    )
    for module in (
        test_choices,
        test_match_joint,
        test_relations,
        test_normalise,
        test_numerals,
        test_spelled,
        test_supposed,
    ):
        found |= _parameters(module)
    found |= _parameters(test_match, without=("test_case",))
    slow = ("test_the_order_of_factors_changes_no_value", "test_the_order_names_known_dimensions")
    found |= _parameters(test_vocab_compound, without=slow, codes=_codes())
    for test in (
        test_matching.test_sound,
        test_matching.test_nothing_equal_or_related_is_missed,
        test_matching.test_monotone_in_the_policy,
        test_matching.test_monotone_in_the_passages,
        test_matching.test_the_order_of_passages_changes_nothing,
    ):
        found[test.__name__] = SAME(test)
    return found


def _groups(
    name: str, cases: Sequence[Any], test: Callable[[], Callable[[Any], object]], size: int = 25
) -> Iterator[tuple[str, Check]]:
    def each(part: Sequence[Any]) -> None:
        one = test()
        for case in part:
            one(case)

    for start in range(0, len(cases), size):
        yield f"{name} {start}", functools.partial(each, cases[start : start + size])


def _parameters(module: Any, without: Sequence[str] = (), **given: Any) -> Iterator[tuple[str, Check]]:
    """Return the tests of a module, with what is given to all and the arguments that its marks name."""
    for name, test in vars(module).items():
        if name.startswith("test_") and name not in without:
            rows: list[dict[str, Any]] = [{n: v for n, v in given.items() if n in inspect.signature(test).parameters}]
            for mark in getattr(test, "pytestmark", ()):
                names = mark.args[0] if isinstance(mark.args[0], tuple) else (mark.args[0],)
                values = [v if isinstance(v, tuple) and len(names) > 1 else (v,) for v in mark.args[1]]
                rows = [row | dict(zip(names, v, strict=True)) for row in rows for v in values]
            yield f"{module.__name__} {name}", functools.partial(_rows, test, rows)


def _rows(test: Callable[..., object], rows: Sequence[dict[str, Any]]) -> None:
    for row in rows:
        test(**row)


def _codes() -> dict[str, list[Unit]]:
    """The units of each code, in the order of the table."""
    found: dict[str, list[Unit]] = {}
    for unit in load.language().lexicon.units.units:
        found.setdefault(unit.code, []).append(unit)
    return found


def _matched(case: dict[str, Any]) -> None:
    test_match_cases.test_case(case, strategies.units())


def _without_memory() -> compiled.Language:
    return compiled.decode(compiled.encode(load.language()), remember=False)


def _listed(text: str, plainly: compiled.Language) -> None:
    """What is read shortly is read the same the longer way."""
    shortly = read(text, load.language())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(normalise, "_plainly", lambda *_: None)
        assert read(text, plainly) == shortly


def _made(n: int) -> None:
    """Figures that differ are not traced, and those restated are."""
    found = selftest.made(1, test_guarantees.CHECKER, strategies.measures(), seed=1, first=n)
    assert found.slipped == []
    assert found.lost == []


def _read_back(n: int) -> None:
    test_guarantees.test_complete.hypothesis.inner_test(random.Random(n))
    test_guarantees.test_invariant.hypothesis.inner_test(random.Random(n))
