"""`quantcheck explain`: what a code of a report means and what to do about it."""

from __future__ import annotations

from typing import Annotated

import typer

from quantcheck import codes
from quantcheck.evidence import faults
from quantcheck.output import CannotDo
from quantcheck.wording import safe


def explain(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="A number (QC503) or a name (contradicted); none lists all.")
    ] = "",
) -> None:
    """Explain a code of a report: a status, reason, note, difference, or why a number was left alone."""
    if not code:
        for entry in codes.CODES:
            print(f"{entry.number}  {entry.name:<26}{entry.list}")
        return
    found = codes.find(code)
    issue = faults.find(code)
    if not found and issue is None:
        import difflib

        near = difflib.get_close_matches(code.lower(), {c.name for c in codes.CODES}, n=3)
        hint = f"; near: {', '.join(near)}" if near else "; `quantcheck explain` lists all"
        raise CannotDo(f'no code "{safe.brief(code)}"{hint}')
    for number, entry in enumerate(found):
        if number:
            print()
        print(f"{entry.number} {entry.name} ({entry.list})")
        print(f"  {entry.meaning}")
        print(f"  What to do: {entry.action}")
    if issue is not None:
        # A name may stand in several lists; those of structured answers have no numbers.
        if found:
            print()
        print(f"{issue.name} ({issue.level} of a structured answer)")
        print(f"  {issue.meaning}")
