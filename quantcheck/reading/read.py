"""One text, whole: its quantities, citations and what is left alone, with every digit of it in one of these."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from quantcheck.building.build import build
from quantcheck.building.parse import Tree
from quantcheck.context.apart import reach
from quantcheck.context.counted import counted
from quantcheck.context.cues import Cues
from quantcheck.context.denied import deny
from quantcheck.context.direction import turn
from quantcheck.context.levels import level
from quantcheck.context.marked import mark
from quantcheck.context.opposites import tell
from quantcheck.context.rated import (
    cut_by_marks,
    enclosed,
    limited,
    outside,
    reach_for_rates,
    set_apart,
    shared_out,
    uneven,
)
from quantcheck.context.stated import among_money, reach_for_scales, scaled, without_figures
from quantcheck.equations.changes import Reader as WordReader
from quantcheck.equations.nodes import leaves, moved
from quantcheck.equations.restated import refuse_unlike, restates
from quantcheck.equations.scan import Scanner
from quantcheck.left_alone.scan import scan
from quantcheck.lexing.island import Island
from quantcheck.lexing.lex import Lexer
from quantcheck.normalising.normalise import normalise
from quantcheck.normalising.surroundings import Surroundings
from quantcheck.patterns.later import later
from quantcheck.policy import DEFAULT_STYLES
from quantcheck.reading.accounts import account_source, account_visible, merge_hidden
from quantcheck.reading.compiled import Language
from quantcheck.reading.leaving import RAISED, identifiers, loose_counts, notes, quarters, torn
from quantcheck.reading.writings import write_again
from quantcheck.values import Equation, Ignored, Quantity, Text
from quantcheck.visible.blocks import Blocks, blocks
from quantcheck.visible.view import View, view
from quantcheck.vocabulary.kinds import Split

_DURATION_BEFORE = frozenset(
    ("for", "over", "within", "after", "in", "during", "before", "until", "about", "last", "next", "least")
)
_PERIODS = frozenset(("time", "calendar"))

Trace = Callable[[Island, Sequence[tuple[int, int, Tree | None]]], None]


def read(
    text: str,
    language: Language,
    *,
    source: str = "answer",
    styles: Iterable[str] = DEFAULT_STYLES,
    trace: Trace | None = None,
) -> Text:
    """Return what is read in a text. Offsets are code points of the text as given; nothing is ever raised for a text.

    `trace` is told of each run of terminals and the expressions in it, for `quantcheck parse --show`.
    """
    seen = view(text, language.markup, styles)
    visible = seen.text
    block = blocks(seen, language.abbreviations, language.units.senses)
    split = language.kinds.split(visible, _parted(text, seen, language))
    left = _merged(block.ignored, scan(split, language.left_alone))
    around = Surroundings(visible, block.sentences)
    equations, quantities = _stated(split, language, block, left)
    if source != "answer":
        refuse_unlike(equations, quantities)
    taken = [(e.start, e.end, "equation") for e in equations]
    lexer = Lexer(split, language.lexicon, block.breaks, sorted([*left, *taken]) if taken else left)
    if taken and not set(taken) <= set(lexer.alone):
        # Something reaches into an equation: then none of it is read as one.
        equations, quantities, taken = [], [], []
        lexer = Lexer(split, language.lexicon, block.breaks, left)
    left = [entry for entry in lexer.alone if entry[2] != "equation"] if taken else list(lexer.alone)
    found = _quantities(lexer, language, around, trace)
    operands = quantities
    quantities = sorted([*operands, *found], key=lambda q: (q.start, q.end)) if operands else found
    if lexer.torn:
        left = torn(visible, language, lexer.torn, quantities, left)
    if lexer.ordinals:
        taken_up = [(q.start, q.end, "") for q in quantities]
        left = sorted([*left, *(entry for entry in _merged(taken_up, lexer.ordinals) if entry[2])])
    left = outside(left, quantities)
    told = language.telling.places(lexer.raw, lexer.marks if quantities or left else b"")
    apart = partial(_by_itself, language=language)
    if quantities:
        left = _reaching(lexer, language, block, quantities, left, told, apart)
    _take_ordinals(visible, language, quantities, left)
    _part_overlaps(quantities)
    left = _accounted(lexer, language, quantities, left, taken)
    if not quantities:
        return _in_source(text, source, seen, block, quantities, equations, left)
    begins = [start for start, _ in block.sentences]
    for quantity in quantities:
        quantity.sentence = max(0, bisect_right(begins, quantity.start) - 1)
    if operands:
        _place(equations, operands, quantities)
    _, _, changes, falls, denials, scales = told
    level(lexer, quantities, language.levels, changes, apart)
    tell(lexer, quantities, language.opposites)
    if source == "answer":
        equations = _worded(visible, language, equations, quantities)
    turn(lexer, quantities, language.directions, falls)
    deny(lexer, quantities, language.denials, denials)
    # What a quantity came to take in is no entry of its own.
    left = outside(left, quantities)
    _stand_together(quantities, around)
    scaled(lexer, quantities, language.multipliers, scales)
    return _in_source(text, source, seen, block, quantities, equations, left)


def _reaching(
    lexer: Lexer,
    language: Language,
    block: Blocks,
    quantities: list[Quantity],
    left: list[tuple[int, int, str]],
    told: Sequence[list[Cues]],
    apart: Callable[[str], list[Quantity]],
) -> list[tuple[int, int, str]]:
    """Let quantities take in what belongs to them, or be refused for it; return what stays left alone."""
    visible, (rated, bounds, *_) = lexer.text, told
    cut_by_marks(visible, quantities)
    reach_for_scales(visible, quantities)
    among_money(visible, quantities)
    left = without_figures(visible, quantities, left, language.multipliers)
    left = reach_for_rates(visible, quantities, left, block.breaks, language.rates, rated)
    enclosed(visible, quantities, left, language.brackets)
    uneven(visible, quantities)
    set_apart(visible, quantities, language.grouped)
    left = reach(lexer, quantities, left, language.apart, bounds)
    if mark(visible, quantities, language.marked, language.left_alone.guard, apart):
        left = outside(left, quantities)
    write_again(visible, quantities, language.writings, language.lexicon.change)
    counted(visible, quantities, block.breaks, language.counted, apart)
    shared_out(lexer, quantities, language.rates, rated, apart)
    limited(visible, quantities, apart)
    return left


def _quantities(
    lexer: Lexer, language: Language, around: Surroundings, trace: Trace | None = None, offset: int = 0
) -> list[Quantity]:
    """Return the quantities of the islands of a text or of a stretch of it that stands at an offset."""
    lexicon, parser = language.lexicon, language.parser
    recall = language.recall if trace is None else None
    forms = recall.forms(lexer) if recall is not None else []
    quantities: list[Quantity] = []
    for a, b in lexer.ranges():
        if recall is not None:
            known = recall.quantities(lexer, forms, a, b, around)
            if known is not None:
                quantities += known
                continue
        island = lexer.island(a, b)
        if island is None:
            continue
        starts, ends = island.starts, island.ends
        expressions = parser.expressions(island.types)
        if trace is not None:
            trace(island, expressions)
        for first, last, tree in expressions:
            for piece in build(island, first, last, tree):
                quantity = normalise(piece, starts[piece.start], ends[piece.end - 1], lexicon, around)
                if quantity.end > quantity.start:
                    quantities.append(quantity)
    if offset:
        for quantity in quantities:
            quantity.start += offset
            quantity.end += offset
    return quantities


def _stated(
    split: Split, language: Language, block: Blocks, left: Sequence[tuple[int, int, str]]
) -> tuple[list[Equation], list[Quantity]]:
    """Return the equations that signs state, and their operands, which their nodes name by their place in all."""
    visible, words = split.text, language.equation_words
    marks = words.marks(split)
    if not marks and not restates(visible):
        return [], []

    def apart(part: str, offset: int = 0) -> list[Quantity]:
        return _by_itself(part, language, offset)

    def leaf(start: int, end: int) -> list[Quantity]:
        return apart(visible[start:end], start)

    equations: list[Equation] = []
    operands: list[Quantity] = []
    for found in Scanner(split, words, marks, language.equation_parser, block.breaks, left, leaf, apart).equations():
        base = len(operands)
        for quantity in found.operands:
            operands.append(msgspec.structs.replace(quantity, equation=len(equations)))
        places = [base + n for n in range(len(found.operands))]
        found.equation.sides = tuple(moved(side, places.__getitem__) for side in found.equation.sides)
        equations.append(found.equation)
    return equations, operands


def _place(equations: list[Equation], operands: list[Quantity], quantities: list[Quantity]) -> None:
    """Let the nodes of equations name their operands by their place among all quantities."""
    place = {id(q): n for n, q in enumerate(quantities)}
    for equation in equations:
        equation.sides = tuple(moved(side, lambda i: place[id(operands[i])]) for side in equation.sides)


def _accounted(
    lexer: Lexer,
    language: Language,
    quantities: list[Quantity],
    left: list[tuple[int, int, str]],
    taken: Sequence[tuple[int, int, str]],
) -> list[tuple[int, int, str]]:
    """Let every digit lie in one entry; leave alone names, marks of notes, quarters of a year and words of counting.

    `taken` are the spans of equations.
    """
    visible = lexer.text
    raised = [m.span() for m in RAISED.finditer(visible)] if lexer.scripts() else []
    loose = sorted([*lexer.loose(), *raised]) if raised else lexer.loose()
    account_visible(visible, loose, quantities, sorted([*left, *taken]))
    left = identifiers(visible, quantities, left)
    if raised:
        left = notes(visible, language, quantities, left)
    left = quarters(visible, language, quantities, left)
    counting = lexer.counting_words()
    return loose_counts(visible, counting, quantities, left) if counting else left


def _in_source(
    text: str,
    source: str,
    seen: View,
    block: Blocks,
    quantities: list[Quantity],
    equations: list[Equation],
    left: Sequence[tuple[int, int, str]],
) -> Text:
    """Return what was read, in offsets of the text as it was given, with what the eye does not see."""
    sentences = [span for span in block.sentences if span[1] > span[0]]
    if seen.identity:
        ignored = [Ignored(*entry) for entry in left]
    else:
        ignored = [Ignored(*seen.span(start, end), why) for start, end, why in left]
        sentences = [seen.span(start, end) for start, end in sentences]
        for quantity in quantities:
            quantity.start, quantity.end = seen.span(quantity.start, quantity.end)
        for equation in equations:
            equation.start, equation.end = seen.span(equation.start, equation.end)
            equation.spans = tuple(seen.span(start, end) for start, end in equation.spans)
    if seen.ignored:
        ignored = merge_hidden(ignored, seen, sorted([*quantities, *equations], key=lambda e: (e.start, e.end)))
    if not seen.identity:
        account_source(text, seen, quantities, ignored)
    return Text(source, quantities, seen.citations, equations, ignored, sentences)


def _by_itself(part: str, language: Language, offset: int = 0) -> list[Quantity]:
    """Return the quantities of a short text that stands for itself."""
    lexer = Lexer(language.kinds.split(part), language.lexicon, [], [])
    return _quantities(lexer, language, Surroundings(part, []), offset=offset)


def _worded(visible: str, language: Language, equations: list[Equation], quantities: list[Quantity]) -> list[Equation]:
    """Return the equations with those that words state between quantities, all in order."""
    worded = list(WordReader(visible, quantities, language.changes, language.equation_parser).equations())
    if not worded:
        return equations
    every = sorted([*equations, *worded], key=lambda e: (e.start, e.end))
    for n, equation in enumerate(every):
        for i in {i for side in equation.sides for i in leaves(side)}:
            quantities[i].equation = n
    return every


_EVERY = later(r"\b(?:every|each)\s+\Z", re.IGNORECASE)
_PERIOD = later(r"\s+(?:second|minute|hour|day|night|week|month|quarter|year)s?\b", re.IGNORECASE)


def _take_ordinals(
    visible: str, language: Language, quantities: list[Quantity], left: list[tuple[int, int, str]]
) -> None:
    """Let `every 3rd day` be the interval that it is, in place of an ordinal that is left alone."""
    for k in range(len(left) - 1, -1, -1):
        start, end, why = left[k]
        if why != "ordinal":
            continue
        before, behind = _EVERY.search(visible, max(0, start - 12), start), _PERIOD.match(visible, end)
        if before is None or behind is None:
            continue
        del left[k]
        number = _ordinal(visible[start:end].lower(), language)
        said = f"every {number} {behind[0].split()[0].rstrip('s')}s" if number else ""
        made = _by_itself(said, language) if said else []
        span = before.start(), behind.end()
        whole = len(made) == 1 and not made[0].reason
        quantities.append(
            msgspec.structs.replace(made[0], start=span[0], end=span[1]) if whole else Quantity(*span, reason="unread")
        )
    quantities.sort(key=lambda q: (q.start, q.end))


def _ordinal(text: str, language: Language) -> int:
    """Return the number of an ordinal (`3rd`, `third`), 0 where it is none that is known."""
    digits = text[:-2]
    if digits.isdecimal() and digits.isascii() and len(digits) < 5:
        return int(digits)
    kind, value = language.lexicon.numerals.words.get(text, ("", Fraction(0)))
    return int(value) if kind == "fraction" else 0


def _part_overlaps(quantities: list[Quantity]) -> None:
    """Make one `unread` quantity of those that reach into each other (`5#10 mg`): what joins them was not read."""
    kept: list[Quantity] = []
    for quantity in quantities:
        if kept and quantity.start < kept[-1].end and quantity.equation < 0 and kept[-1].equation < 0:
            last = kept[-1]
            kept[-1] = Quantity(
                last.start, max(last.end, quantity.end), reason="unread", bare=last.bare and quantity.bare
            )
            continue
        kept.append(quantity)
    if len(kept) < len(quantities):
        quantities[:] = kept


_NUMBERS = frozenset(("unit", "teen", "ten", "hundred", "multiplier"))
"""Classes of number words that stand for a number wherever they stand."""


_WORD = re.compile(r"\w{1,24}+")
_WORD_BEFORE = re.compile(r"\w{1,24}+\Z")


def _parted(text: str, seen: View, language: Language) -> list[int]:
    """Return where what is hidden parts a number word from the letters it touches to the eye (`<b>Dose</b>twenty`)."""
    visible, words, places = seen.text, language.lexicon.numerals.words, []
    for seam in seen.seams():
        last, first = seen.end(seam - 1), seen.start(seam)
        before, behind = _WORD_BEFORE.search(text, max(0, last - 24), last), _WORD.match(text, first)
        for found, start in ((before, seam - len(before[0]) if before else 0), (behind, seam)):
            word = found[0].lower() if found else ""
            # `<b>Any</b>one`
            if word == "one" or word not in words or words[word][0] not in _NUMBERS:
                continue
            end = start + len(word)
            if found and visible[start:end] == found[0] and seen.end(end - 1) - seen.start(start) == len(word):
                places.append(seam)
    return sorted({*places})


def _merged(
    first: Sequence[tuple[int, int, str]], second: Sequence[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Return two sorted lists of spans as one without overlaps; where they overlap, the first list's stands."""
    if not first:
        return list(second)
    merged: list[tuple[int, int, str]] = []
    taken = sorted(first)
    starts = [s for s, _, _ in taken]
    for span in second:
        at = bisect_right(starts, span[0]) - 1
        if (at >= 0 and taken[at][1] > span[0]) or (at + 1 < len(taken) and taken[at + 1][0] < span[1]):
            continue
        merged.append(span)
    return sorted([*taken, *merged])


