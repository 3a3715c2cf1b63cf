"""Load a project's content into a library, and report the problems of its files, also those in the
wrong folder.
"""

from __future__ import annotations

import os
import re
from collections import ChainMap
from collections.abc import Container, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import cast

from printgen.content.budget import NOTHING, GivenUp
from printgen.content.fingerprint import mtime_fingerprint
from printgen.content.library import KINDS, Entry, GameContent, Library
from printgen.content.limits import MAX_CHAPTER_BYTES, MAX_SHEET_BYTES, MAX_YAML_BYTES
from printgen.content.models.base import Model
from printgen.content.models.kind import Kind
from printgen.content.models.products import FacesProduct, FieldUse, Products
from printgen.content.names import LANGUAGE
from printgen.content.project_files import (
    ParsedEntry,
    ParsedFile,
    Parser,
    ProjectFiles,
    ReadFile,
    holds,
)
from printgen.content.spreadsheets.header import Companion
from printgen.content.spreadsheets.sheet import is_refused, is_spreadsheet
from printgen.problems import Position, Problem, Subject, has_errors, nearest
from printgen.project import MARKER, Folders
from printgen.reading import walk
from printgen.store import Store

_CHAPTER = re.compile(rf"([0-9]{{2}}-[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.({LANGUAGE}))?\.md")

# Folders of a game without YAML.
_OTHER_FOLDERS = {"images", "texts"}


def load(
    folders: Folders,
    kinds: Mapping[str, type[Model]],
    products: type[Products],
    store: Store | None = None,
    files: dict[str, ReadFile] | None = None,
    edits: Mapping[str, bytes] | None = None,
    given_up: GivenUp = NOTHING,
) -> tuple[Library, list[Problem]]:
    """Read all games of a project. Never raises for faulty content.

    `kinds` are the models of all kinds of entry, by folder; `products` is that of `products.yaml`.
    `files` are those that earlier calls read, by path; they are read again only after a change.
    `edits` are contents of files instead of those on the disk, by their names in positions. What is
    `given_up` is not read, and is a problem.
    """
    store = store or Store(None)
    found = ProjectFiles(folders, {} if files is None else files, edits or {}, given_up=given_up)
    return _Loader(found, Parser(kinds, products, store, folders)).load(), found.problems


