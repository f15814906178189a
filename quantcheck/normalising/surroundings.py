"""The visible text around a quantity, as far as its readings depend on it."""

from __future__ import annotations

from collections.abc import Sequence


class Surroundings:
    """The visible text, and what the readings of a quantity depend on in it."""

    def __init__(self, text: str, sentences: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.sentences = sentences

    def before(self, start: int) -> str:
        """Return up to 60 characters in front of an offset, in lower case, white space reduced to single blanks."""
        return " ".join(self.text[max(0, start - 60) : start].lower().split())

    def after(self, end: int) -> str:
        """Return up to 40 characters behind an offset, in lower case, white space reduced to single blanks."""
        return " ".join(self.text[end : end + 40].lower().split())

    def sentence(self, start: int) -> str:
        """Return the sentence that holds an offset, at most 1,000 characters of it on either side."""
        at = sentence_at(self.sentences, start)
        if at < 0:
            return ""
        a, b = self.sentences[at]
        return self.text[max(a, start - 1000) : min(b, start + 1000)]


def sentence_at(sentences: Sequence[tuple[int, int]], offset: int) -> int:
    """Return the index of the sentence that holds an offset, -1 where none does."""
    low, high = 0, len(sentences)
    while low < high:
        middle = (low + high) // 2
        if sentences[middle][1] <= offset:
            low = middle + 1
        else:
            high = middle
    if low < len(sentences) and sentences[low][0] <= offset:
        return low
    return low - 1
