"""Transformations of the plane and boxes, as in PDF (PDF 1.7, 8.3.3)."""

from __future__ import annotations

Matrix = tuple[float, float, float, float, float, float]

# Left, bottom, right and top.
Box = tuple[float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def product(first: Matrix, then: Matrix) -> Matrix:
    """A transformation and then another one."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def moved(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    """A point after a transformation."""
    a, b, c, d, e, f = matrix
    return x * a + y * c + e, x * b + y * d + f


def bounds(box: Box, matrix: Matrix) -> Box:
    """The box around a box after a transformation."""
    points = [moved(x, y, matrix) for x in box[::2] for y in box[1::2]]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
