"""The figures of one table or of one passage, and what is computed of them: a computation is one candidate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property, lru_cache
from itertools import combinations, islice
from math import lcm
from typing import Final, NamedTuple

from quantcheck.arithmetic.cues import Beside
from quantcheck.arithmetic.measure import Dimension
from quantcheck.arithmetic.moments import CLOCK, DAY
from quantcheck.values import Reading

LISTED: Final = 12
"""Figures of a row or column that are combined three at a time."""
_RULES: Final = 64
"""Sorts of figures for which a pool keeps what may be computed."""
_KEPT: Final = 600
"""Computations that a pool keeps."""
_CHOSEN: Final = 60
"""Figures above which only those that are named are combined two at a time."""
CALENDAR: Final = (("calendar", 1),)
TIME: Final = (("time", 1),)
_FACTORS: Final = ("percent", "number", "count")
_made = tuple.__new__


Sort = tuple[Dimension, str]
"""Base names, and a kind."""


class Figure(NamedTuple):
    """A source figure that may be an operand: its place in its source, its value, and what stands beside it."""

    nth: int
    reading: Reading
    top: int
    bottom: int
    """The value as a fraction, the denominator above zero."""
    sort: Sort
    quote: str
    beside: Beside
    years: tuple[int, ...] = ()
    row: int = -1
    column: int = -1
    at: tuple[int, int] | None = None
    """Where it stands, if it is no quantity but a date or a time of day."""


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

    `named` are the figures whose heads may be asked for.
    """

    op: str
    natural: bool
    form: str
    top: int
    bottom: int
    """Above zero."""
    operands: tuple[Figure, ...]
    named: tuple[Figure, ...]


