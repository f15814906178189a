"""Properties of matching: what is found is equal, nothing equal is missed, less evidence is never better."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import marked
import verdicts
from hypothesis import given
from hypothesis import strategies as st

from quantcheck import report
from quantcheck.matching import relations
from quantcheck.matching.findings import Findings
from quantcheck.matching.joint import compare
from quantcheck.matching.places import Places, Source
from quantcheck.matching.scope import resolve
from quantcheck.values import Citation, Reading

RANK = {"source": 0, "question": 0, "ambiguous": 1, "unmatched": 2}
ACCEPTED = ("source", "question")

FAMILIES = [
    ["16 oz", "1 lb", "16 floz", "5 oz", "5 floz", "~16 oz"],
    ["128 floz", "1 gal", "2 gal", "3.785411784 L", "4 L", "3.8 L", "16 oz"],
    ["5 mg", "~5 mg", ">=5 mg", ">5 mg", "<=5 mg", "<5 mg", "0.005 g", "-5 mg", "5 g", "2+3 mg", "5 mg #grouped"],
    ["5 mg", "5..10 mg", "10..5 mg", "5..5 mg", ">5 mg", "5+-1 mg", "4..6 mg", "just_below 5 mg", "just_above 5 mg"],
    ["20 C", "20 ?C", "20 dC", "68 F", "68 ?F", "36 dF", "~20 ?C"],
    ["5 $", "5 USD", "5 CAD", "6 CAD"],
    ["30 %", "0.3", "30", "300000 ppm", "30 pp", "3of10 patient", "3of10 child", "6of20 patient", "300000 mg/kg"],
    ["72 %", "72.4 %", "72.38 %", "72.5 %", "73 %", "5.0 mi", "5 mi", "8 km", "8.05 km"],
    ["2/d", "every 12 h", "14/wk", "~2/d", "1/d", "bedtime", "every 24 h", "5 mg", "~5 mg", "5 mg/d", "10 mg/d"],
    ["1/d", "1/d #word", "2/d", "2/d #word", "5 mg", "~5 mg", "10 mg", "5 mg/d", "10 mg/d", "5 mg @1", "10 mg @1"],
    ["600 mg/24h", "25 mg/h", "600 mg/d", "300 mg/12h", "0.6 g/d", "600 mg", "1/d"],
    ["120|80 mmHg", "80|120 mmHg", "1.5 mmHg", "2 tablet", "2 capsule", "2", "!vague", "5 mg"],
]
"""Writings that equal each other, nearly do, or are related."""
words = st.sampled_from(["take", "and", "or", "with", "then", "for"])


def texts(family: Sequence[str], *, cited: bool = False) -> st.SearchStrategy[str]:
    """Marked texts of one to three sentences with quantities of a family, and citations in answers."""
    quantities = st.sampled_from(family).map(lambda q: "{" + q + "}")
    marks = st.sampled_from(["", "", " [1]", " [2]", " [1,3]"]) if cited else st.just("")
    parts = st.lists(st.one_of(quantities, quantities, words), min_size=1, max_size=5)
    sentence = st.tuples(parts, marks).map(lambda s: "We " + " ".join(s[0]) + s[1] + ".")
    return st.lists(sentence, min_size=1, max_size=3).map(" ".join)


class Scene(NamedTuple):
    """An answer, its passages, a question, and a passage more."""

    answer: str
    passages: list[str]
    question: str | None
    added: str


@st.composite
def scenes(draw: st.DrawFn, *, cited: bool = False) -> Scene:
    """Scenes of which all texts speak of one or two families."""
    family = [q for f in draw(st.lists(st.sampled_from(FAMILIES), min_size=1, max_size=2)) for q in f]
    return Scene(
        draw(texts(family, cited=cited)),
        draw(st.lists(texts(family), min_size=1, max_size=3)),
        draw(st.one_of(st.none(), texts(family))),
        draw(texts(family)),
    )


options = st.fixed_dictionaries(
    {
        "profile": st.sampled_from(["exact", "exact", "conservative"]),
        "hedges": st.sampled_from(["review", "accept"]),
        "derived": st.sampled_from(["review", "accept"]),
        "rounding": st.sampled_from(["review", "conversions", "accept"]),
        "question": st.sampled_from(["accept", "review"]),
        "citation_scope": st.sampled_from(["any", "cited"]),
        "numbers": st.sampled_from(["all", "units"]),
    }
)
LOOSER = {
    "profile": ["conservative", "exact"],
    "hedges": ["review", "accept"],
    "derived": ["review", "accept"],
    "rounding": ["review", "conversions", "accept"],
    "question": ["review", "accept"],
    "citation_scope": ["cited", "any"],
    "numbers": ["all", "units"],
    "chance_bound": ["0", "1/20", "1"],
}


def _joint_equal(mine: Sequence[Reading], theirs: Sequence[Reading]) -> bool:
    """Whether two sides are equal under every joint choice, written out the long way."""
    axes = sorted({axis for r in (*mine, *theirs) for axis, _ in r.axes})
    choices = [sorted({c for r in (*mine, *theirs) for a, c in r.axes if a == axis}) for axis in axes]
    for chosen in product(*choices):
        assumed = dict(zip(axes, chosen, strict=True))
        left = [r for r in mine if all(assumed[a] == c for a, c in r.axes)]
        right = [r for r in theirs if all(assumed[a] == c for a, c in r.axes)]
        if (left or right) and not (left and right and all(a.normal == b.normal for a in left for b in right)):
            return False
    return True


def _alike(mine: Sequence[Reading], theirs: Sequence[Reading]) -> bool:
    """Whether a temperature of which point or difference is undecided has the number and unit of a point."""
    if not any(axis == "temperature" for r in (*mine, *theirs) for axis, _ in r.axes):
        return False
    points = [{(r.unit, r.lower, r.upper) for r in side if r.dimension == "temperature"} for side in (mine, theirs)]
    return points[0] == points[1] != set()


@given(scenes(cited=True))
def test_sound(scene: Scene) -> None:
    """Under the default policy a traced quantity equals what its support quotes, or is half of such a whole."""
    answer, sources, question, _ = scene
    checked = verdicts.check(answer, sources, question)
    plain = {f"passage:{n}": marked.text(t)[0] for n, t in enumerate(sources, 1)}
    plain |= {"question": marked.text(question)[0]} if question else {}
    for q in checked.quantities:
        if q.status not in ACCEPTED:
            continue
        assert q.support
        assert (q.status == "question") == all(s.source == "question" for s in q.support)
        mine = marked.quantity(q.text).readings
        for s in q.support:
            assert plain[s.source][s.start : s.end] == s.quote
            theirs = marked.quantity(s.quote).readings
            if not (_joint_equal(mine, theirs) or _alike(mine, theirs)):
                assert _same_whole(q, checked), (q, s)


def _same_whole(q: report.Quantity, checked: report.Case) -> bool:
    """Whether an amount once per period, on one side or both, comes to the same on the other."""
    halves = [q.text] if q.together is report.UNSET else [q.text, checked.quantities[q.together].text]
    ours = _per_period(halves)
    quotes = [s.quote for s in q.support]
    return all(
        _per_period([s]) == ours or any(_per_period([s, t]) == ours for t in quotes if t is not s) for s in quotes
    )


def _per_period(writings: Sequence[str]) -> object:
    """Return the ends of a compound, or of an amount and a frequency of once per period; None of anything else."""
    readings = [marked.quantity(w).readings[0] for w in writings]
    often = [r for r in readings if r.dimension.startswith("per_time:")]
    amounts = [r for r in readings if r not in often]
    if len(amounts) != 1 or len(often) != len(readings) - 1 or any(f.lower != 1 for f in often):
        return None
    a = amounts[0]
    rate = often[0].base_lower if often else 1
    ends = tuple(e if e is None else e * rate for e in (a.base_lower, a.base_upper))
    return (a.shape, a.modality, a.lower_closed, a.upper_closed, *ends)


@given(scenes())
def test_nothing_equal_or_related_is_missed(scene: Scene) -> None:
    """The look-ups find what comparing everything with everything finds."""
    answer, sources, _, _ = scene
    made = [Source(f"passage:{n}", *marked.text(t, f"passage:{n}")) for n, t in enumerate(sources, 1)]
    places = Places(made)
    findings = Findings(places)
    for q in marked.text(answer)[1].quantities:
        if q.reason:
            continue
        readings = findings.one(q.readings)
        equal = findings.equal(readings)
        found = [h.place.order for h in (*equal.every, *equal.some)]
        assert sorted(found) == [p.order for p in places.all if compare(q.readings, p.readings, relations.equal).some]
        related = findings.related(readings)
        for name, relation in relations.RELATIONS.items():
            found = [h.place.order for h in related.get(name, [])]
            assert found == [p.order for p in places.all if compare(q.readings, p.readings, relation).some], name


@given(scenes(cited=True), options, st.data())
def test_monotone_in_the_policy(scene: Scene, policy: dict[str, str], data: st.DataObject) -> None:
    """A stricter policy accepts no quantity and no answer that a looser one refuses."""
    answer, sources, question, _ = scene
    option = data.draw(st.sampled_from(sorted(LOOSER)))
    steps = LOOSER[option]
    at = data.draw(st.integers(0, len(steps) - 2))
    strict = verdicts.check(answer, sources, question, policy | {option: steps[at]})
    loose = verdicts.check(answer, sources, question, policy | {option: steps[at + 1]})
    loosely = {q.start: q for q in loose.quantities}
    for q in strict.quantities:
        if q.status in ACCEPTED and q.start in loosely:
            assert loosely[q.start].status in ACCEPTED
    if strict.status == "met":
        assert loose.status in ("met", "not_applicable")


@given(scenes(cited=True), options)
def test_monotone_in_the_passages(scene: Scene, policy: dict[str, str]) -> None:
    """A passage more never makes anything unmatched, and takes support away only by a rule for the whole case."""
    answer, sources, question, added = scene
    before = verdicts.check(answer, sources, question, policy)
    after = verdicts.check(answer, [*sources, added], question, policy)
    for old, new in zip(before.quantities, after.quantities, strict=True):
        assert new.status != "unmatched" or old.status == "unmatched"
        if old.status in ACCEPTED and new.status == "ambiguous":
            assert new.reason in ("pairing", "uncited") or "with_amount" in new.notes


@given(scenes(), options, st.randoms(use_true_random=False))
def test_the_order_of_passages_changes_nothing(scene: Scene, policy: dict[str, str], random: Random) -> None:
    """Without citations the verdicts are the same in whatever order the passages stand."""
    answer, sources, question, _ = scene
    order = list(range(len(sources)))
    random.shuffle(order)
    first = verdicts.check(answer, sources, question, policy)
    second = verdicts.check(answer, [sources[i] for i in order], question, policy)
    names = {f"passage:{n + 1}": f"passage:{i + 1}" for n, i in enumerate(order)} | {"question": "question"}
    assert first.status == second.status
    for a, b in zip(first.quantities, second.quantities, strict=True):
        assert (a.status, a.reason, a.axis, a.notes) == (b.status, b.reason, b.axis, b.notes)
        assert {(s.source, s.start) for s in a.support} == {(names[s.source], s.start) for s in b.support}
        assert (a.nearest is report.UNSET) == (b.nearest is report.UNSET)


@given(
    st.lists(st.tuples(st.integers(0, 10**30), st.integers(0, 10**30)), max_size=5),
    st.integers(0, 9),
    st.integers(0, 3),
)
def test_a_citation_is_never_expanded_beyond_the_passages(spans: list[tuple[int, int]], count: int, base: int) -> None:
    """Of a range only the passages and its two ends are named, each number once."""
    found = resolve(Citation(0, 1, "bracket", tuple(spans)), count, base)
    assert len(found.named) <= count + 2 * len(spans)
    assert sorted(found.resolved + found.unresolved) == sorted(set(found.named))
    assert all(base <= n < base + count for n in found.resolved)
    for first, last in spans:
        assert {first, last} <= set(found.named)


def test_the_hash_seed_changes_nothing() -> None:
    """The report of every case of the unit tests is the same, byte for byte, under other hash seeds."""
    tests = Path(__file__).parents[1]
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import pathlib, msgspec, verdicts\n"
        "for c in verdicts.load(pathlib.Path(sys.argv[1]) / 'unit' / 'match.toml'):\n"
        "    case = verdicts.check(c['answer'], c['passages'], c.get('question'), c.get('policy'))\n"
        "    sys.stdout.buffer.write(msgspec.json.encode(case))\n"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", program, str(tests)],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=tests.parent,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(made) == 1
    assert len(made.pop()) > 10_000
