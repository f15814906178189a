"""Several processes give the bytes of one, whatever becomes of them on the way."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quantcheck import jobs, load, render, report, run, streams
from quantcheck.api import Checker
from quantcheck.checking.check import check_case
from quantcheck.cli import run as command
from quantcheck.intake import cases, records
from quantcheck.intake.shapes.recognise import Intake
from quantcheck.jobs import CannotStart, Pool
from quantcheck.streams import Look, Part, Setting

CHECKER = Checker()
LOOKS = (Look("text"), Look("jsonl"), Look("text", quiet=True))
SETTING = Setting(CHECKER.engine, LOOKS)
WORKER = (sys.executable, str(Path(__file__).with_name("scale_worker.py")))
BROKEN = {
    4: "{broken",
    9: '[{"answer": "1 mg", "passages": []}, {"answer": "2 mg", "passages": []}]',
    30: "[]",
    31: '"text"',
}


@pytest.fixture(autouse=True)
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "STRETCH", 2000)


def outputs(parts: Sequence[Part | report.Error]) -> list[bytes]:
    """Return each output of a run as a whole."""
    total = streams.Total(CHECKER.engine)
    pieces = [b""] * len(LOOKS)
    for part in parts:
        if isinstance(part, report.Error):
            total.fail(part)
            continue
        total.add(part)
        pieces = [a + b for a, b in zip(pieces, part.pieces, strict=True)]
    ends = streams.ends(total, SETTING, [bool(piece) for piece in pieces])
    return [a + b for a, b in zip(pieces, ends, strict=True)]


def at_once(paths: Sequence[str]) -> list[bytes]:
    """Return the outputs of a run that holds everything in memory."""
    given = {}
    items = list(load.load(paths))
    given = {(item.file, item.index): item for item in items if isinstance(item, cases.Case)}
    made = run.run(items, check_case, CHECKER.language, CHECKER.engine)
    looks = (("text", False), ("jsonl", False), ("text", True))
    return [
        render.renderer(name)(render.Showing(made, given, run.exit_code(made), quiet=quiet)) for name, quiet in looks
    ]


def in_parts(paths: Sequence[str], workers: int, command: Sequence[str] = WORKER, told: Any = None) -> list[bytes]:
    tell = told.append if told is not None else pytest.fail
    with Pool(workers, SETTING, CHECKER.language, tell=tell, command=command) as pool:
        return outputs(list(pool.parts(load.units(paths))))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_workers_gives_the_same_bytes(lines: Any, tmp_path: Path, workers: int) -> None:
    paths = [lines(60, BROKEN), str(tmp_path / "missing.json"), lines(3, name="few.jsonl")]
    paths.append(lines(40, name="other.jsonl"))
    assert sum(isinstance(unit, load.Unit) for unit in load.units(paths)) > 6
    assert in_parts(paths, workers) == at_once(paths)


def test_nothing_at_all_is_an_error_in_parts_too(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert in_parts([str(empty)], 1) == at_once([str(empty)])
    assert outputs([]) == at_once([])


def test_a_killed_worker_is_told_of_and_its_cases_are_redone(lines: Any, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    once = json.dumps({"answer": "5 mg", "passages": ["5 mg", f"ONCE:{mark}"]})
    path = lines(60, {30: once})
    told: list[str] = []
    made = in_parts([path], 2, told=told)
    assert mark.exists()
    assert made == at_once([path])
    assert len(told) == 1 and "was killed by signal 9" in told[0] and "checked again" in told[0]


def test_workers_killed_from_outside_lose_nothing(lines: Any) -> None:
    path = lines(80)
    told: list[str] = []
    with Pool(2, SETTING, CHECKER.language, tell=told.append, command=WORKER) as pool:
        made = []
        for n, part in enumerate(pool.parts(load.units([path]))):
            made.append(part)
            if n == 0:
                for pid in pool.pids():
                    os.kill(pid, 9)
    assert outputs(made) == at_once([path])


def test_a_line_that_takes_down_its_worker_is_an_error_and_no_other_is_lost(lines: Any) -> None:
    poison = json.dumps({"answer": "POISON 5 mg", "passages": ["5 mg"]})
    path = lines(60, {30: poison})
    told: list[str] = []
    _, found, _ = in_parts([path], 2, told=told)
    *checked, last = [json.loads(line) for line in found.splitlines()]
    (error,) = [error for error in last["errors"] if "process" in error["message"]]
    assert error["place"] == "line 31"
    assert "exit code 9, 2 times" in error["message"]
    assert last["decision"] == "error"
    expected = [json.loads(line) for line in at_once([path])[1].splitlines()[:-1]]
    assert checked == [case for case in expected if case["index"] != 30]
    assert told


def test_workers_that_cannot_start_are_no_result(lines: Any) -> None:
    path = lines(3)
    for wrong in ((*WORKER, "broken"), ("no-such-program",)):
        with Pool(2, SETTING, CHECKER.language, command=wrong) as pool, pytest.raises(CannotStart):
            list(pool.parts(load.units([path])))


def test_a_worker_of_another_version_is_refused(lines: Any) -> None:
    other = msgspec.structs.replace(CHECKER.engine, version="other")
    with Pool(1, Setting(other, LOOKS), command=WORKER) as pool, pytest.raises(CannotStart, match="another version"):
        list(pool.parts(load.units([lines(3)])))


def test_closing_ends_workers_that_are_busy(lines: Any) -> None:
    path = lines(3, {1: json.dumps({"answer": "SLOW 5 mg", "passages": ["5 mg"]})})
    pool = Pool(1, SETTING, CHECKER.language, command=WORKER)
    units = [unit for unit in load.units([lines(2, name="first.jsonl"), path]) if isinstance(unit, load.Unit)]
    with pool:
        next(iter(pool.parts(units)))
        (pid,) = pool.pids()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("format", ["text", "jsonl", "json", "sarif"])
def test_the_command_gives_the_same_bytes(lines: Any, tmp_path: Path, format: str) -> None:
    path = lines(60, BROKEN)
    written = []
    for workers in ("1", "2"):
        out = tmp_path / f"out{workers}"
        code = command([path, "--format", format, "--output", str(out), "--jobs", workers])
        written.append((code, out.read_bytes()))
    assert written[0] == written[1]
    assert written[0][0] == 1


def test_metrics_of_parts_add_up() -> None:
    how = Intake()
    data = [b'{"answer": "5 mg, 6 mg [2]", "passages": ["5 mg"]}', b'{"answer": "7 kg", "passages": ["7 kg"]}', b"[]"]
    units = [load.Unit("f", line, True, n, n + 1) for n, line in enumerate(data)]
    parts = [streams.part(unit, CHECKER, SETTING, how) for unit in units]
    whole = streams.part(load.Unit("f", b"\n".join(data), True), CHECKER, SETTING, how)
    assert streams.joined(parts).metrics == whole.metrics
    assert streams.joined(parts).counts == whole.counts
    assert streams.joined(parts).decision == whole.decision == "violated"


def test_a_frame_that_is_cut_is_the_end() -> None:
    import io

    stream = io.BytesIO()
    jobs._write(stream, b"abc")
    data = stream.getvalue()
    assert jobs._read(io.BytesIO(data)) == b"abc"
    assert all(jobs._read(io.BytesIO(data[:n])) is None for n in range(len(data)))
