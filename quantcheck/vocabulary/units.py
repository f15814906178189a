"""The registry: pint, started empty, with our rows alone. Resolves each row to base units once, exactly.

pint sees canonical names only, never a spelling and never text of the input. Nothing here runs in a plain check
once the table is compiled.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
import pint

from quantcheck.values import Axes
from quantcheck.vocabulary.compound import merge
from quantcheck.vocabulary.spellings import Expanded, Prefix, Row, expand, rows, settle
from quantcheck.vocabulary.vocab import Axis, Dimension, UnitTable, VocabularyError, duplicates, from_plain, key

_FACTOR = re.compile(r"-?\d+(?:\.\d+)?(?:/\d+)?")
_PAIR = re.compile(r"([a-z_:A-Z0-9]+?)(?:\^(-?\d+))?$")
T = TypeVar("T")
_WORD = re.compile(r"[a-z_]+")
OPEN_KINDS = ("count", "currency", "iu", "level")


def rational(text: str, where: str) -> Fraction:
    """Return the number of a row: a decimal or a fraction, written out."""
    if not _FACTOR.fullmatch(text):
        raise VocabularyError(f"{where}: expected a decimal or p/q, not {text!r}")
    above, _, below = text.partition("/")
    return Fraction(above) / (int(below) if below else 1)


def pairs(dimension: str, where: str, known: Mapping[str, Dimension]) -> tuple[tuple[str, int], ...]:
    """Return the pairs of a dimension as a row writes it: `frequency`, `length*length^-3`."""
    found = []
    for part in dimension.split("*"):
        match = _PAIR.fullmatch(part)
        name = match[1] if match else part
        if not match or (name not in known and name.partition(":")[0] not in OPEN_KINDS):
            raise VocabularyError(f"{where}: no dimension {part!r}")
        found.append((name, int(match[2] or 1)))
    return tuple(sorted(found))


class Resolved(msgspec.Struct, frozen=True):
    """A row in base units."""

    factor: Fraction
    offset: Fraction
    dimension: tuple[tuple[str, int], ...]


def registry(
    table: Iterable[Row], known: Mapping[str, Dimension], prefixes: Mapping[str, Prefix]
) -> pint.UnitRegistry[Any]:
    """Return a pint registry that holds the base units of the dimensions and these rows, nothing else.

    A prefixed name (`kilogram`) is there where its row lists the prefix and another row names it.
    """
    ureg = pint.UnitRegistry(None, non_int_type=Fraction, cache_folder=None)
    bases: set[str] = set()
    used = {word for row in table for word in _WORD.findall(row.of)}
    for row in table:
        if row.dimension:
            for name, _ in pairs(row.dimension, f"unit row {row.code!r}", known):
                bases.add(name)
    for name in sorted(bases | set(known)):
        ureg.define(f"{_base(name)} = [{_base(name)}]")
    for row in table:
        factor = rational(row.factor, f"unit row {row.code!r}")
        of = row.of or "*".join(f"{_base(n)}**{e}" for n, e in pairs(row.dimension, f"unit row {row.code!r}", known))
        offset = rational(row.offset, f"unit row {row.code!r}")
        tail = f"; offset: {offset.numerator}/{offset.denominator}" if offset else ""
        ureg.define(f"{row.name} = {factor.numerator}/{factor.denominator} * {of}{tail}")
        for p in row.prefixes:
            if prefixes[p].name + row.name in used:
                scale = Fraction(prefixes[p].factor)
                ureg.define(f"{prefixes[p].name}{row.name} = {scale.numerator}/{scale.denominator} * {row.name}")
    return ureg


def _base(name: str) -> str:
    return "base_" + name.replace(":", "__")


def resolve(table: list[Row], known: Mapping[str, Dimension], prefixes: Mapping[str, Prefix]) -> dict[str, Resolved]:
    """Return each row in base units, by name. A row that names an unknown unit, or states a wrong dimension, raises."""
    ureg = registry(table, known, prefixes)
    names = {_base(name): name for name in known}
    for row in table:
        if row.dimension:
            names |= {_base(name): name for name, _ in pairs(row.dimension, f"unit row {row.code!r}", known)}
    found: dict[str, Resolved] = {}
    for row in table:
        try:
            offset = (
                ureg.Quantity(Fraction(0), row.name).to_base_units().magnitude if row.offset != "0" else Fraction(0)
            )
            unit = f"delta_{row.name}" if offset else row.name
            factor, base = ureg.get_base_units(unit)
            exponents = dict(base._units)
        except pint.UndefinedUnitError as error:
            raise VocabularyError(f"unit row {row.code!r}: no unit named {error.args[0]!r}") from None
        if not isinstance(factor, (int, Fraction)) or any(e != int(e) for e in exponents.values()):
            raise VocabularyError(f"unit row {row.code!r}: not an exact factor")
        dimension = merge((names[n.removeprefix("delta_")], int(e)) for n, e in exponents.items())
        if row.dimension:
            stated = pairs(row.dimension, f"unit row {row.code!r}", known)
            if row.of and not any(known.get(n, _NONE).whole for n, _ in stated) and merge(stated) != dimension:
                raise VocabularyError(f"unit row {row.code!r}: `of` and `dimension` differ")
            dimension = stated
        found[row.name] = Resolved(Fraction(factor), Fraction(offset), dimension)
    return found


_NONE = Dimension("", "", "")


def kind(row: Row, dimension: tuple[tuple[str, int], ...], known: Mapping[str, Dimension]) -> str:
    """Return the kind of quantity that the report names (contract §7)."""
    if row.kind:
        return row.kind
    heads = [name.partition(":")[0] for name, e in dimension if e > 0]
    if "currency" in heads:
        return "money"
    if heads == ["count"]:
        # As of a compound unit, its first part says: beats per minute are a count.
        return "count"
    return known[heads[0]].kind if len(dimension) == 1 and heads and heads[0] in known else "physical"


def compile_units(tables: Mapping[str, Mapping[str, Any]]) -> UnitTable:
    """Return the table of units that the parsed files of `vocab/` make; `tables` has them by path (`units/mass`)."""
    known = {d.name: d for d in _read(tables["dimensions"]["dimension"], Dimension)}
    axes = _read(tables["axes"]["axis"], Axis)
    prefixes = {p.code: p for p in _read(tables["units/prefixes"]["prefix"], Prefix)}
    paths = sorted(path for path in tables if path.startswith("units/"))
    table = rows(tables[path] for path in paths)
    for row in table:
        for p in (*row.prefixes, *filter(None, (*row.squares, *row.cubes))):
            if p not in prefixes:
                raise VocabularyError(f"unit row {row.code!r}: no prefix {p!r}")
    base = resolve(table, known, prefixes)
    units: list[Expanded] = [unit for row in table for unit in expand(row, prefixes)]
    _check_axes(units, axes)
    readings, standing, why = settle(units)
    plain: dict[str, Any] = {
        "units": [_plain_unit(unit, base[unit.row.name], known) for unit in units],
        "entries": [[u.code, u.name.replace("_", " "), u.row.source, u.row.note] for u in units],
        "axes": [msgspec.to_builtins(a) for a in axes],
        "dimensions": [msgspec.to_builtins(d) for d in known.values()],
        "defaults": why,
        "leading": sorted({key(s) for row in table for s in row.before}),
        "everyday": sorted({s.key for unit in units if unit.row.everyday and unit.power == 1 for s in unit.spellings}),
        "cues": _cues(units, readings),
        "left_out": _left_out(tables[path] for path in paths),
    }
    senses, groups = _Numbered(), _Numbered()

    def group(found: Iterable[tuple[int, Axes]]) -> int:
        return groups.number([senses.number([i, [list(pair) for pair in axes]]) for i, axes in found])

    plain["all"] = {k: group(found) for k, found in readings.items()}
    plain["settled"] = {k: group(_alone(readings[k], standing[k], n) for n in standing[k]) for k in standing}
    plain["senses"], plain["groups"] = senses.items, groups.items
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True)
    plain["digest"] = hashlib.sha256(text.encode()).hexdigest()
    return from_plain(plain)


def _cues(units: list[Expanded], readings: Mapping[str, list[tuple[int, Axes]]]) -> dict[str, list[list[Any]]]:
    """Return by spelling the cues that settle it: unit, words before, words behind, source."""
    found: dict[str, list[list[Any]]] = {}
    for i, unit in enumerate(units):
        if unit.name != unit.row.name:
            continue
        for cue in unit.row.cue:
            for spelling in dict.fromkeys(key(s) for s in cue.spellings):
                if len({j for j, _ in readings.get(spelling, ()) if j == i}) == len(readings.get(spelling, ())):
                    raise VocabularyError(
                        f"unit row {unit.row.code!r}: {spelling!r} needs no cue, it has no other reading"
                    )
                if i not in {j for j, _ in readings[spelling]}:
                    raise VocabularyError(f"unit row {unit.row.code!r}: {spelling!r} is no spelling of it")
                words = sorted(cue.before), sorted(cue.after)
                found.setdefault(spelling, []).append([i, *words, cue.source, cue.beside])
    return dict(sorted(found.items()))


def _left_out(tables: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return by spelling which of its uses elsewhere are no readings here, and why."""
    found: dict[str, list[str]] = {}
    for table in tables:
        for row in table.get("left_out", ()):
            for spelling in dict.fromkeys(key(s) for s in row["spellings"]):
                found.setdefault(spelling, []).append(row["why"])
    return {spelling: "; ".join(why) for spelling, why in found.items()}


