"""The tables of markup, compiled: what begins it, what each tag and command shows. The reading is in `unmark`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from quantcheck.patterns.alternatives import any_of
from quantcheck.patterns.later import later
from quantcheck.visible import citations, latex
from quantcheck.visible.emphasis import OPAQUE

CITATION = "\ufdd1"
NOTE_LETTERS = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲ"
"""Raised letters that may be the mark of a note."""
_STAND_INS = OPAQUE + CITATION
_BESIDE = "|".join(
    (
        r"(?<=/)(?=[\w.])(?<![\w)\]°%µμ./²³¹]/)",
        r"(?<=w)(?=ww\.)",
        r"(?<=:)(?=//)",
        r"(?<=\$)(?=\S)",
        r"(?<=<)(?=[A-Za-z/!])",
        r"(?<=&)(?=[#A-Za-z])",
        r"(?<=\^)(?=[\[{\\])",
        r"(?<=@)(?=[A-Za-z0-9])",
        r"(?<=\])(?=\()",
        r"(?<=!)(?=\[)",
        r"(?<=~)(?=~)",
        r"(?<=\()(?=[\d ])",
    )
)


class Markup(msgspec.Struct, frozen=True):
    """The tables of what is markup, compiled."""

    trigger: re.Pattern[str]
    """Finds the next place where markup may begin."""
    trigger_paren: re.Pattern[str]
    hidden: re.Pattern[str]
    tags: Mapping[str, str]
    folders: frozenset[str]
    """Folders by which a path is known."""
    latex: latex.Latex
    citations: citations.Citations
    number_word: re.Pattern[str] | None = None

    @classmethod
    def compile(cls, tables: Mapping[str, Mapping[str, Any]], number_words: Iterable[str] = ()) -> Markup:
        """Compile the tables `markup` and `citations`.

        What is hidden is listed as ignored where it holds a digit or one of `number_words`.
        """
        table = tables["markup"]
        tags = {name: kind for kind, names in table["tags"].items() for name in names}
        hidden = "".join(
            "-".join(f"\\u{int(code, 16):04x}" for code in span.split("-")) for span in table["hidden"]["ranges"]
        )
        # One set of characters first: that is what the engine finds fast. Then what must stand beside each.
        begins = rf"*_~<&$\\^\[\]【`:w@/!{_STAND_INS}{NOTE_LETTERS}{hidden}"
        beside = rf"(?:(?<![<&$^\]:w@/!~(])|{_BESIDE})"
        words = sorted(set(number_words))
        return cls(
            trigger=re.compile(f"[{begins}]{beside}"),
            trigger_paren=later(f"[{begins}(]{beside}"),
            hidden=later(f"[{hidden}]+"),
            tags=tags,
            folders=frozenset(table["paths"]["folders"]),
            latex=latex.Latex.compile(table["latex"]),
            citations=citations.Citations.compile(tables["citations"]),
            number_word=later(lambda: rf"\b{any_of(words)}\b", re.IGNORECASE) if words else None,
        )
