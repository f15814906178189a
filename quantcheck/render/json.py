"""A report as JSON: one document, or one line a case and a last one for the run. Bytes depend on the report alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from quantcheck.render import Showing


def document(showing: Showing) -> bytes:
    """Return the report as one indented JSON document."""
    return msgspec.json.format(msgspec.json.encode(showing.made), indent=2) + b"\n"


def lines(showing: Showing) -> bytes:
    """Return the cases as one line each; the last line is the report without its cases."""
    return part(showing) + end(showing)


def part(showing: Showing) -> bytes:
    """Return some cases of a run as its lines have them."""
    return b"".join(msgspec.json.encode(case) + b"\n" for case in showing.made.cases)


def end(showing: Showing, counts: Mapping[str, int] = MappingProxyType({})) -> bytes:
    """Return the last of a run's lines."""
    run = {name: getattr(showing.made, name) for name in ("schema", "engine", "errors", "metrics", "decision")}
    return msgspec.json.encode(run) + b"\n"
