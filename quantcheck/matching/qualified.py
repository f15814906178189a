"""What heads of tables say of cells beside their unit: that they are ends, approximate, changes, or per a period.

`Max dose (mg)`, `Approx. length`, `Change in temperature (°C)`, `Daily dose (mg)`: a cell there says no bare figure.
It knows words and readings; where heads stand is for `tables`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from quantcheck.context.either import as_bound, chosen
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import caseless, later
from quantcheck.values import Reading
from quantcheck.vocabulary import comparatives

Readings = tuple[Reading, ...]
_BLANK = r"\s?"
_BREAK = later(r"[(\[,:]")
_LONGEST = 8
"""Words of a spelling of a bound."""


class Qualified(msgspec.Struct, frozen=True):
    """What heads say of a cell: which end it is, whether it is about, a change or a fall, what period it is per."""

    bound: str = ""
    about: bool = False
    change: bool = False
    fall: bool = False
    per: str = ""

    def __or__(self, other: Qualified) -> Qualified:
        """Return what two heads say together; where they name two ends, neither."""
        both = self.bound and other.bound and self.bound != other.bound
        return Qualified(
            "" if both else self.bound or other.bound,
            self.about or other.about,
            self.change or other.change,
            self.fall or other.fall,
            self.per or other.per,
        )

    def readings(self, plain: Readings) -> Iterator[Readings]:
        """Yield the readings that a cell has instead of its plain ones: as it is said, then with the bare figure."""
        if not all(r.shape == "point" and r.modality == "exact" for r in plain) or (self.bound and self.about):
            yield plain
        elif self.bound:
            yield tuple(as_bound(r, self.bound) for r in plain)
            if len(plain) == 1:
                yield chosen(as_bound(plain[0], self.bound), "apart", "bound"), chosen(plain[0], "apart", "figure")
        else:
            yield tuple(msgspec.structs.replace(r, modality="approximate") for r in plain)


class Qualifiers:
    """The words of heads that qualify, compiled from the tables of relations and of heads."""

    def __init__(self, relations: Mapping[str, Any], words: Mapping[str, Any]) -> None:
        names: dict[str, str] = relations["apart"]["heads"]
        self._ends = {
            end: _words(n for n, e in names.items() if e == end and n != "min" and not n.startswith("the "))
            for end in ("le", "ge")
        }
        rows = [*relations["word"], *comparatives.rows(relations["comparative"])]
        fill = [s for row in rows if row["as"] == "FILL" for s in row["spellings"] if s.isalpha()]
        bounds: dict[str, list[str]] = {}
        for row in rows:
            if row["as"] == "BOUND":
                bounds.setdefault(row["value"], []).extend(row["spellings"])
        self._fill = frozenset(fill)
        self._whole: dict[str, str] = {}
        """The end that each spelling of a bound names, written in one."""
        for end, spellings in bounds.items():
            for spelling in spellings:
                self._whole.setdefault("".join(spelling.split()), end)
        self._about = _words(words["about"])
        self._change, self._fall = _words(words["change"]), _words(words["fall"])
        frequency = relations["frequency"]
        self._steady, self._paced = _words(frequency["steady"]), _words(frequency["paced"])
        self._periods = {w: _words([w]) for w in frequency["adjectives"]}
        self._units: Mapping[str, str] = words["periods"]

    def of(self, head: str) -> Qualified | None:
        """Return what a head says of its cells, None for nothing."""
        bound = ""
        named = [end for end, words in self._ends.items() if words.search(head) is not None]
        if "ge" not in named and (_MINIMUM.match(head) or (named and _MIN.search(head))):
            named.append("ge")
        if len(named) == 1:
            bound = named[0]
        elif not named:
            bound = self._named(head)
        per = next((w for w, words in self._periods.items() if words.search(head) is not None), "")
        if per and (self._steady.search(head) is not None or not (bound or self._paced.search(head) is not None)):
            per = ""
        made = Qualified(
            bound,
            self._about.search(head) is not None,
            self._change.search(head) is not None,
            self._fall.search(head) is not None,
            f"per {self._units[per]}" if per else "",
        )
        return None if made == Qualified() else made

    def _named(self, head: str) -> str:
        """Return the end that a head names as its first words, where only words that fill follow; empty for none."""
        words = _BREAK.split(head, 1)[0].lower().split()
        for n in range(min(len(words), _LONGEST), 0, -1):
            end = self._whole.get("".join(words[:n]))
            if end is not None and self._fill.issuperset(words[n:]):
                return end
        return ""


# `min` in brackets, or alone in small letters, is the minute
_MINIMUM = later(r"\s*(?:[Mm]in\b\.?\s+[^\W\d_]|(?:Min|MIN)\b\.?\s*(?:\Z|[(\[,]))")

_MIN = later(r"\bmin\b", re.IGNORECASE)


def _words(spellings: Iterable[str]) -> re.Pattern[str]:
    listed = list(spellings)
    return caseless(lambda: rf"(?<![\w-])(?:{any_of(listed, _BLANK)})(?![\w-])")
