"""The trie of spellings that is kept is the one that the tables give, with and without the default of the dollar."""

from __future__ import annotations

import pytest

from quantcheck import load
from quantcheck.reading import dollars
from quantcheck.vocabulary import trie
from quantcheck.vocabulary.buckets import REMEMBERED, Table, pack
from quantcheck.vocabulary.lexicon import Lexicon, Node
from quantcheck.vocabulary.vocab import UnitTable

LANGUAGE = load.language()
PLAIN = LANGUAGE.plain
OTHERS = ("", " ", "5", "zyx", "M\ud800", "a" * 5000)


def _same(a: Node | None, b: Node | None, at: str) -> None:
    assert (a is None) == (b is None), at
    if a is None or b is None:
        return
    for name in set(Node.__slots__) - {"next"}:
        assert getattr(a, name) == getattr(b, name), (at, name)
    assert (a.next is None) == (b.next is None), at
    assert set(a.next or ()) == set(b.next or ()), at
    for token, child in (a.next or {}).items():
        _same(child, (b.next or {})[token], f"{at} {token}")


@pytest.mark.parametrize("default", [True, False], ids=["default", "opened"])
def test_kept_is_built(default: bool, table: UnitTable) -> None:
    units = table if default else dollars.opened(table)
    built = Lexicon(LANGUAGE.tables["relations"], LANGUAGE.tables["numerals"], units).root
    kept = trie.root(PLAIN.lexicon, LANGUAGE.units.groups, {} if default else PLAIN.opened)
    assert len(built) > 5000
    assert {*kept.keys_of_all(), *({} if default else PLAIN.opened)} == set(built)
    for token in (*built, *OTHERS):
        _same(kept.get(token), built.get(token), token)
        assert (token in kept) == (token in built), token


def test_without_the_default_the_dollar_is_open() -> None:
    closed, opened = LANGUAGE.units.senses["$"], dollars.opened(LANGUAGE.units).senses["$"]
    assert len(opened) > len(closed) == 1
    assert opened == LANGUAGE.units.all_senses["$"]
    assert "$" in PLAIN.opened


def test_what_is_absent_is_forgotten_and_what_is_there_is_kept() -> None:
    table = Table(pack({f"key {n}": n for n in range(1000)}), lambda raw: int(bytes(raw)))
    for n in range(1000):
        assert table.get(f"key {n}") == n
    for n in range(REMEMBERED + 500):
        assert table.get(f"other {n}") is None
    assert len(table) <= REMEMBERED
    assert all(dict.__contains__(table, f"key {n}") for n in range(1000))


def test_buckets_do_not_depend_on_order() -> None:
    rows = {f"key {n}": n for n in range(100)}
    assert pack(rows) == pack(dict(reversed(rows.items())))
