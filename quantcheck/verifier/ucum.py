"""Unit codes of a report, resolved a second time: from the plain rows of the tables to exact factor and dimension.

Reads what `vocab/units/*.toml` says and nothing that the program made of it: own products, prefixes and cancelling.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

Pairs = tuple[tuple[str, int], ...]

_ATOM = re.compile(r"(?:10[*^](?=-?[0-9])|(?:[^\W\d]|[%‰‱°'\"*^:$€£¥]|\[[^\]]*\]|\{[^}]*\})+|1(?![0-9]))")
_EXPONENT = re.compile(r"-?[0-9]{1,3}")
_OF = re.compile(r"\s*(\*\*|[*/()]|[A-Za-z_][A-Za-z_0-9]*|[0-9]+(?:\.[0-9]+)?)")
_MASS = {"mass": 1}
_VOLUME = {"length": 3}
_FORCE = {"mass": 1, "length": 1, "time": -2}
_LENGTH = {"length": 1}


class Unresolved(ValueError):
    """A code that the rows do not explain."""


class Resolved(msgspec.Struct, frozen=True):
    """What a code comes to: x of it is `x * factor + offset` in base units of the dimension.

    `dimension` has its exponents added up. `apart` says that a kind stands above and below and must not vanish.
    """

    factor: Fraction
    dimension: tuple[tuple[str, int], ...]
    offset: Fraction = Fraction(0)
    apart: bool = False
    whole: str = ""
    """The dimension as a row states it, where one row is the whole code."""


class Units:
    """The unit rows by code. `tables` maps a path (`units/mass`) to the parsed TOML of that file."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.tables = tables
        self._rows: dict[str, Mapping[str, Any]] = {}
        self._prefixes: dict[str, Fraction] = {}
        self._names: dict[str, str] = {}
        for path in sorted(tables):
            if path.startswith("units/"):
                for row in tables[path].get("unit", ()):
                    self._rows[row["name"]] = row
                for prefix in tables[path].get("prefix", ()):
                    self._prefixes[prefix["code"]] = _number(prefix["factor"])
                    self._names[prefix["code"]] = prefix["name"]
        axes = tables.get("axes", {})
        opposites = tables.get("opposites", {})
        self.axes = frozenset(
            (
                *(axis["name"] for axis in (*axes.get("axis", ()), *axes.get("writing", ()))),
                *(row["axis"] for row in opposites.get("opposite", ())),
                *("/".join(pair) for group in opposites.get("pairs", ()) for pair in group["words"]),
            )
        )
        self._known: dict[str, Resolved] = {}
        self._codes: dict[str, list[tuple[str, Fraction, int]]] = {}
        for name, row in self._rows.items():
            self._add(row["code"], name, Fraction(1), 1)
            if row["code"].startswith("money:"):
                self._add(row["symbols"][0], name, Fraction(1), 1)
            for prefix in row.get("prefixes", ()):
                self._add(prefix + row["code"], name, self._prefixes[prefix], 1)
            for power, field in ((2, "squares"), (3, "cubes")):
                for prefix in row.get(field, ()):
                    code = prefix + row["code"]
                    factor = self._prefixes[prefix] if prefix else Fraction(1)
                    self._add(f"({code}){power}" if code[-1].isdigit() else f"{code}{power}", name, factor, power)

    def _add(self, code: str, name: str, factor: Fraction, power: int) -> None:
        self._codes.setdefault(code, []).append((name, factor, power))

    @property
    def codes(self) -> Sequence[str]:
        """Every code that a row gives, with its prefixes, squares and cubes, sorted."""
        return sorted(self._codes)

    @property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """The rows by name."""
        return self._rows

    def kind(self, code: str) -> str:
        """Return the kind of quantity that a row states for its code, or nothing."""
        return next((self._rows[name].get("kind", "") for name, _, _ in self._codes.get(code, ())), "")

    def resolve(self, code: str) -> list[Resolved]:
        """Return what a code can come to; several where rows share it. Raises `Unresolved`."""
        if len(code) > 400:
            raise Unresolved("code too long")
        found = [self._entry(*entry) for entry in self._codes.get(code, ())]
        try:
            compound = self._compound(code)
        except Unresolved:
            if not found:
                raise
        else:
            own = compound.factor, compound.offset, compound.dimension
            if not any((single.factor, single.offset, single.dimension) == own for single in found):
                found.append(compound)
        return found

    def _entry(self, name: str, factor: Fraction, power: int) -> Resolved:
        base = self._row(name)
        pairs = tuple((n, e * power) for n, e in base.dimension)
        whole = base.whole if power == 1 else ""
        return Resolved(
            (base.factor * factor) ** power, pairs, base.offset if power == 1 else Fraction(0), base.apart, whole
        )

    def _row(self, name: str, depth: int = 0) -> Resolved:
        known = self._known.get(name)
        if known is not None:
            return known
        row = self._rows.get(name)
        if row is None or depth > 40:
            return self._prefixed_name(name, depth)
        factor = _number(row.get("factor", "1"))
        offset = _number(row.get("offset", "0"))
        pairs: dict[str, int] = {}
        if row.get("of"):
            scale, pairs = self._product(row["of"], depth)
            factor *= scale
            offset *= scale
        whole = row.get("dimension", "")
        apart = False
        if whole:
            pairs, apart = dimension(whole)
        found = self._known[name] = Resolved(factor, _pairs(pairs), offset, apart, whole)
        return found

    def _prefixed_name(self, name: str, depth: int) -> Resolved:
        """Return what `kilogram` or `kilo_gram` is: a row with a prefix that the row lists."""
        for code, word in self._names.items():
            rest = name.removeprefix(word).removeprefix("_")
            row = self._rows.get(rest)
            if depth <= 40 and rest != name and row is not None and code in row.get("prefixes", ()):
                base = self._row(rest, depth + 1)
                return Resolved(base.factor * self._prefixes[code], base.dimension, Fraction(0), base.apart)
        raise Unresolved(f"no unit row named {name!r}")

    def _product(self, text: str, depth: int) -> tuple[Fraction, dict[str, int]]:
        """Return factor and dimension of the right side of a row: names, numbers, `*`, `/`, `**`, brackets."""
        tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            m = _OF.match(text, at)
            if m is None:
                raise Unresolved(f"cannot read {text!r}")
            tokens.append(m[1])
            at = m.end()
        tokens.reverse()
        value = self._term(tokens, depth)
        if tokens:
            raise Unresolved(f"cannot read {text!r}")
        return value

    def _term(self, tokens: list[str], depth: int) -> tuple[Fraction, dict[str, int]]:
        factor, pairs = self._power(tokens, depth)
        while tokens and tokens[-1] in "*/":
            sign = 1 if tokens.pop() == "*" else -1
            other, more = self._power(tokens, depth)
            factor *= other**sign
            pairs = _sum(pairs, more, sign)
        return factor, pairs

    def _power(self, tokens: list[str], depth: int) -> tuple[Fraction, dict[str, int]]:
        if not tokens:
            raise Unresolved("a product ends early")
        token = tokens.pop()
        if token == "(":
            factor, pairs = self._term(tokens, depth)
            if not tokens or tokens.pop() != ")":
                raise Unresolved("an open bracket")
        elif token[0].isdigit():
            factor, pairs = Fraction(token), {}
        else:
            base = self._row(token, depth + 1)
            factor, pairs = base.factor, dict(base.dimension)
        if tokens and tokens[-1] == "**":
            tokens.pop()
            exponent = int(tokens.pop())
            factor, pairs = factor**exponent, {n: e * exponent for n, e in pairs.items()}
        return factor, pairs

    def _compound(self, code: str) -> Resolved:
        parts = list(self._parts(code))
        factor = Fraction(1)
        pairs: dict[str, int] = {}
        above: list[dict[str, int]] = []
        below: list[dict[str, int]] = []
        apart = False
        for single, power in parts:
            if single.offset and len(parts) == 1 and power == 1:
                return single
            factor *= single.factor**power
            own = dict(single.dimension)
            if "temperature" in own:
                own = {"temperature_difference" if n == "temperature" else n: e for n, e in own.items()}
            pairs = _sum(pairs, own, power)
            apart = apart or single.apart
            sized = {n: e * abs(power) for n, e in own.items() if n != "number"}
            if sized:
                (above if power > 0 else below).append(sized)
        pairs.pop("number", None)
        if _FORCE in above and _LENGTH in above:
            # a moment is one thing: `kN.m/m` keeps no length apart
            above.remove(_LENGTH)
        mates = any(a == b or (a in (_VOLUME, _LENGTH) and b in (_VOLUME, _LENGTH)) for a in above for b in below)
        return Resolved(factor, _pairs(pairs), apart=apart or mates)

    def _parts(self, code: str) -> Iterator[tuple[Resolved, int]]:
        at, sign = 0, 1
        if code.startswith("/"):
            at, sign = 1, -1
        while True:
            if code.startswith("(", at):
                close = _closing(code, at)
                inner = self._compound(code[at + 1 : close])
                at, power = _exponent(code, close + 1)
                yield inner, sign * power
            else:
                atom, after, power = self._atom(code, at)
                if atom == "1" and (at or code[after : after + 1] not in ("", "/")):
                    raise Unresolved(f"{code!r} writes a one that is never written")
                at = after
                yield self._single(atom), sign * power
            if at == len(code):
                break
            if code[at] not in "./":
                raise Unresolved(f"cannot read {code!r} at {at}")
            sign = 1 if code[at] == "." else -1
            at += 1

    def _atom(self, code: str, at: int) -> tuple[str, int, int]:
        m = _ATOM.match(code, at)
        if m is None:
            raise Unresolved(f"cannot read {code!r} at {at}")
        # A digit may belong to the code itself (`[in_i'H2O]`, `10*6`): the longest code of a row wins.
        for end in range(min(len(code), m.end() + 4), m.end(), -1):
            joined = any(sign in code[m.end() : end] for sign in "./")
            if code[at:end] in self._codes and not joined and code[end : end + 1] in ("", ".", "/", ")"):
                return code[at:end], end, 1
        end, power = _exponent(code, m.end())
        return m[0], end, power

    def _single(self, atom: str) -> Resolved:
        if atom == "1":
            return Resolved(Fraction(1), ())
        if atom in ("10*", "10^"):
            return Resolved(Fraction(10), ())
        for entry in self._codes.get(atom, ()):
            return self._entry(*entry)
        if atom.startswith("{") and atom.endswith("}"):
            return Resolved(Fraction(1), ((f"count:{atom[1:-1]}", 1),), whole=f"count:{atom[1:-1]}")
        raise Unresolved(f"no unit row has the code {atom!r}")


