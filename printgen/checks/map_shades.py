"""Checks of what the rules of a game are to show on a map."""

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

# What only some shades have, and those that are about one unit alone.
_OPTIONS = {
    "by": ("recoil", "pursuit"),
    "to": ("group",),
    "points": ("shot", "seen", "moves", "group", "recoil"),
}

# What of `hexes:` a rule needs.
_NEEDS = {"command": ("command", "generals"), "seen": ("sight", "rule of sight")}

_ALONE = ("enemies", "friends", "recoil", "pursuit", "command")

# The stat of `hexes:` that says how far.


# No figure shows more, and farther.
MOST_UNITS, FARTHEST = 200, 50


_Place = tuple[str | int, ...]

_Fault = tuple[_Place, str, str]


@check("map-shade")
def map_shade(content: GameContent, library: Library) -> Findings:
    """What the rules are to show on a map can be shown: its units are there, beside each other
    where one attacks the other; the game says how far, who sees and who commands; a group can go
    its way.
    """
    for entry in content.maps.values():
        board = board_of(library, entry)
        many = list(accumulate(len(shade.units) for shade in entry.value.shades))
        for index, shade in enumerate(entry.value.shades):
            if many[index] > MOST_UNITS:
                message, hint = (
                    "the map shows too much",
                    f"{MOST_UNITS} units in all shades at most",
                )
                yield entry.finding(message, "shades", index, hint=hint)
                break
            found = list(_lost(board, shade)) or list(_faults(board, shade))
            for path, message, hint in found:
                yield entry.finding(message, "shades", index, *path, hint=hint)


def _lost(board: Board, shade: Shade) -> Iterator[_Fault]:
    """Units and sides that are not there."""
    known = [unit.unit.mark for unit in board.units if unit.unit.mark]
    named: list[tuple[_Place, str]] = [(("units", n), mark) for n, mark in enumerate(shade.units)]
    named += [(("by",), shade.by)] if shade.by else []
    for path, mark in named:
        if mark not in known:
            yield path, f"no unit '{mark}'", did_you_mean(mark, known)
    for number, hour in enumerate(shade.to):
        if side_or_corner(hour, board)[0] is None:
            yield ("to", number), f"a corner lies at {hour} o'clock, no side", ""


def _faults(board: Board, shade: Shade) -> Iterator[_Fault]:
    """What the rule of a shade lacks, or has to no purpose."""
    rules, rule = board.rules, shade.rule
    for option, users in _OPTIONS.items():
        if rule not in users and getattr(shade, option) not in (None, []):
            yield (option,), f"'{rule}' has no use for '{option}'", ""
    if rule in _ALONE and len(shade.units) > 1:
        yield ("units",), f"'{rule}' is about one unit", ""
    if rule in _NEEDS and not getattr(rules, _NEEDS[rule][0], None):
        key, what = _NEEDS[rule]
        yield ("rule",), f"the game has no {what}", f"`hexes: {key}:` in game.yaml"
    stat = RANGE_STATS.get(rule)
    if stat and shade.points is None and not getattr(rules, stat, None):
        yield ("rule",), "how far?", f"`points:` here, or `hexes: {stat}:` in game.yaml"
        return
    units = [unit for unit in map(board.unit, shade.units) if unit is not None]
    for number, far in enumerate(unit_ranges(board, shade, units) if stat else ()):
        if not 1 <= far <= FARTHEST:
            message = f"'{shade.units[number]}' goes or shoots {far} hexes far"
            yield ("units", number), message, f"1 to {FARTHEST}"
    if rule == "command" and rules and rules.command:
        for number, unit in enumerate(units):
            if not board.leads(unit):
                hint = f"traits: [{rules.command.trait}]"
                yield ("units", number), f"'{unit.unit.mark}' is no general", hint
    if rule in _OPTIONS["by"]:
        yield from _beside(board, shade, units[0])
    elif rule == "group":
        yield from _group(board, shade, units)


def _beside(board: Board, shade: Shade, unit: PlacedUnit) -> Iterator[_Fault]:
    """A recoil has an attacker beside the target, a pursuit its target."""
    other = board.unit(shade.by or "")
    if other is None:
        yield (), "who is the other unit?", "by: …"
    elif distance(unit.at, other.at) != 1:
        yield ("by",), f"'{shade.by}' is not beside '{shade.units[0]}'", ""


def _group(board: Board, shade: Shade, units: list[PlacedUnit]) -> Iterator[_Fault]:
    """A group goes in one block, or each unit where it likes."""
    points = unit_ranges(board, shade, units)
    if not shade.to and any(unit.facing is not None for unit in units):
        hint = "`to:` names the sides that it steps across, by their hours"
        yield (), "where does the group go?", hint
        return
    try:
        if shade.to:
            step_group(board, units, shade.to, points)
        else:
            group_destinations(board, units, points)
    except ComputationError as error:
        yield error.path, str(error), error.hint
