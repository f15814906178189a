"""The status of a quantity, its reason and its notes, proven from its places and the policy, for the verifier."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from quantcheck import report
from quantcheck.codes import CODES
from quantcheck.policy import Policy
from quantcheck.verifier import proof
from quantcheck.verifier.evident import Evident, unusual
from quantcheck.verifier.places import Places
from quantcheck.verifier.proof import Value
from quantcheck.verifier.related import Related

Faults = Iterator[tuple[str, str]]


def names(*lists: str) -> frozenset[str]:
    """Return the names of the codes of these lists."""
    return frozenset(code.name for code in CODES if code.list in lists)


_FORM = names("form reason")
_AMBIGUOUS = names("form reason", "ambiguous reason")
_UNMATCHED = names("unmatched reason")
_NOTES = names("note")
_LOWERED = frozenset(("pairing", "uncited", "attachment"))
_RELATIONS = _AMBIGUOUS - _FORM - _LOWERED - {"reversed_range"}
_ACCEPTED = ("approximate", "derived", "rounded_conversion", "rounded")


class Statuses:
    """The quantities of one case under the policy of the run."""

    def __init__(self, case: report.Case, policy: Policy, places: Places, evident: Evident, related: Related) -> None:
        self._case = case
        self._policy = policy
        self._places = places
        self._evident = evident
        self._related = related

    def faults(self, n: int, values: list[Value], supports: list[Value]) -> Faults:
        """Return what is wrong with the status of the n-th quantity, whose readings and places are proven."""
        return {
            "source": self._traced,
            "question": self._traced,
            "ambiguous": self._ambiguous,
            "unmatched": self._unmatched,
        }[self._case.quantities[n].status](n, values, supports)

    def notes(self, quantity: report.Quantity) -> Faults:
        """Check that the notes of a quantity are of the contract, and that the policy accepts what they relax."""
        for note in quantity.notes:
            if note not in _NOTES:
                yield ".notes", f"{note!r} is no note of the contract"
        relaxed = [note for note in quantity.notes if note in _ACCEPTED]
        if relaxed and quantity.status not in ("source", "question"):
            yield ".notes", f"{relaxed[0]!r} is a note of a traced quantity"
        for note in relaxed:
            if not self._accepts(note):
                yield ".notes", f"the policy does not accept {note!r}"

    def _accepts(self, relation: str) -> bool:
        policy = self._policy
        return {
            "approximate": policy.hedges == "accept",
            "derived": policy.derived == "accept",
            "rounded_conversion": policy.rounding in ("conversions", "accept"),
            "rounded": policy.rounding == "accept",
        }[relation]

    def _traced(self, n: int, values: list[Value], supports: list[Value]) -> Faults:
        quantity = self._case.quantities[n]
        if quantity.reason is not UNSET:
            yield ".reason", f"a quantity with status {quantity.status} has no reason"
        if not values:
            yield ".readings", "a traced quantity needs a reading"
        if not supports:
            yield ".support", "a traced quantity needs a place that it equals"
            return
        asked = [s for s in quantity.support if s.source == self._places.question]
        if quantity.status == "question" and len(asked) != len(quantity.support):
            yield ".status", "supported by a passage, not by the question alone"
        if quantity.status == "source" and len(asked) == len(quantity.support):
            yield ".status", "no support in a passage"
        if quantity.status == "source" and self._policy.citation_scope == "cited":
            if message := self._evident.scope(quantity, self._case, self._places.answer, self._policy.citation_base):
                yield ".status", message
        if self._policy.profile == "conservative":
            yield from ((".status", message) for v in values if (message := unusual(quantity.text, v)))
        relations = [note for note in quantity.notes if note in _ACCEPTED]
        if relations == ["derived"] and quantity.derivation is not UNSET:
            # The places are those of the operands, and the computation is what supports the figure.
            return
        for i in range(len(supports)):
            if not any(self._related.bears_out(n, note, values, i, supports) for note in relations or [""]):
                yield f".support[{i}].reading", "not equal to any reading of the quantity"
        for note in relations:
            if all(self._related.bears_out(n, "", values, i, supports) for i in range(len(supports))):
                yield ".notes", f"every support is equal, none needs {note!r}"

    def _ambiguous(self, n: int, values: list[Value], supports: list[Value]) -> Faults:
        quantity = self._case.quantities[n]
        reason = quantity.reason
        if reason is UNSET or reason not in _AMBIGUOUS:
            yield ".reason", "expected a reason of an ambiguous quantity"
            return
        if message := self._evident.reason(quantity.text, reason):
            yield ".reason", message
        if reason == "pairing" and not self._related.shared(n, reason):
            yield ".reason", "expected an amount and a frequency"
        if (reason == "profile") > (self._policy.profile == "conservative"):
            yield ".reason", "only the conservative profile gives this reason"
        if (reason == "uncited") > (self._policy.citation_scope == "cited"):
            yield ".reason", "only the cited scope gives this reason"
        computed = reason == "derived" and quantity.derivation is not UNSET
        # An equation of which an operand is not traceable, or not listed, is accepted by no policy.
        if reason in _ACCEPTED and self._accepts(reason) and not computed:
            yield ".reason", f"the policy accepts {reason!r}"
        if reason == "reversed_range" and not any(proof.reversed_range(v) for v in values):
            yield ".reason", "no reading is a reversed range"
        if reason not in _FORM and not values:
            yield ".readings", "what has no reading has a reason of form"
        if reason in _RELATIONS and not supports and not computed and not self._related.shared(n, reason):
            yield ".support", f"expected the place to which it is {reason!r}"
        # A figure that is found and lowered (its frequency, its citation, a cut passage) keeps what it equals.
        for i in range(len(supports)):
            # What a policy accepted is lowered with the relation that it accepted.
            relations = [reason, *filter(self._accepts, _ACCEPTED if reason == "attachment" else ())]
            if not any(self._related.bears_out(n, relation, values, i, supports) for relation in relations):
                yield f".support[{i}].reading", f"not {reason!r} to any reading of the quantity"

    def _unmatched(self, n: int, values: list[Value], supports: list[Value]) -> Faults:
        quantity = self._case.quantities[n]
        reason = quantity.reason
        if reason is UNSET or reason not in _UNMATCHED:
            yield ".reason", "expected a reason of an unmatched quantity"
            return
        if not values:
            yield ".readings", "what was not read exactly is ambiguous, not unmatched"
        if reason == "misattributed":
            if self._policy.citation_scope != "cited":
                yield ".reason", "only the cited scope gives this reason"
        elif supports:
            yield ".support", "an unmatched quantity has no support"
        if reason == "derivable" and quantity.derivation is UNSET:
            yield ".derivation", "expected the computation that gives the figure"
        nearest = quantity.nearest
        if reason == "contradicted" and nearest is UNSET and not self._related.shared(n, reason):
            yield ".nearest", "expected the value that the passages give"
        if reason == "invented" and nearest is not UNSET and nearest.source != self._places.question:
            yield ".reason", "a passage gives a value of this dimension"
