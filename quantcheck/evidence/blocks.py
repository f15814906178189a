"""The block structure of Markdown, as ranges of lines. The only home of the Markdown parser.

markdown-it-py reads CommonMark with tables; inline markup is not parsed, so the time is linear in the lines.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

LEAVES = frozenset({"paragraph_open", "heading_open", "fence", "code_block", "html_block", "tr_open", "hr"})
HOLDERS = frozenset({"bullet_list_open", "ordered_list_open", "list_item_open", "blockquote_open", "table_open"})
_FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}
_LINE_END = re.compile(r"\r\n?|\n")


class Block(msgspec.Struct):
    """A block and the blocks in it; lines count from 0, the end is exclusive. `level` is that of a heading."""

    type: str
    start: int
    end: int
    level: int = 0
    children: list[Block] = msgspec.field(default_factory=list)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    # A link definition is text that can be quoted; it is kept as a paragraph.
    parser.disable("reference")
    return parser


def front_matter(lines: tuple[str, ...]) -> int:
    """Return how many lines at the top are front matter (YAML between `---`, TOML between `+++`)."""
    closing = _FRONT_MATTER.get(lines[0].rstrip()) if lines else None
    if closing is None:
        return 0
    for index in range(1, len(lines)):
        if lines[index].rstrip() in closing:
            return index + 1
    return 0


def tree(lines: tuple[str, ...], skip: int = 0) -> list[Block]:
    """Return the top-level blocks of lines, in order; the first `skip` lines are passed over."""
    text = "\n" * skip + "\n".join(lines[skip:])
    top: list[Block] = []
    open_: list[list[Block]] = [top]
    for token in _parser().parse(text):
        if token.type in HOLDERS and token.map:
            block = _block(token)
            open_[-1].append(block)
            open_.append(block.children)
        elif token.type.endswith("_close") and token.type[:-5] + "open" in HOLDERS:
            open_.pop()
        elif token.type in LEAVES and token.map:
            open_[-1].append(_block(token))
    return top


def _block(token: Token) -> Block:
    start, end = token.map or (0, 0)
    level = int(token.tag[1:]) if token.type == "heading_open" else 0
    return Block(token.type.removesuffix("_open"), start, end, level)


def segments(text: str) -> list[tuple[int, int]]:
    """Return the spans of a text that a quote may lie in: paragraph, heading, list item's paragraph, table row, code.

    Lines that no block covers are spans of their own. Spans are in order and do not overlap.
    """
    lines = tuple(_LINE_END.split(text))
    starts = [0, *(match.end() for match in _LINE_END.finditer(text)), len(text) + 1]
    # A chunk may begin within a nested list; without this its lines would be read as one block of code.
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    cut = min(indents, default=0)
    ranges: list[tuple[int, int]] = []
    at = 0
    for start, end in _leaves(tree(tuple(line[cut:] for line in lines))):
        ranges += [(line, line + 1) for line in range(at, start) if lines[line].strip()]
        if end > at:
            ranges.append((max(start, at), end))
            at = end
    ranges += [(line, line + 1) for line in range(at, len(lines)) if lines[line].strip()]
    return [(starts[start], min(starts[end], len(text))) for start, end in ranges]


def _leaves(blocks: list[Block]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    waiting = blocks[::-1]
    while waiting:
        block = waiting.pop()
        if block.children:
            waiting += block.children[::-1]
        else:
            found.append((block.start, block.end))
    return found
