"""A report as JSON: one document, or one line a case and a last one for the run. Bytes depend on the report alone."""

from __future__ import annotations

import msgspec

from quantcheck.render import Showing


def document(showing: Showing) -> bytes:
    """Return the report as one indented JSON document."""
    return msgspec.json.format(msgspec.json.encode(showing.made), indent=2) + b"\n"


def lines(showing: Showing) -> bytes:
    """Return the cases as one line each; the last line is the report without its cases."""
    run = {name: getattr(showing.made, name) for name in ("schema", "engine", "errors", "metrics", "decision")}
    return b"".join(msgspec.json.encode(value) + b"\n" for value in (*showing.made.cases, run))
