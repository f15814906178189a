"""What the verifier sees in characters: digits that no entry holds, citation marks, plain numbers in a quote.

A second pair of eyes and deliberately simple: where a writing is beyond it, it says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import unescape
from itertools import pairwise
from typing import Any

from quantcheck import report
from quantcheck.patterns.alternatives import any_of
from quantcheck.policy import Policy
from quantcheck.verifier.proof import Value

_STYLES = {
    "bracket": re.compile(r"\\?\[{1,2}[\s*_\u00ad\u200b-\u200f\u2060\ufeff]*\d[^\]^]*\]"),
    "footnote": re.compile(r"\[\^[^\]]+\]"),
    "caret": re.compile(r"\^\[[^\]]+\]"),
    "lenticular": re.compile(r"【[^】]*】"),
    "source": re.compile(r"\[\s*[^\W\d_]+\s?[0-9][^\]]*\]", re.IGNORECASE),
    "doc": re.compile(r"\[\s*[^\W\d_]+\s?[-_ ]?[0-9][^\]]*\]", re.IGNORECASE),
    "paren": re.compile(r"\(\s*[0-9][^)]*\)"),
    "superscript": re.compile(r"(?:[⁰¹²³⁴⁵⁶⁷⁸⁹][⁰¹²³⁴⁵⁶⁷⁸⁹⁻,˒–\s-]*|<sup>.*</sup>)", re.DOTALL),
}
_INTEGER = re.compile(r"\d+")
_SPAN = re.compile(r"(\d{1,1000})\s?[-‐‑‒–—−]\s?[^\W\d_]*\s?(\d{1,1000})(?!\d)")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_PLAIN = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?")
_CLUTTER = re.compile(
    r"[⁰-⁹¹²³½¼¾⅐-⅞^\\_|\[\]{}<>&'’\"∙·⋅\u2009\u202f\u00a0\u200b-\u200f\u2060\u00ad*]"
    r"|[0-9] [0-9]|[0-9]e[0-9+-]|[×x] ?10\b|[0-9],[0-9]{1,2}\b|\b0,|[,.][0-9]+[,.]|(?<![0-9])[.,][0-9]"
    r"|[^\W\d_][0-9]|(?![0-9])\d",
    re.IGNORECASE,
)
_SIMPLE = re.compile(r"(?P<number>(?!0+,)[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?) ?(?P<unit>[^\W\d_]+|%|°[CF])\Z")
_UNITS = re.compile(r"(?<=[0-9])[ -]?(°?[^\W\d_]+|[%°$€£¥])")
_SIGNS = re.compile(r"[%°$€£¥₹]")
_RUNS_IN = re.compile(r"\d\Z|\d[.'’]\Z|(?:\A|[^\w)\].]|(?<!\.)\.)\.\Z|\d[-–—−/×^±]\Z|(?<![\d,])\d+,\Z")
_RUNS_ON = re.compile(r"\d|[.'’]\d|[-–—−/×^±]\d|,\d{3}(?!\d)|,\d+(?![\d,])")
_GROUP = re.compile(r"\d{3}(?!\d)")
_BELOW = re.compile(r"(?:/|[ \u00a0]{1,3}per\s{1,3})([^\W\d_]+)(?![^\W_])")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_LETTERS = re.compile(r"[^\W\d_]+")

Faults = Iterator[tuple[str, str]]


class Words:
    """The words of the tables that show in a quote what a reading claims: hedges, open bounds, number words."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self._between: set[str] = set()
        hedges: dict[str, list[str]] = {}
        bounds: dict[bool, list[str]] = {True: [], False: []}
        sides: dict[bool, list[str]] = {True: [], False: []}
        for row in tables["relations"]["word"]:
            if row["as"] in ("RANGE", "AND", "TIMES", "PM"):
                self._between.update(row["spellings"])
            elif row["as"] in ("APPROX", "APPROXP", "AMID"):
                hedges.setdefault(row["value"], []).extend(row["spellings"])
            elif row["as"] in ("BOUND", "BOUNDP"):
                bounds[row["value"] in ("gt", "lt")] += row["spellings"]
                sides[row["value"] in ("gt", "ge")] += row["spellings"]
        for word, op in tables["relations"]["apart"]["ages"].items():
            bounds[op in ("gt", "lt")].append(word)
            sides[op in ("gt", "ge")].append(word)
        comparative = tables["relations"]["comparative"]
        forms = comparative["forms"]
        for end, above in (("gt", True), ("lt", False)):
            for word in (*comparative[end], *comparative["adverbs"][end]):
                opens = [form.replace("{}", word) for form in forms["than"]]
                closes = [form.replace("{}", word) for name in ("closed", "behind", "joined") for form in forms[name]]
                bounds[True] += opens
                bounds[False] += closes
                for side in (True, False) if word in comparative["clocks"] else (above,):
                    sides[side] += opens + closes
        self._compares = re.compile(
            rf"\b(?:[^\W\d_]{{2,}}er|{'|'.join(comparative['irregular'])}|(?:more|less|fewer)\s+\S+(?:\s+\S+)?)\s+than\b"
            rf"|\bor\s+(?:{'|'.join(comparative['irregular'])})\b",
            re.IGNORECASE,
        )
        """Comparatives whose end no table tells: they bound one side or the other."""
        self.place = re.compile(
            rf",[ \t]?{any_of(tables['citations']['place']['words'])}\b.*", re.IGNORECASE | re.DOTALL
        )
        characters = tables["markup"]["latex"]["characters"]
        self._commands = {name: sign for name, sign in characters.items() if name.isalpha()}
        self._hedges = {value: _any(spellings) for value, spellings in hedges.items()}
        self._open, self._closed = _any(bounds[True]), _any(bounds[False])
        self._from, self._to = _any(sides[True]), _any(sides[False])
        self._not = re.compile(
            rf"\b{any_of(tables['relations']['apart']['negations'])}\b|n\s?['’]\s?t\b", re.IGNORECASE
        )
        """What turns a closed bound into an open one, and an open one into a closed one."""
        denied, blank = tables["relations"]["denied"], r"\s+"
        rows = ("at", "over", "subjects", "behind", "unmade", "missing")
        self._denied = re.compile(
            rf"\b{any_of((s for name in rows for s in denied[name]), blank)}\b"
            r"|n\s?['’]\s?t\b|\A(?:,|n?or\b)",
            re.IGNORECASE,
        )
        """What denies a figure, or joins it to one that is denied."""
        numerals = tables["numerals"]
        counting = [w for group in ("teen", "ten", "hundred") for w in numerals[group] if len(w) > 2]
        self.numbers = _any(counting)
        groups = ("hundred", "multiplier", "behind", "spoken", "loose", "suffix", "dozen", "collective")
        self._times = {word: value for group in groups for word, value in numerals[group].items()}
        self._shared = {Fraction(t) for t in self._times.values()}
        wordy = [w for row in tables["relations"]["word"] if row["as"] == "TIMESN" for w in row["spellings"]]
        wordy += tables["relations"]["multiple"]["factors"]
        for group in ("unit", "teen", "ten", "hundred", "dozen", "fraction", "vague"):
            wordy += numerals[group]
        self._wordy = _any(wordy)
        scales = ("multiplier", "behind", "spoken", "loose", "collective", "ordinal")
        more = [w for group in scales for w in numerals[group]]
        self._counts = _any([*wordy, *more, "a", "an", "other", "second", "no"])
        """Words that show that a figure stands there at all."""
        self.spelt = _spellings(tables)
        self._folded: dict[str, set[str]] = {}
        for form, codes in self.spelt.items():
            self._folded.setdefault(form.lower(), set()).update(codes)
        self._parts: dict[str, set[Fraction]] = {}
        """Names of parts and multiples of money: what one of them is of the currency."""
        for row in tables.get("units/currency_subunits", {}).get("unit", ()):
            for name in (*row.get("names", ()), *row.get("symbols", ())):
                self._parts.setdefault(name.lower(), set()).add(Fraction(row["factor"]))

    def numberless(self, quote: str, value: Value) -> str:
        """Return that nothing in a quote shows any number, or nothing; how often something is may be said by a word."""
        if value.dimension.startswith(("per_time:", "every:")) or any(c.isnumeric() for c in quote):
            return ""
        return "" if self._counts.search(quote) else f"no number stands in {quote[:40]!r}"

    def whole(self, text: str, start: int, end: int) -> str:
        """Return that what stands at two offsets is a part of a longer figure, as plain characters show, or nothing."""
        quote = text[start:end]
        if not quote or quote[0].isspace() or quote[-1].isspace() or quote[-1] in ",;":
            return "begins or ends with what is no figure"
        before, behind = text[max(0, start - 12) : start], text[end : end + 24]
        grouped = before[-1:] == "," and before[-2:-1].isdecimal() and _GROUP.match(quote) is not None
        listed = before[-1:] == "," == behind[:1]
        if grouped or (quote[0].isdecimal() and not listed and _RUNS_IN.search(before)):
            return "is the tail of a longer figure"
        if quote[-1].isdecimal() and not listed and _RUNS_ON.match(behind):
            return "is the head of a longer figure"
        if quote[-1].isalpha() and quote[-1].isascii() and behind[:1].isascii() and behind[:1].isalnum():
            return "ends within a word"
        m = _BELOW.match(behind)
        if m is not None and quote[-1].isalpha() and m[1] in self.spelt:
            return f"is per {m[1]}"
        return ""

    def multipliers(self, text: str) -> frozenset[Fraction]:
        """Return what the words and signs of scale are worth that stand anywhere in a text."""
        forms = {form for m in _LETTERS.finditer(text) for form in (m[0], m[0].lower(), m[0].lower().removesuffix("s"))}
        found = {Fraction(self._times[form]) for form in forms & self._times.keys()}
        return frozenset(found | {Fraction(1000)} if "000" in text else found)

    def number_fault(self, quote: str, value: Value, shared: frozenset[Fraction] | None = None) -> str:
        """Return which number of a reading cannot be found in a plainly written quote, or nothing.

        A quote is plain where its numbers stand in common digits: no powers, fractions, number words, or grouping by
        blanks. A number may be multiplied by a word of the quote, or by one that it shares with another. What has more
        numbers than its reading (`5 ft 10 in`), several units, or none of its own, is not judged. `shared` are the
        multipliers that its text has at all.
        """
        said = _said(value)
        if not said or _CLUTTER.search(quote) or self._wordy.search(quote):
            return ""
        found = [Fraction(m[0].replace(",", "")) for m in _PLAIN.finditer(quote)]
        words = _LETTERS.findall(quote)
        if not 0 < len(found) <= len(said) or len(set(_UNITS.findall(quote)) - self._between) > 1:
            return ""
        if not words and not _SIGNS.search(quote):
            return ""
        own = {Fraction(self._times[w]) for form in words for w in (form, form.lower()) if w in self._times}
        times = {Fraction(1), *(own or (self._shared if shared is None else shared))}
        parts = {part for w in words for part in self._parts.get(w.lower(), ())}
        parts |= {Fraction(1, 100)} if "¢" in quote or "￠" in quote else set()
        times |= {t * again for t in times for again in own}
        times |= {t * part for t in times for part in parts | {1 / part for part in parts}}
        known = {n * t for n in found for t in times} | own | {Fraction(0)}
        if "/" in quote:
            # `a million / 5 $`, where it is divided
            known |= {a / b for a in known for b in found if b}
        if not {"a", "an"}.isdisjoint(words):
            if "and" in words:
                # `a dollar and 25 cents`, `an hour and 45 minutes`
                return ""
            known |= {1 + n for n in known}
        strange = [number for number in said if abs(number) not in known]
        if strange:
            return f"{strange[0]} does not stand in {quote[:40]!r}"
        if value.shape == "range" and len(found) < 2 and not (own and self._between & set(words)):
            return f"{quote[:40]!r} has one number"
        return ""

    def unit_fault(self, quote: str, unit: str) -> str:
        """Return why the unit of a reading is not the one that a quote of one plain number spells, or nothing."""
        found = None if _CLUTTER.search(quote) else simple(quote)
        if found is None or found[1] in self._times:
            return ""
        known = self.spelt.get(found[1], set())
        if not known or found[1].isupper():
            # what stands in capitals alone is read in small letters
            known = known | self._folded.get(found[1].lower(), set())
        # what an amount is per may stand apart from it (`daily dose of 5 mg`)
        if known and unit.partition("/")[0] not in known | {""} and unit not in known:
            return f"{unit[:40]!r} is not what {quote[:40]!r} spells"
        return ""

    def _shown(self, quote: str) -> str:
        """Return a quote with the characters that its entities and LaTeX commands show."""
        return unescape(_COMMAND.sub(lambda m: self._commands.get(m[1], m[0]), quote))

    def fault(self, quote: str, value: Value) -> str:
        """Return what a reading claims of shape, closedness or modality that its quote does not show, or nothing."""
        quote = self._shown(quote)
        plain = simple(quote)
        if plain is not None and (value.shape not in ("point", "interval") or value.modality != "exact"):
            return f"{quote[:40]!r} is a plain number with its unit"
        if value.modality == "denied":
            if not self._denied.search(quote):
                return f"nothing in {quote[:40]!r} denies it"
        elif value.modality != "exact":
            hedge = self._hedges.get(value.modality)
            if hedge is None or not hedge.search(quote):
                return f"nothing in {quote[:40]!r} says {value.modality.replace('_', ' ')}"
        elif any(hedge.match(quote) for hedge in self._hedges.values()):
            return f"{quote[:40]!r} begins with a hedge"
        if value.shape == "bound" and self._not.search(quote):
            return ""
        if (
            value.shape == "bound"
            and self._compares.search(quote)
            and not (self._from.search(quote) or self._to.search(quote))
        ):
            return ""
        ends = ((value.lower, value.lower_closed), (value.upper, value.upper_closed))
        if any(end is not None and not closed for end, closed in ends) and not self._open.search(quote):
            return f"nothing in {quote[:40]!r} leaves its end open"
        closed = value.lower_closed if value.lower is not None else value.upper_closed
        if value.shape == "bound" and closed and self._open.search(quote) and not self._closed.search(quote):
            return f"nothing in {quote[:40]!r} closes its end"
        mine, other = (self._from, self._to) if value.upper is None else (self._to, self._from)
        # `fell by at least 5%` is a change of at most -5%
        falling = any(end is not None and end < 0 for end in (value.lower, value.upper))
        if value.shape == "bound" and not falling and other.search(quote) and not mine.search(quote):
            return f"{quote[:40]!r} bounds the other side"
        return ""


