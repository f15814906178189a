"""What a text says, for callers: quantities, citations, equations and what was left alone, as in a report, no statuses.

A view over `values.Text`: lines, columns and the report's form of a reading are made when they are asked for.
"""

from __future__ import annotations

from functools import cached_property

from quantcheck import report, values
from quantcheck.intake.position import InText


class Entry:
    """An entry of a text: where it stands."""

    __slots__ = ("_where", "end", "start")

    def __init__(self, where: InText, start: int, end: int) -> None:
        self._where = where
        self.start = start
        self.end = end

    @property
    def text(self) -> str:
        """The entry as written."""
        return self._where.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The line it begins on, counted from 1."""
        return self._where.at(self.start)[0]

    @property
    def column(self) -> int:
        """The column it begins in, counted from 1, in code points."""
        return self._where.at(self.start)[1]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r} at {self.start}>"


class Quantity(Entry):
    """A quantity as read: its exact readings, or the reason why none can be trusted."""

    __slots__ = ("value",)

    def __init__(self, where: InText, value: values.Quantity) -> None:
        super().__init__(where, value.start, value.end)
        self.value = value

    @property
    def kind(self) -> str:
        """The kind of quantity of its first reading."""
        readings = self.value.readings or self.value.supposed
        return readings[0].kind if readings else "number"

    @property
    def readings(self) -> list[report.Reading]:
        """The readings in the form of the report, each once; with a reason, what it may be taken for."""
        return report.distinct([report.reading(r) for r in self.value.readings or self.value.supposed])

    @property
    def reason(self) -> str | None:
        """Why it cannot be read exactly, if so."""
        return self.value.reason or None

    @property
    def axis(self) -> str | None:
        """The named ambiguity that keeps its readings apart."""
        return self.value.axis or None

    @property
    def notes(self) -> list[str]:
        """Notes on how it was read."""
        return list(self.value.notes)

    @property
    def equation(self) -> int | None:
        """The index of the equation that it is an operand or the result of."""
        return self.value.equation if self.value.equation >= 0 else None


class Citation(Entry):
    """A citation mark: its style, and what it names as (first, last) pairs."""

    __slots__ = ("spans", "style")

    def __init__(self, where: InText, value: values.Citation) -> None:
        super().__init__(where, value.start, value.end)
        self.style = value.style
        self.spans = value.spans

    @property
    def numbers(self) -> list[int]:
        """The numbers that it names, each once; a range by its ends, since there are no passages between them."""
        return list(dict.fromkeys(number for span in self.spans for number in span))


class Equation(Entry):
    """A stated equation, undecided; its operands name it by `equation`."""

    __slots__ = ()

    def __init__(self, where: InText, value: values.Equation) -> None:
        super().__init__(where, value.start, value.end)


class Ignored(Entry):
    """Something that is no quantity, and why."""

    __slots__ = ("why",)

    def __init__(self, where: InText, value: values.Ignored) -> None:
        super().__init__(where, value.start, value.end)
        self.why = value.why


class Parsed:
    """Everything that was read in one text."""

    def __init__(self, text: str, found: values.Text, *, bare: bool = False) -> None:
        """Take a text and what was read in it; `bare` says that bare numbers are quantities."""
        self.text = text
        self.where = InText(text)
        """The lines and columns of the text. Its entries hold this, and not what holds them."""
        self.values = found
        self.bare = bare

    @cached_property
    def quantities(self) -> list[Quantity]:
        """The quantities, in order."""
        return [Quantity(self.where, q) for q in self.values.quantities if self.bare or not q.bare]

    @cached_property
    def citations(self) -> list[Citation]:
        """The citations, in order."""
        return [Citation(self.where, c) for c in self.values.citations]

    @cached_property
    def equations(self) -> list[Equation]:
        """The equations, in order."""
        return [Equation(self.where, e) for e in self.values.equations]

    @cached_property
    def ignored(self) -> list[Ignored]:
        """What was left alone, in order."""
        found = [Ignored(self.where, i) for i in self.values.ignored]
        if not self.bare:
            bare = (values.Ignored(q.start, q.end, "bare_number") for q in self.values.quantities if q.bare)
            found = sorted((*found, *(Ignored(self.where, i) for i in bare)), key=lambda i: (i.start, i.end))
        return found

    def record(self, name: str) -> dict[str, object]:
        """Return everything as one record under a name, for an encoder that knows structs."""
        return {
            "id": name,
            "quantities": [_quantity(q) for q in self.quantities],
            "citations": [
                {**_place(c), "style": c.style, "spans": c.spans, "numbers": c.numbers} for c in self.citations
            ],
            "equations": [_place(e) for e in self.equations],
            "ignored": [{**_place(i), "why": i.why} for i in self.ignored],
        }


def _place(entry: Entry) -> dict[str, object]:
    return {"text": entry.text, "start": entry.start, "end": entry.end, "line": entry.line, "column": entry.column}


def _quantity(q: Quantity) -> dict[str, object]:
    made: dict[str, object] = {**_place(q), "kind": q.kind, "readings": q.readings, "notes": q.notes}
    if q.reason:
        made["reason"] = q.reason
    if q.axis:
        made["axis"] = q.axis
    if q.equation is not None:
        made["equation"] = q.equation
    return made
