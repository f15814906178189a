"""A short run of every fuzz target without coverage guidance, and what was found before."""

from __future__ import annotations

import tomllib

import pytest
import run
import targets

FOUND = tomllib.loads((targets.HERE / "found.toml").read_text(encoding="utf-8"))["found"]


@pytest.mark.parametrize("name", sorted(targets.TARGETS))
def test_nothing_is_found(name: str) -> None:
    assert run._plain(name, 300, seed=1) == 0


@pytest.mark.parametrize("name", sorted(targets.TARGETS))
def test_seeds_pass(name: str) -> None:
    for data in targets.seeds(name)[:300]:
        targets.TARGETS[name](data)


@pytest.mark.parametrize("row", FOUND, ids=[row["id"] for row in FOUND])
def test_what_was_found_stays_mended(row: dict[str, str]) -> None:
    if "target" in row:
        targets.TARGETS[row["target"]](row["data"].encode())
    else:
        targets.proven(row["text"])


def test_ids_are_unique() -> None:
    assert len({row["id"] for row in FOUND}) == len(FOUND)
