"""The findings of a run as annotations of GitHub Actions, one command a line, the worst first."""

from __future__ import annotations

from quantcheck import outcome
from quantcheck.outcome import Finding
from quantcheck.render import Showing, files
from quantcheck.wording import safe, words


def document(showing: Showing) -> bytes:
    """Return a workflow command for each finding, and a notice that says what a match means."""
    found = outcome.worst_first(outcome.visible(showing.made, showing.given, showing.hidden))
    lines = [_command(finding, showing.root) for finding in found]
    said = f"{words.counted(len(showing.made.cases), 'answer')}, {words.counted(len(found), 'finding')}. "
    decision = f"Decision: {words.plain(showing.made.decision)} (exit {showing.exit_code}). "
    lines.append(f"::notice title=quantcheck::{_data(said + decision + words.TRACEABILITY)}")
    return ("\n".join(lines) + "\n").encode(errors="backslashreplace")


def _command(finding: Finding, root: str) -> str:
    properties: dict[str, object] = {}
    if file := files.relative(finding.file, root):
        properties["file"] = file
        if finding.line:
            properties["line"] = finding.line
            properties["endLine"] = finding.end_line or finding.line
            if finding.column and finding.end_line == finding.line and finding.end_column > finding.column:
                properties["col"] = finding.column
                properties["endColumn"] = finding.end_column
    properties["title"] = f"{finding.code} {words.plain(finding.name)}"
    said = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = f"{finding.id}: {finding.message}" if finding.id else finding.message
    return f"::{finding.level} {said}::{_data(message)}"


def _data(text: str) -> str:
    """Return a text in which only what ends a command is encoded; other control characters are shown as escapes."""
    return safe.line(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