def _said(value: Value) -> list[Fraction]:
    """Return the numbers that a reading says stand in its quote: of its components, where it has any."""
    of = value.parts or (value,)
    ends = (end for part in of for end in ((part.lower, part.upper) if part.lower != part.upper else (part.lower,)))
    return [end for end in ends if end is not None]


def _spellings(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, set[str]]:
    """Return the codes of units by spelling, of the spellings that are one word."""
    found: dict[str, set[str]] = {}
    for path in sorted(p for p in tables if p.startswith("units/")):
        prefixes = {p["code"]: p for p in tables["units/prefixes"]["prefix"]}
        for row in tables[path].get("unit", ()):
            own = row["symbols"][0] if row["code"].startswith("money:") else row["code"]
            spelt = {own: [*row.get("symbols", ()), *row.get("names", ()), *row.get("points", ())]}
            for code in row.get("prefixes", ()):
                prefix = prefixes[code]
                symbols = row.get("prefixed") or row.get("symbols", [])[:1]
                names = row.get("prefixed_names") or row.get("names", ())
                made = [p + s for p in prefix["symbols"] for s in symbols] + [prefix["name"] + n for n in names]
                spelt.setdefault(code + row["code"], []).extend(made)
            for table in (row.get("also", {}), row.get("also_symbols", {})):
                for code, more in table.items():
                    spelt.setdefault(code, []).extend(more)
            for code, forms in spelt.items():
                for form in forms:
                    found.setdefault(form, set()).add(code)
    return found


