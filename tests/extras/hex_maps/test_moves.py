"""Moves of units on hexes, compared with plain searches of the board."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from unit_boards import OPEN, board, names, unit

from printgen.extras.hex_maps import moves as hex_moves
from printgen.extras.hex_maps.boards import Board, PlacedUnit
from printgen.extras.hex_maps.hexes import Hex, distance, neighbours
from printgen.rules.resolve import ComputationError


def reached(found: Board, one: PlacedUnit, points: int) -> set[Hex]:
    """The hexes that a walk of every path reaches, step by step."""
    held = {other.at for other in found.units}
    enemies = {o.at for o in found.units if o.unit.side != one.unit.side}
    ends: set[Hex] = set()

    def walk(at: Hex, corner: int | None, left: int, moved: bool) -> None:
        if at != one.at:
            ends.add(at)
        if at != one.at and any(near in enemies for near in neighbours(at)):
            return
        if left == 0:
            return
        for side in range(6) if corner is None else (corner, (corner + 1) % 6):
            after = at.next(side)
            if after not in found.ground or after in held:
                continue
            kind = found.ground[after]
            if kind == "easy":
                walk(after, corner, left - 1, True)
            elif kind == "wood" and not moved and corner is None:
                ends.add(after)
        if corner is not None:
            walk(at, (corner + 1) % 6, left - 1, True)
            walk(at, (corner - 1) % 6, left - 1, True)

    from printgen.extras.hex_maps.hexes import corner_at

    corner = None if one.facing is None else corner_at(one.facing, found.grid.orientation)
    walk(one.at, corner, points, False)
    return ends


@pytest.mark.parametrize(
    ("profile", "facing", "points"),
    [(p, f, n) for (p, f), n in product((("foot", 2), ("foot", 8), ("horse", 0)), (0, 1, 2, 3, 4))],
)
def test_reachable_hexes_match_a_walk_of_every_path(
    tmp_path: Path, profile: str, facing: int, points: int
) -> None:
    look = f", facing: {facing}" if facing else ""
    units = f'  - {{profile: {profile}, at: "0404", side: red, mark: A{look}}}\n'
    units += '  - {profile: horse, at: "0602", side: white}\n'
    units += '  - {profile: horse, at: "0305", side: red}'
    found = board(tmp_path, "....... ...w... ....w.. ......o ..w.... ...o... .......", units)
    one = unit(found, "A")
    assert set(hex_moves.reachable_hexes(found, one, points)) == reached(found, one, points)


def test_recoil_moves_away_from_the_attacker(tmp_path: Path) -> None:
    units = '  - {profile: horse, at: "0405", side: red, mark: A}\n'
    units += '  - {profile: horse, at: "0404", side: white, mark: B}\n'
    units += '  - {profile: horse, at: "0403", side: white}'
    found = board(tmp_path, OPEN, units)
    attacker, target = unit(found, "A"), unit(found, "B")
    first, second = hex_moves.recoil_hexes(found, target, attacker, 2)
    free = {hex for hex in neighbours(target.at) if hex not in found.standing}
    assert first < free
    assert all(distance(attacker.at, hex) == 2 for hex in first)
    assert names(found, first) == ["0503", "0504"]
    # The second step goes in the same three directions, from each hex of the first one.
    assert all(any(distance(hex, last) == 1 for last in first) for hex in second)
    assert all(distance(attacker.at, hex) >= 2 for hex in second)
    assert max(distance(attacker.at, hex) for hex in second) == 3


DITCH = """hexsides:
  - {style: ditch, cross: whole, sides: ["0404/11-1"]}
  - {style: river, cross: never, sides: ["0404/3"]}
