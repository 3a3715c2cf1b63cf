"""Posters: tiling checked by brute force, sheets by their bytes and pixels."""

from __future__ import annotations

import random
import subprocess
from itertools import product
from math import inf
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import POINTS, words_in
from hypothesis import assume, given
from hypothesis import strategies as st

from printgen.content.theme import Typeface
from printgen.drawing.maps.pdf_renderer import draw_scene
from printgen.drawing.maps.scene import Scene, Shape, TextItem, Use, circle, polyline
from printgen.imposition.compose import DocumentInfo
from printgen.imposition.plan import FOOT
from printgen.imposition.poster import (
    MAX_SHEETS,
    Poster,
    Rect,
    centre_on_page,
    page_to_size,
    tile_label,
    tile_poster,
)
from printgen.imposition.poster_marks import PosterLabels
from printgen.imposition.poster_sheets import compose_page, compose_tiles
from printgen.paper import PAPERS, PRINTER_MARGIN, PlanError, Size, page_size

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
INFO = DocumentInfo("Game – Poster", "Nobody", "en")
STEPS = ("Print them all, as large as they are.", "Cut the left and the top.", "Glue.", "Trim.")
WORDS = PosterLabels("Game – Poster", "Print at 100%", "How it goes · 4 sheets", STEPS)
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


# --- the plan ---------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a1", Size(594, 841)),
        ("500 x 700 mm", Size(500, 700)),
        ("50x70 cm", Size(500, 700)),
        ("24 x 36 in", Size(609.6, 914.4)),
    ],
)
def test_pages_by_name_or_size(name: str, size: Size) -> None:
    assert (page_size(name).width, page_size(name).height) == pytest.approx(
        (size.width, size.height)
    )


@pytest.mark.parametrize("name", ["a9", "500 mm", "10 x 400 mm", "400 x 5081 mm", "poker", ""])
def test_invalid_page_sizes_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="page"):
        page_size(name)


def text_of(path: Path, page: int) -> str:
    """The words of a page with single spaces."""
    return " ".join(words_in(path, page).split())


# --- the sheets -------------------------------------------------------------------------------


def picture(size: Size) -> bytes:
    """A page on which all regions differ."""
    chance = random.Random(1881)
    scene = Scene(size.width, size.height)
    layer = scene.layer("all")
    corners = [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)]
    layer.shape(polyline(corners, True), fill="ground")
    scene.forms["dot"] = [Shape(tuple(circle(0, 0, 2.5)), fill="ink")]
    for n in range(int(size.width * size.height / 150)):
        x, y = chance.uniform(0, size.width), chance.uniform(0, size.height)
        layer.shape(
            circle(x, y, chance.uniform(1, 9)), fill=f"tone{n % 5}", stroke="ink", width=0.4
        )
        layer.items.append(Use("dot", size.width - x, size.height - y))
    layer.items.append(TextItem(size.width / 2, size.height / 2, "MIDDLE", "words", 5))
    tones = {f"tone{n}": f"#{n * 50:02x}{250 - n * 40:02x}{120 + n * 20:02x}" for n in range(5)}
    return draw_scene(
        scene, {"words": Typeface()}, {"ink": "#000000", "ground": "#eeeecc", **tones}
    )


def written(tmp_path: Path, size: Size, paper: Size, overlap: float = 10) -> tuple[Path, Poster]:
    poster = tile_poster(size, paper, overlap)
    path = tmp_path / "poster.pdf"
    compose_tiles(poster, picture(size), WORDS, INFO, path)
    return path, poster


def rendered(path: Path, page: int, size: Size, scale: int) -> np.ndarray:
    """The colours of a page at exactly `scale` pixels per mm."""
    document = pypdfium2.PdfDocument(path)
    try:
        # Sizes are rounded up to whole pixels: a slightly smaller scale avoids stretching.
        bitmap = document[page].render(scale=(scale - 1e-4) / POINTS, rev_byteorder=True)
        found: np.ndarray = bitmap.to_numpy()[:, :, :3].astype(int)
    finally:
        document.close()
    assert found.shape[:2] == (round(size.height * scale), round(size.width * scale))
    return found


def cut(image: np.ndarray, box: Rect, scale: int) -> np.ndarray:
    left, top, right, bottom = (round(v * scale) for v in (box.x, box.y, box.right, box.bottom))
    assert (left / scale, bottom / scale) == pytest.approx((box.x, box.bottom))
    return image[top:bottom, left:right]


