"""The commands `capture`, `evaluate`, `status` and `agreement`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from quantcheck.evaluation import gates
from quantcheck.evaluation import run as runs
from quantcheck.output import CannotDo, complain, write


class Format(StrEnum):
    """How a report is written."""

    text = "text"
    json = "json"
    html = "html"
    answers = "answers"
    """The HTML report of the answers, with what each criterion found beside them."""


class Plain(StrEnum):
    """How an agreement is written."""

    text = "text"
    json = "json"


_RUN = typer.Argument(metavar="RUN", help="A folder that capture made.", show_default=False)
_OUTPUT = typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output.")
_FORMAT = typer.Option("--format", "-f", help="How to write the report.")
_WORST = typer.Option("--worst", metavar="N", min=0, help="List only the N worst answers.", show_default=False)
_RELEASE = typer.Option(
    "--release",
    metavar="CALL",
    help="Give up a call of unknown outcome: it may be sent, and paid, again. May be repeated.",
    show_default=False,
)


def capture(
    dataset: Annotated[
        str, typer.Option("--dataset", metavar="FILE", help="Cases or transcripts; - is standard input.")
    ],
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where the run's new folder is made.")],
    complete_context: Annotated[
        bool, typer.Option("--complete-context", help="Each context holds all that the application could have seen.")
    ] = False,
) -> int:
    """Freeze answers in a new run folder and print its path."""
    made = runs.capture(dataset, out, complete_context=complete_context)
    for problem in made.problems:
        complain(problem)
    print(made.path)
    return 1 if made.problems else 0


def evaluate(
    run: Annotated[str, _RUN],
    spec: Annotated[
        str | None, typer.Option("--spec", metavar="FILE", help="Criteria, in YAML or TOML.", show_default=False)
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="JUDGE",
            help="openai:MODEL, anthropic:MODEL or local:URL|MODEL.",
            show_default=False,
        ),
    ] = None,
    judge_factory: Annotated[
        str | None,
        typer.Option(
            "--judge-factory",
            metavar="MODULE:FUNCTION",
            help="Makes a callable (system, prompt) -> text with a `model`.",
            show_default=False,
        ),
    ] = None,
    max_judge_calls: Annotated[
        int | None,
        typer.Option(
            "--max-judge-calls",
            metavar="N",
            help="Budget of the run, frozen by the first judged evaluation. [default: what that evaluation needs]",
            show_default=False,
        ),
    ] = None,
    new_evaluation: Annotated[
        bool, typer.Option("--new-evaluation", help="Allow another spec, judge or engine than the run has seen.")
    ] = False,
    domain: Annotated[str, typer.Option("--domain", metavar="TEXT", help="The judge's field of expertise.")] = "",
    in_flight: Annotated[int, typer.Option("--in-flight", metavar="N", help="Calls at a time.")] = 8,
    custom_scorer: Annotated[
        list[str] | None,
        typer.Option(
            "--custom-scorer",
            metavar="MODULE:CLASS",
            help="A scorer with `id` and `score(cases) -> dict`. May be repeated.",
            show_default=False,
        ),
    ] = None,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on",
            metavar="GATE",
            help="Violated where METRIC is not 0 (`dangerous`), or `METRIC<0.9` holds. May be repeated.",
            show_default=False,
        ),
    ] = None,
    warn_on: Annotated[
        list[str] | None,
        typer.Option(
            "--warn-on", metavar="GATE", help="As --fail-on, but inconclusive. May be repeated.", show_default=False
        ),
    ] = None,
    threshold_fail: Annotated[
        str | None,
        typer.Option("--threshold-fail", metavar="N", help="Violated below this traceability.", show_default=False),
    ] = None,
    threshold_warn: Annotated[
        str | None,
        typer.Option("--threshold-warn", metavar="N", help="Inconclusive below this traceability.", show_default=False),
    ] = None,
    price: Annotated[
        str | None,
        typer.Option(
            "--price", metavar="IN/OUT", help="US dollars a million tokens, to count cost.", show_default=False
        ),
    ] = None,
    worst: Annotated[int | None, _WORST] = None,
    format: Annotated[Format, _FORMAT] = Format.text,
    output: Annotated[str | None, _OUTPUT] = None,
    details: Annotated[bool, typer.Option("--details", help="Add inputs, assessments and raw replies.")] = False,
    release: Annotated[list[int] | None, _RELEASE] = None,
) -> int:
    """Evaluate a run under a spec, or go on with an interrupted evaluation.

    Exit codes: 0 passed, 2 violated, 3 inconclusive, 1 could not do the job, 130 interrupted.
    """
    from quantcheck.evaluation import evaluate as evaluating
    from quantcheck.evaluation import spec as specs
    from quantcheck.evaluation.summary import EXIT, evaluation_summary, prices

    conditions = [gates.parse(text) for text in fail_on or ()] + [gates.parse(text, "warn") for text in warn_on or ()]
    conditions += [gates.threshold(threshold_fail, "fail")] if threshold_fail is not None else []
    conditions += [gates.threshold(threshold_warn, "warn")] if threshold_warn is not None else []
    if judge is not None and judge_factory is not None:
        raise CannotDo("--judge and --judge-factory: expected one of them")
    if price is not None:
        prices(price)
    if spec is None:
        raise CannotDo("--spec is missing: expected a file of criteria")
    read = specs.load(Path(spec))
    for call in release or ():
        evaluating.release(run, call)
    try:
        with _progress() as progress:
            number = evaluating.evaluate_saved(
                run,
                read,
                judge=judge,
                judge_factory=judge_factory,
                max_judge_calls=max_judge_calls,
                new_evaluation=new_evaluation,
                domain=domain,
                in_flight=in_flight,
                custom_scorers=custom_scorer or (),
                price=price,
                progress=progress,
            )
    except evaluating.Interrupted as interrupted:
        complain(str(interrupted))
        return 130
    except KeyboardInterrupt:
        complain("interrupted; the same command goes on from there")
        return 130
    detailed = details or format is Format.answers
    summary = evaluation_summary(run, number, details=detailed, conditions=conditions)
    _write(summary, format, output, worst)
    return EXIT[summary.decision]


def status(
    run: Annotated[str, _RUN],
    evaluation: Annotated[
        int | None, typer.Argument(metavar="[EVALUATION]", help="Its number. [default: the latest]", show_default=False)
    ] = None,
    details: Annotated[bool, typer.Option("--details", help="Add inputs, assessments and raw replies.")] = False,
    worst: Annotated[int | None, _WORST] = None,
    format: Annotated[Format, _FORMAT] = Format.text,
    output: Annotated[str | None, _OUTPUT] = None,
    release: Annotated[list[int] | None, _RELEASE] = None,
) -> int:
    """Show a saved evaluation without running anything; exit code 0 where it can be read."""
    from quantcheck.evaluation.evaluate import release as give_up
    from quantcheck.evaluation.summary import evaluation_summary

    for call in release or ():
        give_up(run, call)
    _write(evaluation_summary(run, evaluation, details=details or format is Format.answers), format, output, worst)
    return 0


def agreement(
    run: Annotated[str, _RUN],
    labels: Annotated[
        str, typer.Argument(metavar="LABELS", help='JSON Lines: {"case", "label", "criterion"?}.', show_default=False)
    ],
    evaluation: Annotated[
        int | None,
        typer.Option("--evaluation", metavar="N", help="Its number. [default: the latest]", show_default=False),
    ] = None,
    format: Annotated[Plain, _FORMAT] = Plain.text,
    output: Annotated[str | None, _OUTPUT] = None,
) -> int:
    """Compare an evaluation with labels that people gave, and note when the labels were first given."""
    from quantcheck.evaluation import agreement as agreeing

    found = agreeing.agreement(run, labels, evaluation)
    text = _json(found) if format is Plain.json else agreeing.render(found)
    write(text.encode(), output)
    return 0


def _write(summary: object, format: Format, output: str | None, worst: int | None) -> None:
    from quantcheck.evaluation import page, text
    from quantcheck.evaluation.summary import Summary

    assert isinstance(summary, Summary)
    if format is Format.answers:
        from quantcheck.evaluation import answers_page

        write(answers_page.render(summary), output)
        return
    if format is Format.json:
        written = _json(summary)
    else:
        written = (page if format is Format.html else text).render(summary, worst)
    write(written.encode(), output)


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


@contextmanager
def _progress() -> Iterator[Callable[[int, int], object] | None]:
    """Give a function that moves a bar on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("evaluating"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("evaluating", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
