"""The code blocks of the documents: what is in them, and how each kind is run.

| block | what is done |
|---|---|
| `case` | an answer, its passages and a policy are checked; each quantity has the verdict that stands there |
| `read` | each text is read; the readings are those that stand behind the arrow |
| `console` | the commands behind `$` are run; their output is what stands there |
| `sh` | each command is run; none of them fails |
| `python` | is run; the blocks of a page share their names |
| `json`, `yaml`, `toml` | is one |
| with `title="FILE"` | is written where the commands of the page find it; `python` is then run by these alone |
| `text` | is prose |

A block behind a comment `<!-- not run: REASON -->` is not run, one behind `<!-- needs MODULE -->` only where that is
installed. With `QUANTCHECK_ACCEPT=1` what comes out of `case`,
`read` and `console` is written into the page: read the difference like code.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from msgspec import UNSET

from quantcheck import config, report
from quantcheck.api import Checker
from quantcheck.wording import words

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("case", "read", "console", "sh", "python", "json", "yaml", "toml", "text")
_FENCE = re.compile(r"^( *)(```+)(\w*)([^\n]*)\n(.*?)^\1\2[ ]*$", re.MULTILINE | re.DOTALL)
_NOT_RUN = re.compile(r"<!-- (?:not run: |run by )(\S[^\n]*) -->\n\s*$")
_NEEDS = re.compile(r"<!-- needs ([\w.]+) -->\n\s*$")
WIDTH = 84
"""Columns of an example that a page shows without scrolling."""
_MARK = "\x1e"


class Block(NamedTuple):
    """A fenced block: its kind, the rest of its first line, its text, and where it stands."""

    kind: str
    info: str
    text: str
    start: int
    end: int
    line: int
    reason: str
    """Why it is not run here; empty where it is."""
    needs: str = ""
    """The module without which it is not run."""

    @property
    def lacking(self) -> bool:
        """Whether what it needs is not installed; nothing is where `QUANTCHECK_REQUIRE_HOSTS` says that it is."""
        if os.environ.get("QUANTCHECK_REQUIRE_HOSTS"):
            return False
        try:
            return bool(self.needs) and importlib.util.find_spec(self.needs) is None
        except ModuleNotFoundError:
            return True

    @property
    def title(self) -> str:
        """The file that it is."""
        found = re.search(r'title="([^"]+)"', self.info)
        return found[1] if found else ""


def pages() -> list[Path]:
    """Return the documents whose blocks are run."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        reason = _NOT_RUN.search(text, 0, found.start())
        needs = _NEEDS.search(text, 0, found.start())
        line = text.count("\n", 0, found.start()) + 1
        span = found.span(5)
        yield Block(
            found[3], found[4].strip(), found[5], *span, line, reason[1] if reason else "", needs[1] if needs else ""
        )


def run(block: Block, folder: Path, names: dict[str, Any]) -> str:
    """Run a block and return what its text would have to be."""
    if block.kind == "case":
        return case(block.text)
    if block.kind == "read":
        return read(block.text)
    if block.kind == "console":
        return console(block.text, folder)
    if block.kind == "sh":
        return shell(block.text, folder)
    if block.kind == "python" and not block.title:
        exec(compile(block.text, f"block at line {block.line}", "exec"), names)
    if block.kind in ("json", "yaml", "toml"):
        _load(block)
    if block.title:
        (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
        (folder / block.title).write_text(block.text, encoding="utf-8")
    return block.text


def _load(block: Block) -> None:
    if block.kind == "yaml":
        yaml.safe_load(block.text)
    elif block.kind == "toml":
        tomllib.loads(block.text)
    else:
        try:
            json.loads(block.text)
        except ValueError:
            for record in block.text.splitlines():  # JSON Lines
                json.loads(record)


def case(text: str) -> str:
    """Check an example: `policy:`, `question:`, `passage:`, `answer:`, then a line for each finding."""
    given = re.findall(r"^(policy|question|passage|answer): *(.*)$", text, re.MULTILINE)
    options = dict(pair.split("=", 1) for key, value in given if key == "policy" for pair in value.split())
    policy = config.merge({}, options, file="")
    said = dict(given)
    passages = [value for key, value in given if key == "passage"]
    checked = Checker(policy).check(said["answer"], passages, said.get("question"))
    width = max((len(key) for key, _ in given), default=0) + 1
    lines = [f"{key + ':':<{width}} {value}" for key, value in given]
    entries = [(q.start, f"{q.text} -> {verdict(q)}") for q in checked.quantities]
    entries += [(c.start, f"{c.text} -> {'unresolved' if c.unresolved else 'resolved'}") for c in checked.citations]
    entries += [(e.start, f"{e.text} -> {holds(e)}") for e in checked.equations]
    for _, line in sorted(entries, key=lambda entry: entry[0]):
        lines += textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, f"=> {words.plain(checked.status)}"]) + "\n"


