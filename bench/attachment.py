"""The marks of the check of what a figure is about: swaps caught, right answers flagged, copies flagged, and its cost.

    python bench/attachment.py [--numbers units] [--profile conservative] [--every N] [--show]

Reads `../shared/oracles` (or QUANTCHECK_SHARED). A record counts as traced where a figure in question is found in a
passage: only that can be a mix-up. What the matcher refuses by itself is counted apart. `--every N` takes each Nth of
the copied sentences; `--show` prints each flag on a right answer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from quantcheck import load, report
from quantcheck.api import Checker
from quantcheck.policy import Policy
from quantcheck.reading.read import read

SHARED = Path(os.environ.get("QUANTCHECK_SHARED", Path(__file__).resolve().parent.parent.parent / "shared"))
ORACLES = SHARED / "oracles"


def records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


class Row:
    """Counts of one set: records, those with a traced figure in question, flagged ones, and those refused otherwise."""

    def __init__(self) -> None:
        self.all = self.traced = self.flagged = self.refused = 0

    def add(self, case: report.Case, targets: list[list[int]]) -> bool:
        inside = [q for q in case.quantities if any(q.start < end and start < q.end for start, end in targets)]
        flags = [q for q in inside if q.reason == "attachment"]
        traced = flags or [q for q in inside if q.status == "source"]
        self.all += 1
        self.traced += bool(traced)
        self.flagged += bool(flags)
        self.refused += not traced and any(q.status in ("unmatched", "ambiguous") for q in inside)
        return bool(flags)

    def line(self, name: str) -> str:
        share = f"{100 * self.flagged / self.traced:.1f}%" if self.traced else "–"
        whole = f"{100 * (self.flagged + self.refused) / self.all:.1f}%" if self.all else "–"
        return f"{name:28} {self.all:6} {self.traced:6} {self.flagged:6} {share:>7} {self.refused:8} {whole:>8}"


def sets(checker: Checker, show: bool) -> None:
    rows: dict[str, Row] = defaultdict(Row)
    kinds: dict[str, Row] = defaultdict(Row)
    for name in ("synthetic", "real"):
        for r in records(ORACLES / "attachment" / f"{name}.jsonl"):
            case = checker.check(r["answer"], r["passages"], r["question"])
            flagged = rows[f"{r['set']}, {r['label']}"].add(case, r["targets"])
            if name == "synthetic" and r["label"] == "swap":
                kinds[r["kind"]].add(case, r["targets"])
            if show and flagged and r["label"] == "right":
                print_flags(r["id"], case)
    print(f"{'set':28} {'all':>6} {'traced':>6} {'flags':>6} {'of them':>7} {'refused':>8} {'in all':>8}")
    for key in sorted(rows):
        print(rows[key].line(key))
    for key, row in sorted(kinds.items(), key=lambda item: item[1].flagged / max(1, item[1].traced)):
        print(row.line(f"  swap: {key}"))


def print_flags(name: str, case: report.Case) -> None:
    for q in case.quantities:
        if isinstance(q.rival, report.Rival):
            words = ", ".join(word.word for word in q.rival.words)
            print(f"  {name}: {q.text} against {q.rival.quote} by {words} ({q.rival.margin})")


def grounding(checker: Checker, show: bool) -> None:
    wanted = {
        "mtrag": lambda r: any("faithfulness=Yes" in b["label"] for b in r["labels"]),
        "expertqa": lambda r: (
            any("support=Complete" in b["label"] for b in r["labels"]) and all(map(str.strip, r["passages"]))
        ),
        "tatqa_dev": lambda r: True,
    }
    for name, chosen in wanted.items():
        counts: Counter[str] = Counter()
        for r in records(ORACLES / "grounding" / f"{name}.jsonl"):
            if not chosen(r):
                continue
            case = checker.check(r["answer"], [p for p in r["passages"] if p.strip()], r["question"])
            counts["answers"] += 1
            counts["traced"] += any(q.status == "source" or q.rival for q in case.quantities)
            flagged = [q for q in case.quantities if q.reason == "attachment"]
            counts["flagged"] += bool(flagged)
            if show and flagged:
                print_flags(r["id"], case)
        print(
            f"right answers of {name}: {counts['flagged']} of {counts['answers']} flagged ({counts['traced']} traced)"
        )


def copies(checker: Checker, every: int, show: bool) -> None:
    language = load.language()
    count = flagged = 0
    seen: set[tuple[str, ...]] = set()
    for name in ("mtrag", "expertqa", "tatqa_dev"):
        for r in records(ORACLES / "grounding" / f"{name}.jsonl"):
            passages = [p for p in r["passages"] if p.strip()]
            if tuple(passages) in seen:
                continue
            seen.add(tuple(passages))
            for passage in passages:
                made = read(passage, language)
                inside = {q.sentence for q in made.quantities}
                for n, (start, end) in enumerate(made.sentences):
                    if n not in inside or (n + count) % every:
                        count += n in inside
                        continue
                    count += 1
                    case = checker.check(passage[start:end], passages)
                    if any(q.reason == "attachment" for q in case.quantities):
                        flagged += 1
                        if show:
                            print_flags(r["id"], case)
    print(f"copied sentences: {flagged} of {count // every} flagged")


def cost(checker: Checker) -> None:
    plain = Checker(Policy(attachment="off", numbers=checker.policy.numbers))
    given = list(records(ORACLES / "attachment" / "real.jsonl"))
    times = []
    for each in (plain, checker, plain, checker):
        start = time.process_time()
        for r in given:
            each.check(r["answer"], r["passages"], r["question"])
        times.append(time.process_time() - start)
    off, on = times[2], times[3]
    print(f"cost on the real set: {on:.2f} s with, {off:.2f} s without: {100 * (on - off) / on:.0f}% of a whole check")
    for figures in (2500, 5000, 10000):
        answer, passages = large(250, figures)
        start = time.process_time()
        plain.check(answer, passages)
        middle = time.process_time()
        checker.check(answer, passages)
        end = time.process_time()
        print(f"250 × {figures} figures: {(end - middle) - (middle - start):.2f} s beside {middle - start:.2f} s")


def large(asked: int, figures: int) -> tuple[str, list[str]]:
    """Return an answer and ten passages with so many figures, of ten units and few words: the dearest sort."""
    chance = random.Random(1)
    units = ("mg", "km", "W", "kg", "m", "L", "days", "USD", "%", "°C")
    words = ("north", "south", "steel", "brass", "motor", "valve", "sugar", "maximum", "starting", "river")

    def said(figure: str) -> str:
        return f"The {chance.choice(words)} {chance.choice(words)} takes {figure}."

    passages = [
        " ".join(said(f"{chance.randint(1, 9999)} {units[n % len(units)]}") for n in range(figures // 10))
        for _ in range(10)
    ]
    found = re.findall(r"takes (\S+ \S+)\.", " ".join(passages))
    return " ".join(said(chance.choice(found)) for _ in range(asked)), passages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--numbers", default="all", choices=("units", "all"))
    parser.add_argument("--profile", default="exact", choices=("exact", "conservative"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    checker = Checker(Policy(numbers=given.numbers, profile=given.profile))
    sets(checker, given.show)
    grounding(checker, given.show)
    copies(checker, given.every, given.show)
    cost(checker)


if __name__ == "__main__":
    main()
