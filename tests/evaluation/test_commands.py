"""The commands as a user types them: what they print, how they exit, and one clear line for what is wrong."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evaluation_sample import case
from judge_server import Server
from kill import child, ended

from quantcheck.cli import run as command
from quantcheck.evaluation import evaluation_summary
from quantcheck.output import CannotDo

MakeRun = Callable[..., Path]
FROM_HERE = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
"""An environment in which the package is found from any folder."""
SPEC = """\
id: s
revision: "1"
qualification: reviewed
criteria:
  - {id: grounded, revision: "1", evaluator: grounding}
  - {id: faithful, revision: "1", evaluator: faithfulness}
"""
GROUNDING = "id: s\nrevision: '1'\nqualification: reviewed\ncriteria: [{id: g, revision: '1', evaluator: grounding}]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a spec; factories are found beside this file."""
    (tmp_path / "spec.yaml").write_text(SPEC)
    (tmp_path / "grounding.yaml").write_text(GROUNDING)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Return exit code, output and error of a command."""
    code = command([str(argument) for argument in arguments])
    out, error = capsys.readouterr()
    return code, out, error


def test_capture_evaluate_status(capsys: pytest.CaptureFixture[str], folder: Path, server: Server, local: str) -> None:
    (folder / "answers.jsonl").write_text("".join(json.dumps(case(n)) + "\n" for n in range(3)))
    code, out, error = said(capsys, "capture", "--dataset", "answers.jsonl", "--out", "reports")
    assert (code, error) == (0, "")
    run = Path(out.strip())
    assert run.parent == Path("reports") and sorted(path.name for path in run.iterdir()) >= ["cases.jsonl"]
    code, again, _ = said(capsys, "capture", "--dataset", "answers.jsonl", "--out", "reports")
    assert code == 0 and again != out
    code, out, error = said(capsys, "evaluate", run, "--spec", "spec.yaml", "--judge", local)
    assert (code, error) == (0, "") and "decision: passed" in out
    code, shown, _ = said(capsys, "status", run)
    assert code == 0 and shown == out
    assert said(capsys, "status", run, "1")[1] == out
    code, details, _ = said(capsys, "status", run, "--details", "--format", "json")
    found = json.loads(details)
    assert code == 0 and found["schema"] == "quantcheck.evaluation/1"
    assert found["cases"][0]["input"]["answer"] == "Take 5 mg."
    assert "choices" in found["cases"][0]["results"][1]["reply"]["raw"]
    code, page, _ = said(capsys, "status", run, "--format", "html")
    assert code == 0 and page.startswith("<!doctype html>")
    code, _, error = said(capsys, "status", run, "7")
    assert code == 1 and "holds no evaluation 7" in error
    assert len(server.bodies) == 3


def test_exit_codes(capsys: pytest.CaptureFixture[str], make_run: MakeRun, folder: Path, local: str) -> None:
    wrong = make_run(case(0, answer="Take 900 mg."))
    assert said(capsys, "evaluate", wrong, "--spec", "spec.yaml", "--judge", local)[0] == 2
    open_ = make_run({"id": "x", "answer": "Take 5 mg."}, name="open")
    assert said(capsys, "evaluate", open_, "--spec", "grounding.yaml")[0] == 3
    (folder / "draft.yaml").write_text(GROUNDING.replace("reviewed", "draft"))
    draft = make_run(case(0), name="draft")
    assert said(capsys, "evaluate", draft, "--spec", "draft.yaml")[0] == 3
    gated = make_run(case(0), name="gated")
    code = said(capsys, "evaluate", gated, "--spec", "spec.yaml", "--judge", local, "--fail-on", "dangerous")[0]
    assert code == 0
    code = said(capsys, "evaluate", gated, "--spec", "spec.yaml", "--judge", local, "--fail-on", "correctness<9")[0]
    assert code == 2
    code = said(capsys, "evaluate", gated, "--spec", "spec.yaml", "--judge", local, "--warn-on", "correctness<9")[0]
    assert code == 3


def test_worst(capsys: pytest.CaptureFixture[str], make_run: MakeRun, local: str) -> None:
    run = make_run(*[case(n, answer=f"Take {n}00 mg.") for n in range(1, 4)])
    code, out, _ = said(capsys, "evaluate", run, "--spec", "spec.yaml", "--judge", local, "--worst", "1")
    assert code == 2 and out.count("question: How much") == 1 and "1 passage," in out and "more" in out


BAD: dict[str, tuple[tuple[str, ...], str]] = {
    "no-spec": (("evaluate", "RUN"), "--spec is missing"),
    "missing-spec": (("evaluate", "RUN", "--spec", "none.yaml"), "none.yaml: no such file"),
    "spec-key": (("SPEC", "id: s\nowner: me\n"), "spec.yaml:2: owner: unknown field"),
    "spec-twice": (("SPEC", GROUNDING.replace("g,", "g, rubric: x,")), "spec.yaml:4: criteria[0].rubric"),
    "spec-anchor": (("SPEC", "id: &a s\n"), "spec.yaml:1: anchors and aliases"),
    "spec-bomb": (("SPEC", "a: &a [x, x]\nb: [*a, *a]\n"), "spec.yaml:1: anchors and aliases"),
    "no-run": (("evaluate", ".", "--spec", "spec.yaml", "--judge", "openai:m"), "is no run"),
    "no-folder": (("status", "nowhere"), "is no run"),
    "no-evaluation": (("status", "RUN"), "holds no evaluation yet"),
    "no-number": (("status", "RUN", "x"), "unable to parse string as an integer"),
    "no-judge": (("evaluate", "RUN", "--spec", "spec.yaml"), "expected --judge or --judge-factory"),
    "both": (
        (
            "evaluate",
            "RUN",
            "--spec",
            "spec.yaml",
            "--judge",
            "openai:m",
            "--judge-factory",
            "sample_judges:make_judge",
        ),
        "--judge and --judge-factory: expected one of them",
    ),
    "budget": (("evaluate", "RUN", "--spec", "spec.yaml", "--max-judge-calls", "-1"), "expected 0 or more"),
    "budget-text": (
        ("evaluate", "RUN", "--spec", "spec.yaml", "--max-judge-calls", "x"),
        "unable to parse string as an integer",
    ),
    "in-flight": (("evaluate", "RUN", "--spec", "grounding.yaml", "--in-flight", "0"), "expected 1 to 256"),
    "factory-form": (("FACTORY", "sample_judges"), "expected module:function"),
    "factory-module": (("FACTORY", "no_such_module:f"), "No module named"),
    "factory-name": (("FACTORY", "sample_judges:nothing"), "has no attribute 'nothing'"),
    "factory-raises": (("FACTORY", "sample_judges:raises"), "RuntimeError: no model today"),
    "factory-no-callable": (("FACTORY", "sample_judges:no_callable"), "expected a callable"),
    "factory-no-model": (("FACTORY", "sample_judges:no_model"), "has no `model`"),
    "factory-no-text": (("FACTORY", "sample_judges:no_text"), "returned NoneType, expected text"),
    "gate": (("evaluate", "RUN", "--spec", "grounding.yaml", "--fail-on", "x<"), "expected METRIC"),
    "gate-metric": (("evaluate", "RUN", "--spec", "grounding.yaml", "--fail-on", "beauty<1"), "no metric 'beauty'"),
    "threshold": (("evaluate", "RUN", "--spec", "grounding.yaml", "--threshold-fail", "7"), "expected a number from 0"),
    "price": (("evaluate", "RUN", "--spec", "grounding.yaml", "--price", "cheap"), "expected US dollars"),
    "format": (("status", "RUN", "--format", "pdf"), "'pdf' is not one of"),
    "option": (("status", "RUN", "--nothing"), "No such option"),
    "release": (("status", "RUN", "--release", "7"), "there is no such call"),
    "scorer-form": (("SCORER", "sample_judges"), "expected module:Class"),
    "scorer-id": (("SCORER", "sample_judges:NoId"), "expected an `id`"),
    "scorer-dict": (("SCORER", "sample_judges:NoScore"), "expected a dict"),
    "scorer-raises": (("SCORER", "sample_judges:RaisingScore"), "KeyError"),
    "scorer-number": (("SCORER", "sample_judges:Infinite"), "expected a finite number"),
    "labels": (("agreement", "RUN", "none.jsonl"), "no such file"),
    "dataset": (("capture", "--dataset", "none.jsonl", "--out", "o"), "none.jsonl: no such file"),
    "dataset-folder": (("capture", "--dataset", ".", "--out", "o"), "folder"),
    "dataset-empty": (("capture", "--dataset", "empty.jsonl", "--out", "o"), "is empty"),
    "out-file": (("capture", "--dataset", "one.jsonl", "--out", "spec.yaml"), "no run can be made here"),
    "output": (("status", "DONE", "--output", "nowhere/x"), "cannot be written"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_exit_1(
    capsys: pytest.CaptureFixture[str], make_run: MakeRun, folder: Path, name: str
) -> None:
    (folder / "empty.jsonl").write_text("")
    (folder / "one.jsonl").write_text(json.dumps(case()))
    arguments, words = BAD[name]
    run = make_run(case())
    if arguments[0] == "SPEC":
        (folder / "spec.yaml").write_text(arguments[1])
        arguments = ("evaluate", "RUN", "--spec", "spec.yaml")
    if arguments[0] == "FACTORY":
        arguments = ("evaluate", "RUN", "--spec", "spec.yaml", "--judge-factory", *arguments[1:])
    if arguments[0] == "SCORER":
        arguments = ("evaluate", "RUN", "--spec", "grounding.yaml", "--custom-scorer", *arguments[1:])
    if "DONE" in arguments:
        assert said(capsys, "evaluate", run, "--spec", "grounding.yaml")[0] == 0
    filled = [str(run) if argument in ("RUN", "DONE") else argument for argument in arguments]
    code, out, error = said(capsys, *filled)
    assert code == 1 and out == ""
    assert error.count("\n") == 1 and words in error and error.startswith("quantcheck: ")


def test_a_factory_without_text_stops_at_its_first_call(capsys: pytest.CaptureFixture[str], make_run: MakeRun) -> None:
    run = make_run(*[case(n) for n in range(20)])
    factory = ("--spec", "spec.yaml", "--judge-factory", "sample_judges:no_text", "--in-flight", "1")
    assert said(capsys, "evaluate", run, *factory)[0] == 1
    summary = evaluation_summary(run)
    assert summary.counts["unknown_outcome"] == 1 and "expected text" in summary.open_calls[0].cause


def test_a_factory_whose_calls_fail_leaves_them_unknown(capsys: pytest.CaptureFixture[str], make_run: MakeRun) -> None:
    run = make_run(case(0), case(1))
    code, out, error = said(capsys, "evaluate", run, "--spec", "spec.yaml", "--judge-factory", "sample_judges:broken")
    assert (code, error) == (3, "")
    assert "ConnectionResetError: gone" in out and "--release 1" in out


def test_capture_with_a_bad_line_keeps_the_others(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    lines = [json.dumps(case(0)), '{"id": "x", "id": "y"}', json.dumps(case(1)), '{"answer": 7, "passages": []}']
    (folder / "some.jsonl").write_text("\n".join(lines))
    code, out, error = said(capsys, "capture", "--dataset", "some.jsonl", "--out", "reports")
    assert code == 1 and error.count("\n") == 2 and "line 2" in error and "line 4" in error
    code, _, _ = said(capsys, "evaluate", out.strip(), "--spec", "grounding.yaml")
    assert code == 3
    counts = evaluation_summary(out.strip()).counts
    assert counts["invalid"] == 2 and counts["met"] == 2


def test_hostile_text_never_reaches_terminal_or_page(
    capsys: pytest.CaptureFixture[str], make_run: MakeRun, local: str
) -> None:
    evil = "Take 900 mg \x1b[2J\u202e<script>alert(1)</script>."
    run = make_run(case(0, answer=evil) | {"id": "\x1b[31m<b>"})
    code, out, error = said(
        capsys, "evaluate", run, "--spec", "spec.yaml", "--judge", local, "--details", "--domain", "\x1b]0;x"
    )
    assert code in (2, 3)
    assert not {"\x1b", "\u202e"} & set(out + error)
    page = said(capsys, "status", run, "--format", "html")[1]
    assert "<script" not in page and "\x1b" not in page and "<b>" not in page


def test_a_name_that_is_a_path_stays_in_its_folder(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "..\n$(x) ;.jsonl").write_text(json.dumps(case()))
    code, out, _ = said(capsys, "capture", "--dataset", "..\n$(x) ;.jsonl", "--out", "reports")
    assert code == 0
    assert (
        Path(out.strip()).parent == Path("reports") and out.strip().removeprefix("reports/").replace("-", "").isalnum()
    )


def interrupted(run: Path, local: str, *, met: int, times: int = 1) -> int:
    """Start an evaluation, press Ctrl-C when so many answers are judged, and return its exit code."""

    def work() -> None:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os._exit(command(["evaluate", str(run), "--spec", "spec.yaml", "--judge", local, "--in-flight", "4"]))

    process = child(work)
    while judged(run) < met:
        assert os.waitpid(process, os.WNOHANG)[0] == 0, "it ended before it could be interrupted"
        time.sleep(0.01)
    for _ in range(times):
        os.kill(process, signal.SIGINT)
        time.sleep(0.05)
    return ended(process)


def judged(run: Path) -> int:
    """Return how many answers of a run are judged to be faithful."""
    try:
        return evaluation_summary(run).by["criterion"]["faithful"].counts["met"]
    except (CannotDo, KeyError):
        return 0


def test_ctrl_c_leaves_a_run_that_goes_on(
    capfd: pytest.CaptureFixture[str], make_run: MakeRun, server: Server, local: str
) -> None:
    run = make_run(*[case(n) for n in range(60)])
    server.pause = 0.05
    assert interrupted(run, local, met=8) == 130
    error = capfd.readouterr().err
    assert error.count("\n") == 1 and "the same command goes on from there" in error
    counts = evaluation_summary(run).counts
    assert counts["pending"] > 0 and counts["unknown_outcome"] == 0  # what was out came back and was kept
    server.pause = 0
    assert command(["evaluate", str(run), "--spec", "spec.yaml", "--judge", local]) == 0
    assert max(server.arrivals.values()) == 1 and sum(server.arrivals.values()) == 60


def test_second_ctrl_c_does_not_wait(make_run: MakeRun, server: Server, local: str) -> None:
    run = make_run(*[case(n) for n in range(12)], *[case(n, order="slow") for n in range(12, 60)])
    assert interrupted(run, local, met=12, times=2) == 130
    # What it had waited for would have an outcome.
    assert 0 < evaluation_summary(run).counts["unknown_outcome"] <= 4
    server.released.set()


def test_progress_bar_on_a_terminal_only(make_run: MakeRun, folder: Path, local: str) -> None:
    run = make_run(*[case(n) for n in range(5)])
    line = [sys.executable, "-m", "quantcheck.cli", "evaluate", str(run), "--spec", "spec.yaml", "--judge", local]
    environment = FROM_HERE | {"TERM": "xterm", "COLUMNS": "80"}
    main, side = pty.openpty()
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=side, env=environment)
    os.close(side)
    shown = b""
    with contextlib.suppress(OSError):  # how a terminal says that its last writer has gone
        while part := os.read(main, 100_000):
            shown += part
    os.close(main)
    process.communicate()
    assert process.returncode == 0 and b"evaluating" in shown and b"10/10" in shown
    assert subprocess.run(line, capture_output=True, env=environment, check=False).stderr == b""


def test_nothing_of_it_is_imported_by_the_core() -> None:
    code = (
        "import sys, quantcheck; quantcheck.check(answer='5 mg', passages=['5 mg']);"
        "print([m for m in sys.modules if m.startswith(('quantcheck.judge', 'quantcheck.evaluation', 'yaml', 'openai',"
        " 'anthropic', 'sqlite3'))])"
    )
    out = subprocess.run([sys.executable, "-c", code], env=FROM_HERE, capture_output=True, check=True, text=True).stdout
    assert out == "[]\n"


def test_a_deterministic_spec_loads_no_judge(capsys: pytest.CaptureFixture[str], make_run: MakeRun) -> None:
    run = make_run(case())
    code, out, error = said(capsys, "evaluate", run, "--spec", "grounding.yaml", "--judge-factory", "no_such_module:f")
    assert (code, error) == (0, "") and "calls:" not in out


def test_custom_scorer(capsys: pytest.CaptureFixture[str], make_run: MakeRun) -> None:
    run = make_run(case(0), case(1))
    scorer = ("--spec", "grounding.yaml", "--custom-scorer", "sample_judges:Words")
    code, out, _ = said(capsys, "evaluate", run, *scorer, "--format", "json")
    assert code == 0 and json.loads(out)["scores"] == {"words": {"cases": 2, "score": 6}}
    assert said(capsys, "evaluate", run, *scorer, "--fail-on", "words>5")[0] == 2
    assert '"score":6' in said(capsys, "status", run)[1]


def test_agreement(capsys: pytest.CaptureFixture[str], make_run: MakeRun, folder: Path, local: str) -> None:
    answers: list[dict[str, Any]] = [case(0), case(1), case(2, answer="Take 900 mg."), case(3, order="fenced")]
    labels = ["met", "violated", "violated", "met"]
    early = folder / "early.jsonl"
    early.write_text("".join(f'{{"case": "case-{n}", "label": "{label}"}}\n' for n, label in enumerate(labels)))
    late = folder / "late.jsonl"
    late.write_text(early.read_text() + "\n")
    run = make_run(*answers)
    code, out, _ = said(capsys, "agreement", run, "early.jsonl")
    assert code == 0 and "no judgement to compare with yet" in out and "labels came first" in out
    said(capsys, "evaluate", run, "--spec", "spec.yaml", "--judge", local)
    code, out, _ = said(capsys, "agreement", run, "early.jsonl", "--format", "json")
    found = json.loads(out)
    table = found["criteria"]["faithful"]
    assert code == 0 and found["first"] == "labels" and list(found["criteria"]) == ["faithful"]
    assert (table["compared"], table["agreed"], table["agreement"], table["kappa"]) == (3, 2, "2/3", "2/5")
    assert table["confusion"] == {"met": {"invalid": 1, "met": 1}, "violated": {"met": 1, "violated": 1}}
    assert table["disagreements"] == ["case-1: label violated, judge met"]
    assert json.loads(said(capsys, "agreement", run, "late.jsonl", "--format", "json")[1])["first"] == "judgements"
    assert "labels came first" in said(capsys, "agreement", run, "early.jsonl")[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"case": "case-9", "label": "met"}', "no answer 'case-9'"),
        ('{"case": "case-0", "label": "good"}', "Invalid enum value 'good'"),
        ('{"case": "case-0"}', "missing required field `label`"),
        ('{"case": "case-0", "label": "met", "x": 1}', "unknown field `x`"),
        ('{"case": "case-0", "case": "case-0", "label": "met"}', "twice in one object"),
        ('{"case": "case-0", "label": "met"}\n{"case": "case-0", "label": "met"}', "labelled before"),
        ("nothing", "not JSON"),
        ('{"case": "case-0", "label": "met", "criterion": "x"}', "no criterion 'x'"),
    ],
)
def test_bad_labels(capsys: pytest.CaptureFixture[str], make_run: MakeRun, folder: Path, line: str, words: str) -> None:
    run = make_run(case())
    said(capsys, "evaluate", run, "--spec", "grounding.yaml")
    (folder / "labels.jsonl").write_text(line)
    code, out, error = said(capsys, "agreement", run, "labels.jsonl")
    assert (code, out) == (1, "") and error.count("\n") == 1 and words in error
