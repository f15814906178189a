"""Durable evaluation of saved answers: capture once, evaluate under a spec, read the results later.

The public names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quantcheck.evaluation.evaluate import evaluate_saved
    from quantcheck.evaluation.run import capture
    from quantcheck.evaluation.spec import Criterion, EvaluationSpec
    from quantcheck.evaluation.summary import evaluation_summary

__all__ = ["Criterion", "EvaluationSpec", "capture", "evaluate_saved", "evaluation_summary"]

_HOMES = {
    "Criterion": "spec",
    "EvaluationSpec": "spec",
    "capture": "run",
    "evaluate_saved": "evaluate",
    "evaluation_summary": "summary",
}


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'quantcheck.evaluation' has no attribute {name!r}")
    return getattr(import_module(f"quantcheck.evaluation.{_HOMES[name]}"), name)
