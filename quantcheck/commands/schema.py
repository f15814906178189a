"""`quantcheck schema`: the JSON Schema of what goes in and what comes out."""

from __future__ import annotations

from typing import Annotated

import typer

from quantcheck import output
from quantcheck import schema as schemas
from quantcheck.output import CannotDo

_MADE = {"report": schemas.report_schema, "input": schemas.input_schema}


def schema(which: Annotated[str, typer.Argument(metavar="input|report", help="Of what.")] = "report") -> None:
    """Print the JSON Schema of a case, or of a report."""
    import msgspec

    if which not in _MADE:
        raise CannotDo(f'schema: "{which}" is none of {", ".join(sorted(_MADE))}')
    output.write(msgspec.json.format(msgspec.json.encode(_MADE[which]()), indent=2) + b"\n", None)
