"""Damaged, full and locked places: refused in one line or read as before, never read as something else."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from evaluation_sample import case, faithful, grounding, spec
from judge_server import Server
from kill import Served, child, dataset, ended, evaluate, report

from quantcheck.evaluation import capture, evaluate_saved, evaluation_summary, lease
from quantcheck.evaluation.ledger import MIGRATIONS, Ledger
from quantcheck.evaluation.run import open_run
from quantcheck.output import CannotDo

MakeRun = Callable[..., Path]


@pytest.fixture
def done(make_run: MakeRun, local: str) -> Path:
    """A run that was evaluated."""
    run = make_run(*[case(n) for n in range(3)])
    evaluate_saved(run, spec(grounding(), faithful()), judge=local)
    with closing(sqlite3.connect(run / "ledger.sqlite")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return run


def flip(path: Path, at: int, bit: int) -> None:
    """Flip a bit of a file."""
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ (1 << bit)]))


def outcome(run: Path) -> str:
    """Return the report of a run, or the line that refuses it."""
    try:
        return report(run).decode()
    except CannotDo as stop:
        assert "\n" not in str(stop)
        return f"refused: {stop}"


def test_flipped_bits(done: Path, tmp_path: Path) -> None:
    expected = outcome(done)
    size = (done / "ledger.sqlite").stat().st_size
    chance = random.Random(3)
    refused = 0
    for number in range(400):
        at, bit = (number, 7) if number < 100 else (chance.randrange(size), chance.randrange(8))
        run = tmp_path / "flipped"
        shutil.copytree(done, run)
        flip(run / "ledger.sqlite", at, bit)
        found = outcome(run)
        assert found == expected or found.startswith("refused: "), f"byte {at} bit {bit} changed the report"
        refused += found != expected
        shutil.rmtree(run)
    assert refused > 50, "hardly any flip was noticed"


@pytest.mark.parametrize(
    ("table", "column"),
    [("calls", "raw"), ("calls", "state"), ("results", "body"), ("evaluations", "body"), ("meta", "value")],
)
def test_changed_row_is_detected_by_its_digest(done: Path, table: str, column: str) -> None:
    with closing(sqlite3.connect(done / "ledger.sqlite")) as db:
        value = (
            "'refused'"
            if column == "state"
            else "replace(replace(replace(value, '1', '2'), '3', '4'), '5', '6')"
            if table == "meta"
            else "x'7b7d'"
        )
        db.execute(f"UPDATE {table} SET {column} = {value}")
        db.commit()
    with pytest.raises(CannotDo, match=f"damaged: the digest of {table}"):
        evaluation_summary(done)
    with pytest.raises(CannotDo, match="damaged"):
        evaluate_saved(done, spec(grounding()), new_evaluation=True)


def test_lost_row_is_detected_by_the_seal(done: Path) -> None:
    with closing(sqlite3.connect(done / "ledger.sqlite")) as db:
        db.execute("DELETE FROM results WHERE number = 2")
        db.commit()
    with pytest.raises(CannotDo, match="its rows differ from its seal"):
        evaluation_summary(done)


def test_lost_commit_is_detected_by_the_mark(tmp_path: Path) -> None:
    """SQLite passes over a damaged write-ahead log in silence; the calls that it held must not be sent again."""
    run = capture(dataset(tmp_path / "answers.jsonl", 2), tmp_path / "runs").path
    with closing(Served(tmp_path)) as served:

        def work() -> None:
            evaluate(run, served.judge, 4)
            os.kill(os.getpid(), signal.SIGKILL)

        evaluate(run, served.judge, 4)
        expected = outcome(run)
        keep = sqlite3.connect(run / "ledger.sqlite")  # keeps the log from being folded in
        keep.execute("SELECT * FROM meta").fetchall()
        with Ledger.open(run / "ledger.sqlite", open_run(run).digest, write=True) as ledger:
            for number in range(3):
                with ledger.transaction():
                    ledger.put("labels", (f"digest-{number}", 0, 0))
        copy = tmp_path / "copy"
        shutil.copytree(run, copy, ignore=shutil.ignore_patterns("*-shm"))
        keep.close()
        assert outcome(copy) == expected
        log = copy / "ledger.sqlite-wal"
        assert log.stat().st_size > 0
        flip(log, log.stat().st_size - 100, 0)
        assert "of its last commits are gone" in outcome(copy)


@pytest.mark.parametrize("name", ["manifest.json", "cases.jsonl", "sessions.jsonl", "inputs/dataset"])
def test_changed_frozen_file_is_refused(done: Path, name: str) -> None:
    chance = random.Random(5)
    whole = (done / name).read_bytes()
    for _ in range(30 if whole else 0):
        flip(done / name, chance.randrange(len(whole)), chance.randrange(8))
        assert outcome(done).startswith("refused: ")
        (done / name).write_bytes(whole)
    (done / name).unlink()
    assert outcome(done).startswith("refused: ")


def test_ledger_of_another_run(done: Path, make_run: MakeRun) -> None:
    other = make_run(case(9), name="other")
    shutil.copy(done / "ledger.sqlite", other / "ledger.sqlite")
    for suffix in ("-wal", "-shm"):
        (other / f"ledger.sqlite{suffix}").unlink(missing_ok=True)
    with pytest.raises(CannotDo, match="belongs to another run"):
        evaluation_summary(other)


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\x00" + b"\x00" * 100])
def test_no_ledger(done: Path, content: bytes) -> None:
    for suffix in ("-wal", "-shm"):
        (done / f"ledger.sqlite{suffix}").unlink(missing_ok=True)
    (done / "ledger.sqlite").write_bytes(content)
    assert outcome(done).startswith("refused: ")
    (done / "ledger.sqlite").unlink()
    assert "is missing" in outcome(done)


def test_older_version_is_migrated_and_newer_refused(make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run(case())
    path = run / "ledger.sqlite"
    evaluate_saved(run, spec(grounding()))
    expected = outcome(run)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE labels")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    assert outcome(run) == expected  # a reader leaves it as it is
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    evaluate_saved(run, spec(grounding()))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert db.execute("SELECT count(*) FROM labels").fetchone() == (0,)
        db.execute("PRAGMA user_version = 99")
    assert "version 99" in outcome(run)
    with pytest.raises(CannotDo, match="version 99"):
        evaluate_saved(run, spec(grounding()))


def test_write_ahead_log_and_full_synchronisation(make_run: MakeRun) -> None:
    run = make_run(case())
    with Ledger.open(run / "ledger.sqlite", open_run(run).digest, write=True) as ledger:
        assert ledger._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ledger._db.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("limit", [4_000, 60_000, 90_000, 150_000])
def test_disk_full(tmp_path: Path, limit: int) -> None:
    run = capture(dataset(tmp_path / "answers.jsonl", 12), tmp_path / "runs").path
    with closing(Served(tmp_path)) as served:
        said = tmp_path / "said"

        def work() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            try:
                evaluate(run, served.judge, 24)
            except CannotDo as stop:
                os.write(os.open(said, os.O_WRONLY | os.O_CREAT), str(stop).encode())
                raise SystemExit(1) from None

        assert ended(child(work)) == 1
        line = said.read_text()
        assert "cannot be written" in line and "\n" not in line
        assert max(served.arrivals().values(), default=0) <= 1
        evaluate(run, served.judge, 24)  # there is room again: what was settled is kept, and nothing is sent twice
        assert max(served.arrivals().values()) == 1
        summary = evaluation_summary(run)
        assert summary.counts["pending"] == summary.counts["invalid"] == 0
        assert summary.counts["unknown_outcome"] <= 4


def as_nobody(work: Callable[[], object]) -> int:
    """Run a piece of work without the rights of root."""

    def dropped() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        work()

    return ended(child(dropped))


def test_read_only_folder(done: Path, tmp_path: Path) -> None:
    expected = outcome(done)
    for folder in (done, *done.parents):
        if folder == Path(tempfile.gettempdir()):
            break
        folder.chmod(0o755)
    for file in done.rglob("*"):
        file.chmod(0o555 if file.is_dir() else 0o444)
    done.chmod(0o555)
    before = sorted(path.name for path in done.iterdir())

    def look() -> None:
        assert outcome(done) == expected

    def write() -> None:
        with pytest.raises(CannotDo, match="cannot be written"):
            evaluate_saved(done, spec(grounding()), new_evaluation=True)

    try:
        assert as_nobody(look) == 0
        assert as_nobody(write) == 0
    finally:
        done.chmod(0o755)
    assert sorted(path.name for path in done.iterdir()) == before


def test_two_evaluators_on_one_run(make_run: MakeRun, server: Server, local: str) -> None:
    run = make_run(*[case(n) for n in range(4)])
    with lease.hold(run):
        with pytest.raises(CannotDo, match="another process is evaluating this run"):
            evaluate_saved(run, spec(), judge=local)
        assert sum(server.arrivals.values()) == 0
    server.pause = 0.3
    first = child(lambda: evaluate_saved(run, spec(), judge=local, in_flight=1))
    while not server.arrivals:
        assert os.waitpid(first, os.WNOHANG)[0] == 0, "the first one ended before it began"
    with pytest.raises(CannotDo, match="another process is evaluating this run"):
        evaluate_saved(run, spec(), judge=local)
    assert ended(first) == 0
    assert evaluation_summary(run).counts["met"] == 4
    assert sum(server.arrivals.values()) == 4


def test_status_while_an_evaluation_runs(make_run: MakeRun, server: Server, local: str) -> None:
    run = make_run(*[case(n) for n in range(6)])
    server.pause = 0.1
    process = child(lambda: evaluate_saved(run, spec(), judge=local, in_flight=1))
    seen = set()
    while os.waitpid(process, os.WNOHANG)[0] == 0:
        try:
            counts = evaluation_summary(run).counts
        except CannotDo as stop:
            assert "holds no evaluation yet" in str(stop)
            continue
        assert counts["unknown_outcome"] == 0 and counts["met"] + counts["pending"] == 6
        seen.add(counts["met"])
    assert len(seen) > 2


def test_capture_leaves_nothing_half_made(tmp_path: Path) -> None:
    out = tmp_path / "runs"

    def work() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))
        with pytest.raises(CannotDo, match="written"):
            capture(dataset(tmp_path / "answers.jsonl", 3), out)

    assert ended(child(work)) == 0
    assert list(out.iterdir()) == []
    assert json.loads((capture(tmp_path / "answers.jsonl", out).path / "manifest.json").read_bytes())["count"] == 3
