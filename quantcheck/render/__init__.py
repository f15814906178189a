"""Output formats: each turns a run into bytes, and opens no file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from quantcheck import cases, report

ACTION = frozenset({"invalid", "missing_capture", "missing_evidence", "violated", "needs_review"})
"""Statuses of an answer that somebody has to act on."""


class Showing(NamedTuple):
    """A run as it is to be shown: the report, the texts it was made from, and how to show it."""

    made: report.Report
    given: Mapping[tuple[str, int], cases.Case]
    """The case of each (file, index) of the report."""
    exit_code: int = 0
    width: int = 100
    colour: bool = False
    quiet: bool = False
    """Leave out the answers that nobody has to act on."""


FORMATS: dict[str, str] = {
    "text": "quantcheck.render.text:document",
    "json": "quantcheck.render.json:document",
    "jsonl": "quantcheck.render.json:lines",
}
"""Name -> the function that makes it, loaded when it is used."""


def renderer(name: str) -> Callable[[Showing], bytes]:
    """Return the function that makes a format."""
    module, _, function = FORMATS[name].partition(":")
    found: Callable[[Showing], bytes] = getattr(import_module(module), function)
    return found
