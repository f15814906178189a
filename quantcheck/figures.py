"""Numbers among terminals: their signs, powers, multipliers and suffixes, and what words add to digits."""

from __future__ import annotations

from fractions import Fraction

from quantcheck import numerals
from quantcheck.island import Island
from quantcheck.items import Item
from quantcheck.lexicon import suffix_sense
from quantcheck.lives import QUOTES, SIGNS, unit_senses
from quantcheck.multipliers import LONG_SUFFIXES, PLUS, Multipliers
from quantcheck.numerals import Number
from quantcheck.tokens import HYPHENS
from quantcheck.values import Sense
from quantcheck.walk import Walk

_ONE = Fraction(1)
_ZERO = Fraction(0)


class Figures(Multipliers):
    """The items of a text, and the terminals of its numbers."""

    def _number(self, walk: Walk, sign: Item | None = None) -> bool:
        """Put a number, with its sign, power, multiplier and suffix."""
        at = walk.at if sign is None else walk.at + 1
        walk.at, walk.prev = self._put(walk.items, walk.kinds, at, walk.island, walk.prev, walk.money, sign)
        return True

    def _put(
        self,
        items: list[Item],
        kinds: list[frozenset[str]],
        i: int,
        island: Island,
        prev: str,
        money: bool,
        sign: Item | None = None,
    ) -> tuple[int, str]:
        item = items[i]
        number, other = item.lives[0][1]
        start = item.start if sign is None else sign.start
        n = len(items)
        end = item.end
        j = i + 1
        if sign is None and not number.reason and j < n and "HOURLY" in kinds[j]:
            # `4-hourly`, `4-hour intervals`: every four hours
            period = next(value for terminal, value in items[j].lives if terminal == "HOURLY")
            island.put("EVERY", "every", start, start)
            island.put("NUM", (number, None), start, item.end, item.text)
            island.put("UNIT", self.lexicon.periods[period], items[j].start, items[j].end, items[j].text)
            return j + 1, "UNIT"
        # g/cm 3: a power that lost its place, where nothing else can follow
        if (
            sign is None
            and prev == "UNIT"
            and not item.glued
            and number.plain
            and item.text in ("2", "3")
            and len(island.types) > 1
            and any(s.unit.dimension == (("length", 1),) for s in island.values[-1])
            and item.start - island.ends[-1] == 1
            and (island.types[-2] in ("PER", "MUL") or (len(island.texts[-1]) < 3 and island.texts[-1][-1] == "m"))
            and self._power_set_apart(items, kinds, j, item.last, island)
        ):
            if island.types[-2] in ("PER", "MUL") or (j + 1 < n and items[j].text == "/" and "UNIT" in kinds[j + 1]):
                island.put("POW", int(item.text), item.start, item.end, item.text)
                return j, "POW"
            # `5 m 2`: that of an area, or a number of its own
            island.put("DANGLING", None, item.start, item.end, item.text)
            return j, "DANGLING"
        # m2, s-1: a digit glued to a symbol of a unit is its power
        if (
            (
                sign is None
                and prev == "UNIT"
                and item.glued
                and number.plain
                and len(item.text) == 1
                and number.value in (2, 3, 4)
            )
            and len(island.texts[-1]) <= 3
            and island.texts[-1] not in QUOTES
            and not (j < n and items[j].glued and "NUM" not in kinds[j] and "UNIT" in kinds[j])
        ):
            island.put("POW", int(number.value), item.start, item.end, item.text)
            return j, "POW"
        if (
            sign is None
            and number.plain
            and prev == "RANGE"
            and item.glued
            and len(island.types) > 2
            and island.types[-2] == "UNIT"
            and len(item.text) == 1
            and number.value in (1, 2, 3, 4)
            and island.texts[-2][-1:].isalpha()
        ):
            gap = island.starts[-1] - island.ends[-2]
            if (
                (len(island.texts[-2]) <= 3 or self._symbol(island, -2) or self._in_product(island))
                and len(island.texts[-2]) <= 4
                and island.texts[-1] in SIGNS
                and (gap == 0 or (gap == 1 and (island.texts[-1] == "−" or self._in_product(island))))
            ) and not (j < n and items[j].glued and items[j].text.isalpha()):
                dash = island.starts[-1]
                for column in (island.types, island.values, island.starts, island.ends, island.texts):
                    column.pop()
                island.put("POW", -int(number.value), dash, item.end, self.text[dash : item.end])
                return j, "POW"
        if j < n and "POW" in kinds[j] and items[j].glued:
            power = items[j].lives[0][1]
            if isinstance(power, int):
                if abs(power) > numerals.MAX_EXPONENT:
                    number = numerals.refused("too_large")
                elif number.plain and number.value == 10:
                    number = Number(numerals.power_of_ten(power), forms=("scientific",))
                elif (
                    items[j].text[0] == "^"
                    and number.value
                    and abs(power) <= 64
                    and not number.reason
                    and not number.forms
                    and (sign is None or sign.text in PLUS or power % 2)
                    and number.digits < 40
                ):
                    # a minus in front of an even power may belong to either
                    number = Number(number.value**power, forms=("scientific",))
                else:
                    # a raised figure behind any other number may be a note mark
                    number = numerals.refused(number.reason or "unread")
                end = items[j].end
                j += 1
        if sign is not None and sign.text not in PLUS and not number.reason:
            number = number.negated()
            other = None
        island.put("NUM", (number, other), start, end, self.written(start, end))
        prev = "NUM"
        if isinstance(item.value, Fraction):
            island.put("MULT", item.value, end, end, "word")
            prev = "MULT"
        words = self.lexicon.numerals.words
        while j < n:
            if prev == "NUM" and self._hyphened_multiplier(items, kinds, j, money):
                # `a $5-million deal`
                j += 1
            text = items[j].text
            low = text.lower()
            if text == "(" and prev == "NUM" and self._written_twice(items, kinds, j, number):
                # `five (5) days`: two writings of one number
                island.ends[-1] = items[j + 2].end
                j += 3
                continue
            if text == "s" and items[j].glued and number.plain and j + 1 < n and items[j + 1].text == "of":
                # `10s of km`
                island.types[-1] = prev = "VAGUE"
                island.ends[-1] = items[j + 1].end
                j += 2
                continue
            whole = number.plain or (number.forms == ("word",) and number.value.denominator == 1)
            if prev == "NUM" and low in ("and", "&") and whole and j + 1 < n and "NUM" in kinds[j + 1]:
                part = items[j + 1].lives[0][1][0]
                behind = kinds[j + 2] if j + 2 < n else frozenset()
                named = part.forms == ("word", "fraction")
                written = named or (part.forms == ("fraction",) and "UNIT" in behind)
                proper = written and 0 < part.value < 1 and not part.reason
                if not number.reason and (named or proper):
                    # `1 and 1/2 cups`, `3 and 2 fifths`
                    number = Number(number.value + part.value, forms=part.forms, reason="" if proper else "unread")
                    island.values[-1] = (number, None)
                    island.ends[-1] = items[j + 1].end
                    j += 2
                    continue
            if prev in ("NUM", "MULT") and "MORE" in kinds[j]:
                # `5 and a half minutes`, `3 million and a half`
                more = Fraction(next(v for t, v in items[j].lives if t == "MORE"))
                whole = island.values[-2][0] if prev == "MULT" and island.types[-2] == "NUM" else None
                if prev == "NUM" and not number.reason and number.value.denominator == 1:
                    number = Number(number.value + more, None, 0, (*number.forms, "fraction"))
                    island.values[-1] = (number, None)
                    island.ends[-1] = items[j].end
                    j += 1
                    continue
                if whole is not None and whole.value.denominator == 1 and not whole.reason:
                    island.values[-2] = (Number(whole.value + more, None, 0, (*whole.forms, "fraction")), None)
                    island.ends[-1] = items[j].end
                    j += 1
                    continue
            if prev == "MULT" and island.types[-2] == "NUM":
                taken = self._goes_on(items, kinds, j, island)
                if taken > j:
                    j = taken
                    prev = island.types[-1]
                    number = island.values[-1 if prev == "NUM" else -2][0]
                    continue
            factor = words["dozen"][1] if low == "dozens" and prev == "NUM" else self._multiplier(items, kinds, j)
            if factor is not None:
                island.put("MULT", factor, items[j].start, items[j].end, text)
                prev = "MULT"
                j += 1
                continue
            if prev in ("NUM", "MULT") and text in self.lexicon.numerals.spoken and not items[j].glued:
                # `300 cr in all`
                if j + 1 < n and items[j + 1].text in SIGNS and items[j + 1].glued:
                    # `5 k-means runs`
                    break
                island.put("DANGLING", None, items[j].start, items[j].end, text)
                return j + 1, "DANGLING"
            several = self.lexicon.numerals.collective.get(low) if prev in ("NUM", "MULT") and not money else None
            if several is not None:
                # `2 gross of nails`; a number alone behind which such a word ends the phrase is not read
                word, stop = self._next_word(items[j].last)
                if word == "of":
                    island.put("MULT", several, items[j].start, items[j].end, text)
                    prev = "MULT"
                    j += 1
                    continue
                if stop or word in self.lexicon.closers:
                    island.put("DANGLING", None, items[j].start, items[j].end, text)
                    return j + 1, "DANGLING"
            suffixes = self.lexicon.numerals.suffixes
            if text in suffixes and prev == "NUM" and self._rises(items, kinds, j):
                island.put("MULT", suffixes[text], items[j].start, items[j].end, text)
                prev = "MULT"
                j += 1
                continue
            measure = (
                self._measure_behind(items, kinds, j) if text in suffixes and text != "L" and prev == "NUM" else ()
            )
            if measure:
                # `5m USD`, `3M tonnes`: before the unit of the number a suffix is none
                if text in "mb" and not any(s.unit.kind == "money" for s in measure):
                    # `2m bars`: millions of them, or bars of two metres
                    island.put("DANGLING", None, items[j].start, items[j].end, text)
                    return j + 1, "DANGLING"
                island.put("MULT", suffixes[text], items[j].start, items[j].end, text)
                prev = "MULT"
                j += 1
                continue
            if text in suffixes and prev == "NUM" and not money and items[j].glued and text not in LONG_SUFFIXES:
                spaced = self.raw[items[j].last : items[j].last + 1] == [" "]
                named = self._next_word(items[j].last)[0] if spaced else ""
                if named in self.lexicon.persons:
                    # `5M people`: no unit has a number of them
                    island.put("MULT", suffixes[text], items[j].start, items[j].end, text)
                    prev = "MULT"
                    j += 1
                    continue
                if text in "mb" and len(named) > 3 and named.endswith("s") and named not in self.lexicon.closers:
                    # `2.4m items`: millions of them, or each of so many metres
                    marked = tuple(Sense(s.unit, (*s.axes, ("scale", "unit"))) for s in unit_senses(items[j]))
                    senses = (*marked, suffix_sense(text, suffixes[text]))
                    island.put("UNIT", senses, items[j].start, items[j].end, text)
                    prev = "UNIT"
                    j += 1
                    continue
            loose = self.lexicon.numerals.loose.get(text) if prev == "NUM" and not money else None
            if loose is not None and len(senses := self._open(items, kinds, j)) > 1:
                # `1.2b`, `300 G`: what has no one meaning as a unit may multiply as well
                marked = tuple(Sense(s.unit, (*s.axes, ("scale", "unit"))) for s in senses)
                island.put("UNIT", (*marked, suffix_sense(text, loose)), items[j].start, items[j].end, text)
                prev = "UNIT"
                j += 1
                continue
            if text in suffixes and prev == "NUM" and (items[j].glued or money or text in LONG_SUFFIXES):
                always = text in LONG_SUFFIXES
                if (money or (always and (items[j].glued or len(text) > 2 or text in ("bn", "Bn", "BN")))) and not (
                    j + 1 < n and items[j + 1].glued and items[j + 1].text.isalpha()
                ):
                    island.put("MULT", suffixes[text], items[j].start, items[j].end, text)
                    prev = "MULT"
                    j += 1
                    continue
                if text in ("M", "B", "K", "T") and items[j].glued:
                    senses = unit_senses(items[j])
                    if senses:
                        marked = tuple(Sense(s.unit, (*s.axes, ("scale", "unit"))) for s in senses)
                        island.put(
                            "UNIT", (*marked, suffix_sense(text, suffixes[text])), items[j].start, items[j].end, text
                        )
                    else:
                        island.put("MULT", suffixes[text], items[j].start, items[j].end, text)
                    prev = island.types[-1]
                    j += 1
                    continue
            break
        return j, prev

    def _power_set_apart(
        self, items: list[Item], kinds: list[frozenset[str]], j: int, last: int, island: Island
    ) -> bool:
        """Say whether nothing that a digit could count stands behind it, so that it is the power of the unit before."""
        word, stop = self._next_word(last)
        if stop or (j < len(items) and items[j].text in "/·") or self.raw[last : last + 1] in ([","], [";"]):
            return True
        # `1.0 g/cm 3 (Li)`, `5 kg/m 3 and`
        return island.types[-2] == "PER" and (word == "(" or (word in self.lexicon.closers and word not in ("a", "an")))

    def _open(self, items: list[Item], kinds: list[frozenset[str]], j: int) -> tuple[Sense, ...]:
        """Return what a symbol behind a number means as a unit where nothing else of a unit follows it."""
        item = items[j]
        if "UNIT" not in kinds[j] or item.node is None:
            return ()
        if j + 1 < len(items) and (items[j + 1].glued or kinds[j + 1] & {"UNIT", "PER", "MUL", "POW", "NUM"}):
            return ()
        return self._cued(item) if item.node.cued else unit_senses(item)

    def _measure_behind(self, items: list[Item], kinds: list[frozenset[str]], j: int) -> tuple[Sense, ...]:
        """Return what the number in front of a suffix is a number of: money, or what is named in the plural."""
        k = j + 1
        far = self._far_end(items, kinds, j)
        if far:
            # `5m–10m USD`
            return self._measure_behind(items, kinds, far) if items[far].text in self.lexicon.numerals.suffixes else ()
        if k >= len(items) or items[k].glued or "UNIT" not in kinds[k]:
            return ()
        if k + 1 < len(items) and "NUM" in kinds[k + 1] and "CUR" in kinds[k]:
            # the sign of another amount
            return ()
        text, senses = items[k].text, unit_senses(items[k])
        plural = items[j].glued and len(text) > 3 and text.islower() and text.endswith("s")
        return senses if plural or all(s.unit.kind == "money" for s in senses) else ()

    @staticmethod
    def _far_end(items: list[Item], kinds: list[frozenset[str]], j: int) -> int:
        """Return the place behind the second number of a range whose first one stands in front of `j`, 0 for none."""
        ranges = j + 3 < len(items) and "NUM" in kinds[j + 2] and items[j + 1].text in (*SIGNS, "—", "to")
        return j + 3 if ranges else 0

    def _rises(self, items: list[Item], kinds: list[frozenset[str]], j: int) -> bool:
        """Say whether a range goes on to a number with a multiplier that is no less than a suffix (`900m–1bn`)."""
        far = self._far_end(items, kinds, j)
        if not far or not items[j].glued:
            return False
        suffixes, text = self.lexicon.numerals.suffixes, items[far].text
        factor = suffixes[text] if text in LONG_SUFFIXES else self._multiplier(items, kinds, far)
        return factor is not None and factor >= suffixes[items[j].text]

    def _written_twice(self, items: list[Item], kinds: list[frozenset[str]], j: int, number: Number) -> bool:
        """Say whether a bracket holds the number in front of it once more."""
        if j + 2 >= len(items) or items[j + 2].text != ")" or "NUM" not in kinds[j + 1]:
            return False
        again = items[j + 1].lives[0][1][0]
        return bool(
            not again.reason and not number.reason and again.value == number.value and again.plain != number.plain
        )

    def _goes_on(self, items: list[Item], kinds: list[frozenset[str]], j: int, island: Island) -> int:
        """Take in what a number of digits and words adds to itself (`4 thousand 3 hundred`, `3 hundred and 21`)."""
        whole: Number = island.values[-2][0]
        smallest: Fraction = island.values[-1]
        factor, added = smallest, _ZERO
        taken = j
        while taken < len(items) and smallest >= 100:
            joined = items[taken].text.lower() == "and"
            k = taken + joined
            if k >= len(items) or "NUM" not in kinds[k] or items[k].glued:
                break
            number = items[k].lives[0][1][0]
            if joined and number.forms == ("word", "fraction") and (number.reason or number.value < 1 < smallest / 100):
                # `two million and 2 thirds`: of one, or of a million
                island.values[-2] = (numerals.refused("unread"), None)
                island.ends[-1] = items[k].end
                return k + 1
            if number.reason or not (number.plain or "word" in number.forms):
                break
            scale = items[k].value if isinstance(items[k].value, Fraction) else _ONE
            end = k + 1
            while (more := self._multiplier(items, kinds, end)) is not None:
                scale, end = scale * more, end + 1
            part = number.value * scale
            if not 0 < part < smallest or (number.value.denominator != 1 and not joined):
                break
            if joined and smallest > 1000 and ("word" not in number.forms or "CUR" in island.types[-3:]):
                # `5 million and 20 mg`, `$5 million and two hundred people`
                break
            measured = "UNIT" in (kinds[end] if end < len(items) else ())
            if not joined and scale == 1 and (number.digits > 3 or (measured and part < 1000)):
                break
            added, smallest, taken = added + part, scale, end
        if taken > j:
            island.values[-2] = (Number(whole.value * factor + added, None, 0, (*whole.forms, "word")), None)
            for column in (island.types, island.values, island.starts, island.ends, island.texts):
                column.pop()
            island.ends[-1] = items[taken - 1].end
        return taken

    def _hyphened_multiplier(self, items: list[Item], kinds: list[frozenset[str]], j: int, money: bool) -> bool:
        """Say whether a dash joins a multiplier to its number."""
        if j + 1 >= len(items) or items[j].text not in HYPHENS or not (items[j].glued and items[j + 1].glued):
            return False
        text = items[j + 1].text
        if self._multiplier(items, kinds, j + 1) is not None:
            return True
        return text in self.lexicon.numerals.suffixes and (money or text in LONG_SUFFIXES)

    def _multiplier(self, items: list[Item], kinds: list[frozenset[str]], j: int) -> Fraction | None:
        """Return what a multiplier word or its abbreviation behind a number multiplies by, None for none."""
        if j >= len(items):
            return None
        text, numerals_ = items[j].text, self.lexicon.numerals
        kind, value = numerals_.words.get(text.lower(), ("", _ONE))
        if kind in ("multiplier", "hundred", "dozen") and (text.islower() or text.istitle() or text.isupper()):
            return value
        spoken = None if items[j].glued else numerals_.spoken.get(text)
        if spoken is None:
            return None
        behind = kinds[j + 1] if j + 1 < len(items) else frozenset()
        if "NUM" in behind:
            number, scale = items[j + 1].lives[0][1][0], items[j + 1].value
            goes_on = isinstance(scale, Fraction) or self._multiplier(items, kinds, j + 2) is not None
            return spoken if goes_on or 1000 < number.value < spoken else None
        money = j + 1 < len(items) and any(s.unit.kind == "money" for s in unit_senses(items[j + 1]))
        word, stop = self._next_word(items[j].last)
        return spoken if money or stop or word == "," else None

    @staticmethod
    def _symbol(island: Island, k: int) -> bool:
        """Say whether a unit of an island is written as a symbol: `mmol`, `µmol`, not `foot`."""
        text = island.texts[k]
        return text[0] in "µμ" or any(s.unit.code == text for s in island.values[k])

    def _in_product(self, island: Island) -> bool:
        """Say whether the unit in front of a dash stands in a product or quotient of units."""
        for k in range(len(island.types) - 2, -1, -1):
            if island.types[k] in ("MUL", "PER", "POW"):
                return True
            if island.types[k] not in ("UNIT", "SQ", "RANGE"):
                return False
        return False
