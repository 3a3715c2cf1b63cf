"""Lines and shades of maps: rivers along the sides of hexes, hatching over hatching."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.hex_maps.board_drawing import draw_hexsides
from printgen.extras.hex_maps.hexes import Geometry, Hex, HexGrid, Side
from printgen.extras.hex_maps.scene import Layer, Shape

GEOMETRY = Geometry(HexGrid(8, 8, "flat-top"), 10.0)


def rivers(sides: list[Side]) -> list[list[tuple[float, float]]]:
    """The lines of a river along hexsides, as the points that they pass through."""
    layer = Layer("river")
    draw_hexsides(layer, "river", sides, GEOMETRY, 0.2)
    found = []
    for item in layer.items[::2]:
        assert isinstance(item, Shape)
        ends = [numbers[-2:] for _, *numbers in item.path]
        found.append([(round(x, 6), round(y, 6)) for x, y in ends])
    return found


# Along the bottom of the hexes of two rows, from left to right: against the clockwise direction.
WAY: list[Side] = [
    (GEOMETRY.grid.hex(column, 4 if column % 2 else 3), side)
    for column in range(1, 8)
    for side in ((0,) if column % 2 else (4, 3, 2))
]


@given(st.randoms(use_true_random=False))
def test_connected_hexsides_are_one_line_in_any_order(chance: random.Random) -> None:
    (whole,) = rivers(WAY)
    mixed = list(WAY)
    chance.shuffle(mixed)
    # A hexside belongs to two hexes.
    named = [
        (hex, side) if chance.random() < 0.5 else (hex.next(side), (side + 3) % 6)
        for hex, side in mixed
    ]
    (line,) = rivers(named)
    assert sorted(line) == sorted(whole)
    assert {line[0], line[-1]} == {whole[0], whole[-1]}


def test_rings_and_forks_are_drawn_completely() -> None:
    hex = GEOMETRY.grid.hex(4, 4)
    ring = [(hex, side) for side in range(6)]
    (line,) = rivers(ring)
    assert line[0] == line[-1]
    assert len(set(line)) >= 6
    fork = [(hex, 0), (hex, 1), (hex.next(0), 2)]
    ends = {point for one in rivers(fork) for point in one}
    assert {tuple(round(n, 6) for n in p) for s in fork for p in GEOMETRY.hexside(*s)} <= ends


def test_a_repeated_hexside_is_drawn_once() -> None:
    hex = Hex(3, 3)
    assert len(rivers([(hex, 1), (hex.next(1), 4)])) == 1


@pytest.mark.parametrize("apart", [1, 2])
def test_separate_rivers_are_separate_lines(apart: int) -> None:
    near, far = GEOMETRY.grid.hex(2, 2), GEOMETRY.grid.hex(2 + 2 * apart, 6)
    assert len(rivers([(near, 0), (near, 1), (far, 0), (far, 1)])) == 2
