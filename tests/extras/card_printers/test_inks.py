"""The inks of a press: blacks, and pictures within the ink limit."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from printgen.extras.card_printers.inks import (
    MAX_INK,
    RICH,
    limited_jpeg,
    read_inks,
    separated,
    total_ink,
    with_blacks,
)

BLACK = [0, 0, 0, 255]


def inks() -> np.ndarray:
    """An area of 10 mm in nearly black, a line 1 mm wide, and colours, at 300 dpi."""
    image = Image.new("RGB", (400, 400), "#ffffff")
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 138, 138), fill="#1d130c")
    draw.rectangle((200, 20, 211, 380), fill="#111111")
    draw.rectangle((250, 20, 390, 380), fill="#7c1a12")
    return with_blacks(separated(image), image, 300)


def test_lines_and_type_are_in_black_alone() -> None:
    found = inks()
    assert (found[20:381, 200:212] == BLACK).all()


def test_large_areas_are_in_rich_black_with_a_rim_of_black_alone() -> None:
    found = inks()
    assert found[80, 80].tolist() == list(RICH)
    for rim in (found[20, 80], found[80, 20], found[138, 80], found[80, 138]):
        assert rim.tolist() == BLACK
    rich = (found == RICH).all(axis=2)
    # 118 pixels without 2 of the rim on each side.
    assert 108 <= rich.sum(axis=1).max() <= 116
    assert (rich.sum() > 0) and rich[20:139, 20:139].sum() == rich.sum()


def test_narrower_parts_of_a_large_area_are_rich_too_but_not_lines() -> None:
    picture = Image.new("RGB", (300, 300), "#ffffff")
    draw = ImageDraw.Draw(picture)
    # An area of 6 mm with a bent part of 2 mm and a line of 0.5 mm.
    draw.rectangle((20, 20, 90, 90), fill="#111111")
    draw.rectangle((91, 50, 200, 73), fill="#111111")
    draw.rectangle((177, 74, 200, 280), fill="#111111")
    draw.rectangle((40, 91, 45, 280), fill="#111111")
    found = with_blacks(separated(picture), picture, 300)
    for place in (found[55, 55], found[60, 150], found[270, 190]):
        assert place.tolist() == list(RICH)
    assert (found[95:280, 40:46] == BLACK).all()


def test_light_type_on_a_large_area_has_a_rim_of_black_alone() -> None:
    picture = Image.new("RGB", (200, 200), "#111111")
    whole = picture.copy()
    ImageDraw.Draw(whole).rectangle((90, 50, 99, 150), fill="#ffffff")
    found = with_blacks(separated(picture), picture, 300, whole)
    # The area is one, the type is printed on black alone, and the rim is two pixels wide.
    assert found[100, 80].tolist() == found[100, 110].tolist() == list(RICH)
    assert (found[48:153, 88:102] == BLACK).all()
    assert (found[48:153, 87] == RICH).all()


def test_other_colours_stay() -> None:
    image = Image.new("RGB", (9, 9), "#7c1a12")
    assert (inks()[200, 300] == separated(image)[0, 0]).all()


def test_rich_black_is_below_the_limit_after_jpeg() -> None:
    assert sum(RICH) / 2.55 <= MAX_INK - 3


# --- Pictures as CMYK JPEGs -----------------------------------------------------------------------


def test_pictures_stay_below_the_ink_limit() -> None:
    picture = Image.new("RGB", (403, 300), "#0a0a0a")
    draw = ImageDraw.Draw(picture)
    # Colours in black areas, for which JPEG varies most.
    for at in range(50, 380, 60):
        draw.rectangle((at, 40, at + 2, 260), fill="#00ff00")
        draw.line((at + 20, 40, at + 40, 260), fill="#ff00ff")
    found = read_inks(limited_jpeg(picture, picture, 300))
    assert found.shape == (300, 403, 4)
    assert total_ink(found).max() / 2.55 <= MAX_INK
    # Large areas keep their rich black.
    assert np.abs(found[150, 20].astype(int) - (148, 97, 97, 255)).max() <= 6
