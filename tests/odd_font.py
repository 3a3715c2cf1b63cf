"""Fonts that tests bring."""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables.S_V_G_ import SVGDocument


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


def write_colours(path: Path, table: str, outlines: bool = True) -> None:
    """A font `Painted` whose 🔥 is red in a table: `SVG `, `COLR`, `sbix` or `CBDT`, where only the
    first two can be drawn. Without `outlines`, it has no others.
    """
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "fire"])
    builder.setupCharacterMap({32: "space", 0x1F525: "fire"})
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in ((100, 700), (800, 700), (800, 0)):
        pen.lineTo(point)
    pen.closePath()
    if outlines:
        empty = TTGlyphPen(None).glyph()
        builder.setupGlyf({".notdef": empty, "space": empty, "fire": pen.glyph()})
    else:
        builder.setupMaxp()
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "space", "fire"), (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Painted", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    if table == "COLR":
        builder.setupCOLR({"fire": [("fire", 0)]})
        builder.setupCPAL([[(1, 0, 0, 1)]])
    elif table == "SVG ":
        drawn = '<rect x="100" y="-700" width="700" height="700" fill="red"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph2">{drawn}</g></svg>'
        builder.font[table] = newTable(table)
        builder.font[table].docList = [SVGDocument(svg, 2, 2, False)]
    else:
        builder.font[table] = DefaultTable(table)
        builder.font[table].data = bytes(8)
    builder.save(path)