def verdict(q: report.Quantity) -> str:
    """Return the verdict on a quantity in one line."""
    said = [q.status]
    if q.reason is not UNSET:
        said[0] += f" ({words.plain(q.reason)})"
    if q.status in ("source", "question") or (q.status == "ambiguous" and q.support):
        said.append(f"“{q.support[0].quote}”")
    if q.nearest is not UNSET:
        said.append(f"{words.difference(q.nearest)}")
    if q.axis is not UNSET:
        said.append(f"axis {q.axis}")
    if q.derivation is not UNSET:
        said.append(q.derivation.formula)
    if q.rival is not UNSET:
        said.append("its words stand with “" + q.rival.quote + "”")
    said += [f"note {words.plain(note)}" for note in words.notes(q)]
    return ", ".join(said)


def holds(e: report.Equation) -> str:
    """Return what became of an equation in one line."""
    if e.holds is None:
        return f"not decided ({words.plain(str(e.why))})"
    return "holds" if e.holds else "false"


def read(text: str) -> str:
    """Read each line up to its arrow, and put what is read behind it."""
    lines = [line.partition("->")[0].rstrip() for line in text.splitlines()]
    width = max(map(len, lines))
    return "".join(f"{line:<{width}} -> {readings(line)}\n" for line in lines)


def readings(line: str) -> str:
    """Return what is read in a text, in one line."""
    found = Checker().parse(line)
    said = []
    for q in found.quantities:
        what = words.plain(q.reason) if q.reason else _either(list(dict.fromkeys(map(_reading, q.readings))))
        said.append((q.start, f"ambiguous ({what})" if q.reason else what))
    said += [(c.start, f"citation {', '.join(f'{a}' if a == b else f'{a} to {b}' for a, b in c.spans)}")
             for c in found.citations]  # fmt: skip
    said += [(i.start, f"left alone ({words.plain(i.why)})") for i in found.ignored]
    return "; ".join(what for _, what in sorted(said)) or "nothing"


def _either(said: list[str]) -> str:
    """Return readings, the first two of many."""
    return " or ".join(said) if len(said) < 4 else f"{said[0]} or {said[1]} or … ({len(said)} readings)"


def _reading(r: report.Reading) -> str:
    return words.reading(r)


def console(text: str, folder: Path) -> str:
    """Run the commands behind `$` in one shell and return them with their output."""
    commands = re.findall(r"^\$ (.*(?:\\\n.*)*)", text, re.MULTILINE)
    script = "".join(f"rc=$?; printf '{_MARK}'; (exit $rc)\n{command}\n" for command in commands)
    done = _shell(script, folder)
    outputs = done.stdout.split(_MARK)[1:]
    return "".join(f"$ {command}\n{output}" for command, output in zip(commands, outputs, strict=True))


def shell(text: str, folder: Path) -> str:
    """Run commands one by one; 2 and 3 are verdicts, any other code but 0 is a failure."""
    for command in re.sub(r"\\\n\s*", "", text).splitlines():
        if command.strip() and not command.startswith("#"):
            done = _shell(command + "\n", folder)
            assert done.returncode in (0, 2, 3), f"{command}: exit {done.returncode}: {done.stdout[-500:]}"
    return text


def _installed() -> bool:
    """Say whether quantcheck is installed, so that pytest finds its plugin."""
    try:
        return bool(importlib.metadata.version("quantcheck"))
    except importlib.metadata.PackageNotFoundError:
        return False


def _shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    start = 'quantcheck() { "$QUANTCHECK_PYTHON" -m quantcheck.cli "$@"; }\n'
    start += 'python() { "$QUANTCHECK_PYTHON" "$@"; }\n'
    start += "pip() { :; }\n"  # installing is for .ci/run
    environment = {**os.environ, "QUANTCHECK_PYTHON": sys.executable, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    if not _installed():
        environment["PYTEST_PLUGINS"] = "quantcheck.integrations.pytest_plugin"
    return subprocess.run(
        ["bash", "-c", start + script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        check=False,
    )
