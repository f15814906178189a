"""What the formula of a derivation comes to, for the verifier: read anew from its text, with its operands' values.

Knows nothing of how derivations are found. Operands stand in the formula as they are quoted, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantcheck.verifier.proof import Value

_SIGNS = {"+": "+", "−": "-", "×": "*", "÷": "/", "(": "(", ")": ")"}
LONGEST = 20_000


def value(text: str, operands: Sequence[tuple[str, Value]]) -> Fraction | None:
    """Return what a formula comes to in base units, or None where it is none."""
    tokens = _tokens(text, operands)
    if tokens is None:
        return None
    rest = list(reversed(tokens))
    made = _sum(rest)
    return made if not rest else None


def _tokens(text: str, operands: Sequence[tuple[str, Value]]) -> list[str | Fraction] | None:
    tokens: list[str | Fraction] = []
    left = list(operands)
    place = 0
    while place < len(text) and place < LONGEST:
        if text[place] == " ":
            place += 1
        elif text[place] == "[":
            # An operand, quoted in brackets so that no sign of it is one of the formula's.
            if not left or not text.startswith(f"[{left[0][0]}]", place):
                return None
            quote, operand = left.pop(0)
            if operand.base_lower is None or operand.base_lower != operand.base_upper:
                return None
            tokens.append(operand.base_lower)
            place += len(quote) + 2
        elif text[place] in _SIGNS:
            tokens.append(_SIGNS[text[place]])
            place += 1
        elif text.startswith("years", place):
            # the difference of two numbers of years, as a time in months
            tokens += ["*", Fraction(12)]
            place += 5
        elif text.startswith("hours", place):
            # those of a day, in seconds
            tokens += ["*", Fraction(3600)]
            place += 5
        elif text[place].isdecimal() and text[place].isascii():
            end = place
            while end < len(text) and text[end].isdecimal() and end - place < 9:
                end += 1
            tokens.append(Fraction(int(text[place:end])))
            place = end
        else:
            return None
    return None if left or place < len(text) else tokens


def _sum(rest: list[str | Fraction]) -> Fraction | None:
    made = _product(rest)
    while made is not None and rest and rest[-1] in ("+", "-"):
        sign = rest.pop()
        right = _product(rest)
        if right is None:
            return None
        made = made + right if sign == "+" else made - right
    return made


def _product(rest: list[str | Fraction]) -> Fraction | None:
    made = _one(rest)
    while made is not None and rest and rest[-1] in ("*", "/"):
        sign = rest.pop()
        right = _one(rest)
        if right is None or (sign == "/" and not right):
            return None
        made = made * right if sign == "*" else made / right
    return made


def _one(rest: list[str | Fraction]) -> Fraction | None:
    if not rest:
        return None
    token = rest.pop()
    if isinstance(token, Fraction):
        return token
    if token != "(":
        return None
    made = _sum(rest)
    return made if rest and rest.pop() == ")" else None
