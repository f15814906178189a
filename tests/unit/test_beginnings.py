"""Spellings looked up by their first word are found where a pattern of them all finds them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck.patterns.beginnings import beginnings, stands_in

SPELLINGS = st.lists(
    st.lists(st.text("ab", min_size=1, max_size=2), min_size=1, max_size=3).map(" ".join), min_size=1, max_size=8
)


@given(spellings=SPELLINGS, text=st.text("ab 1-", max_size=20))
def test_the_same_stands_in_a_text_as_a_pattern_finds(spellings: list[str], text: str) -> None:
    plainly = rf"\b(?:{'|'.join(map(re.escape, spellings))})\b"
    assert stands_in(text, beginnings([("", spellings)])) == bool(re.search(plainly, text))


def test_what_is_given_first_comes_first_and_of_it_the_longer() -> None:
    known = beginnings([("verb", ["cut", "cut back"]), ("noun", ["cut", "rate"])])
    assert known["cut"] == [("cut back", "verb"), ("cut", "verb"), ("cut", "noun")]


def test_what_begins_with_no_word_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with no word"):
        beginnings([("", ["% change"])])
