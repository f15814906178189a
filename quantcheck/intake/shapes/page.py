"""The table of shapes as Markdown, for the documentation."""

from __future__ import annotations

from collections.abc import Sequence

from quantcheck.intake.shapes.table import OWN, SHAPES, Shape


def table() -> str:
    """Return a row for each shape: where it has its parts, and the command that reads its sample."""
    head = ["shape", "records of", "answer", "question", "passages", "tried with", "command"]
    lines = [_row(head), _row(["---"] * len(head)), *(_row(_cells(shape)) for shape in SHAPES)]
    notes = [f"- `{shape.name}`: {shape.note}" for shape in SHAPES if shape.note]
    return "\n".join([*lines, "", *notes]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(shape: Shape) -> list[str]:
    passages = _paths(shape.passages)
    if shape.text:
        passages += f", each with {_paths(shape.text)}"
    where = f" in {_paths(shape.records)}" if shape.records else ""
    flag = f" --input-format {shape.name}" if shape.named else ""
    if shape.note.endswith("`--question`."):
        flag += ' --question "…"'
    return [
        f"`{shape.name}`" + (" (by name)" if shape.named else ""),
        shape.title,
        _paths(shape.answer) + where,
        _paths(shape.question) or "none",
        passages,
        shape.version or ("this version" if shape.name == OWN else "by hand"),
        f"`quantcheck{flag} tests/shapes/samples/{sample(shape)}`",
    ]


def sample(shape: Shape) -> str:
    """Return the name of a shape's sample file."""
    lines = shape.name in ("ragas", "otel", "openai-evals")
    return f"{shape.name}.{'jsonl' if lines else 'json'}"


def _paths(paths: Sequence[str]) -> str:
    return ", ".join(f"`{path}`" for path in paths)
