"""Strategies for texts: anything at all, and texts made of the words and signs that the grammar knows."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from hypothesis import strategies as st

from quantcheck import Checker, load
from quantcheck.mutations import selftest, specimens
from quantcheck.verifier import ucum
from quantcheck.vocabulary import comparatives


@cache
def units() -> ucum.Units:
    return ucum.units(load.tables())


@cache
def measures() -> list[specimens.Measure]:
    return selftest.measures(Checker())


@cache
def tokens() -> list[str]:
    """Every spelling of the tables of words and units, and what stands around numbers."""
    tables = units().tables
    found: set[str] = set()
    for path, table in tables.items():
        if path.startswith("units/"):
            for row in table.get("unit", ()):
                found.update((*row.get("symbols", ()), *row.get("names", ()), *row.get("points", ())))
    for row in (*tables["relations"]["word"], *comparatives.rows(tables["relations"]["comparative"])):
        found.update(spelling.replace(" . ", ". ") for spelling in row["spellings"])
    for group in tables["numerals"].values():
        found.update(group)
    return sorted(found) + SIGNS * 12


SIGNS = [
    *("5", "10", "1,500", "0.25", ".5", "1/2", "½", "1e3", "10^3", "10³", "2019", "120/80", "1:1000", "3-5", "007"),
    *(" ", " ", " ", "\n", "\n\n", "\n- ", "\n1. ", "|", "\u00a0", "\u2009", "\u200b", "\t"),
    *("-", "−", "–", "±", "×", "x", "/", "·", "^", "~", "<", ">", "≤", "=", "+", "%", "‰", "°C", "°F", "$", "€", "£"),
    *("(", ")", "[1]", "[", "]", "**", "*", "`", "```\n", "$", "<b>", "</b>", "<sup>2</sup>", "&nbsp;", "\\frac12"),
    *("\\times 10^{3}", "\\,", "_", "#", "@", "http://x.y/5", "v1.2.3", "12:30", "5th", "#3", "e.g.", "."),
    *("mg", "kg", "mL", "per", "and", "or", "to", "of", "daily", "twice", "every 6 hours", "at least", "about"),
]


def grammatical() -> st.SearchStrategy[str]:
    """Texts of words and signs that mean something to the reader, in any order."""
    word = st.sampled_from(tokens())
    gap = st.sampled_from(["", " ", " ", " "])
    return st.lists(st.tuples(word, gap), max_size=14).map(lambda parts: "".join(w + g for w, g in parts))


def anything() -> st.SearchStrategy[str]:
    """Any text without lone surrogates, short and odd."""
    odd = st.sampled_from("0123456789٣５½²₃.,-–−±×/%°$[](){}<>&;*_`|\\\"'’ \n\u00a0\u200b\u202e\u0301éµμΩ㎎①ⅣmgkL")
    return st.text(st.one_of(odd, st.characters(exclude_categories=("Cs",))), max_size=40)


def dice() -> st.SearchStrategy[random.Random]:
    """A random source that depends on one number, which is what a failure prints."""
    return st.integers(0, 2**32).map(random.Random)


def covered(case: Any, length: int) -> bytearray:
    """Return which characters lie in some entry of a case or a parse."""
    marks = bytearray(length)
    for entries in (case.quantities, case.citations, case.equations, case.ignored):
        for entry in entries:
            marks[entry.start : entry.end] = b"\1" * (entry.end - entry.start)
    return marks
