"""The PO files of a game, in `content/GAME/texts/LANGUAGE/`: one for each kind of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PO_BYTES
from printgen.content.names import LANGUAGE
from printgen.extras.translation.po import Catalogue, Message, plural_forms, read_catalogue
from printgen.problems import Position, Problem
from printgen.project import Folders
from printgen.reading import read_regular

FOLDER, SUFFIX = "texts", ".po"


@dataclass(slots=True)
class Catalogues:
    """The PO files of a game in one language, by kind, and what is wrong with them."""

    lang: str
    files: dict[str, Catalogue] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def source_language(self) -> str:
        """The language that they are translated from; empty if no file says so."""
        return next((c.source_language for c in self.files.values() if c.source_language), "")

    def messages(self) -> list[Message]:
        """The messages of all files."""
        return [message for each in self.files.values() for message in each.messages]


def folder_of(folders: Folders, game: str, lang: str = "") -> Path:
    """The folder of the PO files of a game in a language, or of all its languages."""
    return folders.content / game / FOLDER / lang


def languages_of(folders: Folders, game: str) -> list[str]:
    """The languages of which a game has PO files."""
    home = folder_of(folders, game)
    try:
        names = sorted(path.name for path in home.iterdir() if path.is_dir())
    except OSError:
        return []
    return [name for name in names if re.fullmatch(LANGUAGE, name)]


def read_catalogues(folders: Folders, game: str, lang: str) -> Catalogues:
    """The PO files of a game in a language, as they are on the disk."""
    return _read(folders, game, lang, read_po)


_Reader = Callable[[Folders, Path], tuple[Catalogue | None, list[Problem]]]


def _read(folders: Folders, game: str, lang: str, read: _Reader) -> Catalogues:
    found = Catalogues(lang)
    for path in sorted(folder_of(folders, game, lang).glob(f"*{SUFFIX}")):
        if not path.resolve().is_relative_to(folders.root):
            continue
        catalogue, problems = read(folders, path)
        found.problems += problems
        if catalogue:
            found.files[path.stem] = catalogue
    return found


def read_po(folders: Folders, path: Path) -> tuple[Catalogue | None, list[Problem]]:
    """Read a PO file, up to the size limit; None if it cannot be opened."""
    name = folders.relative(path)
    try:
        content = read_regular(path, MAX_PO_BYTES)
    except OSError as error:
        return None, [Problem(Position(name), "file-unreadable", error.strerror or str(error))]
    return read_catalogue(name, content)


def known_catalogues(library: Library, content: GameContent, lang: str) -> Catalogues:
    """The PO files of a game in a language, read once for a library. Do not change them: a file is
    read again only after a change.
    """
    key = "catalogues", content.id, lang
    folders = library.folders
    return library.remember(key, lambda: _read(folders, content.id, lang, _read_known))


def _read_known(folders: Folders, path: Path) -> tuple[Catalogue | None, list[Problem]]:
    try:
        found = path.stat()
    except OSError:
        return read_po(folders, path)
    return _read_version(folders, path, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=100)
def _read_version(
    folders: Folders, path: Path, _size: int, _changed: int
) -> tuple[Catalogue | None, list[Problem]]:
    return read_po(folders, path)


def header(title: str, source: str, lang: str, known: Mapping[str, str]) -> dict[str, str]:
    """The header of a PO file; the fields that a translator has filled in stay. It has no time of
    creation: the same texts make the same file.
    """
    fields = {
        "Project-Id-Version": title,
        "PO-Revision-Date": "",
        "Last-Translator": "",
        "Language-Team": "",
        **known,
        "Language": lang.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    if forms := plural_forms(lang):
        fields.setdefault("Plural-Forms", forms)
    fields["X-Source-Language"] = source
    return fields
