"""Pictures as CMYK JPEGs."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from printgen.extras.card_printers.inks import MAX_INK, limited_jpeg, read_inks, total_ink


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
