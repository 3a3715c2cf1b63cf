"""PO files and translated files, written into a project."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from printgen.content.library import Library
from printgen.content.names import valid_name
from printgen.content.saving import save
from printgen.extras.translation.catalogues import Catalogues, folder_of, read_catalogues
from printgen.extras.translation.matching import kind_of
from printgen.extras.translation.merging import merged
from printgen.extras.translation.po import Catalogue, catalogue_text, same_messages
from printgen.extras.translation.units import units
from printgen.project import Folders, ProjectError
from printgen.reading import files_below


def update(
    library: Library, game: str, source: str, lang: str, given: Catalogues | None = None
) -> tuple[Catalogues, list[Path]]:
    """Bring the PO files of a game in a language up to date, with the translations of others that
    are `given`. Returns the catalogues, and the paths of the files that were written. A file with
    problems stays as it is: a message that cannot be read would be lost.

    Raises ProjectError.
    """
    known = read_catalogues(library.folders, game, lang)
    faulty = {problem.position.file for problem in known.problems}
    old = _joined(known, given) if given else known
    found = units(library, game, source, lang)
    new = merged(library, game, source, old, found)
    written = []
    for kind, catalogue in new.files.items():
        path = folder_of(library.folders, game, lang) / f"{kind}.po"
        there = known.files.get(kind)
        same = there is not None and same_messages(there, catalogue)
        if not same and catalogue.file not in faulty:
            store(library.folders, {path: catalogue_text(catalogue).encode()})
            written.append(path)
    new.problems = known.problems
    return new, written


def _joined(known: Catalogues, given: Catalogues) -> Catalogues:
    """Catalogues with the messages of others in place of their own."""
    messages = {message.context: message for message in known.messages()}
    for message in given.messages():
        kind = kind_of(message.context)
        new = message.text or message.context not in messages
        # A file of another game, or of no game, stays where it is.
        if new and not message.obsolete and valid_name(kind):
            messages[message.context] = message
    result = Catalogues(known.lang)
    headers = {c.file: c for c in (*known.files.values(), *given.files.values())}
    last = next(reversed(headers.values()))
    for message in messages.values():
        kind = kind_of(message.context)
        if kind not in result.files:
            own = known.files.get(kind) or Catalogue("", {})
            fields = {**own.header, **last.header}
            result.files[kind] = replace(own, header=fields, messages=[])
        result.files[kind].messages.append(message)
    return result


def store(folders: Folders, files: Mapping[Path, bytes]) -> None:
    """Write files of a project, each as a whole. Raises ProjectError."""
    for path, content in files.items():
        try:
            _store(folders, path, content)
        except OSError as error:
            name = folders.relative(path)
            raise ProjectError(f"cannot write {name}: {error.strerror or error}") from error


def _store(folders: Folders, path: Path, content: bytes) -> None:
    if not path.resolve().is_relative_to(folders.root):
        raise ProjectError(f"{folders.relative(path)} is outside the project")
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path.resolve(), content)


def po_files(paths: Iterable[Path]) -> list[Path]:
    """The PO files that are named, and those in folders that are named."""
    found = dict[Path, None]()
    for path in paths:
        inside = [path]
        if path.is_dir():
            inside = [each for each in files_below(path) if each.suffix == ".po"]
        found.update(dict.fromkeys(inside))
    return list(found)
