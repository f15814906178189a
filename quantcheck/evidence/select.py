"""From corpus and query to the frozen set: cut, rank, take what fits, mark what tries to instruct."""

from __future__ import annotations

from typing import Any

import msgspec

from quantcheck.evidence import instructions
from quantcheck.evidence.chunks import Chunk, cut
from quantcheck.evidence.corpus import Corpus, Skipped, Source
from quantcheck.evidence.rank import Ranker
from quantcheck.evidence.sets import EvidenceSet, Excluded, Flag, Item, freeze

BUDGET = 6_000
"""Code points of text in a set, unless said otherwise."""


class Index:
    """The chunks of a corpus, ready to be ranked."""

    def __init__(self, corpus: Corpus) -> None:
        self.sources: list[Source] = []
        self.skipped: list[Skipped] = []
        self.chunks: list[Chunk] = []
        for source in corpus.sources():
            if isinstance(source, Skipped):
                self.skipped.append(source)
            else:
                self.sources.append(source)
                self.chunks += cut(source)
        self._ranker = Ranker(self.chunks)

    def select(self, query: str, budget: int = BUDGET, exclude_flagged: bool = False) -> EvidenceSet:
        """Return the set of the best chunks that fit a budget in code points, in the order of their rank.

        A chunk that does not fit is passed over and smaller ones behind it may be taken.
        """
        items: list[Item] = []
        excluded: list[Excluded] = []
        left = budget
        for chunk in self._ranker.rank(query):
            if len(chunk.text) > left:
                continue
            flagged = instructions.flags(chunk.text)
            if flagged and exclude_flagged:
                names = tuple(dict.fromkeys(flag.rule for flag in flagged))
                excluded.append(Excluded(chunk.chunk_id, chunk.citation, names))
                continue
            left -= len(chunk.text)
            items.append(item(chunk, f"S{len(items) + 1}", flagged))
            if left <= 0:
                break
        return freeze(query, tuple(items), tuple(excluded))

    def encode(self) -> dict[str, Any]:
        """Return the index as plain data: documents and chunks with their digests, and what was not read."""
        chunks: dict[str, list[dict[str, Any]]] = {}
        for chunk in self.chunks:
            chunks.setdefault(chunk.source_path, []).append(
                {
                    "chunk_id": chunk.chunk_id,
                    "citation": chunk.citation,
                    "start_line": chunk.start_line,
                    "end_line": chunk.end_line,
                    "content_hash": chunk.content_hash,
                    "headings": list(chunk.headings),
                    "flags": [flag.rule for flag in instructions.flags(chunk.text)],
                }
            )
        return {
            "schema": "quantcheck.sources/1",
            "documents": [
                {
                    "source_path": source.path,
                    "document_hash": source.digest,
                    "lines": len(source.lines),
                    "chunks": chunks.get(source.path, []),
                }
                for source in self.sources
            ],
            "skipped": [msgspec.to_builtins(skipped) for skipped in self.skipped],
        }


def item(chunk: Chunk, label: str, flagged: tuple[Flag, ...] = ()) -> Item:
    """Return a chunk as an item of a set."""
    return Item(
        label=label,
        chunk_id=chunk.chunk_id,
        citation=chunk.citation,
        source_path=chunk.source_path,
        start_line=chunk.start_line,
        end_line=chunk.end_line,
        content_hash=chunk.content_hash,
        text=chunk.text,
        document_hash=chunk.document_hash,
        flags=flagged,
    )