# The parts of these sizes begin and end at whole pixels.
@pytest.mark.parametrize(
    ("size", "paper", "scale"),
    [(Size(400, 300), A4, 4), (Size(400, 299.6), LETTER, 10)],
    ids=["a4", "letter"],
)
def test_assembled_sheets_equal_the_poster(
    tmp_path: Path, size: Size, paper: Size, scale: int
) -> None:
    path, poster = written(tmp_path, size, paper)
    whole = tmp_path / "whole.pdf"
    whole.write_bytes(picture(size))
    expected = rendered(whole, 0, size, scale)
    laid = np.full_like(expected, 255)
    for number, tile in enumerate(poster.tiles, start=1):
        # In order, including the strips that the next sheets cover.
        sheet = cut(rendered(path, number, poster.paper, scale), poster.frame, scale)
        x, y = round(tile.part.x * scale), round(tile.part.y * scale)
        laid[y : y + sheet.shape[0], x : x + sheet.shape[1]] = sheet
    assert expected.std() > 40
    wrong = np.abs(laid - expected).max(axis=2) > 24
    for tile in poster.tiles:
        # A cut line is beside the picture, and at least a pixel wide.
        wrong[round(tile.part.y * scale) if tile.row else 0 :][: tile.row > 0] = False
        wrong[:, round(tile.part.x * scale) if tile.column else 0 :][:, : tile.column > 0] = False
    assert not wrong.any()


def test_only_glue_strips_are_hatched(tmp_path: Path) -> None:
    size, scale = Size(400, 300), 8
    path, poster = written(tmp_path, size, A4)
    whole = tmp_path / "whole.pdf"
    whole.write_bytes(picture(size))
    expected = rendered(whole, 0, size, scale)
    for number, tile in enumerate(poster.tiles, start=1):
        sheet = cut(rendered(path, number, poster.paper, scale), poster.frame, scale)
        part = cut(expected, tile.part, scale)
        changed = np.abs(sheet - part).max(axis=2) > 40
        hatched = np.zeros_like(changed)
        for strip in poster.glue_strips(tile):
            left, top = (strip.x - poster.frame.x) * scale, (strip.y - poster.frame.y) * scale
            right, bottom = left + strip.width * scale, top + strip.height * scale
            block = np.s_[round(top) : round(bottom), round(left) : round(right)]
            assert 0.005 < changed[block].mean() < 0.2, "lightly"
            hatched[block] = True
        # The cut lines touch the first pixels.
        assert not (changed & ~hatched)[2:, 2:].any()


