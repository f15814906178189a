"""The command line: `quantcheck FILES…`, and the commands by name. Starts things, prints, and decides the exit code.

A first argument that is a command's name is that command; all else goes to the check. Only the command that runs is
imported, so start-up does not grow with the number of commands.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from quantcheck.output import CannotDo
from quantcheck.wording import safe

COMMANDS: dict[str, tuple[str, str]] = {
    "parse": ("quantcheck.commands.parse:parse", "Show what is read in a text."),
    "verify": ("quantcheck.commands.verify:verify", "Re-check a report without the matcher."),
    "selftest": ("quantcheck.commands.selftest:selftest_", "Make figures wrong and see that none is still traced."),
    "units": ("quantcheck.commands.units:units", "Show what a spelling of a unit means."),
    "schema": ("quantcheck.commands.schema:schema", "Print the JSON Schema of input or report."),
    "explain": ("quantcheck.commands.explain:explain", "Explain a code of a report."),
    "evidence": ("quantcheck.commands.evidence:evidence", "Select passages of a Markdown folder, and freeze them."),
    "verify-answer": (
        "quantcheck.commands.evidence:verify_answer",
        "Verify a structured answer against its evidence set.",
    ),
    "gold": ("quantcheck.commands.evidence:gold", "Run cases with known answers through selection, verifier and gold."),
    "capture": ("quantcheck.commands.evaluation:capture", "Freeze answers in a run folder."),
    "evaluate": ("quantcheck.commands.evaluation:evaluate", "Evaluate a run under a spec, with or without a judge."),
    "status": ("quantcheck.commands.evaluation:status", "Show a saved evaluation."),
    "agreement": ("quantcheck.commands.evaluation:agreement", "Compare a judge with labels that people gave."),
}
"""Name -> (where the command is, what it does). A command is a function with typer's annotations that may return an
exit code; it is imported when it is run."""

CHECK = "quantcheck.commands.check:check"
FILES = "quantcheck.commands.checking:check"
"""The check of files without an option: a third of its start would be the import of typer."""

SELDOM = 20_000
"""New objects between two searches for cycles of them: a start makes as many, and none is garbage."""

Command = Callable[..., int | None]


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0, 1 (could not do the job), 2 (violated), 3 (inconclusive) or 130 (Ctrl-C)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    gc.set_threshold(SELDOM)
    # Nothing is searched for cycles when the process ends: that would take a sixth of a start.
    atexit.register(gc.freeze)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(arguments))


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit code; one line on standard error says what went wrong."""
    if arguments[:1] == ["--version"]:
        from quantcheck import __version__

        print(f"quantcheck {__version__}")
        return 0
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    program = f"quantcheck {name}".rstrip()
    try:
        code = _invoke(name, arguments[1:] if name else arguments, program)
        sys.stdout.flush()
        return code
    except CannotDo as stop:
        return _fail(str(stop))
    except BrokenPipeError:
        # The reader has gone. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as fault:
        # A fault of the program itself. Nobody but its developers can use a traceback.
        if os.environ.get("QUANTCHECK_TRACEBACK"):
            raise
        cause = (str(fault).splitlines() or [""])[0][:300]
        return _fail(f"a fault of the program itself, please report it: {type(fault).__name__}: {cause}")


def _invoke(name: str, arguments: list[str], program: str) -> int:
    if not name and arguments and not any(argument.startswith("-") for argument in arguments):
        return _load(FILES)(arguments) or 0
    import typer

    # The class of all errors that typer raises for a wrong command line; it exports only some of its children.
    usage_error: Any = typer.BadParameter.__mro__[2]
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    settings: dict[str, Any] = {"context_settings": {"help_option_names": ["-h", "--help"]}}
    if not name:
        settings["epilog"] = _epilog()
    app.command(**settings)(_load(COMMANDS[name][0] if name else CHECK))
    try:
        code = app(arguments, prog_name=program, standalone_mode=False)
    except usage_error as wrong:
        raise CannotDo(f"{wrong.format_message()} (`{program} --help` lists what there is)") from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return code if isinstance(code, int) else 0


def _load(where: str) -> Command:
    module, _, function = where.partition(":")
    command: Command = getattr(import_module(module), function)
    return command


def _epilog() -> str:
    """Return the list of commands; a form feed at its head tells the help to keep the lines as they are."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, (_, what) in sorted(COMMANDS.items())]
    return "\b\nCommands (a file of that name is ./NAME):\n" + "\n".join(lines)


def _fail(message: str) -> int:
    print(f"quantcheck: {safe.line(message)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    main()
