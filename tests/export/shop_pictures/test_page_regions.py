"""Regions of pages: cropping and interest."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from printgen.export.shop_pictures.page_regions import PageRegion, pages


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """An A4 page with a red box of 20 x 30 mm, 50 mm from the left and 40 mm from the top, whose
    upper left quarter is blue; and text below."""
    path, mm = tmp_path / "page.pdf", 72 / 25.4
    canvas = Canvas(str(path), pagesize=(210 * mm, 297 * mm))
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(50 * mm, (297 - 70) * mm, 20 * mm, 30 * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 1)
    canvas.rect(50 * mm, (297 - 55) * mm, 10 * mm, 15 * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    for line in range(40):
        canvas.drawString(20 * mm, (200 - 4.5 * line) * mm, "words upon words upon words " * 3)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return path


@pytest.mark.parametrize("turned", [False, True])
def test_a_region_is_cropped_with_round_corners(page: Path, turned: bool) -> None:
    region = PageRegion(page, 0, 50, 40, 20, 30, radius=3, turned=turned)
    card = np.asarray(region.picture(10), dtype=int)
    assert card.shape == (300, 200, 4)
    blue = card[20:130, 20:90] if not turned else card[170:280, 110:180]
    assert (blue[..., :3] == (0, 0, 255)).all()
    other = card[170:280, 110:180] if not turned else card[20:130, 20:90]
    assert (other[..., :3] == (255, 0, 0)).all()
    assert card[0, 0, 3] == 0
    # At 45 degrees a corner with a radius of 3 mm is 0.88 mm from the corner of the box per axis.
    assert card[7, 7, 3] < 128 < card[11, 11, 3]


def test_drawings_are_more_interesting_than_text(page: Path) -> None:
    whole, empty = pages(page)
    assert (round(whole.width), round(whole.height)) == (210, 297)
    drawn = PageRegion(page, 0, 40, 30, 40, 50)
    written = PageRegion(page, 0, 20, 100, 150, 180)
    assert empty.interest == 0.0 < written.interest < drawn.interest
