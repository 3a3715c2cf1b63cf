"""The places of names in YAML files and in the cells of spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.game import Game, game_model
from printgen.content.source import Mark, Source
from printgen.content.spreadsheets.sheet import TABLES, delimiter_of, format_of
from printgen.extras.language_server.mentions import Mention, folders
from printgen.extras.language_server.typed_values import (
    FACTS,
    Place,
    TypedValue,
    kinds_named,
    typed_values,
)

# --- the places of the cells of a CSV or TSV file in its lines ------------------------------------


# The most lines of a row, whose cells may have several.
_ROW = 200


@dataclass
class SheetCells:
    """The cells of a text file with a table, by the line where their row begins (from 0)."""

    file: str
    lines: Sequence[str]

    def __post_init__(self) -> None:
        tabs = format_of(self.file) == ".tsv"
        delimiter = "\t" if tabs else delimiter_of("\n".join(self.lines))
        self._cell = re.compile(rf'\s*"[^"]*(?:""[^"]*)*"|[^{delimiter}\n]*')

    def words(self, row: int, column: int, words: str) -> tuple[int, int, int] | None:
        """The line and the span of words, as a whole item of a cell; None if it lacks them."""
        line, start, text = self._text(row, column)
        if found := re.search(rf"(?<![\w/-]){re.escape(words)}(?![\w-])", text):
            before = text[: found.start()]
            below = before.count("\n")
            begin = len(before) - before.rfind("\n") - 1 if below else start + len(before)
            return line + below, begin, begin + len(words)
        return None

    def _text(self, row: int, column: int) -> tuple[int, int, str]:
        """The line and the column where a cell begins, and its text as written."""
        text, at = "\n".join(self.lines[row : row + _ROW]), 0
        for _ in range(column):
            found = self._cell.match(text, at)
            at = found.end() + 1 if found else at
        found = self._cell.match(text, at)
        before = text[:at]
        start = at - before.rfind("\n") - 1
        return row + before.count("\n"), start, found[0] if found else ""


# --- values of YAML files and cells of spreadsheets that name something, by the models ------------


# What may stand before a text in YAML: its anchor, and its quote.
_BEFORE = re.compile(r"(?:[&!]\S*\s+)*[\"']?")

_HAS = re.compile(r"\bhas\(\s*(\w+)\s*\)")


class YamlMentions:
    """The mentions of a YAML file of a game, whose text has these lines."""

    def __init__(
        self, library: Library, content: GameContent, source: Source, lines: Sequence[str]
    ):
        self._library, self._content = library, content
        self._source, self._lines = source, lines

    def all(self) -> Iterator[Mention]:
        """The mentions of the file."""
        data, mark = self._source.data, self._source.mark
        folder, *rest = self._source.file.split("/")[2:]
        if folder == "products.yaml":
            data, mark = {"products": data}, Mark(0, 0, keys={"products": (mark, mark)})
            yield from self._of(self._library.products, data, mark, "products")
        elif folder == "game.yaml":
            yield from self._of(game_model(), data, mark, "game")
        elif self._source.file.startswith("templates/"):
            return
        elif folder in {*self._library.kinds, *self._content.models}:
            yield from self._of_entries(folder, data, mark, rest[-1].rpartition(".")[0])
        elif not rest:
            # The source of a product: a kind of the product's name.
            for kind, entries in self._content.declared.items():
                if any(entry.source is self._source for entry in entries.values()):
                    yield from self._of_entries(kind, data, mark, "")

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

    def _of_entries(self, kind: str, data: object, mark: Mark, id: str) -> Iterator[Mention]:
        model = self._library.model(self._content.id, kind)
        if not isinstance(data, dict):
            return
        if set(data) != {"entries"}:
            yield from self._name(kind, id, data, mark)
            yield from self._of(model, data, mark, kind)
            return
        entries, marks = data["entries"], mark.keys["entries"][1]
        for name, value in entries.items() if isinstance(entries, dict) else ():
            key, inner = marks.keys[name]
            yield from self._at(TypedValue("id", name, key, Place(model), True), (kind,))
            yield from self._name(kind, name, value, inner)
            yield from self._of(model, value, inner, kind)

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

    def _of(self, model: object, data: object, mark: Mark, kind: str) -> Iterator[Mention]:
        owner = model if isinstance(model, type) else Game
        for value in typed_values(model, data, mark, Place(owner)):
            if value.form == "expression":
                yield from self._in_expression(value)
                continue
            if value.form == "quote":
                yield from self._at(*self._quoted(value))
                continue
            kinds = kinds_named(value, self._content, kind)
            if kind == "tables" and value.place.field == "values" and not value.is_key:
                kinds = self._of_column(data, value)
            if kinds:
                yield from self._at(value, kinds)

    def _quoted(self, value: TypedValue) -> tuple[TypedValue, tuple[str, ...]]:
        """What a value is of: an entry of any kind, `kind:id`, or a fact."""
        word, _, _ = value.text.rpartition(":")
        if word:
            return value, folders(word, self._content)
        every = (*self._library.kinds, "products", *self._content.declared)
        return value, (FACTS,) if value.text in self._content.game.facts else every

    def _of_column(self, data: object, value: TypedValue) -> tuple[str, ...]:
        """The kinds of which all ids in a column of a table are."""
        column = data["values"][value.place.above[0]] if isinstance(data, dict) else ()
        ids = {id for cell in column for id in (cell if isinstance(cell, list) else [cell])
               if isinstance(id, str)}  # fmt: skip
        kinds = ("traits", "profiles", *self._content.declared)
        return tuple(k for k in kinds if ids and ids <= self._content.of_kind(k).keys())[:1]

    def _in_expression(self, value: TypedValue) -> Iterator[Mention]:
        """The traits in `has(close_order)`."""
        if value.mark.line >= len(self._lines):
            return
        line = self._lines[value.mark.line]
        end = line.find(value.text, value.mark.column) + len(value.text)
        for found in _HAS.finditer(line, value.mark.column, max(end, value.mark.column)):
            reference = found[1].replace("_", "-")
            yield Mention(
                value.mark.line, *found.span(1), reference, ("traits",), spelt="identifier"
            )

    def _at(self, value: TypedValue, kinds: tuple[str, ...]) -> Iterator[Mention]:
        mark = value.mark
        line = self._lines[mark.line] if mark.line < len(self._lines) else ""
        before = _BEFORE.match(line, mark.column)
        start = before.end() if before else mark.column
        if line.startswith(value.text, start):
            yield Mention(mark.line, start, start + len(value.text), value.text, kinds)


class SheetMentions(YamlMentions):
    """The mentions of a spreadsheet; those of a workbook have cells instead of places."""

    def __init__(
        self, library: Library, content: GameContent, source: Source, lines: Sequence[str]
    ):
        super().__init__(library, content, source, lines)
        self._cells = SheetCells(source.file, lines) if format_of(source.file) in TABLES else None

    def _name(self, kind: str, id: str, data: object, mark: Mark) -> Iterator[Mention]:
        return iter(())

    def _at(self, value: TypedValue, kinds: tuple[str, ...]) -> Iterator[Mention]:
        mark = value.mark
        if self._cells is None:
            cell = self._source.place(mark).cell
            yield Mention(mark.line, 0, 0, value.text, kinds, cell=cell)
        elif found := self._cells.words(mark.line, mark.column, value.text):
            yield Mention(*found, value.text, kinds)
        elif value.is_key:
            # An id that is made of the name of its row.
            cell = self._source.place(mark).cell
            yield Mention(mark.line, 0, 0, value.text, kinds, cell=cell)
