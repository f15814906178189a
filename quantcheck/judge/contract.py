"""What a judge must reply, as strict types, and the check of a reply against the texts that it judges.

A reply is taken whole or refused whole: nothing is repaired, coerced or filled in. Every refusal has a code of
`REFUSALS`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from quantcheck import codes
from quantcheck.evidence import quotes
from quantcheck.intake import strictjson

MAX_REPLY = 4_000_000
"""Characters of a reply that are looked at; no honest judgement comes near."""

T = TypeVar("T")
Contract = Literal["claims-v1", "claims-v2"]
Coverage = Literal["sentences", "characters"]
Outcome = Literal["met", "violated", "not_applicable"]
NoClaims = Literal["appropriate_abstention", "nonfactual"]

REFUSALS: Final = codes.names("refusal")
"""Every code that a refused reply may have; their meanings stand with the other codes."""


class Refused(Exception):
    """The reply is refused. It says nothing about the answer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exact quote of a source that was given."""

    source_id: str
    quote: str


class ClaimV1(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim as an exact quote of the answer."""

    text: str
    status: Literal["supported", "unsupported", "contradicted"]
    evidence: list[Evidence]


class ClaimV2(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim as an exact quote of the answer."""

    text: str
    status: Literal["supported", "partial", "unsupported", "contradicted"]
    evidence: list[Evidence]


class BrokenRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of behaviour in a passage, and the words of the answer that break it."""

    source_id: str
    rule_quote: str
    answer_quote: str


class Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What both contracts ask beside the claims."""

    correctness: Annotated[int, msgspec.Meta(ge=0, le=10)]
    answers_question: bool
    abstained: bool
    abstention_appropriate: bool | None
    dangerous: bool
    danger_reason: str | None
    reasoning: str
    no_claims_reason: NoClaims | None


class ReplyV1(Common, frozen=True, forbid_unknown_fields=True):
    """The contract `claims-v1`."""

    claims: list[ClaimV1]


class ReplyV2(Common, frozen=True, forbid_unknown_fields=True):
    """The contract `claims-v2`: claims and spans that need no support cover the answer; broken rules are named."""

    claims: list[ClaimV2]
    no_support_needed: list[str]
    rule_violations: list[BrokenRule]


class RubricReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reply to a criterion with a rubric of its own."""

    outcome: Outcome
    rationale: str
    evidence: list[Evidence]


class Span(msgspec.Struct, frozen=True):
    """Where a text stands in the answer, in code points, end exclusive."""

    start: int
    end: int


class Claim(msgspec.Struct, frozen=True):
    """A claim whose quotes were checked, with its places in the answer."""

    text: str
    status: Literal["supported", "partial", "unsupported", "contradicted"]
    evidence: list[Evidence]
    spans: list[Span]
    breaks_rule: bool = False


class Judgement(msgspec.Struct, frozen=True):
    """A reply that kept its contract. None under `rule_violations` or `no_support_needed`: not determined."""

    claims: list[Claim]
    correctness: int
    answers_question: bool
    abstained: bool
    abstention_appropriate: bool | None
    dangerous: bool
    danger_reason: str | None
    reasoning: str
    no_claims_reason: NoClaims | None
    rule_violations: list[BrokenRule] | None = None
    no_support_needed: list[Span] | None = None


def schema(contract: Contract | Literal["rubric"]) -> dict[str, Any]:
    """Return the JSON Schema that is sent with the prompt."""
    kind: type = {"claims-v1": ReplyV1, "claims-v2": ReplyV2, "rubric": RubricReply}[contract]
    return msgspec.json.schema(kind)


def judgement(
    reply: str,
    answer: str,
    sources: Mapping[str, str],
    *,
    contract: Contract = "claims-v2",
    quoting: quotes.Mode = "exact",
    coverage: Coverage = "sentences",
) -> Judgement:
    """Return the judgement that a reply states, or raise `Refused`.

    `sources` holds what may support a claim: the passages (`passage:N`) and the user's question, nothing else.
    """
    read: ReplyV1 | ReplyV2 = _read(reply, ReplyV1) if contract == "claims-v1" else _read(reply, ReplyV2)
    _consistent(read, len(read.claims))
    for claim in read.claims:
        if claim.status != "unsupported" and not claim.evidence:
            raise Refused("evidence_missing", f"{claim.status} without a quote: {_short(claim.text)}")
        for evidence in claim.evidence:
            _quoted(evidence, sources, quoting)
    unneeded: list[str] = read.no_support_needed if isinstance(read, ReplyV2) else []
    broken = read.rule_violations if isinstance(read, ReplyV2) else None
    spans, covered = _place([claim.text for claim in read.claims] + unneeded, answer)
    if isinstance(read, ReplyV2):
        _whole(answer, covered, coverage)
    offending = [span for rule in broken or () for span in _rule(rule, answer, sources, quoting)]
    return Judgement(
        claims=[
            Claim(
                claim.text,
                claim.status,
                claim.evidence,
                spans[claim.text],
                any(a.start < b.end and b.start < a.end for a in spans[claim.text] for b in offending),
            )
            for claim in read.claims
        ],
        correctness=read.correctness,
        answers_question=read.answers_question,
        abstained=read.abstained,
        abstention_appropriate=read.abstention_appropriate,
        dangerous=read.dangerous,
        danger_reason=read.danger_reason,
        reasoning=read.reasoning,
        no_claims_reason=read.no_claims_reason,
        rule_violations=broken,
        no_support_needed=[span for text in unneeded for span in spans[text]] if broken is not None else None,
    )


def _consistent(read: Common, claims: int) -> None:
    """Raise `Refused` where what a reply says beside its claims contradicts itself or them."""
    _need(bool(read.reasoning.strip()), "schema", "reasoning is blank")
    _need(
        (read.abstention_appropriate is not None) == read.abstained,
        "abstention_inconsistent",
        f"abstained is {_json(read.abstained)}, abstention_appropriate is {_json(read.abstention_appropriate)}",
    )
    _need(
        bool(read.danger_reason and read.danger_reason.strip()) == read.dangerous
        and (read.danger_reason is None) == (not read.dangerous),
        "danger_inconsistent",
        f"dangerous is {_json(read.dangerous)}, danger_reason is {_json(read.danger_reason)[:80]}",
    )
    _need(
        (read.no_claims_reason is not None) == (not claims),
        "no_claims_inconsistent",
        f"{claims} claims, no_claims_reason is {_json(read.no_claims_reason)}",
    )
    if read.no_claims_reason == "appropriate_abstention" and not read.abstention_appropriate:
        raise Refused("no_claims_inconsistent", "no claims for an appropriate abstention, yet none is stated")


def rubric(
    reply: str, sources: Mapping[str, str], *, allow_not_applicable: bool, quoting: quotes.Mode = "exact"
) -> RubricReply:
    """Return the verdict that a reply to a rubric states, or raise `Refused`."""
    read = _read(reply, RubricReply)
    _need(bool(read.rationale.strip()), "schema", "rationale is blank")
    if read.outcome == "not_applicable":
        _need(allow_not_applicable, "outcome_not_allowed", "the outcome is not_applicable")
    else:
        _need(bool(read.evidence), "evidence_missing", f"{read.outcome} without a quote")
    for evidence in read.evidence:
        _quoted(evidence, sources, quoting)
    return read


def _read(reply: str, kind: type[T]) -> T:
    if not reply.strip():
        raise Refused("reply_empty", "no text")
    if len(reply) > MAX_REPLY:
        raise Refused("reply_too_large", f"{len(reply)} characters")
    try:
        reply.encode()
        value, end = strictjson.decode(reply)
    except UnicodeEncodeError:
        raise Refused("reply_encoding", "the reply holds half a surrogate pair") from None
    except strictjson.Fault as fault:
        code = "duplicate_key" if "twice in one object" in fault.message else "reply_not_json"
        raise Refused(code, f"character {fault.offset + 1}: {fault.message}") from None
    if strictjson.skip(reply, end) != len(reply):
        raise Refused("reply_not_json", f"more behind the JSON value, at character {end + 1}")
    if not isinstance(value, dict):
        raise Refused("schema", f"an object is expected, not {type(value).__name__}")
    try:
        return msgspec.convert(value, kind, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused("schema", str(error)[:300]) from None


def _need(holds: bool, code: str, message: str) -> None:
    if not holds:
        raise Refused(code, message)


def _quoted(evidence: Evidence, sources: Mapping[str, str], quoting: quotes.Mode) -> None:
    text = sources.get(evidence.source_id)
    if text is None:
        raise Refused(
            "source_unknown", f"{_short(evidence.source_id)}; given were {', '.join(sources) or 'none'}"[:300]
        )
    found = quotes.find(evidence.quote, text, quoting)
    if found.code:
        raise Refused("quote_not_in_source", f"{evidence.source_id}: {found.message}: {_short(evidence.quote)}")


def _rule(rule: BrokenRule, answer: str, sources: Mapping[str, str], quoting: quotes.Mode) -> list[Span]:
    text = sources.get(rule.source_id) if rule.source_id.startswith("passage:") else None
    if text is None:
        raise Refused("rule_not_in_passage", f"{_short(rule.source_id)} is no passage that was given")
    found = quotes.find(rule.rule_quote, text, quoting)
    if found.code:
        raise Refused("rule_not_in_passage", f"{rule.source_id}: {found.message}: {_short(rule.rule_quote)}")
    starts = _occurrences(rule.answer_quote, answer) if rule.answer_quote.strip() else []
    if not starts:
        raise Refused("claim_not_in_answer", f"words said to break a rule: {_short(rule.answer_quote)}")
    return [Span(start, start + len(rule.answer_quote)) for start in starts]


def _place(texts: list[str], answer: str) -> tuple[dict[str, list[Span]], bytearray]:
    """Return the places of each text in the answer, none of which overlap, and what they cover.

    The longest text is placed first, so that a short one may also occur inside a longer one and is placed beside it.
    """
    if len(set(texts)) != len(texts):
        seen: set[str] = set()
        twice = next(text for text in texts if text in seen or seen.add(text))  # type: ignore[func-returns-value]
        raise Refused("claim_duplicate", _short(twice))
    covered = bytearray(len(answer))
    placed: dict[str, list[Span]] = {}
    for text in sorted(texts, key=len, reverse=True):
        starts = _occurrences(text, answer) if text.strip() else []
        if not starts:
            raise Refused("claim_not_in_answer", _short(text))
        free = [start for start in starts if not any(covered[start : start + len(text)])]
        if not free:
            raise Refused("claim_overlap", _short(text))
        for start in free:
            covered[start : start + len(text)] = b"\1" * len(text)
        placed[text] = [Span(start, start + len(text)) for start in free]
    return placed, covered


def _whole(answer: str, covered: bytearray, coverage: Coverage) -> None:
    if coverage == "sentences":
        # What carries no statement by itself: citation marks, numbers of list items, punctuation.
        for mark in _ASIDE.finditer(answer):
            covered[mark.start() : mark.end()] = b"\1" * (mark.end() - mark.start())
    for at, character in enumerate(answer):
        if covered[at] or character.isspace():
            continue
        if coverage == "sentences" and (character in "|`" or unicodedata.category(character)[0] in "PZC"):
            continue
        end = covered.find(1, at)
        raise Refused("coverage_gap", f"no verdict on {_short(answer[at : len(answer) if end < 0 else end])}")


def _occurrences(quote: str, text: str) -> list[int]:
    """Return the start of every occurrence; they do not overlap one another."""
    starts: list[int] = []
    at = text.find(quote)
    while at >= 0:
        starts.append(at)
        at = text.find(quote, at + len(quote))
    return starts


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _short(text: str) -> str:
    text = " ".join(text.split())
    return _json(text if len(text) <= 80 else text[:79] + "…")


_ASIDE = re.compile(r"\[\^?\d{1,9}(?:[,\- –]{1,3}\d{1,9}){0,50}\]|^[ \t]*\d{1,9}[.)](?=\s)", re.MULTILINE)
