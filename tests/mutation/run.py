"""Change the matcher, the normaliser and the number reader a little, and see that a test notices.

`python tests/mutation/run.py [MODULE…]`, from the root of the project. The mutants are those of mutmut; each is the
code of one function, put in its place in a process of its own that begins where all is loaded. Its own runner starts
pytest anew for each mutant and calls every function by way of a dispatcher, which takes ten times as long. A mutant is
asked only by the checks that come to its lines. What survives must stand in `survivors.toml` with the reason.
"""

from __future__ import annotations
import __future__

import argparse
import gc
import hashlib
import importlib
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import libcst as cst
from coverage import Coverage
from libcst.metadata import CodeRange, MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

import killers  # noqa: E402

PARTS = {
    "matcher": ("matching.match", "matching.pairing", "matching.relations", "matching.joint"),
    "normaliser": (
        *(
            f"normalising.{name}"
            for name in ("normalise", "plans", "axes", "surroundings", "meanings", "ends", "readings")
        ),
        "vocabulary.compound",
    ),
    "number reader": (
        "numbers.numerals",
        "numbers.cardinals",
        "numbers.spelled",
        "lexing.figures",
        "lexing.multipliers",
        "lexing.suffixes",
    ),
}
MEMORY = 4 << 30
TYPES, KILLED, ENDLESS, SURVIVED, UNREACHED = "types", "killed", "endless", "survived", "unreached"


class Mutant(NamedTuple):
    """One change to one function."""

    module: str
    function: str
    before: str
    after: str
    """The lines of the statement, before and after."""
    lines: range
    original: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.module.rpartition('.')[2]}.{self.function}: {self.before} => {self.after}"


def _loaded(module: str) -> ModuleType:
    return importlib.import_module(f"quantcheck.{module}")


def mutants(module: str) -> Iterator[Mutant]:
    """Yield the mutants of a module, in order."""
    text = Path(_loaded(module).__file__ or "").read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(text))
    nowhere: set[int] = set()
    visitor = _Everywhere(mutation_operators, IgnoredCode(nowhere, nowhere, nowhere))
    wrapper.visit(visitor)
    parents = wrapper.resolve(ParentNodeProvider)
    places = wrapper.resolve(PositionProvider)
    originals: dict[cst.FunctionDef, str] = {}
    for mutation in visitor.mutations:
        function = _function(mutation.original_node, parents)
        if function is None:
            continue
        changed = deep_replace(function, mutation.original_node, mutation.mutated_node)
        assert isinstance(changed, cst.FunctionDef)
        source = _code(changed)
        original = originals.get(function) or originals.setdefault(function, _code(function))
        owner = parents[parents[function]] if isinstance(parents[function], cst.IndentedBlock) else None
        prefix = f"{owner.name.value}." if isinstance(owner, cst.ClassDef) else ""
        yield Mutant(
            module,
            f"{prefix}{function.name.value}",
            *_difference(original, source),
            _lines(mutation.original_node, parents, places),
            original,
            source,
        )


def _code(function: cst.FunctionDef) -> str:
    return cst.Module(body=[function.with_changes(decorators=[], leading_lines=[])]).code


