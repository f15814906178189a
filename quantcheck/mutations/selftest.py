"""Test the check itself: change figures so that they are wrong, and see that none of them is still traced.

Either the figures of somebody's own answers, each in every way that `mutate` knows, or made ones by the thousand, whose
values are known because they were built from them. What counts as wrong never comes from the reader or the matcher.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET

from quantcheck import load, report
from quantcheck.api import Checker
from quantcheck.intake import cases
from quantcheck.intake.position import InText
from quantcheck.mutations import mutate, sayings, specimens
from quantcheck.verifier import ucum
from quantcheck.vocabulary.vocab import key

TRACED = ("source", "question")


class Slip(msgspec.Struct, frozen=True):
    """A check that went wrong: what was changed, the answer and passage that show it, and what was made of it."""

    kind: str
    how: str
    answer: str
    passage: str
    outcome: str


class Figure(msgspec.Struct):
    """How one traced figure of an answer stood up to its mutations."""

    text: str
    line: int
    column: int
    caught: int = 0
    elsewhere: int = 0
    """Wrong figures that the passages happen to give at another place: traceable, and nobody would notice."""
    kept: int = 0
    slipped: list[Slip] = []
    """Wrong figures traced to the place that supports the right one: false support."""
    lost: list[Slip] = []
    """Restatements of the same value that were not traced."""

    @property
    def sensitivity(self) -> str:
        """Of the wrong versions, how many are noticed, as `n/m`."""
        return f"{self.caught}/{self.caught + self.elsewhere + len(self.slipped)}"


class Made(msgspec.Struct):
    """What became of made quantities."""

    wrong: int = 0
    restated: int = 0
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    slipped: list[Slip] = []
    lost: list[Slip] = []


def figures(case: cases.Case, checker: Checker) -> list[Figure]:
    """Return how each traced figure of a case stands up to every mutation of it; none where the case has none."""
    checked = checker.check_case(case)
    return [_figure(case, checker, quantity) for quantity in checked.quantities if quantity.status in TRACED]


def _figure(case: cases.Case, checker: Checker, quantity: report.Quantity) -> Figure:
    places = {(s.source, s.start, s.end) for s in quantity.support}
    found = Figure(quantity.text, quantity.line, quantity.column)
    for mutation in mutate.mutations(case.answer, subject(quantity)):
        changed = msgspec.structs.replace(case, answer=mutation.text, where=InText(mutation.text))
        touched = _touched(checker.check_case(changed), mutation)
        traced = [q for q in touched if q.status in TRACED]
        if mutation.harmless:
            if touched and len(traced) == len(touched):
                found.kept += 1
            else:
                found.lost.append(_slip(mutation, quantity.support[0].quote, touched))
        elif not traced:
            found.caught += 1
        elif any((s.source, s.start, s.end) in places for q in traced for s in q.support):
            found.slipped.append(_slip(mutation, quantity.support[0].quote, traced))
        else:
            found.elsewhere += 1
    return found


def subject(quantity: report.Quantity) -> mutate.Figure:
    """Return what `mutate` needs to know of a quantity of a report."""
    one = quantity.readings[0] if len(quantity.readings) == 1 else None
    ends = [e for r in quantity.readings for e in (r.lower, r.upper)]
    parts = [p for r in quantity.readings if r.parts is not UNSET for p in r.parts]
    return mutate.Figure(
        quantity.start,
        quantity.end,
        shape=one.shape if one and not parts else "",
        modality=one.modality if one else "",
        zero="0" in ends or any("0" in (p.lower, p.upper) for p in parts),
        difference=quantity.kind == "temperature_difference",
    )


def _touched(checked: report.Case, mutation: mutate.Mutation) -> list[report.Quantity]:
    return [q for q in checked.quantities if q.start < mutation.end and mutation.start < q.end]


def _slip(mutation: mutate.Mutation, quote: str, touched: Sequence[report.Quantity]) -> Slip:
    shown = mutation.text[max(0, mutation.start - 30) : mutation.end + 30]
    return Slip(mutation.kind, mutation.how, shown, quote, _outcome(touched))


def _outcome(touched: Sequence[report.Quantity]) -> str:
    return "; ".join(f"{q.text!r} {q.status}" + (f" {q.reason}" if q.reason else "") for q in touched) or "not read"


def measures(checker: Checker) -> list[specimens.Measure]:
    """Return the units to make quantities of: with their spellings that the tables and the reader give one meaning."""
    senses = checker.language.units.all_senses
    return specimens.measures(ucum.units(load.tables()), lambda spelling: len(senses.get(key(spelling), ())) == 1)


def made(count: int, checker: Checker, measures: Sequence[specimens.Measure], *, seed: int = 0, first: int = 0) -> Made:
    """Return what becomes of so many made quantities; the same for the same seed, whatever the hash seed.

    The n-th trial depends on seed and n alone, so that a trial can be repeated by itself.
    """
    found = Made()
    for n in range(first, first + count):
        rng = random.Random(f"{seed}/{n}")
        for trial in _trials(rng, measures):
            found.kinds[trial.kind] += 1
            case = checker.check(answer=trial.answer, passages=[trial.passage])
            touched = [q for q in case.quantities if q.start < trial.end and trial.start < q.end]
            traced = [q for q in touched if q.status in TRACED]
            if trial.equal:
                found.restated += 1
                if not touched or len(traced) < len(touched):
                    found.lost.append(Slip(trial.kind, trial.how, trial.answer, trial.passage, _outcome(touched)))
            else:
                found.wrong += 1
                # Of an amount and a frequency one may rightly be found, but never both when one is wrong.
                if traced and (not trial.several or len(traced) == len(touched)):
                    found.slipped.append(Slip(trial.kind, trial.how, trial.answer, trial.passage, _outcome(touched)))
    return found


class Trial(msgspec.Struct, frozen=True):
    """One check with a known outcome: the figure of the answer equals that of the passage, or it does not."""

    kind: str
    how: str
    passage: str
    answer: str
    start: int
    end: int
    equal: bool
    several: bool = False


def _trials(rng: random.Random, measures: Sequence[specimens.Measure]) -> Iterator[Trial]:
    if rng.random() < 0.3:
        yield _phrase(rng)
        return
    specimen = specimens.specimen(rng, measures)
    text = specimens.render(specimen, rng)
    passage, at = specimens.frame(text, rng)
    choice = rng.random()
    if choice < 0.5:
        kind, other = specimens.changed(specimen, rng, measures)
        yield _structural(kind, "another quantity", passage, other, rng, equal=False)
    elif choice < 0.8:
        figure = mutate.Figure(at, at + len(text), specimen.shape, specimen.modality)
        mutations = [m for m in mutate.mutations(passage, figure) if not m.harmless]
        if mutations:
            m = rng.choice(mutations)
            yield Trial(m.kind, m.how, passage, m.text, m.start, m.end, False)
    else:
        other = specimens.restated(specimen, rng, measures)
        how = "spelling" if other.measure == specimen.measure else "conversion"
        yield _structural(how, "restated", passage, other, rng, equal=True)


def _phrase(rng: random.Random) -> Trial:
    first = sayings.said(rng)
    passage, _ = specimens.frame(first.write(rng), rng)
    kind, other = ("spelling", first) if rng.random() < 0.25 else sayings.unsaid(first, rng)
    text = other.write(rng)
    answer, at = specimens.frame(text, rng)
    several = first.phrase.quantities > 1 or other.phrase.quantities > 1
    how = f"{first.phrase.name}, then {other.phrase.name}"
    return Trial(kind, how, passage, answer, at, at + len(text), other == first, several)


def _structural(
    kind: str, how: str, passage: str, other: specimens.Specimen, rng: random.Random, *, equal: bool
) -> Trial:
    text = specimens.render(other, rng)
    answer, at = specimens.frame(text, rng)
    return Trial(kind, how, passage, answer, at, at + len(text), equal)
