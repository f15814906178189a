"""Made quantities that are more than a number and a unit: doses, schedules, pairs, sums, heights, money, shares.

Each row is one thing said in several ways; two texts of a row say the same exactly when the numbers in them agree.
`apart` names rows that say something else with the same numbers. Beside `specimens`, which makes plain quantities.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import msgspec

Numbers = tuple[Fraction, ...]


def _alike(numbers: Numbers) -> object:
    return numbers


def _quotient(numbers: Numbers) -> object:
    return numbers[0] / numbers[1]


class Phrase(msgspec.Struct, frozen=True):
    """One thing to say: its writings with places for numbers, how large each number gets, and what it comes to."""

    name: str
    writings: tuple[str, ...]
    limits: tuple[tuple[int, int], ...]
    apart: tuple[str, ...] = ()
    value: Callable[[Numbers], object] = _alike
    decimals: bool = False
    quantities: int = 1
    """How many quantities it is read as; of two, one may rightly be found when the other is wrong."""


PHRASES = (
    Phrase("interval", ("every {0} hours", "q{0}h", "every {0} h"), ((3, 24),), ("per day", "interval days")),
    Phrase("interval days", ("every {0} days",), ((3, 24),), ("interval", "per week")),
    Phrase("per day", ("{0} times a day", "{0} times daily", "{0} times per day"), ((3, 9),), ("interval", "per week")),
    Phrase("per week", ("{0} times a week", "{0} times per week"), ((3, 9),), ("per day", "interval days")),
    Phrase("pressure", ("{0}/{1} mmHg", "{0}/{1} mm Hg"), ((90, 180), (50, 89)), ("area",)),
    Phrase("area", ("{0} × {1} cm", "{0} x {1} cm"), ((2, 99), (2, 99)), ("area in", "pressure")),
    Phrase("area in", ("{0} × {1} inches", "{0} x {1} inches"), ((2, 99), (2, 99)), ("area",)),
    Phrase("box", ("{0} × {1} × {2} cm", "{0} x {1} x {2} cm"), ((2, 99), (2, 99), (2, 99))),
    Phrase("sum", ("{0} mg + {1} mg",), ((2, 90), (2, 90)), ("range mg",)),
    Phrase("range mg", ("{0} mg to {1} mg", "{0}–{1} mg", "between {0} and {1} mg"), ((2, 40), (41, 90)), ("sum",)),
    Phrase("height", ("{0} ft {1} in", "{0} feet {1} inches"), ((4, 7), (1, 11)), ("weight", "duration")),
    Phrase("primes", ("{0}'{1}\"", "{0}′{1}″"), ((4, 7), (1, 11)), ("weight", "duration")),
    Phrase("weight", ("{0} lb {1} oz", "{0} pounds {1} ounces"), ((2, 12), (1, 15)), ("height",)),
    Phrase("duration", ("{0} h {1} min", "{0} hours {1} minutes", "{0} hours and {1} minutes"), ((2, 9), (1, 59))),
    Phrase("dollars", ("${0} million", "${0}M", "USD {0} million"), ((2, 990),), ("euros", "billions")),
    Phrase("billions", ("${0} billion", "${0}bn", "USD {0} billion"), ((2, 990),), ("dollars",)),
    Phrase("euros", ("€{0} million", "€{0}M", "EUR {0} million"), ((2, 990),), ("dollars",)),
    Phrase("coins", ("€{0}", "EUR {0}", "{0} euros"), ((2, 99_999),), ("euros", "percent"), decimals=True),
    Phrase("by weight", ("{0} mg/kg/day", "{0} mg per kg per day"), ((2, 99),), ("per kg", "daily"), decimals=True),
    Phrase("per kg", ("{0} mg/kg", "{0} mg per kg"), ((2, 99),), ("by weight", "daily"), decimals=True),
    Phrase("strength", ("{0} mg per {1} mL", "{0} mg/{1} mL"), ((10, 900), (2, 99)), ("share",), _quotient),
    Phrase("share", ("{0} of {1} patients", "{0} of the {1} patients"), ((2, 49), (50, 400))),
    Phrase("between", ("more than {0} and less than {1} kg", "above {0} and below {1} kg"), ((2, 40), (41, 90))),
    Phrase("points", ("{0} percentage points",), ((2, 99),), ("percent", "basis"), decimals=True),
    Phrase("basis", ("{0} basis points",), ((2, 99),), ("points", "percent")),
    Phrase("percent", ("{0}%", "{0} percent", "{0} per cent"), ((2, 99),), ("points", "basis"), decimals=True),
    Phrase("celsius", ("{0} °C", "{0}°C", "{0} degrees Celsius", "{0} ℃"), ((2, 300),), ("fahrenheit",), decimals=True),
    Phrase("fahrenheit", ("{0} °F", "{0}°F", "{0} degrees Fahrenheit"), ((2, 300),), ("celsius",), decimals=True),
    Phrase("tonnes", ("{0} million tonnes", "{0} million metric tons"), ((2, 990),), ("thousands",), decimals=True),
    Phrase("thousands", ("{0} thousand tonnes",), ((2, 990),), ("tonnes",), decimals=True),
    Phrase("twice", ("{0} mg twice daily", "{0} mg two times a day"), ((2, 900),), ("thrice", "daily"), quantities=2),
    Phrase("thrice", ("{0} mg three times daily", "{0} mg 3 times a day"), ((2, 900),), ("twice",), quantities=2),
    Phrase(
        "daily", ("{0} mg daily", "{0} mg per day", "{0} mg/day", "{0} mg once daily"), ((2, 900),), ("twice", "weekly")
    ),
    Phrase(
        "weekly", ("{0} mg weekly", "{0} mg per week", "{0} mg/week", "{0} mg once a week"), ((2, 900),), ("daily",)
    ),
    Phrase("speed", ("{0} km/h", "{0} kilometres per hour", "{0} km per hour", "{0} kph"), ((2, 300),), ("miles",)),
    Phrase("miles", ("{0} mph", "{0} miles per hour", "{0} mi/h"), ((2, 300),), ("speed",)),
)
_BY_NAME = {phrase.name: phrase for phrase in PHRASES}


class Said(msgspec.Struct, frozen=True):
    """A phrase with its numbers."""

    phrase: Phrase
    numbers: Numbers

    @property
    def value(self) -> tuple[str, object]:
        """What is said, however it is written."""
        return self.phrase.name, self.phrase.value(self.numbers)

    def write(self, rng: random.Random) -> str:
        """Return one of the writings."""
        shown = [_decimal(n) for n in self.numbers]
        return rng.choice(self.phrase.writings).format(*shown)


def said(rng: random.Random) -> Said:
    """Return a random phrase with random numbers."""
    phrase = rng.choice(PHRASES)
    return Said(phrase, tuple(_number(rng, limits, phrase.decimals) for limits in phrase.limits))


def unsaid(first: Said, rng: random.Random) -> tuple[str, Said]:
    """Return something that is not what was said, and the kind of the change."""
    while True:
        if first.phrase.apart and rng.random() < 0.35:
            other = _BY_NAME[rng.choice(first.phrase.apart)]
            kind = "notation"
            numbers = (*first.numbers, *(Fraction(high) for _, high in other.limits))[: len(other.limits)]
        else:
            other, kind = first.phrase, "digit"
            at = rng.randrange(len(first.numbers))
            new = _number(rng, first.phrase.limits[at], first.phrase.decimals)
            numbers = (*first.numbers[:at], new, *first.numbers[at + 1 :])
            if len(numbers) > 1 and rng.random() < 0.1:
                kind, numbers = "order", tuple(reversed(first.numbers))
        found = Said(other, numbers)
        if found.value != first.value and (kind != "order" or first.phrase.name in _ORDERED):
            return kind, found


_ORDERED = ("pressure", "area", "area in", "box", "share", "strength")
"""Rows that remain plain writings when their numbers change places."""


def _number(rng: random.Random, limits: tuple[int, int], decimals: bool) -> Fraction:
    number = Fraction(rng.randint(*limits))
    return number + Fraction(rng.randint(1, 9), 10) if decimals and rng.random() < 0.3 else number


def _decimal(number: Fraction) -> str:
    whole, rest = divmod(number, 1)
    return f"{whole}.{rest * 10}" if rest else str(whole)
