"""The content of a project at one moment: its library and its problems."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from printgen.content.library import Entry, Library
from printgen.content.limits import MAX_CHAPTER_BYTES
from printgen.content.load import load
from printgen.content.markdown import Chapter, read_chapter
from printgen.content.models.base import Model
from printgen.content.models.products import FacesProduct
from printgen.content.project_files import ReadFile
from printgen.content.source import Source, read_file
from printgen.content.validation import read_model
from printgen.content.yaml_text import SourceError, decode
from printgen.extras.preview.pieces import Piece, product_of
from printgen.layout.jobs import PICTURE_MISSING
from printgen.press.checking import ProjectChecks, check_apart
from printgen.problems import Problem
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.mechanic import KINDS
from printgen.store import Store


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A library with its problems, sorted by position."""

    library: Library
    problems: list[Problem]

    @property
    def faulty(self) -> set[str]:
        """The files with errors, relative to the project. A picture that is missing is no error of
        a file that names it: its place is shown.
        """
        errors = (p for p in self.problems if p.severity == "error" and p.code != PICTURE_MISSING)
        return {p.position.file for p in errors}


def read(
    folders: Folders,
    store: Store,
    files: dict[str, ReadFile] | None = None,
    checks: ProjectChecks | None = None,
    forget: bool = False,
) -> Snapshot:
    """Check a project and read it. `files` are those that earlier calls read, as in `load`. Without
    `checks`, which may `forget`, it is checked in a process of its own.
    """
    checked = checks.check(forget=forget) if checks else check_apart(folders, store)
    models = KINDS, products_model()
    library, _ = load(folders, *models, store, files, given_up=checked.given_up)
    return Snapshot(library, checked.problems)


# The kind, the game and the id of an entry; `chapters`, the game and the language of a chapter.
EntryName = tuple[str, str, str]


# Bytes of a file that is shown before it is checked. A larger one might take too long to read.
MAX_QUICK = 50_000


def with_changed_files(
    library: Library, paths: Iterable[Path]
) -> tuple[Library, list[EntryName]] | None:
    """The library with changed files of entries and chapters read again, without checks; and the
    names of these.

    None when the whole project must be read: for other files, large ones, or for faults in these.
    """
    names: list[EntryName] = []
    for path in paths:
        if not path.is_file() or path.stat().st_size > MAX_QUICK:
            return None
        games = dict(library.games)
        entries, chapter = _changed_entries(library, path), _changed_chapter(library, path)
        for kind, entry in entries:
            content = games[entry.game] = copy(games[entry.game])
            content.replace_entry(kind, entry)
            names.append((kind, entry.game, entry.id))
        if chapter:
            content = games[chapter.game] = copy(games[chapter.game])
            content.chapters = {**content.chapters, (chapter.name, chapter.lang): chapter}
            names.append(("chapters", chapter.game, chapter.lang))
        if not entries and not chapter:
            return None
        # Results that are computed once do not depend on chapters.
        memo = library.memo if chapter else {}
        library = replace(library, games=games, memo=memo, mtime_fingerprint="")
    return (library, names) if names else None


def _changed_chapter(library: Library, path: Path) -> Chapter | None:
    """The chapter in a changed file; None if there is none or it has faults."""
    file = library.folders.relative(path)
    chapters = (c for content in library.games.values() for c in content.chapters.values())
    old = next((chapter for chapter in chapters if chapter.file == file), None)
    if old is None:
        return None
    try:
        text = decode(library.folders.read(file, MAX_CHAPTER_BYTES), MAX_CHAPTER_BYTES)
    except (OSError, SourceError):
        return None
    chapter = read_chapter(old.game, old.name, old.lang, file, text)
    return None if chapter.problems else chapter


def _changed_entries(library: Library, path: Path) -> list[tuple[str, Entry[Model]]]:
    """The entries of a changed file with their kinds; none if they cannot be replaced."""
    home = library.folders.content
    parts = path.relative_to(home).parts if path.is_relative_to(home) else ()
    if len(parts) != 3 or parts[0] not in library.games:
        return []
    content, kind = library.games[parts[0]], parts[1]
    file = library.folders.relative(path)
    known = [entry for entry in content.of_kind(kind).values() if entry.source.file == file]
    source, problems = read_file(file, path)
    if source is None or problems or not known or not _same_ids(source, known):
        return []
    entries = [_read_again(library, kind, old, source) for old in known]
    return [(kind, entry) for entry in entries if entry] if all(entries) else []


def _same_ids(source: Source, known: list[Entry[Model]]) -> bool:
    """Whether a file still has the same entries."""
    if not isinstance(source.data, dict):
        return False
    if set(source.data) != {"entries"}:
        return len(known) == 1 and known[0].root == ()
    listed = source.data["entries"]
    return isinstance(listed, dict) and set(listed) == {entry.id for entry in known}


def _read_again(
    library: Library, kind: str, old: Entry[Model], source: Source
) -> Entry[Model] | None:
    """An entry as it is in the file now; None when it is faulty."""
    data = source.data
    for step in old.root:
        data = data[step]
    value, problems = read_model(library.model(old.game, kind), source, old.root, data)
    return None if value is None or problems else replace(old, value=value, source=source)


# --- which pieces show checked content, and which ones errors hide --------------------------------


# Folders and files of any game that every piece may show.
_EVERYWHERE = {"traits", "game.yaml"}


def is_hidden(library: Library, piece: Piece, faulty: Iterable[str]) -> bool:
    """Whether one of the files with errors is a source of a piece.

    A card has few sources. Sheets, books and maps may show all of their game.
    """
    entry = product_of(library, piece.product_id)
    if entry is None:
        return True
    own = ""
    card = isinstance(entry.value, FacesProduct)
    if card:
        kind, game, name = piece.entry.split("/")
        found = library.find(kind, game, name)
        if found is None:
            return True
        own = found.source.file
    return any(_concerns(file, piece.game, own, card) for file in faulty)


def is_checked(checked: Library, library: Library, piece: Piece) -> bool:
    """Whether a piece shows nothing in `library` that differs from the `checked` one.

    What was not edited is the same object in both. A card shows its entry and may show entries of
    other kinds.
    """
    if library is checked:
        return True
    if "/" not in piece.item:
        return False
    kind, game, name = piece.entry.split("/")
    others = zip(_other_tables(checked, kind), _other_tables(library, kind), strict=True)
    same = all(old is new for old, new in others)
    return same and library.find(kind, game, name) is checked.find(kind, game, name)


def _other_tables(library: Library, kind: str) -> list[object]:
    """The tables of all kinds that cards may show, without one kind."""
    return [
        content.of_kind(other)
        for content in library.games.values()
        for other in ("profiles", "traits", *content.declared)
        if other != kind
    ]


def _concerns(file: str, game: str, own: str, card: bool) -> bool:
    """Whether a faulty file may be a source of a piece of a game; `own` is the file of a card."""
    if not file.startswith("content/"):
        return True
    _, home, part, *_ = [*file.split("/"), ""]
    if part in _EVERYWHERE or file == own:
        return True
    return home == game and (part == "products.yaml" or not card)
