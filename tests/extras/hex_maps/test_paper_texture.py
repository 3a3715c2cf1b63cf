"""The paper beneath a map: enough pixels, and copies that meet alike."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from small_maps import render

from printgen.extras.hex_maps.pdf_renderer import DENSITY, PaperTexture, copies, is_turned


@pytest.mark.parametrize("side", [50.0, 216, 300, 431, 500, 900])
@pytest.mark.parametrize("pixels", [40, 1700, 2339])
def test_copies_cover_a_side_and_meet_alike(side: float, pixels: int) -> None:
    found = copies(side, pixels)
    natural = pixels / DENSITY * 25.4
    assert len(found) == (1 if side <= natural else 2)
    assert found[0].start == 0 and found[-1].end == side
    for copy in found:
        inside = sorted((copy.origin, copy.origin + copy.length))
        assert inside[0] <= copy.start < copy.end <= inside[1]
        # As dense as it can be, or the copies would be more than two.
        assert abs(copy.length) <= max(natural, side / 2 + 1)
    if len(found) == 2:
        first, second = found
        assert first.end > second.start == side / 2
        where = [(side / 2 - copy.origin) / copy.length for copy in found]
        assert where[0] == pytest.approx(where[1])


def test_a_picture_is_turned_only_if_it_is_too_small() -> None:
    assert not is_turned((280.0, 200.0), (2400, 2600))
    assert is_turned((500.0, 350.0), (1700, 2339))
    assert not is_turned((350.0, 500.0), (1700, 2339))


@pytest.mark.parametrize("page", [(60.0, 40.0), (40.0, 60.0), (12.0, 14.0)])
def test_a_page_is_covered_without_a_line(tmp_path: Path, page: tuple[float, float]) -> None:
    wide, high = 120, 160
    down, across = np.mgrid[0:high, 0:wide]
    pixels = np.stack([across * 1.5, down * 1.2, np.full((high, wide), 60)], axis=-1)
    path = tmp_path / "paper.png"
    Image.fromarray(pixels.astype(np.uint8)).save(path)
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(page[0] * mm, page[1] * mm))
    paper = PaperTexture(canvas, path)
    canvas.translate(0, page[1] * mm)
    paper.draw(*page)
    canvas.showPage()
    canvas.save()
    drawn = render(buffer.getvalue())[2:-2, 2:-2].astype(float)
    # No jump of tone, and the corner at the top left is that of the picture.
    for axis in (0, 1):
        assert np.abs(np.diff(drawn, axis=axis)).max() < 30
    assert drawn[0, 0, :2].max() < 30
    if page[0] > 20:
        # The mirrored copies: all corners are that one.
        for corner in (drawn[0, -1], drawn[-1, 0], drawn[-1, -1]):
            assert corner[:2].max() < 30
    else:
        assert drawn[-1, -1, :2].min() > 150