"""


def test_a_ditch_costs_a_whole_move_and_a_river_is_impassable(tmp_path: Path) -> None:
    units = '  - {profile: horse, at: "0404", side: red, mark: A}\n'
    units += '  - {profile: foot, at: "0405", facing: 12, side: red, mark: B}'
    found = board(tmp_path, OPEN, units, more=DITCH)
    one, two = (found.names.hex(name) for name in ("0404", "0504"))
    reach = hex_moves.reachable_hexes(found, unit(found, "A"), 1)
    # One point is enough for the ditch; the river cannot be crossed.
    assert set(reach) == set(neighbours(one)) - {two, unit(found, "B").at}


def test_a_unit_stops_after_crossing_a_ditch(tmp_path: Path) -> None:
    units = '  - {profile: horse, at: "0404", side: red, mark: A}'
    ring = 'hexsides:\n  - {style: ditch, cross: whole, sides: ["0404/11-9"]}\n'
    found = board(tmp_path, OPEN, units, more=ring)
    one = unit(found, "A")
    assert hex_moves.reachable_hexes(found, one, 3) == dict.fromkeys(neighbours(one.at), 3)
    # Close order cannot cross it; disordered units can.
    foot = units.replace("horse", "foot").replace("mark", "facing: 12, mark")
    found = board(tmp_path, OPEN, foot, more=ring)
    assert hex_moves.reachable_hexes(found, unit(found, "A"), 3) == {}
    foot = foot.replace("mark", "disordered: true, mark")
    found = board(tmp_path, OPEN, foot, more=ring)
    assert len(hex_moves.reachable_hexes(found, unit(found, "A"), 3)) == 6


def test_an_impassable_hexside_bounds_control_recoil_and_command(tmp_path: Path) -> None:
    units = '  - {profile: horse, at: "0404", side: red, mark: A, traits: [general]}\n'
    units += '  - {profile: horse, at: "0304", side: white, mark: B}'
    found = board(tmp_path, OPEN, units, more=DITCH)
    one = unit(found, "A")
    free = {hex for hex in neighbours(one.at) if hex != one.at.next(2)}
    assert set(hex_moves.zones_of_control(found, [one])) == free
    # The hexes away from B are across sides 1, 2 and 3: a ditch, a river, open ground.
    assert hex_moves.recoil_hexes(found, one, unit(found, "B"), 1) == [{one.at.next(3)}]
    behind = found.names.hex("0604")
    assert distance(one.at, behind) == 2
    # The shortest path of two steps crosses the river; paths of three steps go around it.
    assert behind in hex_moves.command_range(found, one)
    assert found.names.hex("0704") not in hex_moves.command_range(found, one)


def test_the_last_feature_of_a_hexside_decides_crossing(tmp_path: Path) -> None:
    units = '  - {profile: horse, at: "0404", side: red, mark: A}'
    bridge = DITCH + '  - {style: wall, sides: ["0404/3"]}\n'
    found = board(tmp_path / "wall", OPEN, units, more=bridge)
    (east,) = (hex for hex in [found.names.hex("0504")])
    assert found.crossing(found.names.hex("0404"), 2) == "never"
    bridge += '  - {style: bridge, cross: free, sides: ["0504/9"]}\n'
    found = board(tmp_path / "bridge", OPEN, units, more=bridge)
    assert found.crossing(found.names.hex("0404"), 2) == "free"
    assert hex_moves.reachable_hexes(found, unit(found, "A"), 1)[east] == 1


def test_a_group_steps_only_where_every_unit_can(tmp_path: Path) -> None:
    units = '  - {profile: foot, at: "0405", facing: 12, mark: A}\n'
    units += '  - {profile: foot, at: "0505", facing: 12, mark: B}\n'
    units += '  - {profile: horse, at: "0203", mark: C}'
    found = board(tmp_path, ".......\n" * 7, units)
    both = [unit(found, "A"), unit(found, "B")]
    ways = hex_moves.step_group(found, both, [1, 11], [2, 2])
    assert {mark: names(found, [way[-1]]) for mark, way in ways.items()} == {
        "A": ["0403"],
        "B": ["0503"],
    }
    for hours, wrong in (([1, 3], 1), ([7], 0), ([1, 1, 1], 2)):
        with pytest.raises(ComputationError) as caught:
            hex_moves.step_group(found, both, hours, [2, 2])
        assert caught.value.path == ("to", wrong)
    # Sideways onto an occupied hex, and off the map.
    assert hex_moves.step_group(found, [unit(found, "C")], [9, 9][:1], [2])
    with pytest.raises(ComputationError):
        hex_moves.step_group(found, [unit(found, "C")], [9, 9], [2])


def test_a_loose_group_ends_its_move_adjacent(tmp_path: Path) -> None:
    """Compare with every pair of destinations."""
    units = '  - {profile: horse, at: "0205", mark: A}\n  - {profile: horse, at: "0505", mark: B}'
    found = board(tmp_path, "....... .w..... ....... ...o... ....... ....w.. .......", units)
    both = [unit(found, "A"), unit(found, "B")]
    reach = [
        {
            hex
            for hex in {u.at, *hex_moves.reachable_hexes(found, u, 2, both)}
            if found.ground[hex] == "easy"
        }
        for u in both
    ]
    expected = {hex for pair in product(*reach) if distance(*pair) == 1 for hex in pair}
    assert hex_moves.group_destinations(found, both, [2, 2]) == expected
    assert expected < reach[0] | reach[1]


def test_too_many_group_destinations_are_refused(tmp_path: Path) -> None:
    units = "\n".join(
        f'  - {{profile: horse, at: "{at}", mark: {mark}}}'
        for mark, at in zip("ABCDE", ("0101", "0201", "0301", "0401", "1501"), strict=True)
    )
    found = board(tmp_path, " ".join(["." * 15] * 15), units)
    with pytest.raises(ComputationError, match="too many"):
        hex_moves.group_destinations(found, found.units, [6, 6, 6, 6, 1])