class Pool:
    """Figures that are combined with each other: those of one table, or of the running text of one source."""

    def __init__(
        self,
        figures: Sequence[Figure],
        *,
        tabled: bool,
        years: Sequence[Figure] = (),
        moments: Sequence[Figure] = (),
    ) -> None:
        self.figures = figures
        self.years = years
        self.moments = moments
        self.tier = 0 if tabled else 4
        self.tabled = tabled
        self._sorts: dict[Sort, list[int]] = {}
        for i, f in enumerate(figures):
            self._sorts.setdefault(f.sort, []).append(i)
        self._sizes: dict[Dimension, list[int]] = {}
        """The numbers of the sorts of a dimension."""
        self._named: dict[str, list[int]] = {}
        """The numbers of those that have a base name."""
        self._factors: list[int] = []
        for n, (dimension, kind) in enumerate(self._sorts):
            if kind in _FACTORS:
                self._factors.append(n)
            self._sizes.setdefault(dimension, []).append(n)
            for name, _ in dimension:
                self._named.setdefault(name, []).append(n)
        self._rules: dict[tuple[bool, Dimension], dict[tuple[int, int], Rule]] = {}
        self._kept: dict[tuple[bool, Dimension], list[Candidate]] = {}

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
        if self.tabled:
            return [(i, j, rules[sorts]) for i, j, sorts in self._aligned if sorts in rules]
        places = list(self._sorts.values())
        return sorted((i, j, rule) for (a, b), rule in rules.items() for i in places[a] for j in places[b] if i < j)

    def _ruled(self, percent: bool, dimension: Dimension) -> Iterator[tuple[tuple[int, int], Rule]]:
        sorts, factors = list(self._sorts), self._factors
        alike: Sequence[int] = self._sizes.get(dimension, ()) if dimension else range(len(sorts))
        pairs = {(n, n) for n in (range(len(sorts)) if percent else alike)}
        for m in alike if factors and not percent else ():
            if sorts[m][1] != "percent" and _fits(sorts[m], percent, dimension):
                pairs.update((m, n) for n in factors)
        # What comes to a dimension has each of its names in one of the two.
        for m in {m for name, _ in dimension for m in self._named.get(name, ())}:
            for size in _partners(sorts[m][0], dimension):
                pairs.update((m, n) for n in self._sizes.get(size, ()))
        for m, n in pairs:
            rule = _rule(sorts[m], sorts[n], percent, dimension)
            if any(rule):
                yield (m, n), rule
            if m != n and any(other := _rule(sorts[n], sorts[m], percent, dimension)):
                yield (n, m), other

    @property
    def computes(self) -> bool:
        """Whether there is anything to compute with."""
        enough = len(self.figures) > 1 or len(self.years) > 1 or len(self.moments) > 1
        return enough or any(f.sort[1] == "percent" for f in self.figures)

    def candidates(
        self, percent: bool, dimension: Dimension, words: Callable[[], Set[str]], most: int
    ) -> Sequence[Candidate]:
        """Return the computations that may come to something of a dimension, of those not kept so many at most.

        `words` name what is asked for.
        """
        if len(self.figures) > _CHOSEN:
            return list(islice(self._candidates(percent, dimension, words()), most))
        name = percent, dimension
        found = self._kept.get(name)
        if found is None:
            found = list(self._candidates(percent, dimension))
            if sum(map(len, self._kept.values())) + len(found) > _KEPT:
                self._kept.clear()
            if len(found) <= _KEPT:
                self._kept[name] = found
        return found

    def _candidates(self, percent: bool, dimension: Dimension, words: Set[str] | None = None) -> Iterator[Candidate]:
        every = self.figures
        for i, j, rule in self.pairs(percent, dimension):
            a, b = every[i], every[j]
            if words is not None and a.beside.words.isdisjoint(words) and b.beside.words.isdisjoint(words):
                continue
            yield from pairwise(a, b, rule)
        for line in self._lines:
            yield from wholes(line, dimension, percent, threes=self.tabled)
        if dimension == CALENDAR:
            for early, late in combinations(sorted(self.years, key=lambda f: f.top), 2):
                months, both = 12 * (late.top - early.top), (late, early)
                yield Candidate("difference", False, "([] − []) years", months, 1, both, both)
        if dimension == TIME:
            for a, b in combinations(self.moments, 2):
                if a.sort == b.sort:
                    yield from elapsed(a, b)
        if percent:
            for f in every:
                if f.sort[1] == "percent":
                    yield Candidate("complement", False, "1 − []", f.bottom - f.top, f.bottom, (f,), (f,))

    @cached_property
    def _lines(self) -> list[list[Figure]]:
        return list(self._made_lines())

    def _made_lines(self) -> Iterator[list[Figure]]:
        """Yield the rows and columns of more than two figures; of running text those of a sentence, and all."""
        if not self.tabled:
            every = [[self.figures[i] for i in places] for places in self._sorts.values() if len(places) > 2]
            lists = [_by(figures, "row") for figures in every]
            # in the order of their first figures
            short = [some for rows in lists for some in rows.values() if len(some) > 2]
            yield from sorted(short, key=lambda some: some[0].nth)
            yield from (figures for figures, rows in zip(every, lists, strict=True) if len(rows) > 1)
            return
        for of in ("row", "column"):
            yield from (line for line in _by(self.figures, of).values() if len(line) > 2)


def _by(figures: Sequence[Figure], of: str) -> dict[int, list[Figure]]:
    """Return figures by their row or column, in order."""
    lines: dict[int, list[Figure]] = {}
    for f in figures:
        lines.setdefault(getattr(f, of), []).append(f)
    return lines


def pairwise(a: Figure, b: Figure, rule: Rule) -> Iterator[Candidate]:
    """Yield what two figures come to."""
    both = a, b
    late, early = (a, b) if a.years and b.years and a.years[-1] > b.years[-1] else (b, a)
    timed = bool(a.years and b.years and a.years[-1] != b.years[-1])
    bottom = a.bottom * b.bottom
    if rule.sums:
        for x, y in ((late, early), (early, late)):
            apart = x.top * y.bottom - y.top * x.bottom
            yield _made(Candidate, ("difference", timed and x is late, "[] − []", apart, bottom, (x, y), both))
        total = a.top * b.bottom + b.top * a.bottom
        yield _made(Candidate, ("sum", False, "[] + []", total, bottom, both, both))
        yield _made(Candidate, ("average", False, "([] + []) ÷ 2", total, bottom * 2, both, both))
    if rule.ratios:
        for x, y in ((late, early), (early, late)):
            if y.top:
                over, under = _over(x, y)
                if rule.changes:
                    form = "([] − []) ÷ []"
                    yield _made(
                        Candidate, ("percent_change", timed and x is late, form, over - under, under, (x, y, y), both)
                    )
                yield _made(Candidate, ("ratio", False, "[] ÷ []", over, under, (x, y), both))
    elif rule.forward and b.top:
        yield _made(Candidate, ("ratio", False, "[] ÷ []", *_over(a, b), both, both))
    elif rule.backward and a.top:
        yield _made(Candidate, ("ratio", False, "[] ÷ []", *_over(b, a), (b, a), both))
    if rule.product:
        yield _made(Candidate, ("product", False, "[] × []", a.top * b.top, bottom, both, both))


