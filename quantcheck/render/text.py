"""A report for a person at a terminal: each answer underlined and labelled, each finding with its source.

Pure functions: no file is opened, no width or terminal is asked for. Every string of the input is escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import UNSET

from quantcheck import codes, outcome, report
from quantcheck.intake import cases
from quantcheck.render import ACTION, Showing, layout
from quantcheck.render.layout import Mark, Paint
from quantcheck.wording import safe, words

_CHARS = {"source": "-", "question": ".", "unmatched": "^", "ambiguous": "~"}
_COLOURS = {
    "source": "32",
    "question": "36",
    "unmatched": "1;31",
    "ambiguous": "33",
    "met": "32",
    "violated": "1;31",
    "needs_review": "33",
    "head": "1",
    "dim": "2",
}
_METRICS = (
    ("grounding.quantity_traceability", "quantities traced"),
    ("grounding.citation_resolution", "citations resolved"),
)
_INDENT = " " * 5
_SHOWN_PLACES = 3


def plain(text: str, style: str) -> str:
    """Paint nothing."""
    return text


def coloured(text: str, style: str) -> str:
    """Paint with the colours of an ANSI terminal."""
    code = _COLOURS.get(style)
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


def case(
    result: report.Case,
    given: cases.Case,
    width: int = 100,
    paint: Paint = plain,
    hidden: Collection[tuple[str, int, str, int]] = (),
    explain: bool = False,
) -> str:
    """Return one answer with its findings, without those that are hidden; `explain` adds how they were weighed."""
    lines = [_head(result, paint)]
    marks, details = _findings(result, given, width, paint, hidden, explain)
    if marks:
        lines.append("")
        lines += ["  " + line for line in layout.marked(given.answer, marks, width - 2, paint)]
    if details:
        lines += ["", *details]
    return "\n".join(line.rstrip(" ") for line in lines) + "\n"


def _head(result: report.Case, paint: Paint) -> str:
    name = safe.brief(result.file, 200) if result.file else ""
    if result.id and result.id != result.file:
        name += f"{': ' if name else ''}{safe.brief(result.id)}"
    status = paint(words.plain(result.status).upper(), result.status)
    reason = words.why(result)
    return f"{paint(name or 'answer', 'head')}: {status}" + (f", {reason}" if reason else "")


def _findings(
    result: report.Case,
    given: cases.Case,
    width: int,
    paint: Paint,
    hidden: Collection[tuple[str, int, str, int]],
    explain: bool = False,
) -> tuple[list[Mark], list[str]]:
    """Return the marks under the answer and, in the order of the answer, what is to say about each."""
    marks: list[Mark] = []
    details: list[str] = []
    number = 0
    listed: tuple[tuple[str, Sequence[report.Equation | report.Quantity | report.Citation]], ...] = (
        ("equation", result.equations),
        ("quantity", result.quantities),
        ("citation", result.citations),
    )
    entries = [
        (entry.start, order, entry)
        for order, (kind, found) in enumerate(listed)
        for n, entry in enumerate(found)
        if not hidden or (result.file, result.index, kind, n) not in hidden
    ]
    for _, _, entry in sorted(entries, key=lambda e: e[:2]):
        number += 1
        if isinstance(entry, report.Quantity):
            marks.append(Mark(entry.start, entry.end, _CHARS[entry.status], f"{number} {entry.status}", entry.status))
            details += _quantity(number, entry, result, given, width, paint, explain)
        elif isinstance(entry, report.Citation):
            if not entry.unresolved:
                number -= 1
                marks.append(Mark(entry.start, entry.end, "-", "", "source"))
                continue
            marks.append(Mark(entry.start, entry.end, "^", f"{number} unresolved", "unmatched"))
            details += _citation(number, entry, result, given, paint)
        elif isinstance(entry, report.Equation):
            label, style = _holds(entry)
            marks.append(Mark(entry.start, entry.end, "=", f"{number} {label}", style))
            details += _equation(number, entry, result, label, style, paint)
    return marks, details


def _title(number: int, text: str, label: str, style: str, rest: str, paint: Paint) -> str:
    return f"  {number:<2} {safe.brief(text)}: {paint(label, style)}" + (f", {rest}" if rest else "")


def _where(result: report.Case, line: int, column: int, paint: Paint) -> str:
    return paint(f"{_INDENT}at {safe.brief(result.file, 200)}:{line}:{column}" if result.file else "", "dim")


def _quantity(
    number: int,
    q: report.Quantity,
    result: report.Case,
    given: cases.Case,
    width: int,
    paint: Paint,
    explain: bool = False,
) -> Iterator[str]:
    reason = "" if q.reason is UNSET else q.reason
    saying = {"source": "", "question": "from the question only"}.get(q.status, words.plain(reason))
    yield _title(number, q.text, q.status, q.status, saying, paint)
    if q.status in ("unmatched", "ambiguous"):
        if result.file:
            yield _where(result, q.line, q.column, paint)
        yield from _reason(q, reason, width)
    if q.nearest is not UNSET:
        yield f"{_INDENT}nearest: {words.difference(q.nearest)}"
        yield from _context(q.nearest, given, width, paint)
    yield from _support(q.support, given, width, paint)
    if q.derivation is not UNSET:
        d = q.derivation
        yield f"{_INDENT}computed: {words.computed(q, 200)} ({d.by}),"
        operands = ", ".join(f'"{safe.brief(o.quote)}" in {words.place(o.source, o.document_id)}' for o in d.operands)
        yield f"{_INDENT}from {operands}; chance bound {words.number(d.bound)}"
    if q.withheld is not UNSET and q.withheld:
        yield f"{_INDENT}{words.counted(q.withheld, 'computation')} withheld: chance alone could give the figure"
    if q.rival is not UNSET:
        yield from _folded(words.rival(q), width)
        yield from _context(q.rival, given, width, paint)
        if explain:
            yield from _folded(words.weights(q.rival), width)
    if q.contested is not UNSET:
        other = words.place(q.contested.source, q.contested.document_id)
        yield f'{_INDENT}{other} gives "{safe.brief(q.contested.quote)}" for the same words'
        yield from _context(q.contested, given, width, paint)
    for note in words.notes(q):
        found = next((c for c in codes.CODES if c.list == "note" and c.name == note), None)
        yield f"{_INDENT}note {words.plain(note)}" + (f": {found.meaning}" if found else "")


def _reason(q: report.Quantity, reason: str, width: int) -> Iterator[str]:
    listed = "unmatched reason" if q.status == "unmatched" else "ambiguous reason"
    found = next((c for c in codes.CODES if c.name == reason and c.list in (listed, "form reason")), None)
    if found is not None and not (reason == "contradicted" and q.nearest is not UNSET):
        yield from _folded(found.meaning, width)
    other = [s for s in q.support if s.reading not in q.readings]
    if q.status == "ambiguous" and (len(q.readings) > 1 or other):
        axis = "" if q.axis is UNSET else f" (axis {safe.brief(q.axis)})"
        if q.readings:
            yield from _folded(f"read here as {words.readings(q.readings)}{axis}", width)
        if other:
            yield from _folded(f"read in {other[0].source} as {words.readings([s.reading for s in other])}", width)


def _folded(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        if line and len(line) + len(word) + 1 > width - len(_INDENT):
            yield _INDENT + line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield _INDENT + line


def _support(support: Sequence[report.Support], given: cases.Case, width: int, paint: Paint) -> Iterator[str]:
    if not support:
        return
    yield from _context(support[0], given, width, paint)
    rest = support[1:]
    if rest:
        named = [f'{words.place(s.source, s.document_id)} "{safe.brief(s.quote)}"' for s in rest[:_SHOWN_PLACES]]
        more = f" and {words.counted(len(rest) - _SHOWN_PLACES, 'more place')}" if len(rest) > _SHOWN_PLACES else ""
        yield f"{_INDENT}also in {', '.join(named)}{more}"


def _context(
    place: report.Support | report.Nearest | report.Rival, given: cases.Case, width: int, paint: Paint
) -> Iterator[str]:
    """Show a place of a source within its text."""
    style = "question" if not place.source.startswith("passage:") else "source"
    head = f"{words.place(place.source, place.document_id)}: "
    text = _source_text(given, place.source)
    if text is None or text[place.start : place.end] != place.quote:
        yield f'{_INDENT}{paint(head, "dim")}"{safe.brief(place.quote)}"'
        return
    used = len(_INDENT) + safe.width(head)
    room = width - used
    if room < 40:
        yield f"{_INDENT}{paint(head, 'dim')}"
        used, room = len(_INDENT) + 2, width - len(_INDENT) - 2
        lead = " " * used
    else:
        lead = _INDENT + paint(head, "dim")
    mark = Mark(place.start, place.end, "-", "", style)
    context = max(20, (room - len(place.quote)) // 2 - 6)
    for number, line in enumerate(layout.marked(text, [mark], room, paint, context, gaps=False)):
        yield (lead if number == 0 else " " * used) + line


def _source_text(given: cases.Case, source: str) -> str | None:
    if source.startswith("passage:"):
        index = int(source.removeprefix("passage:")) - 1
        return given.passages[index].text if index < len(given.passages) else None
    return given.question


def _citation(number: int, c: report.Citation, result: report.Case, given: cases.Case, paint: Paint) -> Iterator[str]:
    named = ", ".join(str(n) for n in c.unresolved[:5]) + (", …" if len(c.unresolved) > 5 else "")
    count = len(given.passages)
    have = {0: "are none", 1: "is one"}.get(count, f"are {count:,}")
    yield _title(number, c.text, "unresolved citation", "unmatched", f"no passage {named}; there {have}", paint)
    if result.file:
        yield _where(result, c.line, c.column, paint)


def _holds(e: report.Equation) -> tuple[str, str]:
    if e.holds is None:
        return "undecided", "ambiguous"
    return ("holds", "source") if e.holds else ("false", "unmatched")


def _equation(
    number: int, e: report.Equation, result: report.Case, label: str, style: str, paint: Paint
) -> Iterator[str]:
    rest = ""
    if e.by is not UNSET and e.holds:
        rest = "exactly" if e.by == "exact" else "rounded to the digits shown"
    if e.why is not UNSET:
        rest = words.plain(e.why)
    if e.expected is not UNSET and e.holds is False:
        rest = f"expected {words.reading(e.expected)}"
    yield _title(number, e.text, f"equation {label}", style, rest, paint)
    if e.holds is False and result.file:
        yield _where(result, e.line, e.column, paint)


def document(showing: Showing) -> bytes:
    """Return a run as text; a quiet one in which nothing needs action is empty."""
    shown = part(showing)
    if not shown and showing.quiet:
        return b""
    return shown + end(showing, Counter(result.status for result in showing.made.cases))


def part(showing: Showing) -> bytes:
    """Return some answers of a run as they stand in its text."""
    paint = coloured if showing.colour else plain
    shown = [result for result in showing.made.cases if not showing.quiet or _acted_on(result, showing)]
    blocks = [
        case(result, showing.given[result.file, result.index], showing.width, paint, showing.hidden, showing.explain)
        for result in shown
    ]
    return "".join(block + "\n" for block in blocks).encode(errors="backslashreplace")


def end(showing: Showing, counts: Mapping[str, int]) -> bytes:
    """Return the end of a run's text; `counts` says how many answers have each status, shown or not."""
    return _summary(showing, counts, coloured if showing.colour else plain).encode(errors="backslashreplace")


