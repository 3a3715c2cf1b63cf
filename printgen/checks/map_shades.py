"""Checks of shades: what the rules of a game show on a map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from printgen.analysis.maps.board import Board, PlacedUnit, side_or_corner
from printgen.analysis.maps.board_loader import board_of
from printgen.analysis.maps.moves import RANGE_STATS, group_destinations, step_group, unit_ranges
from printgen.analysis.resolve import ComputationError
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.hexmap import Shade
from printgen.geometry.hexes import distance
from printgen.problems import did_you_mean

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
    for entry in content.maps.values():
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
        hint = "add `to:`, the sides that it crosses, as hours"
        yield (), "'group' needs `to`", hint
        return
    try:
        if shade.to:
            step_group(board, units, shade.to, points)
        else:
            group_destinations(board, units, points)
    except ComputationError as error:
        yield error.path, str(error), error.hint
