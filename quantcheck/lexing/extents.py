"""How far the islands of a text reach: runs of known tokens around what can start a quantity."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from quantcheck.lexing.surroundings import Surroundings
from quantcheck.lexing.tokens import HYPHENS, LOWERED
from quantcheck.vocabulary.kinds import (
    DOTS,
    EDGE,
    FIGURE,
    IDLE,
    KNOWN,
    LEADS,
    LONGER,
    OPENS,
    RAISED,
    RATING,
    REACHES,
    having,
)
from quantcheck.vocabulary.lexicon import Node

_PERIODS = frozenset(("day", "week", "month", "year", "night", "hour", "minute"))
_REACH = 16
"""Tokens behind a plain word in which a way to a rate ends: six words, and the blanks between them."""
TENS = frozenset(("100", "1000", "10000", "1,000", "10,000"))
"""Numbers of which the plural counts no seconds before `of`."""
_ANCHORS = having(FIGURE, OPENS)
_RUN = having(KNOWN, most=True)
_LONGER = having(LONGER)
_REACHES = having(REACHES)


class Extents(Surroundings):
    """The tokens of a text, and the runs of them that are islands."""

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the bounds of the islands in order: runs of known tokens around what can start a quantity."""
        raw, left, own, n, run = self.raw, self.left, self.kinds, len(self.raw), _RUN.match
        kinds = self._growing()
        backwards = kinds[::-1]
        stops = [*sorted(self.stops), n]
        reaching = [m.start() for m in _REACHES.finditer(own)]
        reaching.append(2 * n)
        done = at = far = 0
        for opening in _ANCHORS.finditer(own):
            i = opening.start()
            if i < done or i in left or not (own[i] & FIGURE or self._opens(i)):
                continue
            while stops[at] <= i and stops[at] < n:
                at += 1
            low = max(done, stops[at - 1]) if at else done
            a = n - run(backwards, n - i, n - low).end()  # type: ignore[union-attr]
            while a > low and kinds[a - 1] & IDLE and not self._plain_word(a - 1):
                a = n - run(backwards, n - a + 1, n - low).end()  # type: ignore[union-attr]
            high = stops[at]
            b = run(kinds, i + 1, high).end()  # type: ignore[union-attr]
            while b < high:
                follow = b + 1
                if (not kinds[b] & IDLE or self._plain_word(b)) and (b in left or raw[b][0] not in RAISED):
                    while reaching[far] < b:
                        far += 1
                    k = max(b - 1 - raw[b - 1].isspace(), 0)
                    reaches = reaching[far] < b + _REACH
                    if not (reaches or (own[k] & LEADS and raw[k] != "of") or raw[k - 1] in DOTS or raw[k - 2] in DOTS):
                        # nothing stands in front of the word or behind it by which the island might go on
                        break
                    follow = self._beyond(b, k, far=reaches)
                    if follow == b:
                        break
                    if follow > high:
                        high = stops[bisect_left(stops, follow)]
                b = run(kinds, follow, high).end()  # type: ignore[union-attr]
            done = b
            while b - 1 > i and raw[b - 1] == " ":
                b -= 1
            while a < i and raw[a] == " ":
                a += 1
            yield self._trimmed(a, b, i) if (own[a] | own[b - 1]) & EDGE else (a, b)

    def _growing(self) -> bytes:
        """Return the kinds of the tokens, of what is left alone none by which an island goes on."""
        if not self.left:
            return self.kinds
        kinds = bytearray(self.kinds)
        for i in self.left:
            kinds[i] = 0
        return bytes(kinds)

    def _trimmed(self, a: int, b: int, anchor: int) -> tuple[int, int]:
        """Return the bounds of an island without the words at its edges that only join or fill."""
        raw, nodes, kinds = self.raw, self.nodes, self.kinds
        while b - 1 > anchor and kinds[b - 1] & EDGE:
            t = raw[b - 1]
            if not t.isspace():
                joint = raw[b - 2] if b > 2 and t.isalpha() else ""
                if t == "of" and raw[b - 3 : b - 1] == ["s", " "] and a < b - 3 and raw[b - 4] in TENS:
                    # `100s of people` are no seconds
                    break
                if joint in (" ", "-") and (
                    self._within(b - 1, b - 8, b - 1, ends=True)
                    or (joint == " " and kinds[b - 3] & LEADS and self._divides(b - 3))
                ):
                    break
                node = nodes[b - 1]
                if not (
                    (node is not None and node.weak and (t == "," or t[0].isalpha()))
                    or (
                        kinds[b - 1] & IDLE
                        and raw[b - 2].isspace()
                        and (joint == " " or not self._within(b - 1, b - 8, b - 1, ends=True))
                    )
                    or (t == "in" and b > 3 and (unit := nodes[b - 3]) is not None and unit.measure and joint == " ")
                ):
                    break
            b -= 1
        while a < anchor and kinds[a] & EDGE:
            t = raw[a]
            if not t.isspace():
                node = nodes[a]
                if node is None or not (node.idle or (node.weak and (t == "," or t[0].isalpha()))):
                    break
                if node.next is not None and (raw[a + 1] in node.next or raw[min(a + 2, anchor)] in node.next):
                    break
            a += 1
        return a, b

    def _plain_word(self, k: int) -> bool:
        """Say whether a word that only opens longer spellings opens none here and is within none."""
        raw, n = self.raw, len(self.raw)
        if not (0 < k < n - 1 and raw[k - 1] == " " and raw[k + 1] == " "):
            return False
        node = self.nodes[k]
        if node is None:
            return True
        follow = node.next
        if follow is not None and k + 2 < n and (raw[k + 2] in follow or raw[k + 2].lower() in follow):
            return False
        return not ((node.behind or self.capitals) and self._within(k, k - 9, k - 1))

    def _within(self, k: int, low: int, high: int, *, ends: bool = False) -> bool:
        """Say whether a spelling that begins between two raw indices goes on with a word, or ends with it."""
        raw, nodes = self.raw, self.nodes
        last = nodes[k]
        if not self.capitals and (last is None or last.behind.isdisjoint(raw[max(low, 0) : high])):
            return False
        for opening in _LONGER.finditer(self.kinds, max(low, 0), high):
            first = opening.start()
            follow = first + 1 + raw[first + 1].isspace()
            node = nodes[first]
            if node is None or node.next is None or raw[follow] not in node.next:
                continue
            node = self._spelt(first, k)
            if node is not None and (node.lives or not ends):
                return True
        return False

    def _spelt(self, first: int, k: int) -> Node | None:
        """Return what the tokens from one raw index to another spell or begin, over blanks; None for nothing."""
        raw = self.raw
        node = self.nodes[first]
        for m in range(first + 1, k + 1):
            if node is None or node.next is None:
                return None
            if not raw[m].isspace():
                node = node.next.get(raw[m])
        return node

    def _beyond(self, b: int, k: int, *, far: bool) -> int:
        """Return the raw index behind a plain word that belongs to an expression: `per NOUN`, `mg of X per kg`.

        `k` is the token in front of it over a blank, `far` says whether what ends a way to a rate stands behind it.
        """
        raw, n = self.raw, len(self.raw)
        if not (raw[b].isalpha() or raw[b] in LOWERED) or (b in self.left and self._name(b) == b):
            return b
        near = self.kinds[k] & LEADS
        if near and self.nodes[b] is None and self._per_figure(k):
            # `per 100,000 births`
            return self._phrase(b)[0]
        if near and far and self._counted(b, k):
            # `500 cells/µL`
            return b + 1
        reach = (
            (far and self._to_rate(b))
            or (near and self._to_power(b))
            or ((raw[k - 1] in DOTS or raw[k - 2] in DOTS) and self._to_own_power(b))
            or (far and self._to_worth(b))
        )
        if reach > b:
            return reach
        if not near:
            return b
        hyphened = k == b - 1 and raw[k] in HYPHENS and k > 1 and raw[k - 2] in HYPHENS
        if self._divides(k - hyphened) or (raw[k] in ("/", "∕", "／") and k == b - 1):
            return self._phrase(b)[0]
        if far and raw[k] == "of":
            m = b
            for _ in range(3):
                if m >= n or not raw[m].isalpha() or m in self.stops:
                    return b
                m += 1
                if m < n and raw[m].isspace():
                    m += 1
                if m < n and (raw[m] in ("per", "/") and m not in self.left):
                    return m
        return b

    def _to_rate(self, b: int) -> int:
        """Return the raw index of `per` (or `a day`) that a few words part from an amount, else 0."""
        raw, nodes = self.raw, self.nodes
        if RATING.isdisjoint(raw[b : b + _REACH]):
            return 0
        k = b - 1
        seen = 0
        while k >= 0 and seen < 4 and not (nodes[k] is not None and nodes[k].measure):  # type: ignore[union-attr]
            if k in self.left or k + 1 in self.stops:
                return 0
            if k in self.numeric and any(
                (node := nodes[m]) is not None and "CUR" in node.kinds for m in (k - 1, k - 2)
            ):
                # `$7 of it per day`
                break
            if not (raw[k].isspace() or raw[k].isalpha()):
                return 0
            seen += raw[k].isalpha()
            k -= 1
        if k < 1 or seen >= 4:
            return 0
        m, words, stated = b, 0, False
        while m < len(raw) and words < 6 and m not in self.stops:
            t = raw[m]
            if t.isspace():
                m += 1
                continue
            if m in self.left:
                behind = self._name(m)
                if behind == m:
                    return 0
                m, words = behind, words + 1
                continue
            if t == "per" and m + 2 < len(raw) and raw[m + 2] not in ("the", "this", "our", "your", "their", "its"):
                return m
            if t == "a" and m + 2 < len(raw) and raw[m + 2] in _PERIODS:
                # `350 °F for a minute` is as long as that
                return m if m == b or raw[m - 2].lower() not in self.lexicon.closers else 0
            node = nodes[m + 1] if m + 1 < len(raw) else None
            if (
                t == "/"
                and 0 < words < 4
                and (raw[m - 1].isalpha() or m - 1 in self.left)
                and node is not None
                and node.measure
            ):
                # `30 g iron/day`, `5 mg/kg body weight/day`
                return m
            stated = stated or t.lower() in self.lexicon.stating
            if t in ("each", "apiece") and words and not stated and self._next_word(m + 1)[1]:
                # `6 g of salt each`
                return m
            if (
                t in self.lexicon.before_each
                and words
                and not stated
                and m + 2 < len(raw)
                and raw[m + 2] in ("each", "every")
            ):
                return m
            if not (t.isalpha() or t in LOWERED) or m in self.numeric:
                return 0
            if t in ("and", "or", "but") and raw[m + 4 : m + 5] != ["per"]:
                # `iron and zinc per kg`, not `iron and check the dose per kg`
                return 0
            m += 1
            words += 1
        return 0

    def _to_power(self, b: int) -> int:
        """Return the raw index behind one or two words between powers of units (`g kg−1 body weight day−1`), else 0."""
        raw, nodes = self.raw, self.nodes
        if b < 2 or not (raw[b - 1].isspace() and (raw[b - 2] in "1234" or raw[b - 2][-1] in RAISED)):
            return 0
        m = b + 1
        if raw[m : m + 1] == [" "] and raw[m + 1 : m + 2] and raw[m + 1].isalpha() and not self._powered(m + 1):
            m += 2
        end = m
        while m < len(raw) and (raw[m].isspace() or raw[m] in "·⋅∙") and m - end < 3:
            m += 1
        return end if m > end and m < len(raw) and nodes[m] is not None and self._powered(m) else 0

    def _to_own_power(self, b: int) -> int:
        """Return the raw index behind one or two words that part the last unit of a product from its power (`g · kg
        BW−1`), else 0."""
        raw, nodes = self.raw, self.nodes
        node = nodes[b - 2] if b > 4 and raw[b - 1] == " " else None
        if node is None or not node.measure or raw[b - 3 - raw[b - 3].isspace()] not in "·⋅∙":
            return 0
        m = b + 1
        if raw[m : m + 1] == [" "] and raw[m + 1 : m + 2] and raw[m + 1].isalpha():
            m += 2
        at = m + (raw[m : m + 1] == [" "])
        return m if raw[at : at + 1] in (["−"], ["-"], ["–"]) and raw[at + 1 : at + 2] in (["1"], ["2"]) else 0

    def _to_worth(self, b: int) -> int:
        """Return the raw index of what makes a unit another one, over what it is of (`mg of morphine equivalents`)."""
        raw, nodes, worth = self.raw, self.nodes, self.lexicon.worth
        if worth.isdisjoint(raw[b : b + 8]):
            return 0
        k = b - 2
        if k > 1 and raw[k] == "of":
            k -= 2
        node = nodes[k] if k > 0 else None
        if node is None or not node.measure:
            return 0
        for m in range(b, min(b + 8, len(raw))):
            t = raw[m]
            if m in self.stops or t in self.lexicon.closers:
                return 0
            if m in self.left and self._name(m) == m and not self._name(m - 1) > m:
                return 0
            if t in worth:
                return m if self._next_word(m + 1)[0] not in self.lexicon.not_worth else 0
            if not (t == " " or t == "-" or t.isalnum()) or (m in self.numeric and m not in self.left):
                return 0
        return 0