def _any(spellings: list[str]) -> re.Pattern[str]:
    """Return a pattern of any of these spellings as whole words, up to three blanks or hyphens between their tokens."""
    forms = sorted(set(spellings))
    joined = any_of(forms, r"[\s-]{0,3}")
    return re.compile(rf"(?:(?<![^\W\d])|(?=\W))(?:{joined})(?![^\W\d])|{any_of(_signs(forms))}", re.IGNORECASE)


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
        # words are read in small letters, with a capital, and in capitals
        if m[0] in (m[0].lower(), m[0].capitalize(), m[0].upper()) and not any(covered[m.start() : m.end()]):
            yield ".ignored", f"the number word at offset {m.start()} lies in no entry"
            break


def citation_faults(citation: report.Citation, passages: int, policy: Policy, words: Words) -> Faults:
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
    backwards = {n for pair in _pairs(citation, words) if pair[0] > pair[1] for n in pair}
    inside = [n for n in citation.numbers if base <= n < base + passages and n not in backwards]
    outside = [n for n in citation.numbers if n not in inside]
    if citation.resolved != inside:
        yield ".resolved", f"expected {inside}: there are {passages} passages, counted from {base}"
    if citation.unresolved != outside:
        yield ".unresolved", f"expected {outside}: there are {passages} passages, counted from {base}"
    yield from _named(citation, words)


def _label(citation: report.Citation, words: Words) -> str:
    label = citation.text.partition("†")[0].partition("](")[0].translate(_SUPERSCRIPTS)
    # `[2, p. 5]`: a place in what is cited
    return words.place.sub("", label, count=1) if citation.style == "bracket" else label


def _pairs(citation: report.Citation, words: Words) -> list[tuple[int, int]]:
    """Return the ends of the ranges of a citation, as written."""
    return [(int(m[1]), int(m[2])) for m in _SPAN.finditer(_label(citation, words))]


def _named(citation: report.Citation, words: Words) -> Faults:
    """Check that the numbers are those written; within a range every passage, and its ends."""
    digits = _INTEGER.findall(_label(citation, words))
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
