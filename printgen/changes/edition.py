"""An edition of a game: its content as it was read, and what of it can be laid out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from printgen.changes.revisions import extract
from printgen.checks import check_library
from printgen.content.known_problems import known_problems
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.load import load
from printgen.mechanics.table import KINDS
from printgen.problems import Problem, did_you_mean, sort_problems
from printgen.products import products_model
from printgen.project import Folders, ProjectError
from printgen.store import Store
from printgen.store.scratch import scratch_folder

# Folders and files of a game that every card may show.
_EVERYWHERE = {"traits", "game.yaml", "products.yaml"}


@dataclass(frozen=True)
class Edition:
    """One of two editions of a game. `name` is that of its revision or of its folder; it is empty
    for the files as they are.

    `errors` are those of the game and of what all games share. What they are about is neither in
    words nor on cards.
    """

    library: Library
    game: str
    name: str
    errors: list[Problem]

    @property
    def content(self) -> GameContent:
        """The game."""
        return self.library.games[self.game]

    @cached_property
    def _faulty(self) -> frozenset[str]:
        return frozenset(problem.position.file for problem in self.errors)

    def shows(self, entry: AnyEntry | None = None) -> bool:
        """Whether no error hides the card of an entry; without one, whether none hides all."""
        return not any(_hides(file, entry) for file in self._faulty)


def _hides(file: str, entry: AnyEntry | None) -> bool:
    """Whether an error in a file may concern the card of an entry, or all cards."""
    parts = file.split("/")
    everywhere = parts[0] != "content" or len(parts) < 3 or parts[2] in _EVERYWHERE
    return everywhere or (entry is not None and file == entry.source.file)


def read_edition(folders: Folders, game: str, name: str, store: Store) -> Edition:
    """The edition that the files of a project are.

    Raises ProjectError if the game is not there, or if it cannot be read.
    """
    library, problems = load(folders, KINDS, products_model(), store)
    found = known_problems(
        folders, store, lambda: sort_problems([*problems, *check_library(library)])
    )
    errors = [p for p in found if p.severity == "error" and _concerns(p, game)]
    if game in library.games:
        return Edition(library, game, name, errors)
    where = f" in '{name}'" if name else ""
    if game in library.broken:
        raise ProjectError(f"the game '{game}' cannot be read{where}: {next(iter(errors), '')}")
    hint = did_you_mean(game, library.games)
    raise ProjectError(f"no game '{game}'{where}" + (f" ({hint})" if hint else ""))


def _concerns(problem: Problem, game: str) -> bool:
    """Whether a problem is one of a game, or of what all games share."""
    parts = problem.position.file.split("/")
    return parts[0] != "content" or parts[1:2] in ([], [game])


@contextmanager
def at_revision(folders: Folders, revision: str) -> Iterator[Folders]:
    """The files of a project at a revision, until the end of the block. Raises RevisionError."""
    with scratch_folder() as scratch:
        root = (scratch / "project").resolve()
        root.mkdir()
        extract(folders, revision, root)
        yield Folders(root)


def in_folder(path: Path) -> Folders:
    """The project in a folder, such as an unpacked release. Raises ProjectError."""
    if not (path / "content").is_dir():
        raise ProjectError(f"no project in {path}: it has no folder content/")
    return Folders(path.resolve())
