"""Check real answers and print statuses by human label.

`python bench/real_answers.py FILE.jsonl… [--numbers all] [--list]`: a line of a file holds `id, question, passages,
answer` and `labels` of spans (`start, end, label`). With `--list` each figure is printed where the status and the label
point different ways.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter

from quantcheck import Checker, Policy
from quantcheck.report import Case

STATUSES = ("source", "question", "ambiguous", "unmatched")
GOOD = ("faithfulness=Yes", "support=Complete", "gold=span", "gold=multi-span")
BAD = ("faithfulness=No", "faithfulness=Mostly No", "support=Missing")


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--numbers", choices=("units", "all"), default="units")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    checker = Checker(Policy(numbers=options.numbers))
    figures: Counter[tuple[str, str]] = Counter()
    answers: Counter[tuple[str, str]] = Counter()
    for file in options.files:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                case = checker.check(row["answer"], row["passages"], row["question"], id=row["id"])
                for label in row["labels"]:
                    name = label["label"].split(";")[0]
                    answers[name, case.status] += 1
                    count(case, label, name, figures, options.list)
    for title, table, columns in (
        ("figures", figures, STATUSES),
        ("labels by the status of the answer", answers, tuple(sorted({s for _, s in answers}))),
    ):
        print(f"| {title} | " + " | ".join(columns) + " |")
        print("| --- " * (len(columns) + 1) + "|")
        for name in sorted({n for n, _ in table}):
            print(f"| {name} | " + " | ".join(str(table[name, c]) for c in columns) + " |")
        print()
    return 0


def count(case: Case, label: dict[str, int | str], name: str, figures: Counter[tuple[str, str]], listing: bool) -> None:
    """Count the figures of a case that stand in a labelled span; print those that differ from the label."""
    for q in case.quantities:
        if not int(label["start"]) <= q.start < int(label["end"]):
            continue
        figures[name, q.status] += 1
        doubted = name in GOOD and q.status in ("ambiguous", "unmatched")
        if listing and (doubted or (name in BAD and q.status == "source")):
            nearest = q.nearest.quote if q.nearest else ""
            print(f"{case.id}\t{name}\t{q.status}\t{q.reason or ''}\t{q.text!r}\tnearest {nearest!r}")


if __name__ == "__main__":
    sys.exit(main())
