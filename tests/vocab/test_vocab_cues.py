"""Cues: words beside a quantity that settle what a spelling means, and nothing where they are not met."""

from __future__ import annotations

import pytest

from quantcheck.vocabulary.vocab import REACH, UnitTable

SETTLED = [
    ("C", "a temperature of", "", ["Cel"]),
    ("C", "a charge of", "", ["C"]),
    ("C", "grade", "", ["C", "Cel"]),
    ("F", "preheat the oven to", "", ["[degF]"]),
    ("F", "", "capacitor", ["F"]),
    ("degrees", "rotated by", "", ["deg"]),
    ("degrees", "the temperature was", "", ["Cel", "[degF]"]),
    ("degrees", "at", "north", ["deg"]),
    ("pounds", "he weighs", "", ["[lb_av]"]),
    ("pounds", "it cost", "", ["GBP"]),
    ("pounds", "about", "", ["GBP", "[lb_av]"]),
    ("ounces", "", "of gold", ["[oz_tr]"]),
    ("m", "2 h 5", "", ["min"]),
    ("m", "a wall of", "", ["m"]),
    ("g", "pulled", "", ["[g]"]),
    ("g", "", "of sugar", ["g"]),
    ("M", "", "nacl", ["mol/L"]),
    ("T", "a", "mri scanner", ["T"]),
    ("barrels", "", "of oil", ["[bbl_us]"]),
    ("ppt", "salinity of", "", ["[ppth]"]),
    ("mg", "", "of gold", ["mg"]),
    ("m", "1 h and 5", "", ["min"]),
    ("m", "10", "30 s", ["min"]),
    ("m", "100", "in 9.58 s", ["m"]),
    ("m", "hours later 5", "", ["m"]),
    ("m", "5", "/ s", ["m"]),
]


@pytest.mark.parametrize(("spelling", "before", "after", "codes"), SETTLED)
def test_cues(spelling: str, before: str, after: str, codes: list[str], table: UnitTable) -> None:
    assert sorted(s.unit.code for s in table.cued(spelling, before.split(), after.split())) == sorted(codes)


def test_a_cue_is_near(table: UnitTable) -> None:
    far = ["temperature", *["word"] * REACH]
    assert table.cued("C", far, []) == table.senses["C"]
    assert table.cued("C", far[:-1], []) != table.senses["C"]


def test_a_cue_never_adds_a_reading(table: UnitTable) -> None:
    for spelling, cues in table.cues.items():
        for cue in cues:
            assert cue.source
            number = ["1"] if cue.beside else []
            for word in cue.before:
                assert set(table.cued(spelling, [word, *number], [])) <= set(table.all_senses[spelling])
            for word in cue.after:
                assert set(table.cued(spelling, [], [*number, word])) < set(table.all_senses[spelling])


def test_what_a_cue_settles_keeps_its_axis(table: UnitTable) -> None:
    (sense,) = table.cued("pounds", ["weighs"], [])
    assert sense.axes == (("pound", "mass"),)
