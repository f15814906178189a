"""LaTeX as a reader sees it: the edits that turn commands, braces, scripts and fractions into characters.

Knows where math begins only by the caller (`view`). A command that is not in the table stays as it is written, so that
what it touches is never read as if the command were not there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from quantcheck.patterns.later import later

Edit = tuple[int, int, str]

SUPERSCRIPTS = {ord(a): b for a, b in zip("0123456789+-−–=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ", strict=True)}
SUBSCRIPTS = {ord(a): b for a, b in zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎", strict=True)}

_UNKNOWN = later(r"\\[A-Za-z]+(\s+)(?=[\d.])")
_TOKEN = later(r"\\[A-Za-z]++|\\.|\^|_|[{}~&]", re.DOTALL)
_COMMAND = later(r"\\([A-Za-z]++|.)", re.DOTALL)
_BRACE = later(r"(?<!\\)[{}]|\n")
_DIGITS = r"[-+−]?\d{1,20}(?:\.\d{1,20})?(?:[eE][-+]?\d{1,3})?"
_NUMBER = later(rf"\{{ ?({_DIGITS}) ?\}}")
_NUMBERS = later(rf"\{{ ?({_DIGITS}(?: ?; ?{_DIGITS}){{1,50}}+) ?\}}")
_SEMICOLON = later(r" ?; ?")
_UNIT = later(r"\{([^{}\n]{1,120})\}")
_SYMBOLS = later(r" ?[^\W\d_]{1,8}(?:/[^\W\d_]{1,8})? ?|[%°]C?")
_COMMANDS = later(r"(?: ?\\[A-Za-z]{1,20}){1,12} ?")
LONGEST = 600
"""Characters of a part of a fraction."""
_ARGUMENT = later(r"[ \t]?\{([^{}\n]{0,300}+)\}")
_SCRIPT = later(r"[\^_](?:\{[ ]?([^{}\n]{0,40}+)\}|([0-9A-Za-z*])|(\\[A-Za-z]{1,9}))")
_RAISED = later(r"[+\-−–]?[\d,+\-−–()n=]*+")
_LOWERED = later(r"[\d+\-−,]++")
_WHOLE = later(r"\d++")
# A part of a fraction that a solidus can stand beside: a number, a unit, or both, and no sum or product.
_NUMERATOR = later(r"[\d.,]*+(?:[ ~]|\\[,;: ])?(?:\\(?:mathrm|text|mu|rm)\b ?|[{}A-Za-zµμ°%$€£]|\^\{?\\circ\}?)*+")
_DENOMINATOR = later(
    r"(?:\d[\d.,]*+(?:[ ~]|\\[,;: ])?)?(?:\\(?:mathrm|text|mu|rm)\b ?|[{}A-Za-zµμ%])*+(?:\^\{?-?\d\}?)?\}?|\d[\d.,]*+"
)
MATH = later(r"\\[A-Za-z,;:%{$]|[\^_{}]|=|\A\s?[A-Za-z]{1,3}\s?[<>≤≥≈~]")
PLAIN_NUMBER = later(r"[\d.,\s+\-−–×x/%<>~:]+|[A-Za-z]")
# Outside of math, other escaped marks are Markdown's: `\\>5` shows `>5`.
_ALSO_IN_PROSE = frozenset(",; ")
_ENVIRONMENT = later(r"\{[A-Za-z*]{1,20}\}")


class Measures(msgspec.Struct, frozen=True):
    """The commands that write a number or a range with its unit (`\\qty{5}{\\milli\\gram}`), compiled."""

    commands: frozenset[str]
    """Of a number and a unit, and of a number alone."""
    alone: frozenset[str]
    ranges: frozenset[str]
    """Of two numbers, the ends of a range."""
    lists: frozenset[str]
    """Of several numbers, the members of a list."""
    per: str
    powers: Mapping[str, str]
    prefixes: Mapping[str, str]
    units: Mapping[str, str]

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Measures:
        """Compile the `latex.measures` table of `vocab/markup.toml`."""
        alone, ranges, lists = (frozenset(table[name]) for name in ("numbers", "ranges", "lists"))
        return cls(
            alone | ranges | lists | frozenset(table["commands"]),
            alone,
            ranges,
            lists,
            table["per"],
            table["powers"],
            table["prefixes"],
            table["units"],
        )

    def show(self, text: str, at: int, after: int, end: int, edits: list[Edit]) -> int:
        """Show the number and the unit; what is not plain in either leaves the command as it is written."""
        listed = text[at + 1 : after] in self.lists
        number = first = (_NUMBERS if listed else _NUMBER).match(text, after, end)
        if first is not None and text[at + 1 : after] in self.ranges:
            number = _NUMBER.match(text, first.end(), end)
        if first is None or number is None:
            return at
        shown_range = [(first.end(1), number.start(1), " to ")] if number is not first else []
        if listed:
            commas = [m.span() for m in _SEMICOLON.finditer(text, first.start(1), first.end(1))]
            shown_range = [(*span, " and " if span == commas[-1] else ", ") for span in commas]
        if text[at + 1 : after] in self.alone:
            edits += [(at, first.start(1), ""), *shown_range, (number.end(1), number.end(), "")]
            return number.end()
        unit = _UNIT.match(text, number.end(), end)
        shown = None if unit is None else self._unit(unit[1])
        if unit is None or shown is None:
            return at
        blank = "" if shown[0] in "°%" and shown != "°C" else " "
        edits += [(at, first.start(1), ""), *shown_range, (number.end(1), unit.start(1), blank)]
        if shown != unit[1]:
            edits.append((*unit.span(1), shown))
        edits.append((unit.end(1), unit.end(), ""))
        return unit.end()

    def _unit(self, body: str) -> str | None:
        """Return a unit in its symbols; `None` where it is not written in these commands alone."""
        if "\\" not in body:
            return body.strip() if _SYMBOLS.fullmatch(body) else None
        if _COMMANDS.fullmatch(body) is None:
            return None
        shown, prefix, below, open_ = "", "", False, True
        for name in body.replace(" ", "")[1:].split("\\"):
            if name == self.per:
                if prefix or not shown or shown[-1] == "/":
                    return None
                shown, below, open_ = shown + "/", True, True
            elif name in self.powers:
                if prefix or open_:
                    return None
                shown += self.powers[name]
            elif name in self.prefixes:
                if prefix:
                    return None
                prefix = self.prefixes[name]
            elif name in self.units:
                if not open_ and below:
                    # what stands behind `per` and another unit is not divided by
                    return None
                shown += ("" if open_ else "·") + prefix + self.units[name]
                prefix, open_ = "", False
            else:
                return None
        return None if prefix or open_ else shown


class Latex(msgspec.Struct, frozen=True):
    """The command table, compiled."""

    shown: frozenset[str]
    characters: Mapping[str, str]
    """What a command shows, `""` and `" "` among it."""
    fractions: frozenset[str]
    tight: frozenset[str]
    measures: Measures

    @classmethod
    def compile(cls, table: Mapping[str, Any]) -> Latex:
        """Compile the `latex` table of `vocab/markup.toml`."""
        characters = dict.fromkeys(table["silent"], "") | dict.fromkeys(table["blank"], " ")
        return cls(
            frozenset(table["shown"]),
            characters | dict(table["characters"]),
            frozenset(table["fractions"]),
            frozenset(table["tight"]["commands"]),
            Measures.compile(table["measures"]),
        )

    def math(self, text: str, start: int, end: int, edits: list[Edit]) -> None:
        """Append the edits of the math between two delimiters. Braces are invisible there."""
        place = start
        while True:
            found = _TOKEN.search(text, place, end)
            if found is None:
                return
            at, token = found.start(), found.group()
            place = found.end()
            if token[0] == "\\":
                after = self.command(text, at, end, edits, inside=True)
                place = after if after > at else found.end()
                unknown = None if after > at else _UNKNOWN.match(text, at, end)
                if unknown is not None:
                    # a command that is not in the table touches the figure behind it
                    edits.append((*unknown.span(1), ""))
                    place = unknown.end()
            elif token in "{}":
                edits.append((at, place, ""))
            elif token == "~" or token == "&":
                edits.append((at, place, " "))
            else:
                place = self.script(text, at, end, edits)

    def script(self, text: str, at: int, end: int, edits: list[Edit]) -> int:
        """Take a raised or lowered group at `at`; return where to go on. One that is not read stays as written."""
        found = _SCRIPT.match(text, at, end)
        if found is None:
            return at + 1
        body = next(group for group in found.groups() if group is not None).strip()
        shown = self._script(text[at], body)
        if shown is None:
            return at + 1
        edits.append((at, found.end(), shown))
        after = found.end()
        if shown == "°" and text[after : after + 1] == " ":
            edits.append((after, after + 1, ""))
            after += 1
        return after

    @staticmethod
    def _script(mark: str, body: str) -> str | None:
        if mark == "_":
            return body.translate(SUBSCRIPTS) if _LOWERED.fullmatch(body) else None
        if body in ("\\circ", "\\degree", "o"):
            return "°"
        if body in ("st", "nd", "rd", "th"):
            return body
        if body and _RAISED.fullmatch(body) and body != "n":
            return body.translate(SUPERSCRIPTS)
        return None

    def command(self, text: str, at: int, end: int, edits: list[Edit], *, inside: bool) -> int:
        """Take the command at `at`; return where to go on, `at` itself where it stays as written."""
        found = _COMMAND.match(text, at, end)
        if found is None:
            return at
        name, after = found.group(1), found.end()
        if name in self.fractions:
            return self._fraction(text, at, after, end, edits)
        if name == "sqrt":
            return self._root(text, at, after, end, edits)
        if name in self.measures.commands:
            return self.measures.show(text, at, after, end, edits)
        if name in self.shown:
            return self._shown(text, at, after, end, edits, inside)
        if inside and name in ("begin", "end"):
            environment = _ENVIRONMENT.match(text, after, end)
            if environment is not None:
                edits.append((at, environment.end(), " "))
                return environment.end()
        if inside and name == "\\":
            edits.append((at, after, "\n"))
            return after
        shown = self.characters.get(name)
        if shown is None or not (inside or name.isalpha() or name in _ALSO_IN_PROSE):
            return at
        if name == "hspace":
            argument = _ARGUMENT.match(text, after, end)
            if argument is None:
                return at
            after = argument.end()
        if name in self.tight and text[after : after + 1] == " ":
            after += 1
        edits.append((at, after, shown))
        return after

    def _shown(self, text: str, at: int, after: int, end: int, edits: list[Edit], inside: bool) -> int:
        if inside:
            if text[after : after + 1] == "{":
                edits.append((at, after + 1, ""))
                return after + 1
            edits.append((at, after, ""))
            return after
        argument = _ARGUMENT.match(text, after, end)
        if argument is None:
            return at
        edits.append((at, argument.start(1), ""))
        self.math(text, argument.start(1), argument.end(1), edits)
        edits.append((argument.end(1), argument.end(), ""))
        return argument.end()

    def _fraction(self, text: str, at: int, after: int, end: int, edits: list[Edit]) -> int:
        """Show a fraction with a solidus: `1⁄2` of digits, `mg/kg` of units, `⦅10−5⦆⁄⦅5⦆` of anything bigger.

        White brackets are signs to the grammar of equations alone; elsewhere nothing that touches them is read.
        """
        above = _part(text, after, end)
        below = above and _part(text, above[2], end)
        if not above or not below:
            return at
        numerator, denominator, close = text[above[0] : above[1]], text[below[0] : below[1]], below[2]
        digits = _WHOLE.fullmatch(numerator) is not None and _WHOLE.fullmatch(denominator) is not None
        before = text[at - 1] if at else " "
        behind = text[close : close + 1]
        apart = " " if before.isalnum() or before in "}%" else ""
        if digits:
            more = behind == "^" or (behind in (".", ",") and text[close + 1 : close + 2].isdigit())
            if more or behind.isdigit():
                return at
            if above[1] == below[0]:
                edits.append((at, close, f"{apart}{numerator}⁄{denominator}"))
                return close
            # The digits stand for themselves, so that each part is quoted without the braces.
            edits.append((at, above[1], f"{apart}{numerator}") if apart else (at, above[0], ""))
            edits.append((above[1], below[0], "⁄"))
            edits.append((below[1], close, ""))
            return close
        if self._simple(numerator, denominator) and behind != "^":
            signs = apart, "/", ""
        else:
            signs = "⦅", "⦆⁄⦅", "⦆"
        edits.append((at, above[0], signs[0]))
        self.math(text, above[0], above[1], edits)
        edits.append((above[1], below[0], signs[1]))
        self.math(text, below[0], below[1], edits)
        if close > below[1]:
            edits.append((below[1], close, signs[2]))
        return close

    def _root(self, text: str, at: int, after: int, end: int, edits: list[Edit]) -> int:
        """Show a root: `√16`, `√⦅9 + 16⦆`, `∛8`."""
        sign = "√"
        if text.startswith("[3]", after):
            sign, after = "∛", after + 3
        part = _part(text, after, end)
        if part is None:
            return at
        whole = _WHOLE.fullmatch(text, part[0], part[1]) is not None
        edits.append((at, part[0], sign if whole else f"{sign}⦅"))
        self.math(text, part[0], part[1], edits)
        if part[2] > part[1]:
            edits.append((part[1], part[2], "" if whole else "⦆"))
        return part[2]

    @staticmethod
    def _simple(numerator: str, denominator: str) -> bool:
        if not numerator or not denominator:
            return False
        if denominator[0].isdigit() and not denominator[-1].isdigit() and numerator[-1].isdigit():
            # `500` by `2 mg`: beside a solidus it would be a fraction of milligrams
            return False
        return _NUMERATOR.fullmatch(numerator) is not None and _DENOMINATOR.fullmatch(denominator) is not None


def _part(text: str, place: int, end: int) -> tuple[int, int, int] | None:
    """Return where a part of a fraction begins and ends, and the place behind it: a group in braces, or a digit."""
    while place < end and text[place] in " \t":
        place += 1
    if place < end and text[place].isdecimal():
        return place, place + 1, place + 1
    if place >= end or text[place] != "{":
        return None
    depth = 0
    for m in _BRACE.finditer(text, place, min(end, place + LONGEST)):
        if m[0] == "\n":
            return None
        depth += (m[0] == "{") - (m[0] == "}")
        if not depth:
            return place + 1, m.start(), m.end()
    return None