def units(texts: Mapping[str, str]) -> Units:
    """Return the units of the tables as `load.tables` gives them: TOML text by path (`vocab/units/mass.toml`)."""
    return Units(
        {
            path.removeprefix("vocab/").removesuffix(".toml"): tomllib.loads(text)
            for path, text in texts.items()
            if path.startswith("vocab/") and path.endswith(".toml")
        }
    )


def dimension(text: str) -> tuple[dict[str, int], bool]:
    """Return a written dimension with its exponents added up, and whether a name stands above and below.

    Mass per mass and volume per volume have names of their own and no exponents left.
    """
    out: dict[str, int] = {}
    seen: set[str] = set()
    apart = False
    for part in text.split("*"):
        name, _, power = part.partition("^")
        if name == "rotation":
            out = _sum(out, {"angle": 1, "time": -1}, int(power or 1))
            continue
        if name in ("mass_fraction", "volume_fraction"):
            apart = True
            continue
        apart = apart or name in seen
        seen.add(name)
        if name != "number":
            out[name] = out.get(name, 0) + int(power or 1)
    return {n: e for n, e in out.items() if e}, apart


def _number(text: str) -> Fraction:
    above, _, below = text.partition("/")
    return Fraction(above) / (Fraction(below) if below else 1)


def _pairs(pairs: Mapping[str, int]) -> Pairs:
    return tuple(sorted((n, e) for n, e in pairs.items() if e and n != "number"))


def _sum(a: Mapping[str, int], b: Mapping[str, int], times: int) -> dict[str, int]:
    out = dict(a)
    for name, exponent in b.items():
        out[name] = out.get(name, 0) + exponent * times
    return {n: e for n, e in out.items() if e}


def _closing(code: str, at: int) -> int:
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] == "(") - (code[i] == ")")
        if not depth:
            return i
    raise Unresolved(f"an open bracket in {code!r}")


def _exponent(code: str, at: int) -> tuple[int, int]:
    m = _EXPONENT.match(code, at)
    if m is None:
        return at, 1
    if m[0] in ("0", "1") or m[0].lstrip("-").startswith("0"):
        raise Unresolved(f"{code!r} writes an exponent that is never written")
    return m.end(), int(m[0])
