"""The closed lists of codes that a report may hold, each with its number, definition and what to do about it.

`explain`, the documentation and the outputs for CI take their words from here. The first digit of a number tells the
stage: 1 input, 2 reading, 3 left alone, 4 matching, 5 unmatched, 6 citations and equations, 7 notes, 8 verdict,
9 judging. A number is never reused; a name may stand in several lists (`rounded` is a reason, a note, a difference).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

List = Literal[
    "case status",
    "decision",
    "quantity status",
    "form reason",
    "ambiguous reason",
    "unmatched reason",
    "case reason",
    "difference",
    "citation style",
    "equation why",
    "note",
    "ignored why",
    "quantity kind",
    "judged reason",
    "refusal",
    "error",
]


class Code(NamedTuple):
    """One code: its number, its name in the report, the list that it belongs to, what it means, what to do."""

    number: str
    name: str
    list: List
    meaning: str
    action: str


_RESTATE = "Write the figure as the source writes it, or compare the two by hand."
_PLAIN = "Write the figure in a plain form, or check it by hand."
_NONE = "Nothing."
_AGAIN = "Look at the raw reply; another `sample` of the spec asks anew."

CODES: tuple[Code, ...] = (
    # 1: input
    Code("QC100", "error", "error",
         "The program could not do its job: a file, a record or an option could not be read.",
         "Mend what the line names; every readable case was still checked."),
    Code("QC101", "invalid", "case status",
         "The record is no case: the answer is absent or no text, the question is no text, or the JSON is malformed.",
         "Mend the record that the message names."),
    Code("QC102", "missing_capture", "case status",
         "The assistant's turn of a transcript holds no text.",
         "Capture the answer again; without it nothing can be checked."),
    Code("QC103", "missing_evidence", "case status",
         "There are no passages to check against, or an item of the list is malformed or blank.",
         "Save the passages that the answer was written from, each with its text."),
    # 2: reading
    Code("QC201", "vague", "form reason",
         "A vague amount (dozens, several hours, forty-odd) has no exact value.",
         "Give the figure, or check the vague amount by hand."),
    Code("QC202", "too_large", "form reason",
         "The number has more than 1,000 digits or an exponent beyond ±1,000 and is not evaluated.", _PLAIN),
    Code("QC203", "unread", "form reason",
         "The text around the number makes something bigger that the grammar does not read.", _PLAIN),
    Code("QC204", "mixed", "form reason",
         "Mixed units in which a smaller part is not less than one of the unit before it (5 ft 14 in).",
         "Carry the smaller part over, or check the figure by hand."),
    Code("QC205", "too_many_readings", "form reason",
         "More than 64 joint readings would have to be compared.", _PLAIN),
    Code("QC206", "mixed_scripts", "form reason",
         "The digits of one number come from more than one script.", "Write the number in one script."),
    Code("QC207", "bound_and_approximate", "form reason",
         "One number is both a bound and approximate (at least about 5 mg).", "Drop one of the two words."),
    Code("QC208", "ratio_unit", "form reason",
         "A ratio such as 3 of 5 with a physical unit behind it, or a part of a number (half of 20).", _PLAIN),
    Code("QC209", "zero_denominator", "form reason",
         "A fraction, ratio or compound unit divides by zero.", _PLAIN),
    Code("QC210", "cut", "form reason",
         "The figure is cut between two passages, so neither holds the whole of it.",
         "Save passages that do not end inside a figure."),
    Code("QC211", "equation", "form reason",
         "Numbers stand on both sides of an equals sign that is not read as an equation.",
         "Check the computation by hand."),
    Code("QC212", "heads_disagree", "form reason",
         "The heads of a table give different units or scales for one cell.", "Look at the table."),
    Code("QC213", "profile", "form reason",
         "The conservative profile trusts no figure of this form.",
         "Check it by hand, or use the profile exact."),
    Code("QC251", "physical", "quantity kind",
         "A quantity with a physical unit: 5 mg, 20 km/h, 50 Hz.", _NONE),
    Code("QC252", "temperature", "quantity kind",
         "A point on a temperature scale: 20 °C.", _NONE),
    Code("QC253", "temperature_difference", "quantity kind",
         "A difference of two temperatures: a rise of 2 °C.", _NONE),
    Code("QC254", "percent", "quantity kind",
         "A percentage or another ratio written with a sign: 5%, 30 ppm.", _NONE),
    Code("QC255", "percentage_point", "quantity kind",
         "A difference of two percentages: 2 percentage points, 25 basis points.", _NONE),
    Code("QC256", "money", "quantity kind",
         "An amount of a currency: $5, 20 EUR.", _NONE),
    Code("QC257", "count", "quantity kind",
         "A number of counted things that has a counter of its own: 3 tablets.", _NONE),
    Code("QC258", "frequency", "quantity kind",
         "How often something is done: twice daily, every 6 hours.", _NONE),
    Code("QC259", "ratio", "quantity kind",
         "One number out of another: 3 of 5 patients, 1 in 5.", _NONE),
    Code("QC260", "number", "quantity kind",
         "A bare number, a quantity only under numbers = all.", _NONE),
    # 3: left alone
    Code("QC301", "list_number", "ignored why", "The number of a list item: 1. or 2).", _NONE),
    Code("QC302", "heading_number", "ignored why", "The number of a heading or section: ## 2.1 Methods.", _NONE),
    Code("QC303", "date", "ignored why", "A date, month, decade or span of years: 5 May 2020, 1960s, 2013-14.", _NONE),
    Code("QC304", "clock_time", "ignored why", "A time of day: 14:30, 5 pm.", _NONE),
    Code("QC305", "phone", "ignored why", "A telephone number.", _NONE),
    Code("QC306", "version", "ignored why", "The version of a program or document: v2.1, Python 3.11.", _NONE),
    Code("QC307", "identifier", "ignored why", "A name that holds digits: COVID-19, B12, ISO 9001.", _NONE),
    Code("QC308", "ordinal", "ignored why", "A place in an order: 1st, the third.", _NONE),
    Code("QC309", "url", "ignored why", "An address, path or e-mail address.", _NONE),
    Code("QC310", "code", "ignored why", "Text in a code span or fence, or program text.", _NONE),
    Code("QC311", "bare_number", "ignored why",
         "A number without a unit; it is a quantity only under numbers = all.",
         "Use numbers = all to check bare numbers too."),
    Code("QC312", "reference", "ignored why", "The number of a page, figure, table or chapter.", _NONE),
    Code("QC313", "score", "ignored why", "The result of a game: 3-1.", _NONE),
    Code("QC314", "footnote", "ignored why", "The mark of a footnote that the answer itself defines.", _NONE),
    Code("QC315", "style_off", "ignored why",
         "A citation in a style that the policy does not switch on.",
         "Name the style in citation_styles where these are citations."),
    Code("QC316", "markup", "ignored why", "Digits that belong to markup and are not seen by a reader.", _NONE),
    Code("QC317", "factor", "ignored why", "How many times as large something is: 3 times larger.", _NONE),
    Code("QC318", "idiom", "ignored why", "A number word without a number's meaning: one of, at one point.", _NONE),
    # 4: matching
    Code("QC401", "source", "quantity status",
         "A passage holds an equal quantity under every joint reading of the two.", _NONE),
    Code("QC402", "question", "quantity status",
         "No passage holds an equal quantity, but the question does.",
         "Make sure that a figure of the user's own may be repeated."),
    Code("QC403", "unmatched", "quantity status",
         "Neither a passage nor the question holds an equal or a related quantity.",
         "Correct the figure, or find the passage that it comes from."),
    Code("QC404", "ambiguous", "quantity status",
         "The figure could neither be traced nor refuted exactly; the reason says why.", "Check it by hand."),
    Code("QC411", "readings", "ambiguous reason",
         "It equals a source under one reading of the two, and not under another.",
         "Name the unit exactly, in the answer or in the source."),
    Code("QC412", "reversed_range", "ambiguous reason",
         "The range runs from the larger to the smaller end, and no source holds the same one.",
         "Turn the range round where that is what is meant."),
    Code("QC413", "approximate", "ambiguous reason",
         "A source has the same figure, but one of the two is approximate and the other is not.",
         "Keep the hedge of the source, or accept hedges by policy."),
    Code("QC414", "rounded_conversion", "ambiguous reason",
         "It equals a source after a conversion of units, rounded to the digits shown.",
         "Give the source's own figure, or accept rounded conversions by policy."),
    Code("QC415", "rounded", "ambiguous reason",
         "It equals a source rounded to the digits shown.",
         "Give the source's own figure, or accept rounding by policy."),
    Code("QC416", "notation", "ambiguous reason",
         "A source has the same ends in another notation (5 ± 1 mg and 4–6 mg).", _RESTATE),
    Code("QC417", "kind", "ambiguous reason",
         "The numbers are equal, but the kinds of quantity are not (0.3 and 30%, mg/kg and ppm).", _RESTATE),
    Code("QC418", "schedule", "ambiguous reason",
         "A source gives the same rate as another schedule (4 times a day and every 6 hours).", _RESTATE),
    Code("QC419", "same_total", "ambiguous reason",
         "A source gives the same total divided otherwise (5 mg twice daily and 10 mg per day).", _RESTATE),
    Code("QC420", "derived", "ambiguous reason",
         "It is the total of figures that a source or the answer states, or the result of a true equation.",
         "Follow the computation, or accept derived figures by policy."),
    Code("QC421", "temperature_difference", "ambiguous reason",
         "Whether a temperature or a difference of temperatures is meant stays open, and the scales differ.",
         _RESTATE),
    Code("QC422", "pairing", "ambiguous reason",
         "Two figures are each found, but nowhere together so: with a frequency, in a change, linked by a word.",
         "See whether the source gives this amount at this frequency, in or for the other, the change this way round."),
    Code("QC423", "uncited", "ambiguous reason",
         "It is found, but the sentence cites no passage (citation_scope = cited).",
         "Cite the passage in the sentence."),
    Code("QC424", "attachment", "ambiguous reason",
         "It is found, but in the passages the words of the answer stand with another figure.",
         "See whether the figure is about what the answer says."),
    # 5: unmatched
    Code("QC501", "misattributed", "unmatched reason",
         "It is found, but only in passages that the sentence does not cite (citation_scope = cited).",
         "Cite the passage that holds the figure, or correct the figure."),
    Code("QC502", "derivable", "unmatched reason",
         "It is stated nowhere, but a short computation from source figures gives it.",
         "Follow the computation that is offered."),
    Code("QC503", "contradicted", "unmatched reason",
         "The passages give another value of the same dimension; it differs from every one of them.",
         "Compare it with the nearest source value."),
    Code("QC504", "invented", "unmatched reason",
         "The passages give no value of this dimension at all.",
         "Find the source of the figure, or leave it out."),
    Code("QC511", "value", "difference", "Another value in the same unit and shape.", _RESTATE),
    Code("QC512", "factor", "difference", "The values differ by a power of ten or another round factor.",
         "Look for a slip of the decimal point or the prefix."),
    Code("QC513", "sign", "difference", "The same value with the other sign.", "Look for a lost minus."),
    Code("QC514", "unit", "difference", "The same number in another unit.", "Look for a mistaken unit."),
    Code("QC515", "bound", "difference", "The same number as another bound, or as none (at least 5 and 5).",
         "Keep the bound of the source."),
    Code("QC516", "range_end", "difference", "Only one end of a range agrees, or one end stands alone.",
         "Give both ends as the source does."),
    Code("QC517", "rounded", "difference", "Equal only after rounding by more than the digits shown allow.", _RESTATE),
    Code("QC518", "approximate", "difference", "Close, and one of the two is hedged.", _RESTATE),
    Code("QC519", "notation", "difference", "The same ends in another notation, with another difference.", _RESTATE),
    Code("QC520", "order", "difference", "The same components in another order.", "Look for exchanged figures."),
    # 6: citations and equations
    Code("QC601", "bracket", "citation style", "[1], [1,3], [1-3], [1](url).", _NONE),
    Code("QC602", "footnote", "citation style", "[^1].", _NONE),
    Code("QC603", "caret", "citation style", "^[1].", _NONE),
    Code("QC604", "lenticular", "citation style", "【1】 and 【1†…】.", _NONE),
    Code("QC605", "source", "citation style", "[S1]; by name only.", _NONE),
    Code("QC606", "doc", "citation style", "[doc1]; by name only.", _NONE),
    Code("QC607", "paren", "citation style", "(1); by name only.", _NONE),
    Code("QC608", "superscript", "citation style", "¹; by name only.", _NONE),
    Code("QC621", "unresolved_citation", "case reason",
         "A citation names a number that no passage has.",
         "Correct the citation, or set citation_base where the numbers start elsewhere."),
    Code("QC622", "false_equation", "case reason",
         "An equation of the answer does not hold.", "Correct the computation; the expected value is shown."),
    Code("QC631", "open_words", "equation why", "The words leave open what is stated to equal what.", _PLAIN),
    Code("QC632", "dimensions", "equation why", "The two sides have no common dimension.", _PLAIN),
    Code("QC633", "unread_operand", "equation why", "An operand could not be read exactly.", _PLAIN),
    Code("QC634", "rough_writing", "equation why",
         "Two writings of one figure agree only roughly, within 5%.", "Nothing, or give both with more digits."),
    # 7: notes
    Code("QC701", "list_member", "note", "A member of a list that shares its unit: 5 in 5, 10 or 15 mg.", _NONE),
    Code("QC702", "change", "note", "One end of a change: raised from 5 to 10 mg.", _NONE),
    Code("QC703", "emphasis", "note", "A word such as exactly or only stands with it and changes nothing.", _NONE),
    Code("QC704", "with_amount", "note", "A frequency that takes the status of the amount it stands with.",
         "Look at the amount."),
    Code("QC705", "frequency_missing", "note",
         "The passage gives this amount together with a frequency that the answer leaves out.",
         "Say how often, as the passage does."),
    Code("QC706", "table_head", "note", "Its unit or scale comes from the head of a table.", _NONE),
    Code("QC707", "attachment", "note",
         "In the passages the words of the answer stand with another figure; noted by policy, not acted on.",
         "See whether the figure is about what the answer says."),
    Code("QC708", "attachment_skipped", "note", "What the figure is about was not compared.", _NONE),
    Code("QC709", "contested_source", "note", "Two passages give different values for the same words.",
         "Look at both passages."),
    Code("QC710", "approximate", "note", "Traceable because the policy accepts hedges.", _NONE),
    Code("QC711", "derived", "note", "Traceable because the policy accepts derived figures.", _NONE),
    Code("QC712", "rounded_conversion", "note", "Traceable because the policy accepts rounded conversions.", _NONE),
    Code("QC713", "rounded", "note", "Traceable because the policy accepts rounding.", _NONE),
    Code("QC714", "derivation_capped", "note",
         "Not every computation that could give the figure was tried: there are too many figures.",
         "Look for the computation by hand."),
    # 8: verdict
    Code("QC801", "violated", "case status",
         "The answer has an unmatched quantity, an unresolved citation or a false equation.",
         "Act on each finding that is marked."),
    Code("QC802", "needs_review", "case status",
         "Nothing is violated, but something could not be decided exactly.", "Check the marked places by hand."),
    Code("QC803", "met", "case status",
         "Every quantity is traceable and every citation resolves. Traceable is not the same as true.", _NONE),
    Code("QC804", "not_applicable", "case status",
         "The answer is blank, or holds no quantity, citation or equation to check.", _NONE),
    Code("QC811", "passed", "decision", "There is nothing to act on; exit 0.", _NONE),
    Code("QC812", "violated", "decision", "At least one answer is violated; exit 2.", "Look at those answers."),
    Code("QC813", "inconclusive", "decision",
         "No answer is violated, but some need review or lack evidence; exit 3.", "Look at those answers."),
    Code("QC814", "not_applicable", "decision", "No answer holds anything to check; exit 0.", _NONE),
    Code("QC815", "error", "decision", "The program could not do all of its job; exit 1.",
         "Mend what the error lines name."),
    Code("QC821", "question_only", "case reason",
         "The figures of the answer come from the question alone (question = review).",
         "See whether a passage supports them."),
    # 9: judging
    Code("QC901", "budget_blocked", "case status",
         "A judged criterion had no call left in the run's budget.",
         "Capture the answers in a new run with a larger budget; that of a run is frozen."),
    Code("QC902", "unknown_outcome", "case status",
         "A judge's call was sent and its outcome is not known; it is never sent again by itself.",
         "Find out what became of the call, then release it."),
    Code("QC903", "suspect_scores", "case reason",
         "A judge's scores all lie in one end of the scale.", "Look at the judge before trusting its scores."),
    Code("QC911", "dangerous", "judged reason",
         "The judge says that following the answer could plausibly cause serious harm.", "Look at it first."),
    Code("QC912", "contradicted_claim", "judged reason",
         "The judge says that the passages contradict a claim.", "Compare the claim with the quote."),
    Code("QC913", "rule_violation", "judged reason",
         "The judge says that the answer breaks a rule of a passage.", "Compare the words with the rule."),
    Code("QC914", "unsupported_claim", "judged reason",
         "The judge found no support for a claim.", "Find its source, or leave the claim out."),
    Code("QC915", "partial_claim", "judged reason",
         "The judge found support for a part of a claim only.", "Say only what the passages say."),
    Code("QC916", "low_correctness", "judged reason",
         "The judge's score is below the criterion's minimum.", "Read the judge's reasoning."),
    Code("QC917", "inappropriate_abstention", "judged reason",
         "The answer declines although the judge says that the passages cover the question.",
         "Answer from the passages."),
    Code("QC918", "not_answered", "judged reason",
         "The judge says that the answer does not answer the question.", "Answer what was asked."),
    Code("QC931", "reply_empty", "refusal", "The reply holds no text.", _AGAIN),
    Code("QC932", "reply_too_large", "refusal", "The reply is longer than any judgement.", _AGAIN),
    Code("QC933", "reply_encoding", "refusal", "The reply is no UTF-8 text.", _AGAIN),
    Code("QC934", "reply_envelope", "refusal", "The reply does not have the form of its protocol.", _AGAIN),
    Code("QC935", "reply_incomplete", "refusal", "The service says that it stopped before the end.", _AGAIN),
    Code("QC936", "reply_declined", "refusal", "The service says that the model declined to answer.", _AGAIN),
    Code("QC937", "reply_not_json", "refusal", "The reply is not one JSON value and nothing else.", _AGAIN),
    Code("QC938", "duplicate_key", "refusal", "A key comes twice in one object of the reply.", _AGAIN),
    Code("QC939", "schema", "refusal", "A field of the reply is missing, unknown or of another type.", _AGAIN),
    Code("QC940", "claim_duplicate", "refusal", "Two claims or spans of the reply have the same text.", _AGAIN),
    Code("QC941", "claim_not_in_answer", "refusal", "A claim or span is no exact part of the answer.", _AGAIN),
    Code("QC942", "claim_overlap", "refusal", "Two claims or spans overlap in the answer.", _AGAIN),
    Code("QC943", "evidence_missing", "refusal", "A status or outcome that needs a quote has none.", _AGAIN),
    Code("QC944", "source_unknown", "refusal",
         "A quote names a source that was not given or may not support anything.", _AGAIN),
    Code("QC945", "quote_not_in_source", "refusal", "A quote is no exact part of the source that it names.", _AGAIN),
    Code("QC946", "abstention_inconsistent", "refusal",
         "abstention_appropriate is set although the answer did not abstain, or the other way round.", _AGAIN),
    Code("QC947", "danger_inconsistent", "refusal",
         "danger_reason is set although the answer is not dangerous, or the other way round.", _AGAIN),
    Code("QC948", "no_claims_inconsistent", "refusal",
         "no_claims_reason is set although there are claims, or the other way round.", _AGAIN),
    Code("QC949", "rule_not_in_passage", "refusal", "A rule that is said to be broken stands in no passage.", _AGAIN),
    Code("QC950", "coverage_gap", "refusal", "A part of the answer has no verdict; the message names it.", _AGAIN),
    Code("QC951", "outcome_not_allowed", "refusal", "The criterion does not allow not_applicable.", _AGAIN),
    Code("QC952", "call_refused", "refusal", "The service did not accept the call; nothing was spent.",
         "Evaluate again; the call is then sent anew."),
    Code("QC953", "check_failed", "refusal", "The check itself failed, which says nothing about the answer.",
         "Please report it."),
)  # fmt: skip

BY_NUMBER: dict[str, Code] = {code.number: code for code in CODES}


def find(text: str) -> list[Code]:
    """Return the codes of this number (`QC503`) or name (`contradicted`), in any case, in order of their numbers."""
    key = text.strip()
    number = BY_NUMBER.get(key.upper())
    if number is not None:
        return [number]
    name = key.lower().replace("-", "_").replace(" ", "_")
    return [code for code in CODES if code.name == name]


def number(list_: List, name: str) -> str:
    """Return the number of a code of a list."""
    return next(code.number for code in CODES if code.list == list_ and code.name == name)


def names(list_: List) -> tuple[str, ...]:
    """Return the names of a list, in order."""
    return tuple(code.name for code in CODES if code.list == list_)


def _prose(text: str) -> str:
    """Return a text in which Markdown finds no link."""
    return text.replace("[", "\\[")


def table() -> str:
    """Return the page `docs/codes.md`."""
    stages = {
        "1": "Input",
        "2": "Reading",
        "3": "Left alone",
        "4": "Matching",
        "5": "Unmatched",
        "6": "Citations and equations",
        "7": "Notes",
        "8": "Verdict",
        "9": "Judging",
    }
    lines = [
        "# Codes",
        "",
        "Made from `quantcheck/codes.py` by `python -m quantcheck.codes`; do not edit. `quantcheck explain CODE`",
        "prints one of them. Numbers are never reused; a name may stand in several lists.",
    ]
    for digit, title in stages.items():
        lines += ["", f"## {digit}: {title}", ""]
        lines += ["| number | name | list | meaning | what to do |", "|---|---|---|---|---|"]
        lines += [
            f"| {c.number} | `{c.name}` | {c.list} | {_prose(c.meaning)} | {_prose(c.action)} |"
            for c in CODES
            if c.number[2] == digit
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
