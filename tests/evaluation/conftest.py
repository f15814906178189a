"""Runs, specs and a judge's server for the tests of evaluations."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from judge_server import Server

from quantcheck.evaluation import capture


@pytest.fixture
def server() -> Iterator[Server]:
    """A judge on a port of its own."""
    serving = Server()
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield serving
    serving.released.set()
    serving.shutdown()
    serving.server_close()


@pytest.fixture
def local(server: Server) -> str:
    """The judge as `--judge` names it."""
    return f"local:http://127.0.0.1:{server.port}/v1|m"


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that captures cases in a new run."""

    def make(*cases: dict[str, Any], name: str = "answers", **options: Any) -> Path:
        dataset = tmp_path / f"{name}.jsonl"
        dataset.write_text("".join(json.dumps(one) + "\n" for one in cases))
        return capture(dataset, tmp_path / "runs", **options).path

    return make
