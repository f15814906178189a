"""What equations do to the verdicts on their operands and results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantcheck.arithmetic.decide import Decision
from quantcheck.codes import CODES
from quantcheck.equations.nodes import leaves
from quantcheck.matching.findings import Hit
from quantcheck.matching.match import Derived, Verdict
from quantcheck.policy import Policy
from quantcheck.report import QuantityStatus
from quantcheck.values import Equation, Node, Text

FORMS = frozenset(code.name for code in CODES if code.list == "form reason")


def settle(
    text: str,
    answer: Text,
    found: Sequence[Verdict | None],
    decisions: Sequence[Decision],
    policy: Policy,
) -> tuple[list[Verdict | None], list[Decision]]:
    """Return the verdicts with those on the results of true equations, and the decisions with those on rough writings.

    A bare operand that the case does not list counts what stands beside it (`3 × 200 mg`) and needs no source.
    """
    settled, decided = list(found), list(decisions)
    for n, (equation, decision) in enumerate(zip(answer.equations, decisions, strict=True)):
        if decision.holds is False and equation.signs == ("()",) and _one_place(equation, settled):
            decided[n] = Decision(None, why="rough_writing", result=decision.result)
        if decision.holds is not True:
            continue
        constants = _constants(equation, answer)
        result = decision.result
        operands = [i for side in equation.sides for i in leaves(side) if i != result]
        if equation.signs == ("()",) and _unmatched(settled[operands[0]]):
            result, operands = operands[0], [result]
        stated = [i for i in operands if i not in constants]
        known = [v for i in stated if (v := settled[i]) is not None]
        traced = bool(known) and all(v.accepted for v in known)
        hits = [v.support[0] for v in known if v.support] if traced else []
        proof = _proof(text, equation, answer, decision, hits)
        made = Verdict("ambiguous", "derived", derivation=proof)
        # A number that is not listed was looked for nowhere: no policy rests a figure on it.
        if policy.derived == "accept" and traced and len(known) == len(stated):
            status: QuantityStatus = "question" if all(v.status == "question" for v in known) else "source"
            made = Verdict(status, support=hits, notes=("derived",), derivation=proof)
        for i in constants:
            if _unmatched(settled[i]):
                settled[i] = made
        verdict = settled[result] if result >= 0 else None
        if traced and verdict is not None and not verdict.accepted and not _stays(verdict, equation):
            settled[result] = made
    return settled, decided


def _stays(verdict: Verdict, equation: Equation) -> bool:
    """Whether a reason for review says more than that the figure is computed."""
    says_more = equation.signs == ("()",) or verdict.reason in FORMS or verdict.reason == "attachment"
    return verdict.status == "ambiguous" and says_more


def _unmatched(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.status == "unmatched"


def _proof(text: str, equation: Equation, answer: Text, decision: Decision, hits: Sequence[Hit]) -> Derived:
    formula = " ".join(text[equation.start : equation.end].split())
    expected = Fraction(0)
    if decision.result >= 0:
        expected = answer.quantities[decision.result].readings[0].base_lower or expected
    by = decision.by or "exact"
    return Derived(formula, tuple(hits), by, expected, Fraction(0))


def _one_place(equation: Equation, found: Sequence[Verdict | None]) -> bool:
    """Whether the two writings stand side by side in one source too."""
    places: list[set[tuple[int, int]]] = []
    for side in equation.sides:
        verdict = found[side[1]]
        if verdict is None or not verdict.accepted:
            return False
        places.append({(h.place.source, h.place.quantity) for h in verdict.support})
    return any(s == t and abs(a - b) == 1 for s, a in places[0] for t, b in places[1])


def _constants(equation: Equation, answer: Text) -> list[int]:
    """Return the bare operands that the form explains: the count of the summands, and the hundred of a percentage."""
    found: list[int] = []
    for side in equation.sides:
        _constants_of(side, answer, found)
    return found


def _constants_of(node: Node, answer: Text, found: list[int]) -> None:
    if node[0] in "qn":
        return
    for child in node[1:]:
        _constants_of(child, answer, found)
    right = node[2]
    for child in node[1:]:
        if child[0] != "q" or not answer.quantities[child[1]].bare or not answer.quantities[child[1]].readings:
            continue
        value = answer.quantities[child[1]].readings[0].base_lower
        divides = node[0] == "/" and child == right and node[1][0] == "+" and value == _summands(node[1])
        hundred = node[0] == "*" and value == 100
        if divides or hundred:
            found.append(child[1])


def _summands(node: Node) -> int:
    return sum(map(_summands, node[1:])) if node[0] == "+" else 1
