"""The commands `capture`, `evaluate`, `status` and `agreement`: saved answers evaluated in a run folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from quantcheck.evaluation import gates
from quantcheck.evaluation import run as runs
from quantcheck.output import CannotDo, complain, write

if TYPE_CHECKING:
    from quantcheck.evaluation.summary import Summary


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


RunFolder = Annotated[str, typer.Argument(metavar="RUN", help="A folder that capture made.", show_default=False)]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output.")
]
Details = Annotated[bool, typer.Option("--details", help="Add inputs, assessments and raw replies.")]
Written = Annotated[Format, typer.Option("--format", "-f", help="How to write the report.")]
WrittenPlain = Annotated[Plain, typer.Option("--format", "-f", help="How to write the report.")]
Worst = Annotated[
    int | None,
    typer.Option("--worst", metavar="N", min=0, help="List only the N worst answers.", show_default=False),
]
Release = Annotated[
    list[int] | None,
    typer.Option(
        "--release",
        metavar="CALL",
        help="Give up a call of unknown outcome: it may be sent, and paid, again. May be repeated.",
        show_default=False,
    ),
]
Criteria = Annotated[
    str | None, typer.Option("--spec", metavar="FILE", help="Criteria, in YAML or TOML.", show_default=False)
]
Judge = Annotated[
    str | None,
    typer.Option(
        "--judge", metavar="JUDGE", help="openai:MODEL, anthropic:MODEL or local:URL|MODEL.", show_default=False
    ),
]
JudgeFactory = Annotated[
    str | None,
    typer.Option(
        "--judge-factory",
        metavar="MODULE:FUNCTION",
        help="Makes a callable (system, prompt) -> text with a `model`.",
        show_default=False,
    ),
]
MaxJudgeCalls = Annotated[
    int | None,
    typer.Option(
        "--max-judge-calls",
        metavar="N",
        help="Budget of the run, frozen by the first judged evaluation. [default: what that evaluation needs]",
        show_default=False,
    ),
]
NewEvaluation = Annotated[
    bool, typer.Option("--new-evaluation", help="Allow another spec, judge or engine than the run has seen.")
]
Domain = Annotated[str, typer.Option("--domain", metavar="TEXT", help="The judge's field of expertise.")]
InFlight = Annotated[int, typer.Option("--in-flight", metavar="N", help="Calls at a time.")]
CustomScorers = Annotated[
    list[str] | None,
    typer.Option(
        "--custom-scorer",
        metavar="MODULE:CLASS",
        help="A scorer with `id` and `score(cases) -> dict`. May be repeated.",
        show_default=False,
    ),
]
FailOn = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-on",
        metavar="GATE",
        help="Violated where METRIC is not 0 (`dangerous`), or `METRIC<0.9` holds. May be repeated.",
        show_default=False,
    ),
]
WarnOn = Annotated[
    list[str] | None,
    typer.Option(
        "--warn-on", metavar="GATE", help="As --fail-on, but inconclusive. May be repeated.", show_default=False
    ),
]
ThresholdFail = Annotated[
    str | None,
    typer.Option("--threshold-fail", metavar="N", help="Violated below this traceability.", show_default=False),
]
ThresholdWarn = Annotated[
    str | None,
    typer.Option("--threshold-warn", metavar="N", help="Inconclusive below this traceability.", show_default=False),
]
Price = Annotated[
    str | None,
    typer.Option("--price", metavar="IN/OUT", help="US dollars a million tokens, to count cost.", show_default=False),
]


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
    run: RunFolder,
    spec: Criteria = None,
    judge: Judge = None,
    judge_factory: JudgeFactory = None,
    max_judge_calls: MaxJudgeCalls = None,
    new_evaluation: NewEvaluation = False,
    domain: Domain = "",
    in_flight: InFlight = 8,
    custom_scorer: CustomScorers = None,
    fail_on: FailOn = None,
    warn_on: WarnOn = None,
    threshold_fail: ThresholdFail = None,
    threshold_warn: ThresholdWarn = None,
    price: Price = None,
    worst: Worst = None,
    format: Written = Format.text,
    output: Output = None,
    details: Details = False,
    release: Release = None,
) -> int:
    """Evaluate a run under a spec, or go on with an interrupted evaluation.

    Exit codes: 0 passed, 2 violated, 3 inconclusive, 1 could not do the job, 130 interrupted.
    """
    from quantcheck.evaluation import evaluate as evaluating
    from quantcheck.evaluation import spec as specs
    from quantcheck.evaluation.summary import EXIT, evaluation_summary, prices

    conditions = _conditions(fail_on, warn_on, threshold_fail, threshold_warn)
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


def _conditions(
    fail_on: list[str] | None, warn_on: list[str] | None, threshold_fail: str | None, threshold_warn: str | None
) -> list[gates.Gate]:
    """Return the gates of a command line in the order in which they are reported; a wrong one raises CannotDo."""
    found = [gates.parse(text) for text in fail_on or ()] + [gates.parse(text, "warn") for text in warn_on or ()]
    found += [gates.threshold(threshold_fail, "fail")] if threshold_fail is not None else []
    found += [gates.threshold(threshold_warn, "warn")] if threshold_warn is not None else []
    return found


def status(
    run: RunFolder,
    evaluation: Annotated[
        int | None, typer.Argument(metavar="[EVALUATION]", help="Its number. [default: the latest]", show_default=False)
    ] = None,
    details: Details = False,
    worst: Worst = None,
    format: Written = Format.text,
    output: Output = None,
    release: Release = None,
) -> int:
    """Show a saved evaluation without running anything; exit code 0 where it can be read."""
    from quantcheck.evaluation.evaluate import release as give_up
    from quantcheck.evaluation.summary import evaluation_summary

    for call in release or ():
        give_up(run, call)
    _write(evaluation_summary(run, evaluation, details=details or format is Format.answers), format, output, worst)
    return 0


def agreement(
    run: RunFolder,
    labels: Annotated[
        str, typer.Argument(metavar="LABELS", help='JSON Lines: {"case", "label", "criterion"?}.', show_default=False)
    ],
    evaluation: Annotated[
        int | None,
        typer.Option("--evaluation", metavar="N", help="Its number. [default: the latest]", show_default=False),
    ] = None,
    format: WrittenPlain = Plain.text,
    output: Output = None,
) -> int:
    """Compare an evaluation with labels that people gave, and note when the labels were first given."""
    from quantcheck.evaluation import agreement as agreeing

    found = agreeing.agreement(run, labels, evaluation)
    text = _json(found) if format is Plain.json else agreeing.render(found)
    write(text.encode(), output)
    return 0


def _write(summary: Summary, format: Format, output: str | None, worst: int | None) -> None:
    from quantcheck.evaluation import page, text

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
