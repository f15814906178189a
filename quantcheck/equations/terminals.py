"""The terminals of a clause, of which the grammar makes equations: its signs, and what stands between them.

A quantity is whatever the reader reads as one between two signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from quantcheck.equations.operands import Operands
from quantcheck.equations.signs import FIGURE, OPERATORS, SIGNS, STATE, WHOLES, Words
from quantcheck.equations.trees import Terminal
from quantcheck.patterns.later import later
from quantcheck.values import Quantity

WORDED: Final = 30
"""Characters of the longest number in words that is an operand."""
EXPONENT: Final = 100
_DIGIT: Final = later(r"[\d$€£¥(⦅√½¼¾⅓⅔⅛.]|[-−–](?=[\d$€£])")
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
AND: Final = later(r"\s*(?:,\s*)?(?:and|&)\s*")
_TO: Final = later(r"\s+(?:to|and|over)\s+")
_SEVERAL: Final = later(r"\s(?:and|to|over)\s|&")
_ARTICLE: Final = later(r"(?:the|an?)\s+", re.IGNORECASE)
_POWER: Final = later(r"\^ ?(\(?)([-−]?\d{1,3})(?:([./])(\d{1,3}))?(\)?)|[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}")
_RAISED: Final = {ord(a): b for a, b in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)}
_COMPUTE: Final = OPERATORS | WHOLES
_WITHIN: Final = frozenset(("MINUS", "OVER"))
_CLOSED: Final = frozenset(("RP", "POW"))
_OPENED: Final = frozenset(("LP", "ROOT", "FACTOR")) | WHOLES


class Terminals:
    """Makes the terminals of the clauses of one visible text."""

    def __init__(self, text: str, words: Words, operands: Operands) -> None:
        self._text = text
        self._words = words
        self._operands = operands

    def of(self, start: int, end: int) -> list[Terminal]:
        """Return the terminals of a clause: its signs, and what stands between them; none where nothing is computed."""
        if not self._operands.states(start, end):
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
        if not self._computes(signs) or not self._possible(signs, start, end):
            return []
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
                found, _ = self._operands.within(low, high)
                whole = next((q for q in found if q.start < sign.start and q.end > sign.end), None)
                if whole is not None and whole.readings and self._one_quantity(whole, sign, start, end):
                    continue
            yield sign

    def _one_quantity(self, q: Quantity, sign: Terminal, start: int, end: int) -> bool:
        """Whether a quantity over a sign is one, and the sign computes nothing."""
        if q.readings[0].shape == "pair" and not q.bare:
            return True
        if sign.kind == "MINUS" and FIGURE.search(self._text, q.start, sign.start) is None:
            # `$-1`
            return True
        r = q.readings[0]
        if r.shape != "range" or q.reason or sign.kind != "MINUS":
            return False
        if r.base_lower is None or r.base_upper is None or r.base_lower >= r.base_upper:
            return False
        ends = self._operands.read(q.start, sign.start), self._operands.read(sign.end, q.end)
        if [e.bare for part in ends for e in part] in ([True, False], [False, True]):
            # one unit for both; but `1 - 30%` is what is left of a whole
            return not (ends[0][0].bare and r.kind == "percent" and self._text[q.start : q.start + 2] == "1 ")
        return _NEGATIVE.search(self._text, start, end) is None

    def _computes(self, signs: Sequence[Terminal]) -> bool:
        """Whether some signs can make an equation: words such as `is` do not without something to compute."""
        kinds = {t.kind for t in signs}
        written = any(t.kind in SIGNS and not self._text[t.start].isalpha() for t in signs)
        return written or (not kinds.isdisjoint(_COMPUTE) and not kinds.isdisjoint(STATE))

    def _possible(self, signs: Sequence[Terminal], start: int, end: int) -> bool:
        """Whether some signs have something that may be an operand beside them; quick, for most have none.

        The dash and the stroke of a figure are among them, so that it is looked for over these.
        """
        kinds = {t.kind for t in signs}
        if not kinds.isdisjoint(WHOLES):
            return True
        computed = not kinds.isdisjoint(_COMPUTE)
        for n, sign in enumerate(signs):
            if sign.kind not in STATE or not (computed or sign.kind in SIGNS):
                continue
            k = n - 1
            while k >= 0 and signs[k].kind in _WITHIN:
                k -= 1
            before = k >= 0 and signs[k].kind in _CLOSED
            if not (before or self._operands.may_hold(signs[k].end if k >= 0 else start, sign.start)):
                continue
            k = n + 1
            while k < len(signs) and signs[k].kind in _WITHIN:
                k += 1
            behind = k < len(signs) and signs[k].kind in _OPENED
            if behind or self._operands.may_hold(sign.end, signs[k].start if k < len(signs) else end):
                return True
        return False

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
        if m[0] == "/" and _tight_fraction(text, m.start()):
            return ""
        below = _BELOW.match(text, m.end(), end) if m[0] == "⁄" else None
        if below is not None and (_OF.match(text, below.end()) or self._operands.unit(below.end(), end)):
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
        if last in ("RP", "POW") and ((touches and text[start].isalnum()) or self._operands.unit(start, end)):
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
        if end - start > WORDED and FIGURE.search(self._text, start, end) is None:
            terminals.append(Terminal("WORD", start, end))
            return
        found, inner = self._operands.within(start, end)
        whole = self._operands.whole(found, inner, end)
        if whole is not None:
            terminals.append(Terminal("Q", start, end, whole))
            return
        first = found[0] if found and found[0].start == inner and self._operands.good(found[0]) else None
        last = found[-1] if found and found[-1].end == end and self._operands.good(found[-1]) else None
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
        found = [q for q in self._operands.read(terminals[-1].start, end) if q.start >= start]
        if not found or found[0].start > inner or not self._operands.clear(inner, end):
            terminals.append(Terminal("WORD", start, end))
            return
        for n, q in enumerate(found):
            if n:
                gap = text[found[n - 1].end : q.start]
                sort = "COMMA" if _COMMA.fullmatch(gap) else "AND" if AND.fullmatch(gap) else "GLUED"
                terminals.append(Terminal(sort, found[n - 1].end, q.start))
            terminals.append(Terminal("GLUED" if q.reason else "Q", q.start, q.end, q))
        if found[-1].end < end and not self._words.pieces.fullmatch(text, found[-1].end, end):
            terminals.append(Terminal("WORD", found[-1].end, end))


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


def _tight_fraction(text: str, at: int) -> bool:
    """Whether a stroke is that of a fraction with its unit, `1/2 cup`, and divides nothing else."""
    start = at
    while start > 0 and text[start - 1].isdigit():
        start -= 1
    return start < at and text[start - 1 : start] not in (",", ".") and _FRACTION.match(text, start) is not None
