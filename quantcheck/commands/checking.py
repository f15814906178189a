"""The check of answers against their passages and question, and the writing of what is found. Knows no typer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from quantcheck import config, load, output, render, report, run
from quantcheck.api import Checker
from quantcheck.checking.check import check_case
from quantcheck.commands import chosen, stream
from quantcheck.commands.progress import Progress
from quantcheck.intake import cases
from quantcheck.intake.shapes.recognise import Intake
from quantcheck.output import CannotDo
from quantcheck.wording import safe

if TYPE_CHECKING:
    from quantcheck import baseline as baselines
    from quantcheck import selection

Key = tuple[str, int, str, int]


def check(
    files: list[str],
    format: list[str] | None = None,
    output_file: str | None = None,
    quiet: bool = False,
    explain: bool = False,
    config_file: str | None = None,
    question: list[str] | None = None,
    input_format: str | None = None,
    map: str | None = None,
    select: list[str] | None = None,
    ignore: list[str] | None = None,
    baseline: str | None = None,
    write_baseline: str | None = None,
    exit_zero: bool = False,
    jobs: int = 1,
    **policy: str | None,
) -> int:
    """Check files and write what is found, as the options of `commands.check` say; return the exit code.

    `policy` are the other options of a policy, by their names.
    """
    choice, text = chosen.asked(question)
    settings = chosen.settings(config_file, {**policy, "question": choice})
    how = chosen.intake(input_format, map, text)
    inputs = [*files, *filter(None, (baseline, write_baseline, settings.baseline))]
    outputs = _outputs(format or [_named(output_file)], output_file, inputs)
    showing = _options(settings, select, ignore, baseline, exit_zero, known=write_baseline is None)
    checker = Checker(settings.policy)
    if showing is None and write_baseline is None and stream.possible((name for name, _ in outputs), how):
        return stream.stream(files, how, checker, outputs, quiet=quiet, explain=explain, jobs=jobs)
    given: dict[tuple[str, int], cases.Case] = {}
    if jobs > 1 and not how.mapped:
        made = stream.gather(files, how, checker, given, jobs)
    else:
        made = run.run(
            _items(files, how, given), partial(check_case, memory=checker.memory), checker.language, checker.engine
        )
    code = run.exit_code(made)
    for error in made.errors:
        output.complain(": ".join(filter(None, (error.file, error.place, error.message))))
    hidden: frozenset[Key] = frozenset()
    if showing is not None:
        from quantcheck import selection  # most runs show everything

        selected = selection.select(made, given, code, showing)
        hidden, code = selected.hidden, selected.exit_code
        made = msgspec.structs.replace(made, shown=selected.shown)
        if selected.stale:
            output.complain(_stale(selected.stale, showing.baseline_file))
    failed = False
    for write in _writers(outputs, made, given, code, hidden, quiet, explain):
        try:
            write()
        except CannotDo as wrong:  # the other outputs are written all the same
            output.complain(str(wrong))
            failed = True
    if write_baseline is not None:
        from quantcheck import baseline as baselines
        from quantcheck import outcome

        output.write(baselines.made(outcome.findings(made, given), given), write_baseline)
        code = 1 if code == 1 else 0
    return 1 if failed else code


def _items(
    files: list[str], how: Intake, given: dict[tuple[str, int], cases.Case]
) -> Iterator[cases.Case | report.Error]:
    """Yield what files hold, keep the cases in `given`, and show how far it is."""
    progress = Progress(stream.size(files))
    done = 0
    for found in load.load(files, how=how):
        if isinstance(found, cases.Case):
            given[found.file, found.index] = found
            # Its texts are nearly all that a record takes of its file.
            done += len(found.answer) + len(found.question or "") + sum(len(p.text) for p in found.passages)
            progress.step(len(given), done)
        yield found
    progress.clear()


def _writers(
    outputs: list[tuple[str, str | None]],
    made: report.Report,
    given: dict[tuple[str, int], cases.Case],
    code: int,
    hidden: frozenset[Key],
    quiet: bool,
    explain: bool,
) -> Iterator[Callable[[], None]]:
    for name, path in outputs:
        on_terminal = path is None
        showing = render.Showing(
            made,
            given,
            code,
            width=output.width() if on_terminal else 100,
            colour=on_terminal and output.coloured(),
            quiet=quiet,
            explain=explain,
            hidden=hidden,
            root=os.getcwd().replace(os.sep, "/"),
        )
        data = render.renderer(name)(showing)
        if output.into_log(name, path):
            data = output.commandless(data)
        yield partial(output.write, data, path)


def _options(
    settings: config.Settings,
    select: list[str] | None,
    ignore: list[str] | None,
    baseline: str | None,
    exit_zero: bool,
    *,
    known: bool,
) -> selection.Options | None:
    """Return what is to be shown, or None where nothing is left out; each option stands in place of the configured one.

    The configured baseline counts unless what is `known` is about to be written.
    """
    file = settings.file
    chosen, chosen_by = (select, "--select") if select else (settings.select, f"{file}: select")
    ignored, ignored_by = (ignore, "--ignore") if ignore else (settings.ignore, f"{file}: ignore")
    named = "--baseline"
    if baseline is None and settings.baseline and known:
        baseline, named = settings.baseline, f"{file}: baseline"
    if not (chosen or ignored or baseline or exit_zero):
        return None
    from quantcheck import baseline as baselines
    from quantcheck import selection

    entries = None
    if baseline is not None:
        data = load.read(baseline)
        if isinstance(data, report.Error):
            raise CannotDo(f"{named}: {data.file}: {data.message}")
        try:
            entries = baselines.read(data)
        except baselines.Unreadable as wrong:
            raise CannotDo(f"{named}: {baseline}: {wrong}") from None
    try:
        return selection.Options(
            selection.prefixes(chosen, chosen_by),
            selection.prefixes(ignored, ignored_by),
            entries,
            load.shown(baseline) if baseline else "",
            exit_zero,
        )
    except selection.Wrong as wrong:
        raise CannotDo(str(wrong)) from None


def _stale(entries: list[baselines.Entry], file: str) -> str:
    first = entries[0]
    what = f'{first.code} "{safe.brief(first.text)}"' if first.text else first.code
    count = "1 entry is" if len(entries) == 1 else f"{len(entries):,} entries are"
    return f"{file}: {count} stale, such as {what} in {first.file}: expected to be written anew (--write-baseline)"


def _outputs(formats: list[str], output_file: str | None, inputs: list[str]) -> list[tuple[str, str | None]]:
    """Return each format with the file it goes to, None being standard output."""
    made: list[tuple[str, str | None]] = []
    for given in formats:
        name, _, path = given.partition(":")
        if name not in render.FORMATS:
            raise CannotDo(f'--format: "{given}" is none of {", ".join(render.FORMATS)}')
        made.append((name, path or output_file))
        if name == "parquet":
            _parquet(path or output_file)
    read = {os.path.realpath(path) for path in inputs if path != load.STDIN}
    written: set[str] = set()
    for _, target in made:
        place = os.path.realpath(target) if target else "standard output"
        if place in read or place in written:
            what = "also an input" if place in read else "two outputs to one place"
            raise CannotDo(f"--format: {target or place}: {what}: expected one each, as in json:report.json")
        if place != os.devnull:
            written.add(place)
    return made


def _named(output_file: str | None) -> str:
    """Return the format that a file's name asks for: those of records have endings of their own."""
    ending = os.path.splitext(output_file or "")[1].lower().removeprefix(".")
    return {"jsonl": "jsonl", "ndjson": "jsonl", "parquet": "parquet"}.get(ending, "text")


def _parquet(path: str | None) -> None:
    if path is None or path == "-":
        raise CannotDo("--format: parquet to standard output: expected a file, as in parquet:findings.parquet")
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise CannotDo("--format: parquet needs pyarrow: expected pip install 'quantcheck[parquet]'")
