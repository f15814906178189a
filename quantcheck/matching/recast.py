"""Cells of tables written out with what their heads say of them, and read anew by the reader itself."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from quantcheck.context.either import chosen
from quantcheck.matching.grids import tables
from quantcheck.matching.tables import NEGATIVE, Reader, Tabled, Under, captions, under
from quantcheck.values import Headed, Quantity, Reading, Text

Read = Callable[[str], Text]
_CHANGE, _FALL = "a change of ", "a drop of "


def headed(texts: Sequence[str], reads: Sequence[Text], reader: Reader, read: Read) -> Tabled:
    """Return the tables of some passages, with the cells that heads give a unit or a scale in order."""
    found = [(n, t) for n, text in enumerate(texts) for t in tables(text, reads[n])]
    if not found:
        return Tabled()
    inside = [n for n, _ in found]
    stated = captions(texts, frozenset(inside), reader)
    made: list[Headed] = []
    for n, table in found:
        cells = list(under(n, table, reader, stated))
        made += _read_anew(n, reads[n], texts[n], cells, read)
    return Tabled(found, made)


def _read_anew(n: int, read: Text, text: str, under: Sequence[Under], reader: Read) -> Iterator[Headed]:
    """Read cells with what their heads say, all of a table in one text, a line each."""
    written = [_writings(u, read.quantities[u.cell.quantity], text) for u in under]
    known = _lines(dict.fromkeys(line for lines, _ in written for line in lines), reader)
    changed = _changes(under, read, text, written, known, reader)
    for u, (lines, whole) in zip(under, written, strict=True):
        q = read.quantities[u.cell.quantity]
        heads = tuple(dict.fromkeys((*(s.at for s in u.heads), *u.told)))
        made: list[tuple[Reading, ...]] = []
        for line in lines:
            if (readings := changed.get(line) or known.get(line)) is None:
                continue
            made.append(readings)
            positive = known.get(line[1:]) if line.startswith("-") else None
            if positive is not None and len(positive) == len(readings) == 1:
                # Once more with both meanings of the brackets, for an answer that writes them or leaves them off.
                made.append((_accounting(readings[0], "negative"), _accounting(positive[0], "positive")))
        # A sum with its currency's sign and without its scale says what is not so.
        replaces = bool(made) and ((bool(u.scale) and not u.outside and not q.bare) or not u.heads or whole)
        reason = "heads_disagree" if u.disagree else ""
        said = u.qualified
        if said is not None and (said.bound or said.about):
            replaces = True
            plain = made if made and (whole or not q.bare) else [*made, q.readings]
            made = [readings for base in plain for readings in said.readings(base)]
            reason = reason or ("bound_and_approximate" if said.bound and said.about else "")
        if not u.disagree:
            made += _both(made if q.bare or replaces else [q.readings, *made])
        for readings in made:
            yield Headed(n, u.cell.quantity, readings, heads, replaces, reason)
            replaces = False
        if said is not None and said.per and not (q.bare or whole or reason) and len(made) == len(q.readings) == 1:
            # `20 mg` under `Weekly dose` is so much per week, or the figure as it stands there
            both = chosen(made[0][0], "article", "per"), chosen(q.readings[0], "article", "apart")
            yield Headed(n, u.cell.quantity, both, heads, replaces, reason)


def _changes(
    under: Sequence[Under],
    read: Text,
    text: str,
    written: Sequence[tuple[list[str], bool]],
    known: Mapping[str, tuple[Reading, ...]],
    reader: Read,
) -> dict[str, tuple[Reading, ...]]:
    """Return the readings of what heads say to be changes, by line; a cell that has its unit is a line of its own.

    What rises or falls is read behind words that say so, and so is no level of anything.
    """
    asked: dict[str, str] = {}
    for u, (lines, _) in zip(under, written, strict=True):
        said = u.qualified
        if said is None or not (said.change or said.fall):
            continue
        falls = said.fall and not said.change
        q = read.quantities[u.cell.quantity]
        if q.readings and not q.bare:
            lines.append(text[q.start : q.end].strip())
            asked[lines[-1]] = _FALL if falls else _CHANGE
        for line in lines:
            if any(r.kind == "temperature" or not falls or line[0] != "-" for r in known.get(line, ())):
                asked[line] = _FALL if falls else _CHANGE
    return _lines(asked, reader, asked)


def _lines(
    lines: Iterable[str], reader: Read, behind: Mapping[str, str] | None = None
) -> dict[str, tuple[Reading, ...]]:
    """Return the readings of the lines that are one quantity each, some behind words that are no part of it."""
    both = list(dict.fromkeys(form for line in lines for form in ((line, line[1:]) if line[0] == "-" else (line,))))
    words = [behind.get(line, "") if behind else "" for line in both]
    if not both:
        return {}
    starts: list[int] = []
    place = 0
    for before, line in zip(words, both, strict=True):
        starts.append(place)
        place += len(before) + len(line) + 2
    found: dict[int, list[Quantity]] = {}
    for q in reader("\n\n".join(map("".join, zip(words, both, strict=True)))).quantities:
        found.setdefault(bisect_right(starts, q.start) - 1, []).append(q)
    known = {}
    for k, line in enumerate(both):
        made = found.get(k, [])
        start = starts[k] + len(words[k])
        if len(made) == 1 and not made[0].reason and (made[0].start, made[0].end) == (start, start + len(line)):
            known[line] = made[0].readings
    return known


def _both(made: Sequence[tuple[Reading, ...]]) -> list[tuple[Reading, ...]]:
    """Return an amount and the same per a period as one set of readings, for an answer whose head leaves both."""
    told = [readings[0] for readings in made if len(readings) == 1 and readings[0].kind != "number"]
    if len(told) != 2 or told[0].dimension == told[1].dimension or any(r.axes for r in told):
        return []
    return [
        tuple(
            msgspec.structs.replace(r, axes=(("head", choice),))
            for r, choice in zip(told, ("apart", "said"), strict=True)
        )
    ]


def _accounting(r: Reading, choice: str) -> Reading:
    return msgspec.structs.replace(r, axes=(("accounting", choice),))


def _writings(u: Under, q: Quantity, text: str) -> tuple[list[str], bool]:
    """Return how a cell is written out with what its heads say, and whether it says nothing else by itself."""
    lines = _without_rate(u, q, text)
    said = u.qualified
    per = u.per or ("" if said is None else said.per)
    if not per or u.scale or u.disagree:
        return lines, False
    amounts = lines if u.unit else []
    if not q.bare and not _is_percent(q):
        amounts = [text[q.start : q.end].strip()]
    rated = [f"{amount} {per}" for amount in amounts]
    # an amount per day, or the most of a day, is no amount
    if rated and (u.rate or (said is not None and said.bound)):
        return rated, True
    return [*lines, *rated], False


def _without_rate(u: Under, q: Quantity, text: str) -> list[str]:
    core = text[q.start : q.end].strip()
    negative = NEGATIVE.match(u.cell.text)
    if "%" in u.cell.text or (not q.bare and not _is_money(q)):
        return [f"-{core.strip('()')}"] if negative is not None and _is_percent(q) else []
    sign = ""
    number = core
    money = not q.bare
    if negative is not None and negative["inner"]:
        number = negative["inner"].strip()
        sign = "-"
    own = ""
    if money:
        own = negative["sign"].strip() if negative is not None else ""
        head = re.match(r"[^\d(.,+-]{1,4}", number)
        if head is not None:
            own = head[0].strip()
            number = number[head.end() :].strip()
        if not own:
            return []
    tail = f" {u.scale}" if u.scale else ""
    currencies = [own] if own else [u.currency] if u.currency else []
    if not u.heads:
        return _signed(sign, own, number, "")
    written: list[str] = []
    units = [u.unit] if u.unit else [""]
    if u.disagree:
        units = sorted({s.unit for s in u.heads})
    for unit in units:
        glue = unit if unit in ("", "%") else f" {unit}"
        if unit and not money:
            written += _signed(sign, "", number, glue)
        elif not unit:
            if tail:
                written += _signed(sign, "", number, tail)
            for currency in currencies:
                if tail or not own:
                    space = " " if currency[-1:].isalpha() else ""
                    written += _signed(sign, currency + space, number, tail)
    return written


def _signed(sign: str, currency: str, number: str, tail: str) -> list[str]:
    return [f"{sign}{currency}{number}{tail}"]


def _is_percent(q: Quantity) -> bool:
    return any(r.kind == "percent" for r in q.readings)


def _is_money(q: Quantity) -> bool:
    return any(r.kind == "money" for r in q.readings)
