"""Fields of units on hexes, compared with plain searches of the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit_boards import OPEN, board, names, unit

from printgen import Project
from printgen.extras.hex_maps import moves as hex_moves
from printgen.extras.hex_maps.boards import board_of
from printgen.extras.hex_maps.hexes import Hex, distance, neighbours


@pytest.mark.parametrize("hour", [12, 2, 4, 6, 8, 10])
def test_front_flanks_and_rear_match_angles(tmp_path: Path, hour: int) -> None:
    """Compare with the angle between the direction of the hex and the facing, in mm on paper."""
    found = board(tmp_path, OPEN, f'  - {{profile: foot, at: "0404", facing: {hour}, mark: A}}')
    one = unit(found, "A")
    sides = hex_moves.sides_of(found, one)
    x, y = found.geometry.middle(one.at)
    look = found.geometry.at_hour(one.at, hour)
    for which, low, high in (("front", 0.8, 1.0), ("flanks", -0.1, 0.1), ("rear", -1.0, -0.8)):
        hexes = hex_moves.adjacent_hexes(found, one, getattr(sides, which))
        assert len(hexes) == 2
        for hex in hexes:
            a, b = found.geometry.middle(hex)
            dot = (a - x) * (look[0] - x) + (b - y) * (look[1] - y)
            assert low <= dot / (found.geometry.flats * found.geometry.side) <= high, which
    assert sorted(sides.front + sides.flanks + sides.rear) == list(range(6))


def test_field_of_fire_is_a_triangle_or_a_circle(tmp_path: Path) -> None:
    units = '  - {profile: foot, at: "0406", facing: 12, mark: A}\n'
    units += '  - {profile: horse, at: "0404", mark: B}'
    found = board(tmp_path, OPEN, units)
    triangle = hex_moves.field_of_fire(found, unit(found, "A"), 3)
    assert [list(triangle.values()).count(far) for far in (1, 2, 3)] == [2, 3, 4]
    expected = ["0405", "0505", "0304", "0404", "0504", "0303", "0403", "0503", "0603"]
    assert names(found, triangle) == sorted(expected)
    around = hex_moves.field_of_fire(found, unit(found, "B"), 2)
    assert len(around) == 18
    assert all(distance(unit(found, "B").at, hex) == far for hex, far in around.items())


def test_zone_of_control_counts_adjacent_enemies(tmp_path: Path) -> None:
    units = '  - {profile: horse, at: "0303", mark: A}\n  - {profile: horse, at: "0503", mark: B}'
    found = board(tmp_path, OPEN, units)
    both = [unit(found, "A"), unit(found, "B")]
    counted = hex_moves.zones_of_control(found, both)
    for hex in found.grid:
        beside = sum(near in (both[0].at, both[1].at) for near in neighbours(hex))
        assert counted.get(hex, 0) == beside
    assert names(found, [hex for hex, many in counted.items() if many == 2]) == ["0403"]


@pytest.mark.parametrize("grid", [OPEN, "....... ..w.... ...ww.. ..w.... ...w... ....... ......."])
def test_visible_hexes_match_a_search_of_every_shortest_path(tmp_path: Path, grid: str) -> None:
    units = '  - {profile: horse, at: "0404", side: red, mark: A}\n'
    units += '  - {profile: horse, at: "0504", side: white}'
    found = board(tmp_path, grid, units)
    one = unit(found, "A")

    def clear(hex: Hex) -> bool:
        return found.ground.get(hex, "wood") != "wood" and hex not in found.standing

    def walked(at: Hex, goal: Hex) -> bool:
        left = distance(at, goal)
        nearer = [hex for hex in neighbours(at) if distance(hex, goal) == left - 1]
        return any(hex == goal or (clear(hex) and walked(hex, goal)) for hex in nearer)

    near = [hex for hex in found.ground if 0 < distance(one.at, hex) <= 4]
    seen = hex_moves.visible_hexes(found, one, 4) - {one.at}
    assert seen == {hex for hex in near if walked(one.at, hex)}
    assert seen < set(near)


def test_adjacent_units_are_enemies_or_friends(tmp_path: Path) -> None:
    units = '  - {profile: horse, at: "0404", side: red, mark: A}\n'
    units += '  - {profile: horse, at: "0304", side: white}\n'
    units += '  - {profile: horse, at: "0504", side: red}\n'
    units += '  - {profile: horse, at: "0604", side: white}'
    found = board(tmp_path, OPEN, units)
    enemies, friends = hex_moves.adjacent_units(found, unit(found, "A"))
    assert (names(found, enemies), names(found, friends)) == (["0304"], ["0504"])


def test_command_range_goes_around_difficult_terrain_and_enemies(tmp_path: Path) -> None:
    units = '  - {profile: foot, at: "0404", facing: 12, side: red, mark: G, traits: [general]}\n'
    units += '  - {profile: horse, at: "0504", side: white}'
    grid = "....... ....... ...w... ....... ....... ....... ......."
    found = board(tmp_path, grid, units)
    within = hex_moves.command_range(found, unit(found, "G"))
    # The enemy's hex is in range; the hexes behind it need a path around it.
    assert found.names.hex("0504") in within
    assert found.names.hex("0704") not in within
    assert found.names.hex("0104") in within
    # Paths end in the wood; they do not go through it.
    assert found.names.hex("0403") in within


def test_command_diagram_agrees_with_its_caption(demo_project: Project) -> None:
    library = demo_project.library
    maps = library.games["furia-cartese"].of_kind("maps")
    called = board_of(library, maps["diagram-general"])
    within = hex_moves.command_range(called, unit(called, "G"))
    assert [unit(called, mark).at in within for mark in "ABC"] == [True, True, False]
    assert distance(unit(called, "G").at, unit(called, "A").at) == 3
    assert distance(unit(called, "G").at, unit(called, "C").at) == 6
