"""Faces as a picture and texts on top, with fonts for PDF 1.4."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from pikepdf import Name, Pdf
from written_faces import PIXELS, card_face, face, programs, words

from printgen.extras.card_printers.files import font_faults
from printgen.extras.card_printers.text_layers import Layers, adapt_font, layers_of
from printgen.layout.assembly import assemble

GROUND = b".8 .9 1 rg 0 0 70 70 re f 0 g\n"


def layers(content: bytes, extra: bytes = b"") -> Layers:
    return layers_of(card_face(face(GROUND + content, extra)), PIXELS, PIXELS)


def places(made: Layers) -> list[tuple[float, ...]]:
    return [text.matrix[4:] for text in made.texts]


def test_a_text_is_on_top_of_the_picture() -> None:
    made = layers(words(10, 20))
    assert places(made) == [(10, 20)]
    assert made.letters == "23"
    assert (np.asarray(made.picture) == np.asarray(made.picture)[0, 0]).all()
    assert np.asarray(made.whole).min() == 0


@pytest.mark.parametrize(
    "over",
    [
        b"1 1 1 rg 12 20 4 4 re f",
        b"q /half gs 1 0 0 rg 0 0 70 40 re f Q",
        b"q 1 1 1 RG 0 24 m 70 24 l S Q",
    ],
)
def test_a_covered_text_stays_in_the_picture(over: bytes) -> None:
    made = layers(words(10, 20) + over + b"\n" + words(10, 50), b"/ExtGState <</half <</ca .4>>>>")
    assert places(made) == [(10, 50)]
    assert np.asarray(made.picture)[200:].min() < 150
    assert np.asarray(made.picture)[:100].min() >= 119


def test_all_texts_of_a_face_may_be_covered() -> None:
    made = layers(words(10, 20) + words(10, 50) + b"1 g 0 0 70 70 re f")
    assert made.texts == ()
    assert made.picture is made.whole


def test_what_covers_no_text_changes_nothing() -> None:
    made = layers(words(10, 20) + b"1 g 10 50 20 10 re f")
    assert places(made) == [(10, 20)]


def test_texts_on_texts_keep_their_order() -> None:
    made = layers(words(10, 20) + b"1 0 0 rg\n" + words(14, 22))
    assert places(made) == [(10, 20), (14, 22)]


def test_clipped_texts_are_clipped_on_top() -> None:
    made = layers(b"q 12 20 m 20 20 l 16 40 l h W n\n" + words(10, 20) + b"Q " + words(10, 50))
    assert places(made) == [(10, 20), (10, 50)]


# --- Fonts in PDF 1.4 -----------------------------------------------------------------------------


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
