"""`quantcheck FILES…`: check answers against their passages and question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from quantcheck import cases, load, render, report, run
from quantcheck.api import Checker
from quantcheck.check import check_case
from quantcheck.commands import options, output
from quantcheck.commands.output import CannotDo


def check(
    files: Annotated[
        list[str],
        typer.Argument(help="Files or folders of answers; - is standard input.", show_default=False),
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
    locale: options.Locale = None,
    input_format: options.InputFormat = None,
    map: options.Map = None,
) -> int:
    """Trace every quantity and citation of saved answers to their passages and question.

    Exit codes: 0 nothing to act on, 2 violated, 3 inconclusive, 1 could not do the job.
    """
    choice, text = options.asked(question)
    policy = options.policy(config_file, {**locals(), "question": choice})
    how = options.intake(input_format, map, text)
    outputs = _outputs(format or ["text"], output_file)
    checker = Checker(policy)
    given: dict[tuple[str, int], cases.Case] = {}

    def items() -> Iterator[cases.Case | report.Error]:
        for found in load.load(files, how=how):
            if isinstance(found, cases.Case):
                given[found.file, found.index] = found
            yield found

    made = run.run(items(), check_case, checker.language, checker.engine)
    code = run.exit_code(made)
    for error in made.errors:
        output.complain(": ".join(filter(None, (error.file, error.place, error.message))))
    for name, path in outputs:
        on_terminal = path is None
        showing = render.Showing(
            made,
            given,
            code,
            width=output.width() if on_terminal else 100,
            colour=on_terminal and output.coloured(),
            quiet=quiet,
        )
        output.write(render.renderer(name)(showing), path)
    return code


def _outputs(formats: list[str], output_file: str | None) -> list[tuple[str, str | None]]:
    """Return each format with the file it goes to, None being standard output."""
    made: list[tuple[str, str | None]] = []
    for given in formats:
        name, _, path = given.partition(":")
        if name not in render.FORMATS:
            raise CannotDo(f'--format: "{given}" is none of {", ".join(render.FORMATS)}')
        made.append((name, path or output_file))
    places = [path or "standard output" for _, path in made]
    twice = next((place for place in places if places.count(place) > 1), None)
    if twice:
        raise CannotDo(f"--format: two outputs to {twice}: expected one each, as in json:report.json")
    return made
