"""Let an answer be mended by what is known to be wrong with it, and stop where nothing is known. Knows no host."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Checked(msgspec.Struct, frozen=True):
    """What a check found: a verdict, or None and the cause why there is none."""

    passed: bool | None
    instructions: str | None = None
    cause: str = ""


class Mended(msgspec.Struct, frozen=True):
    """The last answer, the last verdict on it, and how often it was written anew."""

    answer: str
    passed: bool | None
    error: str
    rewritten: int


def mend(
    answer: str, check: Callable[[str], Checked], rewrite: Callable[[str, str], str], *, attempts: int = 3
) -> Mended:
    """Check an answer and have it rewritten from what is to be mended, until it passes or `attempts` are used up.

    What was not determined drives no rewriting: the check is run once more, and then the answer and the error are
    returned. A check that raises has determined nothing.
    """
    rewritten = 0
    while True:
        found = _checked(check, answer)
        if not found.instructions and not found.passed:
            found = _checked(check, answer)
        if found.passed or not found.instructions or rewritten == attempts:
            error = "" if found.passed is not None else found.cause or "the check determined nothing"
            return Mended(answer, found.passed, error, rewritten)
        answer = rewrite(answer, found.instructions)
        rewritten += 1


def _checked(check: Callable[[str], Checked], answer: str) -> Checked:
    try:
        return check(answer)
    except Exception as error:
        return Checked(None, None, f"{type(error).__name__}: {error}")
