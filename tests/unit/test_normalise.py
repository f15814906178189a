"""What readings say besides their values: their kind, and the sentence that they stand in."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantcheck import Checker, Policy, load
from quantcheck.normalising.meanings import RATIO, kind_of
from quantcheck.normalising.readings import noun_behind
from quantcheck.normalising.surroundings import Surroundings, sentence_at
from quantcheck.reading.read import read
from quantcheck.values import Unit
from quantcheck.vocabulary.compound import NUMBER, combine

KINDS = [
    ("5 mg", ["physical"]),
    ("5 mg/kg", ["physical"]),
    ("50 Hz", ["physical"]),
    ("5 °C", ["temperature"]),
    ("at least 5 °C", ["temperature"]),
    ("5 to 10 °C", ["temperature"]),
    ("a rise of 5 °C", ["temperature_difference"]),
    ("5 ± 1 °C", ["temperature"]),
    ("5%", ["percent"]),
    ("5 to 10%", ["percent"]),
    ("5 ppm", ["ratio"]),
    ("5 ppm/h", ["physical"]),
    ("5 %/h", ["ratio"]),
    ("5% w/w", ["ratio"]),
    ("5 percentage points", ["percentage_point"]),
    ("$5", ["money"]),
    ("25 cents", ["money"]),
    ("5 tablets", ["count"]),
    ("twice daily", ["frequency"]),
    ("every 6 hours", ["frequency"]),
    ("twice a month", ["frequency"]),
    ("3 times per dose", ["frequency"]),
    ("each morning", ["frequency"]),
    ("3 of 5", ["ratio"]),
    ("1:1000", ["ratio"]),
    ("7", ["number"]),
    ("120/80 mmHg", ["physical"]),
    ("10 mg + 20 mg", ["physical"]),
]


@pytest.mark.parametrize(("text", "kinds"), KINDS, ids=[text for text, _ in KINDS])
def test_kind(text: str, kinds: list[str]) -> None:
    checker = Checker(Policy(numbers="all"))
    assert [q.kind for q in checker.check(text, [text]).quantities] == kinds


def test_a_share_in_several_units_is_a_ratio() -> None:
    ppm, dozen = (
        Unit("[ppm]", Fraction(1, 10**6), RATIO.dimension, "ratio"),
        Unit("{dozen}", Fraction(12), NUMBER, "number"),
    )
    made = combine(((ppm, 1), (dozen, -1)))
    assert (made.kind, made.dimension, kind_of(made)) == ("physical", RATIO.dimension, "ratio")


@pytest.mark.parametrize(
    ("offset", "sentence"), [(0, 0), (4, 0), (5, 0), (6, 1), (10, 1), (11, 1), (12, 2), (19, 2), (20, 2), (99, 2)]
)
def test_the_sentence_of_an_offset(offset: int, sentence: int) -> None:
    assert sentence_at([(0, 5), (6, 11), (12, 20)], offset) == sentence


def test_of_two_sentences_that_touch_the_second_begins() -> None:
    assert sentence_at([(0, 5), (5, 9)], 5) == 1


def test_no_sentence() -> None:
    assert sentence_at([], 3) == -1
    assert sentence_at([(4, 9)], 3) == -1


def test_what_stands_around_an_offset() -> None:
    text = f"{'a' * 30}  B{'c' * 40}|{'D' * 30}\n{'e' * 8}f{'g' * 10}"
    around = Surroundings(text, [(0, len(text))])
    at = text.index("|")
    assert around.before(at) == f"{'a' * 17} b{'c' * 40}"
    assert around.after(at + 1) == f"{'d' * 30} {'e' * 8}f"


def test_as_much_of_a_sentence_as_is_looked_at() -> None:
    text = f"x. {'a' * 2000}|{'b' * 2000}"
    around = Surroundings(text, [(0, 2), (3, len(text))])
    assert around.sentence(text.index("|")) == f"{'a' * 1000}|{'b' * 999}"
    assert around.sentence(5) == text[3:1005]
    assert around.sentence(1) == "x."
    assert Surroundings("5 mg", []).sentence(0) == ""


FORMS = [
    # what a profile that trusts nothing unusual looks at
    ("5 mg", ()),
    ("≥5 mg", ()),
    ("10^3 mg", ("scientific",)),
    ("2^3 mg", ("scientific",)),
    ("1,500 mg", ("grouped",)),
    ("five mg", ("word",)),
    ("5 million mg", ("word",)),
    ("5 hundred and 20 mg", ("word",)),
    ("5 and a half mg", ("fraction",)),
    ("3 million and a half mg", ("fraction", "word")),
]


@pytest.mark.parametrize(("text", "forms"), FORMS, ids=[text for text, _ in FORMS])
def test_forms(text: str, forms: tuple[str, ...]) -> None:
    (quantity,) = read(text, load.language()).quantities
    assert quantity.forms == forms


NOUNS = [
    # what stands behind a ratio, the noun in the singular
    ("people who", "person"),
    ("persons", "person"),
    ("children", "child"),
    ("men", "man"),
    ("women", "woman"),
    ("batteries", "battery"),
    ("flies", "fly"),
    ("ties", "tie"),
    ("classes", "class"),
    ("boxes", "box"),
    ("matches", "match"),
    ("wishes", "wish"),
    ("horses", "horse"),
    ("glass", "glass"),
    ("virus", "virus"),
    ("basis", "basis"),
    ("gas", "gas"),
    ("cats, too", "cat"),
    ("patient", "patient"),
    ("in the study", ""),
    ("were", ""),
    ("", ""),
    ("(people)", ""),
    ("5 people", ""),
]


@pytest.mark.parametrize(("after", "noun"), NOUNS)
def test_the_noun_behind_a_ratio(after: str, noun: str) -> None:
    assert noun_behind(after) == noun
