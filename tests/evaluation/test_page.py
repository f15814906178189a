"""The page on evaluations: its spec is one, its Python runs, its tables name what there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from evaluation_sample import case

from quantcheck.evaluation.metrics import METRICS, SUPPLEMENTARY
from quantcheck.evaluation.spec import Criterion, load
from quantcheck.judge.contract import ReplyV2

PAGE = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """Return the code blocks of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_spec_of_the_page(tmp_path: Path) -> None:
    [text] = blocks("yaml")
    (tmp_path / "spec.yaml").write_text(text)
    spec = load(tmp_path / "spec.yaml")
    assert [criterion.evaluator for criterion in spec.criteria] == ["grounding", "faithfulness", "rubric"]


def test_python_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.jsonl").write_text(json.dumps(case()))
    [code] = blocks("python")
    exec(compile(code, "docs/evaluation.md", "exec"), {})
    assert capsys.readouterr().out == "inconclusive\n"  # the spec of the page is a draft


def test_tables_name_what_there_is() -> None:
    for definition in (*METRICS, *SUPPLEMENTARY):
        assert definition.name in PAGE or f"`{definition.name.split('.')[1]}`" in PAGE, definition.name
    for field in (*msgspec.structs.fields(Criterion), *msgspec.structs.fields(ReplyV2)):
        assert field.name in PAGE, field.name
