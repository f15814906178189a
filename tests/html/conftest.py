"""A real browser for the tests of the page.

It is Debian's Chromium, driven by Playwright. Where one of the two is missing, the tests that need it are skipped with
the reason; with `QUANTCHECK_REQUIRE_BROWSER` set they fail instead, so that a build cannot pass without them.
`QUANTCHECK_SCREENSHOTS` names a folder that keeps the pictures.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from report_page import Open

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def missing(reason: str) -> None:
    """Skip, or fail where a browser is required."""
    if os.environ.get("QUANTCHECK_REQUIRE_BROWSER"):
        pytest.fail(f"a browser is required here: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = os.environ.get("QUANTCHECK_CHROMIUM") or shutil.which("chromium")
    if not path:
        missing("Chromium is not installed (Debian: apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed (pip install '.[dev]')")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def axe() -> Any:
    """Return the accessibility checker."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python is not installed (pip install '.[dev]')")
    return Axe()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open a page of bytes and fail at the end where it raised, spoke or fetched anything."""
    contexts, faults = [], []

    def opened(content: bytes, *, width: int = 1280, height: int = 900, **how: Any) -> Any:
        file = tmp_path / f"report{len(contexts)}.html"
        file.write_bytes(content)
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"raised {error}"))
        page.on("console", lambda message: faults.append(f"said {message.text}"))
        page.on("dialog", lambda dialog: (faults.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: request.url == file.as_uri() or faults.append(f"fetched {request.url}"))
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def keep(tmp_path: Path) -> Callable[[Any, str], bytes]:
    """Take a picture of a page, and keep it where a folder for pictures is named."""
    folder = Path(os.environ.get("QUANTCHECK_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)

    def kept(page: Any, name: str, **how: Any) -> bytes:
        picture: bytes = page.screenshot(path=folder / f"{name}.png", **how)
        return picture

    return kept
