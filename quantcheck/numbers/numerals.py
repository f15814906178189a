"""Numbers as written in digits: runs, fractions and powers to exact values. Units and signs are left to others."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from quantcheck.patterns.later import later

MAX_DIGITS = 1000
MAX_EXPONENT = 1000
SHORT = 16
"""Characters of a run of digits whose value is remembered."""

FRACTION_SIGNS: dict[str, Fraction] = {
    chr(c): Fraction(*map(int, unicodedata.normalize("NFKC", chr(c)).split("\u2044")))
    for c in (*range(0xBC, 0xBF), *range(0x2150, 0x215F), 0x2189)
}
"""Vulgar fraction characters; U+215F is a numerator without a denominator and is none."""

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN = {ord(c): str(i) for i, c in enumerate(_SUPERSCRIPTS)} | {0x207A: "+", 0x207B: "-"}

# A fraction in one token is read as one only with these denominators (contract §4).
FRACTION_DENOMINATORS = frozenset((*range(2, 11), 12, 16, 32, 64, 100, 1000))


class Number(msgspec.Struct, frozen=True, gc=False):
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
    other: Fraction | None = None
    """Its value where the fraction that ends it is of its last word alone (`two million and three fifths`)."""

    @property
    def shown(self) -> bool:
        """Whether digits show the place of the last one."""
        return self.step is not None

    @property
    def year(self) -> bool:
        """Whether it may be a year."""
        return self.plain and self.digits == 4 and 1500 <= self.value <= 2100

    def negated(self) -> Number:
        """Return the number behind a minus sign."""
        other = None if self.other is None else -self.other
        return Number(-self.value, self.step, self.digits, self.forms, other=other)

    def scaled(self, factor: Fraction, forms: tuple[str, ...]) -> Number:
        """Return the number times a power of ten or a multiplier word, written in some forms more."""
        step = None if self.step is None else self.step * factor
        extra = tuple(f for f in forms if f not in self.forms)
        return Number(
            self.value * factor, step, self.digits, self.forms + extra, multiplier=(self.multiplier or 1) * factor
        )


def refused(reason: str) -> Number:
    """Return a number that was seen and not read."""
    return Number(Fraction(0), reason=reason)


def superscript(text: str) -> int | None:
    """Return the value of a run of superscript digits with a sign, or None where it is too large to be a power."""
    digits = text.translate(_PLAIN).replace("−", "-")
    return int(digits) if len(digits) <= 5 and digits[-1:].isdecimal() else None


_GROUPED = later(r"\d{1,3}(?:([,'’٬，])\d{3})(?:\1\d{3})*(?:[.٫．](\d+))?")
_INDIAN = later(r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.(\d+))?")
_POINTS = later(r"\d{1,3}(?:\.\d{3}){2,}(?:,(\d+))?|\d{1,3}\.\d{3},(\d+)")
_SEPARATORS = str.maketrans("", "", ",'’٬， \u00a0\u2007\u2009\u202f")
_EXPONENT = later(r"[eE]([-+−]?)(\d+)$")


def digit_run(text: str) -> Number:
    """Return the value of a run of digits with separators, a point and an exponent; `Number.reason` where it is unread.

    The locale is `en`: a lone point is a decimal point, a comma groups threes. Another number's own form decides
    where it can mean one thing only: `1.234.567`, `1.234,5` and `0,5` are read as they stand. Four digits or more
    behind a comma may be decimals, a group of ten thousands, or a group with a nought too many: `10,0000` is not read.
    """
    return _short_run(text) if len(text) <= SHORT else _run(text)


def _run(text: str) -> Number:
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
        exponent = int(match[2]) * (-1 if match[1] in ("-", "−") else 1)
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


_short_run = lru_cache(maxsize=4096)(_run)


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
        if comma and head.isdecimal() and tail.isdecimal() and (len(tail) < 3 or head.strip("0") == ""):
            return head, tail, False
    return None, "", False


def _decimal(whole: str, decimals: str, exponent: int, forms: tuple[str, ...], plain: bool = False) -> Number:
    mantissa = int(whole + decimals)
    places = exponent - len(decimals)
    value = Fraction(mantissa * 10**places) if places >= 0 else Fraction(mantissa, 10**-places)
    return Number(value, power_of_ten(places), len(str(mantissa)), forms, plain=plain)


def _one_script(text: str) -> bool:
    zeros = {ord(c) - unicodedata.decimal(c) for c in text if c.isdecimal()}
    return len(zeros) == 1


def spaced(parts: Sequence[str]) -> Number:
    """Return the number of groups set apart by spaces (`715 000`, `1 500.5`, `1 500,5`)."""
    last, _point, decimals = parts[-1].replace(",", ".").partition(".")
    whole = "".join(parts[:-1]) + last
    if len(whole) + len(decimals) > MAX_DIGITS:
        return refused("too_large")
    return _decimal(whole, decimals, 0, ("grouped",))


def scaled(number: Number, factor: Fraction, *forms: str) -> Number:
    """Return a number times a power of ten or a multiplier word; one that is not read stays as it is."""
    return number if number.reason else number.scaled(factor, forms)


@lru_cache(maxsize=64)
def power_of_ten(exponent: int) -> Fraction:
    """Return 10**exponent, exactly."""
    return Fraction(10**exponent) if exponent >= 0 else Fraction(1, 10**-exponent)


def proper(top: str, below: str) -> Fraction | None:
    """Return the proper fraction that two runs of digits write, None where they write another one or none."""
    if max(len(top), len(below)) > 4:
        return None
    part = Fraction(int(top), int(below) or 1)
    return part if int(below) in FRACTION_DENOMINATORS and 0 < part < 1 else None
