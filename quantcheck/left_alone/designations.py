"""Designations among the digits of a text: telephone numbers, versions, and the names and codes of things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from quantcheck.left_alone.guard import Guard, cases, word_before, word_behind
from quantcheck.patterns.later import later
from quantcheck.vocabulary.vocab import key

Found = tuple[int, int, str]

_DASH = "-‐‑"
_INTERNATIONAL = later(r"\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]\d{2,5}){1,4}(?![\d%])")
_AREA = later(r"\d{3}\)[ -]?\d{3}[-. ]\d{4}(?!\d)")
_SPACED = later(r"\d{3}[ ]\d{3}[ -]\d{4}(?![\d,.]\d|\d)")
_GROUPS = later(r"(?:1[-.])?\d{3}([-.])\d{3}\1\d{4}(?!\d)")
_LETTERS = later(r"1-\d{3}-[A-Z0-9-]{5,10}(?![A-Za-z0-9])")
_LOCAL = later(r"\d{3}-\d{4}(?!\d)")
_ANY_PHONE = later(r"\(?\d[\d ().-]{1,20}\d(?!\d)")
_VERSION = later(r"\d+(?:\.\d+)*(?:\.x)?(?:[ab]\d+|rc\d+|-(?:alpha|beta|rc)[.\d]*)?(?![\w])")
_DOTTED = later(r"\d{1,5}(?:\.\d{1,5}){2,}(?!\w)")
_ADDRESS = later(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2}|:\d{2,5})?(?![\w.]\w)")
_CAS = later(r"[1-9]\d{1,6}-\d{2}-\d(?![\w-])")
_SOCIAL = later(r"\d{3}-\d{2}-\d{4}(?![\w-])")
_ACCOUNT = later(r"\d{4,}(?:-\d{4,}){2,}(?![\w%-])")
_UUID = later(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?!\w)")
_HEX = later(r"0x[0-9a-fA-F]+(?!\w)|(?=[0-9]{1,10}[a-f][0-9a-f]{0,60}[0-9])(?!\d+e\d+(?!\w))[0-9a-f]{7,64}(?!\w)")
_OBJECT = later(r"10\.\d{4,9}/[^\s<>\"\ufdd0\ufdd1]++")
_CATALOGUE = later(r"[\dA-Z]*\d[\dA-Za-z]*(?:[-./:()][\dA-Za-z]+\)?){0,6}")
_POSTAL = later(r"\d{5}(?:-\d{4})?(?![\w%])(?!,\d)")
_REST = later(
    r"[A-Za-z0-9]{0,40}+(?:\.\d{1,4}(?![\w]))?(?:[-‐‑/][A-Za-z]?\d[A-Za-z0-9]{0,20}+){0,4}+(?:[-‐‑][A-Za-zα-ω]{1,3}(?![A-Za-z]))?"
)
FORMULA = later(r"(?:[A-Z][a-z]?\d{0,3}){2,12}")
"""A formula of two elements or more, behind which a colon parts it from its figure (`Na2SO4:10.2%`)."""
_LONGEST_STEM = 40
_VERSION_STEMS = frozenset(("v", "V", "ver", "Ver"))
_JOINTS = frozenset(".,:/")
_WORTH = later(r"[-‑ ](?:equivalents?|eq)\b")
"""What makes a unit of a substance in front of it (`t CO2-equivalent`)."""
_LEADING = later(r"\d[\d.,:/‐‑–—-]*+(?=[^\W\d_%]|[%°])")
_AUTHOR = later(
    r"(?:\bet\s+al\.?,?|(?<![^\W_])[A-Z][^\W\d_][\w'’-]{1,24},?|[12]\d{3}(?:[a-h],){0,3}[a-h]?[,;])\s?[(\[]?\Z"
)
"""What stands before the year of a work that is told from others of its year by a letter."""
_NUCLIDE = later(r"(\d{1,3}) ([A-Z][a-z]?)(?![A-Za-z0-9])")
_LOCANTS = later(
    r"\d{1,2}[′'’]?(?:,\d{1,2}[′'’]?){1,6}-(?=[a-z]{6})"
    r"(?:-?(?:[A-Za-zα-ω]+|\d{1,2}(?:,\d{1,2})*(?=-)|\([A-Za-z0-9,′-]{1,24}\)|\[[a-z0-9,′-]{1,8}\]))*+"
)
"""The name of a compound with the places of its parts (`1,25-dihydroxyvitamin`)."""
_FUSED = later(r"\d{1,2}(?:,\d{1,2}){0,5}-[a-z](?=\])")
_ISOTOPE = later(r"\d{1,3}[A-Z][a-z]?(?![A-Za-z0-9])")
_POWERS = frozenset("1234")
_STEM = later(r"[^\W\d_]+")
_POWERED = later(r"(?<=[^\W\d_])(?:\^?[-−–‐‑]?[1-4]|[⁺⁻¹²³⁴]+)\Z")


class Designations(msgspec.Struct, frozen=True):
    """The tables `phone`, `version` and `identifier`, compiled."""

    phone_before: frozenset[str]
    version_before: frozenset[str]
    products: frozenset[str]
    before: frozenset[str]
    stems: frozenset[str]
    substances: frozenset[str]
    never: frozenset[str]
    digit_first: tuple[str, ...]
    generation_before: frozenset[str]
    isotope_before: frozenset[str]
    nuclides: frozenset[str]
    nuclide_before: frozenset[str]
    tails: dict[str, re.Pattern[str]]
    states: frozenset[str]
    guard: Guard

    @classmethod
    def compile(cls, tables: Mapping[str, Mapping[str, Any]], guard: Guard) -> Designations:
        """Compile the three tables."""
        name = tables["identifier"]
        return cls(
            phone_before=cases(tables["phone"]["before"]),
            version_before=cases(tables["version"]["before"]),
            products=frozenset(tables["version"]["products"]),
            before=frozenset(name["before"]),
            stems=frozenset(name["stems"]),
            substances=frozenset(name["substances"]),
            never=frozenset(name["never"]),
            digit_first=tuple(name["digit_first"]),
            generation_before=frozenset(name["generation_before"]),
            isotope_before=frozenset(name["isotope_before"]),
            nuclides=frozenset(name["nuclides"]),
            nuclide_before=frozenset(name["nuclide_before"]),
            tails={word: later(rf"[ -]?(?:{'|'.join(ends)})\b") for word, ends in name["tails"].items()},
            states=frozenset(name["states"]),
            guard=guard,
        )

    def phone(self, text: str, start: int, end: int) -> Found | None:
        """Take a telephone number by its form: groups of 3, 3 and 4 digits, or a country code."""
        before = text[start - 1 : start]
        if before == "+":
            found = _INTERNATIONAL.match(text, start)
            if found is not None and sum(c.isdigit() for c in found.group()) >= 9:
                return (start - 1, found.end(), "phone")
        if before == "(":
            found = _AREA.match(text, start)
            if found is not None:
                return (start - 1, found.end(), "phone")
        found = _GROUPS.match(text, start) or _SPACED.match(text, start) or _LETTERS.match(text, start)
        if found is None and text[start : start + 1] and text[end - 4 : end - 3] == "0" and before in (" ", ""):
            # `555-0199` is no range: its second number has a leading nought.
            found = _LOCAL.match(text, start)
        if found is None or found.end() < end or before in ("$", "€", "£", ".", "-"):
            return None
        return None if self.guard.unit_at(text, found.end()) else (start, found.end(), "phone")

    def behind_phone_word(self, text: str, start: int) -> Found | None:
        """Take the number behind a word such as `call`: three digits or more."""
        found = _ANY_PHONE.match(text, start)
        if found is None or sum(c.isdigit() for c in found.group()) < 3 or "." in found.group():
            return None
        return None if self.guard.unit_at(text, found.end()) else (start, found.end(), "phone")

    def behind_version_word(self, text: str, word: str, start: int) -> Found | None:
        """Take `version 2`, `Python 3.11`, with the word."""
        found = _VERSION.match(text, start)
        if found is None or self.guard.unit_at(text, found.end()):
            return None
        return (start - 1 - len(word), found.end(), "version")

    def dotted(self, text: str, start: int, end: int) -> Found | None:
        """Take `1.2.3`, a network address, or a registry number; never groups of thousands."""
        address = _ADDRESS.match(text, start)
        if address is not None and all(int(part) < 256 for part in re.split(r"[/:]", address.group())[0].split(".")):
            return (start, address.end(), "identifier")
        found = _DOTTED.match(text, start)
        if found is None or found.end() != end or self.guard.unit_at(text, end):
            return None
        if all(len(part) == 3 for part in found.group().split(".")[1:]):
            return None
        return (start, end, "version")

    def code(self, text: str, start: int, end: int) -> Found | None:
        """Take a code that begins with a digit: a registry number, UUID, hash, DOI, or a name of the table."""
        found = (
            _CAS.match(text, start)
            or _SOCIAL.match(text, start)
            or _ACCOUNT.match(text, start)
            or _UUID.match(text, start)
            or _HEX.match(text, start)
        )
        if found is not None and not (text[start - 1 : start] in "$€£" and start):
            return None if self.guard.unit_at(text, found.end()) else (start, found.end(), "identifier")
        thing = _OBJECT.match(text, start)
        if thing is not None:
            return (start, start + len(thing.group().rstrip(".,;:)]")), "identifier")
        for name in self.digit_first:
            if text.startswith(name, start) and not text[start + len(name) : start + len(name) + 1].isalnum():
                return (start, start + len(name), "identifier")
        isotope = _ISOTOPE.match(text, start)
        named = isotope is not None and isotope.group()[-1] != "T"  # `a 3T MRI scanner` is of so many tesla
        if isotope is not None and named and word_behind(text, isotope.end()) in self.isotope_before:
            return (start, isotope.end(), "identifier")
        if text[end : end + 1] == "G" and end - start == 1 and word_behind(text, end + 1) in self.generation_before:
            return (start, end + 1, "identifier")
        return None

    def nuclide(self, text: str, start: int, end: int) -> Found | None:
        """Take a nuclide whose symbol is set apart (`1 H NMR`)."""
        found = _NUCLIDE.match(text, start)
        if found is None or found.end(1) != end or found[1] + found[2] not in self.nuclides:
            return None
        behind = word_behind(text, found.end())
        return (start, found.end(), "identifier") if behind in self.nuclide_before else None

    def compound(self, text: str, start: int, end: int) -> Found | None:
        """Take the name of a chemical compound that begins with the places of its parts."""
        found = _LOCANTS.match(text, start)
        return None if found is None or self.guard.unit_at(text, end) else (start, found.end(), "identifier")

    def fused(self, text: str, start: int) -> Found | None:
        """Take the places in brackets at which rings are joined (`thieno[3,2-b]pyridine`)."""
        found = _FUSED.match(text, start) if text[start - 2 : start - 1].isalpha() else None
        return None if found is None else (start, found.end(), "identifier")

    def work(self, text: str, start: int, end: int) -> Found | None:
        """Take the year and letter of a work behind who wrote it (`Smith 2005b`, `Smith et al. (2005b)`)."""
        if text[end] not in "abcdef" or text[end + 1 : end + 2].isalnum() or not "1800" <= text[start:end] < "2100":
            return None
        found = _AUTHOR.search(text, max(0, start - 40), start)
        return None if found is None else (start, end + 1, "reference")

    def behind_name(self, text: str, word: str, start: int) -> Found | None:
        """Take `ISO 9001`, `PMID 12345678`, with the word."""
        found = _CATALOGUE.match(text, start)
        if found is None:
            return None
        end = start + len(found.group().rstrip(".,:-/("))
        digits = _LEADING.match(text, start)
        if self.guard.unit_at(text, end) or (digits is not None and self.guard.unit_at(text, digits.end())):
            return None
        tail = self.tails[word].match(text, end) if word in self.tails else None
        return (start - 1 - len(word), end if tail is None else tail.end(), "identifier")

    def postal(self, text: str, start: int) -> Found | None:
        """Take the five digits behind a state's two letters."""
        found = _POSTAL.match(text, start)
        if found is None or self.guard.unit_at(text, found.end()):
            return None
        return (start, found.end(), "identifier")

    def glued(self, text: str, start: int, end: int, floor: int) -> Found | None:
        """Take a name with letters before its digits, glued or by a hyphen: `B12`, `COVID-19`, `SARS-CoV-2`, `v1.2`."""
        begins, floor = start, max(floor, start - _LONGEST_STEM)
        while begins > floor and (
            text[begins - 1].isalnum() or (text[begins - 1] in _DASH and text[begins - 2].isalpha())
        ):
            begins -= 1
        if begins == start or not text[begins].isalpha() or (begins and text[begins - 1].isalnum()):
            return None
        joined = text[start - 1] in _DASH
        stem = text[begins : start - 1 if joined else start]
        head = _STEM.match(stem)
        if head is None or text[begins - 1 : begins] in ("$", "€", "£", "°", "%", "\\", "_", "^"):
            return None
        rest = _REST.match(text, start)
        stop = rest.end() if rest is not None else end
        if text[stop : stop + 1].isascii() and text[stop : stop + 1].isalnum():
            # Longer than any name.
            return None
        if not joined and stem in _VERSION_STEMS:
            found = _VERSION.match(text, start)
            return None if found is None or self.guard.unit_at(text, found.end()) else (begins, found.end(), "version")
        known = stem in self.substances and len(stem) > 1
        if not known and self._is_power(text, begins, stem, text[start - 1 if joined else start : stop]):
            return None
        if not self._is_name(stem, joined):
            return None
        if stem not in self.substances and self.guard.unit_at(text, stop) and not _WORTH.match(text, stop):
            return None
        if text[stop : stop + 1] in ("%", "°") or (
            text[stop : stop + 1] in _JOINTS
            and text[stop + 1 : stop + 2].isdigit()
            and not (text[stop] == ":" and FORMULA.fullmatch(text, begins, stop))
        ):
            # Something is still glued on: not a name that ends here.
            return None
        if self._is_spelt_unit(text, begins, stop):
            return None
        tail = self.tails[stem].match(text, stop) if stem in self.tails else None
        stop = stop if tail is None else tail.end()
        product = stem in self.products and stem not in self.substances
        return (begins, stop, "version" if product else "identifier")

    def _is_spelt_unit(self, text: str, begins: int, stop: int) -> bool:
        """Return whether the name is a unit with a digit in its spelling, or stands in one: `cmH2O`, `cm H2O`, `tCO2e`,
        `tonnes of CO2 equivalent`."""
        units = self.guard.units
        written = key(text[begins:stop])
        before = word_before(text, begins)
        if written in units or f"{before} {written}" in units:
            return True
        worth = _WORTH.match(text, stop)
        if worth is None:
            return False
        head = f"{word_before(text, begins - len(before) - 1)} of" if before == "of" else before
        return f"{head} {key(text[begins : worth.end()])}" in units

    def _is_power(self, text: str, begins: int, stem: str, digits: str) -> bool:
        """Return whether the digits are the exponent of a unit: `5 m2`, `kg/m3`, `per L-1`, or a schedule: `q6h`."""
        if stem in ("q", "Q"):
            return digits[-1:] in ("h", "H")
        glued = digits[1:].isalpha() and digits[1:] != stem and self.guard.is_unit(digits[1:])
        """Whether another unit is glued on (`5 W/m2K`), before which the exponent of a name would stand (`m2K`)."""
        digits, stroke, below = digits[: 1 if glued else None].partition("/")
        if digits.lstrip(_DASH) not in _POWERS:
            return False
        divisor = _POWERED.sub("", below)
        if stroke and (not self.guard.is_unit(divisor) or divisor == stem == stem.upper()):
            # `m2/s2`, not `B2/B12`, `T2/T3`
            return False
        if not self.guard.is_unit(stem):
            # `mm Hg-1`
            return f"{word_before(text, begins)} {key(stem)}" in self.guard.units
        if not stroke and not glued and (stem.islower() or (len(stem) > 1 and not stem.isupper())):
            return True
        before = text[max(0, begins - 12) : begins].rstrip()
        if before[-1:] in ("/", "·", "⋅") or (glued and before[-2:] == "/(") or text[begins - 1 : begins].isdigit():
            return True
        last = before.rpartition(" ")[2]
        if last.replace(".", "").replace(",", "").isdecimal():
            return True
        # `J kg-1 K-1`: the unit in front may have its own power
        return self.guard.is_unit(_POWERED.sub("", last.rpartition("/")[2]))

    def _is_name(self, stem: str, joined: bool) -> bool:
        low = stem.lower()
        if low in self.never and (len(stem) > 1 or stem.islower()):
            return False
        if stem in self.substances or low in self.stems:
            return not (joined and len(stem) == 1 and stem.islower())
        if joined and re.split(f"[{_DASH}]", low)[-1] in self.never:
            return False
        return any(c.isupper() for c in stem) and (len(stem) == 1 or stem not in self.guard.units)
