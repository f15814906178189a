"""What the verifier sees in characters: digits that no entry holds, citation marks, plain numbers in a quote.

A second pair of eyes and deliberately simple: where a writing is beyond it, it says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from quantcheck import report
from quantcheck.policy import Policy

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
_SIMPLE = re.compile(r"(?P<number>[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?) ?(?P<unit>[^\W\d_]+|%|°[CF])\Z")

Faults = Iterator[tuple[str, str]]


def orphans(case: report.Case, answer: str) -> Faults:
    """Report each run of digits of the answer that lies in no entry."""
    spans = sorted(
        (entry.start, entry.end)
        for entries in (case.quantities, case.citations, case.equations, case.ignored)
        for entry in entries
    )
    spans.append((len(answer), len(answer)))
    covered = 0
    for start, end in spans:
        for at in range(covered, min(start, len(answer))):
            if answer[at].isdecimal() or answer[at].isdigit():
                yield ".ignored", f"the digit at offset {at} lies in no entry"
                return
        covered = max(covered, end)


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
    if not digits or max(map(len, digits)) > 18:
        return  # a label that is no number, or one that nobody could have meant
    written = [int(d) for d in digits]
    strange = [n for n in citation.numbers if n not in written and not _between(n, written)]
    if strange:
        yield ".numbers", f"{strange[0]} is not named in {citation.text[:40]!r}"
    missing = [n for n in written if n not in citation.numbers]
    if missing and citation.style != "footnote":
        yield ".numbers", f"{missing[0]} is named in {citation.text[:40]!r} and not listed"


def _between(number: int, written: list[int]) -> bool:
    return any(low < number < high for low, high in pairwise(written))


def number_fault(quote: str, numbers: set[Fraction]) -> str:
    """Return which number of a reading cannot be found in a plainly written quote, or nothing.

    Only quotes whose every number is plain digits are judged: no powers, fractions, words or shared multipliers.
    """
    if _CLUTTER.search(quote) or not quote.isprintable():
        return ""
    found = simple(quote)
    if found is None:
        return ""
    for number in numbers:
        if abs(number) != found[0]:
            return f"{number} does not stand in {quote[:40]!r}"
    return ""


def simple(quote: str) -> tuple[Fraction, str, Fraction] | None:
    """Return number, unit spelling and place value of the last digit of `12.5 mg` and the like, else nothing."""
    m = _SIMPLE.match(quote)
    if m is None or len(m["number"]) > 40 or (not quote.isascii() and "°" not in quote):
        return None
    whole, _, fraction = m["number"].replace(",", "").partition(".")
    return Fraction(int(whole + fraction), 10 ** len(fraction)), m["unit"], Fraction(1, 10 ** len(fraction))


def steps(quote: str) -> list[Fraction]:
    """Return the place values of the last digits of the plain numbers of a quote, in order."""
    out = []
    for m in _PLAIN.finditer(unicodedata.normalize("NFKC", quote)):
        _, _, fraction = m[0].partition(".")
        out.append(Fraction(1, 10 ** min(len(fraction), 400)))
    return out
