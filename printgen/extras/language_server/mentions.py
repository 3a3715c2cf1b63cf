"""Words of files that name something: in Markdown, in YAML by the models, and in the cells of
spreadsheets.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.base import Expression, IconName, Id, Key, Reference, descriptions
from printgen.content.models.faces import Composed
from printgen.content.models.game import FactName, Game, game_model
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.products import ChapterName, FacesProduct, Product, Products
from printgen.content.models.profile import Profile
from printgen.content.models.roster import Member
from printgen.content.models.text import QuotedName
from printgen.content.source import Mark, Source
from printgen.content.spreadsheets.sheet import TABLES, format_of
from printgen.content.spreadsheets.tables import delimiter_of
from printgen.extra import load, named_parts
from printgen.typography.text import ICON

Form = Literal["reference", "id", "key", "expression", "chapter", "quote", "words"]

_FORMS: dict[object, Form] = {
    Reference: "reference",
    Id: "id",
    IconName: "id",
    Key: "key",
    Expression: "expression",
    ChapterName: "chapter",
    QuotedName: "quote",
    FactName: "id",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is: the model, its field, and the keys above the value in that field."""

    owner: type[BaseModel]
    field: str = ""
    above: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A text that a model declares as a name, an expression, or words with fields in braces, and
    its mark; `is_key` for the key of a mapping.
    """

    form: Form
    text: str
    mark: Mark
    place: Place
    is_key: bool = False


def typed_values(
    annotation: object, data: object, mark: Mark, place: Place
) -> Iterator[TypedValue]:
    """The names and expressions in data of a type. Data of another form has none."""
    if isinstance(data, str):
        if "{" in data and _is_composed(annotation):
            yield TypedValue("words", data, mark, place)
        elif form := _form(annotation):
            yield TypedValue(form, data, mark, place)
    elif isinstance(data, list):
        items = [arg for each in _of(annotation, list) for arg in get_args(each)]
        for value, value_mark in zip(data, mark.items, strict=False):
            for item in items:
                yield from typed_values(item, value, value_mark, place)
    elif isinstance(data, dict):
        if model := _model(annotation, data):
            hints = _hints(model)
            for name, value in data.items():
                if name in hints and name in mark.keys:
                    own = Place(model, name)
                    yield from typed_values(hints[name], value, mark.keys[name][1], own)
        for each in _of(annotation, dict):
            yield from _mapping(each, data, mark, place)
        if _is_composed(annotation):
            yield from _mapping(dict[str, Composed], data, mark, place)


def _is_composed(annotation: object) -> bool:
    """Whether values of a type may be words with fields in braces."""
    return Composed in map(_plain, _alternatives(annotation))


def described_keys(
    annotation: object, data: object, mark: Mark
) -> Iterator[tuple[str, Mark, str | None]]:
    """The keys of models in data of a type: their names, their marks, and what the models say."""
    if isinstance(data, list):
        items = [arg for each in _of(annotation, list) for arg in get_args(each)]
        for value, value_mark in zip(data, mark.items, strict=False):
            for item in items:
                yield from described_keys(item, value, value_mark)
    elif isinstance(data, dict):
        inside = [get_args(each)[1] for each in _of(annotation, dict)]
        model = _model(annotation, data)
        fields = model.model_fields.items() if model else ()
        texts = descriptions(model) if model else {}
        words = {info.alias or name: texts.get(name) for name, info in fields}
        hints = _hints(model) if model else {}
        for name, (key_mark, value_mark) in mark.keys.items():
            if name in hints:
                yield name, key_mark, words[name]
            for each in [hints[name]] if name in hints else inside:
                yield from described_keys(each, data.get(name), value_mark)


def _mapping(
    annotation: object, data: Mapping[str, object], mark: Mark, place: Place
) -> Iterator[TypedValue]:
    key_type, value_type = get_args(annotation)
    form = _form(key_type)
    for name, value in data.items():
        if name not in mark.keys:
            continue
        key_mark, value_mark = mark.keys[name]
        if form:
            yield TypedValue(form, name, key_mark, place, is_key=True)
        inside = replace(place, above=(*place.above, name))
        yield from typed_values(value_type, value, value_mark, inside)


def _form(annotation: object) -> Form | None:
    """What texts of a type are; None for words."""
    for each in _alternatives(annotation):
        if get_origin(each) is Annotated:
            constraints = get_args(each)[1:]
            for named, form in _FORMS.items():
                if any(each is get_args(named)[1] for each in constraints):
                    return form
    return None


def _of(annotation: object, origin: type) -> list[object]:
    """The alternatives of a type that are lists, or mappings."""
    plain = map(_plain, _alternatives(annotation))
    return [each for each in plain if get_origin(each) is origin]


def _model(annotation: object, data: Mapping[str, object]) -> type[BaseModel] | None:
    """The model of a mapping: of several, the one that most of its keys and its choices fit."""
    plain = [_plain(each) for each in _alternatives(annotation)]
    models = [each for each in plain if isinstance(each, type) and issubclass(each, BaseModel)]

    def likeness(model: type[BaseModel]) -> tuple[int, int]:
        hints = _hints(model)
        choices = {name: hint for name, hint in hints.items() if get_origin(hint) is Literal}
        chosen = sum(data.get(name) in get_args(hint) for name, hint in choices.items())
        return chosen, sum(name in hints for name in data)

    return max(models, key=likeness, default=None)


def _alternatives(annotation: object) -> Iterator[object]:
    """The types of a union."""
    inner = _plain(annotation)
    if get_origin(inner) in (Union, types.UnionType):
        for each in get_args(inner):
            yield from _alternatives(each)
    else:
        yield annotation


def _plain(annotation: object) -> object:
    """A type without its constraints."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


