"""Writes the pages of `docs/` that are made from the code: `python tools/pages.py`; with `--check` it only compares."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import typer.main  # noqa: E402  (the checkout comes first)

from quantcheck import cli, codes, config, load  # noqa: E402
from quantcheck.policy import Policy  # noqa: E402
from quantcheck.values import Unit  # noqa: E402
from quantcheck.wording import words  # noqa: E402

MADE = "Made from {} by `python tools/pages.py`; do not edit."


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """Return a text as code in a cell, whatever back quotes it holds."""
    if not text:
        return ""
    text = text.replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def command(where: str) -> Any:
    """Return a command as typer makes it."""
    app = typer.Typer(add_completion=False)
    app.command()(cli._load(where))
    return typer.main.get_command(app)


def options() -> str:
    """Return the page of options."""
    lines = ["# Options", "", MADE.format("the commands and `quantcheck/policy.py`"), ""]
    lines += [
        "## The policy",
        "",
        "What counts as traceable. Each option stands in the configuration, on the command line and in Python; what",
        "was used is recorded in the report.",
        "[Semantics](semantics.md#the-policy) says what each of them means, with examples.",
        "",
        "| option | values | default |",
        "|---|---|---|",
    ]
    for name in Policy.__struct_fields__:
        default = getattr(Policy(), name)
        values = ", ".join(code(value) for value in config.choices(name)) or "see below"
        shown = ", ".join(default) if isinstance(default, tuple) else str(default)
        lines.append(f"| `{name}` | {values} | {code(shown)} |")
    lines += [
        "",
        "`citation_styles` is a list of styles ([codes](codes.md) defines them), `citation_base` the number that a",
        'citation of the first passage has, `chance_bound` a number from 0 to 1 (`0.05` or `"1/20"`, recorded in',
        "lowest terms). In `pyproject.toml`:",
        "",
        '```toml title="pyproject.toml"',
        "[tool.quantcheck]",
        'hedges = "accept"',
        'citation_styles = ["bracket", "source"]',
        "```",
        "",
        "The nearest `pyproject.toml` that has such a table counts, or the file of `--config`; the command line is",
        "over it.",
        "",
        "Three keys more say what `quantcheck FILES…` shows, as the options of these names do: `select` and",
        "`ignore` are lists of codes, `baseline` is a file, by its path from the folder of the configuration. An",
        "option on the command line stands in the place of the key (`--select QC` shows all); `--write-baseline` uses",
        "no configured baseline, and other commands use none of the three.",
    ]
    commands = {"": ("quantcheck FILES…", cli.CHECK)}
    commands |= {name: (f"quantcheck {name}", where) for name, (where, _) in sorted(cli.COMMANDS.items())}
    for title, where in commands.values():
        lines += ["", f"## {title}", "", *described(command(where))]
    return "\n".join(lines) + "\n"


def described(found: Any) -> Iterator[str]:
    """Yield what a command does and takes."""
    yield cell((found.help or "").split("\n\n")[0])
    rows = [row(parameter) for parameter in found.params]
    if rows:
        yield from ("", "| argument or option | meaning |", "|---|---|", *rows)


def row(parameter: Any) -> str:
    """Return the row of an argument or an option."""
    text = cell(getattr(parameter, "help", "") or "")
    if parameter.param_type_name == "argument":
        name = code(parameter.metavar or parameter.name.upper())
    else:
        name = ", ".join(code(opt) for opt in parameter.opts)
        metavar = parameter.metavar or ""
        name += f" {code(metavar)}" if metavar else ""
    return f"| {name} | {text} |"


def units() -> str:
    """Return the page of units."""
    table = load.language().units
    spellings: dict[str, list[str]] = defaultdict(list)
    axes: dict[tuple[str, str], str] = {}
    for spelling, senses in table.all_senses.items():
        for sense in senses:
            spellings[sense.unit.code].append(spelling)
            axes[spelling, sense.unit.code] = ", ".join(f"{a} = {c}" for a, c in sense.axes)
    kinds: dict[str, list[tuple[Unit, Any]]] = defaultdict(list)
    for unit, entry in zip(table.units, table.entries, strict=True):
        kinds[group(unit)].append((unit, entry))
    lines = ["# Units", "", MADE.format("`vocab/`"), ""]
    lines += [
        f"{len(table.units):,} units, with {len(table.all_senses):,} spellings. `quantcheck units WORD` tells what a",
        "spelling means and where the row has its factor from. A spelling that means several units is ambiguous along",
        "a named axis; it has a question mark here, unless a rule of the table settles it after a number. Capitals are",
        "left out where the small letters are listed. Compound units (`mg/kg/day`) are built from these. Units that",
        "nobody put here are not read: a figure with one is never traceable by a part of it. Values are in base units:",
        "m, kg, s, A, K, mol, cd, bit, turn, month, or the kind itself.",
    ]
    for name in sorted(kinds):
        lines += ["", f"## {name}", "", "| code | name | value | spellings |", "|---|---|---|---|"]
        for unit, entry in kinds[name]:
            shown = [
                code(s) + ("?" if len(table.senses.get(s, ())) > 1 else "")
                for s in sorted(spellings[unit.code], key=lambda s: (len(s), s))
                if s == s.lower() or s.lower() not in spellings[unit.code]
            ]
            lines.append(f"| {code(unit.code)} | {cell(entry.name)} | {value(unit)} | {' '.join(shown)} |")
    lines += ["", "## Axes of ambiguity", "", "| axis | what is left open |", "|---|---|"]
    lines += [f"| `{name}` | {cell(axis.meaning)} |" for name, axis in sorted(table.axes.items())]
    return "\n".join(lines) + "\n"


def group(unit: Unit) -> str:
    """Return under which heading a unit stands."""
    names = [name.partition(":")[0] for name, _ in unit.dimension]
    if names[:1] == ["currency"]:
        return "money"
    if names[:1] == ["count"]:
        return "counters"
    if names[:1] == ["iu"]:
        return "international units"
    return dimension(unit)


def dimension(unit: Unit) -> str:
    """Return a dimension as the report writes it."""
    return "*".join(n if e == 1 else f"{n}^{e}" for n, e in unit.dimension) or "number"


def value(unit: Unit) -> str:
    """Return a unit in base units."""
    factor = words.number(str(unit.factor))
    return f"{factor}·x + {words.number(str(unit.offset))}" if unit.offset else factor


PAGES = {"docs/options.md": options, "docs/units.md": units, "docs/codes.md": codes.table}


def main(arguments: Iterable[str]) -> int:
    """Write the pages, or say which are not current."""
    check = "--check" in arguments
    stale = []
    for name, make in PAGES.items():
        page, made = ROOT / name, make()
        if check:
            if not page.exists() or page.read_text(encoding="utf-8") != made:
                stale.append(name)
        else:
            page.write_text(made, encoding="utf-8")
    if stale:
        print(f"not current: {', '.join(stale)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
