"""Fixtures over the sample: its folder, its set, its answer, and a verifier that reads the folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from evidence_sample import PAGES, NoFigures, answer_of, evidence_of, write

from quantcheck.evidence.answers import Answer
from quantcheck.evidence.corpus import Corpus
from quantcheck.evidence.sets import EvidenceSet
from quantcheck.evidence.verify import Verifier


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write(tmp_path / "corpus", PAGES)


@pytest.fixture
def evidence(corpus: Path) -> EvidenceSet:
    return evidence_of(corpus)


@pytest.fixture
def answer(evidence: EvidenceSet) -> Answer:
    return answer_of(evidence)


@pytest.fixture
def verifier(corpus: Path, evidence: EvidenceSet) -> Verifier:
    return Verifier(evidence, NoFigures(), Corpus(corpus))
