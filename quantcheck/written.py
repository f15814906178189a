"""What the verifier sees in characters: digits that no entry holds, citation marks, plain numbers in a quote.

A second pair of eyes and deliberately simple: where a writing is beyond it, it says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from quantcheck import report
from quantcheck.policy import Policy
from quantcheck.proof import Value

_STYLES = {
    "bracket": re.compile(r"\\?\[\s*[0-9][^\]^]*\]"),
    "footnote": re.compile(r"\[\^[^\]]+\]"),
    "caret": re.compile(r"\^\[[^\]]+\]"),
    "lenticular": re.compile(r"【[^】]*】"),
    "source": re.compile(r"\[\s*[^\W\d_]+\s?[0-9][^\]]*\]", re.IGNORECASE),
    "doc": re.compile(r"\[\s*[^\W\d_]+\s?[-_ ]?[0-9][^\]]*\]", re.IGNORECASE),
    "paren": re.compile(r"\(\s*[0-9][^)]*\)"),
    "superscript": re.compile(r"(?:[⁰¹²³⁴⁵⁶⁷⁸⁹][⁰¹²³⁴⁵⁶⁷⁸⁹⁻,˒–\s-]*|<sup>.*</sup>)", re.DOTALL),
}
_INTEGER = re.compile(r"[0-9]+")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_PLAIN = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?")
_CLUTTER = re.compile(
    r"[⁰-⁹¹²³½¼¾⅐-⅞×^/\\_|\[\]{}<>&'’∙·\u2009\u202f\u00a0\u200b-\u200f\u2060\u00ad]"
    r"|[0-9][ ][0-9]|[0-9]e[0-9+-]|[0-9],[0-9]{1,2}\b"
)
_SIMPLE = re.compile(r"(?P<number>(?!0+,)[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?) ?(?P<unit>[^\W\d_]+|%|°[CF])\Z")

Faults = Iterator[tuple[str, str]]


class Words:
    """The words of the tables that show in a quote what a reading claims: hedges, open bounds, number words."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        hedges: dict[str, list[str]] = {}
        bounds: dict[bool, list[str]] = {True: [], False: []}
        for row in tables["relations"]["word"]:
            if row["as"] in ("APPROX", "APPROXP"):
                hedges.setdefault(row["value"], []).extend(row["spellings"])
            elif row["as"] in ("BOUND", "BOUNDP"):
                bounds[row["value"] in ("gt", "lt")] += row["spellings"]
        self._hedges = {value: _any(spellings) for value, spellings in hedges.items()}
        self._open, self._closed = _any(bounds[True]), _any(bounds[False])
        numerals = tables["numerals"]
        counting = [w for group in ("teen", "ten", "hundred") for w in numerals[group] if len(w) > 2]
        self.numbers = _any(counting)
        groups = ("hundred", "multiplier", "behind", "spoken", "suffix", "dozen")
        self._times = {word: value for group in groups for word, value in numerals[group].items()}
        self._parts: dict[str, set[Fraction]] = {}
        """Names of parts and multiples of money: what one of them is of the currency."""
        for row in tables.get("units/currency_subunits", {}).get("unit", ()):
            for name in (*row.get("names", ()), *row.get("symbols", ())):
                self._parts.setdefault(name.lower(), set()).add(Fraction(row["factor"]))

    def number_fault(self, quote: str, numbers: set[Fraction]) -> str:
        """Return which number of a reading cannot be found in a plainly written quote, or nothing.

        Only quotes of one plain number and its unit are judged: no powers, fractions, words or shared multipliers.
        """
        found = None if _CLUTTER.search(quote) else simple(quote)
        if found is None:
            return ""
        times = Fraction(self._times.get(found[1], "1"))
        known = {found[0], found[0] * times, *(found[0] * part for part in self._parts.get(found[1].lower(), ()))}
        for number in numbers:
            if abs(number) not in known:
                return f"{number} does not stand in {quote[:40]!r}"
        return ""

    def fault(self, quote: str, value: Value) -> str:
        """Return what a reading claims of shape, closedness or modality that its quote does not show, or nothing."""
        plain = simple(quote)
        if plain is not None and (value.shape not in ("point", "interval") or value.modality != "exact"):
            return f"{quote[:40]!r} is a plain number with its unit"
        if value.modality != "exact":
            hedge = self._hedges.get(value.modality)
            if hedge is None or not hedge.search(quote):
                return f"nothing in {quote[:40]!r} says {value.modality.replace('_', ' ')}"
        elif any(hedge.match(quote) for hedge in self._hedges.values()):
            return f"{quote[:40]!r} begins with a hedge"
        ends = ((value.lower, value.lower_closed), (value.upper, value.upper_closed))
        if any(end is not None and not closed for end, closed in ends) and not self._open.search(quote):
            return f"nothing in {quote[:40]!r} leaves its end open"
        closed = value.lower_closed if value.lower is not None else value.upper_closed
        if value.shape == "bound" and closed and self._open.search(quote) and not self._closed.search(quote):
            return f"nothing in {quote[:40]!r} closes its end"
        return ""