class _Numbered:
    """Plain items, each kept once and known by its number."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, item: Any) -> int:
        name = json.dumps(item)
        if name not in self._numbers:
            self._numbers[name] = len(self.items)
            self.items.append(item)
        return self._numbers[name]


def _alone(readings: list[tuple[int, Axes]], standing: list[int], n: int) -> tuple[int, Axes]:
    """Return a reading that a default leaves standing, with the axes on which those that stand still differ."""
    i, axes = readings[n]
    others = [dict(readings[m][1]) for m in standing if m != n]
    return i, tuple((a, c) for a, c in axes if any(o.get(a, c) != c for o in others))


def _plain_unit(unit: Expanded, base: Resolved, known: Mapping[str, Dimension]) -> list[Any]:
    factor = base.factor**unit.power * unit.scale
    dimension = base.dimension
    if unit.power > 1:
        dimension = tuple((n, e * unit.power) for n, e in dimension)
    family = unit.row.family if unit.power == 1 else ""
    return [
        unit.code,
        str(factor),
        [list(pair) for pair in dimension],
        kind(unit.row, dimension, known),
        str(base.offset),
        family,
    ]


def _check_axes(units: Iterable[Expanded], axes: Iterable[Axis]) -> None:
    named = {a.name: a.choices for a in axes}
    for unit in units:
        for axis, choice in unit.axis.items():
            for c in [choice] if isinstance(choice, str) else choice:
                if c not in named.get(axis, ()):
                    raise VocabularyError(f"unit row {unit.row.code!r}: no axis {axis!r} with a choice {c!r}")


def _read(raw: Any, kind: type[T]) -> list[T]:
    try:
        found = msgspec.convert(raw, list[kind])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        raise VocabularyError(f"{kind.__name__} table: {error}") from None
    twice = duplicates(getattr(x, "name", "") for x in found)
    if twice:
        raise VocabularyError(f"{kind.__name__} named twice: {', '.join(twice)}")
    return found