def _stand_together(quantities: list[Quantity], around: Surroundings) -> None:
    """Join each frequency to the amount it stands with: one sentence, no other amount or frequency between."""
    if not any(q.readings and not q.bare and q.readings[0].kind == "frequency" for q in quantities):
        return
    sorts = [_sort(q, around) for q in quantities]
    ranked = [i for i, sort in enumerate(sorts) if sort]
    for place, i in enumerate(ranked):
        if sorts[i] != "frequency":
            continue
        for other in (place - 1, place + 1):
            if not 0 <= other < len(ranked):
                continue
            k = ranked[other]
            amount = quantities[k]
            if sorts[k] == "amount" and amount.together < 0 and amount.sentence == quantities[i].sentence:
                amount.together, quantities[i].together = i, k
                break


def _sort(quantity: Quantity, around: Surroundings) -> str:
    """Return `frequency`, `amount` or, for what is neither, nothing."""
    if not quantity.readings or quantity.bare:
        return ""
    reading = quantity.readings[0]
    if reading.kind == "frequency":
        return "frequency"
    if reading.kind in ("temperature", "percent", "percentage_point", "ratio", "number", "temperature_difference"):
        return ""
    if reading.dimension in _PERIODS:
        words = around.before(quantity.start).split()
        if not words or words[-1] in _DURATION_BEFORE:
            return ""
    return "amount"