def upright(sheet: np.ndarray, top: float, scale: int, long: float) -> list[float]:
    """The positions (mm) of vertical lines that are dark from `top` (mm) over a length (mm)."""
    band = sheet[round(top * scale) : round((top + long) * scale)].mean(axis=2)
    dark = np.flatnonzero((band < 128).all(axis=0))
    groups = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1) if dark.size else []
    return [float((group[0] + group[-1] + 1) / 2 / scale) for group in groups]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_cut_lines_and_marks_are_at_their_positions(tmp_path: Path, paper: Size) -> None:
    scale = 20
    path, poster = written(tmp_path, Size(400, 300), paper)
    assert (poster.columns, poster.rows) == (2, 2)
    frame = poster.frame
    a1, a2, b1, b2 = (rendered(path, n, poster.paper, scale) for n in range(1, 5))
    # Longer than the height of a letter.
    above, below, long, near = frame.y - 4.7, frame.bottom + 1.2, 3.4, 0.06
    joint, line = frame.right - 10, frame.x - 0.075
    for sheet, top, expected in (
        (a1, above, [frame.x, joint]),
        (a2, above, [line, frame.right]),
        (b1, above, [joint]),
        (b2, above, [line]),
        (a1, below, [joint]),
        (b1, below, [frame.x, joint]),
        (b2, below, [line, frame.right]),
    ):
        found = upright(sheet, top, scale, long if top == above else 2.6)
        assert found == pytest.approx(expected, abs=near)
    # The horizontal lines likewise, in the transposed image.
    beside, beyond = frame.x - 4.7, frame.right + 1.2
    joint, line = frame.bottom - 10, frame.y - 0.075
    for sheet, left, expected in (
        (a1, beside, [frame.y, joint]),
        (a2, beside, [joint]),
        (b1, beside, [line, frame.bottom]),
        (b2, beyond, [line, frame.bottom]),
    ):
        # Only above the ruler.
        above_foot = sheet[: -round(RULER_TOP * scale)]
        found = upright(np.transpose(above_foot, (1, 0, 2)), left, scale, long)
        assert found == pytest.approx(expected, abs=near)
    # A cut line runs along the whole picture and does not overlap it.
    edge = a2[round(frame.y * scale) : round(frame.bottom * scale)].mean(axis=2)
    x = round(frame.x * scale)
    assert (edge[:, x - 2] < 100).all()
    assert (edge[:, x + 1] < 100).mean() < 0.25
    assert (edge[:, x - 6] > 200).mean() > 0.95


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_pages_text_and_bytes_of_a_poster(tmp_path: Path, paper: Size) -> None:
    path, poster = written(tmp_path, Size(550, 520), paper)
    tiles = poster.tiles
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == len(tiles) + 1
        for page in pdf.pages:
            box = [float(v) / POINTS for v in page.mediabox]
            assert box == pytest.approx([0, 0, poster.paper.width, poster.paper.height], abs=1e-3)
        assert pdf.docinfo["/Title"] == "Game – Poster"
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
    for number, tile in enumerate(tiles, start=1):
        words = text_of(path, number)
        assert f"{tile.label} · {number + 1}/{len(tiles) + 1}" in words
        assert "Print at 100%" in words
        assert "50 mm" in words
        margin = words.replace("MIDDLE", "").replace("Game – Poster", "").split()
        assert margin.count(tile.label) == 2, "at the head and at the foot"
        for neighbour in poster.neighbours(tile).values():
            assert neighbour in margin
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_first_sheet_is_the_assembly_plan(tmp_path: Path) -> None:
    path, poster = written(tmp_path, Size(550, 520), A4)
    words = text_of(path, 0)
    for expected in (*STEPS, WORDS.title, WORDS.plan, WORDS.scale, "MIDDLE", "50 mm"):
        assert expected in words
    assert all(words.split().count(tile.label) == 1 for tile in poster.tiles)
    assert [f"{n}." in words.split() for n in range(1, 6)] == [True] * 4 + [False]


def test_the_assembly_plan_shows_the_poster_and_its_sheets(tmp_path: Path) -> None:
    size = Size(550, 520)
    path, poster = written(tmp_path, size, A4)
    document = pypdfium2.PdfDocument(path)
    try:
        page = document[0]
        forms = [o for o in page.get_objects(max_depth=1) if o.type == 5]
        shrunk, _, _, _, left, foot = forms[0].get_matrix().get()
        height = page.get_height()
        words = page.get_textpage()
        places = {}
        for tile in poster.tiles:
            index, count = words.search(tile.label).get_next()
            boxes = [words.get_charbox(n) for n in range(index, index + count)]
            places[tile.label] = (
                (boxes[0][0] + boxes[-1][2]) / 2,
                height - (boxes[0][1] + boxes[0][3]) / 2,
            )
    finally:
        document.close()
    assert 0.2 < shrunk < 0.5
    for tile in poster.tiles:
        part = poster.visible_part(tile)
        x = left + (part.x + part.width / 2) * POINTS * shrunk
        up = size.height - part.y - part.height / 2
        y = height - foot - up * POINTS * shrunk
        assert places[tile.label] == pytest.approx((x, y), abs=0.7)


def test_the_picture_is_embedded_once(tmp_path: Path) -> None:
    size = Size(550, 520)
    path, poster = written(tmp_path, size, A4)
    with pikepdf.open(path) as pdf:
        drawn = {page.Resources.XObject["/Map"].objgen for page in pdf.pages}
        assert len(drawn) == 1
        streams = [
            o.read_bytes()
            for o in pdf.objects
            if isinstance(o, pikepdf.Stream) and o.get("/Subtype") != "/Image"
        ]
        assert sum(b"/Map Do" in content for content in streams) == len(poster.tiles) + 1
        # The first command of one circle occurs once.
        whole = max(streams, key=len)
        first = whole[whole.index(b" c ") - 60 : whole.index(b" c ")]
        assert sum(content.count(first) for content in streams) == 1
    assert path.stat().st_size < 1.5 * len(picture(size))


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    first, _ = written(tmp_path, Size(400, 300), A4)
    before = first.read_bytes()
    again, _ = written(tmp_path, Size(400, 300), A4)
    assert again.read_bytes() == before


