"""Output formats: each turns a run into bytes, and opens no file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from quantcheck import report
from quantcheck.intake import cases

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
    explain: bool = False
    """Say how a finding was weighed."""
    hidden: frozenset[tuple[str, int, str, int]] = frozenset()
    """The findings that are not shown: file and index of the case, sort and number of the entry."""
    root: str = ""
    """The folder that paths are relative to."""


FORMATS: dict[str, str] = {
    "text": "quantcheck.render.text:document",
    "json": "quantcheck.render.json:document",
    "jsonl": "quantcheck.render.json:lines",
    "parquet": "quantcheck.parquet:document",
    "sarif": "quantcheck.render.sarif:document",
    "github": "quantcheck.render.github:document",
    "gitlab": "quantcheck.render.gitlab:document",
    "junit": "quantcheck.render.junit:document",
    "markdown": "quantcheck.render.markdown:document",
    "html": "quantcheck.render.html:document",
}
"""Name -> the function that makes it, loaded when it is used."""


def renderer(name: str) -> Callable[[Showing], bytes]:
    """Return the function that makes a format."""
    module, _, function = FORMATS[name].partition(":")
    found: Callable[[Showing], bytes] = getattr(import_module(module), function)
    return found
