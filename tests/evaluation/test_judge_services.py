"""Judges behind a real port that misbehave: each reply has the one right state, and none is a pass."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evaluation_sample import case, faithful, spec
from judge_server import REPLIES, Server

from quantcheck.evaluation import evaluate_saved, evaluation_summary
from quantcheck.evaluation.evaluate import release
from quantcheck.evaluation.ledger import Ledger
from quantcheck.evaluation.run import open_run
from quantcheck.judge.clients import service
from quantcheck.judge.contract import REFUSALS
from quantcheck.output import CannotDo

MakeRun = Callable[..., Path]

STATES = {
    # order: (status, refusal code or words of the cause, arrivals at the server)
    "": ("met", "", 1),
    "429-twice": ("met", "", 3),
    "slow": ("unknown_outcome", "", 1),
    "drip": ("unknown_outcome", "no whole reply", 1),
    "cut-off": ("unknown_outcome", "", 1),
    "hang-up": ("unknown_outcome", "", 1),
    "408": ("unknown_outcome", "", 1),
    "409": ("unknown_outcome", "", 1),
    "500": ("unknown_outcome", "", 1),
    "503": ("unknown_outcome", "", 1),
    "529": ("unknown_outcome", "", 1),
    "429": ("invalid", "call_refused", 4),
    "400": ("invalid", "call_refused", 1),
    "413": ("invalid", "call_refused", 1),
    "key-echo": ("invalid", "call_refused", 1),
    "empty": ("invalid", "reply_empty", 1),
    "empty-text": ("invalid", "reply_empty", 1),
    "blank-text": ("invalid", "reply_empty", 1),
    "html": ("invalid", "reply_envelope", 1),
    "no-choices": ("invalid", "reply_envelope", 1),
    "ten-megabytes": ("invalid", "reply_envelope", 1),
    "endless": ("invalid", "reply_too_large", 1),
    "long-text": ("invalid", "reply_too_large", 1),
    "latin-1": ("invalid", "reply_encoding", 1),
    "utf-16": ("invalid", "reply_encoding", 1),
    "surrogate": ("invalid", "reply_not_json", 1),
    "length": ("invalid", "reply_incomplete", 1),
    "filtered": ("invalid", "reply_declined", 1),
    "declined": ("invalid", "reply_declined", 1),
    "fenced": ("invalid", "reply_not_json", 1),
    "prose": ("invalid", "reply_not_json", 1),
    "prose-behind": ("invalid", "reply_not_json", 1),
    "two-objects": ("invalid", "reply_not_json", 1),
    "half-json": ("invalid", "reply_not_json", 1),
    "deep": ("invalid", "reply_not_json", 1),
    "nan": ("invalid", "reply_not_json", 1),
    "injected": ("invalid", "reply_not_json", 1),
    "echo": ("invalid", "reply_not_json", 1),
    "duplicate-keys": ("invalid", "duplicate_key", 1),
    "array": ("invalid", "schema", 1),
    "false-as-string": ("invalid", "schema", 1),
    "true-as-one": ("invalid", "schema", 1),
    "score-float": ("invalid", "schema", 1),
    "score-string": ("invalid", "schema", 1),
    "score-eleven": ("invalid", "schema", 1),
    "score-true": ("invalid", "schema", 1),
    "not-fully-supported": ("invalid", "schema", 1),
    "label-case": ("invalid", "schema", 1),
    "missing-field": ("invalid", "schema", 1),
    "unknown-field": ("invalid", "schema", 1),
    "invented-claim": ("invalid", "claim_not_in_answer", 1),
    "overlapping-claims": ("invalid", "claim_overlap", 1),
    "duplicate-claim": ("invalid", "claim_duplicate", 1),
    "dropped-claim": ("invalid", "coverage_gap", 1),
    "unquoted-support": ("invalid", "evidence_missing", 1),
    "invented-quote": ("invalid", "quote_not_in_source", 1),
    "invented-source": ("invalid", "source_unknown", 1),
    "answer-as-source": ("invalid", "source_unknown", 1),
    "abstention-unset": ("invalid", "abstention_inconsistent", 1),
    "abstention-set": ("invalid", "abstention_inconsistent", 1),
    "danger-unset": ("invalid", "danger_inconsistent", 1),
    "danger-set": ("invalid", "danger_inconsistent", 1),
    "reason-set": ("invalid", "no_claims_inconsistent", 1),
    "dangerous": ("violated", "", 1),
    "low": ("violated", "", 1),
    "unanswered": ("violated", "", 1),
}


def judge(protocol: str, server: Server, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a client of the server under a protocol, with a short deadline."""
    base = f"http://127.0.0.1:{server.port}"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-secret-of-the-environment")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a-secret-of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{base}/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", base)
    name = {"openai": "openai:m", "anthropic": "anthropic:m", "local": f"local:{base}/v1|m"}[protocol]
    return service(name, timeout=1.0)


def test_every_order_is_in_the_table() -> None:
    assert set(REPLIES) <= set(STATES)
    codes = {code for _, code, _ in STATES.values()}
    elsewhere = {"rule_not_in_passage", "outcome_not_allowed", "check_failed"}
    assert set(REFUSALS) == (codes & set(REFUSALS)) | elsewhere, "every refusal is provoked"


# What the model's text is does not depend on the protocol around it.
PAIRS = [("openai", order) for order in STATES] + [("anthropic", order) for order in STATES if order not in REPLIES]


