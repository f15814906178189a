"""The plugin inside pytest itself, in a process and a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BAD = {"answer": "Bake at 250 °C [1].", "passages": ["Heat the oven to 230 °C."], "question": "How hot?"}
GOOD = {**BAD, "answer": "Bake at 230 °C [1]."}
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "120", "NO_COLOR": "1"}


def run(folder: Path, *arguments: str, ini: str = "") -> tuple[int, str]:
    """Run pytest in a folder with the plugin alone; where it is installed it would be loaded twice."""
    (folder / "pytest.ini").write_text(f"[pytest]\n{ini}\n", encoding="utf-8")
    plugins = ["-p", "no:cacheprovider", "-p", "no:quantcheck", "-p", "quantcheck.integrations.pytest_plugin"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def write(folder: Path, name: str, *values: object) -> None:
    text = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    (folder / name).write_text(text, encoding="utf-8")


def on_terminal(folder: Path, name: str) -> str:
    """Return what the command line prints of the one answer in a file, without the summary."""
    command = [sys.executable, "-m", "quantcheck.cli", name]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, check=False)
    return done.stdout.decode().partition("\n1 answer:")[0]


def test_the_fixture_passes_and_fails_with_the_text_of_the_terminal(tmp_path: Path) -> None:
    test = f"""
def test_good(assert_traceable):
    assert_traceable({GOOD["answer"]!r}, {GOOD["passages"]!r}, "How hot?")

def test_nothing_to_check(assert_traceable):
    assert_traceable("Ask a baker.", ["Heat the oven."])

def test_bad(assert_traceable):
    assert_traceable({BAD["answer"]!r}, {BAD["passages"]!r}, question="How hot?")

def test_undetermined(assert_traceable):
    assert_traceable("About 230 °C.", {BAD["passages"]!r})
"""
    (tmp_path / "test_it.py").write_text(test, encoding="utf-8")
    code, out = run(tmp_path)
    assert code == 1
    assert "2 failed, 2 passed" in out
    assert "FAILED test_it.py::test_bad" in out and "FAILED test_it.py::test_undetermined" in out
    assert "NEEDS REVIEW" in out
    write(tmp_path, "answer.json", BAD)
    shown = on_terminal(tmp_path, "answer.json").partition("\n")[2].replace("     at answer.json:1:21\n", "")
    assert "250 °C: unmatched, contradicted" in shown
    for line in filter(None, shown.splitlines()):
        assert line in out.splitlines() or line.startswith("     at "), line


def test_answers_are_collected_and_fail_with_the_text_of_the_terminal(tmp_path: Path) -> None:
    write(tmp_path, "bad.answer.json", BAD)
    write(tmp_path, "all.answer.jsonl", {"id": "one", **GOOD}, {"id": "two", "answer": 5, "passages": []})
    write(tmp_path, "other.json", BAD)
    code, out = run(tmp_path, "-rA")
    assert code == 1
    assert "PASSED all.answer.jsonl::one" in out
    assert "FAILED all.answer.jsonl::two" in out
    assert "FAILED bad.answer.json::bad" in out
    assert "other.json" not in out
    assert "answer is a number: expected a string" in out
    assert "bad.answer.json:1:21" in out


def test_an_unreadable_file_is_a_test_that_fails(tmp_path: Path) -> None:
    (tmp_path / "broken.answer.json").write_text('{"answer": ', encoding="utf-8")
    (tmp_path / "empty.answer.json").write_text("", encoding="utf-8")
    code, out = run(tmp_path)
    assert code == 1
    assert "2 failed" in out
    assert "is empty: expected a case object" in out
    assert "Traceback" not in out


def test_collection_can_be_switched_off(tmp_path: Path) -> None:
    write(tmp_path, "bad.answer.json", BAD)
    code, _ = run(tmp_path, ini="quantcheck_collect = false")
    assert code == 5  # nothing collected


def test_the_policy_is_that_of_the_project(tmp_path: Path) -> None:
    write(tmp_path, "hedged.answer.json", {**BAD, "answer": "About 230 °C."})
    assert run(tmp_path)[0] == 1
    (tmp_path / "pyproject.toml").write_text('[tool.quantcheck]\nhedges = "accept"\n', encoding="utf-8")
    assert run(tmp_path)[0] == 0
    (tmp_path / "pyproject.toml").write_text('[tool.quantcheck]\nhedges = "yes"\n', encoding="utf-8")
    code, out = run(tmp_path)
    assert code == 1
    assert 'hedges = "yes": expected review or accept' in out


@pytest.mark.hosts
def test_an_installation_brings_the_plugin(tmp_path: Path) -> None:
    write(tmp_path, "bad.answer.json", BAD)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert done.returncode == 1, done.stdout.decode()
    assert "1 failed" in done.stdout.decode()
