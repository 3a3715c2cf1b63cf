"""The mutants of a game, one number, die, unit or row of its YAML changed, and their trials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, cached_property
from itertools import chain
from typing import Literal

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.load import load
from printgen.content.models.text import Text
from printgen.content.project_files import ReadFile
from printgen.content.source import Path
from printgen.problems import Position, Problem
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.check import Check
from printgen.rules.checks import all_checks
from printgen.rules.incremental import Links, concerned, links_of
from printgen.rules.mechanic import KINDS
from printgen.store import Store
from printgen.typography.language import language, languages

# --- the places of a game's YAML that an audit changes: numbers, dice, units and rows -------------


What = Literal["number", "die", "unit", "row"]

# What is no rule: credits, stories, pictures, and drawings of tables.
_NOT_RULES = """
    title subtitle version languages theme accent credits licence shop label errata icons story
    epithet image art vignette picture layout constraints kinds keywords name about intro
"""

_NO_RULES = frozenset(_NOT_RULES.split())

# A value such as `4+`, `D6+1`, `3/1`, `4"`, `10$` or `-1♡`, without words.
_VALUE = re.compile(r"(?=.*[0-9])[^a-z#]{1,20}|-?[0-9.]+ ?(?:in|cm|mm)")


@dataclass(frozen=True, slots=True)
class Site:
    """A value, a text or a row of an entry, by its path in the file.

    `texts` are its words by language; a value has one, under the key "". `row` is the name or the
    first text of its row, `stat` the name of its stat, if there are any.
    """

    entry: AnyEntry
    path: Path
    texts: dict[str, str]
    row: Text | None = None
    stat: Text | None = None
    is_row: bool = False

    @property
    def home(self) -> tuple[str, Path]:
        """The file, and the path in it."""
        return self.entry.source.file, (*self.entry.root, *self.path)


def sites(content: GameContent) -> Iterator[Site]:
    """The sites of a game, in the order of its entries."""
    for entry in content.entries():
        if entry.id in content.products and content.products[entry.id] is entry:
            continue
        data = entry.source.data
        for step in entry.root:
            data = data[step]
        # Texts of examples tell what happens, in no other place.
        is_example = content.examples.get(entry.id) is entry
        found = _Walk(content, entry).sites(data, (), None)
        yield from (site for site in found if "" in site.texts or not is_example)


@dataclass
class _Walk:
    """Walks through the data of an entry."""

    content: GameContent
    entry: AnyEntry

    def sites(self, data: object, path: Path, row: Text | None) -> Iterator[Site]:
        """The sites in the data at a path, in a row."""
        if isinstance(data, dict) and _is_text(data):
            yield Site(self.entry, path, {key: str(words) for key, words in data.items()}, row)
        elif isinstance(data, dict):
            row = (_row_name(data) if path else None) or row
            for key, value in data.items():
                if key not in _NO_RULES:
                    yield from self.sites(value, (*path, key), row)
        elif isinstance(data, list):
            yield from self._rows(data, path)
            for index, item in enumerate(data):
                yield from self.sites(item, (*path, index), row)
        elif _is_value(data):
            if path[0] == "facts":
                row = Text({"any": str(path[-1]).replace("_", " ")})
            yield Site(self.entry, path, {"": str(data)}, row, self._stat(path))
        elif isinstance(data, str) and " " in data:
            yield Site(self.entry, path, {self.content.first_language: data}, row)

    def _rows(self, data: list[object], path: Path) -> Iterator[Site]:
        rows = [row for row in data if isinstance(row, dict) and not _is_text(row)]
        for index, row in enumerate(rows if len(rows) == len(data) > 1 else ()):
            yield Site(self.entry, (*path, index), {}, _row_name(row), is_row=True)

    def _stat(self, path: Path) -> Text | None:
        """The name of the stat of a path."""
        game, key = self.content.game, path[-1]
        groups = [line.stats for line in game.stat_lines.values()]
        groups += [kind.stats for kind in game.trait_kinds.values()]
        for stats in groups:
            if stat := stats.get(str(key)):
                return _together(stat.name, stat.label)
        counter = game.counters.get(str(key))
        return counter.label if counter else None


def _is_text(data: dict[str, object]) -> bool:
    words = all(isinstance(value, str | int | float) for value in data.values())
    return bool(data) and words and all(Text.is_language(str(key)) for key in data)


def _is_value(data: object) -> bool:
    if isinstance(data, bool) or not isinstance(data, str | int | float):
        return False
    return _VALUE.fullmatch(str(data)) is not None


def _row_name(row: dict[str, object]) -> Text | None:
    """What a row is about: its name, its title or its first text."""
    named = [row[key] for key in ("name", "title", "label") if isinstance(row.get(key), dict | str)]
    others = [value for value in row.values() if isinstance(value, dict) and _is_text(value)]
    return next((Text.read(value) for value in [*named, *others]), None)


def _together(name: Text | None, label: Text) -> Text:
    """The name of a stat with its label: texts have the one or the other."""
    if name is None:
        return label
    labels = {lang: label.get(lang) or label.get("any") or "" for lang in name}
    return Text({lang: f"{words} {labels[lang]}" for lang, words in name.items()})


# --- mutants of a game's YAML: each changes one number, die or unit, or removes one row -----------


_SIDES = {3: 6, 4: 6, 6: 8, 8: 10, 10: 12, 12: 20, 20: 12, 100: 20}

_UNITS = {
    "inches": "cm", "inch": "cm", "pouces": "cm", "pouce": "cm", "zoll": "cm", "cm": "mm",
    "″": " cm", '"': " cm", "mm": "cm", "in": "cm",
}  # fmt: skip

_UNIT = "|".join(_UNITS)

_DIE = re.compile(r"(?<![^\W\d_])(?P<count>[0-9]{0,2}[DdWw])(?P<sides>[0-9]{1,3})(?![\w])")
_DIGITS = re.compile(r"(?<![\w.,#])[0-9]+(?![\w]|[.,][0-9])")
_WORD = re.compile(r"[^\W\d_]+")
_LENGTH = re.compile(
    rf"(?<=[0-9])(?P<space>[ \u00a0\u202f]?)(?P<unit>{_UNIT})(?!\w)", re.IGNORECASE
)

# Attributes of quotes, whose digits are keys.
_MARK = re.compile(r"\{\.[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a file: from a character on, old words become new ones."""

    start: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one fact: what it is, its site, the position and the words before and after, and
    the changes of the file, one per language.
    """

    what: What
    site: Site
    position: Position
    old: str
    new: str
    changes: tuple[Change, ...]

    @property
    def number(self) -> Decimal:
        """The number before the change: of a die its faces, of a length the number."""
        digits = re.findall(r"[0-9]+", self.old)
        if self.what == "unit":
            words = next(iter(self.site.texts.values()))
            before = re.search(rf"([0-9]+(?:[.,][0-9]+)?)[^0-9]{{0,2}}{re.escape(self.old)}", words)
            return Decimal(before[1].replace(",", ".")) if before else Decimal(0)
        return Decimal(digits[-1]) if digits else Decimal(_number(self.old) or 0)

    def apply(self, text: str) -> str:
        """The text of the file with the changes."""
        for change in sorted(self.changes, key=lambda change: -change.start):
            text = text[: change.start] + change.new + text[change.start + len(change.old) :]
        return text


@dataclass(frozen=True, slots=True)
class _Edit:
    """A change of the words of a site: what it is, and the old and the new words at a place."""

    what: What
    at: int
    old: str
    new: str


def mutants(content: GameContent, files: dict[str, str]) -> Iterator[Mutant]:
    """All mutants of a game. `files` are the texts of its files, by their names in positions."""
    for site in sites(content):
        text = files.get(site.entry.source.file)
        if text is None or site.entry.source.cells:
            continue
        yield from _rows(site, text) if site.is_row else _values(site, text)


def _values(site: Site, text: str) -> Iterator[Mutant]:
    """Mutants of a value, or of a text in all its languages at once."""
    edits = {lang: list(_edits(words, lang)) for lang, words in site.texts.items()}
    lang, first = next(iter(edits.items()))
    for edit in first:
        same = {each: _counterpart(edit, first, found) for each, found in edits.items()}
        changes = [_change(site, text, each, other) for each, other in same.items() if other]
        found = tuple(change for change in changes if change)
        if len(found) == len(edits):
            yield Mutant(
                edit.what, site, site.entry.at(*site.path, lang), edit.old, edit.new, found
            )


def _counterpart(edit: _Edit, first: list[_Edit], other: list[_Edit]) -> _Edit | None:
    """The edit of a translation that changes the same number as an edit of the first text."""
    own, alike = ([each for each in found if _key(each) == _key(edit)] for found in (first, other))
    return alike[own.index(edit)] if len(alike) == len(own) else None


def _key(edit: _Edit) -> tuple[What, str]:
    """What an edit has in common with that of a translation."""
    if edit.what == "number":
        return edit.what, str(_number(edit.old))
    return edit.what, re.sub(r"\D", "", edit.old) if edit.what == "die" else ""


@cache
def _all_words() -> dict[str, int]:
    return {word: n for each in languages().values() for word, n in each.numbers.items()}


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else _all_words().get(word.lower())


def _edits(words: str, lang: str) -> Iterator[_Edit]:
    """All changes of a text, or of a value if it has no language."""
    masked = _MARK.sub(lambda mark: "\0" * len(mark[0]), words)
    for die in _DIE.finditer(masked):
        if int(die["sides"]) in _SIDES:
            new = f"{die['count']}{_SIDES[int(die['sides'])]}"
            yield _Edit("die", die.start(), die[0], new)
    for number in _DIGITS.finditer(masked):
        yield _Edit("number", number.start(), number[0], str(int(number[0]) + 1))
    known = language(lang).numbers
    by_number = {n: word for word, n in reversed([*known.items()])}
    for word in _WORD.finditer(masked):
        n = known.get(word[0].lower())
        if n and n < 20 and n + 1 in by_number:
            yield _Edit("number", word.start(), word[0], by_number[n + 1])
    for unit in _LENGTH.finditer(masked):
        new = _UNITS[unit["unit"].lower()]
        yield _Edit("unit", unit.start("unit"), unit["unit"], new)


def _change(site: Site, text: str, lang: str, edit: _Edit) -> Change | None:
    """The edit of a text as a change of its file; None if the file has it in another form."""
    entry, words = site.entry, site.texts[lang]
    place = entry.at(*site.path, lang) if lang else entry.at(*site.path)
    start = _offset(text, place)
    segment = text[start : start + 2 * len(words) + 400]
    segment = _MARK.sub(lambda mark: "\0" * len(mark[0]), segment)
    masked = _MARK.sub(lambda mark: "\0" * len(mark[0]), words)
    whole = rf"(?<!\w){re.escape(edit.old)}(?!\w)" if edit.what != "unit" else re.escape(edit.old)
    nth = len(re.findall(whole, masked[: edit.at + len(edit.old)]))
    found = list(re.finditer(whole, segment))
    if not 0 < nth <= len(found):
        return None
    return Change(start + found[nth - 1].start(), edit.old, edit.new)


def _offset(text: str, place: Position) -> int:
    start = 0
    for _ in range(place.line - 1):
        start = text.index("\n", start) + 1
    return start + place.column - 1


def _rows(site: Site, text: str) -> Iterator[Mutant]:
    """The removal of a row that has lines of its own."""
    place = site.entry.at(*site.path)
    lines = text.split("\n")
    line = lines[place.line - 1]
    dash = _indent(line)
    if not line.lstrip().startswith("- ") or place.column != dash + 3:
        return
    end = place.line
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > dash):
        end += 1
    old = "\n".join(lines[place.line - 1 : end]) + "\n"
    start = sum(len(each) + 1 for each in lines[: place.line - 1])
    yield Mutant("row", site, place, line.strip(), "", (Change(start, old, ""),))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# --- trials: what a check of the project says of a mutant, without writing a file -----------------


# The checks that find most mutants, which come first: a trial ends with the first problem.
_FIRST = ("quoted-value-wrong", "example-wrong", "table-row", "constraint-broken")

# Checks of what no mutant changes.
_NOT_CONCERNED = """
    font-unknown label-missing label-placeholder theme-invalid theme-unknown product-template
    labels-invalid image-missing image-invalid icon-invalid icon-unknown text-language
    text-unbalanced mark-open mark-broken text-encoding text-character translation-missing
    translation-structure translation-marks
    chapter-text chapter-heading directive-unknown directive-unclosed heading-duplicate
    chapter-language product-format product-language imprint-incomplete font-invalid
    picture-broken style-refused