def _over(x: Figure, y: Figure) -> tuple[int, int]:
    """Return one figure divided by another, the denominator above zero."""
    over, under = x.top * y.bottom, y.top * x.bottom
    return (over, under) if under > 0 else (-over, -under)


def wholes(line: Sequence[Figure], dimension: Dimension, percent: bool, *, threes: bool) -> Iterator[Candidate]:
    """Yield what all of a line comes to and, in a table, three figures of it."""
    if not line or not _fits(line[0].sort, percent, dimension) or len({f.sort for f in line}) > 1:
        return
    sets: list[tuple[Figure, ...]] = []
    if threes and 3 <= len(line) <= LISTED:
        sets += combinations(line, 3)
    if len(line) > 3 or not threes:
        sets.append(tuple(line))
    for some in sets:
        bottom = lcm(*(f.bottom for f in some))
        tops = [f.top * (bottom // f.bottom) for f in some]
        total = sum(tops)
        plus = " + ".join("[]" for _ in some)
        whole, mean = len(some) == len(line), f"({plus}) ÷ {len(some)}"
        yield Candidate("sum", whole, plus, total, bottom, some, some)
        yield Candidate("average", whole, mean, total, bottom * len(some), some, some)
        if len(some) == 3:
            for x, y, z in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
                made = tops[x] + tops[y] - tops[z]
                three = some[x], some[y], some[z]
                yield Candidate("difference", False, "[] + [] − []", made, bottom, three, three)


@lru_cache(maxsize=8192)
def _rule(a: Sort, b: Sort, percent: bool, dimension: Dimension) -> Rule:
    """Return what may be computed of two figures, by their sorts, for a figure of a dimension."""
    if a == b:
        ratios = percent or not dimension
        changes = percent and a[1] != "percent"
        return Rule(_fits(a, percent, dimension), ratios, ratios and changes, False, False, False)
    forward, backward = (bool(dimension) and _product(x[0], y[0], -1) == dimension for x, y in ((a, b), (b, a)))
    product = False
    if a[1] in _FACTORS or b[1] in _FACTORS:
        other = b if a[1] in _FACTORS else a
        product = _fits(other, percent, dimension) and other[1] != "percent"
    elif dimension:
        # `15 mg/kg` for `70 kg`
        product = _product(a[0], b[0], 1) == dimension
    return Rule(False, False, False, forward, backward, product)


def _fits(sort: Sort, percent: bool, dimension: Dimension) -> bool:
    """Whether a sum or difference of such figures can be the figure: of its dimension, or bare beside money."""
    its, kind = sort
    if percent != (kind == "percent"):
        return False
    return its == dimension or (not dimension and kind == "money")


@lru_cache(maxsize=8192)
def _partners(a: Dimension, dimension: Dimension) -> tuple[Dimension, ...]:
    """Return the dimensions of what gives another dimension, divided by or into a figure or multiplied with it."""
    return _product(a, dimension, -1), _product(dimension, a, 1), _product(dimension, a, -1)


def _product(a: Dimension, b: Dimension, sign: int) -> Dimension:
    """Return the dimension of a product, or of a quotient where the sign is negative."""
    names = dict(a)
    for name, power in b:
        names[name] = names.get(name, 0) + sign * power
    return tuple(sorted((n, e) for n, e in names.items() if e))


def elapsed(a: Figure, b: Figure) -> Iterator[Candidate]:
    """Yield the time from one date to another, or from one time of day to a later one, perhaps of the next day.

    They come in the order of the text: what is named second is as a rule the later.
    """
    early, late = (a, b) if a.top * b.bottom <= b.top * a.bottom else (b, a)
    bottom = a.bottom * b.bottom
    passed = late.top * early.bottom - early.top * late.bottom
    yield Candidate("elapsed", early is a, "[] − []", passed, bottom, (late, early), (a, b))
    if early is b and early.sort[1] == CLOCK:
        form = "[] − [] + 24 hours"
        yield Candidate("elapsed", True, form, DAY * bottom - passed, bottom, (early, late), (a, b))
