"""A lexer that notes what it looks at: stand-ins for its tokens, marks and text, and for the numbers of its figures.

What an island comes to depends on nothing that is not noted here; `recall` keeps it by that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, Final

from quantcheck.lexing.island import Island
from quantcheck.lexing.item import Item
from quantcheck.lexing.lex import Lexer
from quantcheck.lexing.tokens import FIGURES
from quantcheck.numbers.numerals import Number, digit_run
from quantcheck.values import Sense

AROUND: Final = 40
"""Tokens on either side of an island whose figures are watched; what looks further is not kept."""
_ZERO = Fraction(0)
Steps = tuple[tuple[Fraction, tuple[str, ...]], ...]
"""What is made of a number: a factor and the forms it adds, or 0 for a minus sign."""


class Heed:
    """What was looked at."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high
        """The tokens that were, `high` exclusive."""
        self.valued = False
        """Whether the digits of a figure were."""
        self.settled: set[int] = set()
        """The spellings of which it was asked what words around make of them."""

    def touch(self, low: int, high: int) -> None:
        if low < self.low:
            self.low = low
        if high > self.high:
            self.high = high


class Open(Number, frozen=True):
    """A number whose value is open: that it was looked at is noted."""

    heed: Any = None
    place: int = 0
    steps: Steps = ()

    def __getattribute__(self, name: str) -> Any:
        if name in ("value", "step", "digits"):
            super().__getattribute__("heed").valued = True
        return super().__getattribute__(name)

    @property
    def shown(self) -> bool:
        return True

    @property
    def year(self) -> bool:
        # a year has a form of its own
        return self.plain and 1500 <= super().__getattribute__("value") <= 2100

    def negated(self) -> Number:
        value = super().__getattribute__("value")
        return Open(value, None, 0, self.forms, heed=self.heed, place=self.place, steps=(*self.steps, (_ZERO, ())))

    def scaled(self, factor: Fraction, forms: tuple[str, ...]) -> Number:
        if not factor:
            self.heed.valued = True
        made = Number(_ZERO, forms=self.forms, multiplier=self.multiplier).scaled(factor, forms)
        return Open(
            _ZERO, None, 0, made.forms, multiplier=made.multiplier,
            heed=self.heed, place=self.place, steps=(*self.steps, (factor, forms)),
        )  # fmt: skip


class _Digits(str):
    """A figure in the text: that its digits, or how many there are, were looked at is noted."""

    __slots__ = ("heed", "place")

    heed: Heed
    place: int

    def __int__(self) -> int:
        self.heed.valued = True
        return int(str(self))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and any(c.isdecimal() for c in other):
            self.heed.valued = True
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __getitem__(self, at: Any) -> str:
        if at not in (0, -1, slice(None, 1), slice(-1, None)):
            self.heed.valued = True
        return str.__getitem__(self, at)

    def lower(self) -> str:
        return self


_SAME_OF_A_FORM = frozenset(
    ("isdecimal", "isdigit", "isnumeric", "isalnum", "isalpha", "isspace", "isascii", "isupper", "islower", "istitle")
)
"""What may be asked of a figure: the answer is the same for all of one form."""


def _noted(name: str) -> Any:
    plain = getattr(str, name)

    def method(self: _Digits, *args: Any, **named: Any) -> Any:
        self.heed.valued = True
        return plain(self, *args, **named)

    return method


for _name in (*(n for n in vars(str) if n[0] != "_"), "__len__", "__iter__", "__contains__", "__add__", "__lt__"):
    if _name not in _SAME_OF_A_FORM and _name not in vars(_Digits):
        setattr(_Digits, _name, _noted(_name))


class _Tokens(Sequence[Any]):
    """A list of the lexer, by token, with figures laid over it."""

    def __init__(self, listed: Sequence[Any], heed: Heed, over: Mapping[int, _Digits] = {}) -> None:
        self._listed = listed
        self._heed = heed
        self._over = over

    def __getitem__(self, at: Any) -> Any:
        listed, over, heed = self._listed, self._over, self._heed
        if isinstance(at, slice):
            low, high, step = at.indices(len(listed))
            # what is asked for beyond the end shows that there is one
            heed.touch(low, max(high, at.stop if at.stop is not None else high))
            return [over.get(k, listed[k]) for k in range(low, high, step)]
        if at < 0:
            heed.touch(0, len(listed) + 1)
        elif not heed.low <= at < heed.high:
            heed.touch(at, at + 1)
        return over[at] if at in over else listed[at]

    def __len__(self) -> int:
        return len(self._listed)


