"""Short computations from source figures that give a figure which stands nowhere, and how likely one fits by chance.

Candidates are ordered by how much of their heads the question and the sentence name; the bound counts every candidate
that comes no later than the find. A find is offered to the reviewer and makes nothing traceable.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, islice
from math import lcm
from typing import Final, Literal, NamedTuple

import msgspec

from quantcheck.arithmetic.cues import Cues
from quantcheck.arithmetic.measure import Measure, measure
from quantcheck.findings import Hit
from quantcheck.joint import Outcome
from quantcheck.known import Known
from quantcheck.match import Derived, Verdict
from quantcheck.places import Place, Places
from quantcheck.tables import Tabled
from quantcheck.values import Reading, Text

CELLS: Final = 240
"""Figures of one table or passage that are combined with each other; those beyond it are left out."""
CANDIDATES: Final = 40_000
"""Computations tried for one figure."""
_RULES: Final = 64
"""Sorts of figures for which a pool keeps what may be computed."""
_FACTORS: Final = ("percent", "number", "count")
BUDGET: Final = 80_000
"""Computations tried for all figures of one case; a figure that finds it used up is noted `derivation_capped`."""
CALENDAR: Final = (("calendar", 1),)
CAPPED: Final = "derivation_capped"
LISTED: Final = 12
"""Figures of a row or column that are combined three at a time."""
_SCALED: Final = re.compile(r"\b(?:thousand|million|billion|trillion)\Z", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


Dimension = tuple[tuple[str, int], ...]


class Figure(NamedTuple):
    """A source figure that may be an operand: its place in its source, its value, the words of its heads."""

    nth: int
    reading: Reading
    top: int
    bottom: int
    """The value as a fraction, the denominator above zero."""
    sort: tuple[Dimension, str]
    """Its base names, and its kind."""
    quote: str
    words: frozenset[str]
    years: tuple[int, ...] = ()
    row: int = -1
    column: int = -1


class Rule(NamedTuple):
    """What may be computed of a figure of one sort and a later one of another, or of the same."""

    sums: bool
    ratios: bool
    changes: bool
    forward: bool
    backward: bool
    product: bool


class Candidate(NamedTuple):
    """A computation: what it is, whether the years or a whole line suggest it, and what it comes to.

    `named` are the figures whose heads may be asked for; `tier` is that of their pool.
    """

    op: str
    natural: bool
    form: str
    top: int
    bottom: int
    operands: tuple[Figure, ...]
    named: tuple[Figure, ...]
    tier: int
    source: int


class Pool:
    """Figures that are combined with each other: those of one table, or of the running text of one source."""

    def __init__(self, figures: Sequence[Figure], *, tabled: bool, years: Sequence[Figure] = ()) -> None:
        self.figures = figures
        self.years = years
        self.tier = 0 if tabled else 4
        self._tabled = tabled
        self._sorts: dict[tuple[Dimension, str], list[int]] = {}
        for i, f in enumerate(figures):
            self._sorts.setdefault(f.sort, []).append(i)
        self._rules: dict[tuple[bool, Dimension], dict[tuple[int, int], Rule]] = {}

    @cached_property
    def _aligned(self) -> list[tuple[int, int, tuple[int, int]]]:
        """The pairs of a row or a column, with the numbers of their sorts."""
        number = {sort: n for n, sort in enumerate(self._sorts)}
        made = []
        for i, a in enumerate(self.figures):
            for j in range(i + 1, len(self.figures)):
                b = self.figures[j]
                if a.row == b.row or a.column == b.column:
                    made.append((i, j, (number[a.sort], number[b.sort])))
        return made

    def pairs(self, percent: bool, dimension: Dimension) -> Iterable[tuple[int, int, Rule]]:
        """Return the pairs of a line, or of running text, that may come to something of a dimension, in order."""
        rules = self._rules.get((percent, dimension))
        if rules is None:
            if len(self._rules) >= _RULES:
                self._rules.clear()
            rules = self._rules[percent, dimension] = dict(self._ruled(percent, dimension))
        if not rules:
            return ()
        if self._tabled:
            return [(i, j, rules[sorts]) for i, j, sorts in self._aligned if sorts in rules]
        places = list(self._sorts.values())
        return sorted((i, j, rule) for (a, b), rule in rules.items() for i in places[a] for j in places[b] if i < j)

    def _ruled(self, percent: bool, dimension: Dimension) -> Iterator[tuple[tuple[int, int], Rule]]:
        for m, a in enumerate(self._sorts):
            for n, b in enumerate(self._sorts):
                rule = _rule(a, b, percent, dimension)
                if any(rule):
                    yield (m, n), rule

    def lines(self) -> Iterator[list[Figure]]:
        """Yield the rows and columns of more than two figures."""
        if not self._tabled:
            return
        for of in ("row", "column"):
            lines: dict[int, list[Figure]] = {}
            for f in self.figures:
                lines.setdefault(getattr(f, of), []).append(f)
            yield from (line for line in lines.values() if len(line) > 2)


class Deriver:
    """Looks for computations over the sources of one case."""

    def __init__(self, places: Places, tables: Tabled, cues: Cues, asked: str, bound: Fraction) -> None:
        self._places = places
        self._tables = tables
        self._cues = cues
        self._asked = asked
        self._bound = bound
        self._pools: dict[bool, list[tuple[int, Pool]]] = {}
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
        said = _Said(
            f"{self._asked} {text[max(start, q.start - 300) : q.start]} {text[q.end : min(end, q.end + 300)]}",
            self._cues,
        )
        percent = r.kind in ("percent", "percentage_point")
        tried = list(islice(self._candidates(worth, percent, said, scaled), CANDIDATES + 1))
        capped = len(tried) > CANDIDATES
        del tried[CANDIDATES:]
        self._left -= len(tried)
        notes = (CAPPED,) if capped or self._cut else ()
        half = abs((r.lower_step or Fraction(0)) * (r.factor or Fraction(1))) / 2
        low, high = worth.value - half, worth.value + half
        (a, b), (c, d) = low.as_integer_ratio(), high.as_integer_ratio()
        hits = [t for t in tried if a * t.bottom <= t.top * b and t.top * d <= c * t.bottom]
        if not hits:
            return Verdict("unmatched", notes=notes) if notes else None
        (n, m) = worth.value.as_integer_ratio()
        ranks = {id(t): said.rank(t) for t in tried}
        best = min(hits, key=lambda t: (ranks[id(t)], t.top * m != n * t.bottom))
        figures = 9 * 10 ** (digits - 1)
        last = ranks[id(best)]
        bound = Fraction(sum(rank <= last for rank in ranks.values()), figures)
        distinct = len({(t.form, t.source, tuple(o.nth for o in t.operands)) for t in hits})
        if bound > self._bound:
            return Verdict("unmatched", withheld=distinct, notes=notes)
        by: Literal["exact", "rounded"] = "exact" if best.top * m == n * best.bottom else "rounded"
        proof = Derived(
            _formula(best),
            tuple(Hit(self._places.of(best.source)[o.nth], o.reading, Outcome(True, True)) for o in best.operands),
            by,
            Fraction(best.top, best.bottom),
            bound,
        )
        return Verdict("unmatched", "derivable", derivation=proof, notes=notes)

    # ---- candidates

    def _candidates(self, worth: Measure, percent: bool, said: _Said, scaled: bool) -> Iterator[Candidate]:
        for source, pool in self._pool(scaled):
            tier, every = pool.tier, pool.figures
            skips = len(every) > 60
            for i, j, rule in pool.pairs(percent, worth.dimension):
                a, b = every[i], every[j]
                if skips and a.words.isdisjoint(said.words) and b.words.isdisjoint(said.words):
                    continue
                both = a, b
                for op, natural, form, top, bottom, operands in _of(a, b, rule):
                    if bottom < 0:
                        top, bottom = -top, -bottom
                    yield Candidate(op, natural, form, top, bottom, operands, both, tier, source)
            for line in pool.lines():
                for op, natural, form, top, bottom, operands in _wholes(line, worth, percent):
                    yield Candidate(op, natural, form, top, bottom, operands, operands, tier, source)
            if worth.dimension == CALENDAR:
                for early, late in combinations(sorted(pool.years, key=lambda f: f.top), 2):
                    months, both = 12 * (late.top - early.top), (late, early)
                    yield Candidate("difference", False, "([] − []) years", months, 1, both, both, tier, source)
            if percent:
                for f in every:
                    if f.sort[1] == "percent":
                        yield Candidate(
                            "complement", False, "1 − []", f.bottom - f.top, f.bottom, (f,), (f,), tier, source
                        )

    # ---- figures

    def _pool(self, scaled: bool) -> list[tuple[int, Pool]]:
        if scaled not in self._pools:
            self._pools[scaled] = [*self._cells(scaled), *self._running()]
        return self._pools[scaled]

    def _cells(self, scaled: bool) -> Iterator[tuple[int, Pool]]:
        by_quantity: dict[tuple[int, int], list[Place]] = {}
        for place in self._places.all:
            if place.frequency < 0:
                by_quantity.setdefault((place.source, place.quantity), []).append(place)
        for n, table in self._tables.tables:
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
                    nth = place.order - self._places.of(n)[0].order
                    figures.append(_figure(nth, reading, worth, self._quote(place), words, years, y, x))
            if figures:
                yield n, Pool(figures, tabled=True)

    def _running(self) -> Iterator[tuple[int, Pool]]:
        inside: dict[int, set[int]] = {}
        for n, i in self._tables.cells:
            inside.setdefault(n, set()).add(i)
        for n, source in enumerate(self._places.sources):
            if n in inside:
                found = _stated(source.known, self._cues, self._places.of(n), inside[n])
            else:
                found = source.known.fact(_stated, self._cues, self._places.of(n))
            self._cut = self._cut or found.cut
            if len(found.pool.figures) > 1 or len(found.pool.years) > 1:
                yield n, found.pool

    def _quote(self, place: Place) -> str:
        source = self._places.sources[place.source]
        q = source.read.quantities[place.quantity]
        return source.text[q.start : q.end]


class _Stated(NamedTuple):
    """The figures of running text, and whether some were left out."""

    pool: Pool
    cut: bool


def _stated(known: Known, cues: Cues, places: Sequence[Place], inside: Container[int] = ()) -> _Stated:
    """Return the figures of the running text of a source, from its places in order; `inside` are those in tables."""
    text, read = known.text, known.read
    figures: list[Figure] = []
    years: dict[int, Figure] = {}
    cut = False
    for nth, place in enumerate(places):
        if place.frequency >= 0 or place.heads or place.quantity in inside:
            continue
        if len(figures) >= LISTED * 4:
            cut = True
            break
        q = read.quantities[place.quantity]
        worth = measure(place.readings[0]) if len(place.readings) == 1 else None
        if worth is None:
            continue
        start, end = read.sentences[q.sentence] if q.sentence < len(read.sentences) else (0, 0)
        words = cues.tokens(text[max(start, q.start - 80) : min(end, q.end + 40)])
        figure = _figure(nth, place.readings[0], worth, text[q.start : q.end], words)
        if not (q.bare and _YEAR.fullmatch(figure.quote)):
            figures.append(figure)
        elif len(years) < LISTED:
            years.setdefault(figure.top, figure)
    return _Stated(Pool(figures, tabled=False, years=list(years.values())), cut)


def _figure(
    nth: int,
    reading: Reading,
    worth: Measure,
    quote: str,
    words: frozenset[str],
    years: tuple[int, ...] = (),
    row: int = -1,
    column: int = -1,
) -> Figure:
    top, bottom = worth.value.as_integer_ratio()
    return Figure(nth, reading, top, bottom, (worth.dimension, reading.kind), quote, words, years, row, column)


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


class _Said:
    """What the question and the sentence around a figure say: looked at only where a computation gives the figure."""

    def __init__(self, text: str, cues: Cues) -> None:
        self._text = text
        self._cues = cues
        self._scores: dict[int, int] = {}

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that name something."""
        return self._cues.tokens(self._text)

    @cached_property
    def _wanted(self) -> frozenset[str]:
        return self._cues.asked(self._text)

    def rank(self, t: Candidate) -> tuple[int, int]:
        """Return how soon a computation is thought of: the smaller, the sooner."""
        score = self._scores.get(id(t.named))
        if score is None:
            names = frozenset[str]().union(*(f.words for f in t.named))
            score = self._scores[id(t.named)] = 5 * len(names & self.words) - len(names)
        return (0 if t.op in self._wanted else 8) + t.tier, -2 * score - t.natural


