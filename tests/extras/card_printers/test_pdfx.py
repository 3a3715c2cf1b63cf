"""Checks of PDF/X files."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pikepdf
from pikepdf import Array, Name, Pdf
from PIL import Image

from printgen.extras.card_printers.checks import THUMB, FileSpec, Shown, pdf_faults
from printgen.extras.card_printers.text_layers import Layers

PAGE = FileSpec(825, 1125, 300, 37.5)


def changed(pdf: bytes, change: Any) -> bytes:
    buffer = BytesIO()
    with Pdf.open(BytesIO(pdf)) as document:
        change(document)
        document.save(
            buffer, force_version="1.4", object_stream_mode=pikepdf.ObjectStreamMode.disable
        )
    return buffer.getvalue()


def test_invalid_pdfs_are_reported(pdf: bytes) -> None:
    blank = [None] * 12

    def faults(change: Any) -> set[str]:
        usual = set(pdf_faults(pdf, blank, PAGE))
        return set(pdf_faults(changed(pdf, change), blank, PAGE)) - usual

    def trim(document: Pdf) -> None:
        document.pages[2].TrimBox = Array([0, 0, 198, 270])

    def cropped(document: Pdf) -> None:
        document.pages[0].CropBox = Array([9, 9, 189, 261])

    def unnamed(document: Pdf) -> None:
        del document.docinfo["/GTS_PDFXVersion"]
        del document.Root.OutputIntents

    def script(document: Pdf) -> None:
        document.Root.OpenAction = pikepdf.Dictionary(S=Name.JavaScript, JS="1")

    assert any(f.startswith("page 3 has TrimBox [0.0, 0.0") for f in faults(trim))
    assert faults(cropped) == {"page 1 contains /CropBox"}
    assert faults(unnamed) == {"does not declare PDF/X-1a:2003", "has no output condition"}
    assert faults(script) == {"contains /OpenAction"}
    assert pdf_faults(b"%PDF-1.4 nothing", blank, PAGE)[0].startswith("cannot be read")
    assert "is not PDF 1.4" in pdf_faults(pdf.replace(b"1.4", b"1.7", 1), blank, PAGE)


def test_rgb_and_excess_ink_are_reported(pdf: bytes) -> None:
    def repainted(inks: tuple[int, ...] | None) -> list[str]:
        def change(document: Pdf) -> None:
            picture = document.pages[0].Resources.XObject.Face
            if inks is None:
                picture.ColorSpace = Name.DeviceRGB
                return
            buffer = BytesIO()
            Image.new("CMYK", (825, 1125), inks).save(buffer, "JPEG")
            picture.write(buffer.getvalue(), filter=Name.DCTDecode)

        thumb = np.zeros((THUMB[1], THUMB[0], 3), np.uint8)
        found = pdf_faults(changed(pdf, change), [Shown(thumb)] * 12, PAGE)
        return [fault for fault in found if "page 1 " in fault]

    assert "page 1 is not 8-bit CMYK" in repainted(None)
    assert any("% ink, more than 240 %" in fault for fault in repainted((255, 200, 200, 255)))


def test_faults_of_text_are_reported(pdf: bytes) -> None:
    blank = [None] * 12

    def faults(old: bytes, new: bytes) -> set[str]:
        def change(document: Pdf) -> None:
            content = document.pages[1].Contents
            assert old in content.read_bytes()
            content.write(content.read_bytes().replace(old, new))

        found = set(pdf_faults(changed(pdf, change), blank, PAGE))
        return found - set(pdf_faults(pdf, blank, PAGE))

    assert faults(b"0 0 0 1 k", b"0 0 0 1 k") == set()
    assert faults(b"0 0 0 1 k", b".8 .8 .8 1 k") == {"page 2 has text in 340% ink, more than 240 %"}
    assert faults(b"0 0 0 1 k", b"0 0 0 2 k") == {"page 2 has the inks [0.0, 0.0, 0.0, 2.0]"}
    assert faults(b"0 0 0 1 k", b"0 0 0 rg") == {"page 2 draws with the operator rg"}
    assert faults(b"0 0 0 1 k", b"/a gs") == {"page 2 draws with the operator gs"}
    assert faults(b"0 0 0 0 k", b"") == {"page 2 shows text without an ink"}
    assert any("has no font /Another" in fault for fault in faults(b"Tf", b"Tf /Another 9 Tf"))


def test_resources_other_than_images_and_fonts_are_reported(pdf: bytes) -> None:
    def change(document: Pdf) -> None:
        document.pages[1].Resources.ExtGState = pikepdf.Dictionary(a=pikepdf.Dictionary(ca=0.5))

    found = pdf_faults(changed(pdf, change), [None] * 12, PAGE)
    assert "page 2 has resources of the kind /ExtGState" in found


def test_fonts_without_glyphs_are_reported(pdf: bytes) -> None:
    def change(document: Pdf) -> None:
        for font in document.pages[1].Resources.Font.values():
            del font.DescendantFonts[0].FontDescriptor.FontFile2

    found = pdf_faults(changed(pdf, change), [None] * 12, PAGE)
    assert any(f.startswith("contains the font") and "without its glyphs" in f for f in found)


def test_a_dark_face_is_expected_in_black() -> None:
    dark = Image.new("RGB", (825, 1125), "#11131d")
    assert (Shown.of(Layers(dark, dark)).thumb == 0).all()
    assert Shown.of(Layers(dark, dark)).marks is None
