"""The stage of a picture: its table, and the camera."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from printgen.extras.itch import scenes
from printgen.extras.itch.scenes import Camera, homography
from printgen.extras.itch.theme import ShopTheme


def test_a_picture_fills_its_projected_corners() -> None:
    points = scenes.corners(0, 0, 100, 60, 12)
    view = scenes.Stage(ShopTheme(colour="#404040"), "#404040", points, height=55, margin=0.1)
    view.lay(Image.new("RGBA", (1500, 900), (255, 0, 0, 255)), points)
    red = np.asarray(view.canvas, dtype=int)
    red = (red[..., 0] > 200) & (red[..., 1] < 20)
    mask = Image.new("1", view.size)
    ImageDraw.Draw(mask).polygon([tuple(p) for p in view.camera.project(points)], fill=1)
    apart = (red != np.asarray(mask)).sum()
    assert apart < 0.004 * red.sum()


# --- The camera of shop pictures: homographies and framing ----------------------------------------


def test_a_homography_maps_corners_to_corners() -> None:
    seen = np.array([(12.0, 7.0), (91.0, 18.0), (77.0, 64.0), (5.0, 80.0)])
    source = np.array([(0.0, 0.0), (40.0, 0.0), (40.0, 60.0), (0.0, 60.0)])
    a, b, c, d, e, f, g, h = homography(seen, source)
    for (x, y), (u, v) in zip(seen, source, strict=True):
        below = g * x + h * y + 1
        assert (a * x + b * y + c) / below == pytest.approx(u, abs=1e-9)
        assert (d * x + e * y + f) / below == pytest.approx(v, abs=1e-9)
    # Lines stay lines: the diagonals of the target intersect where those of the source do.
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = seen
    system = np.array([(x3 - x1, x2 - x4), (y3 - y1, y2 - y4)])
    share = np.linalg.solve(system, np.array([x2 - x1, y2 - y1]))[0]
    x, y = x1 + share * (x3 - x1), y1 + share * (y3 - y1)
    below = g * x + h * y + 1
    assert ((a * x + b * y + c) / below, (d * x + e * y + f) / below) == pytest.approx((20, 30))


def test_a_camera_frames_its_points() -> None:
    points = np.array([(-150.0, 105, 0), (150, 105, 0), (150, -105, 0), (-150, -105, 9)])
    camera = Camera((1280, 720), points, height=50, turn=8, margin=0.05)
    seen = camera.project(points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    # As large as possible: the points fill one direction and are centred in the other.
    assert (high - low)[0] == pytest.approx(1280 * 0.9, abs=1) or (high - low)[1] == pytest.approx(
        720 * 0.9, abs=1
    )
    assert (low + high) / 2 == pytest.approx((640, 360), abs=0.01)
    assert camera.ground(camera.project(points[:3])) == pytest.approx(points[:3], abs=1e-6)
    # Nearer edges are longer.
    away, near = (seen[1] - seen[0])[0], (seen[2] - seen[3])[0]
    assert near > 1.05 * away
