"""Borders, words and drawings near the cut, found on pictures of faces."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from printgen.extras.proof.edges import EDGES, SCALE, Edge, Mark, NearCut, near_cut

# A card of 40 x 56 mm with 3 mm of bleed.
WIDTH, HEIGHT, BLEED = 46, 62, 3.0

INK, PAPER = (34, 48, 60), (242, 227, 179)


def face(colour: tuple[int, int, int] = PAPER) -> np.ndarray:
    picture = np.empty((HEIGHT * SCALE, WIDTH * SCALE, 3), dtype=np.int16)
    picture[:] = colour
    return picture


def fill(
    picture: np.ndarray,
    box: tuple[float, float, float, float],
    colour: tuple[int, int, int] = INK,
) -> np.ndarray:
    """Fill a box: left, top, right and bottom in mm from the cut at the top left."""
    left, top, right, bottom = (round((value + BLEED) * SCALE) for value in box)
    picture[top:bottom, left:right] = colour
    return picture


def framed(width: float, colour: tuple[int, int, int] = PAPER) -> np.ndarray:
    """A face in a border of ink."""
    return fill(face(INK), (width, width, 40 - width, 56 - width), colour)


def seen(picture: np.ndarray, words: tuple[Mark, ...] = ()) -> NearCut:
    return near_cut(picture, BLEED, words)


@pytest.mark.parametrize("width", [0.75, 1.0, 1.75, 2.5, 3.0, 4.25, 5.0, 5.75])
def test_a_border_is_measured(width: float) -> None:
    assert dict(seen(framed(width)).borders) == dict.fromkeys(EDGES, width)


@pytest.mark.parametrize("width", [0.75, 2.0, 3.0])
def test_a_frame_that_is_a_line_leaves_a_border_outside(width: float) -> None:
    inner = width + 0.3
    picture = fill(fill(face(), (width, width, 40 - width, 56 - width)), (0, 0, 0, 0))
    fill(picture, (inner, inner, 40 - inner, 56 - inner), PAPER)
    found = dict(seen(picture).borders)
    assert found.keys() == {*EDGES}
    assert all(abs(each - width) <= 1 / SCALE for each in found.values())


def test_what_is_further_inside_is_no_border() -> None:
    assert seen(framed(7.0)).borders == ()
    assert seen(face()).borders == ()


def test_a_border_on_one_side_is_a_stripe() -> None:
    assert seen(fill(face(), (-BLEED, -BLEED, 3, 59))).borders == ()


def test_borders_of_two_colours_are_no_pair() -> None:
    picture = fill(face(), (-BLEED, -BLEED, 3, 59), (160, 30, 30))
    assert seen(fill(picture, (37, -BLEED, 43, 59), (30, 30, 160))).borders == ()


def test_a_border_at_the_left_and_right_alone_is_found() -> None:
    picture = fill(fill(face(), (-BLEED, -BLEED, 3, 59)), (37, -BLEED, 43, 59))
    assert dict(seen(picture).borders) == {"left": 3.0, "right": 3.0}


def test_a_frame_of_dashes_is_a_border() -> None:
    picture = face()
    for start in range(1, 52, 5):
        fill(picture, (1.5, start, 2.3, start + 3))
        fill(picture, (37.7, start, 38.5, start + 3))
    assert dict(seen(picture).borders) == {"left": 1.5, "right": 1.5}


def test_a_border_on_textured_paper_is_found() -> None:
    chance = np.random.default_rng(49)
    rough = framed(3.0).astype(np.int16) + chance.integers(-12, 13, (1, 1, 1))
    noise = chance.normal(0, 5, rough.shape[:2])[:, :, None]
    found = dict(seen((rough + noise).clip(0, 255).astype(np.int16)).borders)
    assert found.keys() == {*EDGES}
    assert all(abs(width - 3.0) < 0.2 for width in found.values())


def test_a_picture_that_goes_on_beyond_the_cut_has_no_border() -> None:
    down, across = np.mgrid[0 : HEIGHT * SCALE, 0 : WIDTH * SCALE]
    wave = (127 + 120 * np.sin(down / 17) * np.cos(across / 13)).astype(np.int16)
    found = seen(np.repeat(wave[:, :, None], 3, axis=2))
    assert found == NearCut((), (), ())


def test_lines_of_words_are_no_border() -> None:
    picture = face()
    for line, letter in product(range(4, 52, 5), range(3, 37, 2)):
        fill(picture, (letter, line, letter + 1.3, line + 2.4))
    assert seen(picture).borders == ()


@pytest.mark.parametrize("edge", EDGES)
def test_a_drawing_near_an_edge_is_found(edge: Edge) -> None:
    boxes: dict[Edge, tuple[float, float, float, float]] = {
        "left": (1.25, 20, 4, 24),
        "right": (36, 20, 38.75, 24),
        "top": (18, 1.25, 22, 4),
        "bottom": (18, 52, 22, 54.75),
    }
    (mark,) = seen(fill(face(), boxes[edge])).marks
    start = 18.0 if edge in ("top", "bottom") else 20.0
    assert (mark.edge, mark.words) == (edge, "")
    assert mark[1:4] == pytest.approx((1.25, start, start + 4))


def test_what_goes_on_beyond_the_cut_is_no_drawing() -> None:
    assert seen(fill(face(), (-BLEED, 20, 4, 24))).marks == ()


def test_words_are_no_drawing_besides() -> None:
    words = Mark("left", 1.25, 20.0, 24.0, "Storm")
    assert seen(fill(face(), (1.25, 20, 4, 24)), (words,)).marks == (words,)


def test_the_parts_of_a_picture_are_no_drawings() -> None:
    stars = face(INK)
    for place in range(12, 48, 6):
        fill(stars, (1.5, place, 3.5, place + 2), PAPER)
    assert seen(stars).marks == ()
    horizon = fill(fill(face(INK), (1.5, 20, 3.5, 24), PAPER), (-BLEED, 40, 43, 59), PAPER)
    assert seen(horizon).marks == ()


def test_a_line_along_the_cut_is_found_and_what_is_behind_it() -> None:
    picture = framed(3.0)
    for box in ((0, 0, 40, 0.2), (0, 55.8, 40, 56), (0, 0, 0.2, 56), (39.8, 0, 40, 56)):
        fill(picture, box, (187, 187, 187))
    found = seen(picture)
    assert found.lines == EDGES
    assert dict(found.borders) == dict.fromkeys(EDGES, 3.0)
    assert seen(framed(3.0)).lines == ()


def test_a_face_smaller_than_its_corners_has_nothing() -> None:
    tiny = np.zeros((10 * SCALE, 10 * SCALE, 3), dtype=np.int16)
    assert near_cut(tiny, 0.0, ()) == NearCut((), (), ())


def test_a_face_without_bleed_is_measured() -> None:
    cut = framed(3.0)[3 * SCALE : -3 * SCALE, 3 * SCALE : -3 * SCALE]
    assert dict(near_cut(cut, 0.0, ()).borders) == dict.fromkeys(EDGES, 3.0)
