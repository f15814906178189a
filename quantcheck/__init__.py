"""Trace every quantity, range, bound and citation of an answer to its sources, exactly and deterministically.

The public names are loaded when they are first used, so that `import quantcheck` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from quantcheck.api import Checker, check, parse
    from quantcheck.policy import Policy

__all__ = ["Checker", "Policy", "__version__", "check", "parse"]

_HOMES = {
    "check": "quantcheck.api",
    "parse": "quantcheck.api",
    "Checker": "quantcheck.api",
    "Policy": "quantcheck.policy",
}


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'quantcheck' has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
