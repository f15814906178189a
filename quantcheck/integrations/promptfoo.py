"""An assertion for promptfoo, for a file of your own: `from quantcheck.integrations.promptfoo import get_assert`.

promptfoo knows only pass and fail. An answer that could not be judged is not passed, its reason begins with
`undetermined`, and `metadata.passed` is null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quantcheck.api import Checker
from quantcheck.integrations.result import judge, policy

PASSAGES = ("context", "contexts", "passages", "documents")
QUESTION = ("query", "question", "input")


def get_assert(output: Any, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return promptfoo's grading result for an output, from `vars.context` and `vars.query`.

    The assertion's `config` may name other variables (`passages`, `question`) and hold a `policy`.
    """
    config = context.get("config") or {}
    variables = context.get("vars") or {}
    passages = _first(variables, (config["passages"],) if "passages" in config else PASSAGES)
    question = _first(variables, (config["question"],) if "question" in config else QUESTION)
    found = judge(Checker(policy(config.get("policy"))), output, passages, question)
    reason = found.reason if found.passed is not None else f"undetermined, {found.status}: {found.reason}"
    score = found.score if found.score is not None else float(found.passed is True)
    return {
        "pass": found.passed is True,
        "score": score,
        "reason": reason,
        "namedScores": {} if found.score is None else {"traceability": found.score},
        "metadata": {
            "status": found.status,
            "passed": found.passed,
            "findings": [{"code": f.code, "text": f.text, "message": f.message} for f in found.findings],
        },
    }


def _first(variables: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((variables[name] for name in names if name in variables), None)
