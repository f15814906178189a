"""The grammar of quantities: without conflicts, of one tree for every text, and read by Lark as by our own machine."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import strategies as texts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Tree

from quantcheck import Checker, load, run
from quantcheck.building.language import compile_grammar, lark_parser
from quantcheck.building.parse import Parser
from quantcheck.intake.cases import case as make_case
from quantcheck.reading.read import read
from quantcheck.verifier import verify

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = (ROOT / "grammar/quantity.lark").read_text(encoding="utf-8")
PARSER = Parser(compile_grammar(GRAMMAR), remember=False)
LARK = lark_parser(GRAMMAR)
CHECKER = Checker()
TERMINALS = [t for line in GRAMMAR.splitlines() if line.startswith("%declare") for t in line.split()[1:]]

WRITTEN = {
    "series": "5 mg, 10 mL and 20 cm",
    "sep": "5, 10 or 15 mg",
    "addition": "10 mg + 20 mg",
    "span": "5 to 10 minutes",
    "product": "5 × 10 cm",
    "tolerance": "5 ± 1 mg",
    "juxtaposed": "5 ft 10 in",
    "behind": "5 mg or more",
    "front": "at least 5 mg",
    "amount": "5 mg per kg",
    "frequency": "3 times a week",
    "proportion": "3 of 5",
    "pair": "120/80 mmHg",
    "scaled": "5 million people",
    "group": "(5 + 1) mg",
    "unit": "5 N·m",
    "factor": "5 sq ft",
    "rates": "5 mg per kg per day",
    "rate": "12 mg per 0.6 mL",
}
"""A text for every node that the grammar makes; `equation` and `start` are those of a whole text."""


def nodes() -> set[str]:
    """Return the names of the nodes of the grammar: its rules that are not looked through, and their aliases."""
    found = set()
    for line in GRAMMAR.splitlines():
        if rule := re.match(r"(\??)([a-z]+):", line):
            found |= {rule[2]} if not rule[1] else set()
        found |= set(re.findall(r"-> (\w+)", line))
    return found


def made(tree: Any) -> Any:
    """Return a tree of Lark as ours: a tuple of its name and its children, a terminal by its number."""
    if isinstance(tree, Tree):
        return (str(tree.data), *map(made, tree.children))
    return int(tree)


def moved(tree: Any, by: int) -> Any:
    """Return a tree with its terminals counted from its own first one."""
    return (tree[0], *(moved(child, by) for child in tree[1:])) if isinstance(tree, tuple) else tree - by


def names(tree: Any) -> Iterator[str]:
    if isinstance(tree, tuple):
        yield tree[0]
        for child in tree[1:]:
            yield from names(child)


def terminals(tree: Any) -> list[int]:
    return [k for child in tree[1:] for k in terminals(child)] if isinstance(tree, tuple) else [tree]


def size(tree: Any) -> int:
    """Return how many terminals a tree has."""
    return 1 if isinstance(tree, int) else sum(map(size, tree[1:]))


def runs(text: str) -> list[tuple[tuple[str, ...], Any]]:
    """Return the terminals of each expression that is read in a text, with its tree."""
    found: list[tuple[tuple[str, ...], Any]] = []

    def trace(island: Any, expressions: Any) -> None:
        for first, last, tree in expressions:
            if tree is not None:
                # what touches an expression is laid behind its tree, and is none of the grammar
                whole = tree[1] if tree[0] == "touched" else tree
                end = last if whole is tree else first + size(whole)
                found.append((tuple(island.types[first:end]), moved(whole, first)))

    read(text, CHECKER.language, trace=trace)
    return found


def test_it_has_no_conflicts() -> None:
    assert compile_grammar(GRAMMAR, strict=True).rules


# ---- texts of the grammar itself


def grammatical() -> st.SearchStrategy[list[str]]:
    """Runs of terminals that the grammar makes."""
    explicit = {name: st.just(f" {name}") for name in TERMINALS}
    return from_lark(LARK, start="start", explicit=explicit).map(str.split)


@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much])
@given(grammatical())
def test_what_the_grammar_makes_is_read_whole(types: list[str]) -> None:
    """Our machine takes every run of the grammar to its end, with the tree of Lark, and each terminal once."""
    end, tree = next(PARSER.prefixes(types, 0))
    assert end == len(types)
    assert terminals(tree) == list(range(end))
    assert tree == made(LARK.parse(" ".join(types)).children[0])


@cache
def spelt() -> dict[str, list[str]]:
    """Spellings of each terminal, from the tables where they have any."""
    tables = {path: tomllib.loads(text) for path, text in load.tables().items() if path.endswith(".toml")}
    found: dict[str, list[str]] = {}
    for row in tables["vocab/relations.toml"]["word"]:
        found.setdefault(row["as"], []).extend(s.replace(" . ", ". ") for s in row["spellings"])
    found |= {
        "NUM": ["5", "10", "0.25", "1,500", "½", "twenty-five", "1.5e3", "120"],
        "VAGUE": ["dozens", "several"],
        "MULT": ["million", "thousand", "× 10^3"],
        "UNIT": ["mg", "kg", "mL", "minutes", "ft", "in", "%", "°C", "tablets", "mmHg", "kcal", "dollars"],
        "POW": ["²", "^2", "^-1"],
        "CUR": ["$", "€", "USD"],
        "FROM": ["from"],
        "BETWEEN": ["between"],
    }
    return found


def spellings() -> st.SearchStrategy[str]:
    """Texts of the grammar: each terminal in one of its spellings, with a blank or nothing in front."""
    table = spelt()
    explicit = {
        name: st.builds(str.__add__, st.sampled_from([" ", " ", " ", ""]), st.sampled_from(table.get(name, ["of"])))
        for name in TERMINALS
    }
    return from_lark(LARK, start="start", explicit=explicit)


@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much])
@given(spellings())
def test_texts_of_the_grammar(text: str) -> None:
    """What is made of the grammar and the words is read without a crash, each digit in an entry, and proven."""
    parsed = CHECKER.parse(text)
    marks = texts.covered(parsed, len(text))
    assert all(marks[i] for i, char in enumerate(text) if char.isdecimal())
    refused = {(q.start, q.end) for q in parsed.values.quantities if q.reason}
    source = make_case(text, [text])
    checked = CHECKER.check_case(source)
    for q in checked.quantities:
        assert q.status != "source" or (q.start, q.end) not in refused or "$" in q.text
    for types, tree in runs(text):
        assert tree == made(LARK.parse(" ".join(types)).children[0])
    document = run.report([checked], [], CHECKER.engine)
    assert verify.verify(msgspec.json.encode(document), [source], texts.units(), CHECKER.engine) == []


# ---- every node, there and back


def test_every_node_has_a_text() -> None:
    assert set(WRITTEN) == nodes() - {"start", "equation", "ratio"}


@pytest.mark.parametrize("node", sorted(WRITTEN))
def test_node_is_read_and_read_back(node: str) -> None:
    """A text of the node is read with it, and what its tree spells, blank by blank, is read the same."""
    trees: list[Any] = []
    words: list[str] = []

    def trace(island: Any, expressions: Any) -> None:
        for first, last, tree in expressions:
            trees.append(tree)
            words.extend(
                island.texts[k] or island.source[island.starts[k] : island.ends[k]] for k in range(first, last)
            )

    def once(text: str) -> tuple[list[Any], list[str], list[Any]]:
        trees.clear()
        words.clear()
        found = read(text, CHECKER.language, trace=trace)
        assert not any(q.reason for q in found.quantities), text
        return list(trees), list(words), [tuple(r.normal for r in q.readings) for q in found.quantities]

    first, spelt, values = once(WRITTEN[node])
    assert any(node in set(names(tree)) for tree in first)
    again, _, same = once(" ".join(spelt))
    assert (again, same) == (first, values)


# ---- a second opinion: one tree by Earley too


@cache
def conformance() -> list[tuple[str, ...]]:
    """Return the runs of terminals that are read in the texts of the conformance cases, each once."""
    found: dict[tuple[str, ...], None] = {}
    for path in sorted((ROOT / "tests/conformance").rglob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", ()):
            for text in (case.get("text", ""), case.get("answer", ""), *case.get("passages", ())):
                if isinstance(text, str) and len(text) < 2000:
                    found |= dict.fromkeys(types for types, _ in runs(text) if len(types) <= 40)
    return list(found)


def test_no_case_has_two_trees() -> None:
    """Under Earley with explicit ambiguity every expression of the cases has one tree, and it is ours."""
    earley = lark_parser(GRAMMAR, parser="earley", ambiguity="explicit")
    for types in conformance():
        tree = earley.parse(" ".join(types))
        assert not list(tree.find_data("_ambig")), types
        assert made(tree.children[0]) == next(PARSER.prefixes(types, 0))[1], types
    assert len(conformance()) > 150


def test_an_ambiguous_grammar_is_noticed() -> None:
    loose = GRAMMAR.replace("| sum PLUS range", "| sum PLUS sum", 1)
    assert loose != GRAMMAR
    earley = lark_parser(loose, parser="earley", ambiguity="explicit")
    assert list(earley.parse("NUM PLUS NUM PLUS NUM").find_data("_ambig"))