def test_one_sheet_needs_no_plan(tmp_path: Path) -> None:
    path, poster = written(tmp_path, Size(150, 200), A4)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 1
    assert "A1" not in text_of(path, 0)
    assert "1/1" in text_of(path, 0)
    sheet = rendered(path, 0, poster.paper, 10)
    marks = upright(sheet, poster.frame.y - 4.7, 10, 3.4)
    assert marks == pytest.approx([30, 180], abs=0.1), "its corners are marked"


def test_words_too_long_for_the_foot_are_omitted(tmp_path: Path) -> None:
    poster = tile_poster(Size(400, 300), PAPERS["a5"], 10)
    words = PosterLabels("A title that goes on and on, " * 6, "Print at 100%", "Plan", STEPS)
    path = tmp_path / "poster.pdf"
    compose_tiles(poster, picture(Size(400, 300)), words, INFO, path)
    assert "A title" not in text_of(path, 1)
    assert "A1 · 2/" in text_of(path, 1)
    assert "…" in text_of(path, 0)
    for page in range(len(poster.tiles)):
        image = rendered(path, page, poster.paper, 5)
        assert (image[:, :20] > 250).all(), "the unprintable margin is blank"
        assert (image[:, -20:] > 250).all()


# --- whole ------------------------------------------------------------------------------------


def whole(tmp_path: Path, size: Size, page: Size | None) -> tuple[Path, Size, Rect]:
    sheet, box = centre_on_page(size, page) if page else page_to_size(size)
    path = tmp_path / "whole.pdf"
    compose_page(sheet, box, picture(size), WORDS, INFO, path)
    return path, sheet, box


def test_a_poster_on_a_page_of_its_own_size(tmp_path: Path) -> None:
    size = Size(400, 300)
    path, sheet, _ = whole(tmp_path, size, None)
    alone = tmp_path / "alone.pdf"
    alone.write_bytes(picture(size))
    assert (rendered(path, 0, sheet, 4) == rendered(alone, 0, size, 4)).all()
    assert "100%" not in text_of(path, 0)


def test_a_poster_is_centred_on_a_larger_page_with_marks_and_ruler(tmp_path: Path) -> None:
    size = Size(500, 300)
    path, sheet, box = whole(tmp_path, size, page_size("a2"))
    alone = tmp_path / "alone.pdf"
    alone.write_bytes(picture(size))
    image = rendered(path, 0, sheet, 4)
    found, expected = cut(image, box, 4), rendered(alone, 0, size, 4)
    assert np.abs(found - expected).mean() < 0.2
    marks = upright(rendered(path, 0, sheet, 10), box.y - 4.7, 10, 3.4)
    assert marks == pytest.approx([box.x, box.right], abs=0.1)
    assert "Print at 100%" in text_of(path, 0)
    assert "50 mm" in text_of(path, 0)
    assert "A1" not in text_of(path, 0)


def test_marks_and_ruler_are_omitted_without_room(tmp_path: Path) -> None:
    size = Size(588, 416)
    path, sheet, box = whole(tmp_path, size, page_size("a2"))
    image = rendered(path, 0, sheet, 4)
    outside = np.ones(image.shape[:2], dtype=bool)
    # The edges of the poster may touch another pixel.
    top, left, foot, right = (round(v * 4) for v in (box.y, box.x, box.bottom, box.right))
    outside[top - 1 : foot + 1, left - 1 : right + 1] = False
    assert (image[outside] > 200).all()
    assert "100%" not in text_of(path, 0)


@pytest.mark.parametrize("page", [None, "a2", "420 x 300 mm"])
def test_one_page_posters_are_valid_pdfs(tmp_path: Path, page: str | None) -> None:
    path, sheet, _ = whole(tmp_path, Size(400, 299), page_size(page) if page else None)
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 1
        box = [float(v) / POINTS for v in pdf.pages[0].mediabox]
        assert box == pytest.approx([0, 0, sheet.width, sheet.height], abs=1e-3)
    before = path.read_bytes()
    whole(tmp_path, Size(400, 299), page_size(page) if page else None)
    assert path.read_bytes() == before
