"""The data of the tool for attacks: the modifiers of shots, of blows and of ranges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.models.power_skirmish import PowerSkirmish
from printgen.export.browser.aid.marked import Marked, marked_text
from printgen.mechanics.example_lookup import number_in
from printgen.mechanics.modifiers import CASE, MOD, RANGE
from printgen.mechanics.power_attack.attack import SIZE
from printgen.mechanics.table_values import ValueRow, table_values

COVER = "cover"

BANDS = ("short", "medium", "long")


class ModifierData(TypedDict):
    """A row of a table of modifiers.

    It applies to targets of a `size`, or if the attacker is `smaller`; `cover` is its name among
    the covers, of which one applies. `rivals` are rows that do not apply together with it.
    """

    by: int
    text: Marked
    size: int | None
    smaller: bool
    cover: str
    rivals: list[int]


class BandData(TypedDict):
    """The words for a range, and its modifier."""

    label: Marked
    by: int


def modifiers(
    library: Library, content: GameContent, reference: str, key: str
) -> Iterator[ModifierData]:
    """The rows of a table of modifiers, without those of range."""
    found = table_values(library, content.id, reference, (), key)
    rows = [row for row in found if not row.id(RANGE)]
    places = {row.index: place for place, row in enumerate(rows)}
    for row in rows:
        rivals = [places[other] for other in _rivals(row) if other in places]
        yield {
            "by": number_in(library, row.table, row.index, MOD, key),
            "text": marked_text(row.table.value.rows[row.index][CASE], content),
            "size": row.number(SIZE),
            "smaller": row.flag("smaller"),
            "cover": row.id(COVER),
            "rivals": rivals,
        }


def _rivals(row: ValueRow) -> list[int]:
    """The other rows of which only one applies at a time with this one."""
    adds, values = row.table.value.adds, row.table.value.values
    groups = [values[name] for name in (adds.one_of if adds else ()) if name in values]
    return [
        index
        for group in groups
        if group[row.index] is not None
        for index, value in enumerate(group)
        if value is not None and index != row.index
    ]


def bands(library: Library, content: GameContent, rules: PowerSkirmish) -> dict[str, BandData]:
    """The ranges of the game by name. A range without a number has no modifier."""
    found: dict[str, BandData] = {}
    for row in table_values(library, content.id, rules.ranges, (), "ranges"):
        band = row.id(RANGE)
        if band in BANDS:
            cells, columns = row.table.value.rows[row.index], row.table.value.columns
            by = number_in(library, row.table, row.index, MOD, "ranges")
            found[band] = {"label": marked_text(cells[next(iter(columns))], content), "by": by}
    return found
