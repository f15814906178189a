"""Repair: only what is known to be wrong is mended, and an undetermined check is run once more and then stops."""

from __future__ import annotations

import pytest

import quantcheck
from quantcheck.evaluation.repair import Checked, mend

PASSAGES = ["Take 5 mg."]


def check(answer: str) -> Checked:
    """Check with the core."""
    case = quantcheck.check(answer=answer, passages=PASSAGES)
    passed = {"met": True, "violated": False}.get(case.status)
    return Checked(passed, case.repair_instructions(), case.status)


def test_instructions_name_real_failures_only() -> None:
    case = quantcheck.check(answer="Take 50 mg, about 5 mg, dozens of mg [4].", passages=PASSAGES)
    text = case.repair_instructions()
    assert case.status == "violated" and text is not None
    assert text.count("\n") == 1 and '"50 mg" stands in no source' in text and '"[4]" names no passage: 4' in text


@pytest.mark.parametrize("answer", ["About 5 mg.", "Take 5 mg.", "Nothing here.", ""])
def test_nothing_determined_is_none(answer: str) -> None:
    assert quantcheck.check(answer=answer, passages=PASSAGES).repair_instructions() is None


def test_no_passages_is_none() -> None:
    assert quantcheck.check(answer="Take 50 mg.", passages=[""]).repair_instructions() is None


def test_mended() -> None:
    told: list[str] = []

    def rewrite(answer: str, instructions: str) -> str:
        told.append(instructions)
        return "Take 5 mg."

    done = mend("Take 50 mg.", check, rewrite)
    assert (done.answer, done.passed, done.error, done.rewritten) == ("Take 5 mg.", True, "", 1)
    assert len(told) == 1 and "50 mg" in told[0]


def test_stops_after_its_attempts() -> None:
    done = mend("Take 50 mg.", check, lambda answer, instructions: answer, attempts=2)
    assert (done.passed, done.error, done.rewritten) == (False, "", 2)


def test_undetermined_is_checked_once_more_and_stops() -> None:
    asked: list[str] = []

    def undetermined(answer: str) -> Checked:
        asked.append(answer)
        return Checked(None, None, "no judge")

    done = mend("x", undetermined, lambda answer, instructions: pytest.fail("nothing was known to be wrong"))
    assert asked == ["x", "x"] and (done.answer, done.passed, done.error) == ("x", None, "no judge")


def test_a_check_that_raises_is_no_verdict() -> None:
    def raising(answer: str) -> Checked:
        raise OSError("gone")

    done = mend("x", raising, lambda answer, instructions: pytest.fail("nothing was known to be wrong"))
    assert (done.passed, done.error) == (None, "OSError: gone")


def test_a_check_that_recovers() -> None:
    verdicts = [Checked(None, None, "busy"), Checked(True)]
    assert mend("x", lambda answer: verdicts.pop(0), lambda a, i: a).passed
