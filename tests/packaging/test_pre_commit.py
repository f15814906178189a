"""The hook works in the real pre-commit: it picks the right files and fails on a violation."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOOD = {"answer": "Bake at 230 °C [1].", "passages": ["Heat the oven to 230 °C."]}
BAD = {"answer": "Bake at 250 °C [1].", "passages": ["Heat the oven to 230 °C."]}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None, reason="pre-commit installs hooks with git"),
]


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Commit the project as it stands to a repository of its own, since pre-commit clones what it installs."""
    target = tmp_path_factory.mktemp("hooks") / "quantcheck"
    ignored = shutil.ignore_patterns(".git", ".venv", "venv", "__pycache__", ".*_cache", ".hypothesis", "dist", "build")
    shutil.copytree(ROOT, target, ignore=ignored)
    _git(target, "init", "--quiet")
    _git(target, "add", "--all")
    _git(target, "commit", "--quiet", "-m", "hooks")
    return target


def _git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    _git(tmp_path, "init", "--quiet")
    for name, text in {
        "good.answer.json": json.dumps(GOOD),
        "lines.answer.jsonl": f"{json.dumps(GOOD)}\n{json.dumps(GOOD)}\n",
        "not-an-answer.json": json.dumps(BAD),
        "answer.json": json.dumps(BAD),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def try_repo(hooks: Path, repository: Path) -> subprocess.CompletedProcess[str]:
    _git(repository, "add", "--all")
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), "quantcheck", "--all-files", "--verbose"],
        cwd=repository,
        env={name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_hook_passes_good_answers_and_leaves_other_files_alone(hooks: Path, repository: Path) -> None:
    run = try_repo(hooks, repository)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Passed" in run.stdout


def test_the_hook_fails_on_violations_and_shows_them(hooks: Path, repository: Path) -> None:
    for name in ("bad.answer.json", "lines-bad.answer.jsonl"):
        (repository / name).write_text(json.dumps(BAD), encoding="utf-8")
    run = try_repo(hooks, repository)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "exit code: 2" in run.stdout and "250 °C" in run.stdout
    assert "bad.answer.json:" in run.stdout and "lines-bad.answer.jsonl:" in run.stdout
    assert "good.answer.json" not in run.stdout and "not-an-answer" not in run.stdout
