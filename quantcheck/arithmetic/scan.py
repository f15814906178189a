"""Stated equations in visible text: where they stand, their operands and their trees.

An operand is whatever the reader reads as one quantity between two signs of an equation; a sign that it cannot place
leaves the whole to the ordinary reading. Values are decided by `decide`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from quantcheck.values import Equation, Node, Quantity

Leaf = Callable[[int, int], Sequence[Quantity]]
"""Reads a stretch of the text by itself: its quantities, with offsets of the text."""

LONGEST: Final = 240
"""Characters of one clause on either side of a sign of equality in which its equation is looked for."""
MOST: Final = 48
"""Signs and operands of one equation."""
_CLAUSE: Final = re.compile(r"[;!?\n]|[.,:](?=\s|\Z)")
_DIGIT: Final = re.compile(r"[\d$€£¥(½¼¾⅓⅔⅛.]|[-−–](?=[\d$€£])")
_FRACTION_OF: Final = re.compile(r"/\d{1,3} of\b")
_TEX_FRACTION: Final = re.compile(r"\$?\\?[dt]?frac\Z")
_RESTATED: Final = re.compile(
    r"\b([^\W\d_]{3,9}(?:[- ][^\W\d_]{3,5})?)\s{0,2}\(\s?(\d[\d,.]{0,12})\s?\)\s{0,2}(?=[^\W\d_]|[µ°%])"
)
_NUMBER_BEFORE: Final = re.compile(r"[\d)%\]½¼¾]\s*\Z")


class Hints(msgspec.Struct, frozen=True):
    """What hints at an operation, found by its last word or its sign: one pattern of all would be slow."""

    ends: re.Pattern[str]
    before: dict[str, frozenset[str]]
    """Last word -> the words that stand before it, `""` where it stands alone; signs are in the pattern only."""

    @classmethod
    def compile(cls, spellings: Sequence[str]) -> Hints:
        """Compile hints of one or two words, and signs."""
        signs = sorted({s for s in spellings if not s.strip()[0].isalpha()})
        before: dict[str, set[str]] = {}
        for s in spellings:
            if s.strip()[0].isalpha():
                head, _, last = s.rpartition(" ")
                before.setdefault(last, set()).add(head.rpartition(" ")[2])
        written = sorted({w for last in before for w in (last, last.capitalize(), last.upper())})
        pattern = rf"\b(?:{'|'.join(written)})\b|" + "|".join(map(re.escape, signs))
        return cls(re.compile(pattern), {last: frozenset(heads) for last, heads in before.items()})

    def places(self, text: str) -> Iterator[int]:
        """Yield the places of the hints of a text, in order."""
        for m in self.ends.finditer(text):
            heads = self.before.get(m[0].lower())
            if heads is None or "" in heads:
                yield m.start()
                continue
            words = text[max(0, m.start() - 20) : m.start()].split()
            if words and re.split(r"\W", words[-1])[-1].lower() in heads:
                yield m.start()


class Words(msgspec.Struct, frozen=True):
    """The signs and words of equations, compiled."""

    token: re.Pattern[str]
    kinds: dict[str, str]
    sign: re.Pattern[str]
    hint: Hints
    shares: re.Pattern[str]
    lead: re.Pattern[str]
    behind: re.Pattern[str]
    pieces: re.Pattern[str]

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Words:
        """Compile `equations` of `vocab/arithmetic.toml`."""
        kinds: dict[str, str] = {}
        for name, sort in (
            ("equal", "="), ("about", "≈"), ("plus", "+"), ("minus", "-"), ("times", "*"), ("over", "/"),
        ):  # fmt: skip
            for spelling in table[name]:
                kinds[spelling] = sort
        kinds |= dict.fromkeys("([{", "(") | dict.fromkeys(")]}", ")") | {"of": "of"}
        signs = [s for s, kind in kinds.items() if kind in "=≈" and not s[0].isalpha()]
        hints = [s for s, kind in kinds.items() if kind in "+*/" and s not in "/x"]
        pieces = table["shares"] + table["pieces"]
        return cls(
            re.compile(either(kinds), re.IGNORECASE),
            kinds,
            re.compile(either(signs)),
            Hints.compile([*hints, *(f"{w} of" for w in pieces), "−", " - ", " / ", "minus"]),
            re.compile(rf"(?:{either(pieces)}|\d/\d+)\Z", re.IGNORECASE),
            re.compile(rf"(?:(?:{either(table['lead'])})\s+)+", re.IGNORECASE),
            re.compile(rf"\s*(?:{either(table['behind'])})\Z", re.IGNORECASE),
            re.compile(rf"\s(?:{either(table['pieces'])})\Z", re.IGNORECASE),
        )


def either(spellings: Sequence[str] | Mapping[str, Any]) -> str:
    """Return the alternatives of a pattern of whole words and signs, the longest first."""
    made = []
    for s in sorted(spellings, key=lambda s: (-len(s), s)):
        body = r"\s+".join(map(re.escape, s.split())) if s.strip() == s else re.escape(s)
        made.append((r"(?<!\w)" if s[0].isalpha() else "") + body + (r"(?!\w)" if s[-1].isalpha() else ""))
    return "|".join(made)


class Token(NamedTuple):
    """A sign, a bracket or the stretch between two of them (`leaf`)."""

    kind: str
    start: int
    end: int


class Found(NamedTuple):
    """An equation in visible offsets, with its operands in order; its nodes name them by their place there."""

    equation: Equation
    operands: list[Quantity]


def mentioned(text: str, words: Words) -> bool:
    """Whether a text has anything that an equation needs; quick, so that a text without one costs nothing."""
    return (
        words.sign.search(text) is not None
        or next(words.hint.places(text), None) is not None
        or _FRACTION_OF.search(text) is not None
        or ("(" in text and _RESTATED.search(text) is not None)
    )


class Scanner:
    """Looks for equations in one visible text."""

    def __init__(
        self,
        text: str,
        words: Words,
        breaks: Sequence[int],
        left: Sequence[tuple[int, int, str]],
        read: Leaf,
        read_text: Callable[[str], Sequence[Quantity]],
    ) -> None:
        self._text = text
        self._words = words
        self._breaks = breaks
        self._left = left
        self._read = read
        self._read_text = read_text
        self._whole: dict[tuple[int, int], Quantity | None] = {}

    def equations(self) -> Iterator[Found]:
        """Yield the equations in order; they do not overlap."""
        found: list[Found] = []
        for start, end in self._clauses():
            tokens = self._tokens(start, end)
            if any(t.kind in "=≈(" for t in tokens):
                found += self._chains(tokens)
        if "(" in self._text:
            starts = [f.equation.start for f in found]
            ends = [f.equation.end for f in found]
            restated: list[Found] = []
            for made in self._restated():
                e = made.equation
                k = bisect_left(starts, e.end)
                if not (k and ends[k - 1] > e.start):
                    restated.append(made)
            found += restated
        yield from sorted(found, key=lambda f: f.equation.start)

    def _restated(self) -> Iterator[Found]:
        """Yield `five (5) mg`: one figure, in words and in digits."""
        done = 0
        for m in _RESTATED.finditer(self._text):
            start, inner, behind = m.start(1), m.start(2), m.end()
            if start < done or not self._clear(start, behind):
                continue
            k = bisect_right(self._breaks, start)
            end = min(behind + 40, self._breaks[k] if k < len(self._breaks) else len(self._text))
            word = self._one(start, m.end(1))
            if word is None or not word.bare or "word" not in word.forms or end <= behind:
                continue
            whole = self._spliced(m[2], inner, behind, end)
            if whole is None or not word.readings[0].base_lower or not whole.readings[0].lower:
                continue
            whole.start = start
            times = word.readings[0].base_lower / whole.readings[0].lower
            done = whole.end
            sides: tuple[Node, ...] = (("*", ("n", times), ("q", 0)), ("q", 0))
            spans = (start, m.end(1)), (inner, whole.end)
            yield Found(Equation(start, whole.end, sides, ("=",), spans), [whole])

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
        signs = (m.start() for p in (words.sign, _FRACTION_OF) for m in p.finditer(text))
        marks = sorted({*signs, *words.hint.places(text)})
        for at in marks:
            if at < reach:
                continue
            low, high = max(reach, at - LONGEST), min(len(text), at + LONGEST)
            k = bisect_right(self._breaks, at)
            if k:
                low = max(low, self._breaks[k - 1])
            if k < len(self._breaks):
                high = min(high, self._breaks[k])
            for m in _CLAUSE.finditer(text, low, at):
                low = m.end()
            closing = _CLAUSE.search(text, at, high)
            high = closing.start() if closing else high
            reach = max(high, at + 1)
            if low < high:
                yield low, high

    # ---- tokens

    def _tokens(self, start: int, end: int) -> list[Token]:
        """Return the signs of a clause and the stretches between them, blanks trimmed."""
        tokens: list[Token] = []
        place = start
        for m in self._words.token.finditer(self._text, start, end):
            if m.start() < place:
                continue
            kind = self._kind(m, tokens, place, end)
            if not kind:
                continue
            self._leaf(tokens, place, m.start())
            tokens.append(Token(kind, m.start(), m.end()))
            place = m.end()
        self._leaf(tokens, place, end)
        return self._fractions(tokens)

    def _fractions(self, tokens: list[Token]) -> list[Token]:
        """Read `\\frac{a}{b}` as one bracket that divides the two."""
        made: list[Token] = []
        divides: set[int] = set()
        closes: set[int] = set()
        for i, t in enumerate(tokens):
            if t.kind == "leaf" and i + 1 < len(tokens) and _TEX_FRACTION.match(self._text[t.start : t.end]):
                above = _close(tokens, i + 1, len(tokens)) if tokens[i + 1].kind == "(" else -1
                below = _close(tokens, above + 1, len(tokens)) if 0 < above < len(tokens) - 1 else -1
                if above > 0 and below > 0 and tokens[above + 1].kind == "(":
                    divides.add(above)
                    closes.add(below)
                    made.append(Token("(", t.start, t.end))
                    continue
            made.append(t)
            if i in divides:
                made.append(Token("/", t.end, t.end))
            if i in closes:
                made.append(Token(")", t.end, t.end))
        return made

    def _leaf(self, tokens: list[Token], start: int, end: int) -> None:
        text = self._text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start < end:
            tokens.append(Token("leaf", start, end))

    def _kind(self, m: re.Match[str], tokens: list[Token], place: int, end: int) -> str:
        """Return what a spelling is in its place, empty where it is no sign of an equation."""
        text = self._text
        kind = self._words.kinds.get(" ".join(m[0].lower().split()), "")
        before = text[place : m.start()]
        after = text[m.end() : m.end() + 8]
        opened = after.lstrip()
        if kind in "()=≈":
            return kind
        operand = bool(before.strip()) or bool(tokens and tokens[-1].kind == ")")
        if not operand or not _DIGIT.match(opened):
            if kind == "of" and operand and opened.lower().startswith("the ") and _DIGIT.match(opened[4:]):
                return "*" if self._words.shares.search(before.rstrip()) else ""
            return ""
        if kind == "of":
            return "*" if self._words.shares.search(before.rstrip()) else ""
        if m[0] in "-−–—":
            spaced = before[-1:].isspace() and after[:1].isspace()
            tight = not before[-1:].isspace() and not after[:1].isspace()
            return "-" if (spaced or tight or m[0] == "−") and (_NUMBER_BEFORE.search(before) or before.strip()) else ""
        if m[0] == "/" and _tight_fraction(text, m.start(), end):
            return ""
        if m[0].lower() == "x" and not (before[-1:].isspace() or before[-1:].isdigit() or not before):
            return ""
        return kind

    # ---- chains

    def _chains(self, tokens: list[Token]) -> Iterator[Found]:
        """Yield the equations of a clause: sides between signs of equality, the outer ones as far as they reach."""
        cuts = [i for i, t in enumerate(tokens) if t.kind in "=≈" and _depth(tokens, i) == 0]
        inner = [i for i, t in enumerate(tokens) if t.kind in "=≈" and _depth(tokens, i) > 0]
        if inner:
            found_inside = list(self._inside(tokens, inner))
            yield from found_inside
            if found_inside or not cuts:
                return
        taken = 0
        chain: list[_Side] = []
        signs: list[str] = []
        bounds = [-1, *cuts, len(tokens)]
        for k in range(len(cuts)):
            low, cut, high = bounds[k] + 1, cuts[k], bounds[k + 2]
            if not chain:
                found = self._leftward(tokens, max(low, taken), cut)
                if found is None:
                    continue
                chain, signs = [found], []
            sign = tokens[cut].kind
            last = k + 1 == len(cuts)
            side = None if last else self._exactly(tokens, cut + 1, high)
            if side is not None:
                chain.append(side)
                signs.append(sign)
                continue
            ended = self._rightward(tokens, cut + 1, high)
            if ended is not None:
                side, taken = ended
                chain.append(side)
                signs.append(sign)
            if len(chain) > 1 and self._worth(chain, tokens, cuts, k):
                yield _made(chain, signs)
            chain = []
        if not cuts:
            yield from self._bracketed(tokens)

    def _inside(self, tokens: list[Token], inner: list[int]) -> Iterator[Found]:
        """Yield the equation in a bracket: `(3 × 200 mg = 600 mg)`."""
        depth = _depth(tokens, inner[0])
        start = inner[0]
        while start > 0 and _depth(tokens, start - 1) >= depth and tokens[start - 1].kind != "(":
            start -= 1
        end = inner[0]
        while end < len(tokens) and not (tokens[end].kind == ")" and _depth(tokens, end) == depth - 1):
            end += 1
        if depth == 1 and start < inner[0] < end:
            yield from self._chains(tokens[start:end])

    def _bracketed(self, tokens: list[Token]) -> Iterator[Found]:
        """Yield `2 tablets of 500 mg (1,000 mg)`: the total of what stands before in brackets."""
        for i in range(1, len(tokens) - 2):
            if tokens[i].kind != "(" or tokens[i + 1].kind != "leaf" or tokens[i + 2].kind != ")":
                continue
            if tokens[i - 1].kind not in ("leaf", ")"):
                continue
            left = self._leftward(tokens, 0, i)
            if left is None or left.node[0] == "q":
                continue
            leaf = tokens[i + 1]
            q = self._one(leaf.start, leaf.end)
            if q is None:
                first = self._edge(leaf, first=True)
                behind = self._text[first.end : leaf.end] if first is not None else ""
                q = first if first is not None and self._words.behind.match(behind) else None
            if q is None or q.bare or not q.readings:
                continue
            made = _made([left, _Side(("q", 0), [q], leaf.start, q.end)], ["("])
            made.equation.end = tokens[i + 2].end
            yield made
            return

    def _worth(self, chain: list[_Side], tokens: list[Token], cuts: list[int], k: int) -> bool:
        """Whether words such as `is` join an expression and a value; signs join any two."""
        if all(self._text[t.start : t.end][:1].isalpha() for t in (tokens[c] for c in cuts[: k + 1])):
            return any(side.node[0] != "q" for side in chain)
        return True

    # ---- sides

    def _leftward(self, tokens: list[Token], low: int, end: int) -> _Side | None:
        """Return the longest expression that ends before a token."""
        i = end
        while True:
            i -= 1
            if i < low:
                return None
            if tokens[i].kind == ")":
                opening = _match(tokens, i, low)
                if opening < 0:
                    return None
                i = opening
            elif tokens[i].kind == "leaf":
                leaf = tokens[i]
                if self._one(leaf.start, leaf.end) is None:
                    q = self._edge(leaf, first=False)
                    if q is None or (i > low and tokens[i - 1].kind in "+-*/"):
                        return None
                    cut = Token("leaf", q.start, q.end)
                    self._whole[q.start, q.end] = q
                    return self._tree([cut, *tokens[i + 1 : end]])
            else:
                return None
            if i > low and tokens[i - 1].kind in "+-*/":
                i -= 1
                if i == low:
                    return None
                continue
            if i > low and tokens[i - 1].kind == "leaf" and tokens[i].kind == "(" and self._touches(tokens[i - 1]):
                return None
            return self._tree(tokens[i:end])

    def _touches(self, leaf: Token) -> bool:
        """Whether a number stands right before a bracket: `5 (2 + 3)` is not read."""
        return self._text[leaf.end - 1].isdigit()

    def _rightward(self, tokens: list[Token], start: int, high: int) -> tuple[_Side, int] | None:
        """Return the longest expression that begins with a token, and where it ends."""
        i = start
        while i < high:
            if tokens[i].kind == "(":
                closing = _close(tokens, i, high)
                if closing < 0:
                    return None
                i = closing
            elif tokens[i].kind == "leaf":
                leaf = tokens[i]
                if self._one(leaf.start, leaf.end) is None:
                    q = self._edge(leaf, first=True)
                    if q is None or (i + 1 < high and tokens[i + 1].kind in "+-*/"):
                        return None
                    self._whole[q.start, q.end] = q
                    side = self._tree([*tokens[start:i], Token("leaf", q.start, q.end)])
                    return None if side is None else (side, i)
            else:
                return None
            i += 1
            if i < high and tokens[i].kind in "+-*/":
                i += 1
                continue
            side = self._tree(tokens[start:i])
            return None if side is None else (side, i)
        return None

    def _exactly(self, tokens: list[Token], start: int, end: int) -> _Side | None:
        found = self._rightward(tokens, start, end)
        return found[0] if found is not None and found[1] == end and self._reaches(found[0], tokens[end - 1]) else None

    def _reaches(self, side: _Side, last: Token) -> bool:
        return last.kind == ")" or side.end == last.end

    # ---- operands

    def _one(self, start: int, end: int) -> Quantity | None:
        """Return the quantity that a stretch is, all of it, but for what leads up to a result."""
        name = start, end
        if name not in self._whole:
            lead = self._words.lead.match(self._text, start, end)
            inner = lead.end() if lead else start
            found = self._read(inner, end) if self._clear(inner, end) else ()
            good = len(found) == 1 and found[0].start == inner and not found[0].reason
            if good and found[0].end != end:
                # `2 boxes`: pieces of something, counted
                good = found[0].bare and self._words.pieces.fullmatch(self._text, found[0].end, end) is not None
            self._whole[name] = found[0] if good else None
        return self._whole[name]

    def _edge(self, leaf: Token, *, first: bool) -> Quantity | None:
        """Return the quantity at the beginning or the end of a stretch."""
        start = leaf.start
        if first:
            lead = self._words.lead.match(self._text, start, leaf.end)
            start = lead.end() if lead else start
        found = self._read(start, leaf.end)
        if not found:
            return None
        q = found[0] if first else found[-1]
        if q.reason or not self._clear(q.start, q.end):
            return None
        return q if (q.start == start if first else q.end == leaf.end) else None

    def _clear(self, start: int, end: int) -> bool:
        """Whether nothing of a stretch is left alone (a date, a reference, a list number)."""
        at = bisect_right(self._left, (end, -1, ""))
        return not (at and self._left[at - 1][1] > start)

    def _tree(self, tokens: list[Token]) -> _Side | None:
        """Return the tree of some tokens, by precedence, with its operands in order."""
        if len(tokens) > MOST:
            return None
        if tokens[0].kind == "(" and len(tokens) == 3 and self._text[tokens[0].start] == "[":
            # `a[1] = 5`: an index, or a citation
            return None
        operands: list[Quantity] = []
        place = 0

        def primary() -> Node | None:
            nonlocal place
            if place >= len(tokens):
                return None
            token = tokens[place]
            place += 1
            if token.kind == "leaf":
                q = self._one(token.start, token.end)
                if q is None:
                    return None
                operands.append(q)
                return ("q", len(operands) - 1)
            if token.kind == "(":
                inner = climb(0)
                if inner is None or place >= len(tokens) or tokens[place].kind != ")":
                    return None
                place += 1
                return inner
            return None

        def climb(least: int) -> Node | None:
            nonlocal place
            made = primary()
            while made is not None and place < len(tokens) and tokens[place].kind in _BINDS:
                kind = tokens[place].kind
                if _BINDS[kind] < least:
                    break
                place += 1
                right = climb(_BINDS[kind] + 1)
                made = None if right is None else (kind, made, right)
            return made

        node = climb(0)
        if node is None or place != len(tokens):
            return None
        return _Side(node, operands, tokens[0].start, tokens[-1].end)


_BINDS: Final = {"+": 1, "-": 1, "*": 2, "/": 2}


class _Side(NamedTuple):
    node: Node
    operands: list[Quantity]
    start: int
    end: int


def _made(chain: Sequence[_Side], signs: Sequence[str]) -> Found:
    operands: list[Quantity] = []
    sides: list[Node] = []
    for side in chain:
        places = [len(operands) + n for n in range(len(side.operands))]
        sides.append(moved(side.node, places.__getitem__))
        operands += side.operands
    spans = tuple((side.start, side.end) for side in chain)
    return Found(Equation(spans[0][0], spans[-1][1], tuple(sides), tuple(signs), spans), operands)


def moved(node: Node, place: Callable[[int], int]) -> Node:
    """Return a node whose operands are named by another place."""
    if node[0] == "q":
        return ("q", place(node[1]))
    if node[0] == "n":
        return node
    return (node[0], *(moved(child, place) for child in node[1:]))


def leaves(node: Node) -> Iterator[int]:
    """Yield the operands of a node, in order."""
    if node[0] == "q":
        yield node[1]
    elif node[0] != "n":
        for child in node[1:]:
            yield from leaves(child)


def _depth(tokens: Sequence[Token], i: int) -> int:
    """Return how many brackets are open behind a token."""
    depth = 0
    for t in tokens[: i + 1]:
        depth += (t.kind == "(") - (t.kind == ")")
    return max(depth, 0)


def _match(tokens: Sequence[Token], i: int, low: int) -> int:
    depth = 0
    for k in range(i, low - 1, -1):
        depth += (tokens[k].kind == ")") - (tokens[k].kind == "(")
        if not depth:
            return k
    return -1


def _close(tokens: Sequence[Token], i: int, high: int) -> int:
    depth = 0
    for k in range(i, high):
        depth += (tokens[k].kind == "(") - (tokens[k].kind == ")")
        if not depth:
            return k
    return -1


_FRACTION: Final = re.compile(r"\d{1,3}/\d{1,4}(?:\s?[^\W\d_]|\s+of\b)")


def _tight_fraction(text: str, at: int, end: int) -> bool:
    """Whether a stroke is that of a fraction with its unit, `1/2 cup`, and divides nothing else."""
    start = at
    while start > 0 and text[start - 1].isdigit():
        start -= 1
    return start < at and text[start - 1 : start] not in (",", ".") and _FRACTION.match(text, start) is not None
