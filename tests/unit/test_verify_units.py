"""The verifier's unit codes against the compiled table: two ways from the same rows to the same factor."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from quantcheck import load
from quantcheck.values import Unit
from quantcheck.verifier import ucum
from quantcheck.verifier.readings import meanings
from quantcheck.vocabulary.compound import combine, dimension_name


@pytest.fixture(scope="module")
def units() -> ucum.Units:
    return ucum.units(load.tables())


@pytest.fixture(scope="module")
def table() -> list[Unit]:
    from quantcheck import Checker

    return list(Checker().language.units.units)


def agrees(units: ucum.Units, unit: Unit) -> bool:
    """Whether the code can be derived to the factor, offset and dimension of the compiled unit."""
    claimed = dimension_name(unit.dimension)
    found = units.resolve(unit.code)
    return any((unit.factor, unit.offset) in set(meanings(one, claimed)) for one in found)


def test_every_code_of_the_table_is_derived(units: ucum.Units, table: list[Unit]) -> None:
    wrong = []
    for unit in table:
        try:
            if not agrees(units, unit):
                wrong.append(unit.code)
        except ucum.Unresolved as fault:
            wrong.append(str(fault))
    assert wrong == []
    assert len(table) >= 250


@pytest.mark.parametrize("seed", range(20))
def test_products_are_derived(units: ucum.Units, table: list[Unit], seed: int) -> None:
    rng = random.Random(seed)
    codes = Counter(u.code for u in table)  # a cent has the code of its currency, in which its number is written
    plain = [u for u in table if not u.offset and codes[u.code] == 1 and all(c not in "./{" for c in u.code)]
    for _ in range(60):
        parts = [(rng.choice(plain), rng.choice((1, 1, -1, -1, 2, -2, -3))) for _ in range(rng.randint(2, 4))]
        made = combine(tuple(parts))
        assert agrees(units, made), made


@pytest.mark.parametrize(
    ("code", "factor", "exponents"),
    [
        ("mg/kg/d", Fraction(1, 10**6 * 86400), {"time": -1}),
        ("km/h", Fraction(5, 18), {"length": 1, "time": -1}),
        ("kg/(m.s2)", Fraction(1), {"mass": 1, "length": -1, "time": -2}),
        ("m3", Fraction(1), {"length": 3}),
        ("/{patient}", Fraction(1), {"count:patient": -1}),
        ("1", Fraction(1), {}),
    ],
)
def test_known_codes(units: ucum.Units, code: str, factor: Fraction, exponents: dict[str, int]) -> None:
    found = units.resolve(code)
    assert (factor, exponents) in [(one.factor, dict(one.dimension)) for one in found]


@pytest.mark.parametrize(
    "code", ["", "mg/", "/", "mg1", "m0", "mL.1", "mL/1", "nonsense", "mg//kg", "(mg", "mg)", "kkg", "m" * 500]
)
def test_what_is_no_code_is_refused(units: ucum.Units, code: str) -> None:
    with pytest.raises(ucum.Unresolved):
        units.resolve(code)
