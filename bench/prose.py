"""Score the reader against the gold of generated prose: `python bench/prose.py GENERATOR [--seeds 7 8 9]`.

GENERATOR is a script that takes `--chars --seed --out --gold` and writes prose and, a JSON line for each quantity, what
a reader reads in it. A quantity is read where a span overlaps it and one reading has its value or ends and its unit,
the unit compared as what quantcheck reads of the unit as written. Labels and citations must be no quantities.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

from quantcheck import load, values
from quantcheck.reading.read import read

UNITS = {"$": "USD", "€": "EUR", "£": "GBP"}


def units(written: str) -> set[tuple[str, str]]:
    """Return the unit codes and dimensions that a unit as written may have."""
    text = f"{UNITS.get(written, '')} 1".strip() if written in UNITS else f"1 {written}"
    return {(r.unit, r.dimension) for q in read(text, load.language()).quantities for r in q.readings}


def right(reading: values.Reading, gold: dict[str, Any], codes: set[tuple[str, str]]) -> bool:
    """Say whether a reading has the gold's ends and unit."""
    if (reading.unit, reading.dimension) not in codes:
        return False
    if gold["kind"] in ("range", "bound"):
        ends = [gold["lo"], gold["hi"]]
    else:
        ends = [gold["value"], gold["value"]]
    wanted = [None if e is None else Fraction(e) for e in ends]
    return [reading.lower, reading.upper] == wanted


def score(text: str, gold: list[dict[str, Any]], misses: bool) -> dict[str, Counter[str]]:
    """Return, by kind, how many of the gold were read."""
    found = read(text, load.language())
    quantities = sorted((q for q in found.quantities), key=lambda q: q.start)
    kinds: dict[str, Counter[str]] = {}
    known: dict[str, set[tuple[str, str]]] = {}
    at = 0
    for row in gold:
        while at < len(quantities) and quantities[at].end <= row["start"]:
            at += 1
        over = []
        k = at
        while k < len(quantities) and quantities[k].start < row["end"]:
            over.append(quantities[k])
            k += 1
        count = kinds.setdefault(row["kind"], Counter())
        count["n"] += 1
        if row["kind"] in ("citation", "label"):
            good = not any(not q.bare for q in over)
        else:
            codes = known.setdefault(row["unit"], units(row["unit"]))
            good = any(right(r, row, codes) for q in over for r in q.readings or q.supposed)
            count["refused"] += good and not any(q.readings for q in over)
        count["read"] += good
        if not good and misses:
            shown = [
                (text[q.start : q.end], q.reason, [(r.shape, str(r.lower), r.unit) for r in q.readings]) for q in over
            ]
            print(json.dumps([row, shown, text[max(0, row["start"] - 30) : row["end"] + 30]], ensure_ascii=False))
    return kinds


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("generator")
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 8, 9])
    parser.add_argument("--chars", type=int, default=300_000)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    worst = Fraction(1)
    for seed in options.seeds:
        with tempfile.TemporaryDirectory() as folder:
            out, gold = Path(folder, "prose.txt"), Path(folder, "gold.jsonl")
            command = [sys.executable, options.generator, "--chars", str(options.chars), "--seed", str(seed)]
            subprocess.run([*command, "--out", str(out), "--gold", str(gold)], check=True, capture_output=True)
            rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
            kinds = score(out.read_text(encoding="utf-8"), rows, options.misses)
        for kind, count in sorted(kinds.items()):
            share = Fraction(count["read"], count["n"])
            worst = min(worst, share)
            told = f", {count['refused']} of them told and refused by a check" if count["refused"] else ""
            print(
                f"seed {seed}  {kind:12} {count['read']:6} of {count['n']:6}  "
                f"{100 * count['read'] / count['n']:.2f}%{told}"
            )
    print(f"lowest share: {100 * worst.numerator / worst.denominator:.2f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
