"""Chunks: a document cut at headings and between blocks, each with a stable id, path and line range."""

from __future__ import annotations

import hashlib
import json

import msgspec

from quantcheck.evidence import blocks
from quantcheck.evidence.corpus import Source
from quantcheck.evidence.sets import citation, content_hash

MOST = 1_200
"""Code points of a chunk. Only a single line may be longer: lines are what a citation names."""


class Chunk(msgspec.Struct, frozen=True):
    """A run of lines, from 1, both ends included, with the headings above it."""

    chunk_id: str
    source_path: str
    start_line: int
    end_line: int
    text: str
    content_hash: str
    document_hash: str
    headings: tuple[str, ...]

    @property
    def citation(self) -> str:
        """`file.md#L3-L8`."""
        return citation(self.source_path, self.start_line, self.end_line)


def cut(source: Source) -> list[Chunk]:
    """Return the chunks of a document in order. Front matter is no text of the document and is in none of them."""
    lines = source.lines
    skip = blocks.front_matter(lines)
    pieces = _pieces(blocks.tree(lines, skip), lines)
    chunks: list[Chunk] = []
    seen: dict[str, int] = {}
    headings: list[tuple[int, str]] = []
    above: tuple[str, ...] = ()
    start = end = size = 0
    bare = True

    def close() -> None:
        nonlocal start, size, bare
        text = "\n".join(lines[start:end])
        if text.strip():
            digest = content_hash(text)
            seen[digest] = seen.get(digest, 0) + 1
            id_ = chunk_id(source.path, digest, seen[digest])
            chunks.append(Chunk(id_, source.path, start + 1, end, text, digest, source.digest, above))
        size, bare = 0, True

    for piece in pieces:
        length = sum(len(line) + 1 for line in lines[piece.start : piece.end])
        heading = piece.type == "heading"
        # A heading opens a chunk, unless only headings stand in the open one: a chunk is more than a title.
        if size and (size + length > MOST or (heading and not bare)):
            close()
        if not size:
            start = piece.start
            above = tuple(title for _, title in headings)
        if heading:
            while headings and headings[-1][0] >= piece.level:
                headings.pop()
            headings.append((piece.level, lines[piece.start].strip(" #\t")))
            above = tuple(title for _, title in headings)
        bare = bare and heading
        end = piece.end
        while end > piece.start + 1 and not lines[end - 1].strip():
            end -= 1
        size += length
    if size:
        close()
    return chunks


def chunk_id(path: str, digest: str, occurrence: int) -> str:
    """Return the id of the n-th chunk of a document with this text; lines added elsewhere do not change it."""
    text = json.dumps([path, digest, occurrence], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:20]


def _pieces(tops: list[blocks.Block], lines: tuple[str, ...]) -> list[blocks.Block]:
    """Return blocks small enough to pack: a large list falls into items, a table into rows, a large rest into lines."""
    pieces: list[blocks.Block] = []
    waiting = tops[::-1]
    while waiting:
        block = waiting.pop()
        size = sum(len(line) + 1 for line in lines[block.start : block.end])
        if size <= MOST or block.end - block.start == 1:
            pieces.append(block)
        elif block.children:
            # Lines that no child covers (the rule under a table's head) stay with the child before them.
            inner = block.children
            ends = [child.start for child in inner[1:]] + [block.end]
            starts = [block.start] + [child.start for child in inner[1:]]
            parts = [
                blocks.Block(child.type, start, end, child.level, child.children)
                for child, start, end in zip(inner, starts, ends, strict=True)
                if end > start
            ]
            waiting += parts[::-1]
        else:
            pieces += _by_lines(block, lines)
    return pieces


def _by_lines(block: blocks.Block, lines: tuple[str, ...]) -> list[blocks.Block]:
    parts: list[blocks.Block] = []
    start, size = block.start, 0
    for index in range(block.start, block.end):
        length = len(lines[index]) + 1
        if size and size + length > MOST:
            parts.append(blocks.Block(block.type, start, index))
            start, size = index, 0
        size += length
    parts.append(blocks.Block(block.type, start, block.end))
    return parts
