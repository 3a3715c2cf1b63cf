"""Paths that clip text, in points of the face."""

from __future__ import annotations

from collections.abc import Sequence

from pikepdf import ContentStreamInstruction

from printgen.export.vendors.texts.numbers import written
from printgen.geometry.matrices import Box, Matrix, bounds, moved

# Operators that make a path, and that paint or end it.
PATH = {"m", "l", "c", "v", "y", "h", "re"}

PAINTING = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"}

# Tolerance (points) for the edge of the page.
_EDGE = 0.01


def clip_of(
    path: Sequence[ContentStreamInstruction], rule: str, matrix: Matrix, page: Box
) -> bytes:
    """The operators that clip to a path, in points of the page; none if it contains the page."""
    if [str(step.operator) for step in path] == ["re"] and not (matrix[1] or matrix[2]):
        box = _rectangle(path[0], matrix)
        near = all(a <= b + _EDGE for a, b in zip(box[:2], page[:2], strict=True))
        if near and all(a >= b - _EDGE for a, b in zip(box[2:], page[2:], strict=True)):
            return b""
        left, bottom, right, top = box
        steps = [written((left, bottom, right - left, top - bottom)) + b" re"]
    else:
        steps = [_step(step, matrix) for step in path]
    return b"\n".join([*steps, rule.encode(), b"n"])


def _rectangle(step: ContentStreamInstruction, matrix: Matrix) -> Box:
    x, y, width, height = (float(value) for value in step.operands)
    return bounds((x, y, x + width, y + height), matrix)


def _step(step: ContentStreamInstruction, matrix: Matrix) -> bytes:
    values = [float(value) for value in step.operands]
    if str(step.operator) == "re":
        x, y, width, height = values
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        points = [written(moved(*corner, matrix)) for corner in corners]
        return points[0] + b" m\n" + b"".join(p + b" l\n" for p in points[1:]) + b"h"
    points = [written(moved(x, y, matrix)) for x, y in zip(values[::2], values[1::2], strict=True)]
    return b" ".join([*points, str(step.operator).encode()])
