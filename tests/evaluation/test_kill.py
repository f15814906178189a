"""Kills between any two states, and at random moments: no reply lost, no call sent twice, the same report."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from kill import SPEC, Figures, Served, child, dataset, ended, evaluate, finish, kill_runs, replies, report

from quantcheck.evaluation import capture, evaluation_summary
from quantcheck.evaluation.ledger import Ledger
from quantcheck.evaluation.pool import Pool


def test_random_kills() -> None:
    seen = kill_runs(20, cases=4, seed=7)
    assert seen["runs with the same report"] == 20
    assert seen["runs killed"] == 20 and seen["replies kept over kills"] > 0


def killing(point: int, before: bool) -> None:
    """Make this process kill itself around its nth commit or send."""
    passed = [0]
    commit, send = Ledger.transaction, Pool.send

    def at_point() -> None:
        passed[0] += 1
        if passed[0] == point:
            os.kill(os.getpid(), signal.SIGKILL)

    @contextmanager
    def transaction(self: Ledger) -> Iterator[None]:
        with commit(self):
            yield
            if before:
                at_point()
        if not before:
            at_point()

    def sent(self: Pool, call: int, prompt: object) -> None:
        send(self, call, prompt)  # type: ignore[arg-type]
        at_point()

    Ledger.transaction = transaction  # type: ignore[method-assign]
    Pool.send = sent  # type: ignore[method-assign,assignment]


@pytest.mark.parametrize("before", [True, False], ids=["before-the-commit", "behind-the-commit"])
def test_kill_between_any_two_states(tmp_path: Path, before: bool) -> None:
    fresh = capture(dataset(tmp_path / "answers.jsonl", 2), tmp_path / "runs").path
    budget = 4
    with closing(Served(tmp_path)) as served:
        whole = tmp_path / "whole"
        shutil.copytree(fresh, whole)
        assert ended(child(lambda: evaluate(whole, served.judge, budget))) == 0
        expected = report(whole)
        seen = Figures()
        for point in range(1, 100):
            run = tmp_path / f"run-{point}"
            shutil.copytree(fresh, run)
            start = served.mark()

            def work(run: Path = run, point: int = point) -> None:
                killing(point, before)
                evaluate(run, served.judge, budget)

            if ended(child(work)) == 0:
                break
            finish(run, served, budget, start, seen, replies(run))
            assert report(run) == expected, f"killed at point {point}"
        assert 10 < point < 99, "every commit and send of a run was a point"


def test_a_reserved_call_is_sent_and_a_sent_one_is_not(tmp_path: Path) -> None:
    """The marks differ: what was only reserved never left; what was marked sent may have."""
    fresh = capture(dataset(tmp_path / "answers.jsonl", 2), tmp_path / "runs").path
    with closing(Served(tmp_path)) as served:
        states = {}
        for point in (3, 4):  # behind the reservation, and behind the mark that the calls were sent
            run = tmp_path / f"run-{point}"
            shutil.copytree(fresh, run)

            def work(run: Path = run, point: int = point) -> None:
                killing(point, before=False)
                evaluate(run, served.judge, 4)

            assert ended(child(work)) == -signal.SIGKILL
            assert served.arrivals().total() == 0
            with Ledger.open(run / "ledger.sqlite", evaluation_summary(run).evaluation.run, write=False) as ledger:
                states[point] = {call.state for call in ledger.calls()}
                assert ledger.spent() == 4
        assert states == {3: {"reserved"}, 4: {"sent"}}
        evaluate(tmp_path / "run-4", served.judge, 4)
        assert served.arrivals().total() == 0
        assert evaluation_summary(tmp_path / "run-4").counts["unknown_outcome"] == 4
        evaluate(tmp_path / "run-3", served.judge, 4)
        assert served.arrivals().total() == 4
        assert evaluation_summary(tmp_path / "run-3").counts["met"] > 0
    assert SPEC.judged
