"""The files of a project: what each says by itself, read again only after a change."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as OsPath
from typing import Any, TypeAlias

from printgen.content.budget import (
    MAX_FILE_SECONDS,
    MAX_SLOW_FILES,
    NOTHING,
    GivenUp,
    allowed,
)
from printgen.content.fingerprint import SETTLED, version_of
from printgen.content.library import Entry
from printgen.content.limits import (
    MAX_CHAPTER_BYTES,
    MAX_PROBLEMS,
    MAX_PROJECT_BYTES,
    MAX_PROJECT_FILES,
)
from printgen.content.markdown import Chapter, read_chapter
from printgen.content.models.base import Model
from printgen.content.models.game import Game, game_model
from printgen.content.models.kind import Kind, kind_models
from printgen.content.models.products import FacesProduct, FieldUse, Products
from printgen.content.names import invalid_name, valid_name
from printgen.content.results import kept_result
from printgen.content.source import Mark, Path, Source, read_source
from printgen.content.spreadsheets.header import Companion, is_companion, read_companion
from printgen.content.spreadsheets.sheet import is_spreadsheet
from printgen.content.validation import read_model
from printgen.content.yaml_text import SourceError, decode
from printgen.problems import Position, Problem, Severity, did_you_mean
from printgen.project import Folders
from printgen.quoting import for_terminal
from printgen.reading import read_regular
from printgen.store import Store


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """An entry of a file. `value` is None if it has faults; `problems` are its faults."""

    source: Source
    root: Path
    entry: Entry[Any] | None
    problems: list[Problem]


@dataclass(slots=True)
class ParsedFile:
    """What a file says, as a whole: its entries by id, a chapter, or how to read a spreadsheet.

    `problems` are those of the file itself. `readable` is False if its ids are unknown. `kind` is
    that of the entries if the file declares it too.
    """

    problems: list[Problem] = field(default_factory=list)
    entries: dict[str, ParsedEntry] = field(default_factory=dict)
    kind: Kind | None = None
    chapter: Chapter | None = None
    companion: Companion | None = None
    readable: bool = True


@dataclass(frozen=True, slots=True)
class Parser:
    """Parses the files of the games in a project. The store keeps what it parsed.

    `kinds` are the models of all kinds of entry, by folder; `products` is that of `products.yaml`.
    """

    kinds: Mapping[str, type[Model]]
    products: type[Products]
    store: Store
    folders: Folders

    def game(self, game: str, file: str, content: bytes) -> ParsedFile:
        """The file `game.yaml`."""
        source, problems = read_source(file, content, self.store)
        if source is None:
            return ParsedFile(problems, readable=False)
        found = _parsed(game, game, game_model(source.data), source, ())
        if found.problems:
            # Hints name the keys of all extras.
            found = _parsed(game, game, game_model(), source, ())
        return ParsedFile(problems, {game: found})

    def entries(
        self, game: str, model: type[Model], name: str, file: str, content: bytes
    ) -> ParsedFile:
        """A file with the entry `name`, or with those under its `entries:`."""
        source, problems = read_source(file, content, self.store)
        if source is None:
            return ParsedFile(problems, readable=False)
        if is_companion(source.data):
            companion, faults = read_companion(source)
            return ParsedFile([*problems, *faults], companion=companion, readable=not faults)
        return self._entries(game, model, name, source, problems)

    def spreadsheet(
        self,
        game: str,
        model: type[Model],
        companion: Companion | None,
        language: str,
        file: str,
        content: bytes,
    ) -> ParsedFile:
        """A spreadsheet with entries, read as a companion file says, if there is one. `language` is
        the first one of the game.
        """
        # Imported here: most games have none.
        from printgen.content.spreadsheets.reading import read_spreadsheet

        source, problems = read_spreadsheet(
            file, content, model, companion, self.store, self.folders, language
        )
        if source is None:
            return ParsedFile(problems, readable=False)
        return self._entries(game, model, "", source, problems)

    def cards(
        self,
        game: Entry[Game],
        product: Entry[FacesProduct],
        companion: Companion,
        use: FieldUse,
        file: str,
        content: bytes,
    ) -> ParsedFile:
        """The spreadsheet that is the source of a product, or of several: its rows are a kind of
        their own, with the name of the first one. `use` is what the products do with its fields.
        """
        from printgen.content.spreadsheets.reading import read_cards

        source, kind, problems = read_cards(
            file,
            content,
            product.value.title,
            game.value.languages,
            companion,
            use,
            self.store,
            self.folders,
        )
        if source is None or kind is None:
            return ParsedFile(problems, readable=False)
        found = self._entries(
            game.id, kind_models({product.id: kind})[product.id], "", source, problems
        )
        found.kind = kind
        return found

    def _entries(
        self, game: str, model: type[Model], name: str, source: Source, problems: list[Problem]
    ) -> ParsedFile:
        found, data = ParsedFile(problems), source.data
        if not isinstance(data, dict) or set(data) != {"entries"}:
            if above := _lacks_entries(data, model):
                found.readable = False
                problems.append(_entries_missing(source, above))
                return found
            found.entries[name] = _parsed(game, name, model, source, (), data)
        elif isinstance(data["entries"], dict):
            # One of two entries with the same id should have another id, which is unknown.
            twice = {p.also for p in problems if p.code == "key-duplicate"}
            found.readable = not twice or twice.isdisjoint(
                source.at(("entries", name), key=True) for name in data["entries"]
            )
            _read_listed(found, game, model, source, data["entries"])
        else:
            message = "expected a mapping (id: entry)"
            problems.append(Problem(source.at(("entries",)), "value-shape", message))
        return found

    def product_list(self, game: str, file: str, content: bytes) -> ParsedFile:
        """The file `products.yaml`: the value of `products:` in the model."""
        source, problems = read_source(file, content, self.store)
        if source is None:
            return ParsedFile(problems, readable=False)
        top = Mark(source.mark.line, source.mark.column, keys={"products": (source.mark,) * 2})
        whole = Source(source.file, {"products": source.data}, top)
        products, more = read_model(self.products, whole)
        found = ParsedFile([*problems, *more])
        for name, product in products.products.items() if products else ():
            entry = Entry(game, name, product, source, (name,))
            found.entries[name] = ParsedEntry(source, (name,), entry, [])
        return found

    def chapter(self, game: str, name: str, lang: str, file: str, content: bytes) -> ParsedFile:
        """A chapter of a book in one language."""
        try:
            text = decode(content, MAX_CHAPTER_BYTES)
        except SourceError as fault:
            place = Position(file, fault.line + 1, fault.column + 1)
            problem = Problem(place, fault.code, fault.message, fault.hint)
            return ParsedFile([problem], readable=False)
        parts = game, name, lang, file, text
        return ParsedFile(
            chapter=kept_result(self.store, "chapter", parts, lambda: read_chapter(*parts))
        )


def _read_listed(
    found: ParsedFile,
    game: str,
    model: type[Model],
    source: Source,
    entries: Mapping[str, object],
) -> None:
    """Read the entries of a list into `found`, until there are too many problems."""
    count, last = 0, ""
    errors = [problem for problem in found.problems if problem.severity == "error"]
    moved = {problem.position.line for problem in errors if problem.code == "sheet-header"}
    for name, value in entries.items():
        root = ("entries", name)
        place = source.at(root, key=True)
        if count > MAX_PROBLEMS:
            message = f"more than {MAX_PROBLEMS} problems in this file"
            hint = "fix the others first: the entries from here on are not read"
            found.problems.append(Problem(place, last, message, hint))
            found.readable = False
            return
        if source.cells and place.line in moved:
            # The values of a row with too many cells are below other headers.
            found.entries[name] = ParsedEntry(source, root, None, [])
        elif valid_name(name):
            entry = found.entries[name] = _parsed(game, name, model, source, root, value)
            count += len(entry.problems)
            last = entry.problems[-1].code if entry.problems else last
        else:
            found.problems.append(invalid_name(place, name))
            count, last = count + 1, found.problems[-1].code


def _lacks_entries(data: object, model: type[Model]) -> Path:
    """The path of the first entry if the data of a file are several entries by their ids, alone or
    under another key than `entries`; otherwise an empty one.

    No key is one of the model, and each value is a mapping with such keys.
    """
    known = set(model.model_fields)
    above: Path = ()
    if isinstance(data, dict) and len(data) == 1 and known.isdisjoint(data):
        ((key, inner),) = data.items()
        # A misspelt `entries:`.
        if isinstance(inner, dict) and inner and known.isdisjoint(inner):
            data, above = inner, (key,)
    if not isinstance(data, dict) or not data or known.intersection(data):
        return ()
    if all(isinstance(value, dict) and known.intersection(value) for value in data.values()):
        return (*above, next(iter(data)))
    return ()


def _entries_missing(source: Source, first: Path) -> Problem:
    """The problem of several entries that are not under `entries:`."""
    if len(first) > 1:
        place = source.at(first[:1], key=True)
        hint = "entries are under `entries:`"
        return Problem(place, "key-unknown", f"unknown key '{first[0]}'", hint)
    place = source.at(first, key=True)
    return Problem(place, "value-shape", "these are several entries", "write `entries:` above them")


def _parsed(
    game: str, name: str, model: type[Model], source: Source, root: Path, data: object = None
) -> ParsedEntry:
    value, problems = read_model(model, source, root, {} if root and data is None else data)
    entry = None if value is None else Entry(game, name, value, source, root)
    return ParsedEntry(source, root, entry, problems)


# --- the files of a project: found, and read again only after a change ----------------------------


# What a file says, from its name in positions and its content.
Parse: TypeAlias = Callable[[str, bytes], ParsedFile]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read: its version, the digest of its content, its size, and what it says."""

    version: tuple[int, ...]
    digest: bytes
    size: int
    parsed: ParsedFile


