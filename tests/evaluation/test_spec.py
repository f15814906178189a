"""Specs: what is accepted, and one line with line and field for what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck.evaluation import Criterion, EvaluationSpec
from quantcheck.evaluation.spec import load
from quantcheck.output import CannotDo

YAML = """\
id: product-evidence
revision: draft-1
criteria:
  - id: traceability
    revision: v1
    evaluator: grounding
  - id: practical
    revision: draft-1
    evaluator: faithfulness
    min_correctness: 6
    rubric: Respect the user.
  - id: polite
    revision: "1"
    rubric: The answer is polite.
"""
TOML = """\
id = "product-evidence"
revision = "draft-1"

[[criteria]]
id = "traceability"
revision = "v1"
evaluator = "grounding"

[[criteria]]
id = "practical"
revision = "draft-1"
evaluator = "faithfulness"
min_correctness = 6
rubric = \"\"\"
evaluator = none of this is read as a key
\"\"\"
"""


def read(tmp_path: Path, text: str, name: str = "spec.yaml") -> EvaluationSpec:
    """Return the spec of a text."""
    path = tmp_path / name
    path.write_bytes(text.encode())
    return load(path)


def test_defaults(tmp_path: Path) -> None:
    spec = read(tmp_path, YAML)
    grounding, faithful, rubric = spec.criteria
    assert spec.qualification == "draft" and spec.judged
    assert (grounding.evidence, faithful.evidence, rubric.evidence) == ("context", "context", "conversation")
    assert rubric.evaluator == "rubric" and faithful.min_correctness == 6
    assert not grounding.judged and faithful.judged and rubric.judged


def test_toml_and_yaml_say_the_same(tmp_path: Path) -> None:
    toml = read(tmp_path, TOML, "spec.toml")
    assert [c.id for c in toml.criteria] == ["traceability", "practical"] and toml.criteria[1].min_correctness == 6
    assert read(tmp_path, YAML).criteria[0] == toml.criteria[0]


FAULTS = {
    "unknown-key": ("    min_correctness: 6", "    min_correctnes: 6", 10, "did you mean min_correctness"),
    "unknown-top": ("revision: draft-1\n", "revision: draft-1\nowner: me\n", 3, "owner: unknown field"),
    "twice": ("id: practical", "id: traceability", 7, "'traceability' is taken (line 4)"),
    "text-for-integer": (
        "min_correctness: 6",
        "min_correctness: '6'",
        10,
        "criteria[1].min_correctness: Expected `int",
    ),
    "float": ("min_correctness: 6", "min_correctness: 6.0", 10, "got `float`"),
    "boolean": ("min_correctness: 6", "min_correctness: true", 10, "got `bool`"),
    "eleven": ("min_correctness: 6", "min_correctness: 11", 10, "<= 10"),
    "integer-for-text": ("revision: v1", "revision: 1", 5, "Expected `str`, got `int`"),
    "missing": ("    revision: v1\n", "", 4, "missing required field `revision`"),
    "evaluator": ("evaluator: grounding", "evaluator: ground", 6, "expected grounding, faithfulness, rubric"),
    "grounding-rubric": ("evaluator: grounding", "evaluator: grounding\n    rubric: x", 7, "not for grounding"),
    "grounding-score": ("evaluator: grounding", "evaluator: grounding\n    min_correctness: 7", 7, "not for grounding"),
    "rubric-score": ("    rubric: The", "    min_correctness: 7\n    rubric: The", 14, "not for rubric"),
    "conversation": (
        "evaluator: grounding",
        "evaluator: grounding\n    evidence_requirement: conversation",
        7,
        "needs context or complete_context",
    ),
    "forced": (
        "evaluator: grounding",
        "evaluator: grounding\n    allow_not_applicable: false",
        7,
        "always allows it",
    ),
    "no-rubric": ("    rubric: The answer is polite.\n", "", 12, "`rubric` expected"),
    "blank-id": ("id: polite", "id: ' '", 12, "criteria[2].id"),
    "policy": ("evaluator: grounding", "evaluator: grounding\n    policy: {number: all}", 7, "did you mean numbers"),
    "policy-value": (
        "evaluator: grounding",
        "evaluator: grounding\n    policy: {numbers: al}",
        7,
        "expected units, all",
    ),
    "anchor": ("evaluator: grounding", "evaluator: &a grounding", 6, "anchors and aliases"),
    "alias": ("rubric: Respect the user.", "rubric: *a", 11, "anchors and aliases"),
    "tag": ("rubric: Respect the user.", "rubric: !!str x", 11, "tags are not allowed"),
    "python-tag": ("rubric: Respect the user.", "rubric: !!python/name:os.system x", 11, "tags are not allowed"),
    "merge": ("    evaluator: grounding", "    <<: {evaluator: grounding}", 6, "a key is no text"),
    "key-twice": ("    evaluator: grounding", "    id: traceability", 6, "the key comes twice (line 4)"),
    "broken": ("id: practical", "id: [practical", 8, "not YAML"),
    "no-list": (YAML, "id: a\nrevision: b\ncriteria: 3\n", 3, "criteria: Expected `array`"),
    "no-criteria": (YAML, "id: a\nrevision: b\ncriteria: []\n", 3, "criteria: Expected `array` of length >= 1"),
    "empty": (YAML, "", 1, "expected a mapping"),
    "list": (YAML, "- a\n", 1, "expected a mapping"),
    "two-documents": (YAML, "id: a\n---\nid: b\n", 2, "not YAML"),
    "deep": (YAML, "[" * 100 + "]" * 100, 1, "nested deeper"),
    "bomb": (YAML, "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n", 1, "anchors and aliases"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_names_line_and_field(tmp_path: Path, name: str) -> None:
    old, new, line, words = FAULTS[name]
    assert old in YAML
    with pytest.raises(CannotDo) as stop:
        read(tmp_path, YAML.replace(old, new, 1))
    assert f"spec.yaml:{line}: " in str(stop.value) and words in str(stop.value)
    assert "\n" not in str(stop.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("min_correctness = 6", "min_correctness = 6.0", 13, "criteria[1].min_correctness"),
        ('evaluator = "grounding"', 'evaluator = "ground"', 7, "criteria[0].evaluator"),
        ('revision = "v1"', "revision = 1", 6, "criteria[0].revision"),
        ("min_correctness = 6", "min_correctness = ", 13, "not TOML"),
        ("min_correctness = 6", "min_correctness = 6\nmin_correctness = 7", 14, "not TOML"),
    ],
)
def test_fault_of_toml_names_line_and_field(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(CannotDo) as stop:
        read(tmp_path, TOML.replace(old, new, 1), "spec.toml")
    assert f"spec.toml:{line}: " in str(stop.value) and words in str(stop.value)


def test_not_utf8_and_too_large(tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_bytes(b"id: \xff")
    with pytest.raises(CannotDo, match="expected UTF-8"):
        load(path)
    path.write_bytes(b"# " + b"x" * 1_000_001)
    with pytest.raises(CannotDo, match="at most"):
        load(path)
    with pytest.raises(CannotDo, match="no such file"):
        load(tmp_path / "none.yaml")
    with pytest.raises(CannotDo, match="regular file"):
        load(tmp_path)


def test_spec_made_in_python() -> None:
    with pytest.raises(ValueError, match="two criteria"):
        made = Criterion(id="a", revision="1", evaluator="grounding")
        EvaluationSpec(id="s", revision="1", criteria=(made, made))
    with pytest.raises(ValueError, match="not for grounding"):
        Criterion(id="a", revision="1", evaluator="grounding", min_correctness=7)


@given(st.text(max_size=200) | st.text("[]{}&*!:-#|>'\" \nabc01", max_size=200))
def test_no_text_raises_anything_else(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for name in ("spec.yaml", "spec.toml"):
            path = Path(folder) / name
            path.write_bytes(text.encode("utf-8", "replace"))
            with pytest.raises(CannotDo):
                load(path)
