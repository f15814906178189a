"""The table of units: what each spelling means. Opens no file and knows no pint: `spellings` and `units` make it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from quantcheck.values import Sense, Unit
from quantcheck.vocabulary.buckets import Packed, Parts, Table, pack
from quantcheck.vocabulary.buckets import packed as rows_of


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
    writing: bool = False
    """An ambiguity of how a quantity is written, not of a spelling: the reader takes it, no row does."""


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
    beside: bool = False
    """Nothing but the number of the one or the other stands between."""

    def met(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Say whether one of the words stands there: `before` ends with the nearest token, `after` begins with it."""
        if not self.beside:
            return not (self.before.isdisjoint(before[-REACH:]) and self.after.isdisjoint(after[:REACH]))
        front = [t for t in before[-3:-1] if t not in _JOINTS][-1:]
        if not self.before.isdisjoint(front) and before[-1][:1].isdecimal():
            return True
        return not self.after.isdisjoint(after[1:2]) and after[0][:1].isdecimal()


_JOINTS = frozenset((",", "and"))
REACH = 4


class Groups:
    """The meanings that spellings share, by number, over plain data; each is built when it is first asked for."""

    def __init__(self, groups: Sequence[Any], senses: Sequence[Any], units: Units) -> None:
        self._groups = groups
        self._senses = senses
        self._units = units
        self._built: dict[int, tuple[Sense, ...]] = {}

    def __getitem__(self, group: int) -> tuple[Sense, ...]:
        found = self._built.get(group)
        if found is None:
            rows = (_row(self._senses[i]) for i in _row(self._groups[group]))
            found = tuple(Sense(self._units[u], tuple((a, c) for a, c in axes)) for u, axes in rows)
            self._built[group] = found
        return found

    def numbers(self) -> dict[int, int]:
        """Return the number of each group that was built, by the identity of its meanings."""
        return {id(senses): number for number, senses in self._built.items()}


def _row(row: Any) -> Any:
    """Return a row that may still be encoded."""
    return msgspec.json.decode(row) if isinstance(row, memoryview) else row


class Senses(Mapping[str, tuple[Sense, ...]]):
    """Spelling -> meanings. `settled` stands in place of what `spellings` has, where a default holds."""

    def __init__(self, spellings: dict[str, int] | Table[int], groups: Groups, settled: Mapping[str, int] = {}) -> None:
        self._spellings = spellings
        self._groups = groups
        self._settled = settled

    def __getitem__(self, spelling: str) -> tuple[Sense, ...]:
        group = self._settled.get(spelling)
        if group is None:
            group = self._spellings[spelling]
        if group is None:
            raise KeyError(spelling)
        return self._groups[group]

    def __contains__(self, spelling: object) -> bool:
        return spelling in self._spellings

    def __iter__(self) -> Iterator[str]:
        return self._spellings.keys_of_all() if isinstance(self._spellings, Table) else iter(self._spellings)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def without(self, dropped: Iterable[str]) -> Senses:
        """Return the same meanings with the defaults of some spellings dropped."""
        gone = frozenset(dropped)
        return Senses(self._spellings, self._groups, {s: g for s, g in self._settled.items() if s not in gone})

    @property
    def settled(self) -> Mapping[str, int]:
        """The spellings for which a default holds."""
        return self._settled


class Units:
    """The units by number, over plain data; a unit is built when it is first asked for."""

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = rows
        self._built: dict[int, Unit] = {}

    def __getitem__(self, i: int) -> Unit:
        found = self._built.get(i)
        if found is None:
            code, factor, dimension, kind, offset, family = _row(self._rows[i])
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

    senses: Senses
    all_senses: Senses
    units: Units
    groups: Groups
    axes: dict[str, Axis]
    dimensions: dict[str, Dimension]
    leading: frozenset[str]
    """Spellings that may also stand in front of their number (`$`, `USD`); codes that are English words may not."""
    everyday: frozenset[str]
    """Spellings that are everyday nouns first (`chain`, `stone`): units behind a figure, never behind an article."""
    cues: dict[str, tuple[Cue, ...]]
    """Spelling -> the cues that settle it."""
    digest: str
    plain: Mapping[str, Any]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """One for each of `units`, in order."""
        return tuple(Entry(*e) for e in self.plain["entries"])

    @property
    def defaults(self) -> dict[str, str]:
        """Spelling -> why only one of its readings stands."""
        found: dict[str, str] = self.plain["defaults"]
        return found

    @property
    def left_out(self) -> dict[str, str]:
        """Spelling -> which of its uses elsewhere are no reading here, and why."""
        found: dict[str, str] = self.plain["left_out"]
        return found

    def cued(self, spelling: str, before: Sequence[str], after: Sequence[str]) -> tuple[Sense, ...]:
        """Return the meanings of a spelling between some tokens in lower case, nearest last and nearest first.

        A cue overrules a default. What it settles keeps its axes, so that a joint reading settles the other side too.
        """
        met = self.met(spelling, before, after)
        settled = tuple(s for s in self.all_senses[spelling] if s.unit in met) if met else ()
        return settled or self.senses[spelling]

    def met(self, spelling: str, before: Sequence[str], after: Sequence[str]) -> set[Unit]:
        """Return the units that cues make of a spelling between such tokens."""
        return {cue.unit for cue in self.cues.get(spelling, ()) if cue.met(before, after)}


def from_plain(plain: Mapping[str, Any]) -> UnitTable:
    """Return the table that `UnitTable.plain` was taken from, or that `packed` was made of."""
    rows = plain.rows if isinstance(plain, Parts) else plain.__getitem__
    units = Units(rows("units"))
    groups = Groups(rows("groups"), rows("senses"), units)
    spellings: Any = plain["all"] if not isinstance(plain, Parts) else Table(plain.buckets("all"), _NUMBER.decode)
    return UnitTable(
        senses=Senses(spellings, groups, plain["settled"]),
        all_senses=Senses(spellings, groups),
        units=units,
        groups=groups,
        axes={a["name"]: Axis(**a) for a in plain["axes"]},
        dimensions={d["name"]: Dimension(**d) for d in plain["dimensions"]},
        leading=frozenset(plain["leading"]),
        everyday=frozenset(plain["everyday"]),
        cues={
            spelling: tuple(Cue(units[u], frozenset(b), frozenset(a), *rest) for u, b, a, *rest in found)
            for spelling, found in plain["cues"].items()
        },
        digest=plain["digest"],
        plain=plain,
    )


_LISTS = ("units", "groups", "senses")
_NUMBER = msgspec.json.Decoder(int)


def packed(plain: Mapping[str, Any]) -> tuple[dict[str, memoryview], dict[str, Packed]]:
    """Return the plain data of a table in parts that are decoded as they are needed, and its large lists as rows."""
    rows = {name: rows_of(plain[name]) for name in _LISTS} | {"all": pack(plain["all"])}
    parts = {name: memoryview(msgspec.json.encode(part)) for name, part in plain.items() if name not in rows}
    return parts, rows


def duplicates(names: Iterable[str]) -> list[str]:
    """Return the names that occur more than once, sorted."""
    seen: set[str] = set()
    twice: set[str] = set()
    for name in names:
        (twice if name in seen else seen).add(name)
    return sorted(twice)
