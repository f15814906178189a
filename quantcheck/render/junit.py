"""A run as JUnit XML: a suite for each file, a test for each answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from quantcheck import outcome, report
from quantcheck.outcome import Finding
from quantcheck.render import Showing, files
from quantcheck.wording import words

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def document(showing: Showing) -> bytes:
    """Return the suites in the order of the files; what could not be determined is a failure of its own type."""
    by_case: dict[tuple[str, int], list[Finding]] = {}
    errors: dict[str, list[Finding]] = {}
    for finding in outcome.visible(showing.made, showing.given, showing.hidden):
        if finding.fatal:
            errors.setdefault(finding.file, []).append(finding)
        else:
            by_case.setdefault(finding.key[:2], []).append(finding)
    suites: dict[str, list[report.Case]] = {}
    for case in showing.made.cases:
        suites.setdefault(case.file, []).append(case)
    for file in errors:
        suites.setdefault(file, [])
    lines, totals = [], [0, 0, 0]
    for file, cases in suites.items():
        made, counts = _suite(file, cases, by_case, errors.get(file, []), showing.root)
        lines += made
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
    head = f'<testsuites name="quantcheck" {_counts(totals)}>'
    note = f"  <!-- {words.TRACEABILITY} -->"
    text = "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, note, *lines, "</testsuites>"]) + "\n"
    return _NOT_XML.sub("�", text).encode("utf-8")


def _counts(counts: Sequence[int]) -> str:
    tests, failures, errors = counts
    return f'tests="{tests}" failures="{failures}" errors="{errors}"'


def _suite(
    file: str,
    cases: Sequence[report.Case],
    by_case: dict[tuple[str, int], list[Finding]],
    errors: Sequence[Finding],
    root: str,
) -> tuple[list[str], list[int]]:
    name = files.relative(file, root) or file or "answers"
    tests: list[str] = []
    failures = 0
    for case in cases:
        if case.status == "invalid":
            continue  # told as an error
        found = by_case.get((case.file, case.index), [])
        failures += bool(found)
        tests += _test(name, case, found)
    for number, error in enumerate(errors, 1):
        tests += [
            f"    <testcase classname={quoteattr(name)} name={quoteattr(f'error {number}')}>",
            f"      <error type={quoteattr(error.code)} message={quoteattr(error.message)}/>",
            "    </testcase>",
        ]
    counts = [sum(line.startswith("    <testcase") for line in tests), failures, len(errors)]
    return [f"  <testsuite name={quoteattr(name)} {_counts(counts)}>", *tests, "  </testsuite>"], counts


def _test(suite: str, case: report.Case, found: Sequence[Finding]) -> list[str]:
    head = f"    <testcase classname={quoteattr(suite)} name={quoteattr(case.id)}"
    if not found:
        return [f"{head}/>"]
    worst = "error" if any(finding.level == "error" for finding in found) else "warning"
    kind = "violated" if worst == "error" else "inconclusive"
    message = f"{words.counted(len(found), 'finding')}: {found[0].message}"
    body = "\n".join(f"{_at(finding)}{finding.message} [{finding.code}]" for finding in found)
    return [
        f"{head}>",
        f"      <failure type={quoteattr(kind)} message={quoteattr(message)}>{escape(body)}</failure>",
        "    </testcase>",
    ]


def _at(finding: Finding) -> str:
    return f"{finding.line}:{finding.column}: " if finding.line else ""
