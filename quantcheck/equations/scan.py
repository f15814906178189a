"""Stated equations in visible text: the terminals of each clause, from which the grammar makes equations.

A quantity is whatever the reader reads as one between two signs; where something stands that the grammar does not
place, the whole is left to the ordinary reading. Values are decided by `decide`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from quantcheck.building.parse import Parser
from quantcheck.equations.nodes import moved
from quantcheck.equations.signs import RESTATED, SIGNS, STATE, WHOLES, Words, restates
from quantcheck.equations.trees import Stated, Terminal, stated
from quantcheck.patterns.later import later
from quantcheck.values import Equation, Node, Quantity

Leaf = Callable[[int, int], Sequence[Quantity]]
"""Reads a stretch of the text by itself: its quantities, with offsets of the text."""

LONGEST: Final = 240
"""Characters of one clause on either side of a sign of equality in which its equation is looked for."""
WORDED: Final = 30
"""Characters of the longest number in words that is an operand."""
_WORDS: Final = 12
"""Words of the longest number in words that is written again in digits."""
EXPONENT: Final = 100
_WORD_BEFORE: Final = later(r"(?<![^\s(])[^\s(),.;:!?]{1,20}[ \t]{1,2}\Z")
_FIGURE: Final = later(r"[\d½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]")
_CLAUSE: Final = later(r"[;!?]|\n(?![ \t]*[=≈])|[.,:](?=\s|\Z)")
_DIGIT: Final = later(r"[\d$€£¥(⦅√½¼¾⅓⅔⅛.]|[-−–](?=[\d$€£])")
_LISTED: Final = later(r"\s+(?:(?:and|&|about|a total of)\s+)*[\d$€£¥½¼¾.]")
_BEFORE: Final = tuple("+×*÷/^·⋅∙<>≤≥±∓√∛|\\−")
"""Signs by which a quantity belongs to what stands in front of it."""
_ON: Final = later(r"\s*[\^×÷·⋅∙±√]|[*/]\w")
_POWER_OF_TEN: Final = later(r"\s?10\s?(?:\^|[⁻⁰¹²³⁴-⁹])")
_INSIDE: Final = "-‐‑–—/"
_NEGATIVE: Final = later(r"[=≈(]\s*[$€£]?[-−–]\s?[$€£]?\d")
_TEN: Final = later(r"(?<![\d.,])10\Z")
_FRACTION: Final = later(r"\d{1,3}/\d{1,4}(?:\s?[^\W\d_]|\s+of\b)")
_BELOW: Final = later(r"\d+")
_OF: Final = later(r"\s+of\b", re.IGNORECASE)
_COMMA: Final = later(r"\s*,\s*")
_AND: Final = later(r"\s*(?:,\s*)?(?:and|&)\s*")
_TO: Final = later(r"\s+(?:to|and|over)\s+")
_SEVERAL: Final = later(r"\s(?:and|to|over)\s|&")
_ARTICLE: Final = later(r"(?:the|an?)\s+", re.IGNORECASE)
_POWER: Final = later(r"\^ ?(\(?)([-−]?\d{1,3})(?:([./])(\d{1,3}))?(\)?)|[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}")
_RAISED: Final = {ord(a): b for a, b in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)}
_OPERATORS: Final = frozenset(
    ("PLUS", "MINUS", "TIMES", "OVER", "FRACTION", "POW", "ROOT", "FACTOR", "MORE", "LESS", "SLASH")
)
_COMPUTE: Final = _OPERATORS | WHOLES
_GOES_ON: Final = _OPERATORS | WHOLES | {"GLUED", "COMMA", "AND"}


class Found(NamedTuple):
    """An equation in visible offsets, with its operands in order; its nodes name them by their place there."""

    equation: Equation
    operands: list[Quantity]


class Scanner:
    """Looks for equations in one visible text."""

    def __init__(
        self,
        text: str,
        words: Words,
        marks: Sequence[int],
        parser: Parser,
        breaks: Sequence[int],
        left: Sequence[tuple[int, int, str]],
        read: Leaf,
        read_text: Callable[[str], Sequence[Quantity]],
    ) -> None:
        self._text = text
        self._words = words
        self._marks = marks
        self._parser = parser
        self._breaks = breaks
        self._left = left
        self._read = read
        self._read_text = read_text

    def equations(self) -> Iterator[Found]:
        """Yield the equations in order; they do not overlap."""
        found: list[Found] = []
        for start, end in self._clauses():
            terminals = self._terminals(start, end)
            for made in stated(
                self._parser, terminals, partial(self._fits, terminals), partial(self._begins, terminals)
            ):
                found.append(self._found(made, terminals))
        if restates(self._text):
            starts = [f.equation.start for f in found]
            ends = [f.equation.end for f in found]
            restated: list[Found] = []
            for twice in self._restated():
                e = twice.equation
                k = bisect_left(starts, e.end)
                if not (k and ends[k - 1] > e.start):
                    restated.append(twice)
            found += restated
        yield from sorted(found, key=lambda f: f.equation.start)

    def _restated(self) -> Iterator[Found]:
        """Yield `five (5) mg`: one figure, in words and in digits."""
        done = 0
        for m in RESTATED.finditer(self._text):
            start, inner, behind = m.start(1), m.start(2), m.end()
            if start < done or not self._clear(start, behind):
                continue
            k = bisect_right(self._breaks, start)
            end = min(behind + 40, self._breaks[k] if k < len(self._breaks) else len(self._text))
            word = self._one(start, m.end(1))
            if word is None or not word.bare or "word" not in word.forms or end <= behind:
                continue
            start, word = self._all_of(start, m.end(1), max(done, self._breaks[k - 1] if k else 0), word)
            whole = self._spliced(m[2], inner, behind, end)
            if whole is None or not word.readings[0].base_lower or not whole.readings[0].lower:
                continue
            whole.start = start
            times = word.readings[0].base_lower / whole.readings[0].lower
            done = whole.end
            sides: tuple[Node, ...] = (("*", ("n", times), ("q", 0)), ("q", 0))
            spans = (start, m.end(1)), (inner, whole.end)
            yield Found(Equation(start, whole.end, sides, ("=",), spans), [whole])

    def _all_of(self, start: int, end: int, low: int, word: Quantity) -> tuple[int, Quantity]:
        """Return where the number begins whose last word or two are known, and the number: `one hundred twenty`."""
        at = start
        for _ in range(_WORDS):
            before = _WORD_BEFORE.search(self._text, max(low, at - 24), at)
            if before is None:
                break
            at = before.start()
            more = self._one(at, end)
            if more is not None and more.start == at and more.bare and more.readings[0].base_lower:
                start, word = at, more
        return start, word

    def _spliced(self, number: str, start: int, behind: int, end: int) -> Quantity | None:
        """Return what a number and the unit behind its bracket are together."""
        found = self._read_text(f"{number} {self._text[behind:end]}")
        if not found or found[0].start or found[0].bare or found[0].reason or len(found[0].readings) != 1:
            return None
        r = found[0].readings[0]
        if r.shape != "point" or r.modality != "exact":
            return None
        q = found[0]
        q.end = behind + q.end - len(number) - 1
        return q

    def _clauses(self) -> Iterator[tuple[int, int]]:
        """Yield the stretches in which an equation may stand, once each."""
        text, words = self._text, self._words
        reach = 0
        for at in self._marks:
            if at < reach:
                continue
            low, high = max(reach, at - LONGEST), min(len(text), at + LONGEST)
            k = bisect_right(self._breaks, at)
            if k:
                low = max(low, self._breaks[k - 1])
            if k < len(self._breaks):
                high = min(high, self._breaks[k])
            lists = any(m.end() > at for m in words.wholes.finditer(text, max(low, at - 16), min(high, at + 16)))
            for m in _CLAUSE.finditer(text, low, at):
                low = low if self._joins(m, lists=False) else m.end()
            for m in _CLAUSE.finditer(text, at, high):
                if not self._joins(m, lists=lists):
                    high = m.start()
                    break
            reach = max(high, at + 1)
            if low < high and self._figures(low, high):
                yield low, high

    def _figures(self, start: int, end: int) -> bool:
        """Whether a number stands in a stretch, in digits or in words."""
        return (
            _FIGURE.search(self._text, start, end) is not None
            or self._words.numbers.search(self._text, start, end) is not None
        )

    def _joins(self, m: re.Match[str], *, lists: bool) -> bool:
        """Whether a comma ends no clause: `, which is 5 mg`, or a comma between the members of a sum in words."""
        if m[0] != ",":
            return False
        if self._words.links.match(self._text, m.end()):
            return True
        return lists and (not _AND.search(m.string, m.pos, m.start()) or _LISTED.match(m.string, m.end()) is not None)

    # ---- terminals

    def _terminals(self, start: int, end: int) -> list[Terminal]:
        """Return the terminals of a clause: its signs, and what stands between them; none where nothing is computed."""
        if self._words.state.search(self._text, start, end) is None:
            return []
        signs: list[Terminal] = []
        place = start
        for m in self._words.token.finditer(self._text, start, end):
            if m.start() < place:
                continue
            kind, value = self._kind(m, signs, place, end)
            if not kind:
                continue
            signs.append(Terminal(kind, m.start(), m.end(), value))
            place = m.end()
            power = kind == "RP" and _POWER.match(self._text, place, end)
            if power:
                signs.append(_raised(power))
                place = power.end()
        signs = list(self._parting(signs, start, end))
        if not self._computes(signs):
            return []
        terminals: list[Terminal] = []
        place = start
        for sign in signs:
            self._between(terminals, place, sign.start)
            terminals.append(sign)
            place = sign.end
        self._between(terminals, place, end)
        return terminals

    def _parting(self, signs: Sequence[Terminal], start: int, end: int) -> Iterator[Terminal]:
        """Yield the signs but for those inside one quantity: the dash of a range, the stroke of a pair, a figure's own.

        A dash is no minus where a range is read and no negative figure stands beside, as every difference of a lower
        and a higher figure is negative.
        """
        for n, sign in enumerate(signs):
            if sign.kind in ("MINUS", "OVER") and self._text[sign.start] in _INSIDE:
                low = signs[n - 1].end if n else start
                high = signs[n + 1].start if n + 1 < len(signs) else end
                found, _ = self._in(low, high)
                whole = next((q for q in found if q.start < sign.start and q.end > sign.end), None)
                if whole is not None and whole.readings and self._one_quantity(whole, sign, start, end):
                    continue
            yield sign

    def _one_quantity(self, q: Quantity, sign: Terminal, start: int, end: int) -> bool:
        """Whether a quantity over a sign is one, and the sign computes nothing."""
        if q.readings[0].shape == "pair" and not q.bare:
            return True
        if sign.kind == "MINUS" and _FIGURE.search(self._text, q.start, sign.start) is None:
            # `$-1`
            return True
        r = q.readings[0]
        if r.shape != "range" or q.reason or sign.kind != "MINUS":
            return False
        if r.base_lower is None or r.base_upper is None or r.base_lower >= r.base_upper:
            return False
        ends = self._read(q.start, sign.start), self._read(sign.end, q.end)
        if [e.bare for part in ends for e in part] in ([True, False], [False, True]):
            # one unit for both; but `1 - 30%` is what is left of a whole
            return not (ends[0][0].bare and r.kind == "percent" and self._text[q.start : q.start + 2] == "1 ")
        return _NEGATIVE.search(self._text, start, end) is None

    def _computes(self, signs: Sequence[Terminal]) -> bool:
        """Whether some signs can make an equation: words such as `is` do not without something to compute."""
        kinds = {t.kind for t in signs}
        written = any(t.kind in SIGNS and not self._text[t.start].isalpha() for t in signs)
        return written or (not kinds.isdisjoint(_COMPUTE) and not kinds.isdisjoint(STATE))

    def _kind(self, m: re.Match[str], terminals: list[Terminal], place: int, end: int) -> tuple[str, object]:
        """Return the terminal that a spelling is in its place, empty where it is no sign of an equation."""
        text = self._text
        spelling = " ".join(m[0].lower().split())
        kind = self._words.kinds.get(spelling) or self._words.kinds.get(m[0].lower(), "")
        before = text[place : m.start()]
        after = text[m.end() : min(end, m.end() + 8)]
        opened = after.lstrip()
        if kind == "LP":
            return ("GLUED" if text[m.start() - 1 : m.start()].isalnum() and m.start() else kind), None
        if kind in SIGNS:
            beside = text[m.start() - 1 : m.start()] + after[:1] if m.start() and not m[0][0].isalpha() else ""
            return ("GLUED" if any(c in "<>=!:~≠≤≥" for c in beside) else kind), None
        if kind in WHOLES:
            return (kind if _SEVERAL.search(text, m.end(), end) else ""), None
        if kind in ("RP", "OR"):
            return kind, None
        if kind == "FACTOR":
            return (kind, self._words.factors[spelling]) if _DIGIT.match(opened) else ("", None)
        if kind == "ROOT":
            return kind, 3 if m[0] == "∛" else 2
        operand = bool(before.strip()) or bool(terminals and terminals[-1].kind in ("RP", "POW", "GLUED"))
        if not operand:
            return "", None
        divided = bool(terminals) and terminals[-1].kind == "OVER" and text[terminals[-1].end].isspace()
        return self._operator(m, kind, before, after, opened, end, divided=divided), None

    def _operator(
        self, m: re.Match[str], kind: str, before: str, after: str, opened: str, end: int, *, divided: bool
    ) -> str:
        """Return what a sign behind an operand is, empty where it is no operator."""
        text = self._text
        if kind == "OF":
            article = _ARTICLE.match(opened)
            if not _DIGIT.match(opened[article.end() :] if article else opened):
                return ""
            return "TIMES" if self._words.shares.search(before.rstrip()) else ""
        if not _DIGIT.match(opened) and not (m[0].isalpha() and self._words.numbers.match(opened)):
            # `3 mg + x`: an operand that is not read
            apart = before[-1:].isspace() and after[:1].isspace()
            return "GLUED" if m[0] in "×÷−" or (m[0] in "+*" and apart) else ""
        if m[0] in "-−–—":
            even = before[-1:].isspace() == after[:1].isspace()
            if m[0] == "—" and not any(c.isdigit() for c in before):
                return ""
            return kind if even or m[0] == "−" else ""
        if m[0] == "/" and _tight_fraction(text, m.start(), end):
            return ""
        below = _BELOW.match(text, m.end(), end) if m[0] == "⁄" else None
        if below is not None and (_OF.match(text, below.end()) or self._unit(below.end(), end)):
            # `\frac{500}{2} mg`: a number of milligrams, as is `500/2 mg`
            return ""
        if m[0] == "/" and divided and not before[-1:].isspace() and not after[:1].isspace():
            # `100 ÷ 1/2`: which one divides first is not said
            return "GLUED"
        if kind == "TIMES" and before[-1:].isspace() <= before.rstrip()[-1:].isdigit() and _POWER_OF_TEN.match(after):
            # `1.5 × 10³ m`: one number
            return ""
        if m[0].lower() == "x" and not (before[-1:].isspace() or before[-1:].isdigit() or not before):
            return ""
        return kind

    def _between(self, terminals: list[Terminal], start: int, end: int) -> None:
        """Append what stands between two signs: a quantity, or words with the quantities at their ends."""
        text = self._text
        touches = start < end and not text[start].isspace()
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end or self._words.lead.fullmatch(f"{text[start:end]} "):
            return
        last = terminals[-1].kind if terminals else ""
        if last in WHOLES:
            self._members(terminals, last, start, end)
            return
        if last in ("RP", "POW") and ((touches and text[start].isalnum()) or self._unit(start, end)):
            terminals.append(Terminal("GLUED", start, end))
            return
        power = None
        for m in _POWER.finditer(text, start, end):
            if m.start() > start and text[m.start() - 1].isdigit() and not _TEN.search(text, start, m.start()):
                power = m
                break
        if power is not None:
            self._quantities(terminals, start, power.start())
            terminals.append(_raised(power))
            self._between(terminals, power.end(), end)
            return
        self._quantities(terminals, start, end)

    def _quantities(self, terminals: list[Terminal], start: int, end: int) -> None:
        """Append the quantity that a stretch is, or else words with the quantities at its ends."""
        if end - start > WORDED and _FIGURE.search(self._text, start, end) is None:
            terminals.append(Terminal("WORD", start, end))
            return
        found, inner = self._in(start, end)
        whole = self._whole(found, inner, end)
        if whole is not None:
            terminals.append(Terminal("Q", start, end, whole))
            return
        first = found[0] if found and found[0].start == inner and self._good(found[0]) else None
        last = found[-1] if found and found[-1].end == end and self._good(found[-1]) else None
        if first is not None and first is not last:
            terminals.append(Terminal("Q", start, first.end, first))
            if _ON.match(self._text, first.end, end):
                terminals.append(Terminal("GLUED", first.end, end))
        terminals.append(Terminal("WORD", start, end))
        if last is not None:
            if self._text[start : last.start].rstrip()[-1:] in _BEFORE:
                terminals.append(Terminal("GLUED", start, last.start))
            terminals.append(Terminal("Q", last.start, end, last))

    def _members(self, terminals: list[Terminal], kind: str, start: int, end: int) -> None:
        """Append the members that a word such as `sum of` has: `2, 3 and 5 g`."""
        text = self._text
        to = _TO.search(text, start, end) if kind == "RATIO" else None
        if to is not None:
            self._quantities(terminals, start, to.start())
            terminals.append(Terminal("AND", to.start(), to.end()))
            self._quantities(terminals, to.end(), end)
            return
        article = _ARTICLE.match(text, start, end)
        inner = article.end() if article else start
        # read with the word in front: it tells `the difference between 3 and 5 g` from a range
        found = [q for q in self._read(terminals[-1].start, end) if q.start >= start]
        if not found or found[0].start > inner or not self._clear(inner, end):
            terminals.append(Terminal("WORD", start, end))
            return
        for n, q in enumerate(found):
            if n:
                gap = text[found[n - 1].end : q.start]
                sort = "COMMA" if _COMMA.fullmatch(gap) else "AND" if _AND.fullmatch(gap) else "GLUED"
                terminals.append(Terminal(sort, found[n - 1].end, q.start))
            terminals.append(Terminal("GLUED" if q.reason else "Q", q.start, q.end, q))
        if found[-1].end < end and not self._words.pieces.fullmatch(text, found[-1].end, end):
            terminals.append(Terminal("WORD", found[-1].end, end))

    # ---- equations

    def _fits(self, terminals: Sequence[Terminal], made: Stated) -> bool:
        """Whether an equation is one in its place: nothing goes on around it, and it says something."""
        if not self._ends(made.last, terminals):
            return False
        if self._words.beyond.match(self._text, terminals[made.last - 1].end):
            return False
        sort = made.signs[0]
        if sort in ("=", "≈"):
            first = terminals[made.first]
            if first.kind == "LP" and self._text[first.start] == "[" and made.sides[0].node[0] == "q":
                # `[1] = 5`: an index, or a citation
                return False
            named = terminals[made.last - 2].kind == "COMMA"
            if named and made.last < len(terminals) and terminals[made.last].kind != "RP":
                return False
            if any(side.node[0] != "q" for side in made.sides):
                return True
            signs = [t for t in terminals[made.first : made.last] if t.kind in SIGNS]
            if all(self._text[t.start].isalpha() or self._text[t.start] == "," for t in signs):
                return False
            return self._compares(terminals, made)
        if sort == "or":
            return any(side.node[0] != "q" for side in made.sides)
        if sort == "(":
            inside: Quantity = terminals[made.last - 2].value
            return made.sides[0].node[0] != "q" and not inside.bare and bool(inside.readings)
        return False

    def _compares(self, terminals: Sequence[Terminal], made: Stated) -> bool:
        """Whether an equation that computes nothing compares two amounts: `1 h = 60 min`, and not `Group 1 = 12`."""
        operands: list[Quantity] = [terminals[i].value for i in made.operands]
        plain = [q for q in operands if q.bare and "fraction" not in q.forms]
        if not plain or any("scientific" in q.forms for q in plain):
            return True
        if len(plain) == len(operands) or not any(r.kind == "percent" for q in operands for r in q.readings):
            return False
        before, first = terminals[made.first - 1], terminals[made.first]
        return not (made.first and before.kind == "WORD" and before.end == first.end and operands[0] in plain)

    def _begins(self, terminals: Sequence[Terminal], first: int) -> bool:
        """Whether an expression begins here: what stands before it is no part of it."""
        k = first - 1
        while k >= 0 and terminals[k].kind == "LP":
            k -= 1
        if k < 0:
            return True
        kind = terminals[k].kind
        if kind == "RP":
            return k + 1 == first and k > 0 and terminals[k - 1].kind == "WORD"
        if kind == "Q":
            # `6 g (3 × 2 g = 6 g)`
            return k + 1 < first
        if kind in SIGNS and k and terminals[k - 1].kind == "Q":
            # what stands before the sign is a side too, and was tried with it
            return False
        return kind not in _GOES_ON

    def _ends(self, last: int, terminals: Sequence[Terminal]) -> bool:
        """Whether an expression ends here: what stands behind it is no part of it."""
        k = last
        while k < len(terminals) and terminals[k].kind == "RP":
            k += 1
        return k == len(terminals) or terminals[k].kind not in _GOES_ON

    def _found(self, made: Stated, terminals: Sequence[Terminal]) -> Found:
        place = {terminal: n for n, terminal in enumerate(made.operands)}
        sides = tuple(moved(side.node, place.__getitem__) for side in made.sides)
        spans = tuple((side.start, side.end) for side in made.sides)
        start, end = terminals[made.first].start, terminals[made.last - 1].end
        equation = Equation(start, end, sides, tuple(made.signs), spans)
        return Found(equation, [terminals[i].value for i in place])

    # ---- operands

    def _one(self, start: int, end: int) -> Quantity | None:
        """Return the quantity that a stretch is, all of it, but for what leads up to a result."""
        found, inner = self._in(start, end)
        return self._whole(found, inner, end)

    def _in(self, start: int, end: int) -> tuple[Sequence[Quantity], int]:
        """Return the quantities of a stretch, and where it begins behind what leads up to a result."""
        lead = self._words.lead.match(self._text, start, end)
        inner = lead.end() if lead else start
        return self._read(inner, end), inner

    def _whole(self, found: Sequence[Quantity], start: int, end: int) -> Quantity | None:
        if len(found) != 1 or found[0].start != start or not self._good(found[0]):
            return None
        if found[0].end != end:
            # `2 boxes`, `500 mg tablet (total)`: pieces of something, and words behind a result
            pieces = self._words.pieces.fullmatch(self._text, found[0].end, end)
            if pieces is None and self._words.behind.match(self._text, found[0].end, end) is None:
                return None
        return found[0] if self._clear(start, end) else None

    def _good(self, q: Quantity) -> bool:
        return not q.reason and self._clear(q.start, q.end)

    def _clear(self, start: int, end: int) -> bool:
        """Whether nothing of a stretch is left alone (a date, a reference, a list number)."""
        at = bisect_right(self._left, (end, -1, ""))
        return not (at and self._left[at - 1][1] > start)

    def _unit(self, start: int, end: int) -> bool:
        """Whether a stretch behind a bracket or a power begins with a unit: `(2 + 4) g`."""
        found = self._read_text(f"1 {self._text[start : min(end, start + 40)]}")
        return bool(found) and not found[0].start and not found[0].bare


def _raised(m: re.Match[str]) -> Terminal:
    exponent = _exponent(m)
    small = exponent is not None and abs(exponent) <= EXPONENT
    return Terminal("POW" if small else "GLUED", m.start(), m.end(), exponent)


def _exponent(m: re.Match[str]) -> Fraction | None:
    """Return an exponent as written, or None where it is none that is computed with."""
    if m[0][0] != "^":
        return Fraction(int(m[0].translate(_RAISED)))
    if bool(m[1]) != bool(m[5]) or (m[3] and not m[1] and m[3] == "/"):
        return None
    whole = m[2].replace("−", "-")
    if m[3] == "/":
        return Fraction(int(whole), int(m[4])) if int(m[4]) else None
    return Fraction(f"{whole}.{m[4]}") if m[4] else Fraction(int(whole))


def _tight_fraction(text: str, at: int, end: int) -> bool:
    """Whether a stroke is that of a fraction with its unit, `1/2 cup`, and divides nothing else."""
    start = at
    while start > 0 and text[start - 1].isdigit():
        start -= 1
    return start < at and text[start - 1 : start] not in (",", ".") and _FRACTION.match(text, start) is not None
