"""Measure everything and print a table: `python bench/suite.py [--short] [NAME…]`.

Every figure that counts is a ratio within one run, of processor time unless it says otherwise. With `--short` less is
measured, less often, and the exit code is 1 where a ratio misses its mark by more than a factor of three: a change that
makes something grossly slow fails, a busy machine does not. The prose made here is dense with figures; `--prose SCRIPT`
adds what that script writes. `--peers PYTHON SCRIPT` adds the extractors that SCRIPT times, in the environment of
PYTHON, which has this program's dependencies too, and `--spark PYTHON` the engines in theirs.
"""

from __future__ import annotations

import argparse
import filecmp
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import hostile  # noqa: E402
import measure  # noqa: E402
import texts  # noqa: E402

from quantcheck import Checker, load  # noqa: E402
from quantcheck.checking.memory import Memory  # noqa: E402
from quantcheck.reading.read import read  # noqa: E402

PYTHON = sys.executable
CLI = (PYTHON, "-m", "quantcheck.cli")
GROSS = 3
"""By how much a ratio may miss its mark in a short run."""
FLOOR = re.compile(r"\d")


class Row(NamedTuple):
    """One figure: what was measured, what came out, and the mark; `ratio` is to be at most `mark`."""

    what: str
    shown: str
    ratio: float | None = None
    mark: float | None = None


class Size(NamedTuple):
    """How much is measured, and how often."""

    short: bool
    times: int
    characters: int
    cases: int
    generator: str = ""
    """A script that writes ordinary prose, beside the dense one that is made here."""


def prose(size: Size) -> Iterator[Row]:
    """Reading, by paragraph and undivided, against the search for a digit; each text is new to the reader."""
    language = load.language()
    read(texts.prose(50_000, 99), language)
    for sort, write in _writers(size):
        for name, cut in (("by paragraph", True), ("undivided", False)):
            ratios, speeds = [], []
            for n in range(size.times):
                text = write(size.characters, 100 + n)
                pieces = text.split("\n\n") if cut else [text]
                floor = measure.seconds(lambda text=text: [m.start() for m in FLOOR.finditer(text)], 3)
                spent = measure.seconds(lambda pieces=pieces: [read(piece, language) for piece in pieces], 1)
                ratios.append(spent / floor)
                speeds.append(len(text) / spent / 1e6)
            ratio, speed = median(ratios), median(speeds)
            yield Row(f"{sort} prose, {name}", f"{speed:.2f} MB/s, 1/{ratio:.0f} of the floor", ratio, 66)


def _writers(size: Size) -> Iterator[tuple[str, Callable[[int, int], str]]]:
    """Yield the sorts of prose with what writes them."""
    yield "dense", texts.prose
    if size.generator:
        yield "ordinary", partial(texts.generated, size.generator)


def one(size: Size) -> Iterator[Row]:
    """One check of a 300-word answer with five 200-word passages, warm.

    Everything new; the passages known, from answers before; and the answer known too.
    """
    count = 4 * size.times
    sorts = [("dense", [texts.case(seed) for seed in range(1000, 1003 + count)])]
    if size.generator:
        prose = texts.generated(size.generator, 12_000 * (count + 4), 5)
        sorts.append(("ordinary", [texts.quoting(prose, n) for n in range(3 + count)]))
    for sort, cases in sorts:
        anew, checker = Checker(memory=Memory(0)), Checker()
        for case in cases[:3]:
            anew.check(*case)
            checker.check(*case)
        new, known, again = [], [], []
        for answer, passages in cases[3:]:
            for passage in passages:
                checker.check(passage, passages)
            known.append(measure.seconds(lambda: checker.check(answer, passages), 1))  # noqa: B023
            again.append(measure.seconds(lambda: checker.check(answer, passages), 1))  # noqa: B023
            new.append(measure.seconds(lambda: anew.check(answer, passages), 1))  # noqa: B023
        for name, found in (("all new", new), ("passages known", known), ("all known", again)):
            spent = median(found) * 1000
            # A time of one machine: a short run, which fails on what is gross, has no mark for it.
            mark = (None, None) if size.short or found is new else (spent / 1.5, 1)
            yield Row(f"one check, {sort}, {name}", f"{spent:.2f} ms", *mark)


