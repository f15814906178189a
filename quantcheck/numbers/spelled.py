"""Numbers in words: cardinals, decimals, fractions and ordinals, with exact values.

The whole run of words counts. One that is no single number is refused whole, and so is one that can be read in two ways
(`two hundred thousandths`); no part of it is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec import structs

from quantcheck.numbers.cardinals import ONE, SCALES, ZERO, Cardinals, Kind, Whole

_CARDINAL = frozenset(("unit", "teen", "ten", "hundred", "multiplier"))
_OWN = frozenset(("half", "halves", "quarter", "quarters"))
"""Denominators that are no ordinals."""
_JOINING = frozenset(("and", "a", "an"))
_WORD = ("word",)
_PART = ("word", "fraction")


class Spelled(msgspec.Struct, frozen=True):
    """A number in words: how many words it takes, and its value without the multiplier that ends it.

    `why` is `unread` for a run that is refused whole, `ordinal` for a place in an order.
    """

    used: int
    value: Fraction = ZERO
    multiplier: Fraction | None = None
    """Kept apart so that a range can share it; None for none."""
    forms: tuple[str, ...] = _WORD
    why: str = ""
    other: Fraction | None = None
    """Its value where the fraction that ends it is of the last word alone."""


_NONE = Spelled(0)


class Words(msgspec.Struct, frozen=True):
    """A run of words in lower case, where `-` stands for a hyphen, and what stands around it.

    The last word may be one that the table does not know; where it knows them all, something else than a word follows.
    """

    words: Sequence[str]
    measured: Sequence[bool] = ()
    """Which of them open the name of a unit."""
    determined: bool = False
    """`the` or its like stands in front."""
    listed: bool = False
    """A comma or `between` stands in front."""
    joined: bool = False
    """A number and `and` stand in front."""

    def at(self, i: int) -> str:
        """Return a word, empty for none."""
        return self.words[i] if 0 <= i < len(self.words) else ""

    def unit_at(self, i: int) -> bool:
        """Say whether a word opens the name of a unit."""
        return i < len(self.measured) and self.measured[i]


class Numerals:
    """The table of number words: class and value by lower-case spelling."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.words: dict[str, Kind] = {}
        for kind in ("unit", "teen", "ten", "hundred", "multiplier", "dozen", "fraction", "vague"):
            for word, value in tables[kind].items():
                self.words[word] = (kind, Fraction(value or "0"))
        self.behind = frozenset(tables["behind"])
        """Multipliers that are number words behind a number alone."""
        for word, value in tables["behind"].items():
            self.words[word] = ("dozen" if value == "12" else "multiplier", Fraction(value))
        self.collective = {word: Fraction(value) for word, value in tables["collective"].items()}
        """Nouns that are so many of something, behind a number and before `of` (`2 gross of nails`)."""
        self.quartered = frozenset(tables["quartered"])
        """Periods that `quarter` is a part of (`a quarter hour`)."""
        self.undivided = frozenset(tables["undivided"])
        """Words behind `quarter-` that leave it one of the year (`quarter-on-quarter`)."""
        self.shared = frozenset(tables["shared"])
        """Verbs of many, behind which `a third` is a share and no place in an order (`a third were treated`)."""
        self.spoken = {word: Fraction(value) for word, value in tables["spoken"].items()}
        self.ordinals = {w: value for w, (kind, value) in self.words.items() if kind == "fraction" and w not in _OWN}
        self.denominators = frozenset((*(w for w in self.ordinals if w[-1] == "s"), "halves"))
        self.behind_tens = {word: Fraction(value) for word, value in tables["ordinal"].items()}
        """Ordinals that are denominators only behind a ten (`three thirty-seconds`)."""
        self.loose = {word: Fraction(value) for word, value in tables["loose"].items()}
        """Suffixes that stand for a multiplier beside several units, so that all of these are readings."""
        self._cardinals = Cardinals(self.words, self.behind)
        self.suffixes = {word: Fraction(value) for word, value in tables["suffix"].items()}

    def read(self, run: Words) -> Spelled | None:
        """Read a number from the start of a run of words; None where none begins here."""
        words = run.words
        kept = [i for i, w in enumerate(words) if w != "-" or _JOINING.isdisjoint((run.at(i - 1), run.at(i + 1)))]
        if len(kept) < len(words):
            # `two-and-a-half`: hyphens that say no more than blanks
            plain = structs.replace(run, words=[words[i] for i in kept], measured=[run.unit_at(i) for i in kept])
            found = self.read(plain)
            return None if found is None else structs.replace(found, used=kept[found.used - 1] + 1)
        kinds = [self.words.get(w, ("", ZERO)) for w in words]
        at = self._denominator_place(run, kinds)
        if at > 0:
            found = self._with_fraction(run, kinds, at)
            if found is not None and found.why and words[0] in ("a", "an") and kinds[1][0] in ("unit", "teen", "ten"):
                # `a three-eighths-inch bolt`: the number begins behind the article
                found = found if found.why == "ordinal" else _NONE
            if found is not None:
                return found if found.used else None
        whole = self._cardinals.longest(words, kinds, 0, len(words))
        if whole is None:
            return self._opening(run, kinds)
        if whole.last == "unread":
            return Spelled(whole.end, why="unread")
        if whole.last == "ten" and not run.listed and run.at(whole.end) == "and":
            more = self._cardinals.longest(words, kinds, whole.end + 1, len(words))
            if more is not None and 0 < more.value < 10 and more.last == "unit":
                # `twenty and four`: one number to some, two to others
                return Spelled(more.end, whole.value + more.value, why="unread")
        if run.at(whole.end) == "point":
            pointed = self._pointed(run, kinds, whole.end, whole.value)
            if pointed is not None:
                return pointed
        spoken = self._digit_by_digit(kinds, words, whole.end)
        if spoken:
            return Spelled(spoken, why="unread")
        if whole.last != "multiplier" and run.at(whole.end) == "hundred":
            # `a hundred five hundred`
            return Spelled(whole.end + 1, why="unread")
        return self._plain(whole)

    @staticmethod
    def _digit_by_digit(kinds: Sequence[Kind], words: Sequence[str], end: int) -> int:
        """Return the end of digits that are told one by one from a nought on (`one oh five`), 0 for none."""
        if words[end : end + 1] not in (["oh"], ["-"]) or "oh" not in words[end : end + 2]:
            return 0
        i = last = end
        while i < len(words) and (words[i] in ("oh", "-") or kinds[i][0] == "unit"):
            i += 1
            last = i if kinds[i - 1][0] == "unit" else last
        return last if last > end else 0

    def denominator(self, run: Words, hyphen: bool) -> Spelled | None:
        """Read a denominator from the start of a run of words behind digits and a blank or hyphen (`3 twenty-fifths`).

        `3 hundred thousandths` could be three of them or three hundred, and is not read.
        """
        kinds = [self.words.get(w, ("", ZERO)) for w in run.words]
        end = self._denominator_place(run, kinds, bare=True)
        value = None if end < 0 else self._below(run.words, kinds, 0, end)
        if value is None:
            return None
        if end and kinds[0][0] in ("hundred", "multiplier") and (hyphen or run.words[1] != "-" or value % 1000):
            return _refused(end + 1)
        return Spelled(end + 1, value)

    @staticmethod
    def _plain(whole: Whole) -> Spelled:
        if whole.shared == 1:
            return Spelled(whole.end, whole.value)
        return Spelled(whole.end, whole.value / whole.shared, whole.shared)

    def _denominator_place(self, run: Words, kinds: Sequence[Kind], *, bare: bool = False) -> int:
        """Return the place of the first denominator that only words of one number stand before, -1 for none."""
        words = run.words
        for i, (kind, _) in enumerate(kinds):
            if kind == "fraction":
                return i
            if words[i] in self.behind_tens and i > 1 and words[i - 1] == "-" and kinds[i - 2][0] == "ten":
                # `three thirty-seconds`, `one thirty-second of an inch`; else it is half a minute
                of = run.at(i + 1 + (run.at(i + 1) == "-")) == "of"
                return i if (bare or i > 2) and (words[i].endswith("s") or of) else -1
            joins = words[i] in ("-", "and") or (words[i] in ("a", "an") and (not i or words[i - 1] == "and"))
            if kind not in _CARDINAL and not joins:
                return -1
        return -1

    def _below(self, words: Sequence[str], kinds: Sequence[Kind], start: int, end: int) -> Fraction | None:
        """Return the denominator that words[start:end + 1] name (`twenty-fifths`), None for none."""
        last = words[end]
        if start == end:
            return kinds[end][1] or None
        value = self.ordinals.get(last) or self.behind_tens.get(last, ZERO)
        if not value or words[start] in ("a", "an"):
            return None
        kind = "unit" if value < 10 else "ten" if value < 100 else "multiplier"
        named = (*kinds[:end], ("hundred" if value == 100 else kind, value))
        whole = self._cardinals.all_of(words, named, start, end + 1)
        return None if whole is None else whole.value

    def _splits(
        self, run: Words, kinds: Sequence[Kind], start: int, end: int
    ) -> list[tuple[Fraction, Fraction, int, bool]]:
        """Return every way to part words[start:end + 1] into numerator and denominator, with their places.

        A hyphen binds closer than a blank, and a ten closest of all to the unit behind it.
        """
        words = run.words
        plural = words[end].endswith("s")
        found = []
        for at in range(start + 1, end + 1):
            hyphen = words[at - 1] == "-"
            top_end = at - hyphen
            below = self._below(words, kinds, at, end)
            if below is None:
                continue
            top = self._cardinals.all_of(words, kinds, start, top_end)
            if top is None or not top.value or below < 2:
                continue
            if hyphen and (_blanks(words, start, top_end) or _blanks(words, at, end + 1)):
                continue
            if hyphen and words[end] not in _OWN:
                if top.value in (10, 100) and top_end == start + 1 and below > 99:
                    # `ten-thousandths` are parts of their own
                    continue
                if top.last == "ten" and at == end and below < 10:
                    continue
            parted = words[end] == "quarter" and (start > 0 or self._counts(run, kinds, run.at(end + 1), end))
            attributive = parted or (hyphen and below < 100 and not start)
            if plural == (top.value > 1) or (attributive and not plural):
                found.append((top.value, below, at, hyphen))
        return found

    def _with_fraction(self, run: Words, kinds: Sequence[Kind], end: int) -> Spelled | None:
        """Read a run of words up to the denominator at `end`.

        None where what stands before the denominator is a number by itself (`two fifth-graders`), and a number of no
        words where neither is read.
        """
        words = run.words
        behind, singular = run.at(end + 1), not words[end].endswith("s")
        ordinal = singular and words[end] not in _OWN and self._below(words, kinds, 0, end) is not None
        if ordinal and run.determined:
            return Spelled(end + 1, why="ordinal")
        mixed = [m for p in range(1, end) if words[p] == "and" and (m := self._mixed(run, kinds, p, end)) is not None]
        if mixed:
            return mixed[0] if len(mixed) == 1 else _refused(end + 1)
        splits = self._splits(run, kinds, 0, end)
        beside = [n for p in range(1, end) if (n := self._side_by_side(run, kinds, p, end))]
        if len(beside) == len(splits) == 1:
            # `two hundred three fifths`
            return Spelled(end + 1, splits[0][0] / splits[0][1], None, _PART, other=beside[0])
        if beside:
            return _refused(end + 1)
        attached = behind == "-" and run.at(end + 2).isalpha()
        if len(splits) > 1:
            return _refused(end + 1)
        if splits:
            top, below, at, hyphen = splits[0]
            article = words[0] in ("a", "an") and at == 1
            if singular and not hyphen and attached and words[end] not in _OWN:
                # `one third-party review`, `a fifth-grade class`
                return None
            if ordinal and _blanks(words, at, end + 1) and not (behind == "of" or run.unit_at(end + 1)):
                # `one hundred fifth`
                return Spelled(end + 1, why="ordinal")
            if article:
                return self._one_part(run, kinds, end, below)
            if words[end] in ("quarter", "quarters") and not hyphen and not self._counts(run, kinds, behind, end):
                return None
            return self._times(kinds, end, top / below)
        if ordinal and not (behind == "of" or run.unit_at(end + 1)):
            return Spelled(end + 1, why="ordinal")
        if words[end - 1] == "and":
            return None
        apart = singular and (attached or words[end] in _OWN or (behind not in ("", "of") and not run.unit_at(end + 1)))
        if apart or words[end] == "quarters":
            return None if self._cardinals.all_of(words, kinds, 0, end) is not None else _refused(end + 1)
        return _refused(end + 1)

    def _mixed(self, run: Words, kinds: Sequence[Kind], joint: int, end: int) -> Spelled | None:
        """Read a whole number, `and` at `joint` and a proper fraction up to `end`; None for anything else."""
        words = run.words
        whole = self._cardinals.all_of(words, kinds, 0, joint)
        if whole is None or whole.last == "article":
            return None
        if joint + 1 == end and words[end] in ("half", "quarter"):
            parts = [(ONE, kinds[end][1], end, False)]
        else:
            parts = self._splits(run, kinds, joint + 1, end)
        if len(parts) != 1 or parts[0][0] >= parts[0][1]:
            return None
        part = parts[0][0] / parts[0][1]
        scale = whole.scale
        kind, behind = kinds[end + 1] if end + 1 < len(kinds) else ("", ZERO)
        if kind in ("multiplier", "hundred"):
            if scale == 1:
                return Spelled(end + 2, whole.value + part, behind, _PART)
            if behind >= scale:
                return _refused(end + 2)
            # `one billion and three quarters million`
            return Spelled(end + 2, whole.value + part * behind, None, _PART)
        if scale != 1 and parts[0][1] > 4:
            # two fifths of one, or of a thousand
            return Spelled(end + 1, whole.value + part * scale, None, _PART, other=whole.value + part)
        return Spelled(end + 1, whole.value + part * scale, None, _PART)

    def _side_by_side(self, run: Words, kinds: Sequence[Kind], at: int, end: int) -> Fraction:
        """Return a whole number and a proper fraction in words[at:end + 1] that only a blank parts, 0 for none."""
        words = run.words
        if kinds[at][0] not in ("unit", "teen", "ten"):
            return ZERO
        whole = self._cardinals.all_of(words, kinds, 0, at)
        if whole is None or whole.last == "article":
            return ZERO
        proper = [top / below for top, below, _, _ in self._splits(run, kinds, at, end) if top < below]
        return whole.value + proper[0] if proper else ZERO

    def _one_part(self, run: Words, kinds: Sequence[Kind], end: int, below: Fraction) -> Spelled:
        """Read an article and a denominator: `a half`, `a fifth of`; `a fifth day` is an ordinal."""
        behind, word = run.at(end + 1), run.words[end]
        if word == "half" and behind in ("a", "an") and end + 2 < len(kinds) and kinds[end + 2][0] in SCALES:
            # `a half a million`
            return self._times(kinds, end + 1, 1 / below)
        if word == "half" or (self._counts(run, kinds, behind, end) and (word == "quarter" or behind == "of")):
            return self._times(kinds, end, 1 / below)
        if word == "quarter":
            return _NONE
        if not behind or run.joined or behind in self.shared:
            return Spelled(end + 1, 1 / below, None, _PART)
        return Spelled(end + 1, why="ordinal")

    def _of_one(self, run: Words) -> bool:
        """Say whether `quarter` is that of a unit (`quarter mile`, `quarter of an hour`)."""
        at = 3 if run.at(1) == "of" and run.at(2) in ("a", "an") else 1
        return run.unit_at(at) or run.at(at) in self.quartered

    def _counts(self, run: Words, kinds: Sequence[Kind], behind: str, end: int) -> bool:
        """Say whether `quarters` are fractions: the calendar has that name, but before `of`, multipliers and units."""
        multiplied = end + 1 < len(kinds) and kinds[end + 1][0] == "multiplier"
        return behind == "of" or multiplied or run.unit_at(end + 1) or behind in self.quartered

    @staticmethod
    def _times(kinds: Sequence[Kind], end: int, value: Fraction) -> Spelled:
        """Return a fraction with the multiplier behind it (`half a million`, `three quarters million`)."""
        kind, factor = kinds[end + 1] if end + 1 < len(kinds) else ("", ZERO)
        if kind == "dozen":
            return Spelled(end + 2, value * 12)
        if kind in ("hundred", "multiplier"):
            return Spelled(end + 2, value, factor, _PART)
        return Spelled(end + 1, value, None, _PART)

    def _pointed(self, run: Words, kinds: Sequence[Kind], point: int, value: Fraction) -> Spelled | None:
        """Read what follows `point`: digits one by one, or one number below a hundred (`two point seventy-one`)."""
        words, n = run.words, len(run.words)
        i = point + 1
        digits = ""
        while i < n and len(digits) < 30 and (kinds[i][0] == "unit" or words[i] in ("oh", "o")):
            digits += str(kinds[i][1])
            i += 1
        if not digits and i < n and kinds[i][0] in ("teen", "ten"):
            behind = i + 1 + (run.at(i + 1) == "-")
            unit = kinds[i][0] == "ten" and behind < n and kinds[behind][0] == "unit" and kinds[behind][1] > 0
            digits, i = str(kinds[i][1] + (kinds[behind][1] if unit else 0)), behind + 1 if unit else i + 1
            if i < n and kinds[i][0] == "hundred":
                return Spelled(i + 1, why="unread")
        if not digits:
            return None
        value += Fraction(int(digits), 10 ** len(digits))
        factor: Fraction | None = None
        if i < n and kinds[i][0] == "hundred":
            factor, i = Fraction(100), i + 1
        if i < n and kinds[i][0] == "multiplier":
            factor, i = (factor or ONE) * kinds[i][1], i + 1
        ahead = i + (run.at(i) == "-")
        if ahead < n and kinds[ahead][0] in _CARDINAL:
            while ahead < n and (kinds[ahead][0] in _CARDINAL or words[ahead] in ("-", "point")):
                ahead += 1
            return Spelled(ahead, why="unread")
        return Spelled(i, value, factor)

    def _opening(self, run: Words, kinds: Sequence[Kind]) -> Spelled | None:
        """Read a number that begins with `half`, `quarter` or `point`."""
        words, n = run.words, len(run.words)
        if words[0] == "half":
            i = 1 + (run.at(1) == "-" and run.at(2) == "dozen")
            if run.at(i) in ("a", "an") and i + 1 < n and kinds[i + 1][0] in SCALES:
                return self._times(kinds, i, Fraction(1, 2))
            inner = Words(words[i:], run.measured[i:])
            if run.at(i) in ("a", "an") and self._denominator_place(inner, kinds[i:]) > 0:
                # `half a tenth of a percent`
                part = self.read(inner)
                if part is not None and part.used:
                    why = part.why or ("unread" if part.multiplier else "")
                    return Spelled(i + part.used, part.value / 2, None, _PART, "unread" if why else "")
            if i < n and kinds[i][0] in SCALES:
                return self._times(kinds, i - 1, Fraction(1, 2))
            return Spelled(1, Fraction(1, 2), None, _PART)
        if words[0] == "point" and not run.determined:
            return self._pointed(run, kinds, 0, ZERO)
        if words[0] == "quarter":
            if n > 1 and kinds[1][0] == "multiplier":
                return self._times(kinds, 0, Fraction(1, 4))
            hyphened = n > 2 and words[1] == "-" and not kinds[2][0] and words[2] not in self.undivided
            if hyphened or (not run.determined and self._of_one(run)):
                return Spelled(1, Fraction(1, 4), None, _PART)
        return None


def _refused(used: int) -> Spelled:
    """Return a run with a denominator that is not read."""
    return Spelled(used, forms=_PART, why="unread")


def _blanks(words: Sequence[str], start: int, stop: int) -> bool:
    """Say whether a blank, and no hyphen, stands between two of words[start:stop]."""
    return any("-" not in (words[i], words[i + 1]) for i in range(start, stop - 1))
