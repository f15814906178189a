"""Short computations from source figures that give a figure which stands nowhere, and how likely one fits by chance.

Candidates are ordered by how much of their heads the question and the sentence name; the bound counts every candidate
that comes no later than the find. A find is offered to the reviewer and makes nothing traceable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

import msgspec

from quantcheck.arithmetic.cues import Cues
from quantcheck.arithmetic.measure import Measure, measure
from quantcheck.findings import Hit
from quantcheck.joint import Outcome
from quantcheck.match import Derived, Verdict
from quantcheck.places import Place, Places
from quantcheck.tables import Tabled
from quantcheck.values import Reading, Text

BOUND: Final = Fraction(1, 20)
"""Above this expected number of accidental finds none is offered."""
CELLS: Final = 240
"""Figures of one table or passage that are combined with each other; those beyond it are left out."""
CANDIDATES: Final = 40_000
"""Computations tried for one figure."""
BUDGET: Final = 80_000
"""Computations tried for all figures of one case; a figure that finds it used up is noted `derivation_capped`."""
CAPPED: Final = "derivation_capped"
LISTED: Final = 12
"""Figures of a row or column that are combined three at a time."""
_SCALED: Final = re.compile(r"\b(?:thousand|million|billion|trillion)\Z", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


class Figure(NamedTuple):
    """A source figure that may be an operand: its place, its value under one view, the words of its heads."""

    place: Place
    reading: Reading
    measure: Measure
    quote: str
    words: frozenset[str]
    years: tuple[int, ...]
    row: int
    column: int
    group: tuple[int, int]
    """Source and table, or source and -1 for running text."""


class Candidate(NamedTuple):
    """A computation: its rank (the smaller, the sooner), what it comes to, its formula with operands in order."""

    rank: tuple[int, int]
    value: Fraction
    form: str
    operands: tuple[Figure, ...]


class Deriver:
    """Looks for computations over the sources of one case."""

    def __init__(self, places: Places, tables: Tabled, cues: Cues, asked: str, multipliers: Mapping[str, str]) -> None:
        self._places = places
        self._tables = tables
        self._cues = cues
        self._asked = asked
        self._multipliers = multipliers
        self._pools: dict[bool, list[list[Figure]]] = {}
        self.capped = False
        self._left = BUDGET
        self._cut = False

    def derive(self, text: str, answer: Text, i: int) -> Verdict | None:
        """Return what changes about an unmatched figure: a computation offered, or the number of those withheld."""
        q = answer.quantities[i]
        if len(q.readings) != 1:
            return None
        scaled = _SCALED.search(text, max(q.start, q.end - 12), q.end) is not None
        if not self._pool(scaled):
            return None
        if self._left <= 0:
            return Verdict("unmatched", notes=(CAPPED,))
        r = q.readings[0]
        worth = measure(r)
        if worth is None or r.shape != "point" or r.modality == "just_below":
            return None
        digits = _digits(text[q.start : q.end])
        if not digits or not worth.value:
            return None
        start, end = answer.sentences[q.sentence] if q.sentence < len(answer.sentences) else (q.start, q.end)
        said = f"{self._asked} {text[max(start, q.start - 300) : q.start]} {text[q.end : min(end, q.end + 300)]}"
        wanted = self._cues.asked(said)
        words = self._cues.tokens(said)
        self.capped = False
        tried = list(self._candidates(r, worth, wanted, words, scaled))
        self._left -= len(tried)
        notes = (CAPPED,) if self.capped or self._cut else ()
        step = abs((r.lower_step or Fraction(0)) * (r.factor or Fraction(1)))
        hits = [c for c in tried if c.value == worth.value or (step and abs(c.value - worth.value) * 2 <= step)]
        if not hits:
            return Verdict("unmatched", notes=notes) if notes else None
        best = min(hits, key=lambda c: (c.rank, c.value != worth.value))
        figures = 9 * 10 ** (digits - 1)
        count = sum(c.rank <= best.rank for c in tried)
        bound = Fraction(count, figures)
        distinct = len({(c.form, tuple(id(o.place) for o in c.operands)) for c in hits})
        if bound > BOUND:
            return Verdict("unmatched", withheld=distinct, notes=notes)
        by: Literal["exact", "rounded"] = "exact" if best.value == worth.value else "rounded"
        proof = Derived(
            _formula(best),
            tuple(Hit(o.place, o.reading, Outcome(True, True)) for o in best.operands),
            by,
            best.value,
            bound,
        )
        return Verdict("unmatched", "derivable", derivation=proof, notes=notes)

    # ---- candidates

    def _candidates(
        self, r: Reading, worth: Measure, wanted: frozenset[str], words: frozenset[str], scaled: bool
    ) -> Iterator[Candidate]:
        percent = r.kind in ("percent", "percentage_point")
        count = 0
        for pool in self._pool(scaled):
            for rank, form, value, operands in self._of(pool, wanted, words, percent, worth):
                count += 1
                if count > CANDIDATES:
                    self.capped = True
                    return
                yield Candidate(rank, value, form, operands)

    def _of(
        self, pool: Sequence[Figure], wanted: frozenset[str], words: frozenset[str], percent: bool, worth: Measure
    ) -> Iterator[tuple[tuple[int, int], str, Fraction, tuple[Figure, ...]]]:
        running = 0 if pool and pool[0].group[1] >= 0 else 4
        scores = {id(f): len(f.words & words) for f in pool}

        def rank(op: str, operands: Sequence[Figure], natural: bool) -> tuple[int, int]:
            names = frozenset().union(*(f.words for f in operands))
            score = 4 * len(names & words) - len(names - words)
            tier = 0 if op in wanted else 8
            return tier + running, -2 * score - natural

        for a, b in _pairs(pool):
            if not scores[id(a)] and not scores[id(b)] and len(pool) > 60:
                continue
            same = a.measure.dimension == b.measure.dimension and _kind(a) == _kind(b)
            late, early = (a, b) if a.years and b.years and a.years[-1] > b.years[-1] else (b, a)
            timed = bool(a.years and b.years and a.years[-1] != b.years[-1])
            if same and _fits(a, worth, percent):
                for x, y in ((late, early), (early, late)):
                    yield rank("difference", (x, y), timed and x is late), "[] − []", _v(x) - _v(y), (x, y)
                yield rank("sum", (a, b), False), "[] + []", _v(a) + _v(b), (a, b)
                yield rank("average", (a, b), False), "([] + []) ÷ 2", (_v(a) + _v(b)) / 2, (a, b)
            if same and (percent or not worth.dimension):
                for x, y in ((late, early), (early, late)):
                    if _v(y):
                        if percent and _kind(x) != "percent":
                            natural = timed and x is late
                            value = (_v(x) - _v(y)) / _v(y)
                            yield rank("percent_change", (x, y), natural), "([] − []) ÷ []", value, (x, y, y)
                        yield rank("ratio", (x, y), False), "[] ÷ []", _v(x) / _v(y), (x, y)
            elif not same and _quotient(a, b, worth):
                yield rank("ratio", (a, b), False), "[] ÷ []", _v(a) / _v(b), (a, b)
            elif not same and _quotient(b, a, worth):
                yield rank("ratio", (b, a), False), "[] ÷ []", _v(b) / _v(a), (b, a)
            if {_kind(a), _kind(b)} & {"percent", "number", "count"} and not same:
                other = b if _kind(a) in ("percent", "number", "count") else a
                if _fits(other, worth, percent) and _kind(other) != "percent":
                    yield rank("product", (a, b), False), "[] × []", _v(a) * _v(b), (a, b)
        for line in _lines(pool):
            yield from self._wholes(line, rank, worth, percent)
        if percent:
            for f in pool:
                if _kind(f) == "percent":
                    yield rank("complement", (f,), False), "1 − []", 1 - _v(f), (f,)

    def _wholes(
        self, line: Sequence[Figure], rank: Any, worth: Measure, percent: bool
    ) -> Iterator[tuple[tuple[int, int], str, Fraction, tuple[Figure, ...]]]:
        """Yield what three figures of a line, and all of it, come to."""
        if not line or not _fits(line[0], worth, percent) or len({(_kind(f), f.measure.dimension) for f in line}) > 1:
            return
        sets: list[tuple[Figure, ...]] = []
        if 3 <= len(line) <= LISTED:
            n = len(line)
            sets += [(line[i], line[j], line[k]) for i in range(n) for j in range(i + 1, n) for k in range(j + 1, n)]
        if len(line) > 3:
            sets.append(tuple(line))
        for some in sets:
            total = sum((_v(f) for f in some), Fraction(0))
            plus = " + ".join("[]" for _ in some)
            yield rank("sum", some, len(some) == len(line)), plus, total, some
            yield rank("average", some, len(some) == len(line)), f"({plus}) ÷ {len(some)}", total / len(some), some
            if len(some) == 3:
                a, b, c = some
                for x, y, z in ((a, b, c), (a, c, b), (b, c, a)):
                    yield rank("difference", some, False), "[] + [] − []", _v(x) + _v(y) - _v(z), (x, y, z)

    # ---- figures

    def _pool(self, scaled: bool) -> list[list[Figure]]:
        if scaled not in self._pools:
            self._pools[scaled] = [*self._cells(scaled), *self._running()]
        return self._pools[scaled]

    def _cells(self, scaled: bool) -> Iterator[list[Figure]]:
        by_quantity: dict[tuple[int, int], list[Place]] = {}
        for place in self._places.all:
            if place.frequency < 0:
                by_quantity.setdefault((place.source, place.quantity), []).append(place)
        for number, (n, table) in enumerate(self._tables.tables):
            figures: list[Figure] = []
            heads: dict[int, str] = {}
            section = ""
            after = False
            for y, row in enumerate(table.rows):
                data = [cell for cell in row if cell.quantity >= 0 and not _YEAR.fullmatch(cell.text)]
                if not data:
                    filled = [c for c, cell in enumerate(row) if cell.text]
                    if after and len(filled) > 1:
                        heads = {}
                    if filled == [0]:
                        section = row[0].text
                    for c in filled:
                        heads[c] = f"{heads.get(c, '')} {row[c].text}"
                    after = False
                    continue
                after = True
                label = row[0].text if row[0].quantity < 0 else ""
                for x, cell in enumerate(row):
                    if cell.quantity < 0 or (x == 0 and len(row) > 1 and _YEAR.fullmatch(cell.text)):
                        continue
                    if len(figures) >= CELLS:
                        self._cut = True
                        break
                    found = _best(by_quantity.get((n, cell.quantity), ()), scaled)
                    if found is None:
                        continue
                    place, reading, worth = found
                    row_label = label or (row[0].text if x else "")
                    names = f"{row_label} {_spanned(heads, x)}"
                    words = self._cues.tokens(names)
                    years = tuple(sorted(int(m[0]) for m in _YEAR.finditer(f"{names} {section}")))
                    quote = self._quote(place)
                    figures.append(Figure(place, reading, worth, quote, words, years, y, x, (n, number)))
            if figures:
                yield figures

    def _running(self) -> Iterator[list[Figure]]:
        cells = self._tables.cells
        pools: dict[int, list[Figure]] = {}
        for place in self._places.all:
            if place.frequency >= 0 or place.heads or (place.source, place.quantity) in cells:
                continue
            pool = pools.setdefault(place.source, [])
            if len(pool) >= LISTED * 4:
                self._cut = True
                continue
            source = self._places.sources[place.source]
            q = source.read.quantities[place.quantity]
            worth = measure(place.readings[0]) if len(place.readings) == 1 else None
            if worth is None or (q.bare and _YEAR.fullmatch(source.text[q.start : q.end])):
                continue
            start, end = source.read.sentences[q.sentence] if q.sentence < len(source.read.sentences) else (0, 0)
            words = self._cues.tokens(source.text[max(start, q.start - 80) : min(end, q.end + 40)])
            quote = source.text[q.start : q.end]
            pool.append(Figure(place, place.readings[0], worth, quote, words, (), -1, -1, (place.source, -1)))
        yield from (pool for pool in pools.values() if len(pool) > 1)

    def _quote(self, place: Place) -> str:
        source = self._places.sources[place.source]
        q = source.read.quantities[place.quantity]
        return source.text[q.start : q.end]


def _spanned(heads: Mapping[int, str], x: int) -> str:
    """Return the head of a column, with that of the nearest column to the left that spans it."""
    own = heads.get(x, "")
    if _YEAR.search(own):
        return own
    for c in range(x - 1, max(0, x - 3), -1):
        if c in heads and _YEAR.search(heads[c]):
            return f"{own} {heads[c]}"
    return own


def _best(places: Iterable[Place], scaled: bool) -> tuple[Place, Reading, Measure] | None:
    """Return a cell as it counts beside a figure with a scale word, or without one."""
    best: tuple[Place, Reading, Measure] | None = None
    for place in places:
        if place.flag or len(place.readings) != 1:
            continue
        r = place.readings[0]
        worth = measure(r)
        if worth is None:
            continue
        headed = bool(place.heads)
        if (
            best is None
            or r.kind == "percent"
            or (headed and r.kind not in ("money", "number"))
            or (scaled and abs(worth.value) > abs(best[2].value))
            or (not scaled and not headed and best[0].heads)
        ):
            best = place, r, worth
    return best


def _pairs(pool: Sequence[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Yield the pairs of a row, of a column, and all of running text."""
    for i, a in enumerate(pool):
        for b in pool[i + 1 :]:
            if a.row < 0 or a.row == b.row or a.column == b.column:
                yield a, b


