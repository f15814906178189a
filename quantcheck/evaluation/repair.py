"""What to tell the author of an answer to mend: real failures only, never what could not be determined."""

from __future__ import annotations

from quantcheck import report


def instructions(case: report.Case) -> str | None:
    """Return what is to be mended in an answer by the core's verdict, or None where no failure was determined."""
    lines = figures(case)
    return "\n".join(lines) if lines else None


def figures(case: report.Case) -> list[str]:
    """Return one line for each figure, citation and equation that was found to be wrong."""
    lines = []
    for quantity in case.quantities:
        if quantity.status != "unmatched":
            continue
        line = f'"{_one(quantity.text)}" stands in no source ({_text(quantity.reason)})'
        if isinstance(quantity.nearest, report.Nearest):
            line += f'; the nearest is "{_one(quantity.nearest.quote)}" ({quantity.nearest.source})'
        lines.append(line)
    for citation in case.citations:
        if citation.unresolved:
            numbers = ", ".join(map(str, citation.unresolved[:10]))
            lines.append(f'the citation "{_one(citation.text)}" names no passage: {numbers}')
    for equation in case.equations:
        if equation.holds is False:
            lines.append(f'"{_one(equation.text)}" does not hold')
    return lines


def _one(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else text[:199] + "…"


def _text(value: object) -> str:
    return value if isinstance(value, str) else "unmatched"
