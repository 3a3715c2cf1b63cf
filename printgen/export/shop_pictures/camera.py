"""A pinhole camera above a table: projects points in mm to pixels.

x points right, y away from the viewer, z up from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


# Focal length in image widths: a telephoto lens, as in product photography.
FOCAL = 2.0

# Search range of the camera distance, in extents of the scene, and bisection steps.
NEAREST, FARTHEST, STEPS = 0.6, 60.0, 50


class Camera:
    """A camera that frames some points, with a margin.

    `height` is the elevation above the table and `turn` the rotation around it, in degrees.
    `margin` is a share of the image; below 0, the outermost points are outside.
    """

    def __init__(
        self,
        size: tuple[int, int],
        points: Points,
        height: float,
        turn: float = 0.0,
        margin: float = 0.06,
    ):
        self.size = size
        up, around = radians(height), radians(turn)
        self.forward = np.array([sin(around) * cos(up), cos(around) * cos(up), -sin(up)])
        self.right = np.array([cos(around), -sin(around), 0.0])
        self.up = np.cross(self.right, self.forward)
        self.focal = FOCAL * size[0]
        self.target = (points.min(axis=0) + points.max(axis=0)) / 2
        self.centre = np.zeros(2)
        extent = float(np.ptp(points, axis=0).max())
        room = np.array(size) * (1 - 2 * margin)
        near, far = NEAREST * extent, FARTHEST * extent
        for _ in range(STEPS):
            self.distance = (near + far) / 2
            if (np.ptp(self._seen(points), axis=0) <= room).all():
                far = self.distance
            else:
                near = self.distance
        self.distance = far
        seen = self._seen(points)
        self.centre = (seen.min(axis=0) + seen.max(axis=0)) / 2 - np.array(size) / 2

    def _seen(self, points: Points) -> Points:
        away = points - self.target
        depth = self.distance + away @ self.forward
        across, along = away @ self.right, away @ self.up
        return self.focal * np.stack([across / depth, -along / depth], axis=1)

    def project(self, points: Points) -> Points:
        """The pixel positions of points, from the top left."""
        return self._seen(points) - self.centre

    def ground(self, pixels: Points) -> Points:
        """The points of the table (z = 0) at some pixels."""
        flat = (pixels + self.centre) / self.focal
        rays = self.forward + flat[:, :1] * self.right - flat[:, 1:] * self.up
        eye = self.target - self.distance * self.forward
        found: Points = eye - rays * (eye[2] / rays[:, 2:])
        return found

    def per_mm(self, point: Sequence[float]) -> float:
        """Pixels per mm at a point, perpendicular to the view."""
        away = np.array(point) - self.target
        return float(self.focal / (self.distance + away @ self.forward))


def moved(points: Points, x: float, y: float, z: float) -> Points:
    """Points shifted by x, y, z mm."""
    found: Points = points + np.array([x, y, z])
    return found


def homography(seen: Points, source: Points) -> list[float]:
    """Pillow's eight coefficients of the perspective from four seen points to the source."""
    rows, values = [], []
    for (x, y), (u, v) in zip(seen, source, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    solved = np.linalg.solve(np.array(rows, dtype=float), np.array(values, dtype=float))
    return [float(value) for value in solved]
