"""The closed list of issue codes of structured answers: what each means, and what becomes of an answer that has it.

Codes of the core (`contradicted`, `approximate`, …) stand in `quantcheck.codes` and are passed on as they are.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

Level = Literal["fault", "review", "note"]
"""`fault` refuses the answer, `review` leaves it undecided, `note` is shown and changes nothing."""


class Code(NamedTuple):
    """One issue code: its level, what it means, and who finds it."""

    name: str
    level: Level
    meaning: str
    stage: Literal["set", "answer", "citation", "source", "quote", "figures", "gold"]


CODES: tuple[Code, ...] = (
    Code("evidence-set-altered", "fault", "The id of the evidence set is not the digest of what the set holds.", "set"),
    Code("evidence-text-altered", "fault", "The text of an item does not have the content hash of the item.", "set"),
    Code("evidence-record-mismatch", "fault", "Path, lines and citation of an item are not one record.", "set"),
    Code("evidence-set-mismatch", "fault", "The answer was written for another evidence set.", "answer"),
    Code("answer-without-evidence", "fault", "The set is empty, and yet the answer makes claims.", "answer"),
    Code("answer-without-claims", "fault", "The answer makes no claim and does not abstain.", "answer"),
    Code("abstention-with-claims", "fault", "The answer abstains and makes claims.", "answer"),
    Code("abstention-unexplained", "fault", "The answer abstains and gives no reason.", "answer"),
    Code(
        "abstention-reason-unused", "fault", "A reason to abstain is given, but the answer does not abstain.", "answer"
    ),
    Code("claim-empty", "fault", "The text of a claim holds no letter and no digit.", "answer"),
    Code("claim-id-repeated", "fault", "Two claims have one id.", "answer"),
    Code("claim-uncited", "fault", "A claim has no citation.", "citation"),
    Code("citation-unknown", "fault", "No item of the set has this label.", "citation"),
    Code("citation-mismatch", "fault", "The item with this label has another path or other lines.", "citation"),
    Code("citation-repeated", "note", "The same label and quote again; it counts once.", "citation"),
    Code("citation-flagged", "note", "The cited text holds words that try to instruct a model.", "citation"),
    Code("source-outside-corpus", "fault", "The path is no path inside the corpus, or leads out by a link.", "source"),
    Code("source-missing", "fault", "The cited document is not there, or cannot be read.", "source"),
    Code("source-moved", "fault", "The cited lines stand unchanged at another place.", "source"),
    Code("source-changed", "fault", "Other text stands at the cited lines, and theirs stands nowhere.", "source"),
    Code("document-changed", "fault", "The cited lines are unchanged, but the document around them is not.", "source"),
    Code("quote-empty", "fault", "The quote holds no letter and no digit.", "quote"),
    Code("quote-not-in-source", "fault", "The quote is no exact part of the cited text.", "quote"),
    Code("quote-crosses-blocks", "fault", "The quote runs across list items, table rows or paragraphs.", "quote"),
    Code("quote-cuts-word", "fault", "The quote begins or ends inside a word or a number.", "quote"),
    Code("figure-not-quoted", "review", "A figure stands in the cited text, but in none of the quotes.", "figures"),
    Code("claim-unsupported", "fault", "The gold does not allow a claim with this text.", "gold"),
    Code("source-not-allowed", "fault", "The gold does not allow this source and quote for the claim.", "gold"),
    Code("abstention-expected", "fault", "The gold expects an abstention, and the answer makes claims.", "gold"),
    Code("abstention-unexpected", "fault", "The gold expects an answer, and the answer abstains.", "gold"),
)

LEVELS: dict[str, Level] = {code.name: code.level for code in CODES}


def find(text: str) -> Code | None:
    """Return the code of this name, written with `-` or `_`, in any case."""
    name = text.strip().lower().replace("_", "-")
    return next((code for code in CODES if code.name == name), None)


class Issue(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finding: its code, the place in the file of the answer (or the set), and what stands there instead."""

    code: str
    level: Level
    message: str
    claim_id: str | UnsetType = UNSET
    place: str | UnsetType = UNSET
    """JSON pointer into the file of the answer; of the evidence set where `file` is `evidence`."""
    file: Literal["answer", "evidence"] = "answer"
    line: int | UnsetType = UNSET
    column: int | UnsetType = UNSET
    expected: str | UnsetType = UNSET
    found: str | UnsetType = UNSET


def verdict(codes: list[Issue], abstained: bool) -> str:
    """Return `refused`, `needs_review`, `abstained` or `accepted`; any fault refuses."""
    levels = {issue.level for issue in codes}
    if "fault" in levels:
        return "refused"
    if "review" in levels:
        return "needs_review"
    return "abstained" if abstained else "accepted"
