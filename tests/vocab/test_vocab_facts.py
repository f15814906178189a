"""The conversion facts: equal ones hold of our rows, inconvertible ones do not, and prose keeps its readings."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from vocab_oracles import Rows

from quantcheck.values import Unit
from quantcheck.vocabulary.compound import combine, difference
from quantcheck.vocabulary.vocab import UnitTable, key

LABELS = tomllib.loads((Path(__file__).parent / "fact_labels.toml").read_text(encoding="utf-8"))["label"]
ONE = Unit("1", Fraction(1), (("ratio", 1),), "ratio")


def unit_of(label: str, codes: dict[str, list[Unit]]) -> Unit:
    """Return the unit that a test label names: an atom, or atoms with powers joined by a dot or a slash."""
    if label == "1":
        return ONE
    if label.endswith("_diff"):
        return difference(codes[LABELS[label.removesuffix("_diff")]][0])
    if label in LABELS:
        return codes[LABELS[label]][0]
    if label == "L/100km":
        return combine(((codes["L"][0], 1), (codes["km"][0], -1)))
    parts: list[tuple[Unit, int]] = []
    for slash, term in re.findall(r"(/?)([^/·]+)", label):
        found = re.fullmatch(r"(.*?)(\d?)", term)
        assert found
        atom, power = (term, "") if term in LABELS else (found[1], found[2])
        atoms = [atom] if atom in LABELS else atom.split("_")
        parts += [(codes[LABELS[a]][0], int(power or 1) * (-1 if slash else 1)) for a in atoms]
    return combine(tuple(parts))


def base(value: Fraction, unit: Unit, label: str) -> Fraction:
    value = value / 100 if label == "L/100km" else value
    return value * unit.factor + unit.offset


def holds(fact: dict[str, Any], codes: dict[str, list[Unit]]) -> bool:
    left, right = unit_of(fact["left_unit"], codes), unit_of(fact["right_unit"], codes)
    if fact.get("kind") == "temperature_difference" and left.dimension == (("temperature", 1),):
        left = difference(left)
    a = base(Fraction(fact["left_value"]), left, fact["left_unit"])
    b = base(Fraction(fact["right_value"]), right, fact["right_unit"])
    if fact.get("kind") == "reciprocal":
        return a * b == 1 and sorted((n, -e) for n, e in left.dimension) == list(right.dimension)
    return a == b and left.dimension == right.dimension


def test_equal_facts_hold(oracle: Rows, codes: dict[str, list[Unit]]) -> None:
    facts = [fact for fact in oracle("facts") if fact["relation"] == "equal"]
    assert len(facts) == 350
    assert [fact["id"] for fact in facts if not holds(fact, codes)] == []


def test_a_false_fact_does_not_hold(oracle: Rows, codes: dict[str, list[Unit]]) -> None:
    for fact in oracle("facts"):
        if fact["relation"] == "equal":
            wrong = {**fact, "right_value": str(Fraction(fact["right_value"]) + Fraction(1, 10**9))}
            assert not holds(wrong, codes), fact["id"]


def test_inconvertible_units_have_different_dimensions(oracle: Rows, codes: dict[str, list[Unit]]) -> None:
    facts = [fact for fact in oracle("facts") if fact["relation"] == "not_convertible"]
    assert len(facts) == 42
    same = [
        fact["id"]
        for fact in facts
        if unit_of(fact["left_unit"], codes).dimension == unit_of(fact["right_unit"], codes).dimension
    ]
    assert same == []


SETTLED = {"foot", "mile", "acre", "stone", "Mb"}
"""Words of prose with a settled default."""
NUMERALS = {"billion", "lakh"}
CUED = {"m", "M", "g", "C"}
"""Letters with cues: a default or several readings."""
COMPOUNDS = {"mg/kg", "mg/L"}


def test_words_that_need_context_are_not_converted(
    oracle: Rows, table: UnitTable, codes: dict[str, list[Unit]], tables: dict[str, Any]
) -> None:
    facts = [fact for fact in oracle("facts") if fact["relation"] == "context_needed"]
    assert len(facts) == 41
    for fact in facts:
        word, other = fact["left_unit"], unit_of(fact["right_unit"], codes)
        if word in NUMERALS:
            assert word in tables["numerals"]["multiplier"]
            continue
        if word in COMPOUNDS:
            assert unit_of(word, codes).dimension != other.dimension
            continue
        every = table.all_senses[key(word)]
        standing = table.senses[key(word)]
        if word in SETTLED:
            assert len(standing) == 1 < len(every), word
            assert table.defaults[key(word)], word
        elif word in CUED:
            assert len(every) > 1, word
        else:
            # no reading, or not every reading, gives a value in the other unit: nothing is traceable by a guess
            values = {s.unit.factor if s.unit.dimension == other.dimension else None for s in standing}
            assert len(values) > 1 or values == {None}, word
