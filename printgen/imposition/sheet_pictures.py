"""Pictures of sheets for programs that print and cut by themselves: cards on a clear ground."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from printgen.geometry.outlines import Outline, joint_bounds
from printgen.layout.drawn_pages import DrawnPages
from printgen.paper import MM_BY_UNIT, POINTS_PER_MM

PICTURE_DPI = 300

# Each pixel at the edge of a card is the mean of this many rows and columns.
_SAMPLES = 4

_TOLERANCE = 0.01


def sheet_picture(page: Path, outlines: Sequence[Outline], name: str) -> bytes:
    """The first page of a PDF as a PNG at PICTURE_DPI, opaque inside closed outlines only (mm from
    its top left corner).

    It is cut to the box of the outlines: programs cut clear edges away, and then size the rest.
    Raises CannotDraw, with its `name`.
    """
    per_mm = PICTURE_DPI / MM_BY_UNIT["in"]
    image = DrawnPages(page, name).picture(0, per_mm / POINTS_PER_MM)
    scale = per_mm * _SAMPLES
    mask = Image.new("L", (image.width * _SAMPLES, image.height * _SAMPLES), 0)
    for outline in outlines:
        points = [(x * scale, y * scale) for x, y in outline.flattened(_TOLERANCE)]
        ImageDraw.Draw(mask).polygon(points, fill=255)
    image.putalpha(mask.reduce(_SAMPLES))
    left, top, right, bottom = (round(side * per_mm) for side in joint_bounds(outlines))
    buffer = BytesIO()
    image.crop((left, top, right, bottom)).save(buffer, "PNG", dpi=(PICTURE_DPI, PICTURE_DPI))
    return buffer.getvalue()
