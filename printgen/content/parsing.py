"""Files of games to entries: each file by itself, without the library."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from printgen.content.fingerprint import code_digest
from printgen.content.library import Entry
from printgen.content.limits import MAX_CHAPTER_BYTES, MAX_PROBLEMS
from printgen.content.markdown import Chapter, read_chapter
from printgen.content.models.base import Model
from printgen.content.models.game import Game, game_model
from printgen.content.models.kind import Kind, kind_models
from printgen.content.models.products import FacesProduct, Products
from printgen.content.names import invalid_name, valid_name
from printgen.content.source import Path, Source, read_source
from printgen.content.spreadsheets.header import Companion, is_companion, read_companion
from printgen.content.validation import read_model
from printgen.content.yaml_reader import Mark
from printgen.content.yaml_text import SourceError, decode
from printgen.problems import Position, Problem
from printgen.project import Folders
from printgen.store import Store, digest


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
        file: str,
        content: bytes,
    ) -> ParsedFile:
        """A spreadsheet with entries, read as a companion file says, if there is one."""
        # Imported here: most games have none.
        from printgen.content.spreadsheets.reading import read_spreadsheet

        source, problems = read_spreadsheet(
            file, content, model, companion, self.store, self.folders
        )
        if source is None:
            return ParsedFile(problems, readable=False)
        return self._entries(game, model, "", source, problems)

    def cards(
        self,
        game: Entry[Game],
        product: Entry[FacesProduct],
        companion: Companion,
        file: str,
        content: bytes,
    ) -> ParsedFile:
        """The spreadsheet that is the source of a product: its rows are a kind of their own."""
        from printgen.content.spreadsheets.reading import read_cards

        source, kind, problems = read_cards(
            file,
            content,
            product.value.title,
            game.value.languages,
            companion,
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
        return ParsedFile(chapter=self._chapter(game, name, lang, file, text))

    def _chapter(self, game: str, name: str, lang: str, file: str, text: str) -> Chapter:
        if not self.store:
            return read_chapter(game, name, lang, file, text)
        key = digest(code_digest(self.store), game, name, lang, file, text)
        if (kept := self.store.read("chapters", key)) is not None:
            known: Chapter = pickle.loads(kept)  # noqa: S301
            return known
        chapter = read_chapter(game, name, lang, file, text)
        self.store.write("chapters", key, pickle.dumps(chapter))
        return chapter


def _read_listed(
    found: ParsedFile,
    game: str,
    model: type[Model],
    source: Source,
    entries: Mapping[str, object],
) -> None:
    """Read the entries of a list into `found`, until there are too many problems."""
    count, last = 0, ""
    moved = {p.position.line for p in found.problems if p.code == "sheet-header"}
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
