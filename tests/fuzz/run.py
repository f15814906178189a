"""Run the fuzz targets: `python tests/fuzz/run.py [parser|loader|verifier…] [--runs N]`.

With atheris installed its coverage leads the search, one process a target, with a corpus kept under `.fuzz/`, where
`counted.tsv` gets a line for each run: target, executions as the engine counted them, exit code. Without it a plain
mutator does the work, the same for the same seed. A find is printed, and becomes a case of `found.toml`.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

KEPT = HERE.parent.parent / ".fuzz"
COUNTED = "stat::number_of_executed_units:"
LENGTHS = {"parser": 200, "loader": 1000, "verifier": 40}
"""Longest input of each target, in bytes: short ones are read fast, and what is wrong shows in few words."""


def main() -> int:
    """Run each target so many times; exit 1 at a find."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--runs", type=int, default=20_000, help="executions of each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="do not use atheris")
    parser.add_argument("--blind", action="store_true", help="mutate the kept corpus without measuring coverage")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    guided = not arguments.plain and importlib.util.find_spec("atheris") is not None
    if arguments.inside:
        _atheris(arguments.targets[0], arguments.runs, arguments.seed, arguments.blind)
        return 0
    failed = 0
    for name in arguments.targets or ["parser", "loader", "verifier"]:
        if guided:
            failed |= _guided(name, arguments.runs, arguments.seed, arguments.blind)
        else:
            failed |= _plain(name, arguments.runs, arguments.seed)
    return failed


def _guided(name: str, runs: int, seed: int, blind: bool) -> bool:
    """Run a target in a process of its own, since the engine ends it; keep what it counted."""
    command = [sys.executable, __file__, name, "--inside", f"--runs={runs}", f"--seed={seed}"]
    command += ["--blind"] * blind
    executed = "0"
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as process:
        assert process.stderr is not None
        for line in process.stderr:
            print(line, end="", file=sys.stderr)
            if line.startswith(COUNTED):
                executed = line.removeprefix(COUNTED).strip()
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "counted.tsv").open("a", encoding="utf-8") as log:
        log.write(f"{name}\t{executed}\t{process.returncode}\t{'blind' if blind else 'guided'}\n")
    return process.returncode != 0


def _atheris(name: str, runs: int, seed: int, blind: bool) -> None:
    import atheris

    with atheris.instrument_imports(include=["quantcheck"]) if not blind else nullcontext():
        import targets
    corpus = KEPT / name
    corpus.mkdir(parents=True, exist_ok=True)
    for n, data in enumerate(targets.seeds(name)):
        (corpus / f"seed-{n:05}").write_bytes(data)
    # Without coverage the engine keeps nothing: what is mutated is drawn from the whole corpus each time.
    pool = [path.read_bytes() for path in sorted(corpus.iterdir())] if blind else []

    def drawn(data: bytes, most: int, seed: int) -> bytes:
        return mutated(random.Random(seed), pool)[:most]

    options = [f"-runs={runs}", f"-seed={seed}", f"-max_len={LENGTHS[name]}", "-timeout=60", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={KEPT}/{name}-", str(corpus)], targets.TARGETS[name])
    atheris.Fuzz()


def _plain(name: str, runs: int, seed: int) -> int:
    import targets

    rng = random.Random(f"{name}/{seed}")
    pool = targets.seeds(name)
    for n in range(runs):
        data = mutated(rng, pool)
        try:
            targets.TARGETS[name](data)
        except Exception as fault:
            print(f"{name}: run {n}: {type(fault).__name__}: {fault}\n  {data!r}")
            return 1
    print(f"{name}: {runs:,} runs, nothing found")
    return 0


def mutated(rng: random.Random, pool: list[bytes]) -> bytes:
    """Return a seed with some bytes changed, cut, doubled, or spliced with another seed."""
    data = bytearray(rng.choice(pool))
    for _ in range(rng.randint(0, 6)):
        at = rng.randrange(len(data) + 1)
        how = rng.randrange(6)
        if how == 0:
            data[at:at] = bytes([rng.randrange(256)])
        elif how == 1:
            del data[at : at + rng.randint(1, 8)]
        elif how == 2 and data:
            data[at % len(data)] = rng.randrange(256)
        elif how == 3:
            other = rng.choice(pool)
            cut = rng.randrange(len(other) + 1)
            data[at:at] = other[cut : cut + rng.randint(1, 24)]
        elif how == 4:
            data[at:at] = data[max(0, at - rng.randint(1, 12)) : at]
        else:
            data[at:at] = rng.choice(
                (b"0", b"1", b",", b".", b"-", b" ", b"/", b"^", b"\xc2\xb1", b"\xe2\x80\x93", b"\n")
            )
    return bytes(data[:1000])


if __name__ == "__main__":
    sys.exit(main())
