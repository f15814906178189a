"""The compiled table, the plain tables it is made of, and the outside sources that it is held against."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from vocab_oracles import SHARED, Rows

from quantcheck import load
from quantcheck.values import Unit
from quantcheck.vocabulary.units import compile_units
from quantcheck.vocabulary.vocab import UnitTable


@pytest.fixture(scope="session")
def tables() -> dict[str, Any]:
    return {
        name.removeprefix("vocab/").removesuffix(".toml"): tomllib.loads(text)
        for name, text in load.tables().items()
        if name.startswith("vocab/")
    }


@pytest.fixture(scope="session")
def table(tables: dict[str, Any]) -> UnitTable:
    return compile_units(tables)


@pytest.fixture(scope="session")
def codes(table: UnitTable) -> dict[str, list[Unit]]:
    """The units of each code, in the order of the table."""
    found: dict[str, list[Unit]] = {}
    for unit in table.units:
        found.setdefault(unit.code, []).append(unit)
    return found


@pytest.fixture(scope="session")
def unit_rows(tables: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for path in sorted(tables) if path.startswith("units/") for row in tables[path].get("unit", ())]


@pytest.fixture(scope="session")
def oracle() -> Iterator[Rows]:
    """Read a file of the unit oracles, or skip: they are data of others and not part of the repository."""

    def rows(name: str) -> list[dict[str, Any]]:
        path = SHARED / "oracles" / "units" / f"{name}.jsonl"
        if not path.exists():
            pytest.skip(f"no unit oracles beside the repository: {path.name}")
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    yield rows
