"""A pattern of many spellings finds what one branch for each would find."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from quantcheck.patterns.alternatives import any_of

WORDS = st.lists(st.text("abc.(", min_size=1, max_size=5), min_size=1, max_size=12)


@given(words=WORDS, text=st.text("abc.( ", max_size=30))
def test_the_same_is_found_as_with_one_branch_each(words: list[str], text: str) -> None:
    plainly = "|".join(map(re.escape, sorted(set(words), key=lambda w: (-len(w), w))))
    assert re.findall(any_of(words), text) == re.findall(plainly, text)
    assert [bool(re.fullmatch(any_of(words), t)) for t in text.split()] == [t in words for t in text.split()]


def test_blanks_between_words_are_what_is_asked_for() -> None:
    found = re.compile(any_of(["at least", "at", "least of all"], r"[\s-]{0,3}"))
    assert all(found.fullmatch(t) for t in ("at least", "at-  least", "atleast", "at", "leastofall"))
    assert found.fullmatch("least") is None


def test_of_no_spellings_nothing_is_found() -> None:
    assert re.search(any_of([]), "anything") is None