class _Everywhere(MutationVisitor):
    """Mutates functions with decorators too: the code is put in place below these."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef) and node.decorators:
            return False
        return bool(super()._skip_node_and_children(node))


def _function(node: cst.CSTNode, parents: Any) -> cst.FunctionDef | None:
    """Return the outermost function or method that holds a node."""
    found = None
    while node in parents:
        node = parents[node]
        if isinstance(node, cst.FunctionDef):
            found = node
    return found


def _lines(node: cst.CSTNode, parents: Any, places: Any) -> range:
    """Return the lines of a node, from the beginning of its statement; all of a function for a default of its own."""
    first: CodeRange | None = None
    last: CodeRange | None = None
    while not isinstance(node, cst.BaseCompoundStatement | cst.SimpleStatementLine):
        last = last or places.get(node)
        node = parents[node]
    first = places[node]
    if isinstance(node, cst.FunctionDef):
        last = first
    return range(first.start.line, (last or first).end.line + 1)


def _difference(before: str, after: str) -> tuple[str, str]:
    """Return the lines that differ."""
    a, b = before.splitlines(), after.splitlines()
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    cut = [" ".join(line.strip() for line in lines[start : len(lines) - end]) for lines in (a, b)]
    return cut[0], cut[1]


def typed(module: str, found: list[Mutant]) -> set[str]:
    """Return the names of the mutants that mypy refuses, which is run on every change as the tests are."""
    root = HERE.parents[1]
    lines = Path(_loaded(module).__file__ or "").read_text(encoding="utf-8").splitlines()
    first = len(lines)
    held: list[int] = []
    whole = {m.function: m._replace(source=m.original) for m in found}
    for n, mutant in enumerate((*whole.values(), *found)):
        owner = mutant.function.rpartition(".")[0]
        body = mutant.source.splitlines()
        if owner:
            lines += [f"class _{n}({owner}):", *(f"    {line}" for line in body)]
        else:
            lines += [f"def _{n}() -> None:", *(f"    {line}" for line in body)]
        held += [n] * (len(lines) - first - len(held))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"mutants_of_{module.rpartition('.')[2]}.py"
        path.write_text("\n".join(lines), encoding="utf-8")
        command = [sys.executable, "-m", "mypy", "--config-file", str(root / "pyproject.toml"), "--output", "json"]
        command += ["--python-executable", sys.executable, str(path)]
        run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    errors = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    places = [e["line"] - 1 - first for e in errors if e["severity"] == "error" and path.name in e["file"]]
    if run.returncode not in (0, 1) or any(place < 0 for place in places):
        raise SystemExit(f"mypy says more than mutants account for: {run.stdout[:1000]}{run.stderr}")
    wrong = {held[place] for place in places}
    # A copy outside its class can be refused as it stands (a property, a frozen class): then it tells nothing.
    unfit = {function for n, function in enumerate(whole) if n in wrong}
    refused = (found[n - len(whole)] for n in wrong if n >= len(whole))
    return {mutant.name for mutant in refused if mutant.function not in unfit}


def put(mutant: Mutant) -> None:
    """Let a function be its mutant, wherever it is already known."""
    module = _loaded(mutant.module)
    owner, _, name = mutant.function.rpartition(".")
    target = _plain(vars(getattr(module, owner) if owner else module)[name])
    names = dict(vars(module))
    flags = __future__.annotations.compiler_flag
    exec(compile(mutant.source, f"{module.__file__}:{name}", "exec", flags, dont_inherit=True), names)
    made = names[name]
    target.__code__ = made.__code__
    target.__defaults__ = made.__defaults__
    target.__kwdefaults__ = made.__kwdefaults__


def _plain(value: Any) -> FunctionType:
    """Return the function below decorators."""
    while not isinstance(value, FunctionType):
        value = next(
            getattr(value, name) for name in ("__func__", "fget", "func", "__wrapped__") if hasattr(value, name)
        )
    return value


def forked(act: Callable[[int], None], seconds: float = 600) -> int:
    """Start a process that acts, with a pipe to write to; return its number and the reading end."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        gc.disable()
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            act(writer)
        finally:
            os._exit(0)
    os.close(writer)
    _pipes[pid] = reader
    return pid


_pipes: dict[int, int] = {}


def said(pid: int) -> str:
    """Return what a process that has ended wrote."""
    reader = _pipes.pop(pid)
    with open(reader, encoding="utf-8") as stream:
        return stream.read()


class Reach(NamedTuple):
    """What a check costs, and the lines that it comes to, by module."""

    seconds: float
    lines: dict[str, set[int]]


def reach(check: killers.Check, files: dict[str, str]) -> Reach:
    """Find out what a check comes to, in a process that has read nothing before."""

    def act(writer: int) -> None:
        killers.fresh()
        start = time.process_time()
        check()
        seconds = time.process_time() - start
        seen = Coverage(data_file=None, config_file=False, include=list(files))
        seen.start()
        killers.fresh()
        check()
        seen.stop()
        found = seen.get_data()
        lines = {module: found.lines(file) or () for file, module in files.items()}
        os.write(writer, json.dumps([seconds, {m: sorted(n) for m, n in lines.items()}]).encode())

    pid = forked(act)
    text = said(pid)
    os.waitpid(pid, 0)
    if not text:
        raise SystemExit("a check fails without any mutant")
    seconds, lines = json.loads(text)
    return Reach(seconds, {m: set(n) for m, n in lines.items()})


def reaches(checks: dict[str, killers.Check]) -> dict[str, Reach]:
    """Return what each check comes to, kept until a file changes that it could depend on."""
    files = {str(_loaded(m).__file__): m for part in PARTS.values() for m in part}
    root = HERE.parents[1]
    paths = [p for folder in ("quantcheck", "grammar", "vocab", "tests") for p in sorted((root / folder).rglob("*"))]
    digest = hashlib.sha256()
    for path in paths:
        if path.suffix in (".py", ".toml", ".lark") and path.is_file():
            digest.update(path.read_bytes())
    digest.update("\n".join(checks).encode())
    kept = root / ".cache" / "mutants.json"
    if kept.exists():
        known = json.loads(kept.read_text(encoding="utf-8"))
        if known["digest"] == digest.hexdigest():
            return {
                name: Reach(seconds, {m: set(n) for m, n in lines.items()})
                for name, (seconds, lines) in known["reaches"].items()
            }
    found = {name: reach(check, files) for name, check in checks.items()}
    kept.parent.mkdir(exist_ok=True)
    written = {name: (r.seconds, {m: sorted(n) for m, n in r.lines.items()}) for name, r in found.items()}
    kept.write_text(json.dumps({"digest": digest.hexdigest(), "reaches": written}), encoding="utf-8")
    return found


