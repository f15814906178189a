"""What was read in one text, for a person: the text underlined, then each entry with its readings."""

from __future__ import annotations

from collections.abc import Iterator

from quantcheck import codes, report
from quantcheck.parsed import Citation, Entry, Equation, Ignored, Parsed, Quantity
from quantcheck.render import layout
from quantcheck.render.layout import Mark, Paint
from quantcheck.wording import safe, words

_INDENT = " " * 5
_SHOWN_READINGS = 8


def text(found: Parsed, width: int, paint: Paint) -> str:
    """Return a text with everything that was read in it."""
    entries: list[Entry] = sorted(
        (*found.equations, *found.quantities, *found.citations, *found.ignored), key=lambda e: (e.start, -e.end)
    )
    marks = []
    details: list[str] = []
    for number, entry in enumerate(entries, 1):
        char, label, style = _label(entry)
        marks.append(Mark(entry.start, entry.end, char, f"{number} {label}", style))
        details += _detail(number, entry, label, style, paint)
    if not entries:
        return "No quantity, citation or number was found.\n"
    lines = layout.marked(found.text, marks, width, paint)
    return "\n".join(line.rstrip(" ") for line in [*lines, "", *details]) + "\n"


def inside(made: dict[str, object]) -> str:
    """Return the terminals of a text, a run of them on a line each, or the trees of its expressions, indented."""
    lines: list[str] = []
    for run in made.get("tokens", ()):  # type: ignore[attr-defined]
        lines.append("  ".join(f"{type_} {safe.brief(text)!r}" if text else type_ for type_, text in run))
    for tree in made.get("ast", ()):  # type: ignore[attr-defined]
        lines += _tree(tree, 0)
    return "\n".join(lines) + "\n" if lines else "Nothing was read.\n"


def _tree(node: list[object], depth: int) -> Iterator[str]:
    name, *children = node
    if all(isinstance(child, str) for child in children):
        yield "  " * depth + " ".join([str(name), *(safe.brief(repr(child)) for child in children)])
        return
    yield "  " * depth + str(name)
    for child in children:
        if isinstance(child, list):
            yield from _tree(child, depth + 1)


def _label(entry: Entry) -> tuple[str, str, str]:
    if isinstance(entry, Quantity):
        if entry.reason or len(entry.readings) != 1:
            return "~", "ambiguous", "ambiguous"
        return "-", entry.readings[0].shape, "source"
    if isinstance(entry, Citation):
        return "-", "citation", "question"
    if isinstance(entry, Equation):
        return "=", "equation", "question"
    return ".", "left alone", "dim"


def _detail(number: int, entry: Entry, label: str, style: str, paint: Paint) -> Iterator[str]:
    title = f"{number:<2} {safe.brief(entry.text)}: {paint(label, style)}"
    if isinstance(entry, Citation):
        yield f"{title}, style {entry.style}, {_spans(entry.spans)}"
    elif isinstance(entry, Ignored):
        yield f"{title}, {words.plain(entry.why)}"
    elif isinstance(entry, Quantity):
        yield title + (f", {words.plain(entry.reason)}" if entry.reason else "")
        if entry.reason:
            meaning = next((c.meaning for c in codes.CODES if c.list == "form reason" and c.name == entry.reason), "")
            if meaning:
                yield f"   {meaning}"
        yield from _readings(entry)
        if entry.notes:
            yield f"   note {', '.join(map(words.plain, entry.notes))}"
    else:
        yield title


def _readings(entry: Quantity) -> Iterator[str]:
    """Say each reading once, with what is assumed in all the choices that lead to it."""
    assumed: dict[str, dict[str, set[str]]] = {}
    for choice in entry.value.readings:
        made = report.reading(choice)
        axes = assumed.setdefault(f"{words.reading(made)} = {words.base(made)}", {})
        for axis, value in choice.axes:
            axes.setdefault(axis, set()).add(value)
    every: dict[str, set[str]] = {}
    for axes in assumed.values():
        for axis, values in axes.items():
            every.setdefault(axis, set()).update(values)
    for said, axes in list(assumed.items())[:_SHOWN_READINGS]:
        deciding = [f"{axis} = {' or '.join(sorted(values))}" for axis, values in axes.items() if values != every[axis]]
        yield f"   {said}" + (f", if {', '.join(deciding)}" if deciding else "")
    if len(assumed) > _SHOWN_READINGS:
        yield f"   and {words.counted(len(assumed) - _SHOWN_READINGS, 'more reading')}"


def _spans(spans: tuple[tuple[int, int], ...]) -> str:
    shown = [str(first) if first == last else f"{first} to {last}" for first, last in spans[:8]]
    return ", ".join(shown) + (", …" if len(spans) > 8 else "")