def _lines(pool: Sequence[Figure]) -> Iterator[list[Figure]]:
    if not pool or pool[0].row < 0:
        return
    for of in ("row", "column"):
        lines: dict[int, list[Figure]] = {}
        for f in pool:
            lines.setdefault(getattr(f, of), []).append(f)
        yield from (line for line in lines.values() if len(line) > 2)


def _kind(f: Figure) -> str:
    return f.reading.kind


def _v(f: Figure) -> Fraction:
    return f.measure.value


def _fits(f: Figure, worth: Measure, percent: bool) -> bool:
    """Whether a sum or difference of such figures can be the figure: of its dimension, or bare beside money."""
    if percent != (_kind(f) == "percent"):
        return False
    if f.measure.dimension == worth.dimension:
        return True
    return not worth.dimension and _kind(f) == "money"


def _quotient(a: Figure, b: Figure, worth: Measure) -> bool:
    if not _v(b) or not worth.dimension:
        return False
    names = dict(a.measure.dimension)
    for name, power in b.measure.dimension:
        names[name] = names.get(name, 0) - power
    return tuple(sorted((n, e) for n, e in names.items() if e)) == worth.dimension


def _digits(text: str) -> int:
    """Return how many digits a figure shows: without leading zeros, and of a whole number without those at its end.

    Round figures are more frequent than chance has them.
    """
    m = re.search(r"\d[\d,]*(\.\d+)?", text)
    if m is None:
        return 0
    digits = re.sub(r"[,.]", "", m[0]).lstrip("0")
    return len(digits if m[1] else digits.rstrip("0"))


def _formula(c: Candidate) -> str:
    """Return the formula with each operand as quoted, in brackets of its own."""
    parts = c.form.split("[]")
    made = parts[0]
    for operand, rest in zip(c.operands, parts[1:], strict=True):
        made += f"[{operand.quote}]{rest}"
    return made


def offered(text: str, answer: Text, found: Sequence[Verdict | None], deriver: Deriver) -> list[Verdict | None]:
    """Return verdicts with the computations that explain what is unmatched."""
    made = list(found)
    for i, verdict in enumerate(found):
        if verdict is None or verdict.status != "unmatched" or verdict.reason == "misattributed":
            continue
        new = deriver.derive(text, answer, i)
        if new is None:
            continue
        if new.derivation is not None:
            made[i] = msgspec.structs.replace(
                verdict, reason="derivable", derivation=new.derivation, notes=(*verdict.notes, *new.notes)
            )
        else:
            made[i] = msgspec.structs.replace(verdict, withheld=new.withheld, notes=(*verdict.notes, *new.notes))
    return made
