"""Forms and rosters as plain data for their templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypedDict

from markupsafe import Markup

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.page_products import Block, FormTable, numbers
from printgen.content.models.profile import Trait
from printgen.content.models.roster import Roster
from printgen.content.models.text import Text
from printgen.rules.rosters import (
    ResolvedMember,
    roster_members,
    roster_rules,
    total_points,
    upgrade_points,
)
from printgen.typography.text import in_sentence, is_singular, say, say_lines, say_or_empty
from printgen.views.entries import PrintedFieldView, printed_fields
from printgen.views.profiles import NO_VALUE, StatView, profile_view, trait_view


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
    """A grid; `size` is 0 where it is as wide as its column. `cells` has what is in its squares,
    row by row, and is empty for a grid to draw in.
    """

    label: str
    columns: int
    rows: int
    heads: list[str]
    cells: list[str]
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
        boxes = block.track.boxes
        words = [""] * boxes if isinstance(boxes, int) else boxes
        words = numbers(words) if isinstance(words, str) else words
        return {
            "track": {
                "label": say_or_empty(block.track.label, lang, home),
                "boxes": [say(Text({"any": word}), lang, home) if word else "" for word in words],
                "shape": block.track.shape,
                "size": block.track.size,
            }
        }
    if block.table:
        return {"table": _table_view(block.table, lang, home)}
    if block.grid:
        return {
            "grid": {
                "label": say_or_empty(block.grid.label, lang, home),
                "columns": block.grid.columns,
                "rows": block.grid.down,
                "heads": [say(text, lang, home) for text in block.grid.heads or ()],
                "cells": [say(text, lang, home) for text in block.grid.words],
                "size": block.grid.size or 0.0,
                "shape": block.grid.shape,
            }
        }
    if block.lines:
        return {"lines": block.lines}
    return {"columns": [form_view(column, lang, home) for column in block.columns or ()]}


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


# --- rosters as plain data for templates ----------------------------------------------------------


class CellView(TypedDict):
    """A value of a member, with its short label and its name."""

    label: str
    name: str
    text: str


class NotedView(TypedDict):
    """A trait or an upgrade: its name, its values, its rules, and its points; None without points.
    Its values are without the one that is its points.
    """

    name: str
    values: list[CellView]
    text: str
    points: int | None


class MemberView(TypedDict):
    """A member of a roster, `count` times. `name` is its own name or that of its entry, `role` the
    name of its entry beside an own name. `lines` are its stat lines: where it lacks a value that
    another member has, there is a dash. `points` are those of one member, `total` those of all;
    `boxes` are to tick, for one member.
    """

    id: str
    name: str
    role: str
    count: int
    lines: list[list[CellView]]
    texts: list[str]
    traits: list[NotedView]
    upgrades: list[NotedView]
    points: int | None
    total: int | None
    boxes: int


class RosterView(TypedDict):
    """A roster with its members. `points` are those of all; `limit` is 0 without a limit. `noun` is
    the word for this number of members if they are of one kind that the game declares; else empty.
    """

    id: str
    name: str
    text: str
    members: list[MemberView]
    count: int
    points: int | None
    limit: int
    noun: str


def roster_view(library: Library, roster: Entry[Roster], lang: str) -> RosterView:
    """A roster with its members and their points."""
    home, value = library.games[roster.game], roster.value
    rules, members = roster_rules(library, roster.game), roster_members(library, roster)
    columns = {
        column
        for member in members
        for line, cells in _stat_lines(library, member.kind, member.entry, lang).items()
        for column in ((line, cell.key) for cell in cells if cell.text)
    }
    count = sum(member.member.count for member in members)
    return {
        "id": roster.id,
        "name": say(value.name, lang, home),
        "text": say_or_empty(value.text, lang, home),
        "members": [
            _member_view(library, roster.game, member, columns, lang) for member in members
        ],
        "count": count,
        "points": total_points(members) if rules.points else None,
        "limit": value.limit or rules.limit or 0,
        "noun": _noun(home, rules.of, count, lang),
    }


def _noun(home: GameContent, kinds: list[str], count: int, lang: str) -> str:
    kind = home.game.kinds.get(kinds[0]) if len(kinds) == 1 else None
    if kind is None or kind.plural is None:
        return ""
    one = is_singular(str(count), lang)
    return in_sentence(say(kind.label if one else kind.plural, lang, home), lang)


class _Cell(NamedTuple):
    """A value with the key of its stat; `text` is empty where there is none."""

    key: str
    label: str
    name: str
    text: str


# The columns of a roster: a stat line and a stat each.
_Columns = AbstractSet[tuple[str, str]]


def _member_view(
    library: Library, game: str, resolved: ResolvedMember, columns: _Columns, lang: str
) -> MemberView:
    entry, member, home = resolved.entry, resolved.member, library.games[game]
    usual = say(entry.name, lang, library.games[entry.game])
    own = say_or_empty(member.name, lang, home)
    texts, traits = _rules(library, game, resolved.kind, entry, lang)
    lines = [
        [_printed(cell) for cell in cells if (line, cell.key) in columns]
        for line, cells in _stat_lines(library, resolved.kind, entry, lang).items()
    ]
    return {
        "id": entry.id,
        "name": own or usual,
        "role": usual if own else "",
        "count": member.count,
        "lines": [line for line in lines if line],
        "texts": texts,
        "traits": traits,
        "upgrades": _upgrades(library, game, resolved, lang),
        "points": resolved.points,
        "total": resolved.total,
        "boxes": resolved.boxes,
    }


def _upgrades(library: Library, game: str, resolved: ResolvedMember, lang: str) -> list[NotedView]:
    """The upgrades of a member, each once: one that it has several times with its number and all
    its points.
    """
    numbers = Counter((each.game, each.id) for each in resolved.upgrades)
    upgrades = {(each.game, each.id): each for each in resolved.upgrades}
    found = list[NotedView]()
    for key, number in numbers.items():
        points = upgrade_points(library, game, upgrades[key])
        view = _noted(library, game, upgrades[key], lang, points and points * number)
        if number > 1:
            view["name"] = Markup("{}\u00a0× {}").format(number, view["name"])
        found.append(view)
    return found


def _rules(
    library: Library, game: str, kind: str, entry: AnyEntry, lang: str
) -> tuple[list[str], list[NotedView]]:
    """The texts of an entry and its traits, as a roster of `game` shows them."""
    if kind == "profiles":
        return [], [_noted(library, game, trait, lang) for trait in library.traits_of(entry)]
    if kind == "traits":
        trait = trait_view(library, entry, lang)
        return [trait["text"]] if trait["text"] else [], []
    texts = [
        _headed(field)
        for field in printed_fields(library, kind, entry, lang)
        if field["key"] != "name" and field["type"] == "text" and field["text"]
        if not field["is_value"]
    ]
    return texts, []


def _headed(field: PrintedFieldView) -> str:
    """A text after its heading, if it has one."""
    if not field["heading"]:
        return field["text"]
    return Markup("<b>{}.</b> {}").format(field["heading"], field["text"])


def _stat_lines(library: Library, kind: str, entry: AnyEntry, lang: str) -> dict[str, list[_Cell]]:
    """All stats of the lines of an entry, by line."""
    if kind == "profiles":
        given = profile_view(library, entry, lang)["given"]
        return {f"{block['game']}/{block['id']}": _cells(block["cells"]) for block in given}
    if kind == "traits":
        trait = trait_view(library, entry, lang)
        return {trait["kind"]: _cells(trait["values"])}
    return {kind: _field_cells(library, kind, entry, lang)}


def _cells(stats: Iterable[StatView]) -> list[_Cell]:
    return [_Cell(stat["key"], stat["label"], stat["name"], stat["text"]) for stat in stats]


def _field_cells(library: Library, kind: str, entry: AnyEntry, lang: str) -> list[_Cell]:
    """The stats of an entry of a declared kind, and its texts of a few words."""
    stats = library.games[entry.game].game.kinds[kind].stats.stats
    return [
        _Cell(field["key"], field["label"], field["label"], field["text"])
        for field in printed_fields(library, kind, entry, lang)
        if field["key"] in stats or (field["type"] == "text" and field["is_value"])
    ]


def _printed(cell: _Cell) -> CellView:
    return {"label": cell.label, "name": cell.name, "text": cell.text or NO_VALUE}


def _noted(
    library: Library, game: str, entry: AnyEntry, lang: str, points: int | None = None
) -> NotedView:
    """A trait or an upgrade in a roster of `game`."""
    upgrades = roster_rules(library, game).upgrades
    price = upgrades.points or "" if upgrades else ""
    home = library.games[entry.game]
    if isinstance(entry.value, Trait):
        cells = _cells(trait_view(library, entry, lang)["values"])
    else:
        cells = _field_cells(library, upgrades.of if upgrades else "traits", entry, lang)
    return {
        "name": say(entry.name, lang, home),
        "values": [_printed(cell) for cell in cells if cell.text and cell.key != price],
        "text": say_or_empty(getattr(entry.value, "text", None), lang, home),
        "points": points,
    }
