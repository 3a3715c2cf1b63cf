"""Posters: tiling, compared with brute force."""

from __future__ import annotations

import random
from itertools import product
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printgen.extras.hex_maps.tiling import (
    MAX_SHEETS,
    Poster,
    Rect,
    centre_on_page,
    page_to_size,
    tile_label,
    tile_poster,
)
from printgen.paper import FOOT, PAPERS, PRINTER_MARGIN, PlanError, Size, page_size

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
EPSILON = 1e-6


# The ruler's ticks end here, above the lower edge.
RULER_TOP = 8.2
lengths = st.integers(40 * 4, 3000 * 4).map(lambda n: n / 4)
papers = st.sampled_from(list(PAPERS.values()))
overlaps = st.sampled_from([0.0, 3.0, 8.5, 10.0, 25.0, 40.0])


def plan(size: Size, paper: Size, overlap: float) -> Poster:
    """The tiling of a poster that is not too large."""
    try:
        return tile_poster(size, paper, overlap)
    except PlanError:
        assume(False)
        raise


@given(st.builds(Size, lengths, lengths), papers, overlaps, st.randoms(use_true_random=False))
def test_every_point_is_visible_on_exactly_one_sheet(
    size: Size, paper: Size, overlap: float, chance: random.Random
) -> None:
    poster = plan(size, paper, overlap)
    tiles = poster.tiles
    right, foot = size.width - 1e-3, size.height - 1e-3
    points = [(chance.uniform(0, right), chance.uniform(0, foot)) for _ in range(30)]
    points += product((0.0, right), (0.0, foot))
    for x, y in points:
        on = [t for t in tiles if inside(t.part, x, y)]
        seen = [t for t in tiles if inside(poster.visible_part(t), x, y)]
        assert on
        assert len(seen) == 1
        # The visible sheet is on top: the last one that has the point.
        assert seen[0] == max(on, key=lambda tile: (tile.row, tile.column))


def inside(box: Rect, x: float, y: float) -> bool:
    return box.x - EPSILON <= x < box.right - EPSILON and (
        box.y - EPSILON <= y < box.bottom - EPSILON
    )


@given(st.builds(Size, lengths, lengths), papers, overlaps)
def test_sheets_overlap_as_requested_and_stay_inside_the_margins(
    size: Size, paper: Size, overlap: float
) -> None:
    poster = plan(size, paper, overlap)
    frame, tiles = poster.frame, {(t.column, t.row): t for t in poster.tiles}
    assert len(tiles) == poster.columns * poster.rows
    for (column, row), tile in tiles.items():
        assert (tile.part.width, tile.part.height) == (frame.width, frame.height)
        for next_, first, start in (
            ((column + 1, row), tile.part.right, "x"),
            ((column, row + 1), tile.part.bottom, "y"),
        ):
            if next_ in tiles:
                assert first - getattr(tiles[next_].part, start) == pytest.approx(overlap)
        strips = poster.glue_strips(tile)
        assert len(strips) == bool(overlap) * (
            (column < poster.columns - 1) + (row < poster.rows - 1)
        )
        covered = sum(strip.width * strip.height for strip in strips)
        shown = poster.visible_part(tile)
        assert covered + shown.width * shown.height == pytest.approx(frame.width * frame.height)
    last_tile = tiles[poster.columns - 1, poster.rows - 1]
    assert (last_tile.part.right, last_tile.part.bottom) == pytest.approx((size.width, size.height))
    assert min(frame.x, frame.y) >= 10 - EPSILON > PRINTER_MARGIN
    assert frame.right <= poster.paper.width - 10 + EPSILON
    assert frame.bottom <= poster.paper.height - FOOT + EPSILON
    assert FOOT > RULER_TOP


def brute_count(size: Size, paper: Size, overlap: float) -> float:
    """The minimum number of sheets, by placing one after another."""
    best = inf
    for sheet in (paper, Size(paper.height, paper.width)):
        count = 1
        for length, room in (
            (size.width, sheet.width - 20),
            (size.height, sheet.height - 10 - FOOT),
        ):
            along, reached = 1, room
            while reached < length - EPSILON:
                along, reached = along + 1, reached + room - overlap
            count *= along
        best = min(best, count)
    return best


