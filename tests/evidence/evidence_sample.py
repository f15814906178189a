"""A small corpus, its frozen set, a good answer to it, and a stand-in for the core where figures do not matter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quantcheck.evidence.answers import Answer, Citation, Claim
from quantcheck.evidence.corpus import Corpus
from quantcheck.evidence.select import Index
from quantcheck.evidence.sets import EvidenceSet

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "corpus"
CASES = ROOT / "examples" / "gold-cases.json"

PAGES = {
    "water/boil.md": (
        "# Boiling water\n\nBring the water to a rolling boil for 1 minute.\nThen let it *cool*.\n\n"
        "- Above 2,000 m boil for 3 minutes.\n- Keep the water covered.\n\n## Sources\n\nAsk the water works.\n"
    ),
    "water/store.md": "# Storing water\n\nStore 4 litres of water for a day.\n\nReplace the water every 6 months.\n",
    "burns.md": "# Burns\n\nCool a burn with water for 20 minutes.\n",
}
QUERY = "how long to boil water, and how to store water"


class NoFigures:
    """Stands for the core where a test is about everything else."""

    def check(self, text: str, cited: Any, evidence: Any) -> list[Any]:
        return []


def write(folder: Path, pages: dict[str, str]) -> Path:
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


def evidence_of(folder: Path, query: str = QUERY) -> EvidenceSet:
    return Index(Corpus(folder)).select(query)


def answer_of(evidence: EvidenceSet) -> Answer:
    """Return an answer with three good claims over two documents."""
    rows = (
        ("water/boil.md", "Boil for 1 minute.", "Bring the water to a rolling boil for 1 minute."),
        ("water/boil.md", "Above 2,000 m boil for 3 minutes.", "Above 2,000 m boil for 3 minutes."),
        ("water/store.md", "Store 4 litres for a day.", "Store 4 litres of water for a day."),
    )
    claims = []
    for number, (path, text, quote) in enumerate(rows, 1):
        item = next(i for i in evidence.items if i.source_path == path and quote in i.text)
        claims.append(Claim(f"c{number}", text, (Citation(item.label, item.citation, quote),)))
    return Answer(evidence_set_id=evidence.evidence_set_id, claims=tuple(claims), abstained=False)
