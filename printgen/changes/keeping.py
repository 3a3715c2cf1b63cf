"""The present edition of a game, kept as one file with all that it is built from."""

from __future__ import annotations

import os
from pathlib import Path

from printgen.changes.edition import Edition, EditionFiles, read_edition
from printgen.changes.kept import is_name, name_like, place_of
from printgen.changes.opening import opened
from printgen.changes.parts import EditionError, check_sizes
from printgen.changes.unpacking import alike
from printgen.changes.used_files import NamedFiles, all_files, used_files
from printgen.content.saving import PART, whole_file
from printgen.export.archive import write_files
from printgen.press.staging import TEXTS_LOCK, locked, make_folder, remove, writing
from printgen.problems import Problem
from printgen.project import Folders
from printgen.store import Store


class NotKept(Exception):
    """The edition has errors."""

    def __init__(self, problems: list[Problem]):
        super().__init__("the edition has errors")
        self.problems = problems


def keep_edition(
    folders: Folders, game: str, name: str | None, store: Store, *, force: bool = False
) -> Path:
    """Write the present edition of a game to its kept file, by a name or else by its version.

    Raises NotKept for an edition with errors, and EditionError if there is no such game, if its
    version cannot be a name, and if an edition is kept by this name already, unless by `force`.
    """
    # A kept file has no half of the translations that another command writes.
    with locked(folders, TEXTS_LOCK):
        edition = read_edition(EditionFiles(folders), game, store)
        if edition.errors:
            raise NotKept(edition.errors)
        place = place_of(game, _version(edition) if name is None else _checked(name))
        path = folders.root / place
        if path.exists() and not force:
            hint = "--force replaces it, --name NAME keeps both"
            raise EditionError(f"{place} is there already ({hint})")
        make_folder(folders, path.parent)
        with writing(place):
            # What a killed command has left.
            remove(*path.parent.glob(f".*{PART}"))
            _write(edition, path, store)
    return path


def _checked(name: str, what: str = "") -> str:
    """The name of an edition. Raises EditionError for one that cannot be in that of a file."""
    if not is_name(name):
        hint = f"--name {name_like(name)}"
        raise EditionError(f"{what}'{name}' cannot be the name of an edition ({hint})")
    return name


def _version(edition: Edition) -> str:
    """The version of a game as the name of its edition. Raises EditionError."""
    version = edition.content.game.version
    if version is None:
        file = edition.content.entry.source.file
        hint = f'write version: "1.0" into {file}, or add --name NAME'
        raise EditionError(f"the game '{edition.game}' has no version to keep it by ({hint})")
    return _checked(version, "the version ")


def _write(edition: Edition, path: Path, store: Store) -> None:
    """Write a kept file that can be read again without errors. Raises NotKept."""
    folders, errors = edition.library.folders, list[Problem]()
    with whole_file(path) as unfinished:
        for files in (used_files(edition.library, edition.game), all_files(folders)):
            _check(files)
            write_files(unfinished, files)
            with opened(folders, edition.game, unfinished) as again:
                errors = read_edition(again, edition.game, store).errors
            if not errors:
                break
        else:
            raise NotKept(errors)
        with unfinished.open("rb") as stream:
            os.fsync(stream.fileno())


def _check(files: NamedFiles) -> None:
    """Raise EditionError for files that could not be unpacked everywhere."""
    check_sizes({name: path.stat().st_size for name, path in files.items()}, "the edition")
    if twins := alike(files):
        raise EditionError(f"some systems take two names for one, rename one of them: {twins}")
