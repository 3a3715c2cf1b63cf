"""Builds that repeat an earlier one: their outcome is known until anything changes."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace
from helpers import environment, starter

from printgen.press.unchanged import Outcome, UnchangedBuild
from printgen.problems import Position, Problem
from printgen.project import Folders
from printgen.store import Store

ARGUMENTS = (("fog",), "long-edge")
PDF = "out/fog/crew.en.a4.pdf"
WARNING = Problem(Position("content/fog/game.yaml"), "some-code", "words", severity="warning")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a file and its record in the manifest."""
    root = starter(tmp_path / "project")
    (root / PDF).parent.mkdir(parents=True)
    (root / PDF).write_bytes(b"%PDF")
    record = {"path": PDF, "bytes": 4, "sha256": hashlib.sha256(b"%PDF").hexdigest()}
    (root / "out" / "manifest.json").write_text(json.dumps({"files": [record]}))
    return root


@pytest.fixture
def outcome(root: Path) -> Outcome:
    manifest = json.loads((root / "out" / "manifest.json").read_text())
    return Outcome([WARNING], manifest["files"])


@pytest.fixture
def store(root: Path, outcome: Outcome, tmp_path: Path) -> Store:
    """A store that knows the outcome."""
    store = Store(tmp_path / "cache")
    build = UnchangedBuild(Folders(root), store, ARGUMENTS)
    assert build.find() is None
    build.keep(outcome)
    return store


def known(root: Path, store: Store, arguments: object = ARGUMENTS) -> Outcome | None:
    return UnchangedBuild(Folders(root), store, arguments).find()


def test_the_outcome_is_known(root: Path, store: Store, outcome: Outcome) -> None:
    assert known(root, store) == outcome
    assert known(root, store, (("fog",), "short-edge")) is None
    assert known(root, Store(None)) is None


@pytest.mark.parametrize("name", [CAPTAIN, "content/fog/new.yaml", "templates/x.css"])
def test_a_changed_source_makes_it_unknown(root: Path, store: Store, name: str) -> None:
    path = root / name
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as stream:
        stream.write("# changed")
    assert known(root, store) is None


@pytest.mark.parametrize("content", [None, b"%PDG", b"%PDF "])
def test_a_changed_file_makes_it_unknown(root: Path, store: Store, content: bytes | None) -> None:
    (root / PDF).unlink()
    if content is not None:
        (root / PDF).write_bytes(content)
    assert known(root, store) is None


def test_another_record_makes_it_unknown(root: Path, store: Store) -> None:
    replace(root / "out" / "manifest.json", '"bytes"', '"fingerprint": "other", "bytes"')
    assert known(root, store) is None


def test_a_source_that_changes_during_the_build(root: Path, store: Store, outcome: Outcome) -> None:
    build = UnchangedBuild(Folders(root), store, "other")
    replace(root / CAPTAIN, "name:", "name: ")
    build.keep(outcome)
    replace(root / CAPTAIN, "name: ", "name:")
    assert known(root, store, "other") is None


RUN = """
import sys
from printgen.cli import run
try:
    run()
finally:
    print(*{"weasyprint", "pydantic"} & set(sys.modules), file=sys.stderr)
"""


@pytest.mark.slow
def test_a_repeated_build_imports_neither_models_nor_weasyprint(root: Path, tmp_path: Path) -> None:
    surroundings = environment(tmp_path, PRINTGEN_CACHE=str(tmp_path / "own cache"))
    words = [sys.executable, "-c", RUN, "build", "fog/crew-cards", "--lang", "en", "-j1"]
    first, again = (
        subprocess.run(
            words, cwd=root, env=surroundings, capture_output=True, text=True, check=True
        )
        for _ in range(2)
    )
    assert first.stdout.endswith("  made\n")
    assert again.stdout == first.stdout.replace("  made\n", "  up to date\n")
    assert "pydantic" in first.stderr
    assert again.stderr == "\n"
