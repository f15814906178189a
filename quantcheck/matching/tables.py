"""Tables in passages: rows, columns and head cells, and what a head says of the cells under or beside it.

A head gives a unit, a currency or a scale (`Dose (mg)`, `$'000`, `(In thousands, except per share data)`). Its cells
are read anew with that, by the reader itself; which verdict follows is the business of `match`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec

from quantcheck.matching.grids import Cell, Table
from quantcheck.matching.qualified import Qualified, Qualifiers
from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.values import Headed, Span

IsUnit = Callable[[str], str]

_BRACKET = later(r"[(\[]([^()\[\]]{1,120})[)\]]")
_WORD = later(r"['’‘]?000['’‘]?s?|[^\W\d_]+|\d+|[^\w\s]")
_YEAR = later(r"(?:19|20)\d\d\Z")
NEGATIVE = later(r"(?P<sign>[^\s()\d]{0,4})\s?\(\s?(?P<inner>[^()]*\d[^()]*?)\s?\)?\s?%?\)?\Z")
_PERCENT = later(r"%(?!\w)|\bper ?cent(?:age)?s?\b", re.IGNORECASE)
_POINTS = later(r"percentage points?|\bpoints\b|\bbps\b", re.IGNORECASE)
_PER = later(r"(?:\A|[\s(])(?P<per>per\s[^()|]{1,40}?)\s*(?:\([^()]*\)\s*)?\)?\Z", re.IGNORECASE)
LONGEST: Final = 200
"""A head or a caption longer than this is prose and says nothing of cells."""


class Heads(msgspec.Struct, frozen=True):
    """The words of heads, from the vocabulary."""

    scales: dict[str, str]
    """Spelling in lower case -> multiplier word."""
    filler: frozenset[str]
    excepts: tuple[str, ...]
    signs: dict[str, str]
    """Name of a currency in lower case -> its sign."""
    counted: re.Pattern[str]
    """What is counted, and has no unit that a table has as a whole."""
    unscaled: re.Pattern[str]
    shares: re.Pattern[str]
    periods: re.Pattern[str]
    """What cells are per that are per a period."""
    divisors: frozenset[str]
    """Units that a name is divided by as a rate (`Cost / kg`)."""
    divided: frozenset[str]
    """Words of what is divided by any unit as a rate."""
    functions: re.Pattern[str]
    """What makes of a figure another one, in no unit of the head."""

    @classmethod
    def compile(cls, table: dict[str, Any]) -> Heads:
        """Compile `heads` of `vocab/arithmetic.toml`."""
        scales = {s: word for word, spellings in table["scale"].items() for s in spellings}
        words = table["words"]
        return cls(
            scales=scales,
            filler=frozenset(words["filler"]),
            excepts=tuple(words["except"]),
            signs={name: sign for sign, names in table["currency"].items() for name in names},
            counted=_any(words["counted"]),
            unscaled=_any(words["unscaled"]),
            shares=_any(words["shares"]),
            divisors=frozenset(words["divisors"]),
            divided=frozenset(words["divided"]),
            functions=re.compile(
                rf"(?<!\w){any_of(words['functions'])}\s?(?:\d+\b|[₂₁₀]+|\b)|√|\A\s?1\s?/",
                re.IGNORECASE,
            ),
            periods=_any(f"per {period}" for period in words["periods"].values()),
        )


def _any(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of(words)}(?!\w)", re.IGNORECASE)


class Said(msgspec.Struct, frozen=True):
    """What a head says of its cells. `unit` is a spelling behind the number, `%` included; `per` what they are per."""

    at: Span
    scale: str = ""
    currency: str = ""
    unit: str = ""
    exceptions: str = ""
    per: str = ""
    rate: bool = False

    @property
    def wide(self) -> bool:
        """Whether it may speak of a whole table: a scale or a currency."""
        return bool(self.scale or self.currency) and not self.unit


class Reader:
    """Reads what heads say, with the words of the vocabulary and the spellings of its units."""

    def __init__(self, heads: Heads, qualifiers: Qualifiers, money: Callable[[str], bool], unit: IsUnit) -> None:
        self._heads = heads
        self._qualifiers = qualifiers
        self._money = money
        self._unit = unit
        self._known: dict[tuple[str, bool, bool], Said | None] = {}

    def said(self, source: int, cell: Cell, *, loose: bool = True, row: bool = False) -> Said | None:
        """Return what a head says of its cells; not `loose`: only in brackets, as a caption does.

        The head of a `row` is a label first: `A` and `Min` there are no units.
        """
        if not cell.text or len(cell.text) > LONGEST * 4 or (loose and len(cell.text) > LONGEST):
            return None
        name = cell.text, loose, row
        if name not in self._known:
            self._known[name] = self._said(cell.text, loose, row)
        made = self._known[name]
        if made is None:
            return None
        at = Span(source, cell.start + made.at.start, cell.start + made.at.end)
        return msgspec.structs.replace(made, at=at)

    def qualify(self, n: int, found: Under, heads: Iterable[Cell]) -> Under:
        """Note what heads say of a cell beside its unit."""
        for head in heads:
            if not head.text or len(head.text) > LONGEST or (own := self._qualifiers.of(head.text)) is None:
                continue
            found.qualified = own if found.qualified is None else found.qualified | own
            found.told.append(Span(n, head.start, head.end))
        return found

    def _said(self, text: str, loose: bool, row: bool) -> Said | None:
        if self._heads.functions.search(text) is not None:
            # the logarithm of a dose in mg is no dose in mg
            return None
        made = self._plainly(text, loose, row)
        found = _PER.search(text) if loose and (made is None or not made.scale) else None
        if found is None or _PERCENT.match(found["per"]) or not self._unit(f"g {found['per']}"):
            return made
        rate = self._heads.periods.search(found["per"]) is not None
        # `Dose per kg (mg)`; what is per 100 g or per share is told without it, too
        rate = rate or (made is not None and made.unit not in ("", "%") and self._unit(found["per"][4:].strip()) != "")
        if made is None:
            return Said(Span(0, *found.span("per")), per=found["per"], rate=rate)
        start, end = min(made.at.start, found.start("per")), max(made.at.end, found.end("per"))
        return msgspec.structs.replace(made, at=Span(0, start, end), per=found["per"], rate=rate)

    def _plainly(self, text: str, loose: bool, row: bool) -> Said | None:
        bracketed = list(_BRACKET.finditer(text))
        told = [self._phrase(m[1], m.start(), m.end()) or self._named(m[1], m.start(), m.end()) for m in bracketed]
        units = {said.unit for said in told if said is not None and said.unit}
        if len(units) > 1 or (units - {"%"} and _PERCENT.search(_BRACKET.sub("", text)) is not None):
            # `dose (mg) / time (h)`, `% of dose (mg)`, `weight (kg), % change`
            return None
        for made in told:
            if made is not None and (loose or made.scale):
                return made
        made = self._phrase(text.rstrip(". "), 0, len(text.rstrip(". ")))
        if not loose:
            return made if made is not None and made.scale else None
        if made is not None:
            return made
        if _PERCENT.search(text) and not _POINTS.search(text):
            m2 = _PERCENT.search(text)
            assert m2 is not None
            return Said(Span(0, m2.start(), m2.end()), unit="%")
        if (over := text.rfind("/")) > 0 and (made := self._over(text, over)) is not None:
            return made
        for mark in (", ", " in "):
            at = text.rfind(mark)
            if at > 0:
                start = at + len(mark)
                made = self._phrase(text[start:], start, len(text)) or self._named(text[start:], start, len(text))
                if made is not None:
                    return made
        if " " in text:
            # `USD denominated RMB'Million`: the last word alone
            start = text.rfind(" ") + 1
            made = self._phrase(text[start:], start, len(text))
            if made is not None and made.scale and made.currency:
                return made
            start = text.find(" ")
            made = self._phrase(text[:start], 0, start)
            if made is not None and made.currency and not text[0].isalnum():
                return made
        return None if row else self._named(text, 0, len(text), alone=True)

    def _phrase(self, text: str, start: int, end: int) -> Said | None:
        """Return what a phrase of nothing but scale, currency and filler says."""
        lower = text.lower()
        exceptions = ""
        for word in self._heads.excepts:
            at = lower.find(word)
            if at > 0:
                exceptions = lower[at:]
                text = text[:at].rstrip(" ,")
                break
        at = text.lower().find("unless")
        if at > 0:
            text = text[:at].rstrip(" ,")
        words = [m[0] for m in _WORD.finditer(text.replace(".", ""))]
        if not words or len(words) > 14:
            return None
        scale = currency = ""
        short = False
        i = 0
        while i < len(words):
            taken = next((n for n in (3, 2, 1) if i + n <= len(words) and self._money(" ".join(words[i : i + n]))), 0)
            word = words[i].lower()
            glued = word[2:] if word.startswith("in") and len(word) > 4 else ""
            if word in self._heads.signs:
                currency = currency or self._heads.signs[word]
                i += 1
            elif word in self._heads.filler and not (taken and len(word) == 3):
                i += 1
            elif taken:
                if currency and currency != "".join(words[i : i + taken]):
                    return None
                currency = "".join(words[i : i + taken]) if not words[i][-1].isalpha() or taken == 2 else words[i]
                i += taken
            elif word in self._heads.scales or glued in self._heads.scales:
                if scale:
                    return None
                scale = self._heads.scales.get(word) or self._heads.scales[glued]
                short = len(word) < 4 and word.isalpha()
                i += 1
            elif not word.isalnum() and word in "'’‘.,$:-":
                i += 1
            else:
                return None
        if not (scale or currency) or (short and not currency):
            return None
        return Said(Span(0, start, end), scale, currency, "", exceptions)

    def _named(self, text: str, start: int, end: int, *, alone: bool = False) -> Said | None:
        """Return the unit that a phrase is."""
        text = text.strip()
        if text.lower().startswith("in "):
            text = text[3:].strip()
        if not text or len(text) > 24 or any(c.isdigit() for c in text[:1]):
            return None
        if text == "%":
            return Said(Span(0, start, end), unit="%")
        first, _, rest = text.partition(" ")
        scale = self._heads.scales.get(first.lower(), "")
        if len(first) > 4 and scale and self._unit(rest):
            # `Million tonnes`
            return Said(Span(0, start, end), unit=f"{scale} {rest}")
        code = self._unit(text)
        if not code or (alone and code != text and "/" not in text):
            return None
        return Said(Span(0, start, end), unit=text)

    def _over(self, text: str, at: int) -> Said | None:
        """Return the unit that the name of a quantity is divided by (`Dose / mg`), which is no rate."""
        name, unit = text[:at].strip(), text[at + 1 :].strip()
        if not name.isascii() or not name.replace(" ", "").isalpha() or len(name) < 3 or self._unit(name):
            return None
        if unit in self._heads.divisors or not self._heads.divided.isdisjoint(name.lower().split()):
            return None
        return self._named(unit, at, len(text))

    def leaves_out(self, said: Said, label: str) -> bool:
        """Whether a scale for a whole table is not that of a row or column with this head."""
        if self._heads.unscaled.search(label) or (said.unit and self._heads.counted.search(label)):
            return True
        shares = "share" in said.exceptions.replace("per share", "").replace("per-share", "")
        return shares and self._heads.shares.search(label) is not None


# ---- cells under heads


class Under(msgspec.Struct):
    """A cell with what its heads say of it."""

    cell: Cell
    label: str
    heads: list[Said]
    outside: bool = False
    disagree: bool = False
    scale: str = ""
    currency: str = ""
    unit: str = ""
    per: str = ""
    qualified: Qualified | None = None
    rate: bool = False
    """Whether a head says that cells are per a period or a unit, and so are no amounts."""
    told: list[Span] = msgspec.field(default_factory=list)
    """The heads that say so."""


class Tabled:
    """The tables of the passages of a case, each with its source, and their cells as their heads have them read."""

    def __init__(self, tables: Sequence[tuple[int, Table]] = (), headed: Sequence[Headed] = ()) -> None:
        self.tables = tables
        self.headed = headed

    @cached_property
    def cells(self) -> frozenset[tuple[int, int]]:
        """The cells that hold a quantity: source and quantity."""
        return frozenset(
            (n, cell.quantity) for n, table in self.tables for row in table.rows for cell in row if cell.quantity >= 0
        )


def captions(texts: Sequence[str], inside: frozenset[int], reader: Reader) -> list[Said]:
    """Return what passages without tables say in brackets of the table beside them, where they all say one."""
    said = []
    for n, text in enumerate(texts):
        if n in inside or "(" not in text:
            continue
        for m in _BRACKET.finditer(text):
            found = reader.said(n, Cell(m.start(), m.end(), m[0]), loose=False)
            if found is not None:
                said.append(found)
    return said


def under(n: int, table: Table, reader: Reader, captions: Sequence[Said]) -> Iterator[Under]:
    """Yield each cell of a table of passage `n` with what heads, the caption and a line below say of it."""
    wide: Said | None = None
    if table.caption is not None:
        wide = reader.said(n, table.caption, loose=table.captioned)
        wide = wide if wide is not None and wide.wide else None
    if wide is None and table.foot is not None:
        # `All figures in millions`, below the table
        wide = reader.said(n, table.foot, loose=False)
        wide = wide if wide is not None and wide.wide else None
    whole = _whole(n, table, reader)
    columns: dict[int, Said] = {}
    labels: dict[int, Cell] = {}
    after_data = False
    held: list[Under] = []
    for row in table.rows:
        if not _is_data(row):
            filled = [c for c, cell in enumerate(row) if cell.text]
            if after_data and len(filled) > 1:
                columns = {c: s for c, s in columns.items() if c not in filled}
                labels = {}
            for c in filled:
                said = reader.said(n, row[c])
                labels[c] = row[c]
                if said is None:
                    continue
                if said.wide and (len(filled) == 1 or (c == 0 and said.scale)):
                    wide = said
                elif c or len(filled) > 1:
                    columns[c] = said
            after_data = False
            continue
        after_data = True
        own = reader.said(n, row[0], row=True) if row[0].quantity < 0 else None
        for c, cell in enumerate(row):
            if cell.quantity >= 0 and (c or own is None):
                heads = [*row[: 1 if c else 0], *filter(None, (labels.get(c),))]
                label = f"{row[0].text if c else ''} | {labels[c].text if c in labels else ''}"
                found = _combined(cell, label, own, columns.get(c), wide, reader)
                held.append(reader.qualify(n, found, (h for h in heads if h.quantity < 0)))
    if whole is not None and not any(u.heads for u in held):
        for u in held:
            if not reader.leaves_out(whole, u.label):
                u.heads.append(whole)
                u.unit = whole.unit
                if table.caption is not None:
                    reader.qualify(n, u, (table.caption,))
    stated = any(u.scale for u in held)
    if not stated and len({s.scale for s in captions}) == 1 and held:
        outer = captions[0]
        for u in held:
            # A caption in another passage is a guess that takes nothing away from what the cell says by itself.
            if not u.unit and not u.disagree and not reader.leaves_out(outer, _label(table, u.cell)):
                u.heads.append(outer)
                u.outside = True
                u.scale = outer.scale
                u.currency = u.currency or outer.currency
    yield from (u for u in held if u.heads or u.qualified is not None or NEGATIVE.match(u.cell.text))


def _whole(n: int, table: Table, reader: Reader) -> Said | None:
    """Return the one unit that the caption of a table says, or its first cell alone: `Doses (mg)`, `in mg`.

    A caption says it of one column of figures, or of columns that numbers tell apart; the line above a table is prose
    as a rule, and says it in brackets at its end.
    """
    caption, rows = table.caption, table.rows
    said = None if caption is None else reader.said(n, caption)
    if caption is not None and said is not None:
        ends = said.at.end >= caption.end - 1 and caption.text[-1] in ")]:."
        if not (table.captioned or ends) or not _alike(rows, said, reader):
            said = None
    if said is None and rows and len(rows[0]) > 1:
        first = rows[0][0]
        said = reader.said(n, first)
        if said is not None and first.text.removeprefix("in ").strip("()[]") != said.unit:
            said = None
    return said if said is not None and said.unit else None


def _alike(rows: Sequence[Sequence[Cell]], said: Said, reader: Reader) -> bool:
    """Whether a table has one column of figures beside counts, or numbers tell the heads of its columns apart."""
    heads = next((row for row in rows if not _is_data(row)), ())
    filled = {c for row in rows for c, cell in enumerate(row) if cell.quantity >= 0}
    named = [heads[c].text if c < len(heads) else "" for c in filled]
    columns = [name for name in named if not reader.leaves_out(said, name)]
    return len(columns) == 1 or all(any(map(str.isdigit, name)) for name in columns)


def _label(table: Table, cell: Cell) -> str:
    for row in table.rows:
        if row[0].start <= cell.start <= row[-1].end:
            return row[0].text
    return ""


def _is_data(row: Sequence[Cell]) -> bool:
    return any(c.quantity >= 0 and not _YEAR.match(c.text) for c in row)


def _combined(
    cell: Cell, label: str, own: Said | None, column: Said | None, wide: Said | None, reader: Reader
) -> Under:
    made = Under(cell, label, [s for s in (column, own) if s is not None])
    made.rate = any(s.rate for s in made.heads)
    for name in ("scale", "currency", "unit", "per"):
        said = {getattr(s, name) for s in made.heads} - {""}
        if len(said) > 1:
            made.disagree = True
        elif said:
            setattr(made, name, said.pop())
    if made.unit and made.scale:
        made.disagree = True
    if made.unit and made.currency:
        # `$ change` under `% of revenue`: one of them is not that of the cell
        made.disagree = True
    if wide is not None and not made.unit and not made.scale and not reader.leaves_out(wide, label):
        made.scale = wide.scale
        made.currency = made.currency or wide.currency
        made.heads.append(wide)
    return made
