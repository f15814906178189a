"""`quantcheck selftest`: make figures wrong on purpose and see that none is still traced."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from quantcheck import load, output, report
from quantcheck.api import Checker
from quantcheck.commands import chosen, options
from quantcheck.intake.shapes.recognise import Intake
from quantcheck.mutations import selftest
from quantcheck.wording import safe

SHOWN = 20
"""Slips printed in full."""
ALLOWED = Fraction(1, 200)
"""Share of exact restatements that may go unrecognised."""


def selftest_(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILES", help="Answers whose traced figures are mutated.")
    ] = None,
    mutations: Annotated[int, typer.Option("--mutations", min=0, help="Check so many made quantities instead.")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Of the made quantities.")] = 0,
    first: Annotated[int, typer.Option("--first", min=0, help="Number of the first trial, to repeat one.")] = 0,
    format: Annotated[str, typer.Option("--format", "-f", metavar="text|json", help="How to print it.")] = "text",
    config_file: options.Config = None,
    profile: options.Profile = None,
    numbers: options.Numbers = None,
    input_format: options.InputFormat = None,
    map: options.Map = None,
) -> int:
    """Change figures so that they are wrong, in every way, and report what is still traced and how sensitive each is.

    Exit codes: 0 nothing slipped through, 2 something did, 1 could not do the job.
    """
    if format not in ("text", "json"):
        raise output.CannotDo(f'--format: "{safe.brief(format)}" is none of text, json')
    if bool(files) == bool(mutations):
        raise output.CannotDo("expected either files or --mutations N")
    checker = Checker(chosen.policy(config_file, locals()))
    if mutations:
        found = selftest.made(mutations, checker, selftest.measures(checker), seed=seed, first=first)
        return _made(found, format)
    return _answers(files or [], checker, format, chosen.intake(input_format, map, None))


def _made(found: selftest.Made, format: str) -> int:
    share = Fraction(len(found.lost), found.restated) if found.restated else Fraction(0)
    if format == "json":
        _json(
            {
                "wrong": found.wrong,
                "false_support": len(found.slipped),
                "restated": found.restated,
                "lost": len(found.lost),
                "kinds": dict(sorted(found.kinds.items())),
                "slipped": list(map(_plain, found.slipped[:SHOWN])),
                "unrecognised": list(map(_plain, found.lost[:SHOWN])),
            }
        )
    else:
        print(f"{found.wrong:,} wrong figures: {len(found.slipped):,} traced all the same (false support)")
        print(f"{found.restated:,} exact restatements: {len(found.lost):,} not traced ({_percent(share)})")
        print("  " + ", ".join(f"{kind} {n:,}" for kind, n in sorted(found.kinds.items())))
        _slips("False support", found.slipped)
        _slips("Restated and not traced", found.lost)
    return 2 if found.slipped or share > ALLOWED else 0


def _answers(files: Sequence[str], checker: Checker, format: str, how: Intake) -> int:
    failed = False
    slipped = False
    records: list[object] = []
    for item in load.load(files, how=how):
        if isinstance(item, report.Error):
            output.complain(": ".join(filter(None, (item.file, item.place, item.message))))
            failed = True
            continue
        figures = [] if item.problem else selftest.figures(item, checker)
        slipped = slipped or any(figure.slipped for figure in figures)
        if format == "json":
            records.append({"file": item.file, "id": item.id, "figures": list(map(_record, figures))})
            continue
        print(safe.line(f"{item.file or item.id}: {item.id}"))
        for figure in figures:
            _figure(figure)
        if not figures:
            print("  no traced figure")
    if format == "json":
        _json(records)
    return 1 if failed else 2 if slipped else 0


def _figure(figure: selftest.Figure) -> None:
    line = f"  {figure.line}:{figure.column} {figure.text}: {figure.sensitivity} wrong versions noticed"
    if figure.elsewhere:
        line += f", {figure.elsewhere} stand elsewhere in the passages"
    line += f"; {figure.kept}/{figure.kept + len(figure.lost)} restatements kept"
    print(safe.line(line))
    _slips("  False support", figure.slipped)
    _slips("  Restated and not traced", figure.lost)


def _slips(head: str, slips: Sequence[selftest.Slip]) -> None:
    if slips:
        print(f"{head}:")
    for slip in slips[:SHOWN]:
        line = f"  {slip.kind}, {slip.how}: {slip.answer!r} from {slip.passage!r}: {slip.outcome}"
        print(safe.line(line))
    if len(slips) > SHOWN:
        print(f"  and {len(slips) - SHOWN:,} more")


def _record(figure: selftest.Figure) -> object:
    return {
        "text": figure.text,
        "line": figure.line,
        "column": figure.column,
        "caught": figure.caught,
        "elsewhere": figure.elsewhere,
        "kept": figure.kept,
        "slipped": list(map(_plain, figure.slipped)),
        "lost": list(map(_plain, figure.lost)),
    }


def _plain(slip: selftest.Slip) -> object:
    return {name: getattr(slip, name) for name in slip.__struct_fields__}


def _json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=True))


def _percent(share: Fraction) -> str:
    """Return a share in percent with two decimals, rounded up so that a rest is never shown as none."""
    hundredths = -((-share * 10_000) // 1)
    return f"{hundredths // 100}.{hundredths % 100:02d}%"