Made = tuple[str, bool, str, int, int, tuple[Figure, ...]]
"""An operation, whether it suggests itself, its form, what it comes to as two integers, and its operands in order."""


def _of(a: Figure, b: Figure, rule: Rule) -> Iterator[Made]:
    """Yield what two figures come to."""
    late, early = (a, b) if a.years and b.years and a.years[-1] > b.years[-1] else (b, a)
    timed = bool(a.years and b.years and a.years[-1] != b.years[-1])
    bottom = a.bottom * b.bottom
    if rule.sums:
        for x, y in ((late, early), (early, late)):
            yield "difference", timed and x is late, "[] − []", x.top * y.bottom - y.top * x.bottom, bottom, (x, y)
        total = a.top * b.bottom + b.top * a.bottom
        yield "sum", False, "[] + []", total, bottom, (a, b)
        yield "average", False, "([] + []) ÷ 2", total, bottom * 2, (a, b)
    if rule.ratios:
        for x, y in ((late, early), (early, late)):
            if y.top:
                over, under = x.top * y.bottom, y.top * x.bottom
                if rule.changes:
                    form = "([] − []) ÷ []"
                    yield "percent_change", timed and x is late, form, over - under, under, (x, y, y)
                yield "ratio", False, "[] ÷ []", over, under, (x, y)
    elif rule.forward and b.top:
        yield "ratio", False, "[] ÷ []", a.top * b.bottom, a.bottom * b.top, (a, b)
    elif rule.backward and a.top:
        yield "ratio", False, "[] ÷ []", b.top * a.bottom, b.bottom * a.top, (b, a)
    if rule.product:
        yield "product", False, "[] × []", a.top * b.top, bottom, (a, b)


