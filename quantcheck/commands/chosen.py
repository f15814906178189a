"""What the arguments of a command and the configuration come to: the policy, and how files are read. Knows no typer."""

from __future__ import annotations

from collections.abc import Mapping

from quantcheck import config
from quantcheck.intake.shapes import recognise
from quantcheck.intake.shapes.recognise import Intake
from quantcheck.output import CannotDo
from quantcheck.policy import Policy


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
