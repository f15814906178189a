"""The options that several commands share: the configuration, and the policy with one option for each field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from quantcheck import config
from quantcheck.commands.output import CannotDo
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
CitationScope = Annotated[str | None, _option("citation_scope", "Look in any passage, or in those cited.")]
Numbers = Annotated[str | None, _option("numbers", "Check quantities with units, or bare numbers too.")]
CitationStyles = Annotated[
    str | None, _option("citation_styles", f"Comma-separated, of {', '.join(CITATION_STYLES)}.", "STYLE,…")
]
CitationBase = Annotated[str | None, _option("citation_base", "The number of the first passage.", "NUMBER")]
Locale = Annotated[str | None, _option("locale", "The language of the texts.")]


Config = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="Read the options here, not in [tool.quantcheck] of pyproject.toml."),
]


def policy(config_file: str | None, arguments: Mapping[str, object]) -> Policy:
    """Return the policy of the configuration with the arguments of a command over it."""
    given = {name: value for name, value in arguments.items() if name in Policy.__struct_fields__}
    try:
        return config.policy(config_file, given)
    except config.ConfigError as wrong:
        raise CannotDo(str(wrong)) from None
