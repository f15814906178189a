"""Judges, factories and scorers as a user would write them, good and bad."""

from __future__ import annotations

from judge_server import honest


class Honest:
    """A good judge that counts its calls."""

    model = "honest"
    calls = 0

    def __call__(self, system: str, prompt: str) -> str:
        Honest.calls += 1
        return honest(system, prompt)


def make_judge() -> Honest:
    return Honest()


def raises() -> Honest:
    raise RuntimeError("no\nmodel today")


def no_callable() -> object:
    return "a judge"


def no_model() -> object:
    return lambda system, prompt: "x"


class Silent(Honest):
    """A judge that returns no text."""

    def __call__(self, system: str, prompt: str) -> str:
        return None  # type: ignore[return-value]


class Broken(Honest):
    """A judge whose calls fail in a way that leaves their outcome open."""

    def __call__(self, system: str, prompt: str) -> str:
        raise ConnectionResetError("gone")


def no_text() -> Silent:
    return Silent()


def broken() -> Broken:
    return Broken()


class Words:
    """A scorer."""

    id = "words"

    def score(self, cases: list[dict[str, object]]) -> dict[str, object]:
        """Count the words of all answers."""
        return {"score": sum(len(str(case["answer"]).split()) for case in cases), "cases": len(cases)}


class NoScore:
    """A scorer that returns no dict."""

    id = "none"

    def score(self, cases: list[dict[str, object]]) -> object:
        """Return nothing."""
        return None


class RaisingScore(NoScore):
    """A scorer that raises."""

    def score(self, cases: list[dict[str, object]]) -> object:
        """Fail."""
        raise KeyError("x")


class Infinite(NoScore):
    """A scorer with a score that is no number."""

    def score(self, cases: list[dict[str, object]]) -> object:
        """Return what cannot be compared."""
        return {"score": float("nan")}


class NoId:
    """No scorer."""

    def score(self, cases: list[dict[str, object]]) -> dict[str, object]:
        """Return a dict."""
        return {}