def ask(mutant: Mutant, checks: list[tuple[str, killers.Check]], seconds: float) -> int:
    """Start a process that asks a mutant all the checks, quickest first, up to one that it fails."""

    def act(writer: int) -> None:
        try:
            put(mutant)
            killers.fresh()
        except Exception:
            os.write(writer, b"in its place")
            return
        for name, check in checks:
            try:
                check()
            except BaseException:
                os.write(writer, name.encode())
                return
        os.write(writer, b"-")

    return forked(act, seconds)


def decided(
    found: list[Mutant], checks: dict[str, killers.Check], reached: dict[str, Reach], jobs: int
) -> Iterator[tuple[Mutant, str, str]]:
    """Yield each mutant with what became of it and the check that noticed it."""
    order = sorted(checks, key=lambda name: reached[name].seconds)
    running: dict[int, Mutant] = {}

    def ended() -> tuple[Mutant, str, str]:
        pid, status = os.wait()
        mutant, text = running.pop(pid), said(pid)
        if os.WIFSIGNALED(status):
            return mutant, ENDLESS, ""
        return mutant, SURVIVED if text == "-" else KILLED, text

    for mutant in found:
        names = [n for n in order if not reached[n].lines[mutant.module].isdisjoint(mutant.lines)]
        if not names:
            yield mutant, UNREACHED, ""
            continue
        if len(running) >= jobs:
            yield ended()
        seconds = 5 + 5 * sum(reached[n].seconds for n in names)
        running[ask(mutant, [(n, checks[n]) for n in names], seconds)] = mutant
    while running:
        yield ended()


def main() -> int:
    """Return 0 where every survivor is known, with its reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="match, numerals, …; all of them by default")
    parser.add_argument("--sample", type=int, help="ask only so many mutants of each module, drawn with the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checks", nargs="*", default=[""], help="ask with the checks alone whose names begin so")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", metavar="FILE", help="ask only the mutants that an earlier --out calls survivors")
    parser.add_argument("--out", metavar="FILE", help="write a line of JSON for each mutant")
    given = parser.parse_args()
    checks = {name: check for name, check in killers.checks().items() if name.startswith(tuple(given.checks))}
    known = _known()
    earlier = _earlier(Path(given.only)) if given.only else None
    start = time.monotonic()
    modules = [m for part in PARTS.values() for m in part if not given.modules or m.rpartition(".")[2] in given.modules]
    for name, check in list(checks.items()):
        try:
            check()  # what it imports and compiles is then there for all
        except Exception:
            print(f"left out, since it fails without any mutant: {name}")
            del checks[name]
    gc.collect()
    gc.freeze()
    reached = reaches(checks)
    print(f"{len(checks)} checks, {sum(r.seconds for r in reached.values()):.1f} s", flush=True)
    out = given.out and open(given.out, "w", encoding="utf-8")  # noqa: SIM115
    counts: dict[str, Counter[str]] = {}
    unknown: list[str] = []
    for module in modules:
        count = counts[module] = Counter()
        found = list(mutants(module))
        if earlier is not None:
            found = [m for m in found if m.name in earlier]
        if given.sample and given.sample < len(found):
            found = random.Random(given.seed).sample(found, given.sample)
        refused = typed(module, found)
        results = [(m, TYPES, "") for m in found if m.name in refused]
        asked = decided([m for m in found if m.name not in refused], checks, reached, given.jobs)
        for mutant, became, by in itertools.chain(results, asked):
            count[became] += 1
            if became in (SURVIVED, UNREACHED):
                if mutant.name in known:
                    count["known"] += 1
                else:
                    unknown.append(f"{became}: {mutant.name}")
            if out:
                print(json.dumps([mutant.name, became, by, mutant.lines[0]], ensure_ascii=False), file=out, flush=True)
        print(_line(module, count), flush=True)
    print(*unknown, sep="\n")
    print(_line("together", sum(counts.values(), Counter())), f"in {time.monotonic() - start:.0f} s")
    return 1 if unknown else 0


def _line(name: str, count: Counter[str]) -> str:
    dead = count[TYPES] + count[KILLED] + count[ENDLESS]
    every = dead + count[SURVIVED] + count[UNREACHED]
    return (
        f"{name}: {every} mutants, {dead} killed ({dead / max(1, every):.1%}; {count[TYPES]} by types, "
        f"{count[ENDLESS]} without end), {every - dead} alive, {count['known']} of them known"
    )


def _known() -> set[str]:
    """Return the names of the survivors that stand in the list with a reason."""
    path = HERE / "survivors.toml"
    return {name for group in tomllib.loads(path.read_text(encoding="utf-8"))["group"] for name in group["mutants"]}


def _earlier(path: Path) -> set[str]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {name for name, became, *_ in lines if became in (SURVIVED, UNREACHED)}


if __name__ == "__main__":
    sys.exit(main())
