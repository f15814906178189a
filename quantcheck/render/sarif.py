"""The findings of a run as SARIF 2.1.0, for code scanning. Lines and columns are those of the file, in code points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from quantcheck import baseline, codes, outcome
from quantcheck.outcome import Finding
from quantcheck.render import Showing, files
from quantcheck.wording import safe, words

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT: Final = "quantcheckFinding/v1"


def document(showing: Showing) -> bytes:
    """Return the run as one SARIF log."""
    found = outcome.visible(showing.made, showing.given, showing.hidden)
    rules = sorted({finding.code for finding in found if not finding.fatal})
    run = {
        "tool": {"driver": _driver(showing.made.engine.version, rules)},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": showing.exit_code != 1,
                "exitCode": showing.exit_code,
                "toolExecutionNotifications": [_notification(f, showing.root) for f in found if f.fatal],
            }
        ],
        "results": [_result(f, rules, showing) for f in found if not f.fatal],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2) + b"\n"


def _driver(version: str, rules: Sequence[str]) -> Mapping[str, Any]:
    return {
        "name": "quantcheck",
        "version": version,
        "semanticVersion": version,
        "shortDescription": {"text": "Traces the quantities and citations of answers to their sources."},
        "fullDescription": {"text": words.TRACEABILITY},
        "rules": [_rule(codes.BY_NUMBER[number]) for number in rules],
    }


def _rule(code: codes.Code) -> Mapping[str, Any]:
    return {
        "id": code.number,
        "name": "".join(part.capitalize() for part in code.name.split("_")),
        "shortDescription": {"text": _text(f"{words.plain(code.name).capitalize()}.")},
        "fullDescription": {"text": _text(code.meaning)},
        "help": {"text": _text(f"What to do: {code.action} {words.TRACEABILITY}")},
    }


def _result(finding: Finding, rules: Sequence[str], showing: Showing) -> Mapping[str, Any]:
    made: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rules.index(finding.code),
        "level": finding.level,
        "message": {"text": _text(finding.message)},
        "locations": _locations(finding, showing.root),
        "partialFingerprints": {FINGERPRINT: baseline.key(finding, showing.given)},
    }
    if related := _related(finding, showing):
        made["relatedLocations"] = related
    return made


def _related(finding: Finding, showing: Showing) -> list[Mapping[str, Any]]:
    """Return where the figure stands with which the words of the answer go; the passage is in the answer's own file."""
    rival = finding.rival
    if rival is None:
        return []
    location: dict[str, Any] = {
        "message": {"text": _text(f'"{safe.brief(rival.quote)}" in {words.place(rival.source, rival.document_id)}')},
        "logicalLocations": [{"name": rival.source, "kind": "member"}],
    }
    if place := files.uri(finding.file, showing.root):
        location["physicalLocation"] = {"artifactLocation": {"uri": place}}
    return [location]


def _notification(finding: Finding, root: str) -> Mapping[str, Any]:
    made: dict[str, Any] = {"level": finding.level, "message": {"text": _text(finding.message)}}
    if locations := _locations(finding, root):
        made["locations"] = locations
    return made


def _locations(finding: Finding, root: str) -> list[Mapping[str, Any]]:
    location: dict[str, Any] = {}
    if place := files.uri(finding.file, root):
        physical: dict[str, Any] = {"artifactLocation": {"uri": place}}
        if region := _region(finding):
            physical["region"] = region
        location["physicalLocation"] = physical
    if finding.id:
        location["logicalLocations"] = [{"name": finding.id, "kind": "member"}]
    return [location] if location else []


def _region(finding: Finding) -> Mapping[str, int] | None:
    if not finding.line:
        return None
    region = {"startLine": finding.line, "startColumn": max(1, finding.column)}
    if finding.end_column and (finding.end_line, finding.end_column) > (finding.line, finding.column):
        region |= {"endLine": finding.end_line, "endColumn": finding.end_column}
    return region


def _text(text: str) -> str:
    """Return a text that a viewer takes as it is: brackets could be links, braces places for arguments."""
    for char in "\\[]":
        text = text.replace(char, "\\" + char)
    return text.replace("{", "{{").replace("}", "}}")