@pytest.mark.parametrize(("protocol", "order"), PAIRS)
def test_state(protocol: str, order: str, make_run: MakeRun, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    run = make_run(case(order=order))
    made = judge(protocol, server, monkeypatch)
    evaluate_saved(run, spec(), judge=made)
    summary = evaluation_summary(run, details=True)
    status, code, arrivals = STATES[order]
    assert isinstance(summary.cases, list)
    result = summary.cases[0].results[0]
    assessment = json.loads(bytes(result.assessment))
    assert result.status == status
    assert code in assessment.get("refusal", {}).get("code", "") + assessment.get("cause", "")
    assert sum(server.arrivals.values()) == arrivals
    assert summary.decision == {"met": "passed", "violated": "violated"}.get(status, "inconclusive")
    if status not in ("met", "violated"):
        # Nothing that was not determined reads as a finding, counts in a metric, or asks for a repair.
        assert not assessment.get("reasons") and assessment["cause"]
        assert not summary.findings and summary.repair_instructions() is None
        assert summary.metrics["faithfulness.correctness"].value is None
    if status == "invalid":
        assert result.reply is not None
        kept = result.reply.raw_base64 or result.reply.raw
        assert kept or order == "empty"
    whole = (run / "ledger.sqlite").read_bytes() + (run / "ledger.sqlite-wal").read_bytes()
    assert b"a-secret-of-the-environment" not in whole

    server.released.set()
    before = server.arrivals.copy()
    evaluate_saved(run, spec(), judge=made)
    again = {"invalid": 4 if order == "429" else 1}.get(status, 0) if code == "call_refused" else 0
    assert (server.arrivals - before).total() == again


def test_unknown_outcome_is_only_left_by_release(make_run: MakeRun, server: Server, local: str) -> None:
    run = make_run(case(order="500"), case(1))
    evaluate_saved(run, spec(), judge=local, max_judge_calls=2)
    for _ in range(3):
        evaluate_saved(run, spec(), judge=local)
    summary = evaluation_summary(run)
    assert summary.counts["unknown_outcome"] == 1 and summary.counts["met"] == 1
    assert summary.accounting.budget_left == 0
    [open_call] = summary.open_calls
    assert open_call.answers == ["case-0"] and "500" in open_call.cause
    assert sum(server.arrivals.values()) == 2
    release(run, open_call.call)
    assert evaluation_summary(run).accounting.budget_left == 1
    with pytest.raises(CannotDo, match="expected a call whose outcome is unknown"):
        release(run, open_call.call)
    evaluate_saved(run, spec(), judge=local)
    assert sum(server.arrivals.values()) == 3


def test_no_connection_is_known_not_to_be_accepted(
    make_run: MakeRun, server: Server, local: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = make_run(case())
    closed = service("local:http://127.0.0.1:1/v1|m", timeout=1.0)
    closed.identity = service(local).identity
    monkeypatch.setattr("quantcheck.judge.clients._wait", lambda refusal, number: 0.0)
    evaluate_saved(run, spec(), judge=closed, max_judge_calls=1)
    summary = evaluation_summary(run)
    assert summary.counts["invalid"] == 1 and summary.accounting.budget_left == 1
    evaluate_saved(run, spec(), judge=local)
    assert evaluation_summary(run).counts["met"] == 1


@pytest.mark.parametrize("status", ["401", "403", "404"])
def test_a_hopeless_refusal_ends_the_run_at_once(make_run: MakeRun, server: Server, local: str, status: str) -> None:
    run = make_run(*[case(n, order=status) for n in range(50)])
    with pytest.raises(CannotDo, match=f"HTTP {status}"):
        evaluate_saved(run, spec(), judge=local, in_flight=2)
    assert sum(server.arrivals.values()) <= 4
    with Ledger.open(run / "ledger.sqlite", open_run(run).digest, write=False) as ledger:
        assert {call.state for call in ledger.calls()} == {"refused"} and ledger.spent() == 0


@pytest.mark.parametrize("protocol", ["openai", "anthropic", "local"])
def test_what_is_sent(protocol: str, make_run: MakeRun, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    long = "Filler. " * 50_000 + "Take 5 mg. A rule at the very end: never give it to a child."
    run = make_run(case() | {"passages": [long]})
    evaluate_saved(run, spec(faithful(rubric="Mind the child.")), judge=judge(protocol, server, monkeypatch))
    [body] = server.bodies
    assert body["temperature"] == 0 and body["model"] == "m"
    prompt = body["messages"][-1]["content"]
    assert long in prompt and "Mind the child." in prompt
    assert "no_claims_reason" in prompt and '"additionalProperties": false' in prompt
    summary = evaluation_summary(run)
    assert (summary.accounting.input_tokens, summary.accounting.output_tokens) == (100, 10)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openai", "expected openai:MODEL"),
        ("openai:", "expected openai:MODEL"),
        ("other:m", "expected openai:MODEL"),
        ("local:m", "expected openai:MODEL"),
        ("local:ftp://x|m", "expected openai:MODEL"),
        ("local:http://user:pass@host|m", "expected openai:MODEL"),
        ("openai:m", "OPENAI_API_KEY"),
        ("anthropic:m", "ANTHROPIC_API_KEY"),
    ],
)
def test_a_judge_that_is_none(name: str, words: str, make_run: MakeRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(CannotDo, match=words):
        evaluate_saved(make_run(case()), spec(), judge=name)