class _Marks(Set[int]):
    """A set of places of the lexer."""

    def __init__(self, places: Collection[int], heed: Heed) -> None:
        self._places = places
        self._heed = heed

    def __contains__(self, place: object) -> bool:
        assert isinstance(place, int)
        heed = self._heed
        if not heed.low <= place < heed.high:
            heed.touch(place, place + 1)
        return place in self._places

    def __iter__(self) -> Any:
        self._heed.touch(0, 1 << 40)
        return iter(self._places)

    def __len__(self) -> int:
        self._heed.touch(0, 1 << 40)
        return len(self._places)


class _Characters:
    """The text of the lexer; no string, so that nothing reads it by another way."""

    def __init__(self, lexer: Lexer, digits: Iterable[int], heed: Heed) -> None:
        self._text = lexer.text
        self._starts = lexer.starts
        self._figures = [(lexer.starts[k], lexer.starts[k + 1]) for k in digits]
        self._heed = heed

    def __getitem__(self, at: slice) -> str:
        start = at.start or 0
        stop = len(self._text) if at.stop is None else at.stop
        low = bisect_right(self._starts, start) - 1
        high = bisect_left(self._starts, stop) if stop <= len(self._text) else len(self._starts)
        self._heed.touch(low, high)
        if any(start < end and first < stop for first, end in self._figures):
            # how much stands before or behind a figure depends on its length
            self._heed.valued = True
        return self._text[start:stop]

    def rfind(self, *args: Any) -> int:
        self._heed.touch(0, 1 << 40)
        return self._text.rfind(*args)

    def __len__(self) -> int:
        return len(self._text)


class Watched(Lexer):
    """A lexer of a text that notes what it looks at."""

    def __init__(self, lexer: Lexer, forms: list[str], a: int, b: int) -> None:
        heed = self.heed = Heed(a, b)
        digits: dict[int, _Digits] = {}
        for figure in FIGURES.finditer(lexer.kinds, max(0, a - AROUND), b + AROUND):
            k = figure.start()
            if "#" in forms[k]:
                digits[k] = _Digits(lexer.raw[k])
                digits[k].heed, digits[k].place = heed, k
        self.lexicon = lexer.lexicon
        self._lexer = lexer
        watched: Any = self
        watched.text = _Characters(lexer, digits, heed)
        watched.raw = _Tokens(lexer.raw, heed, digits)
        watched.starts = _Tokens(lexer.starts, heed)
        watched.nodes = _Tokens(lexer.nodes, heed)
        watched.left = _Marks(lexer.left, heed)
        watched.stops = _Marks(lexer.stops, heed)
        watched.numeric = _Marks(lexer.numeric, heed)
        watched.listed = _Marks(lexer.listed, heed)
        self._quotes = {}
        self.ordinals = []
        self._digits_at = {lexer.starts[k] for k in digits}

    def written(self, start: int, end: int) -> str:
        starts = self._lexer.starts
        low, high = bisect_left(starts, start), bisect_left(starts, end)
        self.heed.touch(low, high)
        text = self._lexer.text[start:end]
        if self._digits_at.isdisjoint(starts[low:high]):
            return text
        found = _Digits(text)
        found.heed, found.place = self.heed, low
        return found

    def _figure(self, token: str) -> Number:
        made = digit_run(str(token))
        if not isinstance(token, _Digits):
            return made
        return Open(
            made.value, made.step, made.digits, made.forms, made.reason, made.plain, made.multiplier,
            heed=self.heed, place=token.place,
        )  # fmt: skip

    def places(self, a: int, b: int) -> dict[int, int]:
        """Return the tokens of an island by their offset, counted from its first one."""
        return {self._lexer.starts[k]: k - a for k in range(a, b + 1)}

    def _cued(self, item: Item) -> tuple[Sense, ...]:
        if item.last > item.first + 1 or item.node is not self._lexer.nodes[item.first]:
            return super()._cued(item)
        self.heed.settled.add(item.first)
        return self._lexer._cued(item)

    def _quote_is_unit(self, item: Item, prev: str, island: Island) -> bool:
        # depends on every quotation mark of the text
        self.heed.valued = True
        return False

    def _item(self, k: int, b: int, glued: bool, items: list[Item]) -> Item:
        item = super()._item(k, b, glued, items)
        if item.last > item.first + 1 and any(isinstance(t, _Digits) for t in self.raw[item.first : item.last]):
            # figures that make one number with others
            self.heed.valued = True
        return item
