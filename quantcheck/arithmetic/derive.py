"""Short computations from source figures that give a figure which stands nowhere, and how likely one fits by chance.

Candidates are ordered by how much of their heads the question and the sentence name; the bound counts every candidate
that comes no later than the find. A find is offered to the reviewer and makes nothing traceable.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, NamedTuple

import msgspec

from quantcheck.arithmetic.cues import Beside, Cues
from quantcheck.arithmetic.measure import Dimension, Measure, measure
from quantcheck.arithmetic.moments import Moment, moments
from quantcheck.arithmetic.pools import LISTED, TIME, Candidate, Figure, Pool
from quantcheck.matching.findings import Hit
from quantcheck.matching.joint import Outcome
from quantcheck.matching.known import Known
from quantcheck.matching.match import Derived, Instant, Verdict
from quantcheck.matching.places import Place, Places
from quantcheck.matching.tables import Tabled
from quantcheck.patterns.later import later
from quantcheck.values import Reading, Span, Text

CELLS: Final = 240
"""Figures of one table or passage that are combined with each other; those beyond it are left out."""
CANDIDATES: Final = 40_000
"""Computations tried for one figure."""
BUDGET: Final = 80_000
"""Computations tried for all figures of one case; a figure that finds it used up is noted `derivation_capped`."""
CAPPED: Final = "derivation_capped"
_SCALED: Final = later(r"\b(?:thousand|million|billion|trillion)\Z", re.IGNORECASE)
_NUMBER: Final = later(r"\d[\d,]*(\.\d+)?")
_YEAR: Final = later(r"(?<!\d)(?:19|20)\d\d(?!\d)")


class Deriver:
    """Looks for computations over the sources of one case."""

    def __init__(self, places: Places, tables: Tabled, cues: Cues, asked: str, bound: Fraction) -> None:
        self._places = places
        self._tables = tables
        self._cues = cues
        self._asked = asked
        self._bound = bound
        self._left = BUDGET

    @cached_property
    def _pools(self) -> _Pools:
        return self._places.fact(_Pools, self._tables, self._cues)

    def derive(self, text: str, answer: Text, i: int) -> Verdict | None:
        """Return what changes about an unmatched figure: a computation offered, or the number of those withheld."""
        q = answer.quantities[i]
        if len(q.readings) != 1:
            return None
        scaled = _SCALED.search(text, max(q.start, q.end - 12), q.end) is not None
        r = q.readings[0]
        pools = self._pools.of(scaled, r.kind == "money")
        if not pools:
            return None
        if self._left <= 0:
            return Verdict("unmatched", notes=(CAPPED,))
        worth = measure(r)
        if worth is None or r.shape != "point" or r.modality == "just_below":
            return None
        figures = _figures(text[q.start : q.end], r)
        if not figures or not worth.value:
            return None
        start, end = answer.sentences[q.sentence] if q.sentence < len(answer.sentences) else (q.start, q.end)
        said = _Said(
            f"{self._asked} {text[max(start, q.start - 300) : q.start]} {text[q.end : min(end, q.end + 300)]}",
            self._cues,
        )
        tried, capped = self._tried(pools, r.kind in ("percent", "percentage_point"), worth.dimension, said)
        notes = (CAPPED,) if capped else ()
        half = abs((r.lower_step or Fraction(0)) * (r.factor or Fraction(1))) / 2
        low, high = worth.value - half, worth.value + half
        (a, b), (c, d) = low.as_integer_ratio(), high.as_integer_ratio()
        hits = [
            (source, pool.tier, t)
            for source, pool, made in tried
            for t in made
            if a * t.bottom <= t.top * b and t.top * d <= c * t.bottom
        ]
        if not hits:
            return Verdict("unmatched", notes=notes) if notes else None
        (n, m) = worth.value.as_integer_ratio()
        ranked = [(said.rank(t, tier), t.top * m != n * t.bottom) for _, tier, t in hits]
        first = min(ranked)
        source, _, best = hits[ranked.index(first)]
        rank = said.rank
        sooner = sum([rank(t, pool.tier) <= first[0] for _, pool, made in tried for t in made])
        bound = Fraction(sooner, figures)
        distinct = len({(t.form, at, tuple(o.nth for o in t.operands)) for at, _, t in hits})
        if bound > self._bound:
            return Verdict("unmatched", withheld=distinct, notes=notes)
        by: Literal["exact", "rounded"] = "exact" if best.top * m == n * best.bottom else "rounded"
        proof = Derived(
            _formula(best),
            tuple(self._operand(source, o) for o in best.operands),
            by,
            Fraction(best.top, best.bottom),
            bound,
        )
        return Verdict("unmatched", "derivable", derivation=proof, notes=notes)

    def _tried(
        self, pools: Sequence[tuple[int, Pool]], percent: bool, dimension: Dimension, said: _Said
    ) -> tuple[list[tuple[int, Pool, Sequence[Candidate]]], bool]:
        """Return the computations of each pool that are tried, and whether there are more than that."""
        tried: list[tuple[int, Pool, Sequence[Candidate]]] = []
        count, capped = 0, False
        for source, pool in pools:
            made = pool.candidates(percent, dimension, lambda: said.words, CANDIDATES + 1 - count)
            if count + len(made) > CANDIDATES:
                made = made[: CANDIDATES - count]
                capped = True
            count += len(made)
            tried.append((source, pool, made))
            if capped:
                break
        self._left -= count
        return tried, capped or self._pools.cut or (self._pools.undated and dimension == TIME)

    def _operand(self, source: int, figure: Figure) -> Hit | Instant:
        if figure.at is not None:
            return Instant(Span(source, *figure.at), figure.reading)
        return Hit(self._places.of(source)[figure.nth], figure.reading, Outcome(True, True))


class _Pools:
    """The figures of some evidence that are combined with each other, whatever an answer says."""

    def __init__(self, places: Places, tables: Tabled, cues: Cues) -> None:
        self._places = places
        self._tables = tables
        self._cues = cues
        self._of: dict[tuple[bool, bool], list[tuple[int, Pool]]] = {}
        self.cut = self.undated = False
        """Whether figures were left out, and whether dates or times of day were."""
        self._running = list(self._running_text())

    def of(self, scaled: bool, money: bool) -> list[tuple[int, Pool]]:
        """Return them as they count beside a figure with a scale word or without one, an amount of money or not."""
        found = self._of.get((scaled, money))
        if found is None:
            tabled = self._cells(scaled, money) if self._tables.tables else ()
            found = self._of[scaled, money] = [*tabled, *self._running]
        return found

    def _cells(self, scaled: bool, money: bool) -> Iterator[tuple[int, Pool]]:
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
                        self.cut = True
                        break
                    found = _best(by_quantity.get((n, cell.quantity), ()), scaled, money)
                    if found is None:
                        continue
                    place, reading, worth = found
                    row_label = label or (row[0].text if x else "")
                    names = f"{row_label} {_spanned(heads, x)}"
                    beside = Beside(names, self._cues)
                    years = tuple(sorted(int(m[0]) for m in _YEAR.finditer(f"{names} {section}")))
                    nth = place.order - self._places.of(n)[0].order
                    figures.append(_figure(nth, reading, worth, self._quote(place), beside, years, y, x))
            if figures:
                yield n, Pool(figures, tabled=True)

    def _running_text(self) -> Iterator[tuple[int, Pool]]:
        inside: dict[int, set[int]] = {}
        for n, i in self._tables.cells:
            inside.setdefault(n, set()).add(i)
        for n, source in enumerate(self._places.sources):
            if n in inside:
                found = _stated(source.known, self._cues, self._places.of(n), inside[n])
            else:
                found = source.known.fact(_stated, self._cues, self._places.of(n))
            self.cut = self.cut or found.cut
            self.undated = self.undated or found.undated
            if found.pool.computes:
                yield n, found.pool

    def _quote(self, place: Place) -> str:
        source = self._places.sources[place.source]
        q = source.read.quantities[place.quantity]
        return source.text[q.start : q.end]


class _Stated(NamedTuple):
    """The figures of running text, and whether some were left out; and whether some dates or times of day were."""

    pool: Pool
    cut: bool
    undated: bool


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
        beside = Beside(text[max(start, q.start - 80) : min(end, q.end + 40)], cues)
        figure = _figure(nth, place.readings[0], worth, text[q.start : q.end], beside, row=q.sentence)
        if not (q.bare and _YEAR.fullmatch(figure.quote)):
            figures.append(figure)
        elif len(years) < LISTED:
            years.setdefault(figure.top, figure)
    found = moments(text, read.ignored, read.sentences, cues.months)
    dated = [_dated(m, text, cues) for m in found[:LISTED]]
    pool = Pool(figures, tabled=False, years=list(years.values()), moments=dated)
    return _Stated(pool, cut, len(found) > LISTED)


def _dated(m: Moment, text: str, cues: Cues) -> Figure:
    """Return a date or a time of day as a figure: no word sets one apart from the others of its passage."""
    worth = Measure(m.reading.base_lower or Fraction(0), ((m.sort, 1),))
    figure = _figure(-1 - m.start, m.reading, worth, text[m.start : m.end], Beside("", cues))
    return figure._replace(at=(m.start, m.end))


def _figure(
    nth: int,
    reading: Reading,
    worth: Measure,
    quote: str,
    beside: Beside,
    years: tuple[int, ...] = (),
    row: int = -1,
    column: int = -1,
) -> Figure:
    top, bottom = worth.value.as_integer_ratio()
    return Figure(nth, reading, top, bottom, (worth.dimension, reading.kind), quote, beside, years, row, column)


def _spanned(heads: Mapping[int, str], x: int) -> str:
    """Return the head of a column, with that of the nearest column to the left that spans it."""
    own = heads.get(x, "")
    if _YEAR.search(own):
        return own
    for c in range(x - 1, max(0, x - 3), -1):
        if c in heads and _YEAR.search(heads[c]):
            return f"{own} {heads[c]}"
    return own


def _best(places: Iterable[Place], scaled: bool, money: bool) -> tuple[Place, Reading, Measure] | None:
    """Return a cell as it counts beside a figure: with a scale word or without one, an amount of money or not."""
    best: tuple[Place, Reading, Measure] | None = None
    least: tuple[bool, Fraction, bool, bool] | None = None
    for place in places:
        r = place.readings[0]
        worth = measure(r) if len(place.readings) == 1 and not place.flag else None
        if worth is None:
            continue
        named = r.kind == "percent" or (bool(place.heads) and r.kind not in ("money", "number"))
        size = abs(worth.value) if scaled else Fraction(0)
        rank = named, size, money and r.kind == "money", not place.heads
        if least is None or rank > least:
            best, least = (place, r, worth), rank
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

    def rank(self, t: Candidate, tier: int) -> tuple[int, int]:
        """Return how soon a computation is thought of, by the tier of its pool too: the smaller, the sooner."""
        score = self._scores.get(id(t.named))
        if score is None:
            first, *others = [f.beside.words for f in t.named]
            names = first.union(*others)
            score = self._scores[id(t.named)] = 5 * len(names & self.words) - len(names)
        return (0 if t.op in self._wanted else 8) + tier, -2 * score - t.natural


def _figures(text: str, r: Reading) -> int:
    """Return how many figures show as many digits, without leading zeros and those at the end of a whole number.

    Round figures are more frequent than chance has them. Of `2 hours 30 minutes` it is as many as there are hours of so
    many digits, with each of the tens of minutes.
    """
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        return 0
    first, last = numbers[0], numbers[-1]
    digits = re.sub(r"[,.]", "", first[0]).lstrip("0")
    if len(numbers) > 1 and not first[1] and r.lower_step and r.dimension.isalpha() and digits:
        round_to = 10 ** (len(last[0]) - len(last[0].rstrip("0"))) if not last[1] else 1
        return max(1, int(9 * 10 ** (len(digits) - 1) / (r.lower_step * round_to)))
    digits = digits if first[1] else digits.rstrip("0")
    return 9 * 10 ** (len(digits) - 1) if digits else 0


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
