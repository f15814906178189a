"""Where the outside sources lie, and what the tests expect of them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

SHARED = Path(os.environ.get("QUANTCHECK_SHARED", Path(__file__).parents[3] / "shared"))
EXPECTED: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "expected.toml").read_text(encoding="utf-8")
)

Rows = Callable[[str], list[dict[str, Any]]]
