"""The rows of words that others deny: each axis is one row, has two choices, and no word of a row has two of them."""

from __future__ import annotations

from typing import Any

import pytest

from quantcheck.context.opposites import Row, rows


@pytest.fixture(scope="module")
def every(tables: dict[str, Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in rows(tables["opposites"])]


def test_every_axis_has_one_row(every: list[dict[str, Any]], tables: dict[str, Any]) -> None:
    others = [axis["name"] for kind in ("axis", "writing") for axis in tables["axes"][kind]]
    names = [*others, *(row["axis"] for row in every)]
    assert len(names) == len(set(names))


def test_every_row_has_two_choices_and_says_of_what(every: list[dict[str, Any]]) -> None:
    for row in every:
        sides = [row.get(side, {}) for side in ("front", "behind", "either", "own")]
        assert len({choice for side in sides for choice in side}) > 1, row["axis"]
        assert row["of"], row["axis"]


def test_no_word_of_a_row_has_two_choices(every: list[dict[str, Any]]) -> None:
    for row in every:
        for side in ("front", "behind"):
            said = [
                (word.lower(), choice)
                for table in (row.get(side, {}), row.get("either", {}))
                for choice, words in table.items()
                for word in words
            ]
            assert len({word for word, _ in said}) == len(set(said)), row["axis"]


def test_a_word_is_found_where_it_stands(every: list[dict[str, Any]]) -> None:
    for row in every:
        made = Row(row)
        for word, choice in made.front.choices.items():
            assert made.before(f"the {word} of ") in (choice, ""), (row["axis"], word)
            assert made.before(f"{word} ") == choice, (row["axis"], word)
        for word, choice in made.behind.choices.items():
            assert made.after(f" {word} ", False) == choice, (row["axis"], word)
