"""Keep an edition in a ZIP file: the files that a game is made of."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from printgen.content.editing.files import PART, whole_file
from printgen.content.library import Library
from printgen.content.spreadsheets.sheet import WORKBOOKS, SheetError, format_of
from printgen.content.spreadsheets.workbooks import xml_parts
from printgen.extras.editions.edition import (
    MAX_FILE,
    Edition,
    EditionError,
    EditionFiles,
    HasErrors,
    check_sizes,
    read_edition,
)
from printgen.extras.editions.opening import alike, is_name, name_like, opened, place_of
from printgen.layout.assets import names_below
from printgen.press.archive import write_files
from printgen.press.staging import TEXTS_LOCK, locked, make_folder, remove, writing
from printgen.problems import Problem
from printgen.project import FONTS, MARKER, TEMPLATES, Folders, OutsideProject
from printgen.reading import read_regular
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store
from printgen.typography.fonts import own_fonts

# --- the files of a project that a game is made of ------------------------------------------------
#
# They are the folder of the game, those of the games and themes that it names, what all themes
# share, and the fonts of the project: any of them may have a character that a page needs.


# Files by their names in the project.
NamedFiles = dict[str, Path]

# The suffixes of files that name no game and no theme.
_NO_WORDS = (".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf", ".pdf")

# The suffixes of licences, which go with their fonts.
_LICENCES = (".txt", ".md")

# The names of files that programs leave beside others begin like this.
_HIDDEN = (".", "~$")


def used_files(library: Library, game: str) -> NamedFiles:
    """The files that a game is made of. A game or a theme whose name is a word of a text counts
    as used, whatever the word means there.
    """
    folders = library.folders
    themes = _folders_in(folders.templates)
    used = dict.fromkeys([f"content/{game}", *(t for t in themes if "/_" in t)])
    known = {place.partition("/")[2]: place for place in themes}
    found, done = _shared_files(folders), set[str]()
    while left := [place for place in used if place not in done]:
        for place in left:
            done.add(place)
            files = _files_in(folders, place)
            found |= files
            area, _, name = place.partition("/")
            texts = [*files.values()]
            if area == "templates":
                # The files of a theme of printgen, whose place those of a project take.
                texts += (path for path in (TEMPLATES / name).rglob("*") if path.is_file())
            named = _names_in(texts, [*known, *library.games])
            if area == "content":
                named.add(library.games[name].game.theme)
            used |= dict.fromkeys(known[each] for each in named if each in known)
            used |= dict.fromkeys(f"content/{each}" for each in named if each in library.games)
    return found


def all_files(folders: Folders) -> NamedFiles:
    """All files of a project that may belong to an edition."""
    places = [*_folders_in(folders.content), *_folders_in(folders.templates)]
    found = _shared_files(folders)
    for place in places:
        found |= _files_in(folders, place)
    return found


def _shared_files(folders: Folders) -> NamedFiles:
    """The project's settings, and its fonts with their licences."""
    found = NamedFiles()
    with suppress(OutsideProject, FileNotFoundError):
        found[MARKER] = folders.inside(folders.root, MARKER)
    if (folders.root / "fonts").resolve() != FONTS:
        fonts = [path.relative_to(folders.root).as_posix() for path in own_fonts(folders)]
        kept = {name: folders.root / name for name in fonts}
        texts = _files_in(folders, "fonts").items() if kept else ()
        found |= kept | {name: path for name, path in texts if name.endswith(_LICENCES)}
    return found


def _folders_in(area: Path) -> list[str]:
    """The folders in `content/` or `templates/`, relative to the project."""
    return sorted(f"{area.name}/{path.name}" for path in area.glob("[!.]*/"))


def _files_in(folders: Folders, place: str) -> NamedFiles:
    """The files of a folder of the project, without hidden ones and those outside the project."""
    folder, found = folders.root / place, NamedFiles()
    if not folder.resolve().is_relative_to(folders.root):
        return found
    for below in names_below(folder, folders.root):
        name = f"{place}/{below}"
        if any(step.startswith(_HIDDEN) for step in name.split("/")):
            continue
        with suppress(OutsideProject, FileNotFoundError):
            found[name] = folders.inside(folders.root, name)
    return found


def _names_in(paths: Iterable[Path], names: Sequence[str]) -> set[str]:
    """Those of some names that are words of texts."""
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    word = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])".encode())
    return {found.decode() for path in paths for found in word.findall(_text(path))}


def _text(path: Path) -> bytes:
    """The text of a file; of a workbook, that of its parts."""
    if path.suffix.lower() in _NO_WORDS:
        return b""
    content = read_regular(path, MAX_FILE)
    if format_of(path.name) not in WORKBOOKS:
        return content
    with suppress(SheetError, CannotDecode):
        return b"\n".join(decoded(path, xml_parts, content).values())
    return b""


# --- the present edition of a game, kept as one file with all that it is built from ---------------


def keep_edition(
    folders: Folders, game: str, name: str | None, store: Store, *, force: bool = False
) -> Path:
    """Write the present edition of a game to its kept file, by a name or else by its version.

    Raises HasErrors for an edition with errors, and EditionError if there is no such game, if its
    version cannot be a name, and if an edition is kept by this name already, unless by `force`.
    """
    # A kept file has no half of the translations that another command writes.
    with locked(folders, TEXTS_LOCK):
        edition = read_edition(EditionFiles(folders), game, store)
        if edition.errors:
            raise HasErrors(edition.errors)
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
    """Write a kept file that can be read again without errors. Raises HasErrors."""
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
            raise HasErrors(errors)
        with unfinished.open("rb") as stream:
            os.fsync(stream.fileno())


def _check(files: NamedFiles) -> None:
    """Raise EditionError for files that could not be unpacked everywhere."""
    check_sizes({name: path.stat().st_size for name, path in files.items()}, "the edition")
    if twins := alike(files):
        raise EditionError(f"some systems take two names for one, rename one of them: {twins}")
