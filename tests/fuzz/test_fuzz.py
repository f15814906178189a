"""A short run of every fuzz target without coverage guidance, and what was found before."""

from __future__ import annotations

import pytest
import run
import targets


@pytest.mark.parametrize("name", sorted(targets.TARGETS))
def test_nothing_is_found(name: str) -> None:
    assert run._plain(name, 300, seed=1) == 0


@pytest.mark.parametrize("name", sorted(targets.TARGETS))
def test_seeds_pass(name: str) -> None:
    for data in targets.seeds(name)[:300]:
        targets.TARGETS[name](data)