@cache
def _hints(model: type[BaseModel]) -> dict[str, object]:
    """The types of the keys of a model, with their constraints."""
    hints = get_type_hints(model, include_extras=True)
    return {info.alias or name: hints[name] for name, info in model.model_fields.items()}


# --- what the names of YAML data name: the kinds of entry, by the fields of the models ------------


# What games declare besides entries, with ids of their own.
ICONS, TERMS, FACTS = "icons", "terms", "facts"
HEADINGS, CHAPTERS = "headings", "chapters"

# The kind of entry that references and ids name, by field.
REFERENCES: dict[str, str] = {
    **dict.fromkeys(
        ("attacker", "figure", "heroes", "profile", "profiles", "rows", "target", "unit", "waiting",
         "who"),
        "profiles",
    ),
    **dict.fromkeys(
        ("attack", "brings", "fearless", "frightening", "harmless", "hides", "protection", "slow",
         "stars", "trait", "traits", "turns", "unarmed", "weapon"),
        "traits",
    ),
    **dict.fromkeys(
        ("cohesion", "conflicts", "into_melee", "limits", "lots", "parry", "protections",
         "ranges", "shooting", "striking", "table", "tables", "troops", "worth"),
        "tables",
    ),
    "holds": "products",
    "icon": ICONS,
    "map": "maps",
    "plan": "plans",
    "plans": "plans",
    "quest": "quests",
    "quests": "quests",
    "roster": "rosters",
    "scenario": "scenarios",
    "studies": "studies",
    "study": "studies",
}  # fmt: skip


@cache
def default_names() -> frozenset[str]:
    """The ids of the tables that examples look for unless they name others."""
    kinds = [load(example).model for example in named_parts("examples").values()]
    fields = (pair for model in kinds for pair in model.model_fields.items())
    return frozenset(
        info.default
        for name, info in fields
        if REFERENCES.get(name) == "tables" and isinstance(info.default, str)
    )


def kinds_named(value: TypedValue, content: GameContent, kind: str) -> tuple[str, ...]:
    """The kinds that a name of an entry, a product or a game may be of; none for other values.
    `kind` is that of the entry.
    """
    place = value.place
    if value.form == "chapter":
        return (CHAPTERS,)
    usual = (REFERENCES[place.field],) if place.field in REFERENCES else ()
    if value.form == "reference":
        if issubclass(place.owner, DeclaredEntry) and kind in content.game.kinds:
            field = content.game.kinds[kind].fields.get(place.field)
            return (field.to,) if field and field.to else ()
        if issubclass(place.owner, FacesProduct) and place.field == "entries":
            return place.above[:1]
        if issubclass(place.owner, Profile) and place.field == "stats":
            return ()
        if place.field in ("quantities", "except"):
            decks = content.products_of(FacesProduct)
            return tuple(dict.fromkeys(kind for deck in decks for kind in deck.value.kinds))
        if place.owner is Member and (rules := content.game.rosters):
            upgrades = (rules.upgrades.of,) if rules.upgrades else ()
            return tuple(rules.of) if place.field == "entry" else upgrades
        return usual
    if value.form != "id":
        return ()
    if issubclass(place.owner, Product) and place.field == "of":
        return ("products",)
    if not value.is_key:
        return usual
    if issubclass(place.owner, Game) and place.field in (FACTS, ICONS, TERMS):
        return (place.field,)
    return ("products",) if issubclass(place.owner, Products) and not place.above else ()


