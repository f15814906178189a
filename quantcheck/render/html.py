"""A report as one HTML file for a browser: no network, no markup made of anything that was read.

Says here, in Python and exactly, all that the page tells; `page.js` only lays it out. What comes from the input reaches
the page as data in one JSON block and becomes text nodes there. The page's policy allows its own style and script by
their digests and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from quantcheck import codes, report
from quantcheck.intake import cases
from quantcheck.render import ACTION, Showing, numberline
from quantcheck.wording import safe, words

ORDER: Final = (
    "invalid",
    "violated",
    "missing_capture",
    "missing_evidence",
    "needs_review",
    "met",
    "not_applicable",
)
"""Statuses of answers, the worst first."""

_LISTS: Final = {
    "unmatched": ("unmatched reason",),
    "ambiguous": ("ambiguous reason", "form reason"),
}
_TONES: Final = {
    "source": "good",
    "question": "asked",
    "unmatched": "bad",
    "ambiguous": "open",
    "resolved": "good",
    "unresolved": "bad",
    "holds": "good",
    "false": "bad",
    "undecided": "open",
}
_BY: Final = {"exact": "exactly", "rounded": "rounded to the digits shown"}
_FIGURE: Final = re.compile(r"[\s$€£¥(+−-]*\d")
"""How a cell begins that holds a figure; a head that gives a unit or a scale does not."""
_PLACES: Final = 50
"""Places of support that are listed; the count of the rest is given."""


class Judged(NamedTuple):
    """What a judge says about an answer: the criterion, what it came to, and its findings, one a line."""

    criterion: str
    status: str
    lines: tuple[str, ...] = ()


def document(showing: Showing) -> bytes:
    """Return a run as one page."""
    return page(showing)


def page(showing: Showing, judged: Mapping[tuple[str, int], Sequence[Judged]] | None = None) -> bytes:
    """Return a run as one page, with what a judge found beside the answers it is about."""
    style, script, body = (_asset(name) for name in ("page.css", "page.js", "page.html"))
    data = json.dumps(_view(showing, judged or {}), ensure_ascii=False, separators=(",", ":"))
    for name, value in (
        ("policy", f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; base-uri 'none'; "
                   "form-action 'none'"),
        ("note", words.TRACEABILITY),
        ("decision", words.plain(showing.made.decision)),
        ("decision_code", showing.made.decision),
        ("exit", str(showing.exit_code)),
        ("answers", words.counted(len(showing.made.cases), "answer")),
    ):  # fmt: skip
        body = body.replace("{{" + name + "}}", escape(value))
    # The data comes last: nothing that stands in it is looked at again.
    head, _, rest = body.partition("{{style}}")
    middle, _, rest = rest.partition("{{data}}")
    between, _, end = rest.partition("{{script}}")
    # `<` is all that could end the element or open another; U+2028 and U+2029 are plain characters in JSON.
    parts = (head, style, middle, data.replace("<", "\\u003c"), between, script, end)
    return "".join(parts).encode("utf-8", "backslashreplace")


def _asset(name: str) -> str:
    return (files("quantcheck.render") / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


class _Texts:
    """The texts of a page, each kept once, with offsets as a browser counts them."""

    def __init__(self) -> None:
        self.listed: list[str] = []
        self._index: dict[str, int] = {}
        self._wide: list[list[int]] = []

    def add(self, text: str) -> int:
        """Return the number of a text."""
        number = self._index.get(text)
        if number is None:
            number = self._index[text] = len(self.listed)
            self.listed.append(text)
            wide = [] if text.isascii() else [at for at, char in enumerate(text) if char > "\uffff"]
            self._wide.append(wide)
        return number

    def at(self, number: int, offset: int) -> int:
        """Return an offset in UTF-16 code units."""
        wide = self._wide[number]
        return offset + bisect_left(wide, offset) if wide else offset


def _view(showing: Showing, judged: Mapping[tuple[str, int], Sequence[Judged]]) -> dict[str, Any]:
    made, texts = showing.made, _Texts()
    shown = [c for c in made.cases if not showing.quiet or c.status in ACTION]
    shown.sort(key=_badness)
    used: set[tuple[str, str]] = set()
    listed = [
        _Case(c, showing.given[c.file, c.index], texts, used, showing).view(judged.get((c.file, c.index), ()))
        for c in shown
    ]
    statuses = Counter(c.status for c in shown)
    quantities = Counter(q.status for c in shown for q in c.quantities)
    return {
        "cases": listed,
        "texts": texts.listed,
        "statuses": [[name, words.plain(name), statuses[name]] for name in ORDER if statuses[name]],
        "quantities": [
            [name, _TONES[name], _FOUND[name], quantities[name]]
            for name in ("unmatched", "ambiguous", "source", "question")
        ],
        "codes": {f"{list_}/{name}": _code(list_, name) for list_, name in sorted(used)},
        "policy": [[name, _value(value)] for name, value in msgspec.to_builtins(made.engine.policy).items()],
        "engine": [
            ["version", made.engine.version],
            ["grammar", made.engine.grammar],
            ["vocabulary", made.engine.vocabulary],
        ],
        "metrics": [[name, _metric(metric)] for name, metric in made.metrics.items()],
        "errors": [": ".join(filter(None, (e.file, e.place, safe.line(e.message)))) for e in made.errors],
        "left_out": _left_out(showing, len(shown)),
    }


_FOUND: Final = {
    "unmatched": "in no source",
    "ambiguous": "not decided",
    "source": "in a passage",
    "question": "in the question only",
}


def _badness(c: report.Case) -> tuple[int, int, int]:
    wrong = sum(q.status == "unmatched" for q in c.quantities)
    wrong += sum(len(x.unresolved) for x in c.citations) + sum(e.holds is False for e in c.equations)
    return ORDER.index(c.status), -wrong, -sum(q.status == "ambiguous" for q in c.quantities)


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _metric(metric: report.Metric) -> str:
    if metric.value is None:
        return "no value"
    if metric.aggregation == "count":
        return words.number(metric.value)
    return f"{words.number(metric.numerator)} of {words.number(metric.denominator)}"


def _code(list_: str, name: str) -> list[str]:
    found = next(c for c in codes.CODES if c.list == list_ and c.name == name)
    return [found.number, words.plain(name), found.meaning, "" if found.action == "Nothing." else found.action]


def _left_out(showing: Showing, shown: int) -> str:
    said = []
    if showing.hidden:
        said.append(f"{words.counted(len(showing.hidden), 'finding')} left out by --select, --ignore or a baseline")
    if shown < len(showing.made.cases):
        rest = words.counted(len(showing.made.cases) - shown, "answer")
        said.append(f"{rest} that nobody has to act on left out by --quiet")
    return "; ".join(said)


def _named(s: report.Support | report.Nearest | report.Rival) -> str:
    source = "the question" if s.source == "question" else s.source.replace(":", " ")
    return words.place(source, s.document_id)


class _Case:
    """One answer as the page has it."""

    def __init__(
        self, made: report.Case, given: cases.Case, texts: _Texts, used: set[tuple[str, str]], showing: Showing
    ) -> None:
        self.made, self.given, self.texts, self.used = made, given, texts, used
        self._hidden = showing.hidden
        self._first = showing.made.engine.policy.citation_base
        self.answer = texts.add(given.answer)
        self.question = texts.add(given.question) if given.question else -1
        self.passages = [texts.add(p.text) for p in given.passages]

    def view(self, judged: Sequence[Judged]) -> dict[str, Any]:
        made, given = self.made, self.given
        entries = [
            *self._entries("equation", made.equations, self._equation),
            *self._entries("quantity", made.quantities, self._quantity),
            *self._entries("citation", made.citations, self._citation),
        ]
        entries.sort(key=lambda e: (e["s"], -e["e"]))
        line, _ = given.where.at(0) if given.answer and made.file else (0, 0)
        view: dict[str, Any] = {
            "id": safe.brief(made.id, 200),
            "file": made.file,
            "line": line,
            "st": made.status,
            "why": words.why(made),
            "a": self.answer,
            "p": [[x, "" if p.document_id is None else safe.brief(p.document_id)]
                  for x, p in zip(self.passages, given.passages, strict=True)],
            "m": entries,
        }  # fmt: skip
        if self.question >= 0:
            view["q"] = self.question
        if judged:
            view["j"] = [
                [safe.line(j.criterion), words.plain(j.status), [safe.line(said) for said in j.lines]] for j in judged
            ]
        return view

    def _entries(
        self, kind: str, listed: Sequence[Any], make: Callable[[Any], dict[str, Any]]
    ) -> Iterable[dict[str, Any]]:
        for n, entry in enumerate(listed):
            if self._hidden and (self.made.file, self.made.index, kind, n) in self._hidden:
                continue
            at = self.texts.at
            view = {"k": kind, "s": at(self.answer, entry.start), "e": at(self.answer, entry.end), **make(entry)}
            view["tone"] = _TONES[view["st"]]
            yield view

    def _quantity(self, q: report.Quantity) -> dict[str, Any]:
        reason = "" if q.reason is UNSET else q.reason
        view: dict[str, Any] = {"st": q.status}
        if reason:
            view["r"] = self._use(_LISTS.get(q.status, ()), reason)
        if q.status == "ambiguous" or not q.support:
            view["as"] = words.readings(q.readings)
        if q.axis is not UNSET:
            view["axis"] = safe.brief(q.axis)
        if q.support:
            view["sup"] = list(self._places(q, q.support[:_PLACES]))
            if len(q.support) > _PLACES:
                view["more"] = len(q.support) - _PLACES
        if q.nearest is not UNSET:
            near = self._place(q.nearest, [])
            self._use(("difference",), q.nearest.difference.kind)
            view["near"] = near | {"say": words.difference(q.nearest)} | self._line(q, q.nearest)
        if q.derivation is not UNSET:
            d = q.derivation
            view["der"] = {
                "say": words.computed(q, 400),
                "by": _BY[d.by],
                "bound": words.number(d.bound),
                "of": [self._place(o, []) for o in d.operands],
            }
        if q.withheld is not UNSET and q.withheld:
            view["withheld"] = words.counted(q.withheld, "computation")
        if q.rival is not UNSET:
            view["rival"] = self._place(q.rival, []) | {
                "words": [self._span(w.source, w.start, w.end) | {"w": safe.brief(w.word)} for w in q.rival.words],
                "margin": words.number(q.rival.margin),
            }
        if notes := words.notes(q):
            view["notes"] = [self._use(("note",), note) for note in notes]
        view["say"] = self._said(q, reason)
        return view

    def _places(self, q: report.Quantity, support: Sequence[report.Support]) -> Iterable[dict[str, Any]]:
        """Yield the places of support; a cell of a table comes with its heads, which are no places of their own."""
        heads = [s for s in support if "table_head" in q.notes and not _FIGURE.match(s.quote)]
        if len(heads) in (0, len(support)):
            yield from (self._place(s, self._relation(q, s)) for s in support)
            return
        said = " and ".join(dict.fromkeys(f'"{safe.brief(head.quote)}"' for head in heads))
        for s in support:
            if s not in heads:
                steps = [f"{safe.brief(q.text)} = {safe.brief(s.quote)} under {said}", *self._relation(q, s)]
                beside = [self._span(h.source, h.start, h.end) for h in heads if h.source == s.source]
                yield self._place(s, steps) | {"also": beside}
        alone = {s.source for s in heads} - {s.source for s in support if s not in heads}
        yield from (self._place(s, []) | {"head": True} for s in heads if s.source in alone)

    def _said(self, q: report.Quantity, reason: str) -> str:
        """Return the verdict on a quantity as one line, as paper shows it."""
        if q.status in ("source", "question"):
            first = next((s for s in q.support if _FIGURE.match(s.quote)), q.support[0]) if q.support else None
            return f'= "{safe.brief(first.quote)}" in {_named(first)}' if first else ""
        said = words.plain(reason)
        if q.nearest is not UNSET:
            return f"{said}: {words.difference(q.nearest)} in {_named(q.nearest)}"
        if q.derivation is not UNSET:
            return f"{said}: {safe.brief(q.derivation.formula, 200)}"
        if q.rival is not UNSET:
            stands = ", ".join(f'"{safe.brief(w.word)}"' for w in q.rival.words)
            return f'{said}: {stands} stands with "{safe.brief(q.rival.quote)}" in {_named(q.rival)}'
        if q.support:
            return f'{said}; compare "{safe.brief(q.support[0].quote)}" in {_named(q.support[0])}'
        return said

    def _relation(self, q: report.Quantity, s: report.Support) -> list[str]:
        """Return what is computed to compare a figure with its support, one step a line."""
        here = next((r for r in q.readings if r.base == s.reading.base), q.readings[0] if q.readings else None)
        if here is None:
            return [f"read there as {words.reading(s.reading)}"]
        there = s.reading
        if here.unit == there.unit and here.lower == there.lower and here.upper == there.upper:
            return []
        equal = here.base == there.base and here.modality == there.modality
        lines = [f"{safe.brief(q.text)} {'=' if equal else '≠'} {safe.brief(s.quote)}"]
        if here.unit != there.unit and (step := numberline.step(here, there)):
            lines.append(f"1 {here.unit} = {words.number(step)} {there.unit}")
        if equal and here.base.lower is not None:
            lines.append(f"both are {words.base(here)}")
        elif not equal:
            lines += [f"{words.base(here)} here", f"{words.base(there)} there"]
        return lines

    def _line(self, q: report.Quantity, near: report.Nearest | report.Support) -> dict[str, Any]:
        here = next((r for r in q.readings if r.base.dimension == near.reading.base.dimension), None)
        drawn = None if here is None else numberline.line(here, near.reading)
        return {} if drawn is None else {"line": drawn}

    def _place(self, s: report.Support | report.Nearest | report.Rival, steps: list[str]) -> dict[str, Any]:
        view = self._span(s.source, s.start, s.end) | {"n": _named(s)}
        view["as"] = words.reading(s.reading)
        if steps:
            view["steps"] = steps
        if "x" not in view:
            view["quote"] = safe.brief(s.quote, 2000)
        return view

    def _span(self, source: str, start: int, end: int) -> dict[str, Any]:
        number = self.question
        if source.startswith("passage:"):
            index = int(source.removeprefix("passage:")) - 1
            number = self.passages[index] if index < len(self.passages) else -1
        if number < 0:
            return {}
        return {"x": number, "s": self.texts.at(number, start), "e": self.texts.at(number, end)}

    def _citation(self, c: report.Citation) -> dict[str, Any]:
        shown = [str(n) for n in c.unresolved[:5]]
        named = ", ".join(shown) + (", …" if len(c.unresolved) > 5 else "")
        view: dict[str, Any] = {"st": "unresolved" if c.unresolved else "resolved"}
        if c.unresolved:
            view["r"] = self._use(("case reason",), "unresolved_citation")
            view["say"] = f"names no passage: {named}; there are {len(self.passages):,}"
        else:
            view["say"] = "names " + ", ".join(f"passage {n}" for n in self._named(c)[:5])
        view["of"] = [{"x": self.passages[n - 1], "s": 0, "e": 0, "n": f"passage {n}"} for n in self._named(c)]
        return view

    def _named(self, c: report.Citation) -> list[int]:
        """Return the passages, counted from 1, that a citation names."""
        numbers = (n - self._first + 1 for n in c.resolved[:_PLACES])
        return [n for n in numbers if 1 <= n <= len(self.passages)]

    def _equation(self, e: report.Equation) -> dict[str, Any]:
        view: dict[str, Any] = {"st": "undecided" if e.holds is None else "holds" if e.holds else "false"}
        view["sides"] = [safe.brief(e.left, 200), safe.brief(e.right, 200)]
        said = []
        if e.by is not UNSET and e.holds:
            said.append(f"holds {_BY[e.by]}")
        if e.why is not UNSET:
            view["r"] = self._use(("equation why",), e.why)
        if e.holds is False:
            view["r"] = self._use(("case reason",), "false_equation")
        if e.expected is not UNSET:
            said.append(f"{'=' if e.holds else 'expected'} {words.reading(e.expected)}")
        view["say"] = "; ".join(said)
        return view

    def _use(self, lists: Sequence[str], name: str) -> str:
        for list_ in lists:
            if any(c.list == list_ and c.name == name for c in codes.CODES):
                self.used.add((list_, name))
                return f"{list_}/{name}"
        return ""
