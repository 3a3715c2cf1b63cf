"""Entries in short, as Markdown: the words of a project make no link, picture or HTML in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.game import Game
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.content.source import Source, read_source
from printgen.content.yaml_reader import Mark
from printgen.extras.language_server.lines import span
from printgen.extras.language_server.projects import EditedProject
from printgen.extras.language_server.typed_values import described_keys
from printgen.quoting import for_markdown, markdown_of
from printgen.rules.stat_values import stat_blocks_of
from printgen.typography.text import typeset

# Rows of a table that are shown, and characters of a text.
_ROWS, _WORDS = 12, 600

# The texts of entries.
_TEXTS = ("epithet", "text", "note", "about", "question", "summary", "story")


def described(library: Library, kind: str, entry: AnyEntry, lang: str) -> str:
    """An entry in a language: its name, its texts, and its stats or its table."""
    first = library.games[entry.game].first_language
    words = _Words(lang, first)
    title = getattr(entry.value, "title", None)
    name = title if isinstance(title, Text) else entry.name
    parts = [f"**{words.of(name)}**  `{entry.game}/{kind}/{entry.id}`"]
    if isinstance(entry.value, Profile):
        parts += _profile(library, entry, words)
    elif isinstance(entry.value, Trait):
        kinds = library.games[entry.game].game.trait_kinds
        if entry.value.kind in kinds:
            parts.append(f"*{words.of(kinds[entry.value.kind].label)}*")
    elif isinstance(entry.value, Table):
        parts += _table(entry.value, words)
    for key in _TEXTS:
        value = getattr(entry.value, key, None)
        if isinstance(value, Text):
            parts.append(words.paragraphs(value))
    return "\n\n".join(parts)


class _Words:
    """The words of texts in a language of a game."""

    def __init__(self, lang: str, first: str):
        self._lang, self._first = lang, first

    def of(self, text: Text) -> str:
        """The words of a text in one line."""
        return self._marked(self._written(text))

    def paragraphs(self, text: Text) -> str:
        """The words of a text, cut if they are many."""
        paragraphs = self._written(text)[:_WORDS].strip().split("\n\n")
        return "\n\n".join(map(self._marked, paragraphs))

    def _written(self, text: Text) -> str:
        return text[text.language_for(self._lang, self._first)]

    def _marked(self, words: str) -> str:
        return markdown_of(typeset(words, self._lang))


def _profile(library: Library, profile: Entry[Profile], words: _Words) -> Iterator[str]:
    for block in stat_blocks_of(library, profile):
        shown = [(stat, block.values[key]) for key, stat in block.line.stats.items()
                 if key in block.values]  # fmt: skip
        labels = [words.of(stat.label) for stat, _ in shown]
        yield _grid(labels, [[for_markdown(str(value)) for _, value in shown]])
    traits = [words.of(trait.name) for trait in library.traits_of(profile)]
    if traits:
        yield ", ".join(traits)


def _table(table: Table, words: _Words) -> Iterator[str]:
    if table.matrix:
        matrix = table.matrix
        head = [f"{words.of(matrix.rows_label)} / {words.of(matrix.columns_label)}"]
        cells = [[row, *map(str, values)] for row, values in matrix.cells.items()]
        rows = [list(map(for_markdown, row)) for row in cells]
        yield _grid([*head, *map(for_markdown, matrix.columns)], rows)
    elif table.columns:
        texts = [
            [words.of(row[column]) if column in row else "" for column in table.columns]
            for row in table.rows
        ]
        yield _grid([words.of(label) for label in table.columns.values()], texts)


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, whose words are quoted already."""
    everything = list(rows)
    lines: list[Sequence[str]] = [head, ["---"] * len(head), *everything[:_ROWS]]
    if len(everything) > _ROWS:
        lines.append(["…"] * len(head))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# --- what a key of YAML is for, in the words of its model -----------------------------------------


def key_at(project: EditedProject, file: str, line: int, column: int) -> types.Hover | None:
    """The description of the key at a character of a YAML file, counted from 0."""
    content, lines = project.content(file), project.lines(file)
    if content is None or not file.endswith((".yaml", ".yml")):
        return None
    source, _ = read_source(file, "\n".join(lines).encode("utf-8", "replace"))
    if source is None:
        return None
    for model, data, mark in _typed(project.library, content, source):
        for name, at, words in described_keys(model, data, mark):
            if words and at.line == line and at.column <= column <= at.column + len(name):
                shown = types.MarkupContent(
                    types.MarkupKind.Markdown, f"**{for_markdown(name)}**: {words}"
                )
                return types.Hover(shown, span(lines, line, at.column, at.column + len(name)))
    return None


def _typed(
    library: Library, content: GameContent, source: Source
) -> Iterator[tuple[object, object, Mark]]:
    """The data of a file with their models and marks: the game, its products, or its entries."""
    data, mark = source.data, source.mark
    parts = source.file.split("/")[2:]
    folder = parts[0] if parts else ""
    if folder == "game.yaml":
        yield Game, data, mark
    elif folder == "products.yaml":
        whole = Mark(0, 0, keys={"products": (Mark(-1, 0), mark)})
        yield library.products, {"products": data}, whole
    elif folder in {*library.kinds, *content.models}:
        model = library.model(content.id, folder)
        if isinstance(data, dict) and set(data) == {"entries"}:
            yield dict[str, model], data["entries"], mark.keys["entries"][1]  # type: ignore[valid-type]
        else:
            yield model, data, mark
