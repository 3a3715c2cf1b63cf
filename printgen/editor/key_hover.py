"""What a key of YAML is for, in the words of its model."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from printgen.content.library import GameContent, Library
from printgen.content.models.game import Game
from printgen.content.source import Source, read_source
from printgen.content.yaml_reader import Mark
from printgen.editor.lines import span
from printgen.editor.projects import EditedProject
from printgen.editor.typed_values import described_keys
from printgen.quoting import for_markdown


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
