"""How a reader is told of a rival: the text output, its `--explain`, SARIF, and the metric."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quantcheck import cli

ANSWER = {
    "answer": "Sales in 2014 were $85 million.",
    "passages": ["Sales in 2015 were $85 million. Sales in 2014 were $18 million."],
}


def output(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> str:
    """Return what a check of the answer writes to a file."""
    monkeypatch.chdir(folder)
    Path("sales.answer.json").write_text(json.dumps(ANSWER), encoding="utf-8")
    assert cli.run([*options, "-o", "out", "sales.answer.json"]) in (0, 3)
    return Path("out").read_text(encoding="utf-8")


def test_both_places_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(output(tmp_path, monkeypatch).split())
    said = '"$85 million" is in passage:1, but the answer says "2014", which stands there with "$18 million"'
    assert said in text
    assert "weights" not in text


def test_explain_prints_words_and_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 'weights: "2014" ' in output(tmp_path, monkeypatch, "--explain")


def test_note_and_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = json.loads(output(tmp_path, monkeypatch, "-f", "json", "--attachment", "note"))
    assert noted["decision"] == "passed"
    assert noted["cases"][0]["quantities"][0]["notes"] == ["attachment"]
    assert noted["metrics"]["grounding.attachment_flags"]["value"] == "1"
    off = json.loads(output(tmp_path, monkeypatch, "-f", "json", "--attachment", "off"))
    assert "rival" not in off["cases"][0]["quantities"][0]
    assert off["metrics"]["grounding.attachment_flags"]["value"] == "0"


def test_sarif_relates_the_rival(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log: dict[str, Any] = json.loads(output(tmp_path, monkeypatch, "-f", "sarif"))
    (result,) = log["runs"][0]["results"]
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == '"$18 million" in passage:1'
    assert related["logicalLocations"] == [{"name": "passage:1", "kind": "member"}]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "sales.answer.json"


def test_only_cited_passages_count_where_the_policy_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ANSWER, "answer", "Sales in 2014 were $85 million [1].")
    monkeypatch.setitem(ANSWER, "passages", ["Sales in 2015 were $85 million.", "Sales in 2014 were $18 million."])
    flagged = json.loads(output(tmp_path, monkeypatch, "-f", "json"))
    assert flagged["cases"][0]["quantities"][0]["reason"] == "attachment"
    cited = json.loads(output(tmp_path, monkeypatch, "-f", "json", "--citation-scope", "cited"))
    assert cited["cases"][0]["quantities"][0]["status"] == "source"
