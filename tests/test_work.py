"""Guards of work: what commands cost, as counts without a clock.

`work.json` has the counts. A test fails if one grows by more than a twentieth. After a change that
is worth it, or one that saves work: `PRINTGEN_UPDATE_WORK=1 pytest tests/test_work.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

import pytest
from helpers import environment, starter

from printgen import Project
from printgen.extras.starters import new
from printgen.layout.jobs import Job
from printgen.layout.runners import BatchRunner
from printgen.products import products_model
from printgen.rules.mechanic import KINDS
from printgen.store import Store

COUNTS = Path(__file__).with_name("work.json")
GROWTH = 1.05

# Prints what a command does: the modules of printgen that are imported, those of which a function
# runs, the functions, and the files of the project that are opened.
COUNTED = """
import json, sys
root, calls, functions, files = sys.argv[1], set(), set(), set()

def called(frame, event, argument):
    if event == "call" and (name := frame.f_globals.get("__name__", "")).startswith("printgen"):
        if frame.f_code.co_name != "<module>":
            calls.add(name)
            functions.add((name, frame.f_code.co_qualname))

def opened(event, arguments):
    if event == "open" and isinstance(arguments[0], str) and arguments[0].startswith(root):
        files.add(arguments[0])

# What the process of the checks does is counted, too: here.
import printgen
printgen.Project._check_apart = printgen.Project._check
sys.addaudithook(opened)
sys.setprofile(called)
from printgen.cli import run
sys.argv = ["printgen", "-C", root, *sys.argv[2:]]
try:
    run()
except SystemExit as done:
    assert not done.code, done.code
sys.setprofile(None)
imported = [name for name in sys.modules if name.startswith("printgen")]
found = {"imported": len(imported), "run": len(calls), "functions": len(functions)}
print(json.dumps({**found, "files": len(files)}), file=sys.stderr)
"""


def deck(root: Path) -> Path:
    """The deck of `printgen new --kind deck`."""
    new.create(root, KINDS, products_model(), "deck", ("fr", "en"))
    return root


def counted(root: Path, home: Path, *words: str) -> dict[str, int]:
    """What a command does in a process of its own, whose cache is in `home`."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, str(root), *words],
        env=environment(home, PRINTGEN_CACHE=str(home / "cache")),
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, int] = json.loads(done.stderr.splitlines()[-1])
    return found


def compare(name: str, found: dict[str, int]) -> None:
    """Compare counts with those that are recorded, or record them."""
    recorded = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    if os.environ.get("PRINTGEN_UPDATE_WORK"):
        text = json.dumps({**recorded, name: found}, indent=2, sort_keys=True)
        COUNTS.write_text(f"{text}\n")
        return
    known = recorded[name]
    assert set(found) == set(known)
    assert {key: n for key, n in found.items() if n > known[key] * GROWTH} == {}
    stale = {key: n for key, n in found.items() if n * GROWTH < known[key]}
    assert stale == {}, "less work: record the new counts"


def test_a_first_and_a_second_check(tmp_path: Path) -> None:
    root = deck(tmp_path / "project")
    compare("first check of a deck", counted(root, tmp_path, "check"))
    compare("second check of a deck", counted(root, tmp_path, "check"))


def test_a_second_check_after_an_edit(tmp_path: Path) -> None:
    root = starter(tmp_path / "project")
    counted(root, tmp_path, "check")
    profile = root / "content/fog/profiles/captain.yaml"
    profile.write_text(profile.read_text() + "# An edit.\n")
    compare("check of a skirmish after an edit", counted(root, tmp_path, "check"))


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the jobs that workers lay out, as they come."""
    names: list[str] = []
    submit = BatchRunner.submit

    def noted(self: BatchRunner, job: Job) -> Future[object]:
        names.append(job.name)
        return submit(self, job)  # type: ignore[return-value]

    monkeypatch.setattr(BatchRunner, "submit", noted)
    return names


def _build(root: Path, store: Store) -> None:
    report = Project(root, store).build(["storm/deck"], langs=["en"], inks=["full"], jobs=1)
    assert not report.failed


def test_layouts_of_a_deck(tmp_path: Path, laid_out: list[str]) -> None:
    """Each face is laid out once, and after an edit of a card its face alone."""
    root, store = deck(tmp_path / "project"), Store(tmp_path / "cache")
    _build(root, store)
    compare("layouts of a deck", {"faces": len(laid_out)})
    laid_out.clear()
    cards = root / "content" / "storm" / "crew" / "crew.yaml"
    text = cards.read_text()
    cards.write_text(text.replace("fr: La Gardienne", "fr: La Veilleuse", 1))
    _build(root, store)
    assert laid_out == []
    cards.write_text(text.replace("en: The Keeper", "en: The Guard", 1))
    _build(root, store)
    assert len(laid_out) == 1
