"""Forms as plain data for their template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from printgen.content.library import GameContent
from printgen.content.models.form import Block, FormGrid, FormTable, Track
from printgen.content.models.text import Text
from printgen.typography.text import say, say_lines, say_or_empty


class TrackView(TypedDict):
    """A track: its label and the text in each box."""

    label: str
    boxes: list[str]
    shape: str
    size: float


class FormTableView(TypedDict):
    """A table to fill in. Each row has a label, which is empty where rows have none."""

    columns: list[str]
    rows: list[str]
    labelled: bool
    total: str
    height: float


class FormGridView(TypedDict):
    """A grid; `size` is 0 where it is as wide as its column."""

    label: str
    columns: int
    rows: int
    size: float
    shape: str


class BlockView(TypedDict, total=False):
    """A block: the value of its one key."""

    heading: str
    text: list[str]
    fields: list[str]
    track: TrackView
    table: FormTableView
    grid: FormGridView
    lines: int
    columns: list[list[BlockView]]


def form_view(blocks: Sequence[Block], lang: str, home: GameContent) -> list[BlockView]:
    """The blocks of a form in a language."""
    return [_block_view(block, lang, home) for block in blocks]


def _block_view(block: Block, lang: str, home: GameContent) -> BlockView:
    if block.heading:
        return {"heading": say(block.heading, lang, home)}
    if block.text:
        return {"text": say_lines(block.text, lang, home)}
    if block.fields:
        return {"fields": [say(label, lang, home) for label in block.fields]}
    if block.track:
        return {"track": _track_view(block.track, lang, home)}
    if block.table:
        return {"table": _table_view(block.table, lang, home)}
    if block.grid:
        return {"grid": _grid_view(block.grid, lang, home)}
    if block.lines:
        return {"lines": block.lines}
    return {"columns": [form_view(column, lang, home) for column in block.columns or ()]}


def _track_view(track: Track, lang: str, home: GameContent) -> TrackView:
    boxes = track.boxes
    words = [""] * boxes if isinstance(boxes, int) else boxes
    return {
        "label": say_or_empty(track.label, lang, home),
        "boxes": [say(Text({"any": word}), lang, home) if word else "" for word in words],
        "shape": track.shape,
        "size": track.size,
    }


def _table_view(table: FormTable, lang: str, home: GameContent) -> FormTableView:
    labels = [] if isinstance(table.rows, int) else table.rows
    return {
        "columns": [say(label, lang, home) for label in table.columns],
        "rows": [say(label, lang, home) for label in labels] or [""] * len(range(_rows(table))),
        "labelled": bool(labels),
        "total": say_or_empty(table.total, lang, home),
        "height": table.height,
    }


def _rows(table: FormTable) -> int:
    return table.rows if isinstance(table.rows, int) else len(table.rows)


def _grid_view(grid: FormGrid, lang: str, home: GameContent) -> FormGridView:
    return {
        "label": say_or_empty(grid.label, lang, home),
        "columns": grid.columns,
        "rows": grid.rows,
        "size": grid.size or 0.0,
        "shape": grid.shape,
    }