def read_after_change(
    files: dict[str, ReadFile],
    path: os.DirEntry[str],
    name: str,
    limit: int,
    parse: Parse,
    way: str = "",
) -> ReadFile:
    """A file, up to one byte more than the limit. Raises OSError.

    `files` are those that were read. `way` tells apart the ways to read the same file.
    """
    known, found = files.get(path.path + way), path.stat()
    version = version_of(found)
    if known and known.version == version:
        return known
    content = read_regular(path.path, limit)
    same = hashlib.sha256(content).digest()
    if known and known.digest == same:
        parsed = known.parsed
    else:
        with allowed(MAX_FILE_SECONDS, "file", name):
            parsed = parse(name, content)
    if len(content) > limit:
        size = max(found.st_size, len(content))
        parsed = replace(parsed, problems=[_whole(each, size) for each in parsed.problems])
    settled = time.time_ns() - found.st_ctime_ns > SETTLED
    read = ReadFile(version if settled else (), same, len(content), parsed)
    files[path.path + way] = read
    return read


def _whole(problem: Problem, size: int) -> Problem:
    """A problem of a file of which a part was read: one of its size gives the size of the file."""
    too_big = problem.code == "file-too-big"
    return replace(problem, message=f"the file has {size:,} bytes") if too_big else problem


