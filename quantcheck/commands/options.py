"""The options that several commands share: the configuration, and the policy with one option for each field."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from quantcheck import config
from quantcheck.policy import CITATION_STYLES, Policy


def _option(field: str, text: str, metavar: str = "") -> Any:
    default = getattr(Policy(), field)
    shown = ",".join(default) if isinstance(default, tuple) else default
    return typer.Option(
        f"--{field.replace('_', '-')}",
        metavar=metavar or "|".join(config.choices(field)),
        help=f"{text} [default: {shown}]",
    )


Profile = Annotated[str | None, _option("profile", "What forms of figures are trusted.")]
Hedges = Annotated[str | None, _option("hedges", "Accept a figure that differs only in a hedge such as about.")]
Derived = Annotated[str | None, _option("derived", "Accept totals and results of true equations.")]
Rounding = Annotated[str | None, _option("rounding", "Accept rounded conversions, or all rounding.")]
Question = Annotated[str | None, _option("question", "Accept answers whose figures come from the question alone.")]
QuestionOrText = Annotated[
    list[str] | None,
    typer.Option(
        "--question",
        metavar="accept|review|TEXT",
        help="Accept answers whose figures come from the question alone; or the text of the question, for answers "
        "saved without one. [default: accept]",
    ),
]
InputFormat = Annotated[
    str | None,
    typer.Option("--input-format", metavar="SHAPE", help="Of which shape all records are; else each shows its own."),
]
Map = Annotated[
    str | None,
    typer.Option(
        "--map",
        metavar="KEY=PATH,…",
        help="Where other records have answer, question, passages: answer=out.text,passages=hits[].body.",
    ),
]
CitationScope = Annotated[str | None, _option("citation_scope", "Look in any passage, or in those cited.")]
Numbers = Annotated[str | None, _option("numbers", "Check quantities with units, or bare numbers too.")]
CitationStyles = Annotated[
    str | None, _option("citation_styles", f"Comma-separated, of {', '.join(CITATION_STYLES)}.", "STYLE,…")
]
CitationBase = Annotated[str | None, _option("citation_base", "The number of the first passage.", "NUMBER")]
ChanceBound = Annotated[
    str | None,
    _option("chance_bound", "Offer no computation that may fit by chance more often than this.", "NUMBER"),
]
Attachment = Annotated[
    str | None, _option("attachment", "What becomes of a figure that stands with other words than the answer's.")
]
Locale = Annotated[str | None, _option("locale", "The language of the texts.")]


Config = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="Read the options here, not in [tool.quantcheck] of pyproject.toml."),
]