def _any(spellings: list[str]) -> re.Pattern[str]:
    """Return a pattern of any of these spellings as whole words, however many blanks stand between their tokens."""
    forms = sorted(set(spellings), key=lambda s: (-len(s), s))
    joined = "|".join(r"\s{0,3}".join(map(re.escape, form.split())) for form in forms)
    return re.compile(
        rf"(?<!\w)(?:{joined})(?!\w)|(?:{'|'.join(map(re.escape, _signs(forms))) or '(?!)'})", re.IGNORECASE
    )


def _signs(forms: list[str]) -> list[str]:
    return [form for form in forms if not any(map(str.isalnum, form))]


def orphans(case: report.Case, answer: str, words: Words) -> Faults:
    """Report the first digit and the first number word of the answer that lie in no entry."""
    covered = bytearray(len(answer))
    for entries in (case.quantities, case.citations, case.equations, case.ignored):
        for entry in entries:
            start, end = max(0, entry.start), min(entry.end, len(answer))
            covered[start:end] = b"\1" * max(0, end - start)
    for at, char in enumerate(answer):
        if char.isdecimal() and not covered[at]:
            yield ".ignored", f"the digit at offset {at} lies in no entry"
            break
    for m in words.numbers.finditer(answer):
        if not any(covered[m.start() : m.end()]):
            yield ".ignored", f"the number word at offset {m.start()} lies in no entry"
            break


def citation_faults(citation: report.Citation, passages: int, policy: Policy) -> Faults:
    """Check a citation's style, the numbers that it names and which of them resolve."""
    form = _STYLES.get(citation.style)
    if form is None or not form.match(citation.text):
        yield ".style", f"{citation.text[:40]!r} is no citation of style {citation.style!r}"
    elif citation.style not in policy.citation_styles:
        yield ".style", f"the policy reads no citations of style {citation.style!r}"
    base = policy.citation_base
    for name in ("numbers", "resolved", "unresolved"):
        numbers = getattr(citation, name)
        if len(set(numbers)) != len(numbers):
            yield f".{name}", "names a number twice"
    inside = [n for n in citation.numbers if base <= n < base + passages]
    outside = [n for n in citation.numbers if not base <= n < base + passages]
    if citation.resolved != inside:
        yield ".resolved", f"expected {inside}: there are {passages} passages, counted from {base}"
    if citation.unresolved != outside:
        yield ".unresolved", f"expected {outside}: there are {passages} passages, counted from {base}"
    yield from _named(citation, base, passages)


def _named(citation: report.Citation, base: int, passages: int) -> Faults:
    """Check that the numbers are those written; within a range every passage, and its ends."""
    digits = _INTEGER.findall(citation.text.partition("†")[0].partition("](")[0].translate(_SUPERSCRIPTS))
    if not digits or max(map(len, digits)) > 1000:
        return  # a label that is no number, or one that is never read
    written = [int(d) for d in digits]
    strange = [n for n in citation.numbers if n not in written and not _between(n, written)]
    if strange:
        yield ".numbers", f"{strange[0]} is not named in {citation.text[:40]!r}"
    missing = [n for n in written if n not in citation.numbers]
    if missing and citation.style != "footnote":
        yield ".numbers", f"{missing[0]} is named in {citation.text[:40]!r} and not listed"


def _between(number: int, written: list[int]) -> bool:
    return any(low < number < high for low, high in pairwise(written))


def simple(quote: str) -> tuple[Fraction, str, Fraction] | None:
    """Return number, unit spelling and place value of the last digit of `12.5 mg` and the like, else nothing."""
    m = _SIMPLE.match(quote)
    if m is None or len(m["number"]) > 40 or (not quote.isascii() and "°" not in quote):
        return None
    whole, _, fraction = m["number"].replace(",", "").partition(".")
    return Fraction(int(whole + fraction), 10 ** len(fraction)), m["unit"], Fraction(1, 10 ** len(fraction))


def numbers(quote: str) -> list[Fraction]:
    """Return the plain numbers of a quote, in order, without their signs."""
    return [Fraction(m[0].replace(",", "")) for m in _PLAIN.finditer(unicodedata.normalize("NFKC", quote))]


def steps(quote: str) -> list[Fraction]:
    """Return the place values of the last digits of the plain numbers of a quote, in order."""
    out = []
    for m in _PLAIN.finditer(unicodedata.normalize("NFKC", quote)):
        _, _, fraction = m[0].partition(".")
        out.append(Fraction(1, 10 ** min(len(fraction), 400)))
    return out