@given(st.builds(Size, lengths, lengths), papers, overlaps)
def test_the_number_of_sheets_is_minimal(size: Size, paper: Size, overlap: float) -> None:
    least = brute_count(size, paper, overlap)
    if min(paper.width, paper.height) - 10 - FOOT <= 2 * overlap:
        return
    if least > MAX_SHEETS:
        with pytest.raises(PlanError, match=f"takes {least:,} sheets"):
            tile_poster(size, paper, overlap)
    else:
        assert len(tile_poster(size, paper, overlap).tiles) == least


@pytest.mark.parametrize(
    ("size", "paper", "grid", "upright"),
    [
        (Size(190, 272.5), A4, (1, 1), True),
        (Size(190.1, 272.5), A4, (2, 1), True),
        (Size(277, 185.5), A4, (1, 1), False),
        (Size(400, 300), A4, (2, 2), False),
        (Size(400, 300), LETTER, (2, 2), False),
        (Size(550, 520), A4, (3, 2), True),
    ],
)
def test_known_numbers_of_poster_sheets(
    size: Size, paper: Size, grid: tuple[int, int], upright: bool
) -> None:
    poster = tile_poster(size, paper, 10)
    assert (poster.columns, poster.rows) == grid
    assert (poster.paper.height > poster.paper.width) is upright


def test_labels_of_sheets() -> None:
    assert [t.label for t in tile_poster(Size(550, 520), A4, 10).tiles] == [
        "A1", "A2", "A3", "B1", "B2", "B3",
    ]  # fmt: skip
    assert [tile_label(0, 25), tile_label(11, 26), tile_label(0, 701), tile_label(0, 702)] == [
        "Z1", "AA12", "ZZ1", "AAA1",
    ]  # fmt: skip
    many = [tile_label(column, row) for column in range(3) for row in range(800)]
    assert len(set(many)) == len(many)


def test_sheets_name_their_neighbours() -> None:
    poster = tile_poster(Size(550, 520), A4, 10)
    named = {tile.label: poster.neighbours(tile) for tile in poster.tiles}
    assert named["A1"] == {"right": "A2", "bottom": "B1"}
    assert named["B2"] == {"left": "B1", "top": "A2", "right": "B3"}


def test_strips_wider_than_the_paper_are_refused() -> None:
    with pytest.raises(PlanError, match="tiles that share 70 mm"):
        tile_poster(Size(500, 500), PAPERS["a5"], 70)


def test_a_page_is_turned_and_the_poster_is_centred() -> None:
    a2 = page_size("a2")
    assert centre_on_page(Size(500, 300), a2) == (Size(594, 420), Rect(47, 60, 500, 300))
    assert centre_on_page(Size(300, 500), a2) == (Size(420, 594), Rect(60, 47, 300, 500))
    assert centre_on_page(Size(594, 420), a2) == (Size(594, 420), Rect(0, 0, 594, 420))


@given(st.builds(Size, lengths, lengths), st.builds(Size, lengths, lengths))
def test_a_page_that_is_too_small_is_refused(size: Size, page: Size) -> None:
    ways = [page, Size(page.height, page.width)]
    if any(way.width >= size.width and way.height >= size.height for way in ways):
        way, box = centre_on_page(size, page)
        assert way in ways
        assert (box.width, box.height) == (size.width, size.height)
        assert (box.x + box.right, box.y + box.bottom) == pytest.approx((way.width, way.height))
        assert min(box.x, box.y) >= 0
    else:
        with pytest.raises(PlanError, match="name a larger `page`"):
            centre_on_page(size, page)


def test_pages_of_more_than_5080_mm_are_refused() -> None:
    assert page_to_size(Size(5080, 100))[0] == Size(5080, 100)
    with pytest.raises(PlanError, match="larger than 5080 mm"):
        page_to_size(Size(100, 5080.1))
