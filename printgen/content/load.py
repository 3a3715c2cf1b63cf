"""Load a project's content into a library, and report the problems of its files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from printgen.content.fingerprint import mtime_fingerprint
from printgen.content.library import Entry, GameContent, Library
from printgen.content.limits import (
    MAX_CHAPTER_BYTES,
    MAX_PROJECT_BYTES,
    MAX_PROJECT_FILES,
    MAX_YAML_BYTES,
)
from printgen.content.markdown import read_chapter
from printgen.content.models.base import Model
from printgen.content.models.game import Game
from printgen.content.models.products import Products
from printgen.content.source import Source, read_source
from printgen.content.validation import read_model
from printgen.content.yaml_reader import Mark
from printgen.content.yaml_text import SourceError, decode
from printgen.problems import Position, Problem, Severity, did_you_mean
from printgen.project import MARKER, Folders
from printgen.store import Store

_CHAPTER = re.compile(r"([0-9]{2}-[a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]{2,3}(?:-[A-Z]{2})?)\.md")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

# Folders of a game without YAML.
_OTHER_FOLDERS = {"images"}


def load(
    folders: Folders,
    kinds: Mapping[str, type[Model]],
    products: type[Products],
    store: Store | None = None,
) -> tuple[Library, list[Problem]]:
    """Read all games of a project. Never raises for faulty content.

    `kinds` are the models of all kinds of entry, by folder; `products` is that of `products.yaml`.
    """
    loader = _Loader(folders, kinds, products, store or Store(None))
    return loader.load(), loader.problems


@dataclass
class _Loader:
    folders: Folders
    kinds: Mapping[str, type[Model]]
    products: type[Products]
    store: Store
    problems: list[Problem] = field(default_factory=list)
    files: int = 0
    total: int = 0
    full: bool = False

    def load(self) -> Library:
        # Before the files are read: what changes meanwhile is noticed.
        seen = mtime_fingerprint(self.folders)
        library = Library(self.folders, self.kinds, products=self.products, mtime_fingerprint=seen)
        library.store = self.store
        for folder in self._games():
            content = self._game(folder)
            if content:
                library.games[content.id] = content
            else:
                library.broken.add(folder.name)
        return library

    def _games(self) -> Iterator[Path]:
        content = self.folders.content
        there = _holds(content.is_dir) and self._inside(content)
        listed = self._listing(content) if there else []
        folders = [path for path in listed if _holds(path.is_dir)]
        for path in listed:
            if path not in folders:
                self._unknown_file(path, [])
        if not folders:
            hint = "create content/my-game/game.yaml"
            marker = self.folders.root / MARKER
            self._problem(marker, "content-missing", "no game in content/", hint)
        yield from folders

    def _game(self, folder: Path) -> GameContent | None:
        if not self._valid_name(folder, folder.name):
            return None
        path, parts = folder / "game.yaml", self._listing(folder)
        if path not in parts:
            # Links out of the project are reported already.
            if not _holds(path.is_symlink):
                self._problem(folder, "game-missing", "no game.yaml in this folder")
            return None
        source = self._read(path)
        if source is None:
            return None
        game, problems = read_model(Game, source)
        self.problems += problems
        if game is None:
            return None
        content = GameContent(folder.name, Entry(folder.name, folder.name, game, source))
        for part in parts:
            self._part(content, part)
        return content

    def _part(self, content: GameContent, path: Path) -> None:
        """Read one file or folder of a game."""
        if _holds(path.is_dir):
            if path.name in self.kinds:
                for file in self._listing(path):
                    self._entries(content, path.name, file)
            elif path.name == "chapters":
                for file in self._listing(path):
                    self._chapter(content, file)
            elif path.name not in _OTHER_FOLDERS:
                hint = did_you_mean(path.name, [*self.kinds, "chapters", *_OTHER_FOLDERS])
                message = f"unknown folder '{path.name}'"
                self._problem(path, "folder-unknown", message, hint)
        elif path.name == "products.yaml":
            self._products(content, path)
        elif path.name != "game.yaml":
            self._unknown_file(path, ["game.yaml", "products.yaml"])

    def _products(self, content: GameContent, path: Path) -> None:
        source = self._read(path)
        if source is None:
            return
        # The file contains the value of `products:` in the model.
        top = Mark(source.mark.line, source.mark.column, keys={"products": (source.mark,) * 2})
        whole = Source(source.file, {"products": source.data}, top)
        products, problems = read_model(self.products, whole)
        self.problems += problems
        for name, product in products.products.items() if products else ():
            content.products[name] = Entry(content.id, name, product, source, (name,))

    def _entries(self, content: GameContent, kind: str, path: Path) -> None:
        """Read the entry of a file, or those under its `entries:`."""
        if path.suffix not in (".yaml", ".yml") or _holds(path.is_dir):
            self._unknown_file(path, ["*.yaml"])
            return
        if not self._valid_name(path, path.stem):
            return
        source = self._read(path)
        if source is None:
            # Whether it has one entry or several, and their ids, is unknown.
            content.broken |= {(kind, path.stem), (kind, "")}
            return
        data = source.data
        if not isinstance(data, dict) or set(data) != {"entries"}:
            self._entry(content, kind, path.stem, source, (), data)
        elif isinstance(data["entries"], dict):
            for name, value in data["entries"].items():
                place = source.at(("entries", name), key=True)
                if self._valid_name(place, name):
                    self._entry(content, kind, name, source, ("entries", name), value)
        else:
            message = "expected a mapping (id: entry)"
            self._problem(source.at(("entries",)), "value-shape", message)

    def _chapter(self, content: GameContent, path: Path) -> None:
        """Read a chapter of a book in one language."""
        match = _CHAPTER.fullmatch(path.name)
        if match is None or _holds(path.is_dir):
            message = f"invalid chapter file name '{path.name}'"
            self._problem(path, "chapter-name", message, "such as 03-turn.en.md")
            return
        text = self._text(path, MAX_CHAPTER_BYTES)
        if text is not None:
            name, lang = match[1], match[2]
            file = self.folders.relative(path)
            content.chapters[name, lang] = read_chapter(content.id, name, lang, file, text)

    def _entry(
        self,
        content: GameContent,
        kind: str,
        name: str,
        source: Source,
        root: tuple[str, ...],
        data: object,
    ) -> None:
        known: dict[str, Entry[Any]] = getattr(content, kind)
        if name in known:
            first = known[name].at(key=True)
            problem = Problem(
                source.at(root, key=True),
                "id-duplicate",
                f"duplicate id '{name}'",
                f"first at {first}",
                also=first,
            )
            self.problems.append(problem)
            return
        value, problems = read_model(self.kinds[kind], source, root, {} if data is None else data)
        self.problems += problems
        if value is None:
            content.broken.add((kind, name))
        else:
            known[name] = Entry(content.id, name, value, source, root)

    def _listing(self, folder: Path) -> list[Path]:
        """The visible files of a folder, sorted; links out of the project are problems."""
        try:
            paths = sorted(folder.iterdir())
        except OSError as error:
            self._problem(folder, "file-unreadable", error.strerror or str(error))
            return []
        return [p for p in paths if not p.name.startswith(".") and self._inside(p)]

    def _inside(self, path: Path) -> bool:
        """Whether the real path is inside the project; reports a problem if not."""
        # `path.resolve()` raises for circular links.
        inside = Path(os.path.realpath(path)).is_relative_to(self.folders.root)
        if not inside:
            self._problem(path, "path-outside", "the link is outside the project")
        return inside

    def _problem(
        self,
        place: Path | Position,
        code: str,
        message: str,
        hint: str = "",
        severity: Severity = "error",
    ) -> None:
        position = place if isinstance(place, Position) else Position(self.folders.relative(place))
        self.problems.append(Problem(position, code, message, hint, severity))

    def _valid_name(self, place: Path | Position, name: str) -> bool:
        """Whether `name` is a valid id; reports a problem at `place` if not."""
        if _ID.fullmatch(name) and len(name) <= 60:
            return True
        hint = "use lower-case letters, digits and hyphens, at most 60"
        self._problem(place, "name-invalid", f"invalid name '{name}'", hint)
        return False

    def _unknown_file(self, path: Path, known: list[str]) -> None:
        hint = did_you_mean(path.name, known)
        self._problem(
            path, "file-unknown", f"unknown file '{path.name}' is ignored", hint, "warning"
        )

    def _read(self, path: Path) -> Source | None:
        content = self._bytes(path, MAX_YAML_BYTES)
        if content is None:
            return None
        source, problems = read_source(self.folders.relative(path), content)
        self.problems += problems
        return source

    def _text(self, path: Path, limit: int) -> str | None:
        """The text of a Markdown file, after checks of size and encoding."""
        content = self._bytes(path, limit)
        if content is None:
            return None
        try:
            return decode(content, limit)
        except SourceError as fault:
            place = Position(self.folders.relative(path), fault.line + 1, fault.column + 1)
            self._problem(place, fault.code, fault.message, fault.hint)
            return None

    def _bytes(self, path: Path, limit: int) -> bytes | None:
        """The content of a file, up to one byte more than the limit."""
        if self.full:
            return None
        try:
            if not path.is_file():
                raise OSError("not a file")
            with path.open("rb") as stream:
                content = stream.read(limit + 1)
        except OSError as error:
            self._problem(path, "file-unreadable", error.strerror or str(error))
            return None
        self.files += 1
        self.total += len(content)
        if self.files > MAX_PROJECT_FILES or self.total > MAX_PROJECT_BYTES:
            self.full = True
            message = "the project has too many files or too much text"
            self._problem(path, "content-too-big", message, "later files are not read")
            return None
        return content


def _holds(test: Callable[[], bool]) -> bool:
    """The result of a test of a path; False when the path is not accessible."""
    try:
        return test()
    except OSError:
        return False
