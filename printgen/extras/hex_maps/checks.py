"""Checks of hex maps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.hex_maps.boards import (
    Board,
    PlacedUnit,
    board_of,
    finding,
    has_front,
    is_true,
    side_or_corner,
)
from printgen.extras.hex_maps.hexes import Hex, Side, distance, neighbours
from printgen.extras.hex_maps.model import HexMap, Path, Shade, Zone
from printgen.extras.hex_maps.moves import (
    RANGE_STATS,
    command_range,
    group_destinations,
    step_group,
    unit_ranges,
)
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check, lacking, unknown
from printgen.rules.constraints import flaws
from printgen.rules.resolve import ComputationError

# The most hexes of a map in a book: with 50 columns across a page, each is about 2 mm wide.
MAX_SHOWN = 3000


def figure_fault(library: Library, entry: Entry[HexMap]) -> tuple[str, str]:
    """Message and hint for a map that is too large for a page; empty for others."""
    if len(board_of(library, entry).grid) > MAX_SHOWN:
        return "the map is too large for a page", f"at most {MAX_SHOWN:,} hexes"
    return "", ""


def _boards(content: GameContent, library: Library) -> Iterator[Board]:
    for entry in content.of_kind("maps").values():
        yield board_of(library, entry)


def _board_findings(content: GameContent, library: Library, code: str) -> Findings:
    """The findings of one code that loading the maps gave."""
    for board in _boards(content, library):
        yield from (finding(board, fault) for fault in board.faults if fault.code == code)


@check("map-size")
def map_size(content: GameContent, library: Library) -> Findings:
    """A map gives the number of its hexes, and their size once: `flat_to_flat` (4 to 300 mm) or
    `side`. It has at most 100,000 hexes and is at most 5 m long.
    """
    yield from _board_findings(content, library, "map-size")


@check("map-rows")
def map_rows(content: GameContent, library: Library) -> Findings:
    """The rows of a text grid have the same length."""
    yield from _board_findings(content, library, "map-rows")


@check("map-terrain")
def map_terrain(content: GameContent, library: Library) -> Findings:
    """Every hex has a terrain of the game, and every character of a text grid is in the legend."""
    yield from _board_findings(content, library, "map-terrain")


@check("map-unit")
def map_unit(content: GameContent, library: Library) -> Findings:
    """The profile, the traits and the side of a unit exist, and its mark is unique."""
    yield from _board_findings(content, library, "map-unit")


@check("map-hex")
def map_hex(content: GameContent, library: Library) -> Findings:
    """The hexes, hexsides and corners that a map names are on it. Units are not in hexes of the
    terrain `none`. The sides of zones and of counters exist.
    """
    yield from _board_findings(content, library, "map-hex")
    for board in _boards(content, library):
        value = board.entry.value
        for index, path in enumerate(value.paths):
            for number, stop in enumerate(path.through):
                yield from _stop(board, stop, "paths", index, "through", number)
        for index, label in enumerate(value.labels):
            yield from _stop(board, label.at, "labels", index, "at")
        for index, marker in enumerate(value.markers):
            yield from _stop(board, marker.at, "markers", index, "at")
        for placed in board.units:
            if placed.at not in board.ground and placed.at in board.holes:
                message, here = f"{placed.unit.at} is not on the map", ("units", placed.index)
                yield board.entry.finding(message, *here, "at")
        # A map without sides is reported by map-unit at the first of its units with one.
        undeclared = not value.sides and any(unit.side for unit in value.units)
        for index, zone in enumerate(() if undeclared else value.zones):
            if zone.side is not None:
                where = ("zones", index, "side")
                yield from unknown(board.entry, "side", zone.side, value.sides, *where)
        for index, counter in enumerate(value.counters):
            for key, side in (("side", counter.side), ("back_side", counter.back_side)):
                if side is not None:
                    where = ("counters", index, key)
                    yield from unknown(board.entry, "side", side, value.sides, *where)


def _stop(board: Board, stop: str, *path: str | int) -> Findings:
    yield from _block(board, stop.partition("/")[0], *path)


def _block(board: Board, names: str, *path: str | int) -> Findings:
    try:
        for _ in board.names.block(names, *path):
            pass
    except ComputationError as error:
        yield board.entry.finding(str(error), *error.path, hint=error.hint)


@check("map-path")
def map_path(content: GameContent, library: Library) -> Findings:
    """The hexes of a road or a river are adjacent to each other."""
    for board in _boards(content, library):
        for index, path in enumerate(board.entry.value.paths):
            for number, (one, two) in enumerate(pairwise(path.through)):
                try:
                    ends = [board.names.hex(stop.partition("/")[0]) for stop in (one, two)]
                except ComputationError:
                    continue
                if distance(*ends) > 1:
                    here = ("paths", index, "through", number + 1)
                    message = f"{two} is not adjacent to {one}"
                    near = [hex for hex in neighbours(ends[0]) if hex in board.ground]
                    ahead = [hex for hex in near if distance(hex, ends[1]) < distance(*ends)]
                    names = " or ".join(board.names.of(hex) for hex in ahead)
                    hint = f"it could go on through {names}" if names else ""
                    yield board.entry.finding(message, *here, hint=hint)


@check("map-crowded")
def map_crowded(content: GameContent, library: Library) -> Findings:
    """A hex has one unit at most."""
    for board in _boards(content, library):
        seen: dict[Hex, int] = {}
        for placed in board.units:
            if placed.at in seen:
                first = board.entry.at("units", seen[placed.at], "at")
                message, here = f"{placed.unit.at} has a unit already", ("units", placed.index)
                yield board.entry.finding(message, *here, "at", hint=f"at {first}")
            seen.setdefault(placed.at, placed.index)


@check("map-barred")
def map_barred(content: GameContent, library: Library) -> Findings:
    """The terrain of a unit does not bar it. For example, a wood can bar units in close order, and
    a lake can bar all units.
    """
    for board in _boards(content, library):
        for placed in board.units:
            if placed.at not in board.ground or placed.unit.disordered:
                continue
            terrain = board.terrain(placed.at)
            if terrain.enter == "never":
                message = f"no unit can enter '{board.ground[placed.at]}'"
            elif terrain.bars and is_true(terrain.bars, placed.facts):
                message = f"'{placed.unit.profile}' cannot enter '{board.ground[placed.at]}'"
            else:
                continue
            hint = f"it bars {terrain.bars}" if terrain.bars else ""
            yield board.entry.finding(message, "units", placed.index, "at", hint=hint)


@check("map-facing")
def map_facing(content: GameContent, library: Library) -> Findings:
    """A unit with a front faces a side or a corner of its hex, according to `hexes: facing`."""
    for board in _boards(content, library):
        rules = board.rules
        if rules is None:
            continue
        flat = board.grid.orientation == "flat-top"
        hours = "even" if flat == (rules.facing == "side") else "odd"
        for placed in board.units:
            here: tuple[str | int, ...] = ("units", placed.index, "facing")
            if placed.unit.facing is None:
                faced = rules.faced and has_front(board, placed.facts)
                if faced and not placed.unit.disordered:
                    message = f"'{placed.unit.profile}' has a front but no facing"
                    hint = f"such as facing: {12 if hours == 'even' else 1}"
                    yield board.entry.finding(message, *here[:2], hint=hint)
                continue
            side, _ = side_or_corner(placed.unit.facing, board)
            found = "side" if side is not None else "corner"
            if found != rules.facing:
                message = f"{placed.unit.facing} o'clock is a {found}"
                hint = f"units face a {rules.facing}: use {hours} hours"
                yield board.entry.finding(message, *here, hint=hint)


@check("map-call")
def map_call(content: GameContent, library: Library) -> Findings:
    """All units of a side listed under `within_call` are within call of its general: a unit with
    the trait of `hexes: command:`. Maps with other faults are not checked.
    """
    for board in _boards(content, library):
        if board.faults:
            continue
        for index, side in enumerate(board.entry.value.within_call):
            here = ("within_call", index)
            own = [unit for unit in board.units if unit.unit.side == side]
            generals = [unit for unit in own if unit.leads]
            if not generals:
                message = f"no general of the side '{side}'"
                command = board.rules.command if board.rules else None
                hint = f"a general has the trait '{command.trait}'" if command else ""
                yield board.entry.finding(message, *here, hint=hint)
                continue
            heard = {hex for general in generals for hex in command_range(board, general)}
            for unit in own:
                if unit.at not in heard:
                    message = f"{unit.unit.at} is not within call of the general of '{side}'"
                    yield board.entry.finding(message, "units", unit.index, "at")


@check("hex-rules-invalid")
def hex_rules_invalid(content: GameContent, library: Library) -> Findings:
    """The stats, the trait and the expressions under `hexes:` of game.yaml are valid. `worn:` has
    the stats that `move:` and `reach:` name.
    """
    rules = content.game.hexes
    if rules is None:
        return
    lines = content.game.stat_lines.values()
    stats = {key for line in lines for key in line.stats}
    for key in ("move", "reach"):
        name = getattr(rules, key)
        if name is not None:
            yield from unknown(content.entry, "stat", name, stats, "hexes", key)
    for key in rules.worn:
        if key not in (rules.move, rules.reach):
            named = [name for name in (rules.move, rules.reach) if name]
            hint, message = did_you_mean(key, named), f"counters do not show '{key}'"
            yield content.entry.finding(message, "hexes", "worn", key, hint=hint, key=True)
    if rules.command:
        where = ("hexes", "command", "trait")
        yield from lacking(library, content.entry, "traits", rules.command.trait, *where)
    written: list[tuple[tuple[str | int, ...], str]]
    written = [(("faced",), rules.faced)] if rules.faced and rules.faced != "never" else []
    written += [(("signs", n, "when"), sign.when) for n, sign in enumerate(rules.signs)]
    written += [(("worn", key), one) for key, one in rules.worn.items() if isinstance(one, str)]
    for path, expression in written:
        found = [list(flaws(expression, content, line)) for line in lines]
        if all(found):
            message, hint = min(found, key=len)[0] if found else ("the game has no stat line", "")
            yield content.entry.finding(message, "hexes", *path, hint=hint)


# --------------------------------------------------------------------------------------------------
# Checks of hex maps for what a reader would stumble over: ways that lead across rivers, units that
# cannot move, zones that are not where their names say, sides with two names.


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


@check("terrain-invalid")
def terrain_invalid(content: GameContent, library: Library) -> Findings:
    """The `bars` of a terrain is a valid expression over the stats of a stat line of the game."""
    for name, terrain in content.game.terrains.items():
        if not terrain.bars:
            continue
        lines = content.game.stat_lines.values()
        found = [list(flaws(terrain.bars, content, line)) for line in lines]
        if all(found):
            message, hint = min(found, key=len)[0] if found else ("the game has no stat line", "")
            yield content.entry.finding(message, "terrains", name, "bars", hint=hint)


@check("map-way", "warning")
def map_way(content: GameContent, library: Library) -> Findings:
    """A road or a track leads neither through hexes that are absent or that nothing can enter nor
    across sides that nothing can cross (a warning). A bridge or a ford is on a side of a river, a
    stream or a ditch, on a map that has them between hexes.
    """
    for board in _boards(content, library):
        yield from _dry_bridges(board)
        for index, path in enumerate(board.entry.value.paths):
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
    for board in _boards(content, library):
        for placed in board.units:
            moves = not rules or not rules.move or placed.facts.get(rules.move) != 0
            around = [side for side in range(6) if placed.at.next(side) in board.ground]
            if moves and around and not any(_open(board, placed, side) for side in around):
                message = f"'{placed.unit.profile}' cannot leave {placed.unit.at}"
                hint = "nothing beside it can be entered"
                yield board.entry.finding(message, "units", placed.index, "at", hint=hint)


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
    for entry in content.of_kind("maps").values():
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


# --- checks of shades: what the rules of a game show on a map -------------------------------------


# Options of some shades only, with the rules that use them.
_OPTIONS = {
    "by": ("recoil", "pursuit"),
    "to": ("group",),
    "points": ("shot", "seen", "moves", "group", "recoil"),
}

# Keys of `hexes:` that a rule needs, with their names.
_NEEDS = {"command": ("command", "generals"), "seen": ("sight", "rule of sight")}

# Rules for a single unit.
_ALONE = ("enemies", "friends", "recoil", "pursuit", "command")

# Limits per map and per range.
MAX_UNITS, FARTHEST = 200, 50


_Place = tuple[str | int, ...]

_Fault = tuple[_Place, str, str]


@check("map-shade")
def map_shade(content: GameContent, library: Library) -> Findings:
    """The rules can compute the shades of a map: its units are on the map, an attacker is adjacent
    to its target, a group can make its move, and `hexes:` of the game has the ranges and the rules
    of sight and command that the shade needs.
    """
    for entry in content.of_kind("maps").values():
        board = board_of(library, entry)
        many = list(accumulate(len(shade.units) for shade in entry.value.shades))
        for index, shade in enumerate(entry.value.shades):
            if many[index] > MAX_UNITS:
                message = "too many units in shades"
                hint = f"at most {MAX_UNITS} in all shades of a map"
                yield entry.finding(message, "shades", index, hint=hint)
                break
            found = list(_lost(board, shade)) or list(_faults(board, shade))
            for path, message, hint in found:
                yield entry.finding(message, "shades", index, *path, hint=hint)


def _lost(board: Board, shade: Shade) -> Iterator[_Fault]:
    """References to units and sides that do not exist."""
    known = [unit.unit.mark for unit in board.units if unit.unit.mark]
    named: list[tuple[_Place, str]] = [(("units", n), mark) for n, mark in enumerate(shade.units)]
    named += [(("by",), shade.by)] if shade.by else []
    for path, mark in named:
        if mark not in known:
            yield path, f"no unit '{mark}'", did_you_mean(mark, known)
    for number, hour in enumerate(shade.to):
        if side_or_corner(hour, board)[0] is None:
            yield ("to", number), f"{hour} o'clock is a corner, not a side", ""


def _faults(board: Board, shade: Shade) -> Iterator[_Fault]:
    """Options that the rule of a shade needs or does not accept."""
    rules, rule = board.rules, shade.rule
    for option, users in _OPTIONS.items():
        if rule not in users and getattr(shade, option) not in (None, []):
            yield (option,), f"'{rule}' does not accept '{option}'", ""
    if rule in _ALONE and len(shade.units) > 1:
        yield ("units",), f"'{rule}' takes one unit", ""
    if rule in _NEEDS and not getattr(rules, _NEEDS[rule][0], None):
        key, what = _NEEDS[rule]
        yield ("rule",), f"the game has no {what}", f"add `hexes: {key}:` in game.yaml"
    stat = RANGE_STATS.get(rule)
    if stat and shade.points is None and not getattr(rules, stat, None):
        yield ("rule",), "no range", f"add `points:` here, or `hexes: {stat}:` in game.yaml"
        return
    units = [unit for unit in map(board.unit, shade.units) if unit is not None]
    for number, far in enumerate(unit_ranges(board, shade, units) if stat else ()):
        if not 1 <= far <= FARTHEST:
            message = f"the range of '{shade.units[number]}' is {far} hexes"
            yield ("units", number), message, f"expected 1 to {FARTHEST}"
    if rule == "command" and rules and rules.command:
        for number, unit in enumerate(units):
            if not unit.leads:
                hint = f"add `traits: [{rules.command.trait}]`"
                yield ("units", number), f"'{unit.unit.mark}' is not a general", hint
    if rule in _OPTIONS["by"]:
        yield from _beside(board, shade, units[0])
    elif rule == "group":
        yield from _group(board, shade, units)


def _beside(board: Board, shade: Shade, unit: PlacedUnit) -> Iterator[_Fault]:
    """The other unit of a recoil or pursuit is adjacent."""
    other = board.unit(shade.by or "")
    if other is None:
        yield (), f"'{shade.rule}' needs `by`", "the mark of the other unit"
    elif distance(unit.at, other.at) != 1:
        yield ("by",), f"'{shade.by}' is not adjacent to '{shade.units[0]}'", ""


def _group(board: Board, shade: Shade, units: list[PlacedUnit]) -> Iterator[_Fault]:
    """A group moves in one block, or each unit on its own."""
    points = unit_ranges(board, shade, units)
    if not shade.to and any(unit.facing is not None for unit in units):
        yield (), "'group' needs `to`", "add `to:`, the sides that it crosses, as hours"
        return
    try:
        if shade.to:
            step_group(board, units, shade.to, points)
        else:
            group_destinations(board, units, points)
    except ComputationError as error:
        yield error.path, str(error), error.hint


CHECKS = (
    map_size,
    map_rows,
    map_terrain,
    map_unit,
    map_hex,
    map_path,
    map_crowded,
    map_barred,
    map_facing,
    map_call,
    hex_rules_invalid,
    terrain_invalid,
    map_way,
    map_trapped,
    map_zone,
    scenario_sides,
    map_shade,
)
