"""The frame of the command line: dispatch, exit codes, pipes, start-up."""

from __future__ import annotations

import ast
import inspect
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from quantcheck import cli, render
from quantcheck.policy import Policy

ROOT = Path(__file__).resolve().parents[2]
CASE = json.dumps({"answer": "Take 5 mg.", "passages": ["Take 5 mg."]})


def start(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "quantcheck.cli", *arguments],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,  # type: ignore[call-overload]
    )


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_command_loads_and_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([name, "--help"]) == 0
    assert f"quantcheck {name}" in capsys.readouterr().out


@pytest.mark.parametrize("where", sorted(render.FORMATS.values()))
def test_every_format_loads(where: str) -> None:
    module, _, function = where.partition(":")
    assert callable(getattr(import_module(module), function))


def test_every_policy_field_is_an_option_of_the_check() -> None:
    from quantcheck.commands.check import check

    assert set(Policy.__struct_fields__) <= set(inspect.signature(check).parameters)


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    many = tmp_path / "many.answer.jsonl"
    many.write_text((CASE + "\n") * 3000, encoding="utf-8")
    run = start(str(many))
    assert run.stdout is not None and run.stderr is not None
    run.stdout.read(10)
    run.stdout.close()
    assert run.stderr.read() == b""
    assert run.wait() == 1


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent otherwise there")
def test_an_interrupt_exits_130_without_a_traceback() -> None:
    code = (
        "import os, signal, sys, types, quantcheck.cli as cli\n"
        # A shell ignores interrupts for what it runs in the background, and children inherit that.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "command = types.ModuleType('command')\n"
        "command.go = lambda files: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.modules['command'], cli.FILES = command, 'command:go'\n"
        "cli.main(['x'])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


@pytest.mark.parametrize("arguments", [[], ["--quiet"]])
def test_no_colour_where_there_is_no_terminal(arguments: list[str], tmp_path: Path) -> None:
    case = tmp_path / "a.answer.json"
    case.write_text(CASE.replace('5 mg.", "p', '6 mg.", "p'), encoding="utf-8")
    out, _ = start(*arguments, str(case)).communicate()
    assert b"\x1b" not in out and out


def on_terminal(arguments: list[str], **environment: str) -> bytes:
    """Run with standard output on a terminal of its own and return what it shows."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    parent, child = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    run = subprocess.Popen(
        [sys.executable, "-m", "quantcheck.cli", *arguments],
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
        stdout=child,
        stdin=subprocess.DEVNULL,
    )
    os.close(child)
    shown = b""
    while True:
        try:
            block = os.read(parent, 65536)
        except OSError:  # the terminal is gone with its last writer
            break
        if not block:
            break
        shown += block
    run.wait()
    os.close(parent)
    return shown


def test_colour_on_a_terminal_and_never_with_no_color(tmp_path: Path) -> None:
    case = tmp_path / "a.answer.json"
    case.write_text(CASE, encoding="utf-8")
    assert b"\x1b[" in on_terminal([str(case)], TERM="xterm")
    assert b"\x1b[" not in on_terminal([str(case)], TERM="xterm", NO_COLOR="1")
    assert b"\x1b[" not in on_terminal([str(case)], TERM="dumb")


def test_a_plain_check_imports_nothing_heavy(tmp_path: Path) -> None:
    case = tmp_path / "a.answer.json"
    case.write_text(CASE, encoding="utf-8")
    program = (
        "import sys, quantcheck.cli as c\n"
        "assert c.run(sys.argv[1:]) == 0\n"
        "print([m for m in ('pint', 'sympy', 'lark', 'rich', 'asyncio', 'sqlite3') if m in sys.modules])\n"
        "print(sorted(m for m in sys.modules if m.startswith(('quantcheck.judge', 'quantcheck.evaluation',"
        " 'quantcheck.evidence', 'quantcheck.integrations', 'quantcheck.verifier.verify'))))\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program, "--output", os.devnull, str(case)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "QUANTCHECK_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(2)  # the first compiles the tables
    ]
    assert runs[1].stdout.splitlines() == ["[]", "[]"]


def test_files_alone_need_no_typer(tmp_path: Path) -> None:
    case = tmp_path / "a.answer.json"
    case.write_text(CASE, encoding="utf-8")
    program = "import sys, quantcheck.cli as c\nassert c.run(sys.argv[1:]) == 0\nprint('typer' in sys.modules)\n"
    run = subprocess.run(
        [sys.executable, "-c", program, str(case)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "False"


def test_importing_the_package_imports_next_to_nothing() -> None:
    program = "import sys, quantcheck; print([m for m in sys.modules if m.startswith('quantcheck') or '.' not in m])"
    out = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    loaded = {name for name in ast.literal_eval(out) if name.split(".")[0] not in sys.stdlib_module_names}
    assert {name for name in loaded if name.startswith("quantcheck")} == {"quantcheck"}
    assert not loaded & {"msgspec", "typer", "lark", "pint", "sympy", "rich"}


def test_public_names_are_functions_whatever_was_imported_before() -> None:
    program = (
        "import quantcheck.api, quantcheck.checking.check, quantcheck.building.parse, quantcheck\n"
        "print(callable(quantcheck.check), callable(quantcheck.parse))"
    )
    out = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert out.split() == ["True", "True"]
