"""`quantcheck units`: what a spelling means, and why it may be ambiguous."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from quantcheck import load
from quantcheck.api import Checker
from quantcheck.output import CannotDo
from quantcheck.values import Sense, Unit
from quantcheck.vocabulary.vocab import UnitTable, key
from quantcheck.wording import safe, words


def units(
    word: Annotated[
        str, typer.Argument(metavar="WORD", help="A spelling, such as oz, or a code; none lists the units.")
    ] = "",
) -> None:
    """Show what a spelling means: each unit with code, factor, dimension and source, and what decides between them."""
    table = load.language().units
    if not word:
        for unit, entry in zip(table.units, table.entries, strict=True):
            print(f"{unit.code:<16} {entry.name:<32} {_dimension(unit)}")
        return
    spelling, every = _senses(word, table)
    if not every:
        print("\n".join(_compound(word, table)))
        return
    standing = table.senses[spelling]
    units_standing = {sense.unit.code for sense in standing}
    print(safe.line(word))
    for sense in every:
        for line in _sense(sense, table, stands=sense.unit.code in units_standing):
            print(f"  {line}")
    for name in dict.fromkeys(axis for sense in standing if len(standing) > 1 for axis, _ in sense.axes):
        axis = table.axes[name]
        print(f"  Ambiguous, axis {name}: {axis.meaning}")
    if spelling in table.defaults:
        print(f"  Settled: {table.defaults[spelling]}")
    if spelling in table.left_out:
        print(f"  Left out: {table.left_out[spelling]}")


def _senses(word: str, table: UnitTable) -> tuple[str, tuple[Sense, ...]]:
    """Return the meanings of a spelling, or of a code, and the spelling that has them."""
    for spelling in (key(word), key(word.lower())):
        if spelling in table.all_senses:
            return spelling, table.all_senses[spelling]
    return key(word), ()


def _sense(sense: Sense, table: UnitTable, *, stands: bool) -> Iterator[str]:
    entry = next((e for u, e in zip(table.units, table.entries, strict=True) if u == sense.unit), None)
    assumed = ", ".join(f"{axis} = {choice}" for axis, choice in sense.axes)
    name = entry.name if entry else sense.unit.code
    yield f"{name}  {sense.unit.code}" + (f"  if {assumed}" if assumed else "") + ("" if stands else "  (set aside)")
    yield f"    {_value(sense.unit, table)}"
    if entry is not None:
        yield f"    source: {entry.source}"
        if entry.note:
            yield f"    {entry.note}"


def _value(unit: Unit, table: UnitTable) -> str:
    bases = []
    for name, exponent in unit.dimension:
        known = table.dimensions.get(name)
        base = known.unit if known and known.unit else name
        bases.append(base if exponent == 1 else f"{base}^{exponent}")
    factor, base = words.number(str(unit.factor)), f"{'·'.join(bases)}  ({_dimension(unit)})"
    if unit.offset:
        return f"x = {factor}·x + {words.number(str(unit.offset))} {base}"
    return f"1 = {factor} {base}"


def _dimension(unit: Unit) -> str:
    return "*".join(name if exponent == 1 else f"{name}^{exponent}" for name, exponent in unit.dimension) or "number"


def _compound(word: str, table: UnitTable) -> list[str]:
    """Return what a compound unit means, as the reader reads it behind a number."""
    text = f"1 {word}"
    found = Checker().parse(text).quantities
    if len(found) == 1 and found[0].end == len(text) and found[0].readings and not found[0].reason:
        return [safe.line(word), *(f"  {r.unit}: 1 = {words.base(r)}" for r in found[0].readings)]
    import difflib

    near = difflib.get_close_matches(key(word), list(table.all_senses), n=4)
    hint = f"; near: {', '.join(near)}" if near else "; `quantcheck units` lists all"
    raise CannotDo(f'no unit is spelt "{safe.brief(word)}"{hint}')