def read_edit(
    files: dict[str, ReadFile],
    path: os.DirEntry[str],
    name: str,
    content: bytes,
    parse: Parse,
    way: str = "",
) -> ParsedFile:
    """What a file with another content than on the disk says: known if it is the last one read."""
    same, key = hashlib.sha256(content).digest(), path.path + way
    for known in (files.get(key), files.get(f"{key}\0edit")):
        if known and known.digest == same:
            return known.parsed
    with allowed(MAX_FILE_SECONDS, "file", name):
        parsed = parse(name, content)
    files[f"{key}\0edit"] = ReadFile((), same, len(content), parsed)
    return parsed


SPLIT = "make several files of it, or write it more simply"

# Excel makes a file `~$…` beside an open one.
_HIDDEN = (".", "~$")


@dataclass
class ProjectFiles:
    """Reads the files of a project. `read` are those that earlier calls read, by path; `edits` are
    the contents of files that are not as on the disk, by their names in positions; those that are
    `given_up` are not read.
    """

    folders: Folders
    read: dict[str, ReadFile]
    edits: Mapping[str, bytes] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    total: int = 0
    full: bool = False
    given_up: GivenUp = NOTHING

    def listing(self, folder: OsPath | os.DirEntry[str]) -> list[os.DirEntry[str]]:
        """The visible files of a folder, sorted; links out of the project are problems."""
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self.report(folder, "file-unreadable", error.strerror or str(error))
            return []
        visible = [entry for entry in entries if not entry.name.startswith(_HIDDEN)]
        visible = [entry for entry in visible if self._can_be_shown(entry)]
        # What is in a folder inside the project, and no link, is inside too.
        return [entry for entry in visible if not entry.is_symlink() or self.is_inside(entry)]

    def _can_be_shown(self, path: os.DirEntry[str]) -> bool:
        """Whether the name of a spreadsheet, which need not be an id, has no control characters.
        Reports a problem if it has.
        """
        name = self.folders.relative(path.name)
        if not is_spreadsheet(name) or for_terminal(name) == name:
            return True
        self.report(path, "name-invalid", "the name has control characters", "rename the file")
        return False

    def is_inside(self, path: OsPath | os.DirEntry[str], severity: Severity = "error") -> bool:
        """Whether the real path is inside the project; reports a problem if not."""
        # `path.resolve()` raises for circular links.
        inside = OsPath(os.path.realpath(path)).is_relative_to(self.folders.root)
        if not inside:
            self.report(path, "path-outside", "the link is outside the project", severity=severity)
        return inside

    def report(
        self,
        place: OsPath | os.DirEntry[str],
        code: str,
        message: str,
        hint: str = "",
        severity: Severity = "error",
    ) -> None:
        """Report a problem of a whole file or folder."""
        position = Position(self.folders.relative(OsPath(place)))
        self.problems.append(Problem(position, code, message, hint, severity))

    def valid_name(self, path: os.DirEntry[str], name: str) -> bool:
        """Whether `name` is a valid id; reports a problem if not."""
        if not valid_name(name):
            position = Position(self.folders.relative(OsPath(path)))
            self.problems.append(invalid_name(position, name))
            return False
        return True

    def unknown_file(self, path: os.DirEntry[str], known: list[str]) -> None:
        """Report an unknown file, whose name may be meant as a known one."""
        self.ignored(path, did_you_mean(path.name, known))

    def ignored(self, path: os.DirEntry[str], hint: str) -> None:
        """Report a file that is not read."""
        message = f"unknown file '{path.name}' is ignored"
        position = Position(self.folders.relative(OsPath(path)))
        self.problems.append(Problem(position, "file-unknown", message, hint, "warning"))

    def parsed(self, path: os.DirEntry[str], limit: int, parse: Parse, way: str = "") -> ParsedFile:
        """What a file says; its own problems are reported. Reads one byte more than the limit.

        `way` tells apart the ways to read the same file.
        """
        name = self.folders.relative(path.path)
        if self.full or self._is_given_up(path, name):
            return ParsedFile(readable=False)
        try:
            if name in self.edits:
                content = self.edits[name]
                return self._with_problems(read_edit(self.read, path, name, content, parse, way))
            read = read_after_change(self.read, path, name, limit, parse, way)
        except OSError as error:
            self.report(path, "file-unreadable", error.strerror or str(error))
            return ParsedFile(readable=False)
        self.count += 1
        self.total += read.size
        if self.count > MAX_PROJECT_FILES or self.total > MAX_PROJECT_BYTES:
            self._end(path, "the project has too many files or too much text")
            return ParsedFile(readable=False)
        return self._with_problems(read.parsed)

    def _is_given_up(self, path: os.DirEntry[str], name: str) -> bool:
        """Whether reading a file is given up; reports a problem if it is."""
        slow = dict(self.given_up.files)
        if name not in slow:
            return False
        self.report(
            path, "content-too-big", f"reading the file takes more than {slow[name]}", SPLIT
        )
        if len(slow) >= MAX_SLOW_FILES and name == self.given_up.files[-1][0]:
            self._end(path, f"{MAX_SLOW_FILES} files take too long to read")
        return True

    def _end(self, path: os.DirEntry[str], message: str) -> None:
        """Read no more files after this one."""
        self.full = True
        self.report(path, "content-too-big", message, "later files are not read")

    def _with_problems(self, parsed: ParsedFile) -> ParsedFile:
        self.problems += parsed.problems
        return parsed


def holds(test: Callable[[], bool]) -> bool:
    """The result of a test of a path; False when the path is not accessible."""
    try:
        return test()
    except OSError:
        return False