@dataclass
class _Loader:
    files: ProjectFiles
    parser: Parser
    # What the faults of a file break, by file.
    broken: dict[str, Subject] = field(default_factory=dict)

    def load(self) -> Library:
        # Before the files are read: what changes meanwhile is noticed.
        edits, parser = self.files.edits, self.parser
        seen = "" if edits else mtime_fingerprint(self.files.folders)
        library = Library(self.files.folders, parser.kinds, mtime_fingerprint=seen, edits=edits)
        library.products, library.store = parser.products, parser.store
        library.given_up = self.files.given_up
        self._links()
        for folder in self._games():
            content = self._game(folder)
            if content:
                library.games[content.id] = content
            else:
                library.broken.add(folder.name)
        self.files.problems = [
            replace(problem, breaks=problem.breaks or self.broken.get(problem.position.file))
            for problem in self.files.problems
        ]
        return library

    def _links(self) -> None:
        """Report links in the project's themes and fonts that lead out of it: they are not read,
        and what needs them has an error of its own, so this is a warning.
        """
        for top in (self.files.folders.templates, self.files.folders.root / "fonts"):
            below = () if top.is_symlink() else walk(top)
            found = (Path(place, name) for place, *listed in below for name in chain(*listed))
            for path in (top, *sorted(found)):
                if path.is_symlink():
                    self.files.is_inside(path, "warning")

    def _games(self) -> Iterator[os.DirEntry[str]]:
        content = self.files.folders.content
        there = holds(content.is_dir) and self.files.is_inside(content)
        listed = self.files.listing(content) if there else []
        folders = [entry for entry in listed if holds(entry.is_dir)]
        for entry in listed:
            if entry not in folders:
                self.files.unknown_file(entry, [])
        if not folders:
            hint = "create content/my-game/game.yaml"
            marker = self.files.folders.root / MARKER
            self.files.report(marker, "content-missing", "no game in content/", hint)
        yield from folders

    def _game(self, folder: os.DirEntry[str]) -> GameContent | None:
        if not self.files.valid_name(folder, folder.name):
            return None
        parts = {part.name: part for part in self.files.listing(folder)}
        if "game.yaml" not in parts:
            # Links out of the project are reported already.
            if not holds(Path(folder.path, "game.yaml").is_symlink):
                near = nearest("game.yaml", parts)
                hint = f"did you mean to name '{near}' 'game.yaml'?" if near else ""
                self.files.report(folder, "game-missing", "no game.yaml in this folder", hint)
            return None
        parse = partial(self.parser.game, folder.name)
        found = self.files.parsed(parts["game.yaml"], MAX_YAML_BYTES, parse)
        game = found.entries.get(folder.name)
        self.files.problems += game.problems if game else ()
        if game is None or game.entry is None:
            return None
        content = GameContent(folder.name, game.entry)
        content.added = {kind: {} for kind in self.parser.kinds if kind not in KINDS}
        content.declared = {kind: {} for kind in content.models if kind not in self.parser.kinds}
        for part in parts.values():
            self._part(content, part, parts)
        self._sources(content, {name: parts[name] for name in parts if is_spreadsheet(name)})
        return content

    def _part(
        self, content: GameContent, path: os.DirEntry[str], parts: Mapping[str, object]
    ) -> None:
        """Read one file or folder of a game. A folder in the place of a file is read as one."""
        is_file = path.name == "products.yaml" or is_spreadsheet(path.name)
        if holds(path.is_dir) and not is_file:
            model = self.parser.kinds.get(path.name) or content.models.get(path.name)
            if model:
                self._kind(content, path.name, model, self.files.listing(path))
            elif path.name == "chapters":
                for file in self.files.listing(path):
                    self._chapter(content, file)
            elif path.name not in _OTHER_FOLDERS:
                # If a folder that is missing is meant, all that needs it follows.
                known = *self.parser.kinds, *content.models, "chapters", *_OTHER_FOLDERS
                declared = {
                    kind: content.entry.at("kinds", kind, key=True) for kind in content.game.kinds
                }
                for kind in report_folder(self.files, path, known, parts, declared):
                    content.broken.add((kind, ""))
                    self._breaks(path, kind, content.id)
        elif path.name == "products.yaml":
            parse = partial(self.parser.product_list, content.id)
            found = self.files.parsed(path, MAX_YAML_BYTES, parse)
            if has_errors(found.problems) or not found.readable:
                content.broken.add(("products", ""))
            for name, product in found.entries.items():
                if product.entry:
                    content.products[name] = product.entry
        elif path.name != "game.yaml" and not is_spreadsheet(path.name):
            self.files.unknown_file(path, ["game.yaml", "products.yaml"])

    def _sources(self, content: GameContent, sheets: dict[str, os.DirEntry[str]]) -> None:
        """Read the spreadsheets of products, each once: it declares a kind with the name of the
        first product that reads it so.
        """
        unused, readers = dict(sheets), dict[str, list[Entry[FacesProduct]]]()
        for product in content.products_of(FacesProduct):
            if layout := product.value.layout:
                unused.pop(layout.source, None)
                readers.setdefault(layout.model_dump_json(), []).append(product)
        for products in readers.values():
            self._source(content, products, sheets)
        # What a faulty list of products uses is not known.
        for path in unused.values() if ("products", "") not in content.broken else ():
            hint = "name it as the `source` of a product, or move it to the folder of a kind"
            self.files.ignored(path, hint)

    def _source(
        self,
        content: GameContent,
        products: Sequence[Entry[FacesProduct]],
        sheets: dict[str, os.DirEntry[str]],
    ) -> None:
        """Read the source that some products share, which is one of some spreadsheets."""
        product, parsed = products[0], ParsedFile(readable=False)
        name, layout = product.id, product.value.layout
        assert layout
        companion = Companion(layout, product.source, product.root)
        if name in content.models or name in self.parser.kinds:
            message, hint = f"the game has a kind '{name}' already", "rename the product"
            self.files.problems.append(
                product.problem("id-duplicate", message, key=True, hint=hint)
            )
        elif layout.source not in sheets:
            self.files.problems.append(companion.unknown_file(list(sheets)))
        else:
            use = FieldUse.of([each.value for each in products])
            parse = partial(self.parser.cards, content.entry, product, companion, use)
            ways = name, product.value.title, content.game.languages, use, companion.key
            way = repr(ways)
            parsed = self.files.parsed(sheets[layout.source], MAX_SHEET_BYTES, parse, way)
        for each in products:
            _put_on(content, each, name)
        _declare(content, name, parsed.kind)
        for entry_name, entry in parsed.entries.items():
            self._entry(content, name, entry_name, entry)

    def _kind(
        self, content: GameContent, kind: str, model: type[Model], files: list[os.DirEntry[str]]
    ) -> None:
        """Read the entries of a kind. YAML files may say how to read spreadsheets."""
        if report_texts(self.files, files):
            content.broken.add((kind, ""))
            return
        found = {file.name: self._yaml_file(content, model, file) for file in files}
        sheets = {file.name: file for file in files if is_spreadsheet(file.name)}
        named = {each.companion.layout.source for each in found.values() if each.companion}
        for file in files:
            parsed, companion = found[file.name], found[file.name].companion
            if companion and companion.layout.source not in sheets:
                self.files.problems.append(companion.unknown_file(list(sheets)))
                parsed.readable = False
            elif companion:
                sheet = sheets[companion.layout.source]
                parsed = self._spreadsheet(content, model, sheet, companion)
            elif file.name in sheets and file.name not in named:
                parsed = self._spreadsheet(content, model, file, None)
            if not parsed.readable:
                content.broken |= {(kind, file.name.rpartition(".")[0]), (kind, "")}
                self._breaks(file, kind, content.id)
            for name, entry in parsed.entries.items():
                self._entry(content, kind, name, entry)

    def _yaml_file(
        self, content: GameContent, model: type[Model], path: os.DirEntry[str]
    ) -> ParsedFile:
        """A YAML file with an entry, with several under `entries:`, or about a spreadsheet."""
        name, dot, suffix = path.name.rpartition(".")
        if is_refused(path.name):
            hint = "save it as .xlsx, .ods or .csv"
            self.files.report(path, "sheet-unreadable", f"'.{suffix}' files are not read", hint)
            return ParsedFile(readable=False)
        if not dot or suffix not in ("yaml", "yml"):
            if not is_spreadsheet(path.name):
                self.files.unknown_file(path, ["*.yaml"])
        elif holds(path.is_dir):
            self.files.report(path, "file-unreadable", "a folder, not a file")
        elif self.files.valid_name(path, name):
            parse = partial(self.parser.entries, content.id, model, name)
            return self.files.parsed(path, MAX_YAML_BYTES, parse, _form(model))
        return ParsedFile()

    def _spreadsheet(
        self,
        content: GameContent,
        model: type[Model],
        path: os.DirEntry[str],
        companion: Companion | None,
    ) -> ParsedFile:
        language = content.first_language
        parse = partial(self.parser.spreadsheet, content.id, model, companion, language)
        way = language + _form(model) + (companion.key if companion else "")
        return self.files.parsed(path, MAX_SHEET_BYTES, parse, way)

    def _chapter(self, content: GameContent, path: os.DirEntry[str]) -> None:
        """Read a chapter of a book in one language: that of the game, if its name has none."""
        match, first = _CHAPTER.fullmatch(path.name), content.first_language
        several = len(content.game.languages) > 1
        if match is None or holds(path.is_dir) or (several and not match[2]):
            message, hint = f"invalid chapter file name '{path.name}'", "such as 03-turn.en.md"
            if holds(path.is_dir):
                message = f"'{path.name}' is a folder, not a file"
            elif match:
                message = f"the name '{path.name}' has no language"
                hint = f"rename it to {match[1]}.{first}.md"
            if match:
                content.broken.add(("chapters", f"{match[1]}.{match[2] or first}"))
            self.files.report(path, "chapter-name", message, hint)
            return
        name, lang = match[1], match[2] or first
        if (name, lang) in content.chapters:
            message = f"'{path.name}' is the same chapter as {name}.{lang}.md"
            self.files.report(path, "chapter-name", message, "delete one of them")
            return
        parse, way = partial(self.parser.chapter, content.id, name, lang), "" if match[2] else lang
        if chapter := self.files.parsed(path, MAX_CHAPTER_BYTES, parse, way).chapter:
            content.chapters[name, lang] = chapter
        else:
            content.broken.add(("chapters", f"{name}.{lang}"))
            self._breaks(path, "chapters", content.id, lang)

    def _breaks(self, path: os.DirEntry[str], kind: str, game: str, name: str = "") -> None:
        """Note what the faults of a file break."""
        self.broken[self.files.folders.relative(path.path)] = Subject(kind, game, name)

    def _entry(self, content: GameContent, kind: str, name: str, parsed: ParsedEntry) -> None:
        known = content.of_kind(kind)
        if name in known:
            first = known[name].at(key=True)
            here, message = parsed.source.at(parsed.root, key=True), f"duplicate id '{name}'"
            problem = Problem(here, "id-duplicate", message, f"first at {first}", also=first)
            # One of both should have another id, which is unknown.
            content.broken.add((kind, ""))
            self.files.problems.append(replace(problem, breaks=Subject(kind, content.id)))
            return
        subject = Subject(kind, content.id, name)
        kinds = cast(MutableMapping[str, type[Model]], self.parser.kinds)
        faults = faults_of(parsed, kind, ChainMap(content.models, kinds))
        self.files.problems += [replace(problem, breaks=subject) for problem in faults]
        if parsed.entry is None:
            content.broken.add((kind, name))
        else:
            known[name] = parsed.entry


