"""Relations of two readings by themselves: one relation at a time, and two at once are none."""

from __future__ import annotations

import marked
import pytest

from quantcheck.matching import relations

ROUNDED = [
    ("72 %", "72.38 %", True),
    ("72 %", "72 %", False),
    ("2 mg", "1.5 mg", False),
    ("~72 %", "~72.38 %", True),
    ("72..80 %", "72.38..80 %", True),
    ("72..80 %", "72..80 %", False),
    (">=72 %", ">=72.38 %", True),
    ("-72 %", "-72.38 %", True),
    ("-72 %", "72.38 %", False),
    ("0.72 g", "0.7238 g", True),
    ("10 mg", "9.5 mg", True),
    ("10 mg", "9.4 mg", False),
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


KINDS = [
    ("30 %", "0.3", True),
    ("30 %", "30", False),
    ("30 %", "0.7", False),
    (">=30 %", ">=0.7", False),
    ("300000 mg/kg", "300000 ppm", True),
    ("3of10 patient", "30 %", True),
    ("3of10 patient", "0.3", True),
    ("3of10 patient", "3of10 child", True),
    ("3of10 patient", "6of20 patient", True),
    ("5 tablet", "5", True),
    ("5 tablet", "6", False),
    ("5 tablet", "5 capsule", False),
    ("~30 %", "0.3", False),
    ("5 mg", "5", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), KINDS, ids=[f"{a}, {b}" for a, b, _ in KINDS])
def test_kind(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.kind(ours, yours) is holds
    assert relations.kind(yours, ours) is holds


SCHEDULES = [
    ("4/d", "every 6 h", True),
    ("4/d", "every 8 h", False),
    ("~4/d", "every 6 h", False),
    ("2..4/d", "every 6 h", False),
    ("2..4/d", "every 12 h", False),
    ("4/d", "6 h", False),
    ("2/d", "1/d", False),
    ("1 kg", "1/d", False),
    ("1/d", "bedtime", True),
    ("2/d", "bedtime", False),
    ("600 mg/24h", "25 mg/h", True),
    ("600 mg/24h", "600 mg/d", False),
]


@pytest.mark.parametrize(("mine", "theirs", "holds"), SCHEDULES, ids=[f"{a}, {b}" for a, b, _ in SCHEDULES])
def test_schedule(mine: str, theirs: str, holds: bool) -> None:
    ours, yours = (marked.quantity(text).readings[0] for text in (mine, theirs))
    assert relations.schedule(ours, yours) is holds
    assert relations.schedule(yours, ours) is holds
