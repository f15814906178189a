"""The steps of the GitHub Action, run here as a runner would; and the commands of the snippets for CI."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
GOOD = {"answer": "Bake at 230 °C [1].", "passages": ["Heat the oven to 230 °C."]}
BAD = {**GOOD, "answer": "Bake at 250 °C [1]."}
HEDGED = {**GOOD, "answer": "Bake at about 230 °C."}

pytestmark = pytest.mark.slow


class Runner:
    """Runs the steps of the action with the inputs of a workflow, in a checkout and a temporary folder."""

    def __init__(self, temp: Path) -> None:
        self.temp = temp

    def step(self, number: int, checkout: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
        step = ACTION["runs"]["steps"][number]
        given = {name: str(value.get("default", "")) for name, value in ACTION["inputs"].items()}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        values = {f"inputs.{name}": value for name, value in given.items()} | {"github.action_path": str(ROOT)}

        def filled(text: str) -> str:
            return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda match: values[match[1]], text)

        assert "${{" not in step["run"], "an expression in a script would run what an input says"
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            **{name: filled(value) for name, value in step.get("env", {}).items()},
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(self.temp / "output"),
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary"),
        }
        script = self.temp / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=checkout,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def written(self, name: str) -> str:
        path = self.temp / name
        return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    temp = tmp_path_factory.mktemp("runner")
    done = Runner(temp).step(0, temp)
    assert done.returncode == 0, done.stderr
    return temp


@pytest.fixture
def runner(installed: Path) -> Runner:
    for name in ("output", "summary", "quantcheck.md"):
        (installed / name).unlink(missing_ok=True)
    return Runner(installed)


def write(folder: Path, name: str, value: object) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


def test_a_violation_is_annotated_and_fails(runner: Runner, tmp_path: Path) -> None:
    write(tmp_path, "answers/bad, 1.answer.json", BAD)
    write(tmp_path, "answers/good.answer.json", GOOD)
    done = runner.step(1, tmp_path, files="answers\n", sarif="out.sarif")
    assert done.returncode == 2, done.stderr
    head = "::error file=answers/bad%2C 1.answer.json,line=1,endLine=1,col=21,endColumn=27,title=QC503 contradicted::"
    assert done.stdout.startswith(head)
    assert runner.written("output") == "exit-code=2\n"
    assert "### quantcheck: violated" in runner.written("summary")
    assert json.loads((tmp_path / "out.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"


@pytest.mark.parametrize(
    ("value", "fail_on", "expected", "code"),
    [
        (GOOD, "inconclusive", 0, 0),
        (HEDGED, "inconclusive", 3, 3),
        (HEDGED, "violated", 0, 3),
        (BAD, "violated", 2, 2),
        (BAD, "never", 0, 2),
        ({"answer": 5}, "never", 1, 1),
        (GOOD, "sometimes", 1, 0),
    ],
)
def test_what_fails(runner: Runner, tmp_path: Path, value: object, fail_on: str, expected: int, code: int) -> None:
    write(tmp_path, "a.answer.json", value)
    assert runner.step(1, tmp_path, fail_on=fail_on).returncode == expected
    assert runner.written("output") == f"exit-code={code}\n"


def test_inputs_are_never_run(runner: Runner, tmp_path: Path) -> None:
    write(tmp_path, "a.answer.json", GOOD)
    hostile = '$(touch run)\n"; touch run; "\n`touch run`\n'
    done = runner.step(1, tmp_path, files=hostile, args="--quiet\n")
    assert done.returncode == 1
    assert not (tmp_path / "run").exists()


def test_options_pass_through(runner: Runner, tmp_path: Path) -> None:
    write(tmp_path, "a.answer.json", BAD)
    assert runner.step(1, tmp_path, args="--write-baseline=known.json").returncode == 0
    assert runner.step(1, tmp_path, args="--baseline=known.json\n--citation-styles=bracket").returncode == 0


def test_the_snippet_for_gitlab(installed: Path, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "integrations" / "gitlab.md").read_text(encoding="utf-8")
    snippet = text.partition('```yaml title=".gitlab-ci.yml"\n')[2].partition("```")[0]
    job = yaml.safe_load(snippet)["quantcheck"]
    write(tmp_path, "answers/bad.answer.json", BAD)
    environment = {**os.environ, "PATH": f"{installed}/quantcheck/bin:{os.environ['PATH']}"}
    command = next(line for line in job["script"] if line.startswith("quantcheck "))
    done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    reports = job["artifacts"]["reports"]
    (issue,) = json.loads((tmp_path / reports["codequality"]).read_text(encoding="utf-8"))
    assert done.stdout.decode().startswith("answers/bad.answer.json: bad: VIOLATED")
    assert issue["location"] == {"path": "answers/bad.answer.json", "lines": {"begin": 1}}
    assert "<testsuite " in (tmp_path / reports["junit"]).read_text(encoding="utf-8")
