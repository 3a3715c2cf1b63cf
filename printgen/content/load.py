"""Load a project's content into a library, and report the problems of its files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from printgen.content.fingerprint import mtime_fingerprint
from printgen.content.library import GameContent, Library
from printgen.content.limits import (
    MAX_CHAPTER_BYTES,
    MAX_PROJECT_BYTES,
    MAX_PROJECT_FILES,
    MAX_SHEET_BYTES,
    MAX_YAML_BYTES,
)
from printgen.content.models.base import Model
from printgen.content.models.products import Products
from printgen.content.names import invalid_name, valid_name
from printgen.content.parsing import ParsedEntry, ParsedFile, Parser
from printgen.content.read_files import Parse, ReadFile, read_after_change
from printgen.content.spreadsheets.companion import Companion
from printgen.content.spreadsheets.formats import is_refused, is_spreadsheet
from printgen.problems import Position, Problem, did_you_mean
from printgen.project import MARKER, Folders
from printgen.store import Store

_CHAPTER = re.compile(r"([0-9]{2}-[a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]{2,3}(?:-[A-Z]{2})?)\.md")

# Folders of a game without YAML.
_OTHER_FOLDERS = {"images"}

# Excel makes a file `~$…` beside an open one.
_HIDDEN = (".", "~$")


def load(
    folders: Folders,
    kinds: Mapping[str, type[Model]],
    products: type[Products],
    store: Store | None = None,
    files: dict[str, ReadFile] | None = None,
) -> tuple[Library, list[Problem]]:
    """Read all games of a project. Never raises for faulty content.

    `kinds` are the models of all kinds of entry, by folder; `products` is that of `products.yaml`.
    `files` are those that earlier calls read, by path; they are read again only after a change.
    """
    store = store or Store(None)
    loader = _Loader(folders, Parser(kinds, products, store), {} if files is None else files)
    return loader.load(), loader.problems


@dataclass
class _Loader:
    folders: Folders
    parser: Parser
    read: dict[str, ReadFile]
    problems: list[Problem] = field(default_factory=list)
    files: int = 0
    total: int = 0
    full: bool = False

    def load(self) -> Library:
        # Before the files are read: what changes meanwhile is noticed.
        seen, parser = mtime_fingerprint(self.folders), self.parser
        library = Library(self.folders, parser.kinds, mtime_fingerprint=seen)
        library.products, library.store = parser.products, parser.store
        for folder in self._games():
            content = self._game(folder)
            if content:
                library.games[content.id] = content
            else:
                library.broken.add(folder.name)
        return library

    def _games(self) -> Iterator[os.DirEntry[str]]:
        content = self.folders.content
        there = _holds(content.is_dir) and self._inside(content)
        listed = self._listing(content) if there else []
        folders = [entry for entry in listed if _holds(entry.is_dir)]
        for entry in listed:
            if entry not in folders:
                self._unknown_file(entry, [])
        if not folders:
            hint = "create content/my-game/game.yaml"
            marker = self.folders.root / MARKER
            self._problem(marker, "content-missing", "no game in content/", hint)
        yield from folders

    def _game(self, folder: os.DirEntry[str]) -> GameContent | None:
        if not self._valid_name(folder, folder.name):
            return None
        parts = {part.name: part for part in self._listing(folder)}
        if "game.yaml" not in parts:
            # Links out of the project are reported already.
            if not _holds(Path(folder.path, "game.yaml").is_symlink):
                self._problem(folder, "game-missing", "no game.yaml in this folder")
            return None
        parse = partial(self.parser.game, folder.name)
        found = self._parsed(parts["game.yaml"], MAX_YAML_BYTES, parse)
        game = found.entries.get(folder.name)
        self.problems += game.problems if game else ()
        if game is None or game.entry is None:
            return None
        content = GameContent(folder.name, game.entry)
        content.declared = {kind: {} for kind in content.models if kind not in self.parser.kinds}
        for part in parts.values():
            self._part(content, part)
        return content

    def _part(self, content: GameContent, path: os.DirEntry[str]) -> None:
        """Read one file or folder of a game."""
        if _holds(path.is_dir):
            model = self.parser.kinds.get(path.name) or content.models.get(path.name)
            if model:
                self._kind(content, path.name, model, self._listing(path))
            elif path.name == "chapters":
                for file in self._listing(path):
                    self._chapter(content, file)
            elif path.name not in _OTHER_FOLDERS:
                known = *self.parser.kinds, *content.models, "chapters", *_OTHER_FOLDERS
                hint = did_you_mean(path.name, known)
                message = f"unknown folder '{path.name}'"
                self._problem(path, "folder-unknown", message, hint)
        elif path.name == "products.yaml":
            parse = partial(self.parser.product_list, content.id)
            for name, product in self._parsed(path, MAX_YAML_BYTES, parse).entries.items():
                if product.entry:
                    content.products[name] = product.entry
        elif path.name != "game.yaml":
            self._unknown_file(path, ["game.yaml", "products.yaml"])

    def _kind(
        self, content: GameContent, kind: str, model: type[Model], files: list[os.DirEntry[str]]
    ) -> None:
        """Read the entries of a kind. YAML files may say how to read spreadsheets."""
        found = {file.name: self._yaml_file(content, model, file) for file in files}
        sheets = {file.name: file for file in files if is_spreadsheet(file.name)}
        named = {each.companion.layout.source for each in found.values() if each.companion}
        for file in files:
            parsed, companion = found[file.name], found[file.name].companion
            if companion and companion.layout.source not in sheets:
                self.problems.append(companion.unknown_file(list(sheets)))
                parsed.readable = False
            elif companion:
                sheet = sheets[companion.layout.source]
                parsed = self._spreadsheet(content, model, sheet, companion)
            elif file.name in sheets and file.name not in named:
                parsed = self._spreadsheet(content, model, file, None)
            if not parsed.readable:
                content.broken |= {(kind, file.name.rpartition(".")[0]), (kind, "")}
            for name, entry in parsed.entries.items():
                self._entry(content, kind, name, entry)

    def _yaml_file(
        self, content: GameContent, model: type[Model], path: os.DirEntry[str]
    ) -> ParsedFile:
        """A YAML file with an entry, with several under `entries:`, or about a spreadsheet."""
        name, dot, suffix = path.name.rpartition(".")
        if is_refused(path.name):
            hint = "save it as .xlsx, .ods or .csv"
            self._problem(path, "sheet-unreadable", f"'.{suffix}' files are not read", hint)
            return ParsedFile(readable=False)
        if not dot or suffix not in ("yaml", "yml") or _holds(path.is_dir):
            if not is_spreadsheet(path.name):
                self._unknown_file(path, ["*.yaml"])
        elif self._valid_name(path, name):
            parse = partial(self.parser.entries, content.id, model, name)
            return self._parsed(path, MAX_YAML_BYTES, parse, _form(model))
        return ParsedFile()

    def _spreadsheet(
        self,
        content: GameContent,
        model: type[Model],
        path: os.DirEntry[str],
        companion: Companion | None,
    ) -> ParsedFile:
        parse = partial(self.parser.spreadsheet, content.id, model, companion)
        way = _form(model) + (companion.key if companion else "")
        return self._parsed(path, MAX_SHEET_BYTES, parse, way)

    def _chapter(self, content: GameContent, path: os.DirEntry[str]) -> None:
        """Read a chapter of a book in one language."""
        match = _CHAPTER.fullmatch(path.name)
        if match is None or _holds(path.is_dir):
            message = f"invalid chapter file name '{path.name}'"
            self._problem(path, "chapter-name", message, "such as 03-turn.en.md")
            return
        parse = partial(self.parser.chapter, content.id, match[1], match[2])
        if chapter := self._parsed(path, MAX_CHAPTER_BYTES, parse).chapter:
            content.chapters[match[1], match[2]] = chapter

    def _entry(self, content: GameContent, kind: str, name: str, parsed: ParsedEntry) -> None:
        known = content.of_kind(kind)
        if name in known:
            first = known[name].at(key=True)
            problem = Problem(
                parsed.source.at(parsed.root, key=True),
                "id-duplicate",
                f"duplicate id '{name}'",
                f"first at {first}",
                also=first,
            )
            self.problems.append(problem)
            return
        self.problems += parsed.problems
        if parsed.entry is None:
            content.broken.add((kind, name))
        else:
            known[name] = parsed.entry

    def _listing(self, folder: Path | os.DirEntry[str]) -> list[os.DirEntry[str]]:
        """The visible files of a folder, sorted; links out of the project are problems."""
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self._problem(folder, "file-unreadable", error.strerror or str(error))
            return []
        visible = (entry for entry in entries if not entry.name.startswith(_HIDDEN))
        # What is in a folder inside the project, and no link, is inside too.
        return [entry for entry in visible if not entry.is_symlink() or self._inside(entry)]

    def _inside(self, path: Path | os.DirEntry[str]) -> bool:
        """Whether the real path is inside the project; reports a problem if not."""
        # `path.resolve()` raises for circular links.
        inside = Path(os.path.realpath(path)).is_relative_to(self.folders.root)
        if not inside:
            self._problem(path, "path-outside", "the link is outside the project")
        return inside

    def _problem(
        self, place: Path | os.DirEntry[str], code: str, message: str, hint: str = ""
    ) -> None:
        position = Position(self.folders.relative(Path(place)))
        self.problems.append(Problem(position, code, message, hint))

    def _valid_name(self, path: os.DirEntry[str], name: str) -> bool:
        """Whether `name` is a valid id; reports a problem if not."""
        if not valid_name(name):
            position = Position(self.folders.relative(Path(path)))
            self.problems.append(invalid_name(position, name))
            return False
        return True

    def _unknown_file(self, path: os.DirEntry[str], known: list[str]) -> None:
        hint = did_you_mean(path.name, known)
        message = f"unknown file '{path.name}' is ignored"
        position = Position(self.folders.relative(Path(path)))
        self.problems.append(Problem(position, "file-unknown", message, hint, "warning"))

    def _parsed(
        self, path: os.DirEntry[str], limit: int, parse: Parse, way: str = ""
    ) -> ParsedFile:
        """What a file says; its own problems are reported. Reads one byte more than the limit.

        `way` tells apart the ways to read the same file.
        """
        if self.full:
            return ParsedFile(readable=False)
        try:
            name = self.folders.relative(path.path)
            read = read_after_change(self.read, path, name, limit, parse, way)
        except OSError as error:
            self._problem(path, "file-unreadable", error.strerror or str(error))
            return ParsedFile(readable=False)
        self.files += 1
        self.total += read.size
        if self.files > MAX_PROJECT_FILES or self.total > MAX_PROJECT_BYTES:
            self.full = True
            message = "the project has too many files or too much text"
            self._problem(path, "content-too-big", message, "later files are not read")
            return ParsedFile(readable=False)
        self.problems += read.parsed.problems
        return read.parsed


@lru_cache(maxsize=200)
def _form(model: type[Model]) -> str:
    """What tells apart the models of a kind before and after an edit of its declaration."""
    return repr(model.model_fields)


def _holds(test: Callable[[], bool]) -> bool:
    """The result of a test of a path; False when the path is not accessible."""
    try:
        return test()
    except OSError:
        return False
