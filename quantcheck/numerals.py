"""Numbers as written: digit runs, fractions and number words to exact values. Units and signs are left to others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

MAX_DIGITS = 1000
MAX_EXPONENT = 1000

FRACTION_SIGNS: dict[str, Fraction] = {
    chr(c): Fraction(*map(int, unicodedata.normalize("NFKC", chr(c)).split("\u2044")))
    for c in (*range(0xBC, 0xBF), *range(0x2150, 0x215F), 0x2189)
}
"""Vulgar fraction characters; U+215F is a numerator without a denominator and is none."""

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN = {ord(c): str(i) for i, c in enumerate(_SUPERSCRIPTS)} | {0x207A: "+", 0x207B: "-"}
SUPERSCRIPT_RUN = re.compile("[⁺⁻−-]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")

# A fraction in one token is read as one only with these denominators (contract §4).
FRACTION_DENOMINATORS = frozenset((*range(2, 11), 12, 16, 32, 64, 100, 1000))


class Number(msgspec.Struct, frozen=True):
    """A number as written.

    `step` is the place value of the last digit shown, None where no digit shows a place (words, fractions).
    `other` is a second reading of the same writing, under the axis `axis`.
    """

    value: Fraction
    step: Fraction | None = None
    digits: int = 0
    forms: tuple[str, ...] = ()
    reason: str = ""
    plain: bool = False
    """A run of digits and nothing else."""
    multiplier: Fraction = Fraction(0)
    """What multiplier words, suffixes or a power of ten behind the digits multiply by; 0 where there are none."""


def refused(reason: str) -> Number:
    """Return a number that was seen and not read."""
    return Number(Fraction(0), reason=reason)


def superscript(text: str) -> int | None:
    """Return the value of a run of superscript digits with a sign, or None where it is too large to be a power."""
    digits = text.translate(_PLAIN).replace("−", "-")
    return int(digits) if len(digits) <= 5 and digits[-1:].isdecimal() else None


_GROUPED = re.compile(r"\d{1,3}(?:([,'’٬，])\d{3})(?:\1\d{3})*(?:[.٫．](\d+))?")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.(\d+))?")
_POINTS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,(\d+))?|\d{1,3}\.\d{3},(\d+)")
_SEPARATORS = str.maketrans("", "", ",'’٬， \u00a0\u2007\u2009\u202f")
_EXPONENT = re.compile(r"[eE]([-+−]?)(\d+)$")


def digit_run(text: str) -> Number:
    """Return the value of a run of digits with separators, a point and an exponent; `Number.reason` where it is unread.

    The locale is `en`: a lone point is a decimal point, a comma groups threes. Another number's own form decides
    where it can mean one thing only: `1.234.567`, `1.234,5` and `0,5` are read as they stand.
    """
    if text.isascii():
        if text.isdecimal():
            if len(text) > MAX_DIGITS:
                return refused("too_large")
            value = int(text)
            return Number(Fraction(value), _ONE, len(text.lstrip("0")) or 1, plain=True)
    elif not _one_script(text):
        return refused("mixed_scripts")
    if len(text) > MAX_DIGITS * 2:
        return refused("too_large")
    exponent = 0
    forms: tuple[str, ...] = ()
    match = _EXPONENT.search(text)
    if match:
        if len(match[2]) > 4 or int(match[2]) > MAX_EXPONENT:
            return refused("too_large")
        exponent = int(match[2]) * (-1 if match[1] in ("-", "−") and match[1] else 1)
        text = text[: match.start()]
        forms = ("scientific",)
    whole, decimals, grouped = _split(text)
    if whole is None:
        return refused("unread")
    if len(whole) + len(decimals) > MAX_DIGITS:
        return refused("too_large")
    if grouped:
        forms += ("grouped",)
    return _decimal(whole, decimals, exponent, forms, plain=not forms and not decimals)


_ZERO = Fraction(0)
_ONE = Fraction(1)


def _split(text: str) -> tuple[str | None, str, bool]:
    """Return digits before and after the decimal sign, and whether the number is grouped; (None, …) where unread."""
    if text[0] in ".,٫，．":
        return "0", text[1:], False
    if text.isdecimal():
        return text, "", False
    head, point, tail = text.partition(".")
    if point and head.isdecimal() and tail.isdecimal():
        return head, tail, False
    match = _GROUPED.fullmatch(text)
    if match and not (text[0] == "0" and match[1] in ",，"):
        body = text[: len(text) - len(match[2]) - 1] if match[2] else text
        return body.translate(_SEPARATORS), match[2] or "", True
    match = _INDIAN.fullmatch(text)
    if match:
        body = text[: len(text) - len(match[1]) - 1] if match[1] else text
        return body.translate(_SEPARATORS), match[1] or "", True
    match = _POINTS.fullmatch(text)
    if match:
        decimals = match[1] or match[2] or ""
        body = text[: len(text) - len(decimals) - 1] if decimals else text
        return body.replace(".", ""), decimals, True
    for sign in ",٫，．":
        head, comma, tail = text.partition(sign)
        if comma and head.isdecimal() and tail.isdecimal() and (len(tail) != 3 or head.strip("0") == ""):
            return head, tail, False
    return None, "", False


def _decimal(whole: str, decimals: str, exponent: int, forms: tuple[str, ...], plain: bool = False) -> Number:
    mantissa = int(whole + decimals)
    shown = str(mantissa)
    places = exponent - len(decimals)
    step = Fraction(10**places) if places >= 0 else Fraction(1, 10**-places)
    return Number(mantissa * step, step, len(shown) if mantissa else 1, forms, plain=plain)


def _one_script(text: str) -> bool:
    zeros = {ord(c) - unicodedata.decimal(c) for c in text if c.isdecimal()}
    return len(zeros) == 1


def spaced(parts: Sequence[str]) -> Number:
    """Return the number of groups set apart by spaces (`715 000`, `1 500.5`)."""
    last, _point, decimals = parts[-1].partition(".")
    whole = "".join(parts[:-1]) + last
    if len(whole) + len(decimals) > MAX_DIGITS:
        return refused("too_large")
    return _decimal(whole, decimals, 0, ("grouped",))


def scaled(number: Number, factor: Fraction, *forms: str) -> Number:
    """Return a number times a power of ten or a multiplier word."""
    if number.reason:
        return number
    step = None if number.step is None else number.step * factor
    extra = tuple(f for f in forms if f not in number.forms)
    return Number(
        number.value * factor, step, number.digits, number.forms + extra, multiplier=(number.multiplier or 1) * factor
    )


def power_of_ten(exponent: int) -> Fraction:
    """Return 10**exponent, exactly."""
    return Fraction(10**exponent) if exponent >= 0 else Fraction(1, 10**-exponent)


class Numerals:
    """The table of number words: class and value by lower-case spelling."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.words: dict[str, tuple[str, Fraction]] = {}
        for kind in ("unit", "teen", "ten", "hundred", "multiplier", "dozen", "fraction", "vague"):
            for word, value in tables[kind].items():
                self.words[word] = (kind, Fraction(value or "0"))
        self.suffixes = {word: Fraction(value) for word, value in tables["suffix"].items()}

    def read(self, words: Sequence[str]) -> tuple[int, Fraction, Fraction | None, tuple[str, ...]] | None:
        """Read a number from the start of lower-case words, where `-` stands for a hyphen.

        Returns how many words were used, the coefficient, the multiplier that ends it (None for none: it is kept
        apart so that a range can share it) and the forms; None where no number begins here.
        """
        i, n = 0, len(words)
        total = Fraction(0)
        current: Fraction | None = None
        last = ""
        seen_multiplier: Fraction | None = None
        tail: Fraction | None = None
        compound = False
        kinds = [self.words.get(w, ("", Fraction(0))) for w in words]
        article = n > 1 and words[0] in ("a", "an") and kinds[1][0] in ("hundred", "multiplier", "dozen")
        if article:
            current, last, i = Fraction(1), "article", 1
        used = 0
        while i < n:
            j = i
            if (j + 1 < n and words[j] == "-" and last and kinds[j + 1][0]) or (
                j + 1 < n
                and words[j] == "and"
                and last in ("hundred", "multiplier")
                and kinds[j + 1][0] in ("unit", "teen", "ten")
                and not self._fraction_at(words, kinds, j + 1)
            ):
                j += 1
            kind, value = kinds[j]
            if (
                kind == "unit" and last in ("", "ten", "hundred", "multiplier") and not (last == "ten" and value == 0)
            ) or (kind in ("teen", "ten") and last in ("", "hundred", "multiplier")):
                current = (current or _ZERO) + value
            elif kind in ("hundred", "multiplier") and not last and not i:
                # `hundred thousand dollars`: one of them
                if kind == "hundred":
                    current = Fraction(100)
                else:
                    total, tail, seen_multiplier = value, value, value
                    last, i, used = "multiplier", j + 1, j + 1
                    continue
            elif kind == "hundred" and last in ("article", "unit", "teen", "ten") and (current or 0) < 100:
                current = (current or _ZERO) * 100
            elif kind == "multiplier" and last in ("article", "unit", "teen", "ten", "hundred", "multiplier"):
                if last == "multiplier" and current is None:
                    if tail is None or not {tail, value} <= {Fraction(100000), Fraction(10**7)} or tail >= value:
                        break
                    total = total * value
                    tail = tail * value
                    last, i, used = "multiplier", j + 1, j + 1
                    continue
                if seen_multiplier is not None and value >= seen_multiplier:
                    break
                compound = compound or seen_multiplier is not None
                total += (current or _ZERO) * value
                tail, seen_multiplier = value, value
                current = None
                last, i, used = "multiplier", j + 1, j + 1
                continue
            elif (kind == "dozen" or (last and words[j] == "dozens")) and last in (
                "article",
                "unit",
                "teen",
                "ten",
                "hundred",
            ):
                return j + 1, (current or _ZERO) * 12, None, ("word",)
            elif (
                kind == "vague"
                and last in ("unit", "teen", "ten", "hundred", "multiplier")
                and words[j][:-1] in self.words
            ):
                # `three billions` counts them
                value = self.words[words[j][:-1]][1]
                if tail is not None and current is None:
                    return j + 1, total / tail * tail, value, ("word",)
                return j + 1, total + (current or _ZERO), value, ("word",)
            else:
                break
            tail = None
            last, i, used = kind, j + 1, j + 1
        if not used:
            return self._fraction_words(words, kinds)
        value = total + (current or _ZERO)
        coefficient, multiplier = value, None
        if compound:
            pass
        elif tail is not None and current is None:
            coefficient, multiplier = value / tail, tail
        elif last == "hundred" and value < 10000 and not total:
            coefficient, multiplier = value / 100, Fraction(100)
        if words[used : used + 1] == ["point"] or (words[used : used + 1] == ["and"] and used + 1 < n):
            scale = tail if tail is not None and current is None and not compound else Fraction(1)
            pointed = words[used] == "point"
            used, value, changed = self._behind(words, kinds, used, value, scale)
            if changed:
                forms = ("word",) if pointed else ("word", "fraction")
                if scale != 1 and used < n and kinds[used][0] in ("multiplier", "hundred"):
                    # `a billion and a half million` can be meant in two ways
                    return used + 1, value, None, ("unread",)
                if used < n and kinds[used][0] == "multiplier" and scale == 1:
                    return used + 1, value, kinds[used][1], forms
                return used, value, None, forms
        if (
            used < n
            and current is not None
            and not total
            and (
                kinds[used][0] == "fraction"
                or (words[used] == "-" and used + 1 < n and kinds[used + 1][0] == "fraction")
            )
        ):
            at = used + (words[used] == "-")
            denominator = kinds[at][1]
            plural = words[at].endswith("s")
            proper = value < denominator or words[at] != "quarters"
            if value > 0 and proper and (plural == (value > 1)) and not self._unit_of_time(words, at):
                value = value / denominator
                used = at + 1
                if used < n and kinds[used][0] == "multiplier":
                    return used + 1, value, kinds[used][1], ("word", "fraction")
                return used, value, None, ("word", "fraction")
        return used, coefficient, multiplier, ("word",)

    @staticmethod
    def _fraction_at(words: Sequence[str], kinds: Sequence[tuple[str, Fraction]], at: int) -> bool:
        """Say whether a numerator and its denominator stand here (`three quarters`)."""
        behind = at + 1 + (words[at + 1 : at + 2] == ["-"])
        return (
            kinds[at][0] == "unit"
            and behind < len(words)
            and kinds[behind][0] == "fraction"
            and words[behind].endswith("s")
        )

    def _unit_of_time(self, words: Sequence[str], at: int) -> bool:
        """`two quarters` are half a year unless `of` or a unit follows: the calendar has that name."""
        if words[at] not in ("quarter", "quarters") or words[at - 1] == "-":
            return False
        behind = words[at + 1 : at + 2]
        return behind != ["of"] and not (behind and self.words.get(behind[0], ("",))[0] == "multiplier")

    def _behind(
        self, words: Sequence[str], kinds: Sequence[tuple[str, Fraction]], used: int, value: Fraction, scale: Fraction
    ) -> tuple[int, Fraction, bool]:
        """Read what follows a whole number: `point four`, `and a half`; `a million and a half` adds half of that."""
        n = len(words)
        if words[used] == "point":
            i, places, digits = used + 1, 0, 0
            while i < n and kinds[i][0] == "unit" and places < 30:
                digits = digits * 10 + int(kinds[i][1])
                places += 1
                i += 1
            return (i, value + Fraction(digits, 10**places), True) if places else (used, value, False)
        i = used + 1
        if words[i] in ("a", "an", "one") and i + 1 < n and kinds[i + 1][0] == "fraction" and kinds[i + 1][1] > 1:
            return i + 2, value + scale / kinds[i + 1][1], True
        if kinds[i][0] == "unit" and i + 1 < n:
            at = i + 1 + (words[i + 1] == "-")
            plural = at < n and (words[at].endswith("s") or words[at] == "quarter")
            if plural and kinds[at][0] == "fraction" and 1 < kinds[i][1] < kinds[at][1]:
                return at + 1, value + scale * kinds[i][1] / kinds[at][1], True
        if words[i] in ("half", "quarter"):
            return i + 1, value + scale / kinds[i][1], True
        return used, value, False

    def _fraction_words(
        self, words: Sequence[str], kinds: Sequence[tuple[str, Fraction]]
    ) -> tuple[int, Fraction, Fraction | None, tuple[str, ...]] | None:
        n = len(words)
        forms = ("word", "fraction")
        if words[0] == "half":
            i = 1
            if words[i : i + 1] == ["-"] and words[i + 1 : i + 2] in (["a"], ["dozen"]):
                i += 1
            if (
                i < n
                and words[i] in ("a", "an")
                and i + 1 < n
                and kinds[i + 1][0] in ("dozen", "multiplier", "hundred")
            ):
                return self._times(kinds[i + 1], i + 2, Fraction(1, 2))
            if i < n and kinds[i][0] in ("dozen", "multiplier"):
                return self._times(kinds[i], i + 1, Fraction(1, 2))
            return 1, Fraction(1, 2), None, forms
        if words[0] == "point" and n > 1 and kinds[1][0] == "unit":
            used, value, _ = self._behind(words, kinds, 0, Fraction(0), Fraction(1))
            return used, value, None, ("word",)
        if words[0] == "quarter":
            if n > 1 and kinds[1][0] == "multiplier":
                return 2, Fraction(1, 4), kinds[1][1], forms
            if n > 2 and words[1] == "-" and kinds[2] == ("", Fraction(0)):
                return 1, Fraction(1, 4), None, forms
            return None
        if words[0] in ("a", "an") and n > 1 and kinds[1][0] == "fraction" and not words[1].endswith("s"):
            if words[1] == "half":
                if n > 2 and kinds[2][0] in ("dozen", "multiplier"):
                    return self._times(kinds[2], 3, Fraction(1, 2))
                return 2, Fraction(1, 2), None, forms
            if words[2:3] == ["of"]:
                return 2, 1 / kinds[1][1], None, forms
            if n > 2 and kinds[2][0] == "multiplier" and words[1] == "quarter":
                return 3, Fraction(1, 4), kinds[2][1], forms
        return None

    @staticmethod
    def _times(
        kind: tuple[str, Fraction], used: int, value: Fraction
    ) -> tuple[int, Fraction, Fraction | None, tuple[str, ...]]:
        if kind[0] == "dozen":
            return used, value * 12, None, ("word",)
        return used, value, kind[1], ("word", "fraction")
