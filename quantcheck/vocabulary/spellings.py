"""From the rows of `vocab/units/` to every spelling that is read. Runs when the vocabulary is compiled, never later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from quantcheck.values import Axes
from quantcheck.vocabulary.compound import power_code
from quantcheck.vocabulary.vocab import VocabularyError, duplicates, key

Choices = dict[str, str | list[str]]


class Prefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prefix: its code, how it is written before a symbol and before a name, and its factor."""

    code: str
    name: str
    factor: str
    symbols: list[str]
    source: str
    lax: list[str] = []
    """Symbols that are wrong but common (`Kg`): read where nothing else is written so."""
    axis: Choices = {}


class CueRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words beside a quantity that settle what a spelling means: a few tokens before its number or behind it."""

    spellings: list[str]
    source: str
    before: list[str] = []
    after: list[str] = []
    beside: bool = False
    """Nothing but the number of one of them stands between (`1 h 5 m`)."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of `vocab/units/`. The fields are explained in `vocab/units/README.md`."""

    code: str
    name: str
    source: str
    factor: str = "1"
    of: str = ""
    dimension: str = ""
    offset: str = "0"
    symbols: list[str] = []
    names: list[str] = []
    points: list[str] = []
    prefixes: list[str] = []
    prefixed: list[str] = []
    prefixed_names: list[str] = []
    also: dict[str, list[str]] = {}
    also_symbols: dict[str, list[str]] = {}
    squares: list[str] = []
    cubes: list[str] = []
    family: str = ""
    kind: str = ""
    axis: Choices = {}
    default: dict[str, str] = {}
    cue: list[CueRow] = []
    before: list[str] = []
    everyday: bool = False
    capitals: bool = True
    note: str = ""


NAMED, CASED, CAPITALS, GUESSED = range(4)
"""How a spelling came about: named in a row; a name in another case; a lower-case symbol in capitals (`MG` is mg);
a longer symbol of both cases in capitals, or under a lax prefix (`MMHG`, `KPA`, `Kg`)."""
SHOUTED = ("k", "c", "m", "n")
"""Prefixes whose lower-case symbols are also read in capitals (`MG`, `NG`): with others `US`, `FM` would be units."""


class Spelt(msgspec.Struct, frozen=True):
    """A spelling of a unit. It gives way to one of lower rank: rules never override what a row names."""

    key: str
    base: str
    rank: int = NAMED


class Expanded(msgspec.Struct, frozen=True):
    """A unit of the table before pint: a row, or a row with a prefix, squared or cubed."""

    row: Row
    code: str
    name: str
    scale: Fraction
    power: int
    spellings: list[Spelt]
    axis: Choices


