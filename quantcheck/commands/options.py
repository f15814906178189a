"""The options that several commands share: the configuration, and the policy with one option for each field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from quantcheck import config
from quantcheck.commands.output import CannotDo
from quantcheck.policy import CITATION_STYLES, Policy
from quantcheck.shapes import recognise
from quantcheck.shapes.recognise import Intake


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


def asked(given: list[str] | None) -> tuple[str | None, str | None]:
    """Return the policy's `question` and the text of a question; a bare word is the former, whatever it is."""
    choices = [value for value in given or () if value.strip().replace("-", "_").isidentifier() and value.isascii()]
    texts = [value for value in given or () if value not in choices]
    if len(choices) > 1 or len(texts) > 1:
        raise CannotDo("--question: twice: expected accept or review once, and the text of a question once")
    return next(iter(choices), None), next(iter(texts), None)


def intake(input_format: str | None, map: str | None, text: str | None) -> Intake:
    """Return how the files are to be read."""
    try:
        return recognise.intake(input_format, map, text)
    except recognise.Wrong as wrong:
        raise CannotDo(str(wrong)) from None


def policy(config_file: str | None, arguments: Mapping[str, object]) -> Policy:
    """Return the policy of the configuration with the arguments of a command over it."""
    return settings(config_file, arguments).policy


def settings(config_file: str | None, arguments: Mapping[str, object]) -> config.Settings:
    """Return that policy, with what the configuration says of what is shown."""
    given = {name: value for name, value in arguments.items() if name in Policy.__struct_fields__}
    try:
        return config.settings(config_file, given)
    except config.ConfigError as wrong:
        raise CannotDo(str(wrong)) from None
