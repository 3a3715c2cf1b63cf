"""Checks of hex maps for what a reader would stumble over: ways that lead across rivers, units that
cannot move, zones that are not where their names say, sides with two names.
"""

from __future__ import annotations

import re
from itertools import pairwise

from printgen.analysis.maps.board import Board, PlacedUnit, is_true
from printgen.analysis.maps.board_loader import board_of
from printgen.analysis.resolve import ComputationError
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.hexmap import Path, Zone
from printgen.content.models.text import Text
from printgen.geometry.hexes import Hex, Side

# What people and carts use.
_WAYS = ("road", "track")

# What goes over what, between hexes.
_CROSSINGS, _WET = ("bridge", "ford"), ("river", "stream", "ditch")

_ROWS = re.compile(
    r"\b(rows?|rangs?|rangées?|reihen?)\s+([0-9]+)(?:\s*(?:–|-|to|à|bis)\s*([0-9]+))?",
    re.IGNORECASE,
)
_COLUMNS = re.compile(
    r"\b(columns?|colonnes?|spalten?)\s+([0-9]+)(?:\s*(?:–|-|to|à|bis)\s*([0-9]+))?", re.IGNORECASE
)


@check("map-way", "warning")
def map_way(content: GameContent, library: Library) -> Findings:
    """A road or a track leads neither through hexes that are absent or that nothing can enter nor
    across sides that nothing can cross (a warning). A bridge or a ford is on a side of a river, a
    stream or a ditch, on a map that has them between hexes.
    """
    for entry in content.maps.values():
        board = board_of(library, entry)
        yield from _dry_bridges(board)
        for index, path in enumerate(entry.value.paths):
            if path.style in _WAYS:
                yield from _barred(board, index, path)


def _barred(board: Board, index: int, path: Path) -> Findings:
    """Where a way is barred."""
    stops = [_centre(board, stop) for stop in path.through]
    here = ("paths", index, "through")
    for number, hex in enumerate(stops):
        if hex in board.ground and board.terrain(hex).enter == "never":
            message = (
                f"the {path.style} leads through '{board.ground[hex]}', which nothing can enter"
            )
            yield board.entry.finding(message, *here, number)
        elif hex in board.holes:
            message = f"the {path.style} leads to {path.through[number]}, which is not on the map"
            yield board.entry.finding(message, *here, number)
    for number, (one, two) in enumerate(pairwise(stops), 1):
        if one is None or two is None:
            continue
        sides = [side for side in range(6) if one.next(side) == two]
        if any(board.crossing(one, side) == "never" for side in sides):
            names = f"{path.through[number - 1]} and {path.through[number]}"
            message = f"the {path.style} crosses a side that nothing can cross, between {names}"
            yield board.entry.finding(message, *here, number)


def _dry_bridges(board: Board) -> Findings:
    """The bridges and fords between hexes without water or a ditch between them."""
    wet, features = set[Side](), board.entry.value.hexsides
    for feature in features:
        if feature.style in _WET:
            wet |= {same for text in feature.sides for side in _sides(board, text) for same in side}
    for index, feature in enumerate(features):
        if feature.style in _CROSSINGS and wet:
            for number, text in enumerate(feature.sides):
                if any(side not in wet for side, _ in _sides(board, text)):
                    message = f"no river, stream or ditch is at {text}"
                    yield board.entry.finding(message, "hexsides", index, "sides", number)


def _sides(board: Board, text: str) -> list[tuple[Side, Side]]:
    """Sides of hexes, each as seen from both of its hexes; none if the text names no sides."""
    try:
        sides = list(board.names.sides(text))
    except ComputationError:
        return []  # reported by map-hex
    return [((hex, side), (hex.next(side), (side + 3) % 6)) for hex, side in sides]


def _centre(board: Board, stop: str) -> Hex | None:
    """The hex of a stop in its centre; None for a side, a corner or an unknown hex."""
    try:
        return None if "/" in stop else board.names.hex(stop)
    except ComputationError:
        return None


@check("map-trapped", "warning")
def map_trapped(content: GameContent, library: Library) -> Findings:
    """A unit that can move has a hex beside it that it can enter, across a side that can be crossed
    (a warning). Other units do not count, nor does a hex that is alone on its map.
    """
    rules = content.game.hexes
    for entry in content.maps.values():
        board = board_of(library, entry)
        for placed in board.units:
            moves = not rules or not rules.move or placed.facts.get(rules.move) != 0
            around = [side for side in range(6) if placed.at.next(side) in board.ground]
            if moves and around and not any(_open(board, placed, side) for side in around):
                message = f"'{placed.unit.profile}' cannot leave {placed.unit.at}"
                hint = "nothing beside it can be entered"
                yield entry.finding(message, "units", placed.index, "at", hint=hint)


def _open(board: Board, placed: PlacedUnit, side: int) -> bool:
    """Whether a unit can cross a side of its hex into the hex beyond."""
    terrain = board.terrain(placed.at.next(side))
    barred = terrain.bars and not placed.unit.disordered and is_true(terrain.bars, placed.facts)
    return terrain.enter != "never" and not barred and board.crossing(placed.at, side) != "never"


@check("map-zone", "warning")
def map_zone(content: GameContent, library: Library) -> Findings:
    """A zone whose label names its rows or columns (`rows 1 to 3`) has these rows or columns (a
    warning).
    """
    for entry in content.maps.values():
        board = board_of(library, entry)
        for index, (zone, hexes) in enumerate(zip(entry.value.zones, board.zones, strict=False)):
            places = [board.grid.place(hex) for hex in hexes]
            for axis, pattern in ((0, _COLUMNS), (1, _ROWS)):
                numbers = [place[axis] for place in places]
                named = _named(zone, pattern)
                if named and numbers and named != (min(numbers), max(numbers)):
                    found = f"{min(numbers)} to {max(numbers)}"
                    what = "columns" if axis == 0 else "rows"
                    message = f"the label names other {what} than the hexes, which are in {found}"
                    yield entry.finding(message, "zones", index, "label")


def _named(zone: Zone, pattern: re.Pattern[str]) -> tuple[int, int] | None:
    """The first and the last row or column that the label of a zone names."""
    for words in zone.label.values():
        if found := pattern.search(words):
            return int(found[2]), int(found[3] or found[2])
    return None


@check("scenario-sides", "warning")
def scenario_sides(content: GameContent, library: Library) -> Findings:
    """The sides of a scenario have the same names on its map (a warning)."""
    for scenario in content.scenarios.values():
        chart = library.find("maps", content.id, scenario.value.map or "")
        for side, label in scenario.value.sides.items():
            other: Text | None = chart.value.side_name(side) if chart else None
            if chart and other and label.differs(other):
                message = f"the side '{side}' has another name on the map"
                hint = f"see {chart.at('sides', side)}"
                yield scenario.finding(message, "sides", side, hint=hint)
