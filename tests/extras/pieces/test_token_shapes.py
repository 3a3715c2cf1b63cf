"""Shapes of tokens: their boxes, the room for words, and how closely they lie."""

from __future__ import annotations

from itertools import combinations
from math import hypot, sqrt
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.pieces.models import (
    PACKINGS,
    TokenShape,
    pack,
    token_box,
    token_inset,
    token_outline,
)

SHAPES: tuple[TokenShape, ...] = get_args(TokenShape)
shapes = st.sampled_from(SHAPES)
sizes = st.integers(10, 80).map(float)
gaps = st.sampled_from([0.0, 1.5, 4.0, 7.0])


@given(shapes, sizes, st.sampled_from([0.0, 2.0]))
def test_an_outline_fills_its_box_and_grows_by_its_margin(
    shape: TokenShape, size: float, margin: float
) -> None:
    width, height = token_box(shape, size)
    grown = token_box(shape, size + 2 * margin)
    left, top, right, bottom = token_outline(shape, size, margin=margin).bounds
    assert (right - left, bottom - top) == pytest.approx(grown)
    assert (left + right, top + bottom) == pytest.approx((width, height))


def distance_inside(shape: TokenShape, size: float, x: float, y: float) -> float:
    """The distance of a point from the edge of a token about the origin; negative outside."""
    x, y = abs(x), abs(y)
    if shape == "round":
        return size / 2 - hypot(x, y)
    if shape == "square":
        return size / 2 - max(x, y)
    if shape == "hexagon-pointed":
        x, y = y, x
    return size / 2 - max(y, (sqrt(3) * x + y) / 2)


@given(shapes, sizes)
def test_words_keep_their_distance_from_the_edge(shape: TokenShape, size: float) -> None:
    width, height = token_box(shape, size)
    inset = token_inset(shape, size, 1.5)
    corner = width / 2 - inset, height / 2 - inset
    assert distance_inside(shape, size, *corner) == pytest.approx(1.5)
    assert min(corner) > 0.2 * size


@given(shapes, sizes, gaps, st.integers(60, 400), st.integers(60, 400))
def test_tokens_are_inside_their_room_and_apart(
    shape: TokenShape, size: float, gap: float, across: int, down: int
) -> None:
    width, height = token_box(shape, size)
    for packing in PACKINGS[shape]:
        places = pack(packing, (width, height), gap, (across, down))
        assert places == sorted(places, key=lambda place: (place[1], place[0]))
        for x, y in places:
            assert -1e-6 <= x <= across - width + 1e-5
            assert -1e-6 <= y <= down - height + 1e-5
        for (x, y), (u, v) in combinations(places[:40], 2):
            # The point half way is half a gap outside of both tokens.
            outside = -distance_inside(shape, size, (u - x) / 2, (v - y) / 2)
            assert outside >= gap / 2 - 1e-6


@pytest.mark.parametrize("shape", SHAPES)
def test_neighbours_are_as_close_as_they_may_be(shape: TokenShape) -> None:
    for packing in PACKINGS[shape]:
        places = pack(packing, token_box(shape, 20), 3, (200, 200))
        nearest = min(hypot(x - u, y - v) for (x, y), (u, v) in combinations(places, 2))
        assert nearest == pytest.approx(23)


def test_staggered_rows_take_more_round_tokens() -> None:
    assert len(pack("rows", (25, 25), 0, (190, 270))) > len(pack("grid", (25, 25), 0, (190, 270)))
    # The second row has as many tokens as the first one if half a token more fits.
    assert len(pack("rows", (20, 20), 0, (50, 40))) == 4
    assert len(pack("rows", (20, 20), 0, (49, 40))) == 3
    assert pack("rows", (20, 20), 0, (19, 40)) == []
