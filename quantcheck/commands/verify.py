"""`quantcheck verify`: check a report against its input with code that shares nothing with the matcher."""

from __future__ import annotations

from typing import Annotated

import typer

from quantcheck import __version__, load, output, report
from quantcheck.api import Checker
from quantcheck.commands import chosen, options
from quantcheck.verifier import ucum
from quantcheck.verifier import verify as verifier
from quantcheck.wording import safe


def verify(
    report_file: Annotated[str, typer.Argument(metavar="REPORT", help="A report, as --format json writes it.")],
    input_file: Annotated[
        list[str], typer.Option("--input", "-i", metavar="FILE", help="What it was made from; may be given again.")
    ],
    input_format: options.InputFormat = None,
    map: options.Map = None,
    question: Annotated[
        str | None, typer.Option("--question", metavar="TEXT", help="The question that the check was given.")
    ] = None,
) -> int:
    """Recompute the quotes, offsets, equalities and verdicts of a report. Exit codes: 0 proven, 2 not."""
    how = chosen.intake(input_format, map, question)
    document = load.read(report_file)
    if isinstance(document, report.Error):
        raise output.CannotDo(f"{document.file}: {document.message}")
    inputs = list(load.load(input_file, how=how))
    try:
        problems = verifier.verify(document, inputs, ucum.units(load.tables()), Checker().engine)
    except verifier.Unreadable as wrong:
        raise output.CannotDo(f"{report_file}: {wrong}") from None
    for problem in problems:
        print(safe.line(f"{report_file}: {problem.place}: {problem.message}"))
    if problems:
        return 2
    cases = sum(not isinstance(found, report.Error) for found in inputs)
    print(f"{safe.line(report_file)}: proven by quantcheck {__version__}: {cases} of {cases} cases.")
    return 0
