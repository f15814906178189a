"""Relations of two readings by themselves: one relation at a time, and two at once are none."""

from __future__ import annotations

import marked
import pytest

from quantcheck import relations

ROUNDED = [
    ("72 %", "72.38 %", True),
    ("72 %", "72 %", False),
    ("2 mg", "1.5 mg", False),
    ("~72 %", "~72.38 %", True),
    ("72..80 %", "72.38..80 %", True),
    ("72..80 %", "72..80 %", False),
    (">=72 %", ">=72.38 %", True),
    # and something else besides
    ("~72 %", "72.38 %", False),
    (">=72 %", "72.38 %", False),
    (">=72 %", ">72.38 %", False),
    ("72 %", "72.38 mg", False),
    ("72+-1 %", "72.38+-1 %", False),
    ("72|80 mmHg", "72.38|80 mmHg", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), ROUNDED, ids=[f"{a}, {b}" for a, b, _ in ROUNDED])
def test_rounded(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.rounded(ours, yours) is holds
