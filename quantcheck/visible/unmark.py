"""Markup: code, HTML, LaTeX, emphasis, links, addresses and citation marks, and what a reader sees instead.

One pass finds each place where markup may begin, by one set of characters; the rest of the text is never looked at.
What is cut, and what stands in its place, are edits of the text as given; `view` makes the visible text of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from quantcheck.patterns.later import later
from quantcheck.values import Citation, Ignored
from quantcheck.visible import citations, latex
from quantcheck.visible.emphasis import OPAQUE, Edit, Emphasis
from quantcheck.visible.markup import CITATION, Markup

# Every character with a digit's or a fraction's value.
_DIGIT = re.compile(r"[\d²³¹⁰⁴-⁹₀-₉¼-¾⅐-⅞①-⒛]")
_ENTITY = later(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG = later(
    r"</?([A-Za-z][A-Za-z0-9]*+)"
    r"(?:\s++[A-Za-z_:@][\w:.@-]*+(?:\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'|[^\s\"'<>=`]++))?+)*+\s*+/?>"
)
_FOREIGN_ATTRIBUTES = later(r"</?[A-Za-z][\w:-]*+(?:\s+[A-Za-z][\w:-]*+\s?=\s?(?:\"[^\"<]*+\"|'[^'<]*+'))++\s?/?>")
_AUTOLINK = later(r"<(?:[a-z][a-z0-9+.-]{1,20}:[^\s<>]++|[\w.+-]++@[\w.-]++)>", re.IGNORECASE)
_SCRIPTED = later(r"[^<\[\\$`{}\n]{0,40}+(?=</su[bp]\s?>)", re.IGNORECASE)
_SCRIPTED_END = later(r"</su[bp]\s?>", re.IGNORECASE)
_MARKED = later(r"\d[^\w\n]{0,3}(?:[^\W\d_]|[%/²³°$€£¥]){1,10}\Z")
_NOTES = later(r"[a-j*†‡§¶](?:\s?,?\s?[a-j*†‡§¶]){0,3}")
_RAISED = later(r"\s?[+\-−–]?[\d,+\-−– ]*+")
_FENCE = later(r"(?:\A|(?<=\n))[ \t>]{0,12}(`{3,}|~{3,})[^`\n]*+(?=\n|\Z)")
_TICKS = later(r"`+")
_BLANK_LINE = later(r"\n[ \t\r]*+\n")
_URL = later(r"[^\s<>\"“”‘’`\ufdd0\ufdd1|【】]++")
_SCHEME = later(r"(?:https?|ftps?)\Z|(?<![A-Za-z0-9\\])[a-z][a-z0-9+.-]{1,20}\Z", re.IGNORECASE)
_HOST = later(r"(?:[A-Za-z0-9-]{1,63}+\.)++[A-Za-z]{2,24}+(?![A-Za-z0-9-])")
_MAILBOX = later(r"[A-Za-z0-9._%+-]{1,64}\Z")
_PATH = later(r"/[\w.-]++(?:/[\w.-]*+)++|/[\w-]++\.[a-z]{1,5}\b")
_FILE = later(r"[A-Za-z]\w*+\.[A-Za-z]\w{0,5}\Z")
_DRIVE_LETTER = later(r"(?<![A-Za-z0-9])[A-Za-z]:\Z")
_DRIVE = later(r"\\(?:[\w.-]++\\)*+[\w.-]*+")
_FOOTNOTE_BEGINS = later(r"(?:\A|(?<=\n))[ ]{0,3}\[\^([^\]\[\s]{1,60})\]:")
_FOOTNOTE = later(r"\[\^([^\]\[\s]{1,60})\]:?")
_MARKDOWN_ESCAPES = frozenset("!\"#$%&'()*+-./:<=>?@[\\]^_`{|}~")
_LATEX_DELIMITER = {"(": "\\)", "[": "\\]"}
_BRACKETS_ONLY = later(r"[\d\s,–-]+")
_LONGEST_FORMULA = 2000
_RUN = later(r"\*+|_+|~+|`+")


class Scan:
    """One pass over one text. Each method takes what begins at a place and returns where to go on."""

    def __init__(self, text: str, markup: Markup, styles: frozenset[str], trigger: re.Pattern[str]) -> None:
        self.text = text
        self.markup = markup
        self.styles = styles
        self.trigger = trigger
        self.edits: list[Edit] = []
        self.citations: list[Citation] = []
        self.ignored: list[Ignored] = []
        self.emphasis = Emphasis(self.text)
        self.links: list[tuple[int, bool, int]] = []
        """Open brackets: place, whether of an image, number of edits before."""
        self._runs: dict[int, list[int]] | None = None
        self._missing: dict[str, int] = {}
        self._floor = 0
        self._footnotes: frozenset[str] | None = None

    def run(self, found: re.Match[str] | None) -> None:
        text, search = self.text, self.trigger.search
        methods = _METHODS
        while found is not None:
            start, end = found.span()
            method = methods.get(text[start], Scan.hidden)
            found = search(text, method(self, start, end))

    def settled(self) -> list[Edit]:
        """Return all edits in order, without those inside a bigger one, and list the digits that they hide."""
        edits = self.edits + self.emphasis.edits
        edits.sort(key=lambda e: (e[0], -e[1]))
        kept: list[Edit] = []
        place = 0
        for edit in edits:
            if edit[0] < place:
                continue
            kept.append(edit)
            place = edit[1]
        self._account(kept)
        return kept

    def _account(self, kept: list[Edit]) -> None:
        text, ignored = self.text, self.ignored
        listed = sorted((i.start, i.end) for i in ignored)
        listed += [(c.start, c.end) for c in self.citations]
        listed.sort()
        starts = [span[0] for span in listed]
        for start, end, shown in kept:
            if end - start < 2 or not _DIGIT.search(text, start, end) or any(c.isnumeric() for c in shown):
                continue
            at = bisect_right(starts, start) - 1
            if at < 0 or listed[at][1] < end:
                ignored.append(Ignored(start, end, "markup"))
        ignored.sort(key=lambda i: i.start)

    def hide(self, start: int, end: int, why: str, shown: str = OPAQUE) -> int:
        """Put a stand-in for a thing that is no prose."""
        self.edits.append((start, end, shown))
        words = self.markup.number_word
        if _DIGIT.search(self.text, start, end) or (words is not None and words.search(self.text, start, end)):
            self.ignored.append(Ignored(start, end, why))
        self._floor = end
        return end

    def _find(self, mark: str, place: int) -> int:
        """Return the next place of `mark`, -1 for none. What was not found once is not looked for again."""
        if self._missing.get(mark, len(self.text) + 1) <= place:
            return -1
        found = self.text.find(mark, place)
        if found < 0:
            self._missing[mark] = place
        return found

    def hidden(self, start: int, end: int) -> int:
        run = self.markup.hidden.match(self.text, start)
        end = run.end() if run is not None else end
        self.edits.append((start, end, ""))
        return end

    def stand_in(self, start: int, end: int) -> int:
        # A stand-in that the text itself holds breaks expressions; it is not a citation.
        if self.text[start] == CITATION:
            self.edits.append((start, end, OPAQUE))
        return end

    # Emphasis, code

    def marks(self, start: int, end: int) -> int:
        end = self._run(start)
        if self.text[start] == "~" and end - start > 2 and _FENCE.match(self.text, self._line(start)):
            return self.ticks(start, end)
        self.emphasis.run(start, end)
        return end

    def _line(self, at: int) -> int:
        place = at
        while place and at - place < 13 and self.text[place - 1] in " \t>":
            place -= 1
        return place

    def _run(self, start: int) -> int:
        run = _RUN.match(self.text, start)
        return run.end() if run is not None else start + 1

    def ticks(self, start: int, end: int) -> int:
        text = self.text
        end = self._run(start)
        if end - start >= 3:
            fence = _FENCE.match(text, self._line(start))
            if fence is not None:
                return self.fence(fence, start)
        if text[start] == "~":
            return end
        if self._runs is None:
            self._runs = {}
            for run in _TICKS.finditer(text, start):
                self._runs.setdefault(run.end() - run.start(), []).append(run.start())
        same = self._runs.get(end - start, [])
        at = bisect_right(same, start)
        if at == len(same):
            return end
        close = same[at]
        if _BLANK_LINE.search(text, end, close) or self._is_quotation(start, end, close):
            return end
        return self.hide(start, close + end - start, "code")

    def _is_quotation(self, start: int, end: int, close: int) -> bool:
        """Return whether the marks open quotations that apostrophes close, as in ``so'' and `so'."""
        text, length = self.text, end - start
        if length == 2:
            return text.find("''", end, close) >= 0
        if length > 1:
            return False
        return text[close - 1].isspace() and not text[end].isspace() and text.find("'", end, close) >= 0

    def fence(self, opening: re.Match[str], start: int) -> int:
        mark = opening.group(1)
        close = re.compile(rf"\n[ \t>]{{0,12}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*+(?=\n|\Z)").search(
            self.text, opening.end()
        )
        return self.hide(start, close.end() if close is not None else len(self.text), "code")

    # HTML

    def tag(self, start: int, end: int) -> int:
        text = self.text
        if text.startswith("<!--", start):
            close = self._find("-->", start + 4)
            if close < 0:
                return end
            return self.hide(start, close + 3, "markup", "")
        link = _AUTOLINK.match(text, start)
        if link is not None:
            return self.hide(start, link.end(), "url")
        found = _TAG.match(text, start)
        if found is None:
            return end
        kind = self.markup.tags.get(found.group(1).lower())
        if kind is None:
            foreign = _FOREIGN_ATTRIBUTES.match(text, start)
            return end if foreign is None else self.hide(start, foreign.end(), "markup", "")
        closing = text[start + 1] == "/"
        if kind in ("raised", "lowered") and not closing:
            return self.scripted(start, found.end(), kind)
        if kind == "code" and not closing and text[found.end() - 2] != "/":
            close = self._find("</" + found.group(1), found.end())
            if close >= 0:
                shut = text.find(">", close)
                return self.hide(start, shut + 1 if shut >= 0 else len(text), "code")
        shown = {"line": "\n", "block": "\n\n", "cell": "|", "void": OPAQUE}.get(kind, "")
        if kind in ("raised", "lowered"):
            # What was raised is not joined to a number behind it.
            shown = OPAQUE if text[found.end() : found.end() + 1].isdigit() else ""
        return self.hide(start, found.end(), "markup", shown)

    def scripted(self, start: int, end: int, kind: str) -> int:
        """Show `<sup>5</sup>` as a raised digit, never as one on the line."""
        text = self.text
        body = _SCRIPTED.match(text, end)
        table = latex.SUPERSCRIPTS if kind == "raised" else latex.SUBSCRIPTS
        if body is not None:
            close = _SCRIPTED_END.match(text, body.end())
            shown = _decoded(body.group())
            if close is not None and (_RAISED.fullmatch(shown) or any(c.isdigit() for c in shown)):
                self.edits.append((start, close.end(), shown.strip().translate(table)))
                return close.end()
            if close is not None and _MARKED.search(text, max(0, start - 12), start) is not None:
                if kind == "raised" and _NOTES.fullmatch(shown.strip()):
                    # `5 mg<sup>a</sup>`: the mark of a note
                    self.edits.append((start, close.end(), ""))
                    return close.end()
                if kind == "lowered":
                    # `5 kW<sub>e</sub>`: another unit, which no letters on the line name
                    self.edits.append((start, end, "_"))
                    return end
            if close is not None and kind == "raised" and shown.strip().lower() == "o":
                self.edits.append((start, close.end(), "°"))
                return close.end()
            self.edits.append((start, end, ""))
            return end
        # More markup inside: a mark keeps what is raised apart from a number in front of it.
        apart = "" if text[end : end + 1] == "[" or not text[max(0, start - 1) : start].isdigit() else "^"
        apart = "_" if apart and kind == "lowered" else apart
        self.edits.append((start, end, apart))
        return end

    def entity(self, start: int, end: int) -> int:
        found = _ENTITY.match(self.text, start)
        if found is None:
            return end
        shown = _decoded(found.group())
        if shown == found.group():
            return end
        self.edits.append((start, found.end(), self.markup.hidden.sub("", shown)))
        return found.end()

    # LaTeX and escapes

    def dollar(self, start: int, end: int) -> int:
        text = self.text
        double = text.startswith("$$", start)
        opening = start + (2 if double else 1)
        close = self._find("$$" if double else "$", opening)
        if close < 0 or close == opening or close - opening > _LONGEST_FORMULA:
            return end
        if not double and (text[close - 1].isspace() or text[close + 1 : close + 2].isdigit()):
            return end
        inside = text[opening:close]
        if text[close - 1] == "\\" or "\n\n" in inside:
            return end
        if latex.MATH.search(inside) is None and latex.PLAIN_NUMBER.fullmatch(inside) is None:
            return end
        return self._formula(start, opening, close, close + (2 if double else 1))

    def _formula(self, start: int, opening: int, close: int, end: int) -> int:
        text = self.text
        # Delimiters that touch digits on both sides keep them apart.
        self.edits.append((start, opening, self._apart(start, opening)))
        self.markup.latex.math(text, opening, close, self.edits)
        self.edits.append((close, end, self._apart(close, end)))
        return end

    def _apart(self, start: int, end: int) -> str:
        text = self.text
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        return OPAQUE if before.isdigit() and after.isdigit() else ""

    def backslash(self, start: int, end: int) -> int:
        text = self.text
        following = text[end : end + 1]
        if following in ("", "\n"):
            return end
        if following in _LATEX_DELIMITER:
            close = self._find(_LATEX_DELIMITER[following], start + 2)
            if 0 <= close - start <= _LONGEST_FORMULA and self._is_math(following, text[start + 2 : close]):
                return self._formula(start, start + 2, close, close + 2)
        if _DRIVE_LETTER.search(text, max(0, start - 3), start) is not None:
            drive = _DRIVE.match(text, start)
            if drive is not None:
                return self.hide(start - 2, drive.end(), "url")
        after = self.markup.latex.command(text, start, len(text), self.edits, inside=False)
        if after > start:
            return after
        if following in _MARKDOWN_ESCAPES:
            self.edits.append((start, start + 1, ""))
            return start + 2
        return end

    @staticmethod
    def _is_math(delimiter: str, inside: str) -> bool:
        """Return whether escaped brackets enclose math; around a number alone, square ones are brackets as such."""
        if "\n\n" in inside:
            return False
        return delimiter == "(" or (not _BRACKETS_ONLY.fullmatch(inside) and latex.MATH.search(inside) is not None)

    def caret(self, start: int, end: int) -> int:
        text = self.text
        if text.startswith("^[", start):
            mark = citations.mark(text, start, self.styles, self.markup.citations)
            return end if mark is None else self.cite(start, mark)
        if text[start + 1] in "{\\":
            self.markup.latex.script(text, start, len(text), self.edits)
            return self.edits[-1][1] if self.edits and self.edits[-1][0] >= start else end
        return end

    # Brackets

    def bracket(self, start: int, end: int) -> int:
        text = self.text
        if text[start] == "!":
            end += 1
        else:
            if text.startswith("[^", start):
                note = self.footnote(start)
                if note:
                    return note
            mark = citations.mark(text, start, self.styles, self.markup.citations)
            if mark is not None:
                return self.cite(start, mark)
            nested = None
            if text.startswith("[", end):
                nested = citations.mark(text, end, self.styles, self.markup.citations)
            if nested is not None and text.startswith("](", nested.end):
                tail = citations.LINK_TAIL.match(text, nested.end + 1)
                if tail is not None:
                    return self.cite(start, nested, tail.end())
        self.links.append((start, end - start > 1, len(self.edits)))
        return end

    def lenticular(self, start: int, end: int) -> int:
        mark = citations.mark(self.text, start, self.styles, self.markup.citations)
        return end if mark is None else self.cite(start, mark)

    def cite(self, start: int, mark: citations.Mark, end: int = 0) -> int:
        text = self.text
        if not end:
            end = mark.end
            if mark.style in ("bracket", "source", "doc") and text.startswith("(", end):
                tail = citations.LINK_TAIL.match(text, end)
                if tail is not None and _is_destination(tail["to"]):
                    end = tail.end()
        self.edits.append((start, end, CITATION))
        if mark.off:
            self.ignored.append(Ignored(start, end, "style_off"))
        else:
            self.citations.append(Citation(start, end, mark.style, mark.spans))
        self._floor = end
        return end

    def footnote(self, start: int) -> int:
        """Take `[^1]` where its definition stands in the text, and the definition's own mark; 0 where it does not."""
        text = self.text
        if self._footnotes is None:
            self._footnotes = frozenset(m.group(1) for m in _FOOTNOTE_BEGINS.finditer(text))
        found = _FOOTNOTE.match(text, start)
        if found is None:
            return 0
        label = found.group(1)
        defined = label.rstrip("^") in self._footnotes or label in self._footnotes
        if not defined and label.rstrip("^").isdigit():
            return 0
        begins = found.group().endswith(":") and _FOOTNOTE_BEGINS.match(text, self._line(start)) is not None
        end = found.end() if begins or not found.group().endswith(":") else found.end() - 1
        return self.hide(start, end, "footnote", OPAQUE if begins else CITATION)

    def paren(self, start: int, end: int) -> int:
        mark = citations.mark(self.text, start, self.styles, self.markup.citations)
        if mark is None or self._restates(start):
            return end
        return self.cite(start, mark)

    def _restates(self, at: int) -> bool:
        """Whether a number in brackets restates the word before it, as in `five (5) days`."""
        words = self.markup.number_word
        before = self.text[max(0, at - 24) : at].rstrip()
        return words is not None and any(m.end() == len(before) for m in words.finditer(before))

    def unbracket(self, start: int, end: int) -> int:
        text = self.text
        if not self.links:
            return end
        opening, image, count = self.links.pop()
        tail = citations.LINK_TAIL.match(text, end)
        if tail is None or not _is_destination(tail["to"]):
            return end
        if image:
            for listed in (self.citations, self.ignored):
                while listed and listed[-1].start > opening:
                    listed.pop()
            del self.edits[count:]
            return self.hide(opening, tail.end(), "markup")
        self.edits.append((opening, opening + 1, ""))
        return self.hide(start, tail.end(), "url", self._apart(start, tail.end()))

    # Addresses

    def scheme(self, start: int, end: int) -> int:
        text = self.text
        scheme = _SCHEME.search(text, max(self._floor, start - 22), start)
        if scheme is None:
            return end
        return self.url(scheme.start(), start)

    def www(self, start: int, end: int) -> int:
        if start and self.text[start - 1].isalnum():
            return end
        return self.url(start, start)

    def url(self, start: int, place: int) -> int:
        found = _URL.match(self.text, place)
        if found is None:
            return place + 1
        return self.hide(start, place + len(_trimmed(found.group())), "url")

    def at_sign(self, start: int, end: int) -> int:
        text = self.text
        mailbox = _MAILBOX.search(text, max(self._floor, start - 65), start)
        host = _HOST.match(text, end)
        if mailbox is None or host is None:
            return end
        return self.hide(mailbox.start(), host.end(), "url")

    def _is_path(self, path: str) -> bool:
        """Whether it is a path by a folder that the table names, or by a file's ending; `/kg/day` is none."""
        parts = path.strip("/.").split("/")
        return any(part.lower() in self.markup.folders for part in parts) or (
            _FILE.search(parts[-1]) is not None and not parts[-1][-1].isdigit()
        )

    def slash(self, start: int, end: int) -> int:
        text = self.text
        found = _PATH.match(text, start)
        if found is None or not self._is_path(found.group()):
            return end
        head = start - 1 if start and text[start - 1] == "~" else start
        return self.hide(head, start + len(found.group().rstrip(".")), "url")


_METHODS = {
    "*": Scan.marks,
    "_": Scan.marks,
    "~": Scan.marks,
    "`": Scan.ticks,
    "<": Scan.tag,
    "&": Scan.entity,
    "$": Scan.dollar,
    "\\": Scan.backslash,
    "^": Scan.caret,
    "[": Scan.bracket,
    "!": Scan.bracket,
    "]": Scan.unbracket,
    "【": Scan.lenticular,
    "(": Scan.paren,
    ":": Scan.scheme,
    "w": Scan.www,
    "@": Scan.at_sign,
    "/": Scan.slash,
    OPAQUE: Scan.stand_in,
    CITATION: Scan.stand_in,
}


def _decoded(entities: str) -> str:
    from html import unescape

    return unescape(entities)


def _is_destination(to: str | None) -> bool:
    """Whether a link's target can be one: never a bare number or word, which would be hidden text."""
    return (
        to is None or to == "" or (any(c in to for c in "/.#:") and not to.replace(".", "").replace(",", "").isdigit())
    )


def _trimmed(url: str) -> str:
    """Cut what stands behind a URL: sentence marks, and a bracket that the URL did not open."""
    surplus = {close: url.count(close) - url.count(opening) for opening, close in ("()", "[]", "{}")}
    end = len(url)
    while end:
        last = url[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in ".,;:!?'*_~\\":
            break
        end -= 1
    return url[:end]
