"""Sheets and pages of posters: bytes, pixels and text."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import POINTS, grey, words_in
from sound_files import pdf_faults

from printgen.content.models.theme import Typeface
from printgen.extras.hex_maps.pdf_renderer import draw_scene
from printgen.extras.hex_maps.poster import PosterLabels, compose_page, compose_tiles
from printgen.extras.hex_maps.scene import Scene, Shape, TextItem, Use, circle, polyline
from printgen.extras.hex_maps.tiling import (
    Poster,
    Rect,
    centre_on_page,
    page_to_size,
    tile_poster,
)
from printgen.imposition.compose import DocumentInfo
from printgen.paper import PAPERS, Size, page_size

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
INFO = DocumentInfo("Game – Poster", "Nobody", "en")
STEPS = ("Print them all, as large as they are.", "Cut the left and the top.", "Glue.", "Trim.")
WORDS = PosterLabels("Game – Poster", "Print at 100%", "How it goes · 4 sheets", STEPS)


# The ruler's ticks end here, above the lower edge.
RULER_TOP = 8.2


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
        found: np.ndarray = bitmap.to_numpy().astype(np.int16)[:, :, :3]
    finally:
        document.close()
    assert found.shape[:2] == (round(size.height * scale), round(size.width * scale))
    return found


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The difference of two images at each pixel, in the colour that differs most."""
    found: np.ndarray = np.maximum.reduce([np.abs(one[:, :, n] - other[:, :, n]) for n in range(3)])
    return found


def cut(image: np.ndarray, box: Rect, scale: int) -> np.ndarray:
    left, top, right, bottom = (round(v * scale) for v in (box.x, box.y, box.right, box.bottom))
    assert (left / scale, bottom / scale) == pytest.approx((box.x, box.bottom))
    return image[top:bottom, left:right]


# The parts of these sizes begin and end at whole pixels.
@pytest.mark.slow
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
    wrong = apart(laid, expected) > 24
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
        changed = apart(sheet, part) > 40
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
    band = grey(sheet[round(top * scale) : round((top + long) * scale)])
    dark = np.flatnonzero((band < 128).all(axis=0))
    groups = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1) if dark.size else []
    return [float((group[0] + group[-1] + 1) / 2 / scale) for group in groups]


@pytest.mark.slow
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
    x = round(frame.x * scale)
    edge = grey(a2[round(frame.y * scale) : round(frame.bottom * scale), : x + 2])
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
    assert pdf_faults(path) == ""


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
    assert pdf_faults(path) == ""
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 1
        box = [float(v) / POINTS for v in pdf.pages[0].mediabox]
        assert box == pytest.approx([0, 0, sheet.width, sheet.height], abs=1e-3)
    before = path.read_bytes()
    whole(tmp_path, Size(400, 299), page_size(page) if page else None)
    assert path.read_bytes() == before
