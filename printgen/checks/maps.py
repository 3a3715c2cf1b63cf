"""Checks of hex maps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from printgen.analysis.maps.board import Board, finding, is_true, side_or_corner
from printgen.analysis.maps.board_loader import board_of
from printgen.analysis.maps.fields import command_range
from printgen.analysis.maps.units import has_front
from printgen.analysis.resolve import ComputationError
from printgen.checks.constraints import flaws
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.geometry.hexes import Hex, distance, neighbours
from printgen.problems import did_you_mean


def _boards(content: GameContent, library: Library) -> Iterator[Board]:
    for entry in content.maps.values():
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
    terrain `none`. The side of a zone exists.
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
            if zone.side is not None and zone.side not in value.sides:
                hint, where = did_you_mean(zone.side, value.sides), ("zones", index, "side")
                message = f"no side '{zone.side}'"
                yield board.entry.finding(message, *where, hint=hint)


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
        if name is not None and name not in stats:
            hint, message = did_you_mean(name, stats), f"no stat '{name}'"
            yield content.entry.finding(message, "hexes", key, hint=hint)
    for key in rules.worn:
        if key not in (rules.move, rules.reach):
            named = [name for name in (rules.move, rules.reach) if name]
            hint, message = did_you_mean(key, named), f"counters do not show '{key}'"
            yield content.entry.finding(message, "hexes", "worn", key, hint=hint, key=True)
    if rules.command and library.lacks("traits", content.id, rules.command.trait):
        hint = library.suggest("traits", content.id, rules.command.trait)
        message, where = f"no trait '{rules.command.trait}'", ("hexes", "command", "trait")
        yield content.entry.finding(message, *where, hint=hint)
    written: list[tuple[tuple[str | int, ...], str]]
    written = [(("faced",), rules.faced)] if rules.faced and rules.faced != "never" else []
    written += [(("signs", n, "when"), sign.when) for n, sign in enumerate(rules.signs)]
    written += [(("worn", key), one) for key, one in rules.worn.items() if isinstance(one, str)]
    for path, expression in written:
        found = [list(flaws(expression, content, line)) for line in lines]
        if all(found):
            message, hint = min(found, key=len)[0] if found else ("the game has no stat line", "")
            yield content.entry.finding(message, "hexes", *path, hint=hint)
