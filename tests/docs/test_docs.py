"""Every block of the documents runs and says what comes out, every link leads somewhere, made pages are current."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import blocks
import pytest
from blocks import KINDS, ROOT

PAGES = blocks.pages()
GIVEN = Path(__file__).parent / "given"
ACCEPT = bool(os.environ.get("QUANTCHECK_ACCEPT"))


def name(page: Path) -> str:
    """Return a page as the tests name it."""
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_block_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "work"
    given = GIVEN / page.stem
    shutil.copytree(given, folder) if given.is_dir() else folder.mkdir()
    shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {"__name__": "__main__"}
    text = page.read_text(encoding="utf-8")
    wrong = []
    for block in blocks.blocks(page):
        assert block.kind in KINDS, f"{name(page)}:{block.line}: a block of kind {block.kind!r}: expected {KINDS}"
        if block.reason or block.lacking:
            continue
        found = blocks.run(block, folder, names)
        if found != block.text:
            wrong.append((block, found))
    if ACCEPT:
        for block, found in reversed(wrong):
            text = text[: block.start] + found + text[block.end :]
        page.write_text(text, encoding="utf-8")
        return
    for block, found in wrong:
        assert found == block.text, f"{name(page)}:{block.line}"


def test_blocks_are_checked(tmp_path: Path) -> None:
    """An example that says something else than what comes out is told apart."""
    assert blocks.case("answer: 5 mg\npassage: 5 g\n5 mg -> source\n") != "answer: 5 mg\npassage: 5 g\n5 mg -> source\n"
    assert blocks.console("$ echo a\nb\n", tmp_path) == "$ echo a\na\n"
    assert blocks.console("$ false\n$ echo $?\n", tmp_path) == "$ false\n$ echo $?\n1\n"
    with pytest.raises(AssertionError):
        blocks.shell("false\n", tmp_path)
    assert blocks.read("5 mg -> nonsense\n") == "5 mg -> 5 mg\n"


def test_few_blocks_are_not_run() -> None:
    """What is not run is known here, so that no page slips out of the tests by a comment."""
    left = sorted((name(page), b.reason) for page in PAGES for b in blocks.blocks(page) if b.reason)
    assert len(left) <= 20, left
    for page, reason in left:
        assert len(reason) > 8 or reason.startswith("."), (page, reason)


_LINK = re.compile(r"(?<![!\\])\[[^\]\n]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub and the site make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {
        re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.lower().replace("`", "")).strip())
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }


@pytest.mark.parametrize("page", [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md"], ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        assert found.exists(), f"{name(page)}: {target}"
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), f"{name(page)}: {target}"


def test_made_pages_are_current() -> None:
    done = subprocess.run(
        [sys.executable, "tools/pages.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr + "\npython tools/pages.py"


def test_every_page_is_in_the_navigation() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in ROOT.glob("docs/**/*.md"):
        assert str(page.relative_to(ROOT / "docs")) in nav, page


@pytest.mark.slow
def test_the_site_is_built(tmp_path: Path) -> None:
    for part in ("mkdocs.yml", "docs"):
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, tmp_path / part)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    built = tmp_path / "site"
    for page in ROOT.glob("docs/**/*.md"):
        place = page.relative_to(ROOT / "docs").with_suffix("")
        made = built / ("index.html" if str(place) == "index" else f"{place}/index.html")
        assert made.is_file(), place
    fetched = re.findall(r'(?:src|href)="(https?://[^"]+\.(?:js|css|woff2?)[^"]*)"', (built / "index.html").read_text())
    assert fetched == [], "the site fetches nothing from elsewhere"
