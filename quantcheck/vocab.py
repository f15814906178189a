"""The table of units: what each spelling means. Opens no file and knows no pint: `spellings` and `units` make it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from quantcheck.values import Sense, Unit


class VocabularyError(ValueError):
    """A row that cannot be used: the message names the row and what was expected."""


def tokens(spelling: str) -> list[str]:
    """Return the tokens of a spelling: a run of letters, with a digit glued to it (`m2`), or one other character."""
    found: list[str] = []
    run = ""
    for c in spelling:
        if c.isalpha() and c not in "ºª":
            run = run + c
        elif run and c.isascii() and c.isdigit():
            found.append(run + c)
            run = ""
        else:
            found += [run, c]
            run = ""
    return [t for t in (*found, run) if t and not t.isspace()]


def key(spelling: str) -> str:
    """Return the look-up key of a spelling: its tokens joined by one blank."""
    return " ".join(tokens(spelling))


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named ambiguity: its choices, each with what it means."""

    name: str
    meaning: str
    choices: dict[str, str]


class Dimension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A base name or a whole kind of quantity."""

    name: str
    unit: str
    meaning: str
    whole: bool = False
    kind: str = "physical"


class Entry(msgspec.Struct, frozen=True):
    """What the table knows about a unit beside its value: name, source, notes. For `quantcheck units`."""

    code: str
    name: str
    source: str
    note: str = ""


class Cue(msgspec.Struct, frozen=True):
    """Words that settle a reading of a spelling where they stand within `REACH` tokens of the quantity."""

    unit: Unit
    before: frozenset[str]
    after: frozenset[str]
    source: str


REACH = 4


class Senses(Mapping[str, tuple[Sense, ...]]):
    """Spelling -> meanings, over plain data; an entry is built when it is first looked up."""

    def __init__(
        self, spellings: dict[str, int], groups: list[list[int]], senses: list[list[Any]], units: Units
    ) -> None:
        self._spellings = spellings
        self._groups = groups
        self._senses = senses
        self._units = units
        self._built: dict[int, tuple[Sense, ...]] = {}

    def __getitem__(self, spelling: str) -> tuple[Sense, ...]:
        group = self._spellings[spelling]
        found = self._built.get(group)
        if found is None:
            found = self._built[group] = tuple(
                Sense(self._units[u], tuple((a, c) for a, c in axes))
                for u, axes in (self._senses[i] for i in self._groups[group])
            )
        return found

    def __contains__(self, spelling: object) -> bool:
        return spelling in self._spellings

    def __iter__(self) -> Iterator[str]:
        return iter(self._spellings)

    def __len__(self) -> int:
        return len(self._spellings)


class Units:
    """The units by number, over plain data; a unit is built when it is first asked for."""

    def __init__(self, rows: list[list[Any]]) -> None:
        self._rows = rows
        self._built: dict[int, Unit] = {}

    def __getitem__(self, i: int) -> Unit:
        found = self._built.get(i)
        if found is None:
            code, factor, dimension, kind, offset, family = self._rows[i]
            found = self._built[i] = Unit(
                code, Fraction(factor), tuple((n, e) for n, e in dimension), kind, Fraction(offset), family
            )
        return found

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Unit]:
        return (self[i] for i in range(len(self._rows)))


class UnitTable(msgspec.Struct, frozen=True):
    """Spellings and their meanings. `senses` has the defaults applied, `all_senses` has every reading."""

    senses: Mapping[str, tuple[Sense, ...]]
    all_senses: Mapping[str, tuple[Sense, ...]]
    units: Units
    entries: tuple[Entry, ...]
    """One for each of `units`, in order."""
    axes: dict[str, Axis]
    dimensions: dict[str, Dimension]
    defaults: dict[str, str]
    """Spelling -> why only one of its readings stands."""
    leading: frozenset[str]
    """Spellings that may also stand in front of their number (`$`, `USD`); codes that are English words may not."""
    everyday: frozenset[str]
    """Spellings that are everyday nouns first (`chain`, `stone`): units behind a figure, never behind an article."""
    cues: dict[str, tuple[Cue, ...]]
    """Spelling -> the cues that settle it."""
    left_out: dict[str, str]
    """Spelling -> which of its uses elsewhere are no reading here, and why."""
    digest: str
    plain: dict[str, Any]

    def cued(self, spelling: str, before: Sequence[str], after: Sequence[str]) -> tuple[Sense, ...]:
        """Return the meanings of a spelling between some tokens in lower case, nearest last and nearest first.

        A cue overrules a default. What it settles keeps its axes, so that a joint reading settles the other side too.
        """
        near, behind = set(before[-REACH:]), set(after[:REACH])
        met = {cue.unit for cue in self.cues.get(spelling, ()) if cue.before & near or cue.after & behind}
        return tuple(s for s in self.all_senses[spelling] if s.unit in met) or self.senses[spelling]

    def by_code(self, code: str) -> Unit:
        """Return the first unit of the table with this code."""
        for unit in self.units:
            if unit.code == code:
                return unit
        raise KeyError(code)


def from_plain(plain: dict[str, Any]) -> UnitTable:
    """Return the table that `UnitTable.plain` was taken from."""
    units = Units(plain["units"])
    every = Senses(plain["all"], plain["groups"], plain["senses"], units)
    settled = Senses({**plain["all"], **plain["settled"]}, plain["groups"], plain["senses"], units)
    return UnitTable(
        senses=settled,
        all_senses=every,
        units=units,
        entries=tuple(Entry(*e) for e in plain["entries"]),
        axes={a["name"]: Axis(**a) for a in plain["axes"]},
        dimensions={d["name"]: Dimension(**d) for d in plain["dimensions"]},
        defaults=plain["defaults"],
        leading=frozenset(plain["leading"]),
        everyday=frozenset(plain["everyday"]),
        cues={
            spelling: tuple(Cue(units[u], frozenset(b), frozenset(a), source) for u, b, a, source in found)
            for spelling, found in plain["cues"].items()
        },
        left_out=plain["left_out"],
        digest=plain["digest"],
        plain=plain,
    )


def duplicates(names: Iterable[str]) -> list[str]:
    """Return the names that occur more than once, sorted."""
    seen: set[str] = set()
    twice: set[str] = set()
    for name in names:
        (twice if name in seen else seen).add(name)
    return sorted(twice)
