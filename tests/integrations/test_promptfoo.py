"""The assertion inside the real promptfoo, offline; `PROMPTFOO` names the command that starts it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from answers import QUESTION, SAMPLES

from quantcheck import load
from quantcheck.intake import cases

pytestmark = pytest.mark.hosts

ROOT = Path(__file__).resolve().parents[2]
PROVIDER = """
import json
ANSWERS = json.load(open("answers.json", encoding="utf-8"))
def call_api(prompt, options, context):
    return {"output": ANSWERS[context["vars"]["sample"]]}
"""


def run(folder: Path, *, expand: bool = False) -> list[dict[str, Any]]:
    """Return the results of promptfoo for the samples, one test each."""
    (folder / "provider.py").write_text(PROVIDER, encoding="utf-8")
    (folder / "answers.json").write_text(json.dumps({s.name: s.answer for s in SAMPLES}), encoding="utf-8")
    assertion = "from quantcheck.integrations.promptfoo import get_assert\n"
    (folder / "traceable.py").write_text(assertion, encoding="utf-8")
    tests = []
    for sample in SAMPLES:
        passages = {} if sample.passages is None else {"context": [*sample.passages, "Let it cool."]}
        tests.append({"vars": {"sample": sample.name, "query": QUESTION, **passages}})
    config = {
        "prompts": ["{{query}}"],
        "providers": ["file://provider.py"],
        "defaultTest": {
            "options": {"disableVarExpansion": not expand},
            "assert": [{"type": "python", "value": "file://traceable.py"}],
        },
        "tests": tests,
    }
    (folder / "promptfooconfig.json").write_text(json.dumps(config), encoding="utf-8")
    environment = {
        **os.environ,
        "PROMPTFOO_DISABLE_TELEMETRY": "1",
        "PROMPTFOO_DISABLE_UPDATE": "1",
        "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
        "PROMPTFOO_CONFIG_DIR": str(folder / "config"),
        "PROMPTFOO_PYTHON": sys.executable,
        "PYTHONPATH": str(ROOT),
    }
    options = ["eval", "-c", "promptfooconfig.json", "--no-cache", "--no-progress-bar", "--no-table", "-o", "out.json"]
    done = subprocess.run(
        [*shlex.split(os.environ["PROMPTFOO"]), *options],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    out = folder / "out.json"
    assert out.exists(), done.stdout + done.stderr
    results: list[dict[str, Any]] = json.loads(out.read_text(encoding="utf-8"))["results"]["results"]
    return results


def test_each_answer_is_graded_and_the_output_is_read_back(tmp_path: Path) -> None:
    found = {result["vars"]["sample"]: result for result in run(tmp_path)}
    assert found.keys() == {sample.name for sample in SAMPLES}
    for sample in SAMPLES:
        result = found[sample.name]
        (grade,) = result["gradingResult"]["componentResults"]
        assert grade["pass"] is (sample.passed is True), sample.name
        assert grade["metadata"]["passed"] is sample.passed
        assert sample.said in grade["reason"]
        assert grade["reason"].startswith("undetermined") is (sample.passed is None)
        if sample.score is not None:
            assert grade["score"] == sample.score
    # The same file as input of the command line.
    read = [case for case in load.load([str(tmp_path / "out.json")]) if isinstance(case, cases.Case)]
    assert [case.shape for case in read] == ["promptfoo"] * len(SAMPLES)
    assert sorted(case.answer for case in read) == sorted(sample.answer for sample in SAMPLES)
    assert {case.question for case in read} == {QUESTION}
    assert all(len(case.passages) == 2 or case.problem for case in read)


def test_a_list_fans_out_into_tests_where_expansion_is_on(tmp_path: Path) -> None:
    with_passages = sum(sample.passages is not None for sample in SAMPLES)
    assert len(run(tmp_path, expand=True)) == len(SAMPLES) + with_passages
