"""A font that tests bring, `Odd`."""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen


def write_cff(path: Path) -> None:
    """A font `Odd` with CFF outlines: each character of ASCII is the same box."""
    builder, codes = FontBuilder(1000, isTTF=False), range(33, 127)
    names = [".notdef", "space", *(f"g{code}" for code in codes)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({32: "space", **{code: f"g{code}" for code in codes}})
    pen = T2CharStringPen(250, None)
    pen.moveTo((0, 0))
    for point in ((200, 0), (200, 500)):
        pen.lineTo(point)
    pen.closePath()
    drawn = pen.getCharString()
    builder.setupCFF("Odd-Regular", {"FullName": "Odd"}, dict.fromkeys(names, drawn), {})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (250, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Odd", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
