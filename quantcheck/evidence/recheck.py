"""Cited lines against the corpus as it is now: unchanged, changed, moved, or gone."""

from __future__ import annotations

import re
from typing import NamedTuple

from quantcheck.evidence.corpus import Corpus, NotRead, Source
from quantcheck.evidence.sets import Item, citation

_NEWLINE = re.compile(r"\r\n?|\n")


class Change(NamedTuple):
    """What is wrong with the source of an item, and what stands there instead."""

    code: str
    message: str
    found: str = ""


def recheck(item: Item, corpus: Corpus) -> Change | None:
    """Return how the lines of an item differ from the corpus, or None where they stand as they were frozen."""
    wanted = _NEWLINE.sub("\n", item.text).removesuffix("\n")
    try:
        source = corpus.source(item.source_path)
    except NotRead as error:
        why = error.skipped
        if why.why in ("outside", "link"):
            return Change("source-outside-corpus", f"{item.source_path}: {why.message}")
        moved = _elsewhere(wanted, item, corpus)
        hint = f"; the same lines stand at {moved}" if moved else ""
        return Change("source-missing", f"{item.source_path}: {why.message}{hint}", moved)
    now = "\n".join(source.lines[max(0, item.start_line - 1) : item.end_line])
    if now == wanted and item.end_line <= len(source.lines):
        if item.document_hash is not None and item.document_hash != source.digest:
            return Change(
                "document-changed", f"{item.citation} stands as it was, the rest of {item.source_path} does not"
            )
        return None
    moved = _within(wanted, source) or _elsewhere(wanted, item, corpus)
    if moved:
        return Change("source-moved", f"the lines of {item.citation} now stand at {moved}", moved)
    if item.start_line > len(source.lines):
        now = f"({item.source_path} ends at line {len(source.lines)})"
    return Change("source-changed", f"other text stands at {item.citation}", now)


def _within(wanted: str, source: Source) -> str:
    at = f"\n{source.text}\n".find(f"\n{wanted}\n")
    if at < 0:
        return ""
    first = source.text.count("\n", 0, at) + 1
    return citation(source.path, first, first + wanted.count("\n"))


def _elsewhere(wanted: str, item: Item, corpus: Corpus) -> str:
    if not wanted.strip():
        return ""
    for path in corpus.paths()[0]:
        if path == item.source_path:
            continue
        try:
            found = _within(wanted, corpus.source(path))
        except NotRead:
            continue
        if found:
            return found
    return ""