def _put_on(content: GameContent, product: Entry[FacesProduct], kind: str) -> None:
    """Put the entries of the kind of a product's source on the product."""
    value = product.value.model_copy(update={"entries": {**product.value.entries, kind: "all"}})
    content.products[product.id] = replace(product, value=value)


def _declare(content: GameContent, name: str, kind: Kind | None) -> None:
    """Declare the kind of a source, which is None if it is faulty."""
    if kind is None:
        content.broken.add((name, ""))
        return
    game = content.game.model_copy(update={"kinds": {**content.game.kinds, name: kind}})
    content.entry = replace(content.entry, value=game)
    content.declared[name] = {}


@lru_cache(maxsize=200)
def _form(model: type[Model]) -> str:
    """What tells apart the models of a kind before and after an edit of its declaration."""
    return repr(model.model_fields)


# --- files and folders that are meant as others: what is missing follows from their names ---------


def report_folder(
    files: ProjectFiles,
    path: os.DirEntry[str],
    known: Sequence[str],
    parts: Container[str],
    declared: Mapping[str, Position],
) -> tuple[str, ...]:
    """Report an unknown folder. Returns the folder that is meant if this one is missing among the
    `parts` of the game; with the unknown one, if the name of a `declared` kind may be the mistake.
    """
    meant = nearest(path.name, known)
    meant = "" if meant in parts else meant
    if place := declared.get(meant):
        message = f"the folder '{path.name}' has no kind, and the kind '{meant}' no folder"
        hint = f"give both one name: that of the folder, or of the kind at {place}"
        files.report(path, "folder-unknown", message, hint)
        return meant, path.name
    # If the folder with a similar name is there, its name would hide that a game may declare kinds.
    hint = f"known: {', '.join(sorted(known))}; others are `kinds:` of game.yaml"
    hint = f"did you mean '{meant}'?" if meant else hint
    files.report(path, "folder-unknown", f"unknown folder '{path.name}'", hint)
    return (meant,) if meant else ()


