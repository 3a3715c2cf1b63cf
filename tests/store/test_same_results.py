"""Reading and checking with the store and with files in memory: as without them, after any edit."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.content.load import load
from printgen.content.models.base import Model
from printgen.content.project_files import ReadFile
from printgen.problems import Problem, sort_problems
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.checks import check_library
from printgen.rules.mechanic import KINDS
from printgen.store import Store

BASE = Path(__file__).resolve().parent.parent / "cases" / "base"
EDITS = 20
CHAPTER = """# The start {#start}

Heroes *begin* [here](#start).

:::{table} turn

:::{aside}
A note.
:::
"""


def insert_line(lines: list[str], chance: random.Random) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(["# a remark", "", "x-note: 1"]))


def delete_line(lines: list[str], chance: random.Random) -> None:
    if lines:
        del lines[chance.randrange(len(lines))]


def change_character(lines: list[str], chance: random.Random) -> None:
    place = chance.randrange(len(lines)) if lines else 0
    if lines and lines[place]:
        column = chance.randrange(len(lines[place]))
        lines[place] = lines[place][:column] + chance.choice("a1:-{ ") + lines[place][column + 1 :]


def repeat_line(lines: list[str], chance: random.Random) -> None:
    if lines:
        lines.append(chance.choice(lines))


CHANGES: list[Callable[[list[str], random.Random], None]] = [
    insert_line, insert_line, delete_line, change_character, repeat_line,
]  # fmt: skip


def edit(root: Path, original: Path, chance: random.Random) -> None:
    """Change, delete, add or restore a file of a project."""
    files = sorted(
        path for path in (root / "content").rglob("*") if path.suffix in (".yaml", ".md")
    )
    path, dice = chance.choice(files), chance.random()
    if dice < 0.5:
        lines = path.read_text(encoding="utf-8").split("\n")
        chance.choice(CHANGES)(lines, chance)
        path.write_text("\n".join(lines), encoding="utf-8")
    elif dice < 0.6 and len(files) > 4:
        path.unlink()
    elif dice < 0.7:
        shutil.copy(path, path.with_name(f"copy-{chance.randrange(3)}{path.suffix}"))
    else:
        shutil.rmtree(root / "content")
        shutil.copytree(original / "content", root / "content")


def values(library: Library) -> object:
    """All that a library says, with the positions of its entries."""

    def described(entry: Entry[Model]) -> object:
        return entry.id, entry.value, entry.at(), entry.at(key=True)

    return {
        name: (
            [described(entry) for entry in game.entries()],
            {key: vars(chapter) for key, chapter in game.chapters.items()},
            game.broken,
        )
        for name, game in library.games.items()
    }


def everything(
    root: Path, store: Store | None = None, files: dict[str, ReadFile] | None = None
) -> tuple[object, list[Problem]]:
    library, problems = load(Folders(root), KINDS, products_model(), store, files)
    return values(library), sort_problems([*problems, *check_library(library)])


@pytest.fixture
def original(tmp_path: Path) -> Path:
    """A small sound project with a chapter."""
    root = shutil.copytree(BASE, tmp_path / "original")
    chapter = root / "content" / "g" / "chapters" / "01-start.en.md"
    chapter.parent.mkdir()
    chapter.write_text(CHAPTER, encoding="utf-8")
    return root


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_store_changes_no_result(original: Path, tmp_path: Path, seed: int) -> None:
    root = shutil.copytree(original, tmp_path / "project")
    chance, store = random.Random(seed), Store(tmp_path / "cache")
    files: dict[str, ReadFile] = {}
    seen = set()
    for _ in range(EDITS):
        edit(root, original, chance)
        said, problems = everything(root)
        assert everything(root, store) == (said, problems)
        assert everything(root, store, files) == (said, problems)
        assert Project(root, store).problems == problems
        assert Project(root, store).problems == problems
        seen |= {problem.code for problem in problems}
    assert len(seen) > 2
    assert store.statistics().hits > 10 * EDITS


def test_only_a_changed_file_is_read_again(tmp_path: Path) -> None:
    root = shutil.copytree(BASE, tmp_path / "project")
    files: dict[str, ReadFile] = {}
    first, _ = load(Folders(root), KINDS, products_model(), None, files)
    changed = next((root / "content").glob("*/profiles/*.yaml"))
    changed.write_text(f"# a remark\n{changed.read_text()}", encoding="utf-8")
    second, _ = load(Folders(root), KINDS, products_model(), None, files)
    for game in first.games.values():
        again = {entry.source.file: entry for entry in second.games[game.id].entries()}
        for entry in game.entries():
            is_changed = entry.source.file == changed.relative_to(root).as_posix()
            assert (again[entry.source.file].source is entry.source) != is_changed


def test_the_demonstration_games_are_the_same_from_the_store(
    demo_project: Project, tmp_path: Path
) -> None:
    store = Store(tmp_path / "cache")
    for _ in range(2):
        library, problems = load(demo_project.folders, KINDS, products_model(), store)
        assert values(library) == values(demo_project.library)
        assert problems == []
