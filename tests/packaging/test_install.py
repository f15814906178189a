"""The wheel, installed elsewhere, does what the clone does: grammar and vocabulary are in it, and nothing else is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "bread.answer.json"
BIN = "Scripts" if os.name == "nt" else "bin"

pytestmark = pytest.mark.slow


def command(*arguments: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program away from the clone."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "QUANTCHECK"))}
    return subprocess.run(
        list(map(str, arguments)), cwd=cwd, env=clean | environment, capture_output=True, text=True, check=False
    )


def done(run: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    assert run.returncode == 0, run.stdout + run.stderr
    return run


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what a clone holds, so that a build leaves nothing in it."""
    target = tmp_path_factory.mktemp("clone") / "project"
    ignored = shutil.ignore_patterns(".git", ".venv", "venv", "__pycache__", ".*_cache", ".hypothesis", "dist", "build")
    shutil.copytree(ROOT, target, ignore=ignored)
    return target


@pytest.fixture(scope="module")
def wheel(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wheel")
    done(command(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", made, copy, cwd=made))
    (found,) = made.glob("quantcheck-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own and return the folder of its programs."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home / "venv", with_pip=True)
    programs = home / "venv" / BIN
    done(command(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=home))
    return programs


def test_wheel_holds_the_package_and_its_tables_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"quantcheck"}
    tables = {
        f"quantcheck/{inside}/{path.relative_to(ROOT / outside).as_posix()}"
        for outside, inside in (("grammar", "grammar"), ("vocab", "vocab_data"))
        for path in (ROOT / outside).rglob("*")
        if path.is_file()
    }
    assert tables and tables <= set(names)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


@pytest.mark.parametrize("format", ["json", "html"])
def test_installed_elsewhere_it_checks_the_example_as_the_clone_does(
    installed: Path, copy: Path, tmp_path: Path, format: str
) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    here = command(installed / "quantcheck", "--format", format, EXAMPLE.name, cwd=tmp_path)
    clone = command(sys.executable, copy / "cli.py", "--format", format, EXAMPLE.name, cwd=tmp_path)
    assert here.stderr == clone.stderr == ""
    assert here.returncode == clone.returncode == 2
    assert here.stdout == clone.stdout


def test_installed_it_knows_where_it_is(installed: Path, tmp_path: Path) -> None:
    program = "import quantcheck.load as load; print(load.__file__); print(len(load.tables()))"
    where, tables = done(command(installed / "python", "-c", program, cwd=tmp_path)).stdout.split("\n")[:2]
    assert "site-packages" in where and int(tables) > 3


def test_no_module_named_cli_is_installed(installed: Path, tmp_path: Path) -> None:
    run = command(installed / "python", "-c", "import cli", cwd=tmp_path)
    assert run.returncode == 1 and "ModuleNotFoundError" in run.stderr


def test_editable_installation_follows_the_clone(copy: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / BIN
    done(command(programs / "python", "-m", "pip", "install", "--quiet", "-e", copy, cwd=tmp_path))
    assert command(programs / "quantcheck", "--quiet", EXAMPLE, cwd=tmp_path).returncode == 2
    program = "import quantcheck.load as load; print(load.digest(load.tables()))"
    before = done(command(programs / "python", "-c", program, cwd=tmp_path)).stdout
    table = next((copy / "vocab").rglob("*.toml"))
    saved = table.read_bytes()
    table.write_bytes(saved + b"\n# a comment\n")
    try:
        assert done(command(programs / "python", "-c", program, cwd=tmp_path)).stdout != before
    finally:
        table.write_bytes(saved)


def test_source_distribution_builds_the_same_wheel(copy: Path, wheel: Path, installed: Path, tmp_path: Path) -> None:
    hatchling = "from hatchling.build import build_sdist; print(build_sdist(%r))"
    python = installed / "python"
    done(command(python, "-m", "pip", "install", "--quiet", "hatchling", cwd=tmp_path))
    done(command(python, "-c", hatchling % str(tmp_path), cwd=copy))
    (archive,) = tmp_path.glob("quantcheck-*.tar.gz")
    done(command(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, archive, cwd=tmp_path))
    (again,) = tmp_path.glob("quantcheck-*.whl")

    def contents(path: Path) -> dict[str, bytes]:
        with zipfile.ZipFile(path) as opened:
            return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/RECORD")}

    assert contents(again) == contents(wheel)
