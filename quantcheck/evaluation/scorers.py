"""Scorers of the user's own: anything with an `id` and `score(cases) -> dict`, named by `module:Class`."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable
from typing import Any

import msgspec

from quantcheck.evaluation.run import Frozen
from quantcheck.judge.clients import cause, look_here
from quantcheck.output import CannotDo


def load(path: str) -> tuple[str, Any]:
    """Return a scorer by its path, or raise `CannotDo`."""
    where = f"--custom-scorer {path!r}"
    module, colon, name = path.partition(":")
    if not (module and colon and name):
        raise CannotDo(f"{where}: expected module:Class")
    try:
        look_here()
        made = getattr(importlib.import_module(module), name)
        scorer = made() if isinstance(made, type) else made
    except Exception as error:
        raise CannotDo(f"{where}: {cause(error)}") from None
    if (
        not isinstance(getattr(scorer, "id", None), str)
        or not scorer.id
        or not callable(getattr(scorer, "score", None))
    ):
        raise CannotDo(f"{where}: expected an `id` and `score(cases) -> dict`")
    return path, scorer


def score(path: str, scorer: Any, cases: Iterable[Frozen]) -> bytes:
    """Return what a scorer says of all answers, as JSON; its numeric `score` can be gated like a metric."""
    where = f"--custom-scorer {path!r}"
    try:
        found = scorer.score([msgspec.to_builtins(case) for case in cases])
    except Exception as error:
        raise CannotDo(f"{where}: {cause(error)}") from None
    if not isinstance(found, dict):
        raise CannotDo(f"{where}: score() returned {type(found).__name__}, expected a dict")
    value = found.get("score")
    if isinstance(value, float) and not math.isfinite(value):
        raise CannotDo(f"{where}: its score is {value}, expected a finite number")
    try:
        return msgspec.json.encode(found, order="deterministic")
    except (TypeError, ValueError) as error:
        raise CannotDo(f"{where}: its result is no JSON: {cause(error)}") from None
