"""A mechanic is one folder and one row: without both, games that do not use it still build."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, real

import printgen
from printgen import Project
from printgen.content.library import GameContent, Library
from printgen.mechanics.examples import parts
from printgen.mechanics.mechanic import Mechanic
from printgen.mechanics.table import MECHANICS

PACKAGE = Path(printgen.__file__).parent
# A product of each game that builds in a second.
SHEETS = {
    "deathly-thrones": "hero-sheet",
    "furia-cartese": "blank-army-sheet",
    "un-jeu-de-figs": "reference",
    "dracula-america": "awakening",
}
# Checks all games, then builds one sheet of a game without errors.
SCRIPT = """
import json, sys
from printgen import Project
from printgen.press.build import build
import printgen

root, sheets = sys.argv[1], json.loads(sys.argv[2])
project = Project(root)
errors = {}
for problem in project.check():
    if problem.severity == "error":
        game = problem.position.file.split("/")[1]
        errors.setdefault(game, []).append(problem.message)
target = next(f"{game}/{sheet}" for game, sheet in sheets.items() if game not in errors)
report = build(project.library, project.targets([target], langs=["en"]), None, 1)
print(json.dumps({
    "package": printgen.__file__,
    "errors": errors,
    "built": [file.size for file in report.built],
}))
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with all games of the repository."""
    games = sorted(path.name for path in (ROOT / "content").iterdir())
    return real(tmp_path_factory.mktemp("project"), *games)


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    """The games of the repository."""
    return Project(root).library


def copy_without(mechanic: str, home: Path) -> None:
    """Copy the package to `home`, without the folder of a mechanic and its lines in the table."""
    skipped = shutil.ignore_patterns(mechanic)
    # Bytecode is copied too: it stays valid, which saves two seconds per process.
    package = shutil.copytree(PACKAGE, home / "printgen", ignore=skipped)
    for name in ("templates", "fonts"):
        (home / name).symlink_to(ROOT / name)
    table = package / "mechanics" / "table.py"
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not re.search(rf"\b{mechanic}\b", line, re.IGNORECASE)]
    assert len(lines) - len(kept) == 2
    table.write_text("".join(kept), encoding="utf-8")


def fields(content: GameContent) -> Iterator[str]:
    """The questions and kinds of example that a game uses, and the kinds of its quests."""
    for study in content.studies.values():
        yield from study.value.model_fields_set
    for example in content.examples.values():
        for _, part in parts(example.value):
            yield from part.model_fields_set
    if content.quests:
        yield "quests"


@pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda row: str(row.name))
def test_a_mechanic_can_be_removed(
    mechanic: Mechanic, root: Path, library: Library, tmp_path: Path
) -> None:
    added = {*mechanic.questions, *mechanic.examples, *mechanic.entries}
    users = {name for name, content in library.games.items() if added & set(fields(content))}
    assert users
    copy_without(mechanic.name, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(root), json.dumps(SHEETS)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert Path(found["package"]).is_relative_to(tmp_path)
    assert set(found["errors"]) == users
    named = "|".join(sorted(added))
    told = re.compile(rf"unknown (key|folder) '({named})'")
    for messages in found["errors"].values():
        assert any(told.search(message) for message in messages), messages
    assert found["built"] and min(found["built"]) > 1000