def _wholes(line: Sequence[Figure], worth: Measure, percent: bool) -> Iterator[Made]:
    """Yield what three figures of a line, and all of it, come to."""
    if not line or not _fits(line[0].sort, percent, worth.dimension) or len({f.sort for f in line}) > 1:
        return
    sets: list[tuple[Figure, ...]] = []
    if 3 <= len(line) <= LISTED:
        sets += combinations(line, 3)
    if len(line) > 3:
        sets.append(tuple(line))
    for some in sets:
        bottom = lcm(*(f.bottom for f in some))
        tops = [f.top * (bottom // f.bottom) for f in some]
        total = sum(tops)
        plus = " + ".join("[]" for _ in some)
        yield "sum", len(some) == len(line), plus, total, bottom, some
        yield "average", len(some) == len(line), f"({plus}) ÷ {len(some)}", total, bottom * len(some), some
        if len(some) == 3:
            for x, y, z in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
                made = tops[x] + tops[y] - tops[z]
                yield "difference", False, "[] + [] − []", made, bottom, (some[x], some[y], some[z])


@lru_cache(maxsize=8192)
def _rule(a: tuple[Dimension, str], b: tuple[Dimension, str], percent: bool, dimension: Dimension) -> Rule:
    """Return what may be computed of two figures, by their sorts, for a figure of a dimension."""
    if a == b:
        ratios = percent or not dimension
        changes = percent and a[1] != "percent"
        return Rule(_fits(a, percent, dimension), ratios, ratios and changes, False, False, False)
    forward, backward = (bool(dimension) and _quotient(x[0], y[0]) == dimension for x, y in ((a, b), (b, a)))
    product = False
    if a[1] in _FACTORS or b[1] in _FACTORS:
        other = b if a[1] in _FACTORS else a
        product = _fits(other, percent, dimension) and other[1] != "percent"
    return Rule(False, False, False, forward, backward, product)


def _fits(sort: tuple[Dimension, str], percent: bool, dimension: Dimension) -> bool:
    """Whether a sum or difference of such figures can be the figure: of its dimension, or bare beside money."""
    its, kind = sort
    if percent != (kind == "percent"):
        return False
    return its == dimension or (not dimension and kind == "money")


def _quotient(a: Dimension, b: Dimension) -> Dimension:
    names = dict(a)
    for name, power in b:
        names[name] = names.get(name, 0) - power
    return tuple(sorted((n, e) for n, e in names.items() if e))


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
