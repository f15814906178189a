"""The compiled language: the grammar's table and the vocabulary, as one object and as plain data.

`compile_language` makes the plain data from the texts of the tables; it alone needs Lark and pint. `decode` makes the
object from the plain data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from quantcheck.building.language import ParseTable
from quantcheck.building.parse import Parser
from quantcheck.context import stated
from quantcheck.context.bounding import Apart
from quantcheck.context.counted import Counted
from quantcheck.context.cues import Table
from quantcheck.context.denied import Denials
from quantcheck.context.direction import Directions
from quantcheck.context.levels import Levels
from quantcheck.context.marked import Marked
from quantcheck.context.opposites import Opposites
from quantcheck.context.rated import Brackets, Grouped, Rates
from quantcheck.equations.changes import Changes
from quantcheck.equations.signs import Words
from quantcheck.left_alone.scan import LeftAlone
from quantcheck.reading import dollars
from quantcheck.reading.recall import Recall
from quantcheck.reading.writings import Writings
from quantcheck.visible.blocks import Abbreviations
from quantcheck.visible.view import Markup
from quantcheck.vocabulary import trie
from quantcheck.vocabulary.buckets import Packed, Parts, pack
from quantcheck.vocabulary.kinds import Kinds
from quantcheck.vocabulary.lexicon import Lexicon
from quantcheck.vocabulary.vocab import UnitTable, from_plain, packed

GRAMMAR = "grammar/quantity.lark"
EQUATIONS = "grammar/equation.lark"
KEPT = ("relations", "numerals", "markup", "citations", "left_alone", "arithmetic", "attachment.en", "opposites")
"""The tables that are needed beside those of units."""


class Plain(msgspec.Struct, frozen=True, array_like=True):
    """The compiled language as plain data: what is not needed at once is bytes that lie where they were read."""

    grammar_digest: str
    vocabulary_digest: str
    grammar: ParseTable
    equations: ParseTable
    units: dict[str, memoryview]
    unit_rows: dict[str, Packed]
    tables: dict[str, memoryview]
    lexicon: Packed
    """The trie of spellings, in buckets."""
    opened: dict[str, memoryview]
    """The first tokens for which the trie differs where no default of the dollar holds."""
    dollars: list[str]
    """The spellings that name another dollar than the default."""


_PLAIN: Final = msgspec.msgpack.Decoder(Plain)


class Language:
    """Grammar and vocabulary, ready to read with; `remember=False` turns every shortcut of reading off."""

    def __init__(self, plain: Plain, *, remember: bool = True) -> None:
        self.plain = plain
        self.grammar_digest = plain.grammar_digest
        self.vocabulary_digest = plain.vocabulary_digest
        self.units: UnitTable = from_plain(Parts(plain.units, plain.unit_rows))
        self.tables = tables = Parts(plain.tables)
        self.parser = Parser(plain.grammar, remember=remember)
        arithmetic = tables["arithmetic"]
        self.equation_words = Words.compile(arithmetic["equations"], tables["numerals"])
        self.left_alone = LeftAlone.compile(tables["left_alone"], self.units.senses)
        root = trie.root(plain.lexicon, self.units.groups)
        lexicon = Lexicon(tables["relations"], tables["numerals"], self.units, root)
        self.counted = Counted(tables["relations"]["counted"])
        self.apart = Apart(tables["relations"])
        self.marked = Marked(tables["relations"])
        self.writings = Writings(tables["relations"]["writings"], self.apart.behind)
        self.grouped = Grouped(tables["relations"]["grouped"])
        per = tables["relations"]["denominator"]
        self.rates = Rates(tables["relations"]["rates"], per["accordance"], per["accordant"])
        self.brackets = Brackets(tables["relations"]["brackets"], self.units.senses, lexicon.rated)
        self.directions = Directions(tables["relations"]["direction"])
        self.levels = Levels(tables["relations"])
        self.opposites = Opposites(tables["opposites"])
        self.denials = Denials(tables["relations"]["denied"])
        looked_for = (self.rates, self.apart, self.levels, self.directions, self.denials)
        self.telling = Table(*(words.sorts for words in looked_for), stated.SORTS)
        self.markup = Markup.compile(tables, lexicon.numerals.words)
        self.abbreviations = Abbreviations.compile(tables["markup"]["abbreviations"])
        self.multipliers: dict[str, str] = tables["numerals"]["multiplier"]
        self.links: tuple[str, ...] = tuple(tables["relations"]["linked"]["words"])
        self.equation_parser = Parser(plain.equations, remember=False)
        self.changes = Changes.compile(arithmetic["changes"])
        self.take(lexicon)

    def take(self, lexicon: Lexicon) -> None:
        """Read with a lexicon, and remember nothing of another one."""
        self.lexicon = lexicon
        lexicon.listed = self.parser.remembers
        self.recall = Recall(self.parser) if self.parser.remembers else None
        self.kinds = Kinds(
            lexicon,
            self.left_alone.phrases.written,
            self.equation_words.hint.tokens,
            self.equation_words.states,
            self.telling.words,
            remember=self.parser.remembers,
        )


def compile_language(texts: Mapping[str, str], grammar_digest: str, vocabulary_digest: str) -> bytes:
    """Return the compiled language as bytes of plain data, from the texts of `grammar/` and `vocab/` by name."""
    import tomllib

    from quantcheck.building.language import compile_grammar
    from quantcheck.vocabulary.units import compile_units

    tables = {
        name.removeprefix("vocab/").removesuffix(".toml"): tomllib.loads(text)
        for name, text in texts.items()
        if name.startswith("vocab/")
    }
    kept = {name: tables[name] for name in KEPT}
    units = compile_units(tables)
    spelled, opened = (
        trie.plain(Lexicon(kept["relations"], kept["numerals"], table).root, units.groups)
        for table in (units, dollars.opened(units))
    )
    plain = Plain(
        grammar_digest,
        vocabulary_digest,
        compile_grammar(texts[GRAMMAR]),
        compile_grammar(texts[EQUATIONS]),
        *packed(units.plain),
        {name: memoryview(msgspec.json.encode(table)) for name, table in kept.items()},
        pack(spelled),
        {t: memoryview(msgspec.json.encode(row)) for t, row in sorted(opened.items()) if row != spelled.get(t)},
        dollars.others(units),
    )
    return msgspec.msgpack.encode(plain)


def decode(data: bytes | memoryview, *, remember: bool = True) -> Language:
    """Return the language that `compile_language` made the bytes of; they are kept."""
    return Language(_PLAIN.decode(data), remember=remember)


def encode(language: Language) -> bytes:
    """Return the bytes that `decode` makes this language of, for another process."""
    return msgspec.msgpack.encode(language.plain)
