"""From the visible text to islands of terminals of the grammar.

The text is split into tokens once (`tokens`); these are put together to items (`items`), and what an item is follows
from its place between terminals (`lives`, `figures`). Values belong to `numerals` and `normalise`, joining to
the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from quantcheck import numerals
from quantcheck.figures import LONG_SUFFIXES, PLUS, Figures
from quantcheck.island import Island
from quantcheck.items import GLUED, PERIODS, SLASHES, Item, noun_senses
from quantcheck.lexicon import UNIT_ALONE
from quantcheck.lives import DASHES, ENDS, QUOTES, SHORT_WORDS, SIGNS, WORD, is_word_unit, unit_senses
from quantcheck.numerals import Number
from quantcheck.paced import pace, spread
from quantcheck.tokens import BENIGN, CITATION, DISTRIBUTIVE, HYPHENS
from quantcheck.values import Sense, Unit

DANGLING = "DANGLING"
LONG_DASHES = DASHES | {"--"}
TIE = "~"
"""The blank of LaTeX where no line ends, when it touches a number and its unit."""
NOTHING = Unit("1", Fraction(1), (("number", 1),), "number")
"""What an amount is per where nothing is: a factor that changes no unit."""
_BEFORE_RATE = frozenset(("(", "[", ",", "—", "–"))
STRETCH = frozenset(("PM", "TIMES", "PER", "PLUS", "POW", "SLASH", "MUL"))
"""Signs that reach out of an expression when nothing follows them that can be read."""
ABBREVIATIONS = frozenset(
    [
        "in",
        "oz",
        "lb",
        "lbs",
        "fl",
        "sq",
        "cu",
        "ft",
        "min",
        "max",
        "approx",
        "tbsp",
        "tsp",
        "hr",
        "hrs",
        "sec",
        "deg",
        "vol",
        "wt",
        "yd",
        "mi",
        "gal",
        "qt",
        "pt",
        "pk",
        "mo",
        "yr",
        "yrs",
        "wk",
        "mins",
        "secs",
        "c",
        "tab",
        "tabs",
        "cap",
        "caps",
    ]
)
_ELAPSED = frozenset(("after", "in", "within", "until", "before", "every", "last", "next"))
"""Words before a time behind which a clause may begin without a comma (`after 5 minutes a player fell`)."""
SIGNED = frozenset(("NUM", "CUR"))
_PER_WHOLE = frozenset(("w", "v", "W", "V"))
"""What begins a ratio by weight or volume (`1:4 (w/w)`)."""
_LETTERED = re.compile(r"[(\[]([A-Za-z])[)\]]")
_OF_UNITS = frozenset(("UNIT", "PER", "POW", "MUL", "SQ", "LP", "RP"))
_JOINING = frozenset(("RANGE", "AND", "BOUND", "APPROX", "BETWEEN", "FROM"))
_TOUCHING = frozenset(".,·•:;=*&")
"""Marks that part no number from a unit which both touch."""
_DETERMINERS = frozenset(("the", "this", "that", "our", "your", "his", "her", "its", "their"))
_LENGTH = (("length", 1),)
_QUALIFYING = frozenset(("BETWEEN", "FROM", "BOUND", "APPROX"))
BEFORE_UNIT = frozenset(("NUM", "MULT", "PER"))
JOINTS = frozenset(
    (
        "RANGE",
        "AND",
        "COMMA",
        "TIMES",
        "PLUS",
        "OF",
        "INR",
        "EQ",
        "FROM",
        "CHANGE",
        "BETWEEN",
        "APPROX",
        "BOUND",
        "EMPH",
    )
)
RATED_BY = frozenset(("per", "a", "an", "each", "every"))
"""Words that a dash may join to an amount and to what it is per."""
OPENINGS = frozenset(
    (
        "NUM",
        "CUR",
        "LP",
        "BOUND",
        "APPROX",
        "EMPH",
        "NEG",
        "FROM",
        "CHANGE",
        "BETWEEN",
        "EVERY",
        "PLUSMINUS",
        "TIMESN",
        "VAGUE",
        "DAILY",
        "TOD",
    )
)


class Lexer(Figures):
    """The islands of one visible text."""

    def islands(self) -> Iterator[Island]:
        """Yield the islands in order."""
        for a, b in self.ranges():
            island = self.island(a, b)
            if island is not None:
                yield island

    def island(self, a: int, b: int) -> Island | None:
        """Return the island of the tokens from `a` to `b`, None where nothing stands there that can be read."""
        raw = self.raw
        items: list[Item] = []
        k = a
        glued = k > 0 and not raw[k - 1].isspace()
        while k < b:
            t = raw[k]
            if t.isspace() or t == CITATION:
                glued = False
                k += 1
                continue
            if t in HYPHENS and glued and items and self._rated_by_hyphens(k):
                # `a $20-a-month plan`, `a 10-mg-per-day dose`
                glued = False
                k += 1
                continue
            item = self._item(k, b, glued, items)
            if items and self._known_noun(items[-1], item):
                # a noun that the lexicon knows for another reason (`per adult`)
                noun = self._noun(k, glued, article=items[-1].text.lower() != "per")
                noun.lives = (*item.lives, *noun.lives)
                item = noun
            items.append(item)
            k = item.last
            glued = True
        return self._resolve(items, a, b)

    def _rated_by_hyphens(self, k: int) -> bool:
        """Say whether a dash joins an amount and `per`, or that and what the amount is per."""
        raw = self.raw
        first = k if raw[k + 1 : k + 2] and raw[k + 1].lower() in RATED_BY else k - 2
        if first < 1 or first + 3 >= len(raw) or raw[first + 1].lower() not in RATED_BY or not raw[first + 3].isalpha():
            return False
        return (
            raw[first] in HYPHENS and raw[first + 2] in HYPHENS and (raw[first + 1] == "per" or self._measured(first))
        )

    @staticmethod
    def _known_noun(before: Item, item: Item) -> bool:
        """Say whether a word that the lexicon knows may be what an amount is per."""
        if not item.text.isalpha() or "PER" not in before.kinds:
            return False
        if before.text.lower() == "per":
            return item.kinds.isdisjoint(("UNIT", "NUM", "SQ", "VAGUE", "ONE", "NUMWORD", "NOUN"))
        if before.text in SLASHES:
            return not item.kinds
        return item.kinds <= {"FILL", "TIMESW"}

    def _resolve(self, items: list[Item], a: int, b: int) -> Island | None:
        island = Island(self.text, a, self.lexicon)
        put = island.put
        lexicon = self.lexicon
        rules = lexicon.rules
        n = len(items)
        kinds: list[frozenset[str]] = [it.kinds for it in items]
        parted: set[int] = set()
        """Signs with a blank behind them where no dash can stand."""
        for k in range(n - 1):
            if items[k].text in SIGNS and not items[k + 1].glued and kinds[k + 1] & SIGNED:
                if items[k].text == "−" or self._word_in_front(items[k].first) in lexicon.before_sign:
                    kinds[k] |= {"SIGN"}
                    parted.add(k)
            if items[k].text in PLUS and items[k + 1].glued and "NUM" in kinds[k + 1] and k and kinds[k - 1] & _JOINING:
                # `−5 °C to +5 °C`
                kinds[k] |= {"SIGN"}
            if (
                items[k].text in SIGNS
                and items[k + 1].glued
                and ("NUM" in kinds[k + 1] or ("CUR" in kinds[k + 1] and "NUM" in (kinds[k + 2] if k + 2 < n else ())))
                and (
                    not items[k].glued
                    or (k > 0 and not items[k - 1].text[-1].isalnum() and items[k - 1].text[-1] not in ")]")
                )
            ):
                kinds[k] |= {"SIGN"}
        money = False
        between = False
        i = 0
        paces: list[tuple[int, str]] = []
        prev = WORD
        pointed = bool(items) and self._pointed_off(items, 0)
        if a > 0 and items and items[0].glued and (pointed or not (self._clean_left(a) or self._differs_by(a, items))):
            first = a
            while first > 0 and a - first < 6 and first - 1 not in self.left and not self._parts(self.raw[first - 1]):
                first -= 1
            put(GLUED, None, self.starts[first], self.starts[a])
        while i < n:
            item = items[i]
            lives = item.lives
            kind = kinds[i]
            if kind is UNIT_ALONE and prev in BEFORE_UNIT and not (money and item.glued) and item.node is not None:
                # by far the commonest: the name of a unit that has no other life, behind its number
                if not (item.node.cued or item.text in rules or item.text in QUOTES or item.text == "st"):
                    put("UNIT", lives[0][1], item.start, item.end, item.text)
                    prev = "UNIT"
                    i += 1
                    continue
            following = kinds[i + 1] if i + 1 < n else frozenset()
            if item.shorter is not None and "UNIT" in kind and self._power_behind(items, kinds, i):
                made, reach = self._split(item, b)
                if reach == item.last and "UNIT" in made[0].kinds and "UNIT" in made[-1].kinds:
                    # `N m-2`: the power is of the last unit of the product alone
                    items[i : i + 1] = made
                    kinds[i : i + 1] = [it.kinds for it in made]
                    n = len(items)
                    continue
            multiplier = lexicon.numerals.words.get(item.text.lower()) if prev in ("RP", "UNIT") else None
            if multiplier is None and prev == "UNIT" and len(item.text) > 1 and item.text in LONG_SUFFIXES:
                # `5 EUR bn`
                multiplier = "multiplier", lexicon.numerals.suffixes[item.text]
            if multiplier is not None and multiplier[0] == "multiplier" and item.text.isalpha():
                if prev == "RP":
                    put("MULT", multiplier[1], item.start, item.end, item.text)
                    prev = "MULT"
                    i += 1
                    continue
                if all(s.unit.kind == "money" for s in island.values[-1]):
                    # `75 USD million`
                    places = (-1, -3) if island.types[-3:-2] == ["CUR"] else (-1,)
                    for place in places:
                        # `$75 USD million`: the sign in front is that of the same money
                        island.values[place] = tuple(scaled_sense(s, multiplier[1]) for s in island.values[place])
                    island.ends[-1] = item.end
                    i += 1
                    continue
            if "ORDINAL" in kind:
                self.ordinals.append((item.start, item.end, "ordinal"))
                put(WORD, None, item.start, item.end, item.text)
                prev = WORD
                i += 1
                continue
            # a number
            if "NUM" in kind:
                touched = item.glued and prev in ("NUM", "MULT", "VAGUE") and items[i - 1].value is None
                if touched or (
                    item.glued
                    and prev in ("UNIT", "POW")
                    and not self._power_digit(item, prev, island)
                    and not self._clocked(items, i)
                ):
                    put(GLUED, None, item.start, item.start)
                i, prev = self._number(items, kinds, i, island, prev, money)
                continue
            text = item.text
            if text == TIE and item.glued and prev in ("UNIT", "POW") and "UNIT" in following and items[i + 1].glued:
                # `10~J~kg$^{-1}$`
                items[i + 1].glued = False
                i += 1
                continue
            if text == TIE and item.glued and prev in ("UNIT", "POW") and items[i + 1 : i + 2]:
                if items[i + 1].glued and items[i + 1].text.lower() in ("to", "and", "or"):
                    # `5~kg~to~6~kg`
                    put(DANGLING, None, item.start, item.end, text)
                    prev = DANGLING
                    i += 1
                    continue
            if text == "," and prev == "NUM" and self._set_apart(items, kinds, i):
                # `$ 1 , 500`: thousands whose signs were set apart
                put(DANGLING, None, item.start, item.end, text)
                prev = DANGLING
                i += 1
                continue
            # a dash that joins number and unit (`30-minute`), or hangs before a connector (`30- to 40-minute`)
            if (text in DASHES or text == TIE) and item.glued and prev in ("NUM", "MULT", "UNIT") and i + 1 < n:
                nxt = items[i + 1]
                if text == TIE and nxt.glued and nxt.text[0] in DASHES:
                    # `20~--~30 km`
                    i += 1
                    continue
                if (
                    prev in ("NUM", "MULT")
                    and nxt.glued
                    and "UNIT" in following
                    and "NUM" not in following
                    and is_wordy(nxt.text, island.texts[-1])
                    and not (money and nxt.text.lower() in RATED_BY)
                ):
                    i += 1
                    continue
                if nxt.glued and nxt.text.lower() in ("a", "an") and island.texts[-1].lower().endswith("half"):
                    # `half-an-hour`
                    i += 2
                    continue
                if prev == "NUM" and self._part_of_one(items, i) and "fraction" in island.values[-1][0].forms:
                    # `a quarter-of-an-hour`
                    i += 4
                    continue
                if not nxt.glued and nxt.text.lower() in ("to", "and", "or"):
                    i += 1
                    continue
                if money and nxt.glued and nxt.text.lower() in RATED_BY:
                    # `a $5-a share bid`
                    put(DANGLING, None, item.start, item.end, text)
                    prev = DANGLING
                    i += 1
                    continue
                if prev == "UNIT" and nxt.glued and nxt.text.lower() in ("per",):
                    i += 1
                    continue
                if prev == "UNIT" and nxt.glued and "NUM" in following and self._hyphened(island):
                    # `6-foot-2`, `6-foot-2-inch`
                    nxt.glued = False
                    i += 1
                    continue
            if (
                text == "-"
                and not item.glued
                and prev in ("NUM", "MULT")
                and "UNIT" in following
                and "NUM" not in following
                and items[i + 1].text.isalpha()
                and (items[i + 1].text.islower() or "word" in island.values[-1 if prev == "NUM" else -2][0].forms)
            ):
                # `half - hour`, as texts have it whose tokens were set apart
                i += 1
                continue
            if prev not in ENDS and i in parted:
                # `fell to - 5 °C`: no dash can stand there, and as a sign it would touch its number
                put(DANGLING, None, item.start, item.end, text)
                prev = DANGLING
                i += 1
                continue
            # a sign that touches its number
            if (
                text in SIGNS
                and i + 1 < n
                and items[i + 1].glued
                and ("NUM" in following or ("CUR" in following and "NUM" in (kinds[i + 2] if i + 2 < n else ())))
                and prev not in ENDS
            ):
                if item.glued and item.first > 0 and prev == WORD and self.raw[item.first - 1][-1:].isalnum():
                    put(GLUED, None, item.start, item.end)
                    prev = GLUED
                    i += 1
                    continue
                if "NUM" in following:
                    i, prev = self._number(items, kinds, i + 1, island, prev, money, sign=item)
                    continue
                put("NEG", "-", item.start, item.end)
                prev = "NEG"
                i += 1
                continue
            if text in PLUS and i + 1 < n and items[i + 1].glued and "NUM" in following and prev not in ENDS:
                i, prev = self._number(items, kinds, i + 1, island, prev, money, sign=item)
                continue
            if prev in ("NUM", "MULT") and text.lower() in lexicon.amid and "UNIT" in following:
                i += 1
                continue
            # 10 to a power whose superscript was lost, all in one: 2.5×10-3
            if (
                "TIMES" in kind
                and prev == "NUM"
                and i + 3 < n
                and items[i + 1].text == "10"
                and items[i + 1].glued
                and items[i + 2].text in SIGNS
                and items[i + 2].glued
                and items[i + 3].glued
                and items[i + 3].text.isdecimal()
                and len(items[i + 3].text) < 4
            ):
                put("MULT", numerals.power_of_ten(-int(items[i + 3].text)), item.start, items[i + 3].end, "10^")
                prev = "MULT"
                i += 4
                continue
            # 10 (or 2) to a power, behind a multiplication sign
            if (
                "TIMES" in kind
                and prev in ("NUM", "RP", "MULT")
                and i + 2 < n
                and items[i + 1].text in ("10", "2")
                and "POW" in kinds[i + 2]
            ):
                power = items[i + 2].lives[0][1]
                if not isinstance(power, int) or abs(power) > numerals.MAX_EXPONENT:
                    put(GLUED, "too_large", item.start, items[i + 2].end)
                else:
                    put("MULT", Fraction(int(items[i + 1].text)) ** power, item.start, items[i + 2].end, "10^")
                prev = "MULT"
                i += 3
                continue
            if "TIMES" in kind and prev in ENDS and i + 2 < n and "NUM" in following and "POW" in kinds[i + 2]:
                # `5 × 3^2 mg`: a product with a power of another number
                put(DANGLING, None, item.start, item.end, text)
                prev = DANGLING
                i += 1
                continue
            if (
                prev == "NUM"
                and text.lower() in ("a", "an")
                and "UNIT" in following
                and "fraction" in island.values[-1][0].forms
                and island.values[-1][0].value < 1
            ):
                i += 1
                continue
            if (
                prev == "NUM"
                and text == "of"
                and island.values[-1][0].forms
                and "fraction" in island.values[-1][0].forms
            ):
                # `three quarters of an hour`, `one and a quarter of hours`: the fraction is the number of that unit
                article = 1 if following & {"ONE", "PER"} and items[i + 1].text.lower() in ("a", "an") else 0
                if (
                    i + 1 + article < n
                    and "UNIT" in kinds[i + 1 + article]
                    and is_word_unit(items[i + 1 + article].text)
                ):
                    i += 1 + article
                    continue
            if following & _QUALIFYING and i + 2 < n and "NUM" in kinds[i + 2] and self._is_led(items, kinds, i):
                # `pH below 7`, `pH between 6.5 and 9.5`, `aged over 65`: the unit stands in front of all
                nxt = items[i + 1]
                terminal, value = next(life for life in nxt.lives if life[0] in _QUALIFYING)
                between = terminal == "BETWEEN"
                if terminal == "FROM" and self._changed(item.first):
                    terminal = "CHANGE"
                put(
                    terminal,
                    (value, nxt.text) if terminal in ("BOUND", "APPROX") else value,
                    item.start,
                    nxt.end,
                    nxt.text,
                )
                senses = next(value for terminal, value in lives if terminal in ("CUR", "CURNAME"))
                put("CUR", senses, items[i + 2].start, items[i + 2].start, text)
                prev = "CUR"
                i += 2
                continue
            chosen = self._choose(items, kinds, i, prev, island, money)
            if chosen is None and "BOUND" in kind and text[0].isalpha():
                skip = self._filled(items, kinds, i)
                if skip:
                    chosen = next(life for life in lives if life[0] == "BOUND")
                    put("BOUND", (chosen[1], text), item.start, item.end, text)
                    paced = pace(self.text[item.end : items[skip].start].lower().split(), lexicon)
                    if paced:
                        paces.append((len(island.types), paced))
                    prev = "BOUND"
                    i = skip
                    continue
            if chosen is None and kind & {"EMPH"} and i + 1 < n and kinds[i + 1] & {"BOUND", "APPROX"}:
                chosen = ("EMPH", "emphasis")
            if chosen is None and item.shorter is not None:
                # the longest spelling has no place here: the next shorter one, and what is behind it, by themselves
                made, reach = self._split(item, b)
                over = i + 1
                while over < n and items[over].first < reach:
                    over += 1
                items[i:over] = made
                kinds[i:over] = [it.kinds for it in made]
                n = len(items)
                last = i + len(made) - 1
                if made[-1].text in SIGNS and last + 1 < n and items[last + 1].glued and kinds[last + 1] & SIGNED:
                    kinds[last] |= {"SIGN"}
                continue
            measured = prev in ("UNIT", "POW") or (money and prev in ("NUM", "MULT"))
            if measured and text in _BEFORE_RATE and i + 1 < n and self._rate_opens(items[i + 1], text in "(["):
                # `5 mg (per kg)`, `5 mg, for each kg`
                if text in "([":
                    closing = next((k for k in range(i + 2, min(i + 8, n)) if items[k].text in ")]"), 0)
                    if closing:
                        del items[closing], kinds[closing]
                        n -= 1
                i += 1
                continue
            if measured and text == ";" and i + 1 < n and self._per_opens(items[i + 1]):
                # `5 mg; per kg`: what it is per, or the start of another clause
                put(DANGLING, None, item.start, item.end, text)
                prev = DANGLING
                i += 1
                continue
            if prev in ("NUM", "MULT") and text in ("(", "[", "<") and "UNIT" in following:
                closing = self._unit_in_brackets(items, kinds, i)
                if closing and self._clearly_unit(items[i + 1], closing - i, island):
                    # `20 (kg)`
                    items[closing - 1].end = items[closing].end
                    del items[closing], kinds[closing]
                    n -= 1
                    i += 1
                    continue
                if closing and not self._lettered(item.start):
                    # `20 (g)`, `2019 (kg)`: it may be the unit, or the letter of a note
                    kinds[i], kinds[closing] = UNIT_ALONE, UNIT_ALONE
                    put(DANGLING, None, item.start, item.end, text)
                    prev = DANGLING
                    i += 1
                    continue
            if text in ("(", ",") and prev in ENDS and self._tolerance_behind(items, kinds, i, island):
                # `5 m (± 1 cm)`, `5 m, ± 1 cm`
                if text == "(":
                    closing = next(k for k in range(i + 2, n) if items[k].text == ")")
                    items[closing - 1].end = items[closing].end
                    del items[closing], kinds[closing]
                    n -= 1
                i += 1
                continue
            if chosen is None and measured and (text.isalpha() or item.first in self.left):
                # `2 L of water per day`: what the amount is of stands between it and what it is per
                rate = (
                    self._worth_ahead(items, kinds, i)
                    or self._rate_behind(items, kinds, i)
                    or self._power_ahead(items, kinds, i)
                )
                if rate > i:
                    i = rate
                    continue
            if chosen is None:
                if "SUBSTANCE" in kind:
                    i += 1
                    continue
                if "OF" in kind and i + 1 < n and "SUBSTANCE" in following:
                    i += 1
                    continue
                prev = self._unplaced(item, kind, prev, island, items, i)
                i += 1
                continue
            terminal, value = chosen
            if terminal == "SCALER":
                put(DANGLING, None, item.start, item.end, text)
                prev = DANGLING
                i += 1
                continue
            if terminal == "BETWEEN":
                between = True
                if self._differs(item.first):
                    terminal = "CHANGE"
            elif terminal == "AND" and between and value == "and":
                terminal, value, between = "RANGE", "", False
            elif terminal == "RANGE":
                # `up to` may prove to be a bound, where what it stands between is no range
                value = next((life[1] for life in lives if life[0] == "BOUND"), "")
                between = False
            elif terminal == "CUR":
                money = True
            elif terminal == "FROM" and self._changed(item.first):
                terminal = "CHANGE"
            if terminal == "ONE":
                if (prev == "NUM" and island.texts[-1].lower() in ("half",)) or (
                    prev == "NUM"
                    and "fraction" in island.values[-1][0].forms
                    and not item.glued
                    and "word" in island.values[-1][0].forms
                ):
                    i += 1
                    continue
                put("NUM", (Number(Fraction(1), forms=("word",)), None), item.start, item.end, text)
                prev = "NUM"
                i += 1
                continue
            if terminal in ("EVERY",) and i + 2 < n and "OTHER" in following and "UNIT" in kinds[i + 2]:
                put("EVERY", value, item.start, item.end, text)
                put(
                    "NUM",
                    (Number(Fraction(2), forms=("word",)), None),
                    items[i + 1].start,
                    items[i + 1].end,
                    items[i + 1].text,
                )
                prev = "NUM"
                i += 2
                continue
            if terminal == "EVERY" and i + 1 < n and "UNIT" in following and "NUM" not in following:
                put("EVERY", value, item.start, item.end, text)
                put("NUM", (Number(Fraction(1), forms=("word",)), None), item.end, item.end, "")
                prev = "NUM"
                i += 1
                continue
            if terminal == "TIMESN" and i + 1 < n and kinds[i + 1] & {"DAILY", "TOD"}:
                nxt = items[i + 1]
                daily = next((life for life in nxt.lives if life[0] in ("DAILY", "TOD")), None)
                if daily is not None and (daily[0] == "DAILY" or value == "1"):
                    terminal = daily[0]
                    value = (value, daily[1]) if terminal == "DAILY" else daily[1]
                    put(terminal, value, item.start, nxt.end, self.text[item.start : nxt.end])
                    prev = terminal
                    i += 2
                    continue
            if terminal == "AND" and prev == "UNIT" and text == "or" and self._or_two(items, kinds, i, island):
                # `an hour or two`
                island.types[-2] = "VAGUE"
                island.ends[-1] = items[i + 1].end
                i += 2
                continue
            if terminal in ("BOUND", "APPROX"):
                value = (value, text)
            if (
                terminal in ("BOUNDP", "APPROXP")
                and prev in ("NUM", "MULT")
                and "UNIT" in following
                and items[i + 1].text not in rules
            ):
                terminal, value = "AMID", (terminal, value)
            if terminal == "DAILY" and prev in ("UNIT", "POW") and value[:2] == "1/" and self._per_next(items, i):
                # `5 mg daily per person`: one amount per both
                put("PER", "/", item.start, item.start)
                put("UNIT", lexicon.periods[value[2:]], item.start, item.end, text)
                prev = "UNIT"
                i += 1
                continue
            if terminal == "AMID" and isinstance(value, str):
                value = ("APPROXP", value)
            if terminal == "RATE":
                # `per annum` is a sign of division and a unit in one
                put("PER", "/", item.start, item.start + 1)
                senses = lexicon.periods.get(value) or noun_senses(value.strip("{}"))
                if text.lower() in ("each", "apiece", "a piece", "ea", "ea.") and (prev in ("UNIT", "POW") or money):
                    senses = _or_nothing(senses)
                put("UNIT", senses, item.start + 1, item.end, text)
                prev = "UNIT"
                i += 1
                continue
            if terminal == "WORTH":
                # `mg equivalents`: a unit of what has that value
                put("MUL", ".", item.start, item.start)
                put("UNIT", noun_senses(value.strip("{}")), item.start, item.end, text)
                prev = "UNIT"
                i += 1
                continue
            if terminal == "NOUN":
                terminal = "UNIT"
                if prev == "PER" and island.texts[-1].lower() in DISTRIBUTIVE:
                    value = self._distributed(value, item, island)
                elif prev == "PER" and island.texts[-1].lower().startswith("for "):
                    # `38 mL of water for each person`: what it is per, or whom it is for
                    value = _or_nothing(value)
            elif terminal == "CURNAME":
                terminal = "CUR"
                money = True
            elif terminal == "COMMA":
                between = False
            if terminal == "ODD":
                island.types[-1] = "VAGUE"
                island.ends[-1] = item.end
                prev = "VAGUE"
                i += 1
                continue
            if terminal == "UNIT" and prev == "NUM" and text.lower() in ("quarters", "quarter"):
                value = self._quarters(value, island)
            if (
                terminal == "UNIT"
                and item.node is not None
                and item.node.cued
                and prev not in ("PER", "MUL", "UNIT", "POW")
                and following.isdisjoint(("PER", "MUL"))
                and not ("UNIT" in following and self._power_behind(items, kinds, i + 1))
            ):
                value = self._cued(item)
            if terminal == "UNIT" and prev == "PER" and island.texts[-1].lower() in ("a", "an"):
                if island.types[-2] not in ("TIMESN", "TIMESW") and self._perhaps_ago(item.last):
                    value = _or_nothing(value)
            if terminal == "UNIT" and prev in ("UNIT", "POW"):
                # a space multiplies where a power follows: mg kg⁻¹ d⁻¹
                put("MUL", ".", item.start, item.start)
            put(terminal, value, item.start, item.end, text)
            prev = terminal
            i += 1
        if paces:
            spread(island, paces, lexicon)
        if "NUM" not in island.types and not {"DAILY", "TOD", "VAGUE", "TIMESN"} & set(island.types):
            return None
        self._right_edge(island, items, b)
        types, texts = island.types, island.texts
        for k in range(len(types) - 1, -1, -1):
            if types[k] == GLUED and k and types[k - 1] == WORD and island.ends[k - 1] == island.starts[k]:
                if texts[k - 1][-1:].isalnum():
                    # the name that a glued sign belongs to: `S^2`, `n-2`
                    types[k - 1] = GLUED
                    continue
            # a connector that joins nothing after all is a plain word
            if types[k] in JOINTS and (k + 1 == len(types) or types[k + 1] not in OPENINGS):
                if types[k] == "RANGE" and types[k + 1 : k + 2] == [DANGLING] and texts[k + 1] in SIGNS:
                    types[k] = DANGLING
                elif not (types[k] == "COMMA" and k + 1 < len(types) and types[k + 1] == "AND"):
                    types[k] = WORD if texts[k][:1].isalpha() or texts[k] in ",&-–—−…~" else DANGLING
        return island

    def _is_led(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether an item is a unit that stands in front of its number, and no money (`pH`, `aged`)."""
        item = items[i]
        if "CUR" in kinds[i]:
            return all(s.unit.code in self.lexicon.prefixed for t, senses in item.lives if t == "CUR" for s in senses)
        if "CURNAME" not in kinds[i] or any(
            s.unit.kind == "money" for t, of in item.lives if t == "CURNAME" for s in of
        ):
            return False
        j = i + 3
        if j + 1 < len(kinds) and kinds[j] & {"RANGE", "AND"} and "NUM" in kinds[j + 1]:
            j += 2
        return j >= len(kinds) or kinds[j].isdisjoint(("UNIT", "MULT")) or items[j].text in SHORT_WORDS

    @staticmethod
    def _rate_opens(item: Item, bracketed: bool) -> bool:
        """Say whether what an amount is per may begin behind a bracket or comma: `per`, `for each`, `(each kg)`."""
        text = item.text.lower()
        return "PER" in item.kinds and text not in ("a", "an") and (bracketed or text not in DISTRIBUTIVE)

    @staticmethod
    def _tolerance_behind(items: list[Item], kinds: list[frozenset[str]], i: int, island: Island) -> bool:
        """Say whether a bracket or a comma opens the tolerance of what stands before it."""
        if i + 2 >= len(items) or "PM" not in kinds[i + 1] or kinds[i + 2].isdisjoint(("NUM", "CUR")):
            return False
        if items[i].text == "(":
            return any(items[k].text == ")" for k in range(i + 2, min(i + 10, len(items))))
        for type_ in reversed(island.types):
            # `±1 mm, ±2 mm` is a series of tolerances
            if type_ in ("PM", "PLUSMINUS"):
                return False
            if type_ in (WORD, "COMMA", "AND"):
                break
        return True

    def _quarters(self, senses: tuple[Sense, ...], island: Island) -> tuple[Sense, ...]:
        """Return the meanings of `quarters` behind a number word of one to three: of a year, or of one."""
        number = island.values[-1][0]
        if "word" not in number.forms or number.value not in (1, 2, 3):
            return senses
        fourth = Sense(Unit("1", Fraction(1, 4), (("number", 1),), "number"), (("quarter", "fraction"),))
        return (*(Sense(s.unit, (*s.axes, ("quarter", "calendar"))) for s in senses), fourth)

    def _distributed(self, senses: tuple[Sense, ...], item: Item, island: Island) -> tuple[Sense, ...]:
        """Return what an amount is per behind `a` or `each`: that noun, or nothing where the noun may open a clause.

        `5 minutes a side` is per side; in `after 5 minutes a man came` it is not.
        """
        noun = item.text.lower()
        money = "CUR" in island.types[-5:-1]
        before = island.values[-2] if island.types[-2] == "UNIT" else ()
        stop = self._next_word(item.last)[1]
        counted = any(s.unit.kind == "count" for s in before)
        end = island.starts[-3] if len(island.starts) > 2 else 0
        since = self.text[max(0, end - 16) : end].split()[-1:]
        elapsed = any(s.unit.dimension in PERIODS for s in before) and since and since[0].lower() in _ELAPSED
        if (
            "PER" not in island.types[-4:-1]
            and len(senses) == 1
            and ((stop and not counted) or (noun in self.lexicon.rated and (stop or money or not elapsed)))
        ):
            return senses
        return _or_nothing(senses)

    def _rate_behind(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the `per` that a few plain words stand before, 0 for none."""
        stated = False
        for j in range(i, min(i + 9, len(items))):
            word = items[j].text.lower()
            stated = stated or word in self.lexicon.stating
            if word in ("and", "or", "but") and not (j + 2 < len(items) and items[j + 2].text.lower() == "per"):
                return 0
            if stated and word.endswith(("each", "every", "apiece")):
                return 0
            if j > i and word in ("each", "apiece") and self._next_word(items[j].last)[1]:
                return j
            if j > i and "PER" in kinds[j] and word not in ("a", "an"):
                if (
                    word == "per"
                    or word.endswith(("each", "every"))
                    or "UNIT" in (kinds[j + 1 : j + 2] or [frozenset()])[0]
                ):
                    return j
            elif j > i and "PER" in kinds[j] and j + 1 < len(items) and items[j - 1].text.lower() not in ("and", "or"):
                # `of exercise a day`, not `of water with a pinch of salt`
                if "UNIT" in kinds[j + 1] and any(s.unit.dimension in PERIODS for s in unit_senses(items[j + 1])):
                    return j
            if not items[j].text.isalnum() or "NUM" in kinds[j]:
                return 0
        return 0

    def _power_ahead(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the unit with a power that one or two plain words stand before (`kg−1 body weight
        day−1`), or of the point in front of it; 0 for none."""
        for j in range(i + 1, min(i + 3, len(items))):
            at = j + 1 if items[j].text in "·⋅∙" else j
            if at < len(items) and "UNIT" in kinds[at] and self._power_behind(items, kinds, at):
                return j
            if not items[j].text.isalpha() or "NUM" in kinds[j]:
                return 0
        return 0

    def _worth_ahead(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of what makes a unit another one, over what it is of; 0 for none."""
        for j in range(i + 1, min(i + 6, len(items))):
            if "WORTH" in kinds[j]:
                return j if self._next_word(items[j].last)[0] not in self.lexicon.not_worth else 0
            text = items[j].text
            if text != "-" and (not text.isalnum() or text.lower() in self.lexicon.closers or "NUM" in kinds[j]):
                return 0
        return 0

    @staticmethod
    def _per_next(items: list[Item], i: int) -> bool:
        """Say whether what an amount is per stands behind an item."""
        behind = items[i + 1] if i + 1 < len(items) else None
        return behind is not None and "PER" in behind.kinds and behind.text.lower() not in DISTRIBUTIVE

    def _per_opens(self, item: Item) -> bool:
        """Say whether an item is `per` in front of what an amount may be per."""
        return item.text.lower() == "per" and self._next_word(item.last)[0] not in _DETERMINERS

    def _unit_in_brackets(self, items: list[Item], kinds: list[frozenset[str]], i: int) -> int:
        """Return the index of the bracket that closes behind a unit and nothing else, 0 for none."""
        before = self.text[max(0, items[i - 1].start - 2) : items[i - 1].start].rstrip("-")
        if items[i + 1].text in _PER_WHOLE or before[-1:].isalpha():
            # `1:4 (w/w)`, `ki67 (F)`
            return 0
        for j in range(i + 2, min(i + 9, len(items))):
            if items[j].text in (")", "]", ">"):
                return j
            if kinds[j].isdisjoint(_OF_UNITS):
                return 0
        return 0

    @staticmethod
    def _clearly_unit(unit: Item, size: int, island: Island) -> bool:
        """Say whether what stands in brackets behind a number can only be its unit: no letter alone, no year before."""
        number = island.values[-1][0] if island.types[-1] == "NUM" else None
        dated = number is not None and number.plain and 1800 <= number.value < 2100 and "," not in island.texts[-1]
        return not dated and (len(unit.text) > 1 or size > 2 or not unit.text.isalpha())

    def _lettered(self, at: int) -> bool:
        """Say whether another letter in brackets stands near, or the one here is of those that notes begin with."""
        near = _LETTERED.findall(self.text[max(0, at - 60) : at + 80])
        return len(near) > 1 or (bool(near) and near[0] in "abctxABC")

    @staticmethod
    def _set_apart(items: list[Item], kinds: list[frozenset[str]], i: int) -> bool:
        """Say whether blanks part a comma from digits in front and three behind, as between thousands."""
        if i + 1 >= len(items) or items[i].glued or items[i + 1].glued or "NUM" not in kinds[i + 1]:
            return False
        before, behind = items[i - 1].text, items[i + 1].text
        return (
            before.isdecimal()
            and len(before) < 4
            and before[0] != "0"
            and behind[:3].isdecimal()
            and not behind[3:4].isdecimal()
        )

    @staticmethod
    def _part_of_one(items: list[Item], i: int) -> bool:
        """Say whether `of a` with hyphens stands between a fraction and its unit, the first at an index."""
        behind = items[i + 1 : i + 4]
        words = [it.text.lower() for it in behind]
        return (
            len(words) == 3
            and words[0] == "of"
            and words[1] in HYPHENS
            and words[2] in ("a", "an")
            and all(it.glued for it in behind)
        )

    @staticmethod
    def _or_two(items: list[Item], kinds: list[frozenset[str]], i: int, island: Island) -> bool:
        """Say whether one of something goes on with `or` and a small number of the same (`a day or two`)."""
        if "NUM" not in kinds[i + 1] or island.types[-2:] != ["NUM", "UNIT"] or not island.texts[-2].isalpha():
            return False
        one, number = island.values[-2][0], items[i + 1].lives[0][1][0]
        behind = kinds[i + 2] if i + 2 < len(items) else frozenset()
        return bool(one.value == 1 < number.value < 10) and behind.isdisjoint(("UNIT", "SQ", "MUL", "PER"))

    def _hyphened(self, island: Island) -> bool:
        """Say whether a dash joins the last unit to its number (`6-foot`)."""
        start = island.starts[-1]
        return start > 0 and self.text[start - 1 : start] in DASHES

    def _pointed_off(self, items: list[Item], i: int) -> bool:
        """Say whether a point alone parts an amount from the word it touches."""
        item, raw = items[i], self.raw
        if not item.glued or item.first < 2 or "NUM" not in item.kinds:
            return False
        if raw[item.first - 1] != "." or not raw[item.first - 2].isalpha():
            return False
        return i + 1 < len(items) and "UNIT" in items[i + 1].kinds

    @staticmethod
    def _powers_down(island: Island) -> bool:
        """Say whether the last power is below zero."""
        return isinstance(island.values[-1], int) and island.values[-1] < 0

    @staticmethod
    def _symbol_of(item: Item) -> bool:
        """Say whether an item is the symbol of a unit, of two letters or more and no word."""
        return (
            len(item.text) > 1
            and item.text not in SHORT_WORDS
            and any(s.unit.code == item.text for s in unit_senses(item))
        )

    def _differs_by(self, a: int, items: list[Item]) -> bool:
        """Say whether the sign of a difference stands in front of a temperature (`Δ5 °C`)."""
        if self.raw[a - 1] not in "Δ∆" or len(items) < 2 or "NUM" not in items[0].kinds:
            return False
        return any(s.unit.kind.startswith("temperature") for s in unit_senses(items[1]))

    def _clocked(self, items: list[Item], i: int) -> bool:
        """Say whether a number glued to a unit of time goes on with a smaller one, glued too (`1h30m`, `3m20s`)."""
        while 1 < i < len(items) - 1 and items[i - 1].glued and items[i + 1].glued:
            if items[i + 1].text not in self.lexicon.clocked.get(items[i - 1].text, ()):
                return False
            if not (i + 2 < len(items) and items[i + 2].glued and items[i + 2].text.isalnum()):
                return True
            i += 2
        return False

    @staticmethod
    def _power_digit(item: Item, prev: str, island: Island) -> bool:
        """Say whether a digit glued to a unit is read as its power (`m2`)."""
        if not island.texts[-1][-1:].isalnum():
            return True
        return prev == "UNIT" and item.text in ("2", "3", "4") and len(island.texts[-1]) <= 3

    @staticmethod
    def _parts(t: str) -> bool:
        """Say whether a token parts what touches it from a name (`S^2`, `CH-01`)."""
        return t.isspace() or t == CITATION or (t in BENIGN and t not in "-–")

    def _right_edge(self, island: Island, items: list[Item], b: int) -> None:
        raw = self.raw
        if b >= len(raw) or b in self.stops or not items or items[-1].last != b:
            return
        t = raw[b]
        if t == CITATION or b in self.left:
            return
        if t[0] not in BENIGN and not t.isspace():
            island.put(GLUED, None, self.starts[b], self.starts[b + 1], t)

    def _pointed_at(self, items: list[Item], i: int, prev: str) -> int:
        """Return the index of the unit or price that a mark parts from the number it touches (`5.mg`, `5.– CHF`)."""
        if not items[i].glued or prev not in ("NUM", "MULT") or items[i].text not in _TOUCHING:
            return 0
        k = i + 1
        while k < len(items) and items[k].glued and (items[k].text == "." or items[k].text in LONG_DASHES):
            k += 1
        if k == len(items) or "UNIT" not in items[k].kinds or items[k].text in QUOTES:
            return 0
        unit = items[k]
        if items[k - 1].text in LONG_DASHES:
            return k if k == i + 2 and any(s.unit.kind == "money" for s in unit_senses(unit)) else 0
        if not (unit.glued or k > i + 1) or unit.text.lower() in SHORT_WORDS:
            return 0
        if len(unit.text) == 1 and items[i].text not in ".,·•":
            # `2011;W`
            return 0
        sentence = unit.text[0].isupper() and unit.text[1:].islower()
        return 0 if sentence or self.raw[unit.last : unit.last + 1] in (["="], ["("]) else k

    def _unplaced(self, item: Item, kind: frozenset[str], prev: str, island: Island, items: list[Item], i: int) -> str:
        """Put a token that found no place: a boundary, or what may reach out of the expression before or behind it."""
        text = item.text
        nxt = items[i + 1] if i + 1 < len(items) else None
        if text == ":" and not item.glued and prev in ("NUM", "MULT") and nxt is not None and "NUM" in nxt.kinds:
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        touches = item.glued and nxt is not None and nxt.glued and "NUM" in nxt.kinds
        if text == ":" and touches and prev in ("UNIT", "POW", "NUM", "MULT"):
            # `500 mg:5 mL`: a strength, and no amount by itself; `1:58.35`: minutes and seconds
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        named = text if text != "-" or nxt is None or not nxt.glued else nxt.text
        if prev in ("NUM", "MULT", DANGLING) and named.lower() in self.lexicon.numerals.denominators:
            # `5 million hundredths`
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if text == "⁄" and prev == "NUM":
            # `5 ⁄ 8 mg`: with blanks it is no fraction sign, and the number behind is no amount of its own
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if text == "." and prev == "NUM" and nxt is not None and "NUM" in nxt.kinds and nxt.text.isdecimal():
            if not item.glued or island.texts[-1] == "0":
                # `0. 5 mg`, `1 . 5 mg`: a decimal whose signs were set apart
                island.put(DANGLING, None, item.start, item.end, text)
                return DANGLING
        if (
            "SQ" in kind
            and prev == "UNIT"
            and text[:2].lower() == "sq"
            and any(s.unit.dimension == _LENGTH for s in island.values[-1])
        ):
            # `5 metres square`, `5 m sq`: the side of an area, or an area
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        reach = self._pointed_at(items, i, prev)
        if reach:
            # `5.mg`, `5,- €`: a point or a comma that was not read touches the number and what it is of
            for mark in items[i + 1 : reach]:
                mark.lives, mark.node, mark.shorter = ((DANGLING, None),), None, None
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if text == "." and nxt is not None and self._pointed_off(items, i + 1):
            # `was.5 mg`: half a milligram, or five behind the end of a sentence
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if text == "." or text in ",;:":
            if (
                text == "."
                and prev in ("UNIT", "POW")
                and island.texts[-1].lower() in ABBREVIATIONS
                and nxt is not None
            ):
                follows = {"NUM", "UNIT", "PER", "TIMES", "AND", "RANGE", "COMMA", "BOUNDP", "APPROXP", "POW"} & {
                    t for t, _ in nxt.lives
                }
                if follows and not nxt.text[:1].isupper():
                    return prev
            island.put(WORD, None, item.start, item.end, text)
            return WORD
        if text in SLASHES and self._other_scale(nxt, prev, island):
            island.put(WORD, None, item.start, item.end, text)
            return WORD
        if "PER" in kind and " " in text and prev in ENDS and nxt is not None and "CUR" in nxt.kinds:
            # `$7 for every $100`
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if text.lower() == "per" and self._next_word(item.last)[0] in _DETERMINERS:
            # `5 mg per the rules`
            island.put(WORD, None, item.start, item.end, text)
            return WORD
        if text.lower() == "minus" and prev in ENDS and nxt is not None and "NUM" in nxt.kinds:
            # `three months minus one day`: a difference, which is no shape
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        number_next = nxt is not None and "NUM" in {t for t, _ in nxt.lives} and nxt.glued
        if text in ("of",) or not kind:
            signed = prev in ("UNIT", "POW") and not text.isalpha()
            touching = (item.glued and (signed or prev in ("NUM", "MULT"))) or number_next
            type_ = GLUED if touching and text[-1:] not in BENIGN else WORD
            island.put(type_, None, item.start, item.end, text)
            return type_
        if (kind & STRETCH and not text[0].isalpha()) or text.lower() == "per":
            near = nxt is not None and "NUM" in {t for t, _ in nxt.lives}
            touching = (
                (item.glued and prev in ENDS) or number_next or text in ("±", "×", "/", "^") or text.lower() == "per"
            )
            if text in "±×∓" and near:
                island.put(DANGLING, None, item.start, item.end, text)
                return DANGLING
            if text in ("-", "–", "—", "*", "·", "•", "‑"):
                touching = number_next and item.glued and prev in ENDS
            if touching and (prev in ENDS or number_next):
                island.put(DANGLING, None, item.start, item.end, text)
                return DANGLING
        if text in "-–‑" and item.glued and prev in ("UNIT", "POW") and nxt is not None and nxt.glued:
            if "UNIT" in nxt.kinds and is_word_unit(nxt.text):
                # `ton-miles`: a product of units that no rule joins
                island.put(DANGLING, None, item.start, item.end, text)
                return DANGLING
        if prev in ("NUM", "MULT") and "CUR" in island.types[-4:] and nxt is not None:
            bracketed = text == "(" and "ADJECTIVE" in nxt.kinds
            if bracketed or (text.lower() == "in" and any(s.unit.kind == "money" for s in unit_senses(nxt))):
                # `$5 (Canadian)`, `$5 in Canadian dollars`
                island.put(DANGLING, None, item.start, item.end, text)
                return DANGLING
        if "ADJECTIVE" in kind and prev in ("NUM", "MULT") and "CUR" in island.types[-4:]:
            # `$5 Canadian`: the currency is another one
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if item.glued and prev in ("UNIT", "POW") and (text[0].isalnum() or text[0] in "%°"):
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if "EVERY" in kind and nxt is not None and "PLUSMINUS" in nxt.kinds:
            # `every ±5 hours`
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if "TIMESN" in kind and prev in ENDS and text.lower() != "once":
            # `5 mg twice`: how often within what is not said
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if "BOUNDP" in kind and prev in ENDS and text[:1] in "oOaAmMt" and not self._compares(item):
            # a bound word that found no place could still bound what stands before it
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if text in QUOTES:
            island.put(WORD, None, item.start, item.end, text)
            return WORD
        if "UNIT" in kind and prev == "POW" and self._powers_down(island) and not item.glued and self._symbol_of(item):
            # `5 h⁻¹ Mpc`: another factor, in no order that is read
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if "UNIT" in kind and prev == "UNIT" and island.texts[-1] == "%" and "PM" in island.types[-4:]:
            # `5 ± 10% mg`
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if "CUR" in kind and item.glued and number_next:
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if "UNIT" in kind and item.glued and prev in ("NUM", "MULT"):
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if item.glued and prev in ("NUM", "MULT") and text.isalpha() and text.lower() not in ("ish",):
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if kind & {GLUED}:
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        if kind & {"BOUND"} and text[0] in "<>≤≥⩽⩾":
            if i + 2 < len(items) and items[i + 2].text[0] in "<>≤≥⩽⩾":
                # `5 < x < 10 mg`: one statement about what stands between
                items[i + 1].lives = ((DANGLING, None),)
                items[i + 1].node = None
                items[i + 1].shorter = None
            island.put(DANGLING, None, item.start, item.end, text)
            return DANGLING
        if number_next and text[-1].isalnum():
            island.put(GLUED, None, item.start, item.end, text)
            return GLUED
        island.put(WORD, None, item.start, item.end, text)
        return WORD


def is_wordy(text: str, number: str) -> bool:
    """Say whether a dash before a unit joins (`30-minute`, `5-mg`)."""
    return text[:1].isalpha() or text[:1] in "°µμ%"


def _or_nothing(senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
    """Return what an amount may be per, with the other reading under which it is per nothing."""
    rated = tuple(Sense(s.unit, tuple(sorted((*s.axes, ("article", "per"))))) for s in senses)
    return (*rated, Sense(NOTHING, (("article", "apart"),)))


def scaled_sense(sense: Sense, factor: Fraction) -> Sense:
    unit = sense.unit
    return Sense(Unit(unit.code, unit.factor * factor, unit.dimension, unit.kind, unit.offset, unit.family), sense.axes)
