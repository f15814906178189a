"""From the visible text to islands of terminals of the grammar.

The text is split into tokens once (`tokens`); these are put together to items (`items`), and what an item is follows
from its place between terminals (`lives`, `figures`, `beside`). Values belong to `numerals` and `normalise`, joining to
the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quantcheck import numerals
from quantcheck.beside import DANGLING, Beside, or_nothing
from quantcheck.figures import LONG_SUFFIXES, PLUS
from quantcheck.island import Island
from quantcheck.items import GLUED, SLASHES, Item, noun_senses
from quantcheck.lexicon import UNIT_ALONE
from quantcheck.lives import DASHES, ENDS, QUOTES, SIGNS, WORD, is_word_unit
from quantcheck.numerals import Number
from quantcheck.paced import pace, spread
from quantcheck.tokens import CITATION, DISTRIBUTIVE, HYPHENS
from quantcheck.values import Sense, Unit

TIE = "~"
"""The blank of LaTeX where no line ends, when it touches a number and its unit."""
_BEFORE_RATE = frozenset(("(", "[", ",", "—", "–"))
SIGNED = frozenset(("NUM", "CUR"))
_JOINING = frozenset(("RANGE", "AND", "BOUND", "APPROX", "BETWEEN", "FROM"))
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


class Lexer(Beside):
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
        for k in range(n - 1):
            if items[k].text in SIGNS and not items[k + 1].glued and kinds[k + 1] & SIGNED:
                if items[k].text == "−" or self._word_in_front(items[k].first) in lexicon.before_sign:
                    # with a blank behind it, where no dash can stand
                    kinds[k] |= {"SIGN", "PARTED"}
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
            if prev not in ENDS and "PARTED" in kind:
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
                    senses = or_nothing(senses)
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
                    value = or_nothing(value)
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
                    value = or_nothing(value)
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


def is_wordy(text: str, number: str) -> bool:
    """Say whether a dash before a unit joins (`30-minute`, `5-mg`)."""
    return text[:1].isalpha() or text[:1] in "°µμ%"


def scaled_sense(sense: Sense, factor: Fraction) -> Sense:
    unit = sense.unit
    return Sense(Unit(unit.code, unit.factor * factor, unit.dimension, unit.kind, unit.offset, unit.family), sense.axes)
