"""Fonts in PDF 1.4."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from pikepdf import Name, Pdf
from written_faces import face, programs, words

from printgen.extras.card_printers.checks import font_faults
from printgen.extras.card_printers.text_layers import adapt_font
from printgen.layout.assembly import assemble


def bar(width: int) -> T2CharString:
    """A glyph: a bar of a width."""
    pen = T2CharStringPen(600, None)
    pen.moveTo((50, 0))
    for corner in ((50 + width, 0), (50 + width, 700), (50, 700)):
        pen.lineTo(corner)
    pen.closePath()
    return pen.getCharString()


def postscript_font(path: Path) -> Path:
    """A font with PostScript outlines: bars of several widths."""
    names = [".notdef", *(f"g{number}" for number in range(1, 60))]
    bars = {name: bar(8 * number + 10) for number, name in enumerate(names)}
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({33 + number: name for number, name in enumerate(names[1:])})
    builder.setupCFF("Bars", {}, bars, {})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bars", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def dots(pdf: bytes) -> np.ndarray:
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return np.asarray(document[0].render(scale=4).to_numpy())


def test_postscript_outlines_are_bare(tmp_path: Path) -> None:
    program = postscript_font(tmp_path / "bars.otf")
    before = assemble([face(words(10, 20), program=program)], programs(program))
    buffer = BytesIO()
    with Pdf.open(BytesIO(before)) as pdf:
        assert [*font_faults(pdf)] == ["contains the font ABCDEF+Rye without its glyphs"]
        fonts = pdf.pages[0].Resources.XObject.Face.Resources.Font
        # It may be adapted for each page that has it.
        for _ in range(2):
            adapt_font(fonts.ABCDEF)
        assert [*font_faults(pdf)] == []
        descriptor = fonts.ABCDEF.DescendantFonts[0].FontDescriptor
        assert descriptor.FontFile3.Subtype == Name.CIDFontType0C
        assert descriptor.FontFile3.read_bytes()[:1] == b"\x01"
        pdf.save(buffer)
    assert dots(before).min() == 0
    difference = dots(before).astype(int) - dots(buffer.getvalue())
    # Edges are smoothed a little differently.
    assert np.abs(difference).max() <= 8


def test_truetype_files_stay() -> None:
    with Pdf.open(BytesIO(assemble([face(words(10, 20))], programs()))) as pdf:
        font = pdf.pages[0].Resources.XObject.Face.Resources.Font.ABCDEF
        before = font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()
        adapt_font(font)
        assert font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes() == before
        assert [*font_faults(pdf)] == []
        font.DescendantFonts[0].FontDescriptor.FontFile2 = pikepdf.Stream(pdf, b"")
        assert [*font_faults(pdf)] == ["contains the font ABCDEF+Rye without its glyphs"]
        font.Subtype = Name.Type3
        assert "contains the font ABCDEF+Rye of type Type3" in [*font_faults(pdf)]
