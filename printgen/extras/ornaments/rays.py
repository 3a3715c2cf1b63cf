"""Rays about the middle of an ornament."""

from __future__ import annotations

from math import tau

from printgen.extras.ornaments.paths import Path, joined, polar, polygon, within
from printgen.extras.ornaments.pen import Sheet


def wedges(count: int, reach: float, first: float) -> Path:
    """Every other of an even number of sectors, of half a turn."""
    step = tau / count
    return joined(
        polygon([(0, 0), polar(reach, first + step * n), polar(reach, first + step * (n + 1))])
        for n in range(0, count // 2, 2)
    )


def framed_rays(sheet: Sheet, count: int, high: float) -> None:
    """Rays as lines, for low ink."""
    wide = sheet.w - sheet.edge - 1.6 * sheet.unit
    for n in range(count // 2):
        far = polar(3 * (sheet.w + sheet.h), tau * n / count + 0.1)
        sheet.line(sheet.accent, 0.18, within((0, 0), far, -wide, -high, wide, high))
