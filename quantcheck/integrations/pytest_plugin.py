"""A plugin for pytest: the fixture `assert_traceable`, and tests made of `*.answer.json` and `*.answer.jsonl`.

A failure shows what the command line prints. The policy is that of `[tool.quantcheck]`, as there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from quantcheck.api import Checker
    from quantcheck.intake import cases
    from quantcheck.policy import Policy

INI = "quantcheck_collect"
SUFFIXES = (".answer.json", ".answer.jsonl")
_checkers: dict[Any, Checker] = {}


class AssertTraceable(Protocol):
    """What the fixture is: fails the test unless every figure of the answer can be traced."""

    def __call__(
        self,
        answer: str,
        passages: Iterable[str | Mapping[str, object]],
        question: str | None = None,
        *,
        policy: Policy | None = None,
    ) -> None: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that switches the collection of answers off."""
    parser.addini(INI, "Collect *.answer.json and *.answer.jsonl as tests.", type="bool", default=True)


@pytest.fixture
def assert_traceable(request: pytest.FixtureRequest) -> AssertTraceable:
    """Return `assert_traceable(answer, passages, question=None)`; what cannot be determined fails too, and says so."""

    def check(
        answer: str,
        passages: Iterable[str | Mapping[str, object]],
        question: str | None = None,
        *,
        policy: Policy | None = None,
    ) -> None:
        __tracebackhide__ = True
        from quantcheck.intake import cases

        text = _fault(_checker(request.config, policy), cases.case(answer, passages, question))
        if text:
            pytest.fail(text, pytrace=False)

    return check


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file of answers, unless that is switched off."""
    if file_path.name.endswith(SUFFIXES) and parent.config.getini(INI):
        collected: pytest.Collector = AnswerFile.from_parent(parent, path=file_path)
        return collected
    return None


class AnswerFile(pytest.File):
    """A file of saved answers: a test for each, and one that fails for what could not be read."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the tests in the order of the file."""
        from quantcheck import load, report

        data = load.read(str(self.path))
        shown = load.shown(os.path.relpath(self.path, self.config.invocation_params.dir))
        for number, found in enumerate([data] if isinstance(data, report.Error) else load.cases(data, shown), 1):
            if isinstance(found, report.Error):
                where = ": ".join(part for part in (found.place, found.message) if part)
                yield Broken.from_parent(self, name=f"error {number}", text=f"{self.path.name}: {where}")
            else:
                yield Answer.from_parent(self, name=found.id, case=found)


class Answer(pytest.Item):
    """One saved answer."""

    def __init__(self, *, case: cases.Case, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.case = case

    def runtest(self) -> None:
        """Check the answer."""
        text = _fault(_checker(self.config, None), self.case)
        if text:
            pytest.fail(text, pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the answer stands."""
        line = self.case.where.at(0)[0] - 1 if self.case.answer else None
        return self.path, line, f"answer: {self.name}"


class Broken(pytest.Item):
    """Something in a file that could not be read."""

    def __init__(self, *, text: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.text = text

    def runtest(self) -> None:
        """Fail with what is wrong."""
        pytest.fail(self.text, pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file."""
        return self.path, None, self.name


def _checker(config: pytest.Config, policy: Policy | None) -> Checker:
    """Return the checker of a policy, kept for the session."""
    from quantcheck import config as configuration
    from quantcheck.api import Checker

    if policy is None:
        key: Any = str(config.rootpath)
        if key not in _checkers:
            try:
                _checkers[key] = Checker(configuration.policy(start=key))
            except configuration.ConfigError as wrong:
                pytest.fail(str(wrong), pytrace=False)
        return _checkers[key]
    if policy not in _checkers:
        _checkers[policy] = Checker(policy)
    return _checkers[policy]


def _fault(checker: Checker, case: cases.Case) -> str:
    """Return what the command line prints of an answer that somebody has to act on, else nothing."""
    from quantcheck.render import ACTION
    from quantcheck.render.text import case as shown
    from quantcheck.wording import words

    checked = checker.check_case(case)
    return f"{shown(checked, case)}{words.TRACEABILITY}" if checked.status in ACTION else ""
