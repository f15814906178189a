"""A run as Markdown for a comment on a pull request: the worst first, never longer than a comment may be."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from quantcheck import codes, outcome
from quantcheck.outcome import Finding
from quantcheck.render import Showing, files
from quantcheck.wording import safe, words

LIMIT: Final = 60_000
"""Bytes of the whole; a comment may have 65,536 characters."""
_ACTIVE: Final = re.compile(r"[\\`*_{}\[\]()#!|<>~$&@]|:(?! )|(?<=www)\.")


def document(showing: Showing) -> bytes:
    """Return a heading, a table of findings and what a match means."""
    made = showing.made
    found = outcome.worst_first(outcome.visible(made, showing.given, showing.hidden))
    counts: Counter[str] = Counter(case.status for case in made.cases)
    said = ", ".join(f"{counts[name]:,} {words.plain(name)}" for name in codes.names("case status") if counts[name])
    head = [
        f"### quantcheck: {words.plain(made.decision)}",
        "",
        f"{words.counted(len(made.cases), 'answer')}{': ' if said else ''}{said}. "
        f"{words.counted(len(found), 'finding')}"
        f"{f', {len(showing.hidden):,} not shown' if showing.hidden else ''}.",
        "",
    ]
    foot = ["", f"<sub>{words.TRACEABILITY} Exit code {showing.exit_code}.</sub>", ""]
    if not found:
        return _bytes([*head, *foot[1:]])
    table = ["| | code | where | finding |", "|---|---|---|---|"]
    room = LIMIT - len(_bytes([*head, *table, *foot])) - 100
    rows: list[str] = []
    for number, finding in enumerate(found):
        row = _row(finding, showing.root)
        room -= len(row.encode()) + 1
        if room < 0:
            foot = ["", f"{words.counted(len(found) - number, 'more finding')} left out: the list is too long.", *foot]
            break
        rows.append(row)
    return _bytes([*head, *table, *rows, *foot])


def _bytes(lines: list[str]) -> bytes:
    return "\n".join(lines).encode("utf-8", "backslashreplace")


def _row(finding: Finding, root: str) -> str:
    place = files.relative(finding.file, root)
    if finding.line:
        place += f"{':' if place else 'line '}{finding.line}:{finding.column}"
    where = "<br>".join(plain(part) for part in (place, finding.id) if part)
    sign = "❌" if finding.level == "error" else "⚠️"
    return f"| {sign} | {finding.code} {words.plain(finding.name)} | {where} | {plain(finding.message)} |"


def plain(text: str) -> str:
    """Return a text that Markdown shows as it is: no mark-up, table bar, link, mention or reference."""
    return _ACTIVE.sub(lambda match: f"&#{ord(match[0])};", safe.line(text))
