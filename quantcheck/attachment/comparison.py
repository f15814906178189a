"""One case: which of its figures stand in the passages with something else than what the answer says of them.

Runs behind the matcher, on figures that were found in a passage; it finds none itself and raises no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Final, NamedTuple

import msgspec

from quantcheck.attachment import decision
from quantcheck.attachment.context import FREE, Context
from quantcheck.attachment.decision import SAID, STRICT, WIDE, Flag, Said
from quantcheck.attachment.evidence import Described, Evidence, Told
from quantcheck.attachment.pages import Words
from quantcheck.attachment.words import Lexis, Token, in_small_letters, last_turn
from quantcheck.matching.grids import Table, tables
from quantcheck.matching.known import Known
from quantcheck.matching.match import Verdict
from quantcheck.matching.places import Place, Places
from quantcheck.matching.tables import Tabled
from quantcheck.patterns.later import later
from quantcheck.policy import Policy
from quantcheck.values import Reading, Text

ANSWER, QUESTION = -1, -2
"""Where a word is said that does not stand in a passage."""
STEP: Final = decision.STEP
_FROM: Final = later(r"\bfrom\s\Z", re.IGNORECASE)
_FEW: Final = 2
"""Words of an answer below which those of the question help."""
_ENDS: Final = ("change", "stage")
"""Axes of what words say of a figure that is an end of a change, or the change."""

_weight = itemgetter(0)
_made = tuple.__new__

_Entry = tuple[Token, int, int, int]
"""A word at its place, where it is said, its share of its weight, and that."""

Cited = Callable[[int], frozenset[int] | None]
"""The passages that the sentence at an offset cites, None where all count."""


class Texts(NamedTuple):
    """The answer as text and as read, and the question."""

    answer: str
    read: Text
    question: str


class Finding(msgspec.Struct, frozen=True):
    """What was found out about one figure: the sign of a mix-up, another value for the same words, or no comparison."""

    flag: Flag | None = None
    contested: Place | None = None
    skipped: bool = False


def findings(
    texts: Texts,
    found: Sequence[Verdict | None],
    places: Places,
    tabled: Tabled,
    lexis: Callable[[], Lexis],
    policy: Policy,
    cited: Cited,
) -> dict[int, Finding]:
    """Return what there is to say of the figures of an answer that a passage supports, by their indexes."""
    told = policy.attachment == "review"
    traced = [i for i, v in enumerate(found) if v is not None and (v.status == "source" or (told and _told(v)))]
    wanted = _several(texts.read, traced, places)
    if not wanted:
        return {}
    return _Comparison(texts, places, tabled, lexis(), wanted).all(traced, found, policy, cited)


def _told(verdict: Verdict) -> bool:
    """Say whether a figure is found but for words at it; the ends of a change have rivals in each other alone."""
    return verdict.told and verdict.axis not in _ENDS


def lowered(found: Sequence[Verdict | None], noted: Mapping[int, Finding], policy: Policy) -> list[Verdict | None]:
    """Return verdicts with what the findings come to under a policy: a status for review, or a note."""
    made = list(found)
    for i, finding in noted.items():
        verdict = made[i]
        if verdict is None:
            continue
        if finding.flag is not None and policy.attachment == "review":
            made[i] = Verdict("ambiguous", "attachment", support=verdict.support, partner=verdict.partner)
            continue
        if verdict.told:
            continue
        notes = [*verdict.notes]
        notes += ["attachment"] if finding.flag is not None else []
        notes += ["attachment_skipped"] if finding.skipped else []
        notes += ["contested_source"] if finding.contested is not None else []
        made[i] = msgspec.structs.replace(verdict, notes=tuple(notes))
    return made


def _several(answer: Text, traced: Sequence[int], places: Places) -> frozenset[str]:
    """Return the dimensions of traced figures of which the passages give more than one value."""
    asked = {r.dimension for i in traced for r in answer.quantities[i].readings}
    return places.several & asked


def _told_by(places: Places, lexis: Lexis, tabled: Tabled) -> Told:
    by_source: dict[int, list[Table]] = {}
    for n, table in tabled.tables:
        by_source.setdefault(n, []).append(table)
    sources = [s for s in places.sources if not s.is_question]
    return Told(places, [s.known.fact(Described, lexis, by_source.get(n, ())) for n, s in enumerate(sources)])


def _places(verdict: Verdict) -> list[Place]:
    return [h.place for h in verdict.support]


class _Comparison:
    """The texts of a case, read for what is said of its figures."""

    def __init__(self, texts: Texts, places: Places, tabled: Tabled, lexis: Lexis, wanted: frozenset[str]) -> None:
        told = places.fact(_told_by, lexis, tabled)
        its_tables = tables(texts.answer, texts.read) if "|" in texts.answer else ()
        self._own = Described(Known(texts.answer, texts.read), lexis, its_tables)
        start, end = last_turn(texts.question)
        self._sources = places.sources
        self._asked = Words(lexis.tokens(texts.question, in_small_letters(texts.question), start, end))
        self._names = lexis.names(told.names, told.small, [texts.answer, texts.question[start:end]])
        self._quantities = texts.read.quantities
        self._evidence = Evidence(told, wanted, self._names)
        self._wanted = wanted
        self._told: dict[int, list[tuple[Token, int]]] = {}
        self._known: dict[tuple[int, ...], tuple[Sequence[Said], object]] = {}

    def all(
        self, traced: Sequence[int], found: Sequence[Verdict | None], policy: Policy, cited: Cited
    ) -> dict[int, Finding]:
        """Return a finding for each figure about which there is something to say."""
        margins = WIDE if policy.profile == "conservative" else STRICT
        made: dict[int, Finding] = {}
        plain: set[tuple[object, ...]] = set()
        contested: dict[tuple[object, ...], Place | None] = {}
        beside = self._beside(found)
        for i in traced:
            verdict, readings = found[i], self._quantities[i].readings
            if verdict is None or i in self._own.page.years:
                continue
            if self._wanted.isdisjoint([r.dimension for r in readings]):
                continue
            context = self._own.context(i, self._wanted)
            if context is None:
                continue
            own = list({(h.place.source, h.place.quantity): h.place for h in verdict.support}.values())
            if len(own) > decision.PLACES or not self._evidence.skipped.isdisjoint([r.dimension for r in readings]):
                made[i] = Finding(skipped=True)
                continue
            others = beside.get(i, frozenset())
            asked = decision.Figures(readings, own, cited(self._quantities[i].start), others)
            mine = list(map(self._evidence.context, own))
            # An answer may say the same of the same figure over and over.
            name = id(verdict.support), asked.allowed
            if self._rivalled(context, readings, mine):
                said, same = self._said(context)
                if (*name, others, same) not in plain:
                    flag = decision.flag(asked, mine, said, self._evidence, margins)
                    if flag is not None:
                        made[i] = Finding(flag)
                        continue
                    plain.add((*name, others, same))
            if name not in contested:
                contested[name] = decision.contested(asked, mine, self._evidence)
            if (other := contested[name]) is not None:
                made[i] = Finding(contested=other)
        return made

    def _beside(self, found: Sequence[Verdict | None]) -> dict[int, frozenset[tuple[int, int]]]:
        """Return, for each end of a change whose first end a passage has behind `from` too, the places of the other."""
        made: dict[int, frozenset[tuple[int, int]]] = {}
        ends = [i for i, q in enumerate(self._quantities) if "change" in q.notes]
        for i, j in zip(ends[::2], ends[1::2], strict=False):
            first, last = found[i], found[j]
            if first is None or last is None:
                continue
            if any(self._is_first_end(place) for place in _places(first)):
                made[i] = frozenset((p.source, p.quantity) for p in _places(last))
                made[j] = frozenset((p.source, p.quantity) for p in _places(first))
        return made

    def _is_first_end(self, place: Place) -> bool:
        source = self._sources[place.source]
        start = source.read.quantities[place.quantity].start
        return _FROM.search(source.text, max(0, start - 8), start) is not None

    def _rivalled(self, context: Context, readings: Sequence[Reading], mine: Sequence[Context | None]) -> bool:
        """Whether a word that may be said of a figure stands with another one and with none of its own places."""
        evidence, names = self._evidence, self._names
        theirs = [c for c in mine if c is not None]
        said = [context.own, *context.free, self._asked]
        for dimension in dict.fromkeys([r.dimension for r in readings]):
            for words in said:
                for word in evidence.had(words, dimension):
                    key, group = word.key, word.group
                    for c in theirs:
                        if key in c.own or c.standing(key, group, names) <= FREE:
                            break
                    else:
                        return True
        return False

    def _said(self, context: Context) -> tuple[Sequence[Said], object]:
        """Return the heaviest words of the answer that are said of a figure and stand in the passages.

        Beside them stands what tells them from those of another figure.
        """
        # The figures of one sentence share their words.
        name = id(context.own), id(context.table), *map(id, context.free)
        found = self._known.get(name)
        if found is None:
            said = self._weighed(self._words(context), context.own)
            found = self._known[name] = said, tuple([(s.key, s.weight, s.others) for s in said])
        return found

    def _telling(self, words: Words) -> list[tuple[Token, int]]:
        """Return those of some words that stand in the passages, and the members of classes, with their weights."""
        found = self._told.get(id(words))
        if found is None:
            steps, weight, names = self._evidence.steps, self._evidence.weight, self._names
            found = self._told[id(words)] = [
                (token, weight(token.word, key in names))
                for key, token in words.items()
                if key in steps or token.word.group
            ]
        return found

    def _words(self, context: Context) -> list[_Entry]:
        """Return the words of the answer that are said of a figure, and those of the question where they are few."""
        names, own, steps = self._names, context.own, self._evidence.steps
        share = SAID["own"]
        words = [(token, ANSWER, share, weight) for token, weight in self._telling(own)]
        taken = {token.word.key for token, _, _, _ in words}
        named = context.table is None and own.named(names)
        share = SAID["inherited"]
        for free in context.free:
            for token, weight in self._telling(free):
                key, group = token.word.key, token.word.group
                # As `Context.standing` has it: own words of its class, and own names, override inherited ones.
                if key not in taken and not (group and group in own.groups) and not (named and key in names):
                    taken.add(key)
                    words.append((token, ANSWER, share, weight))
        if self._asked and sum(1 for _ in islice(filter(steps.__contains__, taken), _FEW)) < _FEW:
            share = SAID["asked"]
            weigh = self._evidence.weight
            words += [(t, QUESTION, share, weigh(t.word, k in names)) for k, t in self._asked.items() if k not in taken]
        return words

    def _weighed(self, words: Sequence[_Entry], own: Words) -> list[Said]:
        """Return the heaviest of these words."""
        groups: dict[str, list[_Entry]] = {}
        for entry in words:
            if entry[0].word.group:
                groups.setdefault(entry[0].word.group, []).append(entry)
        names, steps = self._names, self._evidence.steps
        heavy: list[tuple[int, _Entry, tuple[Token, ...]]] = []
        for entry in words:
            token, source, share, weight = entry
            if not weight:
                continue
            word = token.word
            others: tuple[Token, ...] = ()
            if (group := word.group) and len(groups[group]) > 1 and word.key not in own:
                # Of several members of a class only the figure's own ones count, or all that the question asks for.
                several = [t for t, at, _, _ in groups[group] if at == QUESTION and t.word.key in steps]
                if len(several) < len(groups[group]) or token is not several[0]:
                    continue
                others = tuple(several[1:])
            heavy.append((weight * share, entry, others))
        heavy.sort(key=_weight, reverse=True)
        made: list[Said] = []
        for weight, (token, source, share, _), others in heavy[: decision.HEAVIEST]:
            word = token.word
            key = word.key
            made.append(_made(Said, (token, source, weight, share, key in names, others, key, word.group, word.weak)))
        return made
