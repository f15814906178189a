"""The policy of a run: the defaults, over them the configuration, over that the command line; each option checked.

Keys may be written with `-` or `_`. Where a configuration is looked for is for `load`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from quantcheck import load
from quantcheck.policy import CITATION_STYLES, Policy, share
from quantcheck.report import Error

COMMAND_LINE: Final = "command line"
SHOWN: Final = ("select", "ignore", "baseline")
"""Keys of a configuration that say what the check of files shows; no matter of policy, and none to other commands."""


class ConfigError(Exception):
    """An option that is not known or has no such value: one line that says where, what, and what was expected."""


def choices(key: str) -> tuple[str, ...]:
    """Return the values of an option that has a closed list of them; empty for the others."""
    return (
        ()
        if key in ("citation_styles", "chance_bound")
        else tuple(v for v in get_args(_HINTS[key]) if isinstance(v, str))
    )


class Settings(NamedTuple):
    """A policy, and what a configuration says of what is shown: codes, and a file of findings that are known."""

    policy: Policy
    file: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: str = ""


def policy(path: str | None = None, options: Mapping[str, Any] | None = None, *, start: str = ".") -> Policy:
    """Return the policy of a configuration file with the options of a command line over it; raises `ConfigError`.

    Without a path the nearest pyproject.toml from `start` upwards that has `[tool.quantcheck]` counts.
    """
    return settings(path, options, start=start).policy


def settings(path: str | None = None, options: Mapping[str, Any] | None = None, *, start: str = ".") -> Settings:
    """Return what `policy` returns, with what the configuration says of what is shown; raises `ConfigError`."""
    found = load.configuration(path, start=start)
    if isinstance(found, Error):
        raise ConfigError(": ".join(filter(None, (found.file, found.place, found.message))))
    given = merge(found.options, options or {}, file=found.file, others=SHOWN)
    select, ignore = (_codes(found, key) for key in ("select", "ignore"))
    baseline = found.options.get("baseline", "")
    if not isinstance(baseline, str):
        raise ConfigError(f"{found.file}: baseline = {_shown(baseline)}: expected the name of a file")
    if baseline and not os.path.isabs(baseline):
        # As a path from here, so that a report names it alike wherever the folder lies.
        baseline = os.path.relpath(os.path.join(found.folder, baseline))
    return Settings(given, found.file, select, ignore, baseline)


def _codes(found: load.Configuration, key: str) -> tuple[str, ...]:
    value = found.options.get(key, [])
    given = value.split(",") if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(code, str) for code in given):
        raise ConfigError(f"{found.file}: {key} = {_shown(value)}: expected a list of codes")
    return tuple(given)


def merge(
    configuration: Mapping[str, Any], options: Mapping[str, Any], *, file: str, others: Iterable[str] = ()
) -> Policy:
    """Return the policy of the options of a file with those of a command line over it; raises `ConfigError`.

    An option of the command line that is None was not given. `others` are keys of the configuration that are no matter
    of policy; they are left to whom they concern.
    """
    merged: dict[str, Any] = {}
    for where, given in ((file, configuration), (COMMAND_LINE, options)):
        seen: dict[str, str] = {}
        for key, value in given.items():
            if where == COMMAND_LINE and value is None:
                continue
            name = key.replace("-", "_")
            if name in others:
                continue
            if name not in _HINTS:
                raise ConfigError(f"{where}: unknown option {_shown(key)}{_near(key, (*_HINTS, *others))}")
            if name in seen:
                raise ConfigError(f"{where}: {seen[name]} and {key} are one option: expected it once")
            seen[name] = key
            merged[name] = _value(where, key, name, value)
    return Policy(**merged)


def _value(where: str, key: str, name: str, value: Any) -> Any:
    if name == "citation_base":
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
            raise ConfigError(
                f"{where}: {key} = {_shown(value)}: expected a number from 0, the first that a citation uses"
            )
        return value
    if name == "chance_bound":
        try:
            return share(value)
        except ValueError as wrong:
            raise ConfigError(f"{where}: {key} = {_shown(value)}: {wrong}") from None
    if name == "citation_styles":
        styles = value.split(",") if isinstance(value, str) else value
        if not isinstance(styles, list | tuple):
            raise ConfigError(f"{where}: {key} = {_shown(value)}: expected a list of {', '.join(CITATION_STYLES)}")
        known = {_choice(where, key, s.strip() if isinstance(s, str) else s, CITATION_STYLES) for s in styles}
        return tuple(style for style in CITATION_STYLES if style in known)
    return _choice(where, key, value, choices(name))


def _choice(where: str, key: str, value: Any, allowed: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in allowed:
        return value
    expected = allowed[0] if len(allowed) == 1 else ", ".join(allowed[:-1]) + f" or {allowed[-1]}"
    raise ConfigError(f"{where}: {key} = {_shown(value)}: expected {expected}{_near(value, allowed)}")


def _near(word: Any, known: Iterable[str]) -> str:
    """Return a question for the option or value that may have been meant."""
    import difflib  # only when something is wrong

    found = difflib.get_close_matches(str(word).replace("-", "_").lower(), list(known), n=1)
    return f" (did you mean {found[0]}?)" if found else ""


def _shown(value: Any) -> str:
    """Return a value in one short line of ASCII."""
    import json

    shown = json.dumps(value, default=str)
    return shown if len(shown) <= 60 else shown[:57] + "..."


_HINTS: Final = get_type_hints(Policy)