def rows(tables: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Return the rows of the parsed unit tables, checked one by one and against each other."""
    found: list[Row] = []
    for table in tables:
        for raw in table.get("unit", ()):
            try:
                found.append(msgspec.convert(raw, Row))
            except msgspec.ValidationError as error:
                raise VocabularyError(f"unit row {raw.get('code', raw)!r}: {error}") from None
    for row in found:
        if not row.source:
            raise VocabularyError(f"unit row {row.code!r}: no source")
        if bool(row.of) == bool(row.dimension) and not (row.of and row.dimension):
            raise VocabularyError(f"unit row {row.code!r}: expected `of` or `dimension`")
    twice = duplicates(row.name for row in found)
    if twice:
        raise VocabularyError(f"unit rows named twice: {', '.join(twice)}")
    return found


def expand(row: Row, prefixes: Mapping[str, Prefix]) -> Iterator[Expanded]:
    """Yield the unit of a row, then each prefixed, squared and cubed one that the row asks for."""
    for p in ("", *row.prefixes):
        yield _prefixed(row, prefixes[p] if p else None)
    for power, chosen in ((2, row.squares), (3, row.cubes)):
        for p in chosen:
            yield _powered(_prefixed(row, prefixes[p] if p else None), power)


def _prefixed(row: Row, prefix: Prefix | None) -> Expanded:
    if prefix is None:
        spelt = [
            *_symbols(row.symbols, row.capitals),
            *_names(row.names),
            *_pointed(row.points, row.capitals),
            *_more(row, row.code),
        ]
        return Expanded(row, row.code, row.name, Fraction(1), 1, spelt, row.axis)
    code = prefix.code + row.code
    bare = row.prefixed or row.symbols[:1]
    words = row.prefixed_names or [n for n in row.names if " " not in n]
    spelt = [
        *_symbols([p + s for p in prefix.symbols for s in bare], row.capitals and prefix.code in SHOUTED),
        *(Spelt(key(p + s), p + s, GUESSED) for p in prefix.lax for s in bare),
        *_names([prefix.name + w for w in words]),
        *_more(row, code),
    ]
    return Expanded(
        row, code, prefix.name + "_" + row.name, Fraction(prefix.factor), 1, spelt, {**row.axis, **prefix.axis}
    )


def _more(row: Row, code: str) -> Iterator[Spelt]:
    yield from _names(row.also.get(code, ()))
    yield from _symbols(row.also_symbols.get(code, ()), False)


POWER_WORDS = {2: (("square", "sq", "sq."), "squared"), 3: (("cubic", "cu", "cu."), "cubed")}


def _powered(base: Expanded, power: int) -> Expanded:
    """Return a square or cube with its spellings: `square feet`, `sq. ft`, `sqft`, `ft2`, `feet squared`."""
    before, after = POWER_WORDS[power]
    spelt: list[Spelt] = []
    extra = {*base.row.also.get(base.code, ()), *base.row.also_symbols.get(base.code, ())}
    for s in base.spellings:
        # A letter that a row borrows (m for mile) is not raised to a power: m2 is metres.
        borrowed = len(s.key) == 1 and s.key != base.row.code
        if s.rank != NAMED or s.base in extra or borrowed or not s.key[0].isalpha():
            continue
        words = [f"{w} {s.key}" for w in before] + [f"{s.key} {after}"]
        glued = [f"{w} - {s.key}" for w in before[:1]]
        if " " not in s.key and len(s.key) <= 5:
            glued.append(f"{before[1]}{s.key}")
            symbol = f"{s.key}{power}"
            # the case of a prefix is its own: `Mm2` is not mm2, `Km2` is km2 as `Km` is km
            cased = (
                [symbol.upper()] if base.code != base.row.code else [symbol[:1].upper() + symbol[1:], symbol.upper()]
            )
            cased += [f"{c.key}{power}" for c in base.spellings if c.base == s.base != c.key]
            spelt += [Spelt(key(symbol), symbol), *(Spelt(key(w), symbol, CASED) for w in cased)]
        spelt += [Spelt(key(w), w) for w in (*words, *glued)]
        for word in (*words, *glued):
            spelt += [Spelt(key(w), word, CASED) for w in (word[:1].upper() + word[1:], word.upper())]
    code = power_code(base.code, power)
    spelt += _more(base.row, code)
    return Expanded(base.row, code, f"{base.name}_{power}", base.scale**power, power, _once(spelt), base.axis)


def _once(spelt: Iterable[Spelt]) -> list[Spelt]:
    best: dict[str, Spelt] = {}
    for s in spelt:
        if s.key not in best or s.rank < best[s.key].rank:
            best[s.key] = s
    return list(best.values())


def _symbols(symbols: Iterable[str], capitals: bool) -> Iterator[Spelt]:
    for s in symbols:
        yield Spelt(key(s), s)
        if capitals and s.upper() != s and len(s) > 1:
            if s.islower():
                yield Spelt(key(s.upper()), s, CAPITALS)
            elif len(s) > 3 or s[0] == "k":
                yield Spelt(key(s.upper()), s, GUESSED)


def _names(names: Iterable[str], capitals: bool = True) -> Iterator[Spelt]:
    for name in names:
        for written in (name, name.replace(" ", "-")) if " " in name else (name,):
            yield Spelt(key(written), name)
            yield Spelt(key(written.lower()), name)
            for form in (written[:1].upper() + written[1:], written.title(), written.upper()):
                if capitals or form != written.upper():
                    yield Spelt(key(form), name, CASED)


def _pointed(points: Iterable[str], capitals: bool) -> Iterator[Spelt]:
    """Abbreviations that are written with and without points: `fl oz`, `fl. oz.`."""
    for p in points:
        spaced = (p.replace(" ", ". ") + ".", p.replace(" ", ". ")) if " " in p else ()
        yield from _names((p, p + ".", *spaced), capitals)


def settle(units: Sequence[Expanded]) -> tuple[dict[str, list[tuple[int, Axes]]], dict[str, list[int]], dict[str, str]]:
    """Return the readings of each spelling, which of them stand where a default settles it, and why.

    A reading carries the axes on which it differs from another reading of the same spelling.
    """
    ranked: dict[str, dict[int, dict[int, str]]] = {}
    for i, unit in enumerate(units):
        for s in unit.spellings:
            ranked.setdefault(s.key, {}).setdefault(s.rank, {}).setdefault(i, s.base)
    readings: dict[str, list[tuple[int, Axes]]] = {}
    standing: dict[str, list[int]] = {}
    why: dict[str, str] = {}
    clashes: list[str] = []
    for k in sorted(ranked):
        rank = min(ranked[k])
        named = ranked[k][rank]
        # Two rules that make the same letters from different spellings (MS from ms and mS) cancel out.
        if rank != NAMED and len(set(named.values())) > 1 and len(named) > 1:
            continue
        choices = {i: units[i].axis for i in named}
        readings[k] = [(i, axes) for i in named for axes in _differing(i, choices)]
        clashes += _clashes(k, readings[k], units)
        settled = [i for i, base in named.items() if _default(units[i].row, k, base)]
        if settled and len(named) > 1:
            standing[k] = [n for n, (i, _) in enumerate(readings[k]) if i in settled]
            why[k] = _default(units[settled[0]].row, k, named[settled[0]])
    if clashes:
        raise VocabularyError(f"no axis keeps these readings apart: {'; '.join(clashes)}")
    return readings, standing, why


def _default(row: Row, spelling: str, base: str) -> str:
    """Return why a row is the default of a spelling, however cased and pointed; empty where it is not."""
    return row.default.get(spelling) or row.default.get(base) or row.default.get(base.replace(".", "")) or ""


def _differing(i: int, choices: Mapping[int, Choices]) -> Iterator[Axes]:
    """Yield the choices of a reading on the axes where another reading of the spelling chooses otherwise."""
    kept = {
        axis: [choice] if isinstance(choice, str) else choice
        for axis, choice in choices[i].items()
        if any(j != i and axis in other and other[axis] != choice for j, other in choices.items())
    }
    found: list[Axes] = [()]
    for axis in sorted(kept):
        found = [(*axes, (axis, choice)) for axes in found for choice in kept[axis]]
    yield from found


def _clashes(spelling: str, readings: Sequence[tuple[int, Axes]], units: Sequence[Expanded]) -> Iterator[str]:
    """Yield what is wrong with a spelling: two readings that no axis keeps apart."""
    for n, (i, a) in enumerate(readings):
        for j, b in readings[n + 1 :]:
            if i != j and not any(dict(b).get(axis, choice) != choice for axis, choice in a):
                yield f"{spelling!r} is {units[i].code} ({units[i].name}) and {units[j].code} ({units[j].name})"