def report_texts(files: ProjectFiles, listed: Sequence[os.DirEntry[str]]) -> bool:
    """Report the files of a folder of entries if all are `.txt`: they are spreadsheets under a
    wrong name. Returns whether they are.
    """
    if not listed or not all(file.name.endswith(".txt") for file in listed):
        return False
    for file in listed:
        hint = f"save it as '{file.name.removesuffix('.txt')}.csv'"
        files.report(file, "file-unknown", f"'{file.name}' is no file of entries", hint)
    return True


def faults_of(parsed: ParsedEntry, kind: str, models: Mapping[str, type[Model]]) -> list[Problem]:
    """The faults of an entry in the folder of a kind: a single one if all its keys are those of
    another kind. `models` are those of all kinds of the game.
    """
    data: object = parsed.source.data
    for step in parsed.root:
        data = data.get(step) if isinstance(data, dict) else None
    own = models.get(kind)
    if not parsed.problems or not isinstance(data, dict) or not own or data.keys() <= _keys(own):
        return parsed.problems
    meant = [name for name, model in models.items() if name != kind and _fits(data, model)]
    if len(meant) != 1:
        return parsed.problems
    message = f"this is no entry of {kind}: its keys are those of {meant[0]}"
    place = parsed.source.at(parsed.root, key=True)
    return [Problem(place, "key-unknown", message, f"move it to the folder {meant[0]}/")]


def _keys(model: type[Model]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


def _fits(keys: Iterable[str], model: type[Model]) -> bool:
    """Whether a model has all these keys, and requires no other one."""
    fields = model.model_fields.items()
    needed = {field.alias or name for name, field in fields if field.is_required()}
    return needed <= set(keys) <= _keys(model)