def cold(size: Size) -> Iterator[Row]:
    """A whole run of the command on one file, against the import of its libraries."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.json")
        path.write_text(next(texts.small_cases(1)))
        measure.command([*CLI, str(path)])
        libraries, ours = measure.alternating(
            [[PYTHON, "-c", "import typer, msgspec, lark"], [*CLI, str(path)]], size.times + 2, cwd=ROOT
        )
    yield Row("cold start", f"{ours * 1000:.0f} ms against {libraries * 1000:.0f} ms", ours / libraries, 2)


def vocabulary(size: Size) -> Iterator[Row]:
    """The same with ten times as many units and spellings, cold and warm."""
    units = load.language().units
    with tempfile.TemporaryDirectory() as folder:
        for name in ("quantcheck", "grammar", "vocab"):
            shutil.copytree(ROOT / name, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__"))
        rows = 9 * len(units.units)
        each = max(1, len(units.senses) * 9 // rows // 5)  # each is read in some five forms: plurals, capitals
        made = "".join(_made(n, each) for n in range(rows))
        Path(folder, "vocab", "units", "made_for_bench.toml").write_text(made)
        path, text = Path(folder, "one.json"), Path(folder, "prose.txt")
        path.write_text(next(texts.small_cases(1)))
        text.write_text(texts.prose(size.characters // 2, 7))
        for place in (ROOT, folder):
            measure.command([*CLI, str(path)], cwd=place)
        program = (
            "import sys, time\nfrom quantcheck import load\nfrom quantcheck.reading.read import read\n"
            "text = open(sys.argv[1]).read()\nlanguage = load.language()\nread(text[:50000], language)\n"
            "start = time.process_time()\nread(text, language)\nprint(time.process_time() - start)"
        )
        cold_times: tuple[list[float], list[float]] = ([], [])
        warm_times: tuple[list[float], list[float]] = ([], [])
        for _ in range(size.times):
            for n, place in enumerate((ROOT, folder)):
                cold_times[n].append(measure.command([*CLI, str(path)], cwd=place))
                done = subprocess.run(
                    [PYTHON, "-c", program, str(text)], cwd=place, env=measure.CLEAN, capture_output=True, check=True
                )
                warm_times[n].append(float(done.stdout))
    for name, found in (("cold", cold_times), ("warm", warm_times)):
        own, larger = map(median, found)
        yield Row(f"vocabulary × 10, {name}", f"{larger * 1000:.0f} ms against {own * 1000:.0f} ms", larger / own, 1.2)


def _made(n: int, each: int) -> str:
    """Return the row of a unit that does not exist, with so many spellings of one word and of two."""
    name = f"made{_letters(n)}"
    names = (f"{name} {_letters(k)}" if k % 2 else f"q{_letters(n * each + k)}" for k in range(each))
    spelt = ", ".join(f'"{spelling}"' for spelling in names)
    return (
        f'[[unit]]\ncode = "{{{name}}}"\nname = "{name}"\ndimension = "count:{name}"\n'
        f'names = [{spelt}]\nsource = "made"\n\n'
    )


def _letters(n: int) -> str:
    """Return a word without vowels for a number: no word of English."""
    word = ""
    while True:
        n, digit = divmod(n, 10)
        word = "bcdfghjklm"[digit] + word
        if not n:
            return word


def size(size: Size) -> Iterator[Row]:
    """One text of ten and fifty times the size, as an answer."""
    checker = Checker(memory=Memory(0))
    base = 100_000 if size.short else 1_000_000
    first = None
    for factor in (1, 10) if size.short else (1, 10, 50):
        text = texts.prose(base * factor, 3)
        spent = measure.seconds(lambda text=text: checker.check(text, ["The dose is 5 mg."]), 1) / factor
        if first is None:
            first = spent
        else:
            yield Row(f"{base * factor / 1e6:g} MB in one text", f"{base / spent / 1e6:.2f} MB/s", spent / first, 1.5)


def shapes(size: Size) -> Iterator[Row]:
    """Every hostile shape at a quarter of its size and whole: four is linear, sixteen quadratic."""
    checker = Checker(memory=Memory(0))
    worst: tuple[float, str] = (0.0, "")
    count = 0
    for row in hostile.texts():
        part = 4 if size.short else 1
        sizes = [row["n"] // k // part for k in (4, 1)]
        (small, its), (large, whole) = ((hostile.made(row, n), hostile.passage(row, n)) for n in sizes)
        first = measure.seconds(lambda text=small, evidence=its: checker.check(text, [evidence]), 3)
        second = measure.seconds(lambda text=large, evidence=whole: checker.check(text, [evidence]), 1)
        worst = max(worst, (second / max(first, 1e-4), row["id"]))
        count += 1
    yield Row(f"{count} hostile shapes × 4", f"the worst is {worst[1]}", worst[0], 8)


def jobs(size: Size) -> Iterator[Row]:
    """Small cases by one process and by two: the busiest process decides how long it takes on cores of their own.

    Then the same once more with one of the two killed in the midst of it, and written as Parquet.
    """
    with tempfile.TemporaryDirectory() as folder:
        path, fewer = Path(folder, "cases.jsonl"), Path(folder, "fewer.jsonl")
        for file, count in ((path, size.cases), (fewer, size.cases // 4)):
            with file.open("w") as stream:
                stream.writelines(f"{line}\n" for line in texts.small_cases(count))
        outs = [Path(folder, f"out{n}.jsonl") for n in range(3)]
        command = [*CLI, str(path), "--output"]
        one_job = measure.tree([*command, str(outs[0]), "--jobs", "1"])
        two = measure.tree([*command, str(outs[1]), "--jobs", "2"])
        if not filecmp.cmp(*outs[:2], shallow=False):
            raise RuntimeError("two jobs gave other bytes than one")
        yield Row(
            f"{size.cases:,} cases, two jobs for one",
            f"{one_job.busiest / two.busiest:.2f} times by the busiest process,"
            f" {one_job.wall / two.wall:.2f} by the clock; the same bytes",
            1.7 / (one_job.busiest / two.busiest),
            1,
        )
        yield Row("memory of all processes", f"{two.megabytes:.0f} MB", two.megabytes / 300, 1)
        if not size.short:  # a few thousand cases do not fill what a worker keeps
            small = measure.tree([*CLI, str(fewer), "--jobs", "2", "--output", str(outs[2])])
            grown = two.megabytes / small.megabytes
            yield Row("memory, four times the cases", f"against {small.megabytes:.0f} MB", grown, 1.3)
            killed = measure.tree([*command, str(outs[2]), "--jobs", "2"], kill=True)
            if not filecmp.cmp(outs[0], outs[2], shallow=False):
                raise RuntimeError("with a worker killed the bytes are others")
            yield Row("a worker killed", "the same bytes", killed.processor / two.processor, 1.5)
        if importlib.util.find_spec("pyarrow") is not None:
            table = Path(folder, "out.parquet")
            written = measure.tree([*command, str(table), "--jobs", "2", "--format", "parquet"])
            shown = f"{table.stat().st_size / 1e6:.2f} MB against {outs[0].stat().st_size / 1e6:.1f} MB of JSON Lines"
            yield Row("written as Parquet", shown, written.processor / two.processor, 1.5)


def spark(python: str, cases: int) -> Iterator[Row]:
    """Throughput of a local Spark session with one worker and with two, and of one process."""
    done = subprocess.run(
        [python, str(ROOT / "bench" / "engines.py"), str(cases)],
        cwd=ROOT, env=measure.CLEAN, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for line in done.stdout.splitlines():
        name, _, figure = line.partition("\t")
        yield Row(name, figure)


FASTER: dict[str, float] = {"alignmenter": 1 / 3, "duckling": 10, "quantulum3": 40}
"""How many times as fast as other extractors this one is to be."""


def peers(python: str, script: str, size: Size) -> Iterator[Row]:
    """The other extractors in one run with this one, as their script times them: a line of JSON for each and mode."""
    write = list(_writers(size))[-1][1]
    named = [word for name in ("quantcheck", *FASTER) for word in ("--only", name)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "prose.txt")
        path.write_text(write(1_000_000, 1), encoding="utf-8")
        environment = {**measure.CLEAN, "PYTHONPATH": str(ROOT)}
        command = [python, script, str(path), *named, "--budget", "10"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    own: dict[str, float] = {}
    for line in done.stdout.splitlines():
        found = json.loads(line)
        name, mode, rate = found["peer"], found["mode"], found.get("chars_per_s", 0)
        if name == "quantcheck":
            own[mode] = rate
        if not rate or not own.get(mode):
            yield Row(f"{name}, {mode}", str(found.get("error", "was not timed")))
            continue
        shown = f"{rate:,} characters/s, of which it reads {found['chars']:,}"
        if name == "quantcheck":
            yield Row(f"{name}, {mode}", shown)
        else:
            shown += f"; quantcheck is {own[mode] / rate:.2f} times as fast"
            yield Row(f"beside {name}, {mode}", shown, FASTER[name] * rate / own[mode], 1)


PARTS: dict[str, Callable[[Size], Iterator[Row]]] = {
    "prose": prose,
    "one": one,
    "cold": cold,
    "vocabulary": vocabulary,
    "size": size,
    "shapes": shapes,
    "jobs": jobs,
}


def _shown(row: Row) -> bool:
    """Print a row; say whether it misses its mark by far."""
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    mark = "" if row.mark is None else f"{row.mark:g}"
    late = row.ratio is not None and row.mark is not None and row.ratio > row.mark
    flag = "  <- misses the mark" if late else ""
    print(f"{row.what:34} {ratio:>7} {mark:>6}  {row.shown}{flag}", flush=True)
    return row.ratio is not None and row.mark is not None and row.ratio > GROSS * row.mark


def main() -> int:
    """Print the table; exit 1 where a short run finds something grossly slow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *PARTS], metavar="NAME", help=", ".join(PARTS))
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--prose", metavar="SCRIPT", default="", help="a script that writes ordinary prose")
    parser.add_argument("--peers", nargs=2, metavar=("PYTHON", "SCRIPT"))
    parser.add_argument("--spark", metavar="PYTHON")
    parser.add_argument("--cases", type=int, help="small cases for jobs and engines (50,000; 3,000 in a short run)")
    options = parser.parse_args()
    sizes = (True, 3, 100_000, 3_000) if options.short else (False, 5, 1_000_000, 50_000)
    amount = Size(*sizes[:3], options.cases or sizes[3], options.prose)
    found = {name: PARTS[name](amount) for name in options.names or PARTS}
    if options.spark:
        found["spark"] = spark(options.spark, amount.cases)
    if options.peers:
        found["peers"] = peers(*options.peers, amount)
    gross = 0
    print(f"{'work':34} {'ratio':>7} {'mark':>6}  measured")
    failed = 0
    for name, rows in found.items():
        try:
            for row in rows:
                gross += _shown(row)
        except (OSError, RuntimeError, subprocess.CalledProcessError) as fault:
            # the other figures are worth having all the same
            print(f"{name}: could not be measured: {fault}", flush=True)
            failed += 1
    load = os.getloadavg()[1]
    print(f"{load:.1f} processes were at work on average, on {os.cpu_count()} processors", flush=True)
    if failed:
        return 1
    return int(options.short and gross > 0)


if __name__ == "__main__":
    sys.exit(main())
