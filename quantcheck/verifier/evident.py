"""What plain characters show and a report must not deny: figures left out, numbers, signs, units and bounds of quotes.

`written` asks whether what a reading claims can be seen in its quote; this asks the other way round, whether what can
be seen is claimed. It knows the plainest writings alone (`500 mg`, `5 to 10 minutes`, `-20 °C`, `[3]`) and says nothing
of others: where code, markup or another script may change what a writing means, it is not judged.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, takewhile
from typing import Any, Final

from quantcheck import report
from quantcheck.patterns.alternatives import any_of
from quantcheck.policy import Policy
from quantcheck.verifier.proof import COMPOSITE, Value

Faults = Iterator[tuple[str, str]]
Tables = Mapping[str, Mapping[str, Any]]

_DIGITS: Final = r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?"
_NUMBER: Final = rf"(?<![\w.,/:$€£¥₹#+*_^~'’)\]{{}}=×·–—-])(?!0[0-9]){_DIGITS}"
_OTHER: Final = re.compile(r"[`<>{}\\_~^=@]|://|&[#\w]+;")
"""Signs of code, markup, links and tables: a line that has one may show something else than it has written."""
_UNSEEN: Final = re.compile(
    r"</?(?:b|i|u|em|strong|sup|sub|span|br)\b[^<>\n]{0,80}>|&nbsp;|&thinsp;|&#(?:160|8201|xA0|xa0);|\*{1,3}|\\[,;: ]"
    r"|\\(?:mathrm|text|textrm|rm|mathbf|textbf|mathit|mathsf)\s?\{|[}$\u00a0\u2009\u202f\u200b-\u200f\u2060\u00ad\ufeff]"
)
"""Markup that shows nothing, and blanks: what stands at its sides stands together."""
_PRICE: Final = re.compile(r"(?<![$\w])\$-?[0-9][0-9,.]{0,40}+(?![ \w\\,.]{0,40}\$)")
_WEAK: Final = frozenset(
    ("units/prefixes", "units/not_units", "units/counters", "units/currencies_historic", "units/calendar")
)
_CODE: Final = re.compile(r"[`=@]|://|</?(?:code|pre|script|style|del|s|strike|kbd|samp|tt)\b|~~|<!--", re.IGNORECASE)
_ELEMENT: Final = re.compile(r"<(?P<name>[a-z][a-z0-9]*)\b(?P<said>[^<>]*)>", re.IGNORECASE)
_SAID: Final = re.compile(r"\s(?P<name>[^\s=\"'/]+)(?:\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s\"']+))?")
_HIDING: Final = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*[.0]+(?:[a-z]+|%)?)(?![\w.-])",
    re.IGNORECASE,
)
_MARK: Final = re.compile(
    r"(?<=[\w.,;:!?%°)”\"’]) ?"
    r"(?:\[[0-9]{1,1000}(?:[-–][0-9]{1,1000})?(?:, ?(?:and )?[0-9]{1,1000}(?:[-–][0-9]{1,1000})?){0,50}\]"
    r"|【[0-9]{1,9}(?:†[^】\n]{0,50})?】)(?=[\s.,;:!?)]|\Z)"
)
_INDEXED: Final = re.compile(r"\s*[=+*/<>]")
_CLUTTER: Final = re.compile(r"[^\x20-\x7e°–×−±€£¥₹]|[\^\\_|\[\]{}<>&'\"*~=]|[0-9] [0-9]|[^\W\d_][0-9]|[.,][0-9]+[.,]")
_UNIT: Final = r"(?:[^\W\d_]{1,20}|%|°[CF]?)"
_BARE: Final = re.compile(r"(?:[0-9]{1,40}|[0-9]{1,3}(?:,[0-9]{3}){1,12})(?:\.[0-9]{1,40})?\Z")
_RANGE: Final = re.compile(
    rf"(?P<low>[0-9]+(?:\.[0-9]+)?) ?(?P<unit>{_UNIT})? ?(?:-|–|to) ?"
    rf"(?P<high>[0-9]+(?:\.[0-9]+)?) ?(?P<last>{_UNIT})?\Z"
)
_PAIR: Final = re.compile(r"(?P<first>[0-9]+) ?(?:/|x|×) ?(?P<second>[0-9]+) [^\W\d_]{1,10}(?: [^\W\d_]{1,3})?\Z")
_MIXED: Final = re.compile(
    r"(?P<first>[0-9]+) ?(?P<front>[^\W\d_]+),? (?:and )?(?P<second>[0-9]+(?:\.[0-9]+)?) ?(?P<behind>[^\W\d_]+)\Z"
)
_COMPARED: Final = re.compile(r"\d[^\d\n]{0,30}\s(?:is|are|was|were)\s(?:[^\W\d_]+\s){0,2}\s", re.IGNORECASE)
"""In front of the gap that is left of a bound, another figure that is compared with it."""
_RISEN: Final = re.compile(
    r"\b(?:went|gone|goes|rose|risen|grew|grown|climbed|jumped|shot|moved|soared|surged|crept|edged|ticked)\s(?:back\s)?\s",
    re.IGNORECASE,
)
"""In front of the gap that `up to` left: what moves there comes to a figure, or is bounded by it."""
_SIGNED: Final = re.compile(rf"[-−][0-9]+(?:\.[0-9]+)? ?{_UNIT}\Z")
_UNSIGNED: Final = re.compile(r"[0-9]+(?:\.[0-9]+)? ?°[CF]\Z")
_COMPOUND: Final = re.compile(r"[0-9] ?(?P<front>[^\W\d_]+)(?P<below>(?:(?:/| per )[^\W\d_]+)+)\Z")
_OVER: Final = re.compile(
    rf"(?<![0-9.,])(?P<above>{_DIGITS}) ?(?P<unit>[^\W\d_]+) ?(?:/|per) ?(?P<number>[0-9]+(?:\.[0-9]+)?) ?[^\W\d_]+\Z"
)
_UNNAMED: Final = "".join(rf"(?<![^\W\d_]{dash}[0-9]{{{n}}})" for dash in ("", "-") for n in range(4))
"""In front of the last digit of a number that is of no name (`Z30`, `COVID-19`)."""
_PLAIN: Final = re.compile(r"[0-9]+(?:\.[0-9]+)? ?[^\W\d_]+(?:(?:/| per )[^\W\d_]+)+\Z")
_MONEY: Final = re.compile(r"(?:(?<![A-Za-z])[A-Z]{1,3})?[$€£₹¥]")
_POWER: Final = re.compile(r"(?P<code>[^\W\d_]+)(?P<power>[2-9])\Z")
_FIGURE: Final = re.compile(rf"{_DIGITS} (?P<unit>[a-zA-Z]+)\Z")
_FORMS: Final = frozenset({"vague", "too_large", "mixed", "mixed_scripts", "ratio_unit", "zero_denominator"})
_SENTENCE: Final = re.compile(r"[.!?][\"”’)\]]*\s|\n")
_UNUSUAL: Final = re.compile(r"[0-9],[0-9]{3}|[0-9][eE][+-]?[0-9]|[0-9]/[0-9]+ ?[a-z]|[½¼¾⅐-⅞⁰-⁹]")
_BRACED: Final = re.compile(r"[{\[][^}\]]*[}\]]")
_WORD: Final = re.compile(r"[^\W\d_]+|[%$€£¥₹]|°[CF]?|'")
_ENDS: Final = re.compile(r"[.!?]\s+[A-Z]")
_PHYSICAL: Final = ("mass", "length", "time", "volume", "power", "energy", "pressure", "electricity")
NEAR: Final = 80
"""Characters around a figure in which what changes it may stand."""
SENTENCES: Final = 2
FAR: Final = 4000
"""Characters of a sentence in which its citations may stand."""


class Evident:
    """What the tables say of the plainest writings: names and symbols of units, signs of money, words of bounds."""

    def __init__(self, tables: Tables, spelt: Mapping[str, set[str]]) -> None:
        self._spelt = spelt
        self._codes = frozenset(code for codes in spelt.values() for code in codes) - {"1"}
        numerals, words = tables["numerals"], tables["relations"]["word"]
        before = any_of(tables["citations"]["interval"]["words"])
        self._interval = re.compile(rf"(?<!\w){before}\W*\Z|\w_\w*\Z", re.IGNORECASE)
        """What makes numbers in brackets no citation: the name of an interval, or one that is indexed."""
        counting = [w for group in ("unit", "teen", "ten") for w in numerals[group] if numerals[group][w] not in "01"]
        strong = _strong(tables)
        unit, letter = any_of(sorted(strong)), any_of(sorted(form for form in strong if len(form) > 1))
        paths = [path.removeprefix("units/") for path in tables if path.startswith("units/") and path not in _WEAK]
        wide = any_of(sorted(form for form in strong | _strong(tables, paths) if len(form) > 1))
        money = {s for row in tables["units/currencies"]["unit"] for s in row.get("symbols", ())}
        codes = any_of(sorted(s for s in money if len(s) == 3 and s.isalpha() and s.isupper()))
        number = any_of(counting)
        names = any_of(sorted(strong | _names(tables, "counters")))
        self._figures = (
            re.compile(
                rf"{_NUMBER}(?: ?(?:-|–|to|±) ?{_DIGITS})?"
                rf"(?: {unit}|{letter}| ?%| ?°[CF]| percent\b| ?Ω)(?![\w%^(-]|[.,][0-9])"
            ),
            re.compile(rf"(?<![\w.,-]){number}(?: and a half)? {names}(?![\w/-])"),
            re.compile(rf"(?<![\w.,$€£¥₹])[$€£]{_DIGITS}(?:bn|m|M|k|K|B)?(?![\w/-]|[.,][0-9])"),
        )
        self._marked = (
            re.compile(rf"(?<![\^_]){_UNNAMED}(?<!0[0-9]{{2}})[0-9½¼¾⅓⅔⅛][ \0-]{{0,12}}{wide}(?![^\W\d_])"),
            re.compile(rf"(?<!\w){codes}[ \0]{{0,9}}[0-9]"),
            re.compile(r"[€£₹][ \0]{0,9}[0-9]|[0-9][ \0]{0,9}[€£₹%‰°¢]"),
        )
        named = tables["left_alone"]["reference"]
        self._label = re.compile(rf"(?<!\w)(?:{any_of([*named['words'], *named['abbreviations']])})\s\Z", re.IGNORECASE)
        """What gives a letter behind a number to a name: `Fig. 3 d`."""
        self._letters = frozenset(word for word in tables["left_alone"]["guard"]["words"] if len(word) == 1)
        scales = {Fraction(value) for group in ("multiplier", "behind") for value in numerals[group].values()}
        self._scales = frozenset(scales)
        self._bounds = {
            form: row["value"]
            for row in words
            if row["as"] == "BOUND"
            for form in row["spellings"]
            if " " in form and form.replace(" ", "").isalpha() and form not in tables["relations"]["apart"]["begins"]
        }
        self._bound = re.compile(rf"(?P<bound>{any_of(self._bounds)}) [0-9]", re.IGNORECASE)
        self._code = frozenset(tables["markup"]["tags"]["code"])
        self._often = {
            form: row["value"].split("/") for row in words if row["as"] == "DAILY" for form in row["spellings"]
        }
        self._times = {form: row["value"] for row in words if row["as"] == "TIMESN" for form in row["spellings"]}
        self._below = re.compile(
            rf"[-−–]|\b{any_of(s for row in words if row['as'] in ('NEG', 'NEGP') for s in row['spellings'])}\b",
            re.IGNORECASE,
        )

    # Figures of the answer

    def _is_unseen(self, answer: str, entry: report.Ignored) -> bool:
        """Whether an entry of markup or code is a comment, or an element that a reader does not see or that is code."""
        if entry.why not in ("markup", "code") or not answer.startswith("<", entry.start):
            return False
        written = answer[entry.start : entry.end]
        if written.startswith("<!--"):
            return written.find("-->") == len(written) - 3
        found = _ELEMENT.match(written)
        if found is None or (not written.endswith(">") and found["name"].lower() != "p"):
            return False
        name = found["name"].lower()
        if name in self._code:
            return True
        tags = re.findall(rf"<(/?){name}(?![\w-])", written, re.IGNORECASE)
        hides = any(
            a["name"].lower() == "hidden"
            or (a["name"].lower() == "style" and _HIDING.search(a["value"] or "") is not None)
            for a in _SAID.finditer(found["said"])
        )
        return hides and (name == "p" or tags.count("/") * 2 == len(tags))

    def left_out(self, case: report.Case, answer: str, policy: Policy) -> Faults:
        """Report the first plain figure, and the first plain citation mark, that the report holds to be none."""
        quantities = _covered(len(answer), case.quantities)
        citations = _covered(len(answer), case.citations)
        known = _covered(len(answer), [*case.equations, *(e for e in case.ignored if self._is_unseen(answer, e))])
        code = "```" in answer or "~~~" in answer
        for form in () if code else self._figures:
            for m in form.finditer(answer):
                inside = range(m.start(), m.end())
                if any(quantities[i] or known[i] or citations[i] for i in inside) or not _prose(answer, *m.span()):
                    continue
                if m[0].split()[-1] in self._letters and self._label.search(answer, max(0, m.start() - 40), m.start()):
                    continue
                yield ".quantities", f"{m[0]!r} at offset {m.start()} is a figure, and is not listed"
                break
        bare = _UNSEEN.sub(lambda m: "\0" * len(m[0]), answer) if _UNSEEN.search(answer) else answer
        for form in () if code else (*self._marked, _PRICE):
            for m in form.finditer(answer if form is _PRICE else bare):
                inside = range(m.start(), m.end())
                if not any(quantities[i] or known[i] or citations[i] for i in inside) and _shown(answer, *m.span()):
                    yield (
                        ".quantities",
                        f"{answer[m.start() : m.end()]!r} at offset {m.start()} is of a figure, and is not listed",
                    )
                    break
        for m in () if code or "bracket" not in policy.citation_styles else _MARK.finditer(answer):
            start = m.end() - len(m[0].lstrip())
            if _INDEXED.match(answer, m.end()) or self._interval.search(answer, max(0, start - 40), start):
                continue
            if not citations[start] and not quantities[start] and _prose(answer, *m.span()):
                yield ".citations", f"{m[0].strip()!r} at offset {start} is a citation, and is not listed"
                break

    def scope(self, quantity: report.Quantity, case: report.Case, answer: str, base: int) -> str:
        """Return that no citation near a figure names a passage which supports it, or nothing."""
        before = [m.end() for m in _SENTENCE.finditer(answer, max(0, quantity.start - FAR), quantity.start)]
        start = before[-1] if before else max(0, quantity.start - FAR)
        behind = [m.end() for m in islice(_SENTENCE.finditer(answer, quantity.end, quantity.end + FAR), 3)]
        end = behind[-1] if len(behind) > 2 else quantity.end + FAR
        first = bisect_left(case.citations, start, key=lambda c: c.start)
        near = takewhile(lambda c: c.start < end, islice(case.citations, first, None))
        named = {f"passage:{n - base + 1}" for c in near for n in c.resolved}
        found = named & {s.source for s in quantity.support}
        return "" if found else "no citation near it names a passage of its support"

    def codes(self, text: str) -> frozenset[str]:
        """Return the codes of units that a text spells anywhere."""
        words = {form for m in _WORD.finditer(text) for form in (m[0], m[0].lower())}
        return frozenset(code for word in words for code in self._spelt.get(word, ()))

    def headed(self, quote: str, value: Value, spelt: frozenset[str]) -> str:
        """Return that the unit of a bare number is none that its text spells anywhere, or nothing."""
        unit = value.unit.partition("/")[0]
        if not _BARE.match(quote) or unit not in self._codes or unit in spelt:
            return ""
        return f"{unit[:40]!r} stands nowhere in the text of {quote[:40]!r}"

    def reason(self, text: str, reason: str) -> str:
        """Return that a plain figure has a reason of form that it cannot have, or nothing."""
        m = _FIGURE.match(text)
        plain = _BARE.match(text) is not None if m is None else m["unit"] in self._spelt
        return f"{text[:40]!r} is a plain figure" if plain and reason in _FORMS else ""

    # Readings

    def fault(self, quote: str, value: Value, around: str = "", shared: frozenset[Fraction] | None = None) -> str:
        """Return what a plainly written quote shows and its reading does not say, or nothing.

        `around` is the text that it stands in, as far as that may change what it means, `shared` its multipliers.
        """
        if _CLUTTER.search(quote) or value.modality == "denied":
            return ""
        checks = (self._numbers, self._mixed, self._sign, self._side, self._money, self._per, self._frequency)
        found = next(filter(None, (check(quote, value, around) for check in checks)), "")
        found = found or self._bare_number(quote, value, self._scales if shared is None else shared)
        return f"{quote[:40]!r} {found}" if found else ""

    def _numbers(self, quote: str, value: Value, around: str) -> str:
        single = value.shape in ("point", "bound", "interval")
        if "±" in quote and single:
            return "is a tolerance"
        m = _RANGE.match(quote)
        if m is not None and (not m["unit"] or (m["last"] and m["unit"] in self._spelt)):
            low, high = Fraction(m["low"]), Fraction(m["high"])
            if value.lower is None or value.upper is None or value.shape not in ("range", "tolerance"):
                return "is a range" if single else ""
            if low < high and value.lower > value.upper:
                return "does not run backwards"
            if m["unit"] is None and low > high and value.lower < value.upper:
                return "runs backwards"
        m = _PAIR.match(quote)
        if m is not None:
            both = [Fraction(m["first"]), Fraction(m["second"])]
            if single or value.shape == "range":
                divided = "/" in quote and both[1] and value.lower is not None and abs(value.lower) == both[0] / both[1]
                return "" if divided or value.parts else "has two numbers"
            ends = [abs(part.lower or 0) for part in value.parts]
            if value.shape in COMPOSITE and ends == both[::-1] != both:
                return "has its numbers the other way round"
        m = _OVER.search(quote)
        if m is not None and single and not value.parts and m["unit"] in self._spelt:
            number, end = Fraction(m["number"]), value.upper if value.lower is None else value.lower
            # a bound keeps no parts: its end is divided out
            divided = (
                value.shape == "bound"
                and end is not None
                and abs(end) * number == Fraction(m["above"].replace(",", ""))
            )
            if number not in (0, 1) and not divided:
                return f"is per {m['number'][:20]}"
        return ""

    @staticmethod
    def _bare_number(quote: str, value: Value, scales: frozenset[Fraction]) -> str:
        end = value.upper if value.lower is None else value.lower
        quote = quote.rstrip(".:")
        if not _BARE.match(quote) or value.shape not in ("point", "bound", "interval") or end is None or value.parts:
            return ""
        number = Fraction(quote.replace(",", ""))
        if (not number or not end) and number != end:
            return "is another number"
        return "is another number" if number and abs(end) / number not in {Fraction(1), *scales} else ""

    def _mixed(self, quote: str, value: Value, around: str) -> str:
        m = _MIXED.match(quote)
        if m is None or m["front"] not in self._spelt or m["behind"] not in self._spelt or value.parts:
            return ""
        if value.shape != "point" or value.lower is None:
            return ""
        first = Fraction(m["first"])
        if value.unit in self._spelt[m["front"]] and first <= abs(value.lower) <= first + 1:
            return "" if abs(value.lower) != first or not Fraction(m["second"]) else "has another part"
        if value.unit in self._spelt[m["behind"]] and abs(value.lower) != Fraction(m["second"]):
            # `6 point 5 mg`
            return ""
        return "is a whole of two parts"

    def _sign(self, quote: str, value: Value, around: str) -> str:
        if value.shape != "point" or not value.lower:
            return ""
        if _SIGNED.match(quote) and value.lower > 0:
            return "is below zero"
        if _UNSIGNED.match(quote) and value.dimension == "temperature" and value.lower < 0:
            return "" if self._below.search(around) else "is above zero"
        return ""

    def _side(self, quote: str, value: Value, around: str) -> str:
        if value.shape != "point" and value.shape != "bound" and value.shape != "interval":
            return ""
        if _PLAIN.match(quote) and value.shape == "bound" and not around.count("|"):
            return "is no bound"
        m = self._bound.match(quote)
        end = None if m is None else self._bounds.get(" ".join(m["bound"].lower().split()))
        if end is None or value.modality != "exact":
            return ""
        if value.shape != "bound":
            risen = quote[:2].lower() == "up" and _RISEN.search(around)
            return "" if value.shape == "point" and (risen or _COMPARED.search(around)) else "is a bound"
        if any(stated is not None and stated < 0 for stated in (value.lower, value.upper)):
            return ""
        closed = value.lower_closed if value.lower is not None else value.upper_closed
        side = "g" if value.lower is not None else "l"
        return "" if end == side + ("e" if closed else "t") else "bounds otherwise"

    def _money(self, quote: str, value: Value, around: str) -> str:
        if not value.dimension.startswith("currency:"):
            return ""
        for sign in _MONEY.findall(quote):
            codes = self._spelt.get(sign, set())
            if codes and value.unit.partition("/")[0] not in codes:
                return f"is in {sign}"
        return ""

    def _per(self, quote: str, value: Value, around: str) -> str:
        m = _COMPOUND.search(quote)
        if m is None:
            return ""
        below = re.split("/| per ", m["below"])[1:]
        if not all(unit in self._spelt for unit in (m["front"], *below)):
            return ""
        if value.unit.partition("/")[0] not in self._spelt[m["front"]]:
            return ""
        stated = [code for part in value.unit.split("/")[1:] for code in _each(part)]
        if len(stated) < len(below):
            return f"is per {below[-1][:20]}"
        if len(stated) > len(below) and around:
            words = {w.lower() for w in re.findall(r"[^\W\d_]+", f"{around} {quote}")}
            spoken = set(self._often) | {w for w in words if stated[-1] in self._spelt.get(w, ())}
            if stated[-1] in ("h", "d", "wk", "mo", "a") and words.isdisjoint(spoken):
                return f"is not per {stated[-1]}"
        return ""

    def _frequency(self, quote: str, value: Value, around: str) -> str:
        times, _, period = quote.lower().rpartition(" ")
        if period not in self._often or (times and times not in self._times):
            return ""
        if not value.dimension.startswith("per_time:"):
            return "is a frequency"
        number, unit = self._often[period]
        if (
            number.isdigit()
            and value.unit == "/" + unit
            and value.lower != int(number) * Fraction(self._times.get(times, "1"))
        ):
            return "is another frequency"
        return ""


def _each(code: str) -> list[str]:
    """Return a code as often as its power says: `s2` is `s` twice."""
    m = _POWER.match(code)
    return [code] if m is None else [m["code"]] * int(m["power"])


def unusual(quote: str, value: Value) -> str:
    """Return why a conservative profile trusts no such figure, or nothing."""
    if value.modality != "exact" or "/" in _BRACED.sub("", value.unit) or value.dimension.startswith("currency:"):
        return f"the policy trusts no {quote[:40]!r}"
    if (value.shape not in COMPOSITE and _UNUSUAL.search(quote)) or not any(map(str.isdecimal, quote)):
        return f"the policy trusts no {quote[:40]!r}"
    backwards = value.shape == "range" and (value.lower or 0) > (value.upper or 0)
    return f"the policy trusts no range as {quote[:40]!r}" if backwards else ""


def together(amount: report.Quantity, frequency: report.Quantity, answer: str, texts: Mapping[str, str]) -> str:
    """Return how an amount and the frequency right behind it have verdicts that do not go together, or nothing."""
    if answer[amount.end : frequency.start] != " " or not frequency.readings or not amount.readings:
        return ""
    reading = frequency.readings[0]
    if not reading.base.dimension.startswith(("per_time:", "every:")) or "time" in amount.readings[0].base.dimension:
        return ""
    traced = [q.status in ("source", "question") for q in (amount, frequency)]
    if traced[1] and amount.status == "unmatched":
        return "stands with an amount that is unmatched"
    if traced[0] and reading.lower == "1" and len(frequency.readings) == 1 and frequency.status == "unmatched":
        return "stands with an amount, and has its status"
    if all(traced) and not any(_near(a, f, texts) for a in amount.support for f in frequency.support):
        return "stands nowhere near the amount"
    return ""


def _near(a: report.Support, f: report.Support, texts: Mapping[str, str]) -> bool:
    if a.source != f.source:
        return False
    between = texts.get(a.source, "")[min(a.end, f.end) : max(a.start, f.start)]
    return len(_ENDS.findall(between)) <= SENTENCES


def around(text: str, start: int, end: int) -> str:
    """Return what stands around a figure."""
    return f"{text[max(0, start - NEAR) : max(0, start)]} {text[max(0, end) : max(0, end) + NEAR]}"


def _covered(length: int, entries: Iterable[Any]) -> bytearray:
    covered = bytearray(length)
    for entry in entries:
        start, end = max(0, entry.start), min(entry.end, length)
        covered[start:end] = b"\1" * max(0, end - start)
    return covered


def _prose(answer: str, start: int, end: int) -> bool:
    """Whether a writing stands in prose: nothing of code, markup, links or tables beside it in its line."""
    first = max(answer.rfind("\n", 0, start) + 1, start - 200)
    last = answer.find("\n", end, end + 200)
    line = answer[first : last if last >= 0 else end + 200]
    return not _OTHER.search(line) and not line.startswith(("    ", "\t"))


def _shown(answer: str, start: int, end: int) -> bool:
    """Whether nothing of code or an address stands beside a writing in its line; markup may."""
    first = max(answer.rfind("\n", 0, start) + 1, start - 200)
    last = answer.find("\n", end, end + 200)
    line = answer[first : last if last >= 0 else end + 200]
    return not _CODE.search(line) and not line.startswith(("    ", "\t"))


def _strong(tables: Tables, paths: Iterable[str] = _PHYSICAL) -> set[str]:
    """Return what is a unit wherever it stands behind a number: names in the plural, symbols with a prefix."""
    paths = list(paths)
    found = _names(tables, *paths)
    for path in paths:
        for row in tables[f"units/{path}"].get("unit", ()):
            found.update(row.get("symbols", ()))
            found.update(row.get("points", ()))
    prefixes = {p["code"]: p for p in tables["units/prefixes"]["prefix"]}
    for path in paths:
        for row in tables[f"units/{path}"].get("unit", ()):
            for code in row.get("prefixes", ()) if row.get("symbols") else ():
                found.update(sign + row["symbols"][0] for sign in prefixes[code]["symbols"])
                found.update(prefixes[code]["name"] + name for name in row.get("names", ()))
    others = {row["spelling"] for row in tables["relations"]["life"]} | set(tables["left_alone"]["clock_time"]["after"])
    others.update(("st", "nd", "rd", "th"))
    for group in ("multiplier", "behind", "spoken", "suffix"):
        others.update(tables["numerals"][group])
    return {
        form
        for form in found - others
        if (form.isascii() or form[0] in "µμ") and form.isalpha() and (form[1:] or form.islower())
    }


def _names(tables: Tables, *paths: str) -> set[str]:
    """Return the names of units that have a plural with an s."""
    rows = [row.get("names", ()) for path in paths for row in tables[f"units/{path}"].get("unit", ())]
    return {
        form
        for names in rows
        for form in names
        if form.isalpha() and ({form.removesuffix("s"), form.removesuffix("es")} - {form}) & set(names)
    }