def _acted_on(result: report.Case, showing: Showing) -> bool:
    """Say whether somebody has to act on an answer, by what is shown of it."""
    if not showing.hidden or result.status not in ACTION:
        return result.status in ACTION
    found = outcome.of_case(result, showing.given[result.file, result.index])
    return any(finding.key not in showing.hidden for finding in found)


def _summary(showing: Showing, counts: Mapping[str, int], paint: Paint) -> str:
    """Return the last lines of a run: counts, the decision, and what a match does not mean."""
    named = [(name, counts[name]) for name in codes.names("case status") if counts.get(name)]
    parts = ", ".join(f"{count:,} {paint(words.plain(name), name)}" for name, count in named)
    lines = [f"{words.counted(sum(counts.values()), 'answer')}: {parts}." if named else "No answer was checked."]
    metrics = showing.made.metrics
    said = [
        f"{metrics[name].numerator} of {metrics[name].denominator} {what}"
        for name, what in _METRICS
        if name in metrics and metrics[name].denominator not in (None, "0")
    ]
    if said:
        lines.append(", ".join(said) + ".")
    if showing.made.errors:
        lines.append(f"{words.counted(len(showing.made.errors), 'error')}: see the lines on standard error.")
    if showing.hidden:
        lines.append(f"{words.counted(len(showing.hidden), 'finding')} not shown.")
    lines.append(f"Decision: {words.plain(showing.made.decision)} (exit {showing.exit_code}).")
    lines.append(paint(words.TRACEABILITY, "dim"))
    return "\n".join(lines) + "\n"