_LINK = re.compile(r"(?:\]\(|^\[[^\]]+\]:\s+)([a-z0-9-]+):([a-z0-9/-]+)")
_ANCHOR = re.compile(r"(?:\]\(|^\[[^\]]+\]:\s+)#([^)\s]+)")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s.*\{[^{}]*#([\w-]+)[^{}]*\}\s*$")

# The marks of quotes: `{.is of="zombie" stat="move"}`, `{.odds key="guts 5 0"}`.
_MARK = re.compile(r"\{\s*\.(is|odds|term)\b([^{}]*)\}")
_ATTRIBUTE = re.compile(r"""\b(of|stat|key)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))""")
_OF = re.compile(r"(?:([a-z0-9-]+):)?([a-z0-9/_-]+)")
_WORD = re.compile(r"[^\s.]+")

_DIRECTIVE = re.compile(r"\s*:::+\{([a-z0-9-]+)\}[ \t]+(.+)")
_REFERENCE = re.compile(r"(?:[a-z0-9-]+/)?[a-z0-9]+(?:-[a-z0-9]+)*")

# What directives have as argument, besides entries.
_NO_ENTRY = {"words", "file", "scale", "stat_line", ""}


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters `start` to `end` of a line (from 0) that name something.

    `reference` is an id, `game/id` or `kind:id`; `kinds` are those that it may be of, none for all
    kinds of entry. With `stat`, the characters name a value of the entry; with `of`, an entry that
    the entry or study `of` names, too. `spelt` is the way in which the characters spell the id:
    as it is, with `_` instead of hyphens, or not at all, as the name of an entry that stands for
    it. `cell` is the cell of a workbook, whose text the editor does not see.
    `value` is the path of the value that a quote is of: the entry has it.
    """

    line: int
    start: int
    end: int
    reference: str
    kinds: tuple[str, ...] = ()
    stat: str = ""
    of: str = ""
    spelt: str = "id"
    cell: str = ""
    value: str = ""

    @property
    def id(self) -> str:
        """The id, without the kind and the game."""
        return re.split("[/:]", self.reference)[-1]


def folders(word: str, content: GameContent) -> tuple[str, ...]:
    """The kinds of entry that a word of a text names: `profile`, `traits`, a declared kind."""
    if LEAF_DIRECTIVES.get(word) == "words":
        return ("traits",)
    known = {*LEAF_DIRECTIVES.values(), "traits", "products", *content.declared} - _NO_ENTRY
    for name in (word, LEAF_DIRECTIVES.get(word, ""), f"{word}s"):
        if name in known:
            return (name,)
    return (REFERENCES[word],) if word in REFERENCES else ()


def in_line(number: int, line: str, content: GameContent, chapter: bool) -> Iterator[Mention]:
    """The mentions in the words of a line of a chapter, or of texts in YAML."""
    for found in _LINK.finditer(line):
        if kinds := folders(found[1], content):
            yield Mention(number, *found.span(2), found[2], kinds)
    for found in _ANCHOR.finditer(line) if chapter else ():
        yield Mention(number, *found.span(1), found[1], (HEADINGS,))
    for found in _MARK.finditer(line):
        yield from _in_mark(number, found, content)
    for found in ICON.finditer(line) if content.game.icons else ():
        if not line.startswith(":::", found.start() - 3):
            yield Mention(number, *found.span(1), found[1], (ICONS,))
    if chapter and (heading := _HEADING.match(line)):
        yield Mention(number, *heading.span(1), heading[1], (HEADINGS,))
    if chapter and (directive := _DIRECTIVE.match(line)):
        kinds = folders(directive[1], content)
        for word in _REFERENCE.finditer(directive[2]) if kinds else ():
            start = directive.start(2) + word.start()
            yield Mention(number, start, start + len(word[0]), word[0], kinds)


def _in_mark(number: int, mark: re.Match[str], content: GameContent) -> Iterator[Mention]:
    """The mentions in the mark of a quote or a term."""
    given: dict[str, tuple[int, str]] = {}
    for match in _ATTRIBUTE.finditer(mark[2]):
        group = next(index for index in (2, 3, 4) if match[index] is not None)
        given[match[1]] = mark.start(2) + match.start(group), match[group]
    start, key = given.get("key", (0, ""))
    if mark[1] == "term" and key:
        yield Mention(number, start, start + len(key), key, (TERMS,))
    elif mark[1] == "odds":
        words = _words(start, key)
        first = next(words, None)
        if first:
            study = Mention(number, first[0], first[1], first[2], ("studies",))
            yield study
            for begin, end, word in words:
                yield Mention(number, begin, end, word, of=f"study:{first[2]}")
    elif mark[1] == "is" and "of" in given:
        start, of = given["of"]
        if "stat" not in given:
            yield Mention(number, start, start + len(of), of, (FACTS,))
        elif named := _OF.fullmatch(of):
            kinds = folders(named[1], content) if named[1] else ()
            begin, path = given["stat"]
            yield Mention(
                number, start + named.start(2), start + len(of), named[2], kinds, value=path
            )
            # The value that the path names, and the entries in it.
            yield Mention(number, begin, begin + len(path), of, kinds, stat=path)
            for left, right, word in list(_words(begin, path))[1:]:
                yield Mention(number, left, right, word, of=of)


def _words(start: int, text: str) -> Iterator[tuple[int, int, str]]:
    """The words of a text that begins at a character, each with its span."""
    for word in _WORD.finditer(text):
        yield start + word.start(), start + word.end(), word[0]


# --- values of YAML files and cells of spreadsheets that name something, by the models ------------


# What may stand before a text in YAML: its anchor, and its quote.
_BEFORE = re.compile(r"(?:[&!]\S*\s+)*[\"']?")

_HAS = re.compile(r"\bhas\(\s*(\w+)\s*\)")


class Part(NamedTuple):
    """A part of a file with a model: its kind, its data and their mark; of an entry, its id, too,
    and the mark of this id where it is a key.
    """

    kind: str
    model: type[BaseModel]
    data: object
    mark: Mark
    id: str = ""
    key: Mark | None = None


class YamlMentions:
    """The mentions of a YAML file of a game, whose text has these lines."""

    def __init__(
        self, library: Library, content: GameContent, source: Source, lines: Sequence[str]
    ):
        self._library, self._content = library, content
        self._source, self._lines = source, lines

    def all(self) -> Iterator[Mention]:
        """The mentions of the file."""
        for part in self.parts():
            if part.key:
                value = TypedValue("id", part.id, part.key, Place(part.model), True)
                yield from self._at(value, (part.kind,))
            if part.id:
                yield from self._name(part.kind, part.id, part.data, part.mark)
            yield from self._of(part.model, part.data, part.mark, part.kind)

    def parts(self) -> Iterator[Part]:
        """The parts of the file: the game, the products, or its entries."""
        data, mark = self._source.data, self._source.mark
        folder, *rest = self._source.file.split("/")[2:]
        if self._source.file.startswith("templates/"):
            return
        if folder == "products.yaml":
            whole = Mark(0, 0, keys={"products": (Mark(-1, 0), mark)})
            yield Part("products", self._library.products, {"products": data}, whole)
        elif folder == "game.yaml":
            yield Part("game", game_model(), data, mark)
        elif folder in {*self._library.kinds, *self._content.models}:
            yield from self._entries(folder, rest[-1].rpartition(".")[0])
        elif not rest:
            # The source of a product: a kind of the product's name.
            for kind, entries in self._content.declared.items():
                if any(entry.source is self._source for entry in entries.values()):
                    yield from self._entries(kind, "")

    def _entries(self, kind: str, id: str) -> Iterator[Part]:
        """The entries of a file: one with the id of the file, or those below `entries`."""
        data, mark = self._source.data, self._source.mark
        model = self._library.model(self._content.id, kind)
        if not isinstance(data, dict):
            return
        if set(data) != {"entries"}:
            yield Part(kind, model, data, mark, id)
            return
        entries, marks = data["entries"], mark.keys["entries"][1]
        for name, value in entries.items() if isinstance(entries, dict) else ():
            key, inner = marks.keys[name]
            yield Part(kind, model, value, inner, name, key)

    def of_entry(self, kind: str, entry: AnyEntry) -> Iterator[Mention]:
        """The mentions of one entry, without their places."""
        data, mark = self._source.data, self._source.mark
        for step in entry.root:
            data, mark = data[step], mark.keys[str(step)][1]
        model = type(entry.value)
        for value in typed_values(model, data, mark, Place(model)):
            kinds = kinds_named(value, self._content, kind)
            if kinds:
                yield Mention(0, 0, 0, value.text, kinds)

    def _name(self, kind: str, id: str, data: object, mark: Mark) -> Iterator[Mention]:
        """The name of an entry stands for the entry."""
        for key in ("name", "title"):
            if key in mark.keys and mark.keys[key][0].line < len(self._lines):
                place = mark.keys[key][0]
                line = self._lines[place.line]
                end = (
                    len(line.rstrip())
                    if isinstance(data, dict) and isinstance(data[key], str)
                    else place.column + len(key)
                )
                yield Mention(place.line, place.column, end, id, (kind,), spelt="name")
                return

    def _of(self, model: type[BaseModel], data: object, mark: Mark, kind: str) -> Iterator[Mention]:
        for value in typed_values(model, data, mark, Place(model)):
            if value.form == "expression":
                yield from self._in_expression(value)
                continue
            if value.form == "quote":
                yield from self._at(*self._quoted(value))
                continue
            kinds = kinds_named(value, self._content, kind)
            if kind == "tables" and value.place.field == "values" and not value.is_key:
                # Those of which all ids in the column are.
                column = data["values"][value.place.above[0]] if isinstance(data, dict) else ()
                ids = {id for cell in column for id in (cell if isinstance(cell, list) else [cell])
                       if isinstance(id, str)}  # fmt: skip
                every = ("traits", "profiles", *self._content.declared)
                alike = (k for k in every if ids and ids <= self._content.of_kind(k).keys())
                kinds = tuple(alike)[:1]
            if kinds:
                yield from self._at(value, kinds)

    def _quoted(self, value: TypedValue) -> tuple[TypedValue, tuple[str, ...]]:
        """What a value is of: an entry of any kind, `kind:id`, or a fact."""
        word, _, _ = value.text.rpartition(":")
        if word:
            return value, folders(word, self._content)
        every = (*self._library.kinds, "products", *self._content.declared)
        return value, (FACTS,) if value.text in self._content.game.facts else every

    def _in_expression(self, value: TypedValue) -> Iterator[Mention]:
        """The traits in `has(close_order)`."""
        if value.mark.line >= len(self._lines):
            return
        line = self._lines[value.mark.line]
        end = line.find(value.text, value.mark.column) + len(value.text)
        for match in _HAS.finditer(line, value.mark.column, max(end, value.mark.column)):
            reference = match[1].replace("_", "-")
            yield Mention(
                value.mark.line, *match.span(1), reference, ("traits",), spelt="identifier"
            )

    def _at(self, value: TypedValue, kinds: tuple[str, ...]) -> Iterator[Mention]:
        mark = value.mark
        line = self._lines[mark.line] if mark.line < len(self._lines) else ""
        before = _BEFORE.match(line, mark.column)
        start = before.end() if before else mark.column
        if line.startswith(value.text, start):
            yield Mention(mark.line, start, start + len(value.text), value.text, kinds)


# The most lines of a row of a spreadsheet, whose cells may have several.
_ROW = 200


class SheetMentions(YamlMentions):
    """The mentions of a spreadsheet; those of a workbook have cells instead of places."""

    def __init__(
        self, library: Library, content: GameContent, source: Source, lines: Sequence[str]
    ):
        super().__init__(library, content, source, lines)
        self._cell: re.Pattern[str] | None = None
        if format_of(source.file) in TABLES:
            is_tsv = format_of(source.file) == ".tsv"
            delimiter = "\t" if is_tsv else delimiter_of("\n".join(lines))
            self._cell = re.compile(rf'\s*"[^"]*(?:""[^"]*)*"|[^{delimiter}\n]*')

    def _name(self, kind: str, id: str, data: object, mark: Mark) -> Iterator[Mention]:
        return iter(())

    def _at(self, value: TypedValue, kinds: tuple[str, ...]) -> Iterator[Mention]:
        mark = value.mark
        if self._cell and (found := self._words(mark, value.text)):
            yield Mention(*found, value.text, kinds)
        # An id that is not in a text file is made of the name of its row.
        elif self._cell is None or value.is_key:
            cell = self._source.place(mark).cell
            yield Mention(mark.line, 0, 0, value.text, kinds, cell=cell)

    def _words(self, mark: Mark, words: str) -> tuple[int, int, int] | None:
        """The line and the span of words, as a whole item of a cell of a text file; None if it
        lacks them.
        """
        assert self._cell
        text, at = "\n".join(self._lines[mark.line : mark.line + _ROW]), 0
        for _ in range(mark.column):
            found = self._cell.match(text, at)
            at = found.end() + 1 if found else at
        cell = self._cell.match(text, at)
        match = re.search(rf"(?<![\w/-]){re.escape(words)}(?![\w-])", cell[0] if cell else "")
        if match is None:
            return None
        before = text[: at + match.start()]
        start = len(before) - before.rfind("\n") - 1
        return mark.line + before.count("\n"), start, start + len(words)
