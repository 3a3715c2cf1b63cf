"""Results of shade rules: hexes to shade, paths of moves, and ghosts of units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from printgen.content.models.hexmap import Shade
from printgen.geometry.hexes import Hex
from printgen.rules import hex_moves
from printgen.rules.boards import Board, PlacedUnit
from printgen.rules.hex_moves import unit_ranges


@dataclass
class ShadeResult:
    """The result of a shade. Each rank is a list of hexes with equal shading, such as those at
    distance 1 and 2; `ways` are paths of hexes, and `ghosts` units with the hexes they reach.
    """

    ranks: list[list[Hex]] = field(default_factory=list)
    ways: list[list[Hex]] = field(default_factory=list)
    ghosts: list[tuple[PlacedUnit, Hex]] = field(default_factory=list)


def shade_result(board: Board, shade: Shade) -> ShadeResult:
    """The result of a valid shade, computed once per board."""
    key = "shade", id(shade)
    if key not in board.memo:
        units = [unit for unit in map(board.unit, shade.units) if unit is not None]
        board.memo[key] = _SHOW[shade.rule](board, shade, units)
    found: ShadeResult = board.memo[key]
    return found


def _sides(which: str) -> Callable[[Board, Shade, list[PlacedUnit]], ShadeResult]:
    def show(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
        found = [
            hex
            for unit in units
            for hex in hex_moves.adjacent_hexes(
                board, unit, getattr(hex_moves.sides_of(board, unit), which)
            )
        ]
        return ShadeResult([list(dict.fromkeys(found))])

    return show


def _shot(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    points = unit_ranges(board, shade, units)
    ranks: list[list[Hex]] = [[] for _ in range(max(points))]
    for unit, reach in zip(units, points, strict=True):
        for hex, far in hex_moves.field_of_fire(board, unit, reach).items():
            ranks[far - 1].append(hex)
    return ShadeResult(ranks)


def _seen(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    seen: dict[Hex, None] = {}
    ranged: dict[Hex, None] = {}
    for unit, reach in zip(units, unit_ranges(board, shade, units), strict=True):
        sight = hex_moves.visible_hexes(board, unit, reach)
        near = hex_moves.field_of_fire(board, unit, reach)
        ranged |= dict.fromkeys(near)
        seen |= dict.fromkeys(hex for hex in near if hex in sight)
    return ShadeResult([list(seen), [hex for hex in ranged if hex not in seen]])


def _around(which: int) -> Callable[[Board, Shade, list[PlacedUnit]], ShadeResult]:
    def show(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
        return ShadeResult([hex_moves.adjacent_units(board, units[0])[which]])

    return show


def _control(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    found = hex_moves.zones_of_control(board, units)
    free = {hex: many for hex, many in found.items() if hex not in board.standing}
    return ShadeResult(
        [[h for h, n in free.items() if n == 1], [h for h, n in free.items() if n > 1]]
    )


def _moves(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    found: dict[Hex, None] = {}
    for unit, points in zip(units, unit_ranges(board, shade, units), strict=True):
        found |= dict.fromkeys(hex_moves.reachable_hexes(board, unit, points))
    return ShadeResult([list(found)])


def _group(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    points = unit_ranges(board, shade, units)
    if not shade.to:
        return ShadeResult([sorted(hex_moves.group_destinations(board, units, points))])
    ways = hex_moves.step_group(board, units, shade.to, points)
    ends = [(unit, ways[unit.unit.mark or ""][-1]) for unit in units]
    return ShadeResult([[hex for _, hex in ends]], list(ways.values()), ends)


def _recoil(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    attacker = board.unit(shade.by or "")
    assert attacker is not None
    ranks = hex_moves.recoil_hexes(board, units[0], attacker, shade.points or 1)
    return ShadeResult([sorted(rank) for rank in ranks])


def _pursuit(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    target = board.unit(shade.by or "")
    assert target is not None
    return ShadeResult([[target.at]], [[units[0].at, target.at]])


def _command(board: Board, shade: Shade, units: list[PlacedUnit]) -> ShadeResult:
    return ShadeResult([sorted(hex_moves.command_range(board, units[0]) - {units[0].at})])


_SHOW: dict[str, Callable[[Board, Shade, list[PlacedUnit]], ShadeResult]] = {
    "front": _sides("front"),
    "flanks": _sides("flanks"),
    "rear": _sides("rear"),
    "shot": _shot,
    "seen": _seen,
    "enemies": _around(0),
    "friends": _around(1),
    "control": _control,
    "moves": _moves,
    "group": _group,
    "recoil": _recoil,
    "pursuit": _pursuit,
    "command": _command,
}
