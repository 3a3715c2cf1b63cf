"""Markers and reserves of scenarios against an enemy without players, as data of the play aid."""

from __future__ import annotations

from typing import TypedDict

from printgen.content.library import Entry
from printgen.content.models.enemy import EnemyScenario
from printgen.content.models.scenario import Scenario
from printgen.content.models.table_plan import Edge
from printgen.export.browser.aid.enemy_plans import RollData, roll_data
from printgen.export.browser.assembly import Translations, translations
from printgen.mechanics.enemy import Reading

# The style of the strips of a layout where no marker goes.
ZONE = "zone"


class GridData(TypedDict):
    """The grid for markers: its parts (the sides of both dice), the strips along its edges where no
    marker goes (north, east, south, west), and the guard: a die, and what it must come to.
    """

    sides: int
    zones: tuple[int, int, int, int]
    guard: tuple[int, int] | None


class SearchData(TypedDict):
    """What markers hide. `rows` has the outcome of each row of the table: the index of a thing, or
    `any`, `foe` or `nothing`.
    """

    table: RollData
    markers: int
    things: list[Translations]
    rows: list[int | str]
    lots: bool
    grid: GridData | None


class WavesData(TypedDict):
    """Reserves: the row (from 0) that brings a figure of a force (an index), the die of the place
    where it appears, the place for each face of it, and the places.
    """

    table: RollData
    comes: int
    force: int
    spots: list[int]
    places: list[Translations]


def search_data(
    reading: Reading, entry: Entry[Scenario], rules: EnemyScenario
) -> SearchData | None:
    """What the markers of a scenario hide; None without. Raises ComputationError."""
    study = reading.search(entry.id, rules)
    if study is None:
        return None
    things = list(study.things)
    return {
        "table": roll_data(reading.content, reading.table(study.table)),
        "markers": study.markers,
        "things": [translations(words, reading.content) for words in study.things.values()],
        "rows": [things.index(row) if row in things else row for row in study.rows],
        "lots": study.lots,
        "grid": _grid(reading, entry, rules),
    }


def _grid(reading: Reading, entry: Entry[Scenario], rules: EnemyScenario) -> GridData | None:
    layout = entry.value.layout
    if rules.dice is None or layout is None or layout.grid is None:
        return None
    strips = {
        each.side: each.depth
        for each in layout.features
        if isinstance(each, Edge) and each.style == ZONE
    }
    across = {"north": layout.height, "south": layout.height}
    north, east, south, west = (
        -int(-strips.get(side, 0) * layout.grid // across.get(side, layout.width))
        for side in ("north", "east", "south", "west")
    )
    return {
        "sides": reading.grid_dice(entry.id, rules.dice),
        "zones": (north, east, south, west),
        "guard": reading.guard(entry.id, rules.guard) if rules.guard else None,
    }


def waves_data(
    reading: Reading, name: str, rules: EnemyScenario, listed: list[int]
) -> WavesData | None:
    """The reserves of a scenario; None without. `listed` has the places of its forces.

    Raises ComputationError.
    """
    study = reading.waves(name, rules)
    if study is None or study.force is None or study.force - 1 not in listed:
        return None
    return {
        "table": roll_data(reading.content, reading.table(study.table)),
        "comes": study.comes - 1,
        "force": listed.index(study.force - 1),
        "spots": reading.spots(name, rules),
        "places": [
            translations(place.text, reading.content)
            for place in (rules.spots.places if rules.spots else ())
        ],
    }