"""

_WITHOUT = frozenset(_NOT_CONCERNED.split())


@dataclass
class Trials:
    """Tries mutants of a game. The files of its project and their problems are read once."""

    folders: Folders
    store: Store
    game: str
    _read: dict[str, ReadFile] = field(default_factory=dict)

    @cached_property
    def library(self) -> Library:
        """The library without a change."""
        return self._load({})[0]

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts of the YAML files of the game, by their names in positions."""
        files = {entry.source.file for entry in self.library.games[self.game].entries()}
        return {
            file: _text(self.folders.read(file, MAX_YAML_BYTES))
            for file in files
            if file.endswith((".yaml", ".yml"))
        }

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All mutants of the game, in the order of its files."""
        return list(mutants(self.library.games[self.game], self.texts))

    def problem(self, mutant: Mutant) -> Problem | None:
        """The first new problem that a check of the project with a mutant finds: of the game, then
        of those that it concerns.
        """
        file = mutant.site.entry.source.file
        library, found = self._load({file: mutant.apply(self.texts[file]).encode()})
        games = sorted(concerned({self.game}, self._links), key=lambda name: name != self.game)
        more = (
            problem
            for name in (games if self.game in library.games else ())
            for check in _checks()
            for problem in check(library.games[name], library)
        )
        return next((p for p in chain(found, more) if _same(p) not in self._known), None)

    @cached_property
    def _known(self) -> set[tuple[str, str, str]]:
        library, problems = self._load({})
        for content in library.games.values():
            problems += [problem for check in _checks() for problem in check(content, library)]
        return set(map(_same, problems))

    @cached_property
    def _links(self) -> Links:
        return links_of(self.library)

    def _load(self, edits: dict[str, bytes]) -> tuple[Library, list[Problem]]:
        return load(self.folders, KINDS, products_model(), self.store, self._read, edits)


def _checks() -> list[Check]:
    checks = [check for check in all_checks() if check.code not in _WITHOUT]
    return sorted(checks, key=lambda check: check.code not in _FIRST)


def _same(problem: Problem) -> tuple[str, str, str]:
    """What tells a problem from others, wherever lines have moved."""
    return problem.position.file, problem.code, problem.message


def _text(content: bytes) -> str:
    text = content.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
