"""`quantcheck FILES…`: the options of the check, for typer."""

from __future__ import annotations

from typing import Annotated

import typer

from quantcheck import render
from quantcheck.commands import checking, options


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES", help="Files or folders of answers; - is standard input.", show_default=False),
    ],
    format: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT[:FILE]",
            help=f"{', '.join(render.FORMATS)}; may be given again with a file. [default: text]",
        ),
    ] = None,
    output_file: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only answers that need action.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print the words that decided, and what they weigh.")
    ] = False,
    config_file: options.Config = None,
    profile: options.Profile = None,
    hedges: options.Hedges = None,
    derived: options.Derived = None,
    rounding: options.Rounding = None,
    question: options.QuestionOrText = None,
    citation_scope: options.CitationScope = None,
    numbers: options.Numbers = None,
    citation_styles: options.CitationStyles = None,
    citation_base: options.CitationBase = None,
    chance_bound: options.ChanceBound = None,
    attachment: options.Attachment = None,
    locale: options.Locale = None,
    input_format: options.InputFormat = None,
    map: options.Map = None,
    select: Annotated[
        list[str] | None, typer.Option("--select", metavar="CODE,…", help="Show only these: QC503, QC5, a name.")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="CODE,…", help="Do not show these findings.")
    ] = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="FILE", help="Do not show the findings that it holds.")
    ] = None,
    write_baseline: Annotated[
        str | None, typer.Option("--write-baseline", metavar="FILE", help="Write all findings there, and exit with 0.")
    ] = None,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 whatever is found; 1 stays what it is.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Check in so many processes.")] = 1,
) -> int:
    """Trace every quantity and citation of saved answers to their passages and question.

    Exit codes: 0 nothing to act on, 2 violated, 3 inconclusive, 1 could not do the job.
    """
    return checking.check(**locals())
