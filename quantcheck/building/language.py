"""The grammars, compiled: Lark turns the files of `grammar/` into LALR tables of plain data. The only home of Lark.

A table is all that `parse` runs on, so a plain check imports no Lark; the grammar file stays the only definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

Action = int
"""A shift to state n is n >= 0; a reduction by rule r is -r - 1."""


class Rule(msgspec.Struct, frozen=True, array_like=True):
    """A grammar rule: what it makes, of how many symbols, and whether a lone child stands for it."""

    name: str
    size: int
    alias: str
    expand: bool


class ParseTable(msgspec.Struct, frozen=True, array_like=True):
    """An LALR(1) table: per state, terminal or rule name -> action."""

    states: list[dict[str, Action]]
    rules: list[Rule]
    start: int
    end: int


def compile_grammar(text: str, *, strict: bool = False) -> ParseTable:
    """Return the LALR table of a grammar text. Raises `lark.exceptions.GrammarError` on a conflict."""
    from lark.parsers.lalr_analysis import Shift

    lark = lark_parser(text, strict=strict)
    table = lark.parser.parser._parse_table
    # Lark numbers its states as the hash seed has it: count them anew as they are reached, so that the table is one.
    number = {table.start_states["start"]: 0}
    for state in (reached := list(number)):
        for _, (action, argument) in sorted(table.states[state].items(), key=_by_symbol):
            if action is Shift and argument not in number:
                number[argument] = len(number)
                reached.append(argument)
    rules: list[Rule] = []
    index: dict[Any, int] = {}
    states: list[dict[str, Action]] = []
    for state in reached:
        row: dict[str, Action] = {}
        for symbol, (action, argument) in sorted(table.states[state].items(), key=_by_symbol):
            if action is Shift:
                row[str(symbol)] = number[argument]
                continue
            if argument not in index:
                index[argument] = len(rules)
                options = argument.options
                rules.append(
                    Rule(
                        str(argument.origin.name),
                        len(argument.expansion),
                        str(argument.alias or ""),
                        bool(options.expand1),
                    )
                )
            row[str(symbol)] = -index[argument] - 1
        states.append(row)
    return ParseTable(states, rules, number[table.start_states["start"]], number[table.end_states["start"]])


def _by_symbol(item: tuple[Any, Any]) -> str:
    return str(item[0])


def lark_parser(text: str, *, strict: bool = False, parser: str = "lalr", **options: Any) -> Any:
    """Return Lark's own parser of a grammar text over declared terminals, for compiling and for second opinions."""
    from lark import Lark
    from lark.lexer import Lexer, Token

    class Terminals(Lexer):  # type: ignore[misc]
        """Hands Lark the terminal names of a blank-separated text, one token each."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, state: Any, parser_state: Any = None) -> Iterator[Token]:
            text = getattr(state, "text", state)
            for i, name in enumerate(str(getattr(text, "text", text)).split()):
                yield Token(name, str(i))

    return Lark(text, parser=parser, lexer=Terminals, strict=strict, maybe_placeholders=False, **options)
