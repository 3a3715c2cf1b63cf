"""The stage of shop pictures: pictures in perspective."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from printgen.content.models.theme import ShopTheme
from printgen.extras.itch import stage


def test_a_picture_fills_its_projected_corners() -> None:
    points = stage.corners(0, 0, 100, 60, 12)
    view = stage.Stage(ShopTheme(colour="#404040"), "#404040", points, height=55, margin=0.1)
    view.lay(Image.new("RGBA", (1500, 900), (255, 0, 0, 255)), points)
    red = np.asarray(view.canvas, dtype=int)
    red = (red[..., 0] > 200) & (red[..., 1] < 20)
    mask = Image.new("1", view.size)
    ImageDraw.Draw(mask).polygon([tuple(p) for p in view.camera.project(points)], fill=1)
    apart = (red != np.asarray(mask)).sum()
    assert apart < 0.004 * red.sum()
