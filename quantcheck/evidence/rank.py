"""Ranking by BM25, in an order that no machine, hash seed or tie can change. The only home of the ranker."""

from __future__ import annotations

import re
from collections.abc import Sequence

import bm25s  # type: ignore[import-untyped]
from bm25s.stopwords import STOPWORDS_EN  # type: ignore[import-untyped]

from quantcheck.evidence.chunks import Chunk

_WORD = re.compile(r"[^\W_]+(?:[.,][0-9]+)*")
_PLACES = 9
"""Decimal places of a score that count: below them the order of additions might."""


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case."""
    return _WORD.findall(text.lower())


class Ranker:
    """An index over chunks. A heading counts as words of the chunks under it."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks
        vocabulary: dict[str, int] = {}
        rows = [
            [vocabulary.setdefault(word, len(vocabulary)) for word in words(" ".join((*c.headings, c.text)))]
            for c in chunks
        ]
        self._vocabulary = vocabulary
        self._index = bm25s.BM25(method="lucene", dtype="float64")
        if vocabulary:
            # Ids of our own: the library numbers words in the order of a set, which depends on the hash seed.
            self._index.index((rows, dict(vocabulary)), create_empty_token=False, show_progress=False)

    def rank(self, query: str) -> list[Chunk]:
        """Return the chunks that share a word with the query, best first; ties by path and line.

        Function words of English count only in a query that has no others.
        """
        asked = words(query)
        asked = [word for word in asked if word not in STOPWORDS_EN] or asked
        ids = sorted({self._vocabulary[word] for word in asked if word in self._vocabulary})
        if not ids:
            return []
        scores = [round(float(score), _PLACES) for score in self._index.get_scores_from_ids(ids)]
        found = [index for index, score in enumerate(scores) if score > 0]
        found.sort(key=lambda i: (-scores[i], self._chunks[i].source_path, self._chunks[i].start_line))
        return [self._chunks[index] for index in found]
