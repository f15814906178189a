"""The findings of a run as a Code Quality report of GitLab."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, Final

import msgspec

from quantcheck import baseline, outcome
from quantcheck.render import Showing, files
from quantcheck.wording import safe

SEVERITY: Final = {"error": "major", "warning": "minor"}


def document(showing: Showing) -> bytes:
    """Return a list of issues; each has a fingerprint of its own that stays when lines move."""
    seen: Counter[str] = Counter()
    issues: list[dict[str, Any]] = []
    for finding in outcome.visible(showing.made, showing.given, showing.hidden):
        path = files.relative(finding.file, showing.root) or "."
        said = f"{path} {finding.message}" if finding.fatal else baseline.key(finding, showing.given) + path
        seen[said] += 1
        digest = hashlib.sha256(f"{said} {seen[said]}".encode("utf-8", "backslashreplace")).hexdigest()
        issues.append(
            {
                "description": f"{safe.line(finding.id)}: {finding.message}" if finding.id else finding.message,
                "check_name": f"{finding.code} {finding.name}",
                "fingerprint": digest,
                "severity": "blocker" if finding.fatal else SEVERITY[finding.level],
                "location": {"path": path, "lines": {"begin": max(1, finding.line)}},
            }
        )
    return msgspec.json.format(msgspec.json.encode(issues), indent=2) + b"\n"
